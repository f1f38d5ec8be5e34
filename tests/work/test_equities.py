"""Equities counted by a job are what the function counts."""

from __future__ import annotations

import pytest

from gutshot.cards.text import parse_cards
from gutshot.holdem.equities import count_equities
from gutshot.work.equities import equities, equities_of, equity_inputs, equity_job_id


class Told:
    """A job that only notes what it is told."""

    id = "equities-0"

    def __init__(self, *, cancelled: bool = False) -> None:
        self.shares: list[float] = []
        self._cancelled = cancelled

    def progress(self, share: float, message: str = "") -> None:
        assert message
        self.shares.append(share)

    def cancelled(self) -> bool:
        return self._cancelled

    def check(self) -> None:
        if self._cancelled:
            raise InterruptedError

    def keys(self) -> tuple[str, ...]:
        return ()

    def load(self, key: str) -> bytes | None:
        raise AssertionError(key)

    def save(self, key: str, blob: bytes) -> None:
        raise AssertionError(key, blob)


def test_a_job_gives_back_what_was_counted() -> None:
    hands, board, dead = (" AK,QQ:0.5", "TT+", "76s "), parse_cards("Qs7h2h"), parse_cards("3cAd")
    job = Told()
    result = equities(equity_inputs(hands, board, dead), job)
    wanted = count_equities(hands, board, dead)
    found = equities_of(hands, result)
    assert found == wanted
    assert found.class_equities == wanted.class_equities
    assert job.shares[0] == 0
    assert job.shares[-1] == 1
    with pytest.raises(InterruptedError):
        equities(equity_inputs(hands, board, dead), Told(cancelled=True))


def test_a_job_is_named_by_what_it_counts() -> None:
    hands, dead = ("AA", "KK"), parse_cards("3cAd")
    name = equity_job_id(hands, (), dead)
    assert name == equity_job_id(hands, (), dead[::-1])
    assert name != equity_job_id(hands[::-1], (), dead)
    assert name != equity_job_id(hands, dead, ())
