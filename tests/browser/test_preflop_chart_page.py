"""The chart page as a person with a browser meets it, and its numbers against the file's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import pack_chart, read_set
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.tiers import tier_shares
from gutshot.render.preflop_set import set_payload
from gutshot.web.preflop_chart_view import seats_view

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from gutshot.holdem.preflop.chart_set import ChartSet

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

PATH = "/preflop/charts"

READ = """([names, told]) => names.map((name) => {
  const open = document.querySelector("preflop-chart").chart;
  const chart = told ? new open.constructor(told) : open;
  const node = chart.node(name);
  const standing = chart.standing(name);
  const evs = node.ev.map((row) => [...row].map((ev) => Number.isNaN(ev) ? null : ev));
  return {
    strategy: node.strategy.map((row) => [...row]), evs, own: [...node.own], reach: node.reach,
    frequency: node.frequency, dealt: node.dealt, near: node.near,
    behind: standing.behind, pot: standing.pot, live: standing.live,
    to: node.actions.map((one) => standing.to[one]), shut: [...standing.shut],
  };
})"""
TIERS = """(name) => document.querySelector("preflop-chart").chart.tiers(name)
  .map((row) => [...row].map((one) => Number.isNaN(one) ? null : one))"""
PAINT = """(names) => names.map((name) => {
  const page = document.querySelector("preflop-chart");
  page.show(name);
  return page.querySelector("[data-grid]").getBoundingClientRect().width;
})"""


def shipped(players: int) -> ChartSet:
    found = kept_chart(spec_from({"players": players, "stack": 100}, "test"))
    assert found is not None
    return found.chart


def ready(page: Page) -> Page:
    """Wait until the whole chart has come."""
    page.locator("preflop-chart[data-ready]").wait_for()
    return page


def compared(chart: ChartSet, name: str, found: dict[str, Any]) -> None:
    """Hold what the browser computed of a node against the file."""
    at = chart.node(name)
    assert np.array_equal(found["strategy"], at.strategy)
    evs = np.array(found["evs"], dtype=float)
    assert np.array_equal(evs, at.ev_bb, equal_nan=True)
    assert found["own"] == pytest.approx(at.own_reach.tolist(), rel=1e-12, abs=0)
    assert found["reach"] == pytest.approx(at.reach, rel=1e-12, abs=0)
    for ours, theirs in (
        (found["frequency"], at.frequency),
        (found["dealt"], at.dealt_frequency),
    ):
        assert [x if x is not None else np.nan for x in ours] == pytest.approx(
            theirs.tolist(), rel=1e-11, abs=1e-15, nan_ok=True
        )
        if not np.isnan(theirs).any():
            assert [f"{100 * x:.4f}" for x in ours] == [f"{100 * x:.4f}" for x in theirs]
    assert found["to"] == pytest.approx([*at.to_bb])
    seats, pot = seats_view(chart.spec, name)
    assert f"{found['pot']:g}" == pot
    assert [f"{behind:g}" for behind in found["behind"]] == [one.behind for one in seats]
    for player, one in enumerate(seats):
        assert (one.state == "shut") == (player in found["shut"])
        assert (one.state in {"folded", "shut"}) == (not found["live"][player])


@pytest.mark.parametrize("players", [2, 6])
def test_the_browser_reads_what_the_file_says(open_page: Open, players: int) -> None:
    chart = shipped(players)
    asked: list[str] = []
    page = open_page("/responsible")
    page.on("request", lambda one: asked.append(one.url))
    page.goto(page.url.replace("/responsible", f"{PATH}?chart=cash_{players}_100"))
    ready(page)
    assert sum("/api/preflop/charts" in url for url in asked) == 1
    before = len(asked)
    names = [*chart.nodes][:: max(1, len(chart.nodes) // 60)]
    shut = [name for name in chart.nodes if "-" in name][:20]
    for name, found in zip(names + shut, page.evaluate(READ, [names + shut, None]), strict=True):
        compared(chart, name, found)
    for name in (names[0], names[1], names[len(names) // 2]):
        found = np.array(page.evaluate(TIERS, name), dtype=float)
        assert found.reshape(len(found), 169, 5) == pytest.approx(
            tier_shares(chart, name), abs=1e-10, nan_ok=True
        )
    assert not [url for url in asked[before:] if not url.endswith("icon.svg")]


def test_locks_antes_and_uneven_stacks_are_read_alike(open_page: Open, tmp_path: Path) -> None:
    spec = spec_from(
        {
            "format": "ante",
            "players": 2,
            "stacks": [8, 5],
            "ante_from_stack": True,
            "limit": "jam",
            "locks": {"": {"A": "22+,A2s+,K9s:0.3", "rest": "F"}},
        },
        "test",
    )
    file, _ = pack_chart(PreflopChart.of(solve_preflop(spec)))
    path = tmp_path / "one.chart"
    path.write_bytes(file)
    chart = read_set(path)
    page = ready(open_page(f"{PATH}?chart=cash_2_100"))
    names = [*chart.nodes]
    told = set_payload(chart, "kept")
    for name, found in zip(names, page.evaluate(READ, [names, told]), strict=True):
        compared(chart, name, found)
    assert page.evaluate(READ, [[""], told])[0]["strategy"][1][CLASS_NAMES.index("K9s")] == 0.3


def test_the_page_is_painted_within_a_frame(open_page: Open) -> None:
    """A node with its layout takes less than a sixtieth of a second of the browser's processor."""
    chart = shipped(6)
    page = ready(open_page(PATH))
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent_s() -> float:
        found = metrics.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in found if one["name"] == "ThreadTime"))

    names = [*chart.nodes][: 20 * 9 : 9]
    page.evaluate(PAINT, names)  # compiled, and nodes read
    took = []
    for _ in range(3):
        begun = spent_s()
        assert len(page.evaluate(PAINT, names)) == len(names)
        took.append((spent_s() - begun) / len(names))
    assert 0 < min(took) < 1 / 60, took


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_decisions_are_clicked_and_nothing_is_asked(
    open_page: Open, width: int, scheme: str
) -> None:
    page = ready(open_page(PATH, width=width, color_scheme=scheme, reduced_motion="reduce"))
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.locator("[data-palette=classic]").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.locator("[data-palette=safe]").click()
    asked.clear()
    page.locator(".here").get_by_role("link", name="Fold").click()
    page.locator(".here").get_by_role("link", name="Raise 2.2").click()
    expect(page.locator("[data-who]")).to_have_text("CO to act")
    expect(page).to_have_url(re.compile(r"node=FR$"))
    page.locator("[data-grid]").get_by_role("link", name="AKs:").click()
    expect(page.locator("#hand-title")).to_contain_text("AKs")
    expect(page.locator("[data-hand-panel] .tier-modelled").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"node=FR&hand=AKs$"))
    page.locator("[data-line] a[aria-current=step]").first.click()  # fold once more: the next seat
    expect(page.locator("[data-who]")).to_have_text("HJ to act")
    page.go_back()
    expect(page.locator("[data-who]")).to_have_text("CO to act")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    # a browser looks for the icon again when the address changes
    assert not [url for url in asked if not url.endswith("icon.svg")]
    live = page.locator("[data-totals]").inner_text()
    page.reload()
    ready(page)
    assert page.locator("[data-totals]").inner_text().split()[:12] == live.split()[:12]


