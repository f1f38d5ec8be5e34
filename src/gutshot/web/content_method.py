"""What the method page prints: the sizes of this build, and one hold counted in full view."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.decks import DECKS
from gutshot.cards.text import card_name, parse_hand
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.videopoker import ENGINE_VERSION, analyse_hand, game, games
from gutshot.videopoker.deal_classes import row_count
from gutshot.videopoker.game_return import (
    HOLD_SIZE,
    common_denominator,
    completions,
    return_denominator,
)
from gutshot.videopoker.holds import category_of
from gutshot.videopoker.subset_tables import subset_tables
from gutshot.web.content_games import DECK_LABELS
from gutshot.web.number_text import decimal_text, fraction_text, grouped, payout_text
from gutshot.web.vp_view import card_view

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable

__all__ = ["method_context"]

_GAME: Final = "jacks-or-better-9-6"
_DEAL: Final = "As Ks Qs Js 2d"
_MASK: Final = 0b01111
_TIED: Final = "Ks Qh Jd Th Tc"


@dataclass(frozen=True, slots=True)
class DeckRow:
    """The sizes of a deck's tables."""

    name: str
    cards: str
    deals: str
    classes: str
    rows: str
    kinds: str
    entries: str
    denominator: str


@dataclass(frozen=True, slots=True)
class HoldRow:
    """The holds that keep so many cards, and their draws."""

    cards: int
    masks: str
    draws: str
    hands: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draws of the worked example that end in one category.

    with_fifth : whether the hand that keeps the fifth dealt card ends there too.
    """

    label: str
    cards: tuple[str, ...]
    words: str
    count: int
    with_fifth: bool
    held_in: int
    pays: str
    sum: str


def method_context() -> dict[str, Any]:
    """Return all numbers of the page."""
    table = game(_GAME)
    return {
        "engine_version": ENGINE_VERSION,
        "game": table,
        "decks": [_deck_row(name) for name in DECKS],
        "hold_rows": _hold_rows(table),
        "final_hands": grouped(comb(table.deck.size, 5)),
        "naive": grouped(_naive(table)),
        "pay_tables": [(one.name, one.id, one.version) for one in games()],
        "return_denominator": grouped(return_denominator(table)),
        "common_denominator": grouped(common_denominator(table.deck)),
        "example": _worked(table),
        "tie": _tie(table),
    }


def _deck_row(name: str) -> DeckRow:
    deck = DECKS[name]
    tables = subset_tables(deck)
    return DeckRow(
        name=DECK_LABELS[name],
        cards=str(deck.size),
        deals=grouped(comb(deck.size, 5)),
        classes=grouped(len(tables.deal_kinds)),
        rows=grouped(row_count(deck.jokers)),
        kinds=grouped(len(tables.kinds)),
        entries=grouped(len(tables.entry_kinds)),
        denominator=grouped(common_denominator(deck)),
    )


def _hold_rows(table: PayTable) -> list[HoldRow]:
    out = []
    for held in range(6):
        masks, draws = HOLD_SIZE.count(held), completions(table.deck, held)
        out.append(HoldRow(held, str(masks), grouped(draws), grouped(masks * draws)))
    return out


def _naive(table: PayTable) -> int:
    """Return how many final hands a game takes without any short cut."""
    draws = sum(completions(table.deck, held) for held in HOLD_SIZE)
    return comb(table.deck.size, 5) * draws


def _worked(table: PayTable) -> dict[str, Any]:
    """Return one hold with each of its draws resolved one by one, beside the engine's counts."""
    deal = parse_hand(_DEAL, table.deck)
    hold = analyse_hand(deal, table).hold(_MASK)
    (fifth,) = (card for card in deal if card not in hold.cards)
    unseen = [card for card in reversed(range(table.deck.size)) if card not in deal]
    ends = {card: category_of((*hold.cards, card), table) for card in (*unseen, fifth)}
    pays = {line.category: line.pays for line in table.lines} | {"no_win": Fraction(0)}
    names = {line.category: line.label for line in table.lines} | {"no_win": "No win"}
    rows = []
    for category in table.categories:
        cards = [card for card in unseen if ends[card] == category]
        if cards or ends[fifth] == category:
            rows.append(
                Drawn(
                    label=names[category],
                    cards=tuple(map(mini_card, cards)),
                    words=", ".join(map(card_words, cards)),
                    count=len(cards),
                    with_fifth=ends[fifth] == category,
                    held_in=len(cards) + (ends[fifth] == category),
                    pays=payout_text(pays[category]),
                    sum=payout_text(pays[category] * len(cards)),
                )
            )
    total = sum((pays[ends[card]] for card in unseen), Fraction(0))
    return {
        "cards": [card_view(card, table.deck) for card in deal],
        "held": [bool(_MASK >> i & 1) for i in range(5)],
        "fifth": card_name(fifth),
        "fifth_words": card_words(fifth),
        "url": f"/videopoker?game={_GAME}&hand={''.join(_DEAL.split())}&hold={_MASK}",
        "rows": rows,
        "draws": len(unseen),
        "holding": len(unseen) + 1,
        "total": payout_text(total),
        "ev": fraction_text(total / len(unseen)),
        "decimal": decimal_text(total / len(unseen)),
        "agrees": hold.ev == total / len(unseen)
        and all(hold.counts[c] == list(ends.values())[:-1].count(c) for c in table.categories),
    }


def _tie(table: PayTable) -> dict[str, str]:
    hand = analyse_hand(parse_hand(_TIED, table.deck), table)
    return {
        "url": f"/videopoker?game={_GAME}&hand={''.join(_TIED.split())}",
        "ev": fraction_text(hand.holds[0].ev),
        "count": str(len(hand.best)),
    }
