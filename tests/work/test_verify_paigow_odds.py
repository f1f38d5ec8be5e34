"""The checks of side bets and the main game pass, and fail where a table or a count is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from gutshot.paigow.main_game import shipped_main_games
from gutshot.paigow.side_bets import ace_high_deals, fortune_tables
from gutshot.work import verify_paigow_odds
from gutshot.work.every_check import EVERY_CHECK
from gutshot.work.verify import CheckFailedError

if TYPE_CHECKING:
    from gutshot.paigow.house_ways import HouseWay

TABLES, ACE_HIGH, ALL_DEALS = verify_paigow_odds.CHECKS


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


def test_deals_that_come_to_something_else_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting takes minutes; here it is taken from the file."""
    games = {game.way: game for game in shipped_main_games()}

    def right(way: HouseWay, **_: object) -> object:
        return games[way.id].counted

    monkeypatch.setattr(verify_paigow_odds, "count_all_deals", right)
    assert ALL_DEALS.full
    assert ALL_DEALS.run(nothing).startswith("8,250,459,031,214,400 deals of two hands, set by")
    monkeypatch.setattr(verify_paigow_odds, "count_all_deals", lambda *_, **__: ((0,),))
    with pytest.raises(CheckFailedError, match=r"the deals of the main game come to \(\(0,\),\)"):
        ALL_DEALS.run(nothing)


def test_what_was_dealt_is_held_to_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = shipped_main_games()[0]
    skewed = replace(game, hands=((game.deals, 0, 0), (0, 0, 0), (0, 0, 0)))
    monkeypatch.setattr(verify_paigow_odds, "shipped_main_games", lambda: (skewed,))
    monkeypatch.setattr(verify_paigow_odds, "count_all_deals", lambda *_, **__: game.counted)
    with pytest.raises(CheckFailedError, match=r"bets without commission: 0\.01.* counted"):
        ALL_DEALS.run(nothing)
