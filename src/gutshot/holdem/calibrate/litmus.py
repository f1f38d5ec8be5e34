"""Facts of strategy that a model of flops should show, asked of one spot: solved, and by models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.spot_means import SpotMeans

__all__ = ["GROUPS", "LEAST_SHARE", "Litmus", "litmus", "realised"]

LEAST_SHARE: Final = 1e-4
"""Classes are asked for that are at least so large a share of a seat's deals."""
_TEN, _JACK, _ACE = (RANKS.index(rank) for rank in "TJA")


def _group(chosen: Callable[[int, int, str], bool]) -> list[int]:
    """Return the classes of which something is true: of high and low rank, and `s`, `o` or ""."""
    return [
        at
        for at, name in enumerate(CLASS_NAMES)
        if chosen(RANKS.index(name[0]), RANKS.index(name[1]), name[2:])
    ]


GROUPS: Final[dict[str, list[int]]] = {
    "pairs QQ and higher": _group(lambda h, low, _: h == low > _JACK),
    "pairs 99 to JJ": _group(lambda h, low, _: RANKS.index("9") <= h == low <= _JACK),
    "pairs 55 to 88": _group(lambda h, low, _: RANKS.index("5") <= h == low <= RANKS.index("8")),
    "pairs 22 to 44": _group(lambda h, low, _: h == low < RANKS.index("5")),
    "aces suited": _group(lambda h, _, s: h == _ACE and s == "s"),
    "aces offsuit": _group(lambda h, _, s: h == _ACE and s == "o"),
    "broadway suited, no ace": _group(lambda h, low, s: _TEN <= low < h < _ACE and s == "s"),
    "broadway offsuit, no ace": _group(lambda h, low, s: _TEN <= low < h < _ACE and s == "o"),
    "connectors suited, 54 to JT": _group(
        lambda h, low, s: h - low == 1 and RANKS.index("5") <= h <= _JACK and s == "s"
    ),
    "connectors offsuit, 54 to JT": _group(
        lambda h, low, s: h - low == 1 and RANKS.index("5") <= h <= _JACK and s == "o"
    ),
}
"""Kinds of hands by name, as numbers of classes."""


@dataclass(frozen=True)
class Litmus:
    """How a spot's worths, solved or by a model, stand to facts that are known.

    Attributes
    ----------
    ranges : (oop, ip)
        What a seat's range gets over what it would get checked down.
    groups : dict of str to (oop, ip)
        The same of kinds of hands; nan of those that are not there.
    suited_above : (oop, ip)
        Share of the pairs of twins of which the suited one gets more than the offsuit one, beyond
        the equities that both have.
    suited_by : (oop, ip)
        By how much more of its equity, on average.
    """

    ranges: tuple[float, float]
    groups: dict[str, tuple[float, float]]
    suited_above: tuple[float, float]
    suited_by: tuple[float, float]


def realised(
    spot: SpotMeans, values: NDArray[np.float64], seat: int, hands: list[int] | None = None
) -> float:
    """Return what classes get over what they would get checked down; nan where none is there.

    values : (2, 169), shares of the pot.
    """
    chosen = list(range(len(CLASS_NAMES))) if hands is None else hands
    weight = spot.weight[seat, chosen]
    if weight.sum() < LEAST_SHARE:
        return float("nan")
    return float(weight @ values[seat, chosen] / (weight @ spot.equity[seat, chosen]))


def litmus(spot: SpotMeans, values: NDArray[np.float64]) -> Litmus:
    """Return what worths say, (2, 169) shares of the pot."""
    above, by = [], []
    for seat in range(2):
        apart = []
        for suited in _group(lambda _h, _l, s: s == "s"):
            offsuit = class_index(CLASS_NAMES[suited][:2] + "o")
            if min(spot.weight[seat, [suited, offsuit]]) >= LEAST_SHARE:
                two = [realised(spot, values, seat, [at]) for at in (suited, offsuit)]
                apart.append(two[0] - two[1])
        found = np.array(apart) if apart else np.array([np.nan])
        above.append(float((found > 0).mean()) if apart else float("nan"))
        by.append(float(found.mean()))
    return Litmus(
        (realised(spot, values, 0), realised(spot, values, 1)),
        {
            name: (realised(spot, values, 0, hands), realised(spot, values, 1, hands))
            for name, hands in GROUPS.items()
        },
        (above[0], above[1]),
        (by[0], by[1]),
    )
