"""What a chart's endings are worth in prizes, as arrays: linear in what hands can do to each other.

An ending at which two meet adds so much times the equity of the first and the chance of a tie; one
at which three meet has ten such functions (`FUNCTIONS`). With cards on the table each is 0, a half
or 1 or so, and the sum is the prize of the very stacks that are left (`prizes.PrizeWorth`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.holdem.preflop.deals import by_combos, class_weights, tie_of_two
from gutshot.holdem.three_way.table import chops_of_three

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.prizes import PrizeWorth

__all__ = [
    "EQUITY",
    "FUNCTIONS",
    "TIE",
    "PrizeTerms",
    "Terms",
    "between_two",
    "no_prizes",
    "prize_terms",
]

EQUITY, TIE = range(2)
FUNCTIONS: Final = 10
"""Of three who meet: equities of the first against the second, the first against the third, the
second against the third; by hand what these miss of its share; the chances that the first two,
first and third, last two, and all share the pot. Of two: equity and tie."""

_NO_TABLE: Final = np.zeros((0, 0, 0), np.float32)


class Terms(NamedTuple):
    """What a unit of something between a player and one other is worth to him, (n,) each.

    amounts : in big blinds.
    """

    ends: NDArray[np.int64]
    others: NDArray[np.int64]
    amounts: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Endings at which a pair meets, with or without a third.

    players : (int, int) rising.
    ends : (n,) int64.
    amounts : (2, n, seats) of a unit of the first's equity, and of a tie.
    """

    players: tuple[int, int]
    ends: NDArray[np.int64]
    amounts: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PrizeTerms:
    """What endings are worth beside constants.

    Attributes
    ----------
    groups : (groups, 3) int64
        Players who meet, rising; the third is -1 where two do.
    group_of : (ends,) int64
        -1 where one is left.
    row_of : (ends,) int64
        By ending its row of amounts; -1 where one is left.
    amounts : (rows, seats, 10) float64
        What a unit of each function is worth to a seat.
    chops_of_two, chops_of_all : (169, 169, 169) float32
        The chance that the first two of three classes share a pot, and that all do; empty where
        pairwise equities share it.
    """

    groups: NDArray[np.int64]
    group_of: NDArray[np.int64]
    row_of: NDArray[np.int64]
    amounts: NDArray[np.float64]
    chops_of_two: NDArray[np.float32]
    chops_of_all: NDArray[np.float32]

    @cached_property
    def _meetings(self) -> list[_Meeting]:
        """What pairs' equities and ties are worth, all endings of a pair together."""
        out = []
        for pair in combinations(range(self.amounts.shape[1]), 2):
            ends, found = [], []
            for group, players in enumerate(self.groups.tolist()):
                if not set(pair) <= set(players):
                    continue
                at = np.flatnonzero(self.group_of == group)
                here = self.amounts[self.row_of[at]]
                amounts = np.zeros((2, *here.shape[:2]))
                if players[2] < 0:
                    amounts[:] = here[..., EQUITY], here[..., TIE]
                else:
                    amounts[EQUITY] = here[..., list(combinations(players, 2)).index(pair)]
                ends.append(at)
                found.append(amounts)
            if ends:
                out.append(_Meeting(pair, np.concatenate(ends), np.concatenate(found, axis=1)))
        return out

    def of_player(self, player: int, function: int) -> Terms:
        """Return what a player's own equities, or ties, are worth to him."""
        ends, others, amounts = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0)]
        for met in self._meetings:
            if player not in met.players:
                continue
            own = met.players.index(player)
            # the second's equity is 1 less the first's
            sign = -1.0 if own == 1 and function == EQUITY else 1.0
            amount = sign * met.amounts[function, :, player]
            told = np.flatnonzero(amount)
            ends.append(met.ends[told])
            others.append(np.full(len(told), met.players[1 - own]))
            amounts.append(amount[told])
        return Terms(np.concatenate(ends), np.concatenate(others), np.concatenate(amounts))

    def known_apart(
        self,
        forest: Forest,
        offsets: NDArray[np.int64],
        reaches: NDArray[np.float64],
        constants: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return (ends, seats) what is no matter of a player's own hand against another's.

        To constants it adds the other end of his equities, where he is the second of a pair, and
        for who looks on what two others' hands are worth on average, dealt independently.

        offsets, reaches : of `FlatChart`.
        """
        from gutshot.holdem.preflop._kernels import row_products

        out = constants.copy()
        dealt = reaches * class_weights()
        seen = [dealt @ np.ascontiguousarray(matrix.T) for matrix in between_two()]
        masses = dealt.sum(axis=1)
        for met in self._meetings:
            first, second = (
                np.ascontiguousarray(forest.slots[player, met.ends] + offsets[player])
                for player in met.players
            )
            mass = masses[first] * masses[second]
            others = [p for p in range(forest.players) if p not in met.players]
            for amounts, rows in zip(met.amounts, seen, strict=True):
                products = np.empty(len(met.ends))
                row_products(first, dealt, second, rows, products)
                mean = np.divide(products, mass, out=np.zeros_like(mass), where=mass > 0)
                for player in others:
                    out[met.ends, player] += mean * amounts[:, player]
            out[met.ends, met.players[1]] += met.amounts[EQUITY, :, met.players[1]]
        return out


def prize_terms(worths: Sequence[PrizeWorth], *, by_table: bool) -> PrizeTerms:
    """Return what endings are worth beside their constants.

    by_table : whether three share pots by the counted table.
    """
    seats = len(worths[0].constants)
    groups = sorted({worth.live for worth in worths if len(worth.live) > 1})
    numbers: dict[tuple[int, ...], int] = {live: at for at, live in enumerate(groups)}
    rows = np.full(len(worths), -1, np.int64)
    met = [end for end, worth in enumerate(worths) if worth.live in numbers]
    rows[met] = np.arange(len(met))
    amounts = np.zeros((len(met), seats, FUNCTIONS))
    for row, end in zip(amounts.transpose(0, 2, 1), met, strict=True):
        worth = worths[end]
        pairs = list(combinations(worth.live, 2))
        row[: len(pairs)] = [worth.by_equity[pair] for pair in pairs]
        if len(worth.live) == 2:
            row[TIE] = worth.by_tie[pairs[0]]
        else:
            row[3:6] = worth.shares
            if worth.chops is not None:
                row[6:] = worth.chops
    shape = (len(groups), 3)
    filled = np.array([(*live, -1)[:3] for live in groups], np.int64).reshape(shape)
    of = np.array([numbers.get(worth.live, -1) for worth in worths], np.int64)
    chops = chops_of_three() if by_table else (_NO_TABLE, _NO_TABLE)
    return PrizeTerms(filled, of, rows, amounts, *chops)


def no_prizes(seats: int) -> PrizeTerms:
    """Return the arrays, with nothing in them, of a chart that counts chips."""
    nobody = np.empty(0, np.int64)
    empty = np.empty((0, seats, FUNCTIONS))
    return PrizeTerms(np.empty((0, 3), np.int64), nobody, nobody, empty, _NO_TABLE, _NO_TABLE)


def between_two() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a class's equity against another, and the chance of a tie, (169, 169) each."""
    exact = by_combos()
    return exact.won / exact.chance, tie_of_two()
