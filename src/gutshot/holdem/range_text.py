"""Weights of hands as the short text that `ranges.parse_range` reads: `QQ+,AJs-A9s,KTo:0.5`.

Classes whose combos all have one weight are joined to runs, per weight and from the heaviest down;
combos of a class that differ stand alone behind them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.cards.text import card_name
from gutshot.holdem.hand_classes import class_index, class_of_combos, combo_cards

if TYPE_CHECKING:
    from gutshot.holdem.ranges import HandRange

__all__ = ["decimal_text", "range_groups", "range_text"]


def range_text(hands: HandRange) -> str:
    """Return a text of the same weights."""
    return ",".join(run + _mark(share) for share, runs in range_groups(hands) for run in runs)


def range_groups(hands: HandRange) -> list[tuple[Fraction, list[str]]]:
    """Return weights above 0, the heaviest first, each with the runs and combos that have it."""
    of_class: dict[int, set[int]] = {}
    for number, weight in zip(class_of_combos().tolist(), hands.weights.tolist(), strict=True):
        of_class.setdefault(number, set()).add(weight)
    whole = {number: weights.pop() for number, weights in of_class.items() if len(weights) == 1}
    levels = sorted({int(x) for x in hands.weights if x}, reverse=True)
    groups = []
    for level in levels:
        names = {number for number, weight in whole.items() if weight == level}
        tokens = _runs(names)
        for combo in np.flatnonzero(hands.weights == level)[::-1].tolist():
            if int(class_of_combos()[combo]) not in whole:
                high, low = combo_cards()[combo].tolist()
                tokens.append(card_name(high) + card_name(low))
        groups.append((Fraction(level, hands.denominator), tokens))
    return groups


def _mark(share: Fraction) -> str:
    return "" if share == 1 else f":{decimal_text(share, 4)}"


def decimal_text(number: Fraction, digits: int) -> str:
    """Return a number with as many decimals as it needs, at least one and at most `digits`."""
    text = f"{float(number):.{digits}f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def _runs(numbers: set[int]) -> list[str]:
    """Return classes as runs: pairs, then by the higher card, from aces down."""
    pairs = [rank for rank in range(12, -1, -1) if class_index(RANKS[rank] * 2) in numbers]
    out = [_run(RANKS[top] * 2, RANKS[end] * 2, top == 12) for top, end in _spans(pairs)]
    for high in range(12, 0, -1):
        suited, offsuit = (
            _spans(
                [
                    low
                    for low in range(high - 1, -1, -1)
                    if class_index(RANKS[high] + RANKS[low] + suits) in numbers
                ]
            )
            for suits in "so"
        )
        both = [span for span in suited if span in offsuit]
        for suits, spans in (
            ("", both),
            ("s", [span for span in suited if span not in both]),
            ("o", [span for span in offsuit if span not in both]),
        ):
            for top, end in spans:
                first, last = (RANKS[high] + RANKS[low] + suits for low in (top, end))
                out.append(_run(first, last, top == high - 1))
    return out


def _spans(ranks: list[int]) -> list[tuple[int, int]]:
    """Return the runs of neighbours in falling ranks, each by its first and its last."""
    out: list[tuple[int, int]] = []
    for rank in ranks:
        if out and out[-1][1] == rank + 1:
            out[-1] = (out[-1][0], rank)
        else:
            out.append((rank, rank))
    return out


def _run(first: str, last: str, to_the_top: bool) -> str:  # noqa: FBT001 - a fact, not a switch
    if first == last:
        return first
    return f"{last}+" if to_the_top else f"{first}-{last}"
