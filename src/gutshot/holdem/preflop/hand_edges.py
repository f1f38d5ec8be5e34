"""What a hand wins after the flop beyond its equity: edges by class, seat and stacks, of two.

Two players at SPR s with hands h and k share a pot of 1 by

    1/2 + (1 + 2 c s + d(s)) (equity of h against k - 1/2) + e(h) - f(k)

where c is the commitment of the four constants, e the edge of the first player's seat and f that of
the second's. The other player has 1 less that, whatever the hands: payoffs depend on no ranges and
lose no chips. Edges are sums of features of a class, each times terms s / (s + half), so that they
and d are nothing at SPR 0, where it is an all-in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.errors import InputError
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, compatible_combos

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = [
    "FEATURES",
    "RAISED_LAST",
    "SEATS_AFTER",
    "HandEdges",
    "growth",
    "hand_edges_from",
    "hand_features",
]

SEATS_AFTER: Final = ("oop", "ip")
"""Who acts first after the flop, and who has position."""
RAISED_LAST: Final = ("any", "oop", "ip")
"""When an edge counts: always, or where that seat raised last before the flop."""
FEATURES: Final = (
    "all",
    "strength",
    "strength2",
    "strength3",
    "pair",
    "pair_rank",
    "pair_rank2",
    "high",
    "low",
    "ace",
    "broadway",
    "straights",
    "suited",
    "suited_high",
    "suited_low",
    "suited_ace",
    "suited_broadway",
    "suited_straights",
)
"""Features of a class; all but the first four are 0 of hands that they don't speak of."""
_TEN: Final = RANKS.index("T")
_ACE: Final = RANKS.index("A")
_MOST_TERMS: Final = 8
_MOST_SPR: Final = 10_000.0


@cache
def hand_features() -> NDArray[np.float64]:
    """Return the features of all classes, (169, len(FEATURES)).

    strength is twice the equity against any two cards, less 1, and its powers; ranks go from 0, a
    deuce, to 1, an ace, and those of two cards from -1 to 1; straights is the share of the most
    straights that a class can make with both cards, four.
    """
    wins, ties = class_equities()
    dealt = compatible_combos().sum(axis=1)
    won = (wins + ties / 2).sum(axis=1) / (BOARDS * dealt)
    out = np.zeros((CLASSES, len(FEATURES)))
    for at, name in enumerate(CLASS_NAMES):
        high, low = RANKS.index(name[0]), RANKS.index(name[1])
        strength = 2 * float(won[at]) - 1
        found = {"all": 1.0}
        found |= {"strength": strength, "strength2": strength**2, "strength3": strength**3}
        if high == low:
            rank = high / _ACE
            found |= {"pair": 1.0, "pair_rank": rank, "pair_rank2": rank**2}
        else:
            apart = {
                "high": 2 * high / _ACE - 1,
                "low": 2 * low / _ACE - 1,
                "ace": float(high == _ACE),
                "broadway": float(low >= _TEN),
                "straights": _straights(high, low) / 4,
            }
            found |= apart
            if name.endswith("s"):
                found |= {"suited": 1.0} | {f"suited_{key}": x for key, x in apart.items()}
        out[at] = [found.get(feature, 0.0) for feature in FEATURES]
    out.setflags(write=False)
    return out


def _straights(high: int, low: int) -> int:
    """Return how many of the ten straights hold both ranks, the ace counting low as well."""
    runs = [{_ACE, *range(4)}, *({*range(first, first + 5)} for first in range(9))]
    return sum({high, low} <= run for run in runs)


def growth(spr: float, halves: Sequence[float], spr_most: float) -> NDArray[np.float64]:
    """Return how far each term has grown at an SPR, 0..1; above `spr_most` as there."""
    spr = min(spr, spr_most)
    return np.array([spr / (spr + half) for half in halves])


