"""``gutshot vp judge-strategy``: what a strategy of one's own returns, and where it loses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import compiling_line, print_json

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["judge_command", "judge_strategy_file"]


def judge_strategy_file(
    file: Annotated[
        Path,
        typer.Argument(
            help="A text file, one hold a line, best first; see README. - reads standard input."
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="Id of a game ('gutshot vp games' lists them)."),
    ] = None,
    paytable: Annotated[
        Path | None, typer.Option("--paytable", "-p", help="A pay table of your own, a TOML file.")
    ] = None,
    deals: Annotated[
        int, typer.Option("--deals", "-d", help="How many kinds of mistakes to show.", min=0)
    ] = 10,
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Count what a strategy of your own returns, and show where it loses."""
    from gutshot.cli.video_poker import chosen_table

    judge_command(file, chosen_table(game, paytable), deals=deals, letters=letters, json=json)


def judge_command(file: Path, table: PayTable, *, deals: int, letters: bool, json: bool) -> None:
    """Print the judgement of a strategy file.

    Raises
    ------
    StrategyError
        When the file can't be read, with the number of its line.
    """
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.videopoker.strategy import judge_strategy, load_strategy
    from gutshot.videopoker.strategy.reading import MAX_BYTES, read_bytes

    if str(file) == "-":
        strategy = read_bytes(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input", table)
    else:
        strategy = load_strategy(file, table)
    with compiling_line():
        judged = judge_strategy(strategy, table)
    if json:
        from gutshot.render.judgement_payload import judgement_payload

        print_json(judgement_payload(judged, deals))
        return
    from gutshot.render.judgement_text import judgement_text

    typer.echo(judgement_text(judged, deals, unicode=not letters and speaks_unicode()))
