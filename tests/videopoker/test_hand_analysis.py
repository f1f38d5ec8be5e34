"""One hand: the form of its 32 holds, and what is no hand."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.text import parse_hand
from gutshot.errors import HandError
from gutshot.videopoker import ENGINE_VERSION, analyse_hand, game

if TYPE_CHECKING:
    from collections.abc import Sequence

JACKS = game("jacks-or-better-9-6")
JOKER = game("joker-poker-kings-20-7-5")

LIGHT = """
import json, sys
import gutshot.videopoker
from gutshot.videopoker import analyse_hand, game
hand = analyse_hand((51, 47, 43, 39, 1), game("jacks-or-better-9-6"))
heavy = {"numba", "llvmlite", "fastapi", "starlette", "sqlalchemy", "uvicorn", "jinja2", "pandas"}
print(json.dumps([str(hand.holds[0].ev), hand.best, sorted(heavy & set(sys.modules))]))
"""


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ((), "0 cards are no deal: a deal has 5 cards"),
        ((0, 1, 2, 3), "4 cards are no deal: a deal has 5 cards"),
        ((0, 1, 2, 3, 4, 5), "6 cards are no deal: a deal has 5 cards"),
        ((0, 1, 2, 3, 52), "card id 52 is not in the deck standard: ids run from 0 to 51"),
        ((-1, 1, 2, 3, 4), "card id -1 is not in the deck standard: ids run from 0 to 51"),
        ((51, 1, 2, 3, 51), "As is dealt twice: a deal has 5 different cards"),
    ],
)
def test_what_is_no_deal_is_refused_in_one_line(deal: Sequence[int], message: str) -> None:
    with pytest.raises(HandError) as caught:
        analyse_hand(deal, JACKS)
    assert str(caught.value) == message


def test_a_joker_more_than_the_deck_has_is_refused() -> None:
    assert analyse_hand((0, 1, 2, 3, 52), JOKER).dealt_category == "five_of_a_kind"
    with pytest.raises(
        HandError, match="card id 53 is not in the deck joker: ids run from 0 to 52"
    ):
        analyse_hand((0, 1, 2, 52, 53), JOKER)
    with pytest.raises(HandError, match="Jk is dealt twice"):
        analyse_hand((0, 1, 2, 52, 52), JOKER)


def test_the_holds_are_all_32_best_first_with_every_completion() -> None:
    for name, text in (
        ("jacks-or-better-9-6", "As Ks Qs Js 2d"),
        ("joker-poker-kings-20-7-5", "Jk As Kh 5d 3c"),
    ):
        table = game(name)
        hand = analyse_hand(parse_hand(text, table.deck), table)
        assert hand.engine_version == ENGINE_VERSION
        assert hand.table is table
        assert sorted(hold.mask for hold in hand.holds) == list(range(32))
        evs = [hold.ev for hold in hand.holds]
        assert evs == sorted(evs, reverse=True)
        assert {hold.mask for hold in hand.holds if hold.ev == evs[0]} == set(hand.best)
        assert sum(hold.completions for hold in hand.holds) == comb(table.deck.size, 5)
        pays = {line.category: line.pays for line in table.lines} | {"no_win": Fraction(0)}
        for hold in hand.holds:
            assert hold == hand.hold(hold.mask)
            assert hold.cards == tuple(c for i, c in enumerate(hand.deal) if hold.mask >> i & 1)
            assert list(hold.counts) == [line.category for line in table.lines] + ["no_win"]
            draws = comb(table.deck.size - 5, 5 - len(hold.cards))
            assert sum(hold.counts.values()) == hold.completions == draws
            assert hold.ev == sum(n * pays[c] for c, n in hold.counts.items()) / draws


def test_a_known_draw_to_a_royal() -> None:
    hand = analyse_hand(parse_hand("As Ks Qs Js 2d", JACKS.deck), JACKS)
    best = hand.hold(0b01111)
    assert hand.best == (0b01111,)
    assert best.counts == {
        "royal_flush": 1,
        "straight_flush": 0,
        "four_of_a_kind": 0,
        "full_house": 0,
        "flush": 8,
        "straight": 3,
        "three_of_a_kind": 0,
        "two_pair": 0,
        "jacks_or_better": 12,
        "no_win": 23,
    }
    assert best.ev == Fraction(800 + 8 * 6 + 3 * 4 + 12, 47)
    assert hand.dealt_category == "no_win"
    assert hand.hold(0b11111).counts["no_win"] == 1


def test_writing_into_a_result_leaves_the_next_one_alone() -> None:
    deal = (3, 17, 20, 34, 50)
    before = analyse_hand(deal, JACKS).count_matrix.copy()
    analyse_hand(deal, JACKS).count_matrix[:] = 0
    assert np.array_equal(analyse_hand(deal, JACKS).count_matrix, before)


def test_tables_with_one_order_share_counts_but_not_payouts() -> None:
    dearer = JACKS.with_payouts({"royal_flush": 4_000})
    deal = parse_hand("As Ks Qs Js 2d", JACKS.deck)
    cheap, dear = analyse_hand(deal, JACKS), analyse_hand(deal, dearer)
    assert np.array_equal(cheap.count_matrix, dear.count_matrix)
    assert dear.holds[0].ev - cheap.holds[0].ev == Fraction(3_200, 47)


def test_cards_may_be_ints_of_numpy() -> None:
    deal = (51, 47, 43, 39, 1)
    for dtype in (np.int64, np.uint8):
        assert analyse_hand(tuple(np.array(deal, dtype)), JACKS).deal == deal
        assert analyse_hand(tuple(np.array(deal, dtype)), JACKS).best == (0b01111,)


def test_one_hand_needs_neither_compiler_nor_server_nor_database() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["872/47", [0b01111], []]
    assert done.stderr == ""
