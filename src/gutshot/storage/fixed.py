"""Statements whose text is made once: what runs hundreds of times a second is not compiled again.

SQLAlchemy takes longer to put a small statement together than a database to carry it out. A `Fixed`
statement is written with its constructs as any other, and kept as text for each database.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from sqlalchemy import ARRAY, JSON, Text, any_, bindparam, column, func, select, update

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sqlalchemy import ClauseElement, Column, ColumnElement, Dialect, Table
    from sqlalchemy.sql.compiler import SQLCompiler

    Among = Callable[[ColumnElement[Any]], ColumnElement[bool]]

__all__ = ["EachRow", "Fixed"]

_WANTED: Final = "wanted"
_ROWS: Final = "rows"
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


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
            found = self._texts[key] = _compiled(self._build(_among(dialect, count)), dialect)
        return found


class EachRow:
    """A statement that is carried out once a row, for many: one statement on PostgreSQL.

    PostgreSQL takes the rows as one JSON text, in their order; SQLite's driver goes over them.
    """

    def __init__(
        self, table: Table, where: Mapping[str, Column[Any]], values: Mapping[str, Column[Any]]
    ) -> None:
        self._table = table
        self._where = where
        self._values = values
        self._texts: dict[str, _Text] = {}

    @classmethod
    def inserted(cls, table: Table, columns: Iterable[Column[Any]]) -> EachRow:
        """Return what adds rows to a table; a row has its columns by name."""
        return cls(table, {}, {one.name: one for one in columns})

    @classmethod
    def updated(
        cls, table: Table, *, where: Mapping[str, Column[Any]], values: Mapping[str, Column[Any]]
    ) -> EachRow:
        """Return what changes rows of a table, each one once.

        where : the columns by which a row is found, by what a given row calls them, which is not a
            column's name. values : the columns that are set, likewise.
        """
        return cls(table, where, values)

    def run_with(
        self, dialect: Dialect, rows: Iterable[Mapping[str, Any]]
    ) -> tuple[str, Mapping[str, Any] | Sequence[Any]]:
        """Return the statement's text for a database, and rows as the driver takes them."""
        text = self._texts.get(dialect.name)
        if text is None:
            text = self._texts[dialect.name] = _compiled(self._statement(dialect), dialect)
        if text.order is None:
            return text.sql, {_ROWS: _ENCODE(list(rows))}
        return text.sql, [_as_taken(text, row) for row in rows]

    def _statement(self, dialect: Dialect) -> ClauseElement:
        of = {**self._where, **self._values}
        if dialect.name != "postgresql":
            given: Mapping[str, ColumnElement[Any]] = {name: bindparam(name) for name in of}
            if not self._where:
                return self._table.insert().values(dict(given)).inline()
            return self._update(given)
        rows = func.json_to_recordset(bindparam(_ROWS, type_=JSON)).table_valued(
            *(column(name, one.type) for name, one in of.items()), name="given"
        )
        rows = rows.render_derived(name="given", with_types=True)
        given = {name: rows.c[name] for name in of}
        if not self._where:
            return self._table.insert().from_select(list(of.values()), select(*given.values()))
        return self._update(given)

    def _update(self, given: Mapping[str, ColumnElement[Any]]) -> ClauseElement:
        same = [one == given[name] for name, one in self._where.items()]
        return (
            update(self._table)
            .where(*same)
            .values({one.name: given[name] for name, one in self._values.items()})
        )


def _compiled(statement: ClauseElement, dialect: Dialect) -> _Text:
    compiled = cast("SQLCompiler", statement.compile(dialect=dialect))
    order = compiled.positiontup if compiled.positional else None
    return _Text(str(compiled), None if order is None else tuple(order))


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
