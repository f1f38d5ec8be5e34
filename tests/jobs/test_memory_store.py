from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.jobs.store_rules import (
    RULES,
    StoreRules,
    claims_are_exclusive,
    no_blob_is_torn,
    one_add_of_an_id_wins,
    the_queue_never_overflows,
)

from gutshot.jobs import MemoryJobStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.jobs import JobStore


class MemoryRules(StoreRules):
    def open(self) -> JobStore:
        return MemoryJobStore()


TestMemoryRules = MemoryRules.TestCase
TestMemoryRules.settings = RULES


@pytest.mark.parametrize(
    "holds",
    [claims_are_exclusive, one_add_of_an_id_wins, the_queue_never_overflows, no_blob_is_torn],
)
def test_threads(holds: Callable[[JobStore], None]) -> None:
    holds(MemoryJobStore())
