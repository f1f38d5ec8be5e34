"""BankrollTerms, the parts of the variance, and everything about a bankroll put together."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.videopoker.one_line import one_line
from tests.videopoker.played import jacks, played

from gutshot.errors import InputError
from gutshot.render.exact_decimals import exact_decimal, percent_decimal, root_decimal
from gutshot.render.vp_money_text import bankroll_text
from gutshot.videopoker import from_mapping, game
from gutshot.videopoker.bankroll import BankrollTerms, analyse_bankroll, variance_parts
from gutshot.videopoker.session import Session
from gutshot.videopoker.simulated import Simulated

NINE_SIX = "jacks-or-better-9-6"


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"plays": 0}, "0 hands to a deal: play 1 to 100"),
        ({"plays": 101}, "101 hands"),
        ({"rounds": 0}, "0 deals: ask about 1 to 1,000,000"),
        ({"bankroll": 0}, "a bankroll of 0 bets: a deal costs 1 bet, so give 1"),
        ({"bankroll": 4, "plays": 5}, "a deal costs 5 bets, so give 5"),
        ({"risk": Fraction(0)}, "a risk of 0 %: it lies above 0 % and below 100 %"),
        ({"risk": Fraction(1)}, "a risk of 100 %"),
        ({"cash_back": Fraction(1)}, "cash back of 100 %"),
        ({"cash_back": Fraction(-1, 100)}, "cash back of -1 %"),
        (
            {"cash_back": Fraction(1, 3 * 10**6)},
            "too fine; give percent with up to six",
        ),
    ],
)
def test_terms_that_are_none_are_refused(terms: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        BankrollTerms(**terms)
    assert says in one_line(caught.value)


def test_simulations_that_can_not_be_are_refused() -> None:
    with pytest.raises(InputError, match="starts from a bankroll"):
        analyse_bankroll(played(NINE_SIX), trips=100)
    with pytest.raises(InputError, match="simulate 2 to 1,000,000"):
        analyse_bankroll(played(NINE_SIX), BankrollTerms(bankroll=10), trips=10**7)


@pytest.mark.parametrize("name", [NINE_SIX, "deuces-wild-full-pay", "joker-poker-kings-20-7-5"])
def test_the_parts_of_the_variance_add_up_to_it(name: str) -> None:
    parts = variance_parts(played(name))
    assert sum(part.contribution for part in parts) == played(name).variance[0]
    assert sum(part.chance for part in parts) == 1


def test_the_royals_part_as_published() -> None:
    royal = variance_parts(played(NINE_SIX))[0]
    assert f"{float(royal.contribution):.5f}" == "15.80588"
    assert royal.contribution == (800 - played(NINE_SIX).return_fraction) ** 2 * royal.chance


def test_everything_about_a_bankroll() -> None:
    heard: list[float] = []
    found = analyse_bankroll(
        game("deuces-wild-full-pay"),
        BankrollTerms(plays=3, rounds=600, bankroll=120, risk=Fraction(1, 10)),
        trips=500,
        seed=9,
        progress=heard.append,
    )
    assert found.edge == played("deuces-wild-full-pay").return_fraction - 1
    assert found.n0 == found.variance[0] / found.edge**2
    assert found.variance[0] < found.variance[1]
    assert found.trip is not None
    assert found.simulated is not None
    share, error = found.simulated.share(found.simulated.ruined)
    assert abs(share - found.trip.ruin(120)) < 4.5 * error
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    assert found.session.rounds == 600
    assert not found.unlimited.certain
    assert [row["category"] for row in found.rows()] == list(found.game.categories)
    assert "with 3 hands" in found._repr_html_()


def test_cash_back_can_turn_the_edge() -> None:
    table = jacks(9, 6, royal_flush=0)
    worse = analyse_bankroll(table, BankrollTerms(rounds=10), most_work=0)
    assert worse.edge < 0
    assert worse.unlimited.certain
    assert worse.trip is None
    better = analyse_bankroll(
        played(NINE_SIX), BankrollTerms(rounds=10, cash_back=Fraction(1, 100))
    )
    assert better.unlimited.bankroll(0.05) is not None


def test_a_table_that_pays_nothing_loses_every_bet() -> None:
    table = from_mapping("Nothing", "standard", {"royal_flush": 0})
    found = analyse_bankroll(table, BankrollTerms(rounds=30, bankroll=20), trips=5)
    assert found.variance == (Fraction(0), Fraction(0))
    assert {part.share for part in found.parts} == {0}
    assert found.unlimited.certain
    assert found.session.modelled_behind == 1.0
    assert found.trip is not None
    assert (found.trip.ruin(20), found.trip.ruin(31)) == (1.0, 0.0)
    text = bankroll_text(found, None)
    assert "ruin is certain" in text
    assert "Variance     0.0000000 per bet" in text


def test_where_holds_tie_it_is_said_which_one_is_played() -> None:
    said = "one that varies least is played; up to 25.8379163 otherwise"
    tied = analyse_bankroll(played("deuces-wild-full-pay"), BankrollTerms(rounds=1))
    assert said in bankroll_text(tied, None)
    assert "varies least" not in bankroll_text(
        analyse_bankroll(played(NINE_SIX), BankrollTerms(rounds=1)), None
    )


def test_a_royal_that_decides_everything_is_counted_and_not_modelled() -> None:
    found = analyse_bankroll(jacks(9, 6, royal_flush=10**12), most_work=0)
    royal = found.parts[0].chance
    without = float(1 - royal) ** 1_000
    # a royal is ahead, and without one hardly anybody is: 85 % come back of a bet
    assert found.session.behind == pytest.approx(without, abs=1e-9)
    assert found.session.beyond == pytest.approx(1 - without, abs=1e-9)
    assert found.session.ahead == pytest.approx(1 - without, abs=1e-9)
    assert found.session.percentile(95) is not None
    assert found.session.percentile(99) is None
    assert found.session.modelled_error > 0.5
    assert sum(chance for *_, chance in found.session.bars(20)) == pytest.approx(1)
    text = bankroll_text(found, None)
    assert "behind 95.7598 %" in text
    assert "beyond" in text
    # no digit is a float's: the variance has 27 of them
    assert exact_decimal(found.variance[0], 7) == "43,324,276,086,591,314,154.0973172"
    assert "43,324,276,086,591,314,154.0973172 per bet" in text


def test_where_nothing_can_be_counted_the_models_error_decides_whether_it_is_shown() -> None:
    table = jacks(9, 6, royal_flush=10**12)
    found = analyse_bankroll(table, BankrollTerms(plays=3), most_work=0)
    assert found.session.chances is None
    assert found.session.modelled_error == 1.0
    text = bankroll_text(found, None)
    assert "normal model is not reliable" in text
    assert "41.7" not in text


def bare_session(third: Fraction, rounds: int) -> Session:
    return Session(rounds, 1, Fraction(0), Fraction(rounds), Fraction(rounds), 1, None, None, third)


def test_the_models_error_is_bounded_by_berry_and_esseen() -> None:
    # payouts of 0 and 2, a coin each: behind has a chance that binomial numbers give
    found = bare_session(Fraction(1), 10_000)
    exact = 0.49601067  # (1 - C(10000, 5000) / 2**10000) / 2
    assert found.modelled_error == pytest.approx(0.4748 / 100)
    assert abs(found.modelled_behind - exact) < found.modelled_error
    assert bare_session(Fraction(1000), 100).modelled_error == 1.0


def test_of_no_event_a_bound_is_given() -> None:
    drawn = Simulated(10_000, 1, 10, 10, 0, 4_000, 5_000, 0.0, 1.0, ())
    assert drawn.even == 1_000
    assert (1 - drawn.unseen) ** drawn.trips < 0.05
    assert drawn.unseen == pytest.approx(3e-4)


def test_exact_numbers_are_rounded_from_the_rational() -> None:
    third = Fraction(10**30, 3)
    assert exact_decimal(third, 2).endswith("333,333.33")
    assert exact_decimal(Fraction(-1, 8), 2) == "-0.12"
    assert exact_decimal(Fraction(0), 1, signed=True) == "+0.0"
    assert exact_decimal(Fraction(1234567), 0) == "1,234,567"
    assert root_decimal(Fraction(2), 4) == "1.4142"
    assert root_decimal(Fraction(10**40), 2) == f"{10**20:,}.00"
    assert root_decimal(Fraction(3), 1) == "1.7"
    assert percent_decimal(Fraction(1, 10**12)) == "< 0.0000001 %"
    assert percent_decimal(Fraction(-1, 10**12)) == "> -0.0000001 %"
    assert percent_decimal(Fraction(0)) == "0.0000000 %"
    assert percent_decimal(Fraction(1, 4)) == "25.0000000 %"
