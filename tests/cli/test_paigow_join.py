"""``gutshot paigow join``: terminals at a real server's table, which is started again between."""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from gutshot.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

PATIENCE_S = 60


@contextmanager
def server(data: Path, port: int) -> Generator[None]:
    """Run a server with the tables of a data directory."""
    serve = f"from gutshot.web.server import serve; serve(open_browser=False, port={port})"
    where = {**os.environ, "GUTSHOT_DATA_DIR": str(data)}
    with subprocess.Popen(
        [sys.executable, "-c", serve], stderr=subprocess.PIPE, text=True, env=where
    ) as run:
        try:
            assert run.stderr is not None
            line = run.stderr.readline()
            assert "http://" in line, line
            yield
        finally:
            run.terminate()
            try:
                run.wait(PATIENCE_S)  # not its stderr, which what it has started may keep open
            except subprocess.TimeoutExpired:
                run.kill()
                pytest.fail("the server did not stop")


class Terminal:
    """A terminal in a process of its own, with its own user."""

    def __init__(self, home: Path, *arguments: str) -> None:
        where = {**os.environ, "GUTSHOT_DATA_DIR": str(home), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gutshot", "paigow", "join", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=where,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self.seen: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, text: str) -> list[str]:
        """Return the lines up to the one that has a text."""
        out: list[str] = []
        while not out or text not in out[-1]:
            try:
                out.append(self._lines.get(timeout=PATIENCE_S))
            except queue.Empty:
                pytest.fail(f"never saw {text!r}, but {self.seen + out}")
        self.seen += out
        return out

    def end(self) -> None:
        self.process.kill()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@pytest.fixture
def running() -> Iterator[ExitStack]:
    """Return what ends every process of a test."""
    with ExitStack() as stack:
        yield stack


def come(running: ExitStack, home: Path, *arguments: str) -> Terminal:
    terminal = Terminal(home, *arguments)
    running.callback(terminal.end)
    return terminal


def play_a_round(ann: Terminal, bob: Terminal, eve: Terminal) -> None:
    """Play a round in which nobody sees another's cards before they are shown."""
    ann.type("bet fortune 5", "bet main 20")
    ann.until("for the others to bet")
    bob.type("bet main 10")
    ann.until("Round 1 is dealt")
    dealt = ann.until(" 1   2   3   4   5   6   7")[-2].split()
    assert len(dealt) == 7
    bob.until(" 1   2   3   4   5   6   7")
    eve.until("Round 1 is dealt")
    own = set(bob.seen[-2].split())
    assert not own & set(dealt)
    assert not any(card in line.split() for line in bob.seen + eve.seen for card in dealt)
    ann.type("house", "set")
    bob.until("has set.")
    bob.type("house", "set")
    shown = ann.until("bet: side bets first")
    assert any(line.startswith("Your high hand") for line in shown)
    assert any(line.startswith("Wallet ") for line in shown)
    watched = eve.until("Stake 10, payout")
    assert sum(line.startswith("Dealer's high hand") for line in watched) == 2
    bob.until("bet: side bets first")


def test_two_terminals_and_one_who_watches(running: ExitStack, tmp_path: Path) -> None:
    port = free_port()
    table = f"http://127.0.0.1:{port}/paigow/table/fortune"
    first = running.enter_context(ExitStack())
    first.enter_context(server(tmp_path / "server", port))
    ann = come(running, tmp_path / "ann", table, "--ascii")
    ann.until("You sit down")
    bob = come(running, tmp_path / "bob", table, "--ascii")
    eve = come(running, tmp_path / "eve", table, "--watch", "--size", "5")
    bob.until("You sit down")
    ann.until("sits down at seat 2")
    eve.until("Round 1")
    play_a_round(ann, bob, eve)
    wallet = next(line for line in reversed(ann.seen) if line.startswith("Wallet "))

    # the server stops: what is undealt comes back, and the terminals are there again
    ann.type("bet fortune 7")
    ann.until("You bet 7 on Fortune.")
    first.close()
    ann.until("The connection is lost; trying again ...")
    running.enter_context(server(tmp_path / "server", port))
    ann.until("Connected again.")
    ann.until("You have 7 back from Fortune.")
    ann.until("bet: side bets first")
    ann.type("table")
    assert wallet in ann.until("bet: side bets first")

    ann.type("bet fortune 9")
    ann.until("You bet 9 on Fortune.")
    ann.type("reset")
    ann.until("You have 1,000 play credits.")
    wallet = "Wallet 1,009 credits."
    ann.process.send_signal(signal.SIGINT)
    ann.until("9 credits were not dealt and are yours again.")
    ann.until("Your seat is kept for a while; join again to go on.")
    assert ann.process.wait(PATIENCE_S) == 0

    again = come(running, tmp_path / "ann", table)
    assert wallet in again.until("bet: side bets first")
    assert not any("You sit down" in line for line in again.seen)
    again.type("leave", "bet main 5", "q")
    again.until("You leave seat 1.")
    again.until("you watch this table; write sit to take a seat")
    assert again.process.wait(PATIENCE_S) == 0


def test_closed_input_is_the_end_of_it(running: ExitStack, tmp_path: Path) -> None:
    port = free_port()
    running.enter_context(server(tmp_path / "server", port))
    table = f"http://127.0.0.1:{port}/paigow/table/fortune"
    for arguments in (["join", table], ["play"]):
        command = [sys.executable, "-m", "gutshot", "paigow", *arguments]
        closed = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
        where = {**os.environ, "GUTSHOT_DATA_DIR": str(tmp_path / "home")}
        ended = subprocess.run(
            closed, capture_output=True, text=True, env=where, timeout=PATIENCE_S, check=False
        )
        assert (ended.returncode, "Traceback" in ended.stderr) == (0, False), ended.stderr
        assert "bet: side bets first, then main" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["http://127.0.0.1/elsewhere"], "'http://127.0.0.1/elsewhere' is no table's address"),
        (["http://127.0.0.1:1/paigow/table/x"], "can't reach ws://127.0.0.1:1: "),
        (["http://127.0.0.1:1/paigow/table/x", "--practice", "mine"], "no house way 'mine'"),
        (["http://127.0.0.1:1/paigow/table/x", "--size", "2"], "no card is 2 rows high"),
    ],
)
def test_mistakes_are_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["paigow", "join", *arguments])
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert err.startswith(f"gutshot: {says}")
    assert err.count("\n") == 1
