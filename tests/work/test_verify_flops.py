"""The proof that flops are measured on the right boards, on a few of them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from gutshot.holdem.calibrate.flops import all_flops
from gutshot.holdem.hand_classes import CLASS_NAMES, class_combos, class_index
from gutshot.work import verify_flops
from gutshot.work.every_check import EVERY_CHECK

if TYPE_CHECKING:
    import pytest


def test_the_check_is_one_of_all() -> None:
    """It runs when everything is asked for."""
    assert set(verify_flops.CHECKS) <= set(EVERY_CHECK)
    assert all(check.full for check in verify_flops.CHECKS)


def test_deals_of_a_chunk_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of combos that share no card with each other and the flop, by their weights."""
    monkeypatch.setattr(verify_flops, "_CHUNK", 2)
    mass, won = verify_flops._checked_down(900)
    ranges = verify_flops._ending().ranges
    wanted = np.zeros((2, 169))
    for flop in all_flops()[900:902]:
        for one, two in product(CLASS_NAMES, CLASS_NAMES):
            a, b = class_index(one), class_index(two)
            weight = ranges[0, a] * ranges[1, b] * flop.flops
            if not weight:
                continue
            pairs = sum(
                not ({*mine} & {*theirs} or ({*mine} | {*theirs}) & {*flop.board})
                for mine in class_combos(a)
                for theirs in class_combos(b)
            )
            wanted[0, a] += weight * pairs
            wanted[1, b] += weight * pairs
    assert np.allclose(mass, wanted)
    assert np.allclose(won.sum(axis=1).sum(), mass[0].sum())
    assert (won <= mass).all()
