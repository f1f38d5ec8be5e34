"""What proves the counts of the dealer's hands: `CHECKS`, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.paigow import Rules, parse_seven
from gutshot.paigow.dealer_hands import (
    count_dealer_hands,
    deck_without,
    enumerate_dealer_hands,
)
from gutshot.paigow.house_ways import house_way
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

_KNOWN: Final = (
    ("Jk Qs Qh Qd As 7s 2s", "local", True),
    ("Qc Qd 3c 3d Ah Ts 8d", "trump-plaza", True),
    ("Ac Kh 6d 5s 4h 3d 2c", "golden-nugget", False),
    ("As Qd Tc 8s 6h 4d 2c", "foxwoods", True),
    ("Kc Kd Kh Ks Ac 5d 3h", "flamingo", False),
)
"""Seven cards that are known, the dealer's way, and whether A-2-3-4-5 is second highest."""


def _dealers_hands(progress: Progress) -> str:
    total = 0
    for done, (cards, way, second) in enumerate(_KNOWN):
        asked = deck_without(parse_seven(cards)), house_way(way), Rules(a2345_second_highest=second)

        def told(share: float, done: int = done) -> None:
            progress((done + share) / len(_KNOWN))

        counted, dealt = count_dealer_hands(*asked), enumerate_dealer_hands(*asked, told)
        if not np.array_equal(counted.rows, dealt.rows):
            raise CheckFailedError(
                f"the dealer's hands beside {cards}, set by {way}, are counted differently"
            )
        total += dealt.total
    return (
        f"{total:,} hands of the dealer beside {len(_KNOWN)} hands, dealt and set one by one by"
        f" {len(_KNOWN)} house ways, are worth what counting by classes says"
    )


CHECKS = [Check("Pai Gow, the dealer's hands", _dealers_hands, full=True)]
"""A minute of one core."""
