"""Rows are read back as they were written, up to 16 bits; a line that was cut off is no row."""

import math
from pathlib import Path

import numpy as np
import pytest

from gutshot.errors import InputError
from gutshot.holdem.calibrate.rows import (
    CalibrationRow,
    CalibrationRows,
    FlopEnding,
    read_rows,
    write_rows,
)


def _toy(rows: int) -> CalibrationRows:
    random = np.random.default_rng(5)
    ranges = np.round(random.random((2, 169)), 4)
    ranges[:, ::3] = 0
    ending = FlopEnding(
        name="cash_2_100/RC",
        format="cash",
        players=2,
        stack_bb=100.0,
        node="RC",
        seats=("BB", "SB"),
        raises=1,
        aggressor="ip",
        pot_bb=5.0,
        behind_bb=97.5,
        reach=0.21,
        ranges=ranges,
        kept=(0.999, 1.0),
        rake=0.0,
        rake_cap_bb=math.inf,
        chart_exploitability_bb=0.004,
        chart_bar_bb=0.01,
        chart_engine="preflop-2",
        model={"exponent": 1.375},
    )
    share = ranges / ranges.sum(axis=1, keepdims=True)
    there = share > 0
    out = []
    for number in range(rows):
        equity = np.where(there, random.random((2, 169)), np.nan)
        ev = np.where(there, 3 * random.random((2, 169)) - 0.01, np.nan)
        totals = [float(np.nansum(share * one, axis=1)[0]) for one in (equity, ev)]
        out.append(
            CalibrationRow(
                ending=ending.name,
                number=number,
                board="Qs Jh 2h",
                flops=24,
                tree="one-size",
                engine="postflop-1",
                half=True,
                iterations=80,
                exploitability=0.0041,
                cpu_s=3.25,
                deals=1234.5,
                share=share,
                equity=equity,
                ev=ev,
                total_equity=(totals[0], 1 - totals[0]),
                total_ev=(totals[1], 1 - totals[1]),
            )
        )
    return CalibrationRows({ending.name: ending}, tuple(out))


def test_rows_are_read_back(tmp_path: Path) -> None:
    """Scalars and ranges to the last bit, arrays within half a unit of 16 bits of their largest."""
    found, path = _toy(3), tmp_path / "rows.jsonl"
    write_rows(path, found)
    again = read_rows(path)
    [ending], [back] = found.endings.values(), again.endings.values()
    assert np.array_equal(ending.ranges, back.ranges)
    assert (ending.spr, back.rake_cap_bb, back.seats) == (back.spr, math.inf, ("BB", "SB"))
    for one, two in zip(found.rows, again.of(ending.name), strict=True):
        assert (one.board, one.number, one.deals) == (two.board, two.number, two.deals)
        assert (one.total_ev, one.total_equity) == (two.total_ev, two.total_equity)
        assert np.array_equal(one.share > 0, two.share > 0)
        for name in ("share", "equity", "ev"):
            wanted, got = getattr(one, name), getattr(two, name)
            assert np.array_equal(np.isnan(wanted), np.isnan(got))
            assert np.nanmax(np.abs(wanted - got)) <= np.nanmax(wanted) / 32_767
    write_rows(tmp_path / "again.jsonl", again)
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    """Whatever of the last line was written."""
    path = tmp_path / "rows.jsonl"
    write_rows(path, _toy(2))
    whole = path.read_bytes()
    last = len(whole) - len(whole.splitlines()[-1])
    for cut in (last, last + 40, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert len(read_rows(path).rows) == 1


@pytest.mark.parametrize("text", ["{}\n", '{"schema":"another"}\n', "rows\n", "[1]\n"])
def test_another_file_is_refused_in_a_line(tmp_path: Path, text: str) -> None:
    """It names the command that writes rows."""
    path = tmp_path / "rows.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match="gutshot postflop calibrate"):
        read_rows(path)
    with pytest.raises(InputError, match="can't read"):
        read_rows(tmp_path / "none.jsonl")
