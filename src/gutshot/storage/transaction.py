"""A transaction: everything that can be read in one, and written."""

from __future__ import annotations

from gutshot.storage.event_part import EventReader, EventWriter
from gutshot.storage.ledger_part import LedgerReader, LedgerWriter
from gutshot.storage.note_part import NoteReader, NoteWriter
from gutshot.storage.player_part import PlayerReader, PlayerWriter

__all__ = ["ReadTransaction", "Transaction"]


class ReadTransaction(LedgerReader, EventReader, NoteReader, PlayerReader):
    """What a transaction reads, all of it from one moment."""


class Transaction(LedgerWriter, EventWriter, NoteWriter, PlayerWriter, ReadTransaction):
    """What a transaction reads and writes; it is kept when the `with` block ends well."""
