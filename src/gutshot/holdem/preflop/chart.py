"""A solved spot as a chart: what each hand does at every node, what that is worth, and its file.

The file is a numpy archive: the spot and the certificate as JSON text, and the strategies of all
nodes as 64-bit floats, row by row. What actions are worth and how often nodes are reached follows
from them and is computed again when a chart is read, and so is the certificate.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cfr import certify
from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, COMBOS, class_combos
from gutshot.holdem.preflop.game import build_game, by_the_table
from gutshot.holdem.preflop.locks import locked_hands
from gutshot.holdem.preflop.node_ids import acted, prefixes, shut_out_at
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.holdem.preflop.tree import EndingKind, cap_words, follow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Certificate
    from gutshot.holdem.preflop.deals import Deals
    from gutshot.holdem.preflop.game import PreflopGame, PreflopSolution
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Ending, Spot

__all__ = [
    "ChartNode",
    "PreflopChart",
    "chart_of",
    "check_stated",
    "no_node",
    "node_of",
    "read_chart",
    "write_chart",
]

SCHEMA: Final = "gutshot.preflop-chart/1"
_BROKEN: Final = (
    OSError,
    EOFError,
    KeyError,
    OverflowError,
    TypeError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
_SUM_ERROR: Final = 1e-9
_GAIN_ERROR_BB: Final = (1e-9, 1e-6)  # of two players, and of more: their pots are in float32


@dataclass(frozen=True)
class ChartNode(Rows):
    """What a seat does at a node with each hand.

    Attributes
    ----------
    node, seat : str
        The node's id and who acts there.
    actions : tuple of str
        Their letters, cheapest first.
    strategy : (actions, hands) float64
        The chance of each action, 0..1.
    ev_bb : (actions, hands) float64
        What each action is worth from here on if everybody plays the chart, net since before
        posting; not a number for hands that can't be here.
    own_reach : (hands,) float64
        How often the seat comes here by its own choices, if it holds the hand.
    reach : float
        How often the table comes here.
    frequency : (actions,) float64
        How often each action is taken with the hands that the seat comes here with, by combos.
    dealt_frequency : (actions,) float64
        The same in the deals that come here: cards that others hold are not among the seat's.
    to_bb : tuple of float
        What the seat has in the pot after each action, antes not included: what it raises to.
    spent_bb : float
        What the seat has put in so far: what an action is worth from now on is `ev_bb` plus this.
    locked : (hands,) bool
        Which hands do here what the spot says, whatever it costs them.
    """

    node: str
    seat: str
    actions: tuple[str, ...]
    strategy: NDArray[np.float64]
    ev_bb: NDArray[np.float64]
    own_reach: NDArray[np.float64]
    reach: float
    frequency: NDArray[np.float64]
    dealt_frequency: NDArray[np.float64]
    to_bb: tuple[float, ...]
    spent_bb: float
    locked: NDArray[np.bool_]

    def rows(self) -> list[dict[str, Any]]:
        """Return the table by hand, in the order of the chart; EVs are null where there are none.

        `weight_percent` is how many of all deals the hand is, `reach` how often the seat comes here
        with it by its own choices.
        """
        out = []
        for number, name in enumerate(CLASS_NAMES):
            row: dict[str, Any] = {
                "hand": name,
                "weight_percent": 100 * len(class_combos(number)) / COMBOS,
                "reach": float(self.own_reach[number]),
            }
            for at, action in enumerate(self.actions):
                row[f"share_{action}"] = float(self.strategy[at, number])
            for at, action in enumerate(self.actions):
                ev = float(self.ev_bb[at, number])
                row[f"ev_{action}_bb"] = None if np.isnan(ev) else ev
            out.append(row)
        return out

    def _repr_svg_(self) -> str:
        """Show the node in a notebook as a grid."""
        from gutshot.render.svg_grid import node_svg

        return node_svg(self)


@dataclass(frozen=True)
class PreflopChart:
    """A solved spot, read out.

    Attributes
    ----------
    spot : PreflopGame
        With the strategies as its averages.
    iterations : int
        On which they rest.
    bar_bb : float
        The bar of the solve.
    """

    spot: PreflopGame
    iterations: int
    bar_bb: float

    @classmethod
    def of(cls, solution: PreflopSolution) -> PreflopChart:
        """Return the chart of a solution."""
        return cls(solution.spot, solution.solved.iterations, solution.bar_bb)

    @property
    def spec(self) -> PreflopSpec:
        """What was solved."""
        return self.spot.spec

    @cached_property
    def _priced(self) -> PreflopGame:
        """The spot with the measure of the certificate: nothing of the table is left out."""
        # first, so that both games share them
        self.spot.game.average_reaches()
        return by_the_table(self.spot)

    @cached_property
    def certificate(self) -> Certificate:
        """EVs and best-response gains of the chart's strategies, in big blinds."""
        return certify(self._priced.game)

    @cached_property
    def _strategies(self) -> list[NDArray[np.float64]]:
        return [self.spot.game.average(player) for player in range(self.spot.spec.players)]

    @cached_property
    def _reaches(self) -> list[NDArray[np.float64]]:
        return self.spot.game.average_reaches()

    @cached_property
    def _slots(self) -> list[dict[str, int]]:
        """By player, his slot after each path that ends with an action of his."""
        return [
            {name: slot for slot, name in enumerate(seat.names)}
            for seat in self.spot.game.forest.seats
        ]

    @cached_property
    def _worths(self) -> list[NDArray[np.float64]]:
        return [self._worth_of(player) for player in range(self.spec.players)]

    def _worth_of(self, player: int) -> NDArray[np.float64]:
        """Return what all that follows a player's slots is worth a unit of reach."""
        seat = self.spot.game.forest.seats[player]
        worth = self._priced.game.payoff.gradient(player, self._reaches)
        strategy = self._strategies[player]
        for first, count in zip(seat.first[::-1], seat.actions[::-1], strict=True):
            rows = slice(first, first + count)
            worth[seat.parent[first]] += (strategy[rows] * worth[rows]).sum(axis=0)
        return worth

    @cached_property
    def model_share(self) -> float:
        """Share of deals that end in the flop model."""
        return self.share_of(lambda ending: ending.kind is EndingKind.FLOP)

    @cached_property
    def four_way_share(self) -> float:
        """Share of deals that end all-in with four or more, who share by pairwise equities."""
        return self.share_of(
            lambda ending: ending.kind is EndingKind.ALL_IN and ending.hand.live.bit_count() > 3
        )

    def share_of(self, chosen: Callable[[Ending], bool]) -> float:
        """Return the share of deals that end in some endings."""
        forest, deals = self.spot.game.forest, self.spot.deals
        total = 0.0
        for end, kind in enumerate(forest.kinds.tolist()):
            if chosen(self.spot.tree.endings[kind]):
                here = [
                    r[slot] for r, slot in zip(self._reaches, forest.slots[:, end], strict=True)
                ]
                total += float(here[0] @ deals.met(0, here))
        return total

    def forget(self) -> None:
        """Give back the memory of what follows from the strategies; it is computed when asked."""
        for name in ("_priced", "_strategies", "_reaches", "_worths"):
            vars(self).pop(name, None)

    @property
    def endings(self) -> tuple[Ending, ...]:
        """All endings, in the order of the tree."""
        return self.spot.tree.endings

    @cached_property
    def mix_losses(self) -> dict[str, float]:
        """By node, big blinds a hand that its seat loses by not always taking its best action.

        What actions fall short of the best, weighed by how often they are taken and by how often
        the table comes there with each hand; locked hands have no choice. A best response gains at
        least as much, and so a loss above its seat's gain would be a mistake of ours.
        """
        out = {}
        for name, one in self.spot.tree.spots.items():
            rows, player = self._rows(name), one.player
            worth = self._worths[player][rows]
            short = np.where(locked_hands(self.spec, name), 0.0, worth.max(axis=0) - worth)
            own = self._reaches[player][self.spot.game.forest.seats[player].parent[rows.start]]
            out[name] = float((own * self._strategies[player][rows] * short).sum())
        return out

    @property
    def nodes(self) -> tuple[str, ...]:
        """The ids of all decisions, in the order of the tree."""
        return tuple(self.spot.tree.spots)

    @cached_property
    def shut_out(self) -> tuple[str, ...]:
        """The ids of the nodes at which a seat may not enter any more, in the order of the tree."""
        tree = self.spot.tree
        return shut_out_at([*tree.spots, *(ending.node for ending in tree.endings)])

    @property
    def deals(self) -> Deals:
        """What is dealt."""
        return self.spot.deals

    def reaches(self, name: str) -> list[NDArray[np.float64]]:
        """Return by player how often he comes to a node by his own choices, (hands,)."""
        return [r[self._slot(p, acted(name))] for p, r in enumerate(self._reaches)]

    def strategy(self, name: str) -> NDArray[np.float64]:
        """Return the chances of a node's actions, (actions, hands)."""
        return self._strategies[self.spot.tree.spots[name].player][self._rows(name)]

    def node(self, name: str) -> ChartNode:
        """Return one node.

        Raises
        ------
        InputError
            When the tree has no decision of this id.
        """
        spots = self.spot.tree.spots
        if name not in spots:
            raise InputError(no_node(self.spec, name))
        return self._node(name, self._worths[spots[name].player])

    def by_seat(self) -> Iterator[ChartNode]:
        """Yield all nodes, those of a seat together: it takes less memory than asking for each."""
        for player in range(self.spec.players):
            worth = self._worth_of(player)
            for name, spot in self.spot.tree.spots.items():
                if spot.player == player:
                    yield self._node(name, worth)

    def _node(self, name: str, worth: NDArray[np.float64]) -> ChartNode:
        spot, rows = self.spot.tree.spots[name], self._rows(name)
        who, here = spot.player, self.reaches(name)
        met = self.spot.deals.met(who, here)
        with np.errstate(invalid="ignore", divide="ignore"):
            ev = np.where(met > 0, worth[rows] / met, np.nan)
        strategy = self.strategy(name)
        return node_of(self.spec, self.spot.deals, name, spot, strategy, ev, here)

    def _rows(self, name: str) -> slice:
        """Return the slots of a node's actions."""
        spot = self.spot.tree.spots[name]
        first = self._slots[spot.player][acted(name) + next(iter(spot.actions))]
        return slice(first, first + len(spot.actions))

    def _slot(self, player: int, path: str) -> int:
        """Return a player's last slot above a node."""
        slots = self._slots[player]
        above = [*(node for node, _ in prefixes(path)), path]
        return next(slots[node] for node in reversed(above) if node in slots)


