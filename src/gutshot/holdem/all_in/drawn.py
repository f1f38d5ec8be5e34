"""Deals and boards of two to nine ranges drawn with a seed, for what is too long to be counted.

Players draw from their ranges by weight, apart from each other, and a deal in which two need the
same card is thrown away whole: what is left comes with the chances of compatible deals, whatever
the ranges are. Narrow ranges, which would collide most, are put together first: a group draws from
the list of its compatible deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import HandError
from gutshot.holdem.hand_classes import class_of_combos, combo_cards

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.holdem.all_in.counted import Work

__all__ = ["BATCH", "BATCHES", "Draws", "draw"]

BATCH: Final = 4_096
"""Deals of which a mean is taken: the error is judged by how these means differ."""

BATCHES: Final = 800
"""A share of the pot has a variance of at most 1/4, so that so many deals give a standard error of
at most 0.0276 percentage points, and an estimate of it below 0.03."""

_MOST_LINES: Final = 100_000
_AT_ONCE: Final = 400_000  # attempts, at most about 0.2 s
_PATIENCE: Final = 40_000_000  # attempts without two batches of deals


@dataclass(frozen=True, slots=True)
class Draws:
    """What was drawn; see `counted.Counts`, but `deals` and `shares` go by class, (169,).

    errors : by player, the standard error of his equity, 0..1.
    """

    by_winners: tuple[int, ...]
    deals: tuple[int, ...]
    shares: tuple[int, ...]
    unit: int
    errors: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """Players who draw together: hands (lines, players in order) and the weight of each line."""

    players: tuple[int, ...]
    hands: NDArray[np.intp]
    cards: NDArray[np.int64]
    weights: NDArray[np.float64]


def draw(
    work: Work,
    seed: int,
    progress: Callable[[float], None] | None = None,
    *,
    batches: int = BATCHES,
    most_tried: int | None = None,
) -> Draws:
    """Draw `batches` times 4,096 deals; an interrupt (Ctrl-C) ends it with what there is.

    most_tried : attempts to deal after which it ends as well.

    Raises
    ------
    HandError
        When the hands can't be dealt together, or so rarely that nothing can be said.
    """
    from gutshot.holdem.all_in._kernels import draw_deals, numbered

    groups = _groups(work)
    players = len(work.ranges)
    unit = lcm(*range(1, players + 1))
    tables = _tables(groups, players)
    by_winners = np.zeros(1 << players, np.int64)
    of_first = np.zeros((169, 2), np.int64)
    shares = np.zeros((batches, players), np.int64)
    board, deck = np.array(work.board, np.uint8), np.array(work.deck, np.uint8)
    key = np.uint64(numbered(np.uint64(seed), np.uint64(0)))  # a call gives a plain int
    tried = drawn = 0
    wanted = batches * BATCH
    try:
        while drawn < wanted and (most_tried is None or tried < most_tried):
            tried, drawn = draw_deals(
                key,
                tried,
                drawn,
                tried + _AT_ONCE,
                wanted,
                board,
                deck,
                *tables,
                combo_cards(),
                class_of_combos(),
                unit,
                BATCH,
                by_winners,
                of_first,
                shares,
            )
            if drawn < 2 * BATCH and tried >= _PATIENCE:
                break
            if progress is not None:
                progress(drawn / wanted)
    except KeyboardInterrupt:
        if drawn < 2 * BATCH:
            raise
    full = drawn // BATCH
    if full < 2:
        raise HandError(
            f"of {tried:,} random deals {drawn:,} gave everybody a hand of his range: these ranges"
            " need the same cards too often; make them wider, or leave a player out"
        )
    means = shares[:full] / (unit * BATCH)
    errors = means.std(axis=0, ddof=1) / sqrt(full)
    return Draws(
        tuple(by_winners.tolist()),
        tuple(of_first[:, 0].tolist()),
        tuple(of_first[:, 1].tolist()),
        unit,
        tuple(errors.tolist()),
    )


def _groups(work: Work) -> list[_Group]:
    """Return the players, put together while a list of their compatible deals is short."""
    bits = np.left_shift(1, combo_cards().astype(np.int64)).sum(axis=1)
    groups = [
        _Group((player,), held[:, None], bits[held], one.weights[held] / one.denominator)
        for player, (one, held) in enumerate(zip(work.ranges, work.held, strict=True))
    ]
    while len(groups) > 1:
        groups.sort(key=lambda group: len(group.cards))
        first, second, *others = groups
        if len(first.cards) * len(second.cards) > _MOST_LINES:
            break
        groups = [_together(first, second), *others]
    if not all(len(group.cards) for group in groups):
        names = " and ".join(one.text for one in work.ranges)
        raise HandError(
            f"{names} can't be dealt together: they need the same cards, or cards that are out of"
            " play"
        )
    return groups


def _together(first: _Group, second: _Group) -> _Group:
    one, other = np.nonzero((first.cards[:, None] & second.cards[None, :]) == 0)
    return _Group(
        first.players + second.players,
        np.concatenate([first.hands[one], second.hands[other]], axis=1),
        first.cards[one] | second.cards[other],
        first.weights[one] * second.weights[other],
    )


def _tables(
    groups: list[_Group], players: int
) -> tuple[
    NDArray[np.int64],
    NDArray[np.float64],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
]:
    """Return starts, keep, alias, held and hands as `draw_deals` takes them."""
    starts = np.cumsum([0, *(len(group.cards) for group in groups)])
    keep = np.empty(starts[-1])
    alias = np.empty(starts[-1], np.int64)
    hands = np.full((starts[-1], players), -1, np.int64)
    for group, start in zip(groups, starts[:-1].tolist(), strict=True):
        part = slice(start, start + len(group.cards))
        keep[part], other = _aliases(group.weights)
        alias[part] = other + start
        hands[part, list(group.players)] = group.hands
    return starts, keep, alias, np.concatenate([group.cards for group in groups]), hands


def _aliases(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return Walker's table: line i is kept with this chance, else its alias is taken."""
    size = len(weights)
    keep = weights * (size / weights.sum())
    alias = np.arange(size)
    small = np.flatnonzero(keep < 1).tolist()
    large = np.flatnonzero(keep >= 1).tolist()
    while small and large:
        poor, rich = small.pop(), large[-1]
        alias[poor] = rich
        keep[rich] -= 1 - keep[poor]
        if keep[rich] < 1:
            small.append(large.pop())
    keep[small + large] = 1.0  # what roundings left over
    return keep, alias
