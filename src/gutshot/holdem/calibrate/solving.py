"""An ending solved on a flop, and checked down there: one row."""

from __future__ import annotations

import time
import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.catalogue import DATA
from gutshot.cfr import drive
from gutshot.errors import InputError
from gutshot.holdem.betting import NO_RAKE
from gutshot.holdem.calibrate.rows import RANGE_UNIT, CalibrationRow
from gutshot.holdem.hand_classes import CLASSES, class_of_combos
from gutshot.holdem.postflop.answers import FAST
from gutshot.holdem.postflop.spec import exact_decimal, spot_of
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import HandRange

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from gutshot.cfr import Check
    from gutshot.holdem.calibrate.flops import Flop
    from gutshot.holdem.calibrate.rows import FlopEnding
    from gutshot.holdem.postflop.game import PostflopGame
    from gutshot.holdem.postflop.spec import Spot

__all__ = [
    "ENGINE",
    "CalibrationTree",
    "ClassWorth",
    "check_down",
    "class_worths",
    "flop_spot",
    "shipped_tree",
    "solve_row",
]

ENGINE: Final = "postflop-1"
"""Goes up when a flop would be solved to other numbers."""

_TREES: Final = DATA / "calibration"
_CHECK_EVERY: Final = 10
_PER_BB: Final = 1_000_000  # amounts are exact to a millionth of a big blind


@dataclass(frozen=True, slots=True)
class CalibrationTree:
    """A betting tree that every ending is solved with.

    name : of its file; a tree that would be solved to other numbers has another name.
    text : TOML, the keys of a spot's file but for board, pot, stack and ranges.
    """

    name: str
    text: str

    @property
    def keys(self) -> dict[str, Any]:
        """The keys, decimals as rationals."""
        return tomllib.loads(self.text, parse_float=exact_decimal)


@dataclass(frozen=True, eq=False)
class ClassWorth:
    """What both seats' classes are worth on a flop.

    Attributes
    ----------
    deals : float
        Weight of all pairs of hands that can be dealt.
    share : (2, 169) float64
        Of the deals, by class.
    worth : (2, 169) float64
        Share of the pot; nan where `share` is 0.
    total : (oop, ip)
        Averaged over the deals.
    """

    deals: float
    share: NDArray[np.float64]
    worth: NDArray[np.float64]
    total: tuple[float, float]


def shipped_tree(name: str = "one-size", folder: Path = _TREES) -> CalibrationTree:
    """Return a betting tree of `data/calibration`.

    Raises
    ------
    InputError
        When there is none of this name.
    """
    path = folder / f"{name}.toml"
    try:
        return CalibrationTree(name, path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"there is no betting tree {name[:40]} in {folder}") from error


def flop_spot(ending: FlopEnding, board: str, tree: CalibrationTree) -> Spot:
    """Return an ending on a board as a spot after the flop, chips in big blinds."""
    ranges = [_range(weights) for weights in ending.ranges]
    keys = {
        **tree.keys,
        "board": board,
        "pot": Fraction(ending.pot_bb).limit_denominator(_PER_BB),
        "stack": Fraction(ending.behind_bb).limit_denominator(_PER_BB),
        "oop_range": ranges[0].text,
        "ip_range": ranges[1].text,
    }
    if ending.rake:
        keys["rake"] = Fraction(ending.rake).limit_denominator(_PER_BB)
        if np.isfinite(ending.rake_cap_bb):
            keys["rake_cap"] = Fraction(ending.rake_cap_bb).limit_denominator(_PER_BB)
    return spot_of(keys)


def check_down(spot: Spot) -> ClassWorth:
    """Return what classes are worth with the stacks and the rake taken away: their equities."""
    from gutshot.holdem.postflop.game import PostflopGame

    return class_worths(PostflopGame(replace(spot, stack=Fraction(0), rake=NO_RAKE), threads=1))


def class_worths(game: PostflopGame) -> ClassWorth:
    """Return what classes are worth by the average strategies of a game."""
    pot = float(game.spot.pot)
    share, worth = np.zeros((2, CLASSES)), np.full((2, CLASSES), np.nan)
    totals = []
    for player in range(2):
        of_class = class_of_combos()[game.combos[player]]
        mass = game.weights[player] * game.pair_weights[player]
        earned = mass * np.nan_to_num(game.evs(player, "average")) / pot
        share[player] = np.bincount(of_class, mass, CLASSES) / game.deals
        of_deals = np.bincount(of_class, earned, CLASSES) / game.deals
        np.divide(of_deals, share[player], out=worth[player], where=share[player] > 0)
        totals.append(float(of_deals.sum()))
    return ClassWorth(game.deals, share, worth, (totals[0], totals[1]))


def solve_row(
    ending: FlopEnding,
    number: int,
    flop: Flop,
    tree: CalibrationTree,
    *,
    half: bool = True,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> CalibrationRow | None:
    """Solve an ending on a flop, on one thread; None when cancelled.

    Parameters
    ----------
    number : int
        The flop's place in the ending's sample.
    half : bool
        Whether numbers are kept in 16 bits.
    progress
        Told the share of the work that is done, an estimate.
    cancel
        Asked before every iteration.

    Raises
    ------
    InputError
        When the spot can't be solved.
    """
    from gutshot.holdem.postflop.game import PostflopGame

    began = time.thread_time()
    spot = flop_spot(ending, flop.text, tree)
    control = check_down(spot)
    game = PostflopGame(spot, threads=1, half=half)
    target = float(spot.target)
    gains: list[float] = []

    def tell(check: Check) -> None:
        gains.append(check.certificate.mean_gain)
        if progress is not None:
            progress(min(1.0, check.iteration / spot.iterations))

    def met() -> bool:
        return bool(gains) and gains[-1] <= target

    solved = drive(
        game,
        target=0,
        iterations=spot.iterations,
        schedule=FAST,
        check_every=_CHECK_EVERY,
        progress=tell,
        cancel=lambda: met() or (cancel is not None and cancel()),
    )
    if solved.cancelled and not met():
        return None
    found = class_worths(game)
    return CalibrationRow(
        ending=ending.name,
        number=number,
        board=flop.text,
        flops=flop.flops,
        tree=tree.name,
        engine=ENGINE,
        half=half,
        iterations=solved.iterations,
        exploitability=max(solved.certificate.mean_gain, 0.0) / float(spot.pot),
        cpu_s=round(time.thread_time() - began, 3),
        deals=found.deals,
        share=found.share,
        equity=control.worth,
        ev=found.worth,
        total_equity=control.total,
        total_ev=found.total,
    )


def _range(weights: NDArray[np.float64]) -> HandRange:
    whole = np.rint(weights * RANGE_UNIT).astype(np.int64)[class_of_combos()]
    found = HandRange("", whole, RANGE_UNIT)
    return replace(found, text=range_text(found))
