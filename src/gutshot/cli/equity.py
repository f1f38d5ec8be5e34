"""``gutshot equity``: all-in equities of hold'em hands, classes and ranges."""

from __future__ import annotations

from typing import Annotated

import typer

from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.progress import progress_bar

__all__ = ["equity"]


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(help='Two to nine: AsKs, a class AKs, or a range "QQ+,AJs-A9s,AKo:0.5".'),
    ],
    board: Annotated[
        str, typer.Option("--board", "-b", help='Cards that lie, 3 to 5, like "Qs Jh 2h".')
    ] = "",
    dead: Annotated[
        str, typer.Option("--dead", "-d", help="Cards that are out of play, like AcKd.")
    ] = "",
    simulate: Annotated[
        bool, typer.Option("--simulate", help="Draw deals even where all could be counted.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Seed of what is drawn.")] = 1,
    details: Annotated[
        bool,
        typer.Option("--details", help="Add the first hand's equity by class and by next card."),
    ] = False,
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Show the all-in equities of two to nine hold'em hands.

    Two and three hands are counted, more if that takes less than ten seconds; otherwise deals are
    drawn, with a standard error of at most 0.03 points. Ctrl-C ends the drawing, not the answer.
    """
    from gutshot.cards.text import parse_cards
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.holdem.equities import all_in_equities, next_card_equities
    from gutshot.render.equity_details import equity_details, equity_details_text

    lying, gone = parse_cards(board), parse_cards(dead)
    with compiling_line(), progress_bar("deals") as told:
        found = all_in_equities(hands, lying, gone, told, seed=seed, simulate=simulate)
        following = {}
        if details and len(lying) in {3, 4}:
            following = next_card_equities(hands, lying, gone, told)
    if json:
        from gutshot.render.equity_payload import equity_payload

        payload = equity_payload(found, lying, gone)
        print_json(payload | (equity_details(found, following) if details else {}))
        return
    from gutshot.render.equity_text import equity_text

    unicode = not letters and speaks_unicode()
    typer.echo(equity_text(found, lying, gone, unicode=unicode))
    if details:
        typer.echo("\n" + equity_details_text(found, following, unicode=unicode))
