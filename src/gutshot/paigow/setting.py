"""Seven cards set as a high and a low hand, and two settings compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING, Final

from gutshot.errors import HandError
from gutshot.paigow.hands import (
    DEFAULT_RULES,
    HIGH_CARDS,
    LOW_CARDS,
    SEVEN,
    check_cards,
    high_name,
    high_order,
    high_strength,
    low_name,
    low_order,
    low_strength,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from gutshot.paigow.rules import Rules

__all__ = [
    "SPLITS",
    "Outcome",
    "Setting",
    "all_settings",
    "legal_settings",
    "outcome",
    "split_strengths",
]

SPLITS: Final[tuple[tuple[int, int], ...]] = tuple(combinations(range(SEVEN), LOW_CARDS))
"""Which two of the seven dealt cards are in front in each of the 21 splits."""


class Outcome(Enum):
    """What a bet against the dealer does."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


@dataclass(frozen=True)
class Setting:
    """Seven cards set as two hands, a foul among them.

    Parameters
    ----------
    high
        Five card ids, 0..52, in any order; kept as they are laid out (`high_order`).
    low
        Two more.
    rules
        What the table has chosen.

    Raises
    ------
    HandError
        When a hand has too few or too many cards, or a card is used twice.
    """

    high: tuple[int, ...]
    low: tuple[int, ...]
    rules: Rules = DEFAULT_RULES
    high_strength: int = field(init=False)
    low_strength: int = field(init=False)

    def __post_init__(self) -> None:
        """Check the cards, lay them out and find the strengths."""
        high = check_cards(self.high, HIGH_CARDS)
        low = check_cards(self.low, LOW_CARDS)
        check_cards((*high, *low), SEVEN)
        object.__setattr__(self, "high", high_order(high, self.rules))
        object.__setattr__(self, "low", low_order(low))
        object.__setattr__(self, "high_strength", high_strength(high, self.rules))
        object.__setattr__(self, "low_strength", low_strength(low))

    @property
    def foul(self) -> bool:
        """Whether the high hand fails to outrank the low one, whose missing cards rank lowest."""
        return self.high_strength < int(self.rules.tables.least_high[self.low_strength])

    @property
    def high_name(self) -> str:
        """What players call the high hand."""
        return high_name(self.high_strength, self.rules)

    @property
    def low_name(self) -> str:
        """What players call the low hand."""
        return low_name(self.low_strength)

    def against(self, dealer: Setting) -> Outcome:
        """Return what becomes of a bet on this setting against the dealer's, copies his.

        Raises
        ------
        HandError
            When one of the two is a foul, or they are set under different rules.
        """
        if self.foul or dealer.foul:
            raise HandError("a foul can't be compared: the high hand must outrank the low hand")
        if self.rules != dealer.rules:
            raise HandError("settings under different rules can't be compared: use one table's")
        return outcome(
            self.high_strength > dealer.high_strength, self.low_strength > dealer.low_strength
        )


def outcome(high_wins: bool, low_wins: bool) -> Outcome:  # noqa: FBT001 - the two comparisons
    """Return what winning or not winning each hand comes to; an equal hand is not won."""
    if high_wins and low_wins:
        return Outcome.WIN
    return Outcome.PUSH if high_wins or low_wins else Outcome.LOSE


def all_settings(cards: Iterable[int], rules: Rules = DEFAULT_RULES) -> tuple[Setting, ...]:
    """Return the 21 settings of seven cards in the order of `SPLITS`, fouls among them.

    Raises
    ------
    HandError
        When the cards aren't seven different ones, ids 0..52.
    """
    seven = check_cards(cards, SEVEN)
    return tuple(
        Setting(
            high=tuple(card for at, card in enumerate(seven) if at not in front),
            low=tuple(seven[at] for at in front),
            rules=rules,
        )
        for front in SPLITS
    )


def legal_settings(cards: Iterable[int], rules: Rules = DEFAULT_RULES) -> tuple[Setting, ...]:
    """Return the settings of seven cards that are no foul, in the order of `SPLITS`."""
    return tuple(setting for setting in all_settings(cards, rules) if not setting.foul)


def split_strengths(
    hands: NDArray[np.uint8], rules: Rules = DEFAULT_RULES
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the strengths of all splits of many hands, compiled.

    Parameters
    ----------
    hands
        (n, 7) card ids, 0..52, seven different ones a row.

    Returns
    -------
    tuple
        High strengths and low strengths, both (n, 21), in the order of `SPLITS`. A split is a foul
        where ``high < rules.tables.least_high[low]``.
    """
    from gutshot.evaluate.joker._kernels import strengths_of_splits

    return strengths_of_splits(hands, rules.tables)
