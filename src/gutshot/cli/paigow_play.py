"""``gutshot paigow play``: a Pai Gow table in the terminal, alone or with computer players."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final
from uuid import uuid4

import typer

from gutshot.cli.output import compiling_line
from gutshot.cli.terminal_look import Size, Style, Unicode
from gutshot.cli.trainer import LOCAL_PLAYER
from gutshot.errors import GutshotError, InputError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from gutshot.cli.paigow_screen import Screen
    from gutshot.paigow.house_ways import HouseWay
    from gutshot.paigow.players import SeatFiller
    from gutshot.paigow.table import TableConfig
    from gutshot.play.paigow.tables import Tables

__all__ = ["EXTRA_WORDS", "QUIT", "ask", "chosen_table", "drawn_rows", "play", "practice_way"]

QUIT: Final = frozenset({"q", "quit", "exit"})
EXTRA_WORDS: Final = (
    ("table", "show the whole table again, with the last showdown"),
    ("q", "stop; what is not dealt comes back"),
)
_ODDS_WORD: Final = ("odds", "what each wager costs at its stake, with those who sit here")
_DRAWN_ROWS: Final = 5
_PIPED_ROWS: Final = 1
_ID_LENGTH: Final = 30
_NAME_LENGTH: Final = 20
_BOTS: Final = ("house", "advisor", "easy")
"""Which players fill the seats, in turn."""


def play(
    table: Annotated[
        str, typer.Option("--table", "-t", help="Id of a table, or a builder's TOML file.")
    ] = "fortune",
    bots: Annotated[
        int, typer.Option("--bots", "-b", help="Computer players beside you, 0 to 5.", min=0)
    ] = 0,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", help="One computer player: easy, house or advisor; repeatable."),
    ] = None,
    practice: Annotated[
        str | None,
        typer.Option("--practice", help="Judge every setting, also against this house way."),
    ] = None,
    size: Size = None,
    unicode: Unicode = None,
    style: Style = "",
    name: Annotated[
        str, typer.Option("--name", help="What others at the table call you.")
    ] = "Player",
    database: Annotated[
        str | None, typer.Option("--database", help="Where credits are kept, a database URL.")
    ] = None,
) -> None:
    """Play Pai Gow against the dealer for play credits; type help at the table for its words."""
    from gutshot.cli.paigow_screen import Screen
    from gutshot.paigow.players import fillers, next_command
    from gutshot.paigow.table import table_facts
    from gutshot.play.paigow.tables import Tables
    from gutshot.storage import Database

    if not name.isprintable() or not 0 < len(name.strip()) <= _NAME_LENGTH:
        raise InputError(f"--name is 1 to {_NAME_LENGTH} characters that can be printed")
    config = _own_table(chosen_table(table))
    levels = _levels(bots, bot or [], config.seats)
    screen = Screen(
        table_facts(config),
        size=drawn_rows(size),
        style=style,
        unicode=unicode,
        practice=practice_way(practice),
    )
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what can't be read is answered, not a crash
    with Database.open(database) as opened:
        tables = Tables(opened, computer=next_command)
        tables.open(config)
        seats = fillers(levels, config.id)
        try:
            _sit_down(tables, config, seats, name.strip())
            with _leaving(tables, config.id, screen), _alive(tables), compiling_line():
                _play_rounds(tables, config, screen)
        finally:
            tables.close()


def chosen_table(text: str) -> TableConfig:
    """Return the table with this id, or that of the file where a path is given."""
    from gutshot.paigow.table import load_table, table

    if text.lower().endswith(".toml") or "/" in text or os.sep in text:
        return load_table(text)
    return table(text)


def practice_way(text: str | None) -> HouseWay | None:
    """Return the house way of ``--practice``, None without it."""
    from gutshot.cli.paigow import chosen_way

    return None if text is None else chosen_way(text)


def drawn_rows(size: int | None) -> int:
    """Return how many rows a card has: what is asked for, else fewer where nobody looks."""
    if size is not None:
        return size
    return _DRAWN_ROWS if sys.stdout.isatty() else _PIPED_ROWS


def ask(prompt: str) -> str:
    """Return the next line that is typed, without blanks around it.

    Raises
    ------
    EOFError
        At the end of the input.
    """
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _own_table(config: TableConfig) -> TableConfig:
    """Return a table for the terminal alone: a server's of the same file is another one."""
    return replace(config, id=f"terminal-{config.id}"[:_ID_LENGTH].rstrip("-"))


