"""Computer players: Easy, Normal and Hard.

A player receives what a person may see, the five dealt cards and the pay table, and the list of
legal actions, the 32 hold masks. It answers with the chance of each; sampling them is the table's
business. Choices depend on ranks and on which cards share a suit, never on a suit's name, so a
player's exact return is its return over the classes of deals.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from gutshot.errors import InputError
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.hold_shapes import JACK, TEN, HoldFeatures, hold_features
from gutshot.videopoker.holds import analyse_hand
from gutshot.videopoker.strategy_return import all_evs, strategy_return

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy_return import StrategyReturn

__all__ = [
    "LEVELS",
    "NORMAL_LINES",
    "Easy",
    "Hard",
    "Normal",
    "Player",
    "choose",
    "player",
    "player_return",
]

PARTS: Final = 128
"""Chances are whole numbers of 1/128."""


class Player(Protocol):
    """One level of play; `rule` is the whole strategy in words, mixing chances included."""

    level: str
    rule: str

    def chances(self, deals: NDArray[np.uint8], table: PayTable) -> NDArray[np.int64]:
        """Return (n, 32) chances in parts of `PARTS` for an (n, 5) array of deals."""
        ...


def choose(
    one: Player, deal: Sequence[int], table: PayTable, draw_index: Callable[[int], int]
) -> int:
    """Return a player's hold mask for one deal; `draw_index(n)` is a random number below n."""
    chances = one.chances(np.array([deal], np.uint8), table)[0]
    return int(np.searchsorted(chances.cumsum(), draw_index(PARTS), side="right"))


class Easy:
    """Keeps what already matches, otherwise plays half by chance."""

    level = "easy"
    rule = (
        "Holds a straight, a flush or better, and the cards of every pair, three or four of a kind;"
        " wild cards always. Otherwise it keeps its highest card with chance 1/2, draws five new"
        " cards with chance 1/4, and holds any of the 32 combinations at random with chance 1/4."
    )

    def chances(self, deals: NDArray[np.uint8], table: PayTable) -> NDArray[np.int64]:
        """Return the chances of every mask."""
        n = len(deals)
        ranks = (deals >> 2).astype(np.int64)
        wild = deals >= 52
        if table.deck.wild_rank is not None:
            wild |= ranks == table.deck.wild_rank
        same = (ranks[:, :, None] == ranks[:, None, :]) & ~wild[:, :, None] & ~wild[:, None, :]
        matched = (same.sum(axis=2) >= 2) | wild
        place = 1 << np.arange(5)
        kept = (matched * place).sum(axis=1)
        features = hold_features(deals, table.deck)
        whole = slice(31, 32)
        pat = (features.suited | (features.distinct & (features.span <= 5)))[:, whole].ravel()
        kept = np.where(pat | (features.most[:, 31] + features.second[:, 31] == 5), 31, kept)
        out = np.zeros((n, 32), np.int64)
        sure = kept > 0
        out[np.flatnonzero(sure), kept[sure]] = PARTS
        loose = np.flatnonzero(~sure)
        highest = 1 << ranks[loose].argmax(axis=1)
        out[loose] = PARTS // 4 // 32
        out[loose, highest] += PARTS // 2
        out[loose, 0] += PARTS // 4
        return out


def _pat(f: HoldFeatures) -> NDArray[np.bool_]:
    straight = f.distinct & (f.span <= 5)
    full = (f.most == 3) & (f.second == 2)
    pat: NDArray[np.bool_] = (f.size == 5) & ((f.suited & f.distinct) | straight | full)
    return pat


def _highest_first(f: HoldFeatures) -> NDArray[np.bool_]:
    high: NDArray[np.bool_] = f.distinct & (f.high == f.size)
    return high


