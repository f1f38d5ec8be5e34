"""The slow twin: each end a matrix of both players' hands, in float64, one tree for all boards.

The tree has each next card as an event of chance, strengths are those of the plain evaluator, and
what a pot pays is dealt out by the arithmetic of side pots. Solved in row form by `cfr.ForestGame`.
EVs are chips that a player gets less those that he puts in from the spot on.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cfr import Deal, ForestGame, Lock, grow
from gutshot.evaluate.strength.plain import plain_strength
from gutshot.holdem.betting import award, side_pots
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.locks import settled_locks
from gutshot.holdem.postflop.nodes import SpotTree
from gutshot.holdem.postflop.spec import STREETS
from gutshot.holdem.postflop.tree import FOLDS, SHOWDOWN, Start, Street, first_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.cfr.forest import Node
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["PlainPayoff", "outcome", "plain_game"]


class PlainPayoff:
    """What every end is worth to each player for each two hands: (ends, oop hands, ip hands)."""

    def __init__(self, spot: Spot, forest: Forest, combos: Sequence[NDArray[np.int64]]) -> None:
        self._slots = forest.slots
        held = [[tuple(combo_cards()[c].tolist()) for c in numbers] for numbers in combos]
        shares = [
            one.weights[numbers] / one.denominator
            for one, numbers in zip(spot.ranges, combos, strict=True)
        ]
        likely = np.outer(*shares)
        for i, ours in enumerate(held[0]):
            for j, theirs in enumerate(held[1]):
                if set(ours) & set(theirs):
                    likely[i, j] = 0
        likely /= likely.sum()
        self.worth = np.zeros((2, forest.ends, *likely.shape))
        signs: dict[tuple[int, ...], NDArray[np.int64]] = {}
        deals: dict[tuple[int, ...], NDArray[np.float64]] = {}
        pays = cache(partial(_pays, spot))
        for end in range(forest.ends):
            board = (*spot.board, *_dealt(int(forest.outcomes[end])))
            kind, paid = int(forest.kinds[end]), tuple(forest.amounts[:, end].tolist())
            if kind == SHOWDOWN and board not in signs:
                signs[board] = _signs(board, held)
            if board not in deals:
                deals[board] = likely * _chances(board, len(spot.board), held)
            for player in range(2):
                by_sign = pays(kind, paid, player)
                won = by_sign[0] if kind != SHOWDOWN else by_sign[signs[board]]
                self.worth[player, end] = deals[board] * won

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns at the ends just behind it."""
        mine, theirs = self._slots[player], self._slots[1 - player]
        sums = "eij,ej->ei" if player == 0 else "eji,ej->ei"
        behind = np.einsum(sums, self.worth[player], reaches[1 - player][theirs])
        out = np.zeros_like(reaches[player])
        np.add.at(out, mine, behind)
        return out


def plain_game(spot: Spot, combos: Sequence[NDArray[np.int64]]) -> ForestGame:
    """Return a spot as a game in row form.

    combos : by player, the numbers of the combos that are his columns.
    """
    forest = grow(_tree(spot, spot.street, first_start(spot), spot.board), 2)
    hands = [len(numbers) for numbers in combos]
    return ForestGame(
        forest, hands, PlainPayoff(spot, forest, combos), _locks(spot, forest, combos)
    )


def _locks(spot: Spot, forest: Forest, combos: Sequence[NDArray[np.int64]]) -> list[Lock]:
    """Return each lock once for every board on which it holds."""
    tree = SpotTree(spot)
    out = []
    for lock in settled_locks(spot, tree):
        names = forest.seats[lock.place.player].names
        steps = tree.at(lock.node, any_card=True).steps
        others = [card for card in range(52) if card not in spot.board]
        for cards in permutations(others, len(lock.cards)):
            if not lock.holds_on(cards):
                continue
            path, dealt = "", 0
            for step in steps:
                path += _deals(cards, dealt, len(step.cards))
                dealt = len(step.cards)
                path += step.place.actions[step.action]
            path += _deals(cards, dealt, len(cards))
            first = names.index(path + lock.place.actions[0])
            chances = lock.chances[:, combos[lock.place.player]]
            out.append(Lock(lock.place.player, first, chances))
    return out


def _deals(cards: Sequence[int], first: int, end: int) -> str:
    return "".join(f"[{outcome(cards[: last + 1])}]" for last in range(first, end))


def outcome(cards: Sequence[int]) -> int:
    """Return the number of the event that deals the last of a spot's next cards, one or two."""
    return cards[0] if len(cards) == 1 else 52 * (cards[0] + 1) + cards[1]


def _dealt(number: int) -> tuple[int, ...]:
    """Return the cards that are dealt after an outcome, none for -1; see `outcome`."""
    before, last = divmod(number, 52)
    return () if number < 0 else (last,) if before == 0 else (before - 1, last)


def _tree(spot: Spot, street: str, start: Start, board: tuple[int, ...]) -> Node:
    def follow(begun: Start) -> Node:
        below = STREETS[STREETS.index(street) + 1]
        cards = [card for card in range(52) if card not in board]
        after = [(*board, card) for card in cards]
        known = len(spot.board)
        return Deal({outcome(new[known:]): _tree(spot, below, begun, new) for new in after})

    return Street(spot, street, follow).node(start)


def _chances(
    board: tuple[int, ...], known: int, held: Sequence[Sequence[tuple[int, ...]]]
) -> NDArray[np.float64]:
    """Return how likely a board is, by both hands, when so many of its cards are known."""
    first, second = (np.array([not set(hand) & set(board) for hand in hands]) for hands in held)
    chance = 1.0
    for cards in range(known, len(board)):
        # both hands and the cards before are gone
        chance /= 52 - 4 - cards
    return np.outer(first, second) * chance


def _pays(spot: Spot, kind: int, paid: tuple[float, ...], player: int) -> NDArray[np.float64]:
    """Return what a player gets less what he paid when player 0 wins, when 1 does, for a tie."""
    exact = tuple(Fraction(chips) for chips in paid)
    return np.array([float(won - exact[player]) for won in _won(spot, kind, exact, player)])


def _signs(board: tuple[int, ...], held: Sequence[Sequence[tuple[int, ...]]]) -> NDArray[np.int64]:
    """Return 0 where the first player wins, 1 where the second does, 2 for a tie."""
    first, second = (
        np.array([_strength((*board, *hand)) for hand in hands], np.int64) for hands in held
    )
    stronger = np.sign(first[:, None] - second[None, :])
    return np.where(stronger > 0, 0, np.where(stronger < 0, 1, 2))


def _strength(cards: tuple[int, ...]) -> int:
    """Return a strength, 0 for cards that are not all different: that hand is not possible."""
    return plain_strength(cards) if len(set(cards)) == len(cards) else 0


def _won(spot: Spot, kind: int, paid: tuple[Fraction, ...], player: int) -> list[Fraction]:
    """Return what a player gets of the pot when player 0 wins, when 1 does, and when they tie."""
    live = [kind != folds for folds in FOLDS]
    taken = spot.rake.of(spot.pot + sum(paid), flop=True)
    pots = side_pots(paid, live, spot.pot)
    outcomes = ((1, 0), (0, 1), (1, 1)) if all(live) else (tuple(map(int, live)),)
    return [award(pots, strengths, taken)[player] for strengths in outcomes]
