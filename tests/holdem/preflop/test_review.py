"""Played hands beside charts: each price is the quiz's, and what is not alike is said."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import pytest

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.histories.played import Act, Kind, PlayedHand, checked
from gutshot.holdem.preflop.chart_set import read_set
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.quiz import Question, grade, kind_of
from gutshot.holdem.preflop.review import nearest_chart, review_hands

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.kept import ListedChart
    from gutshot.holdem.preflop.review import Decision, Review


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the charts that ship, not at those that other tests have solved."""
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))


NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
KINDS = {"F": Kind.FOLD, "X": Kind.CHECK, "C": Kind.CALL}


@cache
def _at(path: Path) -> ChartSet:
    return read_set(path)


def opened(one: ListedChart) -> ChartSet:
    return _at(one.path)


def hand(
    line: str,
    cards: dict[str, str],
    *,
    stacks: tuple[float, ...] = (100,) * 6,
    ante: Fraction = Fraction(0),
    number: str = "",
    rake: Fraction | None = Fraction(0),
    straddle: Fraction | None = None,
) -> PlayedHand:
    """Return a hand of a line like `F 2.5 F F C X`: raises are to big blinds."""
    count = len(stacks)
    names = NAMES[:count]
    blinds = [Fraction(0)] * (count - 2) + [Fraction(1, 2), Fraction(1)]
    if straddle is not None:
        blinds[0] = straddle
    known = [cards.get(name) for name in names]
    played = PlayedHand(
        name=f"#{number or 1}",
        number=number,
        line=1,
        players=names,
        stacks_bb=tuple(map(Fraction, stacks)),
        blinds_bb=tuple(blinds),
        antes_bb=(ante,) * count,
        straddles=() if straddle is None else (0,),
        holdings=tuple(None if one is None else class_index(one) for one in known),
        cards=tuple(one or "" for one in known),
        acts=(),
        hero=None,
        tournament=False,
        rake_bb=rake,
        big_blind=Fraction(1),
    )
    state = played.begun()
    acts: list[Act] = []
    for word in line.split():
        who = state.to_act
        kind = KINDS.get(word, Kind.RAISE)
        if kind == Kind.RAISE:
            amount = Fraction(word)
        else:
            amount = state.to_call if kind == Kind.CALL else Fraction(0)
        acts.append(Act(who, kind, amount, 0))
        if kind == Kind.RAISE:
            state = state.raise_to(amount)
        else:
            state = state.fold() if kind == Kind.FOLD else state.call()
    return checked(replace(played, acts=tuple(acts)))


def review(*hands: PlayedHand, hero: str = "", named: str = "") -> Review:
    return review_hands(hands, listed_charts(), opened, hero=hero, named=named)


def decisions(one: PlayedHand, **how: str) -> list[Decision]:
    return [decision for _, decision in review(one, **how).decisions]


def test_every_price_is_the_quizs_own() -> None:
    played = hand("F F 2.2 F 9.9 F C", {"Cy": "ATo", "Ed": "KQs"})
    found = review(played)
    (chart,) = {one.match.chart.name for one in found.reviewed if one.match is not None}
    assert chart == "cash_6_100"
    six = next(one for one in listed_charts() if one.name == chart)
    expected = {("Cy", "FF"): "ATo", ("Ed", "FFRF"): "KQs", ("Cy", "FFRFRF"): "ATo"}
    assert len(found.decisions) == len(expected)
    for one, decision in found.decisions:
        name = one.hand.players[one.player]
        cards = expected.pop((name, decision.node))
        theirs = grade(opened(six), Question(decision.node, class_index(cards)), decision.action)
        assert decision.grade == theirs
        assert decision.kind == kind_of(decision.node)
    assert not expected


def test_sizes_that_the_chart_does_not_have_are_named() -> None:
    (first, second) = decisions(hand("F F 2.5 F 10 F F", {"Cy": "AKs"}))
    assert first.sizes == ("CO raise to 2.5, the chart has raise to 2.2",)
    assert second.sizes[1].startswith("SB raise to 10, the chart has raise to ")
    assert first.played == "raise to 2.5"
    assert first.action == "R"
    # the same times the bet before it is the same size
    (same, *_) = decisions(hand("F F 2.2 F F F", {"Cy": "AKs"}))
    assert same.sizes == ()


def test_a_line_that_the_chart_does_not_have_ends_the_prices() -> None:
    limped = hand("F C 4 F F C C", {"Bo": "AA", "Cy": "AKs", "Flo": "72o"})
    found = review(limped)
    assert found.total().priced == 0
    said = {one.hand.players[one.player]: one.stopped for one in found.reviewed}
    words = "Bo call, and the chart has no such line: fold, raise to 2.2, all-in to 100"
    assert said == {"Bo": words, "Cy": words, "Flo": words}
    # the decision itself is counted, without a price
    (only,) = [decision for _, decision in found.decisions]
    assert (only.seat, only.action, only.grade, only.reason) == ("HJ", "", None, words)
    # a raise of ten times the chart's is another one, but all-in is all-in
    (large,) = decisions(hand("22 F F F F F", {"Ann": "AA"}))
    assert "raise to 22, and the chart has no such line: raise to 2.2, all-in" in large.reason
    (shove,) = decisions(hand("80 F F F F F", {"Ann": "AA"}, stacks=(80,) * 6))
    assert (shove.action, shove.played) == ("A", "all-in to 80")


