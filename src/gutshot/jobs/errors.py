"""What can go wrong between a caller and his jobs."""

from __future__ import annotations

from gutshot.errors import GutshotError, InputError

__all__ = [
    "ClusterError",
    "JobConflictError",
    "JobStoppedError",
    "QueueFullError",
    "RunnerStoppedError",
    "UnknownJobError",
    "UnknownKindError",
]


class UnknownJobError(InputError):
    """An id under which no job is kept."""


class UnknownKindError(InputError):
    """A kind of job that nobody registered."""


class JobConflictError(InputError):
    """A job that is not in a state for what was asked, or an id that stands for another job."""


class QueueFullError(InputError):
    """One job too many is waiting."""


class RunnerStoppedError(GutshotError):
    """A runner that was shut down, or that another process made, was asked to do something."""


class JobStoppedError(GutshotError):
    """Raised inside a job by `Job.check` when it is to stop; a job lets it pass."""


class ClusterError(GutshotError):
    """A Dask cluster that can't be used, or that is gone."""
