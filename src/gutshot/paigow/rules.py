"""What a Pai Gow table may choose about the order of hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gutshot.evaluate.joker import StrengthTables

__all__ = ["Rules"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The choices of a table.

    Parameters
    ----------
    a2345_second_highest
        Whether A-2-3-4-5 is the second-highest straight, and suited the second-highest straight
        flush, as at most tables; otherwise it is the lowest.
    """

    a2345_second_highest: bool = True

    @property
    def tables(self) -> StrengthTables:
        """The tables that find strengths under these rules, shared and not to be written to."""
        from gutshot.evaluate.joker import strength_tables

        return strength_tables(a2345_second_highest=self.a2345_second_highest)
