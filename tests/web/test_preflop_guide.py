"""The guide to preflop charts: its numbers are the chart's, and what it says of them holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.web.content_reader import between, words

from gutshot.errors import CatalogueError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.preflop.chart_set import REACHED, read_set
from gutshot.holdem.preflop.closeness import near_actions, near_bb
from gutshot.holdem.preflop.tiers import tier_shares
from gutshot.web.content_guide import guides
from gutshot.web.content_preflop import walks_view
from gutshot.web.content_preflop_method import shipped_chart

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client

GUIDE = guides()["preflop"]
PLACED = [(walk, step) for walk in GUIDE.walks for step in walk.steps]
SIX = read_set(shipped_chart("cash_6_100"))


@pytest.fixture(scope="module")
def page(client: Client) -> str:
    answer = client.get("/preflop/guide")
    assert answer.status_code == 200
    # nothing on it is being counted, so that nobody waits
    assert "content-wait" not in between(answer.text, "<main", "</main>")
    return answer.text


def step_of(title: str) -> tuple[int, str, str]:
    """Return a step's place, node and hand."""
    for at, (walk, step) in enumerate(PLACED):
        if step.title == title:
            return at, step.node, step.hand or walk.hand
    raise AssertionError(title)


def test_every_word_of_a_chart_is_explained(page: str) -> None:
    for heading in ("The grid", "The line", "What an EV is", "Mixed hands", "Not reached"):
        assert f'">{heading}</h2>' in page
    text = words(page)
    assert "169 kinds of 1,326 combinations" in text
    assert "AKo is 12 combinations, AA 6, AKs 4" in text
    assert f"is {SIX.certificate.exploitability:.4f} big blinds a hand" in text
    assert f"In {100 * SIX.model_share:.1f} % of deals with six seats" in text
    assert f"fewer than one deal in {1 / REACHED:,.0f} comes" in text
    for link in ("/preflop/charts", "/preflop/quiz", "/preflop/method"):
        assert f'href="{link}"' in between(page, '<p class="after">', "</p>")


@pytest.mark.parametrize("at", range(len(PLACED)))
def test_a_step_shows_what_the_chart_says(page: str, at: int) -> None:
    walk, step = PLACED[at]
    name = step.hand or walk.hand
    node, hand = SIX.node(step.node), class_index(name)
    part = between(
        page,
        f'<li id="step-{at + 1}"',
        f'<li id="step-{at + 2}"' if at + 1 < len(PLACED) else "</ol>\n  </demo-steps>",
    )
    assert f"/preflop/charts?chart=cash_6_100&amp;node={step.node}" in part
    if step.show == "hand":
        table = between(part, "<tbody>", "</tbody>")
        rows = [words(row) for row in re.findall(r"<tr>.*?</tr>", table)]
        known = min(node.reach, node.own_reach[hand]) >= REACHED
        for row, action in zip(rows, reversed(range(len(node.actions))), strict=True):
            assert f"{100 * node.strategy[action, hand]:.1f} %" in row
            ev = f"{node.ev_bb[action, hand]:+.4f}".replace("-", "−").replace("−0.0000", "+0.0000")
            assert (ev in row) == known
        assert f"has it here in {100 * node.own_reach[hand]:.1f} %" in words(part)
    if step.show == "grid":
        cells = dict(re.findall(r'aria-label="(\w+): ([^"]*)"', part))
        assert set(CLASS_NAMES) <= set(cells)
        called = node.actions.index("C")
        for number, cell in enumerate(CLASS_NAMES):
            share = node.strategy[called, number]
            if share >= 0.0005:
                assert f"Call {100 * share:.1f} %" in cells[cell]
            else:
                assert "Call" not in cells[cell]


