"""The analyser as a person with a browser meets it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest, dressed, sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Scheme = Literal["light", "dark"]

pytestmark = pytest.mark.browser

BASE = "/videopoker?game=jacks-or-better-9-6&hand=AhKhQcTh5h"
TIED = "/videopoker?game=jacks-or-better-9-6&hand=9c9d9h9s2c&hold=7&pays=flush:5"
OWN = "/videopoker?game=own&deck=double-joker&name=Mine&pays=royal_flush:800,flush:x&hand=Jk2sJk"
WIDE = "/videopoker?game=double-double-bonus-9-6&hand=AcAdAhAs3d"
COMPARED = "/videopoker/compare?a=jacks-or-better-9-6&b=jacks-or-better-6-5"
PAGES = [BASE, TIED, OWN, COMPARED, "/api", "/nowhere"]


def live(page: Page) -> None:
    """Leave a mark in the page that a reload would wipe out."""
    page.evaluate("window.mark = 'same page'")


def same_page(page: Page) -> bool:
    return bool(page.evaluate("window.mark === 'same page'"))


def test_a_hand_is_typed_and_analysed(open_page: Open) -> None:
    page = open_page("/")
    live(page)
    page.get_by_label("Hand", exact=True).fill("as ks qs js 2d")
    expect(page.locator(".outcome .big")).to_have_text("18.553191")
    expect(page.locator(".holds-table tbody tr")).to_have_count(32)
    expect(page.locator(".holds-table tbody tr").first).to_contain_text("872/47")
    expect(page.locator("#live")).to_contain_text("hold ace of spades, king of spades")
    expect(page).to_have_url(re.compile("hand=AsKsQsJs2d"))
    expect(page).to_have_title(re.compile("As Ks Qs Js 2d"))
    assert same_page(page)


def test_an_edited_payout_changes_return_and_best_hold_at_once(open_page: Open) -> None:
    page = open_page(BASE)
    live(page)
    expect(page.locator(".percent strong")).to_contain_text("99.543904")
    expect(page.locator(".best-row .held")).to_have_count(4)
    flush = page.get_by_label("Flush", exact=True)
    flush.fill("5")
    expect(page.locator(".percent strong")).to_contain_text("98.449808")
    expect(page.locator(".change")).to_contain_text("−1.094097 points")
    expect(page.locator(".best-row .held")).to_have_count(3)
    expect(page.locator("#live")).to_contain_text("98.4498 percent")
    expect(flush).to_be_focused()
    expect(page).to_have_url(re.compile("pays=flush:5&"))
    page.get_by_role("button", name="Reset payouts").click()
    expect(page.locator(".percent strong")).to_contain_text("99.543904")
    expect(flush).to_have_value("6")
    expect(page).not_to_have_url(re.compile("pays"))
    assert same_page(page)


def test_the_address_brings_the_page_back(open_page: Open) -> None:
    page = open_page(BASE)
    page.get_by_label("Full house", exact=True).fill("1199/5")
    expect(page).to_have_url(re.compile("full_house:1199/5"))
    page.locator("#card-2").click()
    expect(page).to_have_url(re.compile("hold=4"))
    expect(page.locator("#card-2")).to_have_attribute("aria-pressed", "true")
    shown = page.locator(".percent strong").inner_text()
    page.reload()
    expect(page.locator(".percent strong")).to_have_text(shown)
    expect(page.get_by_label("Full house", exact=True)).to_have_value("1199/5")
    expect(page.locator("#card-2")).to_have_attribute("aria-pressed", "true")


def test_a_wrong_payout_says_so_and_loses_nothing(open_page: Open) -> None:
    page = open_page(BASE)
    flush = page.get_by_label("Flush", exact=True)
    flush.fill("six")
    expect(page.locator("#error-flush")).to_contain_text("no payout")
    expect(flush).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".percent strong")).to_contain_text("99.543904")
    expect(page.locator(".holds-table tbody tr")).to_have_count(32)
    page.get_by_label("Two pair", exact=True).fill("1")
    expect(flush).to_have_value("six")
    flush.fill("6")
    expect(page.locator("#error-flush")).to_be_empty()
    expect(page.locator(".change")).to_contain_text("points")
    expect(page.get_by_label("Two pair", exact=True)).to_have_value("1")


def test_cards_are_picked_by_hand(open_page: Open) -> None:
    page = open_page(BASE)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".holds-table")).to_have_count(0)
    for card in ("Ac", "Ad", "Ah", "As", "3d"):
        page.locator(f"#pick-{card}").click()
        expect(page.locator(f"#pick-{card}")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".best-row")).to_have_count(2)
    page.locator("#pick-4d").click(force=True)
    expect(page.locator("#live")).to_contain_text("Take one back first")
    page.locator("#pick-3d").click()
    expect(page.locator(".verdict")).to_contain_text("Pick 1 more card")


def test_a_hand_is_dealt_and_a_hold_tried(open_page: Open) -> None:
    page = open_page(BASE)
    page.get_by_role("button", name="Deal").click()
    expect(page).not_to_have_url(re.compile("AhKhQcTh5h"))
    page.locator("#hold-31").click()
    expect(page.locator("tr.tried")).to_have_count(1)
    expect(page.locator(".tried-line")).to_contain_text("Yours: hold")
    expect(page.locator('.card[aria-pressed="true"]')).to_have_count(5)
    page.locator("#card-4").click()
    expect(page.locator("#hold-15")).to_have_attribute("aria-pressed", "true")


def test_the_holds_are_sorted(open_page: Open) -> None:
    page = open_page(BASE)
    page.get_by_role("button", name="Flush", exact=True).click()
    expect(page.locator(".holds-table tbody tr").first).to_contain_text("19.15")
    expect(page.locator('th[aria-sort="descending"]')).to_have_text(re.compile("Flush"))
    page.locator("#sort-mask").click()
    expect(page.locator(".holds-table tbody button").first).to_have_id("hold-0")


def test_an_own_table_is_built(open_page: Open) -> None:
    page = open_page(BASE)
    page.get_by_label("Game", exact=True).select_option("own")
    page.get_by_label("Name", exact=True).fill("Corner bar")
    page.get_by_label("Deck", exact=True).select_option("joker")
    page.get_by_text("Add a line").click()
    page.get_by_label("Category", exact=True).select_option("five_of_a_kind")
    page.locator("#add_pays").fill("80.8")
    page.locator("#add_pays").press("Enter")
    expect(page.get_by_label("Five of a kind", exact=True)).to_have_value("80.8")
    expect(page.locator("#table-heading")).to_have_text("Corner bar")
    page.get_by_role("button", name="Remove Two pair").click()
    expect(page.get_by_label("Two pair", exact=True)).to_have_count(0)
    expect(page).to_have_url(re.compile(r"deck=joker&name=Corner%20bar&pays=.*five_of_a_kind:80.8"))
    expect(page.locator("#pick-Jk")).to_be_visible()


def test_the_keyboard_alone_is_enough(open_page: Open) -> None:
    page = open_page(BASE)
    page.keyboard.press("/")
    page.keyboard.type("KcKd7h5s2c")
    expect(page).to_have_url(re.compile("hand=KcKd7h5s2c"))
    page.keyboard.press("Tab")  # to Deal, out of the field
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.locator("#hold-3")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tried-line")).to_contain_text("which is best")
    page.keyboard.press("j")
    expect(page.locator(".tried-line")).to_contain_text("place 2 of 32")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("p")
    expect(page.get_by_label("Royal flush", exact=True)).to_be_focused()
    page.keyboard.type("4000/5")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Straight flush", exact=True)).to_be_focused()
    page.keyboard.type("40")
    expect(page).to_have_url(re.compile("pays=straight_flush:40&"))
    page.locator("#pick-As").focus()
    for key in ("ArrowRight", "ArrowDown", "End", "Home"):
        page.keyboard.press(key)
    expect(page.locator("#pick-Ah")).to_be_focused()


def test_single_keys_can_be_turned_off(open_page: Open) -> None:
    page = open_page(BASE)
    page.keyboard.press("?")
    page.get_by_label("Single keys are commands").uncheck()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("c")
    page.reload()
    page.keyboard.press("c")
    expect(page.locator(".holds-table tbody tr")).to_have_count(32)


@pytest.mark.parametrize("path", [*PAGES, WIDE])
def test_no_page_scrolls_sideways(open_once: Open, path: str) -> None:
    page = open_once(path)
    for width in (320, 360, 820, 1280):
        assert not sideways(page, width)


def test_a_phone_shows_the_first_holds_and_opens_the_others(open_page: Open) -> None:
    page = open_page(BASE, width=360, has_touch=True)
    expect(page.locator(".holds-table")).to_be_hidden()
    expect(page.locator(".hold-list li:visible")).to_have_count(6)
    page.locator(".hold-list li summary").first.tap()
    expect(page.locator(".hold-list li").first).to_contain_text("19.15")
    page.locator(".hold-list .rest > summary").tap()
    expect(page.locator(".hold-list li:visible")).to_have_count(32)


def test_targets_are_large_enough_for_a_thumb(open_page: Open) -> None:
    page = open_page(BASE, width=360, has_touch=True, is_mobile=True)
    page.locator(".picker-fold summary").click()
    expect(page.locator("#pick-As")).to_be_visible()
    small = at_rest(page).evaluate(
        """() => [...document.querySelectorAll("button, select, input, summary, nav a")]
            .filter((one) => one.offsetParent && !one.closest(".unseen"))
            .map((one) => [one.id || one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.9 || box.width < 43.4)
            .map(([id, box]) => `${id} ${box.width} x ${box.height}`)"""
    )
    assert not small


@pytest.mark.parametrize(
    ("path", "width", "scheme"),
    [
        *((path, 360, "light") for path in PAGES),
        *((path, 1280, "dark") for path in PAGES),
        (TIED, 360, "dark"),
        (TIED, 1280, "light"),
    ],
)
def test_axe_finds_nothing(open_once: Open, path: str, width: int, scheme: Scheme) -> None:
    page = dressed(open_once(path), width, scheme)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_axe_finds_nothing_in_the_dialog_and_four_colours(open_page: Open) -> None:
    page = open_page(BASE)
    page.keyboard.press("f")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_dark_follows_the_system_and_the_switch(open_page: Open) -> None:
    def paper(page: Page) -> str:
        return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    light = open_page(BASE, color_scheme="light")
    dark = open_page(BASE, color_scheme="dark")
    assert paper(light) != paper(dark)
    light.get_by_role("button", name="Light or dark").click()
    expect(light.locator("html")).to_have_attribute("data-theme", "dark")
    assert paper(light) == paper(dark)
    light.reload()
    assert paper(light) == paper(dark)


def test_four_suits_have_four_colours(open_page: Open) -> None:
    page = open_page("/videopoker?hand=AsAhAdAc2s")

    def colours() -> set[str]:
        cards = (page.locator(f"#card-{i}") for i in range(4))
        return {str(card.evaluate("card => getComputedStyle(card).color")) for card in cards}

    assert len(colours()) == 2
    page.get_by_role("button", name="Four-colour deck").click()
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    assert len(colours()) == 4


def test_the_page_works_without_scripts(open_page: Open) -> None:
    page = open_page(BASE, java_script_enabled=False)
    page.get_by_label("Flush", exact=True).fill("5")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".percent strong")).to_contain_text("98.449808")
    expect(page).to_have_url(re.compile("pays=flush:5&"))
    page.locator("#card-0").click()
    expect(page.locator(".tried-line")).to_contain_text("Yours")
    page.get_by_role("button", name="Deal").click()
    expect(page).not_to_have_url(re.compile("AhKhQcTh5h"))


def test_two_tables_are_compared(open_page: Open) -> None:
    page = open_page(BASE)
    page.get_by_label("Flush", exact=True).fill("5")
    page.get_by_role("link", name="Compare with the unedited table").click()
    expect(page.locator(".figure-card")).to_have_count(4)
    page.locator(".examples a").first.click()
    expect(page.locator(".tried-line")).to_contain_text("against the best")
