"""``gutshot preflop quiz``: questions on a chart in the terminal, each graded and kept."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.preflop_spots import kept_or_solved, spot_from
from gutshot.cli.trainer import LOCAL_PLAYER
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.play.holdem.quiz import Quiz
    from gutshot.play.holdem.settings import QuizSettings

__all__ = ["quiz"]

QUIT = frozenset({"q", "quit", "exit"})


def quiz(
    format_: Annotated[
        str | None, typer.Option("--format", help="As for 'solve'; cash by default.")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", help="Seats, 2 to 9.")] = None,
    stack: Annotated[
        str | None, typer.Option("--stack", help="Everybody's stack in big blinds before posting.")
    ] = None,
    limit: Annotated[
        str | None, typer.Option("--limit", help="jam leaves all-in and fold only.")
    ] = None,
    ante: Annotated[
        str | None, typer.Option("--ante", help="What the big blind posts for all, in big blinds.")
    ] = None,
    ante_from_stack: Annotated[
        bool, typer.Option("--ante-from-stack", help="Take the ante out of the big blind's stack.")
    ] = False,
    spec_file: Annotated[
        Path | None,
        typer.Option("--spec", help="A spot in a TOML file; options go before its keys."),
    ] = None,
    only: Annotated[
        str,
        typer.Option(
            "--only", help="close: small gaps; missed: your own mistakes that are due again."
        ),
    ] = "",
    gap: Annotated[
        float | None,
        typer.Option("--gap", help="close: the cheapest mistake costs at most so many bb, 0.05."),
    ] = None,
    position: Annotated[str, typer.Option("--position", help="One seat only, like BTN.")] = "",
    count: Annotated[
        int, typer.Option("--count", help="Stop after so many questions; 0 = never.", min=0)
    ] = 20,
    session: Annotated[
        str | None, typer.Option("--session", help="Go on with an earlier quiz, by its id.")
    ] = None,
    history: Annotated[
        bool, typer.Option("--history", help="Ask nothing; show earlier quizzes and progress.")
    ] = False,
    export: Annotated[
        Path | None,
        typer.Option("--export", help="Ask nothing; write all answers to FILE.csv or FILE.json."),
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", help="Where answers are kept, a database URL.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON at the end; questions go to stderr.")
    ] = False,
) -> None:
    """Ask decisions as often as they come, grade answers by the EV they lose, keep everything."""
    from gutshot.play.holdem.quiz import Quiz
    from gutshot.play.holdem.settings import QuizSettings
    from gutshot.storage import Database

    chosen = (format_, players, stack, limit, ante, ante_from_stack, spec_file, only, position)
    others = any(one not in {None, False, ""} for one in (*chosen, gap))
    if session is not None and others:
        raise InputError("--session goes on with what it was opened with; drop the other options")
    if history and (others or session is not None):
        raise InputError("--history shows all quizzes; drop the other options")
    if export is not None and (others or history or json):
        raise InputError("--export writes answers; drop the other options but --session")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what can't be read is answered, not a crash
    with Database.open(database) as opened:
        if export is not None:
            _write_answers(Quiz(opened), session, export)
            return
        if history:
            _show_history(Quiz(opened), json=json)
            return
        if session is None:
            spec = spot_from(
                spec_file,
                format_=format_,
                players=players,
                stack=stack,
                limit=limit,
                ante=ante,
                ante_from_stack=ante_from_stack,
            )
            gaps = {} if gap is None else {"close_bb": gap}
            settings = QuizSettings(spec, only, position.upper(), **gaps)
        else:
            settings = Quiz(opened).session(LOCAL_PLAYER, session).settings
        chart, _ = kept_or_solved(settings.spec)
        quizzes = Quiz(opened, lambda _: chart)
        if session is None:
            session = uuid4().hex
        with compiling_line():
            quizzes.open_session(LOCAL_PLAYER, session, settings)
        typer.echo(_head(settings), err=True)
        try:
            _ask_questions(quizzes, session, settings.spec, count, on_stderr=json)
        except (EOFError, KeyboardInterrupt):
            typer.echo("", err=True)
        _say_goodbye(quizzes, session, settings, json=json)


def _head(settings: QuizSettings) -> str:
    from gutshot.play.holdem.settings import ONLY
    from gutshot.render.preflop_text import spec_words

    seat = f", {settings.position} only" if settings.position else ""
    keys = "type an action's key; q ends and keeps"
    return f"{spec_words(settings.spec)}: {ONLY[settings.only]}{seat}; {keys}."


def _ask_questions(
    quizzes: Quiz, session: str, spec: PreflopSpec, count: int, *, on_stderr: bool
) -> None:
    from gutshot.play.holdem.quiz import NothingDueError
    from gutshot.render.preflop_quiz import grade_text, key_of, question_text

    asked = 0
    while not count or asked < count:
        last = quizzes.session(LOCAL_PLAYER, session).question
        waits = last is not None and last.record is None
        question_id = last.question_id if last is not None and waits else uuid4().hex
        try:
            view = quizzes.ask(LOCAL_PLAYER, session, question_id)
        except NothingDueError as error:
            if not asked:
                raise
            typer.echo(f"gutshot: {error}", err=True)
            return
        typer.echo(f"\n{question_text(spec, view.question)}", err=on_stderr)
        keys = {key_of(action): action for action in view.actions}
        while (typed := _typed("action: ")) not in keys:
            if typed in QUIT:
                return
            typer.echo(f"'{typed[:20]}' is no key here; type {', '.join(keys)}, or q", err=True)
        graded = quizzes.answer(LOCAL_PLAYER, session, question_id, keys[typed])
        if graded.record is not None:
            typer.echo(grade_text(spec, graded.record.grade), err=on_stderr)
        asked += 1


def _typed(prompt: str) -> str:
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip().lower()


def _say_goodbye(quizzes: Quiz, session: str, settings: QuizSettings, *, json: bool) -> None:
    from gutshot.cli.quiz_text import progress_text
    from gutshot.play.holdem.payload import progress_payload
    from gutshot.play.holdem.progress import summarise

    records = quizzes.records(LOCAL_PLAYER, session)
    waiting = len(quizzes.waiting(LOCAL_PLAYER, settings.spec))
    if json:
        print_json(
            {
                "schema": "gutshot.preflop.quiz/1",
                "session": session,
                **settings.body(),
                "answers": [record.body() for record in records],
                "progress": progress_payload(summarise(records)),
                "missed_waiting": waiting,
            }
        )
    elif records:
        typer.echo(f"\n{progress_text('This quiz', summarise(records))}")
    if waiting:
        typer.echo(f"Missed decisions that come back: {waiting} (--only missed).", err=True)
    typer.echo(f"To go on: gutshot preflop quiz --session {session}", err=True)


def _write_answers(quizzes: Quiz, session: str | None, file: Path) -> None:
    from gutshot.play.holdem.exports import exported

    records = quizzes.records(LOCAL_PLAYER, session)
    text = exported(records, file.suffix.lower().removeprefix("."))
    try:
        file.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise InputError(f"can't write {file}: {error.strerror or error}") from None
    typer.echo(f"{len(records)} answers: {file}", err=True)


def _show_history(quizzes: Quiz, *, json: bool) -> None:
    from gutshot.cli.quiz_text import history_text
    from gutshot.play.holdem.payload import history_payload

    found = quizzes.sessions(LOCAL_PLAYER), quizzes.records(LOCAL_PLAYER)
    if json:
        print_json(history_payload(*found))
    else:
        typer.echo(history_text(*found))
