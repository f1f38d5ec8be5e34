"""Showdowns of two to nine players: every deal walked, two or three ranges put in order, and drawn.

Outcomes are told apart by the set of winners, bit i for player i. `of_first` keeps for every hand
of the first player the weight of its deals and its share of their pots, the latter in units of
1 / unit, a number that every number of winners divides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.strength._kernels import flush_strength, rank_strength

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLACE_BITS = 11  # 1,326 hands fit below a strength
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
DRAWS = np.uint64(64)  # numbers that an attempt may use before it takes those of the next


@kernel
def complete_boards(board: NDArray[np.uint8], deck: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return every board, as (n, 5), that (k,) cards become with cards of the deck."""
    known, size = len(board), len(deck)
    missing = 5 - known
    count = 1
    for i in range(missing):
        count = count * (size - i) // (i + 1)
    out = np.empty((count, 5), np.uint8)
    chosen = np.arange(5)
    for at in range(count):
        out[at, :known] = board
        for i in range(missing):
            out[at, known + i] = deck[chosen[i]]
        last = missing - 1
        while last > 0 and chosen[last] == size - missing + last:
            last -= 1
        if last < 0:
            break
        chosen[last] += 1
        for i in range(last + 1, missing):
            chosen[i] = chosen[i - 1] + 1
    return out


@kernel
def _board_sets(board: NDArray[np.uint8]) -> tuple[int, int, int, int, int, int]:
    """Return the sets of ranks on a board, its suits, and the suit that may flush or -1."""
    once = 0
    twice = 0
    thrice = 0
    quads = 0
    suits = 0
    for i in range(5):
        card = int(board[i])
        bit = 1 << (card >> 2)
        quads |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        suits |= bit << (16 * (card & 3))
    flush_suit = -1
    for suit in range(4):
        rest = suits >> (16 * suit) & 0x1FFF
        rest &= rest - 1
        if rest & (rest - 1):
            flush_suit = suit
    return once, twice, thrice, quads, suits, flush_suit


@kernel
def _with_hand(sets: tuple[int, int, int, int, int, int], high: int, low: int) -> int:
    """Return the strength of two cards with the board of these sets."""
    once, twice, thrice, quads, suits, flush_suit = sets
    if flush_suit >= 0:
        ranks = suits >> (16 * flush_suit) & 0x1FFF
        if high & 3 == flush_suit:
            ranks |= 1 << (high >> 2)
        if low & 3 == flush_suit:
            ranks |= 1 << (low >> 2)
        found = flush_strength(ranks)
        if found >= 0:
            return int(found)
    for card in (high, low):
        bit = 1 << (card >> 2)
        quads |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    return int(rank_strength(once, twice, thrice, quads))


@kernel
def _rank_all(
    board: NDArray[np.uint8],
    combos: NDArray[np.uint8],
    masks: NDArray[np.int64],
    values: NDArray[np.int64],
) -> int:
    """Write the strengths of (n, 2) hands on a board, -1 where they need its cards; return it."""
    dead = 0
    for i in range(5):
        dead |= 1 << int(board[i])
    sets = _board_sets(board)
    for i in range(len(combos)):
        if masks[i] & dead:
            values[i] = -1
        else:
            values[i] = _with_hand(sets, int(combos[i, 0]), int(combos[i, 1]))
    return dead


@kernel
def _masks(combos: NDArray[np.uint8]) -> NDArray[np.int64]:
    out = np.empty(len(combos), np.int64)
    for i in range(len(combos)):
        out[i] = (1 << int(combos[i, 0])) | (1 << int(combos[i, 1]))
    return out


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
    masks = _masks(combos)
    values = np.empty(len(combos), np.int64)
    pays = _shares_of_first(players, unit)
    at = np.zeros(players, np.int64)
    used = np.zeros(players + 1, np.int64)
    best = np.zeros(players + 1, np.int64)
    winners = np.zeros(players + 1, np.int64)
    weight = np.zeros(players + 1, np.int64)
    for number in range(len(boards)):
        used[0] = _rank_all(boards[number], combos, masks, values)
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
    masks = _masks(combos)
    values = np.empty(size, np.int64)
    keys = np.empty(size, np.int64)
    apart = np.empty((2, size), np.int64)
    places = (1 << PLACE_BITS) - 1
    for number in range(len(boards)):
        _rank_all(boards[number], combos, masks, values)
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
    cards: tuple[int, int],
    weight: NDArray[np.int64],
    together: NDArray[np.int64],
    with_card: NDArray[np.int64],
    both: NDArray[np.int64],
) -> None:
    """Put a hand of (3,) weights into the sums of `compare_three`."""
    high, low = cards
    for player in range(3):
        one = weight[player]
        together[player, high, low] = one
        together[player, low, high] = one
        with_card[player, 52] += one
        with_card[player, high] += one
        with_card[player, low] += one
        # the product of the other two, for who of them might hold the same hand
        pair = weight[(player + 1) % 3] * weight[(player + 2) % 3]
        both[player, 52] += pair
        both[player, high] += pair
        both[player, low] += pair


@kernel
def _rest_of(
    together: NDArray[np.int64],
    with_card: NDArray[np.int64],
    high: int,
    low: int,
    rest: NDArray[np.int64],
) -> None:
    """Write the weight of hands that share no card with one, by a card of theirs; all at 52."""
    ours, other = together[high], together[low]
    for card in range(52):
        rest[card] = with_card[card] - ours[card] - other[card]
    rest[high] = 0
    rest[low] = 0
    rest[52] = with_card[52] - with_card[high] - with_card[low] + ours[low]


