"""What stands in PokerStars' files beside bets: posts, antes, talk, broken hands."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.histories import BrokenHand, PlayedHand, read_histories

CASH = """PokerStars Zoom Hand #71:  Hold'em No Limit (€0.50/€1.00) - 2024/01/02 3:04:05 CET [ET]
Table 'Beta' 6-max Seat #6 is the button
Seat 1: Ann: folds (€100 in chips)
Seat 2: Bo (x) (€87.50 in chips)
Seat 3: Cy [2] (€1,250 in chips)
Seat 4: Di (€100 in chips) is sitting out
Seat 6: Ed Ed (€40.25 in chips)
Ann: folds: posts small blind €0.50
Bo (x): posts big blind €1
Cy [2]: posts small & big blinds €1.50
Di: is sitting out
*** HOLE CARDS ***
Dealt to Ed Ed [Td Tc]
Cy [2]: checks
Ed Ed said, "Bo (x): folds"
Ed Ed: raises €3 to €4
Flo joins the table at seat #5
Ann: folds: folds [2c 7d]
Bo (x) has timed out
Bo (x): calls €3
Cy [2]: raises €36 to €40
Ed Ed: raises €0.25 to €40.25 and is all-in
Bo (x): folds
Cy [2]: calls €0.25
*** FLOP *** [2s 3d 4h]
*** TURN *** [2s 3d 4h] [5h]
*** RIVER *** [2s 3d 4h 5h] [9h]
*** SHOW DOWN ***
Cy [2]: shows [Ah Ks] (a straight, Ace to Five)
Ed Ed: mucks hand
*** SUMMARY ***
Total pot €85 | Rake €2.50
Board [2s 3d 4h 5h 9h]
Seat 3: Cy [2] showed [Ah Ks] and won (€82.50) with a straight
"""
TOURNAMENT = """PokerStars Hand #72: Tournament #9, $10+$1 USD Hold'em No Limit - Level II (15/30)
Table '9 1' 9-max Seat #2 is the button
Seat 2: Ann (1500 in chips)
Seat 5: Bo (20 in chips, $5 bounty)
Seat 7: Cy (1470 in chips)
Ann: posts the ante 3
Bo: posts the ante 3
Cy: posts the ante 3
Bo: posts small blind 15
Cy: posts big blind 30
*** HOLE CARDS ***
Dealt to Cy [9s 9h]
Ann: calls 30
Bo: calls 2 and is all-in
Cy: checks
*** FLOP *** [2s 3d 4h]
"""
STRADDLE = """PokerStars Game #73: Hold'em No Limit ($1/$2) - 2024/01/02
Table 'C' 4-max Seat #4 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bo ($200 in chips)
Seat 3: Cy ($200 in chips)
Seat 4: Di ($200 in chips)
Ann: posts small blind $1
Bo: posts big blind $2
Cy: posts straddle $4
*** HOLE CARDS ***
Di: raises $8 to $12
Ann: folds
Bo: folds
Cy: folds
*** SUMMARY ***
"""


ALIKE = """Poker Hand #TM74: Tournament #5, Daily $10 Hold'em No Limit - Level3(1,000/2,000) - 2024/01/02
Table '7' 3-max Seat #1 is the button
Seat 1: 8f3a2b1c (125,000 in chips)
Seat 2: Hero (98,500 in chips)
Seat 3: 77d1e0aa (40,000 in chips)
8f3a2b1c: posts the ante 250
Hero: posts the ante 250
77d1e0aa: posts the ante 250
Hero: posts small blind 1,000
77d1e0aa: posts big blind 2,000
*** HOLE CARDS ***
Dealt to 8f3a2b1c
Dealt to Hero [Ac 5c]
Dealt to 77d1e0aa
8f3a2b1c: raises 2,200 to 4,200
Hero: raises 94,050 to 98,250 and is all-in
77d1e0aa: folds
8f3a2b1c: folds
*** SUMMARY ***
"""  # noqa: E501 - a line of the form


def hands(text: str) -> tuple[PlayedHand, ...]:
    found = read_histories(text)
    assert not found.broken
    return found.hands


def broken(text: str) -> BrokenHand:
    (found,) = read_histories(text).broken
    return found


def test_a_ring_game_with_all_that_is_said() -> None:
    (hand,) = hands(CASH)
    assert hand.players == ("Cy [2]", "Ed Ed", "Ann: folds", "Bo (x)")
    assert list(hand.stacks_bb) == [1250, Fraction("40.25"), 100, Fraction("87.5")]
    # whoever comes back posts: a big blind that plays, and a small one that lies dead
    assert list(hand.blinds_bb) == [1, 0, Fraction(1, 2), 1]
    assert list(hand.antes_bb) == [Fraction(1, 2), 0, 0, 0]
    assert (hand.hero, hand.number, hand.tournament) == (1, "71", False)
    assert [str(act.kind) for act in hand.acts] == [
        *("check", "raise", "fold", "call"),
        *("raise", "raise", "fold", "call"),
    ]
    assert hand.acts[-1].to_bb == Fraction(1, 4)
    assert hand.rake_bb == Fraction(5, 2)
    known = [None if one is None else CLASS_NAMES[one] for one in hand.holdings]
    assert known == ["AKo", "TT", None, None]
    assert hand.effective_bb(0) == 100
    assert hand.effective_bb(1) == Fraction("40.25")


def test_a_tournament_with_antes_and_a_short_blind() -> None:
    (hand,) = hands(TOURNAMENT)
    assert hand.tournament
    assert hand.players == ("Ann", "Bo", "Cy")
    assert list(hand.antes_bb) == [Fraction(1, 10)] * 3
    assert list(hand.blinds_bb) == [0, Fraction(1, 2), 1]
    assert hand.acts[1].to_bb == Fraction(2, 30)


def test_another_site_writes_alike() -> None:
    (hand,) = hands(ALIKE)
    assert (hand.number, hand.tournament) == ("TM74", True)
    assert hand.big_blind == 2_000
    assert hand.players == ("8f3a2b1c", "Hero", "77d1e0aa")
    assert list(hand.antes_bb) == [Fraction(1, 8)] * 3
    assert hand.hero == 1
    assert hand.acts[1].to_bb == Fraction(98_250, 2_000)


def test_a_straddle_acts_last() -> None:
    (hand,) = hands(STRADDLE)
    assert hand.players == ("Cy", "Di", "Ann", "Bo")
    assert hand.straddles == (0,)
    assert hand.begun().waiting == (1, 2, 3, 0)


@pytest.mark.parametrize(
    ("before", "after", "line", "problem"),
    [
        ("Hold'em No Limit", "Omaha Pot Limit", 1, "it is no Hold'em No Limit"),
        ("(€0.50/€1.00)", "", 1, "its first line has no blinds"),
        ("Bo (x): posts big blind €1\n", "", 1, "nobody posts the big blind"),
        ("Ann: folds: posts small blind €0.50\n", "", 1, "nobody posts the small blind"),
        ("Bo (x): calls €3", "Bo (x): calls €4", 20, "Bo (x) calls 4 bb where 3 are to call"),
        ("Bo (x): calls €3\n", "", 20, "Cy [2] acts, and it is the turn of Bo (x)"),
        ("raises €3 to €4", "raises €0.5 to €1.5", 16, "raises to 1.5 bb where 2 to 40.25"),
        ("Cy [2]: calls €0.25\n", "", 1, "it ends before the betting does: Cy [2] is to act"),
        ("raises €3 to €4", "raises €3", 16, "raises has no amount: write it like raises $1 to $2"),
        ("[Td Tc]", "[Td Td]", 13, "are no two hole cards"),
        ("[Td Tc]", "[Td Xc]", 13, "Xc"),
        ("*** HOLE", "Bo (x): checks\n*** HOLE", 12, "Bo (x) acts, and it is the turn of Cy [2]"),
    ],
)
def test_a_broken_hand_is_named_with_its_line_and_the_rest_is_read(
    before: str, after: str, line: int, problem: str
) -> None:
    text = CASH.replace(before, after, 1)
    assert text != CASH
    alone = broken(text)
    assert (alone.name, alone.line) == ("#71", line)
    assert problem in alone.problem
    found = read_histories(f"{TOURNAMENT}\n\n{text}\n\n{STRADDLE}")
    assert [one.number for one in found.hands] == ["72", "73"]
    assert found.broken[0].line == line + TOURNAMENT.count("\n") + 2


def test_a_text_without_a_hand_says_what_is_read() -> None:
    with pytest.raises(InputError, match="begins 'PokerStars Hand #', or as PHH, which has a line"):
        read_histories("AA,KK")
