"""Equities: published figures, every deal walked in plain Python, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random

import pytest

from gutshot.cards.text import format_cards, parse_cards
from gutshot.errors import HandError
from gutshot.evaluate.strength.plain import plain_strength
from gutshot.holdem import equities
from gutshot.holdem.all_in.counted import _work
from gutshot.holdem.equities import (
    Equities,
    all_in_equities,
    count_equities,
    next_card_equities,
)
from gutshot.holdem.hand_classes import class_index, combo_cards
from gutshot.holdem.ranges import parse_range

OUT_OF_POSITION = (
    "QQ:0.5,JJ:0.75,TT-22,AKo:0.25,AQs,AQo:0.75,AJs,AJo:0.75,ATs,ATo:0.75,A9s-A2s,KQ,KJ,KTs,"
    "KTo:0.5,K9s-K5s,K4s-K2s:0.5,QJ,QTs-Q7s,JTs,JTo:0.5,J9s,J8s,T9s-T7s,98s-96s,87s,86s,76s,75s,"
    "65s,64s,54s,53s,43s"
)
IN_POSITION = (
    "AA-TT,99:0.75,88:0.75,77:0.5,66:0.25,55:0.25,AK,AQs,AQo:0.75,AJs,AJo:0.5,ATs:0.75,A6s:0.25,"
    "A5s:0.75,A4s:0.75,A3s:0.5,A2s:0.5,KQs,KQo:0.5,KJs,KTs:0.75,K5s:0.25,K4s:0.25,QJs:0.75,"
    "QTs:0.75,Q9s:0.5,JTs-J8s:0.75,T9s-T7s:0.75,98s:0.75,97s:0.75,96s:0.5,87s:0.75,86s:0.5,"
    "85s:0.5,76s:0.75,75s:0.5,65s:0.75,64s:0.5,54s:0.75,53s:0.5,43s:0.5"
)


@pytest.mark.parametrize(
    ("hands", "wins", "ties", "total"),
    [
        ("AdAc KhKs", (1_388_072, 317_694), (6_538, 6_538), 1_712_304),
        ("AdAc Td9d", (1_338_249, 367_143), (6_912, 6_912), 1_712_304),
        ("AdAc QcJh", (1_450_987, 254_763), (6_554, 6_554), 1_712_304),
        ("AA KK", (50_371_344, 10_986_372), (285_228, 285_228), 61_642_944),
        ("AcAd KcKd QcQd", (924_864, 233_476, 204_228), (8_186,) * 3, 1_370_754),
        ("AA KK QQ", (197_872_740, 52_100_496, 44_784_900), (1_324_728,) * 3, 296_082_864),
        ("AKo QQ 76s", (137_892_312, 166_715_208, 89_190_288), (979_344,) * 3, 394_777_152),
        ("AcKc QhQs JdJh", (540_154, 590_390, 235_866), (4_344,) * 3, 1_370_754),
    ],
)
def test_published_matchups_are_counted_alike(
    hands: str, wins: tuple[int, ...], ties: tuple[int, ...], total: int
) -> None:
    found = count_equities(hands.split())
    assert (found.wins, found.ties, found.total, found.weight) == (wins, ties, total, 1)
    assert sum(found.equity) == 1


@pytest.mark.parametrize(
    ("hands", "percent"),
    [
        (("KcQc", "6c5c,AQo+"), 31.3757),
        (("QhQs", "TT+"), 50.0125),
        (("QQ+", "TT+"), 65.0483),
        (("AcKd", "QcQh", "7s6s"), 34.3756),
    ],
)
def test_published_equities_of_ranges_are_met(hands: tuple[str, ...], percent: float) -> None:
    assert round(float(100 * count_equities(hands).equity[0]), 4) == percent


@pytest.mark.parametrize(
    ("board", "percent"),
    [("Qs Jh 2h", 46.03538), ("Qs Jh 2h 8d", 44.87582), ("Qs Jh 2h 8d 3c", 45.30420)],
)
def test_weighted_ranges_on_a_board_have_the_known_equity(board: str, percent: float) -> None:
    found = count_equities([OUT_OF_POSITION, IN_POSITION], parse_cards(board))
    assert round(float(100 * found.equity[0]), 5) == percent


def plainly(hands: list[str], board: tuple[int, ...], dead: tuple[int, ...]) -> Equities:
    """Return what `count_equities` counts, deal by deal."""
    ranges = [parse_range(hand) for hand in hands]
    held = [
        [(tuple(combo_cards()[i].tolist()), int(one.weights[i])) for i in one.weights.nonzero()[0]]
        for one in ranges
    ]
    out = [0] * 2 ** len(hands)
    for deal in product(*held):
        cards = [card for combo, _ in deal for card in combo]
        gone = {*cards, *board, *dead}
        if len(gone) < len(cards) + len(board) + len(dead):
            continue
        rest = [card for card in range(52) if card not in gone]
        for more in combinations(rest, 5 - len(board)):
            values = [plain_strength((*combo, *board, *more)) for combo, _ in deal]
            winners = sum(1 << i for i, n in enumerate(values) if n == max(values))
            out[winners] += prod(weight for _, weight in deal)
    return Equities(tuple(hands), tuple(out), prod(one.denominator for one in ranges))


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        ("AsKs 7h7d", "Qs Jh 2h", ""),
        ("AsKs 7h7d 9c8c", "Qs 9h 2h 3d", "Ac 7c"),
        ("KK,AsKd:0.25 QJs:0.5", "Qs Jh 2h 8d", "Ah"),
        ("AKs QQ:0.5 T9s", "8s 7h 6h 6d", ""),
        ("22 33", "As Ks Qs Js Ts", ""),
        ("AKo AKo:0.75", "As Kd 2c 7h 7d", ""),
        ("AsKs 7h7d 9c8c 5h4h", "Qs 9h 2h 3d", "Ac"),
        ("KK,AsKd:0.25 QJs:0.5 99 T8s,JJ:0.75", "Qs Jh 2h 8d 9c", "Ah"),
        ("AKs AQs AJs ATs KQs", "2c 3d 4h 7s 9c", ""),
    ],
)
def test_every_deal_walked_in_plain_python_is_counted_alike(
    hands: str, board: str, dead: str
) -> None:
    arguments = hands.split(), parse_cards(board), parse_cards(dead)
    assert count_equities(*arguments) == plainly(*arguments)


@pytest.mark.parametrize(
    "hands",
    [("AKs", "AKo"), ("77", "A5s:0.5,QQ"), ("AsKs", "KTo,99:0.25"), ("AKs", "7h6h:0.5,QcQd")],
)
def test_the_table_of_classes_gives_what_all_boards_give(hands: tuple[str, str]) -> None:
    ranges = [parse_range(hand) for hand in hands]
    from_table = equities._from_classes(ranges, (), ())
    counted = equities._counted(_work(ranges, (), (), times=1))
    assert from_table == counted
    assert from_table is not None
    assert from_table.class_equities == counted.class_equities


@pytest.mark.oracle
def test_exchanging_hands_or_suits_exchanges_the_outcome() -> None:
    random = Random(3)  # noqa: S311 - a sample, repeatable
    for _ in range(20):
        players = random.randint(2, 9)
        cards = random.sample(range(52), 2 * players + 3)
        suits = random.sample(range(4), 4)
        hands, board = cards[:-3], cards[-3:]
        found = count_equities(written(hands), board)
        turned = count_equities(written(hands[2:] + hands[:2]), board)
        assert turned.equity == (*found.equity[1:], found.equity[0])
        again = count_equities(written(renamed(hands, suits)), renamed(board, suits))
        assert again.by_winners == found.by_winners
        assert sum(found.equity) == 1


def written(cards: list[int]) -> list[str]:
    return [format_cards(cards[i : i + 2]) for i in range(0, len(cards), 2)]


def renamed(cards: list[int], suits: list[int]) -> list[int]:
    return [card // 4 * 4 + suits[card % 4] for card in cards]


def test_progress_rises_to_the_whole() -> None:
    told: list[float] = []
    count_equities(["AsKs", "QdQh"], parse_cards("2c 3c 4c"), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


@pytest.mark.parametrize("board", ["Qs Jh 2h", "Qs Jh 2h 8d"])
def test_next_cards_add_up_to_all_boards(board: str) -> None:
    hands, cards = ["AsKs", "QQ:0.5,JTs", "77"], parse_cards(board)
    found, whole = next_card_equities(hands, cards), count_equities(hands, cards)
    assert len(found) == 50 - len(cards)
    sums = [sum(one.by_winners[i] for one in found.values()) for i in range(8)]
    assert sums == [(5 - len(cards)) * n for n in whole.by_winners]
    assert not set(found) & {*cards, *parse_cards("AsKs")}
    assert next_card_equities(hands, cards, longest_s=1e-9) == {}
    with pytest.raises(HandError, match="a next card comes after 3 or 4"):
        next_card_equities(hands, ())


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AK,QQ:0.5,76s", "22+"], ""),
        (["AK,QQ:0.5,76s", "22+", "AJs+"], "Qs 7h 2h"),
        (["AK,QQ:0.5,76s", "99", "TT", "JTs"], "Qs 7h 2h 2d"),
    ],
)
def test_equities_by_hand_are_those_of_each_hand_alone(hands: list[str], board: str) -> None:
    cards = parse_cards(board)
    found = count_equities(hands, cards)
    for name in ("AKs", "AKo", "QQ", "76s"):
        alone = count_equities([name, *hands[1:]], cards)
        assert found.class_equities[class_index(name)] == alone.equity[0]
    assert sum(found.class_deals) == found.total
    assert Fraction(sum(found.class_shares), found.unit * found.total) == found.equity[0]
    assert found.class_equities[class_index("AA")] is None


def test_what_is_counted_and_what_is_drawn() -> None:
    wide = "22+,A2+,K2+"
    assert all_in_equities([wide] * 2).method == "exact"
    assert all_in_equities(["AA", "KK", "QQ", "JJ"]).method == "exact"
    drawn = all_in_equities([wide] * 4, seed=5)
    assert (drawn.method, drawn.seed, drawn.total, drawn.weight) == ("simulated", 5, 3_276_800, 1)
    assert 0 < drawn.standard_error <= 0.0003
    assert all(abs(share - 0.25) < 5 * drawn.standard_error for share in drawn.equity)
    assert all_in_equities([wide] * 3, parse_cards("2c 3c 4c"), longest_s=0.01).seed == 1
    with pytest.raises(HandError, match="a seed is a whole number from 0"):
        all_in_equities(["AA", "KK"], seed=-1)


def test_equities_are_a_table_of_hands() -> None:
    rows = count_equities(["AA", "KK"]).rows()
    assert [row["hand"] for row in rows] == ["AA", "KK"]
    assert rows[0]["wins"] == 50_371_344
    assert rows[0]["equity"] == pytest.approx(rows[0]["win"] + rows[0]["tie"] / 2)
    assert rows[1]["standard_error"] == 0


def test_shared_pots_are_split_evenly() -> None:
    found = count_equities(["2c2d", "3c3d", "4c4d"], parse_cards("As Ks Qs Js Ts"))
    assert found.equity == (Fraction(1, 3),) * 3
    assert (found.wins, found.ties, found.total) == ((0, 0, 0), (1, 1, 1), 1)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "said"),
    [
        ("AA", "", "", "hands given: 1;"),
        ("AA KK " * 5, "", "", "hands given: 10; equities are of 2 to 9 hands"),
        ("AA KK", "2c 3c", "", "cards on the board: 2;"),
        ("AA KK", "2c 3c 4c 5c 6c 7c", "", "cards on the board: 6;"),
        ("AA KK", "2c 3c 2c", "", "2c is twice in the board"),
        ("AA KK", "2c 3c 4c", "4c", "4c is in the board and in the dead cards"),
        ("AA KK", "2c 3c Jk", "", "without jokers"),
        ("AsKs AsQs", "", "", "As is in AsKs and in AsQs"),
        ("AsKs QQ", "As 2c 3c", "", "As is in the board and in AsKs"),
        ("AA KK", "As Ah Ad", "", "can't be dealt together"),
        ("AsAh,AsAd AsKs,AsQs", "", "", "can't be dealt together"),
        ("22+,A2+:0.9999 22+,K2+:0.9998 33+,Q2+:0.9997", "2c 3c 4c", "", "too many decimals"),
    ],
)
def test_what_can_not_be_counted_is_refused_in_one_line(
    hands: str, board: str, dead: str, said: str
) -> None:
    with pytest.raises(HandError, match=said) as caught:
        count_equities(hands.split(), parse_cards(board), parse_cards(dead))
    assert len(str(caught.value).splitlines()) == 1
