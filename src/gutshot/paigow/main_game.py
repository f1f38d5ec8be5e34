"""What the main bet costs by house way: both sides set by one way, counted or dealt, and Face Up.

`all_deals` counts the main game; what is dealt is a second opinion, and all there is of Face Up.
Two hands are drawn, and each is in turn the player's and the dealer's: what a copy takes is then
seen directly, and not as the small difference of bets won and lost, so that the error of an edge
is a seventh of what as many bets by themselves would leave. In Face Up the dealer sets first, by
the way, and the player knows his cards: the best of all settings is played. A dealer who is ace
high, all seven cards counted, is a push there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gutshot.catalogue import DATA
from gutshot.errors import InputError
from gutshot.evaluate.joker import FIRST_STRENGTH, high_classes
from gutshot.paigow.dealer_hands import deck_without
from gutshot.paigow.hands import DEFAULT_RULES, SEVEN
from gutshot.paigow.setting import split_strengths
from gutshot.paigow.sevens import ACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from gutshot.paigow.advisor import SetsHands
    from gutshot.paigow.rules import Rules

__all__ = [
    "RESULTS",
    "Estimate",
    "MainGame",
    "deal_main_game",
    "main_game_json",
    "main_games_from",
    "shipped_main_games",
]

RESULTS: Final = DATA / "evidence" / "paigow-main-game.json"
"""What was counted and dealt; ``python -m gutshot.work.paigow_deals`` writes it."""

LEAST_DEALS: Final = 2  # one alone has no standard error
MOST_DEALS: Final = 10**10

_AT_ONCE: Final = 1 << 14
_OUTCOMES: Final = 3
_HIGHER: Final = 2
_MOST_SEED: Final = (1 << 32) - 1


class Estimate(NamedTuple):
    """A mean over deals, and its standard error; where all were counted, the mean as a fraction."""

    mean: float
    standard_error: float
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class MainGame:
    """Deals of two hands by what became of them, both set by one house way.

    deals : how many were drawn, from `seed`.
    hands : (3, 3) counts: whether the first hand's high hand is lower, equal or higher than the
        second's, by its low hand likewise.
    face_up : (3, 3) counts of Face Up: what the first hand's best setting does against the second,
        which is shown (lose, push, win), by what the second's does against the first.
    face_up_way : the same where the player leaves his cards to the way as well.
    counted : (3, 3) like `hands`, but of all deals that there are; None where they weren't counted.
    """

    way: str
    deals: int
    seed: int
    hands: tuple[tuple[int, ...], ...]
    face_up: tuple[tuple[int, ...], ...]
    face_up_way: tuple[tuple[int, ...], ...]
    counted: tuple[tuple[int, ...], ...] | None = None

    @property
    def method(self) -> str:
        """``exact`` where all deals were counted; Face Up is ``simulated`` all the same."""
        return "simulated" if self.counted is None else "exact"

    @property
    def dealt(self) -> MainGame:
        """The game by what was dealt alone."""
        return replace(self, counted=None)

    def edge(self, commission_percent: Fraction | int, *, banker: bool = False) -> Estimate:
        """Return what a bet of 1 costs on average; negative where it gains.

        banker : of who banks, against one bet of the same size: copies are his.
        """
        paid = 1 - Fraction(commission_percent) / 100
        brings = Fraction(-1), Fraction(0), paid
        return self._mean(lambda won, equal: -brings[won + equal if banker else won])

    @property
    def shares(self) -> tuple[Estimate, Estimate, Estimate]:
        """What share of bets is won, pushed and lost, copies to the dealer."""

        def share(wanted: int) -> Estimate:
            return self._mean(lambda won, _: Fraction(won == wanted))

        return share(2), share(1), share(0)

    @property
    def copies(self) -> Estimate:
        """In what share of deals at least one of the two hands is equal."""
        return self._mean(lambda _, equal: Fraction(equal > 0))

    @property
    def lost_by_copies(self) -> Estimate:
        """What share of bets is lost that would not be if copies were the player's."""
        return self._mean(lambda won, equal: Fraction(won == 0 and equal > 0))

    def face_up_edge(self, *, by_way: bool = False) -> Estimate:
        """Return what a bet of 1 costs in Face Up, without commission.

        by_way : when the player leaves his cards to the way, instead of the best setting.
        """
        return _outcome_mean(self._face_up(by_way=by_way), lambda outcome: Fraction(1 - outcome))

    def face_up_shares(self, *, by_way: bool = False) -> tuple[Estimate, Estimate, Estimate]:
        """Return what share of bets is won, pushed and lost in Face Up."""
        table = self._face_up(by_way=by_way)

        def share(wanted: int) -> Estimate:
            return _outcome_mean(table, lambda outcome: Fraction(outcome == wanted))

        return share(2), share(1), share(0)

    def _face_up(self, *, by_way: bool) -> tuple[tuple[int, ...], ...]:
        return self.face_up_way if by_way else self.face_up

    def _mean(self, worth: Callable[[int, int], Fraction]) -> Estimate:
        """Return the mean of what a bet is worth by hands won and equal, both seats counted."""

        def of(high: int, low: int) -> Fraction:
            return worth((high == _HIGHER) + (low == _HIGHER), (high == 1) + (low == 1))

        values = [
            [(of(high, low) + of(_HIGHER - high, _HIGHER - low)) / 2 for low in range(_OUTCOMES)]
            for high in range(_OUTCOMES)
        ]
        if self.counted is None:
            return _estimate(self.hands, values)
        mean = _total(self.counted, values) / sum(map(sum, self.counted))
        return Estimate(float(mean), 0.0, mean)


