"""Cards as people write them, read and written.

One card is a rank and a suit: ``As``, ``td``, ``10h``, ``A♠``, ``A♤`` (with or without the
variation selector that phones append). Between cards stand spaces, commas or nothing.

A joker is ``Jk`` or ``joker``, the second of two ``Jk2`` or ``joker2``, in any case. Three texts
could be read in two ways; they are decided so:

- ``Jk2d`` is a joker and the deuce of diamonds: a 2 before a suit is always a card. Hence
  ``Jk22d`` is the second joker and the deuce, and what `format_cards` writes stays unambiguous
  even with its spaces taken out.
- ``Jks`` (``Jkd``, ``jokers`` …) is refused: it may be meant as ``Js`` or as ``Jk``.
- ``Jk Jk`` in one hand of a deck with two jokers is both of them, ``Jk`` and ``Jk2``: see
  `parse_hand`. `parse_cards` knows no deck and returns the first joker twice.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import FIRST_JOKER, RANKS, SECOND_JOKER, SUITS, card_id
from gutshot.errors import CardError, HandError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.cards.decks import Deck

__all__ = [
    "card_name",
    "format_cards",
    "parse_card",
    "parse_cards",
    "parse_hand",
    "with_letters",
]

_BLACK_SUITS: Final = "♣♦♥♠"
_WHITE_SUITS: Final = "♧♢♡♤"
_JOKERS: Final = ("Jk", "Jk2")
_NAMES: Final = (*(rank + suit for rank in RANKS for suit in SUITS), *_JOKERS)
_UNICODE_NAMES: Final = (*(rank + suit for rank in RANKS for suit in _BLACK_SUITS), *_JOKERS)

# Exact letters instead of upper() or IGNORECASE, which also take the long s and the Kelvin sign.
_RANK_OF: Final = {
    "10": RANKS.index("T"),
    **{letter: rank for letters in (RANKS, RANKS.lower()) for rank, letter in enumerate(letters)},
}
_SUIT_OF: Final = {
    sign: suit
    for signs in (SUITS, SUITS.upper(), _BLACK_SUITS, _WHITE_SUITS)
    for suit, sign in enumerate(signs)
}

_LETTER_OF: Final = str.maketrans(
    {sign: SUITS[suit] for sign, suit in _SUIT_OF.items() if not sign.isascii()}
    | {"\ufe0e": None, "\ufe0f": None}
)

_SUIT: Final = f"[{''.join(_SUIT_OF)}]"
_JOKER: Final = "(?:[Jj][Kk]|[Jj][Oo][Kk][Ee][Rr])"
_VARIATION: Final = "[\ufe0e\ufe0f]?"
_CARD: Final = re.compile(
    f"(?P<rank>10|[{RANKS}{RANKS.lower()}])(?P<suit>{_SUIT}){_VARIATION}"
    f"|{_JOKER}(?!{_SUIT})(?P<second>2(?!{_SUIT}))?"
)
_SEPARATORS: Final = re.compile(r"[\s,]*")

_JACK_OR_JOKER: Final = re.compile(f"{_JOKER}(?P<suit>{_SUIT}){_VARIATION}")
_RANK_AND_MORE: Final = re.compile(rf"(?P<rank>10|[{RANKS}{RANKS.lower()}])[^\s,]?")
_RUN: Final = re.compile(r"[^\s,]+")
_LONGEST_SHOWN: Final = 12


def card_name(card: int, *, unicode: bool = False) -> str:
    """Return a card's name: ``As``, ``Td``, ``Jk``, ``Jk2``; with `unicode` ``A♠``, ``T♦``.

    Parameters
    ----------
    card
        An id, 0..53.
    unicode
        Whether suits are signs instead of letters. Jokers keep their names.

    Raises
    ------
    CardError
        When the id is no card.
    """
    if not 0 <= card < len(_NAMES):
        raise CardError(
            f"card id {card} is no card: ids run from 0 (2c) to 51 (As), jokers are 52 and 53"
        )
    return (_UNICODE_NAMES if unicode else _NAMES)[card]


def format_cards(cards: Iterable[int], *, unicode: bool = False) -> str:
    """Return the names of cards in their order, a space between: ``As Ks Jk``.

    `parse_cards` reads it back to the same ids.

    Parameters
    ----------
    cards
        Ids, 0..53.
    unicode
        Whether suits are signs instead of letters.

    Raises
    ------
    CardError
        When an id is no card.
    """
    return " ".join(card_name(card, unicode=unicode) for card in cards)


def with_letters(text: str) -> str:
    """Return a text that somebody typed with suits as letters: ``A♠K♥`` becomes ``AsKh``."""
    return text.translate(_LETTER_OF)


def parse_cards(text: str) -> tuple[int, ...]:
    """Read any number of cards in the order in which they are written.

    Returns
    -------
    :
        Ids, 0..53; empty for a text without cards. A card written twice comes twice.

    Raises
    ------
    CardError
        At the first text that is no card.
    """
    cards: list[int] = []
    place = _after_separators(text, 0)
    while place < len(text):
        found = _CARD.match(text, place)
        if found is None:
            raise CardError(_unreadable(text, place))
        cards.append(_id_of(found))
        place = _after_separators(text, found.end())
    return tuple(cards)


def parse_card(text: str) -> int:
    """Read exactly one card.

    Returns
    -------
    :
        Its id, 0..53.

    Raises
    ------
    CardError
        When the text is no card, none or more than one.
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        given = f"{len(cards)} cards in {_shown(text)}" if cards else "no card"
        raise CardError(f"{given} where one is wanted: write a rank and a suit, like As")
    return cards[0]


