"""What the equity page prints: texts and drawings, no arithmetic of poker."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from shlex import quote
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.cards.text import card_name, format_cards
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, class_of_combos, combo_cards
from gutshot.render.svg_bars import Segment, stacked_bar
from gutshot.render.svg_cards import card_words
from gutshot.web.number_text import decimal_text, grouped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.equities import Equities
    from gutshot.holdem.ranges import HandRange
    from gutshot.web.equity_answers import Answer

__all__ = [
    "Cell",
    "HeatCell",
    "ResultView",
    "combos_text",
    "command_line",
    "grid_cells",
    "result_view",
    "tone_of",
]

_SUITS: Final = (3, 2, 1, 0)  # spades, hearts, diamonds, clubs, as everywhere
_SUIT_LETTERS: Final = "cdhs"
_STEPS: Final = 10
_ENOUGH: Final = 400  # drawn deals of a hand without which its equity says nothing
_COUNTED_S: Final = 10.0  # up to here the command line counts any number of hands
_WANTED_ERROR: Final = 0.0003


@dataclass(frozen=True, slots=True)
class Cell:
    """A class in the grid where ranges are painted.

    percent : its mean weight, 0..100. step : the same in steps of 5, for the style sheet.
    paint : what pressing it does, `AKs:0.5`.
    """

    name: str
    percent: int
    step: int
    state: str
    words: str
    paint: str


@dataclass(frozen=True, slots=True)
class HeatCell:
    """An equity in a picture: `text` is in percent, "" where there is none."""

    name: str
    text: str
    level: str
    words: str


@dataclass(frozen=True, slots=True)
class HandLine:
    """What a hand wins."""

    equity: str
    error: str
    win: str
    tie: str
    wins: str
    ties: str
    bar: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """An answer as it is printed."""

    lines: tuple[HandLine, ...]
    whole_bar: str
    method: str
    exact: bool
    seen: int
    heat: tuple[tuple[HeatCell, ...], ...]
    heat_note: str
    next_name: str
    next_cards: tuple[tuple[HeatCell, ...], ...]
    next_note: str
    announcement: str


def tone_of(player: int, players: int) -> int:
    """Return a hand's place on the colour scale, 0..15; neighbours are far apart."""
    return round(1 + player * 13 / max(1, players - 1))


def command_line(hands: Sequence[str], board: Sequence[int], dead: Sequence[int]) -> str:
    """Return the command that gives the same answer."""
    parts = ["gutshot equity", *(quote(hand) for hand in hands)]
    parts += [
        f"--{name} {''.join(card_name(card) for card in cards)}"
        for name, cards in (("board", board), ("dead", dead))
        if cards
    ]
    return " ".join(parts)


def combos_text(hands: HandRange | None, gone: Sequence[int]) -> str:
    """Return how many combos a range has beside the cards that are out of play."""
    if hands is None:
        return ""
    free = ~np.isin(combo_cards(), list(gone)).any(axis=1)
    whole = Fraction(int(hands.weights[free].sum()), hands.denominator)
    places = 0 if whole.denominator == 1 else 2
    share = whole / int(free.sum())
    plural = "" if whole == 1 else "s"
    return f"{decimal_text(whole, places)} combo{plural}, {decimal_text(100 * share, 1)}\u2009%"


def grid_cells(hands: HandRange | None, brush: str) -> tuple[tuple[Cell, ...], ...]:
    """Return the grid of a range, painted with a brush of so many percent."""
    percents = np.zeros(CLASSES)
    uneven = np.zeros(CLASSES, bool)
    if hands is not None:
        counts = np.bincount(class_of_combos(), minlength=CLASSES)
        sums = np.bincount(class_of_combos(), hands.weights, CLASSES)
        percents = 100 * sums / counts / hands.denominator
        tops = np.zeros(CLASSES, np.int64)
        np.maximum.at(tops, class_of_combos(), hands.weights)
        uneven = tops * counts != sums
    wanted = int(brush)
    cells = []
    for name, percent, parts in zip(CLASS_NAMES, percents.tolist(), uneven.tolist(), strict=True):
        shown = round(percent) if percent >= 1 or percent == 0 else 1
        painted = 0 if shown == wanted and not parts else wanted
        state = "false" if not percent else "true" if shown == 100 else "mixed"
        extent = "out" if not percent else "in" if shown == 100 else f"{shown} percent"
        cells.append(
            Cell(
                name=name,
                percent=shown,
                step=5 * max(1, round(percent / 5)) if percent else 0,
                state=state,
                words=f"{name}, {extent}{', some combos only' if parts else ''}",
                paint=f"{name}:{painted / 100:g}",
            )
        )
    return tuple(tuple(cells[row : row + 13]) for row in range(0, CLASSES, 13))


