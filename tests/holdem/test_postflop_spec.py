"""Spots from TOML, sizes from text, and the trees that they make."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from pokerkit import Automation, NoLimitTexasHoldem
from tests.holdem.postflop_spots import RIVER, TURN, spot, spot_text

from gutshot.cfr.forest import Decision, End
from gutshot.errors import InputError
from gutshot.holdem.postflop.sizes import parse_sizes
from gutshot.holdem.postflop.spec import load_spot, parse_spot
from gutshot.holdem.postflop.tree import FOLDS, SHOWDOWN, Start, Street, first_start

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.cfr.forest import Node
    from gutshot.holdem.postflop.spec import Spot

FLOP = "Qs Jh 2h"
_AUTOMATIC = tuple(Automation)


def tree(given: Spot) -> tuple[Node, list[Start]]:
    """Return the tree of a spot's street, and where the next street begins."""
    begun: list[Start] = []

    def follow(start: Start) -> End:
        begun.append(start)
        return End(9, (0.0, 0.0))

    return Street(given, given.street, follow).node(first_start(given)), begun


def after(node: Node, *path: str) -> Node:
    for action in path:
        assert isinstance(node, Decision)
        node = node.actions[action]
    return node


def actions(node: Node, *path: str) -> list[str]:
    found = after(node, *path)
    assert isinstance(found, Decision)
    return list(found.actions)


def at(
    pot: str, stack: str, bet: str, raises: str = "", more: str = "", board: str = RIVER
) -> Node:
    return tree(spot(board, pot=pot, stack=stack, bet=bet, raises=raises, more=more))[0]


def test_bets_are_of_the_pot_and_raises_of_the_pot_after_the_call() -> None:
    node = at("5", "100", "60%", "50%")
    assert actions(node) == ["check", "bet 3"]
    assert actions(node, "bet 3")[:3] == ["fold", "call", "raise 8.5"]
    # 8.5 called makes 22; half of that on top
    assert actions(node, "bet 3", "raise 8.5")[2] == "raise 19.5"


def test_nothing_is_rounded() -> None:
    assert actions(at("11", "100", "50%")) == ["check", "bet 5.5"]
    assert actions(at("17.3", "100.2", "33.3%")) == ["check", "bet 5.7609"]


def test_sizes_are_sorted_and_each_stands_once() -> None:
    node = at("100", "1000", "100%, 5c, 50%, 100c, 50c")
    assert actions(node) == ["check", "bet 5", "bet 50", "bet 100"]


def test_a_raise_adds_at_least_the_last_bet() -> None:
    node = at("100", "80", "10c", "1c, 2.5x")
    assert actions(node, "bet 10") == ["fold", "call", "raise 20", "raise 25"]
    assert actions(node, "bet 10", "raise 25")[2:] == ["raise 40", "raise 62.5"]


def test_all_in_stands_for_all_that_is_more() -> None:
    node = at("1000", "500", "27%", "60%")
    # a raise to 540 at least would be legal; there are 500
    assert actions(node, "bet 270") == ["fold", "call", "all_in"]
    assert actions(node, "bet 270", "all_in") == ["fold", "call"]
    assert actions(at("1000", "500", "51%, 50%")) == ["check", "all_in"]


def test_without_chips_there_is_nothing_to_decide() -> None:
    node = at("100", "0", "50%")
    assert node == End(SHOWDOWN, (0.0, 0.0))
    assert at("100", "50", "") == End(SHOWDOWN, (0.0, 0.0))


def test_an_uncalled_bet_comes_back() -> None:
    node = at("50", "200", "50%", "60%")
    assert after(node, "bet 25", "fold") == End(FOLDS[1], (0.0, 0.0))
    assert after(node, "check", "bet 25", "fold") == End(FOLDS[0], (0.0, 0.0))
    assert after(node, "bet 25", "raise 85", "fold") == End(FOLDS[0], (25.0, 25.0))
    assert after(node, "bet 25", "raise 85", "call") == End(SHOWDOWN, (85.0, 85.0))


def test_geometric_sizes_are_all_in_at_the_end() -> None:
    # 100 and 900: three bets of 83.46 % make 100 x (1 + 2 x 0.8346)^3 = 1,900
    node = at("100", "900", "e", board=FLOP)
    (bet,) = [float(x[4:]) for x in actions(node) if x.startswith("bet ")]
    assert (1 + 2 * bet / 100) ** 3 == pytest.approx(19, rel=1e-6)
    assert actions(at("100", "900", "e")) == ["check", "all_in"]
    assert actions(at("100", "900", "2e40%", board=TURN)) == ["check", "bet 40"]
    two = at("100", "900", "2e", board=FLOP)
    assert float(actions(two)[1][4:]) == pytest.approx((19**0.5 - 1) * 50, rel=1e-6)


