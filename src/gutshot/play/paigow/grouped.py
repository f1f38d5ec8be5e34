"""Work of many threads done together: whoever comes while others are busy joins the next group.

A commit waits for the disk, and a table with six seats has many. One thread at a time leads: it
carries out everything that waits, and hands the lead to one whose work came in meanwhile.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["GROUP_MAX", "Grouped", "Work"]

GROUP_MAX: Final = 64
"""Pieces of work that are carried out together: a transaction stays short."""


@dataclass(eq=False)
class Work:
    """A piece of work; `error` is what it came to where it did not succeed.

    woken : set when it is done, and when its thread is to lead.
    """

    done: bool = False
    error: BaseException | None = None
    woken: threading.Event = field(default_factory=threading.Event)


W = TypeVar("W", bound=Work)


class Grouped(Generic[W]):
    """Carries out work in groups, one group at a time, in the order in which it came.

    run : carries out a group, and sets the `error` of each piece that fails.
    """

    def __init__(self, run: Callable[[Sequence[W]], None]) -> None:
        self._run = run
        self._waiting: list[W] = []
        self._led = False
        self._lock = threading.Lock()

    def carry_out(self, work: W) -> None:
        """Return when a piece of work is done; raise what went wrong with it."""
        with self._lock:
            self._waiting.append(work)
            leads, self._led = not self._led, True
        if not leads:
            work.woken.wait()
        if not work.done:
            self._lead(work)
        if work.error is not None:
            raise work.error

    def _lead(self, work: W) -> None:
        """Carry out groups until one's own work is done, then let another lead."""
        try:
            while not work.done:
                with self._lock:
                    group = self._waiting[:GROUP_MAX]
                    del self._waiting[:GROUP_MAX]
                try:
                    self._run(group)
                finally:
                    for one in group:
                        one.done = True
                        one.woken.set()
        finally:
            with self._lock:
                self._led = bool(self._waiting)
                if self._waiting:
                    self._waiting[0].woken.set()
