"""HEAD asks for everything that GET answers, but the body."""

from __future__ import annotations

from http.client import HTTPConnection
from typing import TYPE_CHECKING

import pytest
from tests.web.test_trainer_server import serving

from gutshot.web.static_files import static_url

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Client

URLS = [
    "/",
    "/videopoker",
    "/videopoker?hand=As&pays=flush:x",
    "/videopoker/method",
    "/preflop",
    "/evidence",
    "/nowhere",
    "/api",
    "/api/videopoker/games",
    "/api/videopoker/hold?hand=AsKsQsJs2d",
    "/api/videopoker/hold?hand=As",
    static_url("js/main.js"),
]
CHANGING = {"date", "set-cookie", "content-length"}


@pytest.mark.parametrize("url", URLS)
def test_head_is_get_without_its_body(client: Client, url: str) -> None:
    got, head = client.get(url), client.request("HEAD", url)
    assert head.status_code == got.status_code < 500
    assert head.content == b""
    assert got.content or got.status_code == 307
    for name, text in got.headers.items():
        assert name in head.headers
        if name not in CHANGING:
            assert head.headers[name] == text


def test_head_of_what_only_takes_commands_or_never_ends_is_refused(client: Client) -> None:
    assert client.request("HEAD", "/jobs/some/cancel").status_code == 405
    assert client.request("HEAD", "/jobs/events").status_code == 405


def test_a_connection_goes_on_after_head(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/hands.sqlite") as (_, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        for method in ("HEAD", "GET", "HEAD"):
            connection.request(method, "/api/videopoker/games")
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 200
            assert len(body) == (0 if method == "HEAD" else int(answer.headers["content-length"]))
        connection.close()
