"""Locked nodes: toys whose answers are known, the slow twin, and mistakes in one line."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.holdem.postflop_spots import RIVER, TURN, averages, spot, spot_text, twin_places

from gutshot.cards.text import parse_cards
from gutshot.cfr import Checkpoint, certify, drive
from gutshot.errors import InputError
from gutshot.holdem.postflop.answers import FAST, SolvedSpot, solve_spot
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.holdem.postflop.locks import keeps_locks, settled_locks
from gutshot.holdem.postflop.nodes import SpotTree
from gutshot.holdem.postflop.plain import plain_game
from gutshot.holdem.postflop.spec import NodeLock, parse_spot

TOY = "2s 3h 4d 6c 7c"


def toy(locks: str, *, pot: str = "20", oop: str = "AsAh,QsQh", more: str = "") -> SolvedSpot:
    text = spot_text(TOY, oop=oop, ip="KsKh", pot=pot, stack="10", bet="a", more=more)
    return solve_spot(parse_spot(f"{text}\n{locks}"))


def chances(found: SolvedSpot, action: str) -> list[float]:
    """Return the first player's chances by hand, the lower pair first."""
    return [float(x) for x in found.root_chances[action]]


FINE = "target = 1e-6\niterations = 4000"


def test_too_many_calls_are_not_bluffed() -> None:
    """Kings fold a quarter: queens always check and aces always jam."""
    found = toy('[locks."a"]\nc = "KsKh:0.75"', more="target = 1e-5")
    assert chances(found, "check") == pytest.approx([1, 0], abs=1e-6)
    assert found.evs[0] == pytest.approx(13.75, abs=1e-4)


def test_too_many_folds_are_bluffed_always() -> None:
    found = toy('[locks."a"]\nf = "KsKh:0.5"\nrest = "c"', more="target = 1e-5")
    assert chances(found, "check") == pytest.approx([0, 0], abs=1e-6)
    # half of the time kings fold to it, else the best hand is even money
    assert found.evs[0] == pytest.approx(15, abs=1e-4)


def test_without_locks_the_toy_is_the_known_one() -> None:
    """Ten to win thirty: a third of queens is bluffed, and kings call two thirds."""
    found = toy("", more=FINE)
    assert chances(found, "check") == pytest.approx([2 / 3, 0], abs=5e-3)
    assert found.evs[0] == pytest.approx(20 * 2 / 3, abs=1e-3)


def test_who_is_locked_in_part_makes_it_up_with_other_hands() -> None:
    """Jacks bluff a fifth: queens bluff what is left of a half, and are not named."""
    lock = '[locks.""]\nx = "JsJh:0.8"\na = "JsJh:0.2"\nrest = "free"'
    found = toy(lock, pot="10", oop="AsAh,QsQh,JsJh", more=FINE)
    assert chances(found, "check") == pytest.approx([0.8, 0.7, 0], abs=5e-3)


LOCKED_TURN = """
[locks."x"]
b25 = "TT"
rest = "free"
[locks."x-b25-c|*|"]
x = "QQ+"
b50 = "JJ"
rest = "free"
[locks."b25-c|9h|"]
rest = "b50"
"""


@pytest.mark.parametrize(
    ("board", "locks"),
    [
        (RIVER, '[locks."x"]\nb25 = "KK,T9s:0.5"\nrest = "x"\n[locks."b25"]\nf="TT"\nrest="free"'),
        (TURN, LOCKED_TURN),
    ],
)
def test_the_twin_says_the_same(board: str, locks: str) -> None:
    given = parse_spot(spot_text(board, oop="TT,99,KJs,AQs,QhTh", ip="KK,TT,T9s,AQs") + locks)
    game = PostflopGame(given)
    drive(game, target=0, iterations=8, schedule=FAST)
    plain = plain_game(given, game.combos)
    for player in range(2):
        slots, hands = twin_places(game, plain, player)
        inside = hands >= 0
        totals = plain.state()[f"total{player}"]
        totals[slots[inside], hands[inside]] = averages(game, player)[inside]
    ours = certify(game)
    theirs = certify(plain)
    assert ours.values == pytest.approx(theirs.values, abs=1e-4)
    assert ours.gains == pytest.approx(theirs.gains, abs=2e-4)
    free = PostflopGame(replace(given, locks=()))
    # best responses without the locks would gain more
    Checkpoint.of(game, 8).restore(free)
    assert certify(free).mean_gain > ours.mean_gain + 1e-3


