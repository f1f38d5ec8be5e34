"""Audits: the model's prices are those of the chart, and solved ones change what they should."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.calibrate.toys import toy_ending

from gutshot.errors import InputError
from gutshot.holdem.calibrate.audit import (
    AuditedSeat,
    EndingAudit,
    audit_ending,
    ending_of_chart,
)
from gutshot.holdem.calibrate.exact_equities import exact
from gutshot.holdem.calibrate.rows import CalibrationRow
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.render.postflop_audit import audit_payload, audit_text

if TYPE_CHECKING:
    from numpy.typing import NDArray


@pytest.fixture(scope="module")
def chart() -> PreflopChart:
    return PreflopChart.of(
        solve_preflop(spec_from({"format": "cash", "players": 2, "stack": 40}, "test"))
    )


@pytest.fixture(scope="module")
def tripled() -> PreflopChart:
    """Return three seats, whose hands are dealt independently."""
    return PreflopChart.of(
        solve_preflop(spec_from({"format": "cash", "players": 3, "stack": 15}, "test"))
    )


def audited(
    chart: PreflopChart, node: str, beyond: tuple[float, float], spread: float = 0.0
) -> EndingAudit:
    """Return the audit of rows in which classes earn so many pots beyond their equities."""
    ending, measured = ending_of_chart(chart, "test", node)
    shares, _ = exact(measured)
    row = CalibrationRow(
        ending=measured.name,
        number=0,
        board="Qs Jh 2h",
        flops=12,
        tree="none",
        engine="none",
        half=True,
        iterations=1,
        exploitability=0.0,
        cpu_s=0.0,
        deals=1.0,
        share=shares,
        equity=_there(shares, (0.5, 0.5)),
        ev=_there(shares, (0.5 + beyond[0], 0.5 + beyond[1])),
        total_equity=(0.5, 0.5),
        total_ev=(0.5 + beyond[0], 0.5 + beyond[1]),
    )
    rows = [replace(row, ev=row.ev + spread), replace(row, ev=row.ev - spread)]
    return audit_ending(chart, ending, measured, rows)


def _there(shares: NDArray[np.float64], worth: tuple[float, float]) -> NDArray[np.float64]:
    return np.where(shares > 0, np.array(worth)[:, None], np.nan)


def _caller(found: EndingAudit, seat: str) -> AuditedSeat:
    return next(one for one in found.seats if one.seat == seat)


def test_the_models_price_is_what_the_chart_has_for_a_call_that_ends_the_betting(
    chart: PreflopChart, tripled: PreflopChart
) -> None:
    """The big blind calls, and the flop comes: the chart's EV of the call is the ending's price."""
    for one, node in ((chart, "RC"), (tripled, "FRC")):
        seat = _caller(audited(one, node, (0.0, 0.0)), "BB")
        assert (seat.decision.node, seat.decision.action) == (node[:-1], "C")
        calls = seat.decision.ev_bb[seat.decision.actions.index("C")]
        held = ~np.isnan(seat.model_bb)
        assert held.sum() > 20
        assert np.allclose(seat.decision.chance[held], 1)
        assert np.allclose(seat.model_bb[held], calls[held], atol=2e-6)


def test_exact_shares_and_equities_are_counted() -> None:
    """Of a few classes, against counts of every board."""
    ending = toy_ending()
    shares, equities = exact(ending)
    assert np.allclose(shares.sum(axis=1), 1)
    texts = ["QQ,JTs:0.5,A5s:0.25", "AA,99:0.75,KQs:0.5"]
    for seat, name in ((0, "QQ"), (0, "JTs"), (1, "99")):
        counted = count_equities([name, texts[1 - seat]]).equity[0]
        assert abs(equities[seat, class_index(name)] - float(counted)) < 1e-9
    total = float(count_equities(texts).equity[0])
    assert abs(float(np.nansum(shares[0] * equities[0])) - total) < 1e-9


def test_what_is_solved_replaces_the_model_in_the_decision_before(chart: PreflopChart) -> None:
    """By as much as the ending is likely after the action; other actions stay."""
    none, more = audited(chart, "RC", (0.0, 0.0)), audited(chart, "RC", (0.3, -0.3), 0.1)
    pot = none.ending.pot_bb
    for place, gained in ((0, 0.3 * pot), (1, -0.3 * pot)):
        before, after = none.seats[place], more.seats[place]
        held = ~np.isnan(before.solved_bb)
        assert np.allclose((after.solved_bb - before.solved_bb)[held], gained)
        # two flops that are 0.1 pots off to either side
        assert np.allclose(after.error_bb[held], 0.1 * pot)
        assert np.allclose(before.error_bb[held], 0, atol=1e-9)
        changed = after.decision.corrected_bb - before.decision.corrected_bb
        at = after.decision.actions.index(after.decision.action)
        assert np.allclose(changed[at, held], gained * before.decision.chance[held])
        assert np.allclose(np.delete(changed, at, axis=0)[:, held], 0)
        assert before.mean_off_bb - after.mean_off_bb == pytest.approx(gained)


def test_hands_turn_to_the_action_that_is_worth_more(chart: PreflopChart) -> None:
    """A call that is worth a pot less than the model says is folded by whoever calls."""
    seat = _caller(audited(chart, "RC", (-1.0, 1.0)), "BB")
    callers = [
        hand
        for hand in range(169)
        if not np.isnan(seat.model_bb[hand])
        and seat.decision.ev_bb[:, hand].argmax() == seat.decision.actions.index("C")
    ]
    assert len(callers) > 20
    turns = {CLASS_NAMES[hand]: seat.decision.turned(hand) for hand in callers}
    assert all(turn is not None and turn[0] == "C" != turn[1] for turn in turns.values())
    found = audited(chart, "RC", (-1.0, 1.0))
    # twice the standard error of two flops that are a pot apart is more than what is lost
    unsure = _caller(audited(chart, "RC", (-1.0, 1.0), 5.0), "BB")
    assert not any(unsure.decision.turned(hand) for hand in callers)
    told = audit_payload(found)
    assert told["seats"]["BB"]["hands"][next(iter(turns))]["turned"]["from"] == "C"
    assert "At the corrected price" in audit_text(found)


@pytest.mark.parametrize(
    ("node", "complaint"),
    [("RF", "no flop of two"), ("RA", "no betting ends"), ("RAC", "no flop of two")],
)
def test_other_ends_are_refused(chart: PreflopChart, node: str, complaint: str) -> None:
    """Folds, all-ins, and lines that go on."""
    with pytest.raises(InputError, match=complaint):
        ending_of_chart(chart, "test", node)
