"""Statements whose text is made once: what runs hundreds of times a second is not compiled again.

SQLAlchemy takes longer to put a small statement together than a database to carry it out. A `Fixed`
statement is written with its constructs as any other, and kept as text for each database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sqlalchemy import bindparam

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sqlalchemy import BindParameter, ClauseElement, Dialect
    from sqlalchemy.sql.compiler import SQLCompiler

__all__ = ["Fixed"]


class _Text(NamedTuple):
    """A statement as a driver takes it; order : of the parameters where they have no names."""

    sql: str
    order: tuple[str, ...] | None


class Fixed:
    """A statement that is used often.

    build : makes it, given the parameters of a list of texts to look for; none where it has none.
    """

    def __init__(self, build: Callable[[Sequence[BindParameter[str]]], ClauseElement]) -> None:
        self._build = build
        self._texts: dict[tuple[str, int], _Text] = {}

    def run_with(
        self, dialect: Dialect, parameters: Mapping[str, Any]
    ) -> tuple[str, Mapping[str, Any] | tuple[Any, ...]]:
        """Return the statement's text for a database, and its parameters as the driver takes them.

        parameters : by name, all that the statement names.
        """
        text = self._text(dialect, 0)
        return text.sql, _as_taken(text, parameters)

    def run_with_each(
        self, dialect: Dialect, rows: Iterable[Mapping[str, Any]]
    ) -> tuple[str, list[Mapping[str, Any] | tuple[Any, ...]]]:
        """Return the same for a statement that is carried out once a row."""
        text = self._text(dialect, 0)
        return text.sql, [_as_taken(text, row) for row in rows]

    def look_for(
        self, dialect: Dialect, wanted: Sequence[str], parameters: Mapping[str, Any]
    ) -> tuple[str, Mapping[str, Any] | tuple[Any, ...]]:
        """Return the same for a statement that looks for some texts, at least one.

        A text is kept for each power of two; the last one wanted stands for those that are missing.
        """
        count = 1 << (len(wanted) - 1).bit_length()
        text = self._text(dialect, count)
        every = [*wanted, *[wanted[-1]] * (count - len(wanted))]
        named = dict(zip(_names(count), every, strict=True))
        return text.sql, _as_taken(text, {**named, **parameters})

    def _text(self, dialect: Dialect, count: int) -> _Text:
        key = dialect.name, count
        found = self._texts.get(key)
        if found is None:
            statement = self._build([bindparam(name) for name in _names(count)])
            compiled = cast("SQLCompiler", statement.compile(dialect=dialect))
            order = compiled.positiontup if compiled.positional else None
            found = _Text(str(compiled), None if order is None else tuple(order))
            self._texts[key] = found
        return found


def _names(count: int) -> list[str]:
    return [f"wanted_{number}" for number in range(count)]


def _as_taken(text: _Text, row: Mapping[str, Any]) -> Mapping[str, Any] | tuple[Any, ...]:
    return row if text.order is None else tuple(row[name] for name in text.order)
