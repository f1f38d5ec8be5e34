"""Spots with known values: published ones, toys that can be worked out, and laws of every spot."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.postflop_spots import IP, OOP, RIVER, TURN, spot

from gutshot.cfr import CFR_PLUS, Checkpoint, Schedule, Weights, certify, drive
from gutshot.errors import InputError
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.answers import FAST, solve_spot
from gutshot.holdem.postflop.game import PostflopGame

if TYPE_CHECKING:
    from collections.abc import Iterable


class Published:
    """The weights of the runs whose values were published.

    Regrets below zero are halved from the start on, those above weighed by a power of the iteration
    before, averages by cubes, anew at powers of four; all one iteration later than ours.
    """

    restarted = Schedule(positive=1.5, negative=0.0, averaging=3.0, restart=4)

    def weights(self, iteration: int) -> Weights:
        return self.restarted.weights(max(1, iteration - 1))._replace(negative=0.5)


@pytest.mark.parametrize(
    ("board", "iterations", "gain_percent", "evs", "check"),
    [
        (RIVER, 120, 0.0097, (20.10947, 29.89053), 0.7272),
        (TURN, 180, 0.0096, (18.49981, 31.50019), 0.7531),
    ],
)
def test_the_published_run_again(
    board: str, iterations: int, gain_percent: float, evs: tuple[float, float], check: float
) -> None:
    """The same iterations end in the same digits; see SOURCES.md."""
    game = PostflopGame(spot(board))
    schedule = Published()
    for iteration in range(1, iterations + 1):
        for player in range(2):
            game.update(player, schedule.weights(iteration))
    found = certify(game)
    assert found.values == pytest.approx(evs, abs=6e-6)
    assert 100 * found.mean_gain / 50 == pytest.approx(gain_percent, abs=5e-5)
    assert game.root_frequency()["check"] == pytest.approx(check, abs=5e-5)


@pytest.mark.parametrize(
    ("board", "value", "equity"), [(RIVER, 20.10947, 45.30420), (TURN, 18.49981, 44.87582)]
)
def test_our_own_run_finds_the_published_value(board: str, value: float, equity: float) -> None:
    found = solve_spot(spot(board, more='target = "0.0097%pot"'))
    assert found.converged
    assert found.exploitability_percent <= 0.0097
    assert found.evs[0] == pytest.approx(value, abs=found.gains[0] + found.gains[1] + 0.00485)
    assert sum(found.evs) == pytest.approx(50, abs=2e-5)
    assert round(100 * float(found.equities[0]), 5) == equity
    assert sum(found.equities) == 1


@pytest.mark.parametrize("board", [RIVER, TURN])
@pytest.mark.parametrize("rake", ["", "rake = 0.05\nrake_cap = 2"])
def test_checked_down_the_ev_is_equity_times_the_pot(board: str, rake: str) -> None:
    game = PostflopGame(spot(board, bet="", more=rake))
    left = 48 if rake else 50
    equity = count_equities([OOP, IP], game.spot.board).equity
    for player in range(2):
        wanted = float(equity[player] * left)
        for against in ("average", "best"):
            assert game.evaluate(player, against) == pytest.approx(wanted, abs=2e-5)
    assert game.root_frequency() == {"check": 1}


def test_ties_share_the_pot() -> None:
    """Everybody plays the board: no bet can win or lose anything but by a fold."""
    found = solve_spot(spot("As Kd Qh Js Tc", oop="66-22,54s", ip="77,65s,43o", bet="50%, a"))
    assert found.equities == (Fraction(1, 2), Fraction(1, 2))
    assert found.evs == pytest.approx((25, 25), abs=0.1)


def test_a_bluff_for_every_three_bets_and_a_call_two_times_in_three() -> None:
    """Aces and queens against kings: aces win, queens lose, and only a bet of half the pot is left.

    Out of position the aces bet, and bluffs are bet / (pot + bet) of the bets that win; kings call
    pot / (pot + bet) of the time. So the bettor gets the pot with his bets and nothing else.
    """
    toy = spot(
        "2s 3h 4d 6c 7c", oop="AsAh,QsQh", ip="KsKh", pot="20", stack="10", bet="a",
        more="target = 0.0005\niterations = 20000",
    )  # fmt: skip
    found = solve_spot(toy)
    assert found.converged
    assert found.evs == pytest.approx((20 * (1 + 1 / 3) / 2, 20 - 40 / 3), abs=1e-3)
    by_hand = dict(zip(_names(found.combos[0]), found.root_chances["all_in"], strict=True))
    assert by_hand["AhAs"] == pytest.approx(1, abs=0.01)
    assert by_hand["QhQs"] == pytest.approx(1 / 3, abs=0.01)


def test_two_hands_may_share_a_bluff() -> None:
    toy = spot(
        "2s 3h 4d 6c 7c", oop="AsAh,QsQh,JsJh", ip="KsKh", pot="10", stack="10", bet="a",
        more="target = 0.0005\niterations = 20000",
    )  # fmt: skip
    found = solve_spot(toy)
    # half as many bluffs as aces bet with a bet of the pot
    assert found.root["all_in"] == pytest.approx((1 + 1 / 2) / 3, abs=0.005)
    assert found.evs[0] == pytest.approx(10 * (1 + 1 / 2) / 3, abs=1e-3)


def test_a_board_that_makes_everybody_a_full_house_is_the_same_toy() -> None:
    toy = spot(
        "2c 2d 2h 3c 3d", oop="AsAh,QsQh", ip="KsKh", pot="100", stack="100", bet="a",
        more='target = "0.05%pot"\niterations = 20000',
    )  # fmt: skip
    found = solve_spot(toy)
    assert found.evs == pytest.approx((75, 25), abs=0.05)
    # kings may bet when they are checked to, but gain no more by it than is left to gain
    assert found.gains[1] <= 2 * found.exploitability


def _names(combos: Iterable[int]) -> list[str]:
    from gutshot.cards.text import card_name

    return ["".join(card_name(c) for c in sorted(combo_cards()[n].tolist())) for n in combos]


@pytest.mark.parametrize("rake", ["rake = 0.05", "rake = 0.1\nrake_cap = 4"])
def test_what_both_get_is_the_pot_less_the_rake(rake: str) -> None:
    """A bet that nobody can afford to call is never called: every pot is raked alike."""
    game = PostflopGame(spot(bet="50%", more=rake))
    drive(game, target=0, iterations=20, schedule=FAST)
    share, cap = float(game.spot.rake.fraction), game.spot.rake.cap
    total = game.evaluate(0, "average") + game.evaluate(1, "average")
    low, high = (min(share * pot, float(cap or pot)) for pot in (50, 100))
    assert 50 - high < total <= 50 - low + 1e-5
    assert min(certify(game).gains) > 0


def test_a_hand_that_can_meet_no_other_is_left_out_of_the_sums() -> None:
    game = PostflopGame(spot(oop="AsAh,9s9c", ip="AsAh", bet="a"))
    drive(game, target=0, iterations=30, schedule=FAST)
    evs = game.evs(0, "average")
    meets = game.pair_weights[0] > 0
    assert meets.tolist() == [True, False]  # the nines, then the aces
    assert np.isnan(evs[1])
    assert game.evaluate(0, "average") == pytest.approx(evs[0])
    assert sum(certify(game).values) == pytest.approx(50, abs=1e-4)


def test_shares_of_a_whole_range_change_nothing() -> None:
    whole = spot(oop="AsAh,KcKd,7s5s", ip="KsKh,9d9c", bet="75%, a", raises="a")
    half = spot(
        oop="AsAh:0.5,KcKd:0.5,7s5s:0.5", ip="KsKh:0.25,9d9c:0.25", bet="75%, a", raises="a"
    )
    found = [solve_spot(one) for one in (whole, half)]
    assert found[0].evs == pytest.approx(found[1].evs, abs=1e-4)
    assert found[0].equities == found[1].equities
    # a combo of weight 0.5 has its columns and its weight
    game = PostflopGame(half)
    assert game.weights[0].tolist() == [0.5, 0.5, 0.5]


def test_the_names_of_suits_change_nothing() -> None:
    cycle = str.maketrans("cdhs", "dhsc")
    oop, ip = "AsKs,QsQh,7h5h,6c6d,Td9d:0.5", "KhQh,9d9c,AcJc,8s8h,5s4s"
    first = spot(TURN, oop=oop, ip=ip, bet="50%, a")
    second = spot(
        TURN.translate(cycle), oop=oop.translate(cycle), ip=ip.translate(cycle), bet="50%, a"
    )
    games = [PostflopGame(one) for one in (first, second)]
    for game in games:
        drive(game, target=0, iterations=20, schedule=FAST)
    assert games[0].root_frequency() == pytest.approx(games[1].root_frequency(), abs=1e-4)
    assert certify(games[0]).values == pytest.approx(certify(games[1]).values, abs=1e-4)


def test_a_target_in_chips_and_in_percent_stop_at_the_same_iteration() -> None:
    percent = solve_spot(spot(more='target = "0.5%pot"'))
    chips = solve_spot(spot(more="target = 0.25"))
    assert percent.iterations == chips.iterations
    assert percent.evs == chips.evs


def test_a_resumed_solve_ends_in_the_same_bits() -> None:
    small = spot(TURN, oop="AsKs,QsQh,7h5h", ip="KhQh,9d9c,AcJc", bet="50%")
    whole, part, resumed = (PostflopGame(small) for _ in range(3))
    drive(whole, target=0, iterations=20, schedule=FAST)
    drive(part, target=0, iterations=7, schedule=FAST)
    kept = Checkpoint.from_bytes(Checkpoint.of(part, 7).to_bytes())
    drive(resumed, target=0, iterations=20, schedule=FAST, resume=kept)
    for name, array in whole.state().items():
        assert array.tobytes() == resumed.state()[name].tobytes(), name


def test_a_cancelled_solve_says_what_it_has() -> None:
    asked = iter([False] * 12 + [True])
    told: list[float] = []
    found = solve_spot(spot(), progress=told.append, cancel=lambda: next(asked))
    assert found.cancelled
    assert not found.converged
    assert found.iterations == 12
    assert found.exploitability > 0
    assert len(told) == 2
    assert all(0 <= share <= 1 for share in told)


def test_iterations_run_out() -> None:
    found = solve_spot(spot(more='target = "0.0001%pot"\niterations = 15'))
    assert (found.converged, found.cancelled, found.iterations) == (False, False, 15)


def test_memory_is_what_the_arrays_take() -> None:
    game = PostflopGame(spot())
    tables = sum(array.nbytes for name, array in game.state().items() if name != "weights")
    # 4 regrets and 2 chances a hand, hands filled up to 16
    assert tables == (304 + 224) * (4 + 2) * 4
    assert tables < game.memory_bytes < 200_000


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"oop": "AsAh", "ip": "AsKs"}, "the two ranges can't be dealt together on this board"),
        ({"oop": "QsJs"}, "oop_range has no hand that the board leaves possible"),
    ],
)
def test_spots_that_cannot_be_solved(changes: dict[str, str], said: str) -> None:
    with pytest.raises(InputError) as caught:
        PostflopGame(spot(**changes))
    assert str(caught.value) == said


def test_more_memory_than_there_may_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gutshot.holdem.postflop.level._MOST_BYTES", 10_000)
    with pytest.raises(InputError, match=r"the strategies take 0\.0 GB, and at most 1e-05 GB"):
        PostflopGame(spot())


def test_other_schedules_find_the_same_value() -> None:
    game = PostflopGame(spot())
    solved = drive(game, target=0.01, iterations=1_000, schedule=CFR_PLUS)
    assert solved.converged
    assert solved.certificate.values[0] == pytest.approx(20.10982, abs=0.01)
    assert np.isfinite(game.evs(0, "average")).all()


def test_a_published_turn_with_many_sizes() -> None:
    """Equity and EV of a run to 0.456 % of the pot, whose bets were rounded to whole chips."""
    from gutshot.holdem.postflop.spec import parse_spot

    streets = "".join(
        f'[{player}.{street}]\nbet = "60%, e, a"\nraise = "2.5x"\n{donk}'
        for player, street, donk in (
            ("oop", "turn", ""),
            ("oop", "river", 'donk = "50%"\n'),
            ("ip", "turn", ""),
            ("ip", "river", ""),
        )
    )
    text = f"""
board = "Td9d6hQc"
pot = 200
stack = 900
oop_range = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
ip_range = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
add_all_in = 1.5
force_all_in = 0.15
merge = 0.1
target = "0.456%pot"
{streets}"""
    found = solve_spot(parse_spot(text))
    assert found.converged
    assert float(found.equities[0]) == pytest.approx(0.5306, abs=5e-5)
    assert found.evs[0] == pytest.approx(91.89, abs=0.5)
    assert sum(found.evs) == pytest.approx(200, abs=2e-4)
    assert len(found.combos[1]) == 250
    actions = [action.split(".")[0] for action in found.root]
    assert actions == ["check", "bet 120", "bet 216", "all_in"]
    assert found.root["check"] > 0.85
