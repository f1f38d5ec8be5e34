"""Strategies nobody plays: random lines, exceptions and conditions that some deal fits."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from gutshot.cards.decks import RANKS
from gutshot.errors import StrategyError
from gutshot.videopoker import game
from gutshot.videopoker.strategy.condition_text import read_conditions
from gutshot.videopoker.strategy.conditions import KINDS, MOST, Condition
from gutshot.videopoker.strategy.fitting import can_be_dealt, check_conditions, check_fit
from gutshot.videopoker.strategy.held_sets import high_ranks
from gutshot.videopoker.strategy.phrase_words import ANY, DRAWS
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.priority_list import Instead, Line, Strategy

if TYPE_CHECKING:
    from random import Random

    from gutshot.videopoker import PayTable
    from gutshot.videopoker.strategy.phrase_words import Span

__all__ = [
    "GAMES",
    "random_condition",
    "random_phrase",
    "random_strategy",
    "table_of",
    "wild_counts",
]

GAMES = (
    "jacks-or-better-9-6", "double-double-bonus-9-6", "deuces-wild-full-pay",
    "joker-poker-kings-20-7-5", "double-joker-8-5-4",
)  # fmt: skip
"""A game of every deck, and one that pays for kickers."""

_GROUPS = tuple(
    "".join(RANKS[rank] for rank in ranks)
    for count in (2, 3, 4)
    for ranks in combinations(range(12, -1, -1), count)
)


@cache
def table_of(name: str) -> PayTable:
    return game(name)


def wild_counts(table: PayTable) -> range:
    """Return the numbers of wild cards that can be dealt."""
    return range((4 if table.deck.wild_rank is not None else table.deck.jokers) + 1)


def random_strategy(random: Random, table: PayTable, most: int = 12) -> Strategy:
    """Return a strategy whose every hold fits some deal."""
    lines = []
    for _ in range(random.randint(1, most)):
        dealt = random.choice(wild_counts(table))
        phrases = tuple(
            random_phrase(random, table, dealt) for _ in range(random.choice((1, 1, 2)))
        )
        conditions = _conditions(random, table, phrases, dealt)
        exceptions = []
        for _ in range(random.choice((0, 0, 1, 2))):
            phrase = random_phrase(random, table, dealt)
            exceptions.append(
                Instead(phrase, _conditions(random, table, (phrase,), dealt, phrases))
            )
        lines.append(Line(phrases, dealt, conditions, tuple(exceptions)))
    if random.random() < 0.5:
        lines.sort(key=lambda line: line.dealt)
    return Strategy(tuple(lines))


def random_phrase(random: Random, table: PayTable, dealt: int) -> Phrase:
    """Return a hold, with filters or without, that some deal fits."""
    while True:
        phrase = _phrase(random, table, dealt)
        try:
            check_fit(phrase, table, dealt)
        except StrategyError:
            continue
        return phrase


def _phrase(random: Random, table: PayTable, dealt: int) -> Phrase:  # noqa: C901 - one a head
    head = random.choice(("pat", "alike", "alike", "two_pair", "draw", "draw", "draw", "high_cards",
                          "cards", "cards", "last"))  # fmt: skip
    count = random.randint(2, 4)
    kept: dict[str, object] = {}
    if head == "pat":
        return Phrase(
            "pat", category=random.choice(sorted(can_be_dealt(table, dealt)) or ["flush"])
        )
    if head == "last":
        head = "wild_only" if dealt else "nothing"
    elif head == "draw":
        head = random.choice(sorted(DRAWS))
        kept = {"count": count}
    elif head == "alike":
        kept = {"count": count, "ranks": random.choice((0, high_ranks(table), _ranks(random)))}
        if random.random() < 0.3:
            kept["kicker"] = _ranks(random)
    elif head == "high_cards":
        kept = {"count": random.randint(1, 4), "suit": random.choice(("", "suited", "offsuit"))}
    elif head == "cards":
        if random.random() < 0.4:
            kept = {"cards": tuple(random.sample(RANKS, random.randint(1, 3)))}
        else:
            groups = tuple(random.sample(_GROUPS, random.randint(1, 3)))
            kept = {"cards": groups, "suit": random.choice(("", "suited", "offsuit"))}
    if head != "high_cards" and high_ranks(table) and random.random() < 0.3:
        kept["high"] = _span(random, 3)
    for name, chance, span in (
        ("ways", 0.2, _span(random, 4)),
        ("ways_high", 0.1, _span(random, 6)),
        ("lowest", 0.1, _rank_span(random)),
        ("highest", 0.1, _rank_span(random)),
        ("holding", 0.1, _ranks(random)),
        ("without", 0.1, _ranks(random)),
        ("highest_first", 0.2, True),
    ):
        if random.random() < chance and (name != "ways_high" or high_ranks(table)):
            kept[name] = span
    return Phrase(head, **kept)  # type: ignore[arg-type]


def _span(random: Random, most: int) -> Span:
    low = random.randint(0, most)
    return random.choice(((low, low), (low, random.randint(low, most)), (low or 1, ANY[1])))


def _rank_span(random: Random) -> Span:
    low = random.randint(0, 12)
    high = random.randint(low, 12)
    return (low, low) if low == high else (low, high if high < 12 else ANY[1] if low else 12)


def _ranks(random: Random) -> int:
    if random.random() < 0.5:
        low = random.randint(0, 12)
        return sum(1 << rank for rank in range(low, random.randint(low, 12) + 1))
    return random.randint(1, 0x1FFF)


def random_condition(random: Random, table: PayTable, *, above: bool) -> Condition:
    """Return a condition as a text spells it."""
    kind = random.choice(KINDS)
    is_above = above and random.random() < 0.5
    if kind == "exactly":
        deals = [
            tuple(sorted(random.sample(table.deck.cards, 5))) for _ in range(random.randint(1, 3))
        ]
        return Condition(kind, deals=tuple(deals))
    if kind == "pattern":
        patterns = [
            "".join(RANKS[rank] for rank in sorted(random.choices(range(13), k=k), reverse=True))
            for k in random.choices(range(1, 6), k=2)
        ]
        return Condition(kind, above=is_above, patterns=tuple(patterns))
    low = random.randint(0, 2)
    span = random.choice(
        ((0, 0), (1, MOST), (low, low), (low, MOST), (low, random.randint(low, 4)))
    )
    if kind == "held":
        span = random.choice(((0, 0), (1, MOST)))
    chance = {"straight": 0.0, "suits": 0.0, "flush": 0.3}.get(kind, 1.0)
    ranks = _ranks(random) if random.random() < chance else 0
    return Condition(kind, span, ranks, is_above)


def _conditions(
    random: Random,
    table: PayTable,
    phrases: tuple[Phrase, ...],
    dealt: int,
    above: tuple[Phrase, ...] = (),
) -> tuple[Condition, ...]:
    """Return none to three conditions that don't exclude each other in words.

    above : holds of the line that an exception stands under, none for a line's own conditions.
    """
    while True:
        count = random.choice((0, 0, 1, 1, 2, 3))
        drawn = tuple(random_condition(random, table, above=bool(above)) for _ in range(count))
        said = " and ".join(one.words() for one in drawn)
        try:
            if drawn:
                read_conditions(said, table.deck)
            for phrase in phrases:
                check_conditions((phrase,), drawn, table, dealt)
            if above:
                check_conditions(above, drawn, table, dealt, above=True)
        except StrategyError:
            continue
        return drawn
