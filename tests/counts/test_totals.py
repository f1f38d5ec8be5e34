"""Exhaustive totals, poker's perft: every number of `tests/data/video_poker_counts.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gutshot.cards.decks import DECKS
from gutshot.cards.suit_classes import suit_classes
from gutshot.videopoker import analyse_hand, from_mapping
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import common_denominator, return_denominator
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.plain import kinds_of_all_hands
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.videopoker import PayTable

COUNTS: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "video_poker_counts.toml").read_text(encoding="utf-8")
)
DECK_OF = {"kickers": "standard"} | {name: name for name in DECKS}
JOKERS = {name: deck.jokers for name, deck in DECKS.items()}


def pattern(ranks: list[int]) -> str:
    """Return how often the ranks of a hand occur, like ``2 1 1 1``."""
    return " ".join(str(times) for _, times in Counter(ranks).most_common())


def royals_only(deck: str) -> PayTable:
    return from_mapping("royals only", deck, {"royal_flush": 800})


def holds_times_draws(deck: str) -> int:
    """Return the completions of all holds of all deals, as the engine counts those of one."""
    hand = analyse_hand((0, 5, 10, 15, 20), royals_only(deck))
    counted = sum(sum(hold.counts.values()) for hold in hand.holds)
    assert counted == sum(hold.completions for hold in hand.holds)
    return counted * len(kinds_of_all_hands(DECKS[deck])[1])


def dealt_royal_odds(deck: str) -> str:
    """Return how many deals there are for each natural royal."""
    kinds, kind_of_hand = kinds_of_all_hands(DECKS[deck])
    royals = int((resolve(("royal_flush",), kinds)[kind_of_hand] == 0).sum())
    odds = float(Fraction(len(kind_of_hand), royals))
    return f"{odds:.2f}".rstrip("0").rstrip(".")


def hands_by_walking(name: str) -> dict[str, int]:
    """Return the best category of every hand of a deck, counted one by one."""
    kinds, kind_of_hand = kinds_of_all_hands(DECKS[DECK_OF[name]])
    return by_category(name, kinds, np.bincount(kind_of_hand))


def hands_of_the_classes(name: str) -> dict[str, int]:
    """Return the same from the shipped kinds of the classes of deals, times their weights."""
    deck = DECKS[DECK_OF[name]]
    tables = subset_tables(deck)
    weights = np.bincount(tables.deal_kinds, deal_classes(deck.jokers).weights)
    return by_category(name, tables.kinds, weights)


def hands_of_the_empty_set(name: str) -> dict[str, int]:
    """Return the same from the row of the shipped subset tables that every hand belongs to."""
    tables = subset_tables(DECKS[DECK_OF[name]])
    row = slice(tables.starts[0], tables.starts[1])
    counts = np.bincount(tables.entry_kinds[row], tables.entry_counts[row], len(tables.kinds))
    return by_category(name, tables.kinds, counts)


def by_category(name: str, kinds: NDArray[np.int64], hands: NDArray[Any]) -> dict[str, int]:
    order = tuple(COUNTS["hands"][name])[:-1]
    counts = np.bincount(resolve(order, kinds), hands, minlength=len(order) + 1)
    return dict(zip((*order, "no_win"), counts.astype(int).tolist(), strict=True))


def hands_by_ranks() -> dict[str, int]:
    """Return how often each pattern of ranks occurs, from every choice of thirteen counts."""
    out: Counter[str] = Counter()

    def choose(rank: int, left: int, ways: int, counts: list[int]) -> None:
        if left == 0:
            ranks = [r for r, times in enumerate(counts) for _ in range(times)]
            out[pattern(ranks)] += ways
        elif rank < 13:
            for times in range(min(4, left) + 1):
                choose(rank + 1, left - times, ways * comb(4, times), [*counts, times])

    choose(0, 5, 1, [])
    return dict(out)


def sizes_of_classes(deck: str) -> dict[str, Any]:
    """Return how many classes of deals there are and how many deals each holds, jokers distinct."""
    sizes: Counter[int] = Counter()
    for dealt_jokers in range(JOKERS[deck] + 1):
        times = comb(JOKERS[deck], dealt_jokers)
        for size, classes in Counter(suit_classes(5 - dealt_jokers).weights.tolist()).items():
            sizes[size] += classes * times
    return {
        "classes": sizes.total(),
        "sizes": {str(size): classes for size, classes in sizes.items()},
    }


def ranks_of_classes() -> dict[str, list[int]]:
    """Return for each pattern of ranks its rank sets, and the classes of each, always as many."""
    classes = Counter(tuple(row) for row in (suit_classes(5).cards >> 2).tolist())
    out: dict[str, list[int]] = {}
    for name in COUNTS["suit_classes"]["ranks"]:
        of_pattern = [n for ranks, n in classes.items() if pattern(list(ranks)) == name]
        assert len(set(of_pattern)) == 1, name
        out[name] = [len(of_pattern), of_pattern[0]]
    assert sum(sets * each for sets, each in out.values()) == classes.total()
    return out


COUNTED: dict[str, Callable[[str], object]] = {
    "decks": lambda deck: len(kinds_of_all_hands(DECKS[deck])[1]),
    "common_denominators": lambda deck: common_denominator(DECKS[deck]),
    "return_denominators": lambda deck: return_denominator(royals_only(deck)),
    "holds_times_draws": holds_times_draws,
    "dealt_royal_odds": dealt_royal_odds,
    "hands": hands_by_walking,
    "ranks": lambda name: hands_by_ranks()[name],
    "suit_classes": lambda name: ranks_of_classes() if name == "ranks" else sizes_of_classes(name),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("table", "name", "expected"),
    [(table, name, n) for table, rows in COUNTS.items() for name, n in rows.items()],
)
def test_counting_gives_the_known_number(table: str, name: str, expected: object) -> None:
    assert COUNTED[table](name) == expected


@pytest.mark.parametrize("name", COUNTS["hands"])
def test_the_shipped_tables_hold_every_hand(name: str) -> None:
    assert hands_of_the_classes(name) == COUNTS["hands"][name]
    assert hands_of_the_empty_set(name) == COUNTS["hands"][name]


@pytest.mark.parametrize("name", COUNTS["hands"])
def test_the_known_hands_add_up_to_the_deck(name: str) -> None:
    assert sum(COUNTS["hands"][name].values()) == COUNTS["decks"][DECK_OF[name]]


def test_the_known_classes_add_up_to_the_deck() -> None:
    for deck in JOKERS:
        if deck != "deuces-wild":  # its deals have the classes of the standard deck
            sizes = COUNTS["suit_classes"][deck]["sizes"]
            assert sum(int(size) * n for size, n in sizes.items()) == COUNTS["decks"][deck]
