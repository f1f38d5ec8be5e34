"""Which chart is nearest to a hand that was played, and how the two differ.

Charts for prizes, of all-in or fold, and those whose seats are locked to something are of other
games than a table's; they are taken only when they are named. Of the others the nearest has as many
seats, then as much dead money, then the depth of the stacks, which is at most twice or half of the
hand's: decisions with 10 big blinds are not those with 100.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.histories.played import PlayedHand
    from gutshot.holdem.preflop.kept import ListedChart
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["Difference", "Match", "charts_of_name", "nearest_chart"]

_HALF: Final = Fraction(1, 2)
_FAR: Final = 2
"""Stacks of more than twice a chart's, or less than half, are not priced by it."""


class Difference(NamedTuple):
    """What a hand and its chart do not have alike: of what sort it is, and in words."""

    sort: str
    words: str


class Match(NamedTuple):
    """A chart for a hand and one of its players.

    chart : where it is. seats_before : seats of the chart that are not at the table, the first
    ones, taken as folded; less than 0 where the table has more. effective_bb : the most that the
    player can lose. differs : what is not alike.
    """

    chart: ListedChart
    seats_before: int
    effective_bb: Fraction
    differs: tuple[Difference, ...]


def nearest_chart(
    hand: PlayedHand, player: int, charts: Sequence[ListedChart], named: str = ""
) -> Match:
    """Return the nearest of some charts.

    named : the one that is to be taken.

    Raises
    ------
    InputError
        When none fits: it says why. A straddle, or two players, is another order of acting.
    """
    found = charts_of_name(charts, named) if named else _usual(charts)
    count = len(hand.players)
    straddles = tuple(hand.blinds_bb[at] for at in hand.straddles)
    fits = [
        one
        for one in found
        if (one.spec.players == 2) == (count == 2)
        and tuple(amount for _, amount in one.spec.straddle) == straddles
        and _straddlers(one.spec, count) == hand.straddles
    ]
    if not fits:
        which = "the chart has" if named else "no chart has"
        if straddles:
            amounts = " and ".join(f"{float(one):g}" for one in straddles)
            raise InputError(f"a straddle of {amounts} bb: {which} it")
        raise InputError(f"{count} players without a straddle: {which} no such order of acting")
    effective = hand.effective_bb(player)

    def distance(one: ListedChart) -> tuple[float, ...]:
        spec = one.spec
        return (
            abs(spec.players - count),
            abs(float(_dead(spec) - _posted(hand))),
            abs(log(float(spec.stacks_bb[0] / effective))),
            len(one.name),
        )

    chart = min(fits, key=distance)
    depth = max(chart.spec.stacks_bb)
    if not named and not depth / _FAR <= effective <= depth * _FAR:
        raise InputError(
            f"{float(effective):.4g} bb effective: the nearest chart has {float(depth):g}, which is"
            f" another game; 'gutshot preflop ask --players {count} --stack {float(effective):.0f}'"
            " solves and keeps one"
        )
    differs = tuple(_differs(hand, player, chart.spec))
    return Match(chart, chart.spec.players - count, effective, differs)


def charts_of_name(charts: Sequence[ListedChart], named: str) -> list[ListedChart]:
    """Return the chart of a name.

    Raises
    ------
    InputError
        When there is none.
    """
    found = [one for one in charts if one.name == named]
    if not found:
        known = ", ".join(one.name for one in charts[:12])
        raise InputError(f"there is no chart '{named[:60]}'; there are {known or 'none'}")
    return found


def _usual(charts: Sequence[ListedChart]) -> list[ListedChart]:
    return [
        one
        for one in charts
        if not (one.spec.for_prizes or one.spec.limit == "jam" or one.spec.locks)
        and len(set(one.spec.stacks_bb)) == 1
    ]


def _straddlers(spec: PreflopSpec, count: int) -> tuple[int, ...]:
    """Return who straddles, by the places of a table of some players."""
    return tuple(spec.seats.index(seat) - (spec.players - count) for seat, _ in spec.straddle)


def _dead(spec: PreflopSpec) -> Fraction:
    """Return all antes of a spot, out of stacks or not."""
    return spec.dead_bb + sum(spec.antes_bb, Fraction(0))


def _posted(hand: PlayedHand) -> Fraction:
    return sum(hand.antes_bb, Fraction(0))


def _differs(hand: PlayedHand, player: int, spec: PreflopSpec) -> list[Difference]:
    """Return what a hand and a spot do not have alike."""
    out = []
    count, effective = len(hand.players), hand.effective_bb(player)
    if count != spec.players:
        out.append(Difference("seats", f"{count} players, the chart has {spec.players}"))
    depth = max(spec.stacks_bb)
    if effective != depth:
        words = f"{float(effective):.4g} bb effective, the chart has {float(depth):g}"
        out.append(Difference("depth", words))
    low, high = min(hand.stacks_bb), max(hand.stacks_bb)
    if low != high:
        words = f"stacks are uneven, {float(low):.4g} to {float(high):.4g} bb"
        out.append(Difference("uneven stacks", f"{words}: the effective one counts"))
    if hand.small_blind_bb != _HALF:
        words = f"the small blind is {float(hand.small_blind_bb):.3g} bb, the chart's 0.5"
        out.append(Difference("small blind", words))
    posted, dead = _posted(hand), _dead(spec)
    if posted != dead:
        ours, theirs = (f"{float(one):.3g} bb" if one else "none" for one in (posted, dead))
        words = f"antes and dead blinds are {ours} in all, the chart's {theirs}"
        out.append(Difference("antes", words))
    usual = {*hand.straddles, count - 2, count - 1}
    out += [
        Difference("posts", f"{hand.players[at]} posted {float(one):g} bb that no chart knows")
        for at, one in enumerate(hand.blinds_bb)
        if one and at not in usual
    ]
    return [*out, *_house(hand, spec)]


def _house(hand: PlayedHand, spec: PreflopSpec) -> list[Difference]:
    """Return what the house's part in it is, and what kind of chart it is."""
    out = []
    rake = spec.rake.fraction
    if hand.tournament:
        out.append(Difference("prizes", "a tournament: EVs are chips, prizes are not in them"))
    elif rake:
        words = f"the chart's rake is {float(100 * rake):g} %; the table's schedule is not told"
        out.append(Difference("rake", words))
    elif hand.rake_bb is None:
        out.append(Difference("rake", "the chart has no rake; the history tells none"))
    elif hand.rake_bb:
        taken = f"{float(hand.rake_bb):.3g} bb were taken of this pot"
        out.append(Difference("rake", f"the chart has no rake; {taken}"))
    if spec.locks:
        out.append(Difference("locks", "seats of the chart are locked at some nodes"))
    if spec.for_prizes:
        out.append(Difference("prizes", "the chart is for prizes"))
    if spec.limit == "jam":
        out.append(Difference("all-in or fold", "the chart is of all-in or fold"))
    return out
