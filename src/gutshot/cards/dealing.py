"""Fair dealing: a uniform index, a uniform permutation, cards off the top.

`deal` is the way of every live game, `deal_rest` where cards of the deck lie on the table already.
They take no source of randomness, so nothing that a caller holds can steer them. The functions
below them take one, for proofs by exhaustion and for simulations.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Protocol

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection

    from gutshot.cards.decks import Deck

__all__ = [
    "Source",
    "SystemSource",
    "deal",
    "deal_rest",
    "draw_index",
    "pick",
    "shuffle",
    "shuffled_with",
]


class Source(Protocol):
    """Where random bits come from."""

    def randbits(self, k: int, /) -> int:
        """Return `k` fresh bits as a whole number, each of 0..2**k-1 equally likely."""
        ...


class SystemSource:
    """The operating system's randomness. It has no state and can't be seeded."""

    __slots__ = ()

    def randbits(self, k: int, /) -> int:
        """Return `k` fresh bits as a whole number, 0..2**k-1."""
        return secrets.randbits(k)


def deal(deck: Deck, count: int) -> tuple[int, ...]:
    """Shuffle a fresh deck with the operating system's randomness and deal from its top.

    Parameters
    ----------
    deck
        The deck to deal from, whole.
    count
        How many cards, 0..deck.size; deck.size for the order of the whole deck.

    Returns
    -------
    :
        Ids, all different, in the order of the deal; shape (count,).

    Raises
    ------
    InputError
        When the deck does not have so many cards.
    """
    if not 0 <= count <= deck.size:
        raise InputError(
            f"can't deal {count} cards from the deck '{deck.name}': it has {deck.size}"
        )
    return shuffled_with(SystemSource(), deck)[:count]


def deal_rest(deck: Deck, gone: Collection[int], count: int) -> tuple[int, ...]:
    """Deal from a fresh deck without some of its cards, by the operating system's randomness.

    Parameters
    ----------
    deck
        The deck to deal from.
    gone
        Ids that are not dealt.
    count
        How many cards, 0 to what is left of the deck.

    Returns
    -------
    :
        Ids, all different, in the order of the deal; shape (count,).

    Raises
    ------
    InputError
        When so many cards are not left.
    """
    left = [card for card in deck.cards if card not in gone]
    return tuple(left[place] for place in pick(SystemSource(), len(left), count))


def shuffled_with(source: Source, deck: Deck) -> tuple[int, ...]:
    """Return a whole deck in an order drawn from `source`; shape (deck.size,).

    For tests and simulations; a live game calls `deal`.
    """
    cards = deck.cards
    return tuple(cards[place] for place in shuffle(source, deck.size))


def shuffle(source: Source, n: int) -> tuple[int, ...]:
    """Return the numbers 0..n-1 in one of their n! orders, each equally likely (Fisher-Yates).

    Parameters
    ----------
    source
        Where the bits come from.
    n
        How many numbers, 0 or more.

    Raises
    ------
    InputError
        When `n` is negative.
    """
    if n < 0:
        raise InputError(f"can't shuffle {n} cards: the number must be 0 or more")
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        # The card may stay where it is: leaving that out would reach (n-1)! orders only.
        chosen = draw_index(source, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def pick(source: Source, n: int, count: int) -> tuple[int, ...]:
    """Return `count` of the numbers 0..n-1 in one of their orders, each equally likely.

    This is the beginning of a Fisher-Yates shuffle, which need not be finished.

    Parameters
    ----------
    source
        Where the bits come from.
    n
        How many numbers there are.
    count
        How many are picked, 0..n.

    Raises
    ------
    InputError
        When there are not so many.
    """
    if not 0 <= count <= n:
        raise InputError(f"can't pick {count} of {n} cards")
    order = list(range(n))
    for place in range(count):
        chosen = place + draw_index(source, n - place)
        order[place], order[chosen] = order[chosen], order[place]
    return tuple(order[:count])


def draw_index(source: Source, n: int) -> int:
    """Draw one of 0..n-1, each equally likely.

    Draws as many bits as n-1 has and draws again while they exceed it, which happens less than
    every other time. Folding them with a modulo instead would favour the low indices.

    Parameters
    ----------
    source
        Where the bits come from.
    n
        How many indices there are, 1 or more; 1 draws no bits.

    Raises
    ------
    InputError
        When `n` is less than 1.
    """
    if n < 1:
        raise InputError(f"can't draw one of {n} indices: there must be 1 or more")
    if n == 1:
        return 0
    bits = (n - 1).bit_length()
    while True:
        index = source.randbits(bits)
        if index < n:
            return index
