"""A process with a table: two players and three computer players, round after round."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from tests.play.paigow.room import config

from gutshot.errors import GutshotError
from gutshot.paigow.players import fillers, next_command
from gutshot.play.paigow.tables import Tables
from gutshot.storage import Database

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Barrier

TABLE = "face-up"
LEVELS = ("easy", "house", "easy")
LINES = ("bet fortune 5", "bet pushace 5", "bet main 20", "house", "set")


def play_until_killed(url: str, players: tuple[str, str], told: Connection) -> None:
    """Take the table up and play on; tell of every change."""
    with Database.open(url) as database:
        tables = Tables(database, computer=next_command)
        tables.watch(lambda _: told.send_bytes(b""))
        tables.open(config(TABLE, betting_ticks=2, setting_ticks=3, tick_s=0.05))
        for player in players:
            with suppress(GutshotError):
                say(tables, player, "sit")
            tables.connect(TABLE, player)
        for filler in fillers(LEVELS, TABLE):
            tables.seat_computer(TABLE, filler.player, filler.name, filler.level)
        threads = [
            threading.Thread(target=play, args=(tables, player), daemon=True) for player in players
        ]
        for thread in threads:
            thread.start()
        while True:
            tables.tick_due()
            threading.Event().wait(0.01)


def play(tables: Tables, player: str) -> None:
    """Bet and set as the rounds go."""
    while True:
        you = tables.view(TABLE, player)["you"]
        lines = LINES[:3] if "bet" in you["may"] else LINES[3:] if "house" in you["may"] else ()
        if you["wallet"] is not None and you["wallet"] < 100:
            tables.reset(player, uuid4().hex)
        for line in lines:
            with suppress(GutshotError):
                say(tables, player, line)
        threading.Event().wait(0.002)


def say(tables: Tables, player: str, line: str) -> None:
    tables.say(TABLE, player, line, uuid4().hex)


def settle_together(url: str, barrier: Barrier, players: tuple[str, str], rounds: int) -> None:
    """Play at another process's table too, and ask to be paid when it does."""
    with Database.open(url) as database:
        tables = Tables(database)
        tables.open(config(TABLE, betting_ticks=2, setting_ticks=3, tick_s=0.05))
        for player in players:
            tables.connect(TABLE, player)
        barrier.wait(60)
        for number in range(1, rounds + 1):
            for line in (*LINES, "settle"):
                for player in players:
                    with suppress(GutshotError):
                        tables.say(TABLE, player, line, f"{line.replace(' ', '-')}-{number:06}")
                with suppress(GutshotError):
                    tables.tick_due()
            barrier.wait(60)
        tables.close()
