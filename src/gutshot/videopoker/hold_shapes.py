"""What a hold looks like: the features that strategies are written in, and its name in words.

All features are arrays over deals and masks, (n, 32), so that a rule is judged over every class of
deals in one go; a single deal is n = 1. Ranks are 0 (deuce) to 12 (ace); wild cards (deuces where
they are wild, jokers) are counted and otherwise left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck

__all__ = ["SHAPES", "HoldFeatures", "hold_features", "hold_shapes"]

TEN, JACK, ACE = 8, 9, 12


@dataclass(frozen=True, eq=False)
class HoldFeatures:
    """Features of n deals by mask, each array (n, 32).

    size : cards held; wild : wild cards among them.
    suited : the natural cards are of one suit (true for none and one).
    distinct : the natural cards are of different ranks.
    span : ranks from the lowest natural card to the highest, both counted, the ace at the better
        end; 0 for none. Up to 5 fits into a straight.
    most, second : the largest and second-largest number of natural cards of one rank.
    pair_rank : highest rank held at least twice, -1 for none.
    high : jacks to aces held; low, top : lowest and highest natural rank, the ace high.
    royal : every natural card is a ten or higher.
    open_ended : a run without a gap that can grow at both ends.
    """

    size: NDArray[np.int8]
    wild: NDArray[np.int8]
    suited: NDArray[np.bool_]
    distinct: NDArray[np.bool_]
    span: NDArray[np.int8]
    most: NDArray[np.int8]
    second: NDArray[np.int8]
    pair_rank: NDArray[np.int8]
    high: NDArray[np.int8]
    low: NDArray[np.int8]
    top: NDArray[np.int8]
    royal: NDArray[np.bool_]
    open_ended: NDArray[np.bool_]


@cache
def _by_rank_set() -> tuple[NDArray[np.int8], ...]:
    """Return span, lowest and highest rank of every set of ranks."""
    sets = np.arange(1 << 13)
    bits = (sets[:, None] >> np.arange(13)) & 1
    low = np.where(sets > 0, bits.argmax(axis=1), 0)
    top = np.where(sets > 0, 12 - bits[:, ::-1].argmax(axis=1), 0)
    below_ace = sets & 0xFFF
    top_below = 11 - bits[:, 11::-1].argmax(axis=1)
    # with the ace low it stands one below the deuce
    ace_low = np.where(below_ace > 0, top_below + 2, 1)
    span = np.where(sets == 0, 0, top - low + 1)
    span = np.where(bits[:, ACE] == 1, np.minimum(span, ace_low), span)
    return span.astype(np.int8), low.astype(np.int8), top.astype(np.int8)


def hold_features(deals: NDArray[np.uint8], deck: Deck) -> HoldFeatures:
    """Return the features of an (n, 5) array of deals."""
    n = len(deals)
    ranks = (deals >> 2).astype(np.int64)
    wild_card = deals >= 52
    if deck.wild_rank is not None:
        wild_card |= ranks == deck.wild_rank
    nibble = np.where(wild_card, 0, np.int64(1) << (4 * np.minimum(ranks, 12)))
    rank_bit = np.where(wild_card, 0, np.int64(1) << np.minimum(ranks, 12))
    suit_bit = np.where(wild_card, 0, 1 << (deals & 3).astype(np.int64))
    span_of, low_of, top_of = _by_rank_set()
    out: dict[str, NDArray[Any]] = {name: np.empty((n, 32), kind) for name, kind in _KINDS.items()}
    for mask in range(32):
        kept = [i for i in range(5) if mask >> i & 1]
        natural = len(kept) - wild_card[:, kept].sum(axis=1)
        rank_set = np.bitwise_or.reduce(rank_bit[:, kept], axis=1)
        suits = np.bitwise_or.reduce(suit_bit[:, kept], axis=1)
        counts = (nibble[:, kept].sum(axis=1)[:, None] >> (4 * np.arange(13))) & 15
        ordered = np.sort(counts, axis=1)
        paired = counts >= 2
        span, low, top = span_of[rank_set], low_of[rank_set], top_of[rank_set]
        run = np.bitwise_count(rank_set) == natural
        out["size"][:, mask] = len(kept)
        out["wild"][:, mask] = len(kept) - natural
        out["suited"][:, mask] = suits & (suits - 1) == 0
        out["distinct"][:, mask] = run
        out["span"][:, mask] = span
        out["most"][:, mask] = ordered[:, -1]
        out["second"][:, mask] = ordered[:, -2]
        out["pair_rank"][:, mask] = np.where(
            paired.any(axis=1), 12 - paired[:, ::-1].argmax(axis=1), -1
        )
        out["high"][:, mask] = (counts[:, JACK:]).sum(axis=1)
        out["low"][:, mask] = low
        out["top"][:, mask] = top
        out["royal"][:, mask] = (rank_set & 0xFF) == 0
        out["open_ended"][:, mask] = run & (span == natural) & (top < ACE)
    return HoldFeatures(**out)


_KINDS: Final[dict[str, type]] = {
    "size": np.int8,
    "wild": np.int8,
    "suited": np.bool_,
    "distinct": np.bool_,
    "span": np.int8,
    "most": np.int8,
    "second": np.int8,
    "pair_rank": np.int8,
    "high": np.int8,
    "low": np.int8,
    "top": np.int8,
    "royal": np.bool_,
    "open_ended": np.bool_,
}

SHAPES: Final = (
    "nothing",
    "one high card",
    "one low card",
    "two high cards",
    "two suited high cards",
    "ten and a high card, suited",
    "two other cards",
    "three high cards",
    "three to a royal flush",
    "three to a straight flush",
    "three to a flush",
    "three other cards",
    "four to a royal flush",
    "four to a straight flush",
    "four to a flush",
    "four to an outside straight",
    "four to an inside straight",
    "four other cards",
    "low pair",
    "high pair",
    "two pair",
    "three of a kind",
    "four of a kind",
    "pair and kicker",
    "three of a kind and kicker",
    "straight",
    "flush",
    "full house",
    "straight flush",
    "royal flush",
    "five other cards",
    "one wild card",
    "one wild card and one card",
    "one wild card and two cards",
    "one wild card and three cards",
    "one wild card and four cards",
    "two wild cards",
    "two wild cards and more",
    "three wild cards",
    "three wild cards and more",
    "four wild cards",
    "four wild cards and one card",
)
"""The names of `hold_shapes`, each hold having exactly one."""


def hold_shapes(features: HoldFeatures) -> NDArray[np.uint8]:
    """Return (n, 32) indices into `SHAPES`."""
    f = features
    out = np.zeros(f.size.shape, np.uint8)

    def name(shape: str, where: NDArray[np.bool_]) -> None:
        out[where] = SHAPES.index(shape)

    alike = f.most >= 2
    close = f.distinct & (f.span <= 5)
    for size, word in ((1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five")):
        here = f.size == size
        name("one low card" if size == 1 else f"{word} other cards", here)
        if size <= 3:
            name(f"{word} high card{'s' if size > 1 else ''}", here & (f.high == size) & ~alike)
        if size == 2:
            name("two suited high cards", here & (f.high == 2) & f.suited & ~alike)
            ten = (f.low == TEN) & (f.high == 1) & f.suited & ~alike
            name("ten and a high card, suited", here & ten)
        if size in {3, 4}:
            if size == 4:
                name("four to an inside straight", here & close)
                name("four to an outside straight", here & f.open_ended)
            name(f"{word} to a flush", here & f.suited & ~alike)
            name(f"{word} to a straight flush", here & f.suited & close)
            name(f"{word} to a royal flush", here & f.suited & f.royal & ~alike)
    five = f.size == 5
    name("straight", five & close)
    name("flush", five & f.suited & ~alike)
    name("straight flush", five & f.suited & close)
    name("royal flush", five & f.suited & f.royal & ~alike)
    name("full house", five & (f.most == 3) & (f.second == 2))
    name("four of a kind", f.most == 4)
    name("three of a kind", (f.most == 3) & (f.size == 3))
    name("three of a kind and kicker", (f.most == 3) & (f.size == 4))
    name("two pair", (f.size == 4) & (f.most == 2) & (f.second == 2))
    name("pair and kicker", (f.size == 3) & (f.most == 2))
    name("low pair", (f.size == 2) & (f.most == 2) & (f.pair_rank < JACK))
    name("high pair", (f.size == 2) & (f.most == 2) & (f.pair_rank >= JACK))
    more = ("", " and one card", " and two cards", " and three cards", " and four cards")
    for beside, text in enumerate(more):
        name(f"one wild card{text}", (f.wild == 1) & (f.size == 1 + beside))
    for wild, word in ((2, "two"), (3, "three"), (4, "four")):
        name(f"{word} wild cards", (f.wild == wild) & (f.size == wild))
        rest = f"{word} wild cards and {'one card' if wild == 4 else 'more'}"
        name(rest, (f.wild == wild) & (f.size > wild))
    return out
