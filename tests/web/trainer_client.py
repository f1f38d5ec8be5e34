"""A browser of one player against an app that is really running: startup, cookies, shutdown."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import uuid4

import httpx

from gutshot.web.app import create_app
from gutshot.web.rate_limits import RULES, Rate, RateLimits

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from gutshot.storage import Database

T = TypeVar("T")

BASE = "http://127.0.0.1:8000"
PATIENT = {name: Rate(rule.what, rule.per, 100_000, 1.0) for name, rule in RULES.items()}


class Running:
    """An app between its startup and its shutdown, on a loop in a thread of its own."""

    def __init__(
        self,
        database: Database | str = "sqlite://",
        rules: Mapping[str, Rate] = PATIENT,
    ) -> None:
        self.app = create_app(database=database, rates=RateLimits(rules))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._lifespan = self.app.router.lifespan_context(self.app)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(200)

    def __enter__(self) -> Self:
        self._thread.start()
        self.run(self._lifespan.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._lifespan.__aexit__(None, None, None))
        self.run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def browser(self, address: str = "127.0.0.1") -> Browser:
        return Browser(self, address)


class Browser:
    """Keeps cookies, follows no redirects, fills in the tokens of forms."""

    def __init__(self, running: Running, address: str) -> None:
        self._running = running
        transport = httpx.ASGITransport(
            running.app, raise_app_exceptions=False, client=(address, 50_000)
        )
        self._client = httpx.AsyncClient(transport=transport, base_url=BASE)

    @property
    def cookies(self) -> httpx.Cookies:
        return self._client.cookies

    def request(self, method: str, url: str, **options: object) -> httpx.Response:
        arguments = cast("dict[str, Any]", options)
        return self._running.run(self._client.request(method, url, **arguments))

    def get(self, url: str, **options: object) -> httpx.Response:
        return self.request("GET", url, **options)

    def post(self, url: str, **options: object) -> httpx.Response:
        return self.request("POST", url, **options)

    def token(self) -> str:
        found = re.search(r'name="token" value="([^"]+)"', self.get("/videopoker/play").text)
        assert found
        return found[1]

    def send(
        self, url: str, fields: Mapping[str, object] | None = None, **options: object
    ) -> httpx.Response:
        """Send a form with the token that a page would have carried."""
        return self.post(url, data={"token": self.token(), **(fields or {})}, **options)

    def sit_down(self, **settings: object) -> str:
        """Open a session by the form and return its id."""
        session_id = str(uuid4())
        answer = self.send("/videopoker/play", {"session_id": session_id, **settings})
        assert answer.status_code == 303, answer.text
        assert answer.headers["location"] == f"/videopoker/play/{session_id}"
        return session_id

    def open(self, **settings: object) -> str:
        """Open a session by JSON and return its id."""
        session_id = str(uuid4())
        body = {"session_id": session_id, **settings}
        answer = self.post("/api/videopoker/sessions", json=body)
        assert answer.status_code == 200, answer.text
        return session_id

    def deal(self, session_id: str) -> dict[str, Any]:
        url = f"/api/videopoker/sessions/{session_id}/deal"
        answer = self.post(url, json={"hand_id": str(uuid4())})
        assert answer.status_code == 200, answer.text
        hand: dict[str, Any] = answer.json()
        return hand

    def draw(self, session_id: str, hand_id: str, mask: int, **more: object) -> httpx.Response:
        url = f"/api/videopoker/sessions/{session_id}/draw"
        return self.post(url, json={"hand_id": hand_id, "hold_mask": mask, **more})

    def play(self, session_id: str, mask: int = 0) -> dict[str, Any]:
        """Deal and draw one hand."""
        hand = self.deal(session_id)
        drawn: dict[str, Any] = self.draw(session_id, hand["hand_id"], mask, insist=True).json()
        return drawn