def parse_hand(text: str, deck: Deck, count: int = 5) -> tuple[int, ...]:
    """Read a hand: `count` different cards of `deck`, in the order in which they are written.

    In a deck with two jokers that are written alike, ``Jk Jk``, the later one is read as ``Jk2``.

    Parameters
    ----------
    text
        What `parse_cards` reads.
    deck
        The deck that the cards must be from.
    count
        How many cards make the hand.

    Returns
    -------
    :
        Ids, 0..deck.size-1, all different; shape (count,).

    Raises
    ------
    CardError
        When the text can't be read as cards.
    HandError
        On a joker that the deck does not have, a card given twice, too few or too many cards.
    """
    cards = _jokers_told_apart(parse_cards(text), deck)
    twice = next((card for card, times in Counter(cards).items() if times > 1), None)
    if twice is not None:
        first = cards.index(twice)
        second = cards.index(twice, first + 1)
        raise HandError(
            f"{card_name(twice)} is given twice, as cards {first + 1} and {second + 1}: "
            "each card can be held only once"
        )
    if len(cards) != count:
        given = f"{len(cards)} card{'' if len(cards) == 1 else 's'} given, {count} needed"
        excess = len(cards) - count
        raise HandError(f"{given}: leave out {excess}" if excess > 0 else f"{given}: add {-excess}")
    return cards


def _jokers_told_apart(cards: tuple[int, ...], deck: Deck) -> tuple[int, ...]:
    jokers = [place for place, card in enumerate(cards) if card >= FIRST_JOKER]
    if not jokers:
        return cards
    if deck.jokers == 0:
        name = card_name(cards[jokers[0]])
        raise HandError(
            f"{name} is not in the deck '{deck.name}', which has no joker: name a card with a suit"
        )
    if len(jokers) > deck.jokers:
        has = "1 joker" if deck.jokers == 1 else f"{deck.jokers} jokers"
        raise HandError(f"{len(jokers)} jokers given, but the deck '{deck.name}' has only {has}")
    if deck.jokers == 1:
        if cards[jokers[0]] == SECOND_JOKER:
            raise HandError(
                f"Jk2 is a second joker and the deck '{deck.name}' has only one: write Jk"
            )
        return cards
    if [cards[place] for place in jokers] == [FIRST_JOKER, FIRST_JOKER]:
        later = jokers[1]
        return (*cards[:later], SECOND_JOKER, *cards[later + 1 :])
    return cards


def _id_of(found: re.Match[str]) -> int:
    rank, suit, second = found.group("rank", "suit", "second")
    if rank is None:
        return FIRST_JOKER if second is None else SECOND_JOKER
    return card_id(_RANK_OF[rank], _SUIT_OF[suit])


def _after_separators(text: str, place: int) -> int:
    found = _SEPARATORS.match(text, place)
    return place if found is None else found.end()


def _unreadable(text: str, place: int) -> str:
    """Say what can't be read from `place` on, and what would be right there."""
    where = f"as a card (character {place + 1})"
    either = _JACK_OR_JOKER.match(text, place)
    if either is not None:
        jack = f"J{SUITS[_SUIT_OF[either['suit']]]}"
        return f"can't read {_shown(either[0])} {where}: write {jack} for the jack, Jk for a joker"
    ranked = _RANK_AND_MORE.match(text, place)
    piece = ranked or _RUN.match(text, place)
    shown = _shown(text[place:] if piece is None else piece[0])
    like = "As" if ranked is None else f"{RANKS[_RANK_OF[ranked['rank']]]}s"
    return (
        f"can't read {shown} {where}: "
        f"write a rank {RANKS} and a suit {' '.join(SUITS)}, like {like}, or Jk for a joker"
    )


def _shown(text: str) -> str:
    """Quote a text on one line; repr escapes line ends and what can't be printed."""
    return repr(text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…")
