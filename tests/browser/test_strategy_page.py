"""The strategy for the wall, as a person with a browser and a printer meets it."""

from __future__ import annotations

import re
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

URL = "/videopoker/strategy?game=jacks-or-better-9-6"
OWN = "/videopoker/strategy/own?game=jacks-or-better-9-6"
SEARCHING_MS = 180_000
EXACT = 999
"""More lines than the exact list has."""

LIST = "4 to a royal flush\nhigh pair\npair of A\n4 to a flush\nnothing: draw five\n"


def found(page: Page) -> Page:
    """Wait until the list is there: the first visit of all has it searched."""
    expect(page.locator(".wall-card")).to_be_visible(timeout=SEARCHING_MS)
    return page


def exact(page: Page) -> None:
    expect(page.locator("#statement")).to_contain_text("play every deal perfectly")
    expect(page.locator(".wall-card")).to_contain_text("Exact.")
    expect(page).to_have_url(re.compile(r"lines=\d+"))


def test_the_list_comes_into_the_page_that_waits_for_it(open_page: Open) -> None:
    page = open_page(URL)
    page.evaluate("window.same = true")
    found(page)
    assert page.evaluate("window.same")
    statement = page.locator("#statement")
    expect(statement).to_have_text(
        re.compile(r"^\d+ lines cost 0\.00\d+\s% of the bet: 1 bet in \d\d,\d\d\d$")
    )
    count = int(statement.inner_text().partition(" ")[0])
    expect(page.locator(".card-lines > li")).to_have_count(count)
    expect(page.locator(".wall-card")).to_contain_text("4 to a royal flush")


def test_the_knob_says_what_a_length_costs_and_the_list_follows(open_page: Open) -> None:
    page = found(open_page(URL))
    knob = page.locator("#lines")
    knob.focus()
    page.keyboard.press("End")
    exact(page)
    expect(knob).to_be_focused()
    expect(page.locator(".exception-foot").first).to_contain_text("worth")
    page.keyboard.press("Home")
    expect(page.locator("#statement")).to_contain_text("1 line costs")
    expect(page.locator(".card-lines > li")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("1 line costs")


def test_a_point_of_the_curve_is_chosen_by_mouse_and_by_keyboard(open_page: Open) -> None:
    page = found(open_page(URL))
    page.locator(".cost-curve a").last.click()
    exact(page)
    last = page.locator(".cost-curve a").last
    expect(last).to_have_attribute("aria-current", "true")
    last.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#statement")).not_to_contain_text("perfectly")
    expect(page.locator(".wall-card")).not_to_contain_text("Exact.")
    page.get_by_role("link", name=re.compile("^exact")).click()
    exact(page)
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1


def test_a_hand_is_tried_in_place(open_page: Open) -> None:
    page = found(open_page(f"{URL}&lines={EXACT}"))
    page.locator("#hand").fill("Kh Qh 4d 8s 9h")
    page.keyboard.press("Enter")
    expect(page.locator(".hand-verdict")).to_contain_text("The best hold, EV 0.642923 per coin")
    marked = page.locator(".card-lines > li.decides")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("3 to a straight flush")
    expect(page).to_have_url(re.compile("hand=KhQh4d8s9h"))
    expect(page.locator("#hand")).to_be_focused()
    page.locator("#hand").fill("Kh Kh")
    page.locator("#try").click()
    expect(page.locator("#hand-note")).to_contain_text("▲")
    expect(page.locator(".hand-verdict")).to_have_count(0)
    page.locator("#deal").click()
    expect(page.locator(".hand-verdict")).to_contain_text("The best hold")
    expect(page.locator("#hand")).to_have_value(re.compile(r"^(\S\S ){4}\S\S$"))


def test_an_example_leads_to_its_analysis(open_page: Open) -> None:
    page = found(open_page(f"{URL}&lines={EXACT}"))
    page.locator(".strip-link").first.click()
    expect(page.locator(".tried-line")).to_contain_text("which is best")


@pytest.mark.parametrize("lines", [19, EXACT])
def test_it_prints_on_one_page_without_anything_around(open_page: Open, lines: int) -> None:
    page = found(open_page(f"{URL}&lines={lines}&hand=KhQh4d8s9h", color_scheme="dark"))
    for paper in ("A4", "Letter"):
        printed = page.pdf(format=paper, prefer_css_page_size=True)
        assert len(re.findall(rb"/Type /Page\b", printed)) == 1, paper
    page.emulate_media(media="print")
    for around in (".masthead", ".game-pages", ".knob", ".strategy-beside", ".colophon"):
        expect(page.locator(around)).to_be_hidden()
    expect(page.locator(".card-lines > li").last).to_be_visible()
    expect(page.locator(".card-legend")).to_be_visible()
    ink = page.locator("#card-title").evaluate("(one) => getComputedStyle(one).color")
    assert sum(int(part) for part in re.findall(r"\d+", ink)) < 200  # dark on white paper


def test_a_longer_list_than_a_page_still_prints_whole(open_page: Open) -> None:
    page = found(open_page(f"{URL}&lines={EXACT}"))
    page.evaluate(
        """() => {
            const card = document.querySelector(".wall-card");
            card.className = "wall-card density-3";
            const list = card.querySelector(".card-lines");
            const lines = [...list.children];
            for (let copy = 0; copy < 9; copy += 1)
                for (const line of lines) list.append(line.cloneNode(true));
        }"""
    )
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) > 1


