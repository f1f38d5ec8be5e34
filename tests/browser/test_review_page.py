"""The page of played hands as a person with a browser meets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest, sideways
from tests.cli.test_preflop_review import TEXT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser


def test_hands_are_sent_as_a_file_without_scripts(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(TEXT, encoding="utf-8")
    page = open_page("/preflop/review", java_script_enabled=False)
    page.get_by_label("Or a file").set_input_files(file)
    page.get_by_role("button", name="Review").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".review-costly li")).to_contain_text("played call: loses")


def test_pasted_hands_lead_to_the_chart(open_page: Open) -> None:
    page = open_page("/preflop/review?fill=example")
    page.get_by_role("button", name="Review").click()
    link = page.get_by_role("link", name="The chart here")
    expect(link).to_be_visible()
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert not sideways(page, width)
        found = Axe().run(at_rest(page))
        assert found.violations_count == 0, found.generate_report()
    link.click()
    expect(page.locator("#hand-title")).to_contain_text("72o")
