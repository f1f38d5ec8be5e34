"""What a hand satisfies, read off the rules in plain Python: no bits, no numpy, no kernels."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from gutshot.cards.decks import RANKS

__all__ = ["categories_by_the_book", "natural_categories"]

STRAIGHTS = [set("A2345"), *(set(RANKS[low : low + 5]) for low in range(9))]

PAYING_PAIRS = {
    "aces_or_better": "A",
    "kings_or_better": "AK",
    "jacks_or_better": "AKQJ",
    "tens_or_better": "AKQJT",
}


def natural_categories(cards: tuple[int, ...]) -> set[str]:
    """Return the names of what five natural cards satisfy; wild ones may repeat a card."""
    ranks = [RANKS[card // 4] for card in cards]
    times = Counter(ranks)
    pattern = sorted(times.values(), reverse=True)
    out = set()
    if set(ranks) in STRAIGHTS:
        out.add("straight")
    if len({card % 4 for card in cards}) == 1:
        out.add("flush")
    if out == {"straight", "flush"}:
        out.add("straight_flush")
        if set(ranks) == set("AKQJT"):
            out.add("royal_flush")
    if pattern == [5]:
        out.add("five_of_a_kind")
    if pattern[0] >= 3:
        out.add("three_of_a_kind")
    if pattern == [3, 2]:
        out.add("full_house")
    if pattern in ([3, 2], [2, 2, 1]):
        out.add("two_pair")
    if pattern[0] >= 4:
        quads = times.most_common(1)[0][0]
        out |= _categories_of_quads(quads, min(times, key=lambda rank: times[rank]))
    pairs = {rank for rank in times if times[rank] >= 2}
    return out | {name for name, counting in PAYING_PAIRS.items() if pairs & set(counting)}


def _categories_of_quads(quads: str, kicker: str) -> set[str]:
    out = {"four_of_a_kind", f"four_{quads.lower()}s"}
    if quads == "A":
        return out | {"four_aces"} | ({"four_aces_kicker_2_4"} if kicker in "234" else set())
    if quads in "234":
        out |= {"four_2_4"} | ({"four_2_4_kicker_a_4"} if kicker in "A234" else set())
        return out | ({"four_2_4_kicker_a"} if kicker == "A" else set())
    return out | {"four_5_k"} | ({"four_j_k"} if quads in "JQK" else set())


def categories_by_the_book(cards: tuple[int, ...], wild_rank: int | None) -> set[str]:
    """Return what a hand satisfies when each wild card becomes every card of the deck in turn."""
    natural = tuple(card for card in cards if card < 52 and card // 4 != wild_rank)
    wild = 5 - len(natural)
    out = set()
    for stand_ins in combinations_with_replacement(range(52), wild):
        out |= natural_categories(natural + stand_ins)
    if wild and "royal_flush" in out:
        out = out - {"royal_flush"} | {"wild_royal"}
    if any(times == 4 for times in Counter(card // 4 for card in natural).values()):
        out.add("natural_four_of_a_kind")
    if wild == 4 and wild_rank is not None:
        out.add("four_deuces")
    return out
