"""``gutshot vp progressive`` and ``gutshot vp bankroll``: what a meter and a bankroll are worth."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.progress import progress_bar
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.videopoker.progressive import Progressive

__all__ = ["bankroll", "progressive"]

Game = Annotated[
    str | None, typer.Option("--game", "-g", help="Id of a game ('gutshot vp games' lists them).")
]
PayTableFile = Annotated[
    Path | None, typer.Option("--paytable", "-p", help="A pay table of your own, a TOML file.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def progressive(
    game: Game = None,
    paytable: PayTableFile = None,
    jackpot: Annotated[
        list[str] | None,
        typer.Option("--jackpot", "-j", help="Show the return at this jackpot; may be repeated."),
    ] = None,
    start: Annotated[
        str | None, typer.Option("--from", help="Follow the play from this jackpot.")
    ] = None,
    end: Annotated[
        str | None, typer.Option("--to", help="Follow the play to this jackpot.")
    ] = None,
    line: Annotated[str, typer.Option("--line", help="The line that is the meter.")] = (
        "royal_flush"
    ),
    coins: Annotated[
        int | None,
        typer.Option(
            "--coins",
            help="Read and show jackpots in coins, so many a bet, e.g. 5; without it in bets.",
            min=1,
            max=1_000,
        ),
    ] = None,
    examples: Annotated[
        int, typer.Option("--examples", help="How many changes of play to show.", min=0)
    ] = 20,
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what a progressive returns at any jackpot, exactly, and where it breaks even."""
    from gutshot.cli.video_poker import chosen_table, speaks_unicode
    from gutshot.videopoker.amounts import parse_amount
    from gutshot.videopoker.progressive import HIGHEST, analyse_progressive

    def bets(text: str, option: str) -> Fraction:
        amount = parse_amount(text, option, "1000")
        most, unit = HIGHEST * (coins or 1), "bets" if coins is None else "coins"
        if not 0 <= amount <= most:
            raise InputError(f"{option} {text}: a jackpot is 0 to {most:,} {unit}")
        return amount / (coins or 1)

    table = chosen_table(game, paytable)
    wanted = [bets(text, "--jackpot") for text in jackpot or ()]
    low = None if start is None else bets(start, "--from")
    high = None if end is None else bets(end, "--to")
    with compiling_line(), progress_bar("following the play") as told:
        found = analyse_progressive(
            table, low, high, category=line, including=wanted, progress=told
        )
    shown = wanted or sorted({found.low, found.high, *_inside(found, found.break_even)})
    if json:
        from gutshot.render.vp_money_payload import progressive_payload

        print_json(progressive_payload(found, shown, coins or 5))
        return
    from gutshot.render.vp_money_text import progressive_text

    unicode = not letters and speaks_unicode()
    typer.echo(progressive_text(found, shown, coins=coins, examples=examples, unicode=unicode))


def bankroll(
    game: Game = None,
    paytable: PayTableFile = None,
    plays: Annotated[int, typer.Option("--plays", help="Hands on each deal, 1 to 100.")] = 1,
    hands: Annotated[
        int, typer.Option("--hands", help="Deals of a session or trip, up to 1,000,000.")
    ] = 1_000,
    bets: Annotated[
        int | None,
        typer.Option("--bankroll", "-b", help="The bankroll, in bets of one hand."),
    ] = None,
    risk: Annotated[
        str,
        typer.Option("--risk", help="Chance of losing it all that you accept: 5%, or 0.05."),
    ] = "5%",
    cash_back: Annotated[
        str,
        typer.Option(
            "--cash-back", help="Percent of every bet that is paid back at once: 0.25, or 0.25%."
        ),
    ] = "0",
    bet: Annotated[
        str | None, typer.Option("--bet", help="What one bet costs, to show money beside bets.")
    ] = None,
    trips: Annotated[
        int, typer.Option("--simulate", help="Simulate so many trips from the bankroll as well.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the simulation.")] = 1,
    json: Json = False,
) -> None:
    """Show variance, sessions, the chance of losing a bankroll, and the bankroll for a risk."""
    from gutshot.cli.video_poker import chosen_table
    from gutshot.videopoker.amounts import parse_amount, parse_share
    from gutshot.videopoker.bankroll import BankrollTerms, analyse_bankroll

    table = chosen_table(game, paytable)
    terms = BankrollTerms(
        plays=plays,
        rounds=hands,
        bankroll=bets,
        risk=parse_share(risk, "--risk", "5% or 0.05"),
        cash_back=parse_amount(
            cash_back.strip().removesuffix("%"), "--cash-back", "0.25", typed=cash_back
        )
        / 100,
    )
    price = None if bet is None else parse_amount(bet, "--bet", "1.25")
    if price is not None and price <= 0:
        raise InputError(f"--bet: {bet} is no price; a bet costs more than 0")
    with compiling_line(), progress_bar("counting") as told:
        found = analyse_bankroll(table, terms, trips=trips, seed=seed, progress=told)
    if json:
        from gutshot.render.vp_money_payload import bankroll_payload

        print_json(bankroll_payload(found, price))
        return
    from gutshot.render.vp_money_text import bankroll_text

    typer.echo(bankroll_text(found, price))


def _inside(found: Progressive, jackpot: Fraction | None) -> tuple[Fraction, ...]:
    inside = jackpot is not None and found.low <= jackpot <= found.high
    return (jackpot,) if inside and jackpot is not None else ()
