"""The audit of a shipped chart as it is measured for the evidence, and of one that there is not."""

from __future__ import annotations

import pytest

from gutshot.errors import GutshotError
from gutshot.holdem.preflop.audit.report import shipped_audits
from gutshot.work import real_deals
from gutshot.work.real_deals import DEALS, PLAYERS, measure


def test_the_evidence_is_of_the_charts_and_deals_that_are_measured() -> None:
    assert tuple(shipped_audits()) == PLAYERS
    assert {audit.deals for audit in shipped_audits().values()} == {DEALS}
    shares: list[float] = []
    found = measure(6, 2_000, shares.append)
    assert (found.deals, found.seed) == (2_000, shipped_audits()[6].seed)
    assert shares[-1] == 1
    # 2,000 deals where 4,000,000 were: errors that are some 45 times as large
    for few, many in zip(found.seats, shipped_audits()[6].seats, strict=True):
        assert few.seat == many.seat
        assert few.ev_error_bb > 10 * many.ev_error_bb


def test_a_chart_that_is_not_shipped_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_deals, "kept_chart", lambda _: None)
    with pytest.raises(GutshotError, match="no chart for 2 seats"):
        measure(2)
