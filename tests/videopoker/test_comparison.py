"""Two pay tables side by side."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.videopoker.played import all_evs, jacks, played
from tests.videopoker.random_tables import random_table

from gutshot.cards.decks import DECKS
from gutshot.errors import PayTableError
from gutshot.videopoker import PayTable, analyse_hand, compare_games, game

SEED = 20_240_607


def cost_of_as_strategy_on_b(a: PayTable, b: PayTable) -> Fraction:
    """Return what A's holds lose on B, over all deals, each tie of A broken in B's favour."""
    ties, evs = played(a).ties, all_evs(b)
    held = (ties[:, None] >> np.arange(32)) & 1 == 1
    lost = played(b).best - np.where(held, evs, -1).max(axis=1)
    weights = played(b).deals.weights.tolist()
    total = sum(w * x for w, x in zip(weights, lost.tolist(), strict=True))
    return Fraction(total, played(b).denominator)


def test_nine_six_and_nine_five_differ_on_11568_deals() -> None:
    both = compare_games(game("jacks-or-better-9-6"), game("jacks-or-better-9-5"))
    assert both.deals == 11_568
    assert len(both.classes) == 627
    assert both.cost == Fraction(2_840_987, 38_630_291_700)
    assert both.return_of_a_on_b == both.b.return_fraction - both.cost
    back = compare_games(game("jacks-or-better-9-5"), game("jacks-or-better-9-6"))
    assert (back.deals, len(back.classes)) == (both.deals, len(both.classes))
    assert back.cost > 0
    assert {x.deal for x in back.dearest(10**6)} == {x.deal for x in both.dearest(10**6)}


@pytest.mark.parametrize(
    "name", ["jacks-or-better-9-6", "deuces-wild-full-pay", "double-joker-8-5-4"]
)
def test_a_game_differs_from_itself_nowhere(name: str) -> None:
    both = compare_games(game(name), game(name))
    assert both.dearest(10**6) == ()
    assert both.deals == 0
    assert both.cost == 0
    assert both.return_of_a_on_b == both.a.return_fraction == both.b.return_fraction


def test_every_difference_is_one() -> None:
    a, b = game("jacks-or-better-9-6"), game("double-double-bonus-9-6")
    both = compare_games(a, b)
    assert len({x.deal for x in both.dearest(10**6)}) == len(both.classes)
    totals = [x.cost * x.deals for x in both.dearest(10**6)]
    assert totals == sorted(totals, reverse=True)
    assert min(totals) > 0
    assert both.cost == sum(totals) / comb(52, 5)
    assert both.deals == sum(x.deals for x in both.dearest(10**6))
    for x in both.dearest(10**6)[::200]:
        on_a, on_b = analyse_hand(x.deal, a), analyse_hand(x.deal, b)
        assert (x.best_a, x.best_b) == (on_a.best, on_b.best)
        assert not set(x.best_a) & set(x.best_b)
        assert x.cost == on_b.holds[0].ev - max(on_b.hold(mask).ev for mask in x.best_a)


def test_the_cost_is_what_the_strategy_loses_over_all_deals() -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    pairs = [(random_table(random, deck), random_table(random, deck)) for deck in DECKS]
    for a, b in (
        *pairs,
        (game("deuces-wild-full-pay"), game("deuces-wild-nsud")),
        (game("joker-poker-kings-20-7-5"), game("joker-poker-two-pair-20-8-7-5")),
    ):
        assert compare_games(a, b).cost == cost_of_as_strategy_on_b(a, b)


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.sampled_from(sorted(DECKS)))
def test_another_tables_strategy_never_beats_ones_own(seed: int, deck: str) -> None:
    random = Random(seed)  # noqa: S311 - hypothesis draws the seed
    a = random_table(random, deck)
    b = a.with_payouts({random.choice(a.lines).category: random.randint(0, 9)})
    both = compare_games(a, b)
    cost = both.cost
    assert cost >= 0
    assert both.return_of_a_on_b <= both.b.return_fraction
    assert (cost == 0) == (both.dearest(10**6) == ())


def test_tables_of_different_decks_are_refused_in_one_line() -> None:
    with pytest.raises(PayTableError) as caught:
        compare_games(game("jacks-or-better-9-6"), game("deuces-wild-full-pay"))
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert "standard" in message
    assert "deuces-wild" in message


def test_a_payout_nobody_notices_costs_nothing() -> None:
    both = compare_games(jacks(9, 6), jacks(9, 6, royal_flush="800.01"))
    assert both.cost == 0
    assert both.dearest(10**6) == ()
    assert both.b.return_fraction > both.a.return_fraction
