"""How phrases are spelled in a strategy's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import RANKS
from gutshot.evaluate.categories import LABELS
from gutshot.videopoker.pay_table import NO_WIN
from gutshot.videopoker.strategy.held_sets import high_ranks

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.phrases import Phrase

__all__ = [
    "ALIKE",
    "ANY",
    "COMPLETE",
    "DRAWS",
    "Span",
    "pat_word",
    "phrase_words",
    "rank_span_words",
    "rank_words",
    "wild_word",
]

Span = tuple[int, int]
"""Least and most, both allowed."""

ANY: Final[Span] = (0, 99)

DRAWS: Final = {
    "royal": "royal flush",
    "straight_flush": "straight flush",
    "flush": "flush",
    "straight": "straight",
    "outside": "outside straight",
    "inside": "inside straight",
}
"""Draw heads to their words behind ``N to a``."""

ALIKE: Final = {2: "pair", 3: "three of a kind", 4: "four of a kind"}
"""Number of cards of one rank to its words."""

COMPLETE: Final = {
    "royal_flush": "royal flush",
    "wild_royal": "wild royal",
    "five_of_a_kind": "five of a kind",
    "straight_flush": "straight flush",
    "full_house": "full house",
    "flush": "flush",
    "straight": "straight",
}
"""Categories that take five cards to their words; any other is ``pat`` and its label."""

_ACE: Final = 12
_LARGE: Final = 9
"""A span whose end is no less is open."""


def phrase_words(phrase: Phrase, table: PayTable) -> str:
    """Return a phrase's head and filters, parted by commas."""
    clauses = [_head_words(phrase, table)]
    if phrase.high != ANY and phrase.head != "high_cards":
        clauses.append(_counted(phrase.high, "high card"))
    if phrase.ways != ANY:
        clauses.append(_counted(phrase.ways, "way"))
    if phrase.ways_high != ANY:
        clauses.append(f"ways + high cards {_span_words(phrase.ways_high)}")
    if phrase.lowest != ANY:
        clauses.append(f"lowest {rank_span_words(phrase.lowest)}")
    if phrase.highest != ANY:
        clauses.append(f"highest {rank_span_words(phrase.highest)}")
    if phrase.holding:
        clauses.append(f"with {rank_words(phrase.holding)}")
    if phrase.without:
        clauses.append(f"no {rank_words(phrase.without)}")
    if phrase.highest_first:
        clauses.append("highest first")
    return ", ".join(clauses)


def _head_words(phrase: Phrase, table: PayTable) -> str:
    if phrase.head in DRAWS:
        article = "an" if phrase.head in {"outside", "inside"} else "a"
        return f"{phrase.count} to {article} {DRAWS[phrase.head]}"
    if phrase.head == "cards":
        if not phrase.suit and all(len(one) == 1 for one in phrase.cards):
            return "/".join(phrase.cards) + " only"
        return f"{' '.join(phrase.cards)} {phrase.suit or 'any suits'}"
    if phrase.head == "high_cards":
        suit = f"{phrase.suit} " if phrase.suit else ""
        return f"{phrase.count} {suit}high card{'s' if phrase.count > 1 else ''}"
    if phrase.head == "alike":
        return _alike_words(phrase, table)
    return {
        "pat": pat_word(phrase.category),
        "nothing": "nothing: draw five",
        "wild_only": f"{wild_word(table)} only",
        "two_pair": "two pair",
    }[phrase.head]


def _alike_words(phrase: Phrase, table: PayTable) -> str:
    words = ALIKE[phrase.count]
    high = high_ranks(table)
    if phrase.ranks and phrase.count == 2 and phrase.ranks == high:
        words = "high pair"
    elif phrase.ranks and phrase.count == 2 and high and phrase.ranks == 0x1FFF & ~high:
        words = "low pair"
    elif phrase.ranks:
        words += f" of {rank_words(phrase.ranks)}"
    return words + (f" with kicker {rank_words(phrase.kicker)}" if phrase.kicker else "")


def pat_word(category: str) -> str:
    """Return the words for five cards held that are paid in a category."""
    label = LABELS.get(category, NO_WIN)
    return COMPLETE.get(category) or f"pat {label[0].lower()}{label[1:]}"


def wild_word(table: PayTable) -> str:
    """Return what a deck's wild cards are called."""
    return "joker" if table.deck.jokers else "deuce"


def rank_words(ranks: int) -> str:
    """Return a set of ranks as its runs, highest first: ``J-A/7/2-4``."""
    runs = []
    rank = _ACE
    while rank >= 0:
        if ranks >> rank & 1:
            low = rank
            while low and ranks >> (low - 1) & 1:
                low -= 1
            runs.append(RANKS[rank] if low == rank else f"{RANKS[low]}-{RANKS[rank]}")
            rank = low
        rank -= 1
    return "/".join(runs)


def rank_span_words(span: Span) -> str:
    """Return a span of ranks: ``T``, ``5-9``, ``5+``, ``up to 9``."""
    low, high = span
    if low == high:
        return RANKS[low]
    if high >= _ACE:
        return f"{RANKS[low]}+"
    return f"up to {RANKS[high]}" if low <= 0 else f"{RANKS[low]}-{RANKS[high]}"


def _counted(span: Span, word: str) -> str:
    return f"{_span_words(span)} {word}{'' if span == (1, 1) else 's'}"


def _span_words(span: Span) -> str:
    low, high = span
    if high == 0:
        return "no"
    if low == high:
        return str(low)
    return f"{low}+" if high >= _LARGE else f"{low}-{high}"
