"""Ctrl-C that stops work between two of its steps, so that what there is can be told."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType

__all__ = ["interruptible"]


@contextmanager
def interruptible() -> Generator[Callable[[], bool]]:
    """Yield what tells whether Ctrl-C was pressed; pressed again, it interrupts as always."""
    pressed = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        if pressed.is_set():
            signal.default_int_handler(number, frame)
        pressed.set()

    # only the main thread hears signals
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
