"""The line to a table: addresses, lost connections, servers that say something else."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from gutshot.cli.paigow_line import Line, parse_address
from gutshot.cli.server_secrets import keep_secret, kept_secret
from gutshot.errors import InputError
from gutshot.paigow.table import open_table, sit, snapshot, table, table_facts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from websockets.http11 import Request, Response

    Handler = Callable[[ServerConnection], Awaitable[None]]

CONFIG = table("fortune")


@pytest.mark.parametrize(
    ("typed", "live"),
    [
        ("http://localhost:8000/paigow/table/fortune", "ws://localhost:8000/paigow/table/fortune"),
        ("localhost:8000/paigow/table/fortune/", "ws://localhost:8000/paigow/table/fortune"),
        ("https://cards.example/a/paigow/table/b-2", "wss://cards.example/a/paigow/table/b-2"),
        ("ws://[::1]:80/paigow/table/x/live", "ws://[::1]:80/paigow/table/x"),
    ],
)
def test_addresses_as_invitations_have_them(typed: str, live: str) -> None:
    address = parse_address(typed)
    assert address.live == f"{live}/live"
    assert address.server == live.removesuffix(f"/paigow/table/{address.table}")


@pytest.mark.parametrize(
    "typed",
    ["", "fortune", "http://x/", "http:///paigow/table/x", "ftp://x/paigow/table/x", "http://[::1",
     "http://x:port/paigow/table/x", "http://x/paigow/table/A", "http://a:b@x/paigow/table/x"],
)  # fmt: skip
def test_other_addresses_are_refused(typed: str) -> None:
    with pytest.raises(InputError, match="is no table's address; give one like http://"):
        parse_address(typed)


def test_secrets_are_kept_for_the_user_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path / "new"))
    assert kept_secret("ws://a") == ""
    keep_secret("ws://a", "one")
    keep_secret("ws://b", "two")
    assert (kept_secret("ws://a"), kept_secret("ws://b"), kept_secret("ws://c")) == (
        "one",
        "two",
        "",
    )
    (file,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for broken in ("[1]", "{", '{"ws://a": 1}'):
        file.write_text(broken, encoding="utf-8")
        assert kept_secret("ws://a") == ""
    keep_secret("ws://a", "three")
    assert kept_secret("ws://a") == "three"


class Heard:
    """A line at a server on this machine, and what it showed and told."""

    def __init__(self, port: int, *, watch: bool = False) -> None:
        self.views: list[dict[str, Any]] = []
        self.told: list[str] = []
        self.kept: list[str] = []
        self.line = Line(
            parse_address(f"http://127.0.0.1:{port}/paigow/table/fortune"),
            "",
            watch=watch,
            show=lambda _facts, view: self.views.append(view),
            tell=self.told.append,
            keep=self.kept.append,
        )


def messages(number: int, name: str = "Ann") -> list[str]:
    """Return what a server sends to who has just come."""
    view = snapshot(sit(open_table(CONFIG), "ann", name).state, "ann", 1_000)
    you = view.pop("you")
    facts = table_facts(CONFIG)
    return [
        json.dumps({"type": "hello", "player": "ann", "facts": facts, "number": number}),
        json.dumps({"type": "table", "number": number, "words": [], "table": view}),
        json.dumps({"type": "you", "number": number, "you": you}),
    ]


async def at_server(
    handler: Handler,
    visit: Callable[[Heard], Awaitable[None]],
    *,
    watch: bool = False,
    answer: Callable[[ServerConnection, Request], Response | None] | None = None,
) -> Heard:
    """Run a visit at a server with this handler; what ends the line ends the visit."""

    def with_cookie(_: ServerConnection, request: Request, response: Response) -> None:
        if "Cookie" not in request.headers:
            response.headers["Set-Cookie"] = "gutshot_player=s3cret; Path=/; HttpOnly"

    async with serve(
        handler, "127.0.0.1", 0, process_request=answer, process_response=with_cookie
    ) as server:
        heard = Heard(next(iter(server.sockets)).getsockname()[1], watch=watch)
        listening = asyncio.create_task(heard.line.listen())
        visiting = asyncio.ensure_future(visit(heard))
        done, _ = await asyncio.wait(
            {listening, visiting}, timeout=10, return_when="FIRST_COMPLETED"
        )
        for task in (listening, visiting):
            task.cancel()
        await asyncio.gather(listening, visiting, return_exceptions=True)
        assert done
        for task in done:
            task.result()
    return heard


def test_a_lost_line_is_taken_up_and_nothing_counts_twice() -> None:
    visits: list[tuple[str, str | None]] = []
    said: list[dict[str, str]] = []

    async def handler(connection: ServerConnection) -> None:
        assert connection.request is not None
        visits.append((connection.request.path, connection.request.headers.get("Cookie")))
        for text in messages(7):
            await connection.send(text)
        with suppress(ConnectionClosed):
            while True:
                said.append(json.loads(await connection.recv()))
                if len(said) == 1:  # carried out, perhaps, but the answer is lost
                    await connection.close(1001)
                    return
                answer = {
                    "type": "answer",
                    "id": said[-1]["id"],
                    "ok": len(said) == 2,
                    "line": "no",
                    **({"credits": 1_000} if len(said) == 2 else {}),
                }
                await connection.send(json.dumps(answer))

    async def visit(heard: Heard) -> None:
        await heard.line.shown.wait()
        assert await heard.line.say("bet main 5") == ""
        assert heard.line.credits == 1_000
        assert await heard.line.say("bet main 6") == "no"
        assert heard.line.credits is None

    heard = asyncio.run(at_server(handler, visit))
    live = "/paigow/table/fortune/live"
    assert visits == [
        (f"{live}?new=1", None),
        (f"{live}?new=1&after=7", "gutshot_player=s3cret"),
    ]
    assert [one["say"] for one in said] == ["bet main 5", "bet main 5", "bet main 6"]
    assert said[0]["id"] == said[1]["id"] != said[2]["id"]
    assert heard.told == ["The connection is lost; trying again ...", "Connected again."]
    assert heard.kept == ["s3cret"]
    assert heard.views[0]["you"]["wallet"] == 1_000


def test_who_watches_is_nobody() -> None:
    paths = []

    async def handler(connection: ServerConnection) -> None:
        assert connection.request is not None
        paths.append(connection.request.path)
        for text in messages(1):
            await connection.send(text)
        await connection.wait_closed()

    async def visit(heard: Heard) -> None:
        await heard.line.shown.wait()

    heard = asyncio.run(at_server(handler, visit, watch=True))
    assert paths == ["/paigow/table/fortune/live"]
    assert heard.kept == []


def test_a_server_does_not_move_the_cursor() -> None:
    async def handler(connection: ServerConnection) -> None:
        for text in messages(1, name="Bob\x1b[2J\u202e"):
            await connection.send(text)
        await connection.wait_closed()

    async def visit(heard: Heard) -> None:
        await heard.line.shown.wait()

    heard = asyncio.run(at_server(handler, visit))
    assert heard.views[0]["seats"][0]["name"] == "Bob [2J "


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ("no JSON", "sends what this version can't read; update Gutshot"),
        ('{"type": "table", "number": 1}', "sends what this version can't read"),
        ("[]", "sends what this version can't read"),
        (None, "there is no table 'fortune'"),
    ],
)
def test_servers_that_say_something_else_are_one_line(sent: str | None, says: str) -> None:
    async def handler(connection: ServerConnection) -> None:
        if sent is None:
            await connection.close(4404, "there is no table 'fortune'")
            return
        await connection.send(sent)
        await connection.wait_closed()

    async def visit(_: Heard) -> None:
        await asyncio.sleep(10)

    with pytest.raises(InputError, match=says):
        asyncio.run(at_server(handler, visit))


def test_servers_that_are_none_are_one_line() -> None:
    async def handler(connection: ServerConnection) -> None:
        await connection.close()

    async def visit(_: Heard) -> None:
        await asyncio.sleep(10)

    def refuse(connection: ServerConnection, _: Request) -> Response:
        return connection.respond(403, "no")

    with pytest.raises(InputError, match="refuses with 403; is that a Gutshot server"):
        asyncio.run(at_server(handler, visit, answer=refuse))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        heard = Heard(free.getsockname()[1])
        with pytest.raises(InputError, match=r"can't reach ws://127\.0\.0\.1"):
            asyncio.run(heard.line.listen())
