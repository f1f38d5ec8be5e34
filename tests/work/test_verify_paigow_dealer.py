"""The check of the dealer's hands compares every one of them, and fails where one is missing."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

import pytest

from gutshot.paigow.dealer_hands import deck_without, enumerate_dealer_hands
from gutshot.work import verify_paigow_dealer
from gutshot.work.every_check import EVERY_CHECK
from gutshot.work.verify import CheckFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from gutshot.paigow.dealer_hands import DealerHands
    from gutshot.paigow.dealer_hands import SetsManyHands as Way

(CHECK,) = verify_paigow_dealer.CHECKS
LEFT = 20


@pytest.fixture(autouse=True)
def small_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the dealer the highest cards only."""

    def few(cards: Iterable[int]) -> NDArray[np.uint8]:
        return deck_without(cards)[-LEFT:]

    monkeypatch.setattr(verify_paigow_dealer, "deck_without", few)


def test_it_passes_and_tells_how_far_it_is() -> None:
    told: list[float] = []
    found = CHECK.run(told.append)
    assert found.startswith(f"{5 * comb(LEFT, 7):,} hands of the dealer beside 5 hands")
    assert told == sorted(told)
    assert 0 < told[0] <= told[-1] == 1


def test_a_hand_that_is_missing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_less(deck: NDArray[np.uint8], way: Way, *rest: object) -> DealerHands:
        found = enumerate_dealer_hands(deck, way, *rest)  # type: ignore[arg-type]
        counts = found.counts.copy()
        counts[counts.argmax()] -= 1
        return replace(found, counts=counts)

    monkeypatch.setattr(verify_paigow_dealer, "enumerate_dealer_hands", one_less)
    with pytest.raises(CheckFailedError, match="beside Jk Qs Qh Qd As 7s 2s, set by local, are"):
        CHECK.run(lambda _: None)


def test_it_runs_where_everything_is_proved() -> None:
    assert CHECK in EVERY_CHECK
    assert CHECK.full
