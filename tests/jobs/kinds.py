"""Functions of jobs that tests run, in processes of their own."""

from __future__ import annotations

import atexit
import json
import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.jobs import Job

SLICE_S = 0.02


def echo(inputs: dict[str, Any], _job: Job) -> object:
    return inputs


def count(inputs: dict[str, Any], job: Job) -> object:
    """Do chunks, write each that was done to a log, and keep those that count in a checkpoint.

    die_at : kills itself before it saves this chunk, as long as the file `alive` is there.
    """
    blob = job.load("chunks")
    chunks: list[int] = [] if blob is None else json.loads(blob)
    job.progress(len(chunks) / inputs["chunks"], "begins")
    while len(chunks) < inputs["chunks"]:
        job.check()
        time.sleep(inputs.get("slice_s", SLICE_S))
        chunk = len(chunks)
        with Path(inputs["log"]).open("a") as log:
            log.write(f"{chunk} {os.getpid()}\n")
        if chunk == inputs.get("die_at") and Path(inputs["alive"]).exists():
            Path(inputs["alive"]).unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        chunks.append(chunk)
        job.save("chunks", json.dumps(chunks).encode())
        job.progress(len(chunks) / inputs["chunks"], f"{len(chunks)} chunks")
    return {"chunks": chunks, "total": sum(2**chunk for chunk in chunks)}


def slices(inputs: dict[str, Any], job: Job) -> object:
    """Work in slices of 0.2 s, the longest there may be, until told to stop."""
    Path(inputs["mark"]).touch()
    while True:
        job.check()
        time.sleep(0.2)


def stops_in_its_own_way(inputs: dict[str, Any], job: Job) -> object:
    """Return something when told to stop, or raise something else."""
    job.progress(0.25, "working")
    while not job.cancelled():
        time.sleep(SLICE_S)
    job.save("last", b"words")
    if inputs["raises"]:
        raise RuntimeError("torn out of work")
    return "half of it"


def never_stops(inputs: dict[str, Any], _job: Job) -> object:
    """Hear neither the wish to stop nor, if so asked, SIGTERM."""
    if inputs["resists"]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(inputs["mark"]).write_text(str(os.getpid()))
    while True:
        time.sleep(1)


def fails(inputs: dict[str, Any], _job: Job) -> NoReturn:
    match inputs["how"]:
        case "mistake":
            raise InputError("the stack is -5: give 1 or more")
        case "bug":
            raise ZeroDivisionError("first line\nsecond line\x00\x1b[31m" + 1000 * "x")
        case "silent":
            raise KeyError
        case "exit":
            sys.exit("leaves")
        case _:
            os._exit(3)


def returns_no_json(_inputs: dict[str, Any], _job: Job) -> object:
    return {"share": float("nan")}


def dies(_inputs: dict[str, Any], _job: Job) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def limps(inputs: dict[str, Any], job: Job) -> object:
    """Die twice before a checkpoint, once after it, and then get through."""
    starts = Path(inputs["starts"])
    with starts.open("a") as file:
        file.write(".")
    if len(starts.read_text()) == 3:
        job.save("state", b"further")
    if len(starts.read_text()) <= 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return len(starts.read_text())


def takes_its_time_to_leave(inputs: dict[str, Any], _job: Job) -> object:
    def leave() -> None:
        time.sleep(0.2)
        Path(inputs["mark"]).touch()

    atexit.register(leave)
    return None


def leaves_a_fork(inputs: dict[str, Any], _job: Job) -> NoReturn:
    """Go, and leave a process that keeps all that was open."""
    pid = os.fork()
    if pid == 0:
        time.sleep(30)
    Path(inputs["mark"]).write_text(str(pid))
    os._exit(3)


def chatters(inputs: dict[str, Any], job: Job) -> object:
    """Report as fast as it can for some time, up and down; go when the last word was heard."""
    until = time.monotonic() + inputs["seconds"]
    reports = 0
    while time.monotonic() < until:
        reports += 1
        job.progress((reports % 7) / 10 + 0.1, f"{reports}\n" + 500 * "y")
    job.progress(0.9, "the last word")
    while not Path(inputs["heard"]).exists():
        time.sleep(SLICE_S)
    return reports


def surroundings(_inputs: dict[str, Any], job: Job) -> object:
    """Tell what a job finds itself in; print something, and try to have a child."""
    print("printed by a job", flush=True)  # noqa: T201 - what this is about
    os.write(1, b"written by a job\n")
    try:
        multiprocessing.get_context("spawn").Process(target=print).start()
        children = "has children"
    except AssertionError:
        children = "has no children"
    return {
        "id": job.id,
        "children": children,
        "threads": {name: text for name, text in os.environ.items() if name.endswith("THREADS")},
        "loaded": sorted({"numpy", "numba", "sqlalchemy", "typer"} & sys.modules.keys()),
    }


def checkpoints(inputs: dict[str, Any], job: Job) -> object:
    """Try what may be saved."""
    size = inputs["size"]
    found = [str(job.load("nothing")), *job.keys()]
    job.save("b", b"")
    job.save("a", bytes(size))
    found += [str(len(job.load(key) or b"-")) for key in job.keys()]  # noqa: SIM118 - no dict
    for key, blob in (("a", bytes(size + 1)), ("no key", b""), ("", b""), ("x" * 65, b"")):
        try:
            job.save(key, blob)
        except InputError as error:
            found.append(str(error))
    return found


KINDS = {
    function.__name__.replace("_", "-"): f"{__name__}:{function.__name__}"
    for function in (
        echo,
        count,
        slices,
        stops_in_its_own_way,
        never_stops,
        fails,
        returns_no_json,
        dies,
        limps,
        takes_its_time_to_leave,
        leaves_a_fork,
        chatters,
        surroundings,
        checkpoints,
    )
} | {"nowhere": "tests.jobs.kinds:nowhere", "no-module": "tests.jobs.nothing:nowhere"}
