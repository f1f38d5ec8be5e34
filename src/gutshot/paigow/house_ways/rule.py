"""One line of a house way: when it is looked at, and what it asks of a setting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import HouseWayError
from gutshot.evaluate.joker import HIGH_CATEGORIES, LOW_STRENGTHS
from gutshot.paigow.file_texts import shown_text
from gutshot.paigow.house_ways.patterns import parse_low, parse_ranks
from gutshot.paigow.house_ways.shape import MOST_SETS, SHAPES

if TYPE_CHECKING:
    from collections.abc import Collection

    from gutshot.paigow.house_ways.shape import Shape

__all__ = ["ANY_LOW", "BEST", "Rule", "read_rule"]

BEST: Final = "best"
"""The strongest category that the seven cards hold."""

ANY_LOW: Final = (0, LOW_STRENGTHS - 1)

_KEYS: Final = ("why", "hand", "ranks", "single", "makes", "high", "low")


@dataclass(frozen=True, slots=True)
class Rule:
    """Of hands that meet all conditions, the settings that meet both demands.

    Parameters
    ----------
    why
        What a dealer would say.
    hand
        Shapes (`SHAPES`) of which the hand is one; empty for any.
    ranks
        Lowest and highest rank, 0..12, of its sets, as far as they are given, in `Shape`'s order.
    single
        Lowest and highest rank of its highest single card; None for any, none at all included.
    makes
        Categories of which the strongest five of the seven cards are one; empty for any.
    high
        Categories of which the high hand must be one; empty for the strongest.
    low
        The weakest and the strongest low hand, 0..90.
    """

    why: str = ""
    hand: tuple[str, ...] = ()
    ranks: tuple[tuple[int, int], ...] = ()
    single: tuple[int, int] | None = None
    makes: tuple[str, ...] = ()
    high: tuple[str, ...] = HIGH_CATEGORIES
    low: tuple[int, int] = ANY_LOW

    def looks_at(self, shape: Shape, best: str) -> bool:
        """Tell whether a hand with this shape and strongest category meets the conditions."""
        return (
            (not self.hand or shape.name in self.hand)
            and len(self.ranks) <= len(shape.sets)
            and all(a <= rank <= b for (a, b), rank in zip(self.ranks, shape.sets, strict=False))
            and (self.single is None or self.single[0] <= shape.single <= self.single[1])
            and (not self.makes or best in self.makes)
        )

    def allows(self, high_category: str, low_strength: int, best: str) -> bool:
        """Tell whether a setting meets the demands; `best` is the hand's strongest category."""
        return (
            high_category in (self.high or (best,)) and self.low[0] <= low_strength <= self.low[1]
        )

    @property
    def sets_every_hand(self) -> bool:
        """Whether there is no hand that it leaves to a further rule."""
        asks = self.hand or self.ranks or self.single or self.makes or self.low != ANY_LOW
        return not asks and self.high in {(), HIGH_CATEGORIES}


def read_rule(given: object) -> Rule:
    """Read a rule from what a TOML file holds of it.

    Raises
    ------
    HouseWayError
        At the first thing that can't be used.
    """
    if not isinstance(given, dict):
        raise HouseWayError("a rule is a table below a line [[rules]]")
    for key in given:
        if key not in _KEYS:
            raise HouseWayError(f"'{str(key)[:40]}' is no key of a rule; use {', '.join(_KEYS)}")
    why = given.get("why", "")
    if not isinstance(why, str):
        raise HouseWayError('why is a text, like why = "Split aces"')
    high = _texts(given, "high")
    rule = Rule(
        shown_text(why),
        _names(given, "hand", SHAPES),
        tuple(parse_ranks(text) for text in _texts(given, "ranks")),
        next((parse_ranks(text) for text in _texts(given, "single")), None),
        _names(given, "makes", HIGH_CATEGORIES),
        () if high == (BEST,) else _names(given, "high", HIGH_CATEGORIES) or HIGH_CATEGORIES,
        next((parse_low(text) for text in _texts(given, "low")), ANY_LOW),
    )
    least = min((len(SHAPES[name]) for name in rule.hand), default=MOST_SETS)
    if len(rule.ranks) > least:
        raise HouseWayError(f"ranks has {len(rule.ranks)} ranges, hand allows at most {least}")
    for key in ("single", "low"):
        if len(_texts(given, key)) > 1:
            raise HouseWayError(f"{key} is one text, not several")
    return rule


def _texts(given: dict[str, Any], key: str) -> tuple[str, ...]:
    found = given.get(key, [])
    texts = [found] if isinstance(found, str) else found
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise HouseWayError(f"{key} is a text in quotes or a list of them")
    if key in given and not texts:
        raise HouseWayError(f"{key} is an empty list; leave it out")
    return tuple(texts)


def _names(given: dict[str, Any], key: str, known: Collection[str]) -> tuple[str, ...]:
    found = _texts(given, key)
    for name in found:
        if name not in known:
            raise HouseWayError(f"{key}: '{name[:40]}' is none of {', '.join(known)}")
    return found
