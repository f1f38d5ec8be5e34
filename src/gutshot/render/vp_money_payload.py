"""Progressives and bankrolls as JSON: exact numbers as fractions, each chance with what it is."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import card_name
from gutshot.render.payload import fraction_payload, pay_table_payload
from gutshot.videopoker.session import PERCENTILES
from gutshot.videopoker.version import ENGINE_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from gutshot.videopoker import Bankroll, PayTable, Progressive

__all__ = ["bankroll_payload", "progressive_payload"]

_POINTS: Final = 100
"""Points in time at which the chance of ruin is given."""


def progressive_payload(
    found: Progressive,
    jackpots: Iterable[Fraction] = (),
    coins_per_bet: int = 5,
    most_changes: int | None = None,
) -> dict[str, Any]:
    """Return a progressive; jackpots in bets, a slope is return per bet on the meter.

    jackpots : at which to give the return. coins_per_bet : for the value of 100 coins.
    """
    even = found.break_even
    return {
        **_stamped("gutshot.videopoker.progressive/1", found.table),
        "line": found.meter.line.category,
        "from": fraction_payload(found.low),
        "to": fraction_payload(found.high),
        "coins_per_bet": coins_per_bet,
        "break_even": None if even is None else fraction_payload(even),
        "points": [
            {
                "jackpot": fraction_payload(jackpot),
                "return": _share(found.return_at(jackpot)),
                "slope": fraction_payload(found.piece_at(jackpot).slope),
                "value_of_100_coins": _share(found.value_of_coins(jackpot, 100, coins_per_bet)),
            }
            for jackpot in jackpots
        ],
        "pieces": [
            {
                "jackpot": fraction_payload(piece.jackpot),
                "return": _share(piece.return_fraction),
                "slope": fraction_payload(piece.slope),
                "deals_changed": piece.deals,
            }
            for piece in found.pieces
        ],
        "changes": [
            {
                "before": change.before,
                "after": change.after,
                "first": fraction_payload(change.first),
                "last": fraction_payload(change.last),
                "deals": change.deals,
                "classes": change.classes,
                "example": {
                    "deal": [card_name(card) for card in change.deal],
                    "best_before": list(change.masks_before),
                    "best_after": list(change.masks_after),
                },
            }
            for change in found.changes()[:most_changes]
        ],
    }


def bankroll_payload(found: Bankroll, bet: Fraction | None = None) -> dict[str, Any]:
    """Return a bankroll; amounts in bets of one hand, in money too when `bet` is one's price."""
    terms, game = found.terms, found.game
    cycle = game.royal_cycle
    return {
        **_stamped("gutshot.videopoker.bankroll/1", game.table),
        "plays": terms.plays,
        "deals": terms.rounds,
        "bankroll": terms.bankroll,
        "risk": fraction_payload(terms.risk),
        "cash_back_percent": float(100 * terms.cash_back),
        "bet": None if bet is None else fraction_payload(bet),
        "return": _share(game.return_fraction),
        "edge": _share(found.edge),
        "variance": {"min": float(found.variance[0]), "max": float(found.variance[1])},
        "ties": "least_variance",
        "standard_deviation": sqrt(found.variance[0]),
        "variance_parts": [
            {
                "category": part.category,
                "pays": str(part.pays),
                "chance": float(part.chance),
                "contribution": fraction_payload(part.contribution),
                "share": float(part.share),
            }
            for part in found.parts
        ],
        "royal_cycle": None if cycle is None else float(cycle),
        "n0_deals": None if found.n0 is None else float(found.n0),
        "session": _session(found, bet),
        "unlimited": _unlimited(found, bet),
        "trip": _trip(found, bet),
        "simulated": _simulated(found),
    }


def _stamped(schema: str, table: PayTable) -> dict[str, Any]:
    return {
        "schema": schema,
        "engine_version": ENGINE_VERSION,
        "pay_table": pay_table_payload(table),
    }


def _share(exact: Fraction) -> dict[str, Any]:
    return {
        "numerator": exact.numerator,
        "denominator": exact.denominator,
        "percent": float(100 * exact),
    }


def _money(bets: Fraction | int | None, bet: Fraction | None) -> float | None:
    return None if bets is None or bet is None else float(bets * bet)


def _session(found: Bankroll, bet: Fraction | None) -> dict[str, Any]:
    one = found.session
    percentiles = {str(percent): one.percentile(percent) for percent in PERCENTILES}
    return {
        "method": "modelled" if one.chances is None else "counted",
        "error": one.rounding,
        "net": fraction_payload(one.net),
        "net_money": _money(one.net, bet),
        "standard_deviation": sqrt(one.variance),
        "ahead": one.ahead,
        "behind": one.behind,
        "beyond": one.beyond,
        "modelled_behind": one.modelled_behind,
        "modelled_error": one.modelled_error,
        "percentiles": None
        if one.chances is None
        else {percent: float(net) for percent, net in percentiles.items() if net is not None},
    }


def _unlimited(found: Bankroll, bet: Fraction | None) -> dict[str, Any]:
    endless, terms = found.unlimited, found.terms
    needed = endless.bankroll(float(terms.risk))
    ruin = None if terms.bankroll is None else endless.ruin(terms.bankroll)
    return {
        "method": "exact" if endless.exact else "bracket",
        "ruin_is_certain": endless.certain,
        "rate": endless.rate,
        "ruin": None if ruin is None else {"min": ruin[0], "max": ruin[1]},
        "bankroll_for_risk": needed,
        "bankroll_for_risk_money": _money(needed, bet),
    }


def _trip(found: Bankroll, bet: Fraction | None) -> dict[str, Any] | None:
    trip, terms = found.trip, found.terms
    if trip is None:
        return None
    needed = trip.needed(float(terms.risk))
    times = sorted({terms.rounds * point // _POINTS for point in range(_POINTS + 1)})
    over_time = trip.over_time
    return {
        "method": "counted",
        "error": trip.error,
        "ruin": None if terms.bankroll is None else trip.ruin(terms.bankroll),
        "bankroll_for_risk": needed,
        "bankroll_for_risk_money": _money(needed, bet),
        "over_time": None
        if over_time is None
        else [{"deals": time, "ruin": float(over_time[time])} for time in times],
    }


def _simulated(found: Bankroll) -> dict[str, Any] | None:
    drawn = found.simulated
    if drawn is None:
        return None
    shares = {
        "ruin": drawn.ruined,
        "ahead": drawn.ahead,
        "even": drawn.even,
        "behind": drawn.behind,
    }
    return {
        "method": "simulated",
        "trips": drawn.trips,
        "seed": drawn.seed,
        **{
            name: dict(zip(("share", "standard_error"), drawn.share(count), strict=True))
            for name, count in shares.items()
        },
        "unseen": drawn.unseen,
        "net": {"mean": drawn.mean_net, "standard_error": drawn.error_of_mean},
    }
