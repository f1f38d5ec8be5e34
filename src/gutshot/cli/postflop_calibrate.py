"""``gutshot postflop calibrate`` and ``audit``: flop endings of charts, solved on samples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gutshot.cli.interrupts import interruptible
from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.progress import progress_bar
from gutshot.errors import InputError

__all__ = ["audit", "calibrate"]


def calibrate(
    spots: Annotated[
        int, typer.Option("--spots", min=1, max=500, help="Endings, all kinds of pots first.")
    ] = 16,
    flops: Annotated[
        int, typer.Option("--flops", min=1, max=400, help="Flops that each is solved on.")
    ] = 25,
    out: Annotated[
        Path, typer.Option("--out", help="The file of rows; if it is there, go on.")
    ] = Path("calibration.jsonl"),
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Rows that are solved at a time.")
    ] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="A Dask scheduler, like tcp://host:8786, whose workers solve them instead.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Solve flop endings of preflop charts: what the model of the flop is held to."""
    from gutshot.work.calibration import calibrate as measure
    from gutshot.work.calibration import open_rows

    if out.is_dir():
        raise InputError(f"{out} is a folder; --out is the file to write rows to")
    with interruptible() as stopped, progress_bar("solving flops") as progress:
        found = measure(
            open_rows(out, spots),
            flops,
            workers=workers,
            scheduler=scheduler,
            begun=lambda rows: typer.echo(f"gutshot: {rows} rows to solve", err=True),
            progress=progress,
            cancel=stopped,
        )
    if json:
        print_json(found.payload())
    else:
        typer.echo("\n".join(found.lines()))
    if found.stopped:
        typer.echo("gutshot: stopped; what is written stays, the next run goes on", err=True)
        raise typer.Exit(130)
    if found.failed:
        raise typer.Exit(1)


def audit(
    chart: Annotated[str, typer.Argument(help="A chart's file, or a kept one's name: cash_6_100.")],
    node: Annotated[
        str, typer.Option("--node", help="The line up to the flop: FFFRFC is a raise, called.")
    ],
    flops: Annotated[int, typer.Option("--flops", min=2, max=400, help="Flops to solve.")] = 12,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Solve a chart's flop ending: what its price is off, hand by hand, and what that turns."""
    from gutshot.cli.preflop_spots import named_chart
    from gutshot.holdem.calibrate.audit import audit_ending, ending_of_chart
    from gutshot.holdem.preflop.chart import PreflopChart
    from gutshot.holdem.preflop.kept import chart_name
    from gutshot.render.postflop_audit import audit_payload, audit_text
    from gutshot.work.calibration import solve_flops

    opened = named_chart(chart)
    with interruptible() as stopped, compiling_line(), progress_bar("solving flops") as progress:
        whole = opened if isinstance(opened, PreflopChart) else opened.whole()
        name = chart_name(whole.spec).removesuffix(".chart")
        ending, measured = ending_of_chart(whole, name, node.upper())
        rows = solve_flops(measured, flops, progress=progress, cancel=stopped)
        found = audit_ending(whole, ending, measured, rows)
    if json:
        print_json(audit_payload(found))
    else:
        typer.echo(audit_text(found))
    if len(rows) < flops:
        typer.echo(f"gutshot: stopped after {len(rows)} of {flops} flops", err=True)
        raise typer.Exit(130)
