"""An audit of a flop ending's price, in the terminal and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.audit import AuditedSeat, EndingAudit

__all__ = ["audit_payload", "audit_text"]

_SHOWN: Final = 14
_COLUMNS: Final = (
    Column("hand"),
    Column("deals", right=True),
    Column("equity", right=True),
    Column("model bb", right=True),
    Column("solved bb", right=True),
    Column("+-", right=True),
    Column("decision"),
)


def audit_payload(found: EndingAudit) -> dict[str, Any]:
    """Return an audit as JSON, hands in the order of the chart."""
    ending = found.ending
    return {
        "schema": "gutshot.postflop.audit/1",
        "ending": ending.name,
        "pot_bb": ending.pot_bb,
        "behind_bb": ending.behind_bb,
        "spr": ending.spr,
        "reach": ending.reach,
        "flops": [row.board for row in found.rows],
        "exploitability": max(row.exploitability for row in found.rows),
        "seats": {seat.seat: _seat_payload(seat) for seat in found.seats},
    }


def _seat_payload(seat: AuditedSeat) -> dict[str, Any]:
    decision = seat.decision
    hands = {}
    for hand in _held(seat):
        turned = decision.turned(hand)
        hands[CLASS_NAMES[hand]] = {
            "share": float(seat.share[hand]),
            "equity": float(seat.equity[hand]),
            "model_bb": float(seat.model_bb[hand]),
            "solved_bb": float(seat.solved_bb[hand]),
            "standard_error_bb": _or_none(seat.error_bb[hand]),
            "ending_after_action": _or_none(decision.chance[hand]),
            "corrected_bb": {
                action: _or_none(ev)
                for action, ev in zip(decision.actions, decision.corrected_bb[:, hand], strict=True)
            },
            "turned": None if turned is None else {"from": turned[0], "to": turned[1]},
        }
    return {
        "mean_model_too_high_bb": seat.mean_off_bb,
        "mean_standard_error_bb": seat.mean_error_bb,
        "decision": {"node": decision.node, "action": decision.action},
        "hands": hands,
    }


def audit_text(found: EndingAudit) -> str:
    """Return an audit as text: what the model is off, and the hands of which most is lost."""
    ending = found.ending
    left = 100 * max(row.exploitability for row in found.rows)
    head = (
        f"{ending.name}: {ending.seats[0]} against {ending.seats[1]} in position, pot"
        f" {ending.pot_bb:g} bb, {ending.behind_bb:g} bb behind (SPR {ending.spr:.3g});"
        f" {100 * ending.reach:.3g} % of deals end here."
    )
    solved = f"Solved on {len(found.rows)} flops, at most {left:.2g} % of the pot left to gain."
    lines = [head, solved]
    for seat in found.seats:
        lines += _seat_lines(seat, ending.pot_bb)
    return "\n".join(lines)


def _seat_lines(seat: AuditedSeat, pot_bb: float) -> list[str]:
    off, decision = seat.mean_off_bb, seat.decision
    way = "too much" if off > 0 else "too little"
    head = (
        f"{seat.seat}: the model pays {abs(off):.3f} bb {way} on average"
        f" ({100 * abs(off) / pot_bb:.1f} % of the pot, standard error"
        f" {100 * seat.mean_error_bb / pot_bb:.1f}). Its last decision:"
        f" {decision.node or 'the first'}, {decision.action}."
    )
    turned = [_turn(seat, hand) for hand in _held(seat) if decision.turned(hand)]
    told = "Of no hand can it be said that it would do anything else at the corrected price."
    if turned:
        told = f"At the corrected price {len(turned)} would do something else: {', '.join(turned)}."
    return ["", head, text_table(_COLUMNS, [_row(seat, hand) for hand in _worst(seat)]), told]


def _row(seat: AuditedSeat, hand: int) -> list[str]:
    turned = seat.decision.turned(hand)
    error = float(seat.error_bb[hand])
    return [
        CLASS_NAMES[hand],
        f"{100 * seat.share[hand]:.1f}%",
        f"{100 * seat.equity[hand]:.1f}%",
        f"{seat.model_bb[hand]:+.3f}",
        f"{seat.solved_bb[hand]:+.3f}",
        "" if np.isnan(error) else f"{error:.2f}",
        "" if turned is None else f"{turned[0]} -> {turned[1]}",
    ]


def _turn(seat: AuditedSeat, hand: int) -> str:
    turned = seat.decision.turned(hand)
    return "" if turned is None else f"{CLASS_NAMES[hand]} {turned[0]} -> {turned[1]}"


def _worst(seat: AuditedSeat) -> list[int]:
    """Return the hands of whose deals most is mispriced, all together."""
    weight = np.abs(seat.share * seat.off_bb)
    return sorted(_held(seat), key=lambda hand: -float(weight[hand]))[:_SHOWN]


def _held(seat: AuditedSeat) -> list[int]:
    found: NDArray[np.int64] = np.flatnonzero(~np.isnan(seat.solved_bb))
    return [int(hand) for hand in found]


def _or_none(number: float | np.floating[Any]) -> float | None:
    return None if np.isnan(number) else float(number)
