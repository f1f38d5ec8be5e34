"""Locked nodes of a spot: what a player is made to do there with some hands or with all.

::

    [locks."x-b25"]              # a node's id; |*| stands for any card
    c = "AA,KK:0.5"              # a range for each action, a weight is the chance of the action
    r85 = "JJ"
    rest = "f"                   # what is left; "free": hands that are named nowhere are solved

Without `rest` it is to fold, or to check where nothing is to be called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.text import card_name
from gutshot.cfr import LANES
from gutshot.errors import HandError, InputError
from gutshot.holdem.hand_classes import COMBOS, combo_cards
from gutshot.holdem.postflop.nodes import ANY_CARD, SpotTree, token_of
from gutshot.holdem.postflop.solution import renamed
from gutshot.holdem.ranges import parse_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import LaneTable
    from gutshot.cfr.forest import Seat
    from gutshot.holdem.postflop.layout import Hands
    from gutshot.holdem.postflop.nodes import Place
    from gutshot.holdem.postflop.spec import NodeLock, Spot

__all__ = ["HeldRows", "SettledLock", "held_rows", "keeps_locks", "settled_locks"]

_FREE: Final = "free"
_SUM_ERROR: Final = 1e-9


@dataclass(frozen=True, eq=False)
class SettledLock:
    """A lock that fits its node.

    Attributes
    ----------
    node : str
        The node's id in its one form.
    place : Place
    cards : tuple of int
        After the spot's board, `ANY_CARD` where all are meant.
    chances : (actions, 1326) float64 by combo
        0..1 and 1 in sum; not a number in all rows for a combo that is free.
    """

    node: str
    place: Place
    cards: tuple[int, ...]
    chances: NDArray[np.float64]

    def holds_on(self, cards: Sequence[int]) -> bool:
        """Tell whether it holds after these cards."""
        return len(cards) == len(self.cards) and all(
            mine in {ANY_CARD, card} for mine, card in zip(self.cards, cards, strict=True)
        )


@dataclass(frozen=True, eq=False)
class HeldRows:
    """A player's locked chances on a street, where his table has them.

    Attributes
    ----------
    mask : flat, (batches, nodes, 16) float32
        1 for hands that are locked; empty where nothing is.
    """

    mask: NDArray[np.float32]
    regret_at: NDArray[np.int64]
    regret: NDArray[np.float32]
    mean_at: NDArray[np.int64]
    mean: NDArray[np.float32]

    def put(self, table: LaneTable) -> None:
        """Have a table play the locked chances, whatever was learnt since: regrets are matched."""
        if len(self.mask):
            table.regret.reshape(-1)[self.regret_at] = self.regret
            table.mean.reshape(-1)[self.mean_at] = table.as_means(self.mean)


def settled_locks(spot: Spot, tree: SpotTree | None = None) -> tuple[SettledLock, ...]:
    """Return the locks of a spot as chances.

    tree : of the spot, where it is at hand.

    Raises
    ------
    InputError
        For a node or an action that is not there, and for ranges that are no chances.
    """
    if not spot.locks:
        return ()
    trees = tree or SpotTree(spot)
    out: list[SettledLock] = []
    for lock in spot.locks:
        name = f"locks.{lock.node[:60]!r}"
        try:
            here = trees.at(lock.node, any_card=True)
        except InputError as error:
            raise InputError(f"{name}: {error}") from error
        if here.place is None:
            raise InputError(f"{name}: nobody acts there")
        found = SettledLock(here.id, here.place, here.cards, _chances(lock, here.place, name))
        for other in out:
            if other.place == found.place and _meet(other.cards, found.cards):
                raise InputError(f"{name}: the node is locked twice")
        out.append(found)
    return tuple(out)


def keeps_locks(locks: Sequence[SettledLock], suits: Sequence[int]) -> bool:
    """Tell whether locks stay what they are when suit s becomes ``suits[s]``."""
    to = renamed(np.arange(COMBOS), suits)
    return all(
        np.array_equal(lock.chances[:, to], lock.chances, equal_nan=True)
        and all(card == ANY_CARD or suits[card % 4] == card % 4 for card in lock.cards)
        for lock in locks
    )


def held_rows(
    locks: Sequence[SettledLock],
    seat: Seat,
    hands: Hands,
    boards: Sequence[Sequence[int]],
    roots: int,
) -> HeldRows:
    """Return the rows of a player's table on a street that locks hold.

    locks : the player's on this street.
    boards : the cards of each board after the spot's own, in order.
    roots : how many beginnings the street has.
    """
    slots, nodes = seat.slots - roots, len(seat.first)
    spare = slots - nodes
    mask = np.zeros((len(hands.high) // LANES, nodes, LANES), np.float32)
    at: list[list[NDArray[np.int64]]] = [[], []]
    values: list[list[NDArray[np.float64]]] = [[], []]
    # rows of means before each node: one fewer than actions for every node above
    before = np.cumsum(seat.actions - 1) - (seat.actions - 1)
    high, low = hands.high.astype(np.int64), hands.low.astype(np.int64)
    combos = np.minimum(high * (high - 1) // 2 + low, COMBOS - 1)
    for lock in locks:
        node, first, count = lock.place.number, lock.place.first, len(lock.place.actions)
        for board, cards in enumerate(boards):
            if not lock.holds_on(cards):
                continue
            places = np.arange(hands.start[board], hands.start[board + 1])
            places = places[high[places] < 52]
            places = places[~np.isnan(lock.chances[0, combos[places]])]
            batch, lane = places // LANES, places % LANES
            mask[batch, node, lane] = 1.0
            chances = lock.chances[:, combos[places]]
            for action in range(count):
                row = batch * slots + first - roots + action
                at[0].append(row * LANES + lane)
                values[0].append(chances[action])
                if action < count - 1:
                    at[1].append((batch * spare + before[node] + action) * LANES + lane)
                    values[1].append(chances[action])
    if not at[0]:
        nothing, zero = np.zeros(0, np.int64), np.zeros(0, np.float32)
        return HeldRows(zero, nothing, zero, nothing, zero)
    return HeldRows(
        mask.reshape(-1),
        np.concatenate(at[0]),
        np.concatenate(values[0]).astype(np.float32),
        np.concatenate(at[1]) if at[1] else np.zeros(0, np.int64),
        np.concatenate([np.zeros(0), *values[1]]).astype(np.float32),
    )


def _chances(lock: NodeLock, place: Place, name: str) -> NDArray[np.float64]:
    tokens = [token_of(action) for action in place.actions]
    rest = lock.rest or ("f" if "f" in tokens else "x")
    wanted = [*(token for token, _ in lock.ranges), *((rest,) if rest != _FREE else ())]
    for token in wanted:
        if token not in tokens:
            raise InputError(
                f"{name}: '{token[:20]}' is no action there; there are {', '.join(tokens)}"
            )
    chances = np.zeros((len(tokens), COMBOS))
    for token, text in lock.ranges:
        if not text.strip():
            continue
        try:
            found = parse_range(text)
        except HandError as error:
            raise InputError(f"{name}: {token}: {error}") from error
        chances[tokens.index(token)] = found.weights / found.denominator
    total = chances.sum(axis=0)
    if (total > 1 + _SUM_ERROR).any():
        raise InputError(
            f"{name}: the chances of {_name(int(np.argmax(total)))} add up to {total.max():g}; 1 at"
            " most, over all actions"
        )
    if rest == _FREE:
        free = total == 0
        if free.all():
            raise InputError(f"{name}: with rest = 'free' name a hand at least; all are free")
        if (total[~free] < 1 - _SUM_ERROR).any():
            combo = int(np.flatnonzero(~free & (total < 1 - _SUM_ERROR))[0])
            raise InputError(
                f"{name}: the chances of {_name(combo)} add up to {total[combo]:g}; with rest ="
                " 'free' those of a named hand add up to 1"
            )
        chances[:, free] = np.nan
    else:
        chances[tokens.index(rest)] += np.maximum(1 - total, 0)
    return chances


def _name(combo: int) -> str:
    return "".join(card_name(card) for card in combo_cards()[combo].tolist())


def _meet(one: Sequence[int], other: Sequence[int]) -> bool:
    """Tell whether there are cards of which both speak."""
    return all(ANY_CARD in {a, b} or a == b for a, b in zip(one, other, strict=True))
