"""The returns of whole games, computed once per pay table and only when the kernels are ready."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

from gutshot.videopoker import GameReturn, analyse_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker import PayTable

__all__ = ["Returns"]

_KEPT: Final = 24


class Returns:
    """Game returns for request threads.

    ready : says whether to start; not while kernels are being compiled, because compiling in the
        server too would hold the GIL, and with it every request, for seconds.
    """

    def __init__(self, ready: Callable[[], bool]) -> None:
        self._is_ready = ready
        self._ready = False
        self._kept: OrderedDict[str, GameReturn] = OrderedDict()
        self._lock = Lock()

    @property
    def ready(self) -> bool:
        """Whether `of` answers; once it does, it does so for good."""
        self._ready = self._ready or self._is_ready()
        return self._ready

    def of(self, table: PayTable) -> GameReturn | None:
        """Return a table's return, or None while the kernels are being compiled."""
        if not self.ready:
            return None
        # Category names differ between tables that play alike, so they are part of the key.
        key = f"{table.version} {table.categories} {table.name}"
        with self._lock:
            found = self._kept.pop(key, None) or analyse_game(table)
            self._kept[key] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found
