"""What all deals choose, kept up to date line by line, against choosing afresh."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.videopoker.strategy.choices import Choices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.strategy.choices import Lines

PHRASES, GROUPS, DEALS = 25, 40, 60
ALWAYS = PHRASES


def made_up(seed: int) -> tuple[NDArray[np.bool_], list[dict[int, float]]]:
    """Return which groups phrases fit, and the worth of each group that a deal offers."""
    draw = Random(seed)  # noqa: S311 - a sample, repeatable
    fits = np.array([[draw.random() < 0.15 for _ in range(GROUPS)] for _ in range(PHRASES)])
    always = np.zeros(GROUPS, np.bool_)
    always[GROUPS - 1] = True
    deals = [
        {group: draw.randrange(-400, 400) / 64 for group in draw.sample(range(GROUPS - 1), 9)}
        | {GROUPS - 1: 0.0}
        for _ in range(DEALS)
    ]
    return np.concatenate([fits, always[None]]), deals


def choices_of(fits: NDArray[np.bool_], deals: list[dict[int, float]]) -> Choices:
    starts = np.cumsum([0, *(len(deal) for deal in deals)])
    groups = np.array([group for deal in deals for group in deal], np.int32)
    return Choices(fits, starts, groups, np.array([x for deal in deals for x in deal.values()]))


def plainly(
    fits: NDArray[np.bool_], deals: list[dict[int, float]], lines: Lines
) -> tuple[float, NDArray[np.float64]]:
    """Return the worth of all choices, and (lines, groups) gains, deal by deal."""

    def line(group: int) -> int:
        return next((i for i, x in enumerate(lines) if any(fits[p, group] for p in x)), len(lines))

    gains = np.zeros((len(lines), GROUPS))
    total = 0.0
    for deal in deals:
        chosen = min(deal, key=lambda group: (line(group), group))
        total += deal[chosen]
        for group, worth in deal.items():
            gains[line(chosen), group] += worth - deal[chosen]
    return total, gains


def edited(lines: Lines, draw: Random) -> Lines:
    """Return a list with a line more, less, split, joined or moved."""
    out = list(lines)
    at = draw.randrange(len(out))
    spare = [p for p in range(PHRASES) if all(p not in line for line in out)]
    match draw.choice(["insert", "insert", "again", "remove", "join", "split", "move"]):
        case "insert" if spare:
            out.insert(at, (draw.choice(spare),))
        case "join" if spare and ALWAYS not in out[at]:
            out[at] = (*out[at], draw.choice(spare))
        case "again" if ALWAYS not in out[-1]:
            out.insert(at, out[-1])
        case "remove" if ALWAYS not in out[at]:
            del out[at]
        case "split" if len(out[at]) > 1:
            out[at : at + 1] = [out[at][:1], out[at][1:]]
        case "move":
            out.insert(draw.randrange(len(out)), out.pop(at))
        case _:
            pass
    return out


@pytest.mark.parametrize("seed", range(4))
def test_edits_of_a_list_end_where_choosing_afresh_does(seed: int) -> None:
    fits, deals = made_up(seed)
    draw = Random(seed + 100)  # noqa: S311 - a sample, repeatable
    choices = choices_of(fits, deals)
    lines: Lines = [(ALWAYS,)]
    for _ in range(150):
        asked = edited(edited(lines, draw), draw)
        worth, _ = plainly(fits, deals, asked)
        assert choices.worth(asked) == worth
        lines = edited(lines, draw)
        worth, gains = plainly(fits, deals, lines)
        choices.choose(lines)
        assert choices.worth(lines) == worth
        assert np.array_equal(choices.gains(), gains)
    assert len(lines) > 3
