"""The list of a session's hands, and where each is analysed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gutshot.cards.text import parse_cards
from gutshot.errors import InputError
from gutshot.render.decision_words import tally_words
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.render.videopoker_text import category_label
from gutshot.videopoker import game
from gutshot.web.adding_up import places_for
from gutshot.web.number_text import decimal_text, fraction_text, grouped
from gutshot.web.trainer_judged import HoldShown, hold_shown
from gutshot.web.vp_choice import TableChoice
from gutshot.web.vp_query import PageState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.videopoker.records import HandRecord

__all__ = ["PER_PAGE", "HandRow", "hand_rows", "table_of"]

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand as the list prints it."""

    number: str
    cards: tuple[str, ...]
    words: str
    held: HoldShown
    corrected: bool
    right: bool
    cost: str
    cost_fraction: str
    category: str
    paid: str
    lucky: bool
    url: str


def table_of(record: HandRecord) -> TableChoice:
    """Return the pay table of a hand: the catalogue's while it still is the same, else its own."""
    if record.game:
        try:
            table = game(record.game)
        except InputError:
            pass
        else:
            if record.pays == " ".join(f"{line.category}={line.pays}" for line in table.lines):
                return TableChoice(table.id)
    pays = dict(pair.split("=", 1) for pair in record.pays.split() if "=" in pair)
    return TableChoice("own", record.deck, record.pay_table_name, pays)


def hand_rows(numbered: Sequence[tuple[int, HandRecord]]) -> list[HandRow]:
    """Return the printed form of hands with their numbers."""
    return [_row(number, record) for number, record in numbered]


def _row(number: int, record: HandRecord) -> HandRow:
    deal = parse_cards(record.deal)
    lost = record.cost * record.stake_credits
    return HandRow(
        number=grouped(number),
        cards=tuple(mini_card(card) for card in deal),
        words=", ".join(card_words(card) for card in deal),
        held=hold_shown(deal, record.first_hold_mask),
        corrected=record.first_hold_mask != record.hold_mask,
        right=record.right,
        cost=decimal_text(lost, places_for(lost)) if lost else "0",
        cost_fraction=fraction_text(lost),
        category=_ended(record),
        paid=grouped(record.payout_credits),
        lucky=not record.right and _lucky(record),
        url=PageState(table_of(record), record.deal, record.first_hold_mask).url(),
    )


def _lucky(record: HandRecord) -> bool:
    """Say whether the draw was kind: of several hands some are paid nearly always."""
    return record.payout_credits > 0 if record.plays == 1 else record.parts.draw_luck > 0


def _ended(record: HandRecord) -> str:
    """Return what a deal's hands ended in; of one hand just the category."""
    if record.plays == 1:
        return category_label(record.category)
    return f"{record.plays} hands: {tally_words(record.tally)}"
