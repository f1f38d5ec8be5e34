"""What stands in PHH files beside bets: names, straddles, posts, broken hands."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.holdem.histories.test_pokerstars import broken, hands

from gutshot.holdem.histories import read_histories

HAND = """# a hand
variant = "NT"
antes = [0.25, 0.25, 0.25, 0.25]
blinds_or_straddles = [0.5, 1, 2, -1]
min_bet = 2
starting_stacks = [100, 80.5, 120, 3]
actions = [
  "d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????",
  "p4 cbr 2.75 # all-in", "p1 cbr 9", "p2 f", "p3 cc", "d db 2c3c4c", "p1 cc", "p3 cbr 20",
  "p1 f", "p4 sm QhQs",
]
players = ["Ann", "Bo", "Cy", "Di"]
hand = 12
_mine = 1
"""


def test_a_hand_with_a_straddle_and_a_newcomer() -> None:
    (hand,) = hands(HAND)
    assert hand.name == "#12"
    assert hand.players == ("Cy", "Di", "Ann", "Bo")
    assert list(hand.stacks_bb) == [120, 3, 100, Fraction("80.5")]
    assert list(hand.blinds_bb) == [2, 1, Fraction(1, 2), 1]
    assert hand.straddles == (0,)
    assert [str(act.kind) for act in hand.acts] == ["raise", "raise", "fold", "call"]
    assert hand.acts[-1].to_bb == 7
    assert hand.cards == ("", "QhQs", "AsKs", "")


@pytest.mark.parametrize(
    ("before", "after", "line", "problem"),
    [
        ('variant = "NT"', 'variant = "FT"', 1, "variant is 'FT': charts are of no-limit hold'em"),
        ("100, 80.5, 120, 3]", "100, 80.5, 120]", 1, "have one number for each of 2 to 10 players"),
        ("[100,", "[inf,", 1, "it is no TOML: a number in it can't be read"),
        ("[100,", "[true,", 1, "starting_stacks: 'True' is no amount of chips"),
        ("[100,", "[-1,", 1, "every player has chips"),
        ("[0.5, 1,", "[2, 1,", 1, "are the small and the big blind"),
        ("antes =", "_antes =", 1, "antes is missing"),
        ("actions =", "_actions =", 1, "actions is missing"),
        ("p1 cbr 9", "p1 cbr nine", 1, "'p1 cbr nine' has no amount of chips"),
        ("p1 cbr 9", "p5 cbr 9", 1, "'p5 cbr 9' is of no player: there are p1 to p4"),
        ("p1 cbr 9", "p1 raises 9", 1, "'p1 raises 9' is no action: write it like"),
        ("p1 cbr 9", "p1 cbr 900", 1, "Ann raises to 900 bb where"),
        ("p1 cbr 9", "p2 cbr 9", 1, "Bo acts, and it is the turn of Ann"),
        ('"p2 f", ', "", 1, "Cy acts, and it is the turn of Bo"),
        ("min_bet = 2", "min_bet 2", 5, "it is no TOML"),
    ],
)
def test_a_broken_hand_is_named_with_its_line_and_the_rest_is_read(
    before: str, after: str, line: int, problem: str
) -> None:
    text = HAND.replace(before, after, 1)
    assert text != HAND
    alone = broken(text)
    assert problem in alone.problem
    assert alone.line == line
    found = read_histories(f"[1]\n{HAND}\n[2]\n{text}\n['three']\n{HAND}")
    assert [one.name for one in found.hands] == ["#12", "#12"]
    (left,) = found.broken
    assert problem in left.problem
    assert left.line == line + HAND.count("\n") + 2 + (line > 1)
