"""Notes in a transaction: small JSON values by owner and key."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, func, select

from gutshot.storage.encoding import check_count, check_line, check_token, json_text, json_value
from gutshot.storage.part import Part
from gutshot.storage.schema import notes

__all__ = ["KEY_LENGTH_MAX", "NOTES_MAX", "NOTE_BYTES_MAX", "NoteReader", "NoteWriter"]

KEY_LENGTH_MAX: Final = 200
NOTE_BYTES_MAX: Final = 1 << 20
"""JSON of one note."""

NOTES_MAX: Final = 10_000
"""Notes of one owner."""


class NoteReader(Part):
    """Looking at notes."""

    def note(self, owner: str, key: str) -> Any:  # noqa: ANN401 - whatever was put in
        """Return a note's JSON value, None when there is none."""
        query = select(notes.c.body).where(notes.c.owner == owner, notes.c.key == key)
        row = self._row(query)
        return None if row is None else json_value(row.body)

    def notes(self, owner: str, prefix: str = "") -> dict[str, Any]:
        """Return an owner's notes whose keys begin with a prefix, sorted by key."""
        query = select(notes.c.key, notes.c.body).where(notes.c.owner == owner)
        if prefix:
            query = query.where(func.substr(notes.c.key, 1, len(prefix)) == prefix)
        return {row.key: json_value(row.body) for row in self._rows(query.order_by(notes.c.key))}


class NoteWriter(NoteReader):
    """Changing notes."""

    def set_note(self, owner: str, key: str, body: object) -> None:
        """Keep a JSON value under a key, in place of an earlier one; RecordError over a limit."""
        check_token("an owner", owner)
        check_line("a note's key", key, KEY_LENGTH_MAX)
        kept = json_text(f"note {key}", body, NOTE_BYTES_MAX)
        if self.note(owner, key) is None:
            count = select(func.count()).select_from(notes).where(notes.c.owner == owner)
            check_count(f"{owner}'s book of notes", self._run(count).scalar_one() + 1, NOTES_MAX)
        row = self._insert(notes).values(owner=owner, key=key, body=kept)
        self._run(row.on_conflict_do_update(index_elements=["owner", "key"], set_={"body": kept}))

    def delete_note(self, owner: str, key: str) -> bool:
        """Delete a note; False when there was none."""
        gone = self._run(delete(notes).where(notes.c.owner == owner, notes.c.key == key))
        return gone.rowcount > 0
