"""What a set of hands says, as its page prints it: EV lost first, accuracy only beside it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from gutshot.play.videopoker.statistics import NEAR_MISS, running_totals, summarise
from gutshot.web.adding_up import adding_up
from gutshot.web.number_text import decimal_text, fraction_text, grouped, percent_text
from gutshot.web.trainer_chart import LINES, Chart, chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.videopoker.records import HandRecord
    from gutshot.play.videopoker.statistics import Statistics

__all__ = ["Summary", "summary_of"]

_PLACES = 4

_MEANING = {
    "game": "what the pay table gives or takes at perfect play: the stake times return less 1",
    "deal": "what the dealt cards were worth at their best, against the game's mean",
    "mistakes": "what the holds that were drawn to gave away; never above 0",
    "draw": "what the draw brought, against the EV of the hold",
}


@dataclass(frozen=True, slots=True)
class PartShown:
    """One of the four parts; `credits` are decimals that add up, `fraction` is exact."""

    name: str
    label: str
    meaning: str
    credits: str
    fraction: str


@dataclass(frozen=True, slots=True)
class ShapeShown:
    """The decisions of one hand type."""

    shape: str
    right: str
    share: str
    lost: str
    lost_fraction: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A session, or all of them.

    unit : what is counted along the chart: hands, or deals where some have several hands.
    """

    deals: int
    deals_text: str
    hands_text: str
    unit: str
    staked: str
    paid: str
    parts: tuple[PartShown, ...]
    net: str
    net_whole: str
    net_words: str
    lost: str
    lost_fraction: str
    per_hand: str
    per_hand_fraction: str
    per_deal: str
    per_deal_fraction: str
    per_thousand: str
    right: str
    accuracy: str
    near: str
    near_limit: str
    seconds: str
    corrected: str
    shapes: tuple[ShapeShown, ...]
    chart: Chart | None


def summary_of(records: Sequence[HandRecord]) -> Summary:
    """Return the printed form of a set of hands in the order in which they were played."""
    stats = summarise(records)
    named = {name: (label, of(stats.parts)) for name, label, of in LINES if name != "net"}
    texts, whole = adding_up([exact for _, exact in named.values()], _PLACES)
    net = stats.net_credits
    unit = "hand" if stats.hands == stats.deals else "deal"
    return Summary(
        deals=stats.deals,
        deals_text=grouped(stats.deals),
        hands_text=grouped(stats.hands),
        unit=unit,
        staked=grouped(stats.staked_credits),
        paid=grouped(stats.paid_credits),
        parts=tuple(
            PartShown(name, label, _MEANING[name], text, fraction_text(exact))
            for (name, (label, exact)), text in zip(named.items(), texts, strict=True)
        ),
        net=whole,
        net_whole=grouped(net),
        net_words=f"{grouped(stats.paid_credits)} paid − {grouped(stats.staked_credits)} staked = "
        f"{grouped(net)}",
        lost=decimal_text(stats.lost_credits, _PLACES),
        lost_fraction=fraction_text(stats.lost_credits),
        per_hand=decimal_text(stats.lost_per_hand, 6),
        per_hand_fraction=fraction_text(stats.lost_per_hand),
        per_deal=decimal_text(stats.lost_per_deal, 6),
        per_deal_fraction=fraction_text(stats.lost_per_deal),
        per_thousand=decimal_text(stats.lost_per_thousand, 2),
        right=f"{grouped(stats.right)} of {grouped(stats.deals)}",
        accuracy=percent_text(stats.accuracy),
        near=grouped(stats.near_misses),
        near_limit=decimal_text(NEAR_MISS, 2),
        seconds=f"{stats.seconds_per_decision:.1f} s",
        corrected=_corrected(stats),
        shapes=tuple(
            ShapeShown(
                one.shape,
                f"{grouped(one.right)} of {grouped(one.decisions)}",
                percent_text(Fraction(one.right, one.decisions)),
                decimal_text(one.lost_credits, _PLACES),
                fraction_text(one.lost_credits),
            )
            for one in stats.by_shape
        ),
        chart=chart(running_totals(records), unit),
    )


def _corrected(stats: Statistics) -> str:
    """Return what the coach's corrections spared, "" when there were none."""
    spared = stats.lost_credits + stats.parts.mistakes
    return decimal_text(spared, _PLACES) if spared else ""
