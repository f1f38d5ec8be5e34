"""A strategy's text and the strategy are the same thing, in both directions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.videopoker.one_line import one_line
from tests.videopoker.random_strategies import (
    GAMES,
    random_condition,
    random_strategy,
    table_of,
    wild_counts,
)

from gutshot.errors import StrategyError
from gutshot.videopoker.strategy.candidates import candidate_phrases
from gutshot.videopoker.strategy.condition_text import read_conditions
from gutshot.videopoker.strategy.phrase_text import read_phrases
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.priority_list import Line, Strategy
from gutshot.videopoker.strategy.reading import read_strategy

SEEDS = st.integers(0, 2**32)


@given(st.sampled_from(GAMES), SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_strategy_is_read_back_from_its_text(name: str, seed: int) -> None:
    table = table_of(name)
    random = Random(seed)  # noqa: S311 - a choice of examples
    strategy = random_strategy(random, table)
    text = strategy.text(table)
    assert read_strategy(text, table) == strategy
    assert read_strategy(text.upper(), table) == strategy
    assert read_strategy(text.lower(), table) == strategy


@pytest.mark.parametrize("name", GAMES)
def test_every_hold_of_a_generated_strategy_is_read_back(name: str) -> None:
    table = table_of(name)
    for dealt in wild_counts(table):
        read = 0
        for phrase in candidate_phrases(table, dealt):
            words = phrase.words(table)
            try:
                (again,) = read_phrases(words, table, dealt)
            except StrategyError as error:
                assert str(error).startswith("no ")  # noqa: PT017 - fits no hand: the search drops it
                continue
            assert again.words(table) == words
            if phrase.head != "alike":
                assert replace(again, count=0) == replace(phrase, count=0)
            read += 1
        assert read >= 2


@given(st.sampled_from(GAMES), SEEDS, st.booleans())
def test_a_condition_is_read_back_from_its_words(name: str, seed: int, above: bool) -> None:
    table = table_of(name)
    random = Random(seed)  # noqa: S311 - a choice of examples
    condition = random_condition(random, table, above=above)
    assert read_conditions(condition.words(), table.deck) == (condition,)


VOCABULARY = (
    "4 to a flush", "pair of", "J-A", "KQ", "suited", "or", "if", "and", "but", "no", "with", "A",
    "a", "high cards", "2+", "ways", "lowest", "highest first", "flush penalty", "discarding",
    "above", "exactly", "AsKs", "only", "deuces:", "joker", ":", ",", "12.", "#", "5", "kicker",
    "of a kind", "three", "full house", "up to", "/", "-", "+", "\n", "nothing", "or better", "10",
)  # fmt: skip


@given(
    st.sampled_from(GAMES),
    st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(VOCABULARY), max_size=14).map(" ".join),
        st.lists(st.sampled_from(VOCABULARY), max_size=8).map("".join),
    ),
)
@settings(max_examples=200, deadline=None)
@example("jacks-or-better-9-6", "4 to a flush or")
@example("jacks-or-better-9-6", "a, a, a or a suited")
@example("deuces-wild-full-pay", "no deuce:\n" + "with " * 390)
@example("jacks-or-better-9-6", "exactly " + "As" * 900)
@example("jacks-or-better-9-6", "pair of " + "J-" * 900)
@example("jacks-or-better-9-6", "\x1b[31m or \udcff")
def test_any_text_is_read_or_refused_in_one_line(name: str, text: str) -> None:
    table = table_of(name)
    try:
        strategy = read_strategy(text, table)
    except StrategyError as error:
        assert one_line(error)  # noqa: PT017 - either way is right
    else:
        assert read_strategy(strategy.text(table), table).text(table) == strategy.text(table)


def test_the_suit_said_once_for_several_cards_is_not_taken_for_cards_of_any_suit() -> None:
    table = table_of("jacks-or-better-9-6")
    strategy = Strategy(
        (Line((Phrase("cards", cards=("KQ",)), Phrase("cards", cards=("KJ",), suit="suited"))),)
    )
    text = strategy.text(table)
    assert text == "  1. KQ any suits or KJ suited\n"
    assert read_strategy(text, table) == strategy
