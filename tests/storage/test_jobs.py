"""The rules of the jobs room, held by both databases."""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.jobs.store_rules import (
    StoreRules,
    claims_are_exclusive,
    no_blob_is_torn,
    one_add_of_an_id_wins,
    the_queue_never_overflows,
)
from tests.storage.faults import everything

from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.storage.postgres import Cluster

    from gutshot.jobs import JobStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)
QUICK = settings(
    max_examples=15, stateful_step_count=25, suppress_health_check=[HealthCheck.too_slow]
)


class DatabaseRules(StoreRules):
    def new_url(self) -> str:
        self.folder = Path(tempfile.mkdtemp())
        return f"sqlite:///{self.folder}/gutshot.db"

    def open(self) -> JobStore:
        self.url = self.new_url()
        self.databases = [Database.open(self.url)]
        return self.databases[0].jobs

    def reopen(self, store: JobStore) -> JobStore:
        assert store is self.databases[-1].jobs
        self.databases.append(Database.open(self.url))
        return self.databases[-1].jobs

    def close(self, store: JobStore) -> None:
        assert store is self.databases[-1].jobs
        for database in self.databases:
            database.close()
        shutil.rmtree(self.folder)


def test_sqlite() -> None:
    run_state_machine_as_test(DatabaseRules, settings=QUICK)


def test_postgresql(cluster: Cluster) -> None:
    class OnPostgresql(DatabaseRules):
        def new_url(self) -> str:
            self.folder = Path(tempfile.mkdtemp())
            return cluster.emptied()

    run_state_machine_as_test(OnPostgresql, settings=settings(QUICK, max_examples=6))


@pytest.mark.parametrize(
    "holds",
    [claims_are_exclusive, one_add_of_an_id_wins, the_queue_never_overflows, no_blob_is_torn],
)
def test_threads(holds: Callable[[JobStore], None], database: Database) -> None:
    holds(database.jobs)


def test_checkpoints_go_with_their_job(database: Database) -> None:
    jobs = database.jobs
    for end in ("done", "failed"):
        jobs.add(end, "count", "{}", now=NOW, queue_limit=9)
        job = jobs.claim("me", now=NOW)
        assert job is not None
        assert jobs.save(end, job.attempt, "state", b"x" * (1 << 20), now=NOW)
        jobs.finish(end, job.attempt, end, message="", result="1", now=NOW)
    assert jobs.keys("done") == []
    assert jobs.keys("failed") == ["state"]
    assert jobs.remove("failed")
    assert everything(database)["checkpoints"] == []
