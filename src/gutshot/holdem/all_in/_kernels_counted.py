"""Showdowns counted: every deal of two to nine players walked, or two or three ranges put in order.

Outcomes are told apart by the set of winners, bit i for player i. `of_first` keeps for every hand
of the first player the weight of its deals and its share of their pots, the latter in units of
1 / unit, a number that every number of winners divides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.holdem.all_in._kernels import masks_of, rank_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLACE_BITS = 11  # 1,326 hands fit below a strength


@kernel
def _shares_of_first(players: int, unit: int) -> NDArray[np.int64]:
    """Return by the set of winners what the first player gets of the pot, in 1 / unit."""
    out = np.zeros(1 << players, np.int64)
    for winners in range(1, 1 << players, 2):
        count = 0
        for i in range(players):
            count += winners >> i & 1
        out[winners] = unit // count
    return out


@kernel
def walk_deals(
    boards: NDArray[np.uint8],
    board_weights: NDArray[np.int64],
    combos: NDArray[np.uint8],
    weights: NDArray[np.int64],
    starts: NDArray[np.int64],
    unit: int,
    by_winners: NDArray[np.int64],
    of_first: NDArray[np.int64],
) -> None:
    """Add all deals on (n, 5) boards: hands that share no card, one of each player.

    combos, weights : (m, 2) and (m,) hands of all players; those of player i are
    `starts[i] : starts[i + 1]`. A deal's weight is the product of its hands' and its board's; the
    caller sees to it that the sums, times `unit`, fit.
    by_winners : (2 ** players,). of_first : (m of the first player, 2) weight and share.
    """
    players = len(starts) - 1
    last = players - 1
    masks = masks_of(combos)
    values = np.empty(len(combos), np.int64)
    pays = _shares_of_first(players, unit)
    at = np.zeros(players, np.int64)
    used = np.zeros(players + 1, np.int64)
    best = np.zeros(players + 1, np.int64)
    winners = np.zeros(players + 1, np.int64)
    weight = np.zeros(players + 1, np.int64)
    for number in range(len(boards)):
        used[0] = rank_all(boards[number], combos, masks, values)
        best[0] = -1
        weight[0] = board_weights[number]
        depth = 0
        at[0] = starts[0]
        while depth >= 0:
            if depth == last:
                held = used[depth]
                high = best[depth]
                who = winners[depth]
                own = 1 << depth
                whole = 0
                share = 0
                for i in range(starts[depth], starts[depth + 1]):
                    if values[i] < 0 or masks[i] & held:
                        continue
                    part = weight[depth] * weights[i]
                    if values[i] > high:
                        found = own
                    elif values[i] == high:
                        found = who | own
                    else:
                        found = who
                    by_winners[found] += part
                    whole += part
                    share += part * pays[found]
                of_first[at[0], 0] += whole
                of_first[at[0], 1] += share
                depth -= 1
                at[depth] += 1
                continue
            i = at[depth]
            if i == starts[depth + 1]:
                depth -= 1
                if depth >= 0:
                    at[depth] += 1
                continue
            if values[i] < 0 or masks[i] & used[depth]:
                at[depth] += 1
                continue
            used[depth + 1] = used[depth] | masks[i]
            weight[depth + 1] = weight[depth] * weights[i]
            if values[i] > best[depth]:
                best[depth + 1] = values[i]
                winners[depth + 1] = 1 << depth
            else:
                best[depth + 1] = best[depth]
                same = 1 if values[i] == best[depth] else 0
                winners[depth + 1] = winners[depth] | same << depth
            depth += 1
            at[depth] = starts[depth]


@kernel
def _in_order(values: NDArray[np.int64], keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return strength and place of the hands that can be held, weakest first."""
    count = 0
    for i in range(len(values)):
        if values[i] >= 0:
            keys[count] = values[i] << PLACE_BITS | i
            count += 1
    return np.sort(keys[:count])


