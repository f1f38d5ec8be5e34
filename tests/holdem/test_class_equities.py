"""The 169 x 169 table: known cells, sums, and cells counted again board by board."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from gutshot.evaluate.strength._kernels import strengths
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, class_combos, class_index, compatible_combos

KNOWN = """
AA KK 50371344 285228 10986372
AA 22 50515452 330732 10796760
AA AKs 17924040 258036 2365572
AA AKo 57028332 811116 3803496
AA 76s 31784892 148788 9161616
AA 72o 108477540 520308 14288040
KK AKs 13454856 169464 6923328
KK AKo 42815124 522576 18305244
QQ AKo 69714036 520308 53051544
JJ AKo 69838596 501012 52946280
22 AKs 20458116 266748 20370432
22 AKo 64528740 760500 57996648
AKo AQo 133255572 8640456 43032804
AKo KQo 137209608 2137968 45581256
AKo 72o 165991680 1209204 79370892
KQs JTs 17254176 196668 9946020
76s AKo 33993864 346500 47850228
AKs AKo 2941344 37260912 893040
AKo AKo 2242056 139349424 2242056
55 55 221880 9830064 221880
"""
RECOUNTED = 12
SEED = 169


@pytest.mark.parametrize("line", KNOWN.split("\n")[1:-1])
def test_known_matchups_win_tie_and_lose_as_published(line: str) -> None:
    a, b, *outcomes = line.split()
    i, j = class_index(a), class_index(b)
    wins, ties = class_equities()
    assert [int(n) for n in (wins[i, j], ties[i, j], wins[j, i])] == [int(n) for n in outcomes]


def test_every_cell_holds_all_boards_of_all_compatible_combos() -> None:
    wins = class_equities().wins.astype(np.int64)
    ties = class_equities().ties.astype(np.int64)
    assert np.array_equal(ties, ties.T)
    assert np.array_equal(wins + ties + wins.T, BOARDS * compatible_combos())
    assert (wins + ties + wins.T).sum() == 2_781_381_002_400


@pytest.mark.oracle
def test_random_matchups_are_those_of_every_board_compared_one_by_one() -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    wins, ties = class_equities()
    places = (place for chosen in combinations(range(48), 5) for place in chosen)
    choices = np.fromiter(places, np.uint8, 5 * BOARDS).reshape(-1, 5)
    for _ in range(RECOUNTED):
        i, j = random.randrange(169), random.randrange(169)
        # pairs that differ by the names of the suits alone are counted once
        pairs: dict[tuple[int, ...], int] = {}
        for first in class_combos(i):
            for second in class_combos(j):
                if not set(first) & set(second):
                    key = renamed((*first, *second))
                    pairs[key] = pairs.get(key, 0) + 1
        won = tied = lost = 0
        for cards, times in pairs.items():
            rest = np.array([card for card in range(52) if card not in cards], np.uint8)
            boards = rest[choices]
            hole = np.broadcast_to(np.array(cards, np.uint8), (BOARDS, 4))
            ours = strengths(np.hstack([boards, hole[:, :2]]))
            theirs = strengths(np.hstack([boards, hole[:, 2:]]))
            won += times * int((ours > theirs).sum())
            tied += times * int((ours == theirs).sum())
            lost += times * int((ours < theirs).sum())
        names = CLASS_NAMES[i], CLASS_NAMES[j]
        assert (won, tied, lost) == (wins[i, j], ties[i, j], wins[j, i]), names


def renamed(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards with their suits numbered in the order of first appearance."""
    suits: dict[int, int] = {}
    return tuple(card // 4 * 4 + suits.setdefault(card % 4, len(suits)) for card in cards)
