"""What an ending is worth where stacks count by their prizes: each outcome's stacks, priced by ICM.

Prizes are counted in big blinds: what a player's stack is worth after the hand less what it was
worth before, divided by the prize of a big blind at the start (`PreflopSpec.prize_of_bb`). All
seats have a worth at every ending, those who have folded too: others' stacks matter to them.

With two or three hands at a showdown, who wins alone and who shares are outcomes of their own,
since half of a pot is worth more than every second pot. A flop with chips behind is won or lost
whole, by the equity and the edge of the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.icm.many import many_equities
from gutshot.holdem.preflop.tree import EndingKind
from gutshot.holdem.preflop.worth import lying

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Ending

__all__ = ["PrizeWorth", "prize_worths"]

_NOTHING: Final = 1e-11
"""Big blinds: what is less comes from roundings of doubles, in differences of equal prizes."""


@dataclass(frozen=True, slots=True)
class PrizeWorth:
    """What an ending is worth to every seat, in big blinds of prize.

    The worth is ``constants``, with one player left. With more, it adds to that

    - for each pair x < y of those left, ``by_equity`` times the equity of x's hand against y's, and
      ``by_tie`` times the chance that the two tie;
    - with three, ``shares`` times what the pairwise equities miss of each hand's share of the pot,
      and ``chops`` times the chance that exactly two share it, and all three.

    Attributes
    ----------
    live : tuple of int
        Who is left, rising.
    constants : (seats,) float64
    by_equity, by_tie : dict of pair to (seats,) float64
    shares : (3, seats) float64
        By hand; None unless three are left.
    chops : (4, seats) float64
        By who shares: the first two, first and third, the last two, all; None unless three are left
        and all bets are made.
    """

    live: tuple[int, ...]
    constants: NDArray[np.float64]
    by_equity: dict[tuple[int, int], NDArray[np.float64]]
    by_tie: dict[tuple[int, int], NDArray[np.float64]]
    shares: NDArray[np.float64] | None = None
    chops: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """Stacks after an ending, by how it comes out.

    Attributes
    ----------
    live : tuple of int
        Who is left, rising.
    stacks : list of (seats,) stacks
        With one left one; with two by winner and, where it is a showdown, one for a tie; with three
        by winner and, where it is a showdown, for ties of the first two, first and third, last two,
        all; then, with a side pot, its two outcomes when the third player wins the main pot.
    showdown : bool
        Whether all bets are made.
    side : tuple of int
        Who meets in a side pot, or ().
    edges : dict of player to float
        What the flop model adds to a player's chance.
    """

    live: tuple[int, ...]
    stacks: list[list[float]]
    showdown: bool
    side: tuple[int, ...]
    edges: dict[int, float]


def prize_worths(
    spec: PreflopSpec,
    endings: Sequence[Ending],
    progress: Callable[[float], None] | None = None,
) -> list[PrizeWorth]:
    """Return what endings are worth, by ending.

    progress : told the share of the work that is done.
    """
    found = [_outcomes(spec, ending) for ending in endings]
    elsewhere = [*map(float, spec.elsewhere)]
    start = [float(stack) for stack in spec.stacks_bb]
    tables = np.array(
        [start + elsewhere]
        + [stacks + elsewhere for outcomes in found for stacks in outcomes.stacks]
    )
    prizes = many_equities(tables, [*map(float, spec.prizes)], progress)[:, : spec.players]
    net = (prizes - prizes[0]) / float(spec.prize_of_bb)
    out = []
    at = 1
    for outcomes in found:
        after = at + len(outcomes.stacks)
        out.append(_worth(outcomes, net[at:after]))
        at = after
    return out


def _outcomes(spec: PreflopSpec, ending: Ending) -> _Outcomes:
    """Return the stacks that an ending can leave."""
    per_bb = ending.moves.per_bb
    behind_units, pots, total = lying(ending)
    base = [units / per_bb for units in behind_units]
    shared: dict[tuple[int, ...], float] = {}
    for units, among in pots:
        if len(among) == 1:
            base[among[0]] += units / per_bb
        elif units:
            shared[among] = units / per_bb
    live = tuple(p for p in range(spec.players) if ending.hand.live >> p & 1)
    edges: dict[int, float] = {}
    if ending.kind is EndingKind.FLOP:
        order = [p for p in spec.after_the_flop if p in live and behind_units[p] > 0]
        behind = min(behind_units[p] for p in order) / per_bb
        spr = behind / (total / per_bb)
        put_in = spec.flop_model.commitment(spr) * behind
        for player in order:
            base[player] -= put_in
        among = tuple(sorted(order))
        shared[among] = shared.get(among, 0.0) + len(order) * put_in
        edges = spec.flop_model.edges(tuple(order), spr)
    showdown = ending.kind is EndingKind.ALL_IN
    side = next((among for among in shared if len(among) < len(live)), ())
    stacks = [
        _awarded(base, shared, winners, side_winners)
        for winners, side_winners in _who_wins(live, side, showdown=showdown)
    ]
    return _Outcomes(live, stacks, showdown, side, edges)


def _who_wins(
    live: tuple[int, ...], side: tuple[int, ...], *, showdown: bool
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return who shares the main pot, and who the side pot if none of those is in it."""
    winners: list[tuple[int, ...]] = [(player,) for player in live]
    if showdown and len(live) > 1:
        winners += combinations(live, 2)
    if showdown and len(live) == 3:
        winners.append(live)
    out = [(who, side) for who in winners]
    if side:
        (third,) = set(live) - set(side)
        out += [((third,), (player,)) for player in side]
    return out


