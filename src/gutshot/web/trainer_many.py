"""The hands of a multi-hand deal as the trainer's page shows them: by what they ended in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gutshot.render.svg_cards import card_words, hand_strip
from gutshot.web.number_text import grouped
from gutshot.web.vp_view import labels

if TYPE_CHECKING:
    from gutshot.play.videopoker.records import HandRecord
    from gutshot.videopoker import PayTable

__all__ = ["Group", "HandShown", "Many", "many_shown"]

FEW: Final = 5
"""So many hands are shown as rows, more of them in a grid."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """One drawn hand; `number` is its place in the order in which the hands were fixed."""

    number: int
    strip: str
    words: str


@dataclass(frozen=True, slots=True)
class Group:
    """The hands that ended alike; credits for one of them and for all, "" where nothing is paid."""

    label: str
    count: int
    each: str
    paid: str
    hands: tuple[HandShown, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """All hands of a deal, grouped by result, the best first.

    size : rows for a few hands, grid for many.
    """

    plays: int
    size: str
    staked: str
    paid: str
    groups: tuple[Group, ...]


def many_shown(record: HandRecord, table: PayTable) -> Many | None:
    """Return the hands of a deal that was played by several; None where one was played."""
    if record.plays == 1:
        return None
    names = labels(table)
    groups = []
    for found in record.tally:
        alike = tuple(
            HandShown(
                number,
                hand_strip(hand.cards, record.hold_mask),
                ", ".join(card_words(card) for card in hand.cards),
            )
            for number, hand in enumerate(record.hands, 1)
            if hand.category == found.category
        )
        paid = found.payout_credits
        groups.append(
            Group(
                label=names[found.category],
                count=found.hands,
                each=grouped(paid // found.hands) if paid else "",
                paid=grouped(paid) if paid else "",
                hands=alike,
            )
        )
    return Many(
        plays=record.plays,
        size="rows" if record.plays <= FEW else "grid",
        staked=grouped(record.stake_credits),
        paid=grouped(record.payout_credits),
        groups=tuple(groups),
    )
