"""Whether the app answers, and how long its event loop was ever kept from answering."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, Final

from fastapi import APIRouter, Request

from gutshot import __version__

__all__ = ["LoopWatch", "router"]

_EVERY_S: Final = 0.01

router = APIRouter(prefix="/api", tags=["gutshot"])


class LoopWatch:
    """Sleeps a hundredth of a second over and over, and remembers the latest awakening."""

    def __init__(self) -> None:
        self.worst_s = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Watch the running loop until `stop`."""
        self._task = asyncio.get_running_loop().create_task(self._watch())

    def stop(self) -> None:
        """Watch no more."""
        if self._task is not None:
            self._task.cancel()

    async def _watch(self) -> None:
        while True:
            asked = perf_counter()
            await asyncio.sleep(_EVERY_S)
            self.worst_s = max(self.worst_s, perf_counter() - asked - _EVERY_S)


@router.get("/health", summary="Tell that the app answers")
async def health(request: Request) -> dict[str, Any]:
    """Return the version, whether kernels are compiled, and the event loop's worst delay so far.

    `event_loop_delay_s` counts from the start of the server; null when nobody watches.
    """
    watch: LoopWatch | None = getattr(request.app.state, "loop_watch", None)
    return {
        "schema": "gutshot.health/1",
        "version": __version__,
        "ready": request.app.state.returns.ready,
        "event_loop_delay_s": None if watch is None else watch.worst_s,
    }
