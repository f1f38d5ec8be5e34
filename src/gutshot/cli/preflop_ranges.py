"""``gutshot preflop grade``, ``diff``, ``export`` and ``booklet``: charts and their neighbours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.preflop_spots import kept_or_solved, named_chart, read_any, spot_from
from gutshot.cli.ranges import range_file
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.ranges import HandRange

__all__ = ["add_commands"]

_FOR_ACTION = re.compile(r"(?:([FXCA]|R[0-9]*)=)?(@?)(.*)", re.DOTALL)

ChartFile = Annotated[
    Path | None, typer.Argument(help="A chart's file; without one, options say the spot.")
]
Format = Annotated[str | None, typer.Option("--format", help="As for 'solve'; cash by default.")]
Players = Annotated[int | None, typer.Option("--players", help="Seats, 2 to 9.")]
Stack = Annotated[
    str | None, typer.Option("--stack", help="Everybody's stack in big blinds before posting.")
]
Limit = Annotated[str | None, typer.Option("--limit", help="jam leaves all-in and fold only.")]
Ante = Annotated[
    str | None, typer.Option("--ante", help="What the big blind posts for all, in big blinds.")
]
AnteFromStack = Annotated[
    bool, typer.Option("--ante-from-stack", help="Take the ante out of the big blind's stack.")
]
SpecFile = Annotated[
    Path | None, typer.Option("--spec", help="A spot in a TOML file; options go before its keys.")
]
Line = Annotated[str, typer.Option("--line", help="The actions so far: FFR is fold, fold, raise.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def grade(
    range_: Annotated[
        list[str],
        typer.Option(
            "--range",
            help='"QQ+,AKs:0.5", or for one action "R=QQ+"; may be repeated. @FILE reads a file.',
        ),
    ],
    file: ChartFile = None,
    format_: Format = None,
    players: Players = None,
    stack: Stack = None,
    limit: Limit = None,
    ante: Ante = None,
    ante_from_stack: AnteFromStack = False,
    spec_file: SpecFile = None,
    line: Line = "",
    action: Annotated[str, typer.Option("--action", help="What the one range does: R, C, A.")] = "",
    json: Json = False,
) -> None:
    """Say what your ranges lose at a node of a chart, in all and hand by hand."""
    from gutshot.holdem.preflop.range_grade import grade_ranges

    texts = [_for_action(text) for text in range_]
    chart = _chart(file, format_, players, stack, limit, ante, ante_from_stack, spec_file)
    node = _node(chart, line)
    ranges: dict[str, HandRange] = {}
    for said, text in texts:
        for_action = _action(node, said, action.upper())
        if for_action in ranges:
            raise InputError(f"there are two ranges for {for_action}: write one, or name actions")
        ranges[for_action] = _range(text)
    found = grade_ranges(chart, node.node, ranges)
    if json:
        from gutshot.render.preflop_grade import grade_payload

        print_json(grade_payload(chart, found))
    else:
        from gutshot.render.preflop_grade import grade_text

        typer.echo(grade_text(chart, found))


def diff(
    one: Annotated[str, typer.Argument(help="A chart's file, or a kept one's name: cash_6_100.")],
    other: Annotated[str, typer.Argument(help="Another one.")],
    node: Annotated[
        str, typer.Option("--node", help="A node of the first; by default where play begins.")
    ] = "",
    json: Json = False,
) -> None:
    """Set two charts beside each other: what does not match first, a node, the tree."""
    from gutshot.holdem.preflop.chart_diff import compare_node, compare_trees

    ours, theirs = named_chart(one), named_chart(other)
    with compiling_line():
        first = node.upper() or "F" * max(0, ours.spec.players - theirs.spec.players)
        there = compare_node(ours, theirs, first)
        tree = compare_trees(ours, theirs)
    if json:
        from gutshot.render.preflop_diff import diff_payload

        print_json(diff_payload(ours, theirs, there, tree))
    else:
        from gutshot.render.preflop_diff import diff_text

        typer.echo(diff_text(ours, theirs, there, tree))


def export(
    file: ChartFile = None,
    format_: Format = None,
    players: Players = None,
    stack: Stack = None,
    limit: Limit = None,
    ante: Ante = None,
    ante_from_stack: AnteFromStack = False,
    spec_file: SpecFile = None,
    line: Line = "",
    to: Annotated[
        str,
        typer.Option(
            "--to", help="pio, gto+, equilab, monker or push-fold for a range; csv, json or svg."
        ),
    ] = "pio",
    action: Annotated[
        str, typer.Option("--action", help="Whose range: F, X, C, R, A; by default the raise.")
    ] = "",
    with_reach: Annotated[
        bool,
        typer.Option("--with-reach", help="Times how often the seat comes here."),
    ] = False,
    pure: Annotated[
        bool, typer.Option("--pure", help="What is done at least half of the time is done always.")
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file.")] = None,
) -> None:
    """Write a node of a chart for other programs: a range, a table, a picture."""
    from gutshot.holdem.range_dialects import DIALECTS

    whole = ("csv", "json", "svg")
    if to not in (*DIALECTS, *whole):
        raise InputError(f"--to is {', '.join(DIALECTS)}, {', '.join(whole)}, not '{to[:20]}'")
    if to in whole and (action or with_reach or pure):
        raise InputError(f"--action, --with-reach and --pure are for ranges, and {to} is all hands")
    chart = _chart(file, format_, players, stack, limit, ante, ante_from_stack, spec_file)
    node = _node(chart, line)
    if to in whole:
        from gutshot.render.preflop_export import node_export

        text = node_export(chart, node, to)
    else:
        text = _action_text(node, _action(node, "", action.upper()), to, with_reach, pure)
    if out is None:
        typer.echo(text)
    else:
        _write(out, text)


def booklet(
    chart: Annotated[
        str, typer.Argument(help="A chart's file, or a kept one's name: cash_6_100.")
    ] = "cash_6_100",
    out: Annotated[
        Path | None, typer.Option("--out", help="Write to this file, booklet.html.")
    ] = None,
) -> None:
    """Write a chart as a page to print: all first-in nodes, and all that face an entry."""
    from gutshot.render.preflop_booklet import booklet_html

    found = named_chart(chart)
    with compiling_line():
        text = booklet_html(found)
    if out is None:
        typer.echo(text)
    else:
        _write(out, text)


def _action_text(node: ChartNode, action: str, to: str, with_reach: bool, pure: bool) -> str:
    """Return an action's range in a dialect."""
    from gutshot.holdem.preflop.node_range import action_range
    from gutshot.render.preflop_export import range_export

    hands = action_range(node, action, with_reach=with_reach, pure=pure)
    if not hands.weights.any():
        typer.echo(
            f"gutshot: no hand takes {action} at '{node.node}': the range is empty", err=True
        )
    return range_export(node, action, hands, to)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror or error}") from None


