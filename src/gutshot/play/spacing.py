"""When a mistake is due again: after 1, 3, 7 and 21 days, from the start after a miss.

Pure: what is due depends on the times it is given, so a test brings its own clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["STEPS", "Drill"]

STEPS: Final = (timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=21))
"""How long after each right answer a question comes back; after the last it is learned."""


@dataclass(frozen=True, slots=True)
class Drill:
    """One question to be asked again.

    key : what names the question.
    step : right answers in a row, 0..4; 4 is learned.
    due : when it is asked next, UTC.
    misses : wrong answers so far, the first mistake included.
    """

    key: str
    step: int
    due: datetime
    misses: int

    @classmethod
    def new(cls, key: str, at: datetime) -> Drill:
        """Return the drill of a mistake just made: due in a day."""
        return cls(key, 0, at + STEPS[0], 1)

    @property
    def learned(self) -> bool:
        """Whether every step was answered right."""
        return self.step >= len(STEPS)

    def is_due(self, at: datetime) -> bool:
        """Whether it is to be asked now."""
        return not self.learned and self.due <= at

    def answered(self, *, right: bool, at: datetime) -> Drill:
        """Return the drill after an answer: one step on, or back to the start."""
        if not right:
            return replace(self, step=0, due=at + STEPS[0], misses=self.misses + 1)
        step = self.step + 1
        due = at + STEPS[step] if step < len(STEPS) else self.due
        return replace(self, step=step, due=due)

    def body(self) -> dict[str, Any]:
        """Return the drill as JSON."""
        return {
            "key": self.key,
            "step": self.step,
            "due": self.due.isoformat(),
            "misses": self.misses,
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Drill:
        """Return the drill that `body` wrote."""
        return cls(body["key"], body["step"], datetime.fromisoformat(body["due"]), body["misses"])
