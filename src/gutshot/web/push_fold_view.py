"""What the jam-or-fold page prints: two grids, in words and levels of colour."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import RANKS
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.push_fold import HIGHEST_BB
from gutshot.render.preflop_text import range_words, spans_text, stack_text
from gutshot.web.number_text import decimal_text, signed_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.push_fold import PushFold

__all__ = ["Cell", "Grid", "grids", "summary_of"]

_LEVELS: Final = (2, 3, 4, 5, 7, 9, 12, 15, 19, HIGHEST_BB)
_NEVER, _ALWAYS = 0.005, 0.995


@dataclass(frozen=True, slots=True)
class Cell:
    """A class of hands.

    text : the highest stack, or what is done at one stack. level : its colour's class.
    words : the same in full, for who can't see the cell's place.
    """

    name: str
    text: str
    level: str
    words: str


@dataclass(frozen=True, slots=True)
class Grid:
    """One seat's chart.

    verb : what its hands do, `jams` or `calls`. notes : hands that the cells can't say all of.
    share, hands : of all hands, and as a range, at the stack that is shown; "" for all stacks.
    """

    key: str
    title: str
    verb: str
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[tuple[str, str], ...]
    share: str
    hands: str


def grids(sheet: PushFold, stack_bb: Fraction | None) -> tuple[Grid, Grid]:
    """Return both charts: of all stacks, or of one."""
    at = None if stack_bb is None else sheet.at(stack_bb)
    jams = _sheet_grid(sheet, "jam") if at is None else _stack_grid(sheet, "jam", at)
    calls = _sheet_grid(sheet, "call") if at is None else _stack_grid(sheet, "call", at)
    return jams, calls


def summary_of(sheet: PushFold, stack_bb: Fraction | None) -> str:
    """Return the page's statement."""
    if stack_bb is None:
        return "Up to which stack each hand goes all-in"
    at = sheet.at(stack_bb)
    jams, calls = (
        decimal_text(Fraction(float(shares[at] @ class_weights())) * 100, 1)
        for shares in (sheet.jams, sheet.calls)
    )
    ev = signed_text(Fraction(float(sheet.values_bb[at])), 3)
    return (
        f"At {float(sheet.stacks_bb[at]):g}\u00a0bb the small blind jams {jams}\u202f% and earns"
        f" {ev}\u00a0bb a hand; the big blind calls {calls}\u202f%"
    )


@cache
def _sheet_grid(sheet: PushFold, key: str) -> Grid:
    shares, title, verb = _seat(sheet, key)
    cells, notes = [], []
    for number, name in enumerate(CLASS_NAMES):
        spans = sheet.spans(shares, number)
        high = spans[-1].high_bb if spans else Fraction(0)
        level = sum(high >= bound for bound in _LEVELS)
        words = spans_text(spans, sheet)
        cells.append(
            Cell(name, stack_text(spans, sheet), f"heat-up{level}", f"{name} {verb} {words}")
        )
        if len(spans) > 1:
            notes.append((name, words))
    return Grid(key, title, verb, _rows(cells), tuple(notes), "", "")


def _stack_grid(sheet: PushFold, key: str, at: int) -> Grid:
    shares, title, verb = _seat(sheet, key)
    letter = key[0].upper()
    cells, notes = [], []
    for number, name in enumerate(CLASS_NAMES):
        share = float(shares[at, number])
        percent = decimal_text(Fraction(share) * 100, 0)
        if share < _NEVER:
            cells.append(Cell(name, "F", "heat-none", f"{name} folds"))
        elif share > _ALWAYS:
            cells.append(Cell(name, letter, "heat-up10", f"{name} {verb}"))
        else:
            level = f"heat-up{1 + round(share * 8)}"
            words = f"{name} {verb} {percent} %"
            cells.append(Cell(name, f"{letter} {percent}", level, words))
            notes.append((name, f"{percent}\u202f%"))
    whole = Fraction(float(shares[at] @ class_weights())) * 100
    share_text = f"{decimal_text(whole, 1)}\u202f%"
    return Grid(key, title, verb, _rows(cells), tuple(notes), share_text, range_words(shares[at]))


def _seat(sheet: PushFold, key: str) -> tuple[NDArray, str, str]:  # type: ignore[type-arg]
    if key == "jam":
        return sheet.jams, "Small blind: jam or fold", "jams"
    return sheet.calls, "Big blind: call a jam or fold", "calls"


def _rows(cells: list[Cell]) -> tuple[tuple[Cell, ...], ...]:
    size = len(RANKS)
    return tuple(tuple(cells[size * row : size * (row + 1)]) for row in range(size))
