"""The phrases that a generated strategy may use, for a pay table and a number of wild cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import RANKS
from gutshot.videopoker.strategy.held_sets import high_ranks
from gutshot.videopoker.strategy.phrase_words import ANY
from gutshot.videopoker.strategy.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.phrase_words import Span

__all__ = ["candidate_phrases", "last_phrase"]

_ALL: Final = 0x1FFF
_KICKERS: Final = (_ALL, 1 << 12, 0x0007, 0x1007, 0x0E00, 0x1E00)
"""Kickers that pay tables speak of: any, ace, 2-4, A-4, J-K, J-A."""

_KICKED: Final = (0, 0x0007, 1 << 12, 0x0E00, 0x0FF8, 0x1E00, 0x1FF8)
_MOST_WAYS: Final = 5
_TEN: Final = 8


def last_phrase(dealt: int) -> Phrase:
    """Return the phrase that fits every deal with so many wild cards."""
    return Phrase("wild_only") if dealt else Phrase("nothing")


def candidate_phrases(table: PayTable, dealt: int) -> Iterator[Phrase]:
    """Yield phrases, the plainer of two alike first."""
    yield last_phrase(dealt)
    # four of a kind in front of the same hand with its fifth card held: where both are worth the
    # same, nobody holds the fifth
    yield from _alike(table, dealt)
    if not dealt:
        yield from _two_pair()
    for line in table.lines:
        if line.pays:
            yield Phrase("pat", category=line.canonical)
    yield from _cards(table, dealt)
    for count in range(max(2, dealt + 1), 5):
        for head in ("royal", "straight_flush", "flush", "outside", "inside", "straight"):
            natural = count - dealt
            if natural >= (2 if dealt or head in {"royal", "straight_flush", "flush"} else 3):
                plain = Phrase(head, count=count)
                yield from _draws(plain, natural, has_high=bool(high_ranks(table)))


def _spans(low: int, high: int) -> list[Span]:
    """Return all spans inside low..high but the whole, open at the top where they reach it."""
    return [
        (a, b if b < high else ANY[1])
        for a in range(low, high + 1)
        for b in range(a, high + 1)
        if (a, b) != (low, high)
    ]


def _runs() -> list[int]:
    return [sum(1 << r for r in range(a, b + 1)) for a in range(13) for b in range(a, 13)]


def _alike(table: PayTable, dealt: int) -> Iterator[Phrase]:
    high = high_ranks(table)
    for count in (2, 3, 4):
        if count - dealt < 1:
            continue
        yield Phrase("alike", count=count)
        if count == 2 and high:
            yield Phrase("alike", count=count, ranks=high)
            yield Phrase("alike", count=count, ranks=_ALL & ~high)
        for ranks in _runs():
            if ranks != _ALL:
                yield Phrase("alike", count=count, ranks=ranks)
        if count - dealt >= 2:
            for ranks in _KICKED:
                for kicker in _KICKERS:
                    yield Phrase("alike", count=count, ranks=ranks, kicker=kicker)


def _two_pair() -> Iterator[Phrase]:
    plain = Phrase("two_pair")
    yield plain
    for rank in range(13):
        yield replace(plain, without=1 << rank)
        yield replace(plain, holding=1 << rank)
        yield replace(plain, highest=(rank, ANY[1]))
        yield replace(plain, highest=(0, rank))


def _cards(table: PayTable, dealt: int) -> Iterator[Phrase]:
    high = high_ranks(table)
    for count in range(dealt + 1, dealt + 4):
        suits = ("",) if count - dealt == 1 else ("suited", "offsuit", "")
        for suit in suits if high else ():
            yield Phrase("high_cards", count=count, suit=suit)
            if count - dealt == 2:
                for rank in range(_TEN, 13):
                    yield Phrase("high_cards", count=count, suit=suit, without=1 << rank)
                    yield Phrase("high_cards", count=count, suit=suit, holding=1 << rank)
    for rank in range(13):
        yield Phrase("cards", cards=(RANKS[rank],))
    for count in (2, 3, 4):
        for ranks in combinations(range(12, -1 if count == 2 else _TEN - 1, -1), count):
            for suit in ("suited", "offsuit"):
                yield Phrase("cards", cards=("".join(RANKS[r] for r in ranks),), suit=suit)


def _draws(plain: Phrase, natural: int, *, has_high: bool) -> Iterator[Phrase]:
    yield plain
    high: list[Span] = _spans(0, natural) if has_high else []
    ranged = plain.head != "royal" and natural > 2
    ways: list[Span] = []
    if plain.head in {"straight_flush", "flush", "straight"} and ranged:
        ways = _spans(0 if plain.head == "flush" else 1, _MOST_WAYS - natural + 1)
    yield from (replace(plain, high=span) for span in high)
    yield from (replace(plain, ways=span) for span in ways)
    if has_high and ranged:
        yield from (replace(plain, ways_high=(least, ANY[1])) for least in range(2, 6))
        yield from (replace(plain, high=a, ways=b) for a in high for b in ways)
    yield from _ranked(plain, ways)


def _ranked(plain: Phrase, ways: list[Span]) -> Iterator[Phrase]:
    for rank in range(_TEN if plain.head == "flush" else 0, 13):
        for span in (ANY, *ways):
            yield replace(plain, ways=span, holding=1 << rank)
            yield replace(plain, ways=span, without=1 << rank)
    if plain.head != "flush":
        for span in _spans(0, 12):
            yield replace(plain, lowest=span)
            yield replace(plain, highest=span)
