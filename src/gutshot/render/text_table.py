"""A plain table: columns as wide as their text, two spaces between them, a line under the head.

It copies and pastes, and costs no import at the start of a command that answers in a blink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Column", "text_table"]


class Column(NamedTuple):
    """A column's heading, and whether it is set flush right as numbers are."""

    title: str
    right: bool = False


def text_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    """Return the table as lines of text without trailing blanks."""
    widths = [
        max(len(column.title), *(len(row[i]) for row in rows)) if rows else len(column.title)
        for i, column in enumerate(columns)
    ]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(
            cell.rjust(width) if column.right else cell.ljust(width)
            for cell, width, column in zip(cells, widths, columns, strict=True)
        ).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return "\n".join([line([column.title for column in columns]), rule, *map(line, rows)])
