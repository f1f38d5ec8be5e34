"""What endings are worth in prizes at a table of three and more, hands dealt independently.

An ending adds a constant, products of pairs of hands (equity, chance of a tie) and of three hands
(`three_way.outcomes_form`). For a player whose hand is one of them, such a product is a row by his
hands, taken once for each slot of another player. For all others it is one number, a mean over the
hands that come to the ending; it is taken once for all of them and again when reaches change.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.deals import ManyHands
    from gutshot.holdem.preflop.prizes import PrizeWorth
    from gutshot.holdem.three_way.outcomes_form import OutcomesForm

    Reaches = Sequence[NDArray[np.float64]]

__all__ = ["PrizeSeatPayoff"]

_BATCH: Final = 256
_EVEN: Final = 4
_SHARED: Final = 0.06
"""Three hands share a pot in one way or another about so often: what weighs their amounts."""


@dataclass(frozen=True)
class _Pair:
    """Endings at which two hands meet, of one pair of players.

    ends : (n,) numbers of the endings.
    slots : (2, n) of the two players.
    rows : (2, n) places of these among the slots that are used.
    amounts : (2, seats, n) what a unit of equity of the first, and of a tie, is worth to each seat.
    """

    players: tuple[int, int]
    ends: NDArray[np.int64]
    slots: NDArray[np.int64]
    rows: NDArray[np.int64]
    amounts: NDArray[np.float64]


@dataclass(frozen=True)
class _Triple:
    """Endings at which three hands meet.

    ends, slots, rows : as of `_Pair`, for three.
    own : (3, 6, n) to each of the three, of the six functions as he sees them.
    outside : (6, seats, n) to others, of the six functions as the first of the three sees them.
    """

    players: tuple[int, int, int]
    ends: NDArray[np.int64]
    slots: NDArray[np.int64]
    rows: NDArray[np.int64]
    own: NDArray[np.float64]
    outside: NDArray[np.float64]


@dataclass
class _Means:
    """Numbers by ending that others than those who meet look at.

    meeting : _Pair or _Triple
    at : (m,) which of its endings matter to others.
    functions : which of its functions do.
    amounts : (functions, seats, m).
    known : the reaches for which values are right.
    values : (functions, m).
    """

    meeting: _Pair | _Triple
    at: NDArray[np.int64]
    functions: tuple[int, ...]
    amounts: NDArray[np.float64]
    known: tuple[NDArray[np.float64], ...] | None
    values: NDArray[np.float64]


class PrizeSeatPayoff:
    """What the ends of a forest are worth in prizes; satisfies `cfr.Payoff` and `lagging.TwoParts`.

    Parameters
    ----------
    forest : Forest
        The sequence form; an end's kind is its number in `worths`.
    worths : sequence of PrizeWorth
        By ending.
    hands : ManyHands
        What is dealt, with the chances of ties; without a form of outcomes three share by pairwise
        equities, and a pot that they would chop goes to one of them by lot.
    negligible : float
        Three-way outcomes that change what an ending is worth by less, in big blinds, are left out.
    """

    def __init__(
        self,
        forest: Forest,
        worths: Sequence[PrizeWorth],
        hands: ManyHands,
        *,
        negligible: float = 0.0,
    ) -> None:
        self._forest = forest
        self._hands = hands
        self._negligible = negligible
        equity, tie = hands.equity, hands.tie
        if tie is None:
            msg = "prizes need the chances of ties"
            raise AssertionError(msg)
        # by function: what a row of the other's reaches makes of a player's hands
        self._by_function = [np.ascontiguousarray((x * hands.weights).T) for x in (equity, tie)]
        of_end = [worths[kind] for kind in forest.kinds.tolist()]
        self._constants = np.array([worth.constants for worth in of_end]).T.copy()
        seats = range(forest.players)
        self._pairs = self._pairs_of(of_end)
        self._triples = [] if hands.outcomes is None else self._triples_of(of_end)
        self._form = hands.outcomes() if self._triples and hands.outcomes is not None else None
        self._flip_second()
        self._pair_means, self._triple_means = (
            [means for means in map(self._means_of, found) if means is not None]
            for found in (self._pairs, self._triples)
        )
        self._own_pairs = [[p for p in self._pairs if seat in p.players] for seat in seats]
        self._own_triples = [[t for t in self._triples if seat in t.players] for seat in seats]
        self.three_way_slots = tuple(map(self._three_way_slots_of, seats))
        self._masses = np.ones((forest.players, forest.kinds.size))
        self._massed: list[NDArray[np.float64] | None] = [None] * forest.players
        self._known: dict[tuple[int, int], tuple[NDArray[np.float64], NDArray[np.float64]]] = {}

    def _three_way_slots_of(self, seat: int) -> NDArray[np.int64]:
        """Return the slots of a player whose worth depends on three hands."""
        own = [triple.slots[triple.players.index(seat)] for triple in self._own_triples[seat]]
        seen = [
            self._forest.slots[seat, means.meeting.ends[means.at]]
            for means in self._triple_means
            if seat not in means.meeting.players
        ]
        return np.unique(np.concatenate([*own, *seen, np.empty(0, np.int64)]))

    def _pairs_of(self, of_end: Sequence[PrizeWorth]) -> list[_Pair]:
        found: dict[tuple[int, int], list[int]] = {}
        for end, worth in enumerate(of_end):
            for pair in worth.by_equity:
                found.setdefault(pair, []).append(end)
        self._used = self._slots_used(found)
        nothing = np.zeros(self._forest.players)
        out = []
        for pair, listed in found.items():
            ends, slots, rows = self._placed(pair, listed)
            amounts = np.array(
                [
                    [of_end[end].by_equity[pair] for end in ends.tolist()],
                    [of_end[end].by_tie.get(pair, nothing) for end in ends.tolist()],
                ]
            )
            out.append(_Pair(pair, ends, slots, rows, amounts.transpose(0, 2, 1).copy()))
        return out

    def _slots_used(self, found: dict[tuple[int, int], list[int]]) -> list[NDArray[np.int64]]:
        """Return by player the slots with which he meets another's hand, rising."""
        slots = self._forest.slots
        return [
            np.unique(
                np.concatenate(
                    [slots[seat, ends] for pair, ends in found.items() if seat in pair]
                    or [np.empty(0, np.int64)]
                )
            )
            for seat in range(self._forest.players)
        ]

    def _placed(
        self, players: Sequence[int], listed: Sequence[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return endings in the order of the first player's slots, all slots, and their places."""
        ends = np.array(listed, np.int64)
        ends = ends[np.argsort(self._forest.slots[players[0]][ends], kind="stable")]
        slots = self._forest.slots[list(players)][:, ends]
        rows = [np.searchsorted(self._used[p], s) for p, s in zip(players, slots, strict=True)]
        return ends, slots, np.array(rows)

    def _triples_of(self, of_end: Sequence[PrizeWorth]) -> list[_Triple]:
        found: dict[tuple[int, int, int], list[int]] = {}
        for end, worth in enumerate(of_end):
            if worth.shares is not None:
                first, second, third = worth.live
                found.setdefault((first, second, third), []).append(end)
        out = []
        for three, listed in found.items():
            ends, slots, rows = self._placed(three, listed)
            shares = np.array([of_end[end].shares for end in ends.tolist()])
            none = np.zeros((4, shares.shape[2]))
            chops = np.array(
                [none if (c := of_end[end].chops) is None else c for end in ends.tolist()]
            )
            seen = [_seen_by(at, shares, chops) for at in range(3)]
            own = np.array([seen[at][:, :, three[at]].T for at in range(3)])
            outside = seen[0].transpose(1, 2, 0).copy()
            outside[:, list(three)] = 0.0
            out.append(_Triple(three, ends, slots, rows, own, outside))
        return out

    def _flip_second(self) -> None:
        """Count the second player's equity as his own: that of the first is 1 less it."""
        for pair in self._pairs:
            second = pair.players[1]
            np.add.at(self._constants[second], pair.ends, pair.amounts[0, second])
            pair.amounts[0, second] *= -1

    @staticmethod
    def _means_of(meeting: _Pair | _Triple) -> _Means | None:
        """Return the numbers that players outside of a meeting look at; None if it is nothing."""
        amounts = meeting.amounts.copy() if isinstance(meeting, _Pair) else meeting.outside
        amounts[:, list(meeting.players)] = 0.0
        matters = np.abs(amounts).max(axis=1) > 0
        at = np.flatnonzero(matters.any(axis=0))
        if not len(at):
            return None
        functions = tuple(np.flatnonzero(matters.any(axis=1)).tolist())
        kept = amounts[list(functions)][:, :, at]
        return _Means(meeting, at, functions, kept, None, np.zeros((len(functions), len(at))))

    def gradient(self, player: int, reaches: Reaches) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns, in big blinds."""
        out = self.two_way(player, reaches)
        out[self.three_way_slots[player]] += self.three_way(player, reaches)
        return out

    def two_way(self, player: int, reaches: Reaches) -> NDArray[np.float64]:
        """Return what a gradient is without what three hands add to pairwise equities."""
        from gutshot.holdem.preflop._kernels import add_rows

        forest, weights = self._forest, self._hands.weights
        masses = self._mass(reaches)
        worth = self._constants[player].copy()
        self._look_on(player, self._pair_means, reaches, masses, worth)
        worth *= _without(masses, {player})
        out = np.empty((forest.seats[player].slots, len(weights)))
        out[:] = np.bincount(forest.slots[player], worth, len(out))[:, None]
        for pair in self._own_pairs[player]:
            own = pair.players.index(player)
            other = pair.players[1 - own]
            rest = _without(masses[:, pair.ends], {player, other})
            for function in range(2):
                amounts = pair.amounts[function, player]
                if amounts.any():
                    rows = self._seen(function, other, reaches)
                    add_rows(pair.slots[own], rest * amounts, pair.rows[1 - own], rows, out)
        out *= weights
        return out

    def three_way(self, player: int, reaches: Reaches) -> NDArray[np.float64]:
        """Return what `two_way` leaves out, by slot of `three_way_slots`, (slots, hands)."""
        slots = self.three_way_slots[player]
        masses = self._mass(reaches)
        worth = np.zeros_like(self._constants[player])
        self._look_on(player, self._triple_means, reaches, masses, worth)
        worth *= _without(masses, {player})
        all_slots = self._forest.seats[player].slots
        out = np.empty((len(slots), len(self._hands.weights)))
        out[:] = np.bincount(self._forest.slots[player], worth, all_slots)[slots, None]
        for triple in self._own_triples[player]:
            self._add_three_way(player, triple, masses, reaches, out)
        out *= self._hands.weights
        return out

    def _look_on(
        self,
        player: int,
        all_means: Sequence[_Means],
        reaches: Reaches,
        masses: NDArray[np.float64],
        worth: NDArray[np.float64],
    ) -> None:
        """Add what hands of others are worth to a player who has none there, by ending."""
        for means in all_means:
            if player not in means.meeting.players:
                here = means.meeting.ends[means.at]
                values = self._mean_values(means, reaches, masses)
                worth[here] += (means.amounts[:, player] * values).sum(axis=0)

    def _mass(self, reaches: Reaches) -> NDArray[np.float64]:
        """Return how often each player's hands come to each end, (players, ends)."""
        for player, reach in enumerate(reaches):
            if self._massed[player] is not reach:
                slots = self._forest.slots[player]
                self._masses[player] = (reach @ self._hands.weights)[slots]
                self._massed[player] = reach
        return self._masses

    def _add_three_way(
        self,
        player: int,
        triple: _Triple,
        masses: NDArray[np.float64],
        reaches: Reaches,
        out: NDArray[np.float64],
    ) -> None:
        from gutshot.holdem.preflop._kernels import add_rows

        place = triple.players.index(player)
        own = triple.own[place]
        here = masses[:, triple.ends]
        rest = _without(here, set(triple.players))
        met = _without(here, {player})
        others = [at for at in range(3) if at != place]
        for functions, told in self._parts(own, met):
            for start in range(0, len(told), _BATCH):
                at = told[start : start + _BATCH]
                first, second = (
                    self._seen(2, triple.players[other], reaches)[triple.rows[other, at]]
                    for other in others
                )
                found = self._products(functions, first, second)
                sums = np.zeros((len(at), found.shape[2]))
                for number, function in enumerate(functions):
                    sums += found[number] * (rest[at] * own[function, at])[:, None]
                slots, row = np.unique(triple.slots[place, at], return_inverse=True)
                places = np.searchsorted(self.three_way_slots[player], slots)
                by_slot = np.zeros((len(slots), sums.shape[1]))
                add_rows(row, np.ones(len(at)), np.arange(len(at)), sums, by_slot)
                out[places] += by_slot @ self._basis.T

    def _parts(
        self, amounts: NDArray[np.float64], met: NDArray[np.float64]
    ) -> list[tuple[list[int], NDArray[np.int64]]]:
        """Return which functions are taken at which endings: shares alone, or chops as well.

        amounts : (6, n) of the functions. met : (n,) chance of the ending.
        """
        size = np.abs(amounts) * met
        shares = size[0] + size[4] > self._negligible
        chops = _SHARED * (size[1] + size[2] + size[3] + size[5]) > self._negligible
        out = []
        for names, told in (
            ((0, 4), shares & ~chops),
            (range(6), chops),
        ):
            at = np.flatnonzero(told)
            functions = [name for name in names if amounts[name, at].any()]
            if functions:
                out.append((functions, at))
        return out

    @property
    def _basis(self) -> NDArray[np.float64]:
        return self._outcomes.basis

    @property
    def _outcomes(self) -> OutcomesForm:
        if self._form is None:
            msg = "there is no form of three-way outcomes"
            raise AssertionError(msg)
        return self._form

    def _products(
        self, functions: Sequence[int], first: NDArray[np.float64], second: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return functions of the hands of one player, others having rows in the form's basis.

        functions : numbers; even ones come first. first, second : (n, r), in the order of seats.
        Returns (functions, n, r), in the basis.
        """
        from gutshot.holdem.preflop._kernels import pair_differences, pair_products

        form = self._outcomes
        one, two = first.astype(np.float32), second.astype(np.float32)
        products = np.empty((len(one), form.even.shape[2]), np.float32)
        out = np.empty((len(functions), *one.shape))
        even = [f for f in functions if f < _EVEN]
        if even:
            pair_products(one, two, products)
            for number, function in enumerate(even):
                out[number] = products @ form.even[function].T
        if len(even) < len(functions):
            pair_differences(one, two, products)
            for number, function in enumerate(functions[len(even) :], len(even)):
                out[number] = products @ form.odd[function - _EVEN].T
        return out

    def _mean_values(
        self,
        means: _Means,
        reaches: Reaches,
        masses: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return means over the hands that come to an ending, (functions, endings)."""
        players = means.meeting.players
        now = tuple(reaches[player] for player in players)
        if means.known is None or any(a is not b for a, b in zip(means.known, now, strict=True)):
            here = means.meeting.ends[means.at]
            mass = masses[list(players)][:, here].prod(axis=0)
            if isinstance(means.meeting, _Pair):
                means.values = self._means_of_two(means, means.meeting, reaches)
            else:
                # who else is in the hand changes with the player who looks: none is counted
                means.values = self._means_of_three(means, means.meeting, reaches, mass)
            means.values = np.divide(
                means.values, mass, out=np.zeros_like(means.values), where=mass > 0
            )
            means.known = now
        return means.values

    def _means_of_two(self, means: _Means, pair: _Pair, reaches: Reaches) -> NDArray[np.float64]:
        from gutshot.holdem.preflop._kernels import row_products

        first, second = pair.players
        mine = self._seen(3, first, reaches)
        out = np.empty_like(means.values)
        for number, function in enumerate(means.functions):
            rows = self._seen(function, second, reaches)
            row_products(pair.rows[0, means.at], mine, pair.rows[1, means.at], rows, out[number])
        return out

    def _means_of_three(
        self, means: _Means, triple: _Triple, reaches: Reaches, mass: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        out = np.zeros_like(means.values)
        amounts = np.zeros((6, len(means.at)))
        amounts[list(means.functions)] = np.abs(means.amounts).max(axis=1)
        seen = [self._seen(2, player, reaches) for player in triple.players]
        numbers = {function: number for number, function in enumerate(means.functions)}
        for functions, told in self._parts(amounts, mass):
            for start in range(0, len(told), _BATCH):
                at = told[start : start + _BATCH]
                own, first, second = (
                    rows[triple.rows[place, means.at[at]]] for place, rows in enumerate(seen)
                )
                found = self._products(functions, first, second)
                for number, function in enumerate(functions):
                    out[numbers[function], at] = (found[number] * own).sum(axis=1)
        return out

    def _seen(self, function: int, player: int, reaches: Reaches) -> NDArray[np.float64]:
        """Return what a player's reach makes of others' hands, by place in `_used`.

        0 is the equity of others' hands against his, 1 the chance of a tie, 3 how his hands are
        dealt, (slots, hands) each; 2 is his place in the form of outcomes, (slots, r). All are kept
        as long as his reaches are the same array.
        """
        known = self._known.get((function, player))
        if known is None or known[0] is not reaches[player]:
            used = reaches[player][self._used[player]]
            if function < len(self._by_function):
                found = used @ self._by_function[function]
            else:
                found = used * self._hands.weights
                if function == 2:
                    found = found @ self._basis
            known = self._known[function, player] = (reaches[player], found)
        return known[1]


def _seen_by(
    place: int, shares: NDArray[np.float64], chops: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the six functions' amounts as one of three sees them, (n, 6, seats).

    shares : (n, 3, seats) of what shares miss, by hand. chops : (n, 4, seats) as of `PrizeWorth`.
    """
    first, second = (at for at in range(3) if at != place)
    pairs = list(combinations(range(3), 2))

    def shared(i: int, j: int) -> NDArray[np.float64]:
        found: NDArray[np.float64] = chops[:, pairs.index((min(i, j), max(i, j)))]
        return found

    one, two = shared(place, first), shared(place, second)
    return np.stack(
        [
            shares[:, place] - (shares[:, first] + shares[:, second]) / 2,
            (one + two) / 2,
            shared(first, second),
            chops[:, 3],
            (shares[:, first] - shares[:, second]) / 2,
            (one - two) / 2,
        ],
        axis=1,
    )


def _without(masses: NDArray[np.float64], players: set[int]) -> NDArray[np.float64]:
    """Return the product over all players but some."""
    kept = [at for at in range(len(masses)) if at not in players]
    product: NDArray[np.float64] = masses[kept].prod(axis=0)
    return product
