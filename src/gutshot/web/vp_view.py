"""What the video-poker page prints about one deal: texts and drawings, no arithmetic of poker."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import Deck
from gutshot.cards.text import card_name
from gutshot.render.svg_bars import Segment, stacked_bar
from gutshot.render.svg_cards import card_face, card_words, mini_card, suit_class
from gutshot.web.number_text import decimal_text, fraction_text, grouped, percent_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker import HandAnalysis, Hold, PayTable

__all__ = ["CardView", "Cell", "HandView", "HoldRow", "hand_view", "labels", "picker_rows", "tones"]

_TONES: Final = 16
_MINUS: Final = "\u2212"


@dataclass(frozen=True, slots=True)
class CardView:
    """A card ready to be drawn. `face` and `mini` are SVG of our own making."""

    id: int
    name: str
    words: str
    suit: str
    face: str
    mini: str
    wild: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """How often a hold ends in a category; `count` is "" where that is impossible."""

    category: str
    label: str
    count: str
    share: str
    sort_key: float


@dataclass(frozen=True, slots=True)
class HoldRow:
    """One hold as the table prints it.

    slots : for each dealt position the small card, or "" where it is drawn anew.
    loss : against the best hold, "" for a best one.
    """

    place: int
    mask: int
    slots: tuple[str, ...]
    words: str
    name: str
    best: bool
    ev: str
    ev_fraction: str
    loss: str
    loss_fraction: str
    completions: str
    cells: tuple[Cell, ...]
    bar: str


@dataclass(frozen=True, slots=True)
class HandView:
    """A deal with its holds, in the order asked for."""

    rows: tuple[HoldRow, ...]
    by_mask: dict[int, HoldRow]
    best: tuple[int, ...]
    verdict: str
    announcement: str


def card_view(card: int, deck: Deck) -> CardView:
    """Return a card's name, words and drawings."""
    return CardView(
        id=card,
        name=card_name(card),
        words=card_words(card),
        suit=suit_class(card),
        face=card_face(card),
        mini=mini_card(card),
        wild=card < deck.size and deck.is_wild(card),
    )


def picker_rows(deck: Deck) -> tuple[tuple[CardView, ...], ...]:
    """Return all cards of a deck, one row per suit from ace to deuce, jokers last."""
    rows = [
        tuple(card_view(4 * rank + suit, deck) for rank in range(12, -1, -1))
        for suit in (3, 2, 1, 0)
    ]
    jokers = tuple(card_view(card, deck) for card in deck.cards[52:])
    return (*rows, jokers) if jokers else tuple(rows)


def labels(table: PayTable) -> dict[str, str]:
    """Return a table's categories and their printed names, No Win last."""
    return {line.category: line.label for line in table.lines} | {"no_win": "No win"}


def tones(categories: Sequence[str]) -> dict[str, int]:
    """Return for each category its place, 0..15, on the colour scale of the style sheet."""
    paying = [category for category in categories if category != "no_win"]
    steps = max(1, len(paying) - 1)
    return {category: round(i * (_TONES - 1) / steps) for i, category in enumerate(paying)}


def hand_view(analysis: HandAnalysis, sort: str) -> HandView:
    """Return the printed form of an analysis.

    Parameters
    ----------
    analysis
        The deal's 32 holds.
    sort
        ``mask``, a category (most probable first), or anything else for best first.
    """
    top = analysis.holds[0].ev
    names = labels(analysis.table)
    place_of = {hold.mask: place for place, hold in enumerate(analysis.holds, 1)}
    pays = {line.category: line.pays for line in analysis.table.lines}
    rows = [_row(analysis, hold, place_of[hold.mask], names, pays) for hold in analysis.holds]
    by_mask = {row.mask: row for row in rows}
    if sort == "mask":
        rows.sort(key=lambda row: row.mask)
    elif sort in names:
        shares = {h.mask: Fraction(h.counts[sort], h.completions) for h in analysis.holds}
        rows.sort(key=lambda row: (-shares[row.mask], row.place))
    best = [by_mask[mask] for mask in analysis.best]
    others = [hold for hold in analysis.holds if hold.mask not in analysis.best]
    margin = f"{decimal_text(top - others[0].ev)} ahead of the next" if others else ""
    verdict = f"{len(best)} holds tie exactly" if len(best) > 1 else margin
    said = " or ".join(row.words for row in best)
    return HandView(
        rows=tuple(rows),
        by_mask=by_mask,
        best=analysis.best,
        verdict=verdict,
        announcement=f"Best: {said}, expected value {decimal_text(top, 4)}.",
    )


def _row(
    analysis: HandAnalysis,
    hold: Hold,
    place: int,
    names: dict[str, str],
    pays: dict[str, Fraction],
) -> HoldRow:
    top = analysis.holds[0].ev
    loss = top - hold.ev
    kept = [card for i, card in enumerate(analysis.deal) if hold.mask >> i & 1]
    scale = tones(list(names))
    cells = tuple(
        Cell(
            category=category,
            label=names[category],
            count=grouped(count) if count else "",
            share=percent_text(Fraction(count, hold.completions)),
            sort_key=count / hold.completions,
        )
        for category, count in hold.counts.items()
    )
    segments = [
        Segment(
            tone=scale[category],
            share=float(pays[category] * count / hold.completions / top) if top else 0.0,
            title=f"{names[category]}: "
            f"{decimal_text(pays[category] * count / hold.completions, 4)} of the EV",
        )
        for category, count in hold.counts.items()
        if count and category in pays and pays[category]
    ]
    return HoldRow(
        place=place,
        mask=hold.mask,
        slots=tuple(
            mini_card(card) if hold.mask >> i & 1 else "" for i, card in enumerate(analysis.deal)
        ),
        words="hold " + ", ".join(card_words(card) for card in kept) if kept else "draw five cards",
        name=" ".join(card_name(card) for card in kept) or "draw five",
        best=hold.mask in analysis.best,
        ev=decimal_text(hold.ev),
        ev_fraction=fraction_text(hold.ev),
        loss=f"{_MINUS}{decimal_text(loss)}" if loss else "",
        loss_fraction=f"{_MINUS}{fraction_text(loss)}" if loss else "",
        completions=grouped(hold.completions),
        cells=cells,
        bar=stacked_bar(segments),
    )
