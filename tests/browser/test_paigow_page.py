"""The Pai Gow pages as a person with a browser meets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest, sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

HAND = "9s9d6h6cAsKh4c"
SMALL = """() => [...document.querySelectorAll("main button, main select, main summary")]
    .filter((one) => one.offsetParent && !one.closest(".unseen"))
    .map((one) => [one.id, one.getBoundingClientRect()])
    .filter(([, box]) => box.height < 44 || box.width < 24).map(([id]) => id)"""


def fine(page: Page, width: int, scheme: str) -> None:
    """Look at a page at a width and in a scheme: axe finds nothing, and it keeps to its width."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    assert not sideways(page, width)
    found = Axe().run(at_rest(page))
    assert found.violations_count == 0, found.generate_report()


def test_seven_cards_are_tapped_and_set(open_page: Open) -> None:
    page = open_page("/paigow?cards=")
    verdict = page.locator('[data-part="verdict"]')
    expect(verdict).to_contain_text("Pick 7 more cards")
    for card in ("9s", "9d", "6h", "6c", "As", "Kh"):
        page.locator(f"#pick-{card}").click()
    expect(verdict).to_contain_text("Pick 1 more card,")
    page.locator("#pick-4c").click()
    expect(page.locator(".best-line")).to_contain_text("Ace-king in front")
    expect(verdict).to_contain_text("All 53,524,680 hands")
    expect(page.locator(".setting.best")).to_contain_text("+0.4446")
    assert f"cards={HAND}" in page.url
    page.locator("#pick-2c").click(force=True)
    expect(page.locator("#live")).to_have_text("Seven cards are picked. Take one back first.")
    # a setting of one's own, tapped on the felt
    page.locator("#card-6h").click()
    expect(page.locator("#card-6h")).to_have_attribute("aria-pressed", "true")
    page.locator("#card-6c").click()
    expect(page.locator(".tried-line")).to_contain_text("Yours: Pair of sixes in front.")
    expect(page.locator(".set-low .set-name")).to_have_text("Pair of sixes")
    fine(page, 1280, "dark")
    page.get_by_role("button", name="Forget it").click()
    expect(page.locator(".tried-line")).to_have_count(0)
    # the table's terms
    page.get_by_label("The dealer sets by").select_option("trump-plaza")
    expect(page.locator(".setting.best")).to_contain_text("+0.4694")
    page.get_by_label("You bank").check()
    expect(page.locator('[data-part="settings"]')).to_contain_text("copies are yours")
    page.get_by_label("where they lie open").fill("AdKd8s8h5d5c2h")
    expect(verdict.get_by_role("alert")).to_contain_text("a dealer who shows his hand")
    page.get_by_label("You bank").uncheck()
    expect(page.locator(".known").first).to_be_visible()
    page.reload()
    expect(page.locator("#against")).to_have_value("trump-plaza")
    expect(page.locator(".known").first).to_be_visible()


def test_a_phone_and_a_keyboard_are_enough(open_page: Open) -> None:
    page = open_page(f"/paigow?cards={HAND}", width=360, has_touch=True, is_mobile=True)
    expect(page.locator(".setting.best")).to_be_visible()
    assert not page.evaluate(SMALL)
    fine(page, 360, "light")
    page.locator("details.rest summary").first.tap()
    fine(page, 320, "dark")
    page.locator("#card-9s").tap()
    page.locator("#card-9d").tap()
    expect(page.locator(".tried-line")).to_contain_text("Yours is a foul.")
    # keys of the page, one tab stop in the deck, arrows within it
    page.keyboard.press("c")
    expect(page.locator("#cards")).to_have_value("")
    page.keyboard.press("x")
    expect(page.locator("#to-dealer")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("y")
    expect(page.locator("#to-cards")).to_have_attribute("aria-pressed", "true")
    page.locator("#pick-As").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#cards")).to_have_value("Kh")
    expect(page.locator("#pick-Kh")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#cards")).to_be_focused()
    page.keyboard.type("Jk Qs Qh Qd As 7s 2s")
    expect(page.locator(".best-line")).to_contain_text("Pair of queens in front")
    expect(page.locator("#cards")).to_be_focused()
    row = page.get_by_role("button", name="Lay out Pair of aces")
    row.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tried-line")).to_contain_text("Yours: Pair of aces in front.")
    expect(row.first).to_be_focused()


def test_without_scripts_a_form_does_it_all(open_page: Open) -> None:
    page = open_page("/paigow?cards=9s9d6h6cAsKh", java_script_enabled=False)
    page.locator("#pick-4c").click()
    expect(page.locator(".setting.best")).to_contain_text("+0.4446")
    page.get_by_label("Commission").fill("0")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".settings-head")).to_contain_text("no commission")
    page.get_by_role("button", name="Lay out Pair of sixes").first.click()
    expect(page.locator(".tried-line")).to_contain_text("Yours: Pair of sixes")
    page.get_by_label("Your cards").fill("As Kx")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_have_count(1)


def test_the_guide_is_stepped_through(open_page: Open) -> None:
    page = open_page("/paigow/guide#step-5")
    expect(page.locator(".demo-step:visible h3")).to_contain_text("Together")
    expect(page.locator(".demo-step:visible .demo-verdict")).to_contain_text("Right")
    page.locator("demo-steps").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".demo-step:visible .demo-verdict")).to_contain_text("Wrong")
    page.get_by_role("link", name="All settings of these cards").click()
    expect(page.locator(".tried-line")).to_contain_text("Yours: Pair of sixes")


def test_edges_follow_the_stake_and_the_company(open_page: Open) -> None:
    page = open_page("/paigow/odds")
    lowest = page.locator("#fortune-heading").locator("xpath=ancestor::section").locator(".lowest")
    expect(lowest).to_contain_text("0.0796")
    fine(page, 360, "dark")
    best = page.locator('[data-part="main"] .edge-row.lowest .edge-figure')
    before = best.inner_text()
    page.get_by_label("Commission").fill("0")
    expect(best).not_to_have_text(before)
    page.get_by_label("Other players", exact=True).select_option("6")
    expect(lowest).to_contain_text("\u22120.7903")
    page.get_by_role("textbox", name="Your bet").fill("4")
    expect(lowest).to_contain_text("3.4318")
    page.get_by_role("button", name="Fortune, table 4").click()
    expect(page.locator("#lines-title")).to_contain_text("Fortune, table 4")
    assert "stake=4&others=6&table=fortune-4&commission=0" in page.url
    fine(page, 1280, "light")
    page.get_by_role("textbox", name="Your bet").fill("four")
    expect(page.get_by_role("alert")).to_contain_text("'four' is no stake")
