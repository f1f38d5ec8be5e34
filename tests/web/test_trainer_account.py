"""A name and a passphrase: on another device, and out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.trainer_client import Browser, Running

from gutshot.web.identity import COOKIE
from gutshot.web.rate_limits import RULES, Rate

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSPHRASE = "correct horse battery"  # noqa: S105 - of players who exist for a second


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


def named(running: Running, name: str) -> Browser:
    browser = running.browser()
    browser.open()
    sent = {"name": name, "passphrase": PASSPHRASE}
    assert browser.send("/player/name", sent).status_code == 303
    return browser


def test_a_name_brings_the_history_to_another_device(running: Running) -> None:
    first = named(running, "Ada")
    session = first.open()
    second = running.browser()
    answer = second.send("/player/login", {"name": "ada", "passphrase": PASSPHRASE})
    assert answer.status_code == 303
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert second.get(f"/api/videopoker/sessions/{session}").status_code == 200
    assert "You are Ada" in second.get("/videopoker/sessions").text
    assert second.cookies[COOKIE] != first.cookies[COOKIE]


def test_logging_out_takes_this_device_only(running: Running) -> None:
    first = named(running, "Bea")
    second = running.browser()
    second.send("/player/login", {"name": "Bea", "passphrase": PASSPHRASE})
    stolen = second.cookies[COOKIE]
    assert second.send("/player/logout").status_code == 303
    assert COOKIE not in second.cookies
    second.cookies.set(COOKIE, stolen)
    assert second.get("/api/player").json()["known"] is False
    assert first.get("/api/player").json()["name"] == "Bea"


def test_a_player_without_a_name_is_not_locked_out(running: Running) -> None:
    browser = running.browser()
    browser.open()
    answer = browser.send("/player/logout")
    assert answer.status_code == 409
    assert "Take a name" in answer.text
    assert browser.get("/api/player").json()["known"] is True


@pytest.mark.parametrize("name", ["Cleo", "nobody at all"])
def test_a_wrong_login_says_not_what_was_wrong(running: Running, name: str) -> None:
    if (
        running.browser()
        .post("/api/player/login", json={"name": "Cleo", "passphrase": PASSPHRASE})
        .is_error
    ):
        named(running, "Cleo")
    other = running.browser()
    answer = other.post("/api/player/login", json={"name": name, "passphrase": "wrong wrong"})
    assert answer.status_code == 422
    assert answer.json() == {"error": "this name and passphrase don't belong together"}
    assert not other.cookies


@pytest.mark.parametrize(
    ("name", "passphrase", "status"),
    [("Dora", "short", 422), ("", PASSPHRASE, 422), ("EVE", PASSPHRASE, 409)],
)
def test_a_name_that_cannot_be_kept_is_one_line(
    running: Running, name: str, passphrase: str, status: int
) -> None:
    if (
        name == "EVE"
        and running.browser()
        .post("/api/player/login", json={"name": "eve", "passphrase": PASSPHRASE})
        .is_error
    ):
        named(running, "eve")
    browser = running.browser()
    browser.open()
    sent = {"name": name, "passphrase": passphrase}
    assert browser.post("/api/player/name", json=sent).status_code == status
    assert browser.get("/api/player").json()["name"] is None


def test_a_stranger_has_no_name_to_keep(running: Running) -> None:
    browser = running.browser()
    sent = {"name": "Fay", "passphrase": PASSPHRASE}
    assert browser.post("/api/player/name", json=sent).status_code == 404


def test_guessing_is_slowed_down_for_the_address_and_for_the_name() -> None:
    rules = {**RULES, "passphrase": Rate("passphrases", "address and name", 3, 0.001)}
    sent = {"name": "Gus", "passphrase": "guess guess"}
    with Running(rules=rules) as running:
        browser = running.browser()
        for _ in range(3):
            assert browser.post("/api/player/login", json=sent).status_code == 422
        answer = browser.post("/api/player/login", json=sent)
        assert answer.status_code == 429
        elsewhere = running.browser("10.0.0.9")
        assert elsewhere.post("/api/player/login", json=sent).status_code == 429
