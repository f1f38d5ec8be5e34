"""Charts for prizes on real deals: deal by deal in plain words, in chips, and as exact games."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from tests.holdem.preflop.slow_prizes import Hands, told
from tests.holdem.preflop.spots import spot

from gutshot.errors import InputError
from gutshot.evaluate.strength._kernels import strengths
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, compatible_combos, hand_class
from gutshot.holdem.preflop import PreflopChart, solve_preflop
from gutshot.holdem.preflop.audit import audit_chart, play_by_own_hand
from gutshot.holdem.preflop.audit import real_deals as room
from gutshot.holdem.preflop.audit._kernels import NUMBERS, _deal
from gutshot.holdem.preflop.audit.flat import flat_chart, reaches_of
from gutshot.holdem.preflop.audit.pair_means import PairMeans, pair_means
from gutshot.holdem.preflop.chart import chart_of
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.game import build_game
from gutshot.holdem.three_way import three_way_equities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.audit.flat import FlatChart

README = Path(__file__).parents[3].joinpath("README.md").read_text(encoding="utf-8")
SEED = 7
FIVE_PAID = {"payouts": [50, 30, 14, 5, 1], "stacks_elsewhere": [12, 7, 5]}
SPOTS = {
    "two seats": spot(2, 9, format="bubble", deals="classes", **FIVE_PAID),
    "three seats": spot(3, 12, format="bubble", **FIVE_PAID),
    "side pots": spot(4, 5, format="bubble", ante_from_stack=True, limit="jam", **FIVE_PAID),
    "nobody elsewhere": spot(
        4, 6, format="final-table", limit="jam", payouts=[5, 3, 2], stacks_elsewhere=[]
    ),
    "by pairs": spot(3, 6, format="bubble", limit="jam", three_way="pairwise", **FIVE_PAID),
}


@cache
def chart(name: str) -> PreflopChart:
    return PreflopChart.of(solve_preflop(SPOTS[name], exploitability_bb=0.01))


def of_classes(held: Sequence[int], *, by_pairs: bool) -> Hands:
    """Return what these classes can do to each other, by player."""
    names = [CLASS_NAMES[hand] for hand in held]
    at = np.ix_(held, held)
    wins, ties = class_equities()
    boards = BOARDS * compatible_combos()[at]
    won, tied = wins[at] / boards, ties[at] / boards
    equity = won + tied / 2
    three = np.zeros((len(held),) * 3 + (8,))
    for trio in permutations(range(len(held)), 3):
        if by_pairs:  # by lot, as often as the pairwise equities say
            for i, p in enumerate(trio):
                three[(*trio, 1 << i)] = sum(equity[p, q] for q in trio if q != p) / 3
        else:
            three[trio] = three_way_equities(*(names[p] for p in trio)).by_winners
    return Hands(np.empty(0), won, tied, three)


def on_board(ranks: Sequence[int]) -> Hands:
    """Return the same for hands whose strengths on a board are known."""
    strength = np.array(ranks)
    three = np.zeros((len(ranks),) * 3 + (8,))
    for trio in permutations(range(len(ranks)), 3):
        best = max(ranks[p] for p in trio)
        three[(*trio, sum((ranks[p] == best) << i for i, p in enumerate(trio)))] = 1
    won = (strength[:, None] > strength).astype(np.float64)
    return Hands(np.empty(0), won, (strength[:, None] == strength).astype(np.float64), three)


class Dealt(NamedTuple):
    """Cards of a deal: two a player, and boards of five."""

    held: NDArray[np.uint8]
    boards: list[NDArray[np.uint8]]

    @property
    def classes(self) -> list[int]:
        return [hand_class(int(a), int(b)) for a, b in self.held]

    def shown(self, board: NDArray[np.uint8]) -> list[int]:
        """Return everybody's strength on a board."""
        cards = np.array([[*hand, *board] for hand in self.held], np.uint8)
        ranks: list[int] = strengths(cards).tolist()
        return ranks


