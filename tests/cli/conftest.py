"""Charts that the command line wrote, solved once for all tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gutshot.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def chart_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the chart of two seats with 40 big blinds."""
    path = tmp_path_factory.mktemp("charts") / "hu.chart"
    with pytest.raises(SystemExit):
        main(["preflop", "solve", "--stack", "40", "--out", str(path)])
    return path


@pytest.fixture(scope="session")
def three_seats_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the jam-or-fold chart of three seats with 8 big blinds."""
    path = tmp_path_factory.mktemp("charts") / "three.chart"
    terms = ("--players", "3", "--stack", "8", "--limit", "jam", "--out", str(path))
    with pytest.raises(SystemExit):
        main(["preflop", "solve", *terms])
    return path
