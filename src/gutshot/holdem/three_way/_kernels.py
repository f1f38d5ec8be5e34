"""Three hands all in on every board: by ranks alone, then what flushes change.

A board is *of ranks* when its suits are left out, *suited* when three or more of its cards are of
one suit. Suits matter on suited boards alone, and there only as this suit and the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.strength._kernels import rank_strength

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUITED = (286, 715, 1_287)  # sets of three, four and five of 13 ranks
WIDTHS = (96, 16, 1)  # 91 pairs of other ranks, 13 ranks, none: filled up to whole vectors


@kernel
def rank_strengths(boards: NDArray[np.uint8], pairs: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the strength of every pair of ranks on every board when suits are left out.

    boards : (n, 13) how often each rank lies. pairs : (m, 2) ranks. Returns (m, n). Where there are
    more than four of a rank the strength means nothing.
    """
    out = np.empty((len(pairs), len(boards)), np.int32)
    sets = np.empty(5, np.int64)
    for at in range(len(boards)):
        for pair in range(len(pairs)):
            sets[:] = 0
            for rank in range(13):
                times = int(boards[at, rank])
                times += int(pairs[pair, 0] == rank) + int(pairs[pair, 1] == rank)
                for least in range(1, min(times, 4) + 1):
                    sets[least] |= 1 << rank
            out[pair, at] = rank_strength(sets[1], sets[2], sets[3], sets[4])
    return out


@kernel(error_model="numpy")
def _add_best(
    first: NDArray[np.int16],
    second: NDArray[np.int16],
    third: NDArray[np.int16],
    weights: NDArray[np.int32],
    best: NDArray[np.int64],
) -> None:
    """Add to `best[s]` the weights of the boards on which nothing beats the hands of the set s."""
    none = np.int32(0)
    a = b = c = ab = ac = bc = abc = none
    for i in range(len(weights)):
        x, y, z = first[i], second[i], third[i]
        weight = weights[i]
        top = max(x, y, z)
        of_b = weight if y == top else none
        of_c = weight if z == top else none
        of_ab = of_b if x == top else none
        a = np.int32(a + (weight if x == top else none))
        b = np.int32(b + of_b)
        c = np.int32(c + of_c)
        ab = np.int32(ab + of_ab)
        ac = np.int32(ac + (of_c if x == top else none))
        bc = np.int32(bc + (of_c if y == top else none))
        abc = np.int32(abc + (of_ab if z == top else none))
    for at, found in enumerate((a, b, ab, c, ac, bc, abc)):
        best[at + 1] += found


@kernel(error_model="numpy")
def _change_best(
    hands: NDArray[np.int16],
    suit: int,
    first_flush: int,
    second_flush: int,
    third_flush: int,
    weights: NDArray[np.int32],
    best: NDArray[np.int64],
) -> None:
    """Add what `_add_best` finds with flushes less what it finds without, on boards of one suit.

    hands : (3, sets, n) places of the three hands by ranks, `suit` the number of the set that lies.
    *_flush : the place of a hand's flush with this set, -1 for none.
    """
    none = np.int32(0)
    a = b = c = ab = ac = bc = abc = none
    for i in range(len(weights)):
        x, y, z = hands[0, suit, i], hands[1, suit, i], hands[2, suit, i]
        weight = weights[i]
        top = max(x, y, z)
        of_a = weight if x == top else none
        of_b = weight if y == top else none
        of_c = weight if z == top else none
        of_ab = of_b if x == top else none
        of_ac = of_c if x == top else none
        of_bc = of_c if y == top else none
        of_abc = of_ab if z == top else none
        # seven cards with a flush have no better hand than a flush
        x, y, z = max(x, first_flush), max(y, second_flush), max(z, third_flush)
        top = max(x, y, z)
        now_b = weight if y == top else none
        now_c = weight if z == top else none
        now_ab = now_b if x == top else none
        a = np.int32(a + (weight if x == top else none) - of_a)
        b = np.int32(b + now_b - of_b)
        c = np.int32(c + now_c - of_c)
        ab = np.int32(ab + now_ab - of_ab)
        ac = np.int32(ac + (now_c if x == top else none) - of_ac)
        bc = np.int32(bc + (now_c if y == top else none) - of_bc)
        abc = np.int32(abc + (now_ab if z == top else none) - of_abc)
    for at, found in enumerate((a, b, ab, c, ac, bc, abc)):
        best[at + 1] += found


