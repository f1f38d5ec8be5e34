"""A progressive: the return as an exact function of its meter, and the plays that change with it.

The return is convex and piecewise linear in the meter. Every class of deals is followed from one
meter to another (`meter_walk`), so that each corner is an exact rational. A bet of fewer coins than
the maximum is paid by an ordinary table, with the royal at 250 for 1 as a rule: it is this function
at 250.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.videopoker.break_even import break_even
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import HOLD_SIZE
from gutshot.videopoker.hold_shapes import SHAPES, hold_features, hold_shapes
from gutshot.videopoker.meter import Meter, meter_of
from gutshot.videopoker.return_pieces import Piece, pieces_of, walks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck
    from gutshot.videopoker.meter_walk import Crossings, Walk
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["HIGHEST", "Change", "Piece", "Progressive", "analyse_progressive"]

HIGHEST: Final = 100_000
"""The highest jackpot, in bets, that a progressive is followed to."""

_PREFERENCE: Final = np.array([HOLD_SIZE[mask] * 32 + 31 - mask for mask in range(32)])


@dataclass(frozen=True, slots=True)
class Change:
    """Deals that change from one kind of hold to another while the meter rises.

    before, after : what the holds look like (`hold_shapes.SHAPES`).
    first, last : the least and the greatest meter at which such a deal changes, in bets.
    deals, classes : how many change; deal : an example that changes at `first`, rising card ids.
    masks_before, masks_after : its best holds just below and just above.
    """

    before: str
    after: str
    first: Fraction
    last: Fraction
    deals: int
    classes: int
    deal: tuple[int, ...]
    masks_before: tuple[int, ...]
    masks_after: tuple[int, ...]


class _Crossing(NamedTuple):
    jackpot: Fraction
    crossings: Crossings
    at: int


@dataclass(frozen=True, eq=False)
class Progressive(Rows):
    """The return of a game between two meters.

    meter : the table and its moving line. low, high : the meters in bets.
    pieces : in order, the first from `low`.
    break_even : the least meter at which perfect play gets its bets back, 0 when it does at any;
        None when it is larger than can be computed.
    """

    meter: Meter
    low: Fraction
    high: Fraction
    pieces: tuple[Piece, ...]
    break_even: Fraction | None
    walks: tuple[Walk, ...]

    @property
    def table(self) -> PayTable:
        """The pay table as it was given."""
        return self.meter.table

    def piece_at(self, jackpot: Fraction) -> Piece:
        """Return the piece that a jackpot lies on, at a corner the one above it.

        Raises
        ------
        InputError
            For a jackpot outside of what was followed.
        """
        if not self.low <= jackpot <= self.high:
            msg = f"a jackpot of {jackpot} bets was not followed: {self.low} to {self.high} were"
            raise InputError(msg)
        return next(piece for piece in reversed(self.pieces) if piece.jackpot <= jackpot)

    def return_at(self, jackpot: Fraction) -> Fraction:
        """Return what perfect play returns per coin at a jackpot in bets."""
        piece = self.piece_at(jackpot)
        return piece.return_fraction + piece.slope * (jackpot - piece.jackpot)

    def value_of_coins(self, jackpot: Fraction, coins: int, coins_per_bet: int) -> Fraction:
        """Return what the return gains from `coins` more coins on the meter, play unchanged."""
        return self.piece_at(jackpot).slope * Fraction(coins, coins_per_bet)

    def changes(self, low: Fraction | None = None, high: Fraction | None = None) -> list[Change]:
        """Return what is played otherwise between two jackpots, most deals first.

        A deal is counted in every change that it makes. Bounds are exclusive, None stands for what
        was followed.
        """
        low, high = self.low if low is None else low, self.high if high is None else high
        deck, classes = self.table.deck, deal_classes(self.table.deck.jokers)
        found: dict[tuple[str, str], list[_Crossing]] = {}
        for one in self.walks:
            moved = one.crossings
            before = _shapes(moved.deals, moved.before, classes.cards, deck)
            after = _shapes(moved.deals, moved.after, classes.cards, deck)
            for at, jackpot in enumerate(moved.jackpots(one.part.scale)):
                if low < jackpot < high:
                    key = SHAPES[before[at]], SHAPES[after[at]]
                    found.setdefault(key, []).append(_Crossing(jackpot, moved, at))
        out = []
        for (name_before, name_after), crossings in found.items():
            first = crossings[0]  # in the order of the thresholds
            moved, at = first.crossings, first.at
            deals = {int(one.crossings.deals[one.at]) for one in crossings}
            out.append(
                Change(
                    before=name_before,
                    after=name_after,
                    first=first.jackpot,
                    last=crossings[-1].jackpot,
                    deals=sum(int(classes.weights[deal]) for deal in deals),
                    classes=len(deals),
                    deal=tuple(classes.cards[moved.deals[at]].tolist()),
                    masks_before=_masks(int(moved.before[at])),
                    masks_after=_masks(int(moved.after[at])),
                )
            )
        return sorted(out, key=lambda change: (-change.deals, change.first))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a piece; jackpots in bets, shares 0..1."""
        return [
            {
                "jackpot": float(piece.jackpot),
                "return": float(piece.return_fraction),
                "return_per_bet": float(piece.slope),
                "deals_changed": piece.deals,
            }
            for piece in self.pieces
        ]

    def _repr_html_(self) -> str:
        from gutshot.render.vp_money_html import progressive_html

        return progressive_html(self)


