"""What hands are worth at the nodes of a solved tree, board by board.

A board's rows are slots by combos, as in `cfr.forest`: what a player's slot is worth is summed over
the other player's reaches and counted from half the spot's pot, as `ends` has it. Hands are set
against hands in matrices, one a board: another way than that of the solver's kernels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cfr import LANES, grow_all
from gutshot.holdem.hand_classes import COMBOS, combo_cards
from gutshot.holdem.postflop.locks import settled_locks
from gutshot.holdem.postflop.nodes import SpotTree
from gutshot.holdem.postflop.solution import renamed
from gutshot.holdem.postflop.tree import FOLDS, LEAVES, SHOWDOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import End, Forest
    from gutshot.cfr.forest import Seat
    from gutshot.holdem.postflop.nodes import Place
    from gutshot.holdem.postflop.solution import Solution
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["BoardValues", "TreeValues"]

_RIVER: Final = 5
_KEPT: Final = 8


class _Terms:
    """A street's ends as sums: coefficient times a sum over one of the other player's slots.

    lanes : the other player's slots that are needed.
    lane, balance, everybody : by term; coefficients of weaker less stronger hands, and of all.
    starts, slots : where each own slot's terms begin, and which slot that is.
    leaves : (beginnings, 2) own and other slot at each beginning of the next street.
    """

    def __init__(self, player: int, forest: Forest, spot: Spot) -> None:
        mine, theirs = forest.slots[player], forest.slots[1 - player]
        here = np.flatnonzero(forest.kinds < LEAVES)
        order = here[np.argsort(mine[here], kind="stable")]
        self.lanes, self.lane = np.unique(theirs[order], return_inverse=True)
        paid = forest.amounts.min(axis=0)[order]
        self.balance, self.everybody = _coefficients(spot, player, forest.kinds[order], paid)
        self.slots, self.starts = np.unique(mine[order], return_index=True)
        below = np.flatnonzero(forest.kinds >= LEAVES)
        below = below[np.argsort(forest.kinds[below])]
        self.leaves = np.stack([mine[below], theirs[below]], axis=1)


class BoardValues:
    """Both players' reaches and worths on a board.

    Attributes
    ----------
    cards : tuple of int
        After the spot's board.
    reach : by player, (slots, combos) float64
        His range times his own chances on the way to each slot.
    """

    def __init__(
        self, tree: TreeValues, cards: tuple[int, ...], incoming: Sequence[NDArray[np.float64]]
    ) -> None:
        self.cards = cards
        self._tree = tree
        self.street = len(cards)
        forest = tree.forests[self.street]
        self._means = [
            tree.solution.chances(cards, player, tree.combos[player]) for player in range(2)
        ]
        self.reach = []
        for player, seat in enumerate(forest.seats):
            rows = np.zeros((seat.slots, len(tree.combos[player])))
            rows[: forest.roots] = incoming[player]
            rows[: forest.roots, tree.blocked(player, cards)] = 0.0
            self.reach.append(_lane_pass(seat, forest.roots, self._means[player], rows, up=False))
        self._worth: list[NDArray[np.float64] | None] = [None, None]
        self._below: list[NDArray[np.float64]] | None = None

    def chances(self, place: Place) -> NDArray[np.float64]:
        """Return a player's chances at one of his nodes, (actions, combos)."""
        seat = self._tree.forests[self.street].seats[place.player]
        row = int((seat.actions[: place.number] - 1).sum())
        means = self._means[place.player]
        out = np.empty((len(place.actions), means.shape[1]))
        out[:-1] = means[row : row + len(out) - 1]
        out[-1] = np.maximum(1 - out[:-1].sum(axis=0), 0.0)
        return out

    def worth(self, player: int) -> NDArray[np.float64]:
        """Return what a player's slots are worth, (slots, combos)."""
        found = self._worth[player]
        if found is None:
            found = self._worth[player] = self._valued(player)
        return found

    def begin_worth(self, player: int) -> NDArray[np.float64]:
        """Return what the street's beginnings are worth to a player, (beginnings, combos)."""
        roots = self._tree.forests[self.street].roots
        if self.street == 1 and self._tree.solution.turn_worths:
            return self._tree.known_worths(player, self.cards)
        return self.worth(player)[:roots]

    def below(self, card: int) -> BoardValues:
        """Return the board with one card more."""
        tree = self._tree
        leaves = tree.terms[self.street][0].leaves
        incoming = [self.reach[player][leaves[:, player]] for player in range(2)]
        return BoardValues(tree, (*self.cards, card), incoming)

    def end_worth(self, player: int, end: End, slot: int) -> NDArray[np.float64]:
        """Return what an end is worth to a player by combo; slot: the other one's last."""
        tree = self._tree
        if end.kind >= LEAVES:
            leaf: NDArray[np.float64] = self._leaves(player)[end.kind - LEAVES]
            return leaf
        board = (*tree.solution.spot.board, *self.cards)
        theirs = self.reach[1 - player][slot]
        kinds, paid = np.array([end.kind]), np.array([min(end.amounts)])
        balance, everybody = _coefficients(tree.solution.spot, player, kinds, paid)
        found: NDArray[np.float64] = everybody[0] * (tree.apart[player] @ theirs)
        if balance[0]:
            found += balance[0] * (tree.signs(player, board) @ theirs)
        return found

    def _leaves(self, player: int) -> NDArray[np.float64]:
        """Return what the next street's beginnings are worth over all cards, (leaves, combos)."""
        if self._below is None:
            tree = self._tree
            board = (*tree.solution.spot.board, *self.cards)
            count = len(tree.terms[self.street][0].leaves)
            below = [np.zeros((count, len(combos))) for combos in tree.combos]
            # both hands and the board are gone
            left = 52 - 4 - len(board)
            for card in range(52 if count else 0):
                if card not in board:
                    for one, more in enumerate(self._of_next(card)):
                        below[one] += more / left
            self._below = below
        return self._below[player]

    def _of_next(self, card: int) -> list[NDArray[np.float64]]:
        """Return what the next street's beginnings are worth on a card, by player."""
        if self.street == 0 and self._tree.solution.turn_worths:
            return [self._tree.known_worths(player, (card,)) for player in range(2)]
        below = self.below(card)
        return [below.begin_worth(player) for player in range(2)]

    def _valued(self, player: int) -> NDArray[np.float64]:
        tree = self._tree
        forest, terms = tree.forests[self.street], tree.terms[self.street][player]
        board = (*tree.solution.spot.board, *self.cards)
        seat = forest.seats[player]
        rows = np.zeros((seat.slots, len(tree.combos[player])))
        theirs = self.reach[1 - player][terms.lanes]
        if len(terms.slots):
            everybody = theirs @ tree.apart[player].T
            found = terms.everybody[:, None] * everybody[terms.lane]
            if len(board) == _RIVER:
                balance = theirs.astype(np.float32) @ tree.signs(player, board).T
                found += terms.balance[:, None] * balance[terms.lane]
            rows[terms.slots] = np.add.reduceat(found, terms.starts, axis=0)
        if len(terms.leaves):
            np.add.at(rows, terms.leaves[:, 0], self._leaves(player))
        rows[:, tree.blocked(player, self.cards)] = 0.0
        return _lane_pass(seat, forest.roots, self._means[player], rows, up=True)


