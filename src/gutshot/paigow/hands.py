"""Cards of a Pai Gow hand: read, put in order, and called by name.

A high hand has five cards, a low hand two; both are known by their strengths, whole numbers that
compare as the hands do (`gutshot.evaluate.joker`).
"""

from __future__ import annotations

from collections import Counter
from operator import index
from typing import TYPE_CHECKING, Final

from gutshot.cards import DECKS, FIRST_JOKER, card_name, parse_hand
from gutshot.errors import HandError
from gutshot.evaluate import joker
from gutshot.evaluate.joker import HIGH_CATEGORIES, category_of, high_classes, low_classes
from gutshot.paigow.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "DECK",
    "DEFAULT_RULES",
    "HIGH_CARDS",
    "LOW_CARDS",
    "SEVEN",
    "check_cards",
    "high_category",
    "high_name",
    "high_order",
    "high_strength",
    "low_name",
    "low_order",
    "low_strength",
    "parse_seven",
    "played_rank",
]

DECK: Final = DECKS["joker"]
"""The 52 cards and the joker, id 52."""

SEVEN: Final = 7
HIGH_CARDS: Final = 5
LOW_CARDS: Final = 2

DEFAULT_RULES: Final = Rules()

_RANKS: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine",
    "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_NAMES: Final = {
    "high_card": "{first} high",
    "pair": "pair of {many}",
    "two_pair": "two pair, {many} and {more}",
    "three_of_a_kind": "three {many}",
    "straight": "straight, {first} high",
    "flush": "flush, {first} high",
    "full_house": "full house, {many} over {more}",
    "four_of_a_kind": "four {many}",
    "straight_flush": "straight flush, {first} high",
    "royal_flush": "royal flush",
    "five_aces": "five aces",
}
_SIX: Final = 4
_ACE: Final = 12


def parse_seven(text: str) -> tuple[int, ...]:
    """Read seven different cards of the deck with one joker, in the order in which they stand.

    Raises
    ------
    CardError
        When the text can't be read as cards.
    HandError
        On a card given twice, a second joker, too few or too many cards.
    """
    return parse_hand(text, DECK, SEVEN)


def check_cards(cards: Iterable[int], count: int) -> tuple[int, ...]:
    """Return `count` different card ids, 0..52, as a tuple.

    Raises
    ------
    HandError
        When they are more or fewer, one comes twice, or one is no card of the deck.
    """
    try:
        found = tuple(map(index, cards))  # whole numbers of numpy too, but no 1.5 taken for 1
    except TypeError:
        raise HandError("cards are ids, whole numbers: 0 is 2c and 52 is Jk") from None
    if len(found) != count:
        given = f"{len(found)} card{'' if len(found) == 1 else 's'} given"
        raise HandError(f"{given}, {count} needed")
    for card in found:
        if not 0 <= card < DECK.size:
            raise HandError(f"card id {card} is not in the deck: ids run from 0 (2c) to 52 (Jk)")
    twice = next((card for card, times in Counter(found).items() if times > 1), None)
    if twice is not None:
        raise HandError(f"{card_name(twice)} is given twice: each card can be held only once")
    return found


def high_strength(cards: Sequence[int], rules: Rules = DEFAULT_RULES) -> int:
    """Return the strength, 0..7462, of five different cards, ids 0..52."""
    return joker.high_strength(cards, rules.tables)


def low_strength(cards: Sequence[int]) -> int:
    """Return the strength, 0..90, of two different cards, ids 0..52."""
    return joker.low_strength(cards, DEFAULT_RULES.tables)


def high_category(strength: int) -> str:
    """Return the category of a high strength, one of `HIGH_CATEGORIES`."""
    return HIGH_CATEGORIES[category_of(strength)]


def high_name(strength: int, rules: Rules = DEFAULT_RULES) -> str:
    """Return what players call a five-card hand: ``Full house, queens over fours``.

    Kickers are not named, so that different hands may have one name.
    """
    category, ranks = high_classes(a2345_second_highest=rules.a2345_second_highest)[strength]
    second = ranks[min(1, len(ranks) - 1)]
    name = _NAMES[HIGH_CATEGORIES[category]]
    said = name.format(first=_RANKS[ranks[0]], many=_plural(ranks[0]), more=_plural(second))
    return said[0].upper() + said[1:]


def low_name(strength: int) -> str:
    """Return what players call a two-card hand: ``Pair of nines``, ``Ace-king``."""
    category, ranks = low_classes()[strength]
    if HIGH_CATEGORIES[category] == "pair":
        return f"Pair of {_plural(ranks[0])}"
    return f"{_RANKS[ranks[0]].capitalize()}-{_RANKS[ranks[1]]}"


def played_rank(cards: Sequence[int], rules: Rules = DEFAULT_RULES) -> int | None:
    """Return the rank, 0..12, that the joker stands for in five or two cards; None without one."""
    if FIRST_JOKER not in cards:
        return None
    if len(cards) == LOW_CARDS:
        return _ACE
    strength = high_strength(cards, rules)
    category, ranks = high_classes(a2345_second_highest=rules.a2345_second_highest)[strength]
    others = [card >> 2 for card in cards if card != FIRST_JOKER]
    match HIGH_CATEGORIES[category]:
        case "straight" | "straight_flush" | "royal_flush":
            return next(rank for rank in joker.straight_ranks(ranks[0]) if rank not in others)
        case "flush":
            return next(rank for rank in ranks if rank not in others)
        case _:
            return _ACE


def high_order(cards: Sequence[int], rules: Rules = DEFAULT_RULES) -> tuple[int, ...]:
    """Return five cards as they are laid out: pairs before kickers, high before low.

    The joker lies where the card lies that it stands for, before its equals.
    """
    joker_rank = played_rank(cards, rules)
    ranks = {card: card >> 2 if card != FIRST_JOKER else joker_rank or 0 for card in cards}
    strength = high_strength(cards, rules)
    if high_category(strength) in {"straight", "straight_flush"}:
        top = high_classes(a2345_second_highest=rules.a2345_second_highest)[strength].ranks[0]
        in_order = joker.straight_ranks(top)
        return tuple(sorted(cards, key=lambda card: in_order.index(ranks[card])))
    times = Counter(ranks.values())
    return tuple(
        sorted(cards, key=lambda card: (times[ranks[card]], ranks[card], card), reverse=True)
    )


def low_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Return two cards as they are laid out, high before low, the joker before an ace."""
    return tuple(sorted(cards, reverse=True))


def _plural(rank: int) -> str:
    return "sixes" if rank == _SIX else f"{_RANKS[rank]}s"
