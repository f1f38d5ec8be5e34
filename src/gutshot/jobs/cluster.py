"""Tasks divided over a Dask cluster: hand them out, watch them, release them.

A task is a function by its dotted path, JSON inputs, and what it returns, bytes included; it is
told how to report progress and when to stop. Nothing but the package, of the same version, has to
be where a task runs, and where the scheduler does: no folder is shared.
A task whose worker dies is run again by the scheduler, as often as its setting
`distributed.scheduler.allowed-failures` allows (three times by default). A task whose client is
gone stops. Dask is an extra, imported when a cluster is asked for; a cluster's members trust each
other: whoever reaches its scheduler can run code there.
"""

from __future__ import annotations

import logging
import time
import uuid
import warnings
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from threading import Event
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.errors import GutshotError, InputError
from gutshot.jobs.errors import ClusterError, JobStoppedError
from gutshot.jobs.job import function_of
from gutshot.jobs.limits import one_line

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping
    from types import TracebackType
    from typing import Self

__all__ = ["SAME_PACKAGES", "Cluster", "TaskEnd", "run_task"]

SAME_PACKAGES: Final = ("gutshot", "numpy")
"""What has to be of one version everywhere, so that results are those of this machine."""
CONNECT_S: Final = 10.0
NO_WORKER_S: Final = 60.0
"""Seconds for which a cluster may be without a worker: some start them when there is work."""
_REPORT_EVERY_S: Final = 0.5
_FETCH_S: Final = 60.0
_LINE_CHARS: Final = 300


class TaskEnd(NamedTuple):
    """How a task ended: what it returned, or why it returned nothing."""

    result: Any
    why: str

    @property
    def failed(self) -> bool:
        """Whether there is no result."""
        return bool(self.why)


@dataclass(slots=True)
class _Running:
    future: Any
    progress: float = 0.0


class Cluster:
    """A scheduler that is connected to, and the tasks that it was handed.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``tcp://host:8786``.
    connect_s : float
        How long to try, ten seconds by default.

    Raises
    ------
    InputError
        When nobody answers there.
    ClusterError
        When Dask is not installed here, or the cluster's packages are of other versions.
    """

    def __init__(self, address: str, *, connect_s: float | None = None) -> None:
        self._address = address
        self._connect_s = CONNECT_S if connect_s is None else connect_s
        self._tasks: dict[str, _Running] = {}
        self._topic = f"gutshot-{uuid.uuid4().hex}"
        self._news = Event()
        self._handed_out = 0
        self._without_workers_since: float | None = None
        self._open = ExitStack()
        self._client: Any = None

    def __enter__(self) -> Self:
        """Connect, and compare versions."""
        try:
            self._connect()
            self._compare_versions()
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release all tasks that have not ended: those that wait never start, others stop."""
        self._open.close()

    @property
    def threads(self) -> int:
        """How many tasks the cluster runs at a time at present."""
        return sum(self._client.nthreads().values())

    def submit(self, name: str, target: str, inputs: dict[str, Any]) -> None:
        """Hand out a task; what is handed out first is begun first.

        target : ``package.module:function``, called with the inputs and a `gutshot.jobs.Watched`.
        """
        future = self._client.submit(
            run_task,
            target,
            inputs,
            name,
            self._topic,
            _versions(),
            key=f"{self._topic}-{name}",
            pure=False,
            priority=-self._handed_out,
        )
        self._handed_out += 1
        self._tasks[name] = _Running(future)
        future.add_done_callback(lambda _: self._news.set())

    def wait(self, timeout_s: float) -> None:
        """Return when a task ended or the time is over."""
        self._news.wait(timeout_s)
        self._news.clear()

    def progress(self) -> dict[str, float]:
        """Return of each task that has not ended the share that is done."""
        return {name: task.progress for name, task in self._tasks.items()}

    def ended(self) -> Iterator[tuple[str, TaskEnd]]:
        """Yield the tasks that ended since the last call, and forget them.

        Raises
        ------
        ClusterError
            When the scheduler is gone, has had no workers for long, or has one of other versions.
        """
        self._check_alive()
        for name, task in list(self._tasks.items()):
            if task.future.status in {"pending", "lost"}:
                continue
            end = self._end(task.future)
            if end is not None:
                del self._tasks[name]
                task.future.release()
                yield name, end

    def _connect(self) -> None:
        if not self._address.strip():
            raise InputError("a scheduler's address is like tcp://host:8786, not nothing")
        try:
            from distributed import Client
            from distributed.versions import VersionMismatchWarning
        except ImportError:
            raise ClusterError("Dask is not installed here: pip install 'gutshot[dask]'") from None
        self._open.enter_context(warnings.catch_warnings())
        # we compare ourselves, and say it in a line
        warnings.simplefilter("ignore", VersionMismatchWarning)
        self._open.enter_context(_quiet())
        try:
            client: Any = Client(  # type: ignore[no-untyped-call]
                self._address, timeout=self._connect_s, set_as_default=False, name="gutshot"
            )
        except (OSError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler answers at '{one_line(self._address, 80)}', which is given as"
                f" tcp://host:8786: {one_line(str(error), 120)}"
            ) from None
        self._client = client
        self._open.callback(self._leave)
        client.subscribe_topic(self._topic, self._hear)

    def _leave(self) -> None:
        futures = [task.future for task in self._tasks.values()]
        with suppress(Exception):  # the scheduler may be gone, and with it all tasks
            self._client.cancel(futures)
        with suppress(Exception):
            self._client.close(timeout=2)

    def _hear(self, event: tuple[float, Any]) -> None:
        """Note progress; called by the client's own thread."""
        name, share = event[1]
        task = self._tasks.get(name)
        if task is not None:
            task.progress = share

    def _compare_versions(self) -> None:
        try:
            found = self._client.get_versions(packages=list(SAME_PACKAGES))
        except Exception as error:  # noqa: BLE001 - whatever talks there, it is no scheduler of ours
            raise ClusterError(
                f"the scheduler at {self._address} gives no account of itself:"
                f" {one_line(str(error), 120)}"
            ) from None
        for place, packages in _places(found):
            different = _difference(packages, _versions())
            if different:
                raise ClusterError(f"the {place} has {different}")

    def _check_alive(self) -> None:
        lost = any(task.future.status == "cancelled" for task in self._tasks.values())
        if lost or self._client.status != "running":
            raise ClusterError(
                f"the scheduler at {self._address} is gone or was restarted, and its tasks with it"
            )
        if self._client.scheduler_info()["workers"] or not self._tasks:
            self._without_workers_since = None
            return
        now = time.monotonic()
        if self._without_workers_since is None:
            self._without_workers_since = now
        elif now - self._without_workers_since > NO_WORKER_S:
            raise ClusterError(
                f"the scheduler at {self._address} has had no worker for {NO_WORKER_S:.0f} seconds"
            )

    def _end(self, future: Any) -> TaskEnd | None:  # noqa: ANN401 - Dask has no types
        """Return how a task ended; None when its result was lost and is made again."""
        from distributed import KilledWorker

        try:
            how, told = future.result(timeout=_FETCH_S)
        except TimeoutError:
            return None
        except KilledWorker as error:
            times = error.allowed_failures + 1
            return TaskEnd(None, f"{times} workers died while they ran it")
        except Exception as error:  # noqa: BLE001 - the task was not run, or not to its end
            line = one_line(f"{type(error).__name__}: {error}", _LINE_CHARS)
            return TaskEnd(None, line)
        if how == "refused":
            raise ClusterError(told)
        return TaskEnd(told, "") if how == "done" else TaskEnd(None, told)


