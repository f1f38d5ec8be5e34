"""Holds of a strategy's text, read as phrases: the inverse of `Phrase.words`, and what people type.

Several spellings are read as one: ``4-card royal``, ``four to the royal flush``, ``4 to a royal``;
``trips`` and ``3 of a kind``; ``open-ended straight`` and ``outside straight``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import StrategyError
from gutshot.videopoker.strategy.card_text import CARD_LIST, SUITS
from gutshot.videopoker.strategy.fitting import check_fit
from gutshot.videopoker.strategy.head_text import read_head
from gutshot.videopoker.strategy.phrase_words import ANY
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.rank_text import read_rank_span, read_ranks, read_span
from gutshot.videopoker.strategy.spelling import UnknownHoldError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["read_phrases"]

# the "or" of "jacks or better" and of "2 or more" joins no holds
_OR: Final = re.compile(
    r"\s*,?\s+or\s+(?!better\b|higher\b|more\b|fewer\b|less\b|lower\b|above\b|below\b)",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"\s+(?=(?:with|without|no|having|and)\b)|\s*,\s*", re.IGNORECASE)
_COUNTED: Final = re.compile(
    r"(?:with\s+|having\s+|and\s+)?(?P<span>.+?)\s+(?P<what>high\s+cards?|ways?(?:\s+to\s+a\s+straight)?|straights)",
    re.IGNORECASE,
)
_SUM: Final = re.compile(
    r"(?:with\s+)?(?:ways\s*\+\s*high\s+cards|high\s+cards\s*\+\s*ways)\s+(?P<span>.+)",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    r"(?:with\s+|the\s+)*(?P<end>lowest|highest)(?:\s+(?:card|rank))?\s+(?P<span>.+)", re.IGNORECASE
)
_FIRST: Final = re.compile(
    r"(?:keep\s+(?:the\s+)?)?(?P<end>highest|lowest)(?:\s+(?:cards?|ones?))?(?:\s+first)?",
    re.IGNORECASE,
)
_HOLDING: Final = re.compile(
    r"(?P<word>with\s+no|with|without|having|no|and)\s+(?P<ranks>.+)", re.IGNORECASE
)
_COUNT_FIELDS: Final = {"h": "high", "w": "ways", "s": "ways"}
_LONGEST_LINE: Final = 4_000
_LONGEST_HOLD: Final = 300


def read_phrases(text: str, table: PayTable, dealt: int) -> tuple[Phrase, ...]:
    """Return the holds that a line names, joined by "or".

    Raises
    ------
    StrategyError
        For words that say no hold, and for a hold that no deal with `dealt` wild cards has.
    """
    if len(text) > _LONGEST_LINE:
        raise StrategyError(
            f"{shown(text)} has {len(text):,} characters: a line's holds are at most"
            f" {_LONGEST_LINE:,}, part it into several lines"
        )
    plain = _plain(text)
    out: list[Phrase] = []
    bare: list[bool] = []
    for alternative in _OR.split(plain):
        try:
            found = list(_read_alternative(alternative.strip(), table, dealt))
        except UnknownHoldError as error:
            said = _as_typed(alternative, text)
            raise error if said == error.text else UnknownHoldError(said, table, dealt) from None
        _refuse_loose_rank(found, alternative, out)
        bare += [_is_bare(phrase, alternative) for phrase in found]
        out += found
    out = _with_shared_suit(out, bare, plain)
    for phrase in out:
        check_fit(phrase, table, dealt)
    return tuple(out)


def _plain(text: str) -> str:
    """Return a text without brackets, and with lists of cards that have no commas."""
    return CARD_LIST.sub(_one_list, text.replace("(", ", ").replace(")", " "))


def _as_typed(alternative: str, text: str) -> str:
    """Return what was typed where an alternative of the plain text stands."""
    typed = (one.strip() for one in _OR.split(text))
    return next((one for one in typed if _plain(one).strip() == alternative.strip()), text)


def _one_list(found: re.Match[str]) -> str:
    return " ".join(re.split(r"\s*,\s*(?:or\s+)?|\s+or\s+", found[0], flags=re.IGNORECASE))


def _read_alternative(text: str, table: PayTable, dealt: int) -> Iterator[Phrase]:
    """Yield the holds of a text without "or": one with its filters, or a plain list with commas."""
    if not text:
        raise StrategyError("a hold is missing: write one on each side of 'or'")
    if len(text) > _LONGEST_HOLD:
        raise StrategyError(f"{shown(text)} is too long: a hold is {_LONGEST_HOLD} characters")
    heads, rest = _head_and_rest(text, table, dealt)
    if rest and len(heads) > 1:
        raise StrategyError(f"'{rest}' may be said of any of several holds: give each a line")
    *others, phrase = heads
    yield from others
    filtered = False
    for clause in _clauses(rest):
        refined = _filtered(phrase, clause)
        if refined is not None:
            phrase, filtered = refined, True
            continue
        listed = None if filtered else read_head(clause, table, dealt)
        if listed is None or any(one.head == "cards" for one in listed):
            raise StrategyError(_no_filter(clause, phrase, table, dealt))
        yield phrase
        *others, phrase = listed
        yield from others
    yield phrase


def _head_and_rest(text: str, table: PayTable, dealt: int) -> tuple[list[Phrase], str]:
    """Return the longest beginning that names a hold, and what stands behind it."""
    whole = text.split(",", 1)[0]
    refused: StrategyError | None = None
    for end in [len(whole), *(found.start() for found in reversed(list(_CLAUSE.finditer(whole))))]:
        try:
            heads = read_head(whole[:end].strip(), table, dealt)
        except StrategyError as error:
            refused = error
            if "kicker" in whole[:end].lower():
                break
            continue
        if heads is not None:
            return heads, text[end:].strip(" ,")
    raise refused or UnknownHoldError(text, table, dealt)


def _clauses(text: str) -> Iterator[str]:
    """Yield filters: what stands between commas, parted again at "with", "no" and the like."""
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        rest = part
        while rest:
            ends = [found.start() for found in _CLAUSE.finditer(rest)]
            # the longest beginning that is one filter: "with ways + high cards 3+" stays whole
            end = next((e for e in [len(rest), *ends[::-1]] if _is_filter(rest[:e])), len(rest))
            yield rest[:end].strip()
            rest = rest[end:].strip()


def _is_filter(text: str) -> bool:
    try:
        return _filtered(Phrase("flush", count=4), text.strip()) is not None
    except StrategyError:
        return False


def _filtered(phrase: Phrase, clause: str) -> Phrase | None:
    """Return the phrase with one filter more, or None for a clause that is no filter."""
    found = _filter(phrase, clause)
    if found is None:
        return None
    if phrase.head == "pat":
        raise StrategyError(f"'{clause}' says nothing of a hand that is held whole: leave it out")
    field, wanted = found
    if getattr(phrase, field) != getattr(Phrase(phrase.head), field) and field != "highest_first":
        raise StrategyError(f"'{clause}' says once more what was said: keep one of the two")
    changed: Any = {field: wanted}
    return replace(phrase, **changed)


def _filter(phrase: Phrase, clause: str) -> tuple[str, object] | None:  # noqa: PLR0911 - one a form
    if clause.lower() in SUITS and phrase.head in {"cards", "high_cards"} and not phrase.suit:
        return "suit", SUITS[clause.lower()]
    if found := _SUM.fullmatch(clause):
        span = read_span(found["span"], ANY[1])
        return None if span is None else ("ways_high", span)
    if found := _COUNTED.fullmatch(clause):
        span = read_span(found["span"], ANY[1])
        return None if span is None else (_COUNT_FIELDS[found["what"][0].lower()], span)
    if found := _FIRST.fullmatch(clause):
        return "highest_first", found["end"].lower() == "highest"
    if found := _ENDS.fullmatch(clause):
        span = read_rank_span(found["span"])
        return None if span is None else (found["end"].lower(), span)
    if found := re.fullmatch(r"(?P<rank>\S+)[- ]high", clause, re.IGNORECASE):
        span = read_rank_span(found["rank"])
        return None if span is None else ("highest", span)
    if found := _HOLDING.fullmatch(clause):
        without = found["word"].lower().endswith(("no", "without"))
        return ("without" if without else "holding"), read_ranks(found["ranks"])
    return None


def _no_filter(clause: str, phrase: Phrase, table: PayTable, dealt: int) -> str:
    head = phrase.words(table)
    try:
        listed = read_head(clause, table, dealt)
    except StrategyError:
        listed = None
    if listed is not None:
        return f"'{clause}' behind '{head}' is another hold: join holds by 'or'"
    return (
        f"'{clause}' says nothing of '{head}': write like '2+ high cards', '1-2 ways', 'with A',"
        " 'no T', 'lowest 5+', 'highest first'"
    )


def _is_bare(phrase: Phrase, alternative: str) -> bool:
    """Say whether a hold is of cards of which no word says whether they are suited."""
    words = alternative.lower()
    return (
        phrase.head == "cards"
        and not phrase.suit
        and not re.search(r"\bany suits?\b", words)
        and len(phrase.cards[0]) > 1
    )


def _with_shared_suit(phrases: list[Phrase], bare: list[bool], text: str) -> list[Phrase]:
    """Return the holds with the suit that is said once for all: "KQ or KJ suited"."""
    out = list(phrases)
    order = range(len(out) - 2, -1, -1)
    if re.match(rf"(?:{'|'.join(SUITS)})\b", text.strip(), re.IGNORECASE):
        order = range(1, len(out))
    step = order.step
    for at in order:
        other = out[at - step] if 0 <= at - step < len(out) else None
        if bare[at] and other is not None and other.head == "cards" and other.suit:
            out[at] = replace(out[at], suit=other.suit)
    return out


def _refuse_loose_rank(found: list[Phrase], alternative: str, before: list[Phrase]) -> None:
    """Refuse "pair of J or Q": the Q may be a rank of the pair, or a card of its own."""
    if not before or len(found) != 1 or found[0].head != "cards":
        return
    last = before[-1]
    single = len(found[0].cards[0]) == 1 and re.fullmatch(r"\S+", alternative.strip())
    if single and (last.head == "alike" or last.holding or last.without):
        card = found[0].cards[0]
        raise StrategyError(
            f"'{alternative.strip()}' can be read in two ways: write '{card} only' for the card"
            f" alone, or join ranks by /, like J/{card}"
        )
