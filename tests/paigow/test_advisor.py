"""What settings are worth: known figures, the dealer's hands one by one, what can't be asked."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest

from gutshot.errors import HandError, InputError
from gutshot.paigow import Outcome, Rules, Setting, legal_settings, parse_seven
from gutshot.paigow.advisor import HANDS_DRAWN, advise, dealer_pushes, parse_percent
from gutshot.paigow.dealer_hands import deck_without
from gutshot.paigow.differences import against_high, against_low, ev_differences
from gutshot.paigow.house_ways import house_way, house_ways

if TYPE_CHECKING:
    from gutshot.paigow.advisor import Advice

LOCAL = house_way("local")
ALL_HANDS = comb(46, 7)
TWO_PAIR = "Qc Qd 3c 3d Ah Ts 8d"
NOTHING = "As Qd Tc 8s 6h 4d 2c"


def ask(text: str, **options: object) -> Advice:
    return advise(parse_seven(text), LOCAL, **options)  # type: ignore[arg-type]


def ev_with_low(advice: Advice, low: str) -> float:
    """Return the best of the settings with that low hand, by its name."""
    return float(max(one.ev for one in advice.settings if one.setting.low_name == low))


@pytest.mark.parametrize(
    ("cards", "lows", "against_local", "against_trump"),
    [
        ("Jk Qs Qh Qd As 7s 2s", ("Pair of queens", "Pair of aces"), (931, 855), (931, 862)),
        ("Jk Ac Ad Ah As Qc 9d", ("Pair of aces",), (870,), (876,)),
        ("Ac Ad Ah As 9c 8d 2h", ("Pair of aces",), (735,), (700,)),
        ("Kc Kd Kh Ks Ac 5d 3h", ("Pair of kings", "Ace-king", "Ace-five"),
         (647, 528, 466), (606, 579, 453)),
        ("Ac Ad Ah Kc Qd 9h 4s", ("Ace-king", "King-queen"), (443, 399), (437, 416)),
        ("6c 6d 4c 4d Qh Ts 9d", ("Pair of fours", "Queen-ten"), (109, 12), (114, -28)),
        ("9c 9d 5c 5d Ah Ts 3d", ("Ace-ten", "Pair of fives"), (338, 277), (345, 256)),
        (TWO_PAIR, ("Pair of threes", "Ace-ten"), (379, 339), (363, 370)),
    ],
)  # fmt: skip
def test_known_expectations_are_met_to_the_digit(
    cards: str,
    lows: tuple[str, ...],
    against_local: tuple[int, ...],
    against_trump: tuple[int, ...],
) -> None:
    """Thousandths of a bet, from a table of all hands in another language."""
    for way, known in (("local", against_local), ("trump-plaza", against_trump)):
        advice = advise(parse_seven(cards), house_way(way))
        assert advice.total == ALL_HANDS
        assert advice.method == "exact"
        found = tuple(round(1000 * ev_with_low(advice, low)) for low in lows)
        assert found == known, way


def test_the_best_setting_depends_on_how_the_dealer_sets() -> None:
    names = {
        way: advise(parse_seven(TWO_PAIR), house_way(way)).best.setting.low_name
        for way in ("local", "trump-plaza")
    }
    assert names == {"local": "Pair of threes", "trump-plaza": "Ace-ten"}


def test_counts_are_whole_and_shares_of_all_hands() -> None:
    advice = ask(TWO_PAIR)
    assert len(advice.settings) + len(advice.fouls) == 21
    for one in advice.settings:
        assert one.win + one.push + one.lose == ALL_HANDS
        assert one.ev == Fraction(95 * one.win - 100 * one.lose, 100 * ALL_HANDS)
        assert one.standard_error == 0
    evs = [one.ev for one in advice.settings]
    assert evs == sorted(evs, reverse=True)
    assert [one.best for one in advice.settings] == [ev == evs[0] for ev in evs]


def test_commission_takes_its_share_of_wins_and_leaves_counts_alone() -> None:
    usual, free = ask(TWO_PAIR), ask(TWO_PAIR, commission_percent=0)
    odd = ask(TWO_PAIR, commission_percent=Fraction(9, 2))
    for one in usual.settings:
        other = free.value_of(one.setting)
        assert (one.win, one.push, one.lose) == (other.win, other.push, other.lose)
        assert other.ev - one.ev == Fraction(5, 100) * Fraction(one.win, ALL_HANDS)
        assert other.ev - odd.value_of(one.setting).ev == Fraction(45 * one.win, 1000 * ALL_HANDS)


@pytest.mark.parametrize("banker", [False, True])
@pytest.mark.parametrize("rules", [Rules(), Rules(a2345_second_highest=False)])
def test_outcomes_are_those_of_the_dealers_hands_one_by_one(banker: bool, rules: Rules) -> None:
    """Of a sample of them, each set by the way's rules and compared by itself."""
    cards = parse_seven("Ah Kh 5d 4c 3s 2d 2h")
    advice = advise(cards, LOCAL, banker=banker, rules=rules)
    source = random.Random(7)  # noqa: S311 - a sample, repeatable
    deck = [int(card) for card in deck_without(cards)]
    dealt = [LOCAL.set(source.sample(deck, 7), rules) for _ in range(3_000)]
    for one in advice.undominated:
        wins = losses = 0
        for dealer in dealt:
            # a banker is who takes the copies: the other side's win is his loss
            if banker:
                outcome = dealer.against(one.setting)
                wins += outcome is Outcome.LOSE
                losses += outcome is Outcome.WIN
            else:
                outcome = one.setting.against(dealer)
                wins += outcome is Outcome.WIN
                losses += outcome is Outcome.LOSE
        for found, times in ((wins, one.win), (losses, one.lose)):
            share = times / ALL_HANDS
            assert abs(found - 3_000 * share) < 4.5 * (3_000 * share * (1 - share)) ** 0.5 + 0.5


