"""That equilibria of three and more seats are not unique, and how far two starts ended apart."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.starts_report import STACK_BB, measured_apart

if TYPE_CHECKING:
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.starts import Apart

__all__ = ["apart_payload", "apart_words", "unique_lines", "unique_payload"]

WIDTH: Final = 100
_PERCENT: Final = 100
_NOT_UNIQUE: Final = (
    "Equilibria of three and more seats are not unique, and parts of two don't fit together."
)


def unique_payload(spec: PreflopSpec) -> dict[str, Any]:
    """Return that a chart is one of several, and what was measured; empty for two players.

    `second_start` is that of the chart of `measured_for`, cash; where `same_spot` is false
    the chart at hand is another one, and may differ by more or less.
    """
    measured = measured_apart(spec)
    if measured is None:
        return {}
    return {
        "equilibria": {
            "unique": False,
            "measured_for": {
                "format": "cash",
                "players": measured.players,
                "stack_bb": STACK_BB,
                "same_spot": measured.same,
            },
            "second_start": apart_payload(measured.apart),
        }
    }


def unique_lines(spec: PreflopSpec, apart: Apart | None = None) -> list[str]:
    """Return the same in words; nothing for two players.

    apart : how far a second solve of this very spot ended from it, told instead.
    """
    if apart is not None:
        second = f"A second start ended {apart_words(apart)}."
        lead = [] if spec.players == 2 else wrap(_NOT_UNIQUE, WIDTH)
        return [*lead, *wrap(second, WIDTH)]
    measured = measured_apart(spec)
    if measured is None:
        return []
    which = f"of the shipped chart for {measured.players} seats, cash, {STACK_BB} bb,"
    again = f"second solve {which} from another start,"
    nearest = "No figure of this spot ships; of the nearest that has one, a"
    where = f"A {again}" if measured.same else f"{nearest} {again}"
    return wrap(f"{_NOT_UNIQUE} {where} ended {apart_words(measured.apart)}.", WIDTH)


def apart_payload(apart: Apart) -> dict[str, Any]:
    """Return how far two charts are from each other; see `holdem.preflop.starts.Apart`."""
    return {
        "largest_difference": apart.largest,
        "node": apart.node,
        "hand": CLASS_NAMES[apart.hand],
        "mean_difference": apart.mean,
        "nodes": apart.nodes,
        "values_bb": list(apart.values_bb),
        "first_in_percent": list(apart.first_in_percent),
        "exploitability_bb": list(apart.gains_bb),
    }


def apart_words(apart: Apart) -> str:
    """Return it in words, to be continued after 'ended'."""
    ev = max(map(abs, apart.values_bb))
    first_in = max(map(abs, apart.first_in_percent), default=0.0)
    left = max(apart.gains_bb)
    return (
        f"{_PERCENT * apart.mean:.1f} points apart on average, by how often hands come to nodes"
        f" that are reached in over a thousandth of deals, {_PERCENT * apart.largest:.0f} at most"
        f" ({CLASS_NAMES[apart.hand]} after '{apart.node}'); EVs by {ev:.4f} bb at most, first-in"
        f" shares by {first_in:.1f} points. Either leaves {left:.4f} bb a hand to gain or less"
    )
