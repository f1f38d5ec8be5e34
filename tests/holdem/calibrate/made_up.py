"""Rows whose EVs follow from known constants: what a fit of them must find again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gutshot.holdem.calibrate.rows import CalibrationRow, CalibrationRows, FlopEnding
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, compatible_combos
from gutshot.holdem.preflop.hand_edges import SEATS_AFTER, hand_features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.flop_model import FlopModel

POT = 6.0
RAISERS = ("ip", "oop", "")


def made_up_rows(
    model: FlopModel,
    sprs: list[float],
    *,
    flops: int,
    noise: float,
    spot_noise: float = 0.0,
    seed: int = 4,
) -> CalibrationRows:
    """Return rows of spots in which every two hands share the pot as a model says.

    noise : standard deviation of a class's EV on a flop. spot_noise : of the edge of a spot.
    """
    random = np.random.default_rng(seed)
    endings = {}
    rows = []
    for number, spr in enumerate(sprs):
        ranges = np.round(random.random((2, CLASSES)) ** 2, 4)
        ranges[0, random.random(CLASSES) < 0.3] = 0
        ending = FlopEnding(
            name=f"made_up_{number % 4}/{number}",
            format="cash",
            players=2,
            stack_bb=100.0,
            node="RC",
            seats=("BB", "SB"),
            raises=1,
            aggressor=RAISERS[number % 3],
            pot_bb=POT,
            behind_bb=spr * POT,
            reach=0.1,
            ranges=ranges,
            kept=(1.0, 1.0),
            rake=0.0,
            rake_cap_bb=math.inf,
            chart_exploitability_bb=0.004,
            chart_bar_bb=0.01,
            chart_engine="preflop-2",
            model={"exponent": 1.375},
        )
        endings[ending.name] = ending
        shift = random.normal(0, spot_noise) if spot_noise else 0.0
        rows += [_row(model, ending, flop, random, noise, shift) for flop in range(flops)]
    return CalibrationRows(endings, tuple(rows))


def _row(
    model: FlopModel,
    ending: FlopEnding,
    flop: int,
    random: np.random.Generator,
    noise: float,
    shift: float,
) -> CalibrationRow:
    """Return a flop on which the equities of pairs are drawn, and worths follow pair by pair."""
    spr = ending.spr
    strength = random.normal(0, 0.7, CLASSES)
    wins, ties = class_equities()
    fair = (wins + ties / 2) / (BOARDS * compatible_combos())
    odds = np.log(fair / (1 - fair))
    equity = 1 / (1 + np.exp(strength - strength[:, None] - odds))
    deals = compatible_combos() * np.outer(*ending.ranges)
    put_in = model.commitment_of_two(spr) * spr
    played = 1 + 2 * put_in
    edge = (0 if model.by_hand else model.edge(spr)) + shift
    worth = played * (equity - edge) - put_in
    if model.by_hand is not None:
        own = [
            hand_features() @ model.by_hand.of_features(seat, spr, ending.aggressor)
            for seat in SEATS_AFTER
        ]
        worth = worth + own[0][:, None] - own[1]
    share = np.array([deals.sum(axis=1), deals.sum(axis=0)]) / deals.sum()

    def by_seat(first: NDArray[np.float64]) -> NDArray[np.float64]:
        means = np.array([(deals * first).sum(axis=1), (deals * (1 - first)).sum(axis=0)])
        out = np.full((2, CLASSES), np.nan)
        np.divide(means, share * deals.sum(), out=out, where=share > 0)
        return out

    ev = by_seat(worth) + random.normal(0, noise, (2, CLASSES))
    checked = by_seat(equity)
    return CalibrationRow(
        ending=ending.name,
        number=flop,
        board="Qs Jh 2h",
        flops=24,
        tree="one-size",
        engine="postflop-1",
        half=True,
        iterations=80,
        exploitability=0.004,
        cpu_s=1.0,
        deals=float(deals.sum()),
        share=share,
        equity=checked,
        ev=ev,
        total_equity=(0.5, 0.5),
        total_ev=(0.5, 0.5),
    )
