"""The explaining pages as a person with a browser meets them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import dressed, sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Scheme = Literal["light", "dark"]

# The first page that shows figures waits until they are counted for every table.
pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

GUIDE = "/videopoker/guide"
PAGES = [
    GUIDE,
    "/videopoker/games",
    "/videopoker/method",
    "/evidence",
    "/responsible",
    "/preflop",
    "/preflop/guide",
    "/preflop/method",
    "/paigow/guide",
]
ONE_FAMILY = "/videopoker/games?family=All+American"
STEPS = 28
COUNTING_MS = 600_000


def counted(page: Page) -> Page:
    """Wait until the page has put in every figure."""
    expect(page.locator("content-wait")).to_have_count(0, timeout=COUNTING_MS)
    expect(page.locator(".soon")).to_have_count(0)
    return page


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(open_once: Open, path: str, width: int, scheme: Scheme) -> None:
    page = dressed(open_once(path, counted), width, scheme)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_what_opens(open_page: Open, scheme: str) -> None:
    games = counted(open_page(ONE_FAMILY, color_scheme=scheme))
    expect(games.locator("details[open]")).to_have_count(2)
    found = Axe().run(games)
    assert found.violations_count == 0, found.generate_report()
    guide = open_page(GUIDE, color_scheme=scheme, reduced_motion="reduce")
    guide.get_by_role("button", name="All steps below each other").click()
    expect(guide.locator(".demo-step:visible")).to_have_count(STEPS)
    found = Axe().run(guide)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("path", [*PAGES, ONE_FAMILY])
def test_no_page_scrolls_sideways(open_once: Open, path: str) -> None:
    page = open_once(path, counted)
    for width in (320, 360, 820, 1280):
        assert not sideways(page, width)


@pytest.mark.parametrize("path", PAGES)
def test_targets_are_large_enough_for_a_thumb(open_page: Open, path: str) -> None:
    page = counted(open_page(path, width=360, has_touch=True, is_mobile=True))
    small = page.evaluate(
        """() => [...document.querySelectorAll(
              "button, select, summary, a.button, .contents a, .game-links a, footer a, nav a")]
            .filter((one) => one.offsetParent && !one.closest(".unseen"))
            .map((one) => [one.id || one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.9 || box.width < 43.4)
            .map(([id, box]) => `${id} ${box.width} x ${box.height}`)"""
    )
    assert not small


def shown(page: Page, number: int) -> None:
    """Expect one step, and only that one."""
    expect(page.locator(".demo-step:visible")).to_have_count(1)
    expect(page.locator(f"#step-{number}")).to_be_visible()
    expect(page.locator(".demo-place")).to_have_text(f"{number} / {STEPS}")


def test_the_demonstration_is_stepped_by_keyboard(open_page: Open) -> None:
    page = open_page(GUIDE)
    shown(page, 1)
    page.locator("demo-steps").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    shown(page, 6)
    expect(page.locator("#step-6")).to_contain_text("Wrong")
    expect(page.locator("#step-6")).to_contain_text("25/47")
    expect(page.locator("#live")).to_contain_text(f"Step 6 of {STEPS}. A tempting choice.")
    expect(page.locator("#live")).to_contain_text("averages 0.531915 per coin. Wrong.")
    page.keyboard.press("ArrowLeft")
    shown(page, 5)
    page.keyboard.press("End")
    shown(page, STEPS)
    page.keyboard.press("ArrowRight")
    shown(page, STEPS)
    page.keyboard.press("Home")
    shown(page, 1)
    page.keyboard.press("ArrowLeft")
    shown(page, 1)


def test_every_step_can_be_reached_and_named_by_address(open_page: Open) -> None:
    page = open_page(f"{GUIDE}#step-7")
    shown(page, 7)
    expect(page.locator("#step-7")).to_contain_text("60/47")
    for number in range(8, STEPS + 1):
        page.get_by_role("button", name="Next").click()
        shown(page, number)
    expect(page).to_have_url(re.compile(f"#step-{STEPS}$"))
    page.get_by_role("button", name="First").click()
    shown(page, 1)


def test_arrows_scroll_where_the_demonstration_has_no_focus(open_page: Open) -> None:
    page = open_page(GUIDE)
    page.keyboard.press("End")
    shown(page, 1)


def test_all_steps_can_be_seen_at_once(open_page: Open) -> None:
    page = open_page(GUIDE)
    page.get_by_role("button", name="All steps below each other").click()
    expect(page.locator(".demo-step:visible")).to_have_count(STEPS)
    page.get_by_role("button", name="One step at a time").click()
    shown(page, 1)


def test_without_scripts_every_page_can_be_read(open_page: Open, open_once: Open) -> None:
    for path in PAGES:
        open_once(path, counted)
        page = open_page(path, java_script_enabled=False)
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".soon")).to_have_count(0)
    page = open_page(GUIDE, java_script_enabled=False)
    expect(page.locator(".demo-step:visible")).to_have_count(STEPS)
    page = open_page("/videopoker/games", java_script_enabled=False)
    page.get_by_label("Family").select_option("Super Aces")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".game")).to_have_count(1)
    expect(page.locator(".game details")).to_have_attribute("open", "")


@pytest.mark.parametrize(("motion", "animated"), [("reduce", False), ("no-preference", True)])
def test_motion_is_only_for_those_who_want_it(open_page: Open, motion: str, animated: bool) -> None:
    page = open_page(f"{GUIDE}#step-10", reduced_motion=motion)
    name = page.evaluate(
        "getComputedStyle(document.querySelector('#step-10 .card.new')).animationName"
    )
    assert (name != "none") == animated


def test_a_game_leads_to_its_analysis(open_page: Open) -> None:
    page = counted(open_page("/videopoker/games?sort=return"))
    first = page.locator(".game").first
    share = first.locator("strong").inner_text()
    first.get_by_role("link", name="Analyse").click()
    expect(page.locator(".percent strong")).to_have_text(share)


def test_the_long_run_of_another_game(open_page: Open) -> None:
    page = open_page("/responsible")
    page.get_by_label("Game", exact=True).select_option("jacks-or-better-6-5")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**game=jacks-or-better-6-5**")
    counted(page)
    expect(page.locator(".chances caption")).to_contain_text("Jacks or Better 6/5")
    expect(page.locator(".chances tbody tr").last).to_contain_text("over 99.9")
