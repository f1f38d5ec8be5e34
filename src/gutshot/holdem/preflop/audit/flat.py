"""A chart as arrays: its tree, its strategies by slot, and what its endings are worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop.audit.pair_edges import PairEdges, pair_edges
from gutshot.holdem.preflop.audit.prize_terms import EQUITY, TIE, Terms, between_two, prize_terms
from gutshot.holdem.preflop.deals import ManyHands
from gutshot.holdem.preflop.locks import locked_hands
from gutshot.holdem.preflop.node_ids import SHUT_OUT, acted
from gutshot.holdem.preflop.prizes import PrizeWorth
from gutshot.holdem.preflop.worth import Worth
from gutshot.holdem.three_way.table import shares_of_three

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.audit.prize_terms import PrizeTerms
    from gutshot.holdem.preflop.chart import PreflopChart

__all__ = ["FlatChart", "flat_chart", "reaches_of"]


@dataclass(frozen=True, eq=False)
class FlatChart:
    """What the loops of an audit read.

    Attributes
    ----------
    forest : Forest
        The sequence form; end e is the ending of number e.
    offsets : (players + 1,) int64
        Rows of a player's slots in arrays of all players' slots.
    strategy : (rows, 169) float64
        By row the chance of its action; the rows of slot 0 have 1.
    reaches : (rows, 169) float64
        Products of these from the root on.
    locked : (rows, 169) bool
        Where the spot says what a hand does.
    players_of, row_of, actions_of, child_of : (nodes,) int64
    children : (actions of all nodes,) int64
        What follows: a node's number, or -1 less an ending's.
    constants : (ends, players) float64
        Net since before posting, in big blinds, of chips or of prizes.
    prizes : PrizeTerms
        What hands are worth beside it, where stacks count by their prizes; there are no pots then.
    pot_first : (ends + 1,) int64
    pot_amounts : (pots,) float64
    pot_players : (pots, most) int64
        Filled up with -1.
    three : (169, 169, 169) float32
        The first class's share of a pot of three; empty where pairwise equities share it.
    apart : (ends, players) float64
        What is no matter of a player's own hand against another's: the constants, and with prizes
        what `PrizeTerms.known_apart` adds.
    edges : PairEdges
        Of flops, by hand.
    """

    forest: Forest
    offsets: NDArray[np.int64]
    strategy: NDArray[np.float64]
    reaches: NDArray[np.float64]
    locked: NDArray[np.bool_]
    players_of: NDArray[np.int64]
    row_of: NDArray[np.int64]
    actions_of: NDArray[np.int64]
    child_of: NDArray[np.int64]
    children: NDArray[np.int64]
    constants: NDArray[np.float64]
    pot_first: NDArray[np.int64]
    pot_amounts: NDArray[np.float64]
    pot_players: NDArray[np.int64]
    three: NDArray[np.float32]
    prizes: PrizeTerms | None
    apart: NDArray[np.float64]
    edges: PairEdges

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.forest.players

    def rows(self, player: int) -> slice:
        """Return the rows of a player."""
        return slice(int(self.offsets[player]), int(self.offsets[player + 1]))

    @cached_property
    def between_two(self) -> tuple[NDArray[np.float64], ...]:
        """What endings pay two classes for, (169, 169) each: equity, and with prizes ties."""
        return between_two()[: 1 if self.prizes is None else 2]

    def terms(self, player: int) -> list[Terms]:
        """Return what a player can win from others, one by one, by function of `between_two`.

        A pot of three and more is shared by the average of pairwise equities here.
        """
        if self.prizes is not None:
            return [self.prizes.of_player(player, function) for function in (EQUITY, TIE)]
        ends, others, amounts = [], [], []
        for end in range(self.forest.ends):
            for pot in range(self.pot_first[end], self.pot_first[end + 1]):
                eligible = [p for p in self.pot_players[pot].tolist() if p >= 0]
                if player not in eligible:
                    continue
                pairs = len(eligible) * (len(eligible) - 1) / 2
                for other in eligible:
                    if other != player:
                        ends.append(end)
                        others.append(other)
                        amounts.append(self.pot_amounts[pot] / pairs)
        whom = np.array(others, np.int64)
        return [Terms(np.array(ends, np.int64), whom, np.array(amounts, np.float64))]


def flat_chart(chart: PreflopChart) -> FlatChart:
    """Return a chart's arrays.

    Raises
    ------
    InputError
        For a chart whose deals are exact already.
    """
    spot = chart.spot
    spec = spot.spec
    if spec.deals == "combos":
        raise InputError(
            "this chart knows of both hands' cards: its certificate is that of real deals;"
            " an audit is for charts of 'classes'"
        )
    forest = spot.game.forest
    offsets = np.cumsum([0, *(seat.slots for seat in forest.seats)])
    strategy = np.vstack([spot.game.average(player) for player in range(spec.players)])
    numbers = {name: at for at, name in enumerate(spot.tree.spots)}
    ends = {ending.node: at for at, ending in enumerate(spot.tree.endings)}
    slots = [{name: n for n, name in enumerate(seat.names)} for seat in forest.seats]
    locked = np.zeros(strategy.shape, np.bool_)
    rows: list[tuple[int, int, int, int]] = []
    children: list[int] = []
    for name, one in spot.tree.spots.items():
        first = slots[one.player][acted(name) + next(iter(one.actions))]
        row = int(offsets[one.player]) + first
        locked[row : row + len(one.actions)] = locked_hands(spec, name)
        rows.append((one.player, row, len(one.actions), len(children)))
        for action in one.actions:
            after = name + action
            while after not in numbers and after not in ends:
                after += SHUT_OUT
            children.append(numbers[after] if after in numbers else -1 - ends[after])
    players_of, row_of, actions_of, child_of = np.array(rows, np.int64).T.copy()
    shared = [worth.pots if isinstance(worth, Worth) else () for worth in spot.worths]
    pots = [pot for of_end in shared for pot in of_end]
    most = max((len(pot.eligible) for pot in pots), default=2)
    table = isinstance(spot.deals, ManyHands) and spot.deals.three_way is not None
    three = shares_of_three().astype(np.float32) if table else np.zeros((0, 0, 0), np.float32)
    reaches = reaches_of(forest, strategy)
    constants = np.array([worth.constants for worth in spot.worths])
    prizes, apart = None, constants
    if spec.for_prizes:
        paid = [worth for worth in spot.worths if isinstance(worth, PrizeWorth)]
        prizes = prize_terms(paid, by_table=table)
        apart = prizes.known_apart(forest, offsets, reaches, constants)
    return FlatChart(
        forest,
        offsets,
        strategy,
        reaches,
        locked,
        players_of,
        row_of,
        actions_of,
        child_of,
        np.array(children, np.int64),
        constants,
        np.cumsum([0, *map(len, shared)]),
        np.array([pot.amount for pot in pots], np.float64),
        np.array(
            [(*pot.eligible, *([-1] * (most - len(pot.eligible)))) for pot in pots], np.int64
        ).reshape(len(pots), most),
        three,
        prizes,
        apart,
        pair_edges(forest, spot.worths),
    )


def reaches_of(forest: Forest, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return products of strategies from the root on, (rows, 169), players one after the other."""
    out = strategy.copy()
    start = 0
    for seat in forest.seats:
        for slot in range(forest.roots, seat.slots):
            out[start + slot] *= out[start + seat.parent[slot]]
        start += seat.slots
    return out.reshape(-1, CLASSES)