def no_node(spec: PreflopSpec, name: str) -> str:
    """Return what is wrong with the id of a node that there is not."""
    try:
        place = follow(spec, name)
    except InputError as error:
        return str(error)
    if place.spot is None:
        seat = spec.seats[place.player]
        return (
            f"there is no decision at '{name[:40]}': {seat} is shut out by {cap_words(spec)}, fold"
            f" is all that is left, written '-'"
        )
    return f"there is no node '{name[:40]}': seats that are shut out write '-', '{place.node[:40]}'"


def node_of(
    spec: PreflopSpec,
    deals: Deals,
    name: str,
    spot: Spot,
    strategy: NDArray[np.float64],
    ev_bb: NDArray[np.float64],
    here: Sequence[NDArray[np.float64]],
) -> ChartNode:
    """Return a node with what follows from its strategy and from how players come here.

    here : by player, (hands,) his reach.
    """
    who = spot.player
    own_reach = here[who]
    met = deals.met(who, here)
    reach = float(own_reach @ met)
    range_ = own_reach * deals.dealt(who)
    with np.errstate(invalid="ignore", divide="ignore"):
        frequency = strategy @ range_ / range_.sum()
        dealt_frequency = strategy @ (own_reach * met) / reach
    return ChartNode(
        name,
        spec.seats[who],
        tuple(spot.actions),
        strategy,
        ev_bb,
        own_reach,
        reach,
        frequency,
        dealt_frequency,
        tuple(float(after.bets[who]) for after in spot.actions.values()),
        float(spec.stacks_bb[who] - spot.betting.stacks[who]),
        locked_hands(spec, name),
    )