NORMAL_LINES: Final[tuple[tuple[str, Callable[[HoldFeatures], NDArray[np.bool_]]], ...]] = (
    ("four of a kind", lambda f: (f.most == 4) & (f.size == 4)),
    (
        "straight flush or royal flush",
        lambda f: (f.size == 5) & f.suited & f.distinct & (f.span <= 5),
    ),
    ("four to a royal flush", lambda f: (f.size == 4) & f.suited & f.royal & f.distinct),
    ("full house, flush or straight", _pat),
    ("three of a kind", lambda f: (f.most == 3) & (f.size == 3)),
    (
        "four to a straight flush",
        lambda f: (f.size == 4) & f.suited & f.distinct & (f.span <= 5),
    ),
    ("two pair", lambda f: (f.size == 4) & (f.most == 2) & (f.second == 2)),
    ("high pair (jacks to aces)", lambda f: (f.size == 2) & (f.pair_rank >= JACK)),
    ("three to a royal flush", lambda f: (f.size == 3) & f.suited & f.royal & f.distinct),
    ("four to a flush", lambda f: (f.size == 4) & f.suited & f.distinct),
    ("low pair", lambda f: (f.size == 2) & (f.pair_rank >= 0)),
    ("four to an outside straight", lambda f: (f.size == 4) & f.open_ended),
    ("two suited high cards", lambda f: (f.size == 2) & f.suited & _highest_first(f)),
    (
        "three to a straight flush",
        lambda f: (f.size == 3) & f.suited & f.distinct & (f.span <= 5),
    ),
    ("two unsuited high cards, the lowest two", lambda f: (f.size == 2) & _highest_first(f)),
    (
        "ten with jack, queen or king, suited",
        lambda f: (f.size == 2) & f.suited & (f.low == TEN) & (f.high == 1) & (f.top < 12),
    ),
    ("one high card", lambda f: (f.size == 1) & (f.high == 1)),
    ("nothing: draw five", lambda f: f.size == 0),
)
"""Normal's priority table: the first line that a hold of the deal fits decides."""


class Normal:
    """Follows a short priority table for Jacks or Better."""

    level = "normal"
    rule = "Follows, from the top: " + "; ".join(words for words, _ in NORMAL_LINES) + "."

    def chances(self, deals: NDArray[np.uint8], table: PayTable) -> NDArray[np.int64]:
        """Return chance 1 for the hold of the first fitting line.

        Raises
        ------
        InputError
            For a game with wild cards: the table has no lines for them.
        """
        if table.deck.jokers or table.deck.wild_rank is not None:
            raise InputError(
                f"the Normal player knows no wild cards; choose Easy or Hard for {table.name}"
            )
        features = hold_features(deals, table.deck)
        mask = np.zeros(len(deals), np.int64)
        open_ = np.ones(len(deals), bool)
        for _, fits in NORMAL_LINES:
            fitting = fits(features) & open_[:, None]
            # several holds of one line: the one whose highest card is lowest, then its lowest card
            score = np.where(fitting, features.top.astype(np.int16) * 16 + features.low, 1_000)
            here = fitting.any(axis=1)
            mask[here] = score.argmin(axis=1)[here]
            open_ &= ~here
        out = np.zeros((len(deals), 32), np.int64)
        out[np.arange(len(deals)), mask] = PARTS
        return out


class Hard:
    """Compares the EV of all 32 holds."""

    level = "hard"
    rule = (
        "Compares the exact EV of the 32 holds from the unseen cards and plays the best; of tied"
        " holds the one that keeps most cards."
    )

    def chances(self, deals: NDArray[np.uint8], table: PayTable) -> NDArray[np.int64]:
        """Return chance 1 for the best hold."""
        out = np.zeros((len(deals), 32), np.int64)
        for at, deal in enumerate(deals.tolist()):
            out[at, analyse_hand(deal, table).holds[0].mask] = PARTS
        return out


LEVELS: Final[dict[str, Player]] = {one.level: one for one in (Easy(), Normal(), Hard())}
"""The players by level."""


def player(level: str) -> Player:
    """Return a player by its level.

    Raises
    ------
    InputError
        With the levels that there are.
    """
    if level not in LEVELS:
        raise InputError(f"no player '{level[:20]}'; the levels are {', '.join(LEVELS)}")
    return LEVELS[level]


@lru_cache(maxsize=32)
def player_return(level: str, table: PayTable) -> StrategyReturn:
    """Return a player's exact return over all classes of deals, with its dearest mistakes."""
    one = player(level)
    deals = deal_classes(table.deck.jokers)
    if isinstance(one, Hard):  # the same holds as `chances`, for all deals at once
        evs = all_evs(table)
        weights = np.zeros(evs.shape, np.int64)
        weights[np.arange(len(evs)), evs.argmax(axis=1)] = PARTS
    else:
        weights = one.chances(deals.cards, table)
    return strategy_return(table, weights)
