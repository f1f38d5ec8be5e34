"""Push Ace High, a side bet of Face Up: paid when the dealer is ace high, all seven cards counted.

Both sides' hands are counted exactly. A hand of nothing is seven different ranks without a straight
and without a flush; with an ace or the joker on top it is ace high, and it never has both, which
would be a pair. How many pairs of such hands share no card depends on the ranks that they have in
common and on nothing else of their ranks: `suited_pairs`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.errors import PayTableError
from gutshot.frames import Rows
from gutshot.paigow.hands import DECK, SEVEN
from gutshot.paigow.sevens import ACE, HANDS, NOTHING, rank_kinds
from gutshot.paigow.side_bets.reading import (
    check_keys,
    read_expected,
    read_payouts,
    read_texts,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.side_bets.reading import Expected

__all__ = [
    "DEALS",
    "AceHighDeals",
    "PushAceHighLine",
    "PushAceHighOdds",
    "PushAceHighTable",
    "ace_high_deals",
    "ace_high_hands",
    "ace_high_ranks",
    "push_ace_high_odds",
    "read_push_ace_high",
    "suited_pairs",
]

DEALS: Final = HANDS * comb(DECK.size - SEVEN, SEVEN)
"""Seven cards for each of two: 8,250,459,031,214,400 deals."""

LINES: Final = ("both_ace_high", "dealer_joker", "dealer_ace_high")

_KEYS: Final = ("bet", "name", "source", "note", "both_before_joker", "pays", "expected")
_FLUSH: Final = 5
_RANKS: Final = ACE + 1


class AceHighDeals(NamedTuple):
    """How many of `DEALS` have an ace-high dealer, by who holds the joker.

    The player's joker counts only where he is ace high as well.
    """

    both_natural: int
    both_dealer_joker: int
    both_player_joker: int
    dealer_joker_alone: int
    dealer_natural_alone: int

    @property
    def both(self) -> int:
        """Deals in which both are ace high."""
        return self.both_natural + self.both_dealer_joker + self.both_player_joker


@dataclass(frozen=True, slots=True)
class PushAceHighTable:
    """A pay table of Push Ace High; payouts are to 1.

    pays : for both ace high, for a dealer with the joker, for any other ace-high dealer.
    both_before_joker : what is paid when both are ace high and the dealer holds the joker: as both,
        or else as the joker.
    """

    id: str
    name: str
    pays: Mapping[str, Fraction]
    both_before_joker: bool = False
    source: str = ""
    note: str = ""
    expected: Expected | None = None


class PushAceHighLine(NamedTuple):
    """A line, what it pays to 1, and how many deals are paid for it; the last one, "", loses."""

    line: str
    pays: Fraction
    deals: int


@dataclass(frozen=True, slots=True)
class PushAceHighOdds(Rows):
    """What a pay table comes to, all deals counted."""

    table: PushAceHighTable
    lines: tuple[PushAceHighLine, ...]

    @property
    def edge(self) -> Fraction:
        """What a bet of 1 costs on average; negative where it gains."""
        return -sum((line.deals * line.pays for line in self.lines), Fraction(0)) / DEALS

    @property
    def variance(self) -> Fraction:
        """The variance of what a bet of 1 brings."""
        squares = sum((line.deals * line.pays**2 for line in self.lines), Fraction(0))
        return squares / DEALS - self.edge**2

    def rows(self) -> list[dict[str, Any]]:
        """Return a row a line; `share` is 0..1."""
        return [
            {
                "line": line.line or "nothing",
                "pays": float(line.pays),
                "deals": line.deals,
                "share": line.deals / DEALS,
            }
            for line in self.lines
        ]


def push_ace_high_odds(table: PushAceHighTable) -> PushAceHighOdds:
    """Count what a pay table comes to."""
    deals = ace_high_deals()
    both, joker = deals.both, deals.dealer_joker_alone
    if not table.both_before_joker:
        both -= deals.both_dealer_joker
        joker += deals.both_dealer_joker
    counts = dict(zip(LINES, (both, joker, deals.dealer_natural_alone), strict=True))
    lines = [PushAceHighLine(name, table.pays[name], counts[name]) for name in LINES]
    lines.append(PushAceHighLine("", Fraction(-1), DEALS - sum(counts.values())))
    return PushAceHighOdds(table, tuple(lines))


@cache
def ace_high_deals() -> AceHighDeals:
    """Count the deals with an ace-high dealer, by pairs of sets of ranks."""
    natural, joker = ace_high_ranks(joker=False), ace_high_ranks(joker=True)
    both_natural = _joint(natural, natural, joker=False)
    one_joker = _joint(natural, joker, joker=True)
    beside = comb(DECK.size - SEVEN, SEVEN)
    without, with_joker = (hands * beside for hands in ace_high_hands())
    return AceHighDeals(
        both_natural=both_natural,
        both_dealer_joker=one_joker,
        both_player_joker=one_joker,
        dealer_joker_alone=with_joker - one_joker,
        dealer_natural_alone=without - both_natural - one_joker,
    )


def ace_high_hands() -> tuple[int, int]:
    """Return how many of the 154,143,080 hands are ace high: without the joker, and with it."""
    natural, joker = (
        len(ace_high_ranks(joker=one)) * suited_hands(joker=one) for one in (False, True)
    )
    return natural, joker


@cache
def ace_high_ranks(*, joker: bool) -> tuple[int, ...]:
    """Return the sets of ranks, as bits, that are ace high: seven, or six beside the joker."""
    out = []
    for ranks in combinations(range(_RANKS), SEVEN - joker):
        times = tuple(int(rank in ranks) for rank in range(_RANKS))
        if rank_kinds(times, joker=joker) == NOTHING * ACE:
            out.append(sum(1 << rank for rank in ranks))
    return tuple(out)


def suited_hands(*, joker: bool) -> int:
    """Return in how many ways seven different ranks, or six and the joker, have no flush."""
    size = SEVEN - joker
    flush = sum(
        comb(size, suited) * 3 ** (size - suited) for suited in range(_FLUSH - joker, size + 1)
    )
    return int(4**size - 4 * flush)


@cache
def suited_pairs(common: int, *, joker: bool) -> int:
    """Return in how many ways two ace-high hands with given ranks are suited without a shared card.

    common : how many ranks they have in common, 0..7.
    joker : whether one of them has six ranks and the joker; otherwise both have seven.

    All pairs of suits less those with a flush in the one, less those in the other, plus those with
    flushes in both. A flush is looked for suit by suit: no hand of seven has two.
    """
    sizes = SEVEN, SEVEN - joker
    least = _FLUSH, _FLUSH - joker
    # suits of a shared rank's two cards differ; by how many cards are of the suits looked at
    same = _suited(sizes, common, shared={(1, 0): 3, (0, 1): 3, (0, 0): 6})
    differ = _suited(sizes, common, shared={(1, 1): 1, (1, 0): 2, (0, 1): 2, (0, 0): 7})
    pairs = sum(same.values())
    for counts, weight in ((same, 4), (differ, 12)):
        pairs += weight * sum(
            ways for (one, two), ways in counts.items() if one >= least[0] and two >= least[1]
        )
    for hand in (0, 1):
        pairs -= 4 * sum(ways for held, ways in same.items() if held[hand] >= least[hand])
    return pairs


def _suited(
    sizes: tuple[int, int], common: int, shared: Mapping[tuple[int, int], int]
) -> Counter[tuple[int, int]]:
    """Count pairs of suited hands by how many cards each has of a suit of its own choice."""
    steps = [shared] * common
    steps += [{(1, 0): 1, (0, 0): 3}] * (sizes[0] - common)
    steps += [{(0, 1): 1, (0, 0): 3}] * (sizes[1] - common)
    counts: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for step in steps:
        after: Counter[tuple[int, int]] = Counter()
        for (held, ways), (more, times) in product(counts.items(), step.items()):
            after[held[0] + more[0], held[1] + more[1]] += ways * times
        counts = after
    return counts


def _joint(first: tuple[int, ...], second: tuple[int, ...], *, joker: bool) -> int:
    common = Counter((one & two).bit_count() for one, two in product(first, second))
    return sum(pairs * suited_pairs(ranks, joker=joker) for ranks, pairs in common.items())


def read_push_ace_high(content: Mapping[str, Any], table: str) -> PushAceHighTable:
    """Return the pay table of a file's content; `table` is its id.

    Raises
    ------
    PayTableError
        At the first thing that can't be used: what it was, and what would be right.
    """
    check_keys(content, _KEYS, "a Push Ace High table")
    pays = read_payouts(content.get("pays"), LINES, "pays")
    if len(pays) < len(LINES):
        raise PayTableError(f"[pays] has {', '.join(LINES)}")
    both = content.get("both_before_joker", False)
    if not isinstance(both, bool):
        raise PayTableError("both_before_joker is true or false")
    return PushAceHighTable(
        table,
        pays=pays,
        both_before_joker=both,
        expected=read_expected(content["expected"]) if "expected" in content else None,
        **read_texts(content),
    )