def run_task(
    target: str, inputs: dict[str, Any], name: str, topic: str, versions: dict[str, str | None]
) -> tuple[str, Any]:
    """Run a task where Dask put it: what came of it, and its result or a line that says why not."""
    from distributed import get_worker

    worker = get_worker()
    different = _difference(_versions(), versions)
    if different:
        return "refused", f"the worker at {worker.address} has {different}"
    # for good: other tasks may run in this process at the same time
    threadpool_limits(1, "blas")
    task = _WorkerTask(worker, name, topic)
    try:
        return "done", function_of(target)(inputs, task)
    except JobStoppedError as error:
        return "failed", str(error)
    except Exception as error:  # noqa: BLE001 - whatever it was, the client hears of it
        line = one_line(str(error), _LINE_CHARS)
        known = isinstance(error, GutshotError) and line
        return "failed", line if known else f"{type(error).__name__}: {line}"


class _WorkerTask:
    """Implements `gutshot.jobs.job.Watched` inside a worker."""

    def __init__(self, worker: Any, name: str, topic: str) -> None:  # noqa: ANN401 - Dask's
        self._worker = worker
        self._key = worker.get_current_task()
        self._name = name
        self._topic = topic
        self._next_report = 0.0

    def progress(self, share: float, message: str = "") -> None:
        """Report the share done, 0..1; a cluster has no place for the message."""
        del message
        now = time.monotonic()
        if now >= self._next_report:
            self._next_report = now + _REPORT_EVERY_S
            self._worker.log_event(self._topic, [self._name, min(max(float(share), 0.0), 1.0)])

    def cancelled(self) -> bool:
        """Tell whether nobody wants it any more: it was released, or its client is gone."""
        task = self._worker.state.tasks.get(self._key)
        return task is None or task.state == "cancelled"

    def check(self) -> None:
        """Raise `JobStoppedError` if the task is to stop."""
        if self.cancelled():
            raise JobStoppedError("the task was released")


def _versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name in SAME_PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _places(found: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, str | None]]]:
    """Return what of a cluster has to fit, by name, and the versions there."""
    # the scheduler reads tasks and computes nothing
    yield "scheduler", _versions() | {"gutshot": found["scheduler"]["packages"]["gutshot"]}
    for address, told in found["workers"].items():
        if "packages" in told:
            yield f"worker at {address}", told["packages"]


def _difference(there: Mapping[str, str | None], here: Mapping[str, str | None]) -> str:
    """Return in words the first package that is of another version; nothing when none is."""
    for name in SAME_PACKAGES:
        if there.get(name) != here[name]:
            has = f"{name} {there[name]}" if there.get(name) else f"no {name}"
            return f"{has}, this machine {name} {here[name]}: the versions must be the same"
    return ""


@contextmanager
def _quiet() -> Generator[None]:
    """Keep Dask's log off the terminal: what matters is said in a line of ours."""
    known = logging.root.manager.loggerDict.items()
    told = [
        logger
        for name, logger in known
        if name.partition(".")[0] == "distributed"
        and isinstance(logger, logging.Logger)
        and not logger.disabled
    ]
    for logger in told:
        logger.disabled = True
    try:
        yield
    finally:
        for logger in told:
            logger.disabled = False
