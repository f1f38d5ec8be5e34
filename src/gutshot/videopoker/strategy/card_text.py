"""Cards of a strategy's text that are named by rank: ``KQ KJ suited``, ``AKs``, ``A only``."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from gutshot.cards.decks import RANKS
from gutshot.errors import StrategyError
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.rank_text import RANK_OF, read_ranks

__all__ = ["CARD_LIST", "SUITS", "read_cards"]

SUITS: Final = {
    "suited": "suited",
    **dict.fromkeys(
        ("unsuited", "un-suited", "offsuit", "off-suit", "off suit", "offsuited", "non-suited"),
        "offsuit",
    ),
    "any suits": "",
    "any suit": "",
}
"""Everything that says whether cards are of one suit."""

_SUIT: Final = "|".join(sorted(SUITS, key=len, reverse=True))
_LETTER: Final = r"(?:10|[2-9TJQKA])"
_GROUP: Final = rf"{_LETTER}{{1,5}}[so]?(?:[/-]{_LETTER}{{1,5}}[so]?)*(?![\w+/-])"
CARD_LIST: Final = re.compile(
    rf"(?<![\w/+-]){_GROUP}(?:\s*,\s*{_GROUP})+(?:\s*,?\s+or\s+{_GROUP})?"
    rf"(?=\s*(?:$|,|\b(?:{_SUIT}|or|if|only|alone)\b))"
    rf"|(?<![\w/+-]){_GROUP}(?:\s*,\s*{_GROUP})*\s*,\s*or\s+{_GROUP}"
    rf"(?=\s*(?:$|,|\b(?:{_SUIT}|or|if|only|alone)\b))",
    re.IGNORECASE,
)
"""Cards with commas between, the last one behind `or`: one list, not several holds."""

_BEFORE: Final = re.compile(rf"({_SUIT})\s+(.*)", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"(.*?)\s*,?\s+({_SUIT})", re.IGNORECASE)
_ALONE: Final = re.compile(
    r"(?:(?:single|lone|just|a single|one|1)\s+)?(.*?)(?:\s+(?:only|alone))?", re.IGNORECASE
)
_GROUP_ONLY: Final = re.compile(rf"({_LETTER}+)([so])?", re.IGNORECASE)
_OF_SUITS: Final = re.compile(rf"(?:{_LETTER}[cdhs][\s,/-]*){{2,4}}", re.IGNORECASE)
_CARD: Final = re.compile(rf"({_LETTER})([cdhs])", re.IGNORECASE)
_TEN: Final = 8
_SINGLES: Final = re.compile(rf"{_LETTER}(?:[/-]{_LETTER})+", re.IGNORECASE)
_MOST_HELD: Final = 4


def read_cards(text: str) -> list[Phrase] | None:
    """Return cards held as phrases, one for each saying about suits; None for another text.

    Raises
    ------
    StrategyError
        For a card that is named twice, too many cards, and two sayings about suits.
    """
    said, cards = _said_suit(text.strip())
    if _OF_SUITS.fullmatch(cards):
        return [_of_suits(cards, said)]
    if not said and (alone := _singles_alone(cards)) is not None:
        return [Phrase("cards", cards=alone)]
    groups = [_group(word, said=said is not None) for word in _words(cards)]
    if not groups or any(group is None for group in groups):
        return None
    found = [group for group in groups if group is not None]
    if said is None:
        _refuse_digits([ranks for ranks, _ in found], cards)
    if said and len(found) > 1 and all(len(ranks) == 1 for ranks, _ in found):
        found = [(_falling([ranks for ranks, _ in found], cards), "")]
    out: dict[str, list[str]] = {}
    for ranks, mark in found:
        suit = {"s": "suited", "o": "offsuit"}.get(mark, "")
        if said and suit and suit != said:
            raise StrategyError(f"'{text.strip()}' says both {said} and {suit}: write one of them")
        if ranks in out.setdefault(suit or said or "", []):
            raise StrategyError(f"'{text.strip()}' names {ranks} twice: name every hold once")
        out[suit or said or ""].append(ranks)
    return [Phrase("cards", cards=tuple(cards), suit=suit) for suit, cards in out.items()]


def _of_suits(text: str, said: str | None) -> Phrase:
    """Return cards whose suits are named, AhKh, as the suited or offsuit cards that they are.

    said : what is said about suits besides; "" for any, None for nothing.
    """
    cards = _CARD.findall(text)
    ranks = _falling([rank for rank, _ in cards], "".join(rank for rank, _ in cards))
    suits = {suit.lower() for _, suit in cards}
    if len(suits) > 1 and len(cards) > 2:
        raise StrategyError(
            f"'{text}' can be read in two ways: write '{ranks} offsuit' for more than one suit"
            f" among them, or '{ranks} any suits'"
        )
    suit = "suited" if len(suits) == 1 else "offsuit"
    if said is not None and said != suit:
        other = said or "any suits"
        raise StrategyError(f"'{text}' says both {suit} and {other}: write one of them")
    return Phrase("cards", cards=(ranks,), suit=suit)


def _refuse_digits(groups: list[str], text: str) -> None:
    """Refuse a card below the ten that stands alone: a bare number may be anything."""
    for ranks in groups:
        if len(ranks) == 1 and RANKS.index(ranks) < _TEN:
            raise StrategyError(
                f"'{text.strip()}' may be a number or a card: write '{ranks} only' for holding a"
                f" single {ranks}, and join several ranks by /"
            )


def _said_suit(text: str) -> tuple[str | None, str]:
    """Return what is said about suits ("" for any, None for nothing) and the rest."""
    if before := _BEFORE.fullmatch(text):
        return SUITS[before[1].lower()], before[2]
    if behind := _BEHIND.fullmatch(text):
        return SUITS[behind[2].lower()], behind[1]
    return None, text


def _singles_alone(text: str) -> tuple[str, ...] | None:
    """Return single cards, each held alone, or None for another text."""
    alone = _ALONE.fullmatch(text)
    if alone is None or alone[1] == text:
        return None
    try:
        ranks = read_ranks(alone[1])
    except StrategyError:
        return None
    order = [RANK_OF[one.lower()] for one in re.findall(_LETTER, alone[1], re.IGNORECASE)]
    if sorted(order) == [rank for rank in range(13) if ranks >> rank & 1]:
        return tuple(RANKS[rank] for rank in order)
    return tuple(RANKS[rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def _words(text: str) -> list[str]:
    """Return what stands between spaces and between slashes that part groups of cards."""
    out = []
    for word in text.split():
        parts = re.split("[/-]", word.lower())
        if len(parts) > 1 and all(len(part) > 2 and part in RANK_OF for part in parts):
            out.append("".join(RANKS[RANK_OF[part]] for part in parts))
        else:
            out += [word] if _SINGLES.fullmatch(word) else word.split("/")
    return out


def _group(word: str, *, said: bool) -> tuple[str, str] | None:
    """Return ranks and the mark behind them, or None for a word that is no cards."""
    if _SINGLES.fullmatch(word):
        if not said:
            return None  # "J-A" alone may be four cards or any of them
        letters = re.findall(_LETTER, word, re.IGNORECASE)
        return _falling(letters, word), ""
    named = RANK_OF.get(word.lower(), RANK_OF.get(word.lower().removesuffix("s")))
    if named is not None and len(word) > 2:
        return RANKS[named], ""
    found = _GROUP_ONLY.fullmatch(word)
    if found is None:
        return None
    letters = re.findall(_LETTER, found[1], re.IGNORECASE)
    if found[2] and len(letters) == 1:
        return None
    return _falling(letters, word), (found[2] or "").lower()


def _falling(letters: list[str], word: str) -> str:
    ranks = sorted((RANK_OF[letter.lower()] for letter in letters), reverse=True)
    for one, other in pairwise(ranks):
        if one == other:
            raise StrategyError(
                f"'{word}' holds {RANKS[one]} twice: cards of one rank are a 'pair of {RANKS[one]}'"
            )
    if len(ranks) > _MOST_HELD:
        raise StrategyError(f"'{word}' is {len(ranks)} cards: at most 4 are held by their ranks")
    return "".join(RANKS[rank] for rank in ranks)
