"""Whole rounds of both variants, told as text and compared word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.playthroughs.replay import replay

from gutshot.paigow.table import HELP
from gutshot.paigow.table.config import BETS

TRACES = sorted(Path(__file__).parent.glob("table-*.txt"))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_a_table_is_played_as_its_trace_says(path: Path) -> None:
    trace = path.read_text()
    assert replay(trace) == trace
    assert trace.count("\n> ") > 10


def test_both_variants_have_their_traces() -> None:
    begun = {line for path in TRACES for line in path.read_text().splitlines() if "> table" in line}
    assert {line.split()[2] for line in begun} == {"fortune", "face-up"}


def said(variant: str) -> set[str]:
    """Return what is said in a variant's traces, amounts and positions by their kind."""
    words = set()
    for path in TRACES:
        trace = path.read_text()
        if f"> table {variant}" in trace:
            for line in re.findall(r"^> \w+: (.*)$", trace, re.MULTILINE):
                kinds = {2: "24", 5: "13456"}
                words.add(
                    kinds.get(len(line), line) if line.isdigit() else re.sub(r" \d+$", " N", line)
                )
    return words


@pytest.mark.parametrize("variant", ["fortune", "face-up"])
def test_every_word_of_the_table_is_said_in_the_traces_of_each_variant(variant: str) -> None:
    bets = [bet for bet in BETS if variant == "face-up" or bet != "pushace"]
    wanted = {words for words, _ in HELP if "|" not in words and "[" not in words} - {"reset"}
    wanted |= {f"bet {bet} N" for bet in bets} | {f"unbet {bet}" for bet in (*bets, "all")}
    wanted |= {"autoset on", "autoset off", "sit"}
    assert wanted <= said(variant)