class TreeValues:
    """Values on all boards of a solution; those asked for last are kept.

    Attributes
    ----------
    combos, weights : by player
        Numbers of the combos that he may hold, and how likely his range makes them, 0..1.
    apart : by player, (own combos, other's combos) float64
        1 where two hands share no card.
    locks : tuple of SettledLock
        The spot's.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        spot = solution.spot
        self.tree = SpotTree(spot)
        self.locks = settled_locks(spot, self.tree)
        self.forests = [grow_all(street.roots, 2) for street in self.tree.streets]
        self.terms = [
            [_Terms(player, forest, spot) for player in range(2)] for forest in self.forests
        ]
        free = ~np.isin(combo_cards(), spot.board).any(axis=1)
        self.combos = [np.flatnonzero((one.weights > 0) & free) for one in spot.ranges]
        self.weights = [
            one.weights[numbers] / one.denominator
            for one, numbers in zip(spot.ranges, self.combos, strict=True)
        ]
        self.cards = [combo_cards()[numbers].astype(np.int64) for numbers in self.combos]
        apart = (self.cards[0][:, None, :, None] != self.cards[1][None, :, None, :]).all((2, 3))
        self.apart = [apart.astype(np.float64), apart.T.astype(np.float64)]
        self.board: Callable[[tuple[int, ...]], BoardValues] = lru_cache(_KEPT)(self._board)
        self.first_signs: Callable[[tuple[int, ...]], NDArray[np.float32]] = lru_cache(_KEPT)(
            self._signs
        )
        self.equity: Callable[[tuple[int, ...]], NDArray[np.float32]] = lru_cache(_KEPT)(
            self._equity
        )

    def blocked(self, player: int, cards: Sequence[int]) -> NDArray[np.bool_]:
        """Return which of a player's combos hold one of these cards."""
        return np.array(np.isin(self.cards[player], cards).any(axis=1), np.bool_)

    def known_worths(self, player: int, cards: tuple[int, ...]) -> NDArray[np.float64]:
        """Return what the turn's beginnings are worth after a flop, as the solver found them."""
        number, suits = self.solution.runout(cards)
        place = np.zeros(COMBOS, np.int64)
        place[self.combos[player]] = np.arange(len(self.combos[player]))
        at = place[renamed(self.combos[player], suits)]
        known: NDArray[np.float64] = self.solution.turn_worths[player][number][:, at].astype(
            np.float64
        )
        return known

    def signs(self, player: int, board: Sequence[int]) -> NDArray[np.float32]:
        """Return 1 where a hand beats another on five cards, -1 where it loses, 0 where they tie.

        (own combos, other's combos) float32; 0 as well where they can't be dealt.
        """
        found = self.first_signs(tuple(board))
        return found if player == 0 else -found.T

    def _signs(self, board: tuple[int, ...]) -> NDArray[np.float32]:
        ranks = [self._ranks(player, board) for player in range(2)]
        differences = ranks[0][:, None] - ranks[1][None, :]
        signs: NDArray[np.float32] = np.sign(differences).astype(np.float32)
        signs[self.apart[0] == 0] = 0.0
        signs[ranks[0] < 0] = 0.0
        signs[:, ranks[1] < 0] = 0.0
        return signs

    def _ranks(self, player: int, board: Sequence[int]) -> NDArray[np.int32]:
        """Return strengths by combo, -1 for those that hold a card of the board."""
        from gutshot.evaluate.strength._kernels import strengths

        free = ~self.blocked(player, board)
        seven = np.empty((int(free.sum()), 7), np.uint8)
        seven[:, :5] = board
        seven[:, 5:] = self.cards[player][free]
        out = np.full(len(free), -1, np.int32)
        out[free] = strengths(seven)
        return out

    def _board(self, cards: tuple[int, ...]) -> BoardValues:
        if not cards:
            return BoardValues(self, (), [weights[None, :] for weights in self.weights])
        return self.board(cards[:-1]).below(cards[-1])

    def _equity(self, cards: tuple[int, ...]) -> NDArray[np.float32]:
        """Return how the first player's hands fare with those of the second, -1..1 on average.

        (combos, combos); 0 where they can't be dealt together on the board.
        """
        board = (*self.solution.spot.board, *cards)
        if len(board) == _RIVER:
            return self.signs(0, board)
        rest = [card for card in range(52) if card not in board]
        total = np.zeros((len(self.combos[0]), len(self.combos[1])), np.float32)
        for card in rest:
            if len(board) == _RIVER - 1:
                total += self.signs(0, (*board, card))
            else:
                for other in rest:
                    if other > card:
                        total += self.signs(0, (*board, card, other))
        left = len(rest) - 4
        total /= np.float32(left if len(board) == _RIVER - 1 else left * (left - 1) / 2)
        return total


