"""Random games for properties: any tree, any number of hands, payoffs of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st
from tests.cfr.toys import Tensors

from gutshot.cfr import Decision, End, ForestGame, grow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.cfr import Forest
    from gutshot.cfr.forest import Node


class Drawn(Tensors):
    """Worths of all hands at all ends drawn at random; they need not add up to zero."""

    def __init__(self, forest: Forest, hands: Sequence[int], seed: int) -> None:
        self.forest = forest
        shape = forest.players, forest.ends, *hands
        self.worth = np.random.default_rng(seed).normal(size=shape)


@st.composite
def trees(draw: st.DrawFn, players: int, depth: int = 4) -> Node:
    actions = draw(st.integers(1, 4)) if depth else 0
    if actions == 0 or (depth < 4 and draw(st.booleans())):
        return End(0, (0.0,) * players)
    after = [draw(trees(players, depth - 1)) for _ in range(actions)]
    return Decision(draw(st.integers(0, players - 1)), dict(zip("abcd", after, strict=False)))


@st.composite
def games(draw: st.DrawFn) -> ForestGame:
    """Return a game of two or three players, with up to 40 or 6 hands each."""
    players = draw(st.integers(2, 3))
    most = 40 if players == 2 else 6
    hands = draw(st.tuples(*[st.integers(1, most)] * players))
    forest = grow(draw(trees(players)), players)
    return ForestGame(forest, hands, Drawn(forest, hands, draw(st.integers(0, 2**32 - 1))))
