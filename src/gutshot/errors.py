"""The exceptions of Gutshot.

::

    GutshotError
    ├── InputError (also a ValueError)   the caller's mistake: exit code 2, HTTP 422
    │   ├── CardError                    a card that can't be read
    │   ├── HandError                    cards that make no hand in this game
    │   ├── HouseWayError                a house way that can't be found or read
    │   ├── PayTableError                a pay table that can't be played
    │   ├── StrategyError                a strategy that can't be read
    │   └── UnknownGameError             an id that is not in the catalogue
    └── CatalogueError                   a data file or an artefact that is missing or broken

The text of every exception is one line: what was wrong, and what would be right.
"""

from __future__ import annotations

__all__ = [
    "CardError",
    "CatalogueError",
    "GutshotError",
    "HandError",
    "HouseWayError",
    "InputError",
    "PayTableError",
    "StrategyError",
    "UnknownGameError",
]


class GutshotError(Exception):
    """Everything that Gutshot raises on purpose."""

    def __init__(self, message: str = "") -> None:
        # what was typed is quoted in messages: line ends, escapes and surrogates are spelled out
        printable = (c if c.isprintable() else ascii(c)[1:-1] for c in message)
        super().__init__("".join(printable))


class InputError(GutshotError, ValueError):
    """A request that can't be answered as it was put."""


class CardError(InputError):
    """Text that names no card."""


class HandError(InputError):
    """Cards that make no hand in this game: too few, too many, twice the same, a joker too many."""


class HouseWayError(InputError):
    """A house way that is not there, or a file that is none."""


class PayTableError(InputError):
    """A pay table that can't be played."""


class StrategyError(InputError):
    """A strategy that can't be read: what line, what was wrong there."""


class UnknownGameError(InputError):
    """An id that the catalogue does not have."""


class CatalogueError(GutshotError):
    """A data file or a built artefact that is missing, broken or clashes with another."""
