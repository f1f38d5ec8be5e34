"""What every command does alike: JSON on stdout, one line about compiling on stderr."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

__all__ = [
    "compiling_line",
    "help_without_command",
    "name_broken_files",
    "name_broken_side_bets",
    "name_broken_ways",
    "print_json",
]


def help_without_command(context: typer.Context) -> None:
    """Show a group's help when no command of it is named, and stop: nothing was asked for."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


def print_json(payload: dict[str, Any]) -> None:
    """Print a payload as JSON, exact ints as ints."""
    typer.echo(json.dumps(payload, ensure_ascii=False, indent=1, allow_nan=False))


def compiling_line(seconds: str = "a few seconds") -> AbstractContextManager[None]:
    """Say on stderr that kernels are compiled, if they are, and how long it takes, once."""
    from gutshot.compiled import compiling

    return compiling(f"compiling the kernels for this machine, once: {seconds} ...")


def name_broken_files() -> None:
    """Name on stderr the user's pay-table files that the catalogue leaves out, one line each."""
    from gutshot.videopoker.games import broken_files

    for file in broken_files():
        typer.echo(f"gutshot: left out: {file.problem}", err=True)


def name_broken_ways() -> None:
    """Name on stderr the user's house ways that the catalogue leaves out, one line each."""
    from gutshot.paigow.house_ways import broken_ways

    for file in broken_ways():
        typer.echo(f"gutshot: left out: {file.problem}", err=True)


def name_broken_side_bets() -> None:
    """Name on stderr the user's side bets that the catalogue leaves out, one line each."""
    from gutshot.paigow.side_bets import broken_side_bets

    for file in broken_side_bets():
        typer.echo(f"gutshot: left out: {file.problem}", err=True)
