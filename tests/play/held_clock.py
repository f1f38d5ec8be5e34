"""A clock that a test holds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class HeldClock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def pass_(self, **span: float) -> None:
        self.time += timedelta(**span)
