"""The words of a house way: ranges of ranks, and patterns of the two cards in front."""

from __future__ import annotations

from functools import cache
from typing import Final

from gutshot.cards import RANKS
from gutshot.errors import HouseWayError
from gutshot.evaluate.joker import LOW_STRENGTHS, low_classes

__all__ = ["parse_low", "parse_ranks"]

_ACE: Final = 12
_PAIR: Final = 1


def parse_ranks(text: str) -> tuple[int, int]:
    """Return the lowest and the highest rank, 0..12, of ``7-T``, ``J+`` or ``A``.

    Raises
    ------
    HouseWayError
        When the text is none of these.
    """
    written = text.replace("10", "T").replace(" ", "").upper()
    match [RANKS.find(letter) for letter in written if letter not in "-+"]:
        case [rank] if rank >= 0 and written == RANKS[rank]:
            return rank, rank
        case [rank] if rank >= 0 and written == f"{RANKS[rank]}+":
            return rank, _ACE
        case [low, high] if 0 <= low <= high and written == f"{RANKS[low]}-{RANKS[high]}":
            return low, high
        case _:
            raise HouseWayError(f"'{text[:20]}' is no range of ranks; write 7-T, J+ or A")


def parse_low(text: str) -> tuple[int, int]:
    """Return the weakest and the strongest low strength, 0..90, of a pattern of two cards.

    ``pair`` is any pair, ``KK`` kings, ``AK`` ace-king, ``K`` king high without a pair; ``TT+``,
    ``AJ+`` and ``K+`` are that or anything better, pairs included.

    Raises
    ------
    HouseWayError
        When the text is none of these.
    """
    written = text.replace("10", "T").replace(" ", "")
    at = _lows()
    last = LOW_STRENGTHS - 1
    if written.lower() == "pair":
        return at[0, 0], last
    wanted, plus = written.upper().removesuffix("+"), written.endswith("+")
    ranks = [RANKS.find(letter) for letter in wanted]
    if len(ranks) not in {1, 2} or min(ranks) < 0 or ranks == [0]:
        raise HouseWayError(
            f"'{text[:20]}' is no pattern of two cards; write pair, KK, TT+, AK, AJ+, A or K+"
        )
    if len(ranks) == 1:
        first, best = at[ranks[0], 0], at[ranks[0], ranks[0] - 1]
    else:
        first = best = at[max(ranks), min(ranks)]
    return first, last if plus else best


@cache
def _lows() -> dict[tuple[int, int], int]:
    """Return the low strength of every two ranks, higher first."""
    return {
        (ranks[0], ranks[0] if category == _PAIR else ranks[1]): strength
        for strength, (category, ranks) in enumerate(low_classes())
    }
