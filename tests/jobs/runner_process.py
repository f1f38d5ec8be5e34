"""A runner in a process of its own, to be killed: ``python -m tests.jobs.runner_process DATABASE``.

It says "ready", does what it reads ("fork", "shutdown"), answers each line with one, and shuts
down when there is nothing more to read.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from tests.jobs.kinds import KINDS
from tests.jobs.sqlite_store import SqliteJobStore

from gutshot.jobs import JobRunner


def say(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def fork(runner: JobRunner) -> int:
    """Fork a process that has copies of all pipes, and leaves as any program does."""
    pid = os.fork()
    if pid:
        return pid
    runner.shutdown()
    time.sleep(float(os.environ["FORK_SECONDS"]))
    sys.exit(0)


def main() -> None:
    store = SqliteJobStore(Path(sys.argv[1]))
    with JobRunner(store, kinds=KINDS, lease_s=float(sys.argv[2])) as runner:
        say("ready")
        for line in sys.stdin:
            match line.split():
                case ["fork"]:
                    say(fork(runner))
                case _:
                    say(len(runner.list()))
    say("over")


if __name__ == "__main__":
    main()
