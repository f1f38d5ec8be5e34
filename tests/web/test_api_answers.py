"""The JSON interface: the contract that scripts rely on."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Client

FOUR_TO_A_ROYAL = "/api/videopoker/hold?hand=AsKsQsJs2d"
OWN = {
    "game": "own",
    "name": "Two lines",
    "deck": "joker",
    "pays": {"royal_flush": 800, "five_of_a_kind": "1199/5", "kings_or_better": 1.5},
}


def exact(number: dict[str, Any]) -> Fraction:
    return Fraction(number["numerator"], number["denominator"])


def test_hold_answers_with_all_32_holds_best_first(client: Client) -> None:
    found = client.get(FOUR_TO_A_ROYAL).json()
    assert found["deal"] == ["As", "Ks", "Qs", "Js", "2d"]
    assert found["best"] == [15]
    assert {hold["mask"] for hold in found["holds"]} == set(range(32))
    evs = [exact(hold["ev"]) for hold in found["holds"]]
    assert evs == sorted(evs, reverse=True)
    assert evs[0] == Fraction(872, 47)
    for hold in found["holds"]:
        assert hold["completions"] == comb(47, 5 - len(hold["cards"]))
        assert sum(hold["counts"].values()) == hold["completions"]
        assert list(hold["counts"])[-1] == "no_win"


def test_hold_answers_a_posted_body_like_an_address(client: Client) -> None:
    body = {"hand": "As Ks Qs Js 2d", "game": "jacks-or-better-9-6", "pays": {"flush": "4.5"}}
    posted = client.post("/api/videopoker/hold", json=body)
    asked = client.get(f"{FOUR_TO_A_ROYAL}&pays=flush:4.5")
    assert posted.status_code == asked.status_code == 200
    assert posted.json() == asked.json()


def test_return_is_not_reduced_and_exact(client: Client) -> None:
    found = client.get("/api/videopoker/return?game=jacks-or-better-9-6").json()
    assert found["return"]["numerator"] == 19_842_315_923_796
    assert found["return"]["denominator"] == 19_933_230_517_200
    assert found["return"]["percent"] == pytest.approx(99.5439043695)
    assert sum(found["categories"].values()) == found["return"]["denominator"]
    assert found["variance"]["min"] == pytest.approx(19.5146764, abs=1e-7)
    assert found["covariance"] == pytest.approx(1.9663887, abs=1e-7)
    assert found["seconds"] >= 0


@pytest.mark.parametrize(
    ("pays", "scale"),
    [("flush:5", 1), ("flush:4.5", 2), ("straight_flush:80.8", 5), ("royal_flush:1199/5", 5)],
)
def test_a_payout_is_taken_exactly(client: Client, pays: str, scale: int) -> None:
    found = client.get(f"/api/videopoker/return?pays={pays}").json()
    assert found["return"]["denominator"] == 19_933_230_517_200 * scale
    category, payout = pays.split(":")
    assert Fraction(found["pay_table"]["pays"][category]) == Fraction(payout)


def test_a_whole_own_table_with_its_deck(client: Client) -> None:
    posted = client.post("/api/videopoker/return", json=OWN).json()
    pays = "royal_flush:800,five_of_a_kind:1199/5,kings_or_better:1.5"
    asked = client.get(
        f"/api/videopoker/return?game=own&deck=joker&name=Two lines&pays={pays}"
    ).json()
    assert posted["return"] == asked["return"]
    assert posted["pay_table"]["deck"] == "joker"
    assert posted["pay_table"]["name"] == "Two lines"


def test_a_dropped_line_is_no_win(client: Client) -> None:
    body = {"pays": {"jacks_or_better": None}}
    found = client.post("/api/videopoker/return", json=body).json()
    assert "jacks_or_better" not in found["categories"]
    assert found["return"]["percent"] < 90


def test_compare_says_what_the_wrong_strategy_costs(client: Client) -> None:
    url = "/api/videopoker/compare?a=jacks-or-better-9-6&b=jacks-or-better-9-6"
    found = client.get(f"{url}&b_pays=full_house:8,flush:5").json()
    assert found["deals"] == 10_956
    cost = exact(found["cost"])
    b_return = Fraction(found["b"]["return"]["numerator"], found["b"]["return"]["denominator"])
    assert cost > 0
    assert exact(found["return_of_a_on_b"]) == b_return - cost
    first = found["examples"][0]
    assert not set(first["best_a"]) & set(first["best_b"])


def test_compare_takes_two_tables_in_a_body(client: Client) -> None:
    body = {"a": {"game": "jacks-or-better-9-6"}, "b": {"game": "jacks-or-better-8-5"}}
    assert client.post("/api/videopoker/compare", json=body).json()["deals"] == 10_956


def test_games_lists_the_catalogue(client: Client) -> None:
    found = client.get("/api/videopoker/games").json()["games"]
    ids = [table["id"] for table in found]
    assert "jacks-or-better-9-6" in ids
    assert "deuces-wild-full-pay" in ids
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("deck", ["standard", "double-joker"])
def test_deal_deals_five_different_cards(client: Client, deck: str) -> None:
    found = client.get(f"/api/videopoker/deal?deck={deck}").json()["deal"]
    assert len(set(found)) == 5


def test_every_answer_names_its_schema(client: Client) -> None:
    for name in ("games", "deal", "hold?hand=AsKsQsJs2d", "return"):
        assert client.get(f"/api/videopoker/{name}").json()["schema"].startswith("gutshot.")
