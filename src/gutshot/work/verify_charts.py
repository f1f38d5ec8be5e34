"""What proves the shipped preflop charts: `CHECKS`, in order.

A chart is made a game again, by its strategies alone; the certificate, the share of deals in the
flop model and the EVs of every node that is reached are computed from that, and compared with what
its file says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.catalogue import ARTEFACTS
from gutshot.errors import InputError
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.chart_set import REACHED, read_set
from gutshot.holdem.preflop.codec import EV_STEP_BB
from gutshot.holdem.preflop.kept import SHIPPED, chart_name
from gutshot.work.charts import SEATS
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gutshot.work.verify import Progress

__all__ = ["CHECKS", "check_chart"]

SMALL: Final = (2, 3, 4)
NEAR: Final = 1e-9
"""What roundings may move a certificate by, in big blinds, and a share."""


def check_chart(path: Path) -> tuple[int, float]:
    """Recompute a chart's file; return how many nodes have EVs, and what is left to gain.

    Raises
    ------
    CheckFailedError
        For a number that does not follow from the file's strategies.
    """
    try:
        small = read_set(path)
        whole = small.whole()
    except InputError as error:
        raise CheckFailedError(f"{path.name}: {error}") from None
    said, found = small.certificate, whole.certificate
    off = max(
        np.abs(np.subtract(said.values, found.values)).max(),
        np.abs(np.subtract(said.gains, found.gains)).max(),
        abs(small.model_share - whole.model_share),
    )
    if off > NEAR:
        raise CheckFailedError(f"{path.name}: the certificate is off by {off:.2e}")
    if found.exploitability > small.bar_bb:
        raise CheckFailedError(f"{path.name}: {found.exploitability:.2e} misses {small.bar_bb:g}")
    seen = 0
    for name in small.nodes:
        node = whole.node(name)
        if node.reach < REACHED * (1 - NEAR):
            continue
        seen += 1
        # a node that stands just at the limit may have none
        evs = np.abs(small.node(name).ev_bb - node.ev_bb).max()
        if not evs <= EV_STEP_BB / 2 * (1 + 1e-6) and node.reach > REACHED * (1 + NEAR):
            raise CheckFailedError(f"{path.name}: an EV at '{name}' is off by {evs:.2e}")
    return seen, found.exploitability


def _check(seats: Sequence[int], progress: Progress) -> str:
    nodes = 0
    worst = 0.0
    with threadpool_limits(1, "blas"):
        for number, players in enumerate(seats):
            spec = spec_from({"players": players, "stack": 100}, "shipped")
            seen, left = check_chart(ARTEFACTS / SHIPPED / chart_name(spec))
            nodes, worst = nodes + seen, max(worst, left)
            progress((number + 1) / len(seats))
    return (
        f"{len(seats)} charts, {nodes:,} nodes: certificates and EVs follow from the strategies in"
        f" the files, best responses gain at most {worst:.6f} big blinds a hand"
    )


CHECKS = [
    Check("preflop charts, small tables", lambda progress: _check(SMALL, progress)),
    Check("preflop charts, all tables", lambda progress: _check(SEATS, progress), full=True),
]
"""The full one takes half a minute of one core."""
