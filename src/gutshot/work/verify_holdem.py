"""What proves the tables of two and three classes all in: `CHECKS`, in order."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.catalogue import artefact
from gutshot.holdem.class_samples import DRAWS, class_pairs, sample_classes
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES
from gutshot.holdem.three_way.counting import (
    BOARDS_OF_THREE,
    OUTCOMES,
    TRIPLES,
    count_slice,
    count_triples,
    deals_with,
    rank_triples,
    triple_index,
)
from gutshot.holdem.three_way.table import (
    LARGEST_ERROR,
    LARGEST_SHARE_ERROR,
    STEPS,
    TABLE,
    quantised,
    shares_of_outcomes,
    unpacked,
)
from gutshot.work.exhaustive import Checkpoint, run_chunks
from gutshot.work.verify import Check, CheckFailedError, workers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

CHUNK: Final = 400
"""Triples of pairs of ranks a task, about a tenth of a second of one core."""

SAMPLE: Final = 10
"""Chunks that the quick run counts, spread over all."""

SEED: Final = 14_365

_ANY_HAND: Final = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"
_UNIT: Final = 6  # a pot in parts that two and three can share


def _chunks() -> range:
    return range(-(-len(rank_triples()) // CHUNK))


def _some_triples(progress: Progress) -> str:
    chunks = _chunks()[:: len(_chunks()) // SAMPLE]
    triples: set[int] = set()
    for done, chunk in enumerate(chunks):
        progress(done / len(chunks))
        triples.update(_counted(chunk).tolist())
    return f"{len(triples):,} triples of classes, counted again, are those shipped"


def _every_triple(progress: Progress) -> str:
    rooms = ("cards", "evaluate", "holdem/hand_classes.py", "holdem/three_way")
    done = Checkpoint.load(("three-hands",), rooms)
    run_chunks(_chunks(), _compare_chunk, done, progress)
    triples = int((_deals() > 0).sum())
    return (
        f"{triples:,} triples of classes, each with all {BOARDS_OF_THREE:,} boards of all its"
        f" deals, are those shipped: no chance is {100 * LARGEST_ERROR:.4f} percentage points off"
    )


@cache
def _deals() -> NDArray[np.int64]:
    """Return the deals of every triple of classes, (818805,), from the hands themselves."""
    out = np.zeros(TRIPLES, np.int64)
    for hand in range(CLASSES):
        others = np.stack(np.tril_indices(hand + 1), axis=-1)
        triples = np.column_stack([others[:, 1], others[:, 0], np.full(len(others), hand)])
        out[triple_index(triples)] = deals_with(hand)[others[:, 1], others[:, 0]]
    return out


@cache
def _shipped() -> NDArray[np.uint16]:
    return unpacked(artefact(TABLE))


def _compare_chunk(chunk: int) -> int:
    """Return the number of a chunk whose shipped rows are what is counted."""
    _counted(chunk)
    return chunk


def _counted(chunk: int) -> NDArray[np.int64]:
    """Count a chunk, compare its shipped rows, and return the numbers of its triples."""
    numbers, counts = count_slice(rank_triples()[chunk * CHUNK : (chunk + 1) * CHUNK])
    sums = counts.sum(axis=1)
    if not np.array_equal(sums, _deals()[numbers] * BOARDS_OF_THREE):
        raise CheckFailedError(
            f"three hands: not all deals and boards of chunk {chunk} are counted"
        )
    rows = _shipped()[numbers]
    off = rows / STEPS - counts / np.maximum(sums, 1)[:, None]
    rounded = np.abs(off).max() < LARGEST_ERROR
    rounded &= np.abs(shares_of_outcomes(off)).max() <= LARGEST_SHARE_ERROR
    if not np.array_equal(rows, quantised(counts)) or not rounded:
        raise CheckFailedError(f"three hands: chunk {chunk} of the shipped table is another one")
    dealt: NDArray[np.int64] = numbers[sums > 0]
    return dealt


def _against_two(progress: Progress) -> str:
    """Compare each class's share against any two hands, by triples and by all hands in order."""
    counts = count_triples(workers(), lambda share: progress(0.2 * share))
    classes = np.empty((CLASSES, CLASSES, 3), np.int64)
    classes[..., 1] = np.arange(CLASSES)[:, None]
    classes[..., 2] = np.arange(CLASSES)
    by_triples = []
    for hand in range(CLASSES):
        classes[..., 0] = hand
        place = np.argsort(np.argsort(classes, axis=-1, kind="stable"), axis=-1)[..., 0, None]
        winners = np.arange(OUTCOMES)
        shares = np.array([_UNIT // max(1, one.bit_count()) for one in winners.tolist()])
        rows = counts[triple_index(np.sort(classes, axis=-1))]
        won = int((rows * np.where(winners >> place & 1, shares, 0)).sum())
        by_triples.append((int(rows.sum()), won))
    found = count_equities([_ANY_HAND] * 3, progress=lambda share: progress(0.2 + 0.8 * share))
    scale = found.unit // _UNIT
    in_order = zip(found.class_deals, found.class_shares, strict=True)
    for name, (deals, won), (all_deals, share) in zip(
        CLASS_NAMES, by_triples, in_order, strict=True
    ):
        if (deals, won * scale) != (all_deals, share):
            raise CheckFailedError(
                f"{name} against two hands: {won} / {deals} by triples, {share} / {all_deals} in"
                " order"
            )
    return (
        f"{found.total:,} deals of any three hands with their boards: each class's exact share is"
        " the same by triples and with all hands put in order"
    )


def _random_deals(progress: Progress) -> str:
    found = sample_classes(class_pairs(), SEED, workers=workers(), progress=progress)
    said = (
        f"{len(found.pairs):,} pairs of classes, {DRAWS:,} random deals each (seed {SEED}):"
        f" residuals have a root mean square of {found.rms:.4f}, the largest is"
        f" {found.largest:.2f}"
    )
    if abs(found.rms - 1) > 0.05 or found.largest > 5:
        raise CheckFailedError(said)
    return said


CHECKS = [
    Check("three hands, some triples", _some_triples),
    Check("three hands, every triple", _every_triple, full=True),
    Check("three hands, any three at once", _against_two, full=True),
    Check("two hands, random deals", _random_deals, full=True),
]
"""Full ones take four minutes of one core together; every triple resumes where it was stopped."""