@kernel
def _count_suits(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return (8, 64) how many deals give three hands, (3, 2) ranks, suits of a kind.

    By the set of hands whose cards are of one suit, and by the set of the six cards that are of
    suit 0. Of a pair the card of the higher suit stands last.
    """
    counts = np.zeros((8, 64), np.int64)
    hands = np.zeros((3, 16), np.int64)
    suited = np.zeros((3, 16), np.int64)
    marked = np.zeros((3, 16), np.int64)
    lengths = np.zeros(3, np.int64)
    for player in range(3):
        high, low = ranks[player]
        for suits in range(16):
            one, other = suits >> 2, suits & 3
            if high == low and one >= other:
                continue
            at = lengths[player]
            hands[player, at] = 1 << (4 * high + one) | 1 << (4 * low + other)
            suited[player, at] = int(one == other) << player
            marked[player, at] = (int(one == 0) | int(other == 0) << 1) << (2 * player)
            lengths[player] += 1
    for i in range(lengths[0]):
        for j in range(lengths[1]):
            if hands[0, i] & hands[1, j]:
                continue
            both = hands[0, i] | hands[1, j]
            for k in range(lengths[2]):
                if not hands[2, k] & both:
                    of_one_suit = suited[0, i] | suited[1, j] | suited[2, k]
                    counts[of_one_suit, marked[0, i] | marked[1, j] | marked[2, k]] += 1
    return counts


@kernel
def _ways(kept: int, times: int) -> int:
    """Return in how many ways `times` of `kept` cards are chosen, up to four of four."""
    out = 1
    for i in range(times):
        out = out * (kept - i) // (i + 1)
    return max(0, out)


@kernel
def count_hands(
    pairs: NDArray[np.int64],
    hands: NDArray[np.int64],
    wanted: int,
    factors: NDArray[np.int64],
    board_places: NDArray[np.int16],
    suits: NDArray[np.int64],
    places_of_three: NDArray[np.int16],
    places_of_four: NDArray[np.int16],
    places_of_five: NDArray[np.int16],
    flush_places: NDArray[np.int16],
) -> NDArray[np.int64]:
    """Return the deals of three hands with all their boards by winners, for each suitedness.

    pairs : (91, 2) ranks, the higher first. hands : (3,) numbers of pairs.
    wanted : suitednesses to count, bit s for the set s of hands whose cards are of one suit.
    factors : (5, n) of each board of ranks, up to five of 5 * rank + times, 65 where there is no
    more. board_places : (91, n) a higher one for a better hand.
    suits : (2288,) the sets of ranks of three to five cards of one suit, bit r for rank r.
    places_of_* : (91, sets, width) places by ranks on the boards that have such a set, with the
    other ranks in the order of `pairs`; `SUITED` and `WIDTHS` say how many. Of five, (91, 1287).
    flush_places : (92, 2288) places of flushes by the hand's cards of the suit: none, one by rank,
    two as C(high, 2) + low from 14 on.
    Returns (8, 8) by suitedness and set of winners: up to 1,728 x 1,370,754.
    """
    ranks = np.empty((3, 2), np.int64)
    used = np.zeros(13, np.int64)
    with_three = np.empty((3, *places_of_three.shape[1:]), np.int16)
    with_four = np.empty((3, *places_of_four.shape[1:]), np.int16)
    for player in range(3):
        with_three[player] = places_of_three[hands[player]]
        with_four[player] = places_of_four[hands[player]]
        for i in range(2):
            ranks[player, i] = pairs[hands[player], i]
            used[ranks[player, i]] += 1
    out = np.zeros((8, 8), np.int64)
    if used.max() > 4:
        return out
    deals = _count_suits(ranks)
    for suited in range(8):
        if not wanted >> suited & 1:
            deals[suited] = 0
    # by ranks: cards of a rank that are left lie in as many ways whatever their suits
    ways = np.ones(66, np.int32)
    for rank in range(13):
        for times in range(5):
            ways[5 * rank + times] = _ways(int(4 - used[rank]), times)
    weights = np.empty(factors.shape[1], np.int32)
    for i in range(len(weights)):
        weight = ways[factors[0, i]] * ways[factors[1, i]] * ways[factors[2, i]]
        weights[i] = weight * ways[factors[3, i]] * ways[factors[4, i]]
    best = np.zeros(8, np.int64)
    _add_best(board_places[hands[0]], board_places[hands[1]], board_places[hands[2]], weights, best)
    for suited in range(8):
        out[suited] = deals[suited].sum() * best
    # by flushes: suit 0 stands for every suit
    of_two = np.zeros(WIDTHS[0], np.int32)
    of_one = np.zeros(WIDTHS[1], np.int32)
    of_none = np.empty(SUITED[2], np.int32)
    others = np.empty(13, np.int64)
    held = np.empty(3, np.int64)
    fours = SUITED[0]
    fives = fours + SUITED[1]
    for marked in range(64):
        if deals[:, marked].sum() == 0:
            continue
        others[:] = used
        dead = 0
        most = 0
        for player in range(3):
            high, low = ranks[player]
            cards = marked >> (2 * player) & 3
            held[player] = (0, 1 + high, 1 + low, 14 + high * (high - 1) // 2 + low)[cards]
            most = max(most, (cards & 1) + (cards >> 1))
            if cards & 1:
                others[high] -= 1
                dead |= 1 << high
            if cards & 2:
                others[low] -= 1
                dead |= 1 << low
        best[:] = 0
        if most == 2:
            for i in range(len(pairs)):
                high, low = pairs[i]
                of_two[i] = (
                    _ways(int(3 - others[high]), 2)
                    if high == low
                    else (3 - others[high]) * (3 - others[low])
                )
            for at in range(fours):
                if not suits[at] & dead:
                    _change_best(
                        with_three,
                        at,
                        flush_places[held[0], at],
                        flush_places[held[1], at],
                        flush_places[held[2], at],
                        of_two,
                        best,
                    )
        if most >= 1:
            for rank in range(13):
                of_one[rank] = 3 - others[rank]
            for at in range(fours, fives):
                if not suits[at] & dead:
                    _change_best(
                        with_four,
                        at - fours,
                        flush_places[held[0], at],
                        flush_places[held[1], at],
                        flush_places[held[2], at],
                        of_one,
                        best,
                    )
        for i in range(SUITED[2]):
            of_none[i] = 0 if suits[fives + i] & dead else 1
        _add_best(
            flush_places[held[0], fives:],
            flush_places[held[1], fives:],
            flush_places[held[2], fives:],
            of_none,
            best,
        )
        of_none *= -1
        _add_best(
            places_of_five[hands[0]],
            places_of_five[hands[1]],
            places_of_five[hands[2]],
            of_none,
            best,
        )
        for suited in range(8):
            out[suited] += 4 * deals[suited, marked] * best
    # from "nothing beats these" to "these win and no other"
    for player in range(3):
        for winners in range(8):
            if not winners >> player & 1:
                out[:, winners] -= out[:, winners | 1 << player]
    out[:, 0] = 0
    return out


def _count_example() -> tuple[object, ...]:
    return (
        np.array([(high, low) for high in range(13) for low in range(high + 1)]),
        np.array([90, 77, 1]),
        0b11,
        np.full((5, 16), 65),
        np.zeros((91, 16), np.int16),
        np.zeros(sum(SUITED), np.int64),
        np.zeros((91, SUITED[0], WIDTHS[0]), np.int16),
        np.zeros((91, SUITED[1], WIDTHS[1]), np.int16),
        np.zeros((91, SUITED[2]), np.int16),
        np.zeros((92, sum(SUITED)), np.int16),
    )


register(
    "holdem.rank_strengths",
    rank_strengths,
    lambda: (np.zeros((1, 13), np.uint8), np.zeros((1, 2), np.int64)),
)
register("holdem.count_hands", count_hands, _count_example)
