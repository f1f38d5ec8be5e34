"""Flops of three on real deals, checked down: what it costs that a chart prices them by classes.

A chart's strategies are played, and only its flop endings of three count, without betting after the
flop: then nothing of their worth is modelled. What the chart says of them, hands dealt by
themselves and pots shared by class, stands beside what cards of one deck and dealt boards bring.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.catalogue import DATA
from gutshot.errors import CatalogueError, InputError
from gutshot.holdem.preflop.audit.real_deals import BOARDS, DEALS, SEED, audit_chart
from gutshot.holdem.preflop.deals import many_hands, whole_table
from gutshot.holdem.preflop.flop_model import CHECKED_DOWN
from gutshot.holdem.preflop.many_seats import ManySeatPayoff
from gutshot.holdem.preflop.tree import EndingKind
from gutshot.holdem.preflop.worth import Worth, worth_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gutshot.holdem.preflop.chart import PreflopChart
    from gutshot.holdem.preflop.deals import ManyHands
    from gutshot.holdem.preflop.tree import Ending

__all__ = [
    "REPORT",
    "SeatOnFlops",
    "ThreeWayFlops",
    "audit_three_way_flops",
    "checked_down",
    "is_flop_of_three",
    "report_text",
    "shipped_report",
]

REPORT: Final = DATA / "evidence" / "three-way-flops.json"
_SCHEMA: Final = "gutshot.preflop.three-way-flops/1"
_REBUILD: Final = "python -m gutshot.work.three_way_flops"


@dataclass(frozen=True, slots=True)
class SeatOnFlops:
    """What flops of three are worth to a seat, checked down: big blinds a hand that is dealt.

    Attributes
    ----------
    seat : str
    pairs_bb, form_bb, table_bb : float
        By independent deals, pots shared by the average of pairwise equities, by the form in few
        dimensions with which charts are solved, and by the table with which their EVs are told.
    difference_bb, error_bb : float
        How much more real deals bring than the last of these, and its standard error.
    boards_bb, boards_error_bb : float
        The part of it that comes from boards.
    """

    seat: str
    pairs_bb: float
    form_bb: float
    table_bb: float
    difference_bb: float
    error_bb: float
    boards_bb: float
    boards_error_bb: float


@dataclass(frozen=True, slots=True)
class ThreeWayFlops:
    """What independence and classes cost on flops of three.

    Attributes
    ----------
    seats : tuple of SeatOnFlops
        In the order of first action.
    endings : int
        How many endings of the tree are flops of three.
    share : float
        Of independent deals that come there, 0..1.
    real_share, real_share_error : float
        The same of real deals, and its standard error.
    deals, boards, seed : int
        How many were drawn, boards a deal in which a pot is met, and the seed of the cards.
    """

    seats: tuple[SeatOnFlops, ...]
    endings: int
    share: float
    real_share: float
    real_share_error: float
    deals: int
    boards: int
    seed: int

    @property
    def reached(self) -> float:
        """How many of the deals came to a flop of three."""
        return self.deals * self.real_share

    @property
    def largest(self) -> SeatOnFlops:
        """The seat whose real deals differ most."""
        return max(self.seats, key=lambda seat: abs(seat.difference_bb))

    @property
    def form_off_bb(self) -> float:
        """How far the form is off the table for a seat at most."""
        return max(abs(seat.form_bb - seat.table_bb) for seat in self.seats)

    @property
    def pairs_off_bb(self) -> float:
        """How far the average of pairwise equities is off the table for a seat at most."""
        return max(abs(seat.pairs_bb - seat.table_bb) for seat in self.seats)


def is_flop_of_three(ending: Ending) -> bool:
    """Whether three see a flop."""
    return ending.kind is EndingKind.FLOP and ending.hand.live.bit_count() == 3


def checked_down(chart: PreflopChart) -> PreflopChart:
    """Return a chart's strategies in a game where only flops of three count, checked down.

    Raises
    ------
    InputError
        For a chart of two seats, and for one that counts prizes.
    """
    spec = replace(chart.spec, flop_model=CHECKED_DOWN)
    if spec.players == 2 or spec.for_prizes:
        raise InputError("flops of three are of charts with three seats and more, for chips")
    nothing = Worth((0.0,) * spec.players, ())
    worths = [worth_of(spec, one) if is_flop_of_three(one) else nothing for one in chart.endings]
    return _priced(replace(chart, spot=replace(chart.spot, spec=spec)), worths)


def _priced(
    chart: PreflopChart, worths: Sequence[Worth], deals: ManyHands | None = None
) -> PreflopChart:
    """Return a chart's strategies with other worths of its endings."""
    spot = chart.spot
    dealt = many_hands("table") if deals is None else deals
    game = spot.game.with_payoff(ManySeatPayoff(spot.game.forest, worths, dealt))
    return replace(chart, spot=replace(spot, worths=tuple(worths), deals=dealt, game=game))


