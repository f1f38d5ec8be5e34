"""Build the files that Gutshot ships and their manifest: ``python -m gutshot.work.build``."""

from __future__ import annotations

import hashlib
import json
import math
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cards.decks import DECKS
from gutshot.cards.suit_classes import compute_class_ids, compute_suit_classes
from gutshot.catalogue import ARTEFACTS, artefact
from gutshot.holdem.class_equities import ClassEquities, build_class_equities
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.codec import EV_STEP_BB, SHARE_STEP
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.kept import SHIPPED, chart_name
from gutshot.holdem.preflop.push_fold import ANTES, GAIN_BB, build_push_fold
from gutshot.holdem.three_way.counting import count_triples
from gutshot.holdem.three_way.form import DIMENSIONS, FORM, fitted_form, table_missing
from gutshot.holdem.three_way.table import STEPS, TABLE, packed, quantised
from gutshot.videopoker.subset_tables import ARRAYS, build_subset_tables
from gutshot.work.charts import SEATS, solve_chart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = [
    "PAST_THE_BAR",
    "build",
    "built_arrays",
    "chart_error",
    "converged_arrays",
    "fitted_arrays",
    "rounded_arrays",
    "shipped_charts",
]

PAST_THE_BAR: Final = 20
"""Shipped charts are solved so much further than their bar: mixed hands are steady there."""


def built_arrays() -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield every exact array with its path below `artefacts/`, in the order of need."""
    classes = compute_suit_classes(5)
    yield "suit_classes/keys_5.npy", classes.keys
    yield "suit_classes/cards_5.npy", classes.cards
    yield "suit_classes/weights_5.npy", classes.weights.astype(np.uint8)  # 24 at most
    yield "suit_classes/ids.npy", compute_class_ids()
    for deck in DECKS.values():
        tables = build_subset_tables(deck)
        for name in ARRAYS:
            yield f"videopoker/{deck.name}/{name}.npy", getattr(tables, name)
    equities = build_class_equities()
    for name in ClassEquities._fields:
        yield f"holdem/{name}.npy", getattr(equities, name)


def rounded_arrays(
    progress: Callable[[float], None] | None = None,
) -> Iterator[tuple[str, NDArray[Any], str]]:
    """Yield the arrays that are counted and then rounded, and the error that this makes.

    progress : told the share that is counted, 0..1; 35 CPU seconds.
    """
    counts = count_triples(progress=progress)
    rows = quantised(counts)
    sums = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    error = np.abs(rows / STEPS - counts / sums).max()
    yield TABLE, packed(rows), f"chances within {100 * error:.6f} percentage points"


def converged_arrays(
    progress: Callable[[float], None] | None = None,
) -> Iterator[tuple[str, NDArray[Any], str]]:
    """Yield the arrays that are solved by iteration, and how far from an equilibrium they are.

    progress : told the share that is solved, 0..1; 80 CPU seconds.
    """
    for number, ante in enumerate(ANTES):

        def told(share: float, number: int = number) -> None:
            if progress is not None:
                progress((number + share) / len(ANTES))

        shares, values = build_push_fold(ante, told)
        left = f"best responses gain at most {GAIN_BB:g} big blinds a hand"
        yield f"holdem/push_fold/ante_{ante}.npy", shares, f"{left}; shares in 0.01 %"
        yield f"holdem/push_fold/ante_{ante}_values.npy", values, left


def fitted_arrays() -> Iterator[tuple[str, NDArray[Any], str]]:
    """Yield the three-way equities in few dimensions, and how far they are from the table."""
    missing = table_missing()
    weights = class_weights()
    form = fitted_form(missing, weights, DIMENSIONS)
    off = (form.shares() - missing) ** 2
    error = 100 * math.sqrt(np.einsum("abc,a,b,c->", off, weights, weights, weights))
    arrays: tuple[NDArray[Any], ...] = (form.basis, form.core)
    for name, array in zip(FORM, arrays, strict=True):
        yield name, array, f"root mean square {error:.3f} percentage points of a pot"


def shipped_charts(
    progress: Callable[[float], None] | None = None,
) -> Iterator[tuple[str, bytes, str]]:
    """Yield the preflop charts that are shipped, cash with 100 big blinds, and what they leave.

    progress : told the share that is solved, 0..1; two CPU minutes.
    """
    specs = [spec_from({"players": players, "stack": 100}, "shipped") for players in SEATS]
    works = [spec.players**4 for spec in specs]
    for number, spec in enumerate(specs):

        def told(share: float, number: int = number) -> None:
            if progress is not None:
                progress((sum(works[:number]) + share * works[number]) / sum(works))

        solved = solve_chart(spec, told, past_the_bar=PAST_THE_BAR)
        if solved is None or not solved.converged:
            msg = f"the chart of {spec.players} players misses its bar"
            raise AssertionError(msg)
        yield f"{SHIPPED}/{chart_name(spec)}", solved.file, chart_error(solved.exploitability_bb)


def chart_error(exploitability_bb: float) -> str:
    """Return how far a chart is from an equilibrium, and its file from the chart."""
    return (
        f"best responses gain at most {exploitability_bb:.6f} big blinds a hand;"
        f" shares within {100 * SHARE_STEP:.2f} percentage points, EVs within"
        f" {EV_STEP_BB / 2:.5f} big blinds"
    )


def build(root: Path = ARTEFACTS, progress: Callable[[float], None] | None = None) -> int:
    """Write all arrays and the manifest below `root`; return their size in bytes.

    Later arrays are built from the earlier ones, so the shipped folder is the only useful `root`
    on a machine that has none yet.

    progress : told the share of the longest parts that is done, 0..1.
    """
    files: dict[str, dict[str, str | int]] = {}

    def write(name: str, built: NDArray[Any] | bytes) -> None:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(built, bytes):
            path.write_bytes(built)
        else:
            np.save(path, built, allow_pickle=False)
        artefact.cache_clear()
        content = path.read_bytes()
        files[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}

    for name, array in built_arrays():
        write(name, array)

    def part(done: float, whole: float) -> Callable[[float], None]:
        return lambda share: progress(done + whole * share) if progress is not None else None

    # each is written before the next is built, which may need it
    parts: Iterator[tuple[str, NDArray[Any] | bytes, str]] = chain(
        rounded_arrays(part(0.0, 0.1)),
        converged_arrays(part(0.1, 0.2)),
        fitted_arrays(),
        shipped_charts(part(0.3, 0.7)),
    )
    for name, built, error in parts:
        write(name, built)
        files[name]["error"] = error
    total = sum(int(file["bytes"]) for file in files.values())
    manifest = {"rebuild": "python -m gutshot.work.build", "error": "exact", "files": files}
    text = json.dumps(manifest, indent=1) + "\n"
    (root / "manifest.json").write_text(text, encoding="utf-8")
    return total


if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("built files", total=1.0)
        size = build(progress=lambda share: bar.update(task, completed=share))
    print(f"{size:,} bytes")  # noqa: T201
