"""``gutshot ranges``: ranges from one program's words into another's, the top of all hands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from gutshot.cli.output import help_without_command, print_json
from gutshot.errors import InputError

__all__ = ["app", "range_file"]

app = typer.Typer(rich_markup_mode=None)

MOST_BYTES = 1_000_000

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
To = Annotated[
    str, typer.Option("--to", help="pio, gto+, equilab, monker or push-fold: how to write it.")
]


@app.callback(invoke_without_command=True)
def _group(context: typer.Context) -> None:
    """Ranges as text: five programs' dialects, and the strongest hands."""
    help_without_command(context)


@app.command()
def convert(
    file: Annotated[str, typer.Argument(help="A file with one range, or - for standard input.")],
    to: To = "pio",
    from_: Annotated[
        str | None, typer.Option("--from", help="Its dialect; otherwise its weights tell.")
    ] = None,
    json: Json = False,
) -> None:
    """Write a range in another program's words; weights are kept to four decimals."""
    from gutshot.holdem.range_dialects import read_range, write_range
    from gutshot.render.range_payload import range_payload

    found = read_range(range_file(file), from_)
    text = write_range(found.hands, to)
    if json:
        print_json(
            {
                "schema": "gutshot.ranges.convert/1",
                "from": found.dialect,
                "to": to,
                **range_payload(found.hands),
                "text": text,
            }
        )
        return
    typer.echo(text)
    if to == "monker":
        typer.echo("gutshot: a range says nothing of EVs, which are written as 0", err=True)


@app.command()
def top(
    percent: Annotated[str, typer.Argument(help="Of all deals, like 20 or 12.5.")],
    to: To = "pio",
    json: Json = False,
) -> None:
    """Print the strongest hands that make up a share of deals: by equity, which is no solve."""
    from gutshot.holdem.hand_classes import CLASS_NAMES
    from gutshot.holdem.percentile import top_share
    from gutshot.holdem.range_dialects import write_range
    from gutshot.render.range_payload import top_payload
    from gutshot.videopoker.amounts import parse_amount

    found = top_share(parse_amount(percent.removesuffix("%"), "the share of deals", "20"))
    boundary = CLASS_NAMES[found.boundary]
    share, partly = float(found.boundary_share), found.boundary_share < 1
    if json:
        print_json(top_payload(found, to))
        return
    typer.echo(write_range(found.hands, to))
    cells = f"{found.classes} of 169 cells, {100 * found.classes / 169:.1f} % of the chart's area"
    last = f"{boundary} in {100 * share:.4g} % of cases" if partly else f"{boundary} the last"
    typer.echo(
        f"gutshot: {float(found.percent):g} % of deals are {cells}; {last}. By exact equity against"
        " a random hand all in: an order, not a solve",
        err=True,
    )


def range_file(name: str) -> str:
    """Return the text of a file with a range, or what standard input says for `-`.

    Raises
    ------
    InputError
        When it can't be read.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't read {name}: {' '.join(str(error).split())}") from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{name} is larger than a range can be: a megabyte is read")
    return text