def test_the_published_tree_of_four_sizes() -> None:
    """A turn: 60 %, geometric and all-in, raises of 2.5 times, all-in added and forced, merged."""
    more = "add_all_in = 1.5\nforce_all_in = 0.15\nmerge = 0.1"
    node = at("200", "900", "60%, e, a", "2.5x", more, TURN)
    first = actions(node)
    assert [first[0], first[1], first[3]] == ["check", "bet 120", "all_in"]
    assert round(float(first[2][4:])) == 216
    assert actions(node, "bet 120") == ["fold", "call", "raise 300"]


def test_all_in_is_forced_by_what_is_left_after_the_bet() -> None:
    # 315 of 985 leaves 670, more than the pot after the call
    assert actions(at("300", "985", "105%", more="force_all_in = 0.67"))[1] == "bet 315"
    # 600 of 985 leaves 385 behind a pot of 1,500
    assert actions(at("300", "985", "200%", more="force_all_in = 0.67"))[1] == "all_in"
    assert actions(at("300", "985", "200%", more="force_all_in = 0.25"))[1] == "bet 600"


def test_all_in_is_added_where_it_is_small() -> None:
    assert actions(at("100", "150", "50%", more="add_all_in = 1.5")) == [
        "check",
        "bet 50",
        "all_in",
    ]
    assert actions(at("100", "151", "50%", more="add_all_in = 1.5")) == ["check", "bet 50"]


def test_close_sizes_are_merged_into_the_larger_one() -> None:
    node = at("100", "1000", "50%, 60%, 75%", more="merge = 0.1")
    # 175 is less than 1.1 times 160; 175 is more than 1.1 times 150
    assert actions(node) == ["check", "bet 50", "bet 75"]


def test_all_in_stands_for_most_of_what_is_left() -> None:
    # 315 of 985 is a third; of what is left, not of what there was at the start
    assert actions(at("300", "985", "105%", more="all_in_from = 0.67"))[1] == "bet 315"
    assert actions(at("300", "985", "220%", more="all_in_from = 0.67"))[1] == "all_in"
    # 665 and 670 of 1,000: the share is not rounded
    assert actions(at("100", "1000", "665c", more="all_in_from = 0.67"))[1] == "bet 665"
    assert actions(at("100", "1000", "670c", more="all_in_from = 0.67"))[1] == "all_in"
    # facing 40, a raise to 100 takes 100 of the 160 that are left
    node = at("40", "160", "100%", "100c", "all_in_from = 0.626")
    assert actions(node, "bet 40")[2] == "all_in"
    assert actions(at("40", "160", "100%", "60c", "all_in_from = 0.626"), "bet 40")[2] == (
        "raise 100"
    )


def test_raises_are_limited_by_street() -> None:
    node = at("10", "10000", "10c", "2x", "raise_limit = 2")
    assert actions(node, "bet 10", "raise 20", "raise 40") == ["fold", "call"]
    assert actions(at("10", "10000", "10c", "2x", "raise_limit = 0"), "bet 10") == ["fold", "call"]
    by_street = "raise_limit = {flop = 0, river = 1}"
    node = at("10", "10000", "10c", "2x", by_street)
    assert actions(node, "bet 10", "raise 20") == ["fold", "call"]
    node = at("10", "10000", "10c", "2x", by_street, TURN)
    assert "raise 80" in actions(node, "bet 10", "raise 20", "raise 40")


def test_a_smallest_bet_is_kept_to_on_every_street() -> None:
    given = spot(TURN, pot="10", bet="10%", raises="1c", more="min_bet = 4")
    node, begun = tree(given)
    assert actions(node) == ["check", "bet 4"]
    assert actions(node, "bet 4") == ["fold", "call", "raise 8"]
    river = Street(given, "river", lambda _: End(9, (0.0, 0.0)))
    assert actions(river.node(begun[0])) == ["check", "bet 4"]


