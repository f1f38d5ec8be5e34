"""Equities that are counted in the background: asked for once, found again by what they count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.errors import HandError
from gutshot.holdem.equities import counting_seconds
from gutshot.jobs import UnknownJobError
from gutshot.web.equity_answers import counted_answer
from gutshot.web.job_work import ask
from gutshot.work.equities import EQUITIES, equities_of, equity_inputs, equity_job_id

if TYPE_CHECKING:
    from gutshot.jobs import JobStatus
    from gutshot.web.equity_answers import Answer, Cards
    from gutshot.web.rooms import Rooms

__all__ = ["LONGEST_JOB_S", "answer_of_job", "ask_to_count", "job_of"]

LONGEST_JOB_S: Final = 3_600.0
"""Seconds of one core, estimated, that may be counted in the background."""


def job_of(rooms: Rooms, hands: tuple[str, ...], board: Cards, dead: Cards) -> JobStatus | None:
    """Return how counting every deal stands, None before anybody asked for it."""
    try:
        return rooms.runner.status(equity_job_id(hands, board, dead))
    except UnknownJobError:
        return None


def answer_of_job(
    job: JobStatus | None, hands: tuple[str, ...], board: Cards, dead: Cards
) -> Answer | None:
    """Return what a finished job counted, None for one that is not finished."""
    if job is None or job.result is None:
        return None
    return counted_answer(equities_of(hands, job.result), hands, board, dead)


def ask_to_count(
    rooms: Rooms, player: str, hands: tuple[str, ...], board: Cards, dead: Cards
) -> JobStatus:
    """Have every deal counted; who asks may cancel it.

    Raises
    ------
    HandError
        As `all_in_equities` does, and for more than an hour of work.
    QueueFullError, TooManyRequestsError
        When too many jobs wait, or the player asked for too many.
    """
    if counting_seconds(hands, board, dead) > LONGEST_JOB_S:
        raise HandError("these ranges take more than an hour to be counted: make them narrower")
    rooms.rates.take("work", player)
    inputs, job_id = equity_inputs(hands, board, dead), equity_job_id(hands, board, dead)
    return ask(rooms, EQUITIES, inputs, job_id, player, "all-in equities")
