"""The trainer as a person with a browser meets it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.browser.settled import at_rest, dressed, sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Open = Callable[..., Page]
    Scheme = Literal["light", "dark"]

pytestmark = pytest.mark.browser

PLAY = "/videopoker/play"


def sit_down(page: Page, mode: str = "Test", rival: str = "Nobody") -> str:
    """Open a session by the form and return its id."""
    page.get_by_role("radio", name=re.compile(f"^{mode}")).check()
    page.get_by_role("radio", name=rival, exact=True).check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/videopoker/play/*-*")
    return page.url.rpartition("/")[2]


def go(page: Page) -> Locator:
    return page.locator("#go")


def height_at_rest(card: Locator) -> float:
    """Return how far from the top a card lies once it has stopped moving."""
    at_rest(card.page)
    box = card.bounding_box()
    assert box
    return box["y"]


def origin(page: Page) -> str:
    return page.url.split("/videopoker")[0]


def masks(page: Page, session: str) -> tuple[int, int]:
    """Return a best hold of the hand in play and the worst one."""
    hand = page.request.get(f"{origin(page)}/api/videopoker/sessions/{session}").json()["hand"]
    url = f"{origin(page)}/api/videopoker/hold?hand={''.join(hand['deal'])}"
    holds: dict[str, Any] = page.request.get(url).json()
    return holds["best"][0], holds["holds"][-1]["mask"]


def mark(page: Page, mask: int) -> None:
    """Hold exactly the cards of a mask, by key."""
    page.keyboard.press("x")
    for at in range(5):
        if mask >> at & 1:
            page.keyboard.press(str(at + 1))
    expect(page.locator(".hold-box:checked")).to_have_count(mask.bit_count())


def test_a_hand_is_played_by_mouse(open_page: Open) -> None:
    page = open_page(PLAY)
    sit_down(page)
    page.evaluate("window.mark = 'same page'")
    expect(page.locator(".card.back")).to_have_count(5)
    go(page).click()
    expect(go(page)).to_have_text("Draw")
    expect(page.locator("#live")).to_contain_text("Dealt: ")
    first = page.locator(".holdable").nth(0)
    expect(first.locator(".when-held")).to_be_hidden()
    low = height_at_rest(first.locator(".card"))
    first.click()
    expect(first.locator(".when-held")).to_be_visible()
    expect(first.locator(".when-held")).to_have_text("✓ held")
    assert height_at_rest(first.locator(".card")) < low - 8
    page.keyboard.press("Space")  # after a click on a card it draws and does not let the card go
    expect(go(page)).to_have_text("Deal")
    expect(page.locator(".hold-state.is-held")).to_have_count(1)
    expect(page.locator(".hold-state.is-new")).to_have_count(4)
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".decision")).to_be_visible()
    expect(page.locator(".totals")).to_contain_text("of 1")
    expect(page.locator("#live")).to_contain_text("Your decision")
    assert page.evaluate("window.mark") == "same page"


def test_a_hand_is_played_by_keyboard_alone(open_page: Open) -> None:
    page = open_page(PLAY)
    page.locator("#game").focus()
    for _ in range(20):
        if page.evaluate("document.activeElement.name") == "mode":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # from Coach to Test
    expect(page.get_by_role("radio", name=re.compile("^Test"))).to_be_checked()
    for _ in range(20):
        if page.evaluate("document.activeElement.textContent") == "Sit down":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/videopoker/play/*-*")
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Draw")
    page.keyboard.press("1")
    page.keyboard.press("m")
    expect(page.locator(".hold-box:checked")).to_have_count(2)
    expect(page.locator("#live")).to_contain_text("held: ")
    page.keyboard.press("c")
    expect(page.locator("#hold-place-0")).not_to_be_checked()
    expect(page.locator("#live")).to_contain_text("let go: ")
    page.keyboard.press("x")
    expect(page.locator(".hold-box:checked")).to_have_count(0)
    page.keyboard.press("v")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("for one hand below the space bar")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("Enter")
    expect(go(page)).to_have_text("Deal")
    expect(page.locator(".hold-state.is-held")).to_have_count(1)
    page.keyboard.press("e")
    expect(page.locator(".holds-table tbody tr")).to_have_count(32)
    expect(page.locator("#sort-ev")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")  # the table sorts by place
    expect(page.locator(".holds-table tbody button").first).to_have_id("hold-0")
    expect(page.locator("#sort-mask")).to_be_focused()
    expect(page.locator(".panel-line")).to_contain_text("Your hold")


def test_enter_right_after_the_key_dialog_is_closed_is_not_lost(open_page: Open) -> None:
    page = open_page(PLAY)
    sit_down(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    # In one go, so that the focus has not left the dialog yet.
    page.evaluate("""() => {
        const box = document.activeElement;
        box.closest("dialog").close();
        box.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
    }""")
    expect(go(page)).to_have_text("Draw")


def test_cards_are_held_by_tab_and_space_and_the_focus_stays(open_page: Open) -> None:
    page = open_page(PLAY)
    sit_down(page)
    go(page).press("Enter")
    expect(go(page)).to_have_text("Draw")
    expect(go(page)).to_be_focused()
    page.locator("#hold-place-2").focus()
    page.keyboard.press("Space")
    expect(page.locator("#hold-place-2")).to_be_checked()
    expect(go(page)).to_have_text("Draw")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(go(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(go(page)).to_have_text("Deal")
    expect(go(page)).to_be_focused()


def test_the_coach_stops_and_is_corrected(open_page: Open) -> None:
    page = open_page(PLAY)
    session = sit_down(page, "Coach")
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Draw")
    best, worst = masks(page, session)
    mark(page, worst)
    page.keyboard.press("Space")
    expect(page.locator(".decision.wrong")).to_contain_text("Stopped: not the best hold")
    expect(page.locator(".outcome-line")).to_contain_text("nothing is drawn yet")
    expect(page.locator(".cost-row")).to_contain_text("bets")
    expect(page.locator(".parts-table tfoot")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Stopped before the draw")
    expect(page.locator(".hold-box:checked")).to_have_count(worst.bit_count())
    page.locator("#again").click()
    expect(page.locator(".hold-box:checked")).to_have_count(0)
    expect(page.locator("#hold-place-0")).to_be_focused()
    go(page).focus()
    mark(page, best)
    page.keyboard.press("Enter")
    expect(page.locator(".corrected")).to_contain_text("you drew to the best hold")
    expect(page.locator(".totals")).to_contain_text("0 of 1")


def test_the_coachs_word_is_not_the_last(open_page: Open) -> None:
    page = open_page(PLAY)
    session = sit_down(page, "Coach", "Hard")
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Draw")
    mark(page, masks(page, session)[1])
    page.keyboard.press("Space")
    expect(page.locator("#insist")).to_be_visible()
    page.keyboard.press("a")
    expect(go(page)).to_have_text("Deal")
    expect(page.locator(".race-table tbody tr")).to_have_count(2)
    expect(page.locator(".decision.wrong h2")).to_contain_text("Not the best hold")


def test_a_drill_shows_its_wishes_and_deals(open_page: Open) -> None:
    page = open_page(PLAY)
    expect(page.get_by_label("My own mistakes first")).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Drill")).check()
    expect(page.get_by_label("My own mistakes first")).to_be_visible()
    page.get_by_label("Only close decisions").fill("0.05")
    page.get_by_text("Only some hand types").click()
    page.get_by_label("low pair", exact=True).check()
    sit_down(page, "Drill")
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Draw")
    page.keyboard.press("Space")
    expect(page.locator(".decision")).to_be_visible()


def test_a_wrong_wish_keeps_what_was_filled_in(open_page: Open) -> None:
    page = open_page(PLAY)
    page.get_by_role("radio", name=re.compile("^Drill")).check()
    page.get_by_label("Only close decisions").fill("tiny")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("alert")).to_contain_text("'tiny' is no gap")
    expect(page.get_by_label("Only close decisions")).to_have_value("tiny")


def test_a_key_held_down_deals_once(open_page: Open) -> None:
    page = open_page(PLAY)
    session = sit_down(page)
    commands: list[str] = []
    page.on("request", lambda sent: commands.append(sent.url) if sent.method == "POST" else None)
    page.keyboard.down("Space")
    page.keyboard.down("Space")
    expect(go(page)).to_have_text("Draw")
    for _ in range(5):
        page.keyboard.down("Space")
    page.keyboard.up("Space")
    # The page asks one after the other: what it had sent would be there before this answer.
    url = f"{origin(page)}/api/videopoker/sessions/{session}"
    hands = page.evaluate("(url) => fetch(url).then((answer) => answer.json())", url)["hands"]
    assert hands == 0
    assert len(commands) == 1


def test_a_hand_that_moved_on_elsewhere_is_shown_as_it_stands(open_page: Open) -> None:
    page = open_page(PLAY)
    session = sit_down(page)
    page.keyboard.press("Space")
    expect(go(page)).to_have_text("Draw")
    other = page.context.new_page()
    other.goto(page.url)
    other.keyboard.press("Space")
    expect(go(other)).to_have_text("Deal")
    page.keyboard.press("1")
    page.keyboard.press("Space")
    expect(page.get_by_role("alert")).to_contain_text("drawn already")
    expect(go(page)).to_have_text("Deal")
    url = f"{origin(page)}/api/videopoker/sessions/{session}"
    assert page.request.get(url).json()["hands"] == 1


def test_the_page_works_without_scripts(open_page: Open) -> None:
    page = open_page(PLAY, java_script_enabled=False)
    session = sit_down(page, "Coach")
    go(page).click()
    expect(go(page)).to_have_text("Draw")
    best, worst = masks(page, session)
    for at in range(5):
        page.locator(f"#hold-place-{at}").set_checked(bool(worst >> at & 1), force=True)
    go(page).click()
    expect(page.locator(".decision.wrong")).to_be_visible()
    page.locator("#again").click()
    expect(page.locator(".hold-box:checked")).to_have_count(0)
    for at in range(5):
        page.locator(f"#hold-place-{at}").set_checked(bool(best >> at & 1), force=True)
    go(page).click()
    expect(go(page)).to_have_text("Deal")
    page.get_by_role("button", name="How good was that?").click()
    expect(page.locator(".holds-table tbody tr")).to_have_count(32)
    page.get_by_role("button", name="Flush", exact=True).click()
    expect(page.locator('th[aria-sort="descending"]')).to_have_text(re.compile("Flush"))


def test_a_table_goes_from_the_analyser_to_the_table(open_page: Open) -> None:
    page = open_page("/videopoker?game=jacks-or-better-9-6&pays=flush:5&hand=AhKhQcTh5h")
    page.get_by_role("link", name="Play this table").click()
    expect(page.locator("#game option:checked")).to_have_text("Jacks or Better 9/6, edited")
    sit_down(page)
    expect(page.locator(".pay-card tr", has_text="Flush").nth(1)).to_contain_text("25")


def played(page: Page, hands: int = 3) -> str:
    """Play some hands by JSON and return the session's id."""
    session = sit_down(page, "Test", "Easy")
    url = f"{origin(page)}/api/videopoker/sessions/{session}"
    for at in range(hands):
        hand_id = f"some-hand-{session[:8]}-{at}"
        page.request.post(f"{url}/deal", data={"hand_id": hand_id})
        page.request.post(f"{url}/draw", data={"hand_id": hand_id, "hold_mask": (31, 0, 3)[at % 3]})
    return session