def deal_main_game(
    ways: Sequence[SetsHands],
    *,
    deals: int,
    seed: int,
    rules: Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
) -> tuple[MainGame, ...]:
    """Draw deals of two hands and set them by each way, and by the best setting against each.

    Parameters
    ----------
    deals
        2..10**10; half a million take a second for five ways.
    seed
        0..2**32 - 1; the same seed draws the same deals.

    Raises
    ------
    InputError
        When no deals are asked for, too many, or the seed is out of range.
    """
    from gutshot.paigow.dealer_hands._kernels import draw_hands

    if not LEAST_DEALS <= deals <= MOST_DEALS:
        raise InputError(f"{deals} deals can't be drawn: ask for {LEAST_DEALS} to {MOST_DEALS:,}")
    if not 0 <= seed <= _MOST_SEED:
        raise InputError(f"seed {seed} is out of range: a seed is 0 to 2**32 - 1")
    deck = deck_without(())
    counts = np.zeros((len(ways), _OUTCOMES, 9), np.int64)
    for part, start in enumerate(range(0, deals, _AT_ONCE)):
        if progress is not None:
            progress(start / deals)
        drawn = np.empty((min(_AT_ONCE, deals - start), 2 * SEVEN), np.uint8)
        draw_hands(np.uint64(seed + (part << 32)), deck, drawn)
        first, second = drawn[:, :SEVEN].copy(), drawn[:, SEVEN:].copy()
        seats = [_Seat.of(hands, rules) for hands in (first, second)]
        for number, way in enumerate(ways):
            sets = way.strengths(first, rules), way.strengths(second, rules)
            for kind, cells in enumerate(_cells(seats, sets)):
                counts[number, kind] += np.bincount(cells, minlength=9)
    return tuple(
        MainGame(way.id, deals, seed, *(_table(kind) for kind in found))
        for way, found in zip(ways, counts.tolist(), strict=True)
    )


def main_game_json(games: Iterable[MainGame]) -> str:
    """Return games as the text of a file, counts only; `main_games_from` reads it."""
    content = {
        "schema": "gutshot.paigow.main_game/1",
        "games": [
            {
                "way": game.way,
                "deals": game.deals,
                "seed": game.seed,
                "hands": game.hands,
                "face_up": game.face_up,
                "face_up_way": game.face_up_way,
                "counted": game.counted,
            }
            for game in games
        ],
    }
    return json.dumps(content, indent=1) + "\n"