def test_every_raise_is_legal_in_another_engine() -> None:
    """All actions of three streets in pokerkit, which says how small and how large a raise is."""
    given = spot(
        FLOP, pot="50", stack="200", bet="33%, 150%, 7c", raises="2.5x, a, 1c", more="min_bet = 2"
    )
    given = replace(given, raise_limits=dict.fromkeys(("flop", "turn", "river"), 2))
    rng = random.Random(5)  # noqa: S311 - a sample, repeatable
    seen = 0
    for _ in range(15):
        theirs: Any = NoLimitTexasHoldem.create_state(
            _AUTOMATIC,
            ante_trimming_status=False,
            raw_antes=0,
            raw_blinds_or_straddles=(25, 25),
            min_bet=2,
            raw_starting_stacks=(225, 225),
            player_count=2,
        )
        theirs.check_or_call()
        theirs.check_or_call()
        start = first_start(given)
        for name in ("flop", "turn", "river"):
            begun: list[Start] = []
            node = Street(given, name, partial(_noted, begun)).node(start)
            while isinstance(node, Decision):
                if theirs.actor_index != node.player:  # without a donk size there is no choice
                    theirs.check_or_call()
                assert theirs.actor_index == node.player
                least = theirs.min_completion_betting_or_raising_to_amount
                most = theirs.max_completion_betting_or_raising_to_amount
                for action in node.actions:
                    if action not in {"fold", "check", "call"}:
                        to = most if action == "all_in" else Fraction(action.split()[1])
                        assert least - Fraction(1, 10**6) <= to <= most
                        seen += 1
                action = rng.choice([x for x in node.actions if x != "fold"])
                if action in {"check", "call"}:
                    theirs.check_or_call()
                else:
                    to = most if action == "all_in" else Fraction(action.split()[1])
                    theirs.complete_bet_or_raise_to(to)
                node = node.actions[action]
            assert isinstance(node, End)
            if node.kind < 9 or theirs.actor_index is None:
                break
            start = begun[node.kind - 9]
    assert seen > 100


def _noted(to: list[Start], start: Start) -> End:
    to.append(start)
    return End(9 + len(to) - 1, (0.0, 0.0))


def test_a_donk_bet_has_its_own_sizes() -> None:
    given = spot(TURN, bet="50%", donk="20%")
    _, begun = tree(given)
    # checked through; called by the one in position; called by the other one
    led = [start.led for start in begun]
    assert sorted(led) == [False, False, True]
    river = Street(given, "river", lambda _: End(9, (0.0, 0.0)))
    for start in begun:
        pot = start.state.pot
        wanted = f"bet {float(pot * Fraction(1, 5 if start.led else 2)):g}"
        assert actions(river.node(start)) == ["check", wanted]
    silent = spot(TURN, bet="50%")
    (start,) = [start for start in tree(silent)[1] if start.led]
    node = Street(silent, "river", lambda _: End(9, (0.0, 0.0))).node(start)
    assert isinstance(node, Decision)
    assert node.player == 1  # the one out of position can only check
    assert list(node.actions) == ["check", "bet 50"]


def test_sizes_before_the_board_have_no_use() -> None:
    """What README says: an earlier street's sizes, and donk on the board's own."""
    with_them, without = spot(bet="50%", donk="20%"), spot(bet="50%")
    assert tree(with_them) == tree(without)
    oop, ip = ({"river": streets["river"]} for streets in with_them.sizes)
    assert tree(replace(with_them, sizes=(oop, ip))) == tree(without)


def test_all_in_and_called_before_the_river_has_no_more_decisions() -> None:
    given = spot(TURN, bet="a")
    _, begun = tree(given)
    river = Street(given, "river", lambda _: End(9, (0.0, 0.0)))
    ends = [river.node(start) for start in begun]
    assert End(SHOWDOWN, (200.0, 200.0)) in ends


def test_too_large_a_tree_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError) as caught:
        at("1", "1000000", "1c", "1c")
    wanted = "the sizes make more than 60 actions in a row on the river: give larger raises"
    assert str(caught.value) == wanted
    monkeypatch.setattr("gutshot.holdem.postflop.tree.MOST_DECISIONS", 300)
    with pytest.raises(InputError) as caught:
        at("10", "100000", "10%,20%,30%,40%,50%,75%", "20%,30%,40%,50%,75%")
    assert str(caught.value) == "the sizes make more than 300 decisions on the river: give fewer"


def test_a_file_says_all() -> None:
    text = spot_text(more='rake = 0.05\nrake_cap = 2.5\ntarget = "0.25%pot"\niterations = 77')
    given = parse_spot(text)
    assert given.pot == 50
    assert given.stack == 200
    assert given.street == "river"
    assert (given.rake.fraction, given.rake.cap) == (Fraction(1, 20), Fraction(5, 2))
    assert (given.target, given.iterations) == (Fraction(1, 8), 77)
    assert parse_spot(spot_text()).target == Fraction(3, 20)
    assert parse_spot(spot_text(more="target = 0.1")).target == Fraction(1, 10)


