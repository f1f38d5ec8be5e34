"""Every mistake in a pay table is refused in one line that says what would be right."""

from __future__ import annotations

import math
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.videopoker.one_line import one_line
from tests.videopoker.played import JACKS

from gutshot.cards.decks import DECKS
from gutshot.errors import InputError, PayTableError, UnknownGameError
from gutshot.evaluate.categories import CATEGORIES, DECK_CATEGORIES
from gutshot.videopoker import from_mapping, from_toml, game, load_pay_table
from gutshot.videopoker.games import MAX_FILE_BYTES

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 'name = "Mine"\ndeck = "standard"\n'
PAYS = "[pays]\nroyal_flush = 800\n"


NO_PAYOUTS: list[tuple[object, str]] = [
    (-1, "'-1' is a negative payout"),
    (-0.5, "'-0.5' is a negative payout"),
    ("-3", "'-3' is a negative payout"),
    ("-1/2", "'-1/2' is a negative payout"),
    (Fraction(-1, 2), "'-1/2' is a negative payout"),
    (math.nan, "'nan' is no payout"),
    (math.inf, "'inf' is no payout"),
    (Decimal("NaN"), "'NaN' is no payout"),
    (Decimal("sNaN"), "'sNaN' is no payout"),
    (Decimal("Infinity"), "'Infinity' is no payout"),
    (True, "'True' is no payout"),
    (False, "'False' is no payout"),
    (None, "'None' is no payout"),
    ("", "'' is no payout"),
    ("many", "'many' is no payout"),
    ("1e3", "'1e3' is no payout"),
    ("1,000", "'1,000' is no payout"),
    ("6 for 1", "'6 for 1' is no payout"),
    ("1/0", "'1/0' divides by zero"),
    ("0/0", "'0/0' divides by zero"),
    ("1/2/3", "'1/2/3' is no payout"),
    ("1.5/2", "'1.5/2' is no payout"),
    ("1/-2", "'1/-2' is no payout"),
    ([6], "'[6]' is no payout"),
    ({"five coins": 30}, "is no payout"),
    (date(2024, 6, 7), "'2024-06-07' is no payout"),
    (complex(1, 1), "'(1+1j)' is no payout"),
    (10**12 + 1, "'1000000000001' is too large; a payout is at most 1,000,000,000,000"),
    ("9" * 40, "is too large; a payout is at most 1,000,000,000,000"),
    (1e300, "is no payout"),
    (10**400, "is too large; a payout is at most 1,000,000,000,000"),
    (10**5_000, "'a number of thousands of digits' is too large"),
    (-(10**5_000), "'a number of thousands of digits' is a negative payout"),
    ([10**5_000], "'a number of thousands of digits' is no payout"),
    (Fraction(10**5_000), "'a number of thousands of digits' is too large"),
    (Fraction(1, 10**5_000), "'a number of thousands of digits' is too fine"),
    ("1/1000000000001", "'1/1000000000001' is too fine"),
    ("1" + "0" * 400, "is no payout"),
    (Decimal("1E+400"), "is no payout"),
    (Decimal("1E-400"), "is no payout"),
    ("6\n7", "'6 7' is no payout"),
]


def refused(pays: dict[str, object], deck: str = "standard") -> str:
    """Return the one line, not too long, with which a table is refused."""
    with pytest.raises(PayTableError) as caught:
        from_mapping("Mine", deck, pays)
    message = one_line(caught.value)
    assert len(message) < 1_000
    return message


@pytest.mark.parametrize(("payout", "says"), NO_PAYOUTS, ids=[says for _, says in NO_PAYOUTS])
def test_what_is_no_payout_is_refused(payout: object, says: str) -> None:
    message = refused(JACKS | {"flush": payout})
    assert message.startswith("Mine: flush: ")
    assert says in message
    if "too large" not in says and "too fine" not in says:
        assert message.endswith(
            'write a number that is not negative, like 6, 4.5, "80.8" or "1199/5"'
        )


def test_an_unknown_category_lists_the_known_ones_and_the_nearest() -> None:
    for deck in DECKS:
        message = refused({"royal_flush": 800, "ful_house": 9}, deck)
        assert "unknown category 'ful_house'; did you mean full_house? " in message
        assert message.endswith(f"known are {', '.join(DECK_CATEGORIES[deck])}")
    assert "did you mean" not in refused({"royal_flush": 800, "zzz": 9})
    for name in ("", " ", "no_win", "rank_11", "x" * 5_000, "a\nb", "\x1b[2J", "\ud83c"):
        message = refused({"royal_flush": 800, name: 9})
        assert "unknown category" in message
        assert len(message) < 1_000


