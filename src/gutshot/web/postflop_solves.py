"""Solves of spots after the flop as jobs of the server, and their trees as pages read them."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.errors import InputError
from gutshot.holdem.postflop.estimate import refuse_too_large
from gutshot.holdem.postflop.locks import settled_locks
from gutshot.holdem.postflop.node_answers import answer_node, cards_below
from gutshot.holdem.postflop.solution_file import load_solve
from gutshot.holdem.postflop.values import TreeValues
from gutshot.jobs import UnknownJobError
from gutshot.web.job_work import ask
from gutshot.work.postflop_solves import (
    CHECKS,
    POSTFLOP,
    half_asked,
    solve_file,
    solve_inputs,
    solve_job_id,
    spot_asked,
    way_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.postflop.estimate import SpotSize
    from gutshot.holdem.postflop.node_answers import CardAnswer, NodeAnswer
    from gutshot.holdem.postflop.spec import Spot
    from gutshot.jobs import JobStatus
    from gutshot.web.rooms import Rooms
    from gutshot.work.postflop_solves import OnTheWay

__all__ = ["MOST_BYTES", "TREES", "PostflopSolve", "ask_to_solve", "check_spot", "solve_of"]

MOST_BYTES: Final = 2_000_000_000
"""Of regrets and averages of a spot that the server solves."""

_KEPT: Final = 3
_KEPT_BYTES: Final = 800_000_000


class PostflopSolve(NamedTuple):
    """A solve: how its job stands, what it is of, its certificates on the way, its file."""

    status: JobStatus
    spot: Spot
    way: tuple[OnTheWay, ...]
    file: Path
    half: bool = False
    """Whether numbers are kept in 16 bits."""

    @property
    def bits(self) -> int:
        """In which numbers are kept: 16 or 32."""
        return 16 if self.half else 32


def check_spot(spot: Spot, *, half: bool = False) -> SpotSize:
    """Return how large a spot is, if the server solves it.

    Raises
    ------
    InputError
        For a tree that is too large, and for locks that don't fit it.
    """
    size = refuse_too_large(spot, MOST_BYTES, half=half)
    settled_locks(spot)
    return size


def ask_to_solve(rooms: Rooms, player: str, spot: Spot, *, half: bool = False) -> JobStatus:
    """Have a spot solved; who asks may cancel it.

    half : whether numbers are kept in 16 bits.

    Raises
    ------
    InputError
        For a tree that is too large, and for locks that don't fit it.
    NotReadyError, QueueFullError, TooManyRequestsError
        While kernels are compiled, when too many jobs wait, when the player asked for too many.
    """
    check_spot(spot, half=half)
    rooms.check_kernels()
    rooms.rates.take("work", player)
    job_id, inputs = solve_job_id(spot, half=half), solve_inputs(spot, half=half)
    try:
        before = rooms.runner.status(job_id)
    except UnknownJobError:
        before = None
    if before is not None and before.state == "done" and not solve_file(inputs, job_id).exists():
        # the file made room for others: what was done must be done again
        rooms.runner.remove(job_id)
    return ask(rooms, POSTFLOP, inputs, job_id, player, "a spot after the flop")


def solve_of(rooms: Rooms, job_id: str) -> PostflopSolve:
    """Return a solve.

    Raises
    ------
    UnknownJobError
        When no job of this id is one.
    """
    status = rooms.runner.status(job_id)
    if status.kind != POSTFLOP:
        raise UnknownJobError(f"'{job_id}' is no solve of a spot after the flop")
    way = way_of(status.result, rooms.database.jobs.load(job_id, CHECKS))
    file = solve_file(status.inputs, job_id)
    spot, half = spot_asked(status.inputs), half_asked(status.inputs)
    return PostflopSolve(status, spot, way, file, half)


class Trees:
    """The trees that were looked at last, kept with what was worked out for them.

    One request at a time works something out: others wait for it and find it kept.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, int], TreeValues] = OrderedDict()

    def node(self, file: Path, node_id: str) -> tuple[NodeAnswer, TreeValues]:
        """Return a node of a file's tree, and the tree.

        Raises
        ------
        InputError
            When the file is not there, or it has no such node.
        """
        with self._lock:
            values = self._values(file)
            return answer_node(values, node_id), values

    def cards(self, file: Path, node_id: str) -> list[CardAnswer]:
        """Return the cards that may come at a node; see `cards_below`."""
        with self._lock:
            return cards_below(self._values(file), node_id)

    def _values(self, file: Path) -> TreeValues:
        try:
            key = str(file), file.stat().st_mtime_ns
        except OSError:
            raise InputError("the tree is not kept any more: solve the spot again") from None
        if key not in self._kept:
            self._kept[key] = TreeValues(load_solve(file).solution)
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and (len(self._kept) > _KEPT or self._bytes() > _KEPT_BYTES):
            self._kept.popitem(last=False)
        return self._kept[key]

    def _bytes(self) -> int:
        return sum(values.solution.nbytes for values in self._kept.values())


TREES: Final = Trees()
"""Those of this process."""
