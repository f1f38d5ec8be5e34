"""``gutshot preflop``: solve spots, read, ask and audit charts, the push-fold sheet."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.interrupts import interruptible
from gutshot.cli.output import compiling_line, help_without_command, print_json
from gutshot.cli.preflop_ranges import add_commands
from gutshot.cli.preflop_review import review
from gutshot.cli.preflop_spots import amount, kept_or_solved, named_chart, spot_from
from gutshot.cli.progress import progress_bar
from gutshot.cli.quiz import quiz
from gutshot.errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.holdem.preflop.game import PreflopSolution
    from gutshot.holdem.preflop.published import Published, Results
    from gutshot.holdem.preflop.push_fold import PushFold
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.starts import Apart

__all__ = ["app"]

app = typer.Typer(rich_markup_mode=None)
app.command()(quiz)
app.command()(review)

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@app.callback(invoke_without_command=True)
def _group(context: typer.Context) -> None:
    """Preflop hold'em: equilibria of 2 to 9 players, with what is left to gain."""
    help_without_command(context)


@app.command()
def solve(
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="cash; ante with 1 big blind posted for all; with the same ante, and stacks"
            " counted by their prizes, bubble (ten left, nine paid) and final-table (nine left).",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", help="Seats, 2 to 9: the last ones before the flop.")
    ] = None,
    stack: Annotated[
        str | None, typer.Option("--stack", help="Everybody's stack in big blinds before posting.")
    ] = None,
    limit: Annotated[
        str | None, typer.Option("--limit", help="jam leaves all-in and fold only.")
    ] = None,
    ante: Annotated[
        str | None, typer.Option("--ante", help="What the big blind posts for all, in big blinds.")
    ] = None,
    ante_from_stack: Annotated[
        bool, typer.Option("--ante-from-stack", help="Take the ante out of the big blind's stack.")
    ] = False,
    deals: Annotated[
        str | None,
        typer.Option("--deals", help="combos (exact, two players), or independent classes."),
    ] = None,
    flops: Annotated[
        str | None,
        typer.Option(
            "--flops", help="The model of flops: by-hand, fitted or another of data/flop_models."
        ),
    ] = None,
    exploitability: Annotated[
        float | None,
        typer.Option("--exploitability", help="Big blinds a hand that may be left to gain."),
    ] = None,
    spec_file: Annotated[
        Path | None,
        typer.Option("--spec", help="A spot in a TOML file; options go before its keys."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write the chart to this file.")] = None,
    second_start: Annotated[
        bool,
        typer.Option(
            "--second-start", help="Solve again from another start: how far apart do they end?"
        ),
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Of the second start, 0 or more.")] = 1,
    json: Json = False,
) -> None:
    """Solve a spot and say what it is worth and what is left to gain."""
    spec = spot_from(
        spec_file,
        format_=format_,
        players=players,
        stack=stack,
        limit=limit,
        ante=ante,
        ante_from_stack=ante_from_stack,
        deals=deals,
        flops=flops,
    )
    from gutshot.holdem.preflop import PreflopChart, solve_preflop, write_chart
    from gutshot.holdem.preflop.game import check_bar

    if exploitability is not None:
        check_bar(exploitability)
    if out is not None:
        _check_writable(out)
    if seed < 0:
        raise InputError(f"--seed is 0 or more, not {seed}")
    starts = (None, seed) if second_start else (None,)
    _check_size(spec, told=not json)
    with interruptible() as stopped, compiling_line(), progress_bar("solving") as progress:
        solutions: list[PreflopSolution] = []
        for start in starts:
            before = len(solutions)
            solutions.append(
                solve_preflop(
                    spec,
                    exploitability_bb=exploitability,
                    second_start=start,
                    progress=lambda share, before=before: progress((before + share) / len(starts)),  # type: ignore[misc]
                    cancel=stopped,
                )
            )
            if solutions[-1].solved.cancelled:
                break
    solution = solutions[0]
    if solutions[-1].solved.cancelled:
        solution = solutions[-1]
        left = solution.solved.certificate.exploitability
        typer.echo(
            f"gutshot: stopped at iteration {solution.solved.iterations}, {left:.2e} big blinds a"
            " hand left to gain; nothing is written",
            err=True,
        )
        raise typer.Exit(130)
    if out is not None and solution.converged:
        write_chart(PreflopChart.of(solution), out)
    apart = _apart(solutions)
    if json:
        from gutshot.render.preflop_payload import solution_payload

        print_json(solution_payload(solution, apart))
    else:
        from gutshot.render.preflop_text import solution_text

        typer.echo(solution_text(solution, apart))
    if not solution.converged:
        unwritten = "" if out is None else "; no chart is written"
        typer.echo(f"gutshot: the bar was not reached{unwritten}", err=True)
        raise typer.Exit(1)


@app.command()
def show(
    chart: Annotated[str, typer.Argument(help="A chart's file, or a kept one's name: cash_6_100.")],
    node: Annotated[
        str, typer.Option("--node", help="The actions before it: RR is raise, re-raise.")
    ] = "",
    hand: Annotated[str, typer.Option("--hand", help="One hand only, like AKs.")] = "",
    nodes: Annotated[
        bool, typer.Option("--list", help="List all nodes with their sizes instead.")
    ] = False,
    relative_to: Annotated[
        str, typer.Option("--relative-to", help="EVs since the start (fold -0.5), or from now on.")
    ] = "start",
    json: Json = False,
) -> None:
    """Show what a seat does at a node of a chart, hand by hand."""
    from gutshot.holdem.hand_classes import class_index

    if relative_to not in {"start", "now"}:
        raise InputError(f"--relative-to is start or now, not '{relative_to[:20]}'")
    opened = named_chart(chart)
    if relative_to == "now" and opened.spec.for_prizes:
        raise InputError(
            "--relative-to now is for chips: what is put in has no fixed worth in prizes"
        )
    with compiling_line():
        found = opened.node(node.upper())
    if nodes and not json:
        from gutshot.render.preflop_text import nodes_text

        typer.echo(nodes_text(opened))
        return
    since_start = relative_to == "start"
    from gutshot.holdem.preflop.closeness import near_bb
    from gutshot.render.preflop_payload import node_payload

    within_bb = near_bb(opened, found)
    if json:
        from gutshot.render.preflop_unique import unique_payload

        payload = node_payload(found, since_start=since_start, within_bb=within_bb)
        payload |= unique_payload(opened.spec)
        if nodes:
            payload["nodes"] = list(opened.nodes)
        if hand:
            name = _class_name(hand)
            payload["hands"] = {name: payload["hands"][name]}
        print_json(payload)
        return
    from gutshot.render.preflop_text import hand_text, node_text

    if hand:
        typer.echo(
            hand_text(found, class_index(hand), since_start=since_start, within_bb=within_bb)
        )
    else:
        typer.echo(node_text(opened, found))


@app.command()
def ask(
    format_: Annotated[
        str | None, typer.Option("--format", help="As for 'solve'; cash by default.")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", help="Seats, 2 to 9.")] = None,
    stack: Annotated[
        str | None, typer.Option("--stack", help="Everybody's stack in big blinds before posting.")
    ] = None,
    limit: Annotated[
        str | None, typer.Option("--limit", help="jam leaves all-in and fold only.")
    ] = None,
    ante: Annotated[
        str | None, typer.Option("--ante", help="What the big blind posts for all, in big blinds.")
    ] = None,
    ante_from_stack: Annotated[
        bool, typer.Option("--ante-from-stack", help="Take the ante out of the big blind's stack.")
    ] = False,
    line: Annotated[
        str, typer.Option("--line", help="The actions so far: FFR is fold, fold, raise.")
    ] = "",
    hand: Annotated[str, typer.Option("--hand", help="One hand, like AQs; else all.")] = "",
    spec_file: Annotated[
        Path | None,
        typer.Option("--spec", help="A spot in a TOML file; options go before its keys."),
    ] = None,
    json: Json = False,
) -> None:
    """Say what to do with a hand after a line of actions; a chart that is missing is solved."""
    spec = spot_from(
        spec_file,
        format_=format_,
        players=players,
        stack=stack,
        limit=limit,
        ante=ante,
        ante_from_stack=ante_from_stack,
    )
    from gutshot.holdem.hand_classes import class_index
    from gutshot.holdem.preflop.tree import follow

    number = class_index(hand) if hand else None
    follow(spec, line.upper())
    chart, source = kept_or_solved(spec)
    if json:
        from gutshot.render.preflop_answer import answer_payload

        print_json(answer_payload(chart, line.upper(), number, source))
    else:
        from gutshot.render.preflop_answer import answer_text

        typer.echo(answer_text(chart, line.upper(), number))


@app.command()
def audit(
    file: Annotated[Path, typer.Argument(help="A chart whose hands are dealt independently.")],
    deals: Annotated[
        int, typer.Option("--deals", help="Deals to draw, from 2,000 on.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option("--seed", help="Of their cards, 0 or more.")] = 1,
    json: Json = False,
) -> None:
    """Play a chart on deals of one deck: what independence costs in EV and in best responses."""
    from gutshot.holdem.preflop import read_chart
    from gutshot.holdem.preflop.audit import audit_chart

    with interruptible() as stopped, compiling_line(), progress_bar("playing") as progress:
        chart = read_chart(file)
        found = audit_chart(chart, deals=deals, seed=seed, progress=progress, cancel=stopped)
    if found is None:
        typer.echo("gutshot: stopped before enough deals were played to say anything", err=True)
        raise typer.Exit(130)
    if json:
        from gutshot.render.preflop_audit import audit_payload

        print_json(audit_payload(chart, found))
    else:
        from gutshot.render.preflop_audit import audit_text

        typer.echo(audit_text(chart, found))
    if found.stopped:
        typer.echo(f"gutshot: stopped after {found.deals:,} deals; this is what they say", err=True)
        raise typer.Exit(130)


@app.command()
def build(
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="format=cash, players=2,6 or stack=100; may be repeated."),
    ] = None,
    flops: Annotated[str, typer.Option("--flops", help="The model of flops, as for 'solve'.")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder instead of the user's data directory.")
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Charts that are solved at a time.")
    ] = 2,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="A Dask scheduler, like tcp://host:8786, whose workers solve them instead.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Solve the catalogue of charts, 2 to 9 seats at 5 to 200 big blinds; goes on where it was."""
    from gutshot.work.chart_build import build_charts
    from gutshot.work.charts import plan_charts

    if out is not None and out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; --out is the folder to write charts to")
    plan = plan_charts(only or (), flops)
    for format_, why in plan.refused.items():
        typer.echo(f"gutshot: {format_} is left out: {why}", err=True)
    name = f"solving {len(plan.specs)} charts"
    with interruptible() as stopped, progress_bar(name) as progress:
        built = build_charts(
            plan.specs,
            out,
            workers=workers,
            scheduler=scheduler,
            begun=lambda estimate: typer.echo(f"gutshot: {estimate.line()}", err=True),
            progress=progress,
            cancel=stopped,
        )
    if json:
        print_json(built.payload(plan.refused))
    else:
        typer.echo("\n".join(built.lines()))
    if built.stopped:
        typer.echo("gutshot: stopped; what is written stays, the next build goes on", err=True)
        raise typer.Exit(130)
    if built.missed or built.failed:
        raise typer.Exit(1)


@app.command()
def compare(
    name: Annotated[
        str, typer.Argument(help="Which published figures; without it all are listed.")
    ] = "",
    reading: Annotated[
        str, typer.Option("--reading", help="A change of the spots instead of the first reading.")
    ] = "",
    solve_again: Annotated[
        bool, typer.Option("--solve", help="Solve all readings again: minutes.")
    ] = False,
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Write what was solved to this file.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", help="Write the whole comparison as Markdown.")
    ] = None,
    json: Json = False,
) -> None:
    """Set our charts beside figures that others published, in the same spots."""
    from gutshot.holdem.preflop.published import published, published_names, results_text

    if not name:
        if reading or solve_again or keep is not None or page is not None:
            raise InputError(
                "say which published figures, before options;"
                f" there are {', '.join(published_names())}"
            )
        names = {one: published(one).name for one in published_names()}
        if json:
            print_json({"schema": "gutshot.preflop.compare/1", "names": names})
        else:
            typer.echo("\n".join(f"{one}: {of}" for one, of in names.items()))
        return
    from gutshot.render.published_page import comparison_payload, comparison_text, page_text

    found = published(name)
    for out in (keep, page):
        if out is not None:
            _check_writable(out)
    if keep is not None and not solve_again:
        raise InputError("--keep writes what was solved; say --solve too")
    results = _published_results(found, solve_again=solve_again)
    text = comparison_text(found, results, reading)
    if keep is not None:
        _write(keep, results_text(found, results))
    if page is not None:
        _write(page, page_text(found, results))
    if json:
        print_json(comparison_payload(found, results))
    else:
        typer.echo(text)


def _published_results(found: Published, *, solve_again: bool) -> Results:
    """Return what was kept of published spots, or solve them."""
    if not solve_again:
        from gutshot.holdem.preflop.published import shipped_results

        return shipped_results(found)
    from gutshot.work.published import solve_published

    with interruptible() as stopped, compiling_line(), progress_bar("solving") as progress:
        results = solve_published(found, progress=progress, cancel=stopped)
    if results is None:
        typer.echo("gutshot: stopped; nothing is written", err=True)
        raise typer.Exit(130)
    return results


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror or error}") from None


@app.command("push-fold")
def push_fold_sheet(
    ante: Annotated[
        str, typer.Option("--ante", help="Big blind's ante, out of his stack, in big blinds.")
    ] = "0",
    stack: Annotated[
        str | None, typer.Option("--stack", help="The ranges at this stack, in big blinds.")
    ] = None,
    json: Json = False,
) -> None:
    """Print up to which stack each hand is jammed, and calls a jam, with two players."""
    at = None if stack is None else amount(stack, "--stack", "10")
    sheet = _sheet(amount(ante, "--ante", "1"), at)
    if json:
        from gutshot.render.preflop_payload import push_fold_payload

        print_json(push_fold_payload(sheet, at))
        return
    from gutshot.render.preflop_text import push_fold_at_text, push_fold_text

    typer.echo(push_fold_text(sheet) if at is None else push_fold_at_text(sheet, at))


def _sheet(ante: Fraction, stack: Fraction | None) -> PushFold:
    """Return the shipped sheet, or solve the game for another ante or at one stack."""
    from gutshot.holdem.preflop.push_fold import (
        ANTES,
        GAIN_BB,
        STACK_GAIN_BB,
        push_fold,
        push_fold_stacks,
        solve_push_fold,
    )

    if ante in ANTES and stack is None:
        return push_fold(ante)
    if not 0 <= ante <= 10:
        raise InputError(f"--ante is from 0 to 10 big blinds, not {float(ante):g}")
    stacks = push_fold_stacks(ante) if stack is None else (stack,)
    gain = GAIN_BB if stack is None else STACK_GAIN_BB
    with compiling_line(), progress_bar("solving each stack") as progress:
        return solve_push_fold(ante, stacks, progress, gain_bb=gain)


def _apart(solutions: list[PreflopSolution]) -> Apart | None:
    """Return how far apart two solves ended, if there are two."""
    from gutshot.holdem.preflop import PreflopChart
    from gutshot.holdem.preflop.starts import how_far_apart

    if len(solutions) == 1:
        return None
    one, other = (PreflopChart.of(solution) for solution in solutions)
    return how_far_apart(one, other)


def _check_size(spec: PreflopSpec, *, told: bool) -> None:
    """Refuse a tree that is too large; `told` says on stderr how large it is."""
    from gutshot.holdem.preflop.counting import check_size

    size = check_size(spec)
    if told:
        typer.echo(
            f"{size.decisions:,} decisions, {size.endings:,} endings, about"
            f" {size.memory_bytes / 1e9:.2g} GB of memory",
            err=True,
        )


def _check_writable(out: Path) -> None:
    """Refuse before a solve what its chart can't be written to."""
    if out.is_dir():
        raise InputError(f"{out} is a folder; --out is the file to write the chart to")
    if not out.parent.is_dir():
        raise InputError(f"there is no folder {out.parent} to write the chart to")
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise InputError(f"can't write {out}: Permission denied")


def _class_name(hand: str) -> str:
    from gutshot.holdem.hand_classes import CLASS_NAMES, class_index

    return CLASS_NAMES[class_index(hand)]


add_commands(app)
