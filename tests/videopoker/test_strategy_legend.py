"""The legend says how lists are read: who goes by it alone plays what the program plays."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.videopoker.legend_reader import Reader
from tests.videopoker.plain_strategy import play
from tests.videopoker.random_strategies import GAMES, random_strategy, table_of

from gutshot.render.strategy_legend import legend_text, strategy_legend
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.strategy import Strategy, follow, read_strategy

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "tests" / "data" / "strategies"
PUBLISHED = (
    ("jacks-9-6-optimal", "jacks-or-better-9-6"),
    ("deuces-full-pay-simple", "deuces-wild-full-pay"),
)


def compared(strategy: Strategy, table: PayTable, random: Random, most: int) -> int:
    """Play some deals of each line and exception both ways; return how many."""
    reader = Reader(strategy.text(table), table)
    followed = follow(strategy, table)
    cards = deal_classes(table.deck.jokers).cards
    kinds = np.column_stack([followed.lines, followed.exceptions])
    _, of_class = np.unique(kinds, axis=0, return_inverse=True)
    played = 0
    for kind in range(of_class.max() + 1):
        at = np.flatnonzero(of_class.ravel() == kind).tolist()
        for number in random.sample(at, min(most, len(at))):
            deal = cards[number].tolist()
            read = reader.decide(deal)
            told = (strategy.text(table), deal)
            assert (read.line, read.exception) == tuple(kinds[number].tolist()), told
            if read.line >= 0:
                fitted = int(followed.choices[number])
                assert read.fitting == {m for m in range(32) if fitted >> m & 1}, told
                assert int(followed.masks[number]) in read.preferred, told
                # and the plain reading of the words is the same reading
                assert play(strategy, table, deal).mask in read.preferred, told
            played += 1
    return played


@pytest.mark.oracle
@pytest.mark.parametrize("name", GAMES)
def test_a_reader_of_the_legend_plays_every_word_as_the_program_does(name: str) -> None:
    table, random = table_of(name), Random(name)  # noqa: S311 - a choice of examples
    played = 0
    while played < 80:
        played += compared(random_strategy(random, table, most=24), table, random, 4)


@pytest.mark.oracle
@pytest.mark.parametrize(("name", "game"), PUBLISHED)
def test_a_reader_of_the_legend_plays_published_lists(name: str, game: str) -> None:
    table, random = table_of(game), Random(name)  # noqa: S311 - a choice of examples
    strategy = read_strategy((LISTS / f"{name}.txt").read_text(encoding="utf-8"), table)
    assert compared(strategy, table, random, 4) > 50


def meaning(table: PayTable, word: str, text: str | None = None) -> str:
    return dict(strategy_legend(table, text)).get(word, "")


def test_the_legend_says_what_the_lists_leave_open() -> None:
    jacks, joker = table_of("jacks-or-better-9-6"), table_of("joker-poker-kings-20-7-5")
    assert "another hold of the deal, never the one" in meaning(jacks, "but")
    assert "KQJ is outside, AKQ and A234 are inside" in meaning(jacks, "4 to a straight")
    assert "a pair is one rank" in meaning(jacks, "straight penalty")
    assert "counts one for each that it names" in meaning(jacks, "length")
    assert meaning(jacks, "wild cards") == ""
    assert "'2 high cards' is the joker and one high card" in meaning(joker, "wild cards")
    assert "'pair of K' is the deuce and a K" in meaning(table_of("deuces-wild-nsud"), "wild cards")


def test_only_words_that_a_list_uses_are_explained() -> None:
    table = table_of("jacks-or-better-9-6")
    strategy = read_strategy("4 to a royal\nhigh pair\nbut nothing if a flush penalty above", table)
    words = [word for word, _ in strategy_legend(table, strategy.text(table))]
    assert words == ["high card", "4 to a flush", "but", "flush penalty", "above",
                     "several holds fit", "length"]  # fmt: skip
    assert legend_text(table, strategy.text(table)).startswith("high card: A K Q J: a pair of it")


def test_the_readme_has_the_same_legend() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for name in ("jacks-or-better-9-6", "joker-poker-kings-20-7-5"):
        for word, said in strategy_legend(table_of(name)):
            if word != "high card":  # which ranks these are stands with each game
                assert f"| {word} | {said} |" in readme
