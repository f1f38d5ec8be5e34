"""``gutshot paigow join``: a seat, or a look, at a table on a server."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from gutshot.cli.output import compiling_line
from gutshot.cli.paigow_play import EXTRA_WORDS, QUIT, drawn_rows, practice_way
from gutshot.cli.terminal_look import Size, Style, Unicode

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.cli.paigow_line import Line
    from gutshot.cli.paigow_screen import Screen

__all__ = ["join"]

_READ_BYTES: Final = 4096
_GOODBYE_S: Final = 5.0
"""How long one's leave may take where the server does not answer."""


def join(
    url: Annotated[
        str, typer.Argument(help="Address of the table's page, as invitations have it.")
    ],
    watch: Annotated[
        bool, typer.Option("--watch", help="Look on without a seat and without a name.")
    ] = False,
    practice: Annotated[
        str | None,
        typer.Option("--practice", help="Judge every setting, also against this house way."),
    ] = None,
    size: Size = None,
    unicode: Unicode = None,
    style: Style = "",
) -> None:
    """Sit down at a Pai Gow table on a server, with others; type help for the table's words."""
    from gutshot.cli.paigow_line import Line, parse_address
    from gutshot.cli.paigow_screen import Screen
    from gutshot.cli.server_secrets import keep_secret, kept_secret

    address = parse_address(url)
    screen = Screen(
        size=drawn_rows(size), style=style, unicode=unicode, practice=practice_way(practice)
    )

    def show(facts: dict[str, Any], view: dict[str, Any]) -> None:
        screen.facts = facts
        if screen.show(view):
            screen.prompt(_words(view))

    line = Line(
        address,
        kept_secret(address.server),
        watch=watch,
        show=show,
        tell=lambda text: screen.write([text]),
        keep=lambda secret: keep_secret(address.server, secret),
    )
    with suppress(KeyboardInterrupt), compiling_line():  # pressed again while one takes leave
        asyncio.run(_at_table(line, screen, watch=watch))


async def _at_table(line: Line, screen: Screen, *, watch: bool) -> None:
    """Listen and type at once, until the input or the line ends."""
    listening = asyncio.create_task(line.listen())
    typing = asyncio.create_task(_type(line, screen, watch=watch))
    try:
        done, _ = await asyncio.wait({listening, typing}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except asyncio.CancelledError:
        screen.write([""])
    finally:
        typing.cancel()
        if not listening.done():
            await _take_leave(line, screen)
        listening.cancel()
        await asyncio.gather(listening, typing, return_exceptions=True)


async def _type(line: Line, screen: Screen, *, watch: bool) -> None:
    """Carry out what is typed, one line after the other."""
    from gutshot.paigow.table.commands import HELP

    await line.shown.wait()
    if not watch and line.view is not None and line.view["you"] is None:
        await _say(line, screen, "sit")
    typed = _typed_lines()
    while (words := await typed.get()) is not None:
        screen.typed()
        match words.lower():
            case word if word in QUIT:
                return
            case "help" | "?":
                screen.help((*HELP, *EXTRA_WORDS))
            case "reset":
                await _say(line, screen, words, done=lambda: _credits_told(line))
                continue
            case "table" if line.view is not None:
                screen.show_all(line.view)
            case _:
                await _say(line, screen, words)
                continue
        screen.prompt(_words(line.view))


async def _say(
    line: Line, screen: Screen, words: str, done: Callable[[], str] = lambda: ""
) -> None:
    """Say something, and tell why not or, where there is more to it, that it is done."""
    told = await line.say(words) or done()
    if told:
        screen.write([told])
    screen.prompt(_words(line.view))


async def _take_leave(line: Line, screen: Screen) -> None:
    """Take back what is not dealt, and say what becomes of the seat."""
    you = None if line.view is None else line.view["you"]
    if line.view is None or you is None:
        return
    seat = line.view["seats"][you["seat"] - 1]
    if line.view["phase"] == "betting" and seat["stake"]:
        refused: str | None = None
        with suppress(TimeoutError):
            refused = await asyncio.wait_for(line.say("unbet all"), _GOODBYE_S)
        if refused == "":
            screen.write([f"{seat['stake']:,} credits were not dealt and are yours again."])
        else:
            screen.write(["What is not dealt comes back when the table notes that you are gone."])
    if seat["in_hand"]:
        screen.write(["Your hand is dealt: come back to set it, or the house way does."])
    screen.write(["Your seat is kept for a while; join again to go on."])


def _credits_told(line: Line) -> str:
    """Return what is left after a reset, as its answer says."""
    if not isinstance(line.credits, int):
        return "Your play credits are what a new player has."
    return f"You have {line.credits:,} play credits."


def _typed_lines() -> asyncio.Queue[str | None]:
    """Return a queue of the lines that are typed, None at their end, read by a thread."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        # the file itself: a thread that waits in sys.stdin holds its lock when the process ends
        rest = b""
        with suppress(RuntimeError, OSError):  # the loop or the input is closed: all is over
            while found := os.read(sys.stdin.fileno(), _READ_BYTES):
                *whole, rest = (rest + found).split(b"\n")
                for line in whole:
                    loop.call_soon_threadsafe(
                        lines.put_nowait, line.decode(errors="replace").strip()
                    )
            for last in (rest.decode(errors="replace").strip() or None, None):
                loop.call_soon_threadsafe(lines.put_nowait, last)

    threading.Thread(target=read, daemon=True).start()
    return lines


def _words(view: dict[str, Any] | None) -> str:
    """Return the first words that can be typed now, for the prompt."""
    you = None if view is None else view["you"]
    return "watching" if you is None else " | ".join(you["may"])