def test_a_banker_is_never_worse_off() -> None:
    plain, banks = ask(TWO_PAIR), ask(TWO_PAIR, banker=True)
    for one in plain.settings:
        other = banks.value_of(one.setting)
        assert other.win >= one.win
        assert other.lose < one.lose
    assert banks.value_of(plain.best.setting).win > plain.best.win


def test_names_of_suits_and_the_order_of_cards_change_nothing() -> None:
    cards = parse_seven("Jk Qs Qh Qd As 7s 2s")
    usual = advise(cards, LOCAL)
    source = random.Random(3)  # noqa: S311 - a sample, repeatable
    for _ in range(5):
        suits = source.sample(range(4), 4)
        other = [card if card == 52 else card & ~3 | suits[card & 3] for card in cards]
        source.shuffle(other)
        found = advise(other, LOCAL)
        pairs = zip(found.settings, usual.settings, strict=True)
        assert all((a.win, a.push, a.lose) == (b.win, b.push, b.lose) for a, b in pairs)


def test_dominated_settings_are_beaten_in_both_parts() -> None:
    advice = ask(TWO_PAIR)
    for one in advice.settings:
        mine = one.setting
        better = [
            other
            for other in advice.settings
            if other.setting.high_strength >= mine.high_strength
            and other.setting.low_strength >= mine.low_strength
            and (other.setting.high_strength, other.setting.low_strength)
            != (mine.high_strength, mine.low_strength)
        ]
        assert one.dominated == bool(better)
        assert all(other.ev >= one.ev for other in better)
    assert not advice.best.dominated
    shown = [one.setting.low_name for one in advice.undominated]
    assert shown == ["Pair of threes", "Ace-ten", *shown[2:]]
    assert len(set(shown)) == len(shown)


