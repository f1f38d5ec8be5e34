"""Showdowns drawn: deals picked by their weights, or hand after hand from what is left.

Outcomes are told apart by the set of winners, bit i for player i. `of_first` keeps for every class
of the first player's hand the number of its deals and its share of their pots, the latter in units
of 1 / unit, a number that every number of winners divides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.holdem.all_in._kernels import board_sets, numbered, with_hand

if TYPE_CHECKING:
    from numpy.typing import NDArray

DRAWS = np.uint64(64)  # numbers that an attempt may use before it takes those of the next


@kernel
def _draw_board(
    seed: np.uint64,
    number: np.uint64,
    used: int,
    known: int,
    deck: NDArray[np.uint8],
    lying: NDArray[np.uint8],
) -> np.uint64:
    """Fill up a board of (5,) cards from those of a deck that nobody holds; return the next number.

    Two cards are read off one number; one that is out is passed over.
    """
    size = np.uint64(len(deck))
    count = known
    while count < 5:
        bits = numbered(seed, number)
        number += np.uint64(1)
        for half in range(2):
            part = bits >> np.uint64(32) if half else bits & np.uint64(0xFFFFFFFF)
            card = int(deck[int(part * size >> np.uint64(32))])
            if count < 5 and not used >> card & 1:
                used |= 1 << card
                lying[count] = card
                count += 1
    return number


@kernel
def _winners_of(
    lying: NDArray[np.uint8], combo: NDArray[np.int64], combos: NDArray[np.uint8]
) -> tuple[int, int]:
    """Return the set of winners on a board, and how many they are."""
    sets = board_sets(lying)
    best = -1
    winners = 0
    shared = 0
    for i in range(len(combo)):
        found = with_hand(sets, int(combos[combo[i], 0]), int(combos[combo[i], 1]))
        if found > best:
            best, winners, shared = found, 1 << i, 1
        elif found == best:
            winners |= 1 << i
            shared += 1
    return winners, shared


@kernel
def _note(
    winners: int,
    pays: int,
    times: int,
    number: int,
    by_winners: NDArray[np.int64],
    of_first: NDArray[np.int64],
    shares: NDArray[np.int64],
) -> None:
    """Add a deal, so many times, to the sums; `number` is the class of the first player's hand."""
    by_winners[winners] += times
    of_first[number, 0] += times
    if winners & 1:
        of_first[number, 1] += times * pays
    for i in range(len(shares)):
        if winners >> i & 1:
            shares[i] += times * pays


