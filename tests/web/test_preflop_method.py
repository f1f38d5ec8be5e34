"""The method page of preflop: its figures are those of the charts and of what was measured."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import Client
from tests.web.content_reader import between, counted_page, words
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.catalogue import ARTEFACTS
from gutshot.cfr import certify, drive
from gutshot.holdem.hand_classes import COMBOS
from gutshot.holdem.percentile import strength_order
from gutshot.holdem.preflop.audit.report import shipped_audits
from gutshot.holdem.preflop.audit.three_way_flops import shipped_report as flops_of_three
from gutshot.holdem.preflop.chart_set import read_set
from gutshot.holdem.preflop.counting import tree_size
from gutshot.holdem.preflop.game import build_game, schedule_of
from gutshot.holdem.preflop.kept import SHIPPED
from gutshot.holdem.preflop.published import published, shipped_results
from gutshot.holdem.preflop.simplified import (
    SEATS,
    STACKS_BB,
    shipped_changes,
    shipped_shares,
)
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.web.app import create_app
from gutshot.web.content_preflop_account import ACCOUNT, CLAIMS, account_rows
from gutshot.web.preflop_convergence import convergence

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="module")
def page(client: Client) -> str:
    return counted_page(client, "/preflop/method")


def part(page: str, name: str) -> str:
    """Return a marked part of the page."""
    return between(page, f'data-part="{name}"', "</table>")


def rows(table: str) -> list[str]:
    body = between(table, "<tbody>", "</tbody>")
    return [words(row) for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL)]


def test_the_shipped_charts_stand_with_what_is_left_to_gain(page: str) -> None:
    found = rows(part(page, "charts"))
    assert len(found) == len(SEATS)
    for players in (2, 6):
        chart = read_set(ARTEFACTS / SHIPPED / f"cash_{players}_100.chart")
        left = f"{chart.certificate.exploitability:.4f}"
        row = f"{players} {len(chart.decisions):,} {chart.iterations} {left} {chart.bar_bb:.3f}"
        assert found[SEATS.index(players)] == row
    six = read_set(ARTEFACTS / SHIPPED / "cash_6_100.chart")
    drawn = words(between(page, 'data-part="pipeline"', "</section>"))
    assert f"{len(six.decisions):,} decisions" in drawn
    assert f"with {len(six.endings):,} endings" in drawn
    for letter, said in {"f": "all but one fold", "m": "a flop with chips behind"}.items():
        assert f"{said} {list(six.endings.values()).count(letter):,}" in drawn
    assert "818,480 sets of three" in drawn


def test_the_ladder_says_how_often_deals_end_so(page: str) -> None:
    found = rows(part(page, "ladder"))
    assert [row.split("exact")[0].split("modelled")[0].strip() for row in found] == [
        "Folds",
        "An all-in of two",
        "An all-in of three",
        "A flop with chips behind",
        "An all-in of four, where a spot asks for four",
    ]
    # of two, six and nine seats: the model's share is that of the charts
    shares = [shipped_shares()[seats, 100].share for seats in (2, 6, 9)]
    assert found[3].endswith(" ".join(f"{100 * share:.1f}" for share in shares))
    assert "root mean square 0.121 percentage points of a pot" in found[2]
    assert found[4].endswith("0 0 0")


def test_modelled_shares_stand_by_stack_and_seats(page: str) -> None:
    found = rows(part(page, "shares"))
    assert len(found) == len(STACKS_BB)
    for stack, row in zip(STACKS_BB, found, strict=True):
        cells = (f"{100 * shipped_shares()[seats, stack].share:.1f}" for seats in SEATS)
        assert row == " ".join([str(stack), *cells])
    assert f"{len(shipped_shares())} charts, {len(shipped_shares())} of them" in words(page)


def test_costs_are_those_that_were_measured(page: str) -> None:
    text = words(between(page, '<dl class="costs">', "</dl>"))
    gains = [seat.gain_bb for seat in shipped_audits()[6].seats]
    assert f"gains {min(gains):.3f} to {max(gains):.3f} bb a hand with six seats" in text
    for name, said in {
        "limps": "{:.1f} % of deals begin with a limp",
        "entrants": "{:.2f} % of deals have four in the pot",
        "sizes_two": "use it in {:.1f} % of deals",
    }.items():
        assert said.format(100 * shipped_changes()[name].used) in text
    assert f"plays {shipped_changes()['independent_two'].moved_percent:.1f} points" in text
    three = flops_of_three()[6]
    assert f"{three.reached / 1e6:.2f} million of {three.deals:,} real deals" in text
    off = f"{three.largest.difference_bb:+.5f}".replace("-", "\u2212")
    assert f"off by {off} ± {three.largest.error_bb:.5f} bb a hand at most" in text
    assert f"the average of pairs alone would be {three.pairs_off_bb:.5f} off" in text
    nine = {"players": 9, "stack": 200}
    for cap in (2, 3, 4):
        size = tree_size(spec_from({**nine, "entrants": cap}, "caps"))
        assert f"{cap} {size.decisions:,} {size.memory_bytes / 1e9:.1f}" in text


def test_every_figure_of_the_account_stands_beside_ours(page: str) -> None:
    found = rows(part(page, "account"))
    file = published(ACCOUNT)
    ours = file.found(shipped_results(file), file.readings[0])
    assert len(found) == len(account_rows()) == len(file.figures) + len(CLAIMS)
    for figure, row in zip(file.figures, found, strict=False):
        unit = "" if figure.kind == "nodes" else " %"
        number = f"{ours[figure.id]:,.0f}" if figure.kind == "nodes" else f"{ours[figure.id]:.1f}"
        assert figure.published is not None
        assert f"{figure.published:,g}{unit} {number}{unit}" in row
    by_words = {one.about: one.ours for one in account_rows()}
    # 67.6 cells of the grid: 67 whole classes and three fifths of the next
    order = strength_order()
    share = order[66].through_percent + Fraction(60 * order[67].combos, COMBOS)
    top = by_words["The top 40\u2009% of the grid, as a share of deals"]
    assert top == f"{float(share):.1f}\u2009%"
    assert by_words["Boards that two hands meet"] == "1,712,304"
    assert by_words["Bars of two, six and nine seats, bb"] == "0.010, 0.017, 0.021"


def test_biases_are_shown_by_what_was_published(page: str) -> None:
    found = rows(part(page, "biases"))
    file = published("six-max-100bb")
    results = shipped_results(file)
    by_id = {one.id: file.found(results, one) for one in file.readings}
    shown = ("by_hand", "ours", "a_bit_less_played", "no_edge")
    for figure, said in {
        "a_btn": "Button raises first",
        "a_bb_utg_call": "calls the first",
    }.items():
        (row,) = (row for row in found if said in row)
        stated = next(one.published for one in file.figures if one.id == figure)
        cells = [f"{stated:.1f}", *(f"{by_id[name][figure]:.1f}" for name in shown)]
        assert row.endswith(" ".join(cells))


def test_the_picture_is_of_the_solve_that_it_tells_of(page: str) -> None:
    drawn = convergence()
    spec = spec_from({"players": 2, "stack": 100}, "twin")
    game = build_game(spec).game
    with threadpool_limits(1, "blas"):  # as a solve: sums of several threads differ in last digits
        drive(
            game, target=0, iterations=drawn.iterations, schedule=schedule_of(spec), check_every=999
        )
        left = certify(game).exploitability
    assert left == pytest.approx(drawn.left_bb, rel=1e-12)
    assert drawn.left_bb <= drawn.bar_bb / 10
    assert drawn.at_bar < drawn.iterations == 2 * drawn.checks
    line = between(drawn.plot, 'class="line line-ours" d="M', '"')
    assert line.count("L") == drawn.checks - 1
    # the last point is the lowest of all, as far down the logarithmic scale as its gain
    heights = [float(point.split()[1]) for point in line.split("L")]
    assert max(heights) == heights[-1]
    assert f"at the bar after {drawn.at_bar}, a tenth of it after {drawn.iterations}" in words(page)


def test_a_server_that_is_not_ready_shows_the_page_without_its_charts() -> None:
    client = Client(create_app(ready=lambda: False))
    try:
        text = client.get("/preflop/method").text
    finally:
        client.close()
    assert "<content-wait>" in text
    assert "counting…" in text
    # whatever waits lies in a part that is put in when it has come
    outside = re.sub(
        r'<section[^>]* data-part="of-[a-z-]+">.*?</section>', "", text, flags=re.DOTALL
    )
    assert outside != text
    assert "counting…" not in outside
    assert rows(part(text, "shares"))


class LateFigures:
    """Figures that have all been counted just after a page asked for them."""

    counting = False

    def __init__(self) -> None:
        self._found: dict[object, object] = {}

    def named(self, key: object, count: Callable[[], object]) -> object:
        if key in self._found:
            return self._found[key]
        self._found[key] = count()
        return None


def test_nothing_is_left_out_that_came_while_the_page_was_made() -> None:
    app = create_app()
    app.state.figures = LateFigures()
    client = Client(app)
    try:
        text = client.get("/preflop/method").text
    finally:
        client.close()
    assert "counting…" not in text
    assert len(rows(part(text, "charts"))) == len(SEATS)
