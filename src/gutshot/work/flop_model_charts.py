"""What a model of flops does to charts: shares that are known to be off, solved with two models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.flop_model_files import flop_model_payload

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode
    from gutshot.holdem.preflop.flop_model import FlopModel

__all__ = ["SPOTS", "hands_of_kind", "solve_shares"]

SPOTS: Final = ((2, 100), (6, 100), (6, 200))
_TEN: Final = RANKS.index("T")


def hands_of_kind(kind: str) -> NDArray[np.bool_]:
    """Return which classes are `suited`, `suited connectors` or `offsuit broadway`, (169,).

    Connectors have cards next to each other, from 54 to JT; broadway cards are tens and higher.
    """
    out = []
    for name in CLASS_NAMES:
        high, low = RANKS.index(name[0]), RANKS.index(name[1])
        suited = name.endswith("s")
        out.append(
            {
                "suited": suited,
                "suited connectors": suited
                and high - low == 1
                and RANKS.index("5") <= high <= RANKS.index("J"),
                "offsuit broadway": name.endswith("o") and low >= _TEN,
            }[kind]
        )
    return np.array(out)


def solve_shares(
    models: Sequence[FlopModel],
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    spots: Sequence[tuple[int, int]] = SPOTS,
) -> dict[str, tuple[float, ...]] | None:
    """Solve heads-up and six-handed cash charts with each model; None when cancelled.

    Returns by what it is a share of the percent by model.

    Parameters
    ----------
    models
        Of flops.
    progress
        Told the share of the work that is done, 0..1, an estimate.
    cancel
        Asked before each iteration.
    spots
        Players, 2 or 6, and stacks in big blinds.
    """
    shares: dict[str, list[float]] = {}
    done, tasks = 0, len(models) * len(spots)
    for model in models:
        for players, stack in spots:

            def moved(share: float, done: int = done) -> None:
                if progress is not None:
                    progress((done + share) / tasks)

            table = {
                "players": players,
                "stack": stack,
                "flop_model": flop_model_payload(model),
            }
            solution = solve_preflop(spec_from(table, "spot"), progress=moved, cancel=cancel)
            if solution.solved.cancelled:
                return None
            chart = PreflopChart.of(solution)
            for name, percent in _shares(chart, players, stack):
                shares.setdefault(name, []).append(percent)
            done += 1
    return {name: tuple(found) for name, found in shares.items()}


def _shares(chart: PreflopChart, players: int, stack: int) -> list[tuple[str, float]]:
    """Return the shares of a chart that are looked at."""
    where = f"{'heads-up' if players == 2 else 'six-handed'} {stack} bb"
    first = chart.node("")
    if players == 2:
        return [
            (f"{where}: small blind limps", _share(first, {"C"})),
            (f"{where}: small blind raises", _share(first, {"R", "A"})),
            *_defence(chart, "R", f"{where}: big blind against the small blind's raise"),
        ]
    out = [(f"{where}: UTG raises", _share(first, {"R", "A"}))]
    button = chart.node("FFF")
    out.append((f"{where}: button raises", _share(button, {"R", "A"})))
    return out + _defence(chart, "FFFRF", f"{where}: big blind against the button")


def _defence(chart: PreflopChart, node: str, words: str) -> list[tuple[str, float]]:
    found = chart.node(node)
    calls = _by_action(found)["C"] * class_weights()
    total = float(calls.sum())
    kinds = ("suited", "suited connectors", "offsuit broadway")
    return [
        (f"{words}, folds", _share(found, {"F"})),
        (f"{words}, calls", _share(found, {"C"})),
        (f"{words}, raises", _share(found, {"R", "A"})),
        *(
            (f"{words}, of its calls {kind}", 100 * float(calls[hands_of_kind(kind)].sum()) / total)
            for kind in kinds
        ),
    ]


def _by_action(node: ChartNode) -> dict[str, NDArray[np.float64]]:
    """Return by the first letter of actions how often a hand comes there and does it."""
    out = {letter: np.zeros(len(CLASS_NAMES)) for letter in "FXCRA"}
    for action, row in zip(node.actions, node.strategy, strict=True):
        out[action[0]] = out[action[0]] + row * node.own_reach
    return out


def _share(node: ChartNode, letters: set[str]) -> float:
    """Return how often actions are taken, in percent of the hands that come there."""
    return 100 * float(
        sum(
            share
            for action, share in zip(node.actions, node.frequency.tolist(), strict=True)
            if action[0] in letters
        )
    )
