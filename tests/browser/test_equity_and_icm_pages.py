"""The pages of equities and of stacks as a person with a browser meets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest, sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser


def fine(page: Page, width: int, scheme: str) -> None:
    """Look at a page at a width and in a scheme: axe finds nothing, and it keeps to its width."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    assert not sideways(page, width)
    found = Axe().run(at_rest(page))
    assert found.violations_count == 0, found.generate_report()


def middle(cell: Locator) -> tuple[float, float]:
    box = cell.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_ranges_are_painted_and_the_answer_follows(open_page: Open) -> None:
    page = open_page("/equity?h1=QQ%2B&h2=TT&board=2c7d9h")
    hand = page.locator("#h1")
    worth = page.locator('[data-part="line-1"] b')
    expect(worth).to_contain_text("%")
    fine(page, 360, "dark")
    fine(page, 1280, "light")
    # a stroke of the pointer takes the first cell's weight along
    start, end = middle(page.locator("#cell-AKs")), middle(page.locator("#cell-ATs"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()
    expect(hand).to_have_value("QQ+,ATs+")
    expect(page.locator(".heat-box .heat-none")).to_have_count(169 - 7)
    # one tab stop, arrow keys, and the page's own keys
    page.locator("#cell-AA").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(hand).to_have_value("QQ+,ATs+,AKo")
    expect(page.locator("#cell-AKo")).to_be_focused()
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name="The board")).to_be_visible()
    page.locator("#pick-Ah").click()
    expect(page.locator("#board")).to_have_value("2c7d9hAh")
    expect(page.locator(".next-box")).to_contain_text("Hand 1, by the river")
    page.keyboard.press("a")
    third = page.locator("#h3")
    third.fill("22+,A2+,K2+")
    expect(page.locator('[data-part="line-3"] b')).to_contain_text("%")
    expect(third).to_be_focused()
    third.fill("22+,AZ")
    expect(page.locator('[data-part="said"]')).to_contain_text("can't read 'AZ' as a hand")
    expect(page.locator("#h3-note")).to_contain_text("can't read 'AZ'")
    expect(page.get_by_role("heading", name="How hands are written")).to_be_visible()
    fine(page, 360, "light")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert "board=2c7d9hAh" in page.url
    page.reload()
    expect(page.locator("#h1")).to_have_value("QQ+,ATs+,AKo")


def test_stacks_are_valued_while_they_are_typed(open_page: Open) -> None:
    page = open_page("/icm")
    expect(page.locator(".heat.factors td")).to_have_count(81)
    fine(page, 360, "light")
    # what has no room on a phone is not spoken of there
    expect(page.get_by_role("columnheader", name="points")).to_be_visible()
    expect(page.get_by_text("The bar is the share of the prizes")).to_be_hidden()
    fine(page, 1280, "dark")
    expect(page.get_by_text("The bar is the share of the prizes")).to_be_visible()
    page.get_by_label("Stacks", exact=True).fill("5000\n3000\n1500\n500")
    page.get_by_label("Payouts, best first").fill("500 300 200")
    page.get_by_label("Pot before it").fill("0")
    expect(page.locator(".stacks-frame tbody tr")).to_have_count(4)
    expect(page.locator(".stacks-frame")).to_contain_text("377.78")
    expect(page.locator(".figure-card.strong")).to_contain_text("77.09")
    assert "stacks=5000,3000,1500,500" in page.url
    page.get_by_label("Stacks", exact=True).fill(" ".join(["12000"] * 4_000))
    expect(page.locator(".icm-answer")).to_contain_text("4,000 players with 48,000,000 chips")
    page.get_by_label("Stacks", exact=True).fill("5000\nmany")
    expect(page.get_by_role("alert")).to_contain_text("'many' is no number")
