"""A deal of video poker as a state machine: dealt, then drawn, nothing else.

All cards that a deal can use are fixed before the player decides: five dealt, and a reserve of five
for each hand that is played on them. What is held is held in every hand; in each, the k-th card
thrown away is replaced by the k-th of its own reserve. So a kept card is never replaced, no discard
returns, and two players who hold alike see the same draws. Each reserve comes from a deck of its
own without the five dealt cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Final

from gutshot.errors import HandError
from gutshot.videopoker.holds import category_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["BET_COINS", "DrawnHand", "Round", "Tally", "coin_credits", "deal_round", "tally"]

BET_COINS: Final = 5
"""A hand is always played for five coins, the maximum bet."""

_CARDS: Final = 5


def coin_credits(table: PayTable) -> int:
    """Return how many credits a coin is: 1, or what makes five coins' payouts whole credits."""
    return lcm(*((BET_COINS * line.pays).denominator for line in table.lines))


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """One finished hand: five cards by position, what they are paid as, and how much."""

    cards: tuple[int, ...]
    category: str
    payout_credits: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How many hands of a deal ended in a category, and what they are paid together."""

    category: str
    hands: int
    payout_credits: int


@dataclass(frozen=True)
class Round:
    """A deal with its hands: `hold_mask` is None until the draw.

    order : five dealt cards, then five in reserve for each hand.
    """

    table: PayTable
    order: tuple[int, ...]
    hold_mask: int | None = None

    @property
    def deal(self) -> tuple[int, ...]:
        """The five dealt cards."""
        return self.order[:_CARDS]

    @property
    def plays(self) -> int:
        """How many hands are played on the deal."""
        return len(self.order) // _CARDS - 1

    @property
    def reserves(self) -> tuple[tuple[int, ...], ...]:
        """Five cards for each hand, in the order in which they come."""
        return tuple(self.order[at : at + _CARDS] for at in range(_CARDS, len(self.order), _CARDS))

    @property
    def drawn(self) -> bool:
        """Whether the one draw has been made."""
        return self.hold_mask is not None

    @property
    def hand_stake_credits(self) -> int:
        """What one hand costs."""
        return BET_COINS * coin_credits(self.table)

    @property
    def stake_credits(self) -> int:
        """What all hands cost together."""
        return self.plays * self.hand_stake_credits

    @cached_property
    def hands(self) -> tuple[DrawnHand, ...]:
        """The hands after the draw.

        Raises
        ------
        HandError
            Before the draw: the reserves are not for the player to see.
        """
        if self.hold_mask is None:
            raise HandError("the hand is not drawn yet")
        stake = self.hand_stake_credits
        paid = {line.category: int(line.pays * stake) for line in self.table.lines}
        out = []
        for reserve in self.reserves:
            fresh = iter(reserve)
            cards = tuple(
                card if self.hold_mask >> i & 1 else next(fresh) for i, card in enumerate(self.deal)
            )
            category = category_of(cards, self.table)
            out.append(DrawnHand(cards, category, paid.get(category, 0)))
        return tuple(out)

    @property
    def payout_credits(self) -> int:
        """What the hands pay together."""
        return sum(hand.payout_credits for hand in self.hands)

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
    """Return a fresh round on cards in the order in which they come.

    order : five dealt cards, then five in reserve for each hand; different hands' reserves may
        share cards, for each has a deck of its own.

    Raises
    ------
    HandError
        When the dealt cards and those of a reserve are not ten different cards of the table's deck.
    """
    cards = tuple(order)
    known = set(range(table.deck.size))
    out = Round(table, cards)
    whole = len(cards) % _CARDS == 0 and out.plays >= 1
    if not whole or any(
        len({*out.deal, *reserve}) != 2 * _CARDS or not {*out.deal, *reserve} <= known
        for reserve in out.reserves
    ):
        raise HandError(
            f"a hand needs ten different cards of the deck {table.deck.name}: five dealt,"
            " five in reserve"
        )
    return out


def tally(hands: Sequence[DrawnHand], categories: Sequence[str]) -> tuple[Tally, ...]:
    """Return the categories that hands ended in, in the order of `categories`, none left out."""
    found: dict[str, Tally] = {}
    for hand in hands:
        before = found.get(hand.category, Tally(hand.category, 0, 0))
        found[hand.category] = Tally(
            hand.category, before.hands + 1, before.payout_credits + hand.payout_credits
        )
    return tuple(sorted(found.values(), key=lambda one: categories.index(one.category)))