@kernel
def compare_two(
    boards: NDArray[np.uint8],
    board_weights: NDArray[np.int64],
    combos: NDArray[np.uint8],
    weights: NDArray[np.int64],
    by_winners: NDArray[np.int64],
    of_first: NDArray[np.int64],
) -> None:
    """Add all deals of two ranges on (n, 5) boards, whose hands are put in order once a board.

    combos : (m, 2) hands, higher card first; weights : (2, m) by player. What is weaker than a hand
    is all that stands below it less what stands below it with one of its cards: two different
    hands share at most one. `of_first` is (m, 2), shares in halves.
    """
    size = len(combos)
    masks = masks_of(combos)
    values = np.empty(size, np.int64)
    keys = np.empty(size, np.int64)
    apart = np.empty((2, size), np.int64)
    places = (1 << PLACE_BITS) - 1
    for number in range(len(boards)):
        rank_all(boards[number], combos, masks, values)
        ordered = _in_order(values, keys)
        weight = board_weights[number]
        below = np.zeros(2, np.int64)
        below_with = np.zeros((2, 52), np.int64)
        first = 0
        while first < len(ordered):
            strength = ordered[first] >> PLACE_BITS
            end = first
            while end < len(ordered) and ordered[end] >> PLACE_BITS == strength:
                i = ordered[end] & places
                high, low = int(combos[i, 0]), int(combos[i, 1])
                for player in range(2):
                    other = 1 - player
                    weaker = below[other] - below_with[other, high] - below_with[other, low]
                    apart[player, i] = weaker
                    by_winners[1 << player] += weight * weights[player, i] * weaker
                end += 1
            for k in range(first, end):
                i = ordered[k] & places
                for player in range(2):
                    below[player] += weights[player, i]
                    below_with[player, int(combos[i, 0])] += weights[player, i]
                    below_with[player, int(combos[i, 1])] += weights[player, i]
            for k in range(first, end):
                i = ordered[k] & places
                high, low = int(combos[i, 0]), int(combos[i, 1])
                # the hand itself was taken off once for each of its cards
                equal = below[1] - below_with[1, high] - below_with[1, low] + weights[1, i]
                equal -= apart[0, i]
                part = weight * weights[0, i]
                by_winners[3] += part * equal
                of_first[i, 1] += part * (2 * apart[0, i] + equal)
            first = end
        for k in range(len(ordered)):
            i = ordered[k] & places
            high, low = int(combos[i, 0]), int(combos[i, 1])
            others = below[1] - below_with[1, high] - below_with[1, low] + weights[1, i]
            of_first[i, 0] += weight * weights[0, i] * others


@kernel
def _add_hand(
    step: int,
    hand: int,
    cards: tuple[int, int],
    weights: NDArray[np.int64],
    together: NDArray[np.float64],
    with_card: NDArray[np.float64],
    both: NDArray[np.float64],
) -> None:
    """Put a hand into the sums of `compare_three`."""
    high, low = cards
    for player in range(3):
        one = weights[player, hand]
        together[step, player, high, low] = one
        together[step, player, low, high] = one
        with_card[step, player, 52] += one
        with_card[step, player, high] += one
        with_card[step, player, low] += one
        # the product of the other two, for who of them might hold the same hand
        pair = weights[(player + 1) % 3, hand] * weights[(player + 2) % 3, hand]
        both[step, player, 52] += pair
        both[step, player, high] += pair
        both[step, player, low] += pair


@kernel
def _rest_of(
    step: int,
    player: int,
    cards: tuple[int, int],
    together: NDArray[np.float64],
    with_card: NDArray[np.float64],
    rest: NDArray[np.float64],
) -> None:
    """Write the weight of hands that share no card with one, by a card of theirs; all at 52."""
    high, low = cards
    for card in range(52):
        rest[step, player, card] = (
            with_card[step, player, card]
            - together[step, player, high, card]
            - together[step, player, low, card]
        )
    rest[step, player, high] = 0
    rest[step, player, low] = 0
    rest[step, player, 52] = (
        with_card[step, player, 52]
        - with_card[step, player, high]
        - with_card[step, player, low]
        + together[step, player, high, low]
    )


@kernel
def _same_hand(step: int, player: int, cards: tuple[int, int], both: NDArray[np.float64]) -> float:
    """Return the weight of pairs of others with equal hands that share no card with one."""
    high, low = cards
    return float(both[step, player, 52] - both[step, player, high] - both[step, player, low])


