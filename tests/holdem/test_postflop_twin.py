"""The solver and its slow twin: step by step, and their certificates of the same strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.postflop_spots import averages, put_regrets, regrets, spot, twin_places

from gutshot.cards.text import card_name
from gutshot.cfr import DISCOUNTED, certify, drive
from gutshot.cfr.forest import Decision, End
from gutshot.cfr.plain import Chance, Leaf, PlainGame, Turn
from gutshot.evaluate.strength.plain import plain_strength
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.answers import FAST
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.holdem.postflop.plain import plain_game
from gutshot.holdem.postflop.tree import SHOWDOWN, Street, first_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import ForestGame
    from gutshot.cfr.forest import Node
    from gutshot.cfr.plain import PlainNode
    from gutshot.holdem.postflop.spec import Spot


def random_spot(seed: int, cards: int) -> Spot:
    """Return a spot with a few combos of a few cards on each side, some of them the same."""
    rng = np.random.default_rng(seed)
    deck = rng.permutation(52)
    board, few, ours, theirs = np.split(deck[: cards + 13], (cards, cards + 9, cards + 11))
    sides = []
    for own in (ours, theirs):
        hands = [rng.choice(few, 2, replace=False) for _ in range(rng.integers(1, 20))]
        shares = rng.choice(["", ":0.5", ":0.125"], len(hands))
        written = [_cards(hand) + share for hand, share in zip(hands, shares, strict=True)]
        # and one combo each that always can be dealt together
        sides.append(",".join([*written, _cards(own)]))
    return spot(
        _cards(board),
        oop=sides[0],
        ip=sides[1],
        stack=str(rng.choice([0, 20, 75, 400])),
        bet=str(rng.choice(["", "50%", "a", "33%, 120%", "60%, a", "e", "150%"])),
        raises=str(rng.choice(["", "60%", "a"])) if cards == 5 else "",
        donk=str(rng.choice(["", "50%"])),
        more=str(rng.choice(["", "rake = 0.05", "rake = 0.05\nrake_cap = 3"])),
    )


def _cards(cards: NDArray[np.int64]) -> str:
    return "".join(card_name(int(card)) for card in cards)


def scale(game: PostflopGame, player: int) -> NDArray[np.float64]:
    """Return by hand what a regret of the solver is in the twin, and 0 for padding."""
    return np.append(game.weights[player] / game.deals, 0.0)


def follow(game: PostflopGame, plain: ForestGame, steps: int) -> None:
    """Make the twin's steps from the twin's regrets, and compare every one."""
    at = [twin_places(game, plain, player) for player in range(2)]
    for step in range(1, steps + 1):
        weights = FAST.weights(step)
        for player in range(2):
            for other, (slots, hands) in enumerate(at):
                units = scale(game, other)[hands]
                rows = plain.state()[f"regret{other}"][slots, hands]
                put_regrets(game, other, np.divide(rows, units, where=units > 0, out=0 * rows))
            plain.update(player, weights)
            game.update(player, weights)
            slots, hands = at[player]
            wanted = plain.state()[f"regret{player}"][slots, hands]
            got = regrets(game, player) * scale(game, player)[hands]
            inside = hands >= 0
            bound = 1e-5 * float(game.spot.pot + game.spot.stack)
            assert np.abs(got - wanted)[inside].max(initial=0) < bound
    assert all(np.isfinite(regrets(game, player)).all() for player in range(2))


def compare_certificates(game: PostflopGame, plain: ForestGame) -> None:
    """Let the twin measure the solver's averages: its EVs and best responses by brute force."""
    for player in range(2):
        slots, hands = twin_places(game, plain, player)
        totals = plain.state()[f"total{player}"]
        inside = hands >= 0
        totals[slots[inside], hands[inside]] = averages(game, player)[inside]
    plain.refresh()
    ours, theirs = certify(game), certify(plain)
    bound = 2e-6 * float(game.spot.pot + game.spot.stack)
    assert ours.values == pytest.approx(theirs.values, abs=bound)
    assert ours.gains == pytest.approx(theirs.gains, abs=2 * bound)


