"""Exports come back identical; statistics add up; anything else is one clear line."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cards.text import parse_cards
from gutshot.errors import InputError
from gutshot.play.videopoker.records import HandRecord, from_csv, from_json, to_csv, to_json
from gutshot.play.videopoker.statistics import running_totals, summarise

HAND = HandRecord(
    hand_id="h" * 8,
    session_id="s" * 8,
    game="jacks-or-better-9-6",
    pay_table_name="Jacks or Better 9/6",
    deck="standard",
    pays="royal_flush=800 flush=6",
    pay_table_version="c75650d8a28b",
    engine_version="videopoker-1",
    mode="play",
    deal="As Ks Qs Js 2d",
    reserve="2c 3c 4c 5c 6c",
    first_hold_mask=7,
    hold_mask=15,
    final="As Ks Qs Js 2c",
    category="no_win",
    stake_credits=5,
    payout_credits=0,
    best="15",
    best_ev="872/47",
    first_ev="30/47",
    ev="872/47",
    gap="842/47",
    game_return="1653526326983/1661102543100",
    shape="four to a royal flush",
    dealt_at="2026-01-01T00:00:00+00:00",
    drawn_at="2026-01-01T00:00:09+00:00",
    seconds=8.25,
    plays=1,
    payouts="0",
)

THREE = replace(
    HAND,
    plays=3,
    reserve="2c 3c 4c 5c 6c / Ts 3c 4c 5c 6c / 9s 2c 4c 5c 6c",
    final="As Ks Qs Js 2c / As Ks Qs Js Ts / As Ks Qs Js 9s",
    category="no_win / royal_flush / flush",
    payouts="0 / 4000 / 30",
    stake_credits=15,
    payout_credits=4030,
)

texts = st.text(st.characters().filter(str.isprintable), max_size=12)
fractions = st.fractions(0, 1000).map(str)


@st.composite
def records(draw: st.DrawFn) -> HandRecord:
    best = draw(st.fractions(0, 800))
    first, ev = (draw(st.fractions(0, 1)) * best for _ in range(2))
    return replace(
        draw(st.sampled_from([HAND, THREE])),
        hand_id=draw(texts),
        pay_table_name=draw(texts),
        stake_credits=draw(st.sampled_from([5, 10])),
        payout_credits=draw(st.integers(0, 4000)),
        best_ev=str(best),
        first_ev=str(first),
        ev=str(ev),
        game_return=draw(fractions),
        shape=draw(st.sampled_from(["low pair", "nothing"])),
        seconds=draw(st.floats(0, 1e6)),
    )


@given(st.lists(records(), max_size=5))
def test_json_and_csv_come_back_identical(hands: list[HandRecord]) -> None:
    assert from_json(to_json(hands)) == hands
    assert from_csv(to_csv(hands)) == hands


@given(st.lists(records(), min_size=1, max_size=8))
def test_statistics_add_up_to_the_last_digit(hands: list[HandRecord]) -> None:
    whole = summarise(hands)
    assert whole.parts.net == whole.net_credits
    assert whole.lost_credits == sum(one.lost_credits for one in whole.by_shape)
    assert whole.deals == len(hands) == sum(one.decisions for one in whole.by_shape)
    assert whole.hands == sum(one.plays for one in hands)
    assert whole.hands * whole.lost_per_hand == whole.lost_credits
    assert whole.deals * whole.lost_per_deal == whole.lost_credits
    assert whole.right == sum(one.right for one in whole.by_shape)
    assert running_totals(hands)[-1] == whole.parts
    halves = summarise(hands[:1]).parts + summarise(hands[1:]).parts
    assert halves == whole.parts


def test_a_decision_is_judged_by_the_first_choice_and_luck_by_the_draw() -> None:
    stats = summarise([HAND])
    assert stats.lost_credits == 5 * Fraction(842, 47)
    assert stats.parts.mistakes == 0
    assert stats.right == stats.accuracy == 0


def test_a_mistake_on_several_hands_costs_as_many_times_as_much() -> None:
    one, three = summarise([HAND]), summarise([THREE])
    assert three.lost_credits == 3 * one.lost_credits
    assert three.lost_per_hand == one.lost_per_hand
    assert three.lost_per_deal == 3 * one.lost_per_deal
    assert (three.deals, three.hands) == (1, 3)
    assert three.parts.game == 3 * one.parts.game
    assert three.parts.deal_luck == 3 * one.parts.deal_luck
    assert three.parts.net == 4030 - 15
    both = summarise([HAND, THREE])
    assert (both.deals, both.hands, both.right) == (2, 4, 0)
    assert both.lost_per_hand == one.lost_per_hand


def test_a_record_gives_its_hands() -> None:
    assert [(hand.category, hand.payout_credits) for hand in THREE.hands] == [
        ("no_win", 0),
        ("royal_flush", 4000),
        ("flush", 30),
    ]
    assert [one.category for one in THREE.tally] == ["royal_flush", "flush", "no_win"]
    assert len(THREE.order) == 20
    assert HAND.hands[0].cards == parse_cards(HAND.final)


FIRST_VERSION = Path(__file__).parents[1] / "data" / "hands_version_1"


def test_exports_of_the_first_version_are_read() -> None:
    """Files as they were written when a deal had one hand."""
    by_json = from_json(FIRST_VERSION.with_suffix(".json").read_text())
    by_csv = from_csv(FIRST_VERSION.with_suffix(".csv").read_text())
    assert by_json == by_csv
    assert len(by_json) == 3
    for record in by_json:
        assert record.plays == 1
        assert record.payouts == str(record.payout_credits)
        assert record.hands[0].cards == parse_cards(record.final)
    assert from_json(to_json(by_json)) == by_json


def test_accuracy_and_ev_lost_are_different_things() -> None:
    right = replace(HAND, first_hold_mask=15, first_ev="872/47")
    tiny = replace(HAND, first_ev=str(Fraction(872, 47) - Fraction(2, 1000)))
    stats = summarise([right] * 99 + [tiny])
    assert stats.accuracy == Fraction(99, 100)
    assert stats.lost_per_hand == 5 * Fraction(2, 1000) / 100
    assert stats.lost_per_thousand == Fraction(1, 10)
    assert stats.near_misses == 1


def broken() -> list[tuple[str, str]]:
    hand: dict[str, Any] = json.loads(to_json([HAND]))["hands"][0]

    def with_(**changes: object) -> str:
        return json.dumps({"schema": "gutshot.videopoker.hands/2", "hands": [{**hand, **changes}]})

    return [
        ("{", "JSON"),
        ("[]", "schema"),
        ('{"schema": "gutshot.videopoker.hands/1"}', "list"),
        (with_().replace("hands/2", "hands/1"), "fields"),
        (with_(plays=None), "plays is no int"),
        (with_(extra=1), "fields"),
        (with_(hold_mask="7"), "hold_mask is no int"),
        (with_(hold_mask=True), "hold_mask is no int"),
        (with_(ev="1/0"), "ev"),
        (with_(dealt_at="yesterday"), "dealt_at"),
        (with_(seconds="8"), "seconds is no float"),
        (with_(best_ev="1e99999999"), "best_ev"),
        (with_(game="\ud800"), "printed"),
        ("[" * 100_000, "JSON"),
    ]


@pytest.mark.parametrize(("text", "says"), broken())
def test_what_is_no_export_is_one_clear_line(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        from_json(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", '"', "\x00"])
def test_what_is_no_csv_export_is_one_clear_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        from_csv(text)
    assert "\n" not in str(caught.value)
