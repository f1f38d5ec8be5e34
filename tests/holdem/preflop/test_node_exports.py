"""A chart's node for others: ranges, tables, a picture with letters beside its colours."""

from __future__ import annotations

from fractions import Fraction
from math import isnan
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.preflop import ChartNode, PreflopChart, PreflopSpec, solve_preflop
from gutshot.holdem.preflop.node_range import action_range
from gutshot.holdem.range_dialects import read_range, write_range
from gutshot.render.svg_grid import cell_letters, node_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def chart() -> PreflopChart:
    spec = PreflopSpec((Fraction(12),) * 2)
    return PreflopChart.of(solve_preflop(spec, exploitability_bb=0.005))


@pytest.fixture(scope="module")
def root(chart: PreflopChart) -> ChartNode:
    return chart.node("")


@pytest.mark.parametrize("dialect", ["pio", "gto+", "equilab", "monker"])
def test_an_actions_range_comes_back(root: ChartNode, dialect: str) -> None:
    for row, action in enumerate(root.actions):
        again = read_range(write_range(action_range(root, action), dialect), dialect).hands
        weights = again.class_weights()
        assert weights is not None
        assert np.abs(weights / again.denominator - root.strategy[row]).max() <= 0.5e-4 + 1e-12


def test_what_is_pure_needs_no_weights(root: ChartNode) -> None:
    for row, action in enumerate(root.actions):
        hands = action_range(root, action, pure=True)
        weights = hands.class_weights()
        assert weights is not None
        assert ((weights == hands.denominator) == (root.strategy[row] >= 0.5)).all()
        if weights.any():
            assert read_range(write_range(hands, "push-fold")).dialect == "push-fold"


def test_reach_is_counted_when_asked(chart: PreflopChart) -> None:
    node = chart.node("CR")
    calls = action_range(node, "C", with_reach=True).class_weights()
    assert calls is not None
    expected = node.strategy[node.actions.index("C")] * node.own_reach
    assert np.abs(calls / 10_000 - expected).max() <= 0.5e-4 + 1e-12
    limps = chart.node("").strategy[chart.node("").actions.index("C")]
    assert (node.own_reach == limps).all()


def test_an_action_that_is_not_there(root: ChartNode) -> None:
    with pytest.raises(InputError, match=r"there is no action 'B' at '': SB has F, C"):
        action_range(root, "B")


def test_rows_are_the_nodes_numbers(root: ChartNode) -> None:
    rows = root.rows()
    assert [row["hand"] for row in rows] == list(CLASS_NAMES)
    assert sum(row["weight_percent"] for row in rows) == pytest.approx(100)
    aces = rows[class_index("AA")]
    for at, action in enumerate(root.actions):
        assert aces[f"share_{action}"] == root.strategy[at, 0]
        assert aces[f"ev_{action}_bb"] == root.ev_bb[at, 0]


def test_frames_hold_the_rows(root: ChartNode) -> None:
    frame, other = root.to_pandas(), root.to_polars()
    assert frame.shape == other.shape == (169, 3 + 2 * len(root.actions))
    assert list(frame.columns) == other.columns
    assert frame["share_F"].to_numpy() == pytest.approx(root.strategy[0])
    assert other["ev_F_bb"].to_list() == pytest.approx([-0.5] * 169)


def test_the_picture_is_the_nodes_strategy(root: ChartNode) -> None:
    picture = ET.fromstring(node_svg(root))  # noqa: S314 - our own text
    cells = picture.findall(f"{SVG}g")
    assert len(cells) == 169
    for number, cell in enumerate(cells):
        name, letters = (text.text for text in cell.findall(f"{SVG}text"))
        assert (name, letters) == (CLASS_NAMES[number], cell_letters(root, number))
        frame, *bars, border = cell.findall(f"{SVG}rect")
        assert border.get("fill") == "none"
        side = float(frame.get("width", ""))
        wide = [float(bar.get("width", "")) / side for bar in bars]
        shares = [share for share in root.strategy[::-1, number].tolist() if share]
        assert wide == pytest.approx(shares, abs=2e-4)
        title = cell.find(f"{SVG}title")
        assert title is not None
        assert (title.text or "").startswith(f"{name}: fold ")
    assert root._repr_svg_() == node_svg(root)


def test_every_action_has_its_colour_and_letter(root: ChartNode) -> None:
    picture = ET.fromstring(node_svg(root, "A <title> & more"))  # noqa: S314 - our own text
    texts = [text.text or "" for text in picture.findall(f"{SVG}text")]
    legend = texts[-len(root.actions) :]
    assert texts[0] == "A <title> & more"
    assert [text[0] for text in legend] == list(root.actions)
    colours = [box.get("fill") for box in picture.findall(f"{SVG}rect")][-len(root.actions) :]
    assert len(set(colours)) == len(root.actions)
    assert not any(isnan(float(share)) for share in root.frequency)


def test_letters_tell_pure_hands_from_mixed_ones(root: ChartNode) -> None:
    for number in range(169):
        letters, shares = cell_letters(root, number), root.strategy[:, number]
        if shares.max() >= 0.95:
            assert letters == root.actions[int(shares.argmax())]
        else:
            assert letters.islower()
            assert letters[0].upper() == root.actions[int(shares.argmax())]
