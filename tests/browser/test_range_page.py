"""The page of one's own range against a chart, as axe and a narrow screen meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from tests.browser.settled import dressed, sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Scheme = Literal["light", "dark"]

pytestmark = pytest.mark.browser

PATHS = ["/preflop/ranges", "/preflop/ranges?range=22%2B,A2s%2B,K9o&chart=cash_6_100&node=FFF"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(open_once: Open, path: str, width: int, scheme: Scheme) -> None:
    found = Axe().run(dressed(open_once(path), width, scheme))
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("path", PATHS)
def test_no_page_scrolls_sideways(open_once: Open, path: str) -> None:
    for width in (320, 360, 820, 1280):
        assert not sideways(open_once(path), width)
