"""Whether a hold of a strategy can be held at all, in deals with a number of wild cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gutshot.errors import StrategyError
from gutshot.evaluate.categories import DECK_CATEGORIES
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.strategy.held_sets import dealt_wild, held_sets, high_ranks
from gutshot.videopoker.strategy.phrase_words import ANY, wild_word
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.conditions import Condition

__all__ = ["can_be_dealt", "check_conditions", "check_fit"]


def check_fit(phrase: Phrase, table: PayTable, dealt: int) -> None:
    """Refuse a hold that no deal with `dealt` wild cards has.

    Raises
    ------
    StrategyError
        With the reason.
    """
    words = phrase.words(table)
    if phrase.head == "pat":
        _check_pat(phrase, words, table, dealt)
        return
    if not high_ranks(table) and (phrase.high != ANY or phrase.ways_high != ANY):
        raise StrategyError(f"'{words}': no pair pays in {table.name}, so that no card is high")
    if phrase.fits(held_sets(table), dealt).any():
        return
    word = wild_word(table)
    plain = Phrase(
        phrase.head, phrase.category, phrase.count, phrase.suit, phrase.cards, phrase.ranks,
        phrase.kicker,
    )  # fmt: skip
    if plain != phrase and plain.fits(held_sets(table), dealt).any():
        raise StrategyError(
            f"no hand fits '{words}': what stands behind '{plain.words(table)}' excludes them all"
        )
    if not dealt:
        raise StrategyError(f"no hand fits '{words}' in {table.name}: leave it out")
    dealt_words = f"{dealt} {word}{'s' if dealt > 1 else ''}"
    raise StrategyError(
        f"no hand fits '{words}' with {dealt_words}: counts include them, and at most"
        f" {4 - dealt} cards are held beside them"
    )


def check_conditions(
    phrase: Phrase, conditions: tuple[Condition, ...], table: PayTable, dealt: int
) -> None:
    """Refuse conditions on the held cards that no cards of a hold meet.

    Raises
    ------
    StrategyError
        With the hold that they exclude.
    """
    own = [one for one in conditions if one.kind == "held" and not one.above]
    if not own or phrase.head == "pat":
        return
    sets = held_sets(table)
    fit = phrase.fits(sets, dealt)
    ranks = np.maximum(sets.ranks, 0).astype(np.int64)
    for one in own:
        count = ((one.ranks >> ranks & 1) * (sets.ranks >= 0)).sum(axis=1)
        fit &= (count >= one.span[0]) & (count <= one.span[1])
    if not fit.any():
        said = " and ".join(one.words() for one in own)
        raise StrategyError(f"no hand fits '{phrase.words(table)}' if {said}: leave one out")


def _check_pat(phrase: Phrase, words: str, table: PayTable, dealt: int) -> None:
    if phrase.category not in DECK_CATEGORIES[table.deck.name]:
        raise StrategyError(
            f"'{words}' can't be made with the deck {table.deck.name}: leave it out"
        )
    paid = {line.canonical for line in table.lines if line.pays}
    if phrase.category not in paid:
        lines = ", ".join(line.label.lower() for line in table.lines if line.pays)
        raise StrategyError(f"{table.name} has no line '{words}': it pays {lines}")
    if phrase.category not in can_be_dealt(table, dealt):
        word = wild_word(table)
        raise StrategyError(
            f"no deal with {dealt or 'no'} {word}{'s' if dealt > 1 else ''} is paid as '{words}':"
            " leave it out"
        )


@lru_cache(maxsize=32)
def can_be_dealt(table: PayTable, dealt: int) -> frozenset[str]:
    """Return the categories in which deals with `dealt` wild cards are paid."""
    tables = subset_tables(table.deck)
    lines: NDArray[np.uint8] = resolve(table.order, tables.kinds)[tables.deal_kinds]
    found = np.unique(lines[dealt_wild(table.deck) == dealt])
    return frozenset(table.lines[at].canonical for at in found if at < len(table.lines))