def test_a_session_is_read_by_slider_and_filtered(open_page: Open) -> None:
    page = open_page(PLAY)
    session = played(page, 6)
    page.goto(f"{origin(page)}/videopoker/sessions/{session}")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^hand 6, net"))
    net = page.locator(".identity-table tfoot td").inner_text()[:-2]
    expect(page.locator('[data-reading="1"]')).to_have_text(net, use_inner_text=True)
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".scrub-hand")).to_have_text("1")
    page.locator(".chart-svg").hover(position={"x": 600, "y": 50})
    expect(page.locator(".scrub-hand")).not_to_have_text("1")
    page.get_by_role("link", name=re.compile("^Mistakes only")).click()
    page.wait_for_url("**mistakes=1")
    expect(page.locator(".hand-list .right")).to_have_count(0)
    if page.locator(".hand-list li").count():
        page.locator(".hand-list a").first.click()
        expect(page.locator(".tried-line")).to_contain_text("against the best")


def test_hands_go_out_and_come_back(open_page: Open) -> None:
    page = open_page(PLAY)
    played(page)
    page.goto(f"{origin(page)}/videopoker/sessions")
    with page.expect_download() as started:
        page.get_by_role("link", name="JSON").click()
    path = started.value.path()
    other = open_page("/videopoker/sessions")
    other.get_by_label("Bring hands back").set_input_files(path)
    other.get_by_role("button", name="Import").click()
    # a browser's download has no name that tells its kind: the content does
    expect(other.get_by_role("status").first).to_contain_text("3 hands imported")