def write_chart(chart: PreflopChart, path: str | Path) -> None:
    """Write a chart's file; it holds all floats exactly.

    Raises
    ------
    InputError
        When the file can't be written.
    """
    path = Path(path)
    header = {
        "schema": SCHEMA,
        "spec": chart.spot.spec.payload(),
        "nodes": list(chart.nodes),
        "iterations": chart.iterations,
        "bar_bb": chart.bar_bb,
        "exploitability_bb": chart.certificate.exploitability,
    }
    rows = np.vstack([chart.strategy(name) for name in chart.nodes])
    try:
        with path.open("wb") as file:
            np.savez_compressed(file, header=np.array(json.dumps(header)), strategy=rows)
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror or error}") from None


def read_chart(path: str | Path) -> PreflopChart:
    """Read a chart's file, this form or the small one (`chart_set`).

    Raises
    ------
    InputError
        When it is none, or one that does not fit the tree of its own spot.
    """
    from gutshot.holdem.preflop.chart_set import is_set, read_set

    path = Path(path)
    if is_set(path):
        return read_set(path).whole()
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            header: dict[str, Any] = json.loads(str(found["header"]))
            rows = _chances(found["strategy"])
        schema, spec = header["schema"], header["spec"]
        iterations, bar = int(header["iterations"]), float(header["bar_bb"])
        nodes, stated = list(header["nodes"]), float(header["exploitability_bb"])
        sound = iterations > 0 and 0 < bar <= 1
    except FileNotFoundError:
        raise InputError(f"there is no file {path}") from None
    except _BROKEN:
        raise InputError(
            f"{path} is no chart; 'gutshot preflop solve --out FILE' writes one"
        ) from None
    if not isinstance(spec, dict):
        raise InputError(f"{path} holds no spot; solve it again")
    if schema != SCHEMA:
        raise InputError(f"{path} is a chart of another version, {schema}; this reads {SCHEMA}")
    if not sound:
        raise InputError(f"{path} holds a bar or a number of iterations that is none")
    spot = build_game(spec_from(spec, path.name))
    actions = sum(len(one.actions) for one in spot.tree.spots.values())
    if nodes != list(spot.tree.spots) or rows.shape != (actions, CLASSES):
        raise InputError(f"{path} does not fit the tree of its own spot; solve it again")
    if not (np.isfinite(rows).all() and rows.min() >= 0):
        raise InputError(f"{path} holds chances that are none; solve it again")
    counts = [len(one.actions) for one in spot.tree.spots.values()]
    sums = np.add.reduceat(rows, np.cumsum([0, *counts[:-1]]), axis=0)
    if np.abs(sums - 1).max() > _SUM_ERROR:
        raise InputError(f"{path} holds chances that don't add up to 1; solve it again")
    chart = chart_of(spot, rows, iterations, bar)
    check_stated(chart, stated, str(path))
    return chart