def add_commands(app: typer.Typer) -> None:
    """Add the commands to their group."""
    for command in (grade, diff, export, booklet):
        app.command()(command)


def _chart(
    file: Path | None,
    format_: str | None,
    players: int | None,
    stack: str | None,
    limit: str | None,
    ante: str | None,
    ante_from_stack: bool,
    spec_file: Path | None,
) -> PreflopChart | ChartSet:
    """Return the chart of a file, or the one of a spot, solved where it is missing."""
    given = (format_, players, stack, limit, ante, ante_from_stack or None, spec_file)
    if file is not None:
        if any(option is not None for option in given):
            raise InputError(f"{file} says its own spot: leave out the options that say another")
        return read_any(file)
    spec = spot_from(
        spec_file,
        format_=format_,
        players=players,
        stack=stack,
        limit=limit,
        ante=ante,
        ante_from_stack=ante_from_stack,
    )
    return kept_or_solved(spec)[0]


def _node(chart: PreflopChart | ChartSet, line: str) -> ChartNode:
    """Return the node behind a line of actions; seats that are shut out need not be written."""
    from gutshot.holdem.preflop.tree import follow

    with compiling_line():
        return chart.node(follow(chart.spec, line.upper()).node)


def _for_action(text: str) -> tuple[str, str]:
    """Return the action that a range is for, or none, and the range's text."""
    found = _FOR_ACTION.fullmatch(text.strip())
    if found is None:
        msg = "the pattern matches every text"
        raise AssertionError(msg)
    said, at, rest = found[1] or "", found[2], found[3]
    return said, range_file(rest) if at else rest


def _action(node: ChartNode, said: str, option: str) -> str:
    from gutshot.holdem.preflop.range_grade import only_action

    return said or option or only_action(node)


def _range(text: str) -> HandRange:
    from gutshot.holdem.range_dialects import read_range

    return read_range(text).hands
