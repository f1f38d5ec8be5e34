"""Work of many threads done together: whoever comes while others are busy joins the next group.

A commit waits for the disk, and a table with six seats has many. The first thread that is free
takes everything that waits and carries it out at once; the others find theirs done.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["GROUP_MAX", "Grouped", "Work"]

GROUP_MAX: Final = 64
"""Pieces of work that are carried out together: a transaction stays short."""


@dataclass(eq=False)
class Work:
    """A piece of work; `error` is what it came to where it did not succeed."""

    done: bool = False
    error: BaseException | None = None


W = TypeVar("W", bound=Work)


class Grouped(Generic[W]):
    """Carries out work in groups, one group at a time, in the order in which it came.

    run : carries out a group, and sets `done` or `error` of each piece.
    """

    def __init__(self, run: Callable[[Sequence[W]], None]) -> None:
        self._run = run
        self._waiting: list[W] = []
        self._adding = threading.Lock()
        self._running = threading.Lock()

    def carry_out(self, work: W) -> None:
        """Return when a piece of work is done; raise what went wrong with it."""
        with self._adding:
            self._waiting.append(work)
        while not work.done:
            with self._running:
                self._next_group(work)
        if work.error is not None:
            raise work.error

    def _next_group(self, work: W) -> None:
        if work.done:  # by the one who was busy before
            return
        with self._adding:
            group = self._waiting[:GROUP_MAX]
            del self._waiting[:GROUP_MAX]
        try:
            self._run(group)
        finally:
            for one in group:
                one.done = True
