"""What the model's price of one flop ending is off, hand by hand, and which decisions it turns.

The ending is solved on a sample of its flops. What a class earns beyond its check-down share there
is put on its exact share over all flops, so that the sample's own luck with equities drops out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.calibrate.endings import check_flop_of_two, flop_ending
from gutshot.holdem.calibrate.exact_equities import exact
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, compatible_combos
from gutshot.holdem.preflop.closeness import near_bb
from gutshot.holdem.preflop.deals import TwoHands
from gutshot.holdem.preflop.hand_edges import hand_features
from gutshot.holdem.preflop.node_ids import prefixes
from gutshot.holdem.preflop.tree import ending_at
from gutshot.holdem.preflop.worth import lying, worth_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.rows import CalibrationRow, FlopEnding
    from gutshot.holdem.preflop import PreflopChart
    from gutshot.holdem.preflop.tree import Ending

__all__ = ["AuditedSeat", "EndingAudit", "LastDecision", "audit_ending", "ending_of_chart", "exact"]

_FEWEST: Final = 2
_ERRORS: Final = 2  # standard errors beyond which a difference is told


@dataclass(frozen=True, eq=False)
class LastDecision:
    """A seat's last decision on the way to an ending, (169,) arrays.

    Attributes
    ----------
    node, action : str
        Where it is, and what leads on to the ending.
    actions : tuple of str
        All that can be done there.
    chance : float64
        How likely the ending is after the action, by hand, 0..1.
    ev_bb : (actions, 169) float64
        What actions are worth by the chart, net since before posting.
    corrected_bb : (actions, 169) float64
        The same with the solved price in place of the model's, all other play as it is.
    error_bb : float64
        Standard error of the corrected price, by hand; nan where it is not known.
    near_bb : float
        Actions that are closer are called equal.
    """

    node: str
    action: str
    actions: tuple[str, ...]
    chance: NDArray[np.float64]
    ev_bb: NDArray[np.float64]
    corrected_bb: NDArray[np.float64]
    error_bb: NDArray[np.float64]
    near_bb: float

    def turned(self, hand: int) -> tuple[str, str] | None:
        """Return the best action by the chart and by the corrected price where these differ.

        None also where the corrected price does not tell the two apart, by what counts as equal or
        by two standard errors, and where a hand can't be or was on one flop only.
        """
        before, after = self.ev_bb[:, hand], self.corrected_bb[:, hand]
        if np.isnan(before).any() or np.isnan(after).any():
            return None
        old, new = int(before.argmax()), int(after.argmax())
        least = max(self.near_bb, _ERRORS * self.error_bb[hand])
        if old == new or not after[new] - after[old] > least:
            return None
        return self.actions[old], self.actions[new]


@dataclass(frozen=True, eq=False)
class AuditedSeat:
    """A seat's prices at an ending, (169,) arrays, nan for hands that can't be there.

    Attributes
    ----------
    seat : str
        Its name.
    share : float64
        Of the deals that come there, by hand.
    equity : float64
        Exact share of the pot if it were checked down, over all flops.
    model_bb, solved_bb : float64
        What the ending is worth by the model and by the solves, net since before posting.
    error_bb : float64
        Standard error of `solved_bb` by the spread over flops; nan for hands on fewer than two.
    mean_off_bb, mean_error_bb : float
        What the model pays too much on average over the deals that come there, and its standard
        error: of both seats' deals together, so that the two add up to nothing but rake.
    decision : LastDecision
        The seat's last one before it.
    """

    seat: str
    share: NDArray[np.float64]
    equity: NDArray[np.float64]
    model_bb: NDArray[np.float64]
    solved_bb: NDArray[np.float64]
    error_bb: NDArray[np.float64]
    mean_off_bb: float
    mean_error_bb: float
    decision: LastDecision

    @property
    def off_bb(self) -> NDArray[np.float64]:
        """What the model pays too much, by hand."""
        return self.model_bb - self.solved_bb


@dataclass(frozen=True, eq=False)
class EndingAudit:
    """An ending's prices: (oop, ip), and the rows they rest on."""

    ending: FlopEnding
    rows: tuple[CalibrationRow, ...]
    seats: tuple[AuditedSeat, AuditedSeat]


def ending_of_chart(chart: PreflopChart, name: str, node: str) -> tuple[Ending, FlopEnding]:
    """Return a chart's flop ending of two players.

    node : its id; dashes of seats that were shut out may be left away.

    Raises
    ------
    InputError
        When nothing ends there, when it is no flop of two, or counted in prizes.
    """
    ending = ending_at(chart.spec, node)
    check_flop_of_two(chart, ending)
    return ending, flop_ending(chart, name, ending)


