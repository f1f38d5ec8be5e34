"""Where charts lie: their names, whose chart is taken, and what is none."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from gutshot.errors import InputError
from gutshot.holdem.betting import Rake
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, kept, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import pack_chart
from gutshot.holdem.preflop.kept import chart_name, charts_of_user, keep_chart, kept_chart

if TYPE_CHECKING:
    from pathlib import Path

SPEC = spec_from({"stack": 7}, "test")


@pytest.fixture(scope="module")
def file() -> bytes:
    return pack_chart(PreflopChart.of(solve_preflop(SPEC)))[0]


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        (spec_from({"players": 6, "stack": 100}, "test"), "cash_6_100.chart"),
        (spec_from({"format": "ante", "stack": Fraction(25, 2)}, "test"), "ante_2_12.5.chart"),
    ],
)
def test_usual_spots_have_plain_names(spec: PreflopSpec, name: str) -> None:
    assert chart_name(spec) == name


def test_every_other_spot_has_a_name_of_its_own() -> None:
    third = Fraction(1, 3)
    specs = [
        SPEC,
        PreflopSpec((Fraction(7), Fraction(8))),
        PreflopSpec((Fraction(7), Fraction(9))),
        PreflopSpec((Fraction(7),) * 2, limit="jam"),
        PreflopSpec((Fraction(7),) * 2, deals="classes"),
        PreflopSpec((Fraction(7),) * 2, ante_bb=Fraction(1)),
        PreflopSpec((Fraction(7),) * 2, rake=Rake(Fraction(1, 20))),
        PreflopSpec((7 + third / 10**12,) * 2),
        PreflopSpec((7 + third,) * 2),
        PreflopSpec((Fraction(str(float(7 + third))),) * 2),
    ]
    names = [chart_name(spec) for spec in specs]
    assert len(set(names)) == len(specs)
    assert all(name.startswith("cash_2_7") and "/" not in name for name in names)
    assert chart_name(spec_from(specs[3].payload(), "test")) == names[3]


def test_a_chart_is_kept_in_the_users_data_directory(
    file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    assert kept_chart(SPEC) is None
    path = keep_chart(SPEC, file)
    assert path == charts_of_user() / "cash_2_7.chart" == tmp_path / "charts" / "cash_2_7.chart"
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    found = kept_chart(SPEC)
    assert found is not None
    assert (found.path, found.shipped, found.chart.spec) == (path, False, SPEC)
    assert kept_chart(PreflopSpec((Fraction(8),) * 2)) is None


def test_the_users_own_chart_goes_before_a_shipped_one(
    file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "ARTEFACTS", tmp_path)
    keep_chart(SPEC, file, tmp_path / kept.SHIPPED)
    found = kept_chart(SPEC, tmp_path / "own")
    assert found is not None
    assert found.shipped
    keep_chart(SPEC, file, tmp_path / "own")
    found = kept_chart(SPEC, tmp_path / "own")
    assert found is not None
    assert not found.shipped


def test_a_chart_of_an_older_engine_or_of_another_spot_is_none(
    file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep_chart(SPEC, file, tmp_path)
    path.rename(tmp_path / chart_name(PreflopSpec((Fraction(8),) * 2)))
    assert kept_chart(PreflopSpec((Fraction(8),) * 2), tmp_path) is None
    path.write_bytes(file[:1000])
    assert kept_chart(SPEC, tmp_path) is None
    path.write_bytes(file)
    assert kept_chart(SPEC, tmp_path) is not None
    monkeypatch.setattr(kept, "ENGINE_VERSION", "preflop-0")
    assert kept_chart(SPEC, tmp_path) is None


def test_a_folder_that_can_not_be_written_to_is_named(file: bytes, tmp_path: Path) -> None:
    (tmp_path / "charts").write_text("a file", encoding="utf-8")
    with pytest.raises(InputError, match=r"can't write .*cash_2_7\.chart: ") as caught:
        keep_chart(SPEC, file, tmp_path / "charts")
    assert "\n" not in str(caught.value)