def main_games_from(text: str) -> tuple[MainGame, ...]:
    """Return the games of a file that `main_game_json` wrote."""
    content: dict[str, Any] = json.loads(text)
    tables = "hands", "face_up", "face_up_way", "counted"
    return tuple(
        MainGame(
            game["way"],
            game["deals"],
            game["seed"],
            **{name: game.get(name) and tuple(map(tuple, game[name])) for name in tables},
        )
        for game in content["games"]
    )


@cache
def shipped_main_games() -> tuple[MainGame, ...]:
    """Return what was counted and dealt for the shipped house ways, A-2-3-4-5 second highest."""
    return main_games_from(RESULTS.read_text(encoding="utf-8"))


class _Seat(NamedTuple):
    """Many hands: strengths of all splits, (n, 21), which are no foul, and who is ace high."""

    high: NDArray[np.int16]
    low: NDArray[np.int16]
    legal: NDArray[np.bool_]
    ace_high: NDArray[np.bool_]

    @classmethod
    def of(cls, hands: NDArray[np.uint8], rules: Rules) -> _Seat:
        high, low = split_strengths(hands, rules)
        # a strongest five that is nothing leaves no pair, straight or flush in the seven
        best = high.max(axis=1)
        ace_high = (best >= _first_ace_high()) & (best < FIRST_STRENGTH[1])
        return cls(high, low, high >= rules.tables.least_high[low], ace_high)

    def best_against(self, high: NDArray[np.int32], low: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return what the best setting does against these hands: 0 loses, 1 pushes, 2 wins."""
        beats_high, beats_low = self.high > high[:, None], self.low > low[:, None]
        won = (self.legal & beats_high & beats_low).any(axis=1)
        one = (self.legal & (beats_high | beats_low)).any(axis=1)
        return np.add(won, one, dtype=np.int64)


_Strengths = tuple["NDArray[np.int32]", "NDArray[np.int32]"]


def _cells(
    seats: Sequence[_Seat], sets: tuple[_Strengths, _Strengths]
) -> tuple[NDArray[np.int64], ...]:
    """Return the cells, 0..8, of `hands`, `face_up` and `face_up_way` to which deals belong."""
    (high, low), (other_high, other_low) = sets
    by_high, by_low = (
        np.sign(one - two) + 1 for one, two in ((high, other_high), (low, other_low))
    )
    best, blind = [], []
    for player, dealer in ((0, 1), (1, 0)):
        (mine, mine_low), (his, his_low) = sets[player], sets[dealer]
        pushes = seats[dealer].ace_high
        best.append(np.where(pushes, 1, seats[player].best_against(his, his_low)))
        won = (mine > his).astype(np.int64) + (mine_low > his_low)
        blind.append(np.where(pushes, 1, won))
    pairs = (by_high, by_low), best, blind
    return tuple(_OUTCOMES * one.astype(np.int64) + two for one, two in pairs)


@cache
def _first_ace_high() -> int:
    return next(
        number
        for number, one in enumerate(high_classes())
        if one.category == 0 and one.ranks[0] == ACE
    )


def _outcome_mean(table: tuple[tuple[int, ...], ...], worth: Callable[[int], Fraction]) -> Estimate:
    """Return the mean over both seats of what an outcome, 0..2, is worth."""
    each = [worth(outcome) for outcome in range(_OUTCOMES)]
    return _estimate(table, [[(one + two) / 2 for two in each] for one in each])


def _estimate(counts: Sequence[Sequence[int]], values: Sequence[Sequence[Fraction]]) -> Estimate:
    deals = sum(map(sum, counts))
    mean = _total(counts, values) / deals
    squares = _total(counts, [[(value - mean) ** 2 for value in row] for row in values])
    return Estimate(float(mean), sqrt(squares / max(1, deals - 1) / deals))


def _total(counts: Sequence[Sequence[int]], values: Sequence[Sequence[Fraction]]) -> Fraction:
    return sum(
        (
            count * value
            for row, worths in zip(counts, values, strict=True)
            for count, value in zip(row, worths, strict=True)
        ),
        Fraction(0),
    )


def _table(cells: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(cells[row : row + _OUTCOMES]) for row in range(0, 9, _OUTCOMES))
