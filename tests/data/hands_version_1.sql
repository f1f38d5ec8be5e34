BEGIN TRANSACTION;
CREATE TABLE accounts (
	id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	floor INTEGER, 
	posted INTEGER NOT NULL, 
	pending_debits INTEGER NOT NULL, 
	pending_credits INTEGER NOT NULL, 
	CONSTRAINT accounts_key PRIMARY KEY (id), 
	CONSTRAINT accounts_floor CHECK (floor IS NULL OR posted - pending_debits >= floor), 
	CONSTRAINT accounts_pending CHECK (pending_debits >= 0 AND pending_credits >= 0)
)
 STRICT

;
INSERT INTO "accounts" VALUES('bank','bank',NULL,-990,0,5);
INSERT INTO "accounts" VALUES('player:5e2528fd8883de78','player',0,990,5,0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE checkpoints (
	job TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	body BLOB NOT NULL, 
	CONSTRAINT checkpoints_key PRIMARY KEY (job, "key"), 
	CONSTRAINT checkpoints_job_exists FOREIGN KEY(job) REFERENCES jobs (id) ON DELETE CASCADE
)
 STRICT

;
CREATE TABLE events (
	stream TEXT NOT NULL, 
	sequence INTEGER NOT NULL, 
	owner TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT events_key PRIMARY KEY (stream, sequence), 
	CONSTRAINT events_position_once UNIQUE (owner, position), 
	CONSTRAINT events_stream_exists FOREIGN KEY(stream) REFERENCES streams (id), 
	CONSTRAINT events_owner_exists FOREIGN KEY(owner) REFERENCES owners (id), 
	CONSTRAINT events_numbers CHECK (sequence >= 1 AND position >= 1)
)
 STRICT

;
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',1,'5e2528fd8883de78',1,'opened','{"settings":{"game":"jacks-or-better-9-6","mode":"test","name":"","deck":"","pays":[],"gap":"","shapes":[],"repeats":false,"rival":"hard"}}','2026-01-01T00:00:08.000000+00:00');
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',2,'5e2528fd8883de78',2,'dealt','{"hand_id":"hand-0000","order":["Jh","Ad","2h","9c","Jc","2c","3d","Jd","Tc","8d"],"cards":[38,49,2,28,36,0,5,37,32,25],"repeat":"","dealt_at":"2026-01-01T00:00:12+00:00","first_hold_mask":null,"first_at":null}','2026-01-01T00:00:12.000000+00:00');
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',3,'5e2528fd8883de78',3,'drawn','{"hand_id":"hand-0000","session_id":"session-1","game":"jacks-or-better-9-6","pay_table_name":"Jacks or Better 9/6","deck":"standard","pays":"royal_flush=800 straight_flush=50 four_of_a_kind=25 full_house=9 flush=6 straight=4 three_of_a_kind=3 two_pair=2 jacks_or_better=1","pay_table_version":"c75650d8a28b","engine_version":"videopoker-1","mode":"test","deal":"Jh Ad 2h 9c Jc","reserve":"2c 3d Jd Tc 8d","first_hold_mask":31,"hold_mask":31,"final":"Jh Ad 2h 9c Jc","category":"jacks_or_better","stake_credits":5,"payout_credits":5,"best":"17","best_ev":"1661/1081","first_ev":"1","ev":"1","gap":"130/1081","game_return":"1653526326983/1661102543100","shape":"high pair","dealt_at":"2026-01-01T00:00:12+00:00","drawn_at":"2026-01-01T00:00:16+00:00","seconds":4.0,"rival":"hard","rival_mask":17,"rival_payout_credits":15}','2026-01-01T00:00:16.000000+00:00');
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',4,'5e2528fd8883de78',4,'dealt','{"hand_id":"hand-0001","order":["Jh","Qh","5c","Qs","9s","3d","Kd","Ah","Jc","3c"],"cards":[38,42,12,43,31,5,45,50,36,4],"repeat":"","dealt_at":"2026-01-01T00:00:20+00:00","first_hold_mask":null,"first_at":null}','2026-01-01T00:00:20.000000+00:00');
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',5,'5e2528fd8883de78',5,'drawn','{"hand_id":"hand-0001","session_id":"session-1","game":"jacks-or-better-9-6","pay_table_name":"Jacks or Better 9/6","deck":"standard","pays":"royal_flush=800 straight_flush=50 four_of_a_kind=25 full_house=9 flush=6 straight=4 three_of_a_kind=3 two_pair=2 jacks_or_better=1","pay_table_version":"c75650d8a28b","engine_version":"videopoker-1","mode":"test","deal":"Jh Qh 5c Qs 9s","reserve":"3d Kd Ah Jc 3c","first_hold_mask":0,"hold_mask":0,"final":"3d Kd Ah Jc 3c","category":"no_win","stake_credits":5,"payout_credits":0,"best":"10","best_ev":"1661/1081","first_ev":"485260/1533939","ev":"485260/1533939","gap":"130/1081","game_return":"1653526326983/1661102543100","shape":"high pair","dealt_at":"2026-01-01T00:00:20+00:00","drawn_at":"2026-01-01T00:00:24+00:00","seconds":4.0,"rival":"hard","rival_mask":10,"rival_payout_credits":5}','2026-01-01T00:00:24.000000+00:00');
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',6,'5e2528fd8883de78',6,'dealt','{"hand_id":"hand-0002","order":["Kd","4s","8s","Td","4d","3s","9s","3c","5c","9c"],"cards":[45,11,27,33,9,7,31,4,12,28],"repeat":"","dealt_at":"2026-01-01T00:00:28+00:00","first_hold_mask":null,"first_at":null}','2026-01-01T00:00:28.000000+00:00');
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',7,'5e2528fd8883de78',7,'drawn','{"hand_id":"hand-0002","session_id":"session-1","game":"jacks-or-better-9-6","pay_table_name":"Jacks or Better 9/6","deck":"standard","pays":"royal_flush=800 straight_flush=50 four_of_a_kind=25 full_house=9 flush=6 straight=4 three_of_a_kind=3 two_pair=2 jacks_or_better=1","pay_table_version":"c75650d8a28b","engine_version":"videopoker-1","mode":"test","deal":"Kd 4s 8s Td 4d","reserve":"3s 9s 3c 5c 9c","first_hold_mask":5,"hold_mask":5,"final":"Kd 3s 8s 9s 3c","category":"no_win","stake_credits":5,"payout_credits":0,"best":"18","best_ev":"4452/5405","first_ev":"5447/16215","ev":"5447/16215","gap":"802/5405","game_return":"1653526326983/1661102543100","shape":"low pair","dealt_at":"2026-01-01T00:00:28+00:00","drawn_at":"2026-01-01T00:00:32+00:00","seconds":4.0,"rival":"hard","rival_mask":18,"rival_payout_credits":10}','2026-01-01T00:00:32.000000+00:00');
INSERT INTO "events" VALUES('vp:5e2528fd8883de78:session-1',8,'5e2528fd8883de78',8,'dealt','{"hand_id":"hand-0003","order":["9s","4d","3h","Qh","Ah","2c","3d","Tc","6d","2s"],"cards":[31,9,6,42,50,0,5,32,17,3],"repeat":"","dealt_at":"2026-01-01T00:00:36+00:00","first_hold_mask":null,"first_at":null}','2026-01-01T00:00:36.000000+00:00');
CREATE TABLE jobs (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	inputs TEXT NOT NULL, 
	state TEXT NOT NULL, 
	progress REAL NOT NULL, 
	message TEXT NOT NULL, 
	result TEXT, 
	attempt INTEGER NOT NULL, 
	tries INTEGER NOT NULL, 
	owner TEXT, 
	cancel_requested INTEGER NOT NULL, 
	created TEXT NOT NULL, 
	updated TEXT NOT NULL, 
	heartbeat TEXT, 
	CONSTRAINT jobs_id_once UNIQUE (id), 
	CONSTRAINT jobs_state CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled'))
)
 STRICT

;
CREATE TABLE logins (
	player TEXT NOT NULL, 
	name TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	passphrase_hash TEXT NOT NULL, 
	CONSTRAINT logins_key PRIMARY KEY (player), 
	CONSTRAINT logins_name_once UNIQUE (folded), 
	CONSTRAINT logins_player_exists FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT

;
CREATE TABLE notes (
	owner TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT notes_key PRIMARY KEY (owner, "key")
)
 STRICT

;
INSERT INTO "notes" VALUES('5e2528fd8883de78','videopoker:session:session-1','{"settings":{"game":"jacks-or-better-9-6","mode":"test","name":"","deck":"","pays":[],"gap":"","shapes":[],"repeats":false,"rival":"hard"},"opened_at":"2026-01-01T00:00:08+00:00","sequence":8,"hands":3,"open":{"hand_id":"hand-0003","order":["9s","4d","3h","Qh","Ah","2c","3d","Tc","6d","2s"],"cards":[31,9,6,42,50,0,5,32,17,3],"repeat":"","dealt_at":"2026-01-01T00:00:36+00:00","first_hold_mask":null,"first_at":null},"last":{"hand_id":"hand-0002","session_id":"session-1","game":"jacks-or-better-9-6","pay_table_name":"Jacks or Better 9/6","deck":"standard","pays":"royal_flush=800 straight_flush=50 four_of_a_kind=25 full_house=9 flush=6 straight=4 three_of_a_kind=3 two_pair=2 jacks_or_better=1","pay_table_version":"c75650d8a28b","engine_version":"videopoker-1","mode":"test","deal":"Kd 4s 8s Td 4d","reserve":"3s 9s 3c 5c 9c","first_hold_mask":5,"hold_mask":5,"final":"Kd 3s 8s 9s 3c","category":"no_win","stake_credits":5,"payout_credits":0,"best":"18","best_ev":"4452/5405","first_ev":"5447/16215","ev":"5447/16215","gap":"802/5405","game_return":"1653526326983/1661102543100","shape":"low pair","dealt_at":"2026-01-01T00:00:28+00:00","drawn_at":"2026-01-01T00:00:32+00:00","seconds":4.0,"rival":"hard","rival_mask":18,"rival_payout_credits":10}}');
INSERT INTO "notes" VALUES('5e2528fd8883de78','videopoker:mistake:c75650d8a28b:38,49,2,28,36','{"key":"c75650d8a28b:38,49,2,28,36","step":0,"due":"2026-01-02T00:00:16+00:00","misses":1}');
INSERT INTO "notes" VALUES('5e2528fd8883de78','videopoker:mistake:c75650d8a28b:38,42,12,43,31','{"key":"c75650d8a28b:38,42,12,43,31","step":0,"due":"2026-01-02T00:00:24+00:00","misses":1}');
INSERT INTO "notes" VALUES('5e2528fd8883de78','videopoker:mistake:c75650d8a28b:45,11,27,33,9','{"key":"c75650d8a28b:45,11,27,33,9","step":0,"due":"2026-01-02T00:00:32+00:00","misses":1}');
CREATE TABLE owners (
	id TEXT NOT NULL, 
	events INTEGER NOT NULL, 
	CONSTRAINT owners_key PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "owners" VALUES('5e2528fd8883de78',8);
CREATE TABLE players (
	id TEXT NOT NULL, 
	created TEXT NOT NULL, 
	CONSTRAINT players_key PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "players" VALUES('5e2528fd8883de78','2026-01-01T00:00:04.000000+00:00');
CREATE TABLE secrets (
	hash TEXT NOT NULL, 
	player TEXT NOT NULL, 
	label TEXT NOT NULL, 
	created TEXT NOT NULL, 
	CONSTRAINT secrets_key PRIMARY KEY (hash), 
	CONSTRAINT secrets_player_exists FOREIGN KEY(player) REFERENCES players (id)
)
 STRICT

;
INSERT INTO "secrets" VALUES('355b955f31fa79bec696bfb78cf79e32ae12b81bce1ebf6aec77185f76b5dc6c','5e2528fd8883de78','','2026-01-01T00:00:04.000000+00:00');
CREATE TABLE streams (
	position INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	length INTEGER NOT NULL, 
	PRIMARY KEY (position), 
	CONSTRAINT streams_id_once UNIQUE (id), 
	CONSTRAINT streams_length CHECK (length >= 0)
)
 STRICT

;
INSERT INTO "streams" VALUES(1,'vp:5e2528fd8883de78:session-1','5e2528fd8883de78','videopoker',8);
CREATE TABLE transfers (
	position INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	debit TEXT NOT NULL, 
	credit TEXT NOT NULL, 
	amount INTEGER NOT NULL, 
	purpose TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	refers_to TEXT, 
	at TEXT NOT NULL, 
	PRIMARY KEY (position), 
	CONSTRAINT transfers_id_once UNIQUE (id), 
	CONSTRAINT transfers_debit_exists FOREIGN KEY(debit) REFERENCES accounts (id), 
	CONSTRAINT transfers_credit_exists FOREIGN KEY(credit) REFERENCES accounts (id), 
	CONSTRAINT transfers_referred_exists FOREIGN KEY(refers_to) REFERENCES transfers (id), 
	CONSTRAINT transfers_amount CHECK (amount BETWEEN 1 AND 1000000000000), 
	CONSTRAINT transfers_two_accounts CHECK (debit <> credit), 
	CONSTRAINT transfers_kind CHECK (kind IN ('direct', 'pending', 'post', 'void')), 
	CONSTRAINT transfers_reference CHECK (kind = 'direct' OR (kind = 'pending') = (refers_to IS NULL))
)
 STRICT

;
INSERT INTO "transfers" VALUES(1,'f18b56409aab4e1f9aa851dfbc89b24d','bank','player:5e2528fd8883de78',1000,'free credits','direct',NULL,'2026-01-01T00:00:04.000000+00:00');
INSERT INTO "transfers" VALUES(2,'5e2528fd8883de78:hand-0000:stake','player:5e2528fd8883de78','bank',5,'video poker stake','pending',NULL,'2026-01-01T00:00:12.000000+00:00');
INSERT INTO "transfers" VALUES(3,'5e2528fd8883de78:hand-0000:lost','player:5e2528fd8883de78','bank',5,'video poker stake','post','5e2528fd8883de78:hand-0000:stake','2026-01-01T00:00:16.000000+00:00');
INSERT INTO "transfers" VALUES(4,'5e2528fd8883de78:hand-0000:paid','bank','player:5e2528fd8883de78',5,'video poker payout','direct',NULL,'2026-01-01T00:00:16.000000+00:00');
INSERT INTO "transfers" VALUES(5,'5e2528fd8883de78:hand-0001:stake','player:5e2528fd8883de78','bank',5,'video poker stake','pending',NULL,'2026-01-01T00:00:20.000000+00:00');
INSERT INTO "transfers" VALUES(6,'5e2528fd8883de78:hand-0001:lost','player:5e2528fd8883de78','bank',5,'video poker stake','post','5e2528fd8883de78:hand-0001:stake','2026-01-01T00:00:24.000000+00:00');
INSERT INTO "transfers" VALUES(7,'5e2528fd8883de78:hand-0002:stake','player:5e2528fd8883de78','bank',5,'video poker stake','pending',NULL,'2026-01-01T00:00:28.000000+00:00');
INSERT INTO "transfers" VALUES(8,'5e2528fd8883de78:hand-0002:lost','player:5e2528fd8883de78','bank',5,'video poker stake','post','5e2528fd8883de78:hand-0002:stake','2026-01-01T00:00:32.000000+00:00');
INSERT INTO "transfers" VALUES(9,'5e2528fd8883de78:hand-0003:stake','player:5e2528fd8883de78','bank',5,'video poker stake','pending',NULL,'2026-01-01T00:00:36.000000+00:00');
CREATE INDEX transfers_of_debit ON transfers (debit, position);
CREATE INDEX transfers_of_credit ON transfers (credit, position);
CREATE UNIQUE INDEX transfers_resolve_once ON transfers (refers_to) WHERE kind IN ('post', 'void');
CREATE INDEX streams_of_owner ON streams (owner, kind, position);
CREATE INDEX events_of_owner ON events (owner, kind, position);
CREATE INDEX secrets_of_player ON secrets (player);
CREATE INDEX jobs_by_state ON jobs (state, number);
CREATE TRIGGER transfers_refuse_update BEFORE UPDATE ON transfers BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;
CREATE TRIGGER transfers_refuse_delete BEFORE DELETE ON transfers BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;
CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
DELETE FROM "sqlite_sequence";
COMMIT;
