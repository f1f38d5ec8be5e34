"""Spots for prizes: shipped payouts, who is elsewhere, and one line for what is no tournament."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.holdem.preflop.spots import spot

from gutshot.catalogue import data_files
from gutshot.errors import InputError
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.exact_numbers import exact_toml
from gutshot.holdem.preflop.payouts import shipped_payouts


@pytest.mark.parametrize("name", ["bubble", "final-table"])
def test_payouts_are_what_their_files_say(name: str) -> None:
    (text,) = (file.text for file in data_files("payouts") if file.id == name)
    facts = exact_toml(text, name)["facts"]
    payouts = shipped_payouts(name)
    assert payouts.left == {"bubble": 10, "final-table": 9}[name]
    assert len(payouts.prizes) == facts["paid"] == 9
    assert sum(payouts.prizes) == facts["sum"] == 100
    assert payouts.prizes[0] / payouts.prizes[-1] == facts["first_over_last"]
    assert sorted(payouts.prizes, reverse=True) == [*payouts.prizes]
    steps = [float(a / b) for a, b in zip(payouts.prizes, payouts.prizes[1:], strict=False)]
    gaps = [float(a - b) for a, b in zip(payouts.prizes, payouts.prizes[1:], strict=False)]
    if name == "bubble":
        assert min(gaps) == 1.0
    else:
        assert facts["first_over_last"] == 11
        assert 1.25 <= min(steps) <= max(steps) <= 1.45


def test_players_who_are_not_seated_keep_the_starting_stack() -> None:
    assert spot(6, 15, format="bubble").elsewhere == (Fraction(15),) * 4
    assert spot(9, 15, format="bubble").elsewhere == (Fraction(15),)
    assert spot(9, 15, format="final-table").elsewhere == ()
    assert spot(2, 15, format="final-table").with_stack(Fraction(9)).elsewhere == (Fraction(9),) * 7
    uneven = spec_from({"stacks": [8, 4], "format": "bubble"}, "test")
    assert uneven.elsewhere == (Fraction(6),) * 8
    assert spot(6, 15, format="bubble").ante_bb == 1
    # 100 for 10 times 15 and the ante
    assert spot(6, 15, format="bubble").prize_of_bb == Fraction(100, 151)
    assert spot(6, 15, format="bubble", ante_from_stack=True).prize_of_bb == Fraction(100, 150)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            {"players": 3, "stacks": [9, 8, 9]},
            "stacks: bubble of 3 players has equal ones; uneven ones",
        ),
        ({"payouts": [3, 5]}, "payouts: place 2 is paid more than place 1; best comes first"),
        ({"payouts": []}, "payouts are numbers of 0 or more, best first, one above 0"),
        ({"payouts": [1, -1]}, "payouts are numbers of 0 or more, best first, one above 0"),
        ({"payouts": ["much"]}, "payouts are numbers, best first, not 'much'"),
        ({"payouts": 5}, "payouts is a list of prizes, best first, or a name in quotes"),
        ({"payouts": "steep"}, "payouts: there is no 'steep'; there are bubble, final-table"),
        ({"payouts": {"prizes": [1]}}, "'prizes' is no key here; there are name, source, left"),
        ({"payouts": {"left": 1, "payouts": [1]}}, "left is a number of players from 2 to 10000"),
        ({"payouts": [1] * 10}, "payouts: all 10 players who are left get the same"),
        ({"stacks_elsewhere": [0]}, "a stack elsewhere is above 0 and at most 20000 big blinds"),
        ({"stacks_elsewhere": 9}, "stacks_elsewhere is a list of stacks such as"),
        ({"stacks_elsewhere": [9] * 19}, "21 players are left, those elsewhere included; up to 20"),
        ({"rake": {"fraction": "1/20"}}, "bubble has no rake: chips of a tournament stay in it"),
        ({"players": 5, "entrants": 4}, "bubble has 2 or 3 entrants, not 4"),
        ({"format": "ante", "payouts": [1]}, "payouts and stacks_elsewhere are of bubble and"),
    ],
)
def test_one_line_for_what_is_no_tournament(table: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        spec_from({"format": "bubble"} | table, "test")
    assert "\n" not in str(raised.value)
