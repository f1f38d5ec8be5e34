"""Pay tables nobody plays, and deals to play on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from gutshot.cards.decks import DECKS
from gutshot.evaluate.categories import DECK_CATEGORIES
from gutshot.videopoker import from_mapping

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

    from gutshot.cards.decks import Deck
    from gutshot.videopoker import PayTable
    from gutshot.videopoker.deal_classes import DealClasses

__all__ = ["any_order", "dealt", "pay_tables", "random_table", "scrambled"]

# Few different payouts, so that categories often pay the same and holds often tie.
PAYOUTS = (0, 1, 1, 2, 3, 4, 5, 6, 9, 25, 50, 80, 160, 400, 800, "1199/5", "0.5", "80.8")


def random_table(random: Random, deck: str) -> PayTable:
    """Return a table with a random part of a deck's categories in a random order."""
    categories = list(DECK_CATEGORIES[deck])
    chosen = {"royal_flush", *random.sample(categories, random.randint(1, len(categories)))}
    pays: dict[str, object] = {name: random.choice(PAYOUTS) for name in sorted(chosen)}
    return from_mapping(f"random {deck}", deck, pays)


def scrambled(
    random: Random, deals: DealClasses, number: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a deal of a class, in another order and in other suits, and that order.

    Position j of the deal shows position order[j] of the class's listed member.
    """
    suits = random.sample(range(4), 4)
    jokers = random.sample(range(52, 52 + deals.jokers), deals.jokers)
    order = tuple(random.sample(range(5), 5))
    member = deals.cards[number].tolist()
    renamed = [c & ~3 | suits[c & 3] if c < 52 else jokers[c - 52] for c in member]
    return tuple(renamed[i] for i in order), order


def any_order(mask: int, order: tuple[int, ...]) -> int:
    """Return a mask of the listed member as a mask of the deal of `scrambled`."""
    return sum((mask >> i & 1) << j for j, i in enumerate(order))


def dealt(deck: Deck) -> st.SearchStrategy[tuple[int, ...]]:
    """Return deals of a deck, wild cards more often than by chance."""
    wild = [card for card in deck.cards if deck.is_wild(card)]
    cards = st.sampled_from(deck.cards)
    if wild:
        cards = st.one_of(st.sampled_from(wild), cards, cards)
    return st.lists(cards, min_size=5, max_size=5, unique=True).map(tuple)


@st.composite
def pay_tables(draw: st.DrawFn, payouts: st.SearchStrategy[Fraction]) -> PayTable:
    """Return tables with a few categories of any deck."""
    deck = draw(st.sampled_from(sorted(DECKS)))
    names = draw(st.lists(st.sampled_from(DECK_CATEGORIES[deck]), max_size=9, unique=True))
    pays: dict[str, object] = {
        name: draw(payouts) for name in {"royal_flush": 0} | dict.fromkeys(names, 0)
    }
    return from_mapping("drawn", deck, pays)
