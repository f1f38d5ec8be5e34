"""``gutshot postflop fit``: models of flops held to rows of solved ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gutshot.cli.interrupts import interruptible
from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.progress import progress_bar
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.holdem.calibrate.fit_report import FitReport

__all__ = ["fit"]

_STOPPED: Final = 130
_MOST_DRAWS: Final = 10_000


def fit(
    rows: Annotated[Path, typer.Argument(help="Rows, as 'calibrate --out' writes them.")],
    page: Annotated[
        Path | None,
        typer.Option(
            "--page",
            help="Write the page to this file, its two pictures beside it; solves charts for it.",
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", help="Write the model with edges by hand to this file."),
    ] = None,
    version: Annotated[
        int, typer.Option("--version", min=1, help="Which fit of its kind the model is.")
    ] = 1,
    draws: Annotated[
        int, typer.Option("--draws", help="Samples drawn again on which intervals rest.")
    ] = 200,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Fit the model of flops to solved ones, and say how far models are off where not fitted."""
    from gutshot.holdem.calibrate.fit_report import fit_report
    from gutshot.holdem.calibrate.rows import read_rows

    if not 2 <= draws <= _MOST_DRAWS:
        raise InputError(f"--draws is 2 to {_MOST_DRAWS:,}, not {draws}")
    found = read_rows(rows)
    with interruptible() as stopped, progress_bar("fitting") as progress:
        report = fit_report(found, draws=draws, progress=progress, cancel=stopped)
    if report is None:
        typer.echo("gutshot: stopped; nothing is written", err=True)
        raise typer.Exit(_STOPPED)
    if model is not None:
        from gutshot.render.flop_fit_model import model_text

        _write(model, model_text(report, version))
    if page is not None:
        _write_page(page, report)
    if json:
        from gutshot.render.flop_fit_text import fit_payload

        print_json(fit_payload(report, version))
    else:
        from gutshot.render.flop_fit_text import fit_text

        typer.echo(fit_text(report))


def _write_page(page: Path, report: FitReport) -> None:
    from gutshot.holdem.preflop.flop_model import FITTED
    from gutshot.render.flop_fit_page import charts_part, fit_page
    from gutshot.render.flop_fit_plots import edge_plot, slope_plot
    from gutshot.render.flop_fit_published import published_part
    from gutshot.work.flop_model_charts import solve_shares

    pictures = [page.with_name(f"{page.stem}-{name}.svg") for name in ("edge", "slope")]
    models = (FITTED, report.staged, report.model)
    with interruptible() as stopped, compiling_line(), progress_bar("solving charts") as progress:
        shares = solve_shares(models, progress, stopped)
    if shares is None:
        typer.echo("gutshot: stopped; no page is written", err=True)
        raise typer.Exit(_STOPPED)
    names = ("published constants", "constants fitted here", "edges by hand")
    charts = f"{charts_part(shares, names)}\n\n{published_part()}"
    _write(page, fit_page(report, [picture.name for picture in pictures], charts))
    for picture, plot in zip(pictures, (edge_plot, slope_plot), strict=True):
        _write(picture, plot(report, FITTED))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"can't write {file}: {error.strerror or error}") from None
