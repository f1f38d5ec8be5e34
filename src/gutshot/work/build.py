"""Build the arrays that Gutshot ships and their manifest: ``python -m gutshot.work.build``."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.cards.decks import DECKS
from gutshot.cards.suit_classes import compute_class_ids, compute_suit_classes
from gutshot.catalogue import ARTEFACTS, artefact
from gutshot.holdem.class_equities import ClassEquities, build_class_equities
from gutshot.videopoker.subset_tables import ARRAYS, build_subset_tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["build", "built_arrays"]


def built_arrays() -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield every shipped array with its path below `artefacts/`, in the order of need."""
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


def build(root: Path = ARTEFACTS) -> int:
    """Write all arrays and the manifest below `root`; return their size in bytes.

    Later arrays are built from the earlier ones, so the shipped folder is the only useful `root`
    on a machine that has none yet.
    """
    files: dict[str, dict[str, str | int]] = {}
    total = 0
    for name, array in built_arrays():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, array, allow_pickle=False)
        artefact.cache_clear()
        content = path.read_bytes()
        total += len(content)
        files[name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    manifest = {"rebuild": "python -m gutshot.work.build", "error": "exact", "files": files}
    text = json.dumps(manifest, indent=1) + "\n"
    (root / "manifest.json").write_text(text, encoding="utf-8")
    return total


if __name__ == "__main__":
    print(f"{build():,} bytes")  # noqa: T201