@kernel(fastmath={"reassoc", "contract"})
def _pairs_apart(one: int, other: int, rest: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the weight of pairs of hands that share no card, of two players one after the other.

    Both weaker, then the other or the one weaker or equal. Pairs that share a card are taken off
    card by card; equal hands, taken off twice, have to be added. All numbers are whole and below
    2^53, so that doubles add them exactly in any order.
    """
    both = 0.0
    with_other = 0.0
    with_one = 0.0
    for card in range(52):
        weaker = rest[0, one, card]
        other_weaker = rest[0, other, card]
        both += weaker * other_weaker
        with_other += weaker * rest[1, other, card]
        with_one += rest[1, one, card] * other_weaker
    weaker = rest[0, one, 52]
    other_weaker = rest[0, other, 52]
    return (
        weaker * other_weaker - both,
        weaker * rest[1, other, 52] - with_other,
        rest[1, one, 52] * other_weaker - with_one,
    )


@kernel(fastmath={"reassoc", "contract"})
def _equal_pairs_apart(step: int, one: int, other: int, rest: NDArray[np.float64]) -> float:
    """Return the same of pairs that are both weaker, or both weaker or equal."""
    shared = 0.0
    for card in range(52):
        shared += rest[step, one, card] * rest[step, other, card]
    return float(rest[step, one, 52] * rest[step, other, 52] - shared)


@kernel
def compare_three(
    boards: NDArray[np.uint8],
    board_weights: NDArray[np.int64],
    combos: NDArray[np.uint8],
    weights: NDArray[np.int64],
    by_winners: NDArray[np.int64],
    of_first: NDArray[np.int64],
) -> None:
    """Add all deals of three ranges on (n, 5) boards, whose hands are put in order once a board.

    combos : (m, 2) hands, higher card first; weights : (3, m) by player, of two players below 2^52
    when their sums are multiplied. Against a hand stand the pairs of others that are weaker, or
    weaker and equal, less the pairs that share a card: see `_pairs_apart`. `of_first` is (m, 2),
    shares in sixths.
    """
    size = len(combos)
    masks = masks_of(combos)
    values = np.empty(size, np.int64)
    keys = np.empty(size, np.int64)
    places = (1 << PLACE_BITS) - 1
    # [0] of the hands that are weaker, [1] of those that are weaker or equal
    together = np.zeros((2, 3, 52, 52))
    with_card = np.zeros((2, 3, 53))
    both = np.zeros((2, 3, 53))
    rest = np.zeros((2, 3, 53))
    for number in range(len(boards)):
        rank_all(boards[number], combos, masks, values)
        ordered = _in_order(values, keys)
        weight = board_weights[number]
        together[:] = 0
        with_card[:] = 0
        both[:] = 0
        first = 0
        while first < len(ordered):
            strength = ordered[first] >> PLACE_BITS
            end = first
            while end < len(ordered) and ordered[end] >> PLACE_BITS == strength:
                i = ordered[end] & places
                cards = (int(combos[i, 0]), int(combos[i, 1]))
                _add_hand(1, i, cards, weights, together, with_card, both)
                end += 1
            for k in range(first, end):
                i = ordered[k] & places
                cards = (int(combos[i, 0]), int(combos[i, 1]))
                w0, w1, w2 = weights[0, i], weights[1, i], weights[2, i]
                if w1 or w2:
                    _rest_of(0, 0, cards, together, with_card, rest)
                if w0 or w2:
                    _rest_of(0, 1, cards, together, with_card, rest)
                if w0:
                    _rest_of(1, 1, cards, together, with_card, rest)
                if w0 or w1:
                    _rest_of(0, 2, cards, together, with_card, rest)
                    _rest_of(1, 2, cards, together, with_card, rest)
                # a tied pot belongs to the first of those who share it
                if w0:
                    weaker = _same_hand(0, 0, cards, both)
                    alone, with_2, with_1 = _pairs_apart(1, 2, rest)
                    alone += weaker
                    with_1 += weaker - alone
                    with_2 += weaker - alone
                    # the hand itself was taken off once for each of its cards
                    equal = _same_hand(1, 0, cards, both) + w1 * w2
                    all_three = _equal_pairs_apart(1, 1, 2, rest) + equal - alone - with_1 - with_2
                    part = weight * w0
                    by_winners[1] += part * int(alone)
                    by_winners[3] += part * int(with_1)
                    by_winners[5] += part * int(with_2)
                    by_winners[7] += part * int(all_three)
                    of_first[i, 1] += part * int(6 * alone + 3 * (with_1 + with_2) + 2 * all_three)
                if w1:
                    weaker = _same_hand(0, 1, cards, both)
                    alone, with_2, _ = _pairs_apart(0, 2, rest)
                    by_winners[2] += weight * w1 * int(alone + weaker)
                    by_winners[6] += weight * w1 * int(with_2 - alone)
                if w2:
                    weaker = _same_hand(0, 2, cards, both)
                    alone = _equal_pairs_apart(0, 0, 1, rest)
                    by_winners[4] += weight * w2 * int(alone + weaker)
            for k in range(first, end):
                i = ordered[k] & places
                cards = (int(combos[i, 0]), int(combos[i, 1]))
                _add_hand(0, i, cards, weights, together, with_card, both)
            first = end
        for k in range(len(ordered)):
            i = ordered[k] & places
            part = weight * weights[0, i]
            if part == 0:
                continue
            cards = (int(combos[i, 0]), int(combos[i, 1]))
            _rest_of(0, 1, cards, together, with_card, rest)
            _rest_of(0, 2, cards, together, with_card, rest)
            equal = _same_hand(0, 0, cards, both) + weights[1, i] * weights[2, i]
            of_first[i, 0] += part * int(_equal_pairs_apart(0, 1, 2, rest) + equal)


def _ranges_example(players: int) -> tuple[object, ...]:
    return (
        np.array([[0, 5, 10, 15, 20]], np.uint8),
        np.ones(1, np.int64),
        np.array([[51, 50], [49, 48], [47, 46], [45, 44]], np.uint8),
        np.ones((players, 4), np.int64),
        np.zeros(1 << players, np.int64),
        np.zeros((4, 2), np.int64),
    )


register(
    "holdem.walk_deals",
    walk_deals,
    lambda: (
        np.array([[0, 5, 10, 15, 20]], np.uint8),
        np.ones(1, np.int64),
        np.array([[51, 50], [49, 48], [47, 46]], np.uint8),
        np.ones(3, np.int64),
        np.arange(4),
        6,
        np.zeros(8, np.int64),
        np.zeros((1, 2), np.int64),
    ),
)
register("holdem.compare_two", compare_two, lambda: _ranges_example(2))
register("holdem.compare_three", compare_three, lambda: _ranges_example(3))
