"""The source that repeats itself."""

from __future__ import annotations

import pytest

from gutshot.cards import DECKS, format_cards
from gutshot.cards.dealing import shuffled_with
from gutshot.cards.seeded import SeededSource
from gutshot.errors import InputError


def test_one_seed_gives_one_stream() -> None:
    first, again, other = SeededSource(5), SeededSource(5), SeededSource(6)
    bits = [first.randbits(32) for _ in range(8)]
    assert bits == [again.randbits(32) for _ in range(8)]
    assert bits != [other.randbits(32) for _ in range(8)]


def test_the_stream_stays_the_same_between_releases() -> None:
    # Published simulations name their seed: a changed stream would orphan every one of them.
    cards = shuffled_with(SeededSource(2026), DECKS["standard"])
    assert format_cards(cards[:7]) == "Ac Kc 6c 8s 9d 7s 2h"


@pytest.mark.parametrize("bits", [0, 1, 6, 64])
def test_bits_keep_to_their_width(bits: int) -> None:
    source = SeededSource(0)
    assert all(0 <= source.randbits(bits) < 2**bits for _ in range(200))


def test_the_seed_is_kept_for_the_record() -> None:
    assert SeededSource(17).seed == 17
    assert repr(SeededSource(17)) == "SeededSource(17)"


def test_a_seed_has_no_sign_to_lose() -> None:
    with pytest.raises(InputError, match="seed -1 is negative"):
        SeededSource(-1)
