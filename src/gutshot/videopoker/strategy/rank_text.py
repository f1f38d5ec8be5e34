"""Ranks, spans and numbers of a strategy's text, as people type them.

A set of ranks is ``J-A/7``, ``A, K``, ``tens or better``, ``an ace``; a count is ``2``, ``two``,
``2+``, ``at least 2``, ``1-3``, ``no``.
"""

from __future__ import annotations

import re
from typing import Final

from gutshot.cards.decks import RANKS
from gutshot.errors import StrategyError
from gutshot.videopoker.strategy.phrase_words import ANY, Span

__all__ = ["NUMBER", "RANK", "RANK_OF", "read_number", "read_rank_span", "read_ranks", "read_span"]

_WORDS: Final = (
    ("two", "deuce"), ("three", "trey"), ("four",), ("five",), ("six", "sixe"), ("seven",),
    ("eight",), ("nine",), ("ten", "10"), ("jack",), ("queen",), ("king",), ("ace",),
)  # fmt: skip

RANK_OF: Final[dict[str, int]] = {
    **{letter.lower(): rank for rank, letter in enumerate(RANKS)},
    **{word: rank for rank, words in enumerate(_WORDS) for word in words},
}
"""Everything that names a rank, in lower case and the singular, to the rank 0..12."""

RANK: Final = "(?:" + "|".join(sorted(RANK_OF, key=len, reverse=True)) + r")(?:'?s)?(?![0-9A-Za-z])"
"""A rank in a regular expression that ignores case."""

_NUMBERS: Final = {"no": 0, "zero": 0, "none": 0, "a": 1, "an": 1, "single": 1} | {
    word: number for number, word in enumerate(("one", "two", "three", "four", "five"), 1)
}
NUMBER: Final = r"(?:\d{1,4}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + r")\b"
"""A number in a regular expression that ignores case."""

_UP: Final = r"(?:\s*\+|\s+or\s+(?:better|higher|above|more)|\s+and\s+up)"
_DOWN: Final = r"(?:\s+or\s+(?:lower|less|below|fewer))"
_TO: Final = r"\s*(?:-|\bto\b|\bthrough\b)\s*"
_ITEM: Final = re.compile(
    rf"(?P<upto>up\s+to\s+)?(?P<one>{RANK})(?:(?P<up>{_UP})|(?P<down>{_DOWN})|{_TO}(?P<other>{RANK}))?",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s*(?:,|/|&|\band\b|\s)\s*(?:\band\b\s*)?", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"(?:an|the|any)\s+", re.IGNORECASE)
# in "a T" the letter is the article, in "A T" and "a/t" the ace
_ARTICLE_A: Final = re.compile(rf"a\s+(?=(?i:{RANK}))")
_LOW: Final = 4
_ACE: Final = 12
_SPANS: Final = (
    (re.compile(rf"({NUMBER})(?:\s*\+|\s+or\s+(?:more|better|higher))", re.IGNORECASE), "up"),
    (re.compile(rf"at\s+least\s+({NUMBER})", re.IGNORECASE), "up"),
    (re.compile(rf"({NUMBER})\s+or\s+(?:fewer|less|lower)", re.IGNORECASE), "down"),
    (re.compile(rf"(?:at\s+most|up\s+to)\s+({NUMBER})", re.IGNORECASE), "down"),
    (re.compile(rf"({NUMBER})\s*(?:-|\bto\b|\bor\b)\s*({NUMBER})", re.IGNORECASE), "both"),
    (re.compile(rf"(?:exactly\s+)?({NUMBER})", re.IGNORECASE), "one"),
)


def read_number(text: str) -> int | None:
    """Return the number that a text is, or None."""
    word = text.strip().lower()
    return int(word) if word.isdecimal() and word.isascii() else _NUMBERS.get(word)


def read_span(text: str, most: int) -> Span | None:
    """Return the span that a text is, `most` where it is open at the top, or None.

    Raises
    ------
    StrategyError
        For a span that ends before it begins.
    """
    for pattern, kind in _SPANS:
        if found := pattern.fullmatch(text.strip()):
            low, high = (read_number(one) or 0 for one in (found[1], found[pattern.groups]))
            if low > high:
                raise StrategyError(f"'{text.strip()}' ends before it begins: write {high}-{low}")
            return {"up": (low, most), "down": (0, high)}.get(kind, (low, high))
    return None


def read_ranks(text: str) -> int:
    """Return a set of ranks as bits, bit 0 for the deuce.

    Raises
    ------
    StrategyError
        At the first word that is no rank, and for a run that can be read in two ways.
    """
    rest = _without_article(text.strip())
    ranks = 0
    while rest:
        item = _ITEM.match(rest)
        if item is None:
            raise StrategyError(_no_rank(rest))
        ranks |= _bits(item)
        rest = rest[item.end() :]
        between = _BETWEEN.match(rest)
        if rest and (between is None or between.end() == len(rest)):
            raise StrategyError(_no_rank(rest))
        rest = _without_article(rest[between.end() :]) if between else ""
    if not ranks:
        raise StrategyError(f"no rank is named: write one of {' '.join(RANKS)}")
    return ranks


def read_rank_span(text: str) -> Span | None:
    """Return a span of ranks (``T``, ``5-9``, ``5+``, ``up to 9``), or None for another text."""
    item = _ITEM.fullmatch(text.strip())
    if item is None:
        return None
    one = _rank(item["one"])
    if item["up"]:
        return (one, ANY[1]) if one else (0, _ACE)
    if item["down"] or item["upto"]:
        return (0, one)
    other = _rank(item["other"]) if item["other"] else one
    return (min(one, other), max(one, other))


def _rank(word: str) -> int:
    plain = word.lower().replace("'", "")
    return RANK_OF[plain] if plain in RANK_OF else RANK_OF[plain.removesuffix("s")]


def _bits(item: re.Match[str]) -> int:
    one = _rank(item["one"])
    low = high = one
    if item["up"]:
        high = _ACE
    elif item["down"] or item["upto"]:
        low = 0
    elif item["other"]:
        other = _rank(item["other"])
        low, high = min(one, other), max(one, other)
        if one == _ACE and other < _LOW:
            letter = RANKS[other]
            near = "A/2" if other == 0 else f"A/2-{letter}"
            raise StrategyError(f"'{item[0]}' can be read in two ways: write {near} or {letter}-A")
    return (1 << high + 1) - (1 << low)


def _without_article(text: str) -> str:
    found = _ARTICLE.match(text) or _ARTICLE_A.match(text)
    return text[found.end() :] if found else text


def _no_rank(rest: str) -> str:
    word = (re.split(r"[\s,/]+", rest.strip(" ,/&")) or [""])[0][:20]
    if not word:
        return f"a rank is missing behind '{rest.strip()[:1]}': ranks are {' '.join(RANKS)}"
    return f"'{word}' is no rank: ranks are {' '.join(RANKS)}, joined by / or by - for a run"