def _levels(count: int, named: Sequence[str], seats: int) -> list[str]:
    """Return the levels of the computer players that are wanted."""
    if count and named:
        raise InputError("--bots and --bot both name computer players; give one of them")
    levels = [*named] or [_BOTS[at % len(_BOTS)] for at in range(count)]
    if len(levels) >= seats:
        raise InputError(
            f"{len(levels)} computer players and you are more than the table's {seats} seats;"
            f" ask for {seats - 1} at most"
        )
    return levels


def _sit_down(tables: Tables, config: TableConfig, seats: Sequence[SeatFiller], name: str) -> None:
    """Take one's seat, the one from before if it is kept, and fill others as they are wanted."""
    if tables.view(config.id, LOCAL_PLAYER)["you"] is None:
        tables.say(config.id, LOCAL_PLAYER, "sit", uuid4().hex, name=name)
    else:
        tables.connect(config.id, LOCAL_PLAYER)
    wanted = {one.player for one in seats}
    for _, seat in tables.change(config.id).state.taken():
        if seat.level and seat.player not in wanted:
            tables.say(config.id, seat.player, "leave", uuid4().hex)
    taken = {seat.player for _, seat in tables.change(config.id).state.taken()}
    for one in seats:
        if one.player in taken or len(taken) < config.seats:
            tables.seat_computer(config.id, one.player, one.name, one.level)
            taken.add(one.player)


def _play_rounds(tables: Tables, config: TableConfig, screen: Screen) -> None:
    from gutshot.paigow.table.commands import HELP

    table = config.id
    while True:
        view = tables.view(table, LOCAL_PLAYER)
        screen.show(view)
        if view["you"] is None:
            return
        if view["phase"] == "betting" and view["ticks_left"]:
            time.sleep(tables.seconds_to_next_tick() or 0)
            tables.tick_due()
            continue
        words = ask(f"{' | '.join(view['you']['may'])} > ")
        match words.lower():
            case word if word in QUIT:
                return
            case "help" | "?":
                screen.help((*HELP, _ODDS_WORD, *EXTRA_WORDS))
            case "odds":
                screen.write(_odds(config, view))
            case "table":
                screen.show_all(view)
            case "reset":
                left = tables.reset(LOCAL_PLAYER, uuid4().hex)
                screen.write([f"You have {left:,} play credits."])
            case _:
                try:
                    tables.say(table, LOCAL_PLAYER, words, uuid4().hex)
                except GutshotError as error:
                    screen.write([str(error)])


def _odds(config: TableConfig, view: dict[str, Any]) -> list[str]:
    """Return what each wager costs: at the stake that lies there, else the last, else the least."""
    from gutshot.render.paigow_edges_text import edge_lines

    you = view["you"]
    placed, last = view["seats"][you["seat"] - 1]["stakes"], you["last"] or {}
    stakes = {bet: placed[bet] or last.get(bet) or config.limits(bet)[0] for bet in config.bets}
    return edge_lines(config, stakes, sum(seat is not None for seat in view["seats"]) - 1)


@contextmanager
def _alive(tables: Tables) -> Generator[None]:
    """Say at times that this process is alive, lest a server on the same database clears up."""
    from gutshot.play.paigow.servers import BEAT_S

    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(BEAT_S):
            with suppress(GutshotError):  # a database that is busy for a moment
                tables.recover()

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        yield
    finally:
        ended.set()
        beating.join()


@contextmanager
def _leaving(tables: Tables, table: str, screen: Screen) -> Generator[None]:
    """Say what becomes of wagers and cards when the game ends, however it does."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        screen.write([""])
    view = tables.view(table, LOCAL_PLAYER)
    you = view["you"]
    before = tables.credits(LOCAL_PLAYER)
    dealt = you is not None and view["seats"][you["seat"] - 1]["in_hand"]
    tables.close()
    left = tables.credits(LOCAL_PLAYER)
    if left > before:
        screen.write([f"{left - before:,} credits were not dealt and are yours again."])
    if dealt:
        screen.write(["Your hand is dealt and waits for you: play again to set it."])
    screen.write([f"You have {left:,} credits."])
