"""Questions on a chart: which decisions are asked how often, and what an answer costs.

A question is a node and a hand, drawn as often as both come together if everybody plays the chart.
Nodes and hands that come in fewer than one deal in a million are not asked, nor hands that the spot
locks, nor nodes without a choice. Pure: the draw takes its randomness, the grade only the chart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.preflop.closeness import within_bb
from gutshot.holdem.preflop.locks import locked_hands
from gutshot.holdem.preflop.node_ids import ALL_IN, CALL, is_raise, prefixes, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gutshot.cards.dealing import Source
    from gutshot.holdem.preflop.chart_set import ChartSet

__all__ = [
    "CLOSE_BB",
    "KINDS",
    "VERDICTS",
    "Grade",
    "Question",
    "Questions",
    "grade",
    "kind_of",
    "questions_of",
]

CLOSE_BB: Final = 0.05
"""A decision is close when its cheapest mistake costs at most this."""

MIXED: Final = 0.05
"""An action that a chart takes more often than this is a part of its mix."""

VERDICTS: Final = {
    "best": "the chart's own action",
    "mixed": "one of the actions that the chart mixes, worth the same within its certificate",
    "indifferent": "worth the same as the best within the chart's certificate",
    "mistake": "worth less than the best by more than the chart's certificate",
}
"""What an answer is called, and why; a mistake alone costs something."""

KINDS: Final = (
    "first in",
    "after a limp",
    "against a raise",
    "against a 3-bet",
    "against a 4-bet or more",
    "against an all-in",
)
"""Kinds of nodes, by what was done before."""

_BITS: Final = 53  # of a float's fraction


class Question(NamedTuple):
    """A decision: a node's id, and the number of a hand, 0..168."""

    node: str
    hand: int


@dataclass(frozen=True, eq=False)
class Questions:
    """Decisions of a chart that are asked, and how often.

    Attributes
    ----------
    chart : ChartSet
        Which grades the answers.
    nodes : tuple of str
        Nodes with a choice that are reached, in the order of the tree.
    weights : (nodes, hands) float64
        The chance that a deal comes to the node and its seat holds the hand, if all play the chart;
        0 for what is not asked.
    cheapest_bb : (nodes, hands) float64
        What the cheapest mistake costs; infinite where every action is as good as the best.
    """

    chart: ChartSet
    nodes: tuple[str, ...]
    weights: NDArray[np.float64]
    cheapest_bb: NDArray[np.float64]

    def only(self, *, position: str = "", close_bb: float | None = None) -> Questions:
        """Return the same with some decisions only, as often among themselves as before.

        Parameters
        ----------
        position
            A seat, like BTN; "" for all.
        close_bb
            The most that the cheapest mistake costs, in big blinds; None for any decision.

        Raises
        ------
        InputError
            For a seat that is not at this table, a gap that no mistake can have, or when no
            decision is left.
        """
        weights, cheapest = self.weights, self.cheapest_bb
        if close_bb is not None:
            if not close_bb > 0:
                raise InputError(f"a gap of {close_bb:g} bb fits no decision; give more than 0")
            weights = np.where(cheapest <= close_bb, weights, 0.0)
        if position:
            who = self.player(position)
            acting = [self.chart.decisions[node].player == who for node in self.nodes]
            weights = np.where(np.array(acting)[:, None], weights, 0.0)
        if not weights.any():
            raise InputError(
                "no decision of this chart fits; widen the gap or name another position"
            )
        return replace(self, weights=weights)

    def player(self, position: str) -> int:
        """Return the number of a seat, in the order of first action.

        Raises
        ------
        InputError
            When it is not at this table.
        """
        seats = self.chart.spec.seats
        if position.upper() not in seats:
            raise InputError(f"there is no {position[:12]} here; the seats are {', '.join(seats)}")
        return seats.index(position.upper())

    @cached_property
    def _totals(self) -> NDArray[np.float64]:
        totals: NDArray[np.float64] = self.weights.ravel().cumsum()
        return totals

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {node: row for row, node in enumerate(self.nodes)}

    def draw(self, source: Source) -> Question:
        """Draw a decision, each as likely as its weight says."""
        totals = self._totals
        point = totals[-1] * (source.randbits(_BITS) / (1 << _BITS))
        # to the right of equal totals: what has no weight is never drawn
        at = min(int(np.searchsorted(totals, point, side="right")), self._last)
        row, hand = divmod(at, CLASSES)
        return Question(self.nodes[row], hand)

    @cached_property
    def _last(self) -> int:
        """The last decision with a weight: a product may round up to the total."""
        return int(np.flatnonzero(self.weights)[-1])

    def has(self, question: Question) -> bool:
        """Tell whether a decision is asked here."""
        row = self._rows.get(question.node)
        return row is not None and bool(self.weights[row, question.hand] > 0)


