"""``gutshot preflop audit``: what independent deals cost, and its interruption."""

from __future__ import annotations

import json
import signal
from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.cli import asking
from tests.holdem.preflop.spots import spot

from gutshot.holdem.preflop import PreflopChart, read_chart, solve_preflop, write_chart

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

asked = partial(asking.asked, ("preflop",), passed_over=asking.COMPILES_OR_COUNTS)
answered = partial(asking.answered, ("preflop",), passed_over=asking.COMPILES_OR_COUNTS)


def test_an_audit_says_what_independence_costs(
    capsys: pytest.CaptureFixture[str], three_seats_file: Path
) -> None:
    terms = ("audit", str(three_seats_file), "--deals", "20000", "--seed", "5")
    found = answered(capsys, *terms)
    assert (found["schema"], found["method"]) == ("gutshot.preflop.audit/1", "simulated")
    assert (found["deals"], found["seed"], found["stopped"]) == (20_000, 5, False)
    certificate = read_chart(three_seats_file).certificate
    for seat, value, gain in zip(
        found["seats"], certificate.values, certificate.gains, strict=True
    ):
        assert seat["chart_ev_bb"] == pytest.approx(value, abs=1e-12)
        assert seat["chart_gain_bb"] == pytest.approx(gain, abs=1e-12)
        assert seat["ev_bb"] == pytest.approx(value + seat["ev_difference_bb"], abs=1e-12)
        assert 0 < seat["ev_error_bb"] < 0.01
        assert 0 < seat["gain_error_bb"] < 0.01
    text = asked(capsys, *terms)[1]
    assert "Simulated: 20,000 deals of one deck, seed 5" in text
    for seat in found["seats"]:
        assert f"{seat['ev_difference_bb']:+.4f} ± {seat['ev_error_bb']:.4f}" in text
    assert max(map(len, text.splitlines())) < 130


def test_an_audit_of_a_bubble_is_in_big_blinds_and_in_prizes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spec = spot(3, 8, format="bubble", limit="jam", payouts=[50, 30, 20], stacks_elsewhere=[4])
    chart = PreflopChart.of(solve_preflop(spec, exploitability_bb=0.01))
    file = tmp_path / "bubble.npz"
    write_chart(chart, file)
    terms = ("audit", str(file), "--deals", "5000")
    found = answered(capsys, *terms)
    of_bb = 100 / (3 * 8 + 4 + 1)
    assert found["prizes"]["prize_of_bb"] == pytest.approx(of_bb)
    values, starts = chart.certificate.values, spec.prizes_at_start()
    for seat, paid, value, start in zip(
        found["seats"], found["prizes"]["seats"], values, starts, strict=True
    ):
        assert seat["chart_ev_bb"] == pytest.approx(value, abs=1e-12)
        assert paid["at_start"] == pytest.approx(start)
        assert paid["seat"] == seat["seat"]
        for name in seat.keys() - {"seat"}:
            assert paid[name.removesuffix("_bb")] == pytest.approx(of_bb * seat[name]), name
    text = asked(capsys, *terms)[1]
    said = "A big blind stands for 3.448276: all prizes, 100, by all chips at the start."
    assert said in " ".join(text.split())
    for paid in found["prizes"]["seats"]:
        assert f"{paid['ev_difference']:+.4f} ± {paid['ev_error']:.4f}" in text
    assert max(map(len, text.splitlines())) < 130


def test_an_interrupted_audit_keeps_what_there_is(
    capsys: pytest.CaptureFixture[str], three_seats_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gutshot.holdem.preflop import audit

    whole = audit.audit_chart

    def pressed(
        chart: PreflopChart, *, progress: Callable[[float], None], **given: object
    ) -> audit.Audit | None:
        def told(share: float) -> None:
            progress(share)
            if share > 0.3:
                signal.raise_signal(signal.SIGINT)

        return whole(chart, progress=told, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(audit, "audit_chart", pressed)
    code, out, err = asked(capsys, "audit", str(three_seats_file), "--deals", "20000", "--json")
    found = json.loads(out)
    assert code == 130
    assert found["stopped"] is True
    assert 2_000 <= found["deals"] < 20_000
    assert f"stopped after {found['deals']:,} deals" in err


def test_an_audit_of_what_it_is_not_for(
    capsys: pytest.CaptureFixture[str], chart_file: Path, three_seats_file: Path
) -> None:
    code, out, err = asked(capsys, "audit", str(chart_file))
    assert (code, out) == (2, "")
    assert "its certificate is that of real deals" in err
    assert asked(capsys, "audit", str(three_seats_file), "--deals", "7")[0] == 2
