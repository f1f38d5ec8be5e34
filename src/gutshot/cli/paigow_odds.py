"""``gutshot paigow odds``: what every bet of the game costs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import compiling_line, name_broken_side_bets, print_json
from gutshot.cli.progress import progress_bar
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.paigow.side_bets import SideBet

__all__ = ["odds"]


def odds(
    stake: Annotated[
        str, typer.Option("--stake", help="Your bet on the Fortune; envy is fixed money.")
    ] = "5",
    others: Annotated[
        int, typer.Option("--others", help="Other players at the table, 0 to 6.")
    ] = 5,
    table: Annotated[
        str | None,
        typer.Option("--table", help="A side bet to show in full: an id, or a TOML file."),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", help="Deal the main game anew, so many times, by all house ways."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of what is dealt.")] = 1,
    wheel_lowest: Annotated[
        bool,
        typer.Option(
            "--wheel-lowest",
            help="A-2-3-4-5 is the lowest straight, not the second; with --deals.",
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Show what the main game, the Fortune, Push Ace High and Face Up cost.

    Side bets are counted exactly, over all hands. The main game is dealt, and says by which house
    way and with what error.
    """
    from gutshot.paigow.house_ways import house_ways
    from gutshot.paigow.main_game import deal_main_game
    from gutshot.paigow.odds import all_odds
    from gutshot.paigow.rules import Rules
    from gutshot.paigow.side_bets import check_company, parse_stake

    bet = parse_stake(stake)
    check_company(others, bet)  # before an hour of deals
    if wheel_lowest and deals is None:
        raise InputError(
            "--wheel-lowest deals the main game anew: say how many, as in --deals 1000000"
        )
    rules = Rules(a2345_second_highest=not wheel_lowest)
    chosen = None if table is None else _chosen(table)
    with compiling_line():
        games = None
        if deals is not None:
            with progress_bar("dealing") as told:
                games = deal_main_game(
                    house_ways(), deals=deals, seed=seed, rules=rules, progress=told
                )
        found = all_odds(stake=bet, others=others, table=chosen, main_game=games, rules=rules)
    name_broken_side_bets()
    if json:
        from gutshot.render.paigow_odds_payload import odds_payload

        print_json(odds_payload(found))
        return
    from gutshot.render.paigow_odds_text import odds_text

    typer.echo(odds_text(found))


def _chosen(text: str) -> SideBet:
    """Return the side bet with this id, or that of the file where a path is given."""
    from gutshot.paigow.side_bets import load_side_bet, side_bet

    path = Path(text)
    if path.suffix.lower() == ".toml" or len(path.parts) > 1:
        return load_side_bet(path)
    return side_bet(text)
