"""A chart of independent deals, played with cards from one deck: what independence costs.

Every player is dealt two cards of one deck and plays the chart by his class. Endings are priced as
in the solve: folds by arithmetic, pots by the equities of the classes that share them, flops by the
same model; where stacks count by their prizes, each outcome's stacks by ICM, for all seats. What
boards bring on top, because those who folded hold cards too, is drawn apart.

Two differences are told: in EV, and in what a best response gains. The response is chosen without
drawing (`own_hand`), so that no deal is used both to choose it and to measure it; what it gains is
a gain that a player can have, and the best possible one is no less. Whatever is known about two
hands at once is taken exactly (`pair_means`), and only the rest is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import hand_class
from gutshot.holdem.preflop.audit.flat import FlatChart, flat_chart, reaches_of
from gutshot.holdem.preflop.audit.own_hand import best_answer, own_hand_gradients
from gutshot.holdem.preflop.audit.pair_means import PairMeans, pair_means
from gutshot.holdem.preflop.audit.prize_terms import between_two, no_prizes
from gutshot.holdem.preflop.game import by_the_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import PreflopChart

__all__ = ["DEALS", "SEED", "Audit", "SeatAudit", "audit_chart"]

DEALS: Final = 1_000_000
SEED: Final = 1
BOARDS: Final = 32
"""Boards of a deal in which a pot is met."""
_BATCH: Final = 100
"""Deals of which a mean is taken: errors are judged by how these differ."""
_LEAST: Final = 20
"""Batches without which an error would be a guess."""
_PREPARED: Final = 0.1  # the share of the time before the first deal


@dataclass(frozen=True, slots=True)
class SeatAudit:
    """One seat, in big blinds a hand; errors are standard errors.

    Where stacks count by their prizes, a big blind stands for `PreflopSpec.prize_of_bb`, as in the
    chart's certificate.

    Attributes
    ----------
    seat : str
    chart_ev_bb, chart_gain_bb : float
        What the chart's certificate says: EV, and what is left to gain, both with independent
        deals.
    ev_difference_bb, ev_error_bb : float
        How much more the chart brings this seat on real deals.
    boards_bb, boards_error_bb : float
        The part of it that comes from boards: those who folded hold cards too.
    gain_bb, gain_error_bb : float
        What the response gains on real deals.
    gain_boards_bb, gain_boards_error_bb : float
        The part of it that comes from boards.
    """

    seat: str
    chart_ev_bb: float
    chart_gain_bb: float
    ev_difference_bb: float
    ev_error_bb: float
    boards_bb: float
    boards_error_bb: float
    gain_bb: float
    gain_error_bb: float
    gain_boards_bb: float
    gain_boards_error_bb: float

    @property
    def ev_bb(self) -> float:
        """EV on real deals."""
        return self.chart_ev_bb + self.ev_difference_bb


@dataclass(frozen=True, slots=True)
class Audit:
    """What independence costs a chart.

    Attributes
    ----------
    seats : tuple of SeatAudit
        In the order of first action.
    deals, boards, seed : int
        How many were drawn, boards a deal in which a pot is met, and the seed of the cards.
    stopped : bool
        Whether it was left off before all deals that were asked for.
    """

    seats: tuple[SeatAudit, ...]
    deals: int
    boards: int
    seed: int
    stopped: bool

    @property
    def largest_difference(self) -> SeatAudit:
        """The seat whose EV differs most."""
        return max(self.seats, key=lambda seat: abs(seat.ev_difference_bb))

    @property
    def largest_gain(self) -> SeatAudit:
        """The seat that gains most."""
        return max(self.seats, key=lambda seat: seat.gain_bb)


def audit_chart(
    chart: PreflopChart,
    *,
    deals: int = DEALS,
    seed: int = SEED,
    boards: int = BOARDS,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Audit | None:
    """Play a chart on real deals.

    Parameters
    ----------
    deals
        How many to draw, 2,000 or more; rounded up to whole hundreds.
    seed
        Of the cards, 0 or more.
    boards
        How many to lay in a deal, 0 or more; 0 leaves out what boards bring on top.
    progress
        Told the share of the work that is done.
    cancel
        Asked a few times a second; True leaves off with what there is.

    Returns
    -------
    Audit, or None when it was left off before 2,000 deals.

    Raises
    ------
    InputError
        For a number out of range, and a chart whose deals are exact already.
    """
    if not _LEAST * _BATCH <= deals <= 10**9:
        raise InputError(f"deals are from {_LEAST * _BATCH:,} to 1,000,000,000, not {deals:,}")
    if not 0 <= seed < 2**63:
        raise InputError(f"a seed is from 0 to 2^63 - 1, not {seed}")
    if not 0 <= boards <= 64:
        raise InputError(f"boards are from 0 to 64, not {boards}")
    batches = -(-deals // _BATCH)
    with threadpool_limits(1, "blas"):
        flat = flat_chart(chart)
        answer = _answer(chart, flat)
        known = [pair_means(flat, flat.reaches)]
        known.append(pair_means(flat, reaches_of(flat.forest, answer) - flat.reaches))
    if progress is not None:
        progress(_PREPARED)
    drawn = _draw(flat, answer, known, batches, seed, boards, progress, cancel)
    if len(drawn) < _LEAST:
        return None
    seats = _seats(chart, known, drawn)
    return Audit(seats, len(drawn) * _BATCH, boards, seed, stopped=len(drawn) < batches)


def _answer(chart: PreflopChart, flat: FlatChart) -> NDArray[np.float64]:
    """Return by row the response of each player."""
    payoff = by_the_table(chart.spot).game.payoff
    reaches = [flat.reaches[flat.rows(player)] for player in range(flat.players)]
    independent = [payoff.gradient(player, reaches) for player in range(flat.players)]
    gradients = own_hand_gradients(flat, independent)
    return np.vstack(
        [
            best_answer(
                seat,
                gradients[player],
                flat.strategy[flat.rows(player)],
                flat.locked[flat.rows(player)],
            )
            for player, seat in enumerate(flat.forest.seats)
        ]
    )


def _draw(
    flat: FlatChart,
    answer: NDArray[np.float64],
    known: list[PairMeans],
    batches: int,
    seed: int,
    boards: int,
    progress: Callable[[float], None] | None,
    cancel: Callable[[], bool] | None,
) -> NDArray[np.float64]:
    """Return means of batches, (batches, players, 4)."""
    from gutshot.holdem.preflop.audit._kernels import MEASURED, play_deals

    classes = np.array(
        [[0 if a == b else hand_class(a, b) for b in range(52)] for a in range(52)], np.int64
    )
    pairs = np.array([one.pairs for one in known])
    own = np.array([one.own for one in known])
    prizes = flat.prizes or no_prizes(flat.players)
    equity, tie = between_two()
    out = np.zeros((batches, flat.players, MEASURED))
    for batch in range(batches):
        if cancel is not None and cancel():
            return out[:batch] / _BATCH
        play_deals(
            np.uint64(seed),
            batch * _BATCH,
            _BATCH,
            classes,
            flat.players_of,
            flat.row_of,
            flat.actions_of,
            flat.child_of,
            flat.children,
            flat.strategy,
            answer,
            flat.constants,
            flat.pot_first,
            flat.pot_amounts,
            flat.pot_players,
            flat.edges.row_of,
            flat.edges.players,
            flat.edges.by_class,
            prizes.group_of,
            prizes.groups,
            prizes.row_of,
            prizes.amounts,
            equity,
            tie,
            flat.three,
            prizes.chops_of_two,
            prizes.chops_of_all,
            pairs,
            own,
            boards,
            out[batch],
        )
        if progress is not None:
            progress(_PREPARED + (1 - _PREPARED) * (batch + 1) / batches)
    return out / _BATCH


def _seats(
    chart: PreflopChart, known: list[PairMeans], drawn: NDArray[np.float64]
) -> tuple[SeatAudit, ...]:
    """Return what means of batches, (batches, players, 4), say of each seat."""
    from gutshot.holdem.preflop.audit._kernels import ANSWER, ANSWER_BOARD, CHART, CHART_BOARD

    certificate = chart.certificate
    seats = []
    for player, seat in enumerate(chart.spec.seats):
        mine = drawn[:, player]
        ev = known[0].real[player] + mine[:, CHART] + mine[:, CHART_BOARD]
        gain = known[1].real[player] + mine[:, ANSWER] + mine[:, ANSWER_BOARD]
        said = certificate.values[player]
        seats.append(
            SeatAudit(
                seat,
                said,
                certificate.gains[player],
                *_mean(ev - said),
                *_mean(mine[:, CHART_BOARD]),
                *_mean(gain),
                *_mean(mine[:, ANSWER_BOARD]),
            )
        )
    return tuple(seats)


def _mean(batches: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    return float(batches.mean()), float(batches.std(ddof=1) / len(batches) ** 0.5)
