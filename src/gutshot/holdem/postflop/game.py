"""A spot as a game for `cfr.drive`: a river, a turn with all its rivers, a flop with all of both.

All betting trees of a street stand side by side in one forest; a board of the street is a copy of
its slots for each hand. A pass goes down a street, over all boards of the next, and back up. Turn
boards are shared out to threads; what they are worth is added in their order, so that the same
bytes come out whoever was faster.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from math import floor, log2
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gutshot.cfr import grow_all
from gutshot.cfr.forest import Decision
from gutshot.cfr.lane_table import mean_weight
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.boards import above_of, rows_of
from gutshot.holdem.postflop.deals import combos_of, pair_weights
from gutshot.holdem.postflop.isomorphism import SAME, Runout, next_runouts, symmetries
from gutshot.holdem.postflop.layout import STAGES
from gutshot.holdem.postflop.level import Level, Storage
from gutshot.holdem.postflop.locks import keeps_locks, settled_locks
from gutshot.holdem.postflop.spec import PLAYERS, STREETS
from gutshot.holdem.postflop.tree import grow_streets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.cfr.schedule import Weights
    from gutshot.holdem.postflop.layout import Scratch
    from gutshot.holdem.postflop.locks import SettledLock
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["PostflopGame"]


class PostflopGame:
    """Strategies of two players in a spot; satisfies `drive.Game`, in chips.

    Parameters
    ----------
    spot : Spot
    threads : int, optional
        How many work at a flop's turn cards; the processors that there are. Answers don't depend on
        it.
    isomorphic : bool
        Whether boards that differ only by the names of suits are solved once.
    half : bool
        Whether regrets and averages are kept in 16 bits, in half the memory: regrets with 3 digits,
        averages in 1 / 65,535. As many iterations come as far down to some 0.005 % of the pot. What
        is said of EVs and exploitability stays as exact.
    most_bytes : int, optional
        A street whose strategies take more is refused.

    Attributes
    ----------
    combos : by player, (hands,) int64
        Numbers of the combos that he may hold, those with a card of the board left out.
    weights : by player, (hands,) float64
        How likely his range makes each of them, 0..1.

    Raises
    ------
    InputError
        When the ranges can't be dealt together, or the tree is too large.
    """

    players = 2

    def __init__(
        self,
        spot: Spot,
        *,
        threads: int | None = None,
        isomorphic: bool = True,
        half: bool = False,
        most_bytes: int | None = None,
    ) -> None:
        self.spot = spot
        self.combos = [combos_of(spot, player) for player in range(2)]
        self.weights = [
            one.weights[combos] / one.denominator
            for one, combos in zip(spot.ranges, self.combos, strict=True)
        ]
        self.pair_weights = pair_weights(self.combos, self.weights)
        self.deals = float(self.pair_weights[0] @ self.weights[0])
        self.root, forests = _grow(spot)
        weights = [one.weights for one in spot.ranges]
        locks = settled_locks(spot)
        suits = symmetries(spot.board, weights) if isomorphic else (SAME,)
        suits = tuple(one for one in suits if keeps_locks(locks, one))
        first = Runout(spot.board, symmetries=suits)
        self._half, self._most_bytes = half, most_bytes
        self.levels = self._levels(forests, first, locks)
        self._totals = np.zeros(2)
        self._incoming = [self._from_range(player) for player in range(2)]
        self._outgoing = [np.zeros_like(incoming) for incoming in self._incoming]
        turns = 1 if len(self.levels) < 3 else len(self.levels[1].runouts)
        workers = threads or _processors()
        self._workers = max(1, min(workers, turns))
        self._pool: ThreadPoolExecutor | None = None
        below = self.levels[-2:]
        self._scratch = [[level.scratch() for level in below] for _ in range(self._workers)]
        self._flop = self.levels[0].scratch() if turns > 1 else None
        rows = 0 if self._flop is None else len(self._flop.below_out)
        self._turns: NDArray[np.float32] = np.zeros(turns * rows, np.float32)

    @property
    def bits(self) -> int:
        """Of each regret and average: 16 or 32."""
        return 16 if self._half else 32

    @property
    def memory_bytes(self) -> int:
        """Bytes of regrets and averages, and of what a pass writes down."""
        tables = sum(table.nbytes for level in self.levels for table in level.tables)
        rooms = [room for worker in self._scratch for room in worker]
        rooms += [] if self._flop is None else [self._flop]
        return tables + self._turns.nbytes + sum(array.nbytes for room in rooms for array in room)

    def update(self, player: int, weights: Weights) -> None:
        """Improve one player's strategy against the present one of the other."""
        from gutshot.cfr._kernels import PRESENT

        share = mean_weight(self._totals, player, weights.average)
        self._pass(player, PRESENT, (weights.positive, weights.negative, share))
        for level in self.levels:
            level.hold(player)

    def evaluate(self, player: int, against: Literal["average", "best"]) -> float:
        """Return a player's EV against the other's average, playing his own or his best."""
        worth = self._worth(player, against)
        return float(worth @ self.weights[player]) / self.deals + float(self.spot.pot) / 2

    def evs(self, player: int, against: Literal["average", "best"]) -> NDArray[np.float64]:
        """Return a player's EV by hand in chips, (hands,); nan for a hand that meets no other."""
        met = self.pair_weights[player]
        evs = np.full(len(met), np.nan)
        np.divide(self._worth(player, against), met, out=evs, where=met > 0)
        return evs + float(self.spot.pot) / 2

    def root_strategy(self) -> tuple[int, dict[str, NDArray[np.float64]]]:
        """Return who acts first, and his average chance of each action by hand, (hands,).

        Where nobody can bet on the board's street, the first to act checks.
        """
        player, actions = self.root
        if not actions:
            return player, {"check": np.ones(len(self.combos[player]))}
        level = self.levels[0]
        average = level.tables[player].average()
        places = level.hands[player]
        first = int(level.forest.seats[player].first[0])
        out = {}
        for number, action in enumerate(actions):
            chances = np.empty(len(self.combos[player]) + 1)
            chances[places.source] = average[first + number]
            out[action] = chances[:-1]
        return player, out

    def root_frequency(self) -> dict[str, float]:
        """Return the share of deals with which each first action is taken."""
        player, chances = self.root_strategy()
        if len(chances) == 1:
            return dict.fromkeys(chances, 1.0)
        shares = self._shares(player)
        return {action: float(chance @ shares) for action, chance in chances.items()}

    def state(self) -> dict[str, NDArray[np.number[Any]]]:
        """Return the live arrays that the next iteration depends on, by name."""
        state: dict[str, NDArray[np.number[Any]]] = {"weights": self._totals}
        for level, street in zip(self.levels, STREETS[-len(self.levels) :], strict=True):
            for name, table in zip(PLAYERS, level.tables, strict=True):
                state |= {f"{street}_{name}_regret": table.regret}
                state |= {f"{street}_{name}_mean": table.mean}
        return state

    def refresh(self) -> None:
        """Follow arrays that were written to; nothing is kept beside them."""

    def turn_worths(self, player: int) -> NDArray[np.float32]:
        """Return what the turn's beginnings are worth to a player on each turn board of a flop.

        (boards, beginnings, hands), by the averages, counted from half the pot and summed over the
        other's reaches; 0 for hands with the turn card.
        """
        self._worth(player, "average")
        flop, turn = self.levels[:2]
        width = len(flop.ends[player].leaves)
        rows = self._turns.reshape(len(turn.runouts), -1, width)
        source = flop.hands[player].source
        out = np.zeros((len(rows), turn.forest.roots, len(self.combos[player]) + 1), np.float32)
        out[:, :, source] = rows[:, : len(source), : turn.forest.roots].transpose(0, 2, 1)
        # a board stands for several cards, each as likely as any other
        cards = turn.shares * flop.unit / (52 - 4 - len(self.spot.board))
        return np.ascontiguousarray(out[:, :, :-1] / cards.astype(np.float32)[:, None, None])

    def stage_shares(self, weights: Weights) -> dict[str, float]:
        """Make an iteration on one thread, and return the share of time of each of `STAGES`.

        Of the last two streets, on which nearly all of it is spent.
        """
        usual = self._scratch, self._workers
        rooms = [level.scratch(timed=True) for level in self.levels[-2:]]
        self._scratch, self._workers = [rooms], 1
        try:
            for player in range(self.players):
                self.update(player, weights)
        finally:
            self._scratch, self._workers = usual
        ticks = np.array([room.clock for room in rooms]).sum(axis=0)
        return dict(zip(STAGES, (ticks / ticks.sum()).tolist(), strict=True))

    def _worth(self, player: int, against: Literal["average", "best"]) -> NDArray[np.float64]:
        from gutshot.cfr._kernels import AVERAGE, BEST

        return self._pass(player, BEST if against == "best" else AVERAGE)

    def _shares(self, player: int) -> NDArray[np.float64]:
        """Return each hand's share of all deals."""
        return self.weights[player] * self.pair_weights[player] / self.deals

    def _from_range(self, player: int) -> NDArray[np.float32]:
        incoming = np.zeros((len(self.combos[player]) + 1, self.levels[0].width), np.float32)
        incoming[:-1, 0] = self.weights[player]
        return incoming.reshape(-1)

    def _levels(
        self, forests: Sequence[Forest], first: Runout, locks: Sequence[SettledLock]
    ) -> list[Level]:
        """Return the streets from the board's on."""
        spot = self.spot
        above = [rows_of([combo_cards()[numbers] for numbers in self.combos])]
        runouts, counts, chance, unit = [first], [1], 1.0, 1.0
        levels: list[Level] = []
        for street, forest in enumerate(forests):
            before, unit = unit, self._unit(chance)
            level = Level(
                spot,
                forest,
                runouts,
                counts,
                chance,
                above,
                [lock for lock in locks if lock.place.street == street],
                Storage(self._half, unit, before, self._most_bytes),
            )
            if levels:
                levels[-1].stand_above(runouts)
            levels.append(level)
            counts = [len(runout.symmetries) for runout in runouts]
            # both hands and the board are gone
            chance /= 52 - 4 - len(runouts[0].board)
            if len(levels) < len(forests):
                above = above_of(level.hands, level.longest)
                runouts = next_runouts(runouts)
        return levels

    def _unit(self, chance: float) -> float:
        """Return how many units a chip has where boards have a chance.

        Numbers of 16 bits end at 65,504 and thin out below 0.00006: what an action can gain at most
        is made 4 to 8, and regrets stay below some hundred times as much.
        """
        if not self._half:
            return 1.0
        most = float(self.spot.pot / 2 + self.spot.stack) * chance
        met = max(float(pairs.max()) for pairs in self.pair_weights)
        return 2.0 ** floor(log2(8 / (most * met)))

    def _pass(
        self, player: int, mode: int, kept: tuple[float, float, float] = (0.0, 0.0, 0.0)
    ) -> NDArray[np.float64]:
        """Go down and up for a player, and return by hand what it is worth, (hands,).

        Counted from half the pot, and summed over the weights of the other's hands.
        """
        from gutshot.holdem.postflop._kernels import FLOP_DOWN, FLOP_UP, river_pass

        incoming, outgoing = self._incoming[1 - player], self._outgoing[player]
        if len(self.levels) == 1:
            view = self.levels[0].views[player]
            river_pass(mode, kept, view, incoming, outgoing, self._scratch[0][0])
        elif self._flop is None:
            self._over_turns(player, mode, kept, incoming, outgoing)
        else:
            flop = self._flop
            self._over_flop(FLOP_DOWN, player, mode, kept, incoming, outgoing, flop)
            self._over_turns(player, mode, kept, flop.below_in, self._turns)
            self._over_flop(FLOP_UP, player, mode, kept, self._turns, outgoing, flop)
        return outgoing.reshape(-1, self.levels[0].width)[:-1, 0].astype(np.float64)

    def _over_flop(
        self,
        part: int,
        player: int,
        mode: int,
        kept: tuple[float, float, float],
        incoming: NDArray[np.float32],
        outgoing: NDArray[np.float32],
        scratch: Scratch,
    ) -> None:
        from gutshot.holdem.postflop._kernels import streets_pass

        flop, turn = (level.views[player] for level in self.levels[:2])
        rooms = scratch, self._scratch[0][0]
        once = np.zeros(1, np.int64)
        streets_pass(part, once, once, mode, kept, flop, turn, incoming, outgoing, *rooms)

    def _over_turns(
        self,
        player: int,
        mode: int,
        kept: tuple[float, float, float],
        incoming: NDArray[np.float32],
        outgoing: NDArray[np.float32],
    ) -> None:
        from gutshot.holdem.postflop._kernels import TURNS, streets_pass

        turn, river = (level.views[player] for level in self.levels[-2:])
        # the longest work first, so that threads end at about the same time
        order = np.argsort(-np.diff(turn.below), kind="stable")
        ticket = np.zeros(1, np.int64)

        def work(worker: int) -> None:
            rooms = self._scratch[worker]
            streets_pass(TURNS, order, ticket, mode, kept, turn, river, incoming, outgoing, *rooms)

        if self._workers > 1 and self._pool is None:
            self._pool = ThreadPoolExecutor(self._workers - 1)
        others = [
            self._pool.submit(work, worker)
            for worker in range(1, self._workers)
            if self._pool is not None
        ]
        work(0)
        for other in others:
            other.result()


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _grow(spot: Spot) -> tuple[tuple[int, tuple[str, ...]], list[Forest]]:
    """Return who acts first and how he can, and the forests of all streets from the board's on."""
    streets = grow_streets(spot)
    forests = [grow_all(street.roots, 2) for street in streets]
    root = streets[0].roots[0]
    first = (root.player, tuple(root.actions)) if isinstance(root, Decision) else (0, ())
    return first, forests
