"""An answered question as it is kept: all that is needed to read it, whatever chart follows."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.preflop.quiz import Grade, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["QuizRecord"]


@dataclass(frozen=True)
class QuizRecord:
    """A decision, what was answered, and what the chart said of it then.

    Attributes
    ----------
    question_id, session_id : str
        Of the question, and of the quiz in which it was asked.
    chart, engine : str
        The name of the spot's chart, and the version that solved it.
    only : str
        Which decisions the quiz asked (`settings.ONLY`); "" in proportion.
    node, position, kind, hand : str
        The node's id, who acts there, one of `quiz.KINDS`, and a hand's class such as AKs.
    actions, frequency, ev_bb : tuple
        What could be answered, how often the chart takes it, 0..1, and what it is worth.
    within_bb : float
        Closer to the best than this an action is as good.
    action, verdict : str
        The answer, and one of `quiz.VERDICTS`.
    lost_bb : float
        What it costs.
    repeated : bool
        Whether it was asked because it had been missed and was due.
    asked_at, answered_at : str
        ISO 8601, UTC.
    seconds : float
        Between the two.
    """

    question_id: str
    session_id: str
    chart: str
    engine: str
    only: str
    node: str
    position: str
    kind: str
    hand: str
    actions: tuple[str, ...]
    frequency: tuple[float, ...]
    ev_bb: tuple[float, ...]
    within_bb: float
    action: str
    verdict: str
    lost_bb: float
    repeated: bool
    asked_at: str
    answered_at: str
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the answer costs nothing."""
        return self.verdict != "mistake"

    @property
    def grade(self) -> Grade:
        """The answer beside what the chart did."""
        return Grade(
            Question(self.node, class_index(self.hand)),
            self.action,
            self.actions,
            self.frequency,
            self.ev_bb,
            self.within_bb,
        )

    @staticmethod
    def of_grade(grade: Grade) -> dict[str, Any]:
        """Return the fields that a grade says."""
        return {
            "node": grade.question.node,
            "hand": CLASS_NAMES[grade.question.hand],
            "actions": grade.actions,
            "frequency": grade.frequency,
            "ev_bb": grade.ev_bb,
            "within_bb": grade.within_bb,
            "action": grade.action,
            "verdict": grade.verdict,
            "lost_bb": grade.lost_bb,
        }

    def body(self) -> dict[str, Any]:
        """Return the record as JSON."""
        return {
            name: list(found) if isinstance(found, tuple) else found
            for name, found in asdict(self).items()
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> QuizRecord:
        """Return the record that `body` wrote."""
        fields: dict[str, Any] = {
            name: tuple(found) if isinstance(found, list) else found for name, found in body.items()
        }
        return cls(**fields)
