"""``gutshot vp``: hands, games, the catalogue, comparisons, strategies, progressives, bankrolls."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import (
    compiling_line,
    help_without_command,
    name_broken_files,
    print_json,
)
from gutshot.cli.terminal_look import Size, Style, card_look, console
from gutshot.cli.trainer import play
from gutshot.cli.vp_judge import judge_strategy_file
from gutshot.cli.vp_money import bankroll, progressive
from gutshot.cli.vp_strategy import strategy
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["app", "chosen_table", "speaks_unicode"]

DEFAULT_GAME = "jacks-or-better-9-6"

app = typer.Typer(rich_markup_mode=None)

Game = Annotated[
    str | None, typer.Option("--game", "-g", help="Id of a game ('gutshot vp games' lists them).")
]
PayTableFile = Annotated[
    Path | None, typer.Option("--paytable", "-p", help="A pay table of your own, a TOML file.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Letters = Annotated[bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")]


@app.callback(invoke_without_command=True)
def _group(context: typer.Context) -> None:
    """Video poker: exact holds, exact returns."""
    help_without_command(context)


app.command()(play)
app.command()(progressive)
app.command()(bankroll)
app.command()(strategy)
app.command("judge-strategy")(judge_strategy_file)


def chosen_table(game: str | None, file: Path | None) -> PayTable:
    """Return the pay table that the options name; without any, Jacks or Better 9/6.

    Raises
    ------
    InputError
        When both are given, or the one given can't be used.
    """
    from gutshot.videopoker.games import game as by_id
    from gutshot.videopoker.games import load_pay_table

    if game is not None and file is not None:
        raise InputError("--game and --paytable both name a pay table; give one of them")
    return load_pay_table(file) if file is not None else by_id(game or DEFAULT_GAME)


@app.command()
def hold(
    cards: Annotated[list[str], typer.Argument(help='Five cards, like "As Ks Qs Js 2d".')],
    game: Game = None,
    paytable: PayTableFile = None,
    json: Json = False,
    counts: Annotated[
        bool, typer.Option("--counts", help="Show every hold's counts by category.")
    ] = False,
    letters: Letters = False,
    size: Size = None,
    style: Style = "",
) -> None:
    """Show the 32 ways to play a deal with their exact EV, best first."""
    from gutshot.cards.text import parse_hand
    from gutshot.videopoker.holds import analyse_hand

    table = chosen_table(game, paytable)
    hand = analyse_hand(parse_hand(" ".join(cards), table.deck), table)
    if json:
        from gutshot.render.payload import hold_payload

        print_json(hold_payload(hand))
        return
    from gutshot.render.videopoker_text import hold_text

    if size is not None:
        from gutshot.render.card_art_styles import hand_art

        target = console()
        look = card_look(
            target, size, style, unicode=False if letters else None, cards=len(hand.deal)
        )
        for row in hand_art(hand.deal, look):
            target.print(row)
    typer.echo(hold_text(hand, unicode=not letters and speaks_unicode(), counts=counts))


@app.command("return")
def return_(game: Game = None, paytable: PayTableFile = None, json: Json = False) -> None:
    """Show a whole game's exact return, variance and category combinations."""
    from gutshot.videopoker.game_return import analyse_game

    table = chosen_table(game, paytable)
    with compiling_line():
        result = analyse_game(table)
    if json:
        from gutshot.render.payload import return_payload

        print_json(return_payload(result))
        return
    from gutshot.render.videopoker_text import return_text

    typer.echo(return_text(result))


@app.command()
def games(
    words: Annotated[
        list[str] | None, typer.Argument(help="Only games whose id or name has all these words.")
    ] = None,
    json: Json = False,
) -> None:
    """List the games of the catalogue with their proven returns."""
    from gutshot.videopoker.games import broken_files
    from gutshot.videopoker.games import games as catalogue

    name_broken_files()
    tables = [
        table
        for table in catalogue()
        if all(
            word.lower() in " ".join((table.id, table.name.lower(), *table.aliases))
            for word in words or ()
        )
    ]
    if not tables:
        raise InputError(
            f"no game has the words {' '.join(words or ())}; 'gutshot vp games' lists all"
        )
    if json:
        from gutshot.render.payload import games_payload

        print_json(games_payload(tables, broken_files()))
        return
    from gutshot.render.videopoker_text import games_text

    typer.echo(games_text(tables))


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help="Id of a game, or a pay-table file.")],
    b: Annotated[str, typer.Argument(help="Id of a game, or a pay-table file.")],
    json: Json = False,
    letters: Letters = False,
    examples: Annotated[
        int, typer.Option("--examples", help="How many of the dearest deals to show.", min=0)
    ] = 10,
) -> None:
    """Show what A and B play differently, and what A's strategy costs on B."""
    from gutshot.videopoker.compare import compare_games

    tables = [
        chosen_table(None, Path(name)) if name.endswith(".toml") else chosen_table(name, None)
        for name in (a, b)
    ]
    with compiling_line():
        both = compare_games(*tables)
    if json:
        from gutshot.render.payload import compare_payload

        print_json(compare_payload(both, examples))
        return
    from gutshot.render.videopoker_text import compare_text

    typer.echo(compare_text(both, examples, unicode=not letters and speaks_unicode()))


def speaks_unicode() -> bool:
    """Say whether stdout takes the signs of the suits."""
    import sys

    try:
        "♠♥♦♣—·".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
