"""Nodes of solved trees: held to the solver's kernels, to sums that must come out, and to files."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.postflop_spots import RIVER, TURN, spot, spot_text

from gutshot.cards.text import parse_cards
from gutshot.cfr import Checkpoint, certify, drive
from gutshot.errors import InputError
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import class_index, combo_cards
from gutshot.holdem.postflop.answers import FAST, Progress, solve_spot
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.holdem.postflop.node_answers import answer_node, cards_below
from gutshot.holdem.postflop.solution import Certified, renamed, solution_of
from gutshot.holdem.postflop.solution_file import differing_key, load_solve, save_solve
from gutshot.holdem.postflop.spec import exact_decimal, parse_spot, spot_keys, spot_of
from gutshot.holdem.postflop.values import TreeValues
from gutshot.holdem.ranges import parse_range
from gutshot.render.postflop_node import node_csv, node_payload, node_range_text, node_text

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.postflop.node_answers import NodeAnswer
    from gutshot.holdem.postflop.spec import Spot

OOP, IP = "TT,99,KJs,AQs,A5s:0.5,87s", "KK,TT:0.25,T9s,AQs,KQo"


def solved(given: Spot, iterations: int = 30) -> tuple[PostflopGame, TreeValues]:
    game = PostflopGame(given)
    drive(game, target=0, iterations=iterations, schedule=FAST)
    found = certify(game)
    evs, gains = found.values, found.gains
    certified = Certified(
        iterations, converged=False, evs=(evs[0], evs[1]), gains=(gains[0], gains[1])
    )
    return game, TreeValues(solution_of(game, certified))


@pytest.fixture(scope="module")
def turn() -> tuple[PostflopGame, TreeValues]:
    more = "rake = 0.05\nrake_cap = 4"
    return solved(spot(TURN, oop=OOP, ip=IP, raises="60%", donk="33%", more=more))


@pytest.fixture(scope="module")
def flop() -> tuple[PostflopGame, TreeValues]:
    return solved(spot("Qs Jh 2h", oop="AA,KTs,87s", ip="KK,QJs:0.5,T9s"), 6)


def test_a_flop_is_what_the_solver_measured(flop: tuple[PostflopGame, TreeValues]) -> None:
    """EVs of the flop, and what turns are worth: the solver's against one by one."""
    game, values = flop
    assert len(values.solution.symmetries) == 2
    rare = replace(answer_node(values, "x-x|9c|"), share=9e-5)
    assert rare.rare
    assert "Fewer than 1 in 10,000 deals" in node_text(rare)
    root = answer_node(values, "")
    for player in range(2):
        wanted = game.evs(player, "average")
        # chances are kept in 1 / 65,535, for up to 250 chips on three streets
        assert root.players[player].ev == pytest.approx(wanted, abs=1e-2)
    for name in ("9c", "9d", "Kh", "2s"):
        card = parse_cards(name)[0]
        board = values.board((card,))
        for player in range(2):
            known = values.known_worths(player, (card,))
            assert board.worth(player)[: len(known)] == pytest.approx(known, abs=1e-2)
    for node, pot in (("x-b25", 75), ("b25-c", 100)):
        assert sum_of_evs(answer_node(values, node)) == pytest.approx(pot, abs=1e-3)
    cards = cards_below(values, "x-x")
    assert len(cards) == 49
    ev = sum(one.chance * one.evs[0] for one in cards)
    assert ev == pytest.approx(answer_node(values, "x-x").players[0].mean_ev, abs=1e-3)


def test_names_of_suits_change_nothing_but_the_hands(
    flop: tuple[PostflopGame, TreeValues],
) -> None:
    """Clubs and diamonds of the flop's board can be swapped: one of the two is kept."""
    one = answer_node(flop[1], "x-x|9c|x-x|4d|")
    other = answer_node(flop[1], "x-x|9d|x-x|4c|")
    assert one.frequencies == pytest.approx(other.frequencies, nan_ok=True)
    for mine, theirs in zip(one.players, other.players, strict=True):
        to = renamed(mine.combos, (1, 0, 2, 3))
        order = [theirs.combos.tolist().index(combo) for combo in to.tolist()]
        assert mine.ev == pytest.approx(theirs.ev[order], abs=1e-4, nan_ok=True)
        assert mine.reach == pytest.approx(theirs.reach[order])
        assert not np.isin(combo_cards()[mine.combos], one.board).any()


def sum_of_evs(found: NodeAnswer) -> float:
    return sum(one.mean_ev for one in found.players)


