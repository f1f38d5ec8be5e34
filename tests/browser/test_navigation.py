"""The masthead on a narrow screen and by keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import opening

from gutshot.web.navigation import GAMES, Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

PAGES = [entry for game in GAMES for entry in game.pages]
LEVELS = ["nav.games", "nav.game-pages"]

VISIBLE = """(link) => {
    const box = link.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.left > -1 && box.right < innerWidth + 1 && top === link;
}"""


@pytest.fixture(scope="module")
def phone(browser: Browser, server_url: str) -> Iterator[Page]:
    """Return a window that goes from page to page, as a person's does."""
    with opening(browser, server_url) as opened:
        yield opened("/evidence", width=320, has_touch=True, is_mobile=True)


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.section)
def test_each_level_is_one_row_and_shows_where_one_is(
    phone: Page, server_url: str, entry: Entry, width: int
) -> None:
    phone.set_viewport_size({"width": width, "height": 740})
    phone.goto(server_url + entry.url)
    page = phone
    for level in LEVELS:
        links = page.locator(f"{level} a").all()
        boxes = [link.bounding_box() for link in links]
        assert len({box["y"] for box in boxes if box}) <= 1, level
        for current in page.locator(f"{level} a[aria-current]").all():
            assert current.evaluate(VISIBLE), level
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_entry_is_reached_by_keyboard_and_seen_when_it_is(open_page: Open) -> None:
    page = open_page(GAMES[0].url, width=360)
    page.locator("nav.games a").first.focus()
    for level, count in ((LEVELS[0], len(GAMES)), (LEVELS[1], len(GAMES[0].pages))):
        for place in range(count):
            link = page.locator(f"{level} a").nth(place)
            for _ in range(20):
                if link.evaluate("(link) => link === document.activeElement"):
                    break
                page.keyboard.press("Tab")
            expect(link).to_be_focused()
            assert link.evaluate(VISIBLE)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{GAMES[0].pages[-1].url}$"))
    expect(page.locator("nav.game-pages a[aria-current=page]")).to_have_text(
        GAMES[0].pages[-1].label
    )
