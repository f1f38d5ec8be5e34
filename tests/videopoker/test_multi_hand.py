"""Several hands on one deal: their variance, drawn out deal by deal where that is possible."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from tests.videopoker.played import all_evs, played

from gutshot.errors import InputError
from gutshot.videopoker import n_play_variance

JACKS = "jacks-or-better-9-6"


@pytest.mark.parametrize(("plays", "printed"), [(1, "19.5146764"), (3, "7.8158179")])
def test_the_variance_of_jacks_or_better(plays: int, printed: str) -> None:
    least, most = n_play_variance(played(JACKS), plays)
    assert f"{float(least):.7f}" == f"{float(most):.7f}" == printed


def test_one_hand_has_the_games_variance_and_many_come_down_to_the_covariance() -> None:
    game = played("deuces-wild-full-pay")
    assert n_play_variance(game, 1) == game.variance
    assert game.variance[0] < game.variance[1]
    for plays in (3, 100, 10**9):
        for bound, variance in zip(n_play_variance(game, plays), game.variance, strict=True):
            assert plays * (bound - game.covariance) == variance - game.covariance


def test_the_formula_is_the_variance_of_the_mean_of_hands_that_share_a_deal() -> None:
    """The slow way: of every class of deals the moments of one hand and of two."""
    game = played(JACKS)
    table = game.table
    unit = game.ev_denominator
    deals = comb(52, 5)
    mean = product = Fraction(0)
    evs = all_evs(table)
    weights = game.deals.weights
    chosen = evs[np.arange(len(evs)), game.chosen]
    # of one hand: its second moment over all draws; of two: EV times EV, as they draw apart
    total = sum(
        count * int(pay) ** 2
        for count, pay in zip(game.categories.values(), table.scaled_pays, strict=True)
    )
    square = Fraction(total, sum(game.categories.values()))
    for weight, ev in zip(weights.tolist(), chosen.tolist(), strict=True):
        mean += weight * ev
        product += weight * ev * ev
    mean /= deals * unit
    product /= deals * unit**2
    for plays in (1, 3, 5):
        # E of the squared mean of n hands: n squares and n (n - 1) products
        moment = (plays * square + plays * (plays - 1) * product) / plays**2
        assert n_play_variance(game, plays)[0] == moment - mean**2


@pytest.mark.parametrize("plays", [0, -3])
def test_a_deal_is_played_by_one_hand_or_more(plays: int) -> None:
    with pytest.raises(InputError, match="1 hand or more"):
        n_play_variance(played(JACKS), plays)
