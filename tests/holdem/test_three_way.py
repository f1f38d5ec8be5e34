"""Three classes all in: counted in two ways, shipped in rounded form, and by a rule of thumb."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

from gutshot.catalogue import artefact
from gutshot.errors import HandError
from gutshot.evaluate.strength.plain import plain_strength
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import (
    CLASS_NAMES,
    CLASSES,
    class_combos,
    class_index,
    compatible_combos,
)
from gutshot.holdem.three_way.boards import RANK_PAIRS, boards
from gutshot.holdem.three_way.counting import (
    BOARDS_OF_THREE,
    OUTCOMES,
    TRIPLES,
    count_slice,
    count_three_way,
    deals_with,
    rank_triples,
    triple_index,
)
from gutshot.holdem.three_way.pairwise import pairwise_error, pairwise_shares
from gutshot.holdem.three_way.table import (
    LARGEST_ERROR,
    STEPS,
    TABLE,
    quantised,
    shares_of_three,
    three_way_equities,
    three_way_outcomes,
    three_way_shares,
    unpacked,
)

SEED = 3
WALKED = """
AKs QJs T9s
AKs AQs KQs
AKs AKo AQs
A5s A4s 54s
JTs T9s T9o
KQo QJo KJo
72o 72s 22
AA AA KK
33 A3s K3o
88 87s 76o
"""


def numbers(names: str) -> list[int]:
    return [class_index(name) for name in names.split()]


@pytest.mark.parametrize(
    ("hands", "wins", "ties"),
    [
        ("AA KK QQ", (197_872_740, 52_100_496, 44_784_900), (0, 0, 0, 1_324_728)),
        ("AKo QQ 76s", (137_892_312, 166_715_208, 89_190_288), (0, 0, 0, 979_344)),
    ],
)
def test_known_triples_are_counted_as_known(
    hands: str, wins: tuple[int, ...], ties: tuple[int, ...]
) -> None:
    found = count_three_way(numbers(hands))
    assert (found[1], found[2], found[4]) == wins
    assert (found[3], found[5], found[6], found[7]) == ties


@pytest.mark.oracle
@pytest.mark.parametrize("hands", WALKED.split("\n")[1:-1])
def test_triples_are_those_of_every_deal_compared_one_by_one(hands: str) -> None:
    assert count_three_way(numbers(hands)) == count_equities(hands.split()).by_winners


@pytest.mark.oracle
def test_random_triples_are_those_of_every_deal_compared_one_by_one() -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    for _ in range(12):
        hands = [random.randrange(CLASSES) for _ in range(3)]
        names = [CLASS_NAMES[hand] for hand in hands]
        assert count_three_way(hands) == count_equities(names).by_winners, names


@pytest.mark.oracle
def test_ranges_are_the_sums_of_their_triples() -> None:
    ranges = ("QQ,72s", "KQo,22", "98s,Q2s,33")
    total = np.zeros(OUTCOMES, np.int64)
    for names in product(*(one.split(",") for one in ranges)):
        total += count_three_way([class_index(name) for name in names])
    assert tuple(total.tolist()) == count_equities(ranges).by_winners


@pytest.mark.oracle
def test_places_are_in_the_order_of_plain_strengths() -> None:
    """Random boards of one suit: what hands with and without its cards are worth, and by ranks."""
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    places = boards()
    sets = places.suits.tolist()
    for size, of_size in zip((3, 4, 5), places[3:6], strict=True):
        others = list(RANK_PAIRS if size == 3 else [(rank,) for rank in range(13)])
        first = {3: 0, 4: 286, 5: 1_001}[size]
        for _ in range(10):
            ranks = random.sample(range(13), size)
            at = sets.index(sum(1 << rank for rank in ranks))
            rest = random.randrange(len(others)) if size < 5 else 0
            more = others[rest] if size < 5 else ()
            board = [4 * rank for rank in ranks] + [4 * rank + 1 + i for i, rank in enumerate(more)]
            found = []
            for _ in range(40):
                hand = random.sample([card for card in range(52) if card not in board], 2)
                suited = sorted((card // 4 for card in hand if card % 4 == 0), reverse=True)
                held = 0
                if suited:
                    held = (
                        1 + suited[0] if len(suited) == 1 else 14 + comb(suited[0], 2) + suited[1]
                    )
                high, low = sorted((card // 4 for card in hand), reverse=True)
                pair = RANK_PAIRS.index((high, low))
                place = of_size[pair, at - first] if size == 5 else of_size[pair, at - first, rest]
                place = max(int(place), int(places.flush_places[held, at]))
                found.append((plain_strength([*board, *hand]), place))
            for (one, his), (other, hers) in combinations(found, 2):
                assert (one > other, one == other) == (his > hers, his == hers)


def test_every_deal_meets_every_board() -> None:
    """Random triples against the deals of three hands that share no card, found one by one."""
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    for hand in random.sample(range(CLASSES), 3):
        deals = deals_with(hand)
        for _ in range(20):
            others = [random.randrange(CLASSES) for _ in range(2)]
            plain = sum(
                len({*a, *b, *c}) == 6 for a, b, c in product(*map(class_combos, (hand, *others)))
            )
            assert deals[tuple(others)] == plain
            if plain:
                assert sum(count_three_way([hand, *others])) == plain * BOARDS_OF_THREE


def test_the_order_of_hands_is_that_of_the_outcomes() -> None:
    hands = numbers("AKs 99 98s")
    found = count_three_way(hands)
    for order in permutations(range(3)):
        turned = count_three_way([hands[i] for i in order])
        for winners in range(OUTCOMES):
            same = sum(1 << order[place] for place in range(3) if winners >> place & 1)
            assert turned[winners] == found[same]


def test_equal_classes_win_equally_often() -> None:
    found = count_three_way(numbers("T9s T9s 44"))
    assert (found[1], found[5]) == (found[2], found[6])
    found = count_three_way(numbers("72o 72o 72o"))
    assert found[1] == found[2] == found[4]
    assert found[3] == found[5] == found[6]


@pytest.mark.parametrize("names", ["AA AA AA", "AKs AA AA", "AA AKo AA"])
def test_what_can_not_be_dealt_is_refused_in_one_line(names: str) -> None:
    for ask in (
        lambda: count_three_way(numbers(names)),
        lambda: three_way_equities(*names.split()),
    ):
        with pytest.raises(HandError, match="can't be dealt together") as caught:
            ask()
        assert len(str(caught.value).splitlines()) == 1


def test_what_is_no_class_is_refused() -> None:
    with pytest.raises(HandError, match="'AKx' is no class"):
        three_way_equities("AA", "AKx", "KK")


@pytest.mark.exhaustive
def test_the_table_has_all_triples_that_can_be_dealt() -> None:
    rows = unpacked(artefact(TABLE))
    assert rows.shape == (TRIPLES, OUTCOMES)
    sums = rows.sum(axis=1, dtype=np.int64)
    assert (sums == STEPS).sum() == 818_480
    assert (sums == 0).sum() == TRIPLES - 818_480
    classes = np.empty((CLASSES, CLASSES, 3), np.int64)
    classes[..., 1] = np.arange(CLASSES)[:, None]
    classes[..., 2] = np.arange(CLASSES)
    total = 0
    for hand in range(CLASSES):
        classes[..., 0] = hand
        deals = deals_with(hand)
        total += int(deals.sum())
        assert np.array_equal(sums[triple_index(np.sort(classes, axis=-1))] > 0, deals > 0)
    assert total == 1_326 * 1_225 * 1_128


@pytest.mark.exhaustive
def test_random_rows_of_the_table_are_what_is_counted_now() -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    rows = unpacked(artefact(TABLE))
    chosen = random.sample(range(len(rank_triples())), 400)
    found, counts = count_slice(rank_triples()[chosen])
    assert len(np.unique(found)) > 200
    assert np.array_equal(rows[found], quantised(counts))
    exact = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    assert np.abs(rows[found] / STEPS - exact).max() < LARGEST_ERROR < 1e-4


def test_rows_are_rounded_to_whole_steps_that_add_up() -> None:
    counts = np.array([[0, 1, 1, 1, 0, 0, 0, 0], [0, 7, 0, 0, 3, 0, 0, 1], [0] * 8])
    rows = quantised(counts)
    assert rows[0].tolist() == [0, 21_845, 21_845, 21_845, 0, 0, 0, 0]
    assert rows.sum(axis=1).tolist() == [STEPS, STEPS, 0]
    assert rows[1].tolist() == [0, 41_704, 0, 0, 17_873, 0, 0, 5_958]


def test_the_answer_is_in_the_order_of_the_question() -> None:
    for names in permutations(("AKo", "QQ", "76s")):
        exact = count_three_way([class_index(name) for name in names])
        found = three_way_equities(*names)
        chances = [n / sum(exact) for n in exact]
        assert found.by_winners == pytest.approx(chances, abs=LARGEST_ERROR)
        assert found.by_winners[0] == 0
        of_one = count_equities(names).equity
        assert found.equity == pytest.approx([float(share) for share in of_one], abs=2e-5)
        assert sum(found.equity) == pytest.approx(1)


def test_blocks_hold_what_single_questions_answer() -> None:
    hand = class_index("T9s")
    outcomes, shares = three_way_outcomes(hand), three_way_shares(hand)
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    for _ in range(50):
        j, k = random.randrange(CLASSES), random.randrange(CLASSES)
        found = three_way_equities("T9s", CLASS_NAMES[j], CLASS_NAMES[k])
        assert tuple(outcomes[j, k].tolist()) == found.by_winners
        assert tuple(shares[j, k].tolist()) == pytest.approx(found.equity)
    dealt = np.where(deals_with(hand) > 0, 1.0, 0.0)
    assert dealt.sum() == CLASSES**2 - 2  # TT and TT, 99 and 99
    assert np.abs(shares.sum(axis=-1) - dealt).max() < 1e-12
    assert not outcomes[dealt == 0].any()


def test_all_shares_at_once_are_those_of_one_hand_at_a_time() -> None:
    found = shares_of_three()
    for name in ("22", "32o", "76s", "AKs", "AKo", "AA"):
        hand = class_index(name)
        assert np.abs(found[hand] - three_way_shares(hand)[..., 0]).max() < 1e-15


def test_the_table_is_read_without_a_compiler() -> None:
    program = (
        "import sys\n"
        "from gutshot.holdem.three_way import three_way_equities\n"
        "three_way_equities('AA', 'KK', 'QQ')\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_rule_of_thumb_averages_two_equities() -> None:
    wins, ties = class_equities()

    def against(one: int, other: int) -> Fraction:
        won, tied = int(wins[one, other]), int(ties[one, other])
        return Fraction(2 * won + tied, 2 * BOARDS * int(compatible_combos()[one, other]))

    for names in ("AA KK QQ", "AKs 22 AKs", "72o T9s A5s"):
        hands = numbers(names)
        means = [
            sum((against(hand, other) for j, other in enumerate(hands) if j != i), Fraction(0)) / 2
            for i, hand in enumerate(hands)
        ]
        expected = [float(mean / sum(means)) for mean in means]
        assert sum(expected) == pytest.approx(1)
        assert pairwise_shares(hands[0])[hands[1], hands[2]] == pytest.approx(expected)


@pytest.mark.exhaustive
def test_the_rule_of_thumb_is_as_far_off_as_said() -> None:
    told: list[float] = []
    found = pairwise_error(3, told.append)
    assert (round(100 * found.largest, 2), round(100 * found.rms, 2)) == (41.85, 6.52)
    assert [line[:3] for line in found.worst] == [
        ("AA", "KK", "KK"),
        ("AA", "22", "22"),
        ("KK", "22", "22"),
    ]
    for hand, *others, exact, rule in found.worst:
        i, j, k = (class_index(name) for name in (hand, *others))
        counts = count_three_way([i, j, k])
        share = Fraction(counts[1]) + Fraction(counts[3] + counts[5], 2) + Fraction(counts[7], 3)
        assert exact == pytest.approx(float(share / sum(counts)), abs=2e-5)
        assert rule == pytest.approx(pairwise_shares(i)[j, k, 0])
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    said = " ".join(readme.split())
    assert f"off by {100 * found.rms:.1f} percentage points" in said
    assert f"by {100 * found.largest:.1f} at worst" in said
    _, _, _, exact, rule = found.worst[0]
    assert f"win {100 * exact:.1f} % of the pot and not {100 * rule:.1f} %" in said
    # the weakest hands are given too much and the best too little
    assert list(found.bias) == sorted(found.bias, reverse=True)
    assert found.bias[0] > 0 > found.bias[-1]
    assert told[-1] == 1