def questions_of(chart: ChartSet) -> Questions:
    """Return all decisions of a chart that can be asked.

    Raises
    ------
    InputError
        When the chart's file is damaged.
    """
    nodes, weights, cheapest = [], [], []
    for node, own, met in _reached(chart):
        player, actions, _ = chart.decisions[node]
        if len(actions) < 2:
            continue
        evs = chart.evs(node)
        known = ~np.isnan(evs).any(axis=0)
        asked = known & (own >= REACHED) & ~locked_hands(chart.spec, node)
        short = np.where(known, evs.max(axis=0) - evs, 0.0)
        mistakes = np.where(short >= within_bb(chart, player), short, np.inf)
        nodes.append(node)
        weights.append(np.where(asked, own * met, 0.0))
        cheapest.append(mistakes.min(axis=0))
    if not nodes:
        raise InputError("this chart has no decision that is reached")
    return Questions(chart, tuple(nodes), np.array(weights), np.array(cheapest))


def _reached(
    chart: ChartSet,
) -> Iterator[tuple[str, NDArray[np.float64], NDArray[np.float64]]]:
    """Yield the nodes that are reached, with the actor's reach and how often others let him come.

    Both are (hands,); their product is the chance to be there with a hand. What follows a node
    comes no more often than the node, so that the rest of the tree is never looked at.
    """
    reaches = {"": [np.ones(CLASSES) for _ in range(chart.spec.players)]}
    strategies: dict[str, NDArray[np.float64]] = {}
    for node, (player, *_) in chart.decisions.items():
        if node:
            above, token = next(
                one for one in reversed(tuple(prefixes(node))) if one[0] in chart.decisions
            )
            if above not in reaches:
                continue
            before = chart.decisions[above]
            here = list(reaches[above])
            share = strategies[above][before.actions.index(token)]
            here[before.player] = here[before.player] * share
        else:
            here = reaches[node]
        own, met = here[player], chart.deals.met(player, here)
        if own @ met < REACHED:
            reaches.pop(node, None)
            continue
        reaches[node], strategies[node] = here, chart.strategy(node)
        yield node, own, met


@dataclass(frozen=True, slots=True)
class Grade:
    """What an answer is worth beside what the chart does.

    Attributes
    ----------
    question : Question
        The decision.
    action : str
        What was answered, by its letter.
    actions : tuple of str
        What could be answered, cheapest first.
    frequency : tuple of float
        How often the chart takes each, 0..1.
    ev_bb : tuple of float
        What each is worth, net since before posting.
    within_bb : float
        Closer to the best than this an action is as good: the chart's certificate says no more.
    """

    question: Question
    action: str
    actions: tuple[str, ...]
    frequency: tuple[float, ...]
    ev_bb: tuple[float, ...]
    within_bb: float

    @property
    def best(self) -> str:
        """The action that is worth most."""
        return self.actions[self.ev_bb.index(max(self.ev_bb))]

    @property
    def accepted(self) -> tuple[str, ...]:
        """The actions that cost nothing: as good as the best, within the certificate."""
        pairs = zip(self.actions, self.ev_bb, strict=True)
        return tuple(action for action, ev in pairs if max(self.ev_bb) - ev < self.within_bb)

    @property
    def mix(self) -> tuple[str, ...]:
        """The accepted actions that the chart takes more than one time in twenty."""
        taken = dict(zip(self.actions, self.frequency, strict=True))
        return tuple(action for action in self.accepted if taken[action] > MIXED)

    @property
    def lost_bb(self) -> float:
        """What the answer costs against the best action; 0 for an accepted one."""
        if self.action in self.accepted:
            return 0.0
        return max(self.ev_bb) - self.ev_bb[self.actions.index(self.action)]

    @property
    def right(self) -> bool:
        """Whether the answer costs nothing."""
        return self.action in self.accepted

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        if not self.right:
            return "mistake"
        if self.action in self.mix and len(self.mix) > 1:
            return "mixed"
        # an action that is worth most and yet not taken is noise within the certificate
        alone = self.mix or (self.best,)
        return "best" if self.action in alone else "indifferent"


def grade(chart: ChartSet, question: Question, action: str) -> Grade:
    """Return what an answer is worth.

    action : a letter of the node's actions, such as F, C, R or R1, X, A.

    Raises
    ------
    InputError
        For an action that the node does not have, or a decision that the chart does not know.
    """
    node, hand = question
    if node not in chart.decisions or not 0 <= hand < CLASSES:
        raise InputError(f"this chart has no decision at '{node[:40]}' with hand {hand}")
    player, actions, _ = chart.decisions[node]
    if action not in actions:
        raise InputError(f"'{action[:12]}' is none of the actions here: {', '.join(actions)}")
    evs = chart.evs(node)[:, hand]
    if np.isnan(evs).any():
        raise InputError(
            f"the chart knows no EVs of {CLASS_NAMES[hand]} at '{node[:40]}': not reached"
        )
    return Grade(
        question,
        action,
        actions,
        tuple(chart.strategy(node)[:, hand].tolist()),
        tuple(evs.tolist()),
        within_bb(chart, player),
    )


def kind_of(node: str) -> str:
    """Return one of `KINDS`: what the seat that acts at a node has in front of it."""
    done = tokens(node)
    raises = [token for token in done if is_raise(token) or token == ALL_IN]
    if not raises:
        return KINDS[1] if CALL in done else KINDS[0]
    if raises[-1] == ALL_IN:
        return KINDS[-1]
    return KINDS[min(len(raises), 3) + 1]
