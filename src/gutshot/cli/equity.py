"""``gutshot equity``: all-in equities of hold'em hands, classes and ranges."""

from __future__ import annotations

from typing import Annotated

import typer

from gutshot.cli.output import compiling_line, print_json

__all__ = ["equity"]


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(help='Two or three: AsKs, a class AKs, or a range "QQ+,AJs-A9s,AKo:0.5".'),
    ],
    board: Annotated[
        str, typer.Option("--board", "-b", help='Cards that lie, 3 to 5, like "Qs Jh 2h".')
    ] = "",
    dead: Annotated[
        str, typer.Option("--dead", "-d", help="Cards that are out of play, like AcKd.")
    ] = "",
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Count the exact all-in equities of two or three hold'em hands."""
    from gutshot.cards.text import parse_cards
    from gutshot.cli.progress import progress_bar
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.holdem.equities import count_equities

    lying, gone = parse_cards(board), parse_cards(dead)
    with compiling_line(), progress_bar("boards") as progress:
        found = count_equities(hands, lying, gone, progress)
    if json:
        from gutshot.render.equity_payload import equity_payload

        print_json(equity_payload(found, lying, gone))
        return
    from gutshot.render.equity_text import equity_text

    typer.echo(equity_text(found, lying, gone, unicode=not letters and speaks_unicode()))
