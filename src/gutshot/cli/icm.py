"""``gutshot icm``: what stacks are worth in a tournament's prizes."""

from __future__ import annotations

from typing import Annotated

import typer

from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.progress import progress_bar

__all__ = ["icm"]


def icm(
    stacks: Annotated[
        str, typer.Option("--stacks", help="Chips of each player, with commas: 5000,3000,2000.")
    ],
    payouts: Annotated[
        str, typer.Option("--payouts", help="What each place is paid, best first: 50,30,20.")
    ],
    call: Annotated[
        str,
        typer.Option(
            "--call", help="What a call needs: 2:1 is player 2 calling player 1's all-in."
        ),
    ] = "",
    pot: Annotated[
        str, typer.Option("--pot", help="With --call: chips in the middle, in nobody's stack.")
    ] = "0",
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Show what stacks are worth by the independent chip model, and what an all-in risks."""
    from gutshot.errors import InputError
    from gutshot.holdem.icm import bubble_factors, icm_call, icm_equities
    from gutshot.holdem.icm.bubble import MAX_TABLE
    from gutshot.videopoker.amounts import parse_amount, parse_amounts

    chips = parse_amounts(stacks.split(","), "--stacks", "5000")
    prizes = parse_amounts(payouts.split(","), "--payouts", "50")
    seats = _seats(call)
    middle = parse_amount(pot, "--pot", "450")
    if middle and seats is None:
        raise InputError("--pot is of a call; say whose with --call 2:1, or leave --pot out")
    with compiling_line(), progress_bar("counting finishes") as told:
        found = icm_equities(chips, prizes, progress=told)
        asked = icm_call(chips, prizes, *seats, middle, progress=told) if seats else None
    seated = sum(1 for stack in found.stacks if stack)
    factors = bubble_factors(chips, prizes) if seated <= MAX_TABLE else None
    if json:
        from gutshot.render.icm_payload import icm_payload

        print_json(icm_payload(found, factors, asked))
        return
    from gutshot.render.icm_text import icm_text

    typer.echo(icm_text(found, factors, asked))


def _seats(call: str) -> tuple[int, int] | None:
    """Return who calls and who is all in, counted from 0; None for no question."""
    from gutshot.errors import InputError

    if not call.strip():
        return None
    parts = [part.strip() for part in call.split(":")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise InputError(f"--call: '{call[:20]}' names no two players; write 2:1")
    return int(parts[0][:9]) - 1, int(parts[1][:9]) - 1