def dealt(number: int, players: int, boards: int) -> Dealt:
    held = np.empty(2 * players, np.uint8)
    at, used = _deal(np.uint64(SEED), np.uint64(number * NUMBERS), 0, held)
    laid = [np.empty(5, np.uint8) for _ in range(boards)]
    for board in laid:
        at, _ = _deal(np.uint64(SEED), np.uint64(at), used, board)
    return Dealt(held.reshape(players, 2), laid)


def plainly(
    found: PreflopChart, flat: FlatChart, answer: NDArray[np.float64], deal: Dealt
) -> NDArray[np.float64]:
    """Return what a deal brings everybody, (players, 4): branch by branch, stacks priced."""
    spec, tree = found.spec, found.spot.tree
    players, classes = spec.players, deal.classes
    ends = {ending.node: ending for ending in tree.endings}
    numbers = {name: at for at, name in enumerate(tree.spots)}
    by_class = of_classes(classes, by_pairs=spec.three_way == "pairwise")
    by_board = [on_board(deal.shown(board)) for board in deal.boards]
    out = np.zeros((players, 4))

    def go(node: str, chances: list[float], instead: list[float]) -> None:
        if node in ends:
            reached = np.prod(chances)
            # who answers does so alone: all others play the chart
            alone = [
                np.prod([instead[q] if q == p else chances[q] for q in range(players)])
                for p in range(players)
            ]
            if reached == 0 and not any(alone):
                return
            worth = np.array(told(spec, ends[node], by_class, range(players)))
            laid = [np.array(told(spec, ends[node], one, range(players))) for one in by_board]
            more = np.mean(laid, axis=0) - worth
            for player in range(players):
                for column, amount in ((0, worth[player]), (2, more[player])):
                    out[player, column] += reached * amount
                    out[player, column + 1] += (alone[player] - reached) * amount
        elif node not in tree.spots:
            go(node + "-", chances, instead)
        else:
            acting = tree.spots[node].player
            row, hand = flat.row_of[numbers[node]], classes[acting]
            for number, letter in enumerate(tree.spots[node].actions):
                after, other = [*chances], [*instead]
                after[acting] *= float(found.strategy(node)[number, hand])
                other[acting] *= float(answer[row + number, hand])
                go(node + letter, after, other)

    go("", [1.0] * players, [1.0] * players)
    return out


def without_means(players: int) -> list[PairMeans]:
    pairs = np.zeros((players, players, CLASSES, CLASSES))
    return [PairMeans(pairs, np.zeros((players, CLASSES)), np.zeros(players))] * 2