@pytest.mark.parametrize("seed", range(24))
def test_rivers(seed: int) -> None:
    given = random_spot(seed, 5)
    game = PostflopGame(given)
    plain = plain_game(given, game.combos)
    follow(game, plain, 4)
    drive(game, target=0, iterations=3, schedule=DISCOUNTED)
    compare_certificates(game, plain)


@pytest.mark.parametrize("seed", range(6))
def test_turns(seed: int) -> None:
    given = random_spot(seed, 4)
    game = PostflopGame(given)
    plain = plain_game(given, game.combos)
    follow(game, plain, 2)
    drive(game, target=0, iterations=3, schedule=DISCOUNTED)
    compare_certificates(game, plain)


def test_a_river_with_whole_ranges() -> None:
    whole = spot(bet="50%, a", raises="60%", more="rake = 0.05\nrake_cap = 4")
    game = PostflopGame(whole)
    plain = plain_game(whole, game.combos)
    follow(game, plain, 3)
    drive(game, target=0, iterations=40, schedule=FAST)
    compare_certificates(game, plain)


def explicit(given: Spot, combos: Sequence[NDArray[np.int64]]) -> PlainGame:
    """Return a river as a tree in which every deal of both hands is a branch, stakes by hand."""
    tree = Street(given, "river", lambda _: End(9, (0.0, 0.0))).node(first_start(given))
    pot, share = float(given.pot), float(given.rake.fraction)
    cap = float("inf") if given.rake.cap is None else float(given.rake.cap)

    def after(node: Node, held: list[tuple[int, ...]], path: str) -> PlainNode:
        if isinstance(node, Decision):
            known = f"{node.player} {held[node.player]} {path}"
            turns = [after(x, held, path + action) for action, x in node.actions.items()]
            return Turn(node.player, known, tuple(turns))
        assert isinstance(node, End)
        strengths = [plain_strength((*given.board, *hand)) for hand in held]
        if node.kind != SHOWDOWN:
            strengths[node.kind] = -1
        whole = pot + sum(node.amounts)
        whole -= min(whole * share, cap)
        winners = [player for player in range(2) if strengths[player] == max(strengths)]
        won = [whole / len(winners) if player in winners else 0.0 for player in range(2)]
        return Leaf((won[0] - node.amounts[0], won[1] - node.amounts[1]))

    branches = []
    for first, one in zip(combos[0], _shares(given, combos, 0), strict=True):
        for second, other in zip(combos[1], _shares(given, combos, 1), strict=True):
            held = [tuple(combo_cards()[number].tolist()) for number in (first, second)]
            if not set(held[0]) & set(held[1]):
                branches.append((one * other, after(tree, held, "")))
    total = sum(chance for chance, _ in branches)
    return PlainGame(Chance(tuple((chance / total, node) for chance, node in branches)), 2)


def _shares(given: Spot, combos: Sequence[NDArray[np.int64]], player: int) -> list[float]:
    one = given.ranges[player]
    return [float(one.weights[number] / one.denominator) for number in combos[player]]


@pytest.mark.parametrize("seed", range(100, 104))
def test_the_twin_is_the_tree_of_all_deals(seed: int) -> None:
    """One more step back: the matrices of the twin against a branch for each deal."""
    given = random_spot(seed, 5)
    combos = PostflopGame(given).combos
    rows, tree = plain_game(given, combos), explicit(given, combos)
    for step in range(1, 6):
        for player in range(2):
            rows.update(player, DISCOUNTED.weights(step))
            tree.update(player, DISCOUNTED.weights(step))
    ours, theirs = certify(rows), certify(tree)
    assert ours.values == pytest.approx(theirs.values, abs=1e-9)
    assert ours.gains == pytest.approx(theirs.gains, abs=1e-9)
