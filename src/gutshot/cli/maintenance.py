"""``gutshot verify | bench | warm | doctor | serve``."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import (
    name_broken_files,
    name_broken_side_bets,
    name_broken_ways,
    print_json,
)
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from rich.progress import Progress as Bar

    from gutshot.work.bench import Row
    from gutshot.work.verify import Check, Outcome
    from gutshot.work.verify import Progress as Reporter

    Measure = Callable[[Reporter], tuple[list[Row], str]]

__all__ = ["add_commands"]

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def add_commands(app: typer.Typer) -> None:
    """Add this module's commands to the top level."""
    for command in (verify, bench, warm, doctor, serve):
        app.command()(command)


@contextmanager
def _bar() -> Generator[Bar]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        yield bar


def verify(
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="Also enumerate every deal and every triple of hands: 20 minutes."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Prove the engines: exhaustive counts, oracles, pay tables; resumes where it was stopped."""
    from gutshot.work.every_check import EVERY_CHECK
    from gutshot.work.verify import run_checks

    with _bar() as bar:
        task = bar.add_task("verify", total=1.0)

        def started(check: Check) -> Reporter:
            bar.reset(task, description=check.name, total=1.0)
            if bar.disable:
                typer.echo(f"{check.name} ...", err=True)
            return lambda share: bar.update(task, completed=share)

        def ended(outcome: Outcome) -> None:
            mark = "ok  " if outcome.passed else "FAIL"
            line = f"{mark} {outcome.name}: {outcome.detail} ({outcome.seconds:.1f} s)"
            typer.echo(line, err=json)

        report = run_checks(EVERY_CHECK, full=full, started=started, ended=ended)
    if json:
        print_json(report.payload())
    if not report.passed:
        raise typer.Exit(1)


def bench(
    room: Annotated[
        str,
        typer.Argument(help="What to measure: videopoker, preflop, postflop, paigow, table, web."),
    ] = "videopoker",
    quick: Annotated[
        bool, typer.Option("--quick", help="Small tables instead; for preflop.")
    ] = False,
    database: Annotated[
        str | None,
        typer.Option("--database", help="An empty database's URL instead of SQLite; for table."),
    ] = None,
    json: Json = False,
) -> None:
    """Measure a room: seconds, counted work, ratios to the slow twin, a signature of answers."""
    from dataclasses import asdict

    from gutshot.render.text_table import Column, text_table

    if quick and room != "preflop":
        raise InputError("--quick is for preflop; the other rooms have one size")
    if database is not None and room != "table":
        raise InputError("--database is for table; the other rooms need none")
    measure = _measure(room, quick=quick, database=database)
    with _bar() as bar:
        task = bar.add_task(f"measuring {room}", total=1.0)
        rows, signature = measure(lambda share: bar.update(task, completed=share))
    if json:
        payload = {"schema": "gutshot.bench/1", "room": room, "signature": signature}
        print_json({**payload, "rows": [asdict(row) for row in rows]})
        return
    cells = [[row.name, f"{1000 * row.seconds:.3f}", row.work, row.compared] for row in rows]
    columns = [Column("What"), Column("ms", right=True), Column("Work"), Column("Compared")]
    typer.echo(text_table(columns, cells))
    if signature:
        typer.echo(f"\nsignature {signature}")


def _measure(room: str, *, quick: bool, database: str | None) -> Measure:
    """Return what measures a room; InputError for one that has nothing to measure."""
    from functools import partial

    match room:
        case "videopoker":
            from gutshot.work.bench import bench_videopoker

            return bench_videopoker
        case "preflop":
            from gutshot.work.bench_preflop import bench_preflop

            return partial(bench_preflop, quick=quick)
        case "postflop":
            from gutshot.work.bench_postflop import bench_postflop

            return bench_postflop
        case "paigow":
            from gutshot.work.bench_paigow import bench_paigow

            return bench_paigow
        case "table":
            from gutshot.work.bench_table import bench_table

            return partial(bench_table, database=database)
        case "web":
            from gutshot.work.load import bench_web

            return bench_web
        case _:
            rooms = "videopoker, preflop, postflop, paigow, table and web"
            raise InputError(f"nothing to measure in '{room[:40]}'; the rooms are {rooms}")


def warm() -> None:
    """Compile every kernel for this machine now, so that nothing has to wait for it later."""
    from gutshot.compiled import cache_dir
    from gutshot.compiled import warm as warm_kernels

    with _bar() as bar:
        task = bar.add_task("kernels", total=1.0)
        seconds = warm_kernels(
            lambda name, share: bar.update(task, completed=share, description=name or "kernels")
        )
    for name, took in seconds:
        typer.echo(f"{took:6.2f} s  {name}")
    typer.echo(f"cache: {cache_dir() or 'none, each run compiles again'}", err=True)


def doctor() -> None:
    """Say what this installation is, and what is wrong with it."""
    import platform
    from importlib.metadata import version

    from gutshot import __version__
    from gutshot.catalogue import check_artefacts, user_data
    from gutshot.compiled import cache_dir, is_warm
    from gutshot.paigow.house_ways import house_ways
    from gutshot.videopoker import games

    lines = [
        ("gutshot", __version__),
        ("python", f"{platform.python_version()} on {platform.machine()}"),
        *((name, version(name)) for name in ("numpy", "numba", "fastapi", "typer")),
        ("built files", f"{check_artefacts()}, all match their hashes"),
        ("pay tables", str(len(games()))),
        ("house ways", str(len(house_ways()))),
        ("kernel cache", f"{cache_dir() or 'none'}{' (warm)' if is_warm() else ' (cold)'}"),
        ("your files", str(user_data())),
    ]
    for name, text in lines:
        typer.echo(f"{name:<14}{text}")
    name_broken_files()
    name_broken_ways()
    name_broken_side_bets()


def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help="Port; 0 is 8000 or, when taken, a free one.", max=65_535)
    ] = 0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = True,
    database: Annotated[
        str | None,
        typer.Option("--database", help="Where hands are kept, a database URL."),
    ] = None,
) -> None:
    """Start the local web app and open it in the browser; Ctrl-C stops it."""
    from gutshot.web.server import serve as serve_app

    serve_app(host=host, port=port, open_browser=open_browser, database=database)
