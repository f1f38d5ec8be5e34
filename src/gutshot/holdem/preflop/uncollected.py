"""The garbage collector pauses while a tree grows: it would look at all of it time and again."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["uncollected"]


@contextmanager
def uncollected() -> Generator[None]:
    """Make many objects that live on, none in a circle, in half the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
