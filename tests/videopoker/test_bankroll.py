"""BankrollTerms, the parts of the variance, and everything about a bankroll put together."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.videopoker.one_line import one_line
from tests.videopoker.played import jacks, played

from gutshot.errors import InputError
from gutshot.videopoker import game
from gutshot.videopoker.bankroll import BankrollTerms, analyse_bankroll, variance_parts

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
