"""Several hands on each deal as a person with a browser meets them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest
from tests.browser.test_trainer_page import PLAY, go, mark, masks, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

WIDEST = """() => document.querySelectorAll(".race-table tbody tr").forEach((row) => {
  row.children[2].textContent = "Straight flush";
  row.querySelector(".num b").textContent = "400000";
})"""


def sit_down_to(page: Page, plays: int, mode: str = "Test", rival: str = "Nobody") -> str:
    """Open a session with so many hands on each deal and return its id."""
    page.get_by_role("radio", name=str(plays), exact=True).check()
    return sit_down(page, mode, rival)


def draw(page: Page) -> None:
    """Deal, hold the first two cards, draw."""
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Draw")
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Deal")


@pytest.mark.parametrize("plays", [3, 5, 10])
def test_a_few_hands_are_rows(open_page: Open, plays: int) -> None:
    page = open_page(PLAY)
    sit_down_to(page, plays)
    expect(page.locator(".mode-tag", has_text=f"{plays} hands")).to_be_visible()
    page.evaluate("window.mark = 'same page'")
    draw(page)
    expect(page.locator(".hand-rows li")).to_have_count(plays)
    expect(page.locator(".hand-rows .strip").first).to_be_visible()
    expect(page.locator(".card.kept")).to_have_count(2)
    expect(page.locator(".card.gone")).to_have_count(3)
    expect(page.locator(".outcome-line")).to_contain_text(f"for {5 * plays} staked")
    expect(page.locator("#live")).to_contain_text(f"The {plays} hands cost {5 * plays} and paid")
    expect(page.locator(".many-table")).to_have_count(1 if plays == 10 else 0)
    page.keyboard.press("Space")  # the next deal clears the table
    expect(go(page)).to_have_text("Draw")
    expect(page.locator(".hand-rows")).to_have_count(0)
    assert page.evaluate("window.mark") == "same page"


@pytest.mark.parametrize("plays", [50, 100])
def test_many_hands_are_a_grid_grouped_by_result(open_page: Open, plays: int) -> None:
    page = open_page(PLAY)
    sit_down_to(page, plays, rival="Hard")
    draw(page)
    expect(page.locator(".strips .strip")).to_have_count(plays)
    counts = [int(text.split(" ×")[0]) for text in page.locator(".hands h3").all_inner_texts()]
    assert sum(counts) == plays
    sizes = [group.locator("li").count() for group in page.locator(".strips").all()]
    assert sizes == counts
    paid = page.locator(".many-table tfoot td").last.inner_text()
    expect(page.locator(".outcome-line b")).to_have_text(f"{plays} hands pay {paid}")
    expect(page.locator(".race-table tbody tr")).to_have_count(2)


def test_the_coach_tells_what_a_hold_costs_on_all_hands(open_page: Open) -> None:
    page = open_page(PLAY)
    session = sit_down_to(page, 10, "Coach")
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Draw")
    best, worst = masks(page, session)
    mark(page, worst)
    page.keyboard.press("Space")
    expect(page.locator(".cost-row .cost")).to_contain_text("credits on 10 hands")
    expect(page.locator(".cost-row .cost")).to_contain_text("bets a hand")
    expect(page.locator(".hand-rows")).to_have_count(0)
    page.locator("#again").click()
    expect(page.locator("#hold-place-0")).to_be_focused()
    go(page).focus()
    mark(page, best)
    page.keyboard.press("Enter")
    expect(page.locator(".corrected")).to_contain_text("you drew to the best hold")
    expect(page.locator(".hand-rows li")).to_have_count(10)


def test_several_hands_are_played_without_scripts(open_page: Open) -> None:
    page = open_page(PLAY, java_script_enabled=False)
    sit_down_to(page, 100)
    go(page).click()
    expect(go(page)).to_have_text("Draw")
    # a key, for cards still on their way take no click where they will lie
    page.locator("#hold-place-0").press("Space")
    expect(page.locator("#hold-place-0")).to_be_checked()
    go(page).click()
    expect(go(page)).to_have_text("Deal")
    expect(page.locator(".strips .strip")).to_have_count(100)


@pytest.mark.parametrize("plays", [3, 100])
def test_a_phone_keeps_the_cards_and_the_keys_in_sight(open_page: Open, plays: int) -> None:
    page = open_page(PLAY, width=360, has_touch=True)
    sit_down_to(page, plays)
    for stage in ("Draw", "Deal"):
        go(page).tap()
        expect(go(page)).to_have_text(stage)
        cards = page.locator(".felt-form .card")
        expect(cards).to_have_count(5)
        at_rest(page)
        assert page.evaluate("scrollY") == 0
        for one in [*cards.all(), go(page)]:
            box = one.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 740


def test_from_the_last_hand_the_next_deal_is_one_tap_away(open_page: Open) -> None:
    page = open_page(PLAY, width=360, has_touch=True, reduced_motion="reduce")
    sit_down_to(page, 100)
    for stage in ("Draw", "Deal"):
        go(page).tap()
        expect(go(page)).to_have_text(stage)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator(".strips li").last).to_be_in_viewport()
    expect(page.locator(".felt-form .cards")).not_to_be_in_viewport()
    expect(go(page)).to_be_in_viewport(ratio=1)
    go(page).tap()
    expect(go(page)).to_have_text("Draw")
    expect(page.locator(".felt-form .cards")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("plays", [3, 10, 100])
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    open_page: Open, plays: int, width: int, scheme: str
) -> None:
    page = open_page(PLAY, width=width, color_scheme=scheme, reduced_motion="reduce")
    sit_down_to(page, plays, rival="Normal")
    draw(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.evaluate(WIDEST)  # what the draw brought is chance, so the most that it can bring
    for narrow in (320, width):
        page.set_viewport_size({"width": narrow, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= narrow


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_drawn_hands_come_still_where_motion_is_not_wanted(
    open_page: Open, motion: str, *, moves: bool
) -> None:
    page = open_page(PLAY, reduced_motion=motion)
    sit_down_to(page, 5)
    draw(page)
    row = page.locator(".hand-rows li").first
    assert (row.evaluate("row => getComputedStyle(row).animationName") == "dealt") == moves


def test_a_session_of_several_hands_is_read_by_deal(open_page: Open) -> None:
    page = open_page(PLAY)
    session = sit_down_to(page, 5)
    for _ in range(3):
        draw(page)
    page.goto(page.url.replace("/play/", "/sessions/"))
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("^deal 3,"))
    expect(page.locator(".hand-list .won-part").first).to_contain_text("5 hands: ")
    page.goto(page.url.rpartition("/")[0])
    expect(page.locator(f'a[href$="{session}"] + small')).to_have_text("test, 5 hands")
