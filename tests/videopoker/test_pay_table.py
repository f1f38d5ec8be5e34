"""Reading pay tables: what a payout may look like, and in what order lines stand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.videopoker.played import JACKS

from gutshot.cards.decks import DECKS
from gutshot.evaluate.categories import BIT, DECK_CATEGORIES
from gutshot.videopoker import (
    PayTable,
    analyse_hand,
    from_mapping,
    from_toml,
    game,
    games,
    load_pay_table,
)
from gutshot.videopoker.pay_table import MAX_SCALED_PAYOUT, parse_payout, resolve

if TYPE_CHECKING:
    from pathlib import Path

WRITTEN = """\
name = "Mine"
deck = "joker"
family = "Joker Poker"
aliases = ["my-joker"]
source = "a photograph"
note = "seen in 1998"

[pays]
straight = 3
natural_royal = 800.0
"Two Pair" = "0.5"
five-of-a-kind = "1199/5"
flush = 4.25
kings_or_better = 0

[expected]
numerator = 12
variance = "1.5 .. 2"
"""


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        (6, Fraction(6)),
        (0, Fraction(0)),
        ("6", Fraction(6)),
        (" 6 ", Fraction(6)),
        (4.5, Fraction(9, 2)),
        (0.1, Fraction(1, 10)),  # as it is written, not as the nearest float
        (80.8, Fraction(404, 5)),
        ("80.8", Fraction(404, 5)),
        (Decimal("80.80"), Fraction(404, 5)),
        (Decimal("1E+3"), Fraction(1_000)),
        (1e5, Fraction(100_000)),
        (1e-5, Fraction(1, 100_000)),
        ("1199/5", Fraction(1199, 5)),
        ("1199 / 5", Fraction(1199, 5)),
        ("0/3", Fraction(0)),
        (Fraction(22, 7), Fraction(22, 7)),
        ("0.333333333333", Fraction(333_333_333_333, 10**12)),
        (10**12, Fraction(10**12)),
        (str(10**12), Fraction(10**12)),
    ],
)
def test_a_payout_is_read_exactly(written: object, exact: Fraction) -> None:
    assert parse_payout(written, "here") == exact


def test_a_toml_text_says_everything_about_a_table() -> None:
    table = from_toml(WRITTEN, "mine.toml", id="mine")
    assert (table.id, table.name, table.deck) == ("mine", "Mine", DECKS["joker"])
    assert (table.family, table.aliases) == ("Joker Poker", ("my-joker",))
    assert (table.source, table.note) == ("a photograph", "seen in 1998")
    assert (table.expected.numerator, table.expected.variance) == (12, "1.5 .. 2")
    assert [(line.category, line.pays) for line in table.lines] == [
        ("natural_royal", 800),
        ("five_of_a_kind", Fraction(1199, 5)),
        ("flush", Fraction(17, 4)),
        ("straight", 3),
        ("two_pair", Fraction(1, 2)),
        ("kings_or_better", 0),
    ]
    assert table.scale == 20
    assert table.scaled_pays.tolist() == [16_000, 4_796, 85, 60, 10, 0, 0]
    assert [line.label for line in table.lines][:2] == ["Natural royal", "Five of a kind"]
    assert table.lines[0].canonical == "royal_flush"
    assert table.categories[-1] == "no_win"


def test_a_decimal_without_quotes_is_not_rounded_to_a_float() -> None:
    text = 'deck = "standard"\n[pays]\nroyal_flush = 0.100000000000\nflush = 0.300000000001'
    table = from_toml(text, "mine.toml")
    assert {line.category: line.pays for line in table.lines} == {
        "royal_flush": Fraction(1, 10),
        "flush": Fraction(300_000_000_001, 10**12),
    }


def test_a_table_without_a_name_takes_that_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "my-table.toml"
    path.write_text('deck = "standard"\n[pays]\nroyal_flush = 800\n', encoding="utf-8")
    table = load_pay_table(path)
    assert (table.id, table.name) == ("my-table", "my-table.toml")
    assert load_pay_table(str(path)) == table


def test_a_file_may_begin_with_a_byte_order_mark_and_end_lines_as_windows_does(
    tmp_path: Path,
) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + WRITTEN.replace("\n", "\r\n").encode())
    assert load_pay_table(path).lines == from_toml(WRITTEN, "mine").lines


def test_lines_stand_by_payout_then_from_specific_to_general() -> None:
    table = from_mapping(
        "any",
        "standard",
        {"jacks_or_better": 1, "two_pair": 1, "flush": 6, "royal_flush": 1, "four_aces": 6},
    )
    assert [line.category for line in table.lines] == [
        "four_aces",
        "flush",
        "royal_flush",
        "two_pair",
        "jacks_or_better",
    ]
    for shipped in games():
        order = [(-line.pays, BIT[line.canonical]) for line in shipped.lines]
        assert order == sorted(order)


def test_spellings_of_a_category_are_one() -> None:
    tables = [
        from_mapping("any", "standard", {"royal_flush": 800, name: 9})
        for name in ("full_house", "Full House", "FULL-HOUSE", " full house ")
    ]
    assert {table.lines for table in tables} == {tables[0].lines}
    tens = from_mapping("any", "standard", {"royal_flush": 800, "four_10s": 9})
    assert tens.lines[1].canonical == "four_ts"
    assert tens.categories == ("royal_flush", "four_10s", "no_win")


def test_a_natural_royal_keeps_its_name_in_the_counts() -> None:
    table = from_mapping("any", "standard", {"natural_royal": 800})
    assert list(analyse_hand((51, 47, 43, 39, 35), table).hold(31).counts) == [
        "natural_royal",
        "no_win",
    ]


def test_the_version_names_what_decides_play_and_nothing_else() -> None:
    table = from_mapping("any", "standard", JACKS)
    same = from_mapping(
        "other name",
        "standard",
        {name.upper(): f"{pays}.0" for name, pays in reversed(JACKS.items())},
        note="a note",
    )
    assert same.version == table.version
    assert len(table.version) == 12
    assert set(table.version) <= set("0123456789abcdef")
    natural = {"natural_royal": 800} | {k: v for k, v in JACKS.items() if k != "royal_flush"}
    assert from_mapping("any", "standard", natural).version == table.version
    others = [
        from_mapping("any", "standard", JACKS | {"flush": 5}),
        from_mapping("any", "standard", JACKS | {"flush": "6.01"}),
        from_mapping("any", "standard", JACKS | {"four_aces": 25}),
        from_mapping("any", "joker", JACKS),
    ]
    assert len({table.version, *(other.version for other in others)}) == 5


def test_no_two_shipped_tables_are_the_same_game() -> None:
    versions = [table.version for table in games()]
    assert len(set(versions)) == len(versions)


def test_edits_change_drop_and_add_lines() -> None:
    table = game("jacks-or-better-9-6").with_payouts(
        {"flush": "5.5", "two_pair": None, "four_aces": 80, "natural_royal": 1_000}
    )
    pays = {line.category: line.pays for line in table.lines}
    assert pays == {
        **{name: Fraction(str(pays)) for name, pays in JACKS.items() if name != "two_pair"},
        "royal_flush": 1_000,
        "flush": Fraction(11, 2),
        "four_aces": 80,
    }
    assert table.name == "Jacks or Better 9/6 (edited)"
    assert table.with_payouts({"flush": 7}).name == table.name
    assert table.with_payouts({"Two Pair": 2, "Full-House": None}).categories == (
        "royal_flush",
        "four_aces",
        "straight_flush",
        "four_of_a_kind",
        "flush",
        "straight",
        "three_of_a_kind",
        "two_pair",
        "jacks_or_better",
        "no_win",
    )
    assert table.expected.numerator is None
    assert table.id != "jacks-or-better-9-6"


def test_a_payout_may_be_as_large_as_the_bound_at_any_scale() -> None:
    whole = from_mapping("any", "standard", {"royal_flush": MAX_SCALED_PAYOUT})
    assert whole.scaled_pays.tolist() == [MAX_SCALED_PAYOUT, 0]
    third = from_mapping("any", "standard", {"royal_flush": f"{MAX_SCALED_PAYOUT}/3"})
    assert third.scaled_pays.tolist() == [MAX_SCALED_PAYOUT, 0]


@pytest.mark.parametrize("deck", DECKS)
def test_every_category_of_a_deck_can_have_a_line(deck: str) -> None:
    names = DECK_CATEGORIES[deck]
    table = from_mapping("all", deck, {name: 1 + i for i, name in enumerate(reversed(names))})
    assert table.order == names


def test_the_best_line_pays_a_set_of_categories() -> None:
    sets = np.array(
        [
            0,
            1 << BIT["flush"],
            1 << BIT["flush"] | 1 << BIT["straight"],
            1 << BIT["straight"],
            1 << BIT["two_pair"],
        ]
    )
    assert resolve(("straight", "flush"), sets).tolist() == [2, 1, 0, 0, 2]
    assert resolve((), sets).tolist() == [0] * 5


def test_tables_compare_by_what_they_say(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    assert load_pay_table(path) == from_toml(WRITTEN, "mine.toml", id="mine")
    assert isinstance(hash(game("jacks-or-better-9-6")), int)
    assert isinstance(load_pay_table(path), PayTable)
