"""The hold of every class of deals is the one that the plain reading of the words finds."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.videopoker.plain_strategy import Played, play
from tests.videopoker.random_strategies import (
    GAMES,
    random_condition,
    random_phrase,
    random_strategy,
    table_of,
    wild_counts,
)

from gutshot.errors import StrategyError
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.strategy.fitting import check_conditions
from gutshot.videopoker.strategy.following import follow
from gutshot.videopoker.strategy.held_sets import dealt_wild
from gutshot.videopoker.strategy.priority_list import Line, Strategy

DEALS = 8
"""Deals compared of each line and exception, and of those that none decides."""


@pytest.mark.oracle
@pytest.mark.parametrize("name", GAMES)
def test_the_fast_reading_of_a_strategy_is_the_plain_one(name: str) -> None:
    table = table_of(name)
    random = Random(name)  # noqa: S311 - a choice of examples
    cards = deal_classes(table.deck.jokers).cards
    deciding = 0
    for _ in range(5):
        strategy = random_strategy(random, table, most=24)
        followed = follow(strategy, table)
        # what decides, wild cards and all: a line, one of its exceptions, or nothing
        decides = np.column_stack([followed.lines, followed.exceptions, dealt_wild(table.deck)])
        kinds, of_class = np.unique(decides, axis=0, return_inverse=True)
        deciding += int((kinds[:, 0] >= 0).sum())
        for kind in range(len(kinds)):
            at = np.flatnonzero(of_class.ravel() == kind).tolist()
            for number in random.sample(at, min(DEALS, len(at))):
                fitted = int(followed.choices[number])
                found = Played(
                    int(followed.masks[number]),
                    int(followed.lines[number]),
                    int(followed.exceptions[number]),
                    frozenset(mask for mask in range(32) if fitted >> mask & 1),
                )
                deal = cards[number].tolist()
                assert found == play(strategy, table, deal), (strategy.text(table), deal)
    assert deciding >= 10


@pytest.mark.parametrize("name", GAMES)
def test_a_condition_that_is_refused_is_met_by_no_deal(name: str) -> None:
    table = table_of(name)
    random = Random(name)  # noqa: S311 - a choice of examples
    refused = 0
    while refused < 8:
        dealt = random.choice(wild_counts(table))
        phrase = random_phrase(random, table, dealt)
        condition = random_condition(random, table, above=False)
        try:
            check_conditions((phrase,), (condition,), table, dealt)
        except StrategyError:
            refused += 1
        else:
            continue
        parts = condition.patterns or condition.deals
        if len(parts) > 1:
            continue  # one of several was refused, the others some deal may meet
        line = Line((phrase,), dealt, (condition,))
        fitted = follow(Strategy((line,)), table, only=dealt)
        assert (fitted.lines < 0).all(), line.words(table)
