"""The computer players' returns: worked out by a job, kept, watched, cancelled."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.trainer_client import Browser, Running

from gutshot.storage import Database
from gutshot.videopoker import game
from gutshot.web.identity import Visitor
from gutshot.web.job_pages import _stream
from gutshot.work.player_returns import RETURNS

if TYPE_CHECKING:
    from collections.abc import Iterator

JACKS = RETURNS.job_id(game("jacks-or-better-9-6"))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('jobs') / 'gutshot.db'}"


@pytest.fixture(scope="module")
def running(url: str) -> Iterator[Running]:
    with Running(url) as opened:
        yield opened


def returns(browser: Browser, url: str = "/api/videopoker/players") -> dict[str, Any]:
    until = time.monotonic() + 200
    while time.monotonic() < until:
        answer = browser.get(url)
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found
        assert answer.status_code == 202, answer.text
        time.sleep(0.2)
    raise AssertionError(url)


def test_the_stream_tells_how_a_job_goes_and_ends_with_it(running: Running) -> None:
    rooms = running.app.state.rooms
    table = game("jacks-or-better-9-6")
    rooms.runner.submit(RETURNS.kind, RETURNS.inputs(table), job_id=JACKS)

    async def listen() -> list[str]:
        who = Visitor(None, "", "127.0.0.1")
        return [text async for text in _stream(rooms, rooms.runner.subscribe(JACKS), who)]

    told = running.run(listen())
    assert told[-1].startswith("event: end")
    states = [json.loads(text.removeprefix("data: ")) for text in told if 'data: {"' in text]
    assert states[-1]["state"] == "done"
    assert states[-1]["progress"] == 1
    assert [one["progress"] for one in states] == sorted(one["progress"] for one in states)
    assert rooms.streams == 0


def test_returns_are_worked_out_in_another_process_and_kept(running: Running) -> None:
    browser = running.browser()
    page = browser.get("/videopoker/players").text
    assert "Computing: each player plays every deal there is." in page or "99.543904" in page
    assert "chance 1/4" in page
    found = returns(browser)
    assert found["levels"]["hard"]["return"] == "1653526326983/1661102543100"
    assert found["levels"]["easy"]["return"] == "11811804153131/13288820344800"
    assert len(found["levels"]["normal"]["dearest"]) == 5
    page = browser.get("/videopoker/players").text
    assert "99.543904" in page
    assert "16,353,317/19,315,145,850" in page
    assert page.count('class="slots"') >= 10
    link = re.findall(r'<a href="(/videopoker\?[^"]+)" class="slots"', page)[0]
    assert browser.get(link.replace("&amp;", "&")).status_code == 200
    assert running.app.state.rooms.runner.status(JACKS).attempt == 1


def test_an_own_table_is_worked_out_only_when_it_is_asked_for(running: Running) -> None:
    browser, other = running.browser(), running.browser()
    url = "/videopoker/players?game=own&deck=joker&name=Mine&pays=royal_flush:800,flush:5"
    page = browser.get(url).text
    assert "Work out what they return" in page
    assert "does not play this game" in page
    assert browser.get("/api/jobs").json()["jobs"] == other.get("/api/jobs").json()["jobs"]
    fields = {"game": "own", "deck": "joker", "name": "Mine", "pays": "royal_flush:800,flush:5"}
    answer = browser.send("/videopoker/players", fields)
    assert answer.status_code == 303
    (job,) = [one for one in browser.get("/api/jobs").json()["jobs"] if not one["finished"]]
    assert "Mine" not in json.dumps(job)
    assert job["may_cancel"]
    other.open()
    assert other.post(f"/api/jobs/{job['id']}/cancel").status_code == 403
    assert "Cancel" in browser.get("/jobs").text
    assert browser.send(f"/jobs/{job['id']}/cancel").status_code == 303
    until = time.monotonic() + 20
    while running.app.state.rooms.runner.status(job["id"]).state != "cancelled":
        assert time.monotonic() < until
        time.sleep(0.1)
    assert "The computation was cancelled" in browser.get(url).text
    assert browser.send("/videopoker/players", fields).status_code == 303
    assert "Computing" in browser.get(url).text
    assert browser.post(f"/api/jobs/{job['id']}/cancel").status_code == 200


def test_an_own_table_that_nobody_asked_for_is_not_found(running: Running) -> None:
    url = "/api/videopoker/players?game=own&pays=royal_flush:77"
    assert running.browser().get(url).status_code == 404


def test_an_unknown_job_is_one_line(running: Running) -> None:
    browser = running.browser()
    browser.open()
    assert browser.post("/api/jobs/nothing/cancel").status_code == 404
    assert browser.send("/jobs/nothing/cancel").status_code == 404
    assert browser.get("/jobs/events?job=nothing").status_code == 404


def test_results_and_hands_outlive_the_server(running: Running, url: str) -> None:
    first = returns(running.browser())
    browser = running.browser()
    session = browser.open(mode="test")
    hand = browser.deal(session)
    with Running(url) as later:
        assert later.browser().get("/api/videopoker/players").json() == first
        again = later.browser()
        again.cookies.update(browser.cookies)
        assert again.draw(session, hand["hand_id"], 31).json()["final"] == hand["deal"]


def test_the_database_is_closed_with_the_app() -> None:
    database = Database.open("sqlite://")
    with Running(database) as running:
        threads = running.app.state.rooms.runner._threads
        assert any(thread.is_alive() for thread in threads)
    assert not any(thread.is_alive() for thread in threads)
