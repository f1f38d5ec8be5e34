"""Accounts and transfers, streams of events, notes, players, jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

if TYPE_CHECKING:
    from sqlalchemy.schema import SchemaItem

revision = "0001"
down_revision = None

_TEXT = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
_WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_SHARE: sa.Double[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
_RESOLVES = sa.text("kind IN ('post', 'void')")

_KEPT = {"transfers": "a transfer is never changed", "events": "an event is never changed"}
_REFUSE_ON_POSTGRESQL = """
CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""


def upgrade() -> None:
    """Make everything."""
    _make_ledger()
    _make_streams()
    _make_players()
    _make_jobs()
    for table, why in _KEPT.items():
        _keep(table, why)


def _table(name: str, *parts: SchemaItem, numbered: bool = False) -> None:
    op.create_table(name, *parts, sqlite_strict=True, sqlite_autoincrement=numbered)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, _WHOLE, primary_key=True)


def _texts(*names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, _TEXT, nullable=False) for name in names]


def _wholes(*names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, _WHOLE, nullable=False) for name in names]


def _make_ledger() -> None:
    _table(
        "accounts",
        *_texts("id", "kind"),
        sa.Column("floor", _WHOLE, nullable=True),
        *_wholes("posted", "pending_debits", "pending_credits"),
        sa.PrimaryKeyConstraint("id", name="accounts_key"),
        sa.CheckConstraint(
            "floor IS NULL OR posted - pending_debits >= floor", name="accounts_floor"
        ),
        sa.CheckConstraint("pending_debits >= 0 AND pending_credits >= 0", name="accounts_pending"),
    )
    _table(
        "transfers",
        _number("position"),
        *_texts("id", "debit", "credit"),
        *_wholes("amount"),
        *_texts("purpose", "kind"),
        sa.Column("refers_to", _TEXT, nullable=True),
        *_texts("at"),
        sa.UniqueConstraint("id", name="transfers_id_once"),
        sa.ForeignKeyConstraint(["debit"], ["accounts.id"], name="transfers_debit_exists"),
        sa.ForeignKeyConstraint(["credit"], ["accounts.id"], name="transfers_credit_exists"),
        sa.ForeignKeyConstraint(["refers_to"], ["transfers.id"], name="transfers_referred_exists"),
        sa.CheckConstraint("amount BETWEEN 1 AND 1000000000000", name="transfers_amount"),
        sa.CheckConstraint("debit <> credit", name="transfers_two_accounts"),
        sa.CheckConstraint("kind IN ('direct', 'pending', 'post', 'void')", name="transfers_kind"),
        sa.CheckConstraint(
            "kind = 'direct' OR (kind = 'pending') = (refers_to IS NULL)",
            name="transfers_reference",
        ),
    )
    op.create_index("transfers_of_debit", "transfers", ["debit", "position"])
    op.create_index("transfers_of_credit", "transfers", ["credit", "position"])
    op.create_index(
        "transfers_resolve_once",
        "transfers",
        ["refers_to"],
        unique=True,
        sqlite_where=_RESOLVES,
        postgresql_where=_RESOLVES,
    )


def _make_streams() -> None:
    _table(
        "streams",
        _number("position"),
        *_texts("id", "owner", "kind"),
        *_wholes("length"),
        sa.UniqueConstraint("id", name="streams_id_once"),
        sa.CheckConstraint("length >= 0", name="streams_length"),
    )
    op.create_index("streams_of_owner", "streams", ["owner", "kind", "position"])
    _table(
        "owners",
        *_texts("id"),
        *_wholes("events"),
        sa.PrimaryKeyConstraint("id", name="owners_key"),
    )
    _table(
        "events",
        *_texts("stream"),
        *_wholes("sequence"),
        *_texts("owner"),
        *_wholes("position"),
        *_texts("kind", "body", "at"),
        sa.PrimaryKeyConstraint("stream", "sequence", name="events_key"),
        sa.UniqueConstraint("owner", "position", name="events_position_once"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="events_stream_exists"),
        sa.ForeignKeyConstraint(["owner"], ["owners.id"], name="events_owner_exists"),
        sa.CheckConstraint("sequence >= 1 AND position >= 1", name="events_numbers"),
    )
    op.create_index("events_of_owner", "events", ["owner", "kind", "position"])
    _table(
        "notes",
        *_texts("owner", "key", "body"),
        sa.PrimaryKeyConstraint("owner", "key", name="notes_key"),
    )


def _make_players() -> None:
    _table(
        "players",
        *_texts("id", "created"),
        sa.PrimaryKeyConstraint("id", name="players_key"),
    )
    _table(
        "secrets",
        *_texts("hash", "player", "label", "created"),
        sa.PrimaryKeyConstraint("hash", name="secrets_key"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="secrets_player_exists"),
    )
    op.create_index("secrets_of_player", "secrets", ["player"])
    _table(
        "logins",
        *_texts("player", "name", "folded", "passphrase_hash"),
        sa.PrimaryKeyConstraint("player", name="logins_key"),
        sa.UniqueConstraint("folded", name="logins_name_once"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="logins_player_exists"),
    )


def _make_jobs() -> None:
    _table(
        "jobs",
        _number("number"),
        *_texts("id", "kind", "inputs", "state"),
        sa.Column("progress", _SHARE, nullable=False),
        *_texts("message"),
        sa.Column("result", _TEXT, nullable=True),
        *_wholes("attempt", "tries"),
        sa.Column("owner", _TEXT, nullable=True),
        *_wholes("cancel_requested"),
        *_texts("created", "updated"),
        sa.Column("heartbeat", _TEXT, nullable=True),
        sa.UniqueConstraint("id", name="jobs_id_once"),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="jobs_state"
        ),
        numbered=True,
    )
    op.create_index("jobs_by_state", "jobs", ["state", "number"])
    _table(
        "checkpoints",
        *_texts("job", "key"),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("job", "key", name="checkpoints_key"),
        sa.ForeignKeyConstraint(
            ["job"], ["jobs.id"], name="checkpoints_job_exists", ondelete="CASCADE"
        ),
    )


def _keep(table: str, why: str) -> None:
    """Let rows be added to a table, and nothing else be done to them."""
    if op.get_context().dialect.name == "sqlite":
        for what in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{what.lower()} BEFORE {what} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, '{why}'); END"
            )
        return
    op.execute(_REFUSE_ON_POSTGRESQL.format(table=table, why=why))
    op.execute(
        f"CREATE TRIGGER {table}_refuse BEFORE UPDATE OR DELETE ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {table}_refuse()"
    )
    op.execute(
        f"CREATE TRIGGER {table}_refuse_truncate BEFORE TRUNCATE ON {table}"
        f" FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()"
    )
