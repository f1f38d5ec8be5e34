"""Who may command what: identity, forgeries, repeats, races, limits."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from fastapi.routing import APIRoute
from tests.web.trainer_client import Browser, Running

from gutshot.web.app import _ROUTERS
from gutshot.web.identity import COOKIE
from gutshot.web.rate_limits import RULES, Rate, RateLimits
from gutshot.web.refusals import TooManyRequestsError

if TYPE_CHECKING:
    from collections.abc import Iterator

FREE = {"/api/videopoker/hold", "/api/videopoker/return", "/api/videopoker/compare"}
"""Commands that change nothing: they take a body because it is long."""


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture
def browser(running: Running) -> Browser:
    return running.browser()


def test_looking_makes_nobody_a_player(browser: Browser) -> None:
    for url in (
        "/videopoker/play",
        "/videopoker/sessions",
        "/videopoker/players",
        "/jobs",
        "/api/videopoker/sessions",
        "/api/player",
        "/api/jobs",
    ):
        answer = browser.get(url)
        assert answer.status_code in {200, 202}, url
        assert "set-cookie" not in answer.headers, url
    assert browser.get("/api/player").json()["known"] is False


def test_the_first_command_makes_a_player_by_a_guarded_cookie(browser: Browser) -> None:
    body = {"session_id": str(uuid4())}
    answer = browser.post("/api/videopoker/sessions", json=body)
    cookie = answer.headers["set-cookie"]
    assert re.match(rf"{COOKIE}=[\w-]{{43}}; Max-Age=34560000; Path=/; ", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    again = browser.post("/api/videopoker/sessions", json={"session_id": str(uuid4())})
    assert "set-cookie" not in again.headers
    assert len(browser.get("/api/videopoker/sessions").json()["sessions"]) == 2


def test_the_secret_stands_in_no_page(browser: Browser) -> None:
    session = browser.sit_down(mode="test")
    secret = browser.cookies[COOKIE]
    for url in ("/videopoker/play", f"/videopoker/play/{session}", "/videopoker/sessions"):
        assert secret not in browser.get(url).text


def test_nobody_sees_or_touches_anothers_session(running: Running) -> None:
    owner, other = running.browser(), running.browser()
    session = owner.open(mode="test")
    hand = owner.deal(session)
    other.open()
    api = f"/api/videopoker/sessions/{session}"
    before = owner.get(api).json()
    for url in (
        f"/videopoker/play/{session}",
        f"/videopoker/play/{session}/parts",
        f"/videopoker/sessions/{session}",
        f"/videopoker/sessions/{session}/hands.json",
        api,
        f"{api}/hands",
        f"{api}/statistics",
    ):
        assert other.get(url).status_code == 404, url
    assert other.draw(session, hand["hand_id"], 31).status_code == 404
    sent = {"hand_id": hand["hand_id"], "hold": ["0"]}
    assert other.send(f"/videopoker/play/{session}/draw", sent).status_code == 404
    assert session not in other.get("/api/videopoker/sessions").text
    assert owner.get(api).json() == before


def commands() -> list[str]:
    """Return the address of every command that the app takes, ids filled in."""
    return sorted(
        re.sub(r"\{[^}]*\}", "some-id-here", route.path)
        for router in _ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute)
        and "POST" in (route.methods or ())
        and route.path not in FREE
    )


FORGERIES = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:8001"},
    {"Origin": "http://127.0.0.1:8000.evil.example"},
]


@pytest.mark.parametrize("headers", FORGERIES)
def test_no_command_is_taken_from_elsewhere(browser: Browser, headers: dict[str, str]) -> None:
    browser.open()
    token = browser.token()
    found = commands()
    assert len(found) >= 15
    for url in found:
        if url.startswith("/api/"):
            answer = browser.post(url, json={}, headers=headers)
        else:
            answer = browser.post(url, data={"token": token}, headers=headers)
        assert answer.status_code == 403 or (
            answer.status_code == 422 and url.startswith("/api/")
        ), (url, answer.status_code)
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("headers", FORGERIES)
def test_a_forged_json_command_changes_nothing(browser: Browser, headers: dict[str, str]) -> None:
    session = browser.open()
    url = f"/api/videopoker/sessions/{session}/deal"
    answer = browser.post(url, json={"hand_id": str(uuid4())}, headers=headers)
    assert answer.status_code == 403
    assert browser.get(f"/api/videopoker/sessions/{session}").json()["hand"] is None


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://127.0.0.1:8000"}, {"Sec-Fetch-Site": "same-origin", "Origin": "null"}],
)
def test_commands_of_ones_own_pages_are_taken(browser: Browser, headers: dict[str, str]) -> None:
    session = browser.open()
    answer = browser.send(
        f"/videopoker/play/{session}/deal", {"hand_id": str(uuid4())}, headers=headers
    )
    assert answer.status_code == 303


@pytest.mark.parametrize("token", ["", "new", "0" * 32, "ä"])
def test_a_form_without_its_token_changes_nothing(browser: Browser, token: str) -> None:
    session = browser.open()
    sent = {"token": token, "hand_id": str(uuid4())}
    answer = browser.post(f"/videopoker/play/{session}/deal", data=sent)
    assert answer.status_code == 403
    assert "out of date" in answer.text
    assert browser.get(f"/api/videopoker/sessions/{session}").json()["hand"] is None


def test_anothers_token_is_none(running: Running) -> None:
    mine, theirs = running.browser(), running.browser()
    session = mine.open()
    theirs.open()
    sent = {"token": theirs.token(), "hand_id": str(uuid4())}
    assert mine.post(f"/videopoker/play/{session}/deal", data=sent).status_code == 403


def test_a_form_elsewhere_cannot_send_an_import(browser: Browser) -> None:
    browser.open()
    url = f"/api/videopoker/sessions/{uuid4()}/hands"
    answer = browser.post(url, content=b"{}", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422


def test_repeated_and_late_commands_change_nothing(browser: Browser) -> None:
    session = browser.open(mode="test")
    hand_id = str(uuid4())
    url = f"/api/videopoker/sessions/{session}"
    first = browser.post(f"{url}/deal", json={"hand_id": hand_id}).json()
    assert browser.post(f"{url}/deal", json={"hand_id": hand_id}).json() == first
    assert browser.post(f"{url}/deal", json={"hand_id": str(uuid4())}).status_code == 409
    drawn = browser.draw(session, hand_id, 5).json()
    left = browser.get("/api/player").json()["credits"]
    assert browser.draw(session, hand_id, 5).json() == drawn
    assert browser.draw(session, hand_id, 6).status_code == 409
    assert browser.post(f"{url}/deal", json={"hand_id": hand_id}).json() == drawn
    assert browser.get("/api/player").json()["credits"] == left
    browser.play(session)
    assert browser.post(f"{url}/deal", json={"hand_id": hand_id}).status_code == 409
    assert browser.get(f"{url}/statistics").json()["hands"] == 2


def test_many_draws_at_once_are_one(running: Running, browser: Browser) -> None:
    session = browser.open(mode="test")
    hand = browser.deal(session)
    secret = browser.cookies[COOKIE]

    def draw(mask: int) -> int:
        one = running.browser()
        one.cookies.set(COOKIE, secret)
        return one.draw(session, hand["hand_id"], mask).status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(draw, range(8)))
    assert sorted(statuses) == [200, *[409] * 7]
    stats = browser.get(f"/api/videopoker/sessions/{session}/statistics").json()
    assert stats["hands"] == 1
    credits_now = browser.get("/api/player").json()["credits"]
    assert credits_now == 1_000 + stats["net_credits"]


@pytest.mark.parametrize(
    "body",
    [
        {"hold_mask": 32},
        {"hold_mask": -1},
        {"hold_mask": "3"},
        {"hold_mask": True},
        {"hold_mask": 3, "cards": ["As"]},
        {},
    ],
)
def test_a_misshapen_draw_is_one_line(browser: Browser, body: dict[str, Any]) -> None:
    session = browser.open()
    hand = browser.deal(session)
    url = f"/api/videopoker/sessions/{session}/draw"
    answer = browser.post(url, json={"hand_id": hand["hand_id"], **body})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]
    assert browser.get(f"/api/videopoker/sessions/{session}").json()["hands"] == 0


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"token=%ff", "application/x-www-form-urlencoded"),
        (b"token", "text/plain"),
        (b"--x", "multipart/form-data"),
        (b"&".join(b"a=%d" % i for i in range(300)), "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_form_is_one_line(browser: Browser, content: bytes, kind: str) -> None:
    answer = browser.post("/videopoker/play", content=content, headers={"Content-Type": kind})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


def test_moves_are_limited_per_player_in_one_line() -> None:
    rules = {**RULES, "move": Rate("moves", "player", 3, 0.001)}
    with Running(rules=rules) as running:
        browser, other = running.browser(), running.browser("10.0.0.2")
        session = browser.open()
        hand = browser.deal(session)
        browser.draw(session, hand["hand_id"], 0)
        answer = browser.post(
            f"/api/videopoker/sessions/{session}/deal", json={"hand_id": str(uuid4())}
        )
        assert answer.status_code == 429
        assert answer.json()["error"].startswith("too many moves: try again in")
        assert int(answer.headers["retry-after"]) >= 1
        assert other.deal(other.open())["state"] == "dealt"


def test_addresses_are_limited_and_networks_are_one() -> None:
    rules = {**RULES, "newcomer": Rate("new players", "address", 2, 0.01)}
    with Running(rules=rules) as running:
        for end in ("1", "2"):
            running.browser(f"2001:db8::{end}").open()
        third = running.browser("2001:db8::ffff")
        answer = third.post("/api/videopoker/sessions", json={"session_id": str(uuid4())})
        assert answer.status_code == 429
        running.browser("2001:db8:1::1").open()


def test_a_bucket_fills_up_again() -> None:
    now = [0.0]
    limits = RateLimits({"x": Rate("things", "player", 2, 0.5)}, lambda: now[0])
    limits.take("x", "a")
    limits.take("x", "a")
    with pytest.raises(TooManyRequestsError, match="too many things: try again in 2 s"):
        limits.take("x", "a")
    limits.take("x", "b")
    now[0] = 2.0
    limits.take("x", "a")
    with pytest.raises(TooManyRequestsError):
        limits.take("x", "a")
