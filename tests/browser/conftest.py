"""A real server in a process of its own, and a real Chromium that may speak to nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

SERVE = "from gutshot.web.server import serve; serve(open_browser=False)"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # no name but this machine's number is found; a route would ask Python about every file
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

# A busy machine answers late, which is no fault of the page.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a running server, without a slash at its end."""
    # a folder of its own: charts solved there are none of the tests' that look for the nearest one
    home = os.environ | {"GUTSHOT_DATA_DIR": str(tmp_path_factory.mktemp("served"))}
    command = [sys.executable, "-c", SERVE]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=home) as run:
        assert run.stderr
        line = run.stderr.readline()
        if "http://" not in line:
            run.kill()
            pytest.fail(f"the server did not start: {line}{run.stderr.read()}")
        yield line.partition("at ")[2].partition("/ ")[0]
        run.terminate()


# Per module: playwright keeps an event loop running in its thread as long as it lives.
@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium_path, args=ARGUMENTS)
        yield opened
        opened.close()


@contextmanager
def opening(browser: Browser, server_url: str) -> Generator[Callable[..., Page], None, None]:
    """Offer a function that opens an address of the server in a browser window of its own.

    It fails in the end when a page asked for anything from elsewhere, broke its policy, or threw.
    """
    contexts: list[BrowserContext] = []
    strays: list[str] = []
    complaints: list[str] = []

    def asked(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.hostname != "127.0.0.1":
            strays.append(request.url)

    def heard(said: ConsoleMessage) -> None:
        # Chromium reports a page with an error status of its own as a failure to load it.
        if said.type == "error" and "status of 4" not in said.text:
            complaints.append(said.text)

    def opened(path: str, *, width: int = 1280, **options: object) -> Page:
        height = 740 if width < 600 else 900
        context = browser.new_context(
            viewport={"width": width, "height": height},
            **options,  # type: ignore[arg-type]
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("request", asked)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server_url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not strays
    assert not complaints


@pytest.fixture
def open_page(browser: Browser, server_url: str) -> Iterator[Callable[..., Page]]:
    """Return a function that opens an address of the server in a browser window of its own.

    The test fails when a page asks for anything from elsewhere, breaks its own policy, or throws.
    """
    with opening(browser, server_url) as opened:
        yield opened


@pytest.fixture(scope="module")
def open_once(browser: Browser, server_url: str) -> Iterator[Callable[..., Page]]:
    """Return a function that opens an address once for all tests of a file that only look at it.

    prepare : what is done to a page when it was opened. name : tells apart what was done to one.
    """
    kept: dict[tuple[str, str], Page] = {}
    with opening(browser, server_url) as opened:

        def once(
            path: str, prepare: Callable[[Page], object] | None = None, name: str = ""
        ) -> Page:
            if (path, name) not in kept:
                page = opened(path, reduced_motion="reduce")
                if prepare is not None:
                    prepare(page)
                kept[path, name] = page
            return kept[path, name]

        yield once
