"""``gutshot postflop``: spots after the flop, solved."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import compiling_line, help_without_command, print_json

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType

__all__ = ["app"]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def _group(context: typer.Context) -> None:
    """Hold'em after the flop: two ranges on a board, solved."""
    help_without_command(context)


@app.command()
def solve(
    file: Annotated[Path, typer.Argument(help="The spot, a TOML file; see README.")],
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Find how two ranges play a board; Ctrl-C stops and shows what there is."""
    from gutshot.cli.progress import progress_bar
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.holdem.postflop.answers import solve_spot
    from gutshot.holdem.postflop.spec import load_spot

    spot = load_spot(file)
    with compiling_line(), _interruptible() as stopped, progress_bar("solving") as progress:
        found = solve_spot(spot, progress=progress, cancel=stopped)
    if json:
        from gutshot.render.postflop_payload import postflop_payload

        print_json(postflop_payload(found))
    else:
        from gutshot.render.postflop_text import postflop_text

        typer.echo(postflop_text(found, unicode=not letters and speaks_unicode()))
    if found.cancelled:
        raise typer.Exit(130)


@contextmanager
def _interruptible() -> Generator[Callable[[], bool]]:
    """Yield what tells whether Ctrl-C was pressed; pressed again, it ends the program."""
    pressed = False

    def press(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
