"""Chunks that take a moment and write down that they ran: ``python -m tests.work.slow_chunks``."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path

from gutshot.work.exhaustive import Checkpoint, run_chunks
from gutshot.work.verify import CheckFailedError

DECKS = ("joker",)
CHUNKS = range(30)


def compare(notes: Path, seconds: float, wrong: int, chunk: int) -> int:
    """Note the chunk and the process, take so long, and agree unless the chunk is the wrong one."""
    if chunk == wrong:
        raise CheckFailedError(f"chunk {chunk} differs")
    with notes.open("a", encoding="utf-8") as file:
        file.write(f"{chunk} {os.getpid()}\n")
    time.sleep(seconds)
    return chunk


def main() -> None:
    notes = Path(sys.argv[1])
    done = Checkpoint.load(DECKS)
    run_chunks(CHUNKS, partial(compare, notes, 0.05, -1), done, lambda _: None)


if __name__ == "__main__":
    main()
