"""Games played once a process, and what several tests work out from them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.videopoker import (
    GameReturn,
    PayTable,
    _kernels,
    analyse_game,
    from_mapping,
    game,
)
from gutshot.videopoker.deal_classes import LANES
from gutshot.videopoker.game_return import draw_factors
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DATA", "JACKS", "all_evs", "jacks", "played", "printed", "stored"]

DATA = Path(__file__).parents[1] / "data"

JACKS: dict[str, object] = {
    "royal_flush": 800,
    "straight_flush": 50,
    "four_of_a_kind": 25,
    "full_house": 9,
    "flush": 6,
    "straight": 4,
    "three_of_a_kind": 3,
    "two_pair": 2,
    "jacks_or_better": 1,
}
"""Jacks or Better 9/6."""


def jacks(full_house: int, flush: int, **others: object) -> PayTable:
    """Return a table of Jacks or Better with these payouts."""
    pays = JACKS | {"full_house": full_house, "flush": flush} | others
    return from_mapping(f"Jacks or Better {full_house}/{flush}", "standard", pays)


@cache
def played(name: str | PayTable) -> GameReturn:
    """Return a game of the catalogue, or a table of one's own, played perfectly."""
    return analyse_game(game(name) if isinstance(name, str) else name)


def all_evs(table: PayTable) -> NDArray[np.int64]:
    """Return (classes, 32) EV numerators of every hold of every class of deals."""
    deals = played(table).deals
    tables = subset_tables(table.deck)
    pays = table.scaled_pays[resolve(table.order, tables.kinds)]
    of_deal = np.zeros(len(deals.rows) * LANES, np.int64)
    of_deal[: deals.count] = pays[tables.deal_kinds]
    everyone = np.arange(deals.count)
    sums = _kernels.all_sums(deals.rows, tables.sums(pays), of_deal, everyone)
    return sums * draw_factors(table.deck)


def printed(game_return: GameReturn) -> str:
    """Return the variance as tables print it: ``25.8346181 .. 25.8379163`` where ties matter."""
    least, most = (f"{float(bound):.7f}" for bound in game_return.variance)
    return least if game_return.variance[0] == game_return.variance[1] else f"{least} .. {most}"


def stored(name: str) -> Any:  # noqa: ANN401 - JSON
    """Return the content of a file of test data."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))