def test_the_players_are_worked_out_while_one_waits(open_page: Open) -> None:
    page = open_page("/videopoker/players?game=deuces-wild-nsud")
    page.evaluate("window.mark = 'same page'")
    expect(page.locator(".player-figures")).to_have_count(2, timeout=120_000)
    expect(page.locator("#player-normal + .rule + .hint")).to_contain_text("no wild cards")
    assert page.evaluate("window.mark") == "same page"
    page.goto(f"{origin(page)}/jobs")
    expect(page.locator(".job-list li").first).to_contain_text("done")


def test_a_name_leads_to_the_history_from_another_browser(open_page: Open) -> None:
    page = open_page(PLAY)
    session = played(page)
    page.goto(f"{origin(page)}/videopoker/sessions")
    name = f"Player {session[:8]}"
    page.locator("#new-name").fill(name)
    page.locator("#new-passphrase").fill("ten letters and more")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#who-heading")).to_have_text(f"You are {name}")
    other = open_page("/videopoker/sessions")
    other.locator("#name").fill(name)
    other.locator("#passphrase").fill("ten letters and more")
    other.get_by_role("button", name="Log in").click()
    expect(other.locator("#who-heading")).to_have_text(f"You are {name}")
    other.get_by_role("button", name="Log out here").click()
    expect(other.locator(".empty-note")).to_be_visible()


