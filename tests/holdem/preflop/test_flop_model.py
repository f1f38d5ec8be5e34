"""Who pays the edge of position, and the key of a spot's file that says so."""

from __future__ import annotations

import pytest

from gutshot.errors import InputError
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.flop_model import AMONG_THREE, FITTED, FlopModel
from gutshot.holdem.preflop.tree import grow_tree
from gutshot.holdem.preflop.worth import worth_of

SPR = 7.0  # the edge is -0.02 + 0.0175 x 3 there


@pytest.mark.parametrize(
    ("among", "shares"),
    [
        ("first_pays", {4: -1.0, 2: 1.0}),
        ("next_pays", {0: -1.0, 2: 1.0}),
        ("all_pay", {4: -0.5, 0: -0.5, 2: 1.0}),
        ("nobody_pays", {}),
    ],
)
def test_the_edge_of_three_goes_to_the_last(among: str, shares: dict[int, float]) -> None:
    model = FlopModel(among_three=among)
    edges = model.edges((4, 0, 2), SPR)
    assert edges == pytest.approx({player: 0.0325 * share for player, share in shares.items()})
    assert sum(edges.values()) == pytest.approx(0)
    assert model.edges((4, 2), SPR) == pytest.approx({4: -0.0325, 2: 0.0325})


def test_a_spot_says_who_pays_only_where_it_is_not_the_first() -> None:
    usual = spec_from({"players": 3}, "test")
    assert "among_three" not in usual.payload()["flop_model"]
    other = spec_from({"players": 3, "flop_model": {"among_three": "nobody_pays"}}, "test")
    assert spec_from(other.payload(), "again") == other
    assert other != usual
    with pytest.raises(InputError, match="among_three is first_pays, next_pays, all_pay, nobody"):
        spec_from({"players": 3, "flop_model": {"among_three": "dealer"}}, "test")


@pytest.mark.parametrize("among", AMONG_THREE)
def test_a_flop_of_three_is_worth_what_it_is_without_the_edge_and_the_edges(among: str) -> None:
    def constants(model: FlopModel) -> tuple[tuple[float, ...], float]:
        spec = spec_from({"players": 3, "stack": 100}, "test")
        object.__setattr__(spec, "flop_model", model)
        (ending,) = [one for one in grow_tree(spec).endings if one.node == "RCC"]
        worth = worth_of(spec, ending)
        return worth.constants, sum(pot.amount for pot in worth.pots)

    without, pot = constants(FlopModel(edge_cap=0))
    found, same_pot = constants(FlopModel(among_three=among))
    assert same_pot == pot
    # the button opened to 2.2 and both blinds called; small blind acts first, the button last
    edges = FlopModel(among_three=among).edges((1, 2, 0), (100 - 2.2) / 6.6)
    assert found == pytest.approx([c + pot * edges.get(p, 0) for p, c in enumerate(without)])
    assert FITTED.edge((100 - 2.2) / 6.6) > 0.04
