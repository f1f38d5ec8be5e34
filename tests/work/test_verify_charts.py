"""The check of the shipped charts notices what does not follow from their strategies."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from gutshot.catalogue import ARTEFACTS
from gutshot.holdem.preflop.kept import SHIPPED
from gutshot.work.verify import CheckFailedError
from gutshot.work.verify_charts import CHECKS, check_chart

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAME = "cash_2_100.chart"
FILE = ARTEFACTS / SHIPPED / NAME


def changed(part: str, how: Callable[[str], str], folder: Path) -> Path:
    """Write the chart of two with one of its texts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(FILE) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, how(text) if name == part else text)
    path = folder / NAME
    path.write_bytes(out.getvalue())
    return path


def test_what_is_shipped_passes() -> None:
    seen, left = check_chart(FILE)
    assert seen > 10
    assert 0 < left < 0.01
    assert [check.full for check in CHECKS] == [False, True]


def test_another_certificate_is_noticed(tmp_path: Path) -> None:
    def larger(text: str) -> str:
        header = json.loads(text)
        gains = header["gains_bb"]
        gains[gains.index(min(gains))] += 1e-6  # the largest is looked at when a file is read
        return json.dumps(header)

    with pytest.raises(CheckFailedError, match=r"certificate is off by 1\.00e-06"):
        check_chart(changed("chart.json", larger, tmp_path))


def test_a_bar_that_is_missed_is_noticed(tmp_path: Path) -> None:
    def lower(text: str) -> str:
        return json.dumps(json.loads(text) | {"bar_bb": 1e-4})

    with pytest.raises(CheckFailedError, match=r"misses 0\.0001"):
        check_chart(changed("chart.json", lower, tmp_path))


def test_two_hands_that_change_places_are_noticed(tmp_path: Path) -> None:
    """Aces that play like 32o."""

    def swapped(text: str) -> str:
        lines = text.split("\n")
        return "\n".join([line[-1] + line[1:-1] + line[0] for line in lines[:4]] + lines[4:])

    with pytest.raises(CheckFailedError, match="strategies were changed"):
        check_chart(changed("strategy.txt", swapped, tmp_path))


def test_an_ev_that_is_two_steps_off_is_noticed(tmp_path: Path) -> None:
    """All of the second row, by moving its lowest number."""

    def moved(text: str) -> str:
        lines = text.split("\n")
        low, _, rest = lines[1].partition(" ")
        lines[1] = f"{int(low) + 2} {rest}"
        return "\n".join(lines)

    with pytest.raises(CheckFailedError, match="an EV at '' is off by 2"):
        check_chart(changed("ev.txt", moved, tmp_path))
