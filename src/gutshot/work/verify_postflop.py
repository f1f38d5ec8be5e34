"""What proves the postflop solver on spots with published values: `CHECKS`, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.holdem.postflop.answers import solve_spot
from gutshot.work.published_spots import FLOP, RIVER, TURN, published_spot
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

_POT: Final = 50
# board, bets, raises, exploitability in percent of the pot, equity in percent, EV of the first
_SMALL: Final = (
    (RIVER, "50%", "", 0.0097, 45.30420, 20.10947),
    (TURN, "50%", "", 0.0096, 44.87582, 18.49981),
)
_FLOPS: Final = (
    (FLOP, "50%", "", 0.0198, 46.03538, 17.64402),
    (FLOP, "50%, a", "60%, a", 0.264, 46.03538, 18.55468),
)


def _check(spots: tuple[tuple[str, str, str, float, float, float], ...], progress: Progress) -> str:
    off = 0.0
    for number, (board, bet, raises, percent, equity, ev) in enumerate(spots):

        def tell(share: float, number: int = number) -> None:
            progress((number + share) / len(spots))

        spot = published_spot(board, bet, raises, f"{percent}%pot")
        found = solve_spot(spot, progress=tell)
        name = f"{board}, {bet} {raises}".rstrip(", ")
        if not found.converged:
            raise CheckFailedError(f"{name}: stops at {found.exploitability_percent:.4f} %")
        if round(100 * float(found.equities[0]), 5) != equity:
            raise CheckFailedError(f"{name}: equity {100 * float(found.equities[0]):.5f} %")
        if abs(sum(found.evs) - _POT) > 1e-5 * _POT:
            raise CheckFailedError(f"{name}: EVs add up to {sum(found.evs):.6f}")
        # the game's value lies between what each can force against the other's strategy; of the
        # published run only the mean of both gains is known, so that either may be twice as much
        lowest = found.evs[0] - found.gains[1] - 2 * percent / 100 * _POT
        highest = found.evs[0] + found.gains[0] + 2 * percent / 100 * _POT
        if not lowest <= ev <= highest:
            raise CheckFailedError(f"{name}: EV {found.evs[0]:.5f} against {ev}")
        off = max(off, abs(found.evs[0] - ev))
    progress(1.0)
    return f"{len(spots)} published values met, by {off:.4f} chips of {_POT} at most"


CHECKS = [
    Check("published rivers and turns", lambda progress: _check(_SMALL, progress)),
    Check("published flops", lambda progress: _check(_FLOPS, progress), full=True),
]
"""The full one takes half a minute of one core."""
