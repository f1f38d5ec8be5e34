"""Spots after the flop in a browser: a range painted, a solve watched, the tree by hand."""

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

FORM = "/postflop?h1=TT,AQs,87s&h2=KK,T9s,AQs&board=QsJh2h8d&target=0.5"


def clean(page: Page, width: int, scheme: str = "light") -> None:
    """Look at a page at a width and in a scheme: axe finds nothing, and it keeps to its width."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    assert not sideways(page, width)
    found = Axe().run(at_rest(page))
    assert found.violations_count == 0, found.generate_report()


def test_a_spot_from_painting_to_its_river(open_page: Open) -> None:
    page = open_page(FORM)
    page.set_viewport_size({"width": 1280, "height": 1200})
    first, last = page.locator("#cell-AA").bounding_box(), page.locator("#cell-AKs").bounding_box()
    assert first
    assert last
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=4)
    page.mouse.up()
    expect(page.locator("#h1")).to_have_value("AA,TT,AQs+,87s")
    page.click("#solve")
    expect(page.locator("#open-tree")).to_be_visible()
    expect(page.locator(".plot")).to_be_visible()
    clean(page, 1280)
    page.click("#open-tree")
    page.get_by_role("link", name="bet 25").click()
    cell = page.locator("button[value=AA]")
    # the grid has one tab stop once its script runs
    expect(page.locator("button[value=KK]")).to_have_attribute("tabindex", "-1")
    cell.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator("button[value=KK]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-title")).to_have_text("KK")
    expect(page.locator(".combo-table tbody tr")).to_have_count(6)
    clean(page, 1280)
    page.get_by_role("link", name="call", exact=True).click()
    page.get_by_role("link", name=re.compile("^3c: ")).click()
    expect(page.locator("#grid-title")).to_contain_text("Qs Jh 2h 8d 3c")
    page.get_by_role("link", name="EV", exact=True).click()
    clean(page, 360, "dark")
    clean(page, 360, "light")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
def test_the_form_is_clean(open_page: Open, width: int, scheme: str) -> None:
    page = open_page(FORM)
    page.get_by_text("Rules on sizes, and locks").click()
    clean(page, width, scheme)
