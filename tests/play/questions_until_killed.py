"""A player's process: one question after the other, until it is killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.play.holdem.quiz import Quiz
from gutshot.storage import Database

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SESSION = "session-1"


def answer_until_killed(url: str, owner: str, ready: Connection) -> None:
    """Answer the open question, then ask on; tell when the first command is due."""
    with Database.open(url) as database:
        quiz = Quiz(database)
        number = quiz.session(owner, SESSION).answered
        quiz.open_session(owner, SESSION, quiz.session(owner, SESSION).settings)  # loads the chart
        ready.send_bytes(b"")
        while True:
            question = f"question-{number:06}"
            view = quiz.ask(owner, SESSION, question)
            quiz.answer(owner, SESSION, question, view.actions[number % len(view.actions)])
            number += 1