def test_the_first_node_is_what_the_solver_measured(turn: tuple[PostflopGame, TreeValues]) -> None:
    game, values = turn
    root = answer_node(values, "")
    for player in range(2):
        wanted = game.evs(player, "average")
        assert root.players[player].ev == pytest.approx(wanted, abs=2e-3)
        assert root.players[player].mean_ev == pytest.approx(
            game.evaluate(player, "average"), abs=5e-4
        )
    wanted_shares = [float(x) for x in game.root_frequency().values()]
    assert list(root.frequencies.values()) == pytest.approx(wanted_shares, abs=1e-5)
    assert root.share == pytest.approx(1)


def test_equities_are_the_counted_ones(turn: tuple[PostflopGame, TreeValues]) -> None:
    given = turn[0].spot
    root = answer_node(turn[1], "")
    wanted = count_equities([OOP, IP], given.board).equity
    got = [one.mean_equity for one in root.players]
    assert got == pytest.approx([float(x) for x in wanted], abs=1e-6)
    # and of a hand on a river
    node = answer_node(turn[1], "x-x|9h|")
    combo = int(node.players[0].combos[0])
    name = "".join(("23456789TJQKA"[c // 4] + "cdhs"[c % 4]) for c in combo_cards()[combo].tolist())
    # the other one checked: his range is what his strategy leaves of it
    theirs = node_range_text(node, 1)
    share = count_equities([name, theirs], (*given.board, *parse_cards("9h"))).equity[0]
    assert node.players[0].equity[0] == pytest.approx(float(share), abs=1e-3)


@pytest.mark.parametrize("node", ["x-b25", "b25-r85", "b25-f", "x-b25-c", "x-b25-c|9h|"])
def test_evs_are_what_lies_in_the_middle(turn: tuple[PostflopGame, TreeValues], node: str) -> None:
    """Both players' EVs add up to the pot less the rake: 5 % of 50 chips or more, at most 4."""
    found = answer_node(turn[1], node)
    assert 2.5 - 1e-3 < found.players[0].pot - sum_of_evs(found) < 4 + 1e-3
    if node == "b25-f":  # 25 come back
        assert found.players[1].mean_ev == pytest.approx(0)
        assert found.players[0].mean_ev == pytest.approx(72.5)


def test_a_node_is_the_mean_of_what_follows(turn: tuple[PostflopGame, TreeValues]) -> None:
    """EVs and reaches of actions and of cards add up to those before them."""
    values = turn[1]
    for node, cost in (("x", 0.0), ("b25", 25.0), ("x-b25-c|9h|", 0.0)):
        before = answer_node(values, node)
        assert before.actor is not None
        other = 1 - before.actor
        joint = "" if node.endswith("|") else "-"
        after = [answer_node(values, f"{node}{joint}{action}") for action in before.actions]
        assert sum(one.share for one in after) == pytest.approx(before.share, rel=1e-5)
        ev = sum(one.share * one.players[other].mean_ev for one in after) / before.share
        assert ev == pytest.approx(before.players[other].mean_ev, abs=2e-4)
        call = before.actions.index("c") if cost else 0
        ahead = after[call].players[before.actor].ev - cost
        assert before.action_evs[call] == pytest.approx(ahead, abs=2e-4, nan_ok=True)
        if cost:
            fold = before.action_evs[before.actions.index("f")]
            assert fold[~np.isnan(fold)] == pytest.approx(0, abs=1e-6)
    cards = cards_below(values, "x-b25-c")
    assert len(cards) == 48
    assert sum(one.chance for one in cards) == pytest.approx(1)
    whole = answer_node(values, "x-b25-c")
    for player in range(2):
        ev = sum(one.chance * one.evs[player] for one in cards)
        assert ev == pytest.approx(whole.players[player].mean_ev, abs=1e-3)
        equity = sum(one.chance * one.equities[player] for one in cards)
        assert equity == pytest.approx(whole.players[player].mean_equity, abs=1e-5)


def test_no_combo_shares_a_card_with_the_board(turn: tuple[PostflopGame, TreeValues]) -> None:
    for node in ("", "x-x|Ts|", "x-b25-c|Kd|"):
        found = answer_node(turn[1], node)
        for one in found.players:
            assert not np.isin(combo_cards()[one.combos], found.board).any()
            assert one.weight.sum() == pytest.approx(1)
    # queens of the board's suit are no hand: AQs has three combos
    of = answer_node(turn[1], "").players[0]
    names = {tuple(cards) for cards in combo_cards()[of.combos].tolist()}
    assert sum(high // 4 == 12 and low // 4 == 10 for high, low in names) == 3
    assert np.isnan(of.by_class(of.ev)[class_index("72o")])


def test_where_he_mixes_both_are_worth_the_same() -> None:
    """22233: kings may bet a quarter; EVs of what is mixed differ by less than is left to gain."""
    text = spot_text(
        "2s 2h 2d 3h 3s", oop="AA,QQ", ip="KK", pot="100", stack="100", bet="a", more="target=0.01"
    )
    found = solve_spot(parse_spot(text), whole_tree=True)
    assert found.solution is not None
    values = TreeValues(found.solution)
    for node in ("", "x", "a", "x-a"):
        here = answer_node(values, node)
        mixed = (here.chances > 0.05).all(axis=0)
        gap = np.ptp(here.action_evs, axis=0)
        assert (gap[mixed] < 100 * found.exploitability / max(here.share, 0.05)).all()
    assert found.evs[0] + found.evs[1] == pytest.approx(100, abs=1e-3)


def test_locked_hands_do_what_they_are_made_to() -> None:
    text = spot_text(TURN, oop=OOP, ip=IP) + '[locks."b25-c|9h|"]\nrest = "b50"\n'
    values = solved(parse_spot(text), 3)[1]
    locked = answer_node(values, "b25-c|9h|")
    assert locked.chances == pytest.approx(np.array([[0.0], [1.0]]) + 0 * locked.chances)
    free = answer_node(values, "b25-c|8h|")
    assert (locked.locked, free.locked) == (True, False)
    assert "Hands are locked here" in node_text(locked)
    assert "locked" not in node_text(free)
    assert 0.05 < free.frequencies["x"] < 0.95


def test_numbers_of_16_bits_are_kept_like_others() -> None:
    game = PostflopGame(spot(RIVER, oop=OOP, ip=IP, raises="60%"), half=True)
    drive(game, target=0, iterations=20, schedule=FAST)
    found = certify(game)
    evs, gains = found.values, found.gains
    certified = Certified(20, converged=False, evs=(evs[0], evs[1]), gains=(gains[0], gains[1]))
    root = answer_node(TreeValues(solution_of(game, certified)), "")
    for player in range(2):
        assert root.players[player].mean_ev == pytest.approx(evs[player], abs=5e-3)


def test_a_file_keeps_all(turn: tuple[PostflopGame, TreeValues], tmp_path: Path) -> None:
    game, values = turn
    file = tmp_path / "turn.gutshot"
    save_solve(file, values.solution, Checkpoint.of(game, 30))
    saved = load_solve(file, with_checkpoint=True)
    assert saved.solution.spot.sizes == game.spot.sizes
    assert saved.solution.certified == values.solution.certified
    assert differing_key(saved.solution.spot, game.spot) is None
    again = answer_node(TreeValues(saved.solution), "x-b25-c|9h|")
    before = answer_node(values, "x-b25-c|9h|")
    assert np.array_equal(again.chances, before.chances)
    assert np.array_equal(again.players[1].ev, before.players[1].ev, equal_nan=True)
    assert saved.checkpoint is not None
    assert saved.checkpoint.iteration == 30
    assert load_solve(file).checkpoint is None
    assert [one.name for one in tmp_path.iterdir()] == ["turn.gutshot"]


def test_a_flop_keeps_what_its_turns_are_worth(
    flop: tuple[PostflopGame, TreeValues], tmp_path: Path
) -> None:
    save_solve(tmp_path / "flop", flop[1].solution)
    again = TreeValues(load_solve(tmp_path / "flop").solution)
    one, other = answer_node(again, "x-x|9d|"), answer_node(flop[1], "x-x|9d|")
    assert np.array_equal(one.action_evs, other.action_evs, equal_nan=True)
    assert again.solution.turn_worths[0].shape == flop[1].solution.turn_worths[0].shape


def test_a_newer_file_and_a_broken_one_are_one_line(
    turn: tuple[PostflopGame, TreeValues], tmp_path: Path
) -> None:
    file = tmp_path / "turn.gutshot"
    save_solve(file, turn[1].solution)
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}

    def written(name: str, content: bytes) -> Path:
        with zipfile.ZipFile(tmp_path / "other", "w") as archive:
            for member, old in members.items():
                archive.writestr(member, content if member == name else old)
        return tmp_path / "other"

    about = json.loads(members["about.json"])
    newer = json.dumps(about | {"schema": about["schema"].replace("/1", "/2")}).encode()
    wrong = json.dumps(about | {"schema": "other/1"}).encode()
    for name, content, said in (
        ("about.json", newer, "other was written by a newer Gutshot"),
        ("about.json", wrong, "other is no solved spot"),
        ("about.json", b"{", "other is no solved spot, or a damaged one"),
        ("river/ip/chances.npy", b"", "other is no solved spot, or a damaged one"),
    ):
        with pytest.raises(InputError) as caught:
            load_solve(written(name, content))
        assert str(caught.value).startswith(said)
    (tmp_path / "text").write_text("board = 1")
    with pytest.raises(InputError, match="text is no solved spot, or a damaged one"):
        load_solve(tmp_path / "text")
    with pytest.raises(InputError, match="there is no "):
        load_solve(tmp_path / "nothing")


def test_an_interrupted_solve_goes_on_to_the_same_bytes() -> None:
    given = replace(spot(RIVER, oop=OOP, ip=IP, raises="60%", more="target = 1e-9"), iterations=40)
    whole = solve_spot(given, whole_tree=True)
    last: list[Progress] = []
    half = solve_spot(replace(given, iterations=20), checked=last.append)
    assert half.iterations == 20
    resumed = solve_spot(given, resume=last[-1].checkpoint(), whole_tree=True)
    assert (resumed.iterations, resumed.evs, resumed.gains) == (40, whole.evs, whole.gains)
    assert whole.solution is not None
    assert resumed.solution is not None
    for one, other in zip(whole.solution.streets[0], resumed.solution.streets[0], strict=True):
        assert np.array_equal(one.chances, other.chances)
    assert last[-1].solution().certified.iterations == 20


def test_a_spot_is_the_same_after_its_keys() -> None:
    text = spot_text(
        bet="33.3%, 2e40%, e, a, 7.5c",
        raises="2.5x, 60%",
        donk="20%",
        more="rake = 0.05\nrake_cap = 2.5\nmin_bet = 0.5\nmerge = 0.1\nraise_limit = {turn = 2}\n"
        '[locks."x"]\nx = "AA:0.5"\n',
    )
    given = parse_spot(text)
    again = spot_of(json.loads(json.dumps(spot_keys(given)), parse_float=exact_decimal))
    assert spot_keys(again) == spot_keys(given)
    assert again.sizes == given.sizes
    assert (again.rake, again.locks, again.raise_limits) == (
        given.rake,
        given.locks,
        given.raise_limits,
    )
    assert differing_key(given, replace(given, pot=given.pot + 1)) == "pot"
    assert differing_key(given, replace(given, iterations=7)) is None


def test_exports_say_what_the_node_says(turn: tuple[PostflopGame, TreeValues]) -> None:
    found = answer_node(turn[1], "x")
    whole = parse_range(node_range_text(found, 1))
    parts = [parse_range(node_range_text(found, 1, action)) for action in found.actions]
    total = sum(part.weights / part.denominator for part in parts)
    assert total == pytest.approx(whole.weights / whole.denominator, abs=3e-4)
    given = parse_range(IP)
    there = found.players[1].combos
    wanted = (given.weights / given.denominator)[there]
    assert (whole.weights / whole.denominator)[there] == pytest.approx(wanted)
    with pytest.raises(InputError, match="'r9' is no action of ip there: x, b25"):
        node_range_text(found, 1, "r9")
    payload = node_payload(found)
    assert payload["player"] == "ip"
    assert payload["players"]["ip"]["hands"]["KsKh"]["reach"] == 1
    assert sum(payload["players"]["ip"]["hands"]["KsKh"]["frequency"].values()) == pytest.approx(1)
    assert json.loads(json.dumps(payload, allow_nan=False)) == payload
    rows = node_csv(found).splitlines()
    assert rows[0].startswith("player,hand,reach,share,ev,equity,realisation,frequency x,")
    assert len(rows) == 1 + sum(len(one.combos) for one in found.players)
    assert len({row.count(",") for row in rows}) == 1


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ("x-x-x", "after 'x-x' nobody acts: a card comes, written like |8d|"),
        ("x|9h|", "no card comes after 'x': somebody is to act"),
        ("b7", "'b7' is no action at the first decision; there are x, b25"),
        ("x-x|8d|", "8d lies on the board already"),
        ("x" * 500, "the node's id has more than 400 characters"),
    ],
)
def test_nodes_that_are_not_there(
    turn: tuple[PostflopGame, TreeValues], node: str, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        answer_node(turn[1], node)
    assert str(caught.value) == said
