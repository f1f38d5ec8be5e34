"""What independent deals cost a chart, as JSON for scripts and as text."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from gutshot.render.preflop_payload import spec_payload
from gutshot.render.preflop_text import prize_lines, spec_words
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from gutshot.holdem.preflop.audit import Audit
    from gutshot.holdem.preflop.chart import PreflopChart
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["audit_payload", "audit_text"]

WIDTH: Final = 100
ROUNDING_BB: Final = 1e-6
"""Of sums over a tree; pots of three are added up in 32 bits."""
_EVS: Final = (
    "EVs: everybody plays the chart by his class, with cards from one deck instead of independent"
    " ones."
)
_GAINS: Final = (
    "Gains: what a best response is worth, by the chart's certificate and on real deals. The"
    " response knows what its own cards leave to each of the others and was chosen before any deal"
    " was drawn: its gain can be had, and the best possible one is no less."
)
_BOARDS: Final = (
    "Boards: who has folded holds cards too, so that boards are not quite those of the equities."
)


def audit_payload(chart: PreflopChart, audit: Audit) -> dict[str, Any]:
    """Return an audit; numbers of `seats` are as in `holdem.preflop.audit.SeatAudit`.

    Everything on real deals is simulated: each number has its standard error beside it, and `seed`
    and `deals` give it again. Where stacks count by their prizes, big blinds are those of the
    chart: prizes won or lost, divided by `prize_of_bb`, all prizes by all chips at the start;
    `prizes` has the same numbers in the unit of the payouts. `mixes` is of the chart itself, exact:
    what is lost at most at any node by not always taking the best action there, and the nodes, if
    any, at which that is more than the seat's best response gains, which can't be.
    """
    return {
        "schema": "gutshot.preflop.audit/1",
        "method": "simulated",
        "spec": spec_payload(chart.spec),
        "deals": audit.deals,
        "boards": audit.boards,
        "seed": audit.seed,
        "stopped": audit.stopped,
        "mixes": _mixes(chart),
        "seats": [asdict(seat) | {"ev_bb": seat.ev_bb} for seat in audit.seats],
        **({"prizes": _prizes(chart.spec, audit)} if chart.spec.for_prizes else {}),
    }


def _prizes(spec: PreflopSpec, audit: Audit) -> dict[str, Any]:
    """Return what `seats` has in big blinds in the unit of the payouts."""
    of_bb = float(spec.prize_of_bb)
    seats = []
    for seat, at_start in zip(audit.seats, spec.prizes_at_start(), strict=True):
        told = asdict(seat) | {"ev_bb": seat.ev_bb}
        del told["seat"]
        paid = {name.removesuffix("_bb"): of_bb * number for name, number in told.items()}
        seats.append({"seat": seat.seat, "at_start": at_start, **paid})
    return {"prize_of_bb": of_bb, "seats": seats}


def audit_text(chart: PreflopChart, audit: Audit) -> str:
    """Return the same as tables."""
    rows = [
        (
            seat.seat,
            f"{seat.chart_ev_bb:+.4f}",
            f"{seat.ev_bb:+.4f}",
            _signed(seat.ev_difference_bb, seat.ev_error_bb),
            _signed(seat.boards_bb, seat.boards_error_bb),
            f"{seat.chart_gain_bb:.4f}",
            _plain(seat.gain_bb, seat.gain_error_bb),
        )
        for seat in audit.seats
    ]
    titles = (
        "EV of the chart",
        "on real deals",
        "difference",
        "of it by boards",
        "gain, chart",
        "gain on real deals",
    )
    table = text_table([Column("seat"), *(Column(title, right=True) for title in titles)], rows)
    most, best = audit.largest_difference, audit.largest_gain
    shown = _signed(most.ev_difference_bb, most.ev_error_bb)
    won = _plain(best.gain_bb, best.gain_error_bb)
    drawn = f"Simulated: {audit.deals:,} deals of one deck, seed {audit.seed}"
    notes = (
        f"{drawn}; ± is a standard error. Big blinds a hand.",
        *prize_lines(chart.spec),
        f"{_EVS} The largest difference is {most.seat}'s, {shown}.",
        f"{_GAINS} The largest is {best.seat}'s, {won}.",
        _BOARDS,
        _mix_words(chart),
    )
    head = fill(f"Preflop: {spec_words(chart.spec)}", WIDTH)
    tables = [table, ""]
    if chart.spec.for_prizes:
        tables += [_prize_table(chart.spec, audit), ""]
    return "\n".join([head, *tables, *(fill(note, WIDTH) for note in notes)])


def _prize_table(spec: PreflopSpec, audit: Audit) -> str:
    """Return the same in the unit of the payouts."""
    rows = [
        (
            seat["seat"],
            f"{seat['at_start']:.4f}",
            f"{seat['chart_ev']:+.4f}",
            f"{seat['ev']:+.4f}",
            _signed(seat["ev_difference"], seat["ev_error"]),
            _plain(seat["gain"], seat["gain_error"]),
        )
        for seat in _prizes(spec, audit)["seats"]
    ]
    titles = (
        "prize at start",
        "won by the chart",
        "on real deals",
        "difference",
        "gain on real deals",
    )
    return text_table([Column("seat"), *(Column(title, right=True) for title in titles)], rows)


def _mixes(chart: PreflopChart) -> dict[str, Any]:
    losses, gains = chart.mix_losses, chart.certificate.gains
    spots = chart.spot.tree.spots
    most = max(losses, key=losses.__getitem__)
    return {
        "largest_loss_bb": losses[most],
        "node": most,
        "violations": [
            {"node": name, "loss_bb": lost, "gain_bb": gains[spots[name].player]}
            for name, lost in losses.items()
            if lost > gains[spots[name].player] + ROUNDING_BB
        ],
    }


def _mix_words(chart: PreflopChart) -> str:
    found = _mixes(chart)
    most = f"{found['largest_loss_bb']:.4f} bb a hand at '{found['node']}'"
    if not found["violations"]:
        return f"Mixed actions lose at most {most}, nowhere more than a best response gains."
    names = ", ".join(f"'{one['node']}'" for one in found["violations"])
    return f"Mixed actions lose at most {most}. MORE than a best response gains: {names}."


def _signed(number: float, error: float) -> str:
    return f"{number:+.4f} ± {error:.4f}"


def _plain(number: float, error: float) -> str:
    return f"{number:.4f} ± {error:.4f}"
