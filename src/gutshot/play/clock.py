"""The time of day, as something that a test can set."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

__all__ = ["Clock", "SystemClock"]


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC)
