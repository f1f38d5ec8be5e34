"""The rules of `JobStore` as tests that any store can run.

Use it so::

    class Rules(StoreRules):
        def open(self) -> JobStore:  # an empty store
            return SomeStore(...)

        def reopen(self, store: JobStore) -> JobStore:  # the same one, as a new process sees it
            ...

        def close(self, store: JobStore) -> None: ...

    TestRules = Rules.TestCase
    TestRules.settings = RULES

    def test_threads() -> None:
        claims_are_exclusive(SomeStore(...))
        one_add_of_an_id_wins(SomeStore(...))
        no_blob_is_torn(SomeStore(...))

The model is a table of plain dicts, written from the docstrings of the protocol.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import TYPE_CHECKING, Any, cast

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gutshot.jobs.store import STATES

if TYPE_CHECKING:
    from gutshot.jobs.store import FinalState, JobRecord, JobStore, State

FIELDS = (
    "id",
    "number",
    "kind",
    "inputs",
    "state",
    "progress",
    "message",
    "result",
    "attempt",
    "tries",
    "owner",
    "cancel_requested",
    "created",
    "updated",
    "heartbeat",
)

IDS = ("a", "B-2", "preflop:solve_1.0", "x" * 64)
ID = st.sampled_from(IDS)
KINDS = st.sampled_from(["solve", "paigow.odds"])
OWNERS = st.sampled_from(["host/1/7", "Wirtszimmer ♠/2/8"])
KEYS = st.sampled_from(["state", "chunk.10", "chunk.9", "Ä"])
TIMES = st.integers(0, 10**15).map(
    lambda microseconds: datetime(2000, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
)
SHARES = st.floats(0, 1) | st.just(0.1 + 0.2)
MESSAGES = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=200
) | st.sampled_from(["", 'a\' "b" %s \\ ; -- 🂡'])
JSON_TEXTS = st.sampled_from(
    ["null", "{}", '{"stack":100}', '{"n":123456789012345678901234567890}', '"\\u0000♠"', "1.0"]
)
BLOBS = st.binary(max_size=100) | st.sampled_from([b"", b"\x00" * 70_000, b"\xff\xfe'\n"])
ROOM = st.sampled_from([100, 100, 100, 1, 0])
"""How many jobs more than there are may be queued."""

RULES = settings(
    max_examples=60,
    stateful_step_count=50,
    # How long a store takes is not what is tested.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


FINISHED_STATES: tuple[FinalState, ...] = ("done", "failed", "cancelled")


def seen(record: JobRecord | None) -> dict[str, Any] | None:
    """Return what a record says."""
    return None if record is None else {name: getattr(record, name) for name in FIELDS}


class StoreRules(RuleBasedStateMachine):
    """Does the same to a store and to a model, and compares all that can be seen of both."""

    def open(self) -> JobStore:
        """Return an empty store."""
        raise NotImplementedError

    def reopen(self, store: JobStore) -> JobStore:
        """Return the store as another process sees it; what can't be reopened is returned."""
        return store

    def close(self, store: JobStore) -> None:
        """Let go of the store."""

    def __init__(self) -> None:
        super().__init__()
        self.store = self.open()
        self.rows: dict[str, dict[str, Any]] = {}
        self.blobs: dict[tuple[str, str], bytes] = {}
        self.highest_number = 0

    def teardown(self) -> None:
        self.close(self.store)

    # The model's words

    def queued(self) -> list[dict[str, Any]]:
        rows = [row for row in self.rows.values() if row["state"] == "queued"]
        return sorted(rows, key=lambda row: cast("int", row["number"]))

    def are(self, *states: State) -> list[str]:
        """Return the ids of the jobs in these states."""
        return sorted(name for name, row in self.rows.items() if row["state"] in states)

    def draw(self, data: st.DataObject, *states: State) -> dict[str, Any]:
        """Draw a job in one of these states; there is one."""
        return self.rows[data.draw(st.sampled_from(self.are(*states)))]

    def leave(self, row: dict[str, Any], state: State, now: datetime) -> None:
        row.update(state=state, owner=None, cancel_requested=False, heartbeat=None, updated=now)

    def forget_blobs(self, job_id: str) -> None:
        self.blobs = {place: blob for place, blob in self.blobs.items() if place[0] != job_id}

    # What may be done

    @initialize(
        states=st.lists(
            st.sampled_from(["running", *STATES]), min_size=len(IDS) - 1, max_size=len(IDS) - 1
        ),
        now=TIMES,
    )
    def begin(self, states: list[State], now: datetime) -> None:
        """Let jobs be in the middle of their lives; few steps would bring them there."""
        # Queued ones last: they would be claimed in place of the others.
        states.sort(key=lambda state: state == "queued")
        for job_id, state in zip(IDS, states, strict=False):
            self.add(job_id, "solve", "{}", now, room=1)
            if state != "queued":
                self.claim("first owner", now)
                self.keep(self.rows[job_id], "state", b"first", now)
            for final in FINISHED_STATES:
                if final == state:
                    self.end(self.rows[job_id], final, "ended", "0", now)

    @rule(job_id=ID, kind=KINDS, inputs=JSON_TEXTS, now=TIMES, room=ROOM)
    def add(self, job_id: str, kind: str, inputs: str, now: datetime, room: int) -> None:
        limit = len(self.queued()) + room
        record = self.store.add(job_id, kind, inputs, now=now, queue_limit=limit)
        if job_id not in self.rows:
            if room == 0:
                assert record is None
                return
            assert record is not None
            assert record.number > self.highest_number
            self.highest_number = record.number
            self.rows[job_id] = {
                "id": job_id,
                "number": record.number,
                "kind": kind,
                "inputs": inputs,
                "state": "queued",
                "progress": 0.0,
                "message": "",
                "result": None,
                "attempt": 0,
                "tries": 0,
                "owner": None,
                "cancel_requested": False,
                "created": now,
                "updated": now,
                "heartbeat": None,
            }
        assert seen(record) == self.rows[job_id]

    @rule(owner=OWNERS, now=TIMES)
    def claim(self, owner: str, now: datetime) -> None:
        record = self.store.claim(owner, now=now)
        queued = self.queued()
        if not queued:
            assert record is None
            return
        row = queued[0]
        row.update(state="running", owner=owner, updated=now, heartbeat=now)
        row["attempt"] += 1
        row["tries"] += 1
        assert seen(record) == row

    @precondition(lambda self: self.are("running"))
    @rule(data=st.data(), share=SHARES, text=MESSAGES, now=TIMES)
    def beat(self, data: st.DataObject, share: float, text: str, now: datetime) -> None:
        row = self.draw(data, "running")
        answer = self.store.beat(row["id"], row["attempt"], progress=share, message=text, now=now)
        row.update(progress=share, message=text, updated=now, heartbeat=now)
        assert answer == ("cancel" if row["cancel_requested"] else "go-on")

    @precondition(lambda self: self.are("running"))
    @rule(
        data=st.data(),
        state=st.sampled_from(FINISHED_STATES),
        text=MESSAGES,
        result=JSON_TEXTS,
        now=TIMES,
    )
    def finish(
        self, data: st.DataObject, state: FinalState, text: str, result: str, now: datetime
    ) -> None:
        self.end(self.draw(data, "running"), state, text, result, now)

    def end(
        self, row: dict[str, Any], state: FinalState, text: str, result: str, now: datetime
    ) -> None:
        job_id, attempt = row["id"], row["attempt"]
        ended = self.store.finish(job_id, attempt, state, message=text, result=result, now=now)
        assert ended is True
        row["message"] = text
        self.leave(row, state, now)
        if state == "done":
            row.update(progress=1.0, result=result)
            self.forget_blobs(row["id"])

    @precondition(lambda self: self.are("running"))
    @rule(data=st.data(), counted=st.booleans(), now=TIMES)
    def release(self, data: st.DataObject, counted: bool, now: datetime) -> None:
        row = self.draw(data, "running")
        assert self.store.release(row["id"], row["attempt"], counted=counted, now=now) is True
        if not counted and row["tries"] > 0:
            row["tries"] -= 1
        self.leave(row, "cancelled" if row["cancel_requested"] else "queued", now)

    @precondition(lambda self: self.are("running"))
    @rule(data=st.data(), key=KEYS, blob=BLOBS, now=TIMES)
    def save(self, data: st.DataObject, key: str, blob: bytes, now: datetime) -> None:
        self.keep(self.draw(data, "running"), key, blob, now)

    def keep(self, row: dict[str, Any], key: str, blob: bytes, now: datetime) -> None:
        assert self.store.save(row["id"], row["attempt"], key, blob, now=now) is True
        row.update(tries=0, updated=now, heartbeat=now)
        self.blobs[row["id"], key] = blob

    @rule(data=st.data(), job_id=ID, back=st.sampled_from([-1, 0, 1]), now=TIMES)
    def what_does_not_fit_changes_nothing(
        self, data: st.DataObject, job_id: str, back: int, now: datetime
    ) -> None:
        row = self.rows.get(job_id)
        attempt = (0 if row is None else row["attempt"]) - back
        if row is None or row["state"] != "running" or back != 0:
            answer = self.store.beat(job_id, attempt, progress=0.5, message="lost", now=now)
            assert answer == "lost"
            assert self.store.save(job_id, attempt, "state", b"lost", now=now) is False
            assert self.store.release(job_id, attempt, counted=True, now=now) is False
            state = data.draw(st.sampled_from(FINISHED_STATES))
            ended = self.store.finish(job_id, attempt, state, message="!", result="0", now=now)
            assert ended is False
        if row is None or row["state"] in {"queued", "running", "done"}:
            assert seen(self.store.resume(job_id, now=now, queue_limit=100)) == row
        if row is None or row["state"] in {"queued", "running"}:
            assert self.store.remove(job_id) is False
        if row is None:
            assert self.store.get(job_id) is None
            assert self.store.request_cancel(job_id, now=now) is None
            assert self.store.load(job_id, "state") is None
            assert list(self.store.keys(job_id)) == []

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), now=TIMES)
    def request_cancel(self, data: st.DataObject, now: datetime) -> None:
        row = self.draw(data, *STATES)
        record = self.store.request_cancel(row["id"], now=now)
        if row["state"] == "queued":
            row.update(state="cancelled", updated=now)
        elif row["state"] == "running" and not row["cancel_requested"]:
            row.update(cancel_requested=True, updated=now)
        assert seen(record) == row

    @precondition(lambda self: self.are("failed", "cancelled"))
    @rule(data=st.data(), now=TIMES, room=ROOM)
    def resume(self, data: st.DataObject, now: datetime, room: int) -> None:
        row = self.draw(data, "failed", "cancelled")
        limit = len(self.queued()) + room
        record = self.store.resume(row["id"], now=now, queue_limit=limit)
        if room > 0:
            row.update(state="queued", message="", tries=0, updated=now)
        assert seen(record) == row

    @precondition(lambda self: self.are(*FINISHED_STATES))
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        row = self.draw(data, *FINISHED_STATES)
        assert self.store.remove(row["id"]) is True
        del self.rows[row["id"]]
        self.forget_blobs(row["id"])

    @rule()
    def come_back(self) -> None:
        self.store = self.reopen(self.store)

    # What may be seen

    @rule(
        states=st.none() | st.sets(st.sampled_from(STATES)),
        after=st.integers(0, 20),
        limit=st.none() | st.integers(0, 4),
    )
    def select(self, states: set[State] | None, after: int, limit: int | None) -> None:
        rows = sorted(self.rows.values(), key=lambda row: cast("int", row["number"]))
        wanted = [
            row
            for row in rows
            if row["number"] > after and (states is None or row["state"] in states)
        ]
        found = self.store.jobs(states=states, after=after, limit=limit)
        assert [seen(record) for record in found] == wanted[:limit]

    @invariant()
    def the_jobs_agree(self) -> None:
        found = self.store.jobs()
        rows = sorted(self.rows.values(), key=lambda row: cast("int", row["number"]))
        assert [seen(record) for record in found] == rows
        for record in found:
            assert seen(self.store.get(record.id)) == seen(record)
            assert type(record.cancel_requested) is bool
            assert record.created.utcoffset() == timedelta(0)

    @invariant()
    def the_checkpoints_agree(self) -> None:
        for job_id in self.rows:
            keys = sorted(key for owner, key in self.blobs if owner == job_id)
            assert list(self.store.keys(job_id)) == keys
            for key in keys:
                assert self.store.load(job_id, key) == self.blobs[job_id, key]


