"""The bench of tables plays whole rounds on a real server and loses no change of a table."""

from __future__ import annotations

import pytest

from gutshot.cli import main
from gutshot.work.bench_table import table_load


def test_every_round_is_played_and_every_seat_is_told_every_change() -> None:
    load = table_load(2, 2, 2.0, warm=False)
    assert load.rounds == load.wanted == 4
    assert load.lost == 0
    assert len(load.latencies) == 2 * 2 * 2 * 2, "a bet and a setting for each seat and round"
    assert 0 < load.quantile(0.5) <= load.quantile(0.99) <= load.latencies[-1]
    assert 0 < load.generator_share < 1


def test_a_database_is_for_the_tables_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "paigow", "--database", "sqlite://"])
    assert ended.value.code == 2
    assert "--database is for table" in capsys.readouterr().err
