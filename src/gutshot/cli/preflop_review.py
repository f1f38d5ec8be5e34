"""``gutshot preflop review``: hands that were played, decision by decision, beside the charts."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.interrupts import interruptible
from gutshot.cli.output import compiling_line, print_json
from gutshot.cli.progress import progress_bar
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.holdem.histories import PlayedHand
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.kept import ListedChart
    from gutshot.render.preflop_review import LeftOut

__all__ = ["review"]

_MOST_BYTES = 200_000_000


def review(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="PokerStars' or GGPoker's histories in English, .phh, .phhs; - is standard input.",
        ),
    ],
    hero: Annotated[
        str,
        typer.Option(
            "--hero", help="Whose decisions; by default whose cards the file knows from the start."
        ),
    ] = "",
    chart: Annotated[
        str, typer.Option("--chart", help="Take this chart for all hands, like cash_6_100.")
    ] = "",
    worst: Annotated[
        int, typer.Option("--worst", help="How many of the costliest decisions to show.", min=0)
    ] = 10,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Price every preflop decision of played hands by the nearest chart, the costliest first."""
    from gutshot.holdem.preflop.chart_set import read_set
    from gutshot.holdem.preflop.kept import listed_charts
    from gutshot.holdem.preflop.review import review_hands
    from gutshot.render.preflop_review import review_payload, review_text

    @lru_cache(maxsize=1)
    def at(path: Path) -> ChartSet:
        return read_set(path)

    def opened(one: ListedChart) -> ChartSet:
        return at(one.path)

    hands, broken = _read(files)
    with interruptible() as stopped, compiling_line(), progress_bar("reviewing") as progress:
        found = review_hands(
            hands,
            listed_charts(),
            opened,
            hero=hero,
            named=chart.removesuffix(".chart"),
            progress=progress,
            stopped=stopped,
        )
    if json:
        print_json(review_payload(found, broken))
    else:
        typer.echo(review_text(found, broken, worst))
    if not found.finished:
        looked = f"{len(found.reviewed)} hands were looked at, of {found.hands}"
        typer.echo(f"gutshot: stopped; {looked}", err=True)
        raise typer.Exit(130)


def _read(files: list[str]) -> tuple[list[PlayedHand], list[LeftOut]]:
    """Return the hands of all files, and what could not be read of them."""
    from gutshot.holdem.histories import read_histories
    from gutshot.render.preflop_review import left_out

    hands: list[PlayedHand] = []
    broken: list[LeftOut] = []
    for name in files:
        try:
            found = read_histories(_text(name))
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        broken += left_out(name, found.broken)
        for hand in found.hands:
            # a hand without a number of its own is one of its file
            told = hand.name if hand.number or len(files) == 1 else f"{name} {hand.name}"
            hands.append(replace(hand, name=told))
    return hands, broken


def _text(name: str) -> str:
    try:
        if name == "-":
            content = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as opened:
                content = opened.read(_MOST_BYTES + 1)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("it is no UTF-8 text") from None
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror or error}") from None
    if len(content) > _MOST_BYTES:
        raise InputError("it is larger than the 200 megabytes that are read of a file")
    return text
