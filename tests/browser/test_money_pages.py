"""The pages about progressives and bankrolls as a person with a browser meets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

PAGES = [
    "/videopoker/progressive?from=900&to=1000",
    "/videopoker/bankroll?bankroll=60&deals=300&trips=1000",
]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(open_page: Open, path: str, width: int, scheme: str) -> None:
    page = open_page(path, width=width, color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".plot").first).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("path", PAGES)
def test_no_page_scrolls_sideways(open_page: Open, path: str) -> None:
    page = open_page(path)
    for width in (320, 360, 820, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", PAGES)
def test_targets_are_large_enough_for_a_thumb(open_page: Open, path: str) -> None:
    page = open_page(path, width=360, has_touch=True, is_mobile=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll(
              "main button, main select, main input, main a.slots")]
            .filter((one) => one.offsetParent)
            .map((one) => [one.id || one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.9 || box.width < 43.4)
            .map(([id, box]) => `${id} ${box.width} x ${box.height}`)"""
    )
    assert not small


@pytest.mark.parametrize("scripts", [True, False])
def test_a_jackpot_is_asked_by_keyboard(open_page: Open, scripts: bool) -> None:
    page = open_page("/videopoker/progressive", java_script_enabled=scripts)
    page.get_by_label("Jackpot", exact=True).focus()
    page.keyboard.type("976")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Return at 976 bets")).to_be_visible()
    expect(page.locator(".compare-figures")).to_contain_text("100.000019")


def test_a_bankroll_is_asked_without_scripts(open_page: Open) -> None:
    page = open_page("/videopoker/bankroll", java_script_enabled=False)
    page.get_by_label("Cash back, %").fill("1")
    page.get_by_label("Hands a deal").select_option("3")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".compare-figures")).to_contain_text("+0.5439")
    expect(page.locator(".plot")).to_have_count(3)
