"""The first words of a hold in a strategy's text, without its filters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import RANKS
from gutshot.errors import StrategyError
from gutshot.evaluate.categories import LABELS
from gutshot.videopoker.strategy.card_text import read_cards
from gutshot.videopoker.strategy.held_sets import high_ranks
from gutshot.videopoker.strategy.phrase_words import COMPLETE, DRAWS, wild_word
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.rank_text import NUMBER, RANK, RANK_OF, read_number, read_ranks

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["read_head"]

_NOTHING: Final = frozenset(
    {
        "nothing: draw five", "nothing", "none", "draw five", "draw 5", "draw five cards",
        "draw five new cards", "draw all five", "five new cards", "discard everything",
        "discard all", "discard all five", "throw everything away", "throw away everything",
        "redraw", "anything else", "everything else", "all others", "garbage", "junk",
    }
)  # fmt: skip

_DRAW_WORDS: Final = {
    **{words: head for head, words in DRAWS.items()},
    "royal": "royal",
    "rf": "royal",
    "sf": "straight_flush",
    **dict.fromkeys(
        ("open-ended straight", "open ended straight", "open straight", "open-end straight",
         "outside straight draw", "open-ended straight draw"), "outside"
    ),
    **dict.fromkeys(
        ("gutshot", "gut-shot", "gutshot straight", "gut-shot straight", "closed straight",
         "inside straight draw"), "inside"
    ),
    "straight flush draw": "straight_flush",
    "flush draw": "flush",
    "straight draw": "straight",
}  # fmt: skip

_PAT_WORDS: Final = {
    **{words: category for category, words in COMPLETE.items()},
    "natural royal": "royal_flush",
    "natural royal flush": "royal_flush",
    "royal": "royal_flush",
    "wild royal flush": "wild_royal",
    "5 of a kind": "five_of_a_kind",
    "quints": "five_of_a_kind",
    "full boat": "full_house",
    "boat": "full_house",
}
_LABELLED: Final = {
    **{label.lower(): category for category, label in LABELS.items()},
    **_PAT_WORDS,
    "4 of a kind": "four_of_a_kind",
    "quads": "four_of_a_kind",
    "3 of a kind": "three_of_a_kind",
    "trips": "three_of_a_kind",
    "two pairs": "two_pair",
}
_PAT: Final = re.compile(r"(?:a\s+)?(?:pat|made|dealt|complete)\s+(.+)")

_SHORT: Final = re.compile(r"(?P<count>[2-4])(?=(?:rf|sf)$)")
_DRAW: Final = re.compile(
    rf"(?P<count>{NUMBER})(?:[- ]cards?)?(?:\s+(?:to|of|for))?(?:\s+(?:an?|the|any))?[- ]+(?P<draw>"
    + "|".join(sorted(_DRAW_WORDS, key=len, reverse=True))
    + ")"
)
_HIGH_CARDS: Final = re.compile(
    rf"(?:(?P<count>{NUMBER})[- ]+)?(?P<before>suited|unsuited|offsuit|off-suit)?\s*high\s+cards?"
    r"(?:\s+(?P<behind>suited|unsuited|offsuit|off-suit))?(?:\s+(?:only|alone))?"
)
_KICKED: Final = re.compile(
    r"(?P<alike>.+?)\s+(?:with\s+(?:an?\s+)?kicker\s+(?P<behind>.+)"
    r"|(?:with|\+)\s+(?P<before>.+?)\s+kicker)",
    re.IGNORECASE,
)
_OF_A_KIND: Final = (
    (re.compile(r"(?:pairs?|two of a kind|2 of a kind)"), 2),
    (re.compile(r"(?:(?:three|3) of a kind|trips?|a set)"), 3),
    (re.compile(r"(?:(?:four|4) of a kind|quads?)"), 4),
)
_OF_RANKS: Final = re.compile(
    r"(?P<alike>pairs?|(?:two|three|four|[234]) of a kind|trips?|set|quads?)"
    r"\s+(?:of\s+)?(?P<ranks>.+)",
    re.IGNORECASE,
)
_HIGH_OR_LOW: Final = frozenset({"high pair", "high pairs", "low pair", "low pairs"})
_PLURAL: Final = re.compile(rf"(?P<count>two|three|four|[234])\s+(?P<rank>{RANK})", re.IGNORECASE)
_OR_BETTER: Final = re.compile(rf"(?P<rank>{RANK})\s+or\s+(?:better|higher)", re.IGNORECASE)
_EQUAL: Final = re.compile(
    r"(?P<rank>[2-9TJQKA])(?P<more>(?P=rank){1,3})"
    r"(?:(?P<up>\+|\s+or\s+(?:better|higher))|-(?P<other>[2-9TJQKA])(?P<others>(?P=other){1,3}))?",
    re.IGNORECASE,
)
"""Equal cards as ranges of hands are written: ``JJ``, ``JJ+``, ``22-TT``."""

_WILD_ONLY: Final = re.compile(
    rf"(?:just\s+)?(?:the\s+)?(?:(?P<count>{NUMBER})\s+)?(?P<word>deuces?|jokers?|wild\s+cards?)"
    r"(?P<only>\s+(?:only|alone))?"
)
_LEAD: Final = re.compile(r"^(?:hold|keep|any)\s+", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"(?:a|an|the)\s+(?=[a-z]{3})(?!only|alone|any\b)", re.IGNORECASE)


def read_head(text: str, table: PayTable, dealt: int) -> list[Phrase] | None:
    """Return the holds that a text names, None for a text that names none.

    More than one are cards of which each says for itself whether they are suited.

    Raises
    ------
    StrategyError
        For a hold that is said in words but can't be held.
    """
    typed = _LEAD.sub("", " ".join(text.split()))
    typed = _ARTICLE.sub("", typed) if _ARTICLE.match(typed) else typed
    for reader in _READERS:
        found = reader(typed, typed.lower(), table, dealt)
        if found is not None:
            return [found]
    return read_cards(typed)


def _pat(_typed: str, words: str, table: PayTable, _dealt: int) -> Phrase | None:
    made = _PAT.fullmatch(words)
    category = _LABELLED.get(made[1]) if made else _PAT_WORDS.get(words)
    if words == "four deuces" and table.deck.wild_rank == 0:
        category = "four_deuces"
    return None if category is None else Phrase("pat", category=category)


def _nothing(_typed: str, words: str, _table: PayTable, _dealt: int) -> Phrase | None:
    return Phrase("nothing") if words in _NOTHING else None


def _wild_only(_typed: str, words: str, table: PayTable, dealt: int) -> Phrase | None:
    found = _WILD_ONLY.fullmatch(words)
    if found is None:
        return None
    word = wild_word(table)
    wild = table.deck.jokers or table.deck.wild_rank is not None
    if not wild or not found["word"].startswith((word, "wild")):
        if not found["word"].startswith("deuce"):
            return _not_wild(words, table)
        if found["count"] and read_number(found["count"]) != 1:
            return None  # "two deuces" are a pair
        raise StrategyError(
            f"'{words}': deuces are not wild in the deck {table.deck.name}; write '2 only' for the"
            " card alone"
        )
    if not dealt:
        raise StrategyError(f"'{words}': no {word} is dealt here; write 'nothing: draw five'")
    count = read_number(found["count"]) if found["count"] else dealt
    if count != dealt:
        raise StrategyError(
            f"'{words}': {dealt} {word}{'s are' if dealt > 1 else ' is'} dealt here, and all are"
            f" kept; write '{word} only'"
        )
    return Phrase("wild_only")


def _not_wild(words: str, table: PayTable) -> Phrase:
    raise StrategyError(f"'{words}': the deck {table.deck.name} has no such cards; leave it out")


def _two_pair(_typed: str, words: str, _table: PayTable, _dealt: int) -> Phrase | None:
    return Phrase("two_pair") if re.fullmatch(r"(?:two|2) pairs?", words) else None


def _draw(_typed: str, words: str, table: PayTable, _dealt: int) -> Phrase | None:
    if words in _DRAW_WORDS:
        whole = Phrase(_DRAW_WORDS[words], count=4).words(table)
        raise StrategyError(f"'{words}': say how many cards are held, like '{whole}'")
    found = _DRAW.fullmatch(_SHORT.sub(r"\g<count> ", words))
    if found is None or (count := read_number(found["count"])) is None:
        return None
    head = _DRAW_WORDS[found["draw"]]
    if not 2 <= count <= 4:
        whole = f", and five are the '{COMPLETE.get(f'{head}_flush', '') or COMPLETE.get(head)}'"
        raise StrategyError(
            f"'{words}' can't be: a draw holds 2, 3 or 4 cards"
            + (whole if count == 5 and head not in {"outside", "inside"} else "")
        )
    return Phrase(head, count=count)


def _high_cards(_typed: str, words: str, table: PayTable, _dealt: int) -> Phrase | None:
    found = _HIGH_CARDS.fullmatch(words)
    if found is None:
        return None
    count = read_number(found["count"]) if found["count"] else 1
    said = found["before"] or found["behind"]
    if not found["count"] and (said or words.startswith("high cards")):
        raise StrategyError(f"'{words}': say how many, like '2 {words}'")
    if count is None or not 1 <= count <= 4:
        raise StrategyError(f"'{words}' can't be: 1 to 4 high cards are held")
    if not high_ranks(table):
        raise StrategyError(f"'{words}': no pair pays in {table.name}, so that no card is high")
    suit = "" if not said else "suited" if said == "suited" else "offsuit"
    return Phrase("high_cards", count=count, suit=suit)


def _alike(typed: str, words: str, table: PayTable, _dealt: int) -> Phrase | None:
    kicked = _KICKED.fullmatch(typed)
    if kicked:
        plain = _without_kicker(kicked["alike"], kicked["alike"].lower(), table)
        if plain is None:
            return None
        kicker = read_ranks(kicked["behind"] or kicked["before"])
        return Phrase("alike", count=plain.count, ranks=plain.ranks, kicker=kicker)
    return _without_kicker(typed, words, table)


def _without_kicker(typed: str, words: str, table: PayTable) -> Phrase | None:  # noqa: PLR0911
    high = high_ranks(table)
    if words in _HIGH_OR_LOW:
        if not high:
            raise StrategyError(f"'{words}': no pair pays in {table.name}; write 'pair'")
        return Phrase("alike", count=2, ranks=0x1FFF & ~high if words.startswith("low") else high)
    for pattern, count in _OF_A_KIND:
        if pattern.fullmatch(words):
            return Phrase("alike", count=count)
    if equal := _EQUAL.fullmatch(typed):
        return _equal(equal)
    if better := _OR_BETTER.fullmatch(typed):
        return Phrase("alike", count=2, ranks=read_ranks(better[0]))
    if plural := _PLURAL.fullmatch(typed):
        if not typed.lower().endswith("s"):
            return None
        count = read_number(plural["count"]) or 0
        return Phrase("alike", count=count, ranks=read_ranks(plural["rank"]))
    found = _OF_RANKS.fullmatch(typed)
    if found is None or re.match(r"with|no\b|without", found["ranks"], re.IGNORECASE):
        return None
    start = found["alike"].lower()
    start = "a set" if start == "set" else start
    count = next((n for pattern, n in _OF_A_KIND if pattern.fullmatch(start)), 0)
    return Phrase("alike", count=count, ranks=read_ranks(found["ranks"]))


def _equal(found: re.Match[str]) -> Phrase:
    """Return ``JJ``, ``JJ+`` or ``22-TT`` as the pairs, threes or fours that they are."""
    low = high = RANK_OF[found["rank"].lower()]
    if found["up"]:
        high = len(RANKS) - 1
    elif found["other"]:
        if len(found["others"]) != len(found["more"]):
            raise StrategyError(f"'{found[0]}' is no run: write pairs at both ends, like 22-TT")
        low, high = sorted((low, RANK_OF[found["other"].lower()]))
    return Phrase("alike", count=1 + len(found["more"]), ranks=(1 << high + 1) - (1 << low))


_READERS: Final[tuple[Callable[[str, str, PayTable, int], Phrase | None], ...]] = (
    _pat, _nothing, _wild_only, _two_pair, _draw, _high_cards, _alike,
)  # fmt: skip
