"""The page of three hands as a person with a browser meets it."""

from __future__ import annotations

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


def test_hands_are_typed_and_picked_from_the_map(open_page: Open) -> None:
    page = open_page("/equity/three-way")
    statement = page.locator(".three-statement")
    expect(statement).to_contain_text("KK gets 17.75")
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert not sideways(page, width)
        found = Axe().run(at_rest(page))
        assert found.violations_count == 0, found.generate_report()
    # one tab stop, arrow keys, and the cell keeps the focus after it has been chosen
    expect(page.locator('.three-map td a[tabindex="0"]')).to_have_count(1)
    page.locator("#cell-QQ").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(statement).to_contain_text("AA gets 96.48")
    expect(page.locator("#c")).to_have_value("KK")
    expect(page.locator("#cell-KK")).to_be_focused()
    assert page.url.endswith("?a=AA&b=KK&c=KK")
    page.locator("#tab-a").click()
    expect(page.locator("#map-title")).to_contain_text("for each hand 1")
    page.locator("#b").fill("AA")
    expect(statement).to_contain_text("KK gets")
    # a mistake leaves the last answer, faded, and the field its text
    page.locator("#b").fill("AZ")
    expect(page.get_by_role("alert")).to_contain_text("hand 2: 'AZ' is no class")
    expect(page.locator(".three-answer[data-stale]")).to_contain_text("deals counted")
    page.locator("#b").fill("A2s")
    expect(page.locator(".three-answer")).not_to_have_attribute("data-stale", "")
    expect(page.locator(".three-shares")).to_contain_text("A2s")
    page.reload()
    expect(page.locator("#b")).to_have_value("A2s")
