"""Solve the spots of published figures in all their readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.holdem.preflop import PreflopChart, solve_preflop
from gutshot.holdem.preflop.published import (
    Measured,
    Results,
    measure,
    node_count,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gutshot.holdem.preflop.published import Published

__all__ = ["solve_published"]


def solve_published(
    found: Published,
    only: Iterable[str] = (),
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    told: Callable[[str, Measured], None] | None = None,
) -> Results | None:
    """Solve every reading of every spot to the file's bar; None when cancelled.

    Parameters
    ----------
    only
        Readings to solve, by their ids; all when it is empty.
    progress
        Told the share of the work that is done, 0..1, an estimate.
    cancel
        Asked before each iteration.
    told
        Told each result as it is found, with its key `reading/spot`.
    """
    wanted = set(only)
    tasks = [task for task in found.tasks() if not wanted or task[0].id in wanted]
    results: Results = {}
    for number, (reading, spot) in enumerate(tasks):
        spec, figures = found.spec(reading, spot), found.of_spot(spot, reading)

        def moved(share: float, number: int = number) -> None:
            if progress is not None:
                progress((number + share) / len(tasks))

        if all(figure.kind == "nodes" for figure, _ in figures.values()):
            nodes = float(node_count(spec))
            one = Measured(dict.fromkeys(figures, nodes), 0, 0.0)
        else:
            bar = found.bar_bb if reading.bar_bb is None else reading.bar_bb
            solution = solve_preflop(spec, exploitability_bb=bar, progress=moved, cancel=cancel)
            if solution.solved.cancelled:
                return None
            solved = solution.solved
            shares = measure(PreflopChart.of(solution), figures.values())
            one = Measured(shares, solved.iterations, solved.certificate.exploitability)
        key = f"{reading.id}/{spot}"
        results[key] = one
        if told is not None:
            told(key, one)
    return results