def test_what_is_not_alike_is_said() -> None:
    uneven = hand("F F F 3 F F", {"Di": "A5s"}, stacks=(100, 60, 250, 87.5, 87, 300))
    (one,) = review(uneven).reviewed
    assert one.match is not None
    assert one.match.effective_bb == Fraction("87.5")
    assert tuple(found.words for found in one.match.differs) == (
        "87.5 bb effective, the chart has 100",
        "stacks are uneven, 60 to 300 bb: the effective one counts",
    )
    ante = hand("F F F F F", {"Flo": "A5s", "Di": "A2s"}, ante=Fraction(1, 8), rake=None)
    (one, _) = review(ante).reviewed
    assert one.match is not None
    assert tuple(found.words for found in one.match.differs) == (
        "antes and dead blinds are 0.75 bb in all, the chart's none",
        "the chart has no rake; the history tells none",
    )
    taken = hand("F F F F C X", {"Flo": "A5s"}, rake=Fraction(1, 20))
    (one,) = review(taken).reviewed
    assert one.match is not None
    assert tuple(found.words for found in one.match.differs) == (
        "the chart has no rake; 0.05 bb were taken of this pot",
    )


def test_seats_that_are_not_at_the_table_have_folded() -> None:
    three = hand("2.2 F F", {"Ann": "A5s"}, stacks=(100,) * 3)
    (here,) = decisions(three, named="cash_6_100")
    assert (here.node, here.seat) == ("FFF", "BTN")
    (one,) = review(three, named="cash_6_100").reviewed
    assert one.match is not None
    assert one.match.differs[0].words == "3 players, the chart has 6"
    # the nearest has as many seats
    (one,) = review(three).reviewed
    assert one.match is not None
    assert one.match.chart.name == "cash_3_100"
    more = hand("F 2.2 F F F F", {"Bo": "A5s"})
    (less,) = decisions(more, named="cash_5_100")
    assert (less.node, less.seat) == ("", "HJ")
    first = hand("2.2 F F F F F", {"Ann": "A5s"})
    assert "the chart has no seat" in review(first, named="cash_5_100").reviewed[0].stopped


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (hand("3 F", {"Ann": "AA"}, stacks=(10, 10)), "10 bb effective: the nearest chart has 100"),
        (hand("F 8 F F F F", {"Bo": "AA"}, straddle=Fraction(2)), "a straddle of 2 bb: no chart"),
    ],
)
def test_hands_of_another_game_have_no_price(played: PlayedHand, words: str) -> None:
    found = review(played)
    (one,) = found.reviewed
    assert (one.match, one.decisions) == (None, ())
    assert words in one.stopped


def test_totals_add_up_and_the_costliest_come_first() -> None:
    some = [
        hand("F 2.2 F F F F", {"Bo": "72o"}, number="1"),
        hand("F F F F F", {"Bo": "AA"}, number="2"),
        hand("F F F F F", {"Bo": "AA"}, number="2"),
        hand("F 2.2 F F F C", {"Bo": "AKs"}, number="3"),
        hand("F F F F F", {"Ann": "AA"}, number="4"),
    ]
    found = review(*some)
    assert (found.hands, found.repeated, found.unknown) == (4, 1, 0)
    total = found.total()
    for parts in (found.by_position(), found.by_kind(), found.by_player()):
        assert sum(one.decisions for one in parts) == total.decisions == 4
        assert sum(one.mistakes for one in parts) == total.mistakes
        assert sum(one.lost_bb for one in parts) == pytest.approx(total.lost_bb)
    costs = [decision.grade.lost_bb for _, decision in found.costliest() if decision.grade]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == total.mistakes == 3
    assert sum(costs) == pytest.approx(total.lost_bb)
    assert total.per_100_bb == pytest.approx(100 * total.lost_bb / total.priced)
    only = review(*some, hero="Ann")
    assert (only.hands, only.unknown, only.total().decisions) == (4, 3, 1)


def test_what_the_chart_never_has_is_not_priced() -> None:
    (open_, later) = decisions(hand("2.2 F F F 9 F F", {"Ann": "72o"}))
    assert open_.grade is not None
    assert open_.grade.verdict == "mistake"
    assert (later.grade, later.reason) == (None, "the chart never comes here with this hand")


def test_names_that_are_not_there_are_refused() -> None:
    one = hand("F F F F F", {"Ann": "AA"})
    with pytest.raises(InputError, match="no hand has a player 'Zed'; there are Ann, Bo, Cy"):
        review(one, hero="Zed")
    with pytest.raises(InputError, match="there is no chart 'none'; there are cash_2_100"):
        review(one, named="none")
    with pytest.raises(InputError, match="no such order of acting"):
        nearest_chart(one, 0, listed_charts(), "cash_2_100")


def test_what_was_looked_at_before_a_stop_is_kept() -> None:
    some = [hand("F F F F F", {"Bo": "AA"}, number=f"{number}") for number in range(1, 5)]
    told: list[float] = []
    found = review_hands(
        some, listed_charts(), opened, progress=told.append, stopped=lambda: len(told) == 2
    )
    assert (found.hands, len(found.reviewed), found.finished) == (4, 2, False)
    assert told == [0.25, 0.5]
    assert review(*some).finished
