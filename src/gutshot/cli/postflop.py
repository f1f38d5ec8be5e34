"""``gutshot postflop``: spots after the flop, solved, kept in files and looked at."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gutshot.cli.interrupts import interruptible
from gutshot.cli.output import compiling_line, help_without_command, print_json
from gutshot.cli.postflop_calibrate import audit, calibrate
from gutshot.cli.postflop_fit import fit
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Generator

    from gutshot.holdem.postflop.answers import Progress, SolvedSpot
    from gutshot.holdem.postflop.solution_file import SavedSolve
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["app"]

app = typer.Typer()
app.command()(calibrate)
app.command()(audit)
app.command()(fit)

_SAVE_EVERY_S: Final = 60.0
_COMPILING: Final = "up to 15 seconds"
_MOST_GB: Final = 1e4
_HALF_BYTES: Final = 2

SpotFile = Annotated[
    Path, typer.Argument(help="The spot: a TOML file, see README, or TexasSolver's input.")
]
Texas = Annotated[
    bool, typer.Option("--texas", help="The file is TexasSolver's input; mostly it is told apart.")
]
Result = Annotated[Path, typer.Argument(help="A file that 'solve --out' wrote.")]
Node = Annotated[
    str, typer.Option("--node", help="What was done: x-b25-c|8d|x; nothing is the first decision.")
]
Letters = Annotated[bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@app.callback(invoke_without_command=True)
def _group(context: typer.Context) -> None:
    """Hold'em after the flop: two ranges on a board, solved."""
    help_without_command(context)


@app.command()
def solve(
    file: SpotFile,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Keep the whole tree in this file; if it is there, go on."),
    ] = None,
    memory: Annotated[
        float,
        typer.Option("--memory", help="Refuse what takes more gigabytes, before it is built."),
    ] = 4.0,
    half: Annotated[
        bool,
        typer.Option(
            "--half", help="Numbers in 16 bits: half the memory, down to some 0.005 % of the pot."
        ),
    ] = False,
    texas: Texas = False,
    letters: Letters = False,
    json: Json = False,
) -> None:
    """Find how two ranges play a board; Ctrl-C stops and shows what there is."""
    from gutshot.cli.progress import progress_bar
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.holdem.postflop.answers import solve_spot

    if not 0 < memory <= _MOST_GB:
        raise InputError(f"--memory is a number of gigabytes up to {_MOST_GB:g}, not {memory:g}")
    spot = _spot(file, texas=texas)
    saved = _unfinished(out, spot, half=half) if out is not None else None
    keeper = _Keeper(out)
    with (
        _said_of_halves(),
        compiling_line(_COMPILING),
        interruptible() as stopped,
        progress_bar("solving") as progress,
    ):
        found = solve_spot(
            spot,
            progress=progress,
            cancel=stopped,
            checked=keeper.note,
            resume=None if saved is None else saved.checkpoint,
            whole_tree=out is not None,
            most_bytes=int(memory * 1e9),
            half=half,
        )
    if json:
        from gutshot.render.postflop_payload import postflop_payload

        print_json(postflop_payload(found))
    else:
        from gutshot.render.postflop_text import postflop_text

        typer.echo(postflop_text(found, unicode=not letters and speaks_unicode()))
    keeper.finish(found)
    if out is not None:
        more = "" if found.converged else f"; more than iterations = {spot.iterations} goes on"
        if found.cancelled:
            more = "; the same command goes on"
        typer.echo(f"kept in {out}{more}", err=True)
    if found.cancelled:
        raise typer.Exit(130)


@app.command()
def size(
    file: SpotFile,
    texas: Texas = False,
    json: Json = False,
) -> None:
    """Say how large a spot is before it is solved, and what leaving out a size saves."""
    from gutshot.holdem.postflop.estimate import measure, savings
    from gutshot.render.postflop_size import size_payload, size_text

    spot = _spot(file, texas=texas)
    found, fewer = measure(spot), savings(spot)
    if json:
        print_json(size_payload(found, fewer))
    else:
        typer.echo(size_text(found, fewer))


@app.command()
def show(
    result: Result,
    node: Node = "",
    combos: Annotated[
        bool, typer.Option("--combos", help="A line for each two cards, not for each class.")
    ] = False,
    cards: Annotated[
        bool, typer.Option("--cards", help="How it stands on each card that may come next.")
    ] = False,
    letters: Letters = False,
    json: Json = False,
) -> None:
    """Show a node of a solved spot: strategy, EV, equity and what of it is realised, by hand."""
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.holdem.postflop.node_answers import answer_node, cards_below
    from gutshot.holdem.postflop.solution_file import load_solve
    from gutshot.holdem.postflop.values import TreeValues
    from gutshot.render import postflop_node

    unicode = not letters and speaks_unicode()
    with compiling_line():
        solution = load_solve(result).solution
        values = TreeValues(solution)
        if cards:
            below = cards_below(values, node)
            payload = postflop_node.cards_payload(below)
            text = postflop_node.cards_text(below, unicode=unicode)
        else:
            found = answer_node(values, node)
            payload = postflop_node.node_payload(found)
            text = postflop_node.node_text(found, by_combo=combos, unicode=unicode)
            text += f"\n\n{postflop_node.solved_text(solution)}"
    if json:
        print_json(payload | postflop_node.solved_payload(solution))
    else:
        typer.echo(text)


