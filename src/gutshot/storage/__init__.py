"""One SQL database for what must not be lost: ledger, streams of events, notes, players, jobs.

It knows no game. `Database.open()` gives transactions; `with database.write() as tx` keeps all that
happened in the block, or nothing.
"""

from __future__ import annotations

from gutshot.storage.database import Database
from gutshot.storage.errors import (
    BusyError,
    ConflictError,
    DatabaseUrlError,
    NameTakenError,
    NewerDatabaseError,
    PlayerConflictError,
    RecordError,
    StorageError,
    StreamConflictError,
    UnknownPlayerError,
    UnknownStreamError,
)
from gutshot.storage.event_part import Event, RecordedEvent, Stream
from gutshot.storage.hashing import hash_passphrase, hash_secret, passphrase_fits
from gutshot.storage.job_rows import JobRow
from gutshot.storage.job_store import DatabaseJobStore
from gutshot.storage.ledger_part import Drift
from gutshot.storage.player_part import Login, Secret
from gutshot.storage.transaction import ReadTransaction, Transaction

__all__ = [
    "BusyError",
    "ConflictError",
    "Database",
    "DatabaseJobStore",
    "DatabaseUrlError",
    "Drift",
    "Event",
    "JobRow",
    "Login",
    "NameTakenError",
    "NewerDatabaseError",
    "PlayerConflictError",
    "ReadTransaction",
    "RecordError",
    "RecordedEvent",
    "Secret",
    "StorageError",
    "Stream",
    "StreamConflictError",
    "Transaction",
    "UnknownPlayerError",
    "UnknownStreamError",
    "hash_passphrase",
    "hash_secret",
    "passphrase_fits",
]
