"""Load on a real server: many clients that ask like people, in a process of their own.

Each client keeps one connection, asks for the analysis of a random hand, waits for the answer, and
pauses. `gutshot bench web` starts the server with an empty kernel cache and again with a warm one.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final
from urllib.request import urlopen

from gutshot.cards.dealing import shuffle
from gutshot.cards.seeded import SeededSource
from gutshot.cards.text import card_name
from gutshot.errors import GutshotError
from gutshot.work.bench import Row

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from gutshot.work.verify import Progress

__all__ = [
    "CLIENTS",
    "PAUSE_S",
    "Load",
    "bench_web",
    "running_server",
    "server_process",
    "under_load",
]

CLIENTS: Final = 50
PAUSE_S: Final = 0.25
"""Between an answer and a client's next request; a person is ten times slower."""

SECONDS: Final = 15.0
SEED: Final = 20_260_101


@dataclass(frozen=True, slots=True)
class Load:
    """What a load found: latencies in seconds, rising; the generator's own share of a processor."""

    latencies: list[float]
    seconds: float
    generator_share: float
    event_loop_delay_s: float

    def quantile(self, share: float) -> float:
        """Return the latency that this share of requests did not exceed."""
        return self.latencies[min(len(self.latencies) - 1, int(share * len(self.latencies)))]

    @property
    def per_second(self) -> float:
        """Requests answered a second."""
        return len(self.latencies) / self.seconds


@contextmanager
def running_server(environment: dict[str, str]) -> Generator[str]:
    """Start ``gutshot serve`` on a free port with throw-away data; yield its address."""
    with server_process(environment) as (address, _):
        yield address


@contextmanager
def server_process(
    environment: dict[str, str], options: Sequence[str] = ()
) -> Generator[tuple[str, int]]:
    """Start ``gutshot serve`` with throw-away data; yield its address and its process's number."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "gutshot", "serve", "--no-open", *options],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "GUTSHOT_DATA_DIR": folder, **environment},
        )
        said = Thread(target=_pass_on, args=(process,))
        try:
            address = _address(process)
            said.start()  # a pipe that nobody empties would stop the server once it is full
            yield address, process.pid
        finally:
            process.terminate()
            if said.ident is not None:
                said.join()
            process.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    for line in process.stderr or ():
        found = re.search(r"http://[^ ]*/", line)
        if found:
            return found.group()
    raise GutshotError("the server did not start; run 'gutshot serve' to see why")


def _pass_on(process: subprocess.Popen[str]) -> None:
    for line in process.stderr or ():
        sys.stderr.write(line)


def under_load(address: str, clients: int, pause_s: float, seconds: float) -> Load:
    """Put a server under load from a process of its own and return what it found."""
    command = [sys.executable, "-m", "gutshot.work.load", address]
    done = subprocess.run(  # noqa: S603 - our own module
        [*command, str(clients), str(pause_s), str(seconds)],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise GutshotError("the load generator failed; see above")
    found = json.loads(done.stdout)
    with urlopen(f"{address}api/health") as answer:  # noqa: S310 - our own server
        delay = json.load(answer)["event_loop_delay_s"]
    return Load(sorted(found["latencies"]), found["seconds"], found["share"], delay)


def bench_web(progress: Progress) -> tuple[list[Row], str]:
    """Return latencies under load: first minute on an empty kernel cache, then warm."""
    rows = []
    with tempfile.TemporaryDirectory() as empty:
        settings: tuple[tuple[str, dict[str, str]], ...] = (
            ("empty kernel cache", {"GUTSHOT_CACHE_DIR": empty}),
            ("warm", {}),
        )
        for done, (name, environment) in enumerate(settings):
            with running_server(environment) as address:
                progress(0.5 * done)
                load = under_load(address, CLIENTS, PAUSE_S, SECONDS)
            rows += [
                Row(
                    f"hand analysis over HTTP, {name}: median",
                    load.quantile(0.5),
                    f"{CLIENTS} clients, {load.per_second:.0f} requests/s",
                    f"generator {100 * load.generator_share:.0f} % of a core",
                ),
                Row("  p99", load.quantile(0.99), f"{len(load.latencies):,} requests"),
                Row("  longest", load.latencies[-1], ""),
                Row("  event loop's worst delay", load.event_loop_delay_s, "since the start"),
            ]
    return rows, ""


async def _client(address: str, number: int, pause_s: float, until: float) -> list[float]:
    host, port = address.split("//")[1].strip("/").split(":")
    source = SeededSource(SEED + number)
    await asyncio.sleep(source.randbits(10) / 1024 * pause_s)
    reader, writer = await asyncio.open_connection(host, int(port))
    latencies = []
    while perf_counter() < until:
        hand = "".join(card_name(card) for card in shuffle(source, 52)[:5])
        path = f"/api/videopoker/hold?game=jacks-or-better-9-6&hand={hand}"
        start = perf_counter()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise GutshotError(f"the server answered {head.splitlines()[0].decode()}")
        length = int(re.search(rb"content-length: (\d+)", head.lower())[1])  # type: ignore[index]
        await reader.readexactly(length)
        latencies.append(perf_counter() - start)
        await asyncio.sleep(pause_s * (0.5 + source.randbits(10) / 1024))
    writer.close()
    return latencies


async def _generate(address: str, clients: int, pause_s: float, seconds: float) -> dict[str, Any]:
    start, busy = perf_counter(), process_time()
    every = await asyncio.gather(
        *(_client(address, number, pause_s, start + seconds) for number in range(clients))
    )
    took = perf_counter() - start
    return {
        "latencies": [latency for one in every for latency in one],
        "seconds": took,
        "share": (process_time() - busy) / took,
    }


if __name__ == "__main__":
    arguments = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
    print(json.dumps(asyncio.run(_generate(*arguments))))  # noqa: T201
