"""The command `gutshot`: its groups, and what happens to an error.

Data goes to stdout, progress and messages to stderr. Exit codes: 0 done, 1 a check or a file of
ours failed, 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, TextIO

import typer

from gutshot import __version__
from gutshot.cli import maintenance, paigow, postflop, preflop, ranges, video_poker
from gutshot.cli.equity import equity
from gutshot.cli.icm import icm
from gutshot.cli.output import help_without_command
from gutshot.errors import GutshotError, InputError

__all__ = ["app", "main"]

app = typer.Typer(
    name="gutshot",
    help="Exact answers for poker's solvable games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(video_poker.app, name="vp")
app.add_typer(preflop.app, name="preflop")
app.add_typer(postflop.app, name="postflop")
app.add_typer(ranges.app, name="ranges")
app.add_typer(paigow.app, name="paigow")
app.command()(equity)
app.command()(icm)
maintenance.add_commands(app)


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)
    ] = False,
) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit
    help_without_command(context)


# the class that typer's own complaints share; typer keeps it in a private module
_ClickError = typer.BadParameter.__mro__[2]


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code; an error is one line on stderr."""
    code: object = 0
    if sys.stdin is None:  # where the caller closed it: there is nothing to read
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - to the end
    try:
        output: TextIO | None = sys.stdout  # None where the caller closed it
        if output is None:
            _complain("there is no output to write to; give stdout a file or a terminal", 1)
        else:
            code = app(arguments, standalone_mode=False)
            output.flush()
    except InputError as error:
        _complain(str(error), 2)
    except GutshotError as error:
        _complain(str(error), 1)
    except BrokenPipeError:  # the reader of our output had enough
        _drop_output()
        sys.exit(0)
    except OSError as error:
        _drop_output()
        _complain(f"can't go on: {error.strerror or error}", 1)
    except (KeyboardInterrupt, typer.Abort):
        _complain("interrupted", 130)
    except Exception as error:
        if isinstance(error, _ClickError):
            _complain(_usage(error), 2)
        raise
    sys.exit(code if isinstance(code, int) else 0)


def _drop_output() -> None:
    """Let what is left in the buffer go nowhere: Python would complain about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _usage(error: Exception) -> str:
    message = " ".join(str(getattr(error, "format_message", error.__str__)()).split())
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "gutshot"
    return f"{message or 'a command is missing'} (see '{command} --help')"


def _complain(message: str, code: int) -> None:
    sys.stderr.write(f"gutshot: {message}\n")
    sys.exit(code)
