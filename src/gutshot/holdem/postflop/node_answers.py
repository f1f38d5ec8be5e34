"""How both players stand at a node of a solved spot: strategy, EV, equity, realisation, reach.

EVs are counted from the node on, in chips: what a hand gets of the pot less what it puts in from
there, so that folding is 0 and both players' EVs add up to the pot less the rake.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cfr import End
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASSES, class_of_combos
from gutshot.holdem.postflop.nodes import token_of
from gutshot.holdem.postflop.tree import FOLDS, SHOWDOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.postflop.nodes import Position
    from gutshot.holdem.postflop.values import BoardValues, TreeValues

__all__ = ["RARE", "CardAnswer", "NodeAnswer", "Standing", "answer_node", "cards_below"]

RARE: Final = 1e-4
"""The share of deals below which a node's numbers are noise."""


@dataclass(frozen=True, eq=False)
class Standing:
    """One player at a node; arrays are by combo, not a number where he can't be there.

    Attributes
    ----------
    combos : numbers of his combos, those that the board takes left out
    reach : how likely he comes here with each, 0..1: his range times his own chances
    weight : share of the deals that come here
    ev : in chips, from here on
    equity : share of the pot that he would win if all was checked down, 0..1
    pot : chips in the middle
    """

    combos: NDArray[np.int64]
    reach: NDArray[np.float64]
    weight: NDArray[np.float64]
    ev: NDArray[np.float64]
    equity: NDArray[np.float64]
    pot: float

    @property
    def realisation(self) -> NDArray[np.float64]:
        """EV as a share of equity times the pot; not a number without equity."""
        out = np.full(len(self.ev), np.nan)
        np.divide(self.ev, self.equity * self.pot, out=out, where=self.equity > 0)
        return out

    @property
    def mean_ev(self) -> float:
        """His EV in chips over all hands."""
        return _mean(self.ev, self.weight)

    @property
    def mean_equity(self) -> float:
        """His equity over all hands."""
        return _mean(self.equity, self.weight)

    @property
    def mean_realisation(self) -> float:
        """EV over equity times the pot, of the whole range."""
        share = self.mean_equity * self.pot
        return self.mean_ev / share if share > 0 else float("nan")

    def by_class(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean of something by class of hands, (169,), weighted by the deals."""
        of = class_of_combos()[self.combos]
        there = ~np.isnan(values) & (self.weight > 0)
        weights = np.bincount(of[there], self.weight[there], CLASSES)
        sums = np.bincount(of[there], self.weight[there] * values[there], CLASSES)
        out = np.full(CLASSES, np.nan)
        np.divide(sums, weights, out=out, where=weights > 0)
        return out


@dataclass(frozen=True, eq=False)
class NodeAnswer:
    """A node of a solved spot.

    Attributes
    ----------
    position : Position
    board : tuple of int
    share : share of all deals that come here, given its cards, 0..1
    players : (oop, ip)
    actor : who acts, None at an end
    actions : as ids write them
    chances, action_evs : (actions, combos) of the actor
    locked : whether some of his hands do what the spot makes them do
    """

    position: Position
    board: tuple[int, ...]
    share: float
    players: tuple[Standing, Standing]
    actor: int | None
    actions: tuple[str, ...]
    chances: NDArray[np.float64]
    action_evs: NDArray[np.float64]
    locked: bool = False

    @property
    def rare(self) -> bool:
        """Whether so few deals come here that what is done has hardly been trained."""
        return self.share < RARE

    @property
    def kind(self) -> str:
        """What happens there: `decision`, `fold`, `showdown`, or `card` where one comes."""
        node = self.position.node
        if not isinstance(node, End):
            return "decision"
        if node.kind in FOLDS:
            return "fold"
        return "showdown" if node.kind == SHOWDOWN else "card"

    @property
    def frequencies(self) -> dict[str, float]:
        """How often each action is taken by those who come here."""
        if self.actor is None:
            return {}
        weight = self.players[self.actor].weight
        total = weight.sum()
        shares = self.chances @ weight / total if total > 0 else np.full(len(self.actions), np.nan)
        return dict(zip(self.actions, shares.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """A card that may come next.

    Attributes
    ----------
    card : int
    chance : that it comes, given that this node is reached, 0..1
    evs, equities : (oop, ip), from there on, in chips and as shares
    frequencies : of the first decision there; empty when nobody acts
    actor : who acts there
    """

    card: int
    chance: float
    evs: tuple[float, float]
    equities: tuple[float, float]
    frequencies: dict[str, float]
    actor: int | None


def answer_node(values: TreeValues, node_id: str) -> NodeAnswer:
    """Return how both players stand at a node.

    Raises
    ------
    InputError
        When there is no such node, or nobody comes there on these cards.
    """
    position = values.tree.at(node_id)
    return _answer(values, position, values.board(position.cards))


def cards_below(values: TreeValues, node_id: str) -> list[CardAnswer]:
    """Return the cards that may come at a node where the street is over, as they stand.

    Raises
    ------
    InputError
        When no card comes there.
    """
    here = values.tree.at(node_id)
    if not here.deals:
        raise InputError(f"no card comes after '{here.id}'; the street isn't over there")
    board = values.board(here.cards)
    out = []
    for card in range(52):
        if card in (*values.solution.spot.board, *here.cards):
            continue
        found = _answer(values, values.tree.dealt(here, card), board.below(card), whole=False)
        first, second = found.players
        out.append(
            CardAnswer(
                card,
                found.share,
                (first.mean_ev, second.mean_ev),
                (first.mean_equity, second.mean_equity),
                found.frequencies,
                found.actor,
            )
        )
    total = sum(one.chance for one in out)
    return [
        CardAnswer(
            one.card,
            one.chance / total if total else 0.0,
            one.evs,
            one.equities,
            one.frequencies,
            one.actor,
        )
        for one in out
    ]


def _answer(
    values: TreeValues, position: Position, board: BoardValues, *, whole: bool = True
) -> NodeAnswer:
    """Return a node's answer; without `whole`, of a street's beginning, no EVs of actions."""
    slots = [position.start, position.start]
    for step in position.steps:
        if step.place.street == position.street:
            slots[step.place.player] = step.place.first + step.action
    reaches = [board.reach[player][slots[player]] for player in range(2)]
    sums = values.equity(position.cards)
    equal = [sums @ reaches[1], -(sums.T @ reaches[0])]
    pot = float(position.state.pot)
    half = float(values.solution.spot.pot) / 2
    kept = [~values.blocked(player, position.cards) for player in range(2)]
    worths = [
        _node_worth(board, position, player, slots)
        if whole
        else board.begin_worth(player)[position.start]
        for player in range(2)
    ]
    deals = float(values.weights[0] @ values.apart[0] @ values.weights[1])
    both: list[Standing] = []
    action_evs = chances = np.zeros((0, 0))
    share = 0.0
    for player in range(2):
        met = values.apart[player] @ reaches[1 - player]
        there = kept[player] & (met > 1e-12 * values.weights[1 - player].sum())
        paid = float(position.state.paid[player])
        weight = reaches[player] * met
        share = float(weight.sum()) / deals
        divisor = np.where(there, met, np.nan)
        both.append(
            Standing(
                values.combos[player][kept[player]],
                reaches[player][kept[player]],
                weight[kept[player]] / max(weight.sum(), 1e-300),
                (worths[player] / divisor + half + paid)[kept[player]],
                ((1 + equal[player] / divisor) / 2)[kept[player]],
                pot,
            )
        )
        if position.place is not None and player == position.place.player:
            if whole:
                first = position.place.first
                rows = board.worth(player)[first : first + len(position.place.actions)]
                action_evs = (rows / divisor + half + paid)[:, kept[player]]
            chances = board.chances(position.place)[:, kept[player]]
    place = position.place
    return NodeAnswer(
        position,
        (*values.solution.spot.board, *position.cards),
        share,
        (both[0], both[1]),
        None if place is None else place.player,
        () if place is None else tuple(token_of(action) for action in place.actions),
        chances,
        action_evs,
        any(lock.place == place and lock.holds_on(position.cards) for lock in values.locks),
    )


def _node_worth(
    board: BoardValues, position: Position, player: int, slots: list[int]
) -> NDArray[np.float64]:
    """Return what a node is worth to a player by combo, however he comes there.

    slots : by player, that of his last action on the street.
    """
    place, node = position.place, position.node
    if isinstance(node, End):
        return board.end_worth(player, node, slots[1 - player])
    if place is not None and place.player == player:
        rows = board.worth(player)[place.first : place.first + len(place.actions)]
        found: NDArray[np.float64] = (board.chances(place) * rows).sum(axis=0)
        return found
    # all that follows his last action follows this node
    all_of_it: NDArray[np.float64] = board.worth(player)[slots[player]]
    return all_of_it


def _mean(values: NDArray[np.float64], weight: NDArray[np.float64]) -> float:
    there = ~np.isnan(values)
    total = float(weight[there].sum())
    return float(weight[there] @ values[there]) / total if total > 0 else float("nan")
