"""One thread for matrix products, as in a solve: threads only wait for each other here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    with threadpool_limits(1, "blas"):
        yield