def test_ones_own_list_is_judged_and_a_mistake_is_named_beside_it(open_page: Open) -> None:
    page = open_page(OWN)
    page.locator("#text").fill("high pair\n3 to a royall\n")
    page.get_by_role("button", name="Judge it").click()
    expect(page.locator("#own-error")).to_contain_text("Line 2: ")
    expect(page.locator("#own-error")).to_contain_text("did you mean")
    expect(page.locator("#text")).to_have_value("high pair\n3 to a royall\n")
    expect(page.locator("#text")).to_be_focused()
    page.locator("#text").fill(LIST)
    page.get_by_role("button", name="Judge it").click()
    expect(page.locator(".own-big")).to_contain_text("%")
    expect(page.locator("#text")).to_have_value(LIST)
    expect(page.locator(".own-box", has_text="never reached")).to_contain_text("pair of A")
    page.locator(".own-hands a").first.click()
    expect(page.locator(".tried-line")).to_contain_text("against the best")


def test_the_generated_list_is_a_beginning(open_page: Open) -> None:
    found(open_page(URL))
    page = open_page(f"{OWN}&lines={EXACT}")
    page.get_by_role("link", name=re.compile(r"the list of \d+ lines")).click()
    expect(page.locator("#text")).to_have_value(re.compile("4 to a royal flush"))
    page.get_by_role("button", name="Judge it").click()
    expect(page.locator(".own-sum")).to_contain_text("Perfect play")


def test_everything_works_without_scripts(open_page: Open) -> None:
    found(open_page(URL))
    page = open_page(URL, java_script_enabled=False)
    expect(page.locator("#print")).to_be_hidden()
    page.locator("#lines").focus()
    page.keyboard.press("End")
    page.get_by_role("button", name="Show this length").click()
    exact(page)
    page.locator("#hand").fill("KhQh4d8s9h")
    page.locator("#try").click()
    expect(page.locator(".hand-verdict")).to_contain_text("The best hold")
    exact(page)
    page.locator(".presets a").first.click()
    expect(page.locator("#statement")).to_have_text(re.compile(r"^\d lines cost"))


def judged(open_page: Open, **options: object) -> Page:
    page = open_page(OWN, **options)
    page.locator("#text").fill(LIST.replace("nothing: draw five\n", ""))
    page.get_by_role("button", name="Judge it").click()
    expect(page.locator(".own-sum")).to_be_visible()
    return page


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(open_page: Open, width: int, scheme: str) -> None:
    options = {"width": width, "color_scheme": scheme}
    pages = [
        found(open_page(f"{URL}&lines={EXACT}&hand=KhQh4d8s9h", **options)),
        open_page(OWN, **options),
        judged(open_page, **options),
    ]
    for page in pages:
        checked = Axe().run(page)
        assert checked.violations_count == 0, checked.generate_report()


def test_no_page_scrolls_sideways(open_page: Open) -> None:
    for page in (
        found(open_page(f"{URL}&lines={EXACT}&hand=KhQh4d8s9h")),
        judged(open_page),
    ):
        for width in (320, 360, 820, 1280):
            assert not sideways(page, width)


def test_targets_are_large_enough_for_a_thumb(open_page: Open) -> None:
    options = {"width": 360, "has_touch": True, "is_mobile": True}
    for page in (
        found(open_page(f"{URL}&lines={EXACT}", **options)),
        judged(open_page, **options),
    ):
        small = page.evaluate(
            """() => [...document.querySelectorAll(
                  "button, select, input, a.button, .presets a, .strip-link, .own-hands a")]
                .filter((one) => one.offsetParent && !one.closest(".unseen"))
                .map((one) => [one.id || one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
                .filter(([, box]) => box.height < 43.9 || box.width < 43.4)
                .map(([id, box]) => `${id} ${box.width} x ${box.height}`)"""
        )
        assert not small
