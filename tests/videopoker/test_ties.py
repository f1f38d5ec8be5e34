"""Exact ties: how many, which, and where the choice between tied holds moves the variance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from tests.videopoker.played import jacks, played, printed

from gutshot.cards.text import format_cards, parse_cards, parse_hand
from gutshot.videopoker import HandAnalysis, PayTable, analyse_hand, game
from gutshot.videopoker.game_return import common_denominator, draw_factors

TDB_9_5 = game("triple-double-bonus-9-6").with_payouts({"flush": 5})
BONUS_6_5 = game("bonus-poker-8-5").with_payouts({"full_house": 6})

# Tied deals, classes of them, deals on which the tied holds differ in variance.
TIES = [
    (jacks(9, 6), 876, 168, 0),
    (jacks(9, 5), 876, 168, 0),
    (jacks(8, 6), 876, 168, 0),
    (jacks(8, 5), 876, 168, 0),
    (game("bonus-poker-8-5"), 876, 168, 0),
    (jacks(7, 5), 1_572, 203, 0),
    (jacks(6, 5), 1_572, 203, 0),
    (game("bonus-poker-7-5"), 1_572, 203, 0),
    (BONUS_6_5, 1_572, 203, 0),
    (jacks(9, 7), 2_520, 239, 1_644),
    (game("bonus-poker-deluxe-9-6"), 8_664, 509, 0),
    (game("double-bonus-10-7"), 19_404, 1_057, 0),
    (game("double-double-bonus-10-6"), 10_284, 553, 0),
    (game("double-double-bonus-9-6"), 10_284, 553, 0),
    (game("double-double-bonus-8-5"), 10_284, 553, 0),
    (game("double-double-bonus-6-5"), 10_284, 553, 0),
    (TDB_9_5, 18_216, 989, 180),
    (game("deuces-wild-full-pay"), 120_456, 6_568, 10_296),
    (game("deuces-wild-nsud"), 13_896, 617, 0),
    (game("deuces-wild-illinois"), 14_424, 641, 528),
    (game("joker-poker-kings-20-7-5"), 1_092, 65, 12),
]
EXAMPLES = [
    ("deuces-wild-full-pay", "8c 6c 5d 4c 3d", ["8c 6c 5d 4c", "8c 6c 4c", "6c 5d 4c 3d"], "16/47"),
    ("deuces-wild-illinois", "8c 7d 6h 3s 2c", ["8c 7d 6h 2c", "2c"], "1"),
    ("deuces-wild-illinois", "8c 7d 6h 3s 2d", ["8c 7d 6h 2d", "2d"], "1"),
    (
        "joker-poker-kings-20-7-5",
        "Jk Tc 9c 5d 4d",
        ["Jk Tc 9c", "Jk 5d 4d"],
        "2131/1128",
    ),
    ("triple-double-bonus-9-6", "Ac 4h 4d 4c 3s", ["4h 4d 4c 3s", "Ac 4h 4d 4c"], "513/47"),
    ("double-bonus-10-7", "Tc 9c 7d 6h 5s", ["Tc 9c 7d 6h", "9c 7d 6h 5s"], "20/47"),
    ("deuces-wild-full-pay", "Kh 5d 5c 4s 4h", ["5d 5c", "4s 4h"], "9102/16215"),
    ("jacks-or-better-9-6", "Ks Qh Jd Th Tc", ["Ks Qh Jd Th", "Ks Qh Jd Tc"], "41/47"),
    ("jacks-or-better-9-6", "3c 3d 3h 3s 2c", ["3c 3d 3h 3s", "3c 3d 3h 3s 2c"], "25"),
    ("deuces-wild-full-pay", "2c 2d 2h 2s Kc", ["2c 2d 2h 2s", "2c 2d 2h 2s Kc"], "200"),
]


@cache
def tied_hands(table: PayTable) -> list[tuple[int, HandAnalysis]]:
    """Return the deals in each tied class and the analysis of one of them."""
    result = played(table)
    deals = result.deals
    return [
        (weight, analyse_hand(cards, table))
        for weight, cards in zip(
            deals.weights[result.tied].tolist(), deals.cards[result.tied].tolist(), strict=True
        )
    ]


def second_moment(hand: HandAnalysis, mask: int) -> int:
    """Return the mean square of a hold's payout, over the common denominator; whole payouts."""
    squares = [int(line.pays**2) for line in hand.table.lines] + [0]
    counts: list[int] = hand.count_matrix[mask].tolist()
    total = sum(n * square for n, square in zip(counts, squares, strict=True))
    return total * (common_denominator(hand.table.deck) // sum(counts))


@pytest.mark.parametrize(
    ("table", "deals", "classes", "with_other_variance"),
    TIES,
    ids=[table.name for table, *_ in TIES],
)
def test_a_game_has_its_known_ties(
    table: PayTable, deals: int, classes: int, with_other_variance: int
) -> None:
    result = played(table)
    assert (result.tied_deals, result.tied_classes) == (deals, classes)
    least, most = result.variance
    differ = 0
    raised = 0
    for weight, hand in tied_hands(table):
        moments = [second_moment(hand, mask) for mask in hand.best]
        differ += weight * (min(moments) != max(moments))
        raised += weight * (max(moments) - min(moments))
    assert differ == with_other_variance
    assert (least < most) == (with_other_variance > 0)
    assert most - least == Fraction(raised, result.denominator)


def test_jacks_or_better_9_7_has_the_published_variance_inside_its_range() -> None:
    result = played(jacks(9, 7))
    assert printed(result) == "17.2838264 .. 17.2958271"
    assert result.variance[0] < 17.285 < result.variance[1]


@pytest.mark.parametrize(("name", "deal", "best", "ev"), EXAMPLES)
def test_a_known_tie_lists_every_best_hold(name: str, deal: str, best: list[str], ev: str) -> None:
    table = game(name)
    hand = analyse_hand(parse_hand(deal, table.deck), table)
    found = [frozenset(hand.hold(mask).cards) for mask in hand.best]
    assert sorted(map(sorted, found)) == sorted(sorted(parse_cards(hold)) for hold in best)
    assert {hand.hold(mask).ev for mask in hand.best} == {hand.holds[0].ev}
    assert [hold.mask for hold in hand.holds[: len(hand.best)]] == sorted(
        hand.best, key=lambda mask: (-mask.bit_count(), mask)
    )
    assert hand.holds[len(hand.best)].ev < hand.holds[0].ev
    assert hand.holds[0].ev == Fraction(ev)


def test_a_tie_of_jacks_or_better_9_7_differs_in_variance() -> None:
    table = jacks(9, 7)
    hand = analyse_hand(parse_hand("Ac Qd 7h 6h 3h", table.deck), table)
    assert [format_cards(hand.hold(mask).cards) for mask in hand.best] == ["Ac Qd", "7h 6h 3h"]
    assert hand.holds[0].ev == Fraction(517, 1081)
    assert second_moment(hand, hand.best[0]) != second_moment(hand, hand.best[1])


def test_the_ties_of_jacks_or_better_are_dealt_quads_and_a_ten_too_many() -> None:
    seen: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    for weight, hand in tied_hands(jacks(9, 6)):
        ranks = Counter(card >> 2 for card in hand.deal)
        if 4 in ranks.values():
            kind = "quads"
            assert {mask.bit_count() for mask in hand.best} == {4, 5}
        else:
            kind = "K-Q-J-T-T"
            assert sorted(ranks.elements()) == [8, 8, 9, 10, 11]
            assert str(hand.holds[0].ev) == "41/47"
            thrown = [set(hand.deal) - set(hand.hold(mask).cards) for mask in hand.best]
            assert [card >> 2 for cards in thrown for card in cards] == [8, 8]
        seen[kind] += weight
        classes[kind] += 1
    assert seen == {"quads": 624, "K-Q-J-T-T": 252}
    assert classes == {"quads": 156, "K-Q-J-T-T": 12}


def test_tied_quads_may_change_the_kicker_category_only() -> None:
    # as a trainer that always tells kickers apart would see Jacks or Better
    table = jacks(9, 6, four_aces_kicker_2_4=25, four_2_4_kicker_a_4=25)
    quads = [
        (weight, hand)
        for weight, hand in tied_hands(table)
        if 4 in Counter(card >> 2 for card in hand.deal).values()
    ]
    assert sum(weight for weight, _ in quads) == 624
    changed = 0
    for weight, hand in quads:
        kept, stood = (hand.hold(mask) for mask in sorted(hand.best, key=int.bit_count))
        possible = {category for category, n in kept.counts.items() if n}
        changed += weight * (possible != {hand.dealt_category})
        assert kept.ev == stood.ev == 25
    assert changed == 192


@pytest.mark.parametrize(
    ("table", "deals"),
    [
        (game("deuces-wild-full-pay"), 11_760),
        (game("joker-poker-kings-20-7-5"), 12),
        # pairs of aces and of kings told apart, though they pay the same
        (game("joker-poker-kings-20-7-5").with_payouts({"aces_or_better": 1}), 348),
    ],
    ids=["deuces", "joker", "joker with aces apart"],
)
def test_tied_holds_may_differ_in_categories_at_equal_variance(table: PayTable, deals: int) -> None:
    differ = 0
    factors = draw_factors(table.deck).tolist()
    for weight, hand in tied_hands(table):
        shares = {
            tuple(n * factors[mask] for n in hand.count_matrix[mask].tolist()) for mask in hand.best
        }
        differ += weight * (len(shares) > 1)
    assert differ == deals


def test_between_tied_holds_the_steadier_one_is_chosen_then_the_longer_one() -> None:
    for name in ("deuces-wild-full-pay", "joker-poker-kings-20-7-5"):
        result = played(game(name))
        chosen = result.chosen[result.tied].tolist()
        for (_, hand), mask in zip(tied_hands(game(name)), chosen, strict=True):
            assert mask == min(hand.best, key=lambda m: (second_moment(hand, m), -m.bit_count(), m))