@kernel
def _without(sums: NDArray[np.int64], high: int, low: int) -> int:
    """Return the sum at 52 less those of two cards."""
    return int(sums[52] - sums[high] - sums[low])


@kernel
def _pairs_apart(one: NDArray[np.int64], other: NDArray[np.int64], same: int) -> int:
    """Return the weight of pairs of hands that share no card; `same` is that of equal hands.

    Pairs that share a card are taken off card by card, equal hands twice, so they come back once.
    """
    shared = 0
    for card in range(52):
        shared += one[card] * other[card]
    return int(one[52] * other[52] - shared + same)


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

    combos : (m, 2) hands, higher card first; weights : (3, m) by player. Against a hand stand the
    pairs of others that are weaker, or weaker and equal, less the pairs that share a card: see
    `_pairs_apart`. `of_first` is (m, 2), shares in sixths.
    """
    size = len(combos)
    masks = _masks(combos)
    values = np.empty(size, np.int64)
    keys = np.empty(size, np.int64)
    places = (1 << PLACE_BITS) - 1
    # [0] of the hands that are weaker, [1] of those that are weaker or equal
    together = np.zeros((2, 3, 52, 52), np.int64)
    with_card = np.zeros((2, 3, 53), np.int64)
    both = np.zeros((2, 3, 53), np.int64)
    rest = np.zeros((2, 3, 53), np.int64)
    for number in range(len(boards)):
        _rank_all(boards[number], combos, masks, values)
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
                _add_hand(cards, weights[:, i], together[1], with_card[1], both[1])
                end += 1
            for k in range(first, end):
                i = ordered[k] & places
                high, low = int(combos[i, 0]), int(combos[i, 1])
                for player in range(3):
                    part = weight * weights[player, i]
                    if part == 0:
                        continue
                    one, other = (player + 1) % 3, (player + 2) % 3
                    if player:
                        one, other = 0, 3 - player
                    # a tied pot belongs to the first of those who share it
                    for q in (one, other):
                        _rest_of(together[0, q], with_card[0, q], high, low, rest[0, q])
                        if q > player:
                            _rest_of(together[1, q], with_card[1, q], high, low, rest[1, q])
                    weaker = _without(both[0, player], high, low)
                    alone = _pairs_apart(rest[0, one], rest[0, other], weaker)
                    by_winners[1 << player] += part * alone
                    if player == 2:
                        continue
                    with_other = _pairs_apart(rest[0, one], rest[1, other], weaker) - alone
                    by_winners[1 << player | 1 << other] += part * with_other
                    if player == 1:
                        continue
                    with_one = _pairs_apart(rest[1, one], rest[0, other], weaker) - alone
                    by_winners[3] += part * with_one
                    # the hand itself was taken off once for each of its cards
                    equal = _without(both[1, player], high, low) + weights[1, i] * weights[2, i]
                    all_three = _pairs_apart(rest[1, one], rest[1, other], equal)
                    all_three -= alone + with_one + with_other
                    by_winners[7] += part * all_three
                    of_first[i, 1] += part * (
                        6 * alone + 3 * (with_one + with_other) + 2 * all_three
                    )
            for k in range(first, end):
                i = ordered[k] & places
                cards = (int(combos[i, 0]), int(combos[i, 1]))
                _add_hand(cards, weights[:, i], together[0], with_card[0], both[0])
            first = end
        for k in range(len(ordered)):
            i = ordered[k] & places
            part = weight * weights[0, i]
            if part == 0:
                continue
            high, low = int(combos[i, 0]), int(combos[i, 1])
            _rest_of(together[0, 1], with_card[0, 1], high, low, rest[0, 1])
            _rest_of(together[0, 2], with_card[0, 2], high, low, rest[0, 2])
            equal = _without(both[0, 0], high, low) + weights[1, i] * weights[2, i]
            of_first[i, 0] += part * _pairs_apart(rest[0, 1], rest[0, 2], equal)


@kernel
def numbered(seed: np.uint64, number: np.uint64) -> np.uint64:
    """Return the random 64 bits of this seed and number: SplitMix64, which counts."""
    bits = seed + (number + np.uint64(1)) * GOLDEN
    bits = (bits ^ (bits >> np.uint64(30))) * MIX_1
    bits = (bits ^ (bits >> np.uint64(27))) * MIX_2
    return bits ^ (bits >> np.uint64(31))


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
    sets = _board_sets(lying)
    best = -1
    winners = 0
    shared = 0
    for i in range(len(combo)):
        found = _with_hand(sets, int(combos[combo[i], 0]), int(combos[combo[i], 1]))
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
            if used & held[line]:
                used = -1
                break
            used |= held[line]
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
            classes[combo[0]],
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
) -> tuple[float, float]:
    """Draw deals number `first` to `last`, each hand from those that the hands before it leave.

    Such a deal comes too often by how little was left: it counts as many times as the product of
    the weights that there were to choose from, in units of `scale`, rounded up or down by chance,
    so that the mean is right. A deal for which nothing is left counts 0 times.

    order : of the players. hands, weights : (m,) combos and their weights, those of player i are
    `starts[i] : starts[i + 1]`. combos, classes : (1326, 2) and (1326,) of all combos.
    times : (batches,) how many deals there are of each batch; shares are theirs, as `draw_deals`
    has them. Returned are the sums of the products and of their squares, in units of `scale`.
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
            classes[combo[0]],
            by_winners,
            of_first,
            shares[deal // batch],
        )
        times[deal // batch] += count
    return whole, squares


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
    "holdem.complete_boards",
    complete_boards,
    lambda: (np.arange(3, dtype=np.uint8), np.arange(3, 9, dtype=np.uint8)),
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
