"""The checks of the tables of two and three classes notice what is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from gutshot.holdem.class_samples import Samples
from gutshot.holdem.three_way.counting import TRIPLES, count_slice, rank_triples
from gutshot.work import verify_holdem
from gutshot.work.verify import CheckFailedError

CHUNK = 77


def test_a_chunk_that_is_as_shipped_passes_and_one_step_of_one_chance_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert verify_holdem._compare_chunk(CHUNK) == CHUNK
    size = verify_holdem.CHUNK
    numbers, _ = count_slice(rank_triples()[CHUNK * size : CHUNK * size + 1])
    changed = verify_holdem._shipped().copy()
    changed[numbers[0], 1] -= 1
    changed[numbers[0], 2] += 1
    monkeypatch.setattr(verify_holdem, "_shipped", lambda: changed)
    with pytest.raises(CheckFailedError, match=f"chunk {CHUNK} of the shipped table"):
        verify_holdem._compare_chunk(CHUNK)


def test_a_deal_that_is_not_counted_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = verify_holdem._deals()
    assert (deals.shape, int((deals > 0).sum())) == ((TRIPLES,), 818_480)
    monkeypatch.setattr(verify_holdem, "_deals", lambda: deals + 1)
    with pytest.raises(CheckFailedError, match="not all deals"):
        verify_holdem._compare_chunk(CHUNK)


@pytest.mark.parametrize(("residual", "passes"), [(1.0, True), (1.06, False), (0.94, False)])
def test_residuals_that_are_no_chance_are_noticed(
    monkeypatch: pytest.MonkeyPatch, residual: float, *, passes: bool
) -> None:
    count = 2_000
    zeros = np.zeros(count, np.int64)
    found = Samples(np.zeros((count, 2), np.int64), 60_000, zeros, zeros, np.full(count, residual))
    monkeypatch.setattr(verify_holdem, "sample_classes", lambda *_, **__: found)
    if passes:
        assert "root mean square of 1.0000" in verify_holdem._random_deals(lambda _: None)
        found.residuals[7] = 5.01
    with pytest.raises(CheckFailedError, match="root mean square"):
        verify_holdem._random_deals(lambda _: None)
