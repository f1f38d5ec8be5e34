"""The server as a process: where it says it is, how it ends, what it refuses."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gutshot import compiled
from gutshot.errors import InputError
from gutshot.web import server

if TYPE_CHECKING:
    from collections.abc import Iterator

START = "from gutshot.web.server import serve; serve(port={port}, open_browser=False)"


def start(port: int, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", START.format(port=port)],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | more,
    )


@pytest.fixture
def running() -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = start(0)
    assert process.stderr
    line = process.stderr.readline()
    assert line.startswith("Gutshot is at http://127.0.0.1:"), line
    yield process, int(line.partition("127.0.0.1:")[2].partition("/")[0])
    process.kill()
    process.communicate()


def test_it_says_where_it_is_and_ends_on_ctrl_c(
    running: tuple[subprocess.Popen[str], int],
) -> None:
    process, port = running
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/videopoker?hand=AsKsQsJs2d")
    answer = connection.getresponse()
    assert answer.status == 200
    assert b"872/47" in answer.read()
    connection.close()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 0
    assert process.stderr
    assert "Traceback" not in process.stderr.read()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are read from /proc")
def test_what_it_has_started_ends_with_it(tmp_path: Path) -> None:
    """On an empty cache kernels are compiled beside it: told to end, it ends that too."""
    process = start(0, XDG_CACHE_HOME=str(tmp_path))
    try:
        assert process.stderr
        assert process.stderr.readline().startswith("Gutshot is at")
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(
            encoding="utf-8"
        )
        compiling = [number for number in listed.split() if "warm()" in command(number)]
        assert compiling
        process.terminate()
        assert process.wait(timeout=20) == 128 + signal.SIGTERM
        assert "Traceback" not in process.stderr.read()
        assert not any("warm()" in command(number) for number in compiling)
    finally:
        process.kill()
        process.communicate()


def command(number: str) -> str:
    """Return the words that a process was started with, "" when there is none any more."""
    try:
        return Path(f"/proc/{number}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return ""


def test_a_taken_port_is_refused_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"127.0.0.1:{port}.*choose another port") as caught:
            server.serve(port=port, open_browser=False)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("port", [-1, 65_536])
def test_a_port_that_is_none_is_refused(port: int) -> None:
    with pytest.raises(InputError, match="ports are"):
        server.serve(port=port, open_browser=False)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(InputError, match="can't listen"):
        server.serve(host="192.0.2.1", open_browser=False)


def test_a_free_port_stands_in_for_the_usual_one() -> None:
    first = server._listen("127.0.0.1", 0)
    second = server._listen("127.0.0.1", 0)
    assert first.getsockname()[1] != second.getsockname()[1]
    first.close()
    second.close()


def test_kernels_are_warmed_in_another_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setattr(compiled, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(compiled, "is_warm", lambda: False)
    monkeypatch.setattr(server, "_WARM", "import time; time.sleep(60)")
    threads = threading.active_count()
    warming = server.Warming()
    assert not warming.done()
    assert threading.active_count() == threads
    warming.stop()
    assert warming.done()


def test_without_a_cache_nothing_is_warmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_dir", lambda: None)
    assert server.Warming().done()
