"""Compiled loops of an audit: a chart played on deals of one deck, and sums over its endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.strength._kernels import strength
from gutshot.holdem.all_in._kernels import numbered

if TYPE_CHECKING:
    from numpy.typing import NDArray

NUMBERS = 512  # random numbers that a deal may use
DEEP = 512  # open branches of a walk: far more than any line of actions leaves behind
CHART, ANSWER, CHART_BOARD, ANSWER_BOARD = range(4)
MEASURED = 4


@kernel
def add_products(
    own: NDArray[np.int64],
    factors: NDArray[np.float64],
    rows: NDArray[np.int64],
    values: NDArray[np.float64],
    others: NDArray[np.int64],
    theirs: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Add factor times the product of a row of values and one of theirs to the own row of out."""
    for at in range(len(own)):
        factor = factors[at]
        if factor == 0.0:
            continue
        slot, row, other = own[at], rows[at], others[at]
        for hand in range(values.shape[1]):
            out[slot, hand] += factor * values[row, hand] * theirs[other, hand]


@kernel
def own_hand_gradient(
    player: int,
    slots: NDArray[np.int64],
    constants: NDArray[np.float64],
    term_ends: NDArray[np.int64],
    term_others: NDArray[np.int64],
    term_amounts: NDArray[np.float64],
    masses: NDArray[np.float64],
    equities: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Add to (slots, hands) what endings earn a player whose hand tells how each other is dealt.

    slots : (players, ends) rows of `masses` and `equities`, (rows, hands): the chance that another
    comes there, by the player's hand, and the same times the player's equity against him.
    constants : (ends,). term_* : (n,) pots' amounts against one other at an ending.
    """
    players, ends = slots.shape
    hands = masses.shape[1]
    product = np.empty(hands)
    for end in range(ends):
        product[:] = constants[end]
        for other in range(players):
            if other != player:
                row = slots[other, end]
                for hand in range(hands):
                    product[hand] *= masses[row, hand]
        own = slots[player, end]
        for hand in range(hands):
            out[own, hand] += product[hand]
    for at in range(len(term_ends)):
        end, met = term_ends[at], term_others[at]
        product[:] = term_amounts[at]
        for other in range(players):
            if other != player:
                row = slots[other, end]
                for hand in range(hands):
                    product[hand] *= equities[row, hand] if other == met else masses[row, hand]
        own = slots[player, end]
        for hand in range(hands):
            out[own, hand] += product[hand]


@kernel
def _deal(
    seed: np.uint64, number: np.uint64, used: int, cards: NDArray[np.uint8]
) -> tuple[np.uint64, int]:
    """Fill cards with different ones that are not in use; return the next number and all in use.

    A card is read off 32 bits; one that is out is passed over.
    """
    at = 0
    while at < len(cards):
        bits = numbered(seed, number)
        number += np.uint64(1)
        for half in range(2):
            part = bits >> np.uint64(32) if half else bits & np.uint64(0xFFFFFFFF)
            card = int(part * np.uint64(52) >> np.uint64(32))
            if at < len(cards) and not used >> card & 1:
                used |= 1 << card
                cards[at] = card
                at += 1
    return number, used


@kernel
def _stand(
    held: NDArray[np.uint8],
    eligible: NDArray[np.int64],
    lying: NDArray[np.uint8],
    known: NDArray[np.bool_],
    strengths: NDArray[np.int64],
) -> None:
    """Fill in (boards, players) strengths of those in a pot that are not known yet."""
    cards = np.empty(7, np.uint8)
    for at in range(len(eligible)):
        who = eligible[at]
        if who < 0:
            break
        if not known[who]:
            known[who] = True
            cards[5:] = held[2 * who : 2 * who + 2]
            for board in range(len(lying)):
                cards[:5] = lying[board]
                strengths[board, who] = strength(cards)


@kernel
def _share_of_board(who: int, eligible: NDArray[np.int64], strengths: NDArray[np.int64]) -> float:
    """Return what a player gets of a pot on average over boards: (boards, players) strengths."""
    total = 0.0
    for board in range(strengths.shape[0]):
        mine = strengths[board, who]
        count = 0
        for at in range(len(eligible)):
            other = eligible[at]
            if other < 0:
                break
            theirs = strengths[board, other]
            if theirs > mine:
                count = 0
                break
            count += int(theirs == mine)
        if count:
            total += 1.0 / count
    return float(total / strengths.shape[0])


@kernel
def _share_of_classes(
    who: int,
    eligible: NDArray[np.int64],
    classes: NDArray[np.int64],
    equity: NDArray[np.float64],
    three: NDArray[np.float32],
) -> float:
    """Return what a player gets of a pot by the classes that share it."""
    count = 0
    pairs = 0.0
    others = np.zeros(2, np.int64)
    for at in range(len(eligible)):
        other = eligible[at]
        if other < 0:
            break
        if other != who:
            if count < 2:
                others[count] = classes[other]
            pairs += equity[classes[who], classes[other]]
            count += 1
    if count == 2 and len(three):
        return float(three[classes[who], others[0], others[1]])
    return float(pairs * 2.0 / (count * (count + 1)))


@kernel
def _value_of_classes(
    group: NDArray[np.int64],
    classes: NDArray[np.int64],
    equity: NDArray[np.float64],
    tie: NDArray[np.float64],
    three: NDArray[np.float32],
    chops_of_two: NDArray[np.float32],
    chops_of_all: NDArray[np.float32],
    out: NDArray[np.float64],
) -> None:
    """Fill in the functions of a group's classes, as `prize_terms` names them."""
    a, b = classes[group[0]], classes[group[1]]
    out[:] = 0.0
    out[0] = equity[a, b]
    if group[2] < 0:
        out[1] = tie[a, b]
        return
    c = classes[group[2]]
    out[1] = equity[a, c]
    out[2] = equity[b, c]
    if len(three):
        out[3] = three[a, b, c] - (out[0] + out[1]) / 3.0
        out[4] = three[b, a, c] - (1.0 - out[0] + out[2]) / 3.0
        out[5] = three[c, a, b] - (2.0 - out[1] - out[2]) / 3.0
        out[6] = chops_of_two[a, b, c]
        out[7] = chops_of_two[a, c, b]
        out[8] = chops_of_two[b, c, a]
        out[9] = chops_of_all[a, b, c]


@kernel
def _value_of_boards(
    group: NDArray[np.int64], strengths: NDArray[np.int64], out: NDArray[np.float64]
) -> None:
    """Fill in the same functions of hands on boards, on average: (boards, players) strengths."""
    boards = len(strengths)
    won = np.zeros((3, 3))
    shares = np.zeros(3)
    out[:] = 0.0
    two = group[2] < 0
    count = 2 if two else 3
    for board in range(boards):
        best = strengths[board, group[0]]
        for at in range(1, count):
            best = max(best, strengths[board, group[at]])
        winners = 0
        many = 0
        for at in range(count):
            mine = strengths[board, group[at]]
            if mine == best:
                winners |= 1 << at
                many += 1
            for other in range(at + 1, count):
                theirs = strengths[board, group[other]]
                won[at, other] += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
        for at in range(count):
            if winners >> at & 1:
                shares[at] += 1.0 / many
        if two:
            out[1] += int(many == 2)
        else:
            out[6] += int(winners == 0b011)
            out[7] += int(winners == 0b101)
            out[8] += int(winners == 0b110)
            out[9] += int(winners == 0b111)
    out[0] = won[0, 1]
    if not two:
        out[1] = won[0, 2]
        out[2] = won[1, 2]
        out[3] = shares[0] - (out[0] + out[1]) / 3.0
        out[4] = shares[1] - (boards - out[0] + out[2]) / 3.0
        out[5] = shares[2] - (2.0 * boards - out[1] - out[2]) / 3.0
    out /= boards


@kernel
def play_deals(
    seed: np.uint64,
    first: int,
    deals: int,
    class_of: NDArray[np.int64],
    players_of: NDArray[np.int64],
    row_of: NDArray[np.int64],
    actions_of: NDArray[np.int64],
    child_of: NDArray[np.int64],
    children: NDArray[np.int64],
    strategy: NDArray[np.float64],
    answer: NDArray[np.float64],
    constants: NDArray[np.float64],
    pot_first: NDArray[np.int64],
    pot_amounts: NDArray[np.float64],
    pot_players: NDArray[np.int64],
    edge_of: NDArray[np.int64],
    edge_players: NDArray[np.int64],
    edges: NDArray[np.float64],
    group_of: NDArray[np.int64],
    groups: NDArray[np.int64],
    amounts_of: NDArray[np.int64],
    amounts: NDArray[np.float64],
    equity: NDArray[np.float64],
    tie: NDArray[np.float64],
    three: NDArray[np.float32],
    chops_of_two: NDArray[np.float32],
    chops_of_all: NDArray[np.float32],
    pair_means: NDArray[np.float64],
    own_means: NDArray[np.float64],
    boards: int,
    out: NDArray[np.float64],
) -> None:
    """Add to (players, 4) what deals bring each player, less what pairs of classes say of it.

    Column 0 is the chart's EV, column 1 what the answer gains on it, with pots shared by classes
    and less the pair means; 2 and 3 are what pots shared on dealt boards bring on top.

    class_of : (52, 52). players_of, row_of, actions_of, child_of : (nodes,) who acts, the row of
    his first action in `strategy` and `answer` (rows, classes), how many there are, and where in
    `children` stands what follows: a node, or an ending as -1 less its number.
    constants : (ends, players). pot_* : pots of ending e are pot_first[e] : pot_first[e + 1].
    edge_of, edge_players, edges : edges by hand, as of `PairEdges`.
    group_of, groups, amounts_of, amounts : with prizes, as of `PrizeTerms`; (0,) `group_of` with
    chips.
    pair_means : (2, players, players, classes, classes); own_means : (2, players, classes).
    """
    players = constants.shape[1]
    held = np.empty(2 * players, np.uint8)
    classes = np.empty(players, np.int64)
    lying = np.empty((boards, 5), np.uint8)
    strengths = np.empty((boards, players), np.int64)
    known = np.empty(players, np.bool_)
    functions = amounts.shape[2]
    valued = np.empty(len(groups), np.bool_)
    by_class = np.empty((len(groups), functions))
    by_board = np.zeros((len(groups), functions))
    nodes = np.empty(DEEP, np.int64)
    reached = np.empty((DEEP, 3))
    found = np.empty(MEASURED)
    for deal in range(first, first + deals):
        number = np.uint64(deal) * np.uint64(NUMBERS)
        number, used = _deal(seed, number, 0, held)
        for player in range(players):
            classes[player] = class_of[held[2 * player], held[2 * player + 1]]
        laid = False
        valued[:] = False
        for player in range(players):
            mine = classes[player]
            found[:] = 0.0
            depth = 1
            nodes[0] = 0
            reached[0] = 1.0
            while depth > 0:
                depth -= 1
                node = nodes[depth]
                theirs, own, other_own = reached[depth]
                if node >= 0:
                    acting = players_of[node]
                    hand = classes[acting]
                    row, child = row_of[node], child_of[node]
                    for action in range(actions_of[node]):
                        played = strategy[row + action, hand]
                        if acting == player:
                            instead = answer[row + action, hand]
                            if played * own > 0.0 or instead * other_own > 0.0:
                                nodes[depth] = children[child + action]
                                reached[depth, 0] = theirs
                                reached[depth, 1] = own * played
                                reached[depth, 2] = other_own * instead
                                depth += 1
                        elif played > 0.0:
                            nodes[depth] = children[child + action]
                            reached[depth, 0] = theirs * played
                            reached[depth, 1] = own
                            reached[depth, 2] = other_own
                            depth += 1
                    continue
                end = -1 - node
                worth = constants[end, player]
                more = 0.0
                if len(group_of) and group_of[end] >= 0:
                    group, row = group_of[end], amounts_of[end]
                    if not valued[group]:
                        valued[group] = True
                        _value_of_classes(
                            groups[group],
                            classes,
                            equity,
                            tie,
                            three,
                            chops_of_two,
                            chops_of_all,
                            by_class[group],
                        )
                        if boards and not laid:
                            laid = True
                            known[:] = False
                            for board in range(boards):
                                number, _ = _deal(seed, number, used, lying[board])
                        if boards:
                            _stand(held, groups[group], lying, known, strengths)
                            _value_of_boards(groups[group], strengths, by_board[group])
                            by_board[group] -= by_class[group]
                    for function in range(2 if groups[group, 2] < 0 else functions):
                        amount = amounts[row, player, function]
                        worth += amount * by_class[group, function]
                        more += amount * by_board[group, function]
                for pot in range(pot_first[end], pot_first[end + 1]):
                    inside = False
                    for at in range(pot_players.shape[1]):
                        inside |= pot_players[pot, at] == player
                    if not inside:
                        continue
                    if boards and not laid:
                        laid = True
                        known[:] = False
                        for board in range(boards):
                            number, _ = _deal(seed, number, used, lying[board])
                    share = _share_of_classes(player, pot_players[pot], classes, equity, three)
                    worth += pot_amounts[pot] * share
                    if boards:
                        _stand(held, pot_players[pot], lying, known, strengths)
                        lucky = _share_of_board(player, pot_players[pot], strengths)
                        more += pot_amounts[pot] * (lucky - share)
                at_edge = edge_of[end]
                if at_edge >= 0:
                    for at in range(2):
                        if edge_players[at_edge, at] == player:
                            theirs_class = classes[edge_players[at_edge, 1 - at]]
                            worth += edges[at_edge, at, mine] - edges[at_edge, 1 - at, theirs_class]
                found[CHART] += theirs * own * worth
                found[ANSWER] += theirs * (other_own - own) * worth
                found[CHART_BOARD] += theirs * own * more
                found[ANSWER_BOARD] += theirs * (other_own - own) * more
            for which in range(2):
                expected = -(players - 2) * own_means[which, player, mine]
                for other in range(players):
                    if other != player:
                        expected += pair_means[which, player, other, mine, classes[other]]
                found[which] -= expected
            for which in range(MEASURED):
                out[player, which] += found[which]


def _rows_example() -> tuple[object, ...]:
    at = np.zeros(1, np.int64)
    return (at, np.ones(1), at, np.ones((1, 1)), at, np.ones((1, 1)), np.zeros((1, 1)))


def _gradient_example() -> tuple[object, ...]:
    at = np.zeros(1, np.int64)
    rows = np.ones((2, 1))
    slots = np.array([[0], [1]])
    return (0, slots, np.ones(1), at, at + 1, np.ones(1), rows, rows, np.zeros((1, 1)))


def _deals_example() -> tuple[object, ...]:
    at = np.zeros(1, np.int64)
    return (
        np.uint64(1),
        0,
        1,
        np.zeros((52, 52), np.int64),
        at,
        at,
        at + 1,
        at,
        at - 1,
        np.ones((1, 1)),
        np.ones((1, 1)),
        np.zeros((1, 2)),
        np.array([0, 1]),
        np.ones(1),
        np.array([[0, 1]]),
        at,
        np.array([[0, 1]]),
        np.zeros((1, 2, 1)),
        at,
        np.array([[0, 1, -1]]),
        at,
        np.ones((1, 2, 10)),
        np.ones((1, 1)),
        np.ones((1, 1)),
        *[np.zeros((1, 1, 1), np.float32)] * 3,
        np.zeros((2, 2, 2, 1, 1)),
        np.zeros((2, 2, 1)),
        1,
        np.zeros((2, MEASURED)),
    )


register("holdem.audit.add_products", add_products, _rows_example)
register("holdem.audit.own_hand_gradient", own_hand_gradient, _gradient_example)
register("holdem.audit.play_deals", play_deals, _deals_example)
