"""A player's mistakes as notes: which wait to be asked again, and what an answer does to them.

Each game keeps its own under a prefix; when they are due is `spacing`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gutshot.play.spacing import Drill

if TYPE_CHECKING:
    from datetime import datetime

    from gutshot.storage import ReadTransaction, Transaction

__all__ = ["MISTAKES_MAX", "Mistakes"]

MISTAKES_MAX: Final = 1_000
"""Mistakes of a player that wait to be asked again, of one game."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The mistakes of one game.

    prefix : of the keys of their notes.
    """

    prefix: str

    def waiting(
        self, tx: ReadTransaction | Transaction, owner: str, start: str = ""
    ) -> list[Drill]:
        """Return a player's mistakes whose keys begin with `start`, the first due first."""
        notes = tx.notes(owner, self.prefix + start)
        return sorted(map(Drill.from_body, notes.values()), key=lambda one: one.due)

    def due(
        self, tx: ReadTransaction | Transaction, owner: str, at: datetime, start: str = ""
    ) -> list[Drill]:
        """Return those that are due, longest overdue first."""
        return [one for one in self.waiting(tx, owner, start) if one.is_due(at)]

    def answered(
        self, tx: Transaction, owner: str, key: str, *, right: bool, repeated: bool, at: datetime
    ) -> None:
        """Note a mistake to be asked again, or move one on that was asked because it was due."""
        name = self.prefix + key
        if repeated:
            note = tx.note(owner, name)
            # two sessions may have asked it: the first answer counts
            if note is not None and Drill.from_body(note).is_due(at):
                answered = Drill.from_body(note).answered(right=right, at=at)
                if answered.learned:
                    tx.delete_note(owner, name)
                else:
                    tx.set_note(owner, name, answered.body())
            return
        if right:
            return
        known = tx.notes(owner, self.prefix)
        if name in known:
            return
        if len(known) >= MISTAKES_MAX:  # the one that would come back last makes room
            latest = max(known, key=lambda one: str(known[one]["due"]))
            tx.delete_note(owner, latest)
        tx.set_note(owner, name, Drill.new(key, at).body())
