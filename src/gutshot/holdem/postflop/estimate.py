"""How large a spot is before anything of it is built, and which size costs how much.

Beginnings of a street with the same stacks have the same tree, so that each is grown once and
counted as often as it comes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cfr import LANES, Decision, End
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.deals import refuse_undealt
from gutshot.holdem.postflop.isomorphism import Runout, next_runouts, symmetries
from gutshot.holdem.postflop.locks import keeps_locks, settled_locks
from gutshot.holdem.postflop.sizes import size_text
from gutshot.holdem.postflop.spec import PLAYERS, STREETS
from gutshot.holdem.postflop.tree import MOST_DECISIONS, Street, first_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr.forest import Node
    from gutshot.holdem.postflop.spec import Spot
    from gutshot.holdem.postflop.tree import Start

__all__ = [
    "MOST_BYTES",
    "Saving",
    "SpotSize",
    "StreetSize",
    "TooLargeError",
    "measure",
    "quick_savings",
    "refuse_too_large",
    "savings",
]

MOST_BYTES: Final = 4_000_000_000
"""Of regrets and averages, unless somebody asks for more."""

_SHOWN: Final = 3
_HALF: Final = 2
_WHOLE: Final = 4
_RIVER: Final = 5
_MOST_COUNTED: Final = 20_000
_MOST_GROWN: Final = 40_000


@dataclass(frozen=True, slots=True)
class StreetSize:
    """A street of a spot.

    Attributes
    ----------
    name : str
    beginnings, decisions, endings : int
        Of its betting trees; endings are folds, showdowns and the next street's beginnings.
    boards : int
        On which it is played; those that stand for others by the names of suits.
    memory_bytes : int
        Of regrets and averages.
    """

    name: str
    beginnings: int
    decisions: int
    endings: int
    boards: int
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class SpotSize:
    """All streets of a spot.

    grown : how many decisions were grown to count them.
    """

    streets: tuple[StreetSize, ...]
    grown: int = 0

    @property
    def memory_bytes(self) -> int:
        """Bytes of regrets and averages."""
        return sum(street.memory_bytes for street in self.streets)

    @property
    def decisions(self) -> int:
        """Decisions on all streets, each counted once for all boards."""
        return sum(street.decisions for street in self.streets)


@dataclass(frozen=True, slots=True)
class Saving:
    """What a spot would take without one of its sizes.

    where : "oop.river bet 50%"
    """

    where: str
    memory_bytes: int
    decisions: int


class TooLargeError(InputError):
    """A spot that takes more than it may.

    half_bytes : what it takes in 16 bits, where that is what it may take; None where it isn't.
    """

    def __init__(self, message: str, half_bytes: int | None = None) -> None:
        super().__init__(message)
        self.half_bytes = half_bytes


def measure(spot: Spot, *, half: bool = False) -> SpotSize:
    """Return how large a spot is.

    half : numbers of 16 bits instead of 32.

    Raises
    ------
    InputError
        When a street has more actions in a row, or more decisions, than can be solved, and when
        the ranges can't be dealt.
    """
    refuse_undealt(spot)
    return _measure(spot, _places(spot), _HALF if half else _WHOLE)


def _measure(spot: Spot, places: Sequence[tuple[int, Sequence[int]]], each: int) -> SpotSize:
    starts: Counter[Start] = Counter({first_start(spot): 1})
    out = []
    grown = 0
    for number, name in enumerate(STREETS[STREETS.index(spot.street) :]):
        after: Counter[Start] = Counter()
        nodes, slots, endings = [0, 0], [0, 0], 0
        for start, times in starts.items():
            counted = _Counted()
            counted.walk(Street(spot, name, counted.follow).node(start))
            grown += sum(counted.nodes)
            if grown > _MOST_COUNTED:
                raise InputError(
                    f"the sizes make more than {_MOST_COUNTED:,} decisions up to the {name}: give"
                    " fewer"
                )
            for player in range(2):
                nodes[player] += times * counted.nodes[player]
                slots[player] += times * counted.slots[player]
            endings += times * counted.endings
            for begun, more in counted.begun.items():
                after[begun] += times * more
        boards, hands = places[number]
        numbers = sum((2 * slots[p] - nodes[p]) * hands[p] for p in range(2))
        out.append(StreetSize(name, starts.total(), sum(nodes), endings, boards, each * numbers))
        starts = after
    return SpotSize(tuple(out), grown)


def savings(spot: Spot, *, half: bool = False) -> list[Saving]:
    """Return what a spot would take without each of its sizes, the largest saving first."""
    found = []
    places = _places(spot)  # the same without a size
    for where, smaller in _without_one(spot):
        size = _measure(smaller, places, _HALF if half else _WHOLE)
        found.append(Saving(where, size.memory_bytes, size.decisions))
    return sorted(found, key=lambda one: (one.memory_bytes, one.decisions))


def quick_savings(spot: Spot, size: SpotSize, *, half: bool = False) -> list[Saving]:
    """Return the same of a spot whose size is known; none where it would take seconds."""
    # many sizes take long to be left out one by one, and say by themselves what to do
    quick = size.grown * sum(1 for _ in _without_one(spot)) <= _MOST_GROWN
    return savings(spot, half=half) if quick else []


def refuse_too_large(spot: Spot, most_bytes: int = MOST_BYTES, *, half: bool = False) -> SpotSize:
    """Return how large a spot is, if it may be solved.

    half : numbers of 16 bits instead of 32.

    Raises
    ------
    TooLargeError
        When it takes more memory than it may, or has more decisions on a street than can be
        solved: whether 16 bits are enough, and what to leave out.
    InputError
        As `measure`.
    """
    size = measure(spot, half=half)
    half_bytes, fits = None, ""
    worst = max(size.streets, key=lambda street: street.decisions)
    if worst.decisions > MOST_DECISIONS:
        what = f"{worst.decisions:,} decisions on the {worst.name}, at most {MOST_DECISIONS:,}"
    elif size.memory_bytes > most_bytes:
        what = f"{size.memory_bytes / 1e9:.2f} GB of memory, at most {most_bytes / 1e9:g} GB"
        smaller = size.memory_bytes * _HALF // _WHOLE
        if not half and smaller <= most_bytes:
            half_bytes = smaller
            fits = f"; in 16 bits it takes {smaller / 1e9:.2f} GB, which fits"
    else:
        return size
    drops = ", ".join(
        f"{one.where} ({one.memory_bytes / 1e9:.2g} GB, {one.decisions:,} decisions)"
        for one in quick_savings(spot, size, half=half)[:_SHOWN]
    )
    more = f"; without a size: {drops}" if drops else "; give fewer sizes or smaller ranges"
    raise TooLargeError(f"the spot takes {what}{more}{fits}", half_bytes)


class _Counted:
    """The parts of one tree of a street."""

    def __init__(self) -> None:
        self.nodes = [0, 0]
        self.slots = [0, 0]
        self.endings = 0
        self.begun: Counter[Start] = Counter()

    def follow(self, start: Start) -> Node:
        self.begun[start] += 1
        return End(0, (0.0, 0.0))

    def walk(self, node: Node) -> None:
        if not isinstance(node, Decision):
            self.endings += 1
            return
        self.nodes[node.player] += 1
        self.slots[node.player] += len(node.actions)
        for below in node.actions.values():
            self.walk(below)


def _without_one(spot: Spot) -> Iterator[tuple[str, Spot]]:
    """Yield the spot without each of its sizes, and what was left out."""
    spot = replace(spot, locks=())
    for player, name in enumerate(PLAYERS):
        for street, sizes in spot.sizes[player].items():
            for word, key in (("bet", "bet"), ("raise", "raises"), ("donk", "donk")):
                given = getattr(sizes, key)
                for at, size in enumerate(given):
                    fewer = replace(sizes, **{key: given[:at] + given[at + 1 :]})
                    both = list(spot.sizes)
                    both[player] = {**both[player], street: fewer}
                    yield (
                        f"{name}.{street} {word} {size_text(size)}",
                        replace(spot, sizes=(both[0], both[1])),
                    )


def _places(spot: Spot) -> list[tuple[int, list[int]]]:
    """Return by street how many boards there are, and how many places each player has on them."""
    combos = combo_cards().astype(np.int64)
    free = ~np.isin(combos, spot.board).any(axis=1)
    held = [combos[(one.weights > 0) & free] for one in spot.ranges]
    weights = [one.weights for one in spot.ranges]
    locks = settled_locks(spot)
    suits = tuple(one for one in symmetries(spot.board, weights) if keeps_locks(locks, one))
    runouts = [Runout(spot.board, symmetries=suits)]
    out = []
    for _ in STREETS[STREETS.index(spot.street) :]:
        dealt = np.array([one.board[len(spot.board) :] for one in runouts], np.int64)
        boards = dealt.reshape(len(runouts), -1)
        out.append((len(runouts), [_padded(one, boards) for one in held]))
        runouts = next_runouts(runouts) if len(runouts[0].board) < _RIVER else []
    return out


def _padded(hands: NDArray[np.int64], boards: NDArray[np.int64]) -> int:
    """Return how many places hands take on boards, each board's filled up to 16."""
    left = np.full(len(boards), len(hands))
    for board, cards in enumerate(boards):
        left[board] = (~np.isin(hands, cards).any(axis=1)).sum()
    return int((-(-left // LANES) * LANES).sum())
