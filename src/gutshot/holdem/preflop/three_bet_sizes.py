"""One 3-bet size or two: what aces do, what seats earn and what a tree costs, as a file.

The same spot is solved with the standard schedule and with a larger size beside its 3-bet.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.catalogue import DATA
from gutshot.errors import CatalogueError
from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop.node_ids import ALL_IN, CALL, FOLD, is_raise, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet

    AnyChart = PreflopChart | ChartSet

__all__ = [
    "PLAYERS",
    "REPORT",
    "SCHEDULES",
    "STACK_BB",
    "FacingARaise",
    "SolvedWith",
    "ThreeBetSizes",
    "facing_a_raise",
    "first_all_in",
    "read_report",
    "report_text",
    "shipped_report",
]

REPORT: Final = DATA / "evidence" / "two-three-bets.json"
_SCHEMA: Final = "gutshot.preflop.two-three-bets/1"
_REBUILD: Final = "python -m gutshot.work.two_three_bets"

SCHEDULES: Final = ("standard", "two-three-bets")
"""With one 3-bet size and with two."""
PLAYERS: Final = (6, 9)
STACK_BB: Final = 100
"""Of the charts that are solved, cash."""


@dataclass(frozen=True, slots=True)
class FacingARaise:
    """What is done where one raise and no all-in was made before, in shares of how often that is.

    Attributes
    ----------
    faced : float
        By how many of a seat's hands, 0..1; a hand may face one twice.
    folds, calls, small, large, all_in : float
        Shares, 1 together. `large` is 0 where there is one size.
    """

    faced: float
    folds: float
    calls: float
    small: float
    large: float
    all_in: float


@dataclass(frozen=True, slots=True)
class SolvedWith:
    """A spot solved with a schedule.

    Attributes
    ----------
    decisions, endings : int
        Of its tree.
    memory_bytes : int
        What a solve takes, as it is estimated before.
    iterations, seconds : int, float
        Until it was left: a 20th of its bar. Seconds are of one core.
    bar_iterations, bar_seconds : int, float
        Until it first met its bar.
    exploitability_bb, bar_bb : float
        Left to gain, and the bar of a chart.
    values_bb : tuple of float
        What each seat earns.
    aces, all_hands : FacingARaise
        Of all seats together.
    aces_by_seat : tuple of FacingARaise
        In the order of first action; the first seat faces no single raise unless it may limp.
    aces_first_all_in : tuple of float
        By seat, how often its aces make the first all-in of a hand, at whatever decision.
    """

    decisions: int
    endings: int
    memory_bytes: int
    iterations: int
    seconds: float
    bar_iterations: int
    bar_seconds: float
    exploitability_bb: float
    bar_bb: float
    values_bb: tuple[float, ...]
    aces: FacingARaise
    all_hands: FacingARaise
    aces_by_seat: tuple[FacingARaise, ...]
    aces_first_all_in: tuple[float, ...]

    @property
    def aces_first(self) -> float:
        """How often aces make the first all-in of a hand, over all seats."""
        return sum(self.aces_first_all_in) / len(self.aces_first_all_in)


@dataclass(frozen=True, slots=True)
class ThreeBetSizes:
    """A spot solved with one 3-bet size and with two; `flops` is the flop model's id."""

    players: int
    seats: tuple[str, ...]
    flops: str
    one: SolvedWith
    two: SolvedWith

    @property
    def moved_bb(self) -> tuple[float, ...]:
        """How much more each seat earns where there are two."""
        return tuple(
            two - one for one, two in zip(self.one.values_bb, self.two.values_bb, strict=True)
        )


