"""A solved spot with the strategies of its whole tree, away from the arrays it was solved in.

Chances are kept in 1 / 65,535. Boards that differ by the names of suits may be kept once: `runout`
finds the one that stands for a board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cfr import LANES
from gutshot.holdem.hand_classes import COMBOS, combo_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.postflop.game import PostflopGame
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["UNIT", "Certified", "Solution", "StreetPlay", "renamed", "solution_of"]

UNIT: Final = 65_535
"""What a chance of 1 is kept as."""

_NO_CARD: Final = 52
_SAME: Final = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Certified:
    """What was measured of the strategies; chips, and `gains` are of best responses."""

    iterations: int
    converged: bool
    evs: tuple[float, float]
    gains: tuple[float, float]
    seconds: float = 0.0

    @property
    def exploitability(self) -> float:
        """The mean gain, in chips."""
        return sum(self.gains) / 2


@dataclass(frozen=True, eq=False)
class StreetPlay:
    """One player's strategies on all boards of a street.

    Attributes
    ----------
    boards : (boards, cards) int16
        The cards of each board after the spot's own.
    start : (boards + 1,) int64
        Where each board's places begin, multiples of 16.
    combos : (places,) int16
        Numbers of the combos; -1 for padding.
    chances : (places / 16, rows, 16) uint16
        In 1 / `UNIT`, of all actions of each node but its last, which takes what is left.
    """

    boards: NDArray[np.int16]
    start: NDArray[np.int64]
    combos: NDArray[np.int16]
    chances: NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class Solution:
    """Strategies of both players on all streets.

    Attributes
    ----------
    streets : by street from the board's on, by player
    symmetries : tuple of suits by suit
        Names of suits under which the spot is the same, `(0, 1, 2, 3)` first.
    turn_worths : by player, (turn boards, beginnings, combos) float32
        Of a flop, what the turn's beginnings are worth, as in `values`; empty for other spots.
    bits : 16, 32 or None
        What numbers were kept in while it was solved, None where a file doesn't say.
    """

    spot: Spot
    certified: Certified
    streets: tuple[tuple[StreetPlay, StreetPlay], ...]
    symmetries: tuple[tuple[int, ...], ...] = (_SAME,)
    turn_worths: tuple[NDArray[np.float32], ...] = ()
    bits: int | None = None
    _numbers: dict[tuple[int, ...], int] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for street in self.streets:
            for number, board in enumerate(street[0].boards.tolist()):
                self._numbers[tuple(board)] = number

    @property
    def nbytes(self) -> int:
        """Bytes of the chances."""
        return sum(play.chances.nbytes for street in self.streets for play in street)

    def runout(self, cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """Return the number of the board that stands for these cards, and the renaming of suits."""
        for suits in self.symmetries:
            number = self._numbers.get(tuple(card // 4 * 4 + suits[card % 4] for card in cards))
            if number is not None:
                return number, suits
        msg = f"no board stands for {cards}"
        raise AssertionError(msg)

    def chances(
        self, cards: Sequence[int], player: int, combos: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """Return a player's chances after these cards, (rows, combos), 0..1.

        Rows are those of `StreetPlay.chances`; combos that the board takes have what is anything.
        """
        number, suits = self.runout(cards)
        play = self.streets[len(cards)][player]
        begin, end = play.start[number], play.start[number + 1]
        place = np.zeros(COMBOS + 1, np.int64)
        place[play.combos[begin:end]] = np.arange(end - begin)  # padding is behind the last combo
        at = place[renamed(combos, suits)]
        here = play.chances[begin // LANES : end // LANES]
        return (here[at // LANES, :, at % LANES].T / np.float32(UNIT)).astype(np.float32)


def renamed(combos: NDArray[np.int64], suits: Sequence[int]) -> NDArray[np.int64]:
    """Return the numbers of combos after suit s has become ``suits[s]``."""
    cards = combo_cards()[combos].astype(np.int64)
    cards = np.sort(cards // 4 * 4 + np.array(suits)[cards % 4], axis=1)
    return np.asarray(cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0])


def solution_of(game: PostflopGame, certified: Certified) -> Solution:
    """Copy a game's average strategies."""
    streets = []
    for level in game.levels:
        both = []
        boards = [board[len(game.spot.board) :] for board in level.boards]
        for hands, table in zip(level.hands, level.tables, strict=True):
            high, low = hands.high.astype(np.int64), hands.low.astype(np.int64)
            combos = np.where(high == _NO_CARD, -1, high * (high - 1) // 2 + low)
            both.append(
                StreetPlay(
                    np.array(boards, np.int16).reshape(len(boards), -1),
                    hands.start,
                    combos.astype(np.int16),
                    np.rint(table.means() * np.float32(UNIT)).astype(np.uint16),
                )
            )
        streets.append((both[0], both[1]))
    flop = len(game.levels) > 2
    return Solution(
        game.spot,
        certified,
        tuple(streets),
        game.levels[0].runouts[0].symmetries,
        tuple(game.turn_worths(player) for player in range(2)) if flop else (),
        game.bits,
    )
