"""The command line: parse a request, call one function, show the result."""

from gutshot.cli.main import main

__all__ = ["main"]
