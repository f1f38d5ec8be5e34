"""All conditions that learned exceptions may be made of, over many holds in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.videopoker.strategy.conditions import MOST, NONE, SOME, Condition, Holdings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.strategy.phrase_words import Span

__all__ = ["telling_conditions"]

_RUNS: Final = [(low, low + width) for width in range(12) for low in range(12 - width, -1, -1)]
"""Runs of ranks, the narrowest first."""

_PENALTY_SPANS: Final = (NONE, SOME, (2, MOST), (0, 1), (3, MOST), (0, 2))
_SUIT_SPANS: Final = ((1, 1), (2, MOST), (2, 2), (3, 3))
_RUN_SPANS: Final[tuple[tuple[str, bool, Span], ...]] = (
    *(("held", above, span) for above in (False, True) for span in (SOME, NONE)),
    *(("discards", False, span) for span in (SOME, NONE, (2, MOST), (3, MOST))),
    *(("suited_discards", above, span) for above in (False, True) for span in (SOME, NONE)),
)
"""What is said of a run of ranks: kind, whether of the hold above, span."""


def telling_conditions(
    above: Holdings, held: Holdings
) -> tuple[list[Condition], NDArray[np.bool_]]:
    """Return conditions that tell some of the deals apart, and (n, conditions) who meets them.

    above, held : the line's hold and the other hold of n deals. Of conditions that the same deals
    meet only the first is kept; the plainest come first.
    """
    conditions: list[Condition] = []
    columns: list[NDArray[np.bool_]] = []
    for condition in _penalties(above, held):
        conditions.append(condition)
        columns.append((above if condition.above else held).meet(condition)[:, None])
    by_run = _run_columns(above, held)
    for at, (low, high) in enumerate(_RUNS):
        ranks = ((1 << high - low + 1) - 1) << low
        conditions += [Condition(kind, span, ranks, up) for kind, up, span in _RUN_SPANS]
        columns.append(by_run[:, :, at])
    met = np.concatenate(columns, axis=1)
    packed = np.ascontiguousarray(np.packbits(met, axis=0).T)
    some = met.any(axis=0) & ~met.all(axis=0)
    first: dict[bytes, int] = {}
    for at in np.flatnonzero(some).tolist():
        first.setdefault(packed[at].tobytes(), at)
    kept = list(first.values())
    return [conditions[at] for at in kept], np.ascontiguousarray(met[:, kept])


def _run_columns(above: Holdings, held: Holdings) -> NDArray[np.bool_]:
    """Return (n, things said, runs)."""
    out = np.empty((len(held), len(_RUN_SPANS), len(_RUNS)), np.bool_)
    start = [low for low, _ in _RUNS]
    stop = [high + 1 for _, high in _RUNS]
    counts: dict[tuple[str, bool], NDArray[np.int64]] = {}
    for at, (kind, is_above, (least, most)) in enumerate(_RUN_SPANS):
        if (kind, is_above) not in counts:
            up_to = np.cumsum((above if is_above else held).by_rank(kind), axis=1)
            up_to = np.pad(up_to, ((0, 0), (1, 0)))
            counts[kind, is_above] = up_to[:, stop] - up_to[:, start]
        inside = counts[kind, is_above]
        out[:, at] = (inside >= least) & (inside <= most)
    return out


def _penalties(above: Holdings, held: Holdings) -> list[Condition]:
    out = []
    for is_above in (False, True):
        out += [
            Condition(kind, span, above=is_above)
            for kind in ("flush", "straight")
            for span in _PENALTY_SPANS
        ]
        for rank in range(12, -1, -1):
            if (above if is_above else held).always_holds(rank):
                out += [Condition("flush", span, 1 << rank, is_above) for span in (NONE, SOME)]
        out += [Condition("suits", span, above=is_above) for span in _SUIT_SPANS]
    return out
