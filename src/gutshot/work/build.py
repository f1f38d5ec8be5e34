"""Build the arrays that Gutshot ships and their manifest: ``python -m gutshot.work.build``."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.decks import DECKS
from gutshot.cards.suit_classes import SuitClasses, compute_class_ids, compute_suit_classes
from gutshot.catalogue import ARTEFACTS, artefact
from gutshot.videopoker.subset_tables import ARRAYS, build_subset_tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["build", "built_arrays"]


def built_arrays() -> Iterator[tuple[str, NDArray[np.generic]]]:
    """Yield every shipped array with its path below `artefacts/`, in the order of need."""
    classes = compute_suit_classes(5)
    for name, array in zip(SuitClasses._fields, classes, strict=True):
        # weights are at most 24
        yield f"suit_classes/{name}_5.npy", array.astype(np.uint8) if name == "weights" else array
    yield "suit_classes/ids.npy", compute_class_ids()
    for deck in DECKS.values():
        tables = build_subset_tables(deck)
        for name in ARRAYS:
            yield f"videopoker/{deck.name}/{name}.npy", getattr(tables, name)


def build(root: Path = ARTEFACTS) -> int:
    """Write all arrays and the manifest below `root`; return their size in bytes.

    Later arrays are built from the earlier ones, so the shipped folder is the only useful `root`
    on a machine that has none yet.
    """
    files = {}
    for name, array in built_arrays():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, array, allow_pickle=False)
        artefact.cache_clear()
        content = path.read_bytes()
        files[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    manifest = {"rebuild": "python -m gutshot.work.build", "error": "exact", "files": files}
    text = json.dumps(manifest, indent=1) + "\n"
    (root / "manifest.json").write_text(text, encoding="utf-8")
    return sum(file["bytes"] for file in files.values())


if __name__ == "__main__":
    print(f"{build():,} bytes")  # noqa: T201
