"""Deals and boards of two to nine ranges drawn with a seed, for what is too long to be counted.

Players draw from their ranges by weight, apart from each other, and a deal in which two need the
same card is thrown away whole: what is left comes with the chances of compatible deals, whatever
the ranges are. Narrow ranges, which would collide most, are put together first: a group draws from
the list of its compatible deals. Where hardly any deal is left even so, hands are drawn in turn,
each from those that the ones before it leave, and a deal counts by how much was left.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm, prod
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import HandError
from gutshot.holdem.hand_classes import CLASSES, class_of_combos, combo_cards

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
_RARE: Final = 500  # attempts for a deal beyond which hands are drawn in turn
_PILOT: Final = 40_000  # deals in turn that say how uneven their weights are
_ATTEMPT_NS: Final = 25.0
_IN_TURN_NS: Final = 3.0  # a combo of a range


@dataclass(frozen=True, slots=True)
class Draws:
    """What was drawn; see `counted.Counts`, but `deals` and `shares` go by class, (169,).

    by_winners : deals that were drawn, by who wins. Where they count unequally, each set of winners
        has its share of what they count, rounded to whole deals so that they add up to those drawn.
    deals, shares : in units of their own, which differ from deals in that case.
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


class _Sums:
    """What the kernels add to, and which shares of the pot they add."""

    def __init__(self, players: int, batches: int) -> None:
        self.unit = lcm(*range(1, players + 1))
        self.by_winners = np.zeros(1 << players, np.int64)
        self.of_first = np.zeros((CLASSES, 2), np.int64)
        self.shares = np.zeros((batches, players), np.int64)
        self.times = np.zeros(batches, np.int64)

    def draws(self, full: int, drawn: int | None = None) -> Draws:
        """Return it all; so many batches are full and tell the errors.

        drawn : the number of deals where they count unequally.

        Shares and numbers of deals both differ from batch to batch: the error of their ratio is
        that of how far the shares of a batch are from what its deals should bring.
        """
        shares, times = self.shares[:full] / self.unit, self.times[:full]
        means = shares.sum(axis=0) / times.sum()
        off = shares - means * times[:, None]
        errors = np.sqrt((off**2).sum(axis=0) * full / (full - 1)) / times.sum()
        by_winners = self.by_winners.tolist()
        return Draws(
            tuple(by_winners if drawn is None else _apportioned(by_winners, drawn)),
            tuple(self.of_first[:, 0].tolist()),
            tuple(self.of_first[:, 1].tolist()),
            self.unit,
            tuple(errors.tolist()),
        )


def draw(
    work: Work,
    seed: int,
    progress: Callable[[float], None] | None = None,
    *,
    batches: int = BATCHES,
    longest_s: float | None = None,
) -> Draws:
    """Draw `batches` times 4,096 deals; an interrupt (Ctrl-C) ends it with what there is.

    longest_s : seconds of one core, estimated, after which it ends as well.

    Raises
    ------
    HandError
        When the hands can't be dealt together, or so rarely that nothing can be said.
    """
    from gutshot.holdem.all_in._kernels import numbered
    from gutshot.holdem.all_in._kernels_drawn import draw_deals

    sums = _Sums(len(work.ranges), batches)
    tables = _tables(_groups(work), len(work.ranges))
    key = np.uint64(numbered(np.uint64(seed), np.uint64(0)))  # a call gives a plain int
    tried = drawn = 0
    wanted = batches * BATCH
    most_tried = None if longest_s is None else int(longest_s * 1e9 / _ATTEMPT_NS)
    try:
        while drawn < wanted and (most_tried is None or tried < most_tried):
            tried, drawn = draw_deals(
                key,
                tried,
                drawn,
                tried + _AT_ONCE,
                wanted,
                np.array(work.board, np.uint8),
                np.array(work.deck, np.uint8),
                *tables,
                combo_cards(),
                class_of_combos(),
                sums.unit,
                BATCH,
                sums.by_winners,
                sums.of_first,
                sums.shares,
            )
            if drawn * _RARE < tried:
                return _in_turn(work, seed, progress, batches, longest_s)
            if progress is not None:
                progress(drawn / wanted)
    except KeyboardInterrupt:
        if drawn < 2 * BATCH:
            raise
    sums.times[:] = BATCH
    return sums.draws(drawn // BATCH)


def _in_turn(
    work: Work,
    seed: int,
    progress: Callable[[float], None] | None,
    batches: int,
    longest_s: float | None,
) -> Draws:
    """Draw hands in turn, as many deals as are worth `batches` times 4,096 that count alike."""
    from gutshot.holdem.all_in._kernels import numbered
    from gutshot.holdem.all_in._kernels_drawn import draw_in_turn

    order = sorted(range(len(work.ranges)), key=lambda player: len(work.held[player]))
    pairs = list(zip(work.ranges, work.held, strict=True))
    tables = (
        np.array(work.board, np.uint8),
        np.array(work.deck, np.uint8),
        np.array(order),
        np.cumsum([0, *map(len, work.held)]),
        np.concatenate(work.held),
        np.concatenate([one.weights[part] for one, part in pairs]),
        combo_cards(),
        class_of_combos(),
    )
    pilot = _Sums(len(work.ranges), 1)
    most = prod(float(one.weights[part].sum()) for one, part in pairs)
    key = np.uint64(numbered(np.uint64(seed), np.uint64(1)))
    whole, squares, _ = draw_in_turn(
        key, 0, _PILOT, most, *tables, pilot.unit, _PILOT, *_places(pilot)
    )
    if not whole:
        raise HandError(
            f"none of {_PILOT:,} random deals gave everybody a hand of his range: these ranges need"
            " the same cards too often; make them wider, or leave a player out"
        )
    # counting a deal so many times spoils as much as squares say, and rounding up to a quarter
    size = int(BATCH * (_PILOT * squares / whole**2 + 0.25)) + 1
    deal_ns = _IN_TURN_NS * sum(map(len, work.held))
    at_once = max(1, int(_AT_ONCE * _ATTEMPT_NS / deal_ns / 4))
    last = batches * size
    if longest_s is not None:
        last = min(last, max(4 * size, int(longest_s * 1e9 / deal_ns)))
    sums = _Sums(len(work.ranges), batches)
    key = np.uint64(numbered(np.uint64(seed), np.uint64(2)))
    tried = counting = 0
    try:
        while tried < last:
            until = min(last, tried + at_once)
            scale = most * whole / _PILOT
            *_, counted = draw_in_turn(
                key, tried, until, scale, *tables, sums.unit, size, *_places(sums)
            )
            tried = until
            counting += counted
            if progress is not None:
                progress(tried / last)
    except KeyboardInterrupt:
        if tried < 2 * size:
            raise
    return sums.draws(tried // size, counting)


def _apportioned(counts: list[int], total: int) -> list[int]:
    """Return whole numbers in proportion to `counts` that add up to `total`: largest remainders."""
    parts = [divmod(count * total, sum(counts)) for count in counts]
    out = [whole for whole, _ in parts]
    left = total - sum(out)
    for at in sorted(range(len(parts)), key=lambda at: -parts[at][1])[:left]:
        out[at] += 1
    return out


def _places(sums: _Sums) -> tuple[NDArray[np.int64], ...]:
    return sums.by_winners, sums.of_first, sums.shares, sums.times


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