def audit_three_way_flops(
    chart: PreflopChart,
    *,
    deals: int = DEALS,
    seed: int = SEED,
    boards: int = BOARDS,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> ThreeWayFlops | None:
    """Play a chart on real deals and check its flops of three down; None when cancelled.

    Parameters
    ----------
    deals, seed, boards
        As of `audit_chart`.
    progress
        Told the share of the work that is done.
    cancel
        Asked a few times a second.

    Raises
    ------
    InputError
        For a number out of range, a chart of two seats, and one that counts prizes.
    """
    told = progress or (lambda _: None)
    flops = checked_down(chart)
    one = Worth((1.0,) * chart.spec.players, ())
    nothing = Worth((0.0,) * chart.spec.players, ())
    met = [one if is_flop_of_three(ending) else nothing for ending in chart.endings]
    found = audit_chart(
        flops,
        deals=deals,
        seed=seed,
        boards=boards,
        progress=lambda share: told(0.7 * share),
        cancel=cancel,
    )
    counted = audit_chart(
        _priced(flops, met),
        deals=deals,
        seed=seed,
        boards=0,
        progress=lambda share: told(0.7 + 0.3 * share),
        cancel=cancel,
    )
    if found is None or counted is None or found.stopped or counted.stopped:
        return None
    pairs, form, table = _by_independent_deals(flops)
    surest = min(counted.seats, key=lambda seat: seat.ev_error_bb)
    return ThreeWayFlops(
        tuple(
            SeatOnFlops(
                seat.seat,
                by_pairs,
                by_form,
                by_table,
                seat.ev_difference_bb,
                seat.ev_error_bb,
                seat.boards_bb,
                seat.boards_error_bb,
            )
            for seat, by_pairs, by_form, by_table in zip(
                found.seats, pairs, form, table, strict=True
            )
        ),
        sum(map(is_flop_of_three, chart.endings)),
        chart.share_of(is_flop_of_three),
        surest.ev_bb,
        surest.ev_error_bb,
        found.deals,
        found.boards,
        found.seed,
    )


def _by_independent_deals(flops: PreflopChart) -> list[list[float]]:
    """Return by seat what the chart says, pots shared in three ways."""
    table = many_hands("table")
    worths = [worth for worth in flops.spot.worths if isinstance(worth, Worth)]
    with threadpool_limits(1, "blas"):
        games = [
            _priced(flops, worths, deals).spot.game
            for deals in (many_hands("pairwise"), table, whole_table(table))
        ]
        seats = range(flops.spec.players)
        return [[game.evaluate(player, "average") for player in seats] for game in games]


def report_text(found: Mapping[int, ThreeWayFlops]) -> str:
    """Return the content of the file; charts by their players, cash with 100 big blinds."""
    charts = {str(players): asdict(one) for players, one in found.items()}
    return json.dumps({"schema": _SCHEMA, "rebuild": _REBUILD, "charts": charts}, indent=1) + "\n"


@cache
def shipped_report() -> dict[int, ThreeWayFlops]:
    """Return what the file says, by players.

    Raises
    ------
    CatalogueError
        When it is missing or holds something else.
    """
    try:
        content = json.loads(REPORT.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise KeyError(content["schema"])
        return {int(players): _read(one) for players, one in content["charts"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CatalogueError(
            f"{REPORT} is not a report of {_REBUILD}, which writes it anew: {error}"
        ) from error


def _read(one: Mapping[str, Any]) -> ThreeWayFlops:
    seats = tuple(
        SeatOnFlops(str(seat.pop("seat")), **{key: float(told) for key, told in seat.items()})
        for seat in one["seats"]
    )
    return ThreeWayFlops(
        seats,
        int(one["endings"]),
        float(one["share"]),
        float(one["real_share"]),
        float(one["real_share_error"]),
        int(one["deals"]),
        int(one["boards"]),
        int(one["seed"]),
    )
