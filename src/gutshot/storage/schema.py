"""The tables, as they are at the newest version; `migrations` says how they came to be.

Transfers and events are only ever added to: triggers refuse to change or delete one. The balances
in `accounts` are a cache of the transfers, changed in the transaction that adds the transfer, and
can be computed again (`LedgerReader.drift`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects import postgresql

if TYPE_CHECKING:
    from sqlalchemy.schema import SchemaItem

__all__ = [
    "METADATA",
    "SCHEMA_VERSION",
    "accounts",
    "checkpoints",
    "events",
    "jobs",
    "logins",
    "notes",
    "owners",
    "players",
    "secrets",
    "streams",
    "transfers",
]

SCHEMA_VERSION: Final = "0001"
"""The newest revision in `migrations/versions`."""

METADATA: Final = MetaData()

# Sorted and compared by code point on both databases, whatever language the server speaks.
_TEXT: Final = Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
# SQLite's integers all have 64 bits; what it numbers by itself must be called INTEGER.
_WHOLE: Final = BigInteger().with_variant(Integer(), "sqlite")
_SHARE: Double[float] = Double().with_variant(REAL(), "sqlite")
_RESOLVES: Final = text("kind IN ('post', 'void')")


def _table(name: str, *parts: SchemaItem, numbered: bool = False) -> Table:
    """Return a table; STRICT, so that SQLite refuses a text in a column of numbers as others do.

    numbered : the first column counts by itself and never gives a number twice.
    """
    return Table(name, METADATA, *parts, sqlite_strict=True, sqlite_autoincrement=numbered)


def _text(name: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, _TEXT, nullable=nullable)


def _whole(name: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, _WHOLE, nullable=nullable)


accounts: Final = _table(
    "accounts",
    _text("id"),
    _text("kind"),
    _whole("floor", nullable=True),
    _whole("posted"),
    _whole("pending_debits"),
    _whole("pending_credits"),
    PrimaryKeyConstraint("id", name="accounts_key"),
    CheckConstraint("floor IS NULL OR posted - pending_debits >= floor", name="accounts_floor"),
    CheckConstraint("pending_debits >= 0 AND pending_credits >= 0", name="accounts_pending"),
)

transfers: Final = _table(
    "transfers",
    Column("position", _WHOLE, primary_key=True),
    _text("id"),
    _text("debit"),
    _text("credit"),
    _whole("amount"),
    _text("purpose"),
    _text("kind"),
    _text("refers_to", nullable=True),
    _text("at"),
    UniqueConstraint("id", name="transfers_id_once"),
    ForeignKeyConstraint(["debit"], ["accounts.id"], name="transfers_debit_exists"),
    ForeignKeyConstraint(["credit"], ["accounts.id"], name="transfers_credit_exists"),
    ForeignKeyConstraint(["refers_to"], ["transfers.id"], name="transfers_referred_exists"),
    CheckConstraint("amount BETWEEN 1 AND 1000000000000", name="transfers_amount"),
    CheckConstraint("debit <> credit", name="transfers_two_accounts"),
    CheckConstraint("kind IN ('direct', 'pending', 'post', 'void')", name="transfers_kind"),
    CheckConstraint(
        "kind = 'direct' OR (kind = 'pending') = (refers_to IS NULL)", name="transfers_reference"
    ),
    Index("transfers_of_debit", "debit", "position"),
    Index("transfers_of_credit", "credit", "position"),
    # A pending transfer is posted or voided once, whoever asks.
    Index(
        "transfers_resolve_once",
        "refers_to",
        unique=True,
        sqlite_where=_RESOLVES,
        postgresql_where=_RESOLVES,
    ),
)
streams: Final = _table(
    "streams",
    Column("position", _WHOLE, primary_key=True),
    _text("id"),
    _text("owner"),
    _text("kind"),
    _whole("length"),
    UniqueConstraint("id", name="streams_id_once"),
    CheckConstraint("length >= 0", name="streams_length"),
    Index("streams_of_owner", "owner", "kind", "position"),
)

owners: Final = _table(
    "owners",
    _text("id"),
    _whole("events"),
    PrimaryKeyConstraint("id", name="owners_key"),
)

events: Final = _table(
    "events",
    _text("stream"),
    _whole("sequence"),
    _text("owner"),
    _whole("position"),
    _text("kind"),
    _text("body"),
    _text("at"),
    PrimaryKeyConstraint("stream", "sequence", name="events_key"),
    UniqueConstraint("owner", "position", name="events_position_once"),
    ForeignKeyConstraint(["stream"], ["streams.id"], name="events_stream_exists"),
    ForeignKeyConstraint(["owner"], ["owners.id"], name="events_owner_exists"),
    CheckConstraint("sequence >= 1 AND position >= 1", name="events_numbers"),
    Index("events_of_owner", "owner", "kind", "position"),
)

notes: Final = _table(
    "notes",
    _text("owner"),
    _text("key"),
    _text("body"),
    PrimaryKeyConstraint("owner", "key", name="notes_key"),
)

players: Final = _table(
    "players",
    _text("id"),
    _text("created"),
    PrimaryKeyConstraint("id", name="players_key"),
)

secrets: Final = _table(
    "secrets",
    _text("hash"),
    _text("player"),
    _text("label"),
    _text("created"),
    PrimaryKeyConstraint("hash", name="secrets_key"),
    ForeignKeyConstraint(["player"], ["players.id"], name="secrets_player_exists"),
    Index("secrets_of_player", "player"),
)

logins: Final = _table(
    "logins",
    _text("player"),
    _text("name"),
    _text("folded"),
    _text("passphrase_hash"),
    PrimaryKeyConstraint("player", name="logins_key"),
    UniqueConstraint("folded", name="logins_name_once"),
    ForeignKeyConstraint(["player"], ["players.id"], name="logins_player_exists"),
)

jobs: Final = _table(
    "jobs",
    Column("number", _WHOLE, primary_key=True),
    _text("id"),
    _text("kind"),
    _text("inputs"),
    _text("state"),
    Column("progress", _SHARE, nullable=False),
    _text("message"),
    _text("result", nullable=True),
    _whole("attempt"),
    _whole("tries"),
    _text("owner", nullable=True),
    _whole("cancel_requested"),
    _text("created"),
    _text("updated"),
    _text("heartbeat", nullable=True),
    UniqueConstraint("id", name="jobs_id_once"),
    CheckConstraint(
        "state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="jobs_state"
    ),
    Index("jobs_by_state", "state", "number"),
    numbered=True,
)

checkpoints: Final = _table(
    "checkpoints",
    _text("job"),
    _text("key"),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("job", "key", name="checkpoints_key"),
    ForeignKeyConstraint(["job"], ["jobs.id"], name="checkpoints_job_exists", ondelete="CASCADE"),
)
