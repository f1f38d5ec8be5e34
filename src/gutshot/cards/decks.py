"""Decks: which cards a game is played with, and which of them are wild.

A card is a whole number: ``4 * rank + suit`` with rank 0 for a deuce up to 12 for an ace and the
suits in the order clubs, diamonds, hearts, spades. So ``2c`` is 0 and ``As`` is 51; the jokers
follow as 52 (``Jk``) and 53 (``Jk2``).
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from gutshot.errors import CardError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "DECKS",
    "FIRST_JOKER",
    "RANKS",
    "SECOND_JOKER",
    "SUITS",
    "Deck",
    "card_id",
    "deck",
    "rank_of",
    "suit_of",
]

RANKS: Final = "23456789TJQKA"
"""The letters of the ranks; the place in the text is the rank, 0..12."""

SUITS: Final = "cdhs"
"""The letters of the suits; the place in the text is the suit, 0..3."""

FIRST_JOKER: Final = 52
SECOND_JOKER: Final = 53

_MOST_JOKERS: Final = 2
_LONGEST_NAME_SHOWN: Final = 24


@dataclass(frozen=True, slots=True)
class Deck:
    """The 52 cards and up to two jokers, jokers always wild.

    Parameters
    ----------
    name
        How pay tables and error messages call it.
    jokers
        How many jokers are added, 0..2.
    wild_rank
        The rank, 0..12, of which all four cards are wild; None without one.

    Raises
    ------
    InputError
        When `jokers` or `wild_rank` lies outside its range.
    """

    name: str
    jokers: int = 0
    wild_rank: int | None = None

    def __post_init__(self) -> None:
        """Refuse a deck that the ids 0..53 can't express."""
        if not 0 <= self.jokers <= _MOST_JOKERS:
            raise InputError(f"a deck with {self.jokers} jokers can't be dealt: it has 0, 1 or 2")
        if self.wild_rank is not None and not 0 <= self.wild_rank < len(RANKS):
            raise InputError(
                f"wild rank {self.wild_rank} is none: ranks run from 0 (deuce) to 12 (ace)"
            )

    @property
    def size(self) -> int:
        """How many cards the deck has, 52..54."""
        return FIRST_JOKER + self.jokers

    @property
    def cards(self) -> tuple[int, ...]:
        """Every card of the deck once, ascending; shape (size,)."""
        return tuple(range(self.size))

    def is_wild(self, card: int) -> bool:
        """Say whether a card stands for any other.

        Parameters
        ----------
        card
            An id, 0..size-1.

        Raises
        ------
        CardError
            When the deck does not have the card.
        """
        if not 0 <= card < self.size:
            raise CardError(
                f"card id {card} is not in the deck '{self.name}': "
                f"its ids run from 0 to {self.size - 1}"
            )
        return card >= FIRST_JOKER or card // len(SUITS) == self.wild_rank


DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {
        known.name: known
        for known in (
            Deck("standard"),
            Deck("deuces-wild", wild_rank=0),
            Deck("joker", jokers=1),
            Deck("double-joker", jokers=2),
        )
    }
)
"""The decks that games are played with, by name."""


def deck(name: str) -> Deck:
    """Return the deck of that name, spelled as in `DECKS`.

    Raises
    ------
    InputError
        When there is none; the message lists the known names and the nearest one.
    """
    found = DECKS.get(name)
    if found is not None:
        return found
    shown = name if len(name) <= _LONGEST_NAME_SHOWN else name[:_LONGEST_NAME_SHOWN] + "…"
    # Comparing is quadratic in the length: no more of the name is compared than is shown.
    wanted = "-".join(shown.lower().replace("_", " ").split())
    near = get_close_matches(wanted, DECKS, n=1, cutoff=0.5)
    hint = f"did you mean '{near[0]}'? " if near else ""
    raise InputError(f"there is no deck {shown!r}: {hint}the decks are {', '.join(DECKS)}")


def card_id(rank: int, suit: int) -> int:
    """Return the id, 0..51, of a rank 0..12 and a suit 0..3.

    Raises
    ------
    CardError
        When either lies outside its range.
    """
    if not 0 <= rank < len(RANKS) or not 0 <= suit < len(SUITS):
        raise CardError(f"no card has rank {rank} and suit {suit}: ranks are 0..12, suits 0..3")
    return len(SUITS) * rank + suit


def rank_of(card: int) -> int:
    """Return the rank, 0..12, of a card with id 0..51.

    Raises
    ------
    CardError
        For a joker, which has no rank, and for an id that is no card.
    """
    return _plain(card, "rank") // len(SUITS)


def suit_of(card: int) -> int:
    """Return the suit, 0..3, of a card with id 0..51.

    Raises
    ------
    CardError
        For a joker, which has no suit, and for an id that is no card.
    """
    return _plain(card, "suit") % len(SUITS)


def _plain(card: int, wanted: str) -> int:
    if not 0 <= card < FIRST_JOKER:
        raise CardError(f"card id {card} has no {wanted}: ids from 0 (2c) to 51 (As) have one")
    return card
