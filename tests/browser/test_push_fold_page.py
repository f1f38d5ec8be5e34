"""The jam-or-fold page as a person with a browser meets it."""

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

PATH = "/preflop/push-fold"


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_a_stack_is_moved_and_the_sheet_printed(open_page: Open, width: int, scheme: str) -> None:
    page = open_page(PATH, width=width, color_scheme=scheme, reduced_motion="reduce")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    printed = page.pdf(format="A4", print_background=False)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
    page.get_by_label("Move it").focus()
    expect(page.get_by_label("Move it")).to_have_attribute("aria-valuetext", "all stacks")
    page.keyboard.press("ArrowLeft")  # from all stacks by the smallest step
    expect(page.get_by_label("Stack, bb")).to_have_value("25")
    expect(page.locator(".jam-statement")).to_contain_text("At 25")
    expect(page).to_have_url(re.compile(r"stack=25$"))
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Move it")).to_have_attribute("aria-valuetext", "24.95 big blinds")
    page.keyboard.press("End")
    expect(page.get_by_label("Stack, bb")).to_have_value("")
    expect(page.locator(".jam-statement")).to_contain_text("Up to which stack")
    page.get_by_label("Stack, bb").fill("7")
    expect(page.locator(".jam-statement")).to_contain_text("At 7")
    expect(page.get_by_label("Move it")).to_have_value("7")
    page.get_by_role("link", name="Big blind antes 1").click()
    expect(page.locator(".how")).to_contain_text("antes 1 for both")
    expect(page).to_have_url(re.compile(r"ante=1&stack=7$"))
    page.get_by_label("Stack, bb").fill("99")
    expect(page.get_by_role("alert")).to_contain_text("from 2.05 to 25")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_without_scripts_a_stack_is_asked_by_keyboard(open_page: Open) -> None:
    page = open_page(PATH, java_script_enabled=False)
    expect(page.get_by_label("Move it")).to_be_hidden()
    page.get_by_label("Stack, bb").focus()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(page.locator(".jam-statement")).to_contain_text("jams 58.3")
