"""Ranges in five dialects: read, told apart, written and read again."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import HandError, InputError
from gutshot.holdem.hand_classes import (
    CLASS_NAMES,
    CLASSES,
    class_combos,
    class_index,
    class_of_combos,
)
from gutshot.holdem.range_dialects import DIALECTS, dialect_of, read_range, write_range
from gutshot.holdem.ranges import HandRange, parse_range

MONKER = "AA\n1.0;1523.5\nAKs\n0.25;-12\n\n72o\n0.0;-1000.0\n"
SAME = {
    "pio": "AA,AKs:0.25",
    "gto+": "AA,[25.0]AKs[/25.0]",
    "equilab": "AA, AKs@25",
    "monker": MONKER,
}
WEIGHTED = tuple(name for name in DIALECTS if name != "push-fold")


def shares(hands: HandRange) -> dict[str, Fraction]:
    """Return the weights above 0 of a range of whole classes."""
    weights = hands.class_weights()
    assert weights is not None
    return {
        name: Fraction(int(weight), hands.denominator)
        for name, weight in zip(CLASS_NAMES, weights, strict=True)
        if weight
    }


def of_classes(weights: list[int], denominator: int) -> HandRange:
    return HandRange("", np.array(weights, np.int64)[class_of_combos()], denominator)


@pytest.mark.parametrize(("dialect", "text"), SAME.items())
def test_one_range_in_four_dialects(dialect: str, text: str) -> None:
    found = read_range(text)
    assert found.dialect == dialect
    assert shares(found.hands) == {"AA": 1, "AKs": Fraction(1, 4)}
    if dialect != "monker":
        assert write_range(found.hands, dialect) == text


def test_monkers_lines_are_all_classes_with_their_evs() -> None:
    hands = read_range(MONKER).hands
    lines = write_range(hands, "monker").splitlines()
    assert lines[::2] == list(CLASS_NAMES)
    assert lines[:4] == ["AA", "1.0;0.0", "AKs", "0.25;0.0"]
    worth: list[float | None] = [None] * CLASSES
    worth[0], worth[1] = 2.5, -0.5
    lines = write_range(hands, "monker", worth).splitlines()
    assert lines[:6] == ["AA", "1.0;5000.0", "AKs", "0.25;-1000.0", "AQs", "0.0;0.0"]


def test_push_fold_text_has_no_weights() -> None:
    found = read_range("22+, A2s+, K9o+")
    assert found.dialect == "push-fold"
    assert (found.hands.weights == parse_range("22+,A2s+,K9o+").weights).all()
    assert write_range(found.hands, "push-fold") == "22+, A2s+, K9o+"
    with pytest.raises(HandError, match=r"^AKs has the weight 0\.25, and push-fold text has none"):
        write_range(read_range(SAME["pio"]).hands, "push-fold")


@pytest.mark.parametrize("text", ["any two", "Any Two", "random"])
def test_any_two_cards(text: str) -> None:
    assert read_range(text).hands.weights.sum() == 1326


@given(st.integers(0, 2**32), st.sampled_from([1, 2, 20, 10_000]), st.sampled_from(WEIGHTED))
def test_all_classes_come_back_from_every_dialect(seed: int, denominator: int, to: str) -> None:
    random = Random(seed)  # noqa: S311 - a sample, repeatable
    weights = [random.randint(0, denominator) for _ in range(CLASSES)]
    weights[random.randrange(CLASSES)] = random.randint(1, denominator)
    again = read_range(write_range(of_classes(weights, denominator), to), to)
    expected = {
        name: Fraction(weight, denominator)
        for name, weight in zip(CLASS_NAMES, weights, strict=True)
        if weight
    }
    assert again.dialect == to
    assert shares(again.hands) == expected


@given(st.integers(1, 2**CLASSES - 1), st.sampled_from(list(DIALECTS)))
def test_what_is_played_or_not_comes_back(played: int, to: str) -> None:
    weights = [played >> number & 1 for number in range(CLASSES)]
    hands = of_classes(weights, 1)
    again = read_range(write_range(hands, to), to).hands
    assert (again.weights == hands.weights * again.denominator).all()


@given(
    st.dictionaries(st.integers(0, 1325), st.integers(1, 10_000), min_size=1, max_size=40),
    st.sampled_from(["pio", "gto+", "equilab"]),
)
def test_single_combos_come_back(found: dict[int, int], to: str) -> None:
    weights = np.zeros(1326, np.int64)
    weights[list(found)] = list(found.values())
    again = read_range(write_range(HandRange("", weights, 10_000), to), to).hands
    assert (again.weights * 10_000 == weights * again.denominator).all()


@given(st.integers(0, 10_000), st.sampled_from(WEIGHTED), st.sampled_from(CLASS_NAMES))
def test_every_weight_of_four_decimals(weight: int, to: str, name: str) -> None:
    weights = [0] * CLASSES
    weights[class_index("22")], weights[class_index(name)] = 10_000, weight
    again = read_range(write_range(of_classes(weights, 10_000), to), to).hands
    assert shares(again).get(name, 0) == Fraction(weight, 10_000)


def test_weights_are_kept_to_four_decimals() -> None:
    assert shares(read_range("AA\n0.333333;0\nKK\n1E-5;0\nQQ\n1;0").hands) == {
        "AA": Fraction(3333, 10_000),
        "QQ": 1,
    }
    floats = f"AA\n{0.9949999999999999};0\nKK\n{1 - 1 / 200};{-1 / 3}\nQQ\n{0.1 + 0.2};1E4"
    found = shares(read_range(floats).hands)
    assert found == {"AA": Fraction("0.995"), "KK": Fraction("0.995"), "QQ": Fraction("0.3")}
    third = of_classes([1] + [0] * 168, 3)
    assert write_range(third, "gto+") == "[33.33]AA[/33.33]"
    assert write_range(third, "equilab") == "AA@33.33"


def test_blocks_hold_many_hands_and_later_ones_count() -> None:
    found = shares(read_range("AA,[50]KK-JJ, AKs[/50.0],[12.5]QQ[/12.5],KK").hands)
    half = Fraction(1, 2)
    assert found == {"AA": 1, "KK": 1, "QQ": Fraction(1, 8), "JJ": half, "AKs": half}


def test_lines_are_as_good_as_commas() -> None:
    assert shares(read_range("AA,\nKK@50\nQQ").hands) == {"AA": 1, "KK": Fraction(1, 2), "QQ": 1}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("AA,AKs:0.5,[50]QQ[/50]", "'[50]QQ[/50]' is GTO+'s text, but 'AKs:0.5' before it is Pio"),
        ("AKs@50,AQs:0.5", "'AQs:0.5' is PioSOLVER's text, but 'AKs@50' before it is Equilab's"),
        ("[50]AA@20[/50]", "'[50]AA@20[/50]' is Equilab's text, but"),
        ("AA\n0.5;0\nKK:1", "'KK:1' is PioSOLVER's text, but '0.5;0' before it is Monker's"),
        ("AA: 0.5;KK", "'AA: 0.5;KK' is Monker's text, but has marks of PioSOLVER's too"),
        ("QQ,AA:0.5@50", "'AA:0.5@50' is Equilab's text, but has marks of PioSOLVER's too"),
        ("AA,KX", "can't read 'KX' as a hand"),
        ("AA@50,AKx@20", "can't read 'AKx' as a hand"),
        ("[50]AA,1T[/50]", "can't read '1T' as a hand"),
        ("AX\n1;0", "'AX' is no class of hands"),
        ("AA:1.5", "'AA:1.5' has no weight that can be used: write a number from 0 to 1"),
        ("AA@101", "'AA@101' has no weight that can be used: write a percentage from 0 to 100"),
        ("AA@", "'AA@' has no weight that can be used"),
        ("[150]AA[/150]", "'[150]' has no weight that can be used"),
        ("AA\n1.01;0", "'1.01;0' has no weight that can be used: write a number from 0 to 1"),
        ("AA\n-0.5;0", "'-0.5;0' has no weight that can be used"),
        ("AA\n1;x", "'1;x' behind AA is no weight;EV"),
        ("AA\n1;0\nKK", "'KK' has no line behind it"),
        ("[50]AA", "'[50]' is never closed: write [/50]"),
        ("[50]AA[/60]", "'[/60]' does not close '[50]'"),
        ("AA[/50]", "'[/50]' closes no weight"),
        ("[50]AA,[20]KK[/20]", "'[20]' begins before '[50]' is closed"),
        ("[50AA", "'[50AA' has a [ without a ]"),
        ("AA],KK", "'AA]' has a ] without a ["),
        ("AA,20%", "'20%' is a share, and every program ranks hands in its own way"),
        ("", "there is no hand in this range"),
        ("AA:0", "'AA:0' has no hand of a weight above 0"),
    ],
)
def test_what_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(HandError) as caught:
        read_range(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_dialect_that_is_said_is_kept_to() -> None:
    assert dialect_of("AA,KK") == "push-fold"
    assert read_range("AA,KK", "gto+").dialect == "gto+"
    with pytest.raises(HandError, match=r"^'KK:0.5' is PioSOLVER's text: .*, here equilab$"):
        read_range("AA,KK:0.5", "equilab")
    for wrong in (lambda: read_range("AA", "flopzilla"), lambda: write_range(some(), "x")):
        with pytest.raises(InputError, match=r"^there is no dialect '.*': use pio, gto"):
            wrong()


def some() -> HandRange:
    return parse_range("AA")


def test_combos_that_differ_have_no_words_at_monker() -> None:
    with pytest.raises(HandError, match=r"^combos of AKs have different weights"):
        write_range(parse_range("AA,AsKs"), "monker")


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_every_class_by_itself(name: str) -> None:
    for to in DIALECTS:
        weights = np.zeros(1326, np.int64)
        for high, low in class_combos(class_index(name)):
            weights[high * (high - 1) // 2 + low] = 1
        again = read_range(write_range(HandRange("", weights, 1), to)).hands
        assert shares(again) == {name: 1}
