"""Notes in a transaction: small JSON values by owner and key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Integer, bindparam, delete, func, literal_column, select, update

from gutshot.storage.encoding import check_count, check_line, check_token, json_text, json_value
from gutshot.storage.errors import RecordError
from gutshot.storage.fixed import EachRow, Fixed
from gutshot.storage.part import Part
from gutshot.storage.schema import notes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import BindParameter, ColumnElement, Connection

__all__ = ["KEY_LENGTH_MAX", "NOTES_MAX", "NOTE_BYTES_MAX", "NoteReader", "NoteWriter"]

KEY_LENGTH_MAX: Final = 200
NOTE_BYTES_MAX: Final = 1 << 20
"""JSON of one note."""

NOTES_MAX: Final = 10_000
"""Notes of one owner."""


_OF_EACH: Final = Fixed(
    lambda among: select(notes.c.owner, notes.c.body).where(
        among(notes.c.owner), notes.c.key == bindparam("key")
    )
)
_FIRST: ColumnElement[int] = literal_column(
    "1"
)  # written out: every value of a fixed statement has a name
_LENGTH: BindParameter[int] = bindparam("length", type_=Integer)
_BEGINNINGS: Final = Fixed(
    lambda among: select(
        notes.c.owner, func.substr(notes.c.body, _FIRST, _LENGTH).label("text")
    ).where(among(notes.c.owner), notes.c.key == bindparam("key"))
)
_SET_OF_EACH: Final = EachRow.updated(
    notes, where={"of": notes.c.owner, "under": notes.c.key}, values={"to": notes.c.body}
)


class NoteReader(Part):
    """Looking at notes."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._met: set[tuple[str, str]] = set()  # notes of many owners that this transaction knows

    def note(self, owner: str, key: str) -> Any:  # noqa: ANN401 - whatever was put in
        """Return a note's JSON value, None when there is none."""
        query = select(notes.c.body).where(notes.c.owner == owner, notes.c.key == key)
        row = self._row(query)
        return None if row is None else json_value(row.body)

    def note_of_each(self, owners: Collection[str], key: str) -> dict[str, Any]:
        """Return the JSON values of those owners who have a note under a key, by owner."""
        rows = self._rows_of(_OF_EACH, owners, key=key)
        self._met |= {(row.owner, key) for row in rows}
        return {row.owner: json_value(row.body) for row in rows}

    def note_beginnings(self, owners: Collection[str], key: str, length: int) -> dict[str, str]:
        """Return the first characters of those owners' notes under a key as JSON text, by owner.

        It tells by what stands in front whether the whole note need be read.
        """
        rows = self._rows_of(_BEGINNINGS, owners, key=key, length=length)
        self._met |= {(row.owner, key) for row in rows}
        return {row.owner: row.text for row in rows}

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
        here = update(notes).where(notes.c.owner == owner, notes.c.key == key)
        if self._run(here.values(body=kept)).rowcount:
            return
        count = select(func.count()).select_from(notes).where(notes.c.owner == owner)
        check_count(f"{owner}'s book of notes", self._run(count).scalar_one() + 1, NOTES_MAX)
        self._run(notes.insert().values(owner=owner, key=key, body=kept))

    def set_note_of_each(self, bodies: Mapping[str, object], key: str) -> None:
        """Keep a JSON value of each owner under a key, in place of earlier ones that they have.

        Raises
        ------
        RecordError
            When an owner has no note under this key yet, and over a limit.
        """
        rows = [
            {"of": owner, "under": key, "to": json_text(f"note {key}", body, NOTE_BYTES_MAX)}
            for owner, body in bodies.items()
        ]
        if not rows:
            return
        unmet = [owner for owner in bodies if (owner, key) not in self._met]
        if self.note_beginnings(unmet, key, 1).keys() != set(unmet):
            raise RecordError(f"not all of these owners have a note {key}; set it one by one")
        self._run_each(_SET_OF_EACH, rows)

    def delete_note(self, owner: str, key: str) -> bool:
        """Delete a note; False when there was none."""
        self._met.discard((owner, key))
        gone = self._run(delete(notes).where(notes.c.owner == owner, notes.c.key == key))
        return gone.rowcount > 0
