"""What Pai Gow hands are worth, for request threads: a first sample, exact ones, the last kept."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

from gutshot.paigow.advisor import advise
from gutshot.paigow.house_ways import house_ways

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.paigow.advisor import Advice
    from gutshot.paigow.house_ways import HouseWay
    from gutshot.paigow.rules import Rules

__all__ = ["advice", "is_at_hand"]

_KEPT: Final = 64
_TABLES_KEPT: Final = 16  # as many as `dealer_hands` keeps

_Key = tuple[
    tuple[int, ...],
    "HouseWay",
    "Fraction | None",
    bool,
    "tuple[int, ...] | None",
    "Rules",
    "int | None",
]

_counting = Lock()  # more threads than cores would only make everybody wait
_kept: OrderedDict[_Key, Advice] = OrderedDict()
_counted: OrderedDict[tuple[HouseWay, Rules], None] = OrderedDict()


def is_at_hand(against: HouseWay, rules: Rules, dealer: tuple[int, ...] | None = None) -> bool:
    """Tell whether an exact answer takes under 50 ms.

    The first of a way under a table's rules sets all classes of hands by it, in about 0.13 s of one
    core; the next ones take 6 ms.
    """
    return dealer is not None or (against, rules) in _counted


def advice(
    cards: tuple[int, ...],
    against: HouseWay,
    *,
    commission_percent: Fraction | None = None,
    banker: bool = False,
    dealer: tuple[int, ...] | None = None,
    rules: Rules,
    seed: int | None = None,
) -> Advice:
    """Return what all settings are worth; `seed` draws the dealer's hands instead of counting.

    Raises
    ------
    InputError
        As `advise` does.
    """
    key = cards, against, commission_percent, banker, dealer, rules, seed
    with _counting:
        found = _kept.pop(key, None)
        if found is None:
            found = advise(
                cards,
                against,
                commission_percent=commission_percent,
                banker=banker,
                dealer=dealer,
                rules=rules,
                ways=house_ways(),
                seed=seed,
            )
        _kept[key] = found
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        if seed is None and dealer is None:
            _counted.pop((against, rules), None)
            _counted[against, rules] = None
            while len(_counted) > _TABLES_KEPT:
                _counted.popitem(last=False)
        return found