def audit_ending(
    chart: PreflopChart, ending: Ending, measured: FlopEnding, rows: Sequence[CalibrationRow]
) -> EndingAudit:
    """Return what the model's price is off.

    Parameters
    ----------
    ending, measured
        As `ending_of_chart` returns them.
    rows
        Of the ending, two flops or more.

    Raises
    ------
    InputError
        For fewer rows.
    """
    if len(rows) < _FEWEST:
        raise InputError("an audit takes two flops or more")
    players = [p for p in chart.spec.after_the_flop if ending.hand.live >> p & 1]
    both = players[0], players[1]
    seats = [_seat(chart, ending, measured, rows, both, place) for place in range(2)]
    return EndingAudit(measured, tuple(rows), (seats[0], seats[1]))


def _seat(
    chart: PreflopChart,
    ending: Ending,
    measured: FlopEnding,
    rows: Sequence[CalibrationRow],
    players: tuple[int, int],
    place: int,
) -> AuditedSeat:
    player, other = players[place], players[1 - place]
    shares, equities = exact(measured)
    equity = equities[place]
    pot, unit = measured.pot_bb, ending.moves.per_bb
    paid = (ending.moves.began[player] - lying(ending).behind[player]) / unit
    mass = np.array([row.mass[place] for row in rows])
    beyond = np.array([row.ev[place] - row.equity[place] for row in rows])
    more, error = _mean(mass, beyond)
    solved = pot * (equity + more) - paid
    model = _model(chart, ending, player, other)
    model[np.isnan(solved)] = np.nan
    decision = _decision(chart, ending, player, solved - model, pot * error)
    deals = np.array([[row.deals] for row in rows])
    total = np.array([[row.total_ev[place] - row.total_equity[place]] for row in rows])
    [mean], [mean_error] = _mean(deals, total)
    share = np.where(np.isnan(model), 0.0, shares[place])
    paid_for = float(np.nansum(share * (model + paid - pot * equity))) - pot * float(mean)
    return AuditedSeat(
        chart.spec.seats[player],
        shares[place],
        equity,
        model,
        solved,
        pot * error,
        paid_for,
        pot * float(mean_error),
        decision,
    )


def _mean(
    mass: NDArray[np.float64], found: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return means over rows by mass, and the standard errors of these ratios, by column."""
    total = mass.sum(axis=0)
    there = total > 0
    mean, error = np.full(total.shape, np.nan), np.full(total.shape, np.nan)
    filled = np.nan_to_num(found)
    mean[there] = (mass * filled).sum(axis=0)[there] / total[there]
    spread = mass * np.where(mass > 0, filled - mean, 0.0)
    count = (mass > 0).sum(axis=0)
    several = count >= _FEWEST
    squares = (np.nan_to_num(spread) ** 2).sum(axis=0)
    factor = count / np.maximum(count - 1, 1)
    error[several] = np.sqrt(squares * factor)[several] / total[several]
    return mean, error


def _model(chart: PreflopChart, ending: Ending, player: int, other: int) -> NDArray[np.float64]:
    """Return what the chart's model says that an ending is worth to a player, by class."""
    worth = worth_of(chart.spec, ending)
    reach, deals = chart.reaches(ending.node)[other], chart.deals
    if isinstance(deals, TwoHands):
        met = (deals.chance if player == 0 else deals.chance.T) * reach
    else:
        met = np.tile(deals.weights * reach, (CLASSES, 1))
    wins, ties = class_equities()
    won = (wins + ties.astype(np.float64) / 2) / (BOARDS * compatible_combos())
    played = sum(pot.amount for pot in worth.pots)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (met * won).sum(axis=1) / met.sum(axis=1)
        out: NDArray[np.float64] = worth.constants[player] + played * share
        if worth.by_hand:
            edges = {who: hand_features() @ np.array(numbers) for who, numbers in worth.by_hand}
            out += edges[player] - (met @ edges[other]) / met.sum(axis=1)
    return out


def _decision(
    chart: PreflopChart,
    ending: Ending,
    player: int,
    more_bb: NDArray[np.float64],
    error_bb: NDArray[np.float64],
) -> LastDecision:
    """Return a player's last decision before an ending, with what changes if it is worth more."""
    spots = chart.spot.tree.spots
    node, action = [
        (node, token)
        for node, token in prefixes(ending.node)
        if node in spots and spots[node].player == player
    ][-1]
    acting = chart.node(node)
    after = chart.deals.met(player, chart.reaches(ending.node))
    here = chart.deals.met(player, chart.reaches(node))
    with np.errstate(invalid="ignore", divide="ignore"):
        chance = np.where(here > 0, after / here, np.nan)
    corrected = acting.ev_bb.copy()
    corrected[acting.actions.index(action)] += chance * more_bb
    return LastDecision(
        node,
        action,
        acting.actions,
        chance,
        acting.ev_bb,
        corrected,
        chance * error_bb,
        near_bb(chart, acting),
    )
