"""The checks of side bets pass, and fail where a table or a count is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gutshot.paigow.side_bets import ace_high_deals, fortune_tables
from gutshot.work import verify_paigow_odds
from gutshot.work.every_check import EVERY_CHECK
from gutshot.work.verify import CheckFailedError

TABLES, ACE_HIGH = verify_paigow_odds.CHECKS


def nothing(share: float) -> None:
    assert 0 <= share <= 1


def test_they_are_among_all_checks_and_pass() -> None:
    assert set(verify_paigow_odds.CHECKS) <= set(EVERY_CHECK)
    assert TABLES.run(nothing).startswith("13 pay tables")
    assert ACE_HIGH.run(nothing).startswith("71,700,086,682,780 of 8,250,459,031,214,400 deals")


def test_a_payout_that_was_changed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fortune_tables()[0]
    wrong = replace(table, pays=dict(table.pays) | {"royal_flush": table.pays["royal_flush"] + 1})
    monkeypatch.setattr(verify_paigow_odds, "fortune_tables", lambda: (wrong,))
    with pytest.raises(CheckFailedError, match=r"fortune-1: the edge is 7\.98.* %, its file says"):
        TABLES.run(nothing)


def test_a_count_that_is_off_by_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ace_high_deals()
    wrong = right._replace(both_natural=right.both_natural + 1)
    monkeypatch.setattr(verify_paigow_odds, "ace_high_deals", lambda: wrong)
    with pytest.raises(CheckFailedError, match="both ace high: 54888522957996 deals"):
        ACE_HIGH.run(nothing)