@pytest.mark.parametrize(
    ("deck", "category"),
    [(deck, name) for deck in DECKS for name in CATEGORIES if name not in DECK_CATEGORIES[deck]],
)
def test_a_category_that_the_deck_cannot_make_names_the_deck(deck: str, category: str) -> None:
    message = refused({"royal_flush": 800, category: 9}, deck)
    assert f"{category} can't occur with the deck {deck}" in message


def test_impossible_categories_are_the_wild_ones() -> None:
    impossible = {deck: set(CATEGORIES) - set(DECK_CATEGORIES[deck]) for deck in DECKS}
    assert impossible == {
        "standard": {"wild_royal", "five_of_a_kind", "four_deuces"},
        "deuces-wild": set(),
        "joker": {"four_deuces"},
        "double-joker": {"four_deuces"},
    }


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("royal_flush", "natural_royal"),
        ("natural_royal", "Royal Flush"),
        ("four_ts", "four_10s"),
        ("full_house", "full-house"),
    ],
)
def test_one_category_under_two_names_is_refused(first: str, second: str) -> None:
    royal: dict[str, object] = {} if "royal" in first else {"royal_flush": 800}
    message = refused(royal | {first: 5, second: 5})
    assert first in message
    assert second in message
    assert "are the same category; keep one line" in message


def test_a_table_needs_lines_and_a_royal_among_them() -> None:
    assert "no [pays]" in refused({})
    assert "no royal line; add royal_flush = 800 (or natural_royal)" in refused({"flush": 6})
    assert "no royal line" in refused({"wild_royal": 6}, "joker")


def test_an_unknown_deck_lists_the_decks() -> None:
    message = refused({"royal_flush": 800}, "jokers")
    assert message == (
        "Mine: unknown deck 'jokers'; a deck is one of standard, deuces-wild, joker, double-joker"
    )
    for deck in ("", "Standard", "x" * 5_000, "a\nb"):
        assert "unknown deck" in refused({"royal_flush": 800}, deck)


@pytest.mark.parametrize(
    "name",
    ["sequential_royal", "royal_flush_in_order", "adjacent_quads", "Reversible Royal", "sequence"],
)
def test_pays_for_the_order_of_cards_are_refused_not_ignored(name: str) -> None:
    message = refused({"royal_flush": 800, name: 10_000})
    assert "pays for the order of the cards, which is not supported" in message


