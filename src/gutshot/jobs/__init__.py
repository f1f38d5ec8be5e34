"""Long work in processes of its own: run it, watch it, cancel it, resume it."""

from gutshot.jobs.memory import MemoryJobStore
from gutshot.jobs.store import FINISHED, STATES, JobRecord, JobStore, State

__all__ = ["FINISHED", "STATES", "JobRecord", "JobStore", "MemoryJobStore", "State"]
