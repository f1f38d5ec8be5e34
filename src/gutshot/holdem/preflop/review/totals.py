"""Many hands reviewed: every player's decisions, added up by position and by kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.holdem.histories import read_histories
from gutshot.holdem.preflop.chart_set import read_set
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.quiz import KINDS
from gutshot.holdem.preflop.review.decisions import Reviewed, review_hand
from gutshot.holdem.preflop.review.matching import charts_of_name, nearest_chart
from gutshot.holdem.preflop.sizes import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gutshot.holdem.histories.played import BrokenHand, PlayedHand
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.kept import ListedChart
    from gutshot.holdem.preflop.review.decisions import Decision
    from gutshot.holdem.preflop.review.matching import Match

__all__ = ["Review", "Total", "review_hands", "review_histories"]

_HUNDRED: Final = 100


class Total(NamedTuple):
    """Decisions of one sort: how many, how many with a price, mistakes, and what they lose."""

    name: str
    decisions: int
    priced: int
    mistakes: int
    lost_bb: float

    @property
    def per_100_bb(self) -> float | None:
        """What is lost in a hundred decisions that have a price; None without one."""
        return _HUNDRED * self.lost_bb / self.priced if self.priced else None


@dataclass(frozen=True)
class Review(Rows):
    """Hands that were reviewed.

    Attributes
    ----------
    reviewed : tuple of Reviewed
        By hand and player, in the order of the files.
    hands : int
        How many hands there are, each once.
    repeated : int
        How many came again, and count once.
    unknown : int
        Hands without cards of any player who was asked for.
    finished : bool
        Whether all hands were looked at.
    broken : tuple of BrokenHand
        Hands that could not be read, where a text was.
    """

    reviewed: tuple[Reviewed, ...]
    hands: int
    repeated: int
    unknown: int
    finished: bool
    broken: tuple[BrokenHand, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        """Return every decision; `lost_bb` is null where it has no price."""
        return [
            {
                "hand": one.hand.name,
                "player": one.hand.players[one.player],
                "position": decision.seat,
                "cards": one.holding,
                "chart": None if one.match is None else one.match.chart.name,
                "node": decision.node,
                "kind": decision.kind,
                "played": decision.played,
                "action": decision.action or None,
                "best": None if decision.grade is None else decision.grade.best,
                "verdict": None if decision.grade is None else decision.grade.verdict,
                "lost_bb": None if decision.grade is None else decision.grade.lost_bb,
                "effective_bb": float(one.hand.effective_bb(one.player)),
            }
            for one, decision in self.decisions
        ]

    @property
    def decisions(self) -> list[tuple[Reviewed, Decision]]:
        """Every decision with its hand."""
        return [(one, decision) for one in self.reviewed for decision in one.decisions]

    def costliest(self) -> list[tuple[Reviewed, Decision]]:
        """Return the mistakes, those that lose most first."""

        def lost(pair: tuple[Reviewed, Decision]) -> float:
            found = pair[1].grade
            return 0.0 if found is None else found.lost_bb

        return sorted((pair for pair in self.decisions if lost(pair) > 0), key=lambda p: -lost(p))

    def total(self) -> Total:
        """Return all decisions added up."""
        return _total("all", (decision for _, decision in self.decisions))

    def by_position(self) -> list[Total]:
        """Return the totals by seat, in the order of first action."""
        return [
            _total(seat, [decision for _, decision in self.decisions if decision.seat == seat])
            for seat in SEATS
            if any(decision.seat == seat for _, decision in self.decisions)
        ]

    def by_kind(self) -> list[Total]:
        """Return the totals by what was done before."""
        return [
            _total(kind, [decision for _, decision in self.decisions if decision.kind == kind])
            for kind in KINDS
            if any(decision.kind == kind for _, decision in self.decisions)
        ]

    def by_player(self) -> list[Total]:
        """Return the totals by player, by name."""
        found: dict[str, list[Decision]] = {}
        for one, decision in self.decisions:
            found.setdefault(one.hand.players[one.player], []).append(decision)
        return [_total(name, found[name]) for name in sorted(found)]


def review_hands(
    hands: Sequence[PlayedHand],
    charts: Sequence[ListedChart],
    opened: Callable[[ListedChart], ChartSet],
    *,
    hero: str = "",
    named: str = "",
    progress: Callable[[float], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Review:
    """Return every decision of a player, or of each whose cards are known, beside the charts.

    Parameters
    ----------
    hands
        What was played; of hands of one number one is looked at.
    charts, opened
        Charts to choose from, and what opens one; a chart is asked for again and again in a row.
    hero
        A player's name; "" is the player to whom the file belongs, or all whose cards are known
        where it belongs to nobody.
    named
        A chart to take for all hands.

    Raises
    ------
    InputError
        When no hand has the hero, there is no such chart, or a chart's file is damaged.
    """
    once = {one.number or at: one for at, one in enumerate(hands)}
    if hero and not any(hero in one.players for one in once.values()):
        names = sorted({name for one in once.values() for name in one.players})
        known = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
        raise InputError(f"no hand has a player '{hero[:40]}'; there are {known or 'none'}")
    if named:
        charts = charts_of_name(charts, named)
    places = [(hand, player) for hand in once.values() for player in _players(hand, hero)]
    unknown = sum(not _players(hand, hero) for hand in once.values())
    matches = [_matched(hand, player, charts, named) for hand, player in places]
    # all of a chart in a row, so that it is opened once
    order = sorted(range(len(places)), key=lambda at: _chart_of(matches[at]))
    out: dict[int, Reviewed] = {}
    for done, at in enumerate(order):
        if stopped():
            break
        (hand, player), match = places[at], matches[at]
        if isinstance(match, str):
            out[at] = Reviewed(hand, player, None, (), match)
        else:
            out[at] = review_hand(hand, player, match, opened(match.chart))
        if progress is not None:
            progress((done + 1) / len(order))
    return Review(
        tuple(out[at] for at in sorted(out)),
        len(once),
        len(hands) - len(once),
        unknown,
        finished=len(out) == len(places),
    )


def review_histories(text: str, hero: str = "", chart: str = "") -> Review:
    """Return the decisions of hands in a text beside the charts that are shipped and kept.

    Parameters
    ----------
    text
        What a file of hand histories says: see `gutshot.holdem.histories`.
    hero, chart
        Whose decisions, and a chart for all hands; see `review_hands`.

    Raises
    ------
    InputError
        When there is no hand in the text, no such player, or no such chart.
    """

    @lru_cache(maxsize=1)
    def opened(one: ListedChart) -> ChartSet:
        return read_set(one.path)

    read = read_histories(text)
    found = review_hands(read.hands, listed_charts(), opened, hero=hero, named=chart)
    return replace(found, broken=read.broken)


def _players(hand: PlayedHand, hero: str) -> list[int]:
    """Return whose decisions are looked at."""
    known = [at for at, holding in enumerate(hand.holdings) if holding is not None]
    if hero:
        return [at for at in known if hand.players[at] == hero]
    return known if hand.hero is None else [at for at in known if at == hand.hero]


def _matched(
    hand: PlayedHand, player: int, charts: Sequence[ListedChart], named: str
) -> Match | str:
    """Return the chart of a hand, or why it has none."""
    try:
        return nearest_chart(hand, player, charts, named)
    except InputError as error:
        return str(error)


def _chart_of(match: Match | str) -> str:
    return "" if isinstance(match, str) else match.chart.name


def _total(name: str, decisions: Iterable[Decision]) -> Total:
    found = list(decisions)
    grades = [one.grade for one in found if one.grade is not None]
    return Total(
        name,
        len(found),
        len(grades),
        sum(not one.right for one in grades),
        sum(one.lost_bb for one in grades),
    )