def _chances(found: object) -> NDArray[np.float64]:
    """Return what a member of a file holds: an array, or the bytes of what is none."""
    if not isinstance(found, np.ndarray) or found.dtype.kind != "f":
        msg = "no floats"
        raise TypeError(msg)
    rows: NDArray[np.float64] = found.astype(np.float64)
    return rows


def check_stated(chart: PreflopChart, stated_bb: float, where: str) -> None:
    """Measure a chart that was read, and compare what is left to gain with what its file says.

    Raises
    ------
    InputError
        When they differ by more than rounding: spot or strategies are not those that were solved.
    """
    found = chart.certificate.exploitability
    if not abs(found - stated_bb) <= _GAIN_ERROR_BB[chart.spec.players > 2]:
        raise InputError(
            f"{where} says that {stated_bb:.3g} big blinds are left to gain, but it is"
            f" {found:.3g}: its spot or its strategies were changed; solve it again"
        )


def chart_of(
    spot: PreflopGame, rows: Iterable[NDArray[np.float64]], iterations: int, bar_bb: float
) -> PreflopChart:
    """Return the chart of a game that is made to play these strategies.

    rows : (hands,) of each action of all nodes, in the order of the tree.
    """
    _put_in(spot, rows)
    return PreflopChart(spot, iterations, bar_bb)


def _put_in(spot: PreflopGame, rows: Iterable[NDArray[np.float64]]) -> None:
    """Make strategies, in the order of the tree's nodes, the averages of a game."""
    state = spot.game.state()
    slots = [{name: n for n, name in enumerate(seat.names)} for seat in spot.game.forest.seats]
    in_order = iter(rows)
    for node, one in spot.tree.spots.items():
        for letter in one.actions:
            # summed reaches of any size give the same shares
            state[f"total{one.player}"][slots[one.player][acted(node) + letter]] = next(in_order)
    spot.game.refresh()