def _awarded(
    base: Sequence[float],
    pots: dict[tuple[int, ...], float],
    winners: tuple[int, ...],
    side_winners: tuple[int, ...],
) -> list[float]:
    """Return stacks after the pots have been paid out."""
    out = [*base]
    for among, amount in pots.items():
        who = [player for player in winners if player in among] or side_winners
        for player in who:
            out[player] += amount / len(who)
    return out


def _worth(outcomes: _Outcomes, net: NDArray[np.float64]) -> PrizeWorth:
    """Return the worth of an ending whose outcomes are worth (outcomes, seats)."""
    live, edges = outcomes.live, outcomes.edges
    if len(live) == 1:
        return PrizeWorth(live, net[0], {}, {})
    alone = net[: len(live)].copy()
    if len(live) == 2:
        first, second = alone
        constants = second + edges.get(live[0], 0.0) * (first - second)
        tie = net[2] - (first + second) / 2 if outcomes.showdown else np.zeros_like(first)
        pair = (live[0], live[1])
        return PrizeWorth(live, constants, {pair: _clean(first - second)}, {pair: _clean(tie)})
    swing = np.zeros(net.shape[1])
    if outcomes.side:
        # the third player wins alone: the side pot goes to either of the two
        one, two = net[-2:]
        third = next(at for at in range(3) if live[at] not in outcomes.side)
        alone[third] = (one + two) / 2
        swing = one - two
    chops = None
    if outcomes.showdown:
        halves = [(alone[i] + alone[j]) / 2 for i, j in combinations(range(3), 2)]
        chops = np.array([*(net[3:6] - halves), net[6] - alone.mean(axis=0)])
    constants = sum(edges.get(player, 0.0) * alone[at] for at, player in enumerate(live))
    pairs = {pair: np.zeros_like(swing) for pair in combinations(live, 2)}
    if outcomes.side:
        constants = constants - swing / 2
        pairs[outcomes.side[0], outcomes.side[1]] += swing
        _share_side_pot(outcomes, swing, alone, chops)
    # shares of the pot by pairwise equities are thirds of their sums, and e of y and x is 1 - e
    constants = constants + (alone[1] + 2 * alone[2]) / 3
    for i, j in combinations(range(3), 2):
        pairs[live[i], live[j]] += (alone[i] - alone[j]) / 3
    return PrizeWorth(
        live,
        constants,
        {pair: _clean(found) for pair, found in pairs.items()},
        {},
        _clean(alone - alone.mean(axis=0)),
        None if chops is None else _clean(chops),
    )


def _share_side_pot(
    outcomes: _Outcomes,
    swing: NDArray[np.float64],
    alone: NDArray[np.float64],
    chops: NDArray[np.float64] | None,
) -> None:
    """Let u and v share a side pot by the equity of their two hands, w taking part or not.

    The seven outcomes say nothing of u against v where w wins. How much oftener u is before v there
    than v before u is what twice the equity of u against v, less 1, leaves when the other outcomes
    are taken off: ``P_u - P_v + P_uw - P_vw``, which is the difference of the two shares and half
    that of the two ties with w. The cards of w's hand are not seen in it.
    """
    live = outcomes.live
    u, v = (live.index(player) for player in outcomes.side)
    w = 3 - u - v
    alone[u] -= swing / 2
    alone[v] += swing / 2
    if chops is not None:
        ties = {frozenset(pair): at for at, pair in enumerate(combinations(range(3), 2))}
        chops[ties[frozenset((u, w))]] -= swing / 4
        chops[ties[frozenset((v, w))]] += swing / 4


def _clean(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers without those that are roundings."""
    cleaned: NDArray[np.float64] = np.where(np.abs(found) > _NOTHING, found, 0.0)
    return cleaned
