"""What every answer carries, and what is refused before it reaches a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import Client

from gutshot.web.app import create_app
from gutshot.web.static_files import static_url

if TYPE_CHECKING:
    import httpx

PAGES = [
    "/videopoker",
    "/videopoker?game=joker-poker-kings-20-7-5&hand=JkAsAhAdAc&pays=flush:5&hold=3",
    "/videopoker?hand=As&pays=flush:x",
    "/videopoker?game=own&deck=double-joker&name=Mine&pays=royal_flush:800,flush:5",
    "/videopoker/compare",
    "/videopoker/compare?a=jacks-or-better-9-6&b=deuces-wild-full-pay",
    "/videopoker?game=nothing-like-it",
    "/nowhere",
    "/api",
]
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'none'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'"
)


def guarded(answer: httpx.Response) -> None:
    assert answer.headers["content-security-policy"] == CSP
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("url", PAGES)
def test_every_page_is_guarded_and_not_kept(client: Client, url: str) -> None:
    answer = client.get(url)
    guarded(answer)
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "url", ["/", "/api/videopoker/games", "/api/videopoker/hold", "/static/x/y"]
)
def test_every_other_answer_is_guarded(client: Client, url: str) -> None:
    guarded(client.get(url))


@pytest.mark.parametrize("url", PAGES)
def test_no_page_needs_what_its_policy_forbids(client: Client, url: str) -> None:
    page = client.get(url).text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
    for script in re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL):
        assert not script.strip()


@pytest.mark.parametrize("url", PAGES)
def test_no_page_asks_for_anything_from_elsewhere(client: Client, url: str) -> None:
    page = client.get(url).text
    addresses = re.findall(r'(?:href|src|action)="([^"]*)"', page)
    assert addresses
    assert all(address.startswith(("/", "#")) or not address for address in addresses)
    assert not any(address.startswith("//") for address in addresses)


def test_scripts_and_styles_name_nothing_elsewhere(client: Client) -> None:
    from gutshot.web.static_files import _contents

    for path, content in _contents().items():
        text = content.decode().replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, path
        assert client.get(static_url(path)).content == content


def test_static_files_are_kept_for_ever_under_the_hash_of_their_content(client: Client) -> None:
    answer = client.get(static_url("js/main.js"))
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/static/000000000000/js/main.js").status_code == 404
    assert client.get(static_url("../templates/base.html")).status_code == 404


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "",
        "10.0.0.1",
        "localhost:",
        "localhost:x",
        "[::1",
        "localhost@evil.example",
        "localhost, evil.example",
    ],
)
def test_another_name_for_this_machine_is_refused(client: Client, host: str) -> None:
    answer = client.get("/videopoker", headers={"Host": host})
    assert answer.status_code == 400
    guarded(answer)


def test_the_refusal_of_another_name_is_a_page_with_a_way_out(client: Client) -> None:
    elsewhere = {"Host": "evil.example"}
    answer = client.get("/videopoker", headers=elsewhere)
    assert answer.headers["content-type"].startswith("text/html")
    assert "<h1>That is not the name of this server</h1>" in answer.text
    assert "127.0.0.1, localhost and [::1]" in answer.text
    assert 'href="http://127.0.0.1:8000/videopoker"' in answer.text
    assert "evil.example" not in answer.text
    sheet = static_url("css/shell.css")
    assert client.get(sheet, headers=elsewhere).status_code == 200


def test_the_refusal_of_another_name_is_json_for_a_program(client: Client) -> None:
    answer = client.get("/api/videopoker/games", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    assert "127.0.0.1" in answer.json()["error"]


@pytest.mark.parametrize("host", ["localhost:8000", "LOCALHOST", "127.0.0.1", "[::1]:8000"])
def test_the_loopback_names_are_answered(client: Client, host: str) -> None:
    assert client.get("/videopoker", headers={"Host": host}).status_code == 200


def test_a_server_for_others_answers_to_any_name() -> None:
    opened = Client(create_app(hosts=["*"]))
    answer = opened.get("/api", headers={"Host": "poker.example"})
    opened.close()
    assert answer.status_code == 200


def test_fastapis_own_pages_are_off(client: Client) -> None:
    assert client.get("/docs").status_code == 404
    assert client.get("/redoc").status_code == 404
    assert client.get("/openapi.json").status_code == 404


def test_the_api_page_lists_what_the_document_lists(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    page = client.get("/api").text
    for path in document["paths"]:
        assert path in page
        assert path.startswith("/api/")


def test_the_api_page_sets_names_as_code(client: Client) -> None:
    page = client.get("/api").text
    assert "<code>event_loop_delay_s</code>" in page
    assert "`" not in page


def test_a_page_that_is_not_there_says_so_once(client: Client) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert answer.text.lower().count("there is no such page") == 1


def test_a_form_that_is_too_long_is_answered_by_a_page(client: Client) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = b"text=" + b"x" * 70_000
    answer = client.post("/videopoker/strategy/own", content=body, headers=form)
    assert answer.status_code == 413
    assert answer.headers["content-type"].startswith("text/html")
    assert "<h1>That is too long to be read</h1>" in answer.text
    assert "at most 65,536 bytes are read." in answer.text
    guarded(answer)
    answer = client.post("/api/videopoker/strategy/judge", content=body, headers=form)
    assert answer.status_code == 413
    assert list(answer.json()) == ["error"]
