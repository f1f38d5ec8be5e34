"""``gutshot vp strategy``: a priority list for any pay table, from short to exact."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.progress import progress_bar
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.videopoker.strategy.generating import Generated, Option

__all__ = ["strategy"]


def strategy(
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="Id of a game ('gutshot vp games' lists them)."),
    ] = None,
    paytable: Annotated[
        Path | None, typer.Option("--paytable", "-p", help="A pay table of your own, a TOML file.")
    ] = None,
    lines: Annotated[
        int | None,
        typer.Option("--lines", "-n", help="At most so many lines and exceptions.", min=1),
    ] = None,
    cost: Annotated[
        str | None,
        typer.Option("--cost", help="The shortest that costs at most so much, % of the bet."),
    ] = None,
    frontier: Annotated[
        bool, typer.Option("--frontier", help="Show what every length costs, and no list.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print the bare list, to be read back or pinned up.")
    ] = False,
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Write a strategy for a pay table: exact, or as short as you like at a known cost."""
    from gutshot.cli.video_poker import chosen_table, speaks_unicode
    from gutshot.videopoker.strategy import generate

    if lines is not None and cost is not None:
        raise InputError("--lines and --cost both say how long the list may be: give one of them")
    most = None if cost is None else _percent(cost)
    table = chosen_table(game, paytable)
    with compiling_line(), progress_bar("searching strategies") as told:
        generated = generate(table, told)
    if frontier and not json:
        from gutshot.render.strategy_text import frontier_text

        typer.echo(frontier_text(generated))
        return
    option = _chosen(generated, lines, most)
    if plain and not json:
        typer.echo(option.strategy.text(table), nl=False)
        return
    from gutshot.videopoker.strategy import judge_strategy, line_worths

    judged = judge_strategy(option.strategy, table)
    worths = line_worths(option.strategy, table)
    if json:
        from gutshot.render.strategy_payload import strategy_payload

        curve = [(one.size, one.cost) for one in generated.options]
        print_json(strategy_payload(judged, worths, curve))
        return
    from gutshot.render.strategy_text import strategy_text

    unicode = not letters and speaks_unicode()
    typer.echo(strategy_text(generated, option, judged, worths, unicode=unicode))


def _chosen(generated: Generated, lines: int | None, most: float | None) -> Option:
    if lines is not None:
        shortest = generated.options[0].size
        if lines < shortest:
            raise InputError(
                f"--lines {lines} is too few: the shortest strategy of {generated.table.name} has"
                f" {shortest} lines, one for each number of wild cards"
            )
        return generated.at_most(lines)
    return generated.exact if most is None else generated.within(most)


def _percent(text: str) -> float:
    try:
        percent = Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        percent = Decimal(-1)
    if not percent.is_finite() or not 0 <= percent <= 100:
        raise InputError(f"--cost '{text[:20]}' is no percentage: write one like 0.001, or 0")
    return float(percent / 100)