def test_by_keyboard_alone(open_page: Open) -> None:
    page = ready(open_page(f"{PATH}?node=FFR"))
    page.keyboard.press("g")
    cell = page.locator("[data-grid] a:focus")
    expect(cell).to_have_attribute("aria-label", re.compile(r"^AA: "))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell).to_have_attribute("aria-label", re.compile(r"^KK: "))
    expect(page.locator("#hand-title")).to_contain_text("KK")
    page.keyboard.press("End")
    expect(cell).to_have_attribute("aria-label", re.compile(r"^K2s: "))
    page.keyboard.press("Control+End")
    expect(cell).to_have_attribute("aria-label", re.compile(r"^22: "))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"hand=22$"))
    expect(cell).to_have_attribute("aria-current", "true")
    page.keyboard.press("2")  # call, behind a raise
    expect(page.locator("[data-who]")).to_have_text("SB to act")
    page.keyboard.press("u")
    expect(page.locator("[data-who]")).to_have_text("BTN to act")
    assert page.locator("[data-grid] a[tabindex='0']").count() == 1
    assert page.get_by_role("grid").get_by_role("gridcell").count() == 169
    page.locator(".here a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-who]")).to_have_text("SB to act")
    assert page.evaluate("document.activeElement.closest('.here') !== null")


def test_the_servers_page_is_the_scripts_page(open_page: Open) -> None:
    """What the first paint says stays when the script takes over."""
    chart = shipped(6)
    for node in ("FFR", next(name for name in chart.nodes if "-" in name)):
        here = "&ev=here" if node == "FFR" else ""
        path = f"{PATH}?chart=cash_6_100&node={node}&hand=AQs{here}"
        plain = open_page(path, java_script_enabled=False)
        live = ready(open_page(path))
        live.locator("[data-tiers] .tier").first.wait_for()
        for part in (
            "[data-line]",
            "[data-totals] tbody",
            "[data-hand-panel]",
            "[data-who]",
            "[data-reach]",
            "[data-table]",
        ):
            texts = [page.locator(part).text_content() or "" for page in (plain, live)]
            assert "".join(texts[0].split()) == "".join(texts[1].split()), part
        labels = [
            page.locator("[data-grid] a").evaluate_all(
                "(cells) => cells.map((one) => [one.ariaLabel, one.textContent, one.className])"
            )
            for page in (plain, live)
        ]
        assert labels[0] == labels[1]


def test_evs_are_switched_to_count_from_here_on(open_page: Open) -> None:
    chart = shipped(6)
    at, hand = chart.node("FFFRF"), CLASS_NAMES.index("J9s")
    page = ready(open_page(f"{PATH}?chart=cash_6_100&node=FFFRF&hand=J9s"))
    panel = page.locator("[data-hand-panel]")
    cells = panel.locator("tbody tr td:nth-child(3)")
    since = [f"{ev:+.4f}".replace("-", "−") for ev in reversed(at.ev_bb[:, hand].tolist())]
    now = [f"{ev + 1:+.4f}".replace("-", "−") for ev in reversed(at.ev_bb[:, hand].tolist())]
    expect(cells).to_have_text(since)
    panel.get_by_role("link", name="from here on").press("Enter")
    expect(cells).to_have_text(now)
    expect(panel.get_by_role("link", name="from here on")).to_be_focused()
    expect(page).to_have_url(re.compile("hand=J9s&ev=here$"))
    expect(panel).to_contain_text("folding is 0")
    # another decision and another hand count alike, and the address brings it back
    page.get_by_role("link", name="Call", exact=True).last.click()
    expect(page).to_have_url(re.compile("ev=here$"))
    page.go_back()
    expect(cells).to_have_text(now)
    panel.get_by_role("link", name="since before posting").click()
    expect(cells).to_have_text(since)
    expect(page).to_have_url(re.compile("hand=J9s$"))