def test_house_ways_cost_what_their_setting_is_worth_less() -> None:
    advice = advise(parse_seven("Ac Ad Ah As 9c 8d 2h"), LOCAL, ways=house_ways())
    costs = {one.way: one for one in advice.ways}
    assert {"local", "trump-plaza", "golden-nugget", "foxwoods", "flamingo"} <= set(costs)
    for one in advice.ways:
        assert one.setting == house_way(one.way).set(advice.cards, Rules())
        assert one.ev == advice.value_of(one.setting).ev
        assert one.cost == advice.best.ev - one.ev
    assert costs["trump-plaza"].cost == 0
    assert costs["local"].setting.low_name == "Nine-eight"
    assert costs["local"].cost > Fraction(1, 5)


@pytest.mark.parametrize("cards", ["Jk Qs Qh Qd As 7s 2s", "Kc Kd Kh Ks Ac 5d 3h", NOTHING])
def test_a_drawn_answer_is_within_its_error(cards: str) -> None:
    exact, drawn = ask(cards), ask(cards, seed=5)
    assert (drawn.method, drawn.total, drawn.hands.seed) == ("simulated", HANDS_DRAWN, 5)
    for one in exact.settings:
        other = drawn.value_of(one.setting)
        assert 0 < other.standard_error < 0.0072
        assert abs(float(other.ev - one.ev)) < 4.5 * other.standard_error
    again = ask(cards, seed=5)
    assert [one.ev for one in again.settings] == [one.ev for one in drawn.settings]


def test_a_dealer_who_shows_his_hand_leaves_nothing_to_chance() -> None:
    dealer = parse_seven("Ks Kd 9c 8h 7d 3s 2h")
    advice = ask("Kc Kh Ac Qd Js 4d 4s", dealer=dealer)
    assert advice.total == 1
    assert advice.commission_percent == 0
    dealt = LOCAL.set(dealer)
    assert advice.dealer == dealt
    assert not advice.dealer_pushes
    for one in advice.settings:
        expected = {Outcome.WIN: (1, 0, 0), Outcome.PUSH: (0, 1, 0), Outcome.LOSE: (0, 0, 1)}
        assert (one.win, one.push, one.lose) == expected[one.setting.against(dealt)]
        assert one.ev == one.win - one.lose
    assert advice.best.ev == 1
    taxed = ask("Kc Kh Ac Qd Js 4d 4s", dealer=dealer, commission_percent=5)
    assert taxed.best.ev == Fraction(19, 20)


def test_an_ace_high_dealer_pushes_however_he_sets_his_hand() -> None:
    advice = ask("Kc Kh Kd Ks Ac 5d 5s", dealer=parse_seven(NOTHING))
    assert advice.dealer_pushes
    assert all((one.win, one.push, one.lose) == (0, 1, 0) for one in advice.settings)
    assert all(one.best and one.ev == 0 for one in advice.settings)


@pytest.mark.parametrize(
    ("cards", "pushes"),
    [
        (NOTHING, True),
        ("Ac Kd Qh Js 9c 7d 5h", True),
        ("Jk Kd Qh 9s 7c 5d 3h", True),  # the joker is an ace
        ("Jk Ad Qh 9s 7c 5d 3h", False),  # a pair of aces
        ("Kc Qd Jh 9s 8c 4d 2h", False),  # king high
        ("Ac Jc 9c 7c 5c 3d 2h", False),  # a flush
        ("Ac Kd Qh Js Tc 7d 5h", False),  # a straight
        ("Jk Kd Qh Js 9c 7d 5h", False),  # the joker completes one
        ("Ac 2d 3h 4s 9c 5d Qh", False),
    ],
)
def test_which_dealers_push(cards: str, pushes: bool) -> None:
    assert dealer_pushes(parse_seven(cards)) is pushes


def test_parts_of_a_difference_add_up_to_it() -> None:
    for options in (
        {},
        {"banker": True},
        {"seed": 1},
        {"dealer": parse_seven("Ks Kd 9c 8h 7d 3s 2h")},
    ):
        advice = ask(TWO_PAIR, **options)
        first, second = advice.undominated[:2]
        parts = ev_differences(advice, first.setting, second.setting)
        assert sum(part.ev for part in parts) == first.ev - second.ev
        assert all(part.hands == sum(part.second) for part in parts)
        weights = [abs(part.ev) for part in parts]
        assert weights == sorted(weights, reverse=True)
        back = ev_differences(advice, second.setting, first.setting)
        assert {(x.dealer_high, x.dealer_low, x.ev) for x in parts} == {
            (x.dealer_high, x.dealer_low, -x.ev) for x in back
        }


