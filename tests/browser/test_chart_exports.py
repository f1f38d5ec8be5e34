"""Saving a node from the chart page, and the booklet on paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser


def saved(page: Page, button: str) -> tuple[str, bytes]:
    with page.expect_download() as found:
        page.get_by_role("button", name=button).click()
    return found.value.suggested_filename, Path(found.value.path()).read_bytes()


def test_the_node_that_is_shown_is_saved(open_page: Open) -> None:
    page = open_page("/preflop/charts?chart=cash_3_100")
    page.locator("preflop-chart[data-ready]").wait_for()
    page.locator(".here .act.kind-r2").click()
    expect(page.locator('chart-export a[data-to="csv"]')).to_have_attribute(
        "href", "/api/preflop/charts/cash_3_100/export?node=R&to=csv"
    )
    name, picture = saved(page, "PNG")
    assert name == "cash_3_100_R.png"
    assert picture.startswith(b"\x89PNG")
    wide, high = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert (wide, high) == (1312, 1432)
    page.get_by_label("Hands that").select_option("C")
    name, text = saved(page, "Save the range")
    assert name == "cash_3_100_R_C.txt"
    assert b":0." in text
    page.get_by_label("As text of").select_option("push-fold")
    page.get_by_role("button", name="Save the range").click()
    expect(page.get_by_role("alert")).to_contain_text("push-fold text has none")
    page.get_by_label("Weights").select_option("true")
    name, text = saved(page, "Save the range")
    assert b":" not in text


def test_a_booklet_on_paper(open_page: Open) -> None:
    page = open_page("/preflop/booklet?chart=cash_3_100", width=360)
    assert not sideways(page, 360)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    # a cover, one sheet of two that are first in, and two of three that face an open and one a limp
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 4
