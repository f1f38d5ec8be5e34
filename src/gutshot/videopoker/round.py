"""One hand of video poker as a state machine: dealt, then drawn, nothing else.

The ten cards that a hand can use are fixed before the player decides: five dealt, and a reserve of
five. The k-th card thrown away is replaced by the k-th of the reserve, so a kept card is never
replaced, no discard returns, and two players who hold alike see the same draw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import lcm
from typing import TYPE_CHECKING, Final

from gutshot.errors import HandError
from gutshot.videopoker.holds import category_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["BET_COINS", "Round", "coin_credits", "deal_round"]

BET_COINS: Final = 5
"""A hand is always played for five coins, the maximum bet."""


def coin_credits(table: PayTable) -> int:
    """Return how many credits a coin is: 1, or what makes five coins' payouts whole credits."""
    return lcm(*((BET_COINS * line.pays).denominator for line in table.lines))


@dataclass(frozen=True, slots=True)
class Round:
    """A hand: `hold_mask` is None until the draw.

    order : ten different cards, five dealt and five in reserve.
    """

    table: PayTable
    order: tuple[int, ...]
    hold_mask: int | None = None

    @property
    def deal(self) -> tuple[int, ...]:
        """The five dealt cards."""
        return self.order[:5]

    @property
    def drawn(self) -> bool:
        """Whether the one draw has been made."""
        return self.hold_mask is not None

    @property
    def stake_credits(self) -> int:
        """What the hand costs."""
        return BET_COINS * coin_credits(self.table)

    @property
    def final(self) -> tuple[int, ...]:
        """The five cards after the draw, by position.

        Raises
        ------
        HandError
            Before the draw: the reserve is not for the player to see.
        """
        if self.hold_mask is None:
            raise HandError("the hand is not drawn yet")
        reserve = iter(self.order[5:])
        return tuple(
            card if self.hold_mask >> i & 1 else next(reserve) for i, card in enumerate(self.deal)
        )

    @property
    def category(self) -> str:
        """The category that the final hand is paid in, or `no_win`."""
        return category_of(self.final, self.table)

    @property
    def payout_credits(self) -> int:
        """What the final hand pays."""
        category = self.category
        for line in self.table.lines:
            if line.category == category:
                return int(line.pays * self.stake_credits)
        return 0

    def draw(self, hold_mask: int) -> Round:
        """Return the round after its draw.

        Raises
        ------
        HandError
            For a mask outside 0..31, and for a second draw.
        """
        if self.drawn:
            raise HandError("the hand is drawn already: there is one draw")
        if not 0 <= hold_mask <= 31:
            raise HandError(f"hold mask {hold_mask} is none: 0 holds nothing, 31 holds all")
        return replace(self, hold_mask=hold_mask)


def deal_round(table: PayTable, order: Sequence[int]) -> Round:
    """Return a fresh round on ten cards in the order in which they come.

    Raises
    ------
    HandError
        When they are not ten different cards of the table's deck.
    """
    cards = tuple(order)
    if len(cards) != 10 or len(set(cards)) != 10 or not set(cards) <= set(range(table.deck.size)):
        raise HandError(f"a hand needs ten different cards of the deck {table.deck.name}")
    return Round(table, cards)
