"""A client that asks the app without a network, and a reader of the forms in its pages."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from gutshot.web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI


class Client:
    """Requests to the app as a browser on this machine would send them; redirects stay visible."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        # A loop of its own thread: a browser test in the same process may have one running here.
        self._thread = ThreadPoolExecutor(1)

    def request(self, method: str, url: str, **options: object) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1:8000"
            ) as client:
                return await client.request(method, url, **cast("dict[str, Any]", options))

        return self._thread.submit(asyncio.run, ask()).result()

    def get(self, url: str, **options: object) -> httpx.Response:
        return self.request("GET", url, **options)

    def post(self, url: str, **options: object) -> httpx.Response:
        return self.request("POST", url, **options)

    def close(self) -> None:
        self._thread.shutdown()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    opened = Client(create_app())
    yield opened
    opened.close()


class Form(HTMLParser):
    """What a browser without scripts would send: the fields of a page's form and its buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons: set[tuple[str, str]] = set()
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: text or "" for name, text in attrs}
        if tag == "input" and "name" in found:
            self.fields[found["name"]] = found.get("value", "")
        elif tag == "button" and "name" in found:
            self.buttons.add((found["name"], found.get("value", "")))
        elif tag == "select":
            self._select = found.get("name", "")
        elif tag == "option" and (self._select not in self.fields or "selected" in found):
            self.fields[self._select] = found.get("value", "")


class Visitor:
    """Someone with a browser that runs no scripts."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.url = ""
        self.page = ""
        self.status = 0
        self.form = Form("")

    def open(self, url: str) -> Visitor:
        answer = self._client.get(url)
        for _ in range(3):
            if answer.status_code not in {303, 307}:
                break
            url = answer.headers["location"]
            answer = self._client.get(url)
        self.url, self.page, self.status = url, answer.text, answer.status_code
        self.form = Form(self.page)
        return self

    def submit(self, button: tuple[str, str] | None = None, **edits: str) -> Visitor:
        """Press a button, the form's first one by default, after editing fields.

        A double underscore in a field's name stands for its point.
        """
        fields = self.form.fields | {
            name.replace("__", ".", 1): text for name, text in edits.items()
        }
        if button is not None:
            assert button in self.form.buttons, f"no button {button}"
            fields[button[0]] = button[1]
        return self.open(str(httpx.URL("/videopoker", params=fields)))

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.url).query, keep_blank_values=True))


@pytest.fixture
def visitor(client: Client) -> Visitor:
    return Visitor(client)