def facing_a_raise(
    chart: AnyChart, hand: str = "", seats: Iterable[str] | None = None
) -> FacingARaise:
    """Return what is done against one raise, by deals in which hands come independently.

    Parameters
    ----------
    chart
        Of three seats and more.
    hand
        A class, or "" for all hands.
    seats
        Who acts; all when it is None.
    """
    spec = chart.spec
    chosen = spec.seats if seats is None else tuple(seats)
    number = class_index(hand) if hand else None
    found: dict[str, float] = dict.fromkeys(
        ("faced", "folds", "calls", "small", "large", "all_in"), 0.0
    )
    for name in chart.nodes:
        line = tokens(name)
        if ALL_IN in line or sum(map(is_raise, line)) != 1:
            continue
        node = chart.node(name)
        if node.seat not in chosen:
            continue
        here = _arrivals(chart, node, number)
        found["faced"] += float(here.sum())
        for action, chances in zip(node.actions, node.strategy, strict=True):
            found[_kind(action)] += float(chances @ here)
    faced = found.pop("faced")
    shares = {key: share / faced if faced else 0.0 for key, share in found.items()}
    return FacingARaise(faced / len(chosen), **shares)


def first_all_in(chart: AnyChart, hand: str) -> tuple[float, ...]:
    """Return by seat how often a class makes the first all-in of a hand."""
    seats = chart.spec.seats
    found = dict.fromkeys(seats, 0.0)
    for name in chart.nodes:
        if ALL_IN not in tokens(name):
            node = chart.node(name)
            if ALL_IN in node.actions:
                jams = node.strategy[node.actions.index(ALL_IN)]
                found[node.seat] += float(jams @ _arrivals(chart, node, class_index(hand)))
    return tuple(found.values())


def _arrivals(chart: AnyChart, node: ChartNode, number: int | None) -> NDArray[np.float64]:
    """Return by class how often a node's seat is there with it, (169,).

    number : of a class, then in shares of the deals in which the seat holds it and 0 of all others;
    None is in shares of all deals.
    """
    player = chart.spec.seats.index(node.seat)
    reaches = chart.reaches(node.node)
    # by class the chance to hold it and that all others come here
    met = chart.deals.met(player, reaches)
    here: NDArray[np.float64] = reaches[player] * met
    if number is None:
        return here
    out = np.zeros_like(here)
    out[number] = here[number] / chart.deals.dealt(player)[number]
    return out


def _kind(action: str) -> str:
    if action == FOLD:
        return "folds"
    if action == ALL_IN:
        return "all_in"
    if is_raise(action):
        return "large" if action == "R2" else "small"
    return "calls" if action == CALL else "folds"


def report_text(found: Iterable[ThreeBetSizes]) -> str:
    """Return the content of the file."""
    content = {"schema": _SCHEMA, "rebuild": _REBUILD, "spots": [asdict(one) for one in found]}
    return json.dumps(content, indent=1) + "\n"


def shipped_report() -> dict[int, ThreeBetSizes]:
    """Return what the file says, by players.

    Raises
    ------
    CatalogueError
        When it is missing or holds something else.
    """
    return read_report(REPORT)


@cache
def read_report(path: Path) -> dict[int, ThreeBetSizes]:
    """Return what a file says, by players.

    Raises
    ------
    CatalogueError
        When it is missing or holds something else.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise KeyError(content["schema"])
        return {one["players"]: _read(one) for one in content["spots"]}
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CatalogueError(
            f"{path} is not a report of {_REBUILD}, which writes it anew: {error}"
        ) from error


def _read(one: dict[str, Any]) -> ThreeBetSizes:
    solved = (_solved(dict(one[key])) for key in ("one", "two"))
    return ThreeBetSizes(int(one["players"]), tuple(one["seats"]), str(one["flops"]), *solved)


def _solved(told: dict[str, Any]) -> SolvedWith:
    return SolvedWith(
        values_bb=tuple(map(float, told.pop("values_bb"))),
        aces=FacingARaise(**told.pop("aces")),
        all_hands=FacingARaise(**told.pop("all_hands")),
        aces_by_seat=tuple(FacingARaise(**seat) for seat in told.pop("aces_by_seat")),
        aces_first_all_in=tuple(map(float, told.pop("aces_first_all_in"))),
        **told,
    )