def result_view(answer: Answer, seen: int, own: Equities) -> ResultView:
    """Return the printed form of an answer.

    seen : the hand that the pictures are of. own : the same outcomes with that hand as the first.
    """
    found = answer.found
    players = len(found.hands)
    equities = [float(share) for share in found.equity]
    drawn = found.method == "simulated"
    places = 2 if drawn else 4
    lines = tuple(
        HandLine(
            equity=f"{decimal_text(100 * share, 2)}\u2009%",
            error=f"±{100 * error:.3f}" if drawn else f"{decimal_text(100 * share, places)}",
            win=f"{decimal_text(Fraction(100 * wins, found.total), 2)}\u2009%",
            tie=f"{decimal_text(Fraction(100 * ties, found.total), 2)}\u2009%",
            wins=grouped(wins),
            ties=grouped(ties),
            bar=_own_bar(player, found, share),
        )
        for player, (share, error, wins, ties) in enumerate(
            zip(
                found.equity,
                found.standard_errors or (0.0,) * players,
                found.wins,
                found.ties,
                strict=True,
            )
        )
    )
    whole = stacked_bar(
        Segment(tone_of(i, players), share, f"Hand {i + 1}: {100 * share:.2f} %")
        for i, share in enumerate(equities)
    )
    said = ", ".join(f"hand {i + 1} {100 * share:.1f} percent" for i, share in enumerate(equities))
    return ResultView(
        lines=lines,
        whole_bar=whole,
        method=_method(answer),
        exact=not drawn,
        seen=seen + 1,
        heat=_heat(own),
        heat_note=_heat_note(own),
        next_name="turn" if len(answer.board) == 3 else "river",
        next_cards=_next_cards(answer, seen),
        next_note=_next_note(answer, seen),
        announcement=f"Equity: {said}.",
    )


def _own_bar(player: int, found: Equities, share: Fraction) -> str:
    win = found.wins[player] / found.total
    tone = tone_of(player, len(found.hands))
    parts = [Segment(tone, win, f"wins alone: {100 * win:.2f} %")]
    rest = float(share) - win
    if rest > 0:
        parts.append(Segment(15, rest, f"its share of ties: {100 * rest:.2f} %"))
    return stacked_bar(parts)


def _method(answer: Answer) -> str:
    found = answer.found
    if found.method == "exact":
        each = "" if found.weight == 1 else f" (a deal of full weight counts {found.weight:,})"
        return f"Every one of {found.total:,} deals counted{each}."
    if len(found.hands) <= 3 or answer.seconds <= _COUNTED_S:
        why = f"counting them all takes {_duration(answer.seconds)}"
    elif found.standard_error > _WANTED_ERROR:
        why = "hardly any deal gives everybody his hand: the command line takes its time for more"
    else:
        why = "there are too many to be counted"
    return (
        f"{found.total:,} deals drawn with seed {found.seed}, standard error at most"
        f" {100 * found.standard_error:.3f} percentage points; {why}."
    )


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"about {max(2, round(seconds))} s"
    return f"about {round(seconds / 60)} minutes"


def level_of(share: float, players: int) -> str:
    """Return the style class of an equity: how far above or below an equal share it is."""
    fair = 1 / players
    if share >= fair:
        return f"heat-up{round(_STEPS * (share - fair) / (1 - fair))}"
    return f"heat-down{round(_STEPS * (fair - share) / fair)}"


def _heat(found: Equities) -> tuple[tuple[HeatCell, ...], ...]:
    players = len(found.hands)
    if sum(1 for deals in found.class_deals if deals) < 2:
        return ()
    cells = []
    for name, share, deals in zip(
        CLASS_NAMES, found.class_equities, found.class_deals, strict=True
    ):
        if share is None or (found.method == "simulated" and deals < _ENOUGH):
            cells.append(HeatCell(name, "", "heat-none", f"{name}: not in the range"))
            continue
        text = f"{float(100 * share):.1f}"
        cells.append(
            HeatCell(name, text, level_of(float(share), players), f"{name}: {text} percent")
        )
    return tuple(tuple(cells[row : row + 13]) for row in range(0, CLASSES, 13))


def _heat_note(found: Equities) -> str:
    if found.method == "exact":
        return ""
    least = min((n for n in found.class_deals if n >= _ENOUGH), default=_ENOUGH)
    share = float(found.equity[0])
    # deals that count several times say less than as many that differ
    weight = sum(found.class_deals)
    repeated = found.standard_errors[0] ** 2 * weight / max(share * (1 - share), 1e-9)
    error = 0.5 * sqrt(max(1.0, repeated) / least)
    return f"Drawn, with a standard error of at most {100 * error:.1f} points a hand."


def _next_cards(answer: Answer, seen: int) -> tuple[tuple[HeatCell, ...], ...]:
    if not answer.next_cards:
        return ()
    players = len(answer.found.hands)
    rows = []
    for suit in _SUITS:
        row = []
        for rank in range(12, -1, -1):
            card = 4 * rank + suit
            name = RANKS[rank]
            found = answer.next_cards.get(card)
            if found is None:
                row.append(HeatCell(name, "", "heat-none", f"{card_words(card)}: can't come"))
                continue
            share = float(found.equity[seen])
            text = f"{100 * share:.1f}"
            words = f"{card_words(card)}: {text} percent"
            row.append(HeatCell(name, text, level_of(share, players), words))
        rows.append(tuple(row))
    return tuple(rows)


def _next_note(answer: Answer, seen: int) -> str:
    if not answer.next_cards:
        return ""
    by_card = sorted(answer.next_cards.items(), key=lambda one: one[1].equity[seen])
    worst, best = by_card[0], by_card[-1]
    return (
        f"Best {format_cards([best[0]])} with {float(100 * best[1].equity[seen]):.2f}\u2009%, worst"
        f" {format_cards([worst[0]])} with {float(100 * worst[1].equity[seen]):.2f}\u2009%."
    )
