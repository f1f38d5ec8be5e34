"""``gutshot serve``: the web app on this machine, and a browser that looks at it."""

from __future__ import annotations

import asyncio
import gc
import importlib
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING, Final

import uvicorn

from gutshot import compiled
from gutshot.errors import InputError
from gutshot.paigow.setting import Setting
from gutshot.render.payload import hold_payload
from gutshot.storage import Database
from gutshot.videopoker import analyse_hand, games
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.web.app import LOOPBACK_NAMES, create_app
from gutshot.web.gathered_writes import GatheringProtocol
from gutshot.web.guards import LONGEST_MESSAGE_BYTES
from gutshot.web.health import LoopWatch

if TYPE_CHECKING:
    from fastapi import FastAPI

    from gutshot.web.rooms import Rooms

__all__ = ["DEFAULT_PORT", "Warming", "serve"]

DEFAULT_PORT: Final = 8000
"""The port that is tried when none is asked for; a free one stands in when it is taken."""

_SWITCH_S: Final = 0.0005
"""After so long a thread that computes lets others on: the loop gives the GIL up at every send, and
would wait ten times as long to get it back while a thread prepares a commit."""

_WARM: Final = "from gutshot.compiled import warm; warm()"
_BACKLOG: Final = 128
_HIGHEST_PORT: Final = 65_535


class Warming:
    """Compiles the kernels in a process of its own: compiling in a thread would hold the GIL."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        # Without a cache folder no other process can compile for this one.
        if compiled.cache_dir() is not None and not compiled.is_warm():
            command = [sys.executable, "-c", _WARM]
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603

    def done(self) -> bool:
        """Say whether it has ended; if it failed, this process compiles what it needs."""
        return self._process is None or self._process.poll() is not None

    def stop(self) -> None:
        """End it, for instance when the server ends first."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()


class _Server(uvicorn.Server):
    """A server that says where it is as soon as it listens."""

    def __init__(
        self,
        app: FastAPI,
        config: uvicorn.Config,
        url: str,
        watch: LoopWatch,
        *,
        open_browser: bool,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._url = url
        self._open_browser = open_browser
        self._watch = watch

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, print the address, open the browser."""
        await super().startup(sockets)
        self._watch.start()
        _say(f"Gutshot is at {self._url} (Ctrl-C ends it)")
        if self._open_browser:
            # A browser may take seconds to start; requests must not wait for it.
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the jobs first: pages that watch them let go of their connections then."""
        rooms: Rooms | None = getattr(self._app.state, "rooms", None)
        if rooms is not None:
            await asyncio.to_thread(rooms.runner.shutdown)
        await super().shutdown(sockets)


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    open_browser: bool = True,
    database: str | None = None,
) -> None:
    """Serve the web app until Ctrl-C.

    Parameters
    ----------
    host
        The address to listen at; only a loopback address checks the Host header of requests.
    port
        1..65535; 0 takes 8000 or, when that is taken, any free one.
    open_browser
        Whether to show the page at once.
    database
        Where hands are kept, a URL; None for the user's own file.

    Raises
    ------
    InputError
        When the address or the port can't be listened at.
    StorageError
        When the database can't be used.
    """
    listener = _listen(host, port)
    try:
        opened = Database.open(database)  # here, so that a refusal is one line
    except BaseException:
        listener.close()
        raise
    # the server raises the signal again when it has stopped: what is below must still be ended
    before = signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    warming = Warming()
    _prepare()
    app = _app(host, warming, opened)
    app.state.loop_watch = watch = LoopWatch()
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{listener.getsockname()[1]}/"
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        ws=GatheringProtocol,
        ws_max_size=LONGEST_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # messages are short, and 200 compressors are not
    )
    try:
        _Server(app, config, url, watch, open_browser=open_browser).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn raises it again after it has stopped
    finally:
        warming.stop()
        signal.signal(signal.SIGTERM, before)
        opened.close()
        listener.close()


def _prepare() -> None:
    """Load what the first requests would load while all others wait: it holds the GIL."""
    importlib.import_module("gutshot.videopoker._kernels")
    for table in {table.deck.name: table for table in games()}.values():
        hold_payload(analyse_hand(range(5), table))
        _ = deal_classes(table.deck.jokers).rows
    Setting((12, 8, 4, 0, 51), (47, 43)).high_name  # noqa: B018 - the tables of strengths are made
    sys.setswitchinterval(_SWITCH_S)
    # What stays for good is looked at once: a full collection over it takes a tenth of a second.
    gc.collect()
    gc.freeze()


def _app(host: str, warming: Warming, database: Database) -> FastAPI:
    loopback = host in {"localhost", "::1"} or host.startswith("127.")
    hosts = (*LOOPBACK_NAMES, host) if loopback else ("*",)
    return create_app(ready=warming.done, hosts=hosts, database=database)


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= _HIGHEST_PORT:
        raise InputError(f"port {port} is none: ports are 1..{_HIGHEST_PORT}, 0 for a free one")
    wishes = (port,) if port else (DEFAULT_PORT, 0)
    refused: OSError | None = None
    for wish in wishes:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, wish, type=socket.SOCK_STREAM
            )[0]
            listener = socket.socket(family, kind, protocol)
        except OSError as error:
            raise InputError(f"can't listen at {host}: {error.strerror or error}") from None
        try:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(_BACKLOG)
        except OSError as error:
            listener.close()
            refused = error
            continue
        return listener
    reason = refused.strerror if refused else ""
    where = f"{host}:{port}" if port else host
    raise InputError(f"can't listen at {where}: {reason}; choose another port, or 0 for a free one")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - stderr is where progress goes