def _coefficients(
    spot: Spot, player: int, kinds: NDArray[np.int64], paid: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by end what weaker less stronger hands count, and what all do; see `ends`."""
    pot = float(spot.pot)
    share = float(spot.rake.fraction)
    cap = np.inf if spot.rake.cap is None else float(spot.rake.cap)
    whole = pot + 2 * paid
    win = whole - np.minimum(whole * share, cap) - paid - pot / 2
    lose = -paid - pot / 2
    shown, folded = kinds == SHOWDOWN, kinds == FOLDS[player]
    balance = np.where(shown, (win - lose) / 2, 0.0)
    return balance, np.where(shown, (win + lose) / 2, np.where(folded, lose, win))


def _lane_pass(
    seat: Seat, roots: int, means: NDArray[np.float32], rows: NDArray[np.float64], *, up: bool
) -> NDArray[np.float64]:
    """Return reaches of all slots from those of the roots, or worths added up towards them."""
    from gutshot.cfr._kernels import AVERAGE, lanes_pass

    slots, hands = rows.shape
    batches = -(-hands // LANES)
    tree = seat.parent, seat.first, seat.actions, roots
    nothing = np.zeros(0, np.float32)
    flat = _to_lanes(rows, batches)
    lanes_pass(*tree, nothing, _to_lanes(means, batches), AVERAGE, up, 0.0, 0.0, 0.0, flat)
    lanes = flat.reshape(batches, slots, LANES)
    return lanes.transpose(1, 0, 2).reshape(slots, -1)[:, :hands].astype(np.float64)


def _to_lanes(rows: NDArray[np.floating], batches: int) -> NDArray[np.float32]:
    padded = np.zeros((len(rows), batches * LANES), np.float32)
    padded[:, : rows.shape[1]] = rows
    lanes = padded.reshape(len(rows), batches, LANES).transpose(1, 0, 2)
    return np.ascontiguousarray(lanes).reshape(-1)