def analyse_progressive(
    table: PayTable,
    low: Fraction | int | None = None,
    high: Fraction | int | None = None,
    *,
    category: str = "royal_flush",
    including: Iterable[Fraction] = (),
    progress: Callable[[float], None] = lambda _: None,
) -> Progressive:
    """Return a game's return as a function of one line's payout.

    Parameters
    ----------
    table
        Its other lines, and where the meter starts when `low` is left out.
    low, high
        From which jackpot to which, in bets, 0 to 100,000. Left out: from what the table pays to
        twice as much, or to the break-even jackpot and a tenth more, whichever is higher.
    category
        The line that is the meter.
    including
        Jackpots that bounds which are left out must include.
    progress
        Is told the share that is done, 0..1.

    Raises
    ------
    InputError
        When the table has no such line, the bounds are none, or a jackpot lies outside of 0 to
        100,000 bets.
    """
    meter = meter_of(table, category)
    even = break_even(meter)
    asked = tuple(including)
    if (outside := next((one for one in asked if not 0 <= one <= HIGHEST), None)) is not None:
        raise InputError(f"a jackpot of {outside} bets: give 0 to {HIGHEST:,} bets")
    start = min(meter.line.pays, Fraction(HIGHEST, 2))
    first = min([start, *asked]) if low is None else Fraction(low)
    beyond = min(HIGHEST, ceil(even * Fraction(11, 10))) if even else 0
    usual = [Fraction(ceil(2 * start)), Fraction(beyond), Fraction(floor(first) + 1)]
    last = max([*usual, *asked]) if high is None else Fraction(high)
    if not 0 <= first < last <= HIGHEST:
        msg = (
            f"the jackpot can't go from {first} to {last} bets; give a lower and a higher one"
            f" between 0 and {HIGHEST:,}"
        )
        raise InputError(msg)
    walks = walks_of(meter, first, last, progress)
    return Progressive(
        meter=meter,
        low=first,
        high=last,
        pieces=tuple(piece for one in walks for piece in pieces_of(one)),
        break_even=even,
        walks=walks,
    )


def _shapes(
    classes: NDArray[np.int64], masks: NDArray[np.int64], cards: NDArray[np.uint8], deck: Deck
) -> NDArray[np.uint8]:
    """Return what one hold of each set of tied masks looks like: that with the most cards."""
    of_deal = hold_shapes(hold_features(cards[classes], deck))
    tied = (masks[:, None] >> np.arange(32)) & 1 == 1
    taken = np.where(tied, _PREFERENCE, -1).argmax(axis=1)
    shapes: NDArray[np.uint8] = np.take_along_axis(of_deal, taken[:, None], axis=1)[:, 0]
    return shapes


def _masks(tied: int) -> tuple[int, ...]:
    return tuple(mask for mask in range(32) if tied >> mask & 1)
