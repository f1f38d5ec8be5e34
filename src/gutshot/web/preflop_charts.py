"""The charts that the page may open: listed, read once, and packed once for browsers."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.errors import InputError
from gutshot.holdem.preflop.chart_set import read_set
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.spec import FORMATS
from gutshot.render.preflop_set import set_payload

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.kept import ListedChart

__all__ = ["FIRST", "Choice", "PackedSet", "choices", "chosen_chart", "opened", "packed"]

FIRST: Final = "cash_6_100"
"""What is shown to who asks for nothing."""
FORMAT_WORDS: Final = {
    "cash": "Cash",
    "ante": "Ante",
    "bubble": "Bubble",
    "final-table": "Final table",
}
_PACKING: Final = 6


class Choice(NamedTuple):
    """One row of the selectors: what it is of, and by chart its words and whether it is open."""

    title: str
    options: tuple[tuple[str, str, bool], ...]


class PackedSet(NamedTuple):
    """A chart's JSON, packed by gzip, its size unpacked in bytes, and what names its content."""

    packed: bytes
    size: int
    tag: str


def chosen_chart(name: str) -> ListedChart:
    """Return the chart of a name.

    Raises
    ------
    InputError
        When there is none.
    """
    found = {one.name: one for one in listed_charts()}
    if name not in found:
        known = ", ".join(list(found)[:12])
        raise InputError(f"there is no chart '{name[:60]}'; there are {known or 'none'}")
    return found[name]


def opened(one: ListedChart) -> ChartSet:
    """Return a chart; InputError where its file is damaged."""
    return _read(one.path, *_stamp(one.path))


def packed(one: ListedChart) -> PackedSet:
    """Return a chart's JSON; InputError where its file is damaged."""
    return _packed(one.path, "shipped" if one.shipped else "kept", *_stamp(one.path))


def choices(shown: ListedChart) -> list[Choice]:
    """Return the rows of the selectors: each leads to the chart that is nearest to the one shown.

    A last row is there where several kept charts have format, seats and stack alike.
    """
    every = listed_charts()
    spec = shown.spec

    def stack(one: ListedChart) -> float:
        return float(one.spec.stacks_bb[0])

    def nearest(found: list[ListedChart]) -> ListedChart:
        return min(
            found,
            key=lambda one: (
                one.name != shown.name,
                abs(one.spec.players - spec.players),
                abs(stack(one) - stack(shown)),
                len(one.name),
            ),
        )

    of_format = [one for one in every if one.spec.format == spec.format]
    of_seats = [one for one in of_format if one.spec.players == spec.players]
    alike = [one for one in of_seats if stack(one) == stack(shown)]
    formats = {key: [one for one in every if one.spec.format == key] for key in FORMATS}
    seats = {n: [one for one in of_format if one.spec.players == n] for n in range(2, 10)}
    depths = {
        depth: [one for one in of_seats if stack(one) == depth]
        for depth in sorted({stack(one) for one in of_seats})
    }
    rows = [
        Choice(
            "Format",
            tuple(
                (nearest(found).name, FORMAT_WORDS[key], key == spec.format)
                for key, found in formats.items()
                if found
            ),
        ),
        Choice(
            "Seats",
            tuple(
                (nearest(found).name, str(n), n == spec.players)
                for n, found in seats.items()
                if found
            ),
        ),
        Choice(
            "Stack, bb",
            tuple(
                (nearest(found).name, f"{depth:g}", depth == stack(shown))
                for depth, found in depths.items()
            ),
        ),
    ]
    if len(alike) > 1:
        own = [(one.name, _own_words(one), one.name == shown.name) for one in alike]
        rows.append(Choice("Spot", tuple(own)))
    return rows


def _own_words(one: ListedChart) -> str:
    """Return what tells charts of one format, seats and stack apart."""
    tail = one.name.split("_")[3:]
    if not tail:
        return "as shipped" if one.shipped else "usual rules"
    locked = f", {len(one.spec.locks)} locked" if one.spec.locks else ""
    return f"own {tail[0][:6]}{locked}"


def _stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file does."""
    try:
        found = path.stat()
    except OSError:
        raise InputError(f"there is no file {path} any more") from None
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=6)
def _read(path: Path, changed_ns: int, size: int) -> ChartSet:
    del changed_ns, size
    return read_set(path)


@lru_cache(maxsize=12)
def _packed(path: Path, source: str, changed_ns: int, size: int) -> PackedSet:
    text = json.dumps(set_payload(_read(path, changed_ns, size), source)).encode()
    return PackedSet(
        gzip.compress(text, _PACKING, mtime=0), len(text), hashlib.sha256(text).hexdigest()[:20]
    )
