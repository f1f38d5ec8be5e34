"""Conditions of a strategy's text: the inverse of `Condition.words`, and what people type."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import RANKS
from gutshot.cards.text import parse_hand
from gutshot.errors import InputError, StrategyError
from gutshot.videopoker.strategy.conditions import MOST, Condition
from gutshot.videopoker.strategy.rank_text import read_ranks, read_span
from gutshot.videopoker.strategy.spelling import nearest, shown

if TYPE_CHECKING:
    from gutshot.cards.decks import Deck

__all__ = ["read_conditions"]

_AND: Final = re.compile(r"\s*,?\s+and\s+|\s*,\s*", re.IGNORECASE)
_ABOVE: Final = re.compile(r"\s+(?:above|of\s+the\s+line\s+above)$", re.IGNORECASE)
_EXACTLY: Final = re.compile(r"(?:exactly|the\s+deal\s+is)\s+(.+)", re.IGNORECASE)
_PATTERN: Final = re.compile(r"discarding\s+exactly\s+(.+)", re.IGNORECASE)
_SUITS: Final = re.compile(r"discards\s+of\s+(.+?)\s+suits?", re.IGNORECASE)
_PENALTY: Final = re.compile(
    r"(?:with\s+)?(?P<span>.+?)?\s*\b(?P<kind>flush|straight)[ -]penalt(?:y|ies)(?:\s+cards?)?"
    r"(?:\s+(?:on|to)\s+(?P<ranks>.+))?",
    re.IGNORECASE,
)
_NO_PENALTY: Final = re.compile(
    r"(?:no|without)\s+(?:(?:a\s+)?(?:flush\s+or\s+straight|straight\s+or\s+flush|any)\s+)?"
    r"penalt(?:y|ies)(?:\s+cards?)?",
    re.IGNORECASE,
)
_DISCARDING: Final = re.compile(
    r"(?P<not>not\s+)?(?:discarding|discard|throwing\s+away)\s+(?:(?P<no>no|none)\b\s*)?(?P<rest>.+)",
    re.IGNORECASE,
)
_SUITED: Final = re.compile(r"suited\s+", re.IGNORECASE)
_COUNTED: Final = re.compile(
    r"(?P<span>.+?)\s+(?P<suited>suited\s+)?of\s+(?P<ranks>.+)", re.IGNORECASE
)
_HELD: Final = re.compile(
    r"(?P<word>with\s+no|not\s+holding|without|with|holding|no)\s+(?P<ranks>.+)", re.IGNORECASE
)
_NONE: Final = (0, 0)
_SOME: Final = (1, MOST)
_MOST_CONDITIONS: Final = 30
_LONGEST: Final = 300
_KNOWN: Final = (
    "no flush penalty", "a flush penalty", "no straight penalty", "a straight penalty",
    "2+ straight penalties", "discarding T", "discarding no T", "discarding suited T",
    "discards of 2 suits", "with A", "no A",
)  # fmt: skip


def read_conditions(text: str, deck: Deck) -> tuple[Condition, ...]:
    """Return the conditions of a text, all of which must be met.

    Raises
    ------
    StrategyError
        For words that say no condition, and for conditions that contradict each other.
    """
    out: list[Condition] = []
    parts = _AND.split(text.strip())
    if len(parts) > _MOST_CONDITIONS:
        raise StrategyError(f"{len(parts)} conditions are too many: {_MOST_CONDITIONS} are read")
    for part in parts:
        if not part:
            raise StrategyError("a condition is missing behind 'if' or 'and'")
        for condition in _read_one(part, deck):
            if condition in out:
                raise StrategyError(f"{shown(part)} is said twice: keep one")
            out.append(condition)
    for one, other in combinations(out, 2):
        if _contradict(one, other) or _contradict(other, one):
            raise StrategyError(
                f"{shown(one.words())} and {shown(other.words())} contradict each other: no hand"
                " meets both"
            )
    return tuple(out)


def _read_one(text: str, deck: Deck) -> tuple[Condition, ...]:
    if found := _EXACTLY.fullmatch(text):
        deals = tuple(_deal(deal, deck) for deal in found[1].split("/"))
        return (Condition("exactly", deals=deals),)
    above = _ABOVE.search(text)
    plain = text[: above.start()] if above else text
    is_above = above is not None
    if found := _PATTERN.fullmatch(plain):
        patterns = tuple(_pattern(ranks) for ranks in found[1].split("/"))
        return (Condition("pattern", above=is_above, patterns=patterns),)
    if len(plain) > _LONGEST:
        raise StrategyError(f"{shown(plain)} is too long: a condition is {_LONGEST} characters")
    if found := _SUITS.fullmatch(plain):
        span = read_span(found[1], MOST)
        if span is not None:
            return (_checked(Condition("suits", span, above=is_above), text),)
    if _NO_PENALTY.fullmatch(plain):
        return tuple(Condition(kind, _NONE, above=is_above) for kind in ("flush", "straight"))
    read = _penalty(plain, is_above) or _discards(plain, is_above) or _held(plain, is_above)
    if read is None:
        raise StrategyError(
            f"{shown(text)} is no condition that is known: {nearest(text, _KNOWN)}"
            "write like 'no flush penalty', '2+ straight penalties', 'discarding T', 'with A'"
        )
    return (read,)


def _pattern(text: str) -> str:
    """Return ranks that are all thrown away, falling."""
    letters = text.strip().upper().replace("10", "T").replace(" ", "")
    if not 1 <= len(letters) <= MOST or any(letter not in RANKS for letter in letters):
        raise StrategyError(
            f"'discarding exactly {text.strip()[:30]}': write the ranks of all discards, like 974"
        )
    return "".join(sorted(letters, key=RANKS.index, reverse=True))


def _deal(text: str, deck: Deck) -> tuple[int, ...]:
    try:
        return tuple(sorted(parse_hand(text, deck)))
    except InputError as error:
        raise StrategyError(f"'exactly {text.strip()[:30]}': {error}") from None


def _penalty(text: str, is_above: bool) -> Condition | None:  # noqa: FBT001
    found = _PENALTY.fullmatch(text)
    if found is None:
        return None
    said = (found["span"] or "a").strip().lower()
    span = _SOME if said in {"a", "any", "some"} else read_span(said, MOST)
    if span is None:
        return None
    ranks = read_ranks(found["ranks"]) if found["ranks"] else 0
    kind = found["kind"].lower()
    if kind == "straight" and ranks:
        raise StrategyError(
            f"'{text}': a straight penalty is one to all held cards; leave out 'on'"
        )
    return _checked(Condition(kind, span, ranks, is_above), text)


def _discards(text: str, is_above: bool) -> Condition | None:  # noqa: FBT001
    found = _DISCARDING.fullmatch(text)
    if found is None:
        return None
    none = bool(found["no"] or found["not"])
    rest = found["rest"].strip()
    counted = None if none else _COUNTED.fullmatch(rest)
    span = read_span(counted["span"], MOST) if counted else None
    if counted is not None and span is not None:
        kind = "suited_discards" if counted["suited"] else "discards"
        return _checked(Condition(kind, span, read_ranks(counted["ranks"]), is_above), text)
    suited = _SUITED.match(re.sub(r"^an?\s+(?=suited)", "", rest, flags=re.IGNORECASE))
    ranks = read_ranks(re.sub(r"^(?:an?\s+)?suited\s+", "", rest, flags=re.IGNORECASE))
    kind = "suited_discards" if suited else "discards"
    return Condition(kind, _NONE if none else _SOME, ranks, is_above)


def _held(text: str, is_above: bool) -> Condition | None:  # noqa: FBT001
    found = _HELD.fullmatch(text)
    if found is None or "penal" in text.lower():
        return None
    none = found["word"].lower() not in {"with", "holding"}
    return Condition("held", _NONE if none else _SOME, read_ranks(found["ranks"]), is_above)


def _checked(condition: Condition, text: str) -> Condition:
    if condition.span[0] > MOST:
        raise StrategyError(f"'{text}' can't be: a deal has five cards")
    return condition


def _contradict(few: Condition, many: Condition) -> bool:
    """Say whether one condition allows fewer cards than the other demands of some of them."""
    if few.kind != many.kind or few.above != many.above or few.kind == "exactly":
        return few.kind == many.kind == "exactly" and not set(few.deals) & set(many.deals)
    every = 0x1FFF
    within = (many.ranks or every) & ~(few.ranks or every) == 0
    return within and few.span[1] < many.span[0]
