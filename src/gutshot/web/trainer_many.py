"""The hands of a multi-hand deal as the trainer's page shows them: by what they ended in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gutshot.render.svg_bars import share_bar
from gutshot.render.svg_cards import card_words, hand_strip
from gutshot.videopoker import n_play_variance
from gutshot.web.number_text import decimal_text, grouped
from gutshot.web.vp_view import labels, tones

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.play.videopoker.records import HandRecord
    from gutshot.videopoker import GameReturn, PayTable

__all__ = ["Group", "HandShown", "Many", "Swings", "many_shown", "swings_shown"]

FEW: Final = 10
"""So many hands are shown as rows, more of them in a grid."""

_SUMMED_FROM: Final = 10
"""From so many hands on the categories are summed up before the hands are shown."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """One drawn hand; `number` is its place in the order in which the hands were fixed."""

    number: int
    strip: str
    words: str


@dataclass(frozen=True, slots=True)
class Group:
    """The hands that ended alike; credits for one of them and for all, "" where nothing is paid.

    tone : the category's place on the colour scale, -1 for No Win. bar : its share of the hands.
    """

    label: str
    tone: int
    bar: str
    count: int
    each: str
    paid: str
    hands: tuple[HandShown, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """All hands of a deal, grouped by result, the best first.

    size : rows for a few hands, grid for many. summed : whether the categories are summed up.
    """

    plays: int
    size: str
    summed: bool
    staked: str
    paid: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Swings:
    """The variance per bet with all hands of a deal, and with one; a range where ties matter."""

    together: str
    alone: str


def swings_shown(game: GameReturn | None, plays: int) -> Swings | None:
    """Return what several hands do to the variance; None for one, or while it is not known."""
    if game is None or plays == 1:
        return None
    return Swings(_spread(n_play_variance(game, plays)), _spread(game.variance))


def _spread(bounds: tuple[Fraction, Fraction]) -> str:
    return " to ".join(dict.fromkeys(decimal_text(bound) for bound in bounds))


def many_shown(record: HandRecord, table: PayTable) -> Many | None:
    """Return the hands of a deal that was played by several; None where one was played."""
    if record.plays == 1:
        return None
    names = labels(table)
    scale = tones(list(names))
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
                tone=scale.get(found.category, -1),
                bar=share_bar(scale.get(found.category, 15), found.hands / record.plays),
                count=found.hands,
                each=grouped(paid // found.hands) if paid else "",
                paid=grouped(paid) if paid else "",
                hands=alike,
            )
        )
    return Many(
        plays=record.plays,
        size="rows" if record.plays <= FEW else "grid",
        summed=record.plays >= _SUMMED_FROM,
        staked=grouped(record.stake_credits),
        paid=grouped(record.payout_credits),
        groups=tuple(groups),
    )
