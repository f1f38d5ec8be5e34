"""A Pai Gow table as people meet it: by keyboard, on a phone and from a program, all at once."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

HERE = "/paigow/table/fortune"

# Keeps the page's sockets where a test can break them.
SOCKETS = """
    const Real = WebSocket;
    window.sockets = [];
    window.WebSocket = class extends Real {
        constructor(...all) { super(...all); window.sockets.push(this); }
    };
"""
SMALL = """() => [...document.querySelectorAll(
        "main :is(button, summary, select, .own-card, input:not([type=hidden], .own-card input))"
    )]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.height < 44 || box.width < 44)
    .map(([html]) => html)"""
WIDE = """() => [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))"""
ROWS = """() => new Set([...document.querySelectorAll('[data-tray="dealt"] li')].map(
    (one) => Math.round(one.getBoundingClientRect().top))).size"""


def check(page: Page, width: int) -> None:
    found = Axe().run(at_rest(page))
    assert found.violations_count == 0, found.generate_report()
    if page.evaluate("document.documentElement.scrollWidth") > width:
        pytest.fail(f"what is too wide: {page.evaluate(WIDE)}")


def connected(page: Page) -> Page:
    expect(page.locator('[data-link="on"]')).to_be_visible()
    return page


def cards(page: Page, tray: str) -> Locator:
    return page.locator(f'[data-tray="{tray}"] li')


class Terminal:
    """Somebody at ``gutshot paigow join``, who sits down as soon as he sees the table."""

    def __init__(self, url: str, home: Path) -> None:
        command = [sys.executable, "-m", "gutshot", "paigow", "join", url, "--size", "1"]
        self._run = subprocess.Popen(
            command,
            env={**os.environ, "GUTSHOT_DATA_DIR": str(home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def types(self, *lines: str) -> None:
        assert self._run.stdin
        self._run.stdin.write("".join(f"{line}\n" for line in lines))
        self._run.stdin.flush()

    def ends(self, *lines: str) -> str:
        """Return all that it has shown."""
        try:
            return self._run.communicate("".join(f"{line}\n" for line in lines), 60)[0]
        finally:
            self._run.kill()


def bet(desk: Page, phone: Page, terminal: Terminal) -> None:
    desk.keyboard.press("o")
    expect(desk.locator(".gow-log")).to_contain_text("on the Fortune")
    desk.keyboard.press("m")
    expect(desk.locator(".own-says")).to_contain_text("waiting for 2 other players")
    expect(phone.locator(".gow-clock progress")).to_be_visible()
    phone.get_by_role("button", name="5 more on Main wager", exact=True).tap()
    expect(phone.locator("#amount-main")).to_have_value("10")
    assert phone.evaluate(SMALL) == []
    phone.get_by_role("button", name="Bet main").tap()
    terminal.types("bet main 5")


def set_with_a_finger(phone: Page) -> None:
    expect(cards(phone, "dealt")).to_have_count(7)
    assert phone.evaluate(ROWS) == 2
    assert phone.evaluate(SMALL) == []
    check(phone, 360)
    start = cards(phone, "dealt").nth(6).bounding_box()
    end = phone.locator('[data-tray="low"] ul').bounding_box()
    assert start
    assert end
    phone.mouse.move(start["x"] + 20, start["y"] + 20)
    phone.mouse.down()
    phone.mouse.move(end["x"] + 25, end["y"] + 15, steps=4)
    phone.mouse.up()
    expect(cards(phone, "low")).to_have_count(1)
    set_it = phone.get_by_role("button", name="Set", exact=True)
    expect(set_it).to_be_disabled()
    cards(phone, "dealt").nth(5).locator(".own-card").tap()
    done = phone.locator(".own-trays.arranged, [data-refusal]:not([hidden])")  # or it was a foul
    expect(done.first).to_be_visible()
    phone.get_by_role("button", name="House way").tap()
    expect(phone.locator(".own-trays.arranged")).to_be_visible()
    expect(set_it).to_be_enabled()
    set_it.tap()
    expect(phone.locator(".own-says")).to_contain_text("waiting for 2 other hands")


def set_by_keys(desk: Page) -> None:
    desk.keyboard.press("1")
    expect(desk.locator("#live")).to_contain_text("in front")
    expect(cards(desk, "low")).to_have_count(1)
    desk.keyboard.press("1")
    expect(cards(desk, "low")).to_have_count(0)
    desk.get_by_role("button", name="by suit").click()
    suits = cards(desk, "dealt").evaluate_all("all => all.map((one) => Number(one.dataset.suit))")
    assert suits == sorted(suits, reverse=True)
    desk.keyboard.press("h")
    expect(cards(desk, "high")).to_have_count(5)
    desk.keyboard.press("Enter")


def test_two_browsers_and_a_terminal_play_a_round(
    open_page: Open, server_url: str, tmp_path: Path
) -> None:
    terminal = Terminal(server_url + HERE, tmp_path)
    desk = connected(open_page(HERE, reduced_motion="reduce"))
    desk.keyboard.press("i")  # takes a seat: who was a stranger is one no more
    expect(desk.locator("#own-heading")).to_contain_text("Your seat")
    connected(desk)
    phone = open_page(HERE, width=360, has_touch=True, color_scheme="dark", reduced_motion="reduce")
    connected(phone).get_by_role("button", name="Sit at seat 3").tap()
    expect(phone.locator("#own-heading")).to_have_text("Your seat, number 3")
    expect(desk.locator(".gow-seat.taken")).to_have_count(3)
    check(connected(desk), 1280)
    bet(desk, connected(phone), terminal)
    set_with_a_finger(phone)
    set_by_keys(desk)
    terminal.types("house", "set")

    seats = []
    for page in (desk, phone):
        expect(page.locator(".own-result")).to_be_visible()
        expect(page.locator("#live")).to_contain_text("Dealer\u2019s high hand")
        labels = page.locator(".showdown-label").all_text_contents()
        assert [one.startswith("Your") for one in labels] == [True, False, True, False]
        seats.append(page.locator(".gow-verdict").all_text_contents())
    assert len(seats[0]) == 3
    assert seats[0] == seats[1]
    dealer = desk.locator(".gow-dealer .laid-name").all_text_contents()
    check(desk, 1280)
    for page in (desk, phone):
        page.get_by_role("button", name="Leave the table").click()
        expect(page.locator("#own-heading")).to_have_text("You are watching")
    shown = terminal.ends("leave", "quit").lower()
    assert all(name.strip().lower() in shown for name in dealer)


def test_a_broken_connection_goes_on_with_what_was_said(open_page: Open) -> None:
    page = open_page("/paigow/table/face-up")
    page.add_init_script(SOCKETS)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator("#own-heading")).to_contain_text("Your seat")
    connected(page)
    page.locator("#amount-main").fill("20")
    page.keyboard.press("Enter")
    expect(page.locator(".gow-dealer .laid-hand")).to_have_count(2)  # the dealer shows first
    expect(cards(page, "dealt").or_(page.locator(".own-result"))).not_to_have_count(0)
    # Said while there is no connection: it arrives once there is one again.
    page.evaluate(
        """() => {
            window.sockets.at(-1).close();
            document.querySelector('[value="house"], [value="repeat"]').click();
        }"""
    )
    expect(page.locator('[data-link="lost"]')).to_be_visible()
    expect(page.locator('.own-trays.arranged, [value="unbet main"]').first).to_be_visible()
    connected(page)
    assert page.evaluate("window.sockets.length") >= 2
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator("#own-heading")).to_have_text("You are watching")


@pytest.mark.parametrize("path", ["/paigow/tables", "/paigow/tables/guide"])
def test_the_pages_beside_the_table_are_sound(open_page: Open, path: str) -> None:
    page = open_page(path, width=360, color_scheme="dark", reduced_motion="reduce")
    check(page, 360)
