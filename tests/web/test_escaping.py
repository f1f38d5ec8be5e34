"""Text from an address is text on the page, whatever it looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.conftest import Client

from gutshot.web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)",
    "</title><script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "a\r\nSet-Cookie: x=1",
    "\x00\ud7ff\u202e",
]
TABLE = "/videopoker?game=own&pays=royal_flush:800,flush:5&hand=AsKsQsJs2d&name="


@pytest.fixture(scope="module")
def opened() -> Iterator[Client]:
    client = Client(create_app())
    yield client
    client.close()


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "place",
    [
        TABLE,
        "/videopoker?hand=",
        "/videopoker?game=",
        "/videopoker?pays=flush:",
        "/videopoker?pays=",
        "/videopoker?sort=",
        "/videopoker?hold=",
        "/videopoker?add=1&add_pays=5&add_category=",
        "/videopoker?game=own&deck=",
        "/videopoker/compare?b=own&b_pays=royal_flush:800,x:1&b_name=",
        "/videopoker/compare?b=",
        "/videopoker/parts?game=own&pays=royal_flush:800&name=",
    ],
)
def test_hostile_text_stays_text(opened: Client, place: str, text: str) -> None:
    answer = opened.get(place + quote(text))
    if answer.status_code == 303:
        assert "\n" not in answer.headers["location"]
        answer = opened.get(answer.headers["location"])
    assert answer.status_code in {200, 422}
    assert "set-cookie" not in answer.headers
    for raw in ("<script>alert", "<img src=x", "' onfocus="):
        assert raw not in answer.text
    if text.startswith("{{") and "name=" in place:
        assert "{{ 7 * 7 }}" in answer.text


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "game",
                "hand",
                "pays",
                "hold",
                "sort",
                "deck",
                "name",
                "toggle",
                "flip",
                "pick",
                "drop",
                "undrop",
                "add",
                "add_category",
                "add_pays",
                "was",
                "was_deck",
                "was_hand",
                "pay.flush",
                "pay.",
                "pay.x",
                "reset",
                "clear",
            ]
        ),
        st.text(max_size=30),
        max_size=6,
    )
)
def test_no_address_breaks_the_page(opened: Client, query: dict[str, str]) -> None:
    answer = opened.get("/videopoker", params=query)
    assert answer.status_code in {200, 303, 422}
    if answer.status_code == 303:
        again = opened.get(answer.headers["location"])
        assert again.status_code in {200, 422}
