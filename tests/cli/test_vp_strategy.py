"""``gutshot vp strategy``: a list as it is printed, and the table of lengths."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from tests.videopoker.played import jacks

from gutshot.render.strategy_text import frontier_text, strategy_text
from gutshot.videopoker import from_mapping
from gutshot.videopoker.strategy import judge_strategy, line_worths, read_strategy
from gutshot.videopoker.strategy.generating import Generated, Option

OPTIMAL = Path(__file__).parents[1] / "data" / "strategies" / "jacks-9-6-optimal.txt"


def test_a_single_line_is_one_line() -> None:
    table = from_mapping("Nothing", "standard", {"royal_flush": 0})
    strategy = read_strategy("nothing", table)
    option = Option(1, 0.0, strategy)
    judged, worths = judge_strategy(strategy, table), line_worths(strategy, table)
    text = strategy_text(Generated(table, (option,)), option, judged, worths, unicode=False)
    assert text.startswith("Nothing   1 line\nReturn 0.0000000 %, exact: it costs nothing")
    assert "several holds fit: most cards are kept" in text
    assert "exception" not in text


def test_the_size_is_that_of_the_search_and_small_worths_do_not_look_like_none() -> None:
    table = jacks(9, 6)
    strategy = read_strategy(OPTIMAL.read_text(encoding="utf-8"), table)
    option = Option(strategy.size, 0.0, strategy)
    short = Option(3, 1e-12, strategy)
    generated = Generated(table, (short, option))
    judged = judge_strategy(strategy, table)
    worths = list(line_worths(strategy, table))
    at = next(place for place, one in enumerate(worths) if one.exceptions)
    tiny = replace(worths[at].exceptions[0], gain=Fraction(1, 10**12))
    worths[at] = replace(worths[at], exceptions=(tiny, *worths[at].exceptions[1:]))
    text = strategy_text(generated, option, judged, worths, unicode=False)
    assert text.startswith(f"{table.name}   37 lines and 7 exceptions\n")
    assert strategy.size == 44
    assert "deals, < 0.0000001 %; like" in text
    assert "another hold of the deal, never the one that the" in text
    rows = frontier_text(generated).splitlines()
    assert rows[0].startswith("lines + exceptions  cost, % of the bet")
    assert rows[2].split()[:3] == ["3", "<", "0.0000001"]
