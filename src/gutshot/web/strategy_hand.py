"""One hand played by a strategy: which line decides, what is held, and whether that is best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gutshot.cards.suit_classes import canonical_order
from gutshot.cards.text import card_name, parse_hand
from gutshot.render.svg_cards import card_words
from gutshot.videopoker import analyse_hand
from gutshot.videopoker.deal_classes import place_of
from gutshot.videopoker.strategy.following import UNCOVERED
from gutshot.web.number_text import decimal_text, fraction_text
from gutshot.web.vp_query import PageState
from gutshot.web.vp_view import card_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker import HandAnalysis, PayTable
    from gutshot.videopoker.strategy import Followed, Strategy
    from gutshot.web.vp_choice import TableChoice
    from gutshot.web.vp_view import CardView

__all__ = ["HandTried", "try_hand"]


@dataclass(frozen=True, slots=True)
class HandTried:
    """A hand under a strategy.

    line : its number, None where none fits. exception : place of the one that was taken.
    held : words for each hold that the line leaves open, all of them worth the same.
    rows : for each of these, which cards it keeps.
    best : words for the best holds when the strategy misses them, else "".
    """

    line: int | None
    exception: int | None
    words: str
    instead: str
    cards: tuple[CardView, ...]
    held: tuple[str, ...]
    rows: tuple[tuple[bool, ...], ...]
    ev: str
    right: bool
    best: str
    loss: str
    loss_fraction: str
    url: str
    announcement: str


def try_hand(
    text: str, strategy: Strategy, followed: Followed, table: PayTable, choice: TableChoice
) -> HandTried:
    """Return what a strategy does with a hand.

    Raises
    ------
    HandError
        For a text that is no hand of the table's deck.
    """
    hand = parse_hand(text, table.deck)
    analysis = analyse_hand(hand, table)
    at, order = class_of(hand)
    number = int(followed.lines[at])
    masks = _held(at, order, hand, followed, table, analysis)
    played = analysis.hold(masks[0])
    best = analysis.hold(analysis.best[0])
    loss = best.ev - played.ev
    held = tuple(_words(hand, mask) for mask in masks)
    line, instead = "", ""
    exception = int(followed.exceptions[at])
    if number != UNCOVERED:
        said = strategy.lines[number]
        line = said.words(table)
        instead = said.exceptions[exception].words(table) if exception != UNCOVERED else ""
    verdict = "the best hold" if not loss else f"costs {decimal_text(loss)} per coin"
    where = f"Line {number + 1} decides" if number != UNCOVERED else "No line fits"
    return HandTried(
        line=number + 1 if number != UNCOVERED else None,
        exception=exception if exception != UNCOVERED else None,
        words=line,
        instead=instead,
        cards=tuple(card_view(card, table.deck) for card in hand),
        held=held,
        rows=tuple(tuple(bool(mask >> i & 1) for i in range(5)) for mask in masks),
        ev=decimal_text(played.ev),
        right=not loss,
        best=" or ".join(_words(hand, mask) for mask in analysis.best) if loss else "",
        loss=decimal_text(loss),
        loss_fraction=fraction_text(loss),
        url=PageState(choice, "".join(card_name(card) for card in hand), masks[0]).url(),
        announcement=f"{where}: {' or '.join(held)}, {verdict}.",
    )


def class_of(hand: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Return the place of a hand in `deal_classes`, and its positions in that member's order."""
    return place_of(hand), canonical_order(hand)


def _held(
    at: int,
    order: tuple[int, ...],
    hand: tuple[int, ...],
    followed: Followed,
    table: PayTable,
    analysis: HandAnalysis,
) -> tuple[int, ...]:
    """Return the hold that is played, and behind it those that fit as well and are worth as much.

    Where no line fits, all wild cards are kept.
    """
    mask = int(followed.masks[at])
    if mask == UNCOVERED:
        return (sum(1 << i for i, card in enumerate(hand) if table.deck.is_wild(card)),)
    played = _moved(mask, order)
    ev = analysis.hold(played).ev
    choices = int(followed.choices[at])
    others = [_moved(m, order) for m in range(32) if choices >> m & 1 and m != mask]
    return (played, *(other for other in others if analysis.hold(other).ev == ev))


def _moved(mask: int, order: tuple[int, ...]) -> int:
    """Return a mask over the listed member's positions as one over the hand's own."""
    return sum(1 << place for i, place in enumerate(order) if mask >> i & 1)


def _words(hand: tuple[int, ...], mask: int) -> str:
    kept = [card_words(card) for i, card in enumerate(hand) if mask >> i & 1]
    return f"hold {', '.join(kept)}" if kept else "draw five cards"