@dataclass(frozen=True, slots=True)
class HandEdges:
    """Edges of two players after the flop.

    Parameters
    ----------
    name : str
        Of the model.
    halves : tuple of float
        By term, the SPR at which it has half of its size.
    spr_most : float
        The deepest that was measured: above it everything is as there.
    slope : tuple of float
        d of the module's formula, by term.
    edges : tuple of (str, str, str, tuple of float)
        When the edge counts (`RAISED_LAST`), of which seat it is (`SEATS_AFTER`), the feature, and
        by term the share of the pot that a unit of the feature wins.
    version : int
        Of a model that was fitted again, from 1.
    error : float
        The root mean square of what a hand is off on spots to which it was not fitted, as a share
        of the pot; 0 where that was not measured.

    Raises
    ------
    InputError
        For what is out of range.
    """

    name: str
    halves: tuple[float, ...]
    spr_most: float
    slope: tuple[float, ...]
    edges: tuple[tuple[str, str, str, tuple[float, ...]], ...]
    version: int = 1
    error: float = 0.0

    def __post_init__(self) -> None:
        terms = len(self.halves)
        numbers = [*self.halves, self.spr_most]
        if not 1 <= terms <= _MOST_TERMS or not all(0 < x <= _MOST_SPR for x in numbers):
            raise InputError(
                f"flop model: halves are 1 to {_MOST_TERMS} SPRs above 0, spr_most one"
            )
        if self.version < 1 or not 0 <= self.error <= 1:
            raise InputError("flop model: version is 1 or more, error a share of the pot, 0 to 1")
        for row in (self.slope, *(edge[3] for edge in self.edges)):
            if len(row) != terms or not all(math.isfinite(x) and abs(x) <= 100 for x in row):
                raise InputError(f"flop model: slope and edges have {terms} numbers each, by term")
        for raised, seat, feature, _ in self.edges:
            if raised not in RAISED_LAST or seat not in SEATS_AFTER or feature not in FEATURES:
                raise InputError(
                    f"flop model: there is no edge of '{raised[:20]}', '{seat[:20]}',"
                    f" '{feature[:20]}'"
                )
        # tables come in any order, and models are compared
        object.__setattr__(self, "edges", tuple(sorted(self.edges, key=_place)))

    def __hash__(self) -> int:
        """Hash what tells fits apart: the rest is a hundred numbers, and this is asked often."""
        return hash((self.name, self.version, self.slope))

    def slope_more(self, spr: float) -> float:
        """Return d of the module's formula."""
        return float(growth(spr, self.halves, self.spr_most) @ np.array(self.slope))

    def of_features(self, seat: str, spr: float, raised_last: str) -> NDArray[np.float64]:
        """Return by feature the share of the pot that a unit of it wins, (len(FEATURES),).

        seat : of `SEATS_AFTER`. raised_last : one of them, or "" where nobody raised.
        """
        grown = growth(spr, self.halves, self.spr_most)
        out = np.zeros(len(FEATURES))
        for raised, whose, feature, by_term in self.edges:
            if whose == seat and raised in {"any", raised_last}:
                out[FEATURES.index(feature)] += grown @ np.array(by_term)
        return out

    def payload(self) -> dict[str, Any]:
        """Return it as `hand_edges_from` reads it."""
        edges: dict[str, dict[str, dict[str, list[float]]]] = {}
        for raised, seat, feature, by_term in self.edges:
            edges.setdefault(raised, {}).setdefault(seat, {})[feature] = [*by_term]
        return {
            "name": self.name,
            "version": self.version,
            "error": self.error,
            "halves": [*self.halves],
            "spr_most": self.spr_most,
            "slope": [*self.slope],
            "edges": edges,
        }


def _place(edge: tuple[str, str, str, tuple[float, ...]]) -> tuple[int, int, int]:
    raised, seat, feature, _ = edge
    return RAISED_LAST.index(raised), SEATS_AFTER.index(seat), FEATURES.index(feature)


def hand_edges_from(table: Mapping[str, Any], where: str) -> HandEdges:
    """Read edges from a table of a file or of a chart.

    Raises
    ------
    InputError
        For a table that says none.
    """
    try:
        edges = tuple(
            (str(raised), str(seat), str(feature), _floats(by_term))
            for raised, seats in table["edges"].items()
            for seat, features in seats.items()
            for feature, by_term in features.items()
        )
        more = {**table}
        numbers = (_floats(more.pop("halves")), float(more.pop("spr_most")))
        del more["edges"]
        # an unknown key is an unknown argument
        told = (int(more.pop("version", 1)), float(more.pop("error", 0.0)))
        slope = _floats(more.pop("slope"))
        return HandEdges(str(more.pop("name")), *numbers, slope, edges, *told, **more)
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise InputError(
            f"{where} is a table of name, halves, spr_most, slope and edges by when they count,"
            " seat and feature"
        ) from None


def _floats(found: Any) -> tuple[float, ...]:  # noqa: ANN401 - as a file has it
    return tuple(float(x) for x in found)