def test_the_dealers_hands_by_kind_are_all_of_them() -> None:
    advice = ask(TWO_PAIR)
    setting = advice.best.setting
    for rows in (against_high(advice, setting), against_low(advice, setting)):
        columns = [sum(column) for column in list(zip(*rows, strict=True))[1:]]
        assert columns == [advice.best.win, advice.best.push, advice.best.lose]
    by_high = {row.kind: row for row in against_high(advice, setting)}
    assert by_high["two_pair"].win == by_high["full_house"].win == 0  # queens behind
    assert by_high["high_card"].lose == 0
    by_low = {row.kind: row for row in against_low(advice, setting)}
    assert by_low["A-high"].lose == by_low["AA"].win == 0  # threes in front
    assert by_low["33"].win == 0


def test_the_dealer_is_one_hand_where_it_is_known() -> None:
    advice = ask(TWO_PAIR, dealer=parse_seven("Ks Kd 9c 8h 7d 3s 2h"))
    (row,) = against_high(advice, advice.best.setting)
    assert (row.kind, sum(row[1:])) == ("pair", 1)
    (row,) = against_low(advice, advice.best.setting)
    assert (row.kind, sum(row[1:])) == ("9-high", 1)


def test_rows_are_settings_for_a_frame() -> None:
    advice = ask(TWO_PAIR)
    frame = advice.to_pandas()
    assert len(frame) == len(advice.settings)
    assert frame["low"][0] == "3d 3c"
    assert frame["ev"].is_monotonic_decreasing
    assert (frame[["win_hands", "push_hands", "lose_hands"]].sum(axis=1) == ALL_HANDS).all()


def test_only_settings_without_foul_have_a_value() -> None:
    advice = ask(TWO_PAIR)
    assert [one.setting for one in advice.settings if one.setting.foul] == []
    with pytest.raises(InputError, match="in front is a foul"):
        advice.value_of(advice.fouls[0])
    other = legal_settings(parse_seven(NOTHING))[0]
    with pytest.raises(InputError, match="none of the seven cards"):
        advice.value_of(other)
    mixed = advice.best.setting
    assert advice.value_of(Setting(mixed.high, mixed.low)) == advice.best


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"commission_percent": 101}, "a commission of 101 % is none: it is 0 to 100 %"),
        ({"commission_percent": -1}, "0 to 100 %"),
        ({"commission_percent": float("nan")}, "a commission of nan % is none"),
        ({"dealer": parse_seven("Qc Kd 9c 8h 7d 3s 2h")}, "Qc is yours and the dealer's"),
        ({"dealer": parse_seven("Ks Kd 9c 8h 7d 3s 2h"), "banker": True}, "banks himself"),
        ({"dealer": (1, 2, 3)}, "3 cards given, 7 needed"),
        ({"seed": -1}, "a seed is 0 to"),
    ],
)
def test_what_cannot_be_asked(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask(TWO_PAIR, **options)


def test_six_cards_are_no_hand() -> None:
    with pytest.raises(HandError, match="6 cards given, 7 needed"):
        advise(range(6), LOCAL)


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("5", 5),
        ("4.5", Fraction(9, 2)),
        (" 5 % ", 5),
        ("0", 0),
        ("100", 100),
        ("0.05", Fraction(1, 20)),
    ],
)
def test_percentages_are_read_exactly(text: str, percent: Fraction) -> None:
    assert parse_percent(text) == percent


@pytest.mark.parametrize(
    "text", ["", "five", "-1", "100.1", "101", "1e2", "5,5", "nan", "1/3", "\u0663"]
)
def test_what_is_no_percentage_is_said(text: str) -> None:
    with pytest.raises(InputError, match=r"is no percentage: write 0 to 100, like 5 or 4\.5"):
        parse_percent(text)
