"""How large a spot is: the same as what is built."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.holdem.postflop_spots import RIVER, TURN, spot

from gutshot.errors import InputError
from gutshot.holdem.postflop import estimate
from gutshot.holdem.postflop.estimate import measure, refuse_too_large, savings
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.holdem.postflop.sizes import parse_sizes

OOP, IP = "TT,99,KJs,AQs,A5s:0.5,87s", "KK,TT:0.25,T9s,AQs,KQo"


@pytest.mark.parametrize(
    ("board", "bet", "raises"),
    [(RIVER, "50%, a", "60%"), (TURN, "33%, 75%", "2.5x, a"), ("9s 9h 5d", "50%", "")],
)
def test_it_is_what_is_built(board: str, bet: str, raises: str) -> None:
    given = spot(board, oop=OOP, ip=IP, bet=bet, raises=raises, donk="20%")
    size = measure(given)
    game = PostflopGame(given)
    assert len(size.streets) == len(game.levels)
    for street, level in zip(size.streets, game.levels, strict=True):
        assert street.beginnings == level.forest.roots
        assert street.boards == len(level.boards)
        assert street.endings == level.forest.ends
        assert street.decisions == sum(len(seat.first) for seat in level.forest.seats)
        assert street.memory_bytes == sum(table.nbytes for table in level.tables)
    assert size.decisions == sum(street.decisions for street in size.streets)


def test_savings_are_the_sizes_of_the_smaller_spots() -> None:
    given = spot(TURN, oop=OOP, ip=IP, bet="50%, a", raises="60%")
    found = savings(given)
    assert [one.memory_bytes for one in found] == sorted(one.memory_bytes for one in found)
    # sizes of the flop are there, but have no use on a turn
    assert {one.where for one in found if ".flop " in one.where} == {
        f"{player}.flop {size}"
        for player in ("oop", "ip")
        for size in ("bet 50%", "bet a", "raise 60%")
    }
    (one,) = [one for one in found if one.where == "ip.river bet a"]
    oop, ip = given.sizes
    river = replace(ip["river"], bet=parse_sizes("50%", "", raising=False))
    smaller = replace(given, sizes=(oop, {**ip, "river": river}))
    assert one.memory_bytes == measure(smaller).memory_bytes


def test_too_large_a_spot_says_what_to_leave_out(monkeypatch: pytest.MonkeyPatch) -> None:
    given = spot(TURN, oop=OOP, ip=IP, bet="50%, a", raises="60%")
    size = measure(given)
    assert refuse_too_large(given) == size
    best = savings(given)[0].where
    with pytest.raises(InputError) as caught:
        refuse_too_large(given, 1000)
    said = str(caught.value)
    assert said.startswith("the spot takes 0.00 GB of memory, at most 1e-06 GB; without a size: ")
    assert f"without a size: {best} (" in said
    monkeypatch.setattr(estimate, "MOST_DECISIONS", 20)
    with pytest.raises(InputError, match=r"takes \d+ decisions on the river, at most 20; without"):
        refuse_too_large(given)
    monkeypatch.setattr(estimate, "_MOST_GROWN", 1)
    with pytest.raises(InputError, match="at most 20; give fewer sizes or smaller ranges"):
        refuse_too_large(given)
    monkeypatch.setattr(estimate, "_MOST_COUNTED", 5)
    with pytest.raises(InputError, match="the sizes make more than 5 decisions up to the turn"):
        measure(given)
    monkeypatch.undo()
    with pytest.raises(InputError, match="give fewer sizes or smaller ranges"):
        refuse_too_large(spot(bet=""), -1)