def test_nines_have_two_right_answers_and_one_wrong_one() -> None:
    at, name, hand = step_of("Two right answers")
    node, number = SIX.node(name), class_index(hand)
    assert sorted(near_actions(node, number, near_bb(SIX, node))) == ["C", "R"]
    assert min(node.strategy[1:3, number]) > 0.1
    evs = node.ev_bb[:, number]
    assert evs.argmin() != 0  # all-in is worse still, and is not what the text is about
    assert f"costs {evs.max() - evs[0]:.4f} bb" in walks_view(GUIDE)[at].said
    _, grid, _ = step_of("All hands at once")
    assert SIX.node(grid).dealt_frequency[-1] < 0.0005


def test_the_big_blind_is_shut_out_and_the_call_rests_on_the_model() -> None:
    _, name, _ = step_of("The tree ends here")
    assert name in SIX.decisions
    assert SIX.spec.seats[SIX.decisions[name].player] == "CO"
    assert name[:-1] in SIX.shut_out
    at, name, hand = step_of("What the call rests on")
    node, number = SIX.node(name), class_index(hand)
    call, jam = (node.actions.index(letter) for letter in "CA")
    shares = tier_shares(SIX, name)[:, number]
    assert shares[call, 3] > 0.99
    assert shares[jam, 0] + shares[jam, 1] == pytest.approx(1, abs=5e-4)
    assert node.ev_bb[:, number].argmax() == call
    said = walks_view(GUIDE)[at].said
    assert f"falls short by {node.ev_bb[call, number] - node.ev_bb[jam, number]:.4f}" in said
    at, *_ = step_of("Your turn again")
    now = node.ev_bb[call, number] + node.spent_bb
    assert f"or {now:+.4f} from here on" in walks_view(GUIDE)[at].said
    assert 0 < node.own_reach[number] < 1


def test_what_loses_less_than_folding_is_right() -> None:
    _, name, hand = step_of("Losing less")
    node, number = SIX.node(name), class_index(hand)
    evs = dict(zip(node.actions, node.ev_bb[:, number], strict=True))
    assert max(evs.values()) < 0
    assert evs["F"] == pytest.approx(-node.spent_bb, abs=5e-5)
    assert min(evs["C"], evs["R"]) > evs["F"] + 0.1
    assert sorted(near_actions(node, number, near_bb(SIX, node))) == ["C", "R"]
    _, name, hand = step_of("A hand with one answer")
    node, number = SIX.node(name), class_index(hand)
    assert node.strategy[node.actions.index("R"), number] > 0.99
    assert near_actions(node, number, near_bb(SIX, node)) == []


def test_nobody_comes_where_it_says_so(page: str) -> None:
    at, name, hand = step_of("Not reached")
    node = SIX.node(name)
    assert node.reach < REACHED
    assert np.isnan(node.ev_bb[:, class_index(hand)]).all()
    assert "Not reached: it comes here" in words(page.partition(f'id="step-{at + 1}"')[2])


@pytest.fixture
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder whose files are guides, for as long as the test runs."""
    folder = tmp_path / "guides"
    folder.mkdir()
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    guides.cache_clear()
    yield folder
    guides.cache_clear()


WALK = """title = "X"
version = "1"
summary = "Y"
[[walks]]
heading = "H"
chart = "{chart}"
hand = "{hand}"
steps = [{{ show = "{show}", node = "{node}", title = "T", text = "U" }}]
"""
GOOD = {"chart": "cash_2_100", "hand": "AKs", "show": "hand", "node": "R"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"chart": "cash_1_100"}, "cash_1_100"),
        ({"hand": "AKx"}, "AKx"),
        ({"node": "Q"}, "Q"),
        ({"node": "RF"}, "RF"),
        ({"show": "face"}, "show"),
    ],
)
def test_a_walk_that_can_not_be_walked_is_refused_in_one_line(
    own_files: Path, change: dict[str, str], says: str
) -> None:
    (own_files / "broken.toml").write_text(WALK.format(**GOOD), encoding="utf-8")
    assert guides()["broken"].shown_hands == 1
    guides.cache_clear()
    (own_files / "broken.toml").write_text(WALK.format(**GOOD | change), encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"broken\.toml: ") as error:
        guides()
    assert says in str(error.value)
    assert "\n" not in str(error.value)
