"""What answers say about a player: EV lost per 100 decisions, by position and by kind of node.

A hundred decisions as they come at the table cost what answers to questions in proportion say; a
drill of close or missed decisions is harder, and is summed up by itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from gutshot.holdem.preflop.quiz import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gutshot.play.holdem.records import QuizRecord

__all__ = ["Group", "Progress", "summarise"]


@dataclass(frozen=True, slots=True)
class Group:
    """Some decisions together.

    Attributes
    ----------
    name : str
        What they have in common.
    decisions, right : int
        How many, and how many of them cost nothing.
    lost_bb : float
        What the others cost together.
    squares : float
        Of what each costs, for the standard error.
    """

    name: str
    decisions: int
    right: int
    lost_bb: float
    squares: float

    @classmethod
    def of(cls, name: str, records: Sequence[QuizRecord]) -> Group:
        """Return the group of some answers."""
        lost = [record.lost_bb for record in records]
        return cls(
            name,
            len(records),
            sum(record.right for record in records),
            math.fsum(lost),
            math.fsum(one * one for one in lost),
        )

    @property
    def lost_per_100_bb(self) -> float:
        """EV lost per 100 decisions, 0 for none."""
        return 100 * self.lost_bb / self.decisions if self.decisions else 0.0

    @property
    def standard_error_bb(self) -> float | None:
        """Of `lost_per_100_bb`, as a sample of decisions; None for fewer than two."""
        n = self.decisions
        if n < 2:
            return None
        spread = max(0.0, self.squares - self.lost_bb**2 / n) / (n - 1)
        return 100 * math.sqrt(spread / n)

    @property
    def accuracy(self) -> float:
        """Share of right answers, 0..1; never to be shown without the EV lost."""
        return self.right / self.decisions if self.decisions else 0.0


@dataclass(frozen=True, slots=True)
class Progress:
    """A quiz, or all of a player's.

    Attributes
    ----------
    total : Group
        All decisions.
    by_position : tuple of Group
        By seat, dearest per decision first.
    by_kind : tuple of Group
        By kind of node, in the order of `quiz.KINDS`.
    seconds_per_decision : float
        From question to answer, the median: a question may wait for days; 0 for no decision.
    """

    total: Group
    by_position: tuple[Group, ...]
    by_kind: tuple[Group, ...]
    seconds_per_decision: float


def summarise(records: Iterable[QuizRecord]) -> Progress:
    """Return what any set of answers says."""
    found = list(records)
    positions = _grouped(found, lambda record: record.position)
    kinds = _grouped(found, lambda record: record.kind)
    positions.sort(key=lambda one: (-one.lost_per_100_bb, one.name))
    kinds.sort(key=lambda one: KINDS.index(one.name))
    return Progress(
        Group.of("", found),
        tuple(positions),
        tuple(kinds),
        median(record.seconds for record in found) if found else 0.0,
    )


def _grouped(records: list[QuizRecord], name: Callable[[QuizRecord], str]) -> list[Group]:
    groups: dict[str, list[QuizRecord]] = {}
    for record in records:
        groups.setdefault(name(record), []).append(record)
    return [Group.of(one, members) for one, members in groups.items()]
