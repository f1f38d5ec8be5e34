"""TexasSolver's console input: the same spot as in our words, and mistakes by their line."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.holdem.postflop_spots import IP, OOP, spot_text

from gutshot.errors import InputError
from gutshot.holdem.postflop.nodes import SpotTree
from gutshot.holdem.postflop.spec import parse_spot, spot_keys
from gutshot.holdem.postflop.texas_input import is_texas, load_any_spot, parse_texas

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = f"""set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h
set_range_ip {IP}
set_range_oop {OOP}
set_bet_sizes oop,flop,bet,50
set_bet_sizes oop,flop,raise,60
set_bet_sizes oop,flop,allin
set_bet_sizes ip,flop,bet,50
set_bet_sizes ip,flop,raise,60
set_bet_sizes ip,flop,allin
set_bet_sizes oop,turn,bet,50
set_bet_sizes oop,turn,raise,60
set_bet_sizes oop,turn,allin
set_bet_sizes ip,turn,bet,50
set_bet_sizes ip,turn,raise,60
set_bet_sizes ip,turn,allin
set_bet_sizes oop,river,bet,50
set_bet_sizes oop,river,donk,50
set_bet_sizes oop,river,raise,60,100
set_bet_sizes oop,river,allin
set_bet_sizes ip,river,bet,50
set_bet_sizes ip,river,raise,60,100
set_bet_sizes ip,river,allin
set_allin_threshold 0.67
build_tree
set_thread_num 8
set_accuracy 0.5
set_max_iteration 200
set_print_interval 10
set_use_isomorphism 1
start_solve
set_dump_rounds 2
dump_result output_result.json
"""


def test_it_is_the_spot_in_our_words() -> None:
    assert is_texas(SAMPLE)
    found = parse_texas(SAMPLE)
    ours = spot_text(
        "Qs Jh 2h",
        bet="50%, a",
        raises="60%, a",
        more='target = "0.5%pot"\niterations = 200\nall_in_from = 0.67',
    )
    ours = ours.replace('donk = ""\n', "")
    for player in ("oop", "ip"):
        head = f'[{player}.river]\nbet = "50%, a"\nraise = "60%'
        ours = ours.replace(head, f"{head}, 100%")
    ours = ours.replace("[oop.river]\n", '[oop.river]\ndonk = "50%"\n')
    assert spot_keys(found.spot) == spot_keys(parse_spot(ours))
    assert [number for number, _, _ in found.left_out] == [27, 30, 31, 33, 34]
    assert found.left_out[0] == (27, "set_thread_num 8", "all processors are used")


def test_its_tree_has_the_raises_that_a_rounded_threshold_lost() -> None:
    """From 0.665 of the stack on all-in is written as such, and before there is a raise."""
    tree = SpotTree(parse_texas(SAMPLE).spot)
    first = tree.at("b25").place
    assert first is not None
    # 25 to call and 60 % of the 100 after it
    assert first.actions == ("fold", "call", "raise 85", "all_in")
    again = tree.at("b25-r85").place
    assert again is not None
    # 60 to call and 60 % of 220: 192 of the 175 behind is all-in
    assert again.actions == ("fold", "call", "all_in")


def test_files_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "texas.txt").write_text(f"# a comment\n\n{SAMPLE}")
    (tmp_path / "ours.toml").write_text(spot_text())
    assert load_any_spot(tmp_path / "texas.txt").spot.pot == 50
    assert load_any_spot(tmp_path / "ours.toml").left_out == ()
    assert not is_texas(spot_text())
    with pytest.raises(InputError, match=r"ours\.toml: line 1: 'board' is no command that is kno"):
        load_any_spot(tmp_path / "ours.toml", texas=True)


def test_ranges_of_other_programs_are_read() -> None:
    text = spot_text(oop="QQ+,[50.0]AKs,KQo[/50.0]", ip="AA@50, KK")
    given = parse_spot(text)
    assert given.ranges[0].text == "QQ+,AKs:0.5,KQo:0.5"
    assert Fraction(int(given.ranges[1].weights.max()), given.ranges[1].denominator) == 1
    assert spot_keys(given)["ip_range"] == "KK,AA:0.5"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("set_pot 50", "set_pot fifty", "line 1: 'fifty' is no number"),
        ("set_pot 50\n", "", "there is no line 'set_pot ...'"),
        ("set_accuracy 0.5", "set_accuracy 0", "set_accuracy is a percentage of the pot above 0"),
        (
            "set_allin_threshold 0.67",
            "set_allin_threshold 67",
            "line 25: set_allin_threshold is a ",
        ),
        ("oop,flop,bet,50", "oop,preflop,bet,50", "line 6: 'oop,preflop,bet,50' names no player "),
        ("oop,flop,bet,50", "oop,flop,check,50", "line 6: 'check' is none of bet, raise, donk an"),
        ("oop,flop,bet,50", "oop,flop,bet", "line 6: 'oop,flop,bet' has no size"),
        ("oop,flop,bet,50", "ip,flop,donk,50", "line 6: only oop can bet first, and has donk"),
        ("set_max_iteration 200", "set_max_iteration 1.5", "line 29: '1.5' is no whole number"),
        ("build_tree", "biuld_tree", "line 26: 'biuld_tree' is no command that is known"),
        ("Qs,Jh,2h", "Qs,Jh", "board has 2 cards; it takes 3, 4 or 5"),
    ],
)
def test_a_mistake_is_named_by_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_texas(SAMPLE.replace(old, new, 1))
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
