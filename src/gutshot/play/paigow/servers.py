"""Which processes keep tables, and which of them are gone: what they left undealt goes back.

Each process has a note that it renews. It is taken for gone when the note is old, or at once where
the note names a process of this machine that does not run any more.
"""

from __future__ import annotations

import os
import socket
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from gutshot.play.paigow.kept import OWNER

if TYPE_CHECKING:
    from gutshot.storage import ReadTransaction, Transaction

__all__ = ["BEAT_S", "LEASE_S", "Server"]

BEAT_S: Final = 3.0
"""Seconds between two renewals."""

LEASE_S: Final = 15.0
"""Seconds after which a process that renewed nothing is taken for gone."""

_KEY: Final = "server:"


class Server:
    """A process, this one, among those that keep tables of a database."""

    def __init__(self) -> None:
        self.id = uuid4().hex[:12]
        self._place = _place()
        self._renewed: datetime | None = None

    @property
    def is_new(self) -> bool:
        """Whether this process has not said yet that it is alive."""
        return self._renewed is None

    def is_due(self, at: datetime) -> bool:
        """Tell whether the note should be renewed."""
        return self._renewed is None or at - self._renewed >= timedelta(seconds=BEAT_S)

    def renew(self, tx: Transaction, at: datetime) -> None:
        """Say that this process is alive."""
        body = {"place": self._place, "process": os.getpid(), "at": at.isoformat()}
        tx.set_note(OWNER, _KEY + self.id, body)

    def renewed(self, at: datetime) -> None:
        """Remember when the note was renewed, once the transaction is committed."""
        self._renewed = at

    def sign_off(self, tx: Transaction) -> None:
        """Take the note back."""
        tx.delete_note(OWNER, _KEY + self.id)
        self._renewed = None

    def others(self, tx: ReadTransaction | Transaction, at: datetime) -> tuple[set[str], set[str]]:
        """Return the other processes that are alive, and those that left a note and are gone."""
        alive: set[str] = set()
        gone: set[str] = set()
        for key, note in tx.notes(OWNER, _KEY).items():
            name = key.removeprefix(_KEY)
            if name != self.id:
                (gone if self._is_gone(note, at) else alive).add(name)
        return alive, gone

    def forget(self, tx: Transaction, server: str) -> None:
        """Delete the note of a process that is gone."""
        tx.delete_note(OWNER, _KEY + server)

    def _is_gone(self, note: dict[str, Any], at: datetime) -> bool:
        if at - datetime.fromisoformat(note["at"]) >= timedelta(seconds=LEASE_S):
            return True
        return note["place"] == self._place and not _runs(note["process"])


def _place() -> str:
    """Return what processes share that can see each other's numbers."""
    try:
        space = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        space = 0
    return f"{socket.gethostname()}:{space}"


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
