"""Solve charts with one 3-bet size and with two: ``python -m gutshot.work.two_three_bets``.

``--flops NAME`` takes another flop model than the usual one. Its page is written by
``python -m gutshot.render.three_bet_sizes_page > docs/two-3-bet-sizes.md``.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Final

from gutshot.errors import GutshotError
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.counting import tree_size
from gutshot.holdem.preflop.flop_model_files import flop_model_id
from gutshot.holdem.preflop.three_bet_sizes import (
    PLAYERS,
    REPORT,
    SCHEDULES,
    STACK_BB,
    SolvedWith,
    ThreeBetSizes,
    facing_a_raise,
    first_all_in,
    report_text,
)
from gutshot.work.build import PAST_THE_BAR

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.holdem.preflop import PreflopSpec
    from gutshot.holdem.preflop.game import SolveCheck

__all__ = ["measure"]

_ACES: Final = "AA"
_TICK_S: Final = 0.01


def measure(
    players: int,
    flops: str = "",
    progress: Callable[[float], None] | None = None,
    past_the_bar: int = PAST_THE_BAR,
) -> ThreeBetSizes:
    """Solve cash with 100 big blinds both ways.

    Parameters
    ----------
    players : int
        3 to 9.
    flops : str
        The id of a flop model; "" is what is usual.
    progress
        Told the share of the work that is done, 0..1, an estimate.
    past_the_bar : int
        How much further than its bar each is solved.

    Raises
    ------
    InputError
        For a flop model that there is not.
    GutshotError
        When a solve misses its bar.
    """
    told = progress or (lambda _: None)
    keys = {"flop_model": flops} if flops else {}
    spot = {"players": players, "stack": STACK_BB, **keys}
    specs = [spec_from({**spot, "sizes": sizes}, "spot") for sizes in SCHEDULES]
    sizes = [tree_size(spec).actions for spec in specs]
    first = sizes[0] / sum(sizes)
    one = _solved(specs[0], past_the_bar, lambda share: told(first * share))
    two = _solved(specs[1], past_the_bar, lambda share: told(first + (1 - first) * share))
    return ThreeBetSizes(players, specs[0].seats, flop_model_id(specs[0].flop_model), one, two)


def _solved(spec: PreflopSpec, past_the_bar: int, progress: Callable[[float], None]) -> SolvedWith:
    met: list[tuple[int, float]] = []

    def check(found: SolveCheck) -> None:
        if not met and found.exploitability_bb <= spec.bar_bb:
            met.append((found.iteration, time.process_time()))

    solution = solve_preflop(spec, past_the_bar=past_the_bar, progress=progress, checked=check)
    if not solution.converged or not met:
        raise GutshotError(f"{spec.players} seats: the solve missed its bar")
    ended = time.process_time()
    chart = PreflopChart.of(solution)
    size = tree_size(spec)
    return SolvedWith(
        decisions=size.decisions,
        endings=size.endings,
        memory_bytes=size.memory_bytes,
        iterations=solution.solved.iterations,
        seconds=max(_TICK_S, round(solution.seconds, 2)),
        bar_iterations=met[0][0],
        bar_seconds=max(_TICK_S, round(solution.seconds - (ended - met[0][1]), 2)),
        exploitability_bb=solution.solved.certificate.exploitability,
        bar_bb=solution.bar_bb,
        values_bb=solution.solved.certificate.values,
        aces=facing_a_raise(chart, _ACES),
        all_hands=facing_a_raise(chart),
        aces_by_seat=tuple(facing_a_raise(chart, _ACES, [seat]) for seat in spec.seats),
        aces_first_all_in=first_all_in(chart, _ACES),
    )


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m gutshot.work.two_three_bets")
    parser.add_argument("--flops", default="", help="the id of a flop model; else the usual one")
    return parser.parse_args()


if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress

    _options = _asked()
    with Progress(console=Console(stderr=True)) as bar:
        _found = []
        for players in PLAYERS:
            task = bar.add_task(f"{players} seats", total=1.0)
            _found.append(
                measure(
                    players,
                    _options.flops,
                    lambda share, task=task: bar.update(task, completed=share),  # type: ignore[misc]
                )
            )
    REPORT.write_text(report_text(_found), encoding="utf-8")
