"""How often one player and one address may ask: token buckets, kept in memory.

A bucket holds `burst` requests and fills up again by `per_second`. Limits are for accidents and
pests: nobody who plays by hand meets one.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from gutshot.web.refusals import TooManyRequestsError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["RULES", "Rate", "RateLimits"]

_BUCKETS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """One limit: what it counts, in words, for whom, how many at once and how many a second."""

    what: str
    per: str
    burst: int
    per_second: float


RULES: Final[dict[str, Rate]] = {
    "address": Rate("commands", "address", 240, 40),
    "move": Rate("moves", "player", 60, 10),
    "newcomer": Rate("new players", "address", 60, 0.1),
    "passphrase": Rate("passphrases", "address and name", 10, 0.1),
    "import": Rate("imports", "player", 6, 0.1),
    "judge": Rate("judgements", "address", 30, 0.5),
    "count": Rate("long counts", "address", 30, 1),
    "work": Rate("computations", "player", 10, 0.1),
}
"""What is limited. A move is a session opened, a deal or a draw."""


class RateLimits:
    """The buckets of one app.

    rules : by name. clock : seconds, rising.
    """

    def __init__(
        self,
        rules: Mapping[str, Rate] = RULES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rules = rules
        self._clock = clock
        self._lock = Lock()
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, rule: str, key: str) -> None:
        """Count one request.

        Raises
        ------
        TooManyRequestsError
            When the bucket is empty; nothing is counted then.
        """
        rate, now = self._rules[rule], self._clock()
        with self._lock:
            left, at = self._buckets.pop((rule, key), (float(rate.burst), now))
            left = min(float(rate.burst), left + (now - at) * rate.per_second)
            fits = left >= 1
            self._buckets[rule, key] = (left - 1 if fits else left, now)
            while len(self._buckets) > _BUCKETS:  # the one that was quiet longest is full again
                self._buckets.popitem(last=False)
        if not fits:
            raise TooManyRequestsError(rate.what, (1 - left) / rate.per_second)