def test_symmetries_of_suits_keep_locks_or_not() -> None:
    given = spot(RIVER)

    def kept(node: str, text: str, suits: tuple[int, ...]) -> bool:
        lock = NodeLock(node, (("b25", text),), "")
        return keeps_locks(settled_locks(replace(given, locks=(lock,))), suits)

    swap = (1, 0, 2, 3)
    assert kept("", "QQ,AKs:0.5", swap)
    assert not kept("", "AcKc", swap)
    assert kept("", "AcKc", (0, 1, 3, 2))
    turn = replace(spot(TURN), locks=(NodeLock("x-x|9h|", (), "x"),))
    assert keeps_locks(settled_locks(turn), (1, 0, 2, 3))
    assert not keeps_locks(settled_locks(turn), (0, 2, 1, 3))


@pytest.mark.parametrize(
    ("locks", "said"),
    [
        ("locks = 3", 'locks are tables, one a node: [locks."x-b25"]'),
        ("[locks]\nx = 3", '[locks."x"] is a table of ranges by action, and rest'),
        ("[locks.x]\nb25 = 3", '[locks."x"]: b25 is a text in quotes, like c = "QQ+,AKs:0.5"'),
    ],
)
def test_tables_that_are_none(locks: str, said: str) -> None:
    text = spot_text(more=locks) if locks.startswith("locks") else spot_text() + locks
    with pytest.raises(InputError) as caught:
        parse_spot(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("node", "ranges", "rest", "said"),
    [
        ("b30", (), "", "locks.'b30': 'b30' is no action at the first decision; there are x, b25"),
        ("x-x", (), "", "locks.'x-x': nobody acts there"),
        ("x-x-x", (), "", "locks.'x-x-x': after 'x-x' nobody acts: the hand is over"),
        ("x|8d|", (), "", "locks.'x|8d|': no card comes after 'x': somebody is to act"),
        ("x", (("r9", "QQ"),), "", "locks.'x': 'r9' is no action there; there are x, b25"),
        ("x", (), "f", "locks.'x': 'f' is no action there; there are x, b25"),
        ("x", (("x", "Q"),), "", "locks.'x': x: "),
        ("x", (("x", "QQ"), ("b25", "QQ:0.5")), "", "add up to 1.5; 1 at most, over all actions"),
        ("x", (("x", "QQ:0.5"),), "free", "with rest = 'free' those of a named hand add up to 1"),
        ("x", (), "free", "locks.'x': with rest = 'free' name a hand at least; all are free"),
    ],
)
def test_locks_that_fit_nowhere(
    node: str, ranges: tuple[tuple[str, str], ...], rest: str, said: str
) -> None:
    given = replace(spot(), locks=(NodeLock(node, ranges, rest),))
    with pytest.raises(InputError) as caught:
        settled_locks(given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_node_is_locked_once() -> None:
    twice = (NodeLock("x-x|*|", (), "x"), NodeLock("x-x|9h|", (), "x"))
    with pytest.raises(InputError, match="the node is locked twice"):
        settled_locks(replace(spot(TURN), locks=twice))
    apart = (NodeLock("x-x|8h|", (), "x"), NodeLock("x-x|9h|", (), "x"))
    assert len(settled_locks(replace(spot(TURN), locks=apart))) == 2


def test_ids_go_through_cards_and_back() -> None:
    tree = SpotTree(spot(TURN, raises="60%", stack="1000"))
    here = tree.at("x-b25-r85-c | 9h | x-X")
    assert here.id == "x-b25-r85-c|9h|x-x"
    assert here.cards == tuple(parse_cards("9h"))
    assert float(here.state.pot) == 220
    assert [step.place.player for step in here.steps] == [0, 1, 0, 1, 0, 1][: len(here.steps)]
    with pytest.raises(InputError, match="8d lies on the board already"):
        tree.at("x-x|8d|")
    with pytest.raises(InputError, match="one card, like"):
        tree.at("x-x|8c9c|")
    with pytest.raises(InputError, match=r"node id: can't read '\*'"):
        tree.at("x-x|*|")
    assert np.isclose(float(tree.at("b25").state.pot), 75)
