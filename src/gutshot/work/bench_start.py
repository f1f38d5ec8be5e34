"""Measure a first solve of a spot on a machine, which compiles its kernels, and the next one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import Final

from gutshot.errors import GutshotError
from gutshot.work.bench import Row
from gutshot.work.published_spots import published_spot

__all__ = ["start_rows"]

_MOST_COMPILING: Final = 15.0
_MOST_LOADING: Final = 0.5

# numba is imported, and what deals boards out compiled, before the clock starts
_SCRIPT: Final = """
import sys
from time import process_time
import numba
from gutshot.compiled import compiling
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.work.published_spots import published_spot
spot = published_spot(sys.argv[1], "50%", "")
compiled = []
with compiling("", compiled.append):
    game = PostflopGame(spot, threads=1)
    compiled.clear()
began = process_time()
with compiling("", compiled.append):
    game.evaluate(0, "average")
first = process_time()
game.evaluate(0, "average")
print(first - began - (process_time() - first), len(compiled))
"""


def start_rows(board: str) -> list[Row]:
    """Return what kernels take at a first start, in an empty cache, and at a second one.

    In processor seconds, less those of a pass that finds its kernels there.

    Raises
    ------
    GutshotError
        When the second start compiles as well, or the first one doesn't.
    """
    street = published_spot(board, "50%", "").street
    with tempfile.TemporaryDirectory() as folder:
        (cold, compiled), (warm, again) = (_started(board, folder) for _ in range(2))
    if not compiled or again:
        raise GutshotError("kernels are compiled at the first start only: these are not")
    return [
        Row(f"{street}, kernels compiled (CPU)", cold, "at the first start", _to(_MOST_COMPILING)),
        Row(f"{street}, kernels loaded (CPU)", warm, "at the next start", _to(_MOST_LOADING)),
    ]


def _started(board: str, folder: str) -> tuple[float, bool]:
    """Return what a process took for its kernels, and whether it compiled them."""
    words = subprocess.run(  # noqa: S603 - this Python, and a script of ours
        [sys.executable, "-c", _SCRIPT, board],
        env={**os.environ, "GUTSHOT_CACHE_DIR": folder, "GUTSHOT_NO_CACHE": "0"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return float(words[0]), words[1] != "0"


def _to(most: float) -> str:
    return f"at most {most:g} s is the aim"