@app.command()
def export(
    result: Result,
    node: Node = "",
    to: Annotated[
        str, typer.Option("--to", help="csv, json, or pio: a range as PioSOLVER's dialect has it.")
    ] = "csv",
    player: Annotated[
        str, typer.Option("--player", help="Whose range: oop or ip; by default who acts.")
    ] = "",
    action: Annotated[
        str, typer.Option("--action", help="Only the hands that take it: x, b25, c ...")
    ] = "",
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file.")] = None,
) -> None:
    """Write a node of a solved spot for other programs."""
    from json import dumps

    from gutshot.holdem.postflop.node_answers import answer_node
    from gutshot.holdem.postflop.solution_file import load_solve
    from gutshot.holdem.postflop.spec import PLAYERS
    from gutshot.holdem.postflop.values import TreeValues
    from gutshot.render import postflop_node

    if to not in {"csv", "json", "pio"}:
        raise InputError(f"--to is csv, json or pio, not '{to[:20]}'")
    if player not in {"", *PLAYERS}:
        raise InputError(f"--player is oop or ip, not '{player[:20]}'")
    if to != "pio" and (player or action):
        raise InputError("--player and --action choose a range: add --to pio")
    with compiling_line():
        found = answer_node(TreeValues(load_solve(result).solution), node)
    if to == "csv":
        text = postflop_node.node_csv(found)
    elif to == "json":
        payload = postflop_node.node_payload(found)
        text = dumps(payload, ensure_ascii=False, indent=1, allow_nan=False)
    else:
        if not player and found.actor is None:
            raise InputError("nobody acts there: say whose range, --player oop or --player ip")
        whose = PLAYERS.index(player) if player else found.actor or 0
        text = postflop_node.node_range_text(found, whose, action)
    if out is None:
        typer.echo(text)
    else:
        try:
            out.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"can't write {out}: {error.strerror or error}") from None


class _Keeper:
    """Writes a solve to its file from time to time, and at the end."""

    def __init__(self, out: Path | None) -> None:
        self._out = out
        self._saved_at = monotonic()
        self._last: Progress | None = None

    def note(self, progress: Progress) -> None:
        self._last = progress
        if self._out is not None and monotonic() - self._saved_at > _SAVE_EVERY_S:
            from gutshot.holdem.postflop.solution_file import save_solve

            with suppress(OSError):  # a disk that is full may have room at the end
                save_solve(self._out, progress.solution(), progress.checkpoint())
            self._saved_at = monotonic()

    def finish(self, found: SolvedSpot) -> None:
        if self._out is None or found.solution is None:
            return
        from gutshot.holdem.postflop.solution_file import save_solve

        open_end = None if found.converged or self._last is None else self._last.checkpoint()
        try:
            save_solve(self._out, found.solution, open_end)
        except OSError as error:
            raise InputError(f"can't write {self._out}: {error.strerror or error}") from None


@contextmanager
def _said_of_halves() -> Generator[None]:
    """Name the option for 16 bits where they would fit."""
    from gutshot.holdem.postflop.estimate import TooLargeError

    try:
        yield
    except TooLargeError as error:
        if error.half_bytes is None:
            raise
        raise InputError(f"{error}: give --half") from error


def _spot(file: Path, *, texas: bool) -> Spot:
    """Return the spot of a file, and say on stderr what of it was left out."""
    from gutshot.holdem.postflop.texas_input import load_any_spot

    found = load_any_spot(file, texas=texas)
    for number, line, why in found.left_out:
        typer.echo(f"gutshot: left out: line {number}, {line}: {why}", err=True)
    return found.spot


def _unfinished(out: Path, spot: Spot, *, half: bool) -> SavedSolve | None:
    """Return what a file holds of the spot's solve, None where there is no file yet."""
    from gutshot.holdem.postflop.solution_file import differing_key, load_solve

    if not out.exists():
        if not out.parent.is_dir():
            raise InputError(f"there is no folder {out.parent} to write {out.name} to")
        if not os.access(out.parent, os.W_OK):
            raise InputError(f"nothing can be written to the folder {out.parent}: give another one")
        return None
    saved = load_solve(out, with_checkpoint=True)
    key = differing_key(saved.solution.spot, spot)
    if key is not None:
        raise InputError(f"{out.name} holds another spot: '{key}' differs; give --out another name")
    if saved.checkpoint is None:
        raise InputError(
            f"{out.name} met its target already: 'postflop show {out.name}' looks at it; give --out"
            " another name to solve again"
        )
    halves = {array.dtype.itemsize == _HALF_BYTES for array in saved.checkpoint.arrays.values()}
    if (True in halves) != half:
        how = "with" if True in halves else "without"
        raise InputError(f"{out.name} was begun {how} --half; go on {how} it")
    return saved
