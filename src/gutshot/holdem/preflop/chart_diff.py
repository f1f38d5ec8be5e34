"""Two charts beside each other: what their spots have not in common, then a node, then the tree.

Charts may be of different depths, formats, models, locks and numbers of seats. Seats are counted
from the blinds: a table with fewer seats is the one with more where the first ones have folded. Two
seats alone are not: their small blind has the button, and that is named among what does not match.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.preflop.node_ids import FOLD, prefixes
from gutshot.holdem.preflop.starts import OFTEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.spec import PreflopSpec

    AnyChart = PreflopChart | ChartSet

__all__ = [
    "Mismatch",
    "NodeDifference",
    "TreeDifference",
    "compare_node",
    "compare_trees",
    "mismatches",
    "node_in_other",
    "seat_values",
]

_WORDS: Final = 72
_ROUNDING: Final = 1e-12


class Mismatch(NamedTuple):
    """What two spots have not in common: a key of their files, and what each says."""

    what: str
    one: str
    other: str


@dataclass(frozen=True, eq=False)
class NodeDifference(Rows):
    """A node in two charts.

    Attributes
    ----------
    one, other : ChartNode
        The node in each.
    actions : tuple of str
        Those of both; where they differ, kinds of actions, all raises as R.
    shares : (2, actions, hands) float64
        How often each chart takes them, 0..1.
    values_bb : (2, hands) float64
        What the hand is worth here by each chart's mix, net since before posting; not a number
        where the chart has no EVs.
    weights : (2, hands) float64
        How often the seat has the hand in each chart's deals that come here; they add up to 1.
    """

    one: ChartNode
    other: ChartNode
    actions: tuple[str, ...]
    shares: NDArray[np.float64]
    values_bb: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def apart(self) -> NDArray[np.float64]:
        """In which share of cases each hand does something else, (hands,), 0..1."""
        found: NDArray[np.float64] = 0.5 * np.abs(self.shares[0] - self.shares[1]).sum(axis=0)
        return found

    @property
    def mean_apart(self) -> float:
        """The mean of it over the hands that are held here, those of both charts alike."""
        return float(self.weights.mean(axis=0) @ self.apart)

    @property
    def frequencies(self) -> NDArray[np.float64]:
        """How often each chart takes the actions in the deals that come here, (2, actions)."""
        found: NDArray[np.float64] = np.einsum("cah,ch->ca", self.shares, self.weights)
        return found

    @property
    def means_bb(self) -> tuple[float, float]:
        """What coming here is worth in each chart, over the hands that come."""
        held = np.where(self.weights > 0, self.weights * self.values_bb, 0.0)
        first, second = held.sum(axis=1).tolist()
        return first, second

    def most_apart(self) -> list[int]:
        """Return hands that differ, by how often that matters, most first."""
        by = self.weights.mean(axis=0) * self.apart
        return [int(n) for n in np.argsort(-by, kind="stable") if by[n] > _ROUNDING]

    def rows(self) -> list[dict[str, Any]]:
        """Return the table by hand, in the order of the chart."""
        out = []
        for number, name in enumerate(CLASS_NAMES):
            first, second = (_known(value) for value in self.values_bb[:, number].tolist())
            row: dict[str, Any] = {"hand": name, "apart": float(self.apart[number])}
            for at, action in enumerate(self.actions):
                row[f"one_{action}"], row[f"other_{action}"] = self.shares[:, at, number].tolist()
            row |= {"one_ev_bb": first, "other_ev_bb": second}
            row["ev_difference_bb"] = None if first is None or second is None else second - first
            out.append(row)
        return out


class NodeApart(NamedTuple):
    """A node of both trees: how often each chart comes there, and how far apart they are.

    apart : the mean over its hands, 0..1. ev_difference_bb : what coming there is worth more in the
    second chart, net since before posting.
    """

    node: str
    in_other: str
    seat: str
    reaches: tuple[float, float]
    apart: float
    ev_difference_bb: float


@dataclass(frozen=True, eq=False)
class TreeDifference:
    """Two charts over all nodes that both have.

    Attributes
    ----------
    nodes : tuple of NodeApart
        Those that both tables come to in more than a thousandth of deals, in the order of the tree.
    common, only_one, only_other : int
        How many nodes both trees have, and one of them only.
    """

    nodes: tuple[NodeApart, ...]
    common: int
    only_one: int
    only_other: int

    @property
    def mean_apart(self) -> float:
        """The mean share of cases with another action, by how often nodes are come to."""
        weights = [sum(found.reaches) for found in self.nodes]
        if not weights:
            return 0.0
        products = [w * found.apart for w, found in zip(weights, self.nodes, strict=True)]
        return sum(products) / sum(weights)

    def most_apart(self) -> list[NodeApart]:
        """Return the nodes by how much of play they change, most first."""
        return sorted(self.nodes, key=lambda found: -sum(found.reaches) * found.apart)


def mismatches(one: PreflopSpec, other: PreflopSpec) -> list[Mismatch]:
    """Return what two spots have not in common, key by key of their files."""
    first, second = one.payload(), other.payload()
    out = []
    if (one.players == 2) != (other.players == 2):
        out.append(Mismatch("position", _button(one), _button(other)))
    for key in dict.fromkeys([*first, *second]):
        ours, theirs = first.get(key), second.get(key)
        if key == "stacks":
            ours, theirs = (list(dict.fromkeys(found)) for found in (ours or [], theirs or []))
        if ours == theirs:
            continue
        if isinstance(ours, dict) and isinstance(theirs, dict):
            out += [
                Mismatch(f"{key}.{inner}", _said(ours.get(inner)), _said(theirs.get(inner)))
                for inner in dict.fromkeys([*ours, *theirs])
                if inner != "source" and ours.get(inner) != theirs.get(inner)
            ]
        else:
            out.append(Mismatch(key, _said(ours), _said(theirs)))
    return out


def node_in_other(one: PreflopSpec, other: PreflopSpec, node: str) -> str | None:
    """Return the id that a node of one table has at another, if it can be there.

    Where the other table has fewer seats, those that are missing have folded first.
    """
    more = one.players - other.players
    if more <= 0:
        return FOLD * -more + node
    return node.removeprefix(FOLD * more) if node.startswith(FOLD * more) else None


def seat_values(one: AnyChart, other: AnyChart) -> list[tuple[str, float, float]]:
    """Return by seat of both tables what each chart is worth to it, in big blinds a hand."""
    ours = dict(zip(one.spec.seats, one.certificate.values, strict=True))
    theirs = dict(zip(other.spec.seats, other.certificate.values, strict=True))
    return [(seat, ours[seat], theirs[seat]) for seat in ours if seat in theirs]


def compare_node(one: AnyChart, other: AnyChart, node: str) -> NodeDifference:
    """Return a node of the first chart in both.

    Raises
    ------
    InputError
        When one of them does not have it.
    """
    ours = one.node(node)
    there = node_in_other(one.spec, other.spec, node)
    if there is None or there not in set(other.nodes):
        raise InputError(
            f"the second chart has no node for '{node[:40]}' of the first: its seats or sizes are"
            " others; --node takes one of both"
        )
    return _difference(one, ours, other, other.node(there))


def compare_trees(one: AnyChart, other: AnyChart) -> TreeDifference:
    """Return the charts over all nodes that both tables come to often."""
    theirs = set(other.nodes)
    pairs = {
        name: there
        for name in one.nodes
        if (there := node_in_other(one.spec, other.spec, name)) is not None and there in theirs
    }
    found = []
    for ours, twin in _often(one, other, pairs):
        difference = _difference(one, ours, other, twin)
        found.append(
            NodeApart(
                ours.node,
                twin.node,
                ours.seat,
                (ours.reach, twin.reach),
                difference.mean_apart,
                difference.means_bb[1] - difference.means_bb[0],
            )
        )
    common = len(pairs)
    return TreeDifference(tuple(found), common, len(one.nodes) - common, len(other.nodes) - common)


def _often(
    one: AnyChart, other: AnyChart, pairs: dict[str, str]
) -> Iterator[tuple[ChartNode, ChartNode]]:
    """Yield nodes that both tables come to often; what follows a seldom one is not looked at."""
    seldom: set[str] = set()
    for name, there in pairs.items():
        if any(above in seldom for above, _ in prefixes(name)):
            continue
        nodes = one.node(name), other.node(there)
        if min(node.reach for node in nodes) < OFTEN:
            seldom.add(name)
        else:
            yield nodes


def _difference(
    one: AnyChart, ours: ChartNode, other: AnyChart, theirs: ChartNode
) -> NodeDifference:
    same = ours.actions == theirs.actions
    names = ours.actions if same else _kinds(ours, theirs)
    both = ((one, ours), (other, theirs))
    shares = np.array([_merged(node, names, same=same) for _, node in both])
    return NodeDifference(
        ours,
        theirs,
        names,
        shares,
        np.array([_values(node) for _, node in both]),
        np.array([_held(chart, node) for chart, node in both]),
    )


def _kinds(ours: ChartNode, theirs: ChartNode) -> tuple[str, ...]:
    """Return the kinds of actions of two nodes, all raises as one."""
    return tuple(dict.fromkeys(action[0] for action in (*ours.actions, *theirs.actions)))


def _merged(node: ChartNode, names: tuple[str, ...], *, same: bool) -> NDArray[np.float64]:
    if same:
        return node.strategy
    out = np.zeros((len(names), node.strategy.shape[1]))
    for action, row in zip(node.actions, node.strategy, strict=True):
        out[names.index(action[0])] += row
    return out


def _values(node: ChartNode) -> NDArray[np.float64]:
    """Return what each hand is worth at a node, (hands,); no number where that is noise."""
    played = (node.strategy * node.ev_bb).sum(axis=0)
    return np.where(node.own_reach >= REACHED, played, np.nan)


def _held(chart: AnyChart, node: ChartNode) -> NDArray[np.float64]:
    """Return how often the seat has each hand in the deals that come to a node, (hands,)."""
    who = chart.spec.seats.index(node.seat)
    held: NDArray[np.float64] = node.own_reach * chart.deals.met(who, chart.reaches(node.node))
    # hands that hardly ever come have no EVs
    held = np.where(node.own_reach >= REACHED, held, 0.0)
    total = float(held.sum())
    return held / total if total else held


def _button(spec: PreflopSpec) -> str:
    """Return who acts last after the flop."""
    return "the small blind acts last" if spec.players == 2 else "the button acts last"


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value


def _said(value: object) -> str:
    """Return what a key says, in short."""
    if value is None:
        return "nothing"
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _WORDS else f"{text[:_WORDS]}…"
