"""An empty database for each test, of both kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.storage.postgres import Cluster

from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/gutshot.db"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.emptied()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with Database.open(url) as database:
        yield database
