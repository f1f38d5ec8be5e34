"""Where charts with a shipped flop model are known to be off, by solutions with flops solved.

`data/published` holds shares that others published of trees whose flops they solved, and what our
charts of the same spots say. A node of any table that has as many seats behind it is compared with
them; the difference is what is known of it, measured in those spots and not in this one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.cards.decks import RANKS
from gutshot.errors import CatalogueError, InputError
from gutshot.holdem.preflop.chart_diff import node_in_other
from gutshot.holdem.preflop.published import published, published_names, shipped_results

if TYPE_CHECKING:
    from gutshot.holdem.preflop.flop_model import FlopModel
    from gutshot.holdem.preflop.published import Figure
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["AGREES_POINTS", "KnownBias", "hand_bias", "known_biases"]

AGREES_POINTS: Final = 2.0
"""Differences below this many points are called agreement."""
_HIGH: Final = RANKS.index("T")
_NEAR: Final = 2  # ranks apart: connected, or with one gap


class KnownBias(NamedTuple):
    """A share at a node as it was published with flops solved, and ours of the same spot.

    name : what it is a share of. actions : which actions are added up. published_percent,
    found_percent : of the hands that come there. file : the published figures' id.
    """

    name: str
    actions: tuple[str, ...]
    published_percent: float
    found_percent: float
    file: str

    @property
    def points(self) -> float:
        """By how many points the published share is larger."""
        return self.published_percent - self.found_percent

    @property
    def agrees(self) -> bool:
        """Whether the two are less than `AGREES_POINTS` apart."""
        return abs(self.points) < AGREES_POINTS


def known_biases(spec: PreflopSpec, node: str) -> list[KnownBias]:
    """Return what is known of a node of a chart; nothing for prizes and for other flop models.

    Seats are counted from the blinds: six seats where the first three have folded are known as a
    table of three.
    """
    if spec.for_prizes or spec.limit == "jam" or spec.players == 2:
        return []
    out = []
    for name in published_names():
        for spot, figure, found in _figures(name, spec.flop_model):
            if figure.published is not None and node_in_other(spot, spec, figure.node) == node:
                bias = KnownBias(figure.name, figure.actions, figure.published, found, name)
                out.append(bias)
    return out


@lru_cache(maxsize=64)
def _figures(name: str, model: FlopModel) -> tuple[tuple[PreflopSpec, Figure, float], ...]:
    """Return shares of actions at nodes that a file has, with their spots and ours by a model."""
    try:
        file = published(name)
        if not file.flops_solved:
            return ()
        # the first reading is of the spots as they stand; of others only the model may differ
        reading = next(
            (
                one
                for one in file.readings
                if set(one.changes) <= {"flop_model"} and one.bar_bb is None
                if {file.spec(one, spot).flop_model for spot in one.spots} == {model}
            ),
            None,
        )
        if reading is None:
            return ()
        found = file.found(shipped_results(file), reading)
    except (CatalogueError, InputError, KeyError):
        return ()  # somebody's own file, of which nothing was solved yet
    specs = {spot: file.spec(reading, spot) for spot in file.spots}
    return tuple(
        (specs[figure.spot], figure, found[figure.id])
        for figure in file.figures
        if figure.kind == "actions" and specs[figure.spot].players > 2
    )


def hand_bias(name: str, model: FlopModel) -> int:
    """Return what a flop model makes of a hand: -1 paid too little, 1 too much, 0 unknown.

    The four constants know no more of a hand than its equity: suited and connected hands win more
    than that after the flop, offsuit high cards less. Edges by hand were fitted to what they win.
    """
    if model.by_hand is not None:
        return 0
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    if name.endswith("s") and high - low <= _NEAR:
        return -1
    return 1 if name.endswith("o") and low >= _HIGH else 0
