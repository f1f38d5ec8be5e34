"""A short strategy to begin with, in words that every pay table of its deck understands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.videopoker.strategy.fitting import can_be_dealt
from gutshot.videopoker.strategy.held_sets import held_sets, high_ranks
from gutshot.videopoker.strategy.phrase_words import COMPLETE
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.priority_list import Line, Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.videopoker import PayTable

__all__ = ["example_text"]

_DECK_OF_DEUCES: Final = 4


def example_text(table: PayTable) -> str:
    """Return a list of plain holds for each number of wild cards, to be made better."""
    most = table.deck.jokers if table.deck.wild_rank is None else _DECK_OF_DEUCES
    lines = []
    for dealt in range(most + 1):
        made = _made(table, dealt)
        lines += [Line(made, dealt)] if made else []
        lines += [Line((phrase,), dealt) for phrase in _draws(table, dealt)]
    return Strategy(tuple(lines)).text(table)


def _made(table: PayTable, dealt: int) -> tuple[Phrase, ...]:
    possible = can_be_dealt(table, dealt)
    return tuple(
        Phrase("pat", category=line.canonical)
        for line in table.lines
        if line.pays and line.canonical in possible and line.canonical in COMPLETE
    )


def _draws(table: PayTable, dealt: int) -> Iterator[Phrase]:
    high = high_ranks(table)
    draws = [Phrase("royal", count=4)]
    # beside wild cards a pair at least: a single card would leave no deal to the lines below
    draws += [Phrase("alike", count=count) for count in (4, 3) if count - dealt > 1]
    if not dealt:
        draws += [Phrase("two_pair")]
        draws += [Phrase("alike", count=2, ranks=high)] if high else []
        draws += [
            Phrase("straight_flush", count=4),
            Phrase("flush", count=4),
            Phrase("alike", count=2),
            Phrase("outside", count=4),
        ]
        draws += [Phrase("high_cards", count=1)] if high else []
    sets = held_sets(table)
    yield from (phrase for phrase in draws if phrase.fits(sets, dealt).any())
    yield Phrase("wild_only") if dealt else Phrase("nothing")
