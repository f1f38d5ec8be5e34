"""Exhaustive totals of hands with the joker: every number of `tests/data/paigow_counts.toml`."""

from __future__ import annotations

import tomllib
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gutshot.cards.decks import RANKS
from gutshot.evaluate.joker import FIRST_STRENGTH, HIGH_CATEGORIES, HIGH_STRENGTHS, strength_tables
from gutshot.evaluate.joker._kernels import count_five
from gutshot.paigow.sevens import HANDS, NOTHING, count_lines, kind_counts, nothing_top
from gutshot.paigow.sevens._kernels import count_hands, count_kinds, ranked_table
from gutshot.work import verify_paigow

COUNTS: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "paigow_counts.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("second_highest", [True, False])
def test_five_cards_by_category(*, second_highest: bool) -> None:
    tables = strength_tables(a2345_second_highest=second_highest)
    found = np.add.reduceat(count_five(tables, HIGH_STRENGTHS), FIRST_STRENGTH[:-1])
    assert dict(zip(HIGH_CATEGORIES, found.tolist(), strict=True)) == COUNTS["five_cards"]
    assert found.sum() == comb(53, 5)


@pytest.mark.parametrize("order", ["bonus", "poker"])
def test_seven_cards_by_line(order: str) -> None:
    lines = tuple(COUNTS[order])[:-1]
    found = count_lines(lines)
    found["nothing"] = found.pop("")
    assert {line: list(both) for line, both in found.items()} == COUNTS[order]
    assert sum(map(sum, found.values())) == HANDS == comb(53, 7)


def test_hands_that_hold_nothing_by_their_highest_card() -> None:
    kinds, hands = kind_counts()
    tops = ((nothing_top(kind), both) for kind, both in zip(kinds.tolist(), hands, strict=True))
    found = {RANKS[top]: both.tolist() for top, both in tops if top is not None}
    assert found == COUNTS["no_pair"]


def test_all_hands_one_by_one_are_what_their_ranks_and_suits_count() -> None:
    tables = ranked_table(0), ranked_table(1)
    walked = count_hands(0, 53, *tables)
    assert walked.shape == (2, 13 * NOTHING)
    assert walked.sum() == HANDS
    for joker in (0, 1):
        assert (walked[joker] == count_kinds(joker)).all()


def test_gutshot_verify_compares_with_the_same_numbers() -> None:
    assert COUNTS["five_cards"] == verify_paigow.FIVE_CARD_HANDS
    of_lines = {line: sum(both) for line, both in COUNTS["bonus"].items()}
    assert {line or "nothing": n for line, n in verify_paigow.BONUS_HANDS.items()} == of_lines