STAGES = ["setup", "ready", "dealt", "stopped", "drawn", "panel", "session", "sessions", "players"]


def stage(page: Page, name: str) -> None:
    """Bring a fresh page to a stage."""
    if name == "setup":
        page.get_by_role("radio", name=re.compile("^Drill")).check()
        page.get_by_text("Only some hand types").click()
    elif name in {"session", "sessions"}:
        session = played(page)
        where = "sessions" if name == "sessions" else f"sessions/{session}"
        page.goto(f"{origin(page)}/videopoker/{where}")
    elif name == "players":
        page.goto(f"{origin(page)}/videopoker/players")
        expect(page.locator(".player-figures")).to_have_count(3, timeout=120_000)
    else:
        session = sit_down(page, "Coach", "Normal")
        if name == "ready":
            return
        page.keyboard.press("Space")
        expect(go(page)).to_have_text("Draw")
        mark(page, masks(page, session)[1])
        if name == "dealt":
            return
        page.keyboard.press("Space")
        expect(page.locator(".decision.wrong")).to_be_visible()
        if name == "stopped":
            return
        page.keyboard.press("a")
        expect(go(page)).to_have_text("Deal")
        if name == "panel":
            page.keyboard.press("e")
            expect(page.locator(".panel-line")).to_be_visible()


