"""What the commands on charts do alike: read a spot from options, find its chart or solve it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gutshot.cli.interrupts import interruptible
from gutshot.cli.output import compiling_line
from gutshot.cli.progress import progress_bar
from gutshot.errors import GutshotError, InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.holdem.preflop.chart import PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["amount", "kept_or_solved", "named_chart", "read_any", "spot_from"]


def named_chart(text: str) -> PreflopChart | ChartSet:
    """Return the chart of a file, or a kept one by its name."""
    from gutshot.holdem.preflop.kept import listed_charts

    file = Path(text)
    if not file.exists():
        name = text.removesuffix(".chart")
        found = next((one.path for one in listed_charts() if one.name == name), None)
        if found is None:
            more = "" if name != text else ", and no chart of this name is kept"
            raise InputError(f"there is no file {text}{more}")
        file = found
    return read_any(file)


def read_any(file: Path) -> PreflopChart | ChartSet:
    """Read a chart's file in either of its forms.

    Raises
    ------
    InputError
        When it is none.
    """
    from gutshot.holdem.preflop import read_chart
    from gutshot.holdem.preflop.chart_set import is_set, read_set

    with compiling_line():
        return read_set(file) if is_set(file) else read_chart(file)


def kept_or_solved(spec: PreflopSpec) -> tuple[ChartSet, str]:
    """Return the chart of a spot and where it is from; one that is solved is kept."""
    from gutshot.holdem.preflop.kept import keep_chart, kept_chart

    found = kept_chart(spec)
    if found is not None:
        return found.chart, "shipped" if found.shipped else "kept"
    from gutshot.holdem.preflop.chart_set import read_set
    from gutshot.work.charts import solve_chart

    with interruptible() as stopped, compiling_line(), progress_bar("solving") as progress:
        solved = solve_chart(spec, progress, stopped)
    if solved is None:
        typer.echo("gutshot: stopped; there is no chart to answer from yet", err=True)
        raise typer.Exit(130)
    if not solved.converged:
        left = f"{solved.exploitability_bb:.2e} big blinds a hand are left to gain"
        raise GutshotError(f"the bar was not reached, {left}, bar {solved.bar_bb:.3g}: no answer")
    path = keep_chart(spec, solved.file)
    typer.echo(f"kept for the next time: {path}", err=True)
    return read_set(path), "solved"


def spot_from(
    file: Path | None,
    *,
    format_: str | None,
    players: int | None,
    stack: str | None,
    limit: str | None,
    ante: str | None,
    ante_from_stack: bool,
    deals: str | None = None,
    flops: str | None = None,
) -> PreflopSpec:
    """Return the spot of a command's options and of its file; options go before the file's keys."""
    from gutshot.holdem.preflop import spec_from, spec_from_toml

    if stack is not None and len(stack.split(",")) == players:
        raise InputError(
            f"--stack is one number for all seats, not '{stack[:40]}'; stacks by seat stand in the"
            " file of --spec, like stacks = [10, 20]"
        )
    options: dict[str, object] = {
        "format": format_,
        "players": players,
        "limit": limit,
        "deals": deals,
        "stack": None if stack is None else amount(stack, "--stack", "100"),
        "ante": None if ante is None else amount(ante, "--ante", "1"),
        "flop_model": flops,
        "ante_from_stack": True if ante_from_stack else None,
    }
    given = {key: found for key, found in options.items() if found is not None}
    if file is None:
        return spec_from(given, "options")
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"can't read {file}: {' '.join(str(error).split())}") from None
    except UnicodeDecodeError:
        raise InputError(f"can't read {file}: it is no UTF-8 text") from None
    return spec_from_toml(text, file.name, given)


def amount(text: str, option: str, example: str) -> Fraction:
    """Return an option's amount in big blinds, exactly."""
    from gutshot.videopoker.amounts import parse_amount

    return parse_amount(text, option, example)
