"""Edges by hand after the flop: against every deal written out, at SPR 0, and what refuses them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cfr import grow
from gutshot.errors import CatalogueError, InputError
from gutshot.holdem.hand_classes import CLASSES, class_index
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.deals import TwoHands, by_combos, class_weights, many_hands
from gutshot.holdem.preflop.flop_model import FITTED, FlopModel
from gutshot.holdem.preflop.flop_model_files import (
    BY_HAND,
    flop_model_from,
    flop_model_ids,
    flop_model_payload,
    shipped_flop_model,
)
from gutshot.holdem.preflop.game import build_game
from gutshot.holdem.preflop.hand_edges import (
    FEATURES,
    SEATS_AFTER,
    HandEdges,
    hand_edges_from,
    hand_features,
)
from gutshot.holdem.preflop.many_seats import ManySeatPayoff
from gutshot.holdem.preflop.plain_seats import PlainSeatPayoff
from gutshot.holdem.preflop.tree import grow_tree
from gutshot.holdem.preflop.worth import Worth, worth_of

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.spec import PreflopSpec

DRAW = np.random.default_rng(8)
EDGES = HandEdges(
    "made up",
    (1.0, 12.0),
    25.0,
    (0.2, -0.1),
    (
        *(
            ("any", seat, feature, (float(DRAW.normal(0, 0.05)), float(DRAW.normal(0, 0.05))))
            for seat in SEATS_AFTER
            for feature in FEATURES
        ),
        ("ip", "ip", "all", (0.03, 0.01)),
        ("oop", "ip", "suited", (0.01, 0.02)),
    ),
)
MODEL = FlopModel(by_hand=EDGES)


def spot(players: int, stack: int, model: FlopModel = MODEL, **more: object) -> PreflopSpec:
    table = {"players": players, "stack": stack, "flop_model": flop_model_payload(model), **more}
    return spec_from(table, "test")


def worth_at(spec: PreflopSpec, node: str) -> Worth:
    (ending,) = [one for one in grow_tree(spec).endings if one.node == node]
    return worth_of(spec, ending)


def test_features_say_what_a_hand_is() -> None:
    found = {
        name: dict(zip(FEATURES, hand_features()[class_index(name)].tolist(), strict=True))
        for name in ("AA", "22", "JTs", "JTo", "A5o", "72o", "KQs")
    }
    assert found["AA"]["strength"] == pytest.approx(2 * 0.852 - 1, abs=1e-3)
    assert found["AA"]["pair_rank"] == 1
    assert found["22"]["pair_rank"] == found["22"]["suited"] == 0
    # 7-8-9-T-J up to T-J-Q-K-A
    assert found["JTs"]["straights"] == found["JTs"]["suited_straights"] == 1
    assert found["JTo"]["straights"] == 1
    assert found["JTo"]["suited_straights"] == 0
    assert found["A5o"]["straights"] == 1 / 4
    assert found["72o"]["straights"] == 0
    assert found["A5o"]["ace"] == found["KQs"]["suited_broadway"] == 1
    assert np.linalg.matrix_rank(hand_features()) == len(FEATURES)


@pytest.mark.parametrize("deals", ["combos", "classes"])
def test_two_seats_get_what_every_deal_written_out_pays(deals: str) -> None:
    game = build_game(spot(2, 40, deals=deals))
    forest, dealt = game.game.forest, game.deals
    assert isinstance(dealt, TwoHands)
    reaches = [DRAW.random((seat.slots, CLASSES)) for seat in forest.seats]
    equity = dealt.won / dealt.chance
    means = []
    for player in range(2):
        out = np.zeros((forest.seats[player].slots, CLASSES))
        for end, kind in enumerate(forest.kinds.tolist()):
            worth = game.worths[kind]
            assert isinstance(worth, Worth)
            mine = equity if player == 0 else 1 - equity
            paid = worth.constants[player] + sum(pot.amount for pot in worth.pots) * mine
            for who, numbers in worth.by_hand:
                edge = hand_features() @ np.array(numbers)
                paid = paid + (edge[:, None] if who == 0 else edge) * (1 if who == player else -1)
            by_deal = dealt.chance * paid
            theirs = reaches[1 - player][forest.slots[1 - player, end]]
            earned = by_deal @ theirs if player == 0 else theirs @ by_deal
            out[forest.slots[player, end]] += earned
        found = game.game.payoff.gradient(player, reaches)
        assert found == pytest.approx(out, abs=1e-12)
        means.append(float((found * reaches[player]).sum()))
    assert sum(means) == pytest.approx(0, abs=1e-11)


def test_many_seats_get_what_their_slow_twin_pays() -> None:
    spec = spot(3, 9)
    tree = grow_tree(spec)
    forest = grow(tree.root, 3)
    worths = [worth_of(spec, ending) for ending in tree.endings]
    assert sum(bool(worth.by_hand) for worth in worths) == 5
    dealt = many_hands("table")
    fast, slow = ManySeatPayoff(forest, worths, dealt), PlainSeatPayoff(forest, worths, dealt)
    reaches = [DRAW.random((seat.slots, CLASSES)) for seat in forest.seats]
    means = []
    for player in range(3):
        found = fast.gradient(player, reaches)
        # three-way products are in 32 bits
        assert found == pytest.approx(slow.gradient(player, reaches), abs=2e-6)
        means.append(float((found * reaches[player]).sum()))
    assert sum(means) == pytest.approx(0, abs=1e-4)
    without = ManySeatPayoff(forest, [Worth(w.constants, w.pots) for w in worths], dealt)
    for player in range(3):
        both = [payoff.two_way(player, reaches) for payoff in (fast, without)]
        assert np.abs(both[0] - both[1]).max() > 1e-3 * class_weights().min()


def test_edges_and_slope_are_nothing_without_chips_behind() -> None:
    for spr in (1e-9, 1e-6):
        for seat in SEATS_AFTER:
            assert np.abs(EDGES.of_features(seat, spr, "ip")).max() < spr
        behind = MODEL.commitment_of_two(spr) * spr
        assert behind == pytest.approx(0, abs=2 * spr)
    assert MODEL.commitment_of_two(0) == FITTED.commitment(0) == 1
    deep = EDGES.of_features("ip", 25, "")
    assert EDGES.of_features("ip", 90, "") == pytest.approx(deep)


def test_who_raised_last_counts_and_three_go_by_the_four_constants() -> None:
    def own(spec: PreflopSpec, node: str) -> dict[int, dict[str, float]]:
        return {
            who: dict(zip(FEATURES, row, strict=True)) for who, row in worth_at(spec, node).by_hand
        }

    two = spot(2, 60)
    limped, opened = own(two, "CX"), own(two, "RC")
    # the button, player 0, has position and raised
    assert list(opened) == [1, 0]
    pot, spr = worth_spr(two, "RC")
    grown = np.array([min(spr, 25) / (min(spr, 25) + half) for half in (1, 12)])
    plain = next(e[3] for e in EDGES.edges if e[:3] == ("any", "ip", "all"))
    assert opened[0]["all"] == pytest.approx(
        pot * grown @ (np.array(plain) + np.array([0.03, 0.01]))
    )
    pot, spr = worth_spr(two, "CX")
    grown = np.array([min(spr, 25) / (min(spr, 25) + half) for half in (1, 12)])
    assert limped[0]["all"] == pytest.approx(pot * grown @ np.array(plain))
    # three see the flop
    three, usual = spot(3, 60), spot(3, 60, FITTED)
    assert worth_at(three, "RCC") == worth_at(usual, "RCC")
    assert worth_at(three, "RCF") != worth_at(usual, "RCF")


def worth_spr(spec: PreflopSpec, node: str) -> tuple[float, float]:
    (ending,) = [one for one in grow_tree(spec).endings if one.node == node]
    hand = ending.betting
    return float(hand.pot), float(min(hand.stacks) / hand.pot)


def test_rake_takes_its_part_of_an_edge() -> None:
    free, raked = spot(2, 60), spot(2, 60, rake={"fraction": 0.05})
    for (_, whole), (_, less) in zip(
        worth_at(free, "RC").by_hand, worth_at(raked, "RC").by_hand, strict=True
    ):
        assert np.array(less) == pytest.approx(0.95 * np.array(whole))


def test_a_model_is_read_back_and_files_are_named() -> None:
    assert flop_model_from(flop_model_payload(MODEL), "again") == MODEL
    assert hand_edges_from(EDGES.payload(), "again") == EDGES
    # files of jobs have their keys in order of letters
    in_order = json.loads(json.dumps(EDGES.payload(), sort_keys=True))
    assert hand_edges_from(in_order, "again") == EDGES
    assert shipped_flop_model("fitted") == FITTED
    assert {"fitted", BY_HAND} <= {*flop_model_ids()}
    four = spec_from({"flop_model": "fitted"}, "test")
    assert four.flop_model == FITTED
    # charts of the four constants alone know no further key
    assert "by_hand" not in four.payload()["flop_model"]


def test_chips_are_counted_by_hand_unless_a_spot_says_otherwise() -> None:
    usual = shipped_flop_model(BY_HAND)
    assert usual.by_hand is not None
    assert usual.by_hand.error > 0
    for table in ({}, {"format": "ante"}, {"players": 6, "rake": {"fraction": 0.05}}):
        assert spec_from(table, "test").flop_model == usual
    # of prizes nothing was solved, and where all are in there are no flops
    for table in ({"format": "bubble"}, {"format": "final-table"}, {"limit": "jam"}):
        assert spec_from(table, "test").flop_model == FITTED


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"flop_model": "dealer"}, "flop_model is .*fitted.*, not 'dealer'"),
        ({"flop_model": {"by_hand": 3}}, "by_hand is a table of name, halves"),
        ({"flop_model": {"by_hand": {**EDGES.payload(), "halves": [0, 1]}}}, "SPRs above 0"),
        ({"flop_model": {"by_hand": {**EDGES.payload(), "slope": [1.0]}}}, "2 numbers each"),
        ({"flop_model": {"by_hand": {**EDGES.payload(), "more": 1}}}, "is a table of name"),
        (
            {
                "flop_model": {
                    "by_hand": {**EDGES.payload(), "edges": {"any": {"ip": {"x": [0, 0]}}}}
                }
            },
            "no edge of 'any', 'ip', 'x'",
        ),
        (
            {"flop_model": {"by_hand": EDGES.payload(), "checked_down": True}},
            "there are no edges by hand",
        ),
        (
            {"flop_model": {"by_hand": EDGES.payload()}, "format": "bubble", "players": 3},
            "edges by hand are of chips, in cash and ante, not of bubble",
        ),
    ],
)
def test_what_is_no_model_is_refused_in_a_line(table: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        spec_from(table, "test")


def test_hands_that_are_no_classes_have_no_edges() -> None:
    exact = by_combos()
    few = TwoHands(exact.chance[:3, :3], exact.won[:3, :3])
    with pytest.raises(InputError, match="edges by hand are of the 169 classes"):
        build_game(spot(2, 40), few)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("exponent = 1.0\nby_hand = 3", "by_hand is a table"),
        ('exponent = 1.0\nby_hand = "x"', "by_hand is a table"),
        (f"exponent = 1{'0' * 400}", "exponent is a number, and not so large a one"),
        ("exponent = true", "exponent is a number"),
        ("exponent = 1.5\nname = 3", "name is a text in quotes"),
        ('name = "Empty"', "there is nothing in it"),
    ],
)
def test_a_file_that_holds_no_model_is_one_line(
    text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "flop_models"
    folder.mkdir()
    (folder / "bad.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    with pytest.raises(CatalogueError, match=f"bad.toml: .*{says}"):
        shipped_flop_model("bad")