# What only several threads can break

THREADS = 4
NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def claims_are_exclusive(store: JobStore, count: int = 40) -> None:
    """Every queued job is claimed once, and each thread gets rising numbers."""
    for n in range(count):
        assert store.add(f"job-{n}", "solve", "{}", now=NOW, queue_limit=count) is not None
    start = Barrier(THREADS)

    def take(owner: str) -> list[JobRecord]:
        start.wait()
        taken = []
        while (record := store.claim(owner, now=NOW)) is not None:
            taken.append(record)
        return taken

    with ThreadPoolExecutor(THREADS) as pool:
        shares = list(pool.map(take, [f"owner-{n}" for n in range(THREADS)]))
    for share in shares:
        assert [record.number for record in share] == sorted(record.number for record in share)
    everything = Counter(record.id for share in shares for record in share)
    assert everything == Counter(f"job-{n}" for n in range(count))


def one_add_of_an_id_wins(store: JobStore, rounds: int = 20) -> None:
    """Of several simultaneous adds of an id one adds, and all return its record."""
    start = Barrier(THREADS)

    def add(thread: int) -> list[dict[str, Any] | None]:
        records = []
        for n in range(rounds):
            start.wait()
            records.append(
                store.add(f"job-{n}", "solve", f'{{"by":{thread}}}', now=NOW, queue_limit=rounds)
            )
        return [seen(record) for record in records]

    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(add, range(THREADS)))
    assert all(answer == answers[0] for answer in answers)
    assert [record.id for record in store.jobs()] == [f"job-{n}" for n in range(rounds)]


