"""What the ends of a street are worth, as sums over the other player's hands.

Chips are counted from half of the spot's pot: a player's EV is half the pot, plus what his ends are
worth, over all deals. So seen, a showdown over a pot of p, of which the rake takes r and each has
put in c since the spot began, gives (p - r) / 2 for hands that win, the negative for hands that
lose, and -r / 2 for all: ``p - r - c - pot / 2`` is ``(p - r) / 2 - r / 2``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cfr import LANES
from gutshot.holdem.postflop.layout import BALANCE, EVERYBODY, Ends
from gutshot.holdem.postflop.tree import FOLDS, LEAVES, SHOWDOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["seen_by"]

_BLOCK: Final = LANES * LANES


def seen_by(player: int, forest: Forest, spot: Spot, chance: float = 1.0) -> Ends:
    """Return a street's ends as a player sees them.

    chance : of each board, given both hands; what ends on this street is worth is multiplied by it.
    """
    mine, theirs = forest.slots[player], forest.slots[1 - player]
    terms: list[tuple[int, int, int, float]] = []  # own slot, their slot, which sum, coefficient
    beginnings: dict[int, tuple[int, int]] = {}
    for end, kind in enumerate(forest.kinds.tolist()):
        slots = int(mine[end]), int(theirs[end])
        if kind >= LEAVES:
            beginnings[kind - LEAVES] = slots
            continue
        win, lose = _results(spot, Fraction(float(forest.amounts[:, end].min())))
        if kind == SHOWDOWN:
            terms.append((*slots, BALANCE, float((win - lose) / 2) * chance))
            if win + lose:
                terms.append((*slots, EVERYBODY, float((win + lose) / 2) * chance))
        else:
            worth = lose if kind == FOLDS[player] else win
            terms.append((*slots, EVERYBODY, float(worth) * chance))
    return _arranged(terms, [beginnings[i] for i in range(len(beginnings))], forest, player)


def _results(spot: Spot, paid: Fraction) -> tuple[Fraction, Fraction]:
    """Return what a pot is worth to its winner and to its loser, each having paid in so much."""
    pot = spot.pot + 2 * paid
    taken = spot.rake.of(pot, flop=True)
    return pot - taken - paid - spot.pot / 2, -paid - spot.pot / 2


def _arranged(
    terms: list[tuple[int, int, int, float]],
    beginnings: list[tuple[int, int]],
    forest: Forest,
    player: int,
) -> Ends:
    needs: dict[int, int] = {}
    for _, slot, which, _ in terms:
        needs[slot] = needs.get(slot, 0) | which
    # slots with the same needs stand together: fewer blocks need both sums
    lanes = sorted(needs, key=lambda slot: (needs[slot] != BALANCE, needs[slot], slot))
    at = {slot: number for number, slot in enumerate(lanes)}
    blocks = -(-len(lanes) // LANES)
    wanted = np.zeros(blocks, np.int64)
    for slot, number in at.items():
        wanted[number // LANES] |= needs[slot]
    found = sorted(
        [
            *(
                (own, (which == EVERYBODY) * blocks * _BLOCK + at[slot] * LANES, coefficient)
                for own, slot, which, coefficient in terms
            ),
            *(
                (own, 2 * blocks * _BLOCK + number * LANES, 1.0)
                for number, (own, _) in enumerate(beginnings)
            ),
        ]
    )
    slots = [own for own, _, _ in found]
    return Ends(
        _filled(lanes),
        wanted,
        np.searchsorted(slots, np.arange(forest.seats[player].slots), "right").astype(np.int64),
        np.array([coefficient for _, _, coefficient in found], np.float32),
        np.array([place for _, place, _ in found], np.int64),
        _filled([slot for _, slot in beginnings]),
    )


def _filled(slots: list[int]) -> NDArray[np.int64]:
    """Return slots up to a multiple of 16, the first one again where there is none."""
    missing = -len(slots) % LANES
    return np.array([*slots, *[slots[0] if slots else 0] * missing], np.int64)