def deal_by_deal(
    found: PreflopChart, deals: int, boards: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[FlatChart, NDArray[np.float64], NDArray[np.float64]]:
    """Return the chart's arrays, an answer, and what each deal brings, (deals, players, 4).

    A hand answers as another does in the chart: that is far from it everywhere.
    """
    flat = flat_chart(found)
    answer = np.roll(flat.strategy, 20, axis=1)
    monkeypatch.setattr(room, "_BATCH", 1)
    means = without_means(found.spec.players)
    return flat, answer, room._draw(flat, answer, means, deals, SEED, boards, None, None)


@pytest.mark.parametrize("name", SPOTS)
def test_every_deal_brings_what_its_stacks_are_worth(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals, boards = 25, 2
    found = chart(name)
    flat, answer, drawn = deal_by_deal(found, deals, boards, monkeypatch)
    players = found.spec.players
    for number in range(deals):
        deal = dealt(number, players, boards)
        assert len({*deal.held.ravel().tolist()}) == 2 * players
        expected = plainly(found, flat, answer, deal)
        # shares and chops of three are kept in 32 bits
        assert drawn[number] == pytest.approx(expected, abs=2e-6), number
    assert np.abs(drawn).mean(axis=(0, 1)).min() > 1e-4


def test_prizes_of_a_whole_table_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nobody elsewhere, what one wins the others lose, in every deal and on every board."""
    found = chart("nobody elsewhere")
    _, _, drawn = deal_by_deal(found, 2_000, 4, monkeypatch)
    for column in (0, 2):
        assert drawn[:, :, column].sum(axis=1) == pytest.approx(0, abs=2e-6)
        assert np.abs(drawn[:, :, column]).max() > 0.1
    audit = audit_chart(found, deals=20_000, seed=SEED, boards=4)
    assert audit is not None
    total = sum(seat.ev_bb for seat in audit.seats)
    assert abs(total) < 4 * sum(seat.ev_error_bb for seat in audit.seats)


@pytest.mark.parametrize("players", [2, 3])
def test_where_the_winner_takes_all_it_is_the_audit_of_chips(players: int) -> None:
    """The same strategies, flops with chips behind and pots of three among them."""
    more = {"ante": 0, "deals": "classes"}
    chips = spot(players, 10, format="ante", **more)
    prizes = spot(players, 10, format="bubble", payouts=[7], stacks_elsewhere=[], **more)
    one = PreflopChart.of(solve_preflop(chips, exploitability_bb=0.01))
    rows = np.vstack([one.strategy(name) for name in one.nodes])
    other = chart_of(build_game(prizes), rows, 1, 1.0)
    found = [audit_chart(each, deals=5_000, seed=SEED, boards=4) for each in (one, other)]
    assert found[0] is not None
    assert found[1] is not None
    close = {2: 1e-9, 3: 1e-5}[players]
    for a, b in zip(found[0].seats, found[1].seats, strict=True):
        assert a.seat == b.seat
        for name in a.__dataclass_fields__.keys() - {"seat"}:
            assert getattr(b, name) == pytest.approx(getattr(a, name), abs=close), name
    assert found[0].seats[0].ev_error_bb > 1e-3


@pytest.mark.parametrize("limit", ["jam", "none"])
def test_of_two_seats_all_is_known_without_a_draw(limit: str) -> None:
    """Means by two hands leave nothing: prizes won and best response are those of exact deals."""
    spec = spot(2, 9, format="bubble", deals="classes", limit=limit, **FIVE_PAID)
    found = PreflopChart.of(solve_preflop(spec, exploitability_bb=1e-3))
    rows = np.vstack([found.strategy(name) for name in found.nodes])
    exact = chart_of(build_game(replace(spec, deals="combos")), rows, 1, 1.0).certificate
    told_of = audit_chart(found, deals=2_000, seed=SEED, boards=0)
    assert told_of is not None
    for seat, ev, gain in zip(told_of.seats, exact.values, exact.gains, strict=True):
        assert seat.ev_bb == pytest.approx(ev, abs=1e-9)
        assert seat.gain_bb == pytest.approx(gain, abs=1e-9)
        assert max(seat.ev_error_bb, seat.gain_error_bb) < 1e-9
    assert abs(told_of.seats[0].ev_difference_bb) > 1e-4
    assert told_of.seats[0].gain_bb > told_of.seats[0].chart_gain_bb


def test_uneven_stacks_of_two_are_audited() -> None:
    uneven = replace(
        spot(2, 9, format="bubble", deals="classes", limit="jam", **FIVE_PAID),
        stacks_bb=tuple(spot(2, 6).stacks_bb[:1] + spot(2, 9).stacks_bb[:1]),
    )
    found = PreflopChart.of(solve_preflop(uneven, exploitability_bb=1e-3))
    rows = np.vstack([found.strategy(name) for name in found.nodes])
    exact = chart_of(build_game(replace(uneven, deals="combos")), rows, 1, 1.0).certificate
    audit = audit_chart(found, deals=2_000, seed=SEED, boards=0)
    assert audit is not None
    assert [seat.ev_bb for seat in audit.seats] == pytest.approx(exact.values, abs=1e-9)


@pytest.mark.parametrize("name", ["three seats", "side pots"])
def test_means_take_nothing_away(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With them and without, EVs and gains are the same within errors, which they make smaller."""
    found = chart(name)
    flat = flat_chart(found)
    players, weights = found.spec.players, class_weights()
    means = pair_means(flat, flat.reaches)
    for player in range(players):
        by_other = [means.pairs[player, q] @ weights for q in range(players) if q != player]
        for one, two in combinations(by_other, 2):
            assert one == pytest.approx(two, abs=1e-12)
        # what pairwise equities miss of three is left out in them
        value = found.certificate.values[player]
        assert means.own[player] @ weights == pytest.approx(value, abs=5e-3)
    lean = audit_chart(found, deals=40_000, seed=SEED, boards=0)
    nothing = without_means(players)[0]
    monkeypatch.setattr(room, "pair_means", lambda _flat, _plays: nothing)
    plain = audit_chart(found, deals=40_000, seed=SEED + 1, boards=0)
    assert lean is not None
    assert plain is not None
    for a, b in zip(lean.seats, plain.seats, strict=True):
        assert abs(a.ev_bb - b.ev_bb) < 4 * np.hypot(a.ev_error_bb, b.ev_error_bb)
        assert abs(a.gain_bb - b.gain_bb) < 4 * np.hypot(a.gain_error_bb, b.gain_error_bb)
        assert a.ev_error_bb < b.ev_error_bb / 1.5


def test_a_response_gains_on_real_deals_what_it_was_chosen_for() -> None:
    """With independent deals it gains no more than the certificate says, on real ones it gains."""
    found = chart("three seats")
    audit = audit_chart(found, deals=60_000, seed=SEED, boards=0)
    assert audit is not None
    flat = flat_chart(found)
    answer = reaches_of(flat.forest, room._answer(found, flat))
    payoff = found.spot.game.payoff
    reaches = [flat.reaches[flat.rows(player)] for player in range(3)]
    for player, seat in enumerate(audit.seats):
        gradient = payoff.gradient(player, reaches)
        gained = float(((answer[flat.rows(player)] - reaches[player]) * gradient).sum())
        assert gained < seat.chart_gain_bb + 1e-3
        assert seat.gain_bb > seat.chart_gain_bb - 4 * seat.gain_error_bb
    assert max(seat.gain_bb - 4 * seat.gain_error_bb for seat in audit.seats) > 0


def test_the_readme_says_what_independence_costs_on_a_bubble() -> None:
    """Solved and drawn again, from another seed: within four errors of both."""
    (row,) = [line for line in README.splitlines() if line.startswith("| six seats, bubble |")]
    cells = [re.findall(r"-?[0-9.]+", cell) for cell in row.split("|")[2:-1]]
    blind, others, gains, certificate = [[*map(float, cell)] for cell in cells]
    found = PreflopChart.of(solve_preflop(spot(6, 15, format="bubble")))
    audit = audit_chart(found, deals=30_000, seed=SEED, boards=4)
    assert audit is not None
    *most, last = audit.seats
    for seat, said, error in (
        (last, blind[0], blind[1]),
        (min(most, key=lambda seat: seat.ev_difference_bb), others[0], others[2]),
        (most[0], others[1], others[2]),
    ):
        away = abs(seat.ev_difference_bb - said)
        assert away < 4 * np.hypot(seat.ev_error_bb, error), seat.seat
    largest = audit.largest_gain
    assert largest.seat == "LJ"
    assert abs(largest.gain_bb - gains[1]) < 4 * np.hypot(largest.gain_error_bb, gains[2])
    assert (min(found.certificate.gains), max(found.certificate.gains)) == pytest.approx(
        certificate, abs=1e-4
    )


def test_seats_that_mind_their_own_hands_play_for_chips() -> None:
    with pytest.raises(InputError, match="are of chips, cash and ante; this chart is bubble"):
        play_by_own_hand(chart("three seats"), iterations=1)
