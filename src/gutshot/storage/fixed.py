"""Statements whose text is made once: what runs hundreds of times a second is not compiled again.

SQLAlchemy takes longer to put a small statement together than a database to carry it out. A `Fixed`
statement is written with its constructs as any other, and kept as text for each database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sqlalchemy import ARRAY, Text, any_, bindparam

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sqlalchemy import ClauseElement, ColumnElement, Dialect
    from sqlalchemy.sql.compiler import SQLCompiler

    Among = Callable[[ColumnElement[Any]], ColumnElement[bool]]

__all__ = ["Fixed"]

_WANTED = "wanted"


class _Text(NamedTuple):
    """A statement as a driver takes it; order : of the parameters where they have no names."""

    sql: str
    order: tuple[str, ...] | None


class Fixed:
    """A statement that is used often.

    build : makes it; what it is given says of a column that it holds one of the texts that are
        looked for, where a statement looks for some.
    """

    def __init__(self, build: Callable[[Among], ClauseElement]) -> None:
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

        PostgreSQL takes them as an array. For SQLite a text is kept for each power of two; the last
        one wanted stands for those that are missing.
        """
        if dialect.name == "postgresql":
            text = self._text(dialect, 0)
            return text.sql, _as_taken(text, {_WANTED: list(wanted), **parameters})
        count = 1 << (len(wanted) - 1).bit_length()
        text = self._text(dialect, count)
        every = [*wanted, *[wanted[-1]] * (count - len(wanted))]
        named = dict(zip(_names(count), every, strict=True))
        return text.sql, _as_taken(text, {**named, **parameters})

    def _text(self, dialect: Dialect, count: int) -> _Text:
        key = dialect.name, count
        found = self._texts.get(key)
        if found is None:
            statement = self._build(_among(dialect, count))
            compiled = cast("SQLCompiler", statement.compile(dialect=dialect))
            order = compiled.positiontup if compiled.positional else None
            found = _Text(str(compiled), None if order is None else tuple(order))
            self._texts[key] = found
        return found


def _among(dialect: Dialect, count: int) -> Among:
    def among(column: ColumnElement[Any]) -> ColumnElement[bool]:
        if dialect.name == "postgresql":
            return column == any_(bindparam(_WANTED, type_=ARRAY(Text)))
        return column.in_([bindparam(name) for name in _names(count)])

    return among


def _names(count: int) -> list[str]:
    return [f"{_WANTED}_{number}" for number in range(count)]


def _as_taken(text: _Text, row: Mapping[str, Any]) -> Mapping[str, Any] | tuple[Any, ...]:
    return row if text.order is None else tuple(row[name] for name in text.order)