def test_payouts_of_too_fine_a_grain_together_are_refused() -> None:
    message = refused({"royal_flush": 10**11, "flush": "1/11"})
    assert "common denominator 11 times the largest payout is over 1,000,000,000,000" in message
    primes = ["1/999983", "1/999979", "1/999961"]
    names = ["flush", "straight", "two_pair"]
    assert "use coarser fractions" in refused(
        {"royal_flush": 800, **dict(zip(names, primes, strict=True))}
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no [pays]; write category = payout per coin, like royal_flush = 800"),
        (HEAD, "no [pays]"),
        (HEAD + "[pays]", "no [pays]"),
        (HEAD + "pays = 3", "no [pays]"),
        (HEAD + "pays = []", "no [pays]"),
        (PAYS, 'no deck; add deck = "standard" (or deuces-wild, joker, double-joker)'),
        ("deck = 3\n" + PAYS, "deck = '3' is no text; put it in quotes"),
        ('deck = "standart"\n' + PAYS, "unknown deck 'standart'"),
        (HEAD + "colour = 3\n" + PAYS, "unknown key 'colour'; the keys are id, name, deck"),
        (HEAD + PAYS + "[extra]", "unknown key 'extra'"),
        (HEAD + "royal_flush = 800", "unknown key 'royal_flush'"),
        ("name = 3\n" + 'deck = "standard"\n' + PAYS, "name = '3' is no text"),
        (HEAD + "aliases = 3\n" + PAYS, "aliases = '3' is no list of texts"),
        (HEAD + "aliases = [3]\n" + PAYS, "is no list of texts"),
        (HEAD + PAYS + "flush = true", "Mine: flush: 'True' is no payout"),
        (HEAD + PAYS + "flush = nan", "flush: 'NaN' is no payout"),
        (HEAD + PAYS + "flush = -inf", "flush: '-Infinity' is a negative payout"),
        (HEAD + PAYS + "flush = -6", "flush: '-6' is a negative payout"),
        (HEAD + PAYS + "flush = 2024-06-07", "flush: '2024-06-07' is no payout"),
        (HEAD + PAYS + "flush = [6]", "flush: '[6]' is no payout"),
        (HEAD + PAYS + "straight.flush = 50", "straight: '{'flush': 50}' is no payout"),
        (HEAD + PAYS + 'flush = "1/0"', "flush: '1/0' divides by zero"),
        (HEAD + PAYS + "flush = 1" + "0" * 400, "is too large"),
        (HEAD + PAYS + "flush = 0x" + "f" * 4_000, "is too large"),
        (HEAD + PAYS + "flush = 1e99999999999999999999", "is out of range"),
        ("name = 0x" + "f" * 4_000, "no [pays]"),
        (
            "name = 0x" + "f" * 4_000 + '\ndeck = "joker"\n' + PAYS,
            "thousands of digits' is no text",
        ),
        (HEAD + PAYS + '"royal_flush\\n" = 3', "are the same category"),
        (HEAD + PAYS + '"\\u001b[2J" = 3', "unknown category '\\x1b[2J'"),
        (HEAD + PAYS + "flush = 1" + "0" * 5_000, "not a TOML file"),
        (HEAD + PAYS + "royal_flush = 900", "not a TOML file"),
        (HEAD + PAYS + "natural_royal = 900", "are the same category"),
        (HEAD + PAYS + '[expected]\nreturn = "99"', "[expected] has the keys numerator"),
        (HEAD + "expected = 3\n" + PAYS, "[expected] has the keys numerator"),
        (HEAD + PAYS + '[expected]\nnumerator = "3"', "expected numerator '3' is no integer"),
        (HEAD + PAYS + "[expected]\nnumerator = true", "expected numerator 'True' is no integer"),
        (HEAD + PAYS + "[expected]\nvariance = 3.5", "expected variance = '3.5' is no text"),
        ("Jacks or Better 9/6", "not a TOML file"),
        ("[pays\nroyal_flush = 800", "not a TOML file"),
        ('{"deck": "standard"}', "not a TOML file"),
        ("a = " + "[" * 5_000, "not a TOML file"),
        ("\ud800", "not a TOML file"),
        ("\0", "not a TOML file"),
    ],
)
def test_a_text_that_is_no_pay_table_names_its_origin(text: str, says: str) -> None:
    with pytest.raises(PayTableError) as caught:
        from_toml(text, "mine.toml")
    message = one_line(caught.value)
    assert message.startswith("mine.toml: ")
    assert says in message


def test_a_file_that_cannot_be_read_is_refused_by_its_path(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes('name = "Café"\n'.encode("latin-1"))
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)))
    large = tmp_path / "large.toml"
    large.write_text(HEAD + PAYS + "#" * MAX_FILE_BYTES, encoding="utf-8")
    for path, says in (
        (tmp_path / "none.toml", "can't read the pay table"),
        (tmp_path, "Is a directory"),
        (latin, "not UTF-8 text; a pay table is a TOML file"),
        (binary, "not UTF-8 text"),
        (large, "over 10,000 bytes, no pay table"),
        (tmp_path / ("x" * 5_000), "can't read the pay table"),
        (tmp_path / "a\nb.toml", "can't read the pay table"),
        (tmp_path / "a\0b.toml", "can't read the pay table"),
    ):
        with pytest.raises(PayTableError) as caught:
            load_pay_table(path)
        message = one_line(caught.value)
        assert repr(str(path))[1:-1] in message
        assert says in message


def test_a_broken_file_names_itself(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + PAYS + "flush = -6", encoding="utf-8")
    with pytest.raises(PayTableError) as caught:
        load_pay_table(path)
    assert one_line(caught.value).startswith("mine.toml: Mine: flush: '-6' is a negative payout")


def test_an_edit_that_makes_no_table_is_refused() -> None:
    table = game("jacks-or-better-9-6")
    edits: list[dict[str, object]] = [
        {"royal_flush": None},
        {"natural_royal": None},
        {"wild_royal": 5},
        {"flush": "x"},
        {"unheard_of": 5},
        {"unheard_of": None},
    ]
    for edit in edits:
        with pytest.raises(PayTableError) as caught:
            table.with_payouts(edit)
        assert one_line(caught.value).startswith("Jacks or Better 9/6 (edited): ")


def test_a_pay_table_error_is_the_users_mistake() -> None:
    assert issubclass(PayTableError, InputError)
    assert issubclass(PayTableError, ValueError)
    assert issubclass(UnknownGameError, InputError)