def the_queue_never_overflows(store: JobStore, limit: int = 5) -> None:
    """Simultaneous adds of different ids don't exceed the limit together."""
    start = Barrier(THREADS)

    def add(thread: int) -> int:
        start.wait()
        ids = [f"job-{thread}-{n}" for n in range(limit)]
        added = [store.add(name, "solve", "{}", now=NOW, queue_limit=limit) for name in ids]
        return sum(record is not None for record in added)

    with ThreadPoolExecutor(THREADS) as pool:
        assert sum(pool.map(add, range(THREADS))) == limit
    assert len(store.jobs(states={"queued"})) == limit


def no_blob_is_torn(store: JobStore, rounds: int = 30) -> None:
    """A reader beside a writer sees whole blobs only, and never an older one after a newer."""
    assert store.add("job", "solve", "{}", now=NOW, queue_limit=1) is not None
    claimed = store.claim("owner", now=NOW)
    assert claimed is not None
    size = 50_000
    start = Barrier(2)

    def write() -> None:
        start.wait()
        for n in range(rounds):
            assert store.save("job", claimed.attempt, "state", bytes([n]) * size, now=NOW)

    def read() -> list[int]:
        start.wait()
        found: list[int] = []
        while not found or found[-1] < rounds - 1:
            blob = store.load("job", "state")
            if blob is not None:
                assert blob == blob[:1] * size
                found.append(blob[0])
        return found

    with ThreadPoolExecutor(2) as pool:
        writing = pool.submit(write)
        found = pool.submit(read).result()
        writing.result()
    assert found == sorted(found)
