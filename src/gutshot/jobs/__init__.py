"""Long work in processes of its own: run it, watch it, cancel it, resume it.

::

    register("solve", "gutshot.work.solving:solve")  # what `solve` looks like: gutshot.jobs.job
    with JobRunner(store, workers=2) as runner:
        job_id = runner.submit("solve", {"stack_bb": 100})
        for status in runner.subscribe(job_id):
            print(status.progress, status.remaining_s)
"""

from gutshot.jobs.errors import (
    ClusterError,
    JobConflictError,
    JobStoppedError,
    QueueFullError,
    RunnerStoppedError,
    UnknownJobError,
    UnknownKindError,
)
from gutshot.jobs.job import KINDS, Job, Watched, register
from gutshot.jobs.limits import Limits
from gutshot.jobs.memory import MemoryJobStore
from gutshot.jobs.runner import JobRunner
from gutshot.jobs.spawned import SpawnExecutor
from gutshot.jobs.store import FINISHED, STATES, JobRecord, JobStore, State
from gutshot.jobs.updates import JobStatus, Subscription

__all__ = [
    "FINISHED",
    "KINDS",
    "STATES",
    "ClusterError",
    "Job",
    "JobConflictError",
    "JobRecord",
    "JobRunner",
    "JobStatus",
    "JobStoppedError",
    "JobStore",
    "Limits",
    "MemoryJobStore",
    "QueueFullError",
    "RunnerStoppedError",
    "SpawnExecutor",
    "State",
    "Subscription",
    "UnknownJobError",
    "UnknownKindError",
    "Watched",
    "register",
]
