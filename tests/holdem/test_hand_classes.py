"""The 169 classes: names, combos, and how many pairs of combos share no card."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from gutshot.cards.text import parse_cards
from gutshot.errors import HandError
from gutshot.holdem.hand_classes import (
    CLASS_NAMES,
    class_combos,
    class_index,
    class_of_combos,
    combo_cards,
    compatible_combos,
    hand_class,
)


def test_the_classes_stand_as_on_the_chart() -> None:
    assert len(set(CLASS_NAMES)) == 169
    assert CLASS_NAMES[:3] == ("AA", "AKs", "AQs")
    assert CLASS_NAMES[12:15] == ("A2s", "AKo", "KK")
    assert CLASS_NAMES[-1] == "22"
    assert [class_index(name) for name in CLASS_NAMES] == list(range(169))


@pytest.mark.parametrize(
    ("cards", "name"),
    [("As Ks", "AKs"), ("Kd Ac", "AKo"), ("2c 2d", "22"), ("7h 2h", "72s"), ("9c Th", "T9o")],
)
def test_two_cards_have_their_class_in_either_order(cards: str, name: str) -> None:
    first, second = parse_cards(cards)
    assert hand_class(first, second) == hand_class(second, first) == class_index(name)


def test_every_combo_is_in_one_class() -> None:
    found: list[tuple[int, int]] = []
    for number, name in enumerate(CLASS_NAMES):
        combos = class_combos(number)
        assert len(combos) == (6 if len(name) == 2 else 4 if name[2] == "s" else 12)
        found += combos
    assert sorted(found) == [tuple(row) for row in combo_cards().tolist()]
    assert [hand_class(*row) for row in combo_cards().tolist()] == class_of_combos().tolist()
    assert {(second, first) for first, second in combinations(range(52), 2)} == set(found)


def test_compatible_combos_are_those_without_a_common_card() -> None:
    compatible = compatible_combos()
    assert compatible.sum() == 1_326 * 1_225
    for a, b, pairs in [
        ("AA", "KK", 36), ("AA", "AKs", 12), ("AA", "AKo", 36), ("AA", "72o", 72),
        ("AKo", "AKo", 84), ("55", "55", 6), ("AKs", "AKo", 24), ("AKo", "AQo", 108),
    ]:  # fmt: skip
        i, j = class_index(a), class_index(b)
        counted = sum(not set(x) & set(y) for x, y in product(class_combos(i), class_combos(j)))
        assert compatible[i, j] == compatible[j, i] == counted == pairs


@pytest.mark.parametrize("name", ["", "A", "AAs", "AK", "1Ko", "KAs", "AKx", "akS ", "\u017f2s"])
def test_what_is_no_class_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(HandError, match="write a pair like 77, or AKs, or AKo") as caught:
        class_index(name)
    assert len(str(caught.value).splitlines()) == 1


def test_classes_are_read_in_any_case() -> None:
    assert class_index("akS") == class_index("AKs")
