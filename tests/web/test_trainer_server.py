"""The trainer behind a real server: its database, its end, and a loop that never waits."""

from __future__ import annotations

import inspect
import json
import signal
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import pytest
from fastapi.routing import APIRoute

from gutshot.storage import StorageError
from gutshot.web import server
from gutshot.web.app import _ROUTERS

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

START = "from gutshot.web.server import serve; serve(open_browser=False, database={database!r})"


@contextmanager
def serving(database: str) -> Generator[tuple[subprocess.Popen[str], int]]:
    """Run a server and yield its process and its port."""
    command = [sys.executable, "-c", START.format(database=database)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        line = process.stderr.readline()
        try:
            yield process, int(line.partition("127.0.0.1:")[2].partition("/")[0])
        finally:
            process.kill()


@contextmanager
def connected(port: int) -> Generator[HTTPConnection]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        yield connection
    finally:
        connection.close()


def post(connection: HTTPConnection, url: str, body: object, cookie: str = "") -> tuple[str, str]:
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    connection.request("POST", url, json.dumps(body), headers)
    answer = connection.getresponse()
    assert answer.status == 200
    return answer.read().decode(), (answer.headers["set-cookie"] or "").partition(";")[0]


def test_hands_are_where_the_database_was_named_and_outlive_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    body = {"session_id": "session-one"}
    with serving(f"sqlite:///{file}") as (process, port), connected(port) as connection:
        _, cookie = post(connection, "/api/videopoker/sessions", body)
        url = "/api/videopoker/sessions/session-one"
        dealt, _ = post(connection, f"{url}/deal", {"hand_id": "hand-one-one"}, cookie)
        process.kill()
        process.wait()
    assert file.stat().st_mode & 0o077 == 0
    with serving(f"sqlite:///{file}") as (_, port), connected(port) as connection:
        again, _ = post(connection, f"{url}/deal", {"hand_id": "hand-one-one"}, cookie)
        assert again == dealt


def test_it_ends_at_once_while_pages_watch_and_jobs_run(tmp_path: Path) -> None:
    with (
        serving(f"sqlite:///{tmp_path / 'g.db'}") as (process, port),
        connected(port) as watching,
        connected(port) as asking,
    ):
        asking.request("GET", "/api/videopoker/players")
        assert asking.getresponse().status == 202
        watching.request("GET", "/jobs/events")
        answer = watching.getresponse()
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.readline().startswith(b"data: ")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert process.stderr
        assert process.stderr.read() == ""
        assert b"event: end" in answer.read()


@pytest.mark.parametrize("database", ["mysql://x", "sqlite:////proc/nowhere/g.db", "hands.db"])
def test_a_database_that_cannot_be_used_is_one_line(database: str) -> None:
    with pytest.raises(StorageError) as caught:
        server.serve(open_browser=False, database=database)
    assert "\n" not in str(caught.value)


def test_no_handler_runs_on_the_loop_but_the_one_that_only_waits() -> None:
    waiting = {
        route.endpoint.__name__
        for router in _ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute) and inspect.iscoroutinefunction(route.endpoint)
    }
    assert waiting <= {"events", "health"}
