"""A mistake is answered with one line that says what was wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gutshot.web.guards import LONGEST_BODY_BYTES

if TYPE_CHECKING:
    import httpx
    from tests.web.conftest import Client

API = "/api/videopoker"


def error_line(answer: httpx.Response, status: int = 422) -> str:
    assert answer.status_code == status, answer.text
    found = answer.json()
    assert list(found) == ["error"]
    line = found["error"]
    assert isinstance(line, str)
    assert line
    assert "\n" not in line
    assert "Traceback" not in line
    assert len(line) < 1_000
    return line


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("hold", "hand"),
        ("hold?hand=", "5"),
        ("hold?hand=AsKsQsJs", "5"),
        ("hold?hand=AsKsQsJs2d3d", "5"),
        ("hold?hand=AsAsQsJs2d", "As"),
        ("hold?hand=AsKsQsJsJk", "Jk"),
        ("hold?hand=AsKsQsJs2x", "2x"),
        ("hold?hand=AsKsQsJs2d&pays=flush:x", "Flush"),
        ("hold?hand=AsKsQsJs2d&pays=flush", "flush:5"),
        ("return?pays=flush:-1", "negative"),
        ("return?pays=flush:1/0", "zero"),
        ("return?pays=flush:1e99", "Flush"),
        ("return?pays=flush:" + "9" * 100, "long"),
        ("return?pays=flush:9999999999999", "large"),
        ("return?pays=royal_flush:-", "royal"),
        ("return?pays=wild_royal:25", "can't occur"),
        ("return?pays=no_such_thing:25", "no_such_thing"),
        ("return?game=own", "royal_flush"),
        ("return?game=own&deck=tarot&pays=royal_flush:800", "tarot"),
        ("compare?a=jacks-or-better-9-6", "b"),
        ("compare?a=jacks-or-better-9-6&b=deuces-wild-full-pay", "deck"),
        ("deal?deck=tarot", "standard"),
    ],
)
def test_a_wrong_question_gets_one_line(client: Client, query: str, says: str) -> None:
    assert says in error_line(client.get(f"{API}/{query}"))


def test_an_unknown_game_is_answered_with_the_nearest(client: Client) -> None:
    line = error_line(client.get(f"{API}/return?game=jacks-or-beter-9-6"))
    assert "jacks-or-better-9-6" in line


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"hand": "AsKsQsJs2d", "pays": {"flush": "x"}}, "Flush"),
        ({"hand": "AsKsQsJs2d", "payz": {}}, "payz"),
        ({"hand": 5}, "hand"),
        ({"hand": "A" * 1_000}, "hand"),
        ({"hand": "AsKsQsJs2d", "pays": {f"c{i}": 1 for i in range(50)}}, "pays"),
        ({"hand": "AsKsQsJs2d", "pays": {"flush": [1]}}, "pays"),
        ([], "body"),
    ],
)
def test_a_wrong_body_gets_one_line(client: Client, body: object, says: str) -> None:
    assert says in error_line(client.post(f"{API}/hold", json=body))


def test_a_body_that_is_no_json_gets_one_line(client: Client) -> None:
    headers = {"Content-Type": "application/json"}
    line = error_line(client.post(f"{API}/hold", content=b"{", headers=headers))
    assert "JSON" in line


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"hand":"AsKsQsJs2d","pays":{"flush":' + b"9" * 5_000 + b"}}", "thousands of digits"),
        (b'{"hand":"AsKsQsJs2d","pays":{"flush":-' + b"9" * 60_000 + b"}}", "thousands of digits"),
        (b'{"hand":"\xff"}', "UTF-8"),
        (b"[" * 20_000, "nested"),
    ],
)
def test_a_body_that_cant_be_read_says_why(client: Client, body: bytes, says: str) -> None:
    headers = {"Content-Type": "application/json"}
    assert says in error_line(client.post(f"{API}/hold", content=body, headers=headers))


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b"[" * 20_000,
        b'{"hand":"AsKsQsJs2d","pays":{"\\ud800":1}}',
        b'{"hand":"AsKsQsJs2d","name":"\\ud800"}',
        b'{"hand":"AsKsQsJs2d","pays":{"flush":true}}',
        b'{"hand":"AsKsQsJs2d","pays":{"flush":NaN}}',
        b'{"hand":"AsKsQsJs2d","pays":{"flush":1e999}}',
        b'{"hand":"AsKsQsJs2d","pays":{"flush":' + b"9" * 5_000 + b"}}",
    ],
)
def test_a_hostile_body_gets_one_line(client: Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    error_line(client.post(f"{API}/hold", content=body, headers=headers))


def test_an_empty_body_gets_one_line(client: Client) -> None:
    error_line(client.post(f"{API}/hold"))


def test_a_body_without_end_is_not_read(client: Client) -> None:
    body = b"x" * (LONGEST_BODY_BYTES + 1)
    assert "too long" in error_line(client.post(f"{API}/hold", content=body), 413)


def test_an_address_without_end_is_not_read(client: Client) -> None:
    assert "too long" in error_line(client.get(f"{API}/hold?hand={'A' * 9_000}"), 414)


def test_no_address_ignores_a_parameter(client: Client) -> None:
    """Every operation of the interface refuses what it does not list, and says what it takes."""
    document = client.get("/api/openapi.json").json()
    asked = 0
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "get" or "{" in path:
                continue
            asked += 1
            line = error_line(client.get(f"{path}?foo=1"))
            taken = [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
            right = f"it takes {', '.join(taken)}" if taken else "it takes none"
            assert line == f"'foo' is no parameter of this address: {right}"
    assert asked >= 12


def test_a_body_takes_no_parameters_beside_it(client: Client) -> None:
    body = {"hand": "AsKsQsJs2d"}
    assert client.post(f"{API}/hold", json=body).status_code == 200
    line = error_line(client.post(f"{API}/hold?game=bonus-poker-8-5", json=body))
    assert line == "'game' is no parameter of this address: what it takes stands in the body"


def test_an_unknown_operation_and_a_wrong_method(client: Client) -> None:
    error_line(client.get(f"{API}/nothing"), 404)
    error_line(client.post(f"{API}/games"), 405)


def test_a_crash_tells_nothing_of_the_inside(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("secret path /home/somebody")

    monkeypatch.setattr("gutshot.web.vp_api.analyse_hand", crash)
    line = error_line(client.get(f"{API}/hold?hand=AsKsQsJs2d"), 500)
    assert "secret" not in line
