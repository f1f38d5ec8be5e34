"""Whole games to the last digit: returns, variances, categories, and figures players quote."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from tests.videopoker.played import JACKS, jacks, played, printed, stored

from gutshot.videopoker import PayTable, from_mapping, game, games
from gutshot.videopoker.game_return import HOLD_SIZE

KNOWN: list[dict[str, Any]] = stored("video_poker_returns.json")["games"]
SHIPPED = [table.id for table in games() if table.expected.numerator is not None]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known["id"])
def test_a_known_pay_table_has_its_known_figures(known: dict[str, Any]) -> None:
    table = from_mapping(known["id"], known["deck"], known["pays"])
    result = played(table)
    assert result.numerator == known["numerator"]
    assert printed(result) == known["variance"]
    assert f"{float(result.covariance):.7f}" == known["covariance"]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_states_its_own_figures(name: str) -> None:
    expected = game(name).expected
    result = played(name)
    assert result.numerator == expected.numerator
    assert printed(result) == expected.variance
    assert f"{float(result.covariance):.7f}" == expected.covariance
    if expected.published_percent is not None:
        decimals = len(expected.published_percent.partition(".")[2])
        assert f"{result.percent:.{decimals}f}" == expected.published_percent


def test_every_known_pay_table_is_shipped_under_its_id() -> None:
    assert len(KNOWN) == 55
    for known in KNOWN:
        table = game(known["id"])
        assert table.deck.name == known["deck"]
        assert {line.category: line.pays for line in table.lines} == known["pays"]
        assert table.expected.numerator == known["numerator"]
        assert table.expected.variance == known["variance"]
        assert table.expected.covariance == known["covariance"]


def test_every_shipped_file_states_what_proves_it() -> None:
    for table in games():
        assert table.expected.numerator is not None, table.id
        assert table.expected.variance is not None, table.id
        assert table.expected.covariance is not None, table.id
        assert table.source, table.id


@pytest.mark.parametrize("name", SHIPPED)
def test_the_figures_of_a_game_fit_together(name: str) -> None:
    result = played(name)
    table, deals = result.table, result.deals
    pays = {line.category: line.pays for line in table.lines} | {"no_win": Fraction(0)}
    hands = comb(table.deck.size, 5)
    assert list(result.categories) == [*(line.category for line in table.lines), "no_win"]
    assert min(result.categories.values()) >= 0
    total = sum(result.categories.values())
    assert total * table.scale == result.denominator
    assert result.denominator == hands * result.ev_denominator
    # the return from the best EV of each deal, the combinations from the chosen holds
    by_deal = sum(
        w * ev for w, ev in zip(deals.weights.tolist(), result.best.tolist(), strict=True)
    )
    assert by_deal == result.numerator
    assert result.return_fraction == sum(n * pays[c] for c, n in result.categories.items()) / total
    square = sum(n * pays[c] ** 2 for c, n in result.categories.items()) / total
    assert result.variance[0] == square - result.return_fraction**2
    assert result.variance[0] <= result.variance[1]
    assert result.percent == float(100 * result.return_fraction)
    assert result.hit_frequency == 1 - Fraction(result.categories["no_win"], total)
    assert sum(result.held) == hands
    assert result.distinct_evs == len(set(result.best.tolist()))
    assert ((result.ties >> result.chosen) & 1 == 1).all()
    sizes = np.array(HOLD_SIZE)[result.chosen]
    assert [int(deals.weights[sizes == k].sum()) for k in range(6)] == list(result.held)


def test_some_returns_in_lowest_terms() -> None:
    assert played("jacks-or-better-9-6").return_fraction == Fraction(1653526326983, 1661102543100)
    assert played("deuces-wild-full-pay").return_fraction == Fraction(32187682693, 31944279675)
    assert played("joker-poker-kings-20-7-5").return_fraction == Fraction(
        412127554537, 409481092020
    )


@pytest.mark.parametrize(
    ("table", "percent"),
    [
        (jacks(9, 6, royal_flush=975), "99.99724"),
        (jacks(9, 6, royal_flush=976), "100.00002"),
        (game("bonus-poker-8-5"), "99.1660"),
        (game("bonus-poker-8-5-royal-1600"), "101.4376"),
        (game("bonus-poker-8-5").with_payouts({"full_house": 6}), "96.86871554"),
        (game("double-joker-8-5-4").with_payouts({"four_of_a_kind": 9}), "99.97040"),
        (game("double-bonus-10-7"), "100.1725"),
        (game("double-bonus-9-6"), "97.8062"),
        (game("deuces-wild-full-pay"), "100.761961"),
        (game("deuces-wild-nsud"), "99.7283"),
        (game("joker-poker-kings-17-7-5-royal-1000"), "98.5987"),
        (
            game("joker-poker-kings-17-7-5-royal-1000").with_payouts({"natural_royal": 750}),
            "97.9639",
        ),
    ],
    ids=lambda either: either.name if isinstance(either, PayTable) else "",
)
def test_a_return_that_players_quote(table: PayTable, percent: str) -> None:
    decimals = len(percent.partition(".")[2])
    assert f"{played(table).percent:.{decimals}f}" == percent


def test_the_royal_that_breaks_even_lies_between_975_and_976_bets() -> None:
    assert played(jacks(9, 6, royal_flush=975)).return_fraction < 1
    assert played(jacks(9, 6, royal_flush=976)).return_fraction > 1


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("jacks-or-better-9-6", "40390.55"),
        ("joker-poker-kings-20-7-5", "41213.81"),
        ("double-joker-8-5-4", "44931.28"),
    ],
)
def test_a_royal_comes_once_in_so_many_hands(name: str, hands: str) -> None:
    cycle = played(name).royal_cycle
    assert cycle is not None
    assert f"{float(cycle):.2f}" == hands


def test_the_royals_share_of_the_variance_and_that_of_all_lines() -> None:
    result = played("jacks-or-better-9-6")
    total = sum(result.categories.values())
    pays = [*(line.pays for line in result.table.lines), Fraction(0)]
    shares = [
        (pay - result.return_fraction) ** 2 * Fraction(n, total)
        for pay, n in zip(pays, result.categories.values(), strict=True)
    ]
    assert f"{float(shares[0]):.5f}" == "15.80588"
    assert sum(shares) == result.variance[0]


def test_flushes_and_straights_of_jacks_or_better() -> None:
    # one in 90.8 and one in 89.1, where a calculator on the web says 23 and 20
    categories = played("jacks-or-better-9-6").categories
    assert categories["flush"] == 219_554_786_160
    assert categories["straight"] == 223_837_565_784


def test_the_best_evs_take_few_different_sizes() -> None:
    result = played("jacks-or-better-9-6")
    assert result.distinct_evs == 1_153
    throws_all = result.ties == 1  # the only best hold is mask 0
    assert len(np.unique(result.best[throws_all])) == 766
    assert result.held == (84_360, 403_968, 1_651_440, 147_528, 292_176, 19_488)
    assert result.deals.weights[throws_all].sum() == 84_360


def test_full_pay_deuces_by_the_number_of_deuces_dealt() -> None:
    result = played("deuces-wild-full-pay")
    deuces = (result.deals.cards >> 2 == 0).sum(axis=1)

    def mean(chosen: Any) -> tuple[int, str]:  # noqa: ANN401 - a mask over the classes
        weights = result.deals.weights[chosen].tolist()
        total = sum(w * ev for w, ev in zip(weights, result.best[chosen].tolist(), strict=True))
        return sum(weights), f"{float(Fraction(total, sum(weights) * result.ev_denominator)):.10f}"

    assert mean(deuces == 0) == (1_712_304, "0.5444302352")
    assert mean(deuces >= 1) == (886_656, "1.9021277670")
    assert mean(deuces == 4) == (48, "200.0000000000")


def test_full_pay_deuces_holds_one_card_only_when_it_is_a_deuce() -> None:
    result = played("deuces-wild-full-pay")
    assert result.held[1] == 363_312
    of_one = np.array(HOLD_SIZE)[result.chosen] == 1
    cards = result.deals.cards[of_one]
    position = np.array([mask.bit_length() - 1 for mask in range(32)])[result.chosen[of_one]]
    assert (cards[np.arange(len(cards)), position] >> 2 == 0).all()
    assert ((cards >> 2 == 0).sum(axis=1) == 1).all()


def test_decimals_and_fractions_pay_exactly_what_they_say() -> None:
    # a promotion pays 1 % more on a straight flush, and a royal is shorted to 1,199 of 5 coins
    table = from_mapping(
        "odd", "standard", JACKS | {"royal_flush": "1199/5", "straight_flush": "80.8"}
    )
    assert [line.pays for line in table.lines[:2]] == [Fraction(1199, 5), Fraction(404, 5)]
    assert table.scale == 5
    result = played(table)
    assert result.denominator == 5 * played("jacks-or-better-9-6").denominator
    fivefold = from_mapping(
        "fivefold",
        "standard",
        {line.category: line.pays * 5 for line in table.lines},
    )
    assert result.return_fraction * 5 == played(fivefold).return_fraction
    assert result.categories == played(fivefold).categories
    assert result.variance[0] * 25 == played(fivefold).variance[0]


def test_a_game_that_never_makes_a_royal_has_no_royal_cycle() -> None:
    result = played("deuces-wild-full-pay")
    without = replace(result, categories=result.categories | {"natural_royal": 0})
    assert result.royal_cycle is not None
    assert without.royal_cycle is None
