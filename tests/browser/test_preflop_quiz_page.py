"""The preflop quiz as a person with a browser meets it: by keyboard, narrow and wide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

PATH = "/preflop/quiz"


def check(page: Page, width: int) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_a_quiz_is_played_by_keyboard(open_page: Open, width: int, scheme: str) -> None:
    page = open_page(PATH, width=width, color_scheme=scheme, reduced_motion="reduce")
    check(page, width)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/preflop/quiz/[0-9a-f-]+$"))
    check(page, width)
    for _ in range(2):
        expect(page.get_by_role("button", name="Next decision")).to_have_count(0)
        page.wait_for_load_state()  # keys are commands once the scripts are there
        page.keyboard.press("2")
        expect(page.locator(".quiz-verdict")).to_be_visible()
        page.wait_for_load_state()
        page.locator("main").focus()
        check(page, width)
        page.keyboard.press("Enter")
        expect(page.locator(".quiz-actions")).to_be_visible()
    expect(page.locator(".quiz-progress")).to_contain_text("2 answered")


def test_without_scripts_buttons_do_the_same(open_page: Open) -> None:
    page = open_page(PATH, java_script_enabled=False)
    page.get_by_label("Close ones").check()
    page.get_by_label("Position").select_option("BTN")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".quiz-seat")).to_have_text("BTN")
    page.locator(".quiz-actions button").first.click()
    expect(page.locator(".quiz-verdict")).to_be_visible()
    page.get_by_role("button", name="Next decision").click()
    expect(page.locator(".quiz-actions")).to_be_visible()
