"""What the words of a strategy mean: one legend for terminal, page, text file and README.

The words are those that `follow` plays by; a test reads lists by this legend alone and compares.
"""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import RANKS
from gutshot.videopoker.strategy.held_sets import high_ranks
from gutshot.videopoker.strategy.phrase_words import wild_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["legend_text", "size_words", "strategy_legend"]

_WIDTH: Final = 88

_MEANINGS: Final = (
    (
        "pat",
        r"\bpat\b",
        "all five cards are held, and paid so; straights and better need no such word",
    ),
    ("with kicker A", r"kicker", "and one card more, an A, beside those of equal rank"),
    (
        "ways",
        r"\bways?\b",
        "how many of the ten straights, from A2345 to TJQKA, contain all ranks held",
    ),
    (
        "4 to a straight",
        r"to an? (inside |outside )?straight(?! flush)",
        (
            "cards of different ranks that one of the ten straights contains; outside: two or more"
            " do, inside: exactly one does. KQJ is outside, AKQ and A234 are inside"
        ),
    ),
    (
        "4 to a flush",
        r"to a (straight )?flush|to a royal",
        (
            "cards of one suit and of different ranks; to a straight flush: with a way at least;"
            " to a royal flush: ten and higher"
        ),
    ),
    ("suited, offsuit", r"suited|offsuit|any suits", "of one suit; of more; any suits: either"),
    (
        "lowest 5+, highest 9",
        r"(lowest|highest) ([2-9TJQKA]|up to)",
        "the lowest card held is a 5 or higher, the highest a 9; an ace is high here",
    ),
    ("with A/K, no A/K", r"\b(with|no) [2-9TJQKA]", "one of these ranks is held at least; none is"),
    (
        "but",
        r"\bbut\b",
        (
            "an exception to the line above it: another hold of the deal, never the one that the"
            " line itself has found; the first that fits is played instead"
        ),
    ),
    (
        "discarding T",
        r"discard",
        (
            "a T is thrown away at least; suited T: in the suit of a held card; exactly 974: these"
            " ranks and no other; discards of 2 suits: so many different ones"
        ),
    ),
    (
        "flush penalty",
        r"flush penalt",
        "a discard in the suit of a held card; on K: in the suit of a held K",
    ),
    (
        "straight penalty",
        r"straight penalt",
        (
            "a discard of a rank that is not held, if one of the ten straights contains it and all"
            " ranks held; a pair is one rank, and with nothing held every discard is one"
        ),
    ),
    (
        "exactly AsKs...",
        r"if (.* and )?exactly",
        "the five cards dealt, or the same with the suits renamed",
    ),
    ("above", r"\babove\b", "of the hold that the line has found, not of the exception's own"),
)
"""A word, a pattern of the texts that use it, and what it means."""


def strategy_legend(table: PayTable, text: str | None = None) -> list[tuple[str, str]]:
    """Return words of strategies and what they mean with a table.

    text : only the words that it uses; None for all of them.
    """
    return [
        (word, meaning)
        for word, pattern, meaning in _all_meanings(table)
        if text is None or not pattern or re.search(pattern, text)
    ]


def _all_meanings(table: PayTable) -> Iterator[tuple[str, str, str]]:
    high = [RANKS[rank] for rank in range(12, -1, -1) if high_ranks(table) >> rank & 1]
    if high:
        ranks = " ".join(high)
        pattern = r"high (card|pair)|low pair"
        yield (
            "high card",
            pattern,
            f"{ranks}: a pair of it pays; high pair: of these, low: of others",
        )
    if table.deck.jokers or table.deck.wild_rank is not None:
        yield "wild cards", "", _wild_words(table)
    yield from _MEANINGS
    several = "most cards are kept; of equal numbers "
    several += "most high cards, then most ways, " if high else "most ways, "
    several += "then the lower highest card, then the lower lowest one; highest first: the higher"
    yield "several holds fit", "", several
    yield (
        "length",
        r"\bbut\b",
        "lines and exceptions; one that names patterns or deals counts one for each that it names",
    )


def _wild_words(table: PayTable) -> str:
    word = wild_word(table)
    example = "2 high cards" if high_ranks(table) else "pair of K"
    is_one = "one high card" if high_ranks(table) else "a K"
    return (
        f"every {word} dealt is kept, and numbers of cards count it: beside one {word} '{example}'"
        f" is the {word} and {is_one}, '4 to a flush' the {word} and three of a suit. Ranks, suits,"
        f" ways and what stands behind a comma or 'if' are of the other cards; a {word} is never a"
        " discard"
    )


def legend_text(table: PayTable, text: str) -> str:
    """Return the words that a list uses and what they mean, for a terminal."""
    return "\n".join(
        fill(f"{word}: {meaning}.", _WIDTH, subsequent_indent="  ")
        for word, meaning in strategy_legend(table, text)
    )


def size_words(lines: int, exceptions: int) -> str:
    """Return a length in words: ``22 lines and 8 exceptions``."""
    out = f"{lines} line{'' if lines == 1 else 's'}"
    if not exceptions:
        return out
    return f"{out} and {exceptions} exception{'' if exceptions == 1 else 's'}"
