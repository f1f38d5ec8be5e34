"""Whole rounds of both variants, told as text and compared word for word."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.playthroughs.replay import replay

TRACES = sorted(Path(__file__).parent.glob("table-*.txt"))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_table_is_played_as_its_trace_says(path: Path) -> None:
    trace = path.read_text()
    assert replay(trace) == trace
    assert trace.count("\n> ") > 10


def test_both_variants_have_their_traces() -> None:
    begun = {line for path in TRACES for line in path.read_text().splitlines() if "> table" in line}
    assert {line.split()[2] for line in begun} == {"fortune", "face-up"}
