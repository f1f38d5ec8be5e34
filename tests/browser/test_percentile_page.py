"""The page of the strongest hands as a person with a browser meets it."""

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

PATH = "/preflop/percentile"


def test_the_share_is_moved_by_keyboard_and_typed(open_page: Open) -> None:
    page = open_page(PATH)
    statement = page.locator(".jam-statement")
    slide = page.get_by_label("Move it")
    slide.focus()
    page.keyboard.press("ArrowRight")
    expect(statement).to_contain_text("The top 21")
    expect(page.get_by_label("Top, %")).to_have_value("21")
    expect(slide).to_have_attribute("aria-valuetext", "21 % of deals")
    expect(page).to_have_url(re.compile(r"percent=21$"))
    page.keyboard.press("Home")
    expect(statement).to_contain_text("no hand")
    page.keyboard.press("End")
    expect(statement).to_contain_text("1326 of 1,326 combos")
    page.get_by_label("Top, %").fill("12.5")
    expect(statement).to_contain_text("The top 12.5")
    page.get_by_label("Top, %").fill("x")
    expect(page.get_by_role("alert")).to_contain_text("is no number")
    page.get_by_role("link", name="40", exact=False).first.click()
    expect(page.get_by_label("Top, %")).to_have_value("40")
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert not sideways(page, width)
        found = Axe().run(at_rest(page))
        assert found.violations_count == 0, found.generate_report()


def test_without_scripts_a_share_is_asked_by_keyboard(open_page: Open) -> None:
    page = open_page(PATH, java_script_enabled=False)
    expect(page.get_by_label("Move it")).to_be_hidden()
    page.get_by_label("Top, %").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".jam-statement")).to_contain_text("66.3 of 1,326 combos")