@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(open_once: Open, name: str, width: int, scheme: Scheme) -> None:
    page = dressed(open_once(PLAY, lambda page: stage(page, name), name), width, scheme)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", STAGES)
def test_no_page_scrolls_sideways(open_once: Open, name: str) -> None:
    page = open_once(PLAY, lambda page: stage(page, name), name)
    for width in (320, 360, 820, 1280):
        assert not sideways(page, width)


def test_a_phone_shows_five_cards_and_the_draw_without_scrolling(open_page: Open) -> None:
    page = open_page(PLAY, width=360, has_touch=True)
    sit_down(page)
    go(page).tap()
    expect(page.locator(".holdable")).to_have_count(5)
    at_rest(page)
    for one in [*page.locator(".holdable").all(), go(page)]:
        box = one.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740
    page.locator(".holdable").nth(4).tap()
    expect(page.locator("#hold-place-4")).to_be_checked()


@pytest.mark.parametrize("name", ["setup", "dealt", "stopped", "drawn", "session", "sessions"])
def test_targets_are_large_enough_for_thumbs(open_page: Open, name: str) -> None:
    page = open_page(PLAY, width=360, has_touch=True, is_mobile=True)
    stage(page, name)
    small = at_rest(page).evaluate(
        """() => [...document.querySelectorAll(
          "main button, main select, main label.choice, main .holdable, main summary, " +
          ".head-links a, .filters a, .downloads a, .hand-list a, .shape-list label, " +
          "main input[type=text], main input[type=password], main input[type=range]")]
            .filter((it) => it.checkVisibility())
            .map((it) => [it.id || it.className || it.textContent, it.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.9 || box.width < 43.4)
            .map(([id, box]) => `${id} ${box.width} x ${box.height}`)"""
    )
    assert not small


def test_reduced_motion_is_respected(open_page: Open) -> None:
    still = open_page(PLAY, reduced_motion="reduce")
    moving = open_page(PLAY, reduced_motion="no-preference")

    def motion(page: Page) -> tuple[str, str]:
        sit_down(page)
        page.keyboard.press("Space")
        expect(page.locator(".holdable")).to_have_count(5)
        style = "card => getComputedStyle(card)"
        card = page.locator(".holdable .card").first
        return (
            str(card.evaluate(f"{style}.animationName")),
            str(card.evaluate(f"{style}.transitionDuration")),
        )

    assert motion(still) == ("none", "0s")
    assert motion(moving)[0] == "dealt"


def test_held_cards_can_be_told_without_colour(open_page: Open) -> None:
    page = open_page(PLAY, forced_colors="active")
    sit_down(page)
    page.keyboard.press("Space")
    expect(page.locator(".holdable")).to_have_count(5)
    page.keyboard.press("2")
    expect(page.locator(".hold-state")).to_have_text(
        ["1", "✓ held", "3", "4", "5"], use_inner_text=True, ignore_case=True
    )
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)


def test_four_suits_have_four_colours_at_the_table(open_page: Open) -> None:
    page = open_page(PLAY)
    sit_down(page)
    page.keyboard.press("f")
    page.keyboard.press("Space")
    expect(page.locator(".holdable")).to_have_count(5)
    expect(page.locator("html")).to_have_attribute("data-suits", "four")


def test_the_secret_cannot_be_read_by_scripts(open_page: Open) -> None:
    page = open_page(PLAY)
    sit_down(page)
    assert "gutshot_player" not in page.evaluate("document.cookie")
    (cookie,) = [one for one in page.context.cookies() if one.get("name") == "gutshot_player"]
    assert cookie.get("httpOnly")
    assert cookie.get("sameSite") == "Lax"
