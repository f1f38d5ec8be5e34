"""What wagers cost, in the terminal: the numbers are the odds' own, at the stake and the seats."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gutshot.paigow.side_bets import fortune_odds, push_ace_high_odds
from gutshot.paigow.table import table
from gutshot.render.exact_decimals import percent_decimal
from gutshot.render.paigow_edges_text import edge_lines

STAKES = {"main": 20, "fortune": 5, "pushace": 10}


@pytest.mark.parametrize("others", [0, 1, 5])
def test_the_fortune_counts_the_envy_of_those_who_sit_there(others: int) -> None:
    config = table("fortune")
    odds = fortune_odds(config.fortune_table)
    edge = percent_decimal(odds.edge_with_envy(others, Fraction(5)), 4)
    head, main, fortune = edge_lines(config, STAKES, others)
    assert ("alone" in head) == (others == 0)
    assert "set by the house way" in main
    assert fortune.split()[:2] == ["Fortune", "5"]
    assert edge in fortune
    assert ("without it" in fortune) == (others > 0)
    assert percent_decimal(odds.edge, 4) in fortune
    assert (edge == percent_decimal(odds.edge, 4)) == (others == 0)


def test_below_its_least_stake_there_is_no_envy() -> None:
    config = table("fortune")
    fortune = edge_lines(config, {**STAKES, "fortune": 1}, 3)[2]
    assert percent_decimal(fortune_odds(config.fortune_table).edge, 4) in fortune
    assert "from 5 on the hands of others pay as well" in fortune


def test_push_ace_high_is_the_same_whoever_plays() -> None:
    config = table("face-up")
    alone, company = (edge_lines(config, STAKES, others)[3] for others in (0, 4))
    assert alone == company
    edge = percent_decimal(push_ace_high_odds(config.push_ace_high_table).edge, 4)
    assert f"10  {edge}, whoever else plays" in alone
