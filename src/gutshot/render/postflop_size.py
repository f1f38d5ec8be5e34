"""How large a spot is, as JSON and for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.postflop.estimate import Saving, SpotSize

__all__ = ["bytes_text", "size_payload", "size_text"]

_SHOWN: Final = 12


def bytes_text(count: int) -> str:
    """Return bytes as people read them: 182.6 MB."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.4g} {unit}"
    return f"{count} bytes"


def size_payload(size: SpotSize, fewer: Sequence[Saving]) -> dict[str, Any]:
    """Return a spot's size, and what it would be without each of its bets and raises."""
    return {
        "schema": "gutshot.holdem.postflop-size/1",
        "decisions": size.decisions,
        "memory_bytes": size.memory_bytes,
        "streets": {
            street.name: {
                "beginnings": street.beginnings,
                "decisions": street.decisions,
                "endings": street.endings,
                "boards": street.boards,
                "memory_bytes": street.memory_bytes,
            }
            for street in size.streets
        },
        "without": {
            one.where: {"decisions": one.decisions, "memory_bytes": one.memory_bytes}
            for one in fewer
        },
    }


def size_text(size: SpotSize, fewer: Sequence[Saving]) -> str:
    """Return the same as tables; `size` is that of 32 bits."""
    columns = [Column("street"), *(Column(x, right=True) for x in ("boards", "beginnings"))]
    columns += [Column(x, right=True) for x in ("decisions", "endings", "memory")]
    rows = [
        (
            street.name,
            f"{street.boards:,}",
            f"{street.beginnings:,}",
            f"{street.decisions:,}",
            f"{street.endings:,}",
            bytes_text(street.memory_bytes),
        )
        for street in size.streets
    ]
    whole, half = bytes_text(size.memory_bytes), bytes_text(size.memory_bytes // 2)
    lines = [text_table(columns, rows), "", f"{whole} in all, {half} in 16 bits (--half)"]
    there = [one for one in fewer if one.memory_bytes < size.memory_bytes][:_SHOWN]
    if there:
        rows_without = [
            (
                one.where,
                bytes_text(one.memory_bytes),
                f"{100 * (1 - one.memory_bytes / size.memory_bytes):.1f} %",
            )
            for one in there
        ]
        titles = (Column("without"), Column("memory", right=True), Column("saves", right=True))
        lines += ["", text_table(titles, rows_without)]
    return "\n".join(lines)
