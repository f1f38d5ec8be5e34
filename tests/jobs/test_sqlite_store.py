"""The rules hold for a second, different store: they ask for nothing that only memory can do."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from tests.jobs.sqlite_store import SqliteJobStore
from tests.jobs.store_rules import (
    RULES,
    StoreRules,
    claims_are_exclusive,
    no_blob_is_torn,
    one_add_of_an_id_wins,
    the_queue_never_overflows,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.jobs import JobStore


class SqliteRules(StoreRules):
    def open(self) -> JobStore:
        self.folder = Path(tempfile.mkdtemp())
        return SqliteJobStore(self.folder / "jobs.db")

    def reopen(self, store: JobStore) -> JobStore:
        assert isinstance(store, SqliteJobStore)
        return SqliteJobStore(self.folder / "jobs.db")

    def close(self, store: JobStore) -> None:
        assert isinstance(store, SqliteJobStore)
        shutil.rmtree(self.folder)


TestSqliteRules = SqliteRules.TestCase
TestSqliteRules.settings = settings(RULES, max_examples=20)


@pytest.mark.parametrize(
    "holds",
    [claims_are_exclusive, one_add_of_an_id_wins, the_queue_never_overflows, no_blob_is_torn],
)
def test_threads(holds: Callable[[JobStore], None], tmp_path: Path) -> None:
    holds(SqliteJobStore(tmp_path / "jobs.db"))
