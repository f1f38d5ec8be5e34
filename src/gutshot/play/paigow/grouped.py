"""Work of many threads done together: whoever comes while others are busy joins the next group.

A commit waits for the disk, and a table with six seats has many. One thread at a time leads: it
carries out everything that waits, and hands the lead to one whose work came in meanwhile. Work that
no thread waits for is led by a thread that is kept for it.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["GROUP_MAX", "Grouped", "Work"]

GROUP_MAX: Final = 64
"""Pieces of work that are carried out together: a transaction stays short."""


@dataclass(eq=False)
class Work:
    """A piece of work; `error` is what it came to where it did not succeed.

    woken : set when it is done, and when the thread that waits for it is to lead.
    then : called when it is done, where no thread waits for it.
    """

    done: bool = False
    error: BaseException | None = None
    woken: threading.Event | None = None
    then: Callable[[], None] | None = None


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
        self._leader = ThreadPoolExecutor(1, "groups")  # its thread starts with the first work

    def carry_out(self, work: W) -> None:
        """Return when a piece of work is done; raise what went wrong with it."""
        self.carry_out_all([work])
        if work.error is not None:
            raise work.error

    def carry_out_all(self, works: Sequence[W]) -> None:
        """Return when pieces of work are done, together if they fit; each has its own `error`."""
        for work in works:
            work.woken = threading.Event()
        leads = bool(works) and self._wait_with(works)
        for work in works:
            if not leads and work.woken is not None:
                work.woken.wait()
            if not work.done:
                self._lead(work)
            leads = False

    def begin(self, work: W, then: Callable[[], None]) -> None:
        """Have a piece of work carried out; `then` is called when it is done, in another thread.

        It must not block: others wait.
        """
        work.then = then
        if self._wait_with([work]):
            self._leader.submit(self._lead, None)

    def _wait_with(self, works: Sequence[W]) -> bool:
        """Put work behind what waits; tell whether whoever brings it has to lead."""
        with self._lock:
            self._waiting += works
            leads, self._led = not self._led, True
        return leads

    def _lead(self, work: W | None) -> None:
        """Carry out groups until one's own work is done, or any, then let another lead."""
        try:
            while group := self._next_group(work):
                try:
                    self._run(group)
                finally:
                    for one in group:
                        _end(one)
        finally:
            with self._lock:
                following = self._waiting[0] if self._waiting else None
                self._led = following is not None
            if following is not None and following.woken is not None:
                following.woken.set()
            elif following is not None:
                self._leader.submit(self._lead, None)

    def _next_group(self, work: W | None) -> Sequence[W]:
        if work is not None and work.done:
            return ()
        with self._lock:
            group = self._waiting[:GROUP_MAX]
            del self._waiting[:GROUP_MAX]
        return group


def _end(work: Work) -> None:
    work.done = True
    if work.woken is not None:
        work.woken.set()
    if work.then is not None:
        work.then()