@pytest.mark.parametrize("size", ["50", "x", "2x", "0%", "-5%", "50%%", "aa", "0e", "5e%"])
def test_sizes_that_are_none(size: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_sizes(f"33%, {size}", "oop.river bet", raising=False)
    assert str(caught.value).startswith("oop.river bet: ")
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bord = 1", "'bord' is no key; there are board, pot, stack"),
        ("rake = 5", "rake is a share of the pot, 0.05 for 5 %, not 5"),
        ("rake = -0.1", "rake is 0 or more"),
        ("rake = nan", "rake is 0 or more and at most 1,000,000,000, not nan"),
        ("target = inf", 'target is "0.3%pot", or a number of chips above 0'),
        ("iterations = nan", "iterations is a whole number, like 1000"),
        ("all_in_from = 67", "all_in_from is a share of what a player has left, 0.67 for 67 %, no"),
        ("raise_limit = 1.5", "raise_limit is a whole number of raises from 0 to 60, or one by"),
        ("raise_limit = true", "raise_limit is a whole number of raises from 0 to 60, or one by"),
        ("raise_limit = {preflop = 1}", "'preflop' in [raise_limit] is no key; there are flop, "),
        ("rake = true", "rake is a number, like rake = 0.05"),
        ("rake = 1e400", "rake is 0 or more and at most 1,000,000,000, not inf"),
        ("target = 0", 'target is "0.3%pot", or a number of chips above 0'),
        ('target = "3%"', 'target is "0.3%pot", or a number of chips above 0'),
        ('target = "x%pot"', 'target is "0.3%pot", or a number of chips above 0'),
        ("iterations = 1.5", "iterations is a whole number, like 1000"),
        ("iterations = 0", "iterations is 1 to 1,000,000, not 0"),
        ("pot = 3", "no TOML: Cannot overwrite a value"),
        ("oop = 3", "no TOML: "),
        ("[oop.preflop]", "'preflop' in [oop] is no key; there are flop, turn, river"),
        ("[ip.river.x]", "'x' in [ip.river] is no key; there are bet, raise, donk"),
    ],
)
def test_a_mistake_in_a_file_is_one_line(line: str, said: str) -> None:
    base = spot_text()
    text = base + line if line.startswith("[") else f"{line}\n{base}"
    with pytest.raises(InputError) as caught:
        parse_spot(text)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pot = 50", "", "'pot' is missing; a spot needs board, pot, stack, oop_range, ip_range"),
        ("pot = 50", "pot = 0", "pot is more than 0 and at most 1,000,000,000, not 0"),
        ("pot = 50", 'pot = "50"', "pot is a number, like pot = 50"),
        ("pot = 50", "pot = nan", "pot is more than 0 and at most 1,000,000,000, not nan"),
        ("pot = 50", "pot = -inf", "pot is more than 0 and at most 1,000,000,000, not -inf"),
        ("stack = 200", "stack = -1", "stack is 0 or more"),
        (RIVER, "Qs Jh", "board has 2 cards; it takes 3, 4 or 5"),
        (RIVER, "Qs Jh Qs 2c 3c", "board: Qs is there twice"),
        (RIVER, "Qs Jh Jk 2c 3c", "board: hold'em is played without jokers"),
        (RIVER, "Qs Jh Zz", "board: can't read 'Zz'"),
        (f'"{RIVER}"', "7", 'board is a text in quotes, like board = "Qs Jh 2h"'),
        ("QQ:0.5", "QQ:5", "oop_range: 'QQ:5' has no weight that can be used"),
        ('bet = "50%"', "bet = 50", 'bet is a text in quotes, like bet = "50%, a"'),
        ('raise = ""', 'raise = "60"', "oop.flop raise: can't read '60' as a size"),
        ('raise = ""', 'raise = "1x"', "oop.flop raise: '1x' bets nothing"),
        ("[ip.flop]", '[ip.flop]\ndonk = "50%"', "ip.flop: only oop can bet first, and has donk"),
    ],
)
def test_a_spot_with_a_mistake_is_one_line(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_spot(spot_text().replace(old, new, 1))
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"can't read .*No such file"):
        load_spot(tmp_path / "none.toml")
    with pytest.raises(InputError, match=r"can't read .*directory"):
        load_spot(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"board = '\xe4'")
    with pytest.raises(InputError, match=r"latin\.toml is no text in UTF-8"):
        load_spot(tmp_path / "latin.toml")
    (tmp_path / "broken.toml").write_text("board = ")
    with pytest.raises(InputError, match=r"broken\.toml: no TOML: "):
        load_spot(tmp_path / "broken.toml")
    (tmp_path / "good.toml").write_text(spot_text())
    assert load_spot(tmp_path / "good.toml").pot == 50
