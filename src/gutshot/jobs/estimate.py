"""How long a job will still take, judged from the shares that it reported."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Estimate"]

_SAMPLE_S: Final = 0.5
"""Reports that lie closer together are taken together: chunks don't end evenly."""

_MEMORY_S: Final = 10.0
_MEMORY_SHARE: Final = 0.25
"""The pace is that of about the last ten seconds, or the last quarter of the time so far."""

_TOLERANCE: Final = 0.15
"""A new estimate that is later by less than this share of what is left changes nothing."""


class Estimate:
    """Turns reports of one attempt into an end.

    Between reports the time that is left falls as fast as the clock runs. It rises only when the
    work has really become slower, and then by steps.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._first: float | None = None
        self._time = 0.0
        self._share = 0.0
        self._pace = 0.0
        self._end: float | None = None

    def report(self, share: float) -> None:
        """Take note of a share done; one that is not above the last one says nothing."""
        now = self._clock()
        if self._first is None:
            self._first, self._time, self._share = now, now, share
            return
        seconds = now - self._time
        if share <= self._share or seconds < _SAMPLE_S:
            return
        pace = (share - self._share) / seconds
        before = self._time - self._first
        memory = max(_MEMORY_S, _MEMORY_SHARE * before)
        # As long as there is less to remember than memory holds, this is the plain average.
        weight = max(seconds / (before + seconds), 1 - math.exp(-seconds / memory))
        self._pace += weight * (pace - self._pace)
        self._time, self._share = now, share
        end = now + (1 - share) / self._pace
        if self._end is None or not 0 < end - self._end <= _TOLERANCE * (self._end - now):
            self._end = end

    def remaining_s(self) -> float | None:
        """Return the seconds that are left; None while that can't be told.

        It can't be told before the share has risen, nor when the end has passed without being
        reached.
        """
        if self._end is None:
            return None
        left = self._end - self._clock()
        return left if left > 0 else None
