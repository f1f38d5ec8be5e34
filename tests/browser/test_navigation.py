"""The masthead on a narrow screen and by keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.conftest import opening
from tests.browser.settled import dressed, sideways

from gutshot.web.navigation import GAMES, Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page

    Open = Callable[..., Page]
    Scheme = Literal["light", "dark"]

pytestmark = pytest.mark.browser

PAGES = [entry for game in GAMES for entry in game.pages]
GAMES_ROW = "nav.games"
PAGES_MENU = "nav.game-pages"
OPENER = ".pages-open"

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


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.section)
def test_each_level_is_one_row_and_shows_where_one_is(
    phone: Page, server_url: str, entry: Entry
) -> None:
    phone.goto(server_url + entry.url)
    for width in (320, 360):
        phone.set_viewport_size({"width": width, "height": 740})
        phone.wait_for_function("(width) => innerWidth === width", arg=width)
        one_row_of_games(phone)
        menu_of_pages(phone, entry)
        assert not sideways(phone, width)


def one_row_of_games(page: Page) -> None:
    """Expect the games in one row, in which the one that is open is seen."""
    links = page.locator(f"{GAMES_ROW} a").all()
    boxes = [link.bounding_box() for link in links]
    assert len({box["y"] for box in boxes if box}) == 1
    for current in page.locator(f"{GAMES_ROW} a[aria-current]").all():
        assert current.evaluate(VISIBLE)


def menu_of_pages(page: Page, entry: Entry) -> None:
    """Expect one line that says the page, and opens a menu of all pages of its game."""
    game = next(game for game in GAMES if entry in game.pages)
    opener = page.locator(OPENER)
    assert opener.count() == (len(game.pages) > 1)
    if len(game.pages) == 1:
        return
    expect(opener).to_have_text(f"{entry.label} All {len(game.pages)} pages")
    assert opener.evaluate(VISIBLE)
    box = opener.bounding_box()
    assert box
    assert 44 <= box["height"] < 60
    opener.click()
    links = page.locator(f"{PAGES_MENU} a").all()
    assert [link.text_content() for link in links] == [one.label for one in game.pages]
    assert all(link.evaluate(VISIBLE) for link in links)
    sizes = [link.bounding_box() for link in links]
    assert min(min(size["width"], size["height"]) for size in sizes if size) >= 44
    current = page.locator(f"{PAGES_MENU} a[aria-current=page]")
    expect(current).to_have_text(entry.label)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(current).to_be_hidden()


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (360, "light")])
def test_axe_finds_nothing_in_the_open_menu(open_once: Open, width: int, scheme: Scheme) -> None:
    page = dressed(open_once("/preflop/percentile"), width, scheme)
    page.locator(OPENER).click()
    expect(page.locator(f"{PAGES_MENU} a").last).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Escape")
    expect(page.locator(f"{PAGES_MENU} a").last).to_be_hidden()
    expect(page.locator(OPENER)).to_be_focused()


def test_on_a_wide_screen_all_pages_stand_in_one_row(open_once: Open) -> None:
    page = dressed(open_once("/preflop/percentile"), 1280, "light")
    links = page.locator(f"{PAGES_MENU} a").all()
    assert all(link.evaluate(VISIBLE) for link in links)
    assert len({box["y"] for box in [link.bounding_box() for link in links] if box}) == 1
    for button in (page.locator(OPENER), page.locator(".pages-close")):
        expect(button).to_be_hidden()


def test_every_entry_is_reached_by_keyboard_and_seen_when_it_is(open_page: Open) -> None:
    page = open_page(GAMES[0].url, width=360)

    def tab_to(target: Locator) -> None:
        for _ in range(20):
            if target.evaluate("(one) => one === document.activeElement"):
                break
            page.keyboard.press("Tab")
        expect(target).to_be_focused()
        assert target.evaluate(VISIBLE)

    page.locator(f"{GAMES_ROW} a").first.focus()
    for place in range(len(GAMES)):
        tab_to(page.locator(f"{GAMES_ROW} a").nth(place))
    tab_to(page.locator(OPENER))
    page.keyboard.press("Enter")
    for place in range(len(GAMES[0].pages)):
        tab_to(page.locator(f"{PAGES_MENU} a").nth(place))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{GAMES[0].pages[-1].url}$"))
    expect(page.locator(OPENER)).to_contain_text(GAMES[0].pages[-1].label)