@kernel
def draw_deals(
    seed: np.uint64,
    tried: int,
    drawn: int,
    most_tried: int,
    most_drawn: int,
    board: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    starts: NDArray[np.int64],
    keep: NDArray[np.float64],
    alias: NDArray[np.int64],
    held: NDArray[np.int64],
    hands: NDArray[np.int64],
    combos: NDArray[np.uint8],
    classes: NDArray[np.int64],
    unit: int,
    batch: int,
    by_winners: NDArray[np.int64],
    of_first: NDArray[np.int64],
    shares: NDArray[np.int64],
) -> tuple[int, int]:
    """Draw deals and boards until so many were tried or drawn; return how many were.

    Players who are drawn together are a group: group g picks one of the lines
    `starts[g] : starts[g + 1]` by the method of aliases (a line is taken with the chance `keep`,
    else `alias` of it), and a line says which cards it needs (`held`, bits) and which combo each
    player has (`hands`, (lines, players), -1 for players of other groups). A deal whose groups need
    the same card is thrown away whole, so that every deal that can be comes with its weight.

    combos, classes : (1326, 2) and (1326,) of all combos.
    of_first : (169, 2) deals and shares by the class of the first player's hand.
    shares : (batches, players) of the pots, in 1 / unit, of `batch` deals each.
    """
    groups = len(starts) - 1
    players = hands.shape[1]
    known = len(board)
    lying = np.empty(5, np.uint8)
    lying[:known] = board
    combo = np.zeros(players, np.int64)
    while tried < most_tried and drawn < most_drawn:
        number = np.uint64(tried) * DRAWS
        tried += 1
        used = 0
        for g in range(groups):
            bits = numbered(seed, number)
            number += np.uint64(1)
            lines = starts[g + 1] - starts[g]
            place = np.float64(bits >> np.uint64(11)) * 2.0**-53 * lines
            line = starts[g] + int(place)
            if place - int(place) >= keep[line]:
                line = alias[line]
            needed = int(held[line])
            if used & needed:
                used = -1
                break
            used |= needed
            for i in range(players):
                if hands[line, i] >= 0:
                    combo[i] = hands[line, i]
        if used < 0:
            continue
        _draw_board(seed, number, used, known, deck, lying)
        winners, shared = _winners_of(lying, combo, combos)
        _note(
            winners,
            unit // shared,
            1,
            int(classes[combo[0]]),
            by_winners,
            of_first,
            shares[drawn // batch],
        )
        drawn += 1
    return tried, drawn


@kernel
def draw_in_turn(
    seed: np.uint64,
    first: int,
    last: int,
    scale: float,
    board: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    hands: NDArray[np.int64],
    weights: NDArray[np.int64],
    combos: NDArray[np.uint8],
    classes: NDArray[np.int64],
    unit: int,
    batch: int,
    by_winners: NDArray[np.int64],
    of_first: NDArray[np.int64],
    shares: NDArray[np.int64],
    times: NDArray[np.int64],
) -> tuple[float, float, int]:
    """Draw deals number `first` to `last`, each hand from those that the hands before it leave.

    Such a deal comes too often by how little was left: it counts as many times as the product of
    the weights that there were to choose from, in units of `scale`, rounded up or down by chance,
    so that the mean is right. A deal for which nothing is left counts 0 times.

    order : of the players. hands, weights : (m,) combos and their weights, those of player i are
    `starts[i] : starts[i + 1]`. combos, classes : (1326, 2) and (1326,) of all combos.
    times : (batches,) how many deals there are of each batch; shares are theirs, as `draw_deals`
    has them. Returned are the sums of the products and of their squares, in units of `scale`, and
    how many deals counted at all.
    """
    players = len(order)
    known = len(board)
    lying = np.empty(5, np.uint8)
    lying[:known] = board
    combo = np.zeros(players, np.int64)
    masks = np.empty(len(hands), np.int64)
    for i in range(len(hands)):
        masks[i] = (1 << int(combos[hands[i], 0])) | (1 << int(combos[hands[i], 1]))
    whole = 0.0
    squares = 0.0
    counted = 0
    for deal in range(first, last):
        number = np.uint64(deal) * DRAWS
        used = 0
        product = 1.0 / scale
        for player in order:
            left = 0
            for i in range(starts[player], starts[player + 1]):
                if not masks[i] & used:
                    left += weights[i]
            product *= left
            if left == 0:
                break
            bits = numbered(seed, number)
            number += np.uint64(1)
            wanted = int(np.float64(bits >> np.uint64(11)) * 2.0**-53 * left)
            for i in range(starts[player], starts[player + 1]):
                if not masks[i] & used:
                    wanted -= weights[i]
                    if wanted < 0:
                        combo[player] = hands[i]
                        used |= masks[i]
                        break
        whole += product
        squares += product * product
        bits = numbered(seed, number)
        number += np.uint64(1)
        count = int(product + np.float64(bits >> np.uint64(11)) * 2.0**-53)
        if count == 0:
            continue
        _draw_board(seed, number, used, known, deck, lying)
        winners, shared = _winners_of(lying, combo, combos)
        _note(
            winners,
            unit // shared,
            count,
            int(classes[combo[0]]),
            by_winners,
            of_first,
            shares[deal // batch],
        )
        times[deal // batch] += count
        counted += 1
    return whole, squares, counted


register(
    "holdem.draw_deals",
    draw_deals,
    lambda: (
        np.uint64(1),
        0,
        0,
        64,
        4,
        np.arange(3, dtype=np.uint8),
        np.arange(3, 52, dtype=np.uint8),
        np.arange(3),
        np.ones(2),
        np.arange(2),
        np.array([3 << 50, 3 << 48]),
        np.array([[1, -1], [-1, 0]]),
        np.array([[49, 48], [51, 50]], np.uint8),
        np.zeros(2, np.int64),
        2,
        4,
        np.zeros(4, np.int64),
        np.zeros((169, 2), np.int64),
        np.zeros((1, 2), np.int64),
    ),
)
register(
    "holdem.draw_in_turn",
    draw_in_turn,
    lambda: (
        np.uint64(1),
        0,
        4,
        1.0,
        np.arange(3, dtype=np.uint8),
        np.arange(3, 52, dtype=np.uint8),
        np.arange(2),
        np.arange(3),
        np.array([1, 0]),
        np.ones(2, np.int64),
        np.array([[49, 48], [51, 50]], np.uint8),
        np.zeros(2, np.int64),
        2,
        4,
        np.zeros(4, np.int64),
        np.zeros((169, 2), np.int64),
        np.zeros((1, 2), np.int64),
        np.zeros(1, np.int64),
    ),
)
