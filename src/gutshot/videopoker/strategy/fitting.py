"""Whether a hold of a strategy can be held at all, in deals with a number of wild cards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gutshot.errors import StrategyError
from gutshot.evaluate.categories import DECK_CATEGORIES
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.strategy.held_sets import dealt_wild, held_sets, high_ranks
from gutshot.videopoker.strategy.phrase_words import ANY, wild_word
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.possible import Possible
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
    phrases: tuple[Phrase, ...],
    conditions: tuple[Condition, ...],
    table: PayTable,
    dealt: int,
    *,
    above: bool = False,
) -> None:
    """Refuse conditions that no deal meets, as far as their words and the hold's tell.

    phrases : of one hold, or of the line whose hold is meant. above : whether the conditions
        checked are those on the hold of the line above, or on the hold itself.

    Raises
    ------
    StrategyError
        With the hold that they exclude.
    """
    meant = [one for one in conditions if one.above == above]
    if not meant:
        return
    sets = held_sets(table)
    fit = np.logical_or.reduce([phrase.fits(sets, dealt) for phrase in phrases])
    # a hand held whole may have any number of wild cards
    found = Possible(sets, np.flatnonzero(fit & ((sets.natural < 0) | (sets.wild == dealt))), dealt)
    hold = " or ".join(phrase.words(table) for phrase in phrases)
    can = np.ones(len(found), np.bool_)
    for one in meant:
        for part in _apart(one):
            alone = found.can_meet(part)
            if not alone.any():
                raise StrategyError(f"no hand fits '{hold}' if {part.words()}: leave it out")
        can &= found.can_meet(one)
    if not can.any():
        said = " and ".join(one.words() for one in meant)
        raise StrategyError(f"no hand fits '{hold}' if {said}: leave one out")


def _apart(condition: Condition) -> list[Condition]:
    """Return a condition for each pattern or deal that one names."""
    if condition.kind == "pattern":
        return [replace(condition, patterns=(one,)) for one in condition.patterns]
    if condition.kind == "exactly":
        return [replace(condition, deals=(one,)) for one in condition.deals]
    return [condition]


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
