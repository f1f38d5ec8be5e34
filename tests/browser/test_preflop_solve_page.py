"""One's own spot solved, and two charts side by side, as a person with a browser meets them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest, sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

PATH = "/preflop/solve"
SMALL = """() => [...document.querySelectorAll("main :is(a, button, input, select, summary)")]
  .filter((one) => !one.closest("p, table, label") && one.getBoundingClientRect().width > 0)
  .filter((one) => one.getBoundingClientRect().height < 44)
  .map((one) => one.id || one.textContent)"""


def check(page: Page, width: int) -> None:
    found = Axe().run(at_rest(page))
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_solve_is_watched_loaded_again_and_cancelled(open_page: Open) -> None:
    page = open_page(PATH)
    page.locator("#players").select_option("6")
    page.locator("#stack").fill("100x")
    expect(page.locator(".solve-estimate [role=alert]")).to_contain_text("not '100x'")
    page.locator("#stack").fill("90")
    expect(page.locator(".solve-words")).to_contain_text("6 players, stacks of 90 bb")
    page.get_by_text("Flops and precision").click()
    page.locator("#precision").select_option("100")
    check(page, 1280)
    page.get_by_role("button", name="Solve").click()
    page.locator(".point-net").nth(1).wait_for()
    url = page.url
    assert re.search(r"/preflop/solve/chart-[0-9a-f]+$", url)
    page.reload()
    assert page.url == url
    assert page.locator(".point-net").count() >= 2
    points = page.locator(".point-net").count()
    page.locator(".point-net").nth(points).wait_for()
    page.locator("#cancel-solve").click()
    expect(page.locator(".job-state")).to_have_text("cancelled")
    expect(page.locator("#go-on")).to_have_text("Go on")
    assert page.url == url
    page.get_by_text("The same as a table").click()
    assert page.locator(".solving-table tbody tr").count() >= 2
    check(page, 1280)


def test_a_chart_is_solved_by_keyboard_on_a_phone(open_page: Open) -> None:
    page = open_page(PATH, width=360, color_scheme="dark", reduced_motion="reduce", has_touch=True)
    assert page.evaluate(SMALL) == []
    check(page, 360)
    page.locator("#format").focus()
    for keys in ("Tab", "2", "Tab", "Control+a", "1", "0"):
        page.keyboard.press(keys)
    expect(page.locator(".solve-words")).to_contain_text("2 players, stacks of 10 bb")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/chart-[0-9a-f]+$"))
    expect(page.locator(".job-state")).to_have_text("kept")
    assert page.evaluate(SMALL) == []
    check(page, 360)
    page.get_by_role("link", name="Open the chart").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-who]")).to_have_text("SB to act")
    expect(page.locator(".kept-list")).to_contain_text("2 players, stacks of 10 bb")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_both_charts_move_together(open_page: Open, width: int, scheme: str) -> None:
    page = open_page(
        "/preflop/compare?one=cash_3_100&other=cash_2_100",
        width=width,
        color_scheme=scheme,
        has_touch=width < 600,
    )
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.resource_type))
    expect(page.locator(".twin-first")).to_contain_text("the button acts last")
    page.locator(".here").get_by_role("link", name="Raise 3").click()
    expect(page.locator(".twin-where")).to_contain_text("BB after: BTN fold, SB raise to 3")
    expect(page).to_have_url(re.compile(r"node=FR&"))
    page.locator("main").focus()
    page.keyboard.press("g")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".diff-cell:focus")).to_have_attribute("href", re.compile("hand=AKo"))
    page.keyboard.press("Enter")
    expect(page.locator("#hand-title")).to_have_text("AKo")
    assert page.locator("[data-grid] a[tabindex='0']").count() == 1
    page.keyboard.press("u")
    expect(page.locator(".twin-where")).to_contain_text("SB after: BTN fold.")
    page.go_back()
    expect(page.locator(".twin-where")).to_contain_text("BB after")
    assert "document" not in asked
    if width < 600:
        assert page.evaluate(SMALL.replace("table", "table, .onward")) == []
    check(page, width)


def test_a_range_is_painted_with_the_mouse_and_by_keys(open_page: Open) -> None:
    page = open_page("/preflop/ranges?range=QQ%2B")
    text = page.locator("#range")
    page.locator("#brush-50").click()
    expect(page.locator("#brush-50")).to_have_attribute("aria-pressed", "true")
    page.locator("#cell-AKs").hover()
    page.mouse.down()
    for name in ("AQs", "AJs"):
        page.locator(f"#cell-{name}").hover()
    page.mouse.up()
    expect(text).to_have_value("QQ+,AJs+:0.5")
    page.locator("#cell-AQs").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(text).to_have_value("QQ+,AJs+:0.5,KQs:0.5")
    expect(page.locator("#cell-KQs")).to_be_focused()
    expect(page.locator(".ranges-said")).to_contain_text("26 combos")
    text.fill("JJ")
    expect(page.locator("#cell-JJ")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ranges-said")).to_contain_text("6 combos")
    check(page, 1280)
    assert not sideways(page, 360)
