"""Dealing proved uniform by going through every value that a source can give."""

from __future__ import annotations

import ast
import inspect
import itertools
import random
import subprocess
import sys
from collections import Counter
from math import factorial, perm
from typing import TYPE_CHECKING

import pytest

from gutshot.cards import DECKS, dealing
from gutshot.cards.dealing import (
    SystemSource,
    deal,
    deal_rest,
    draw_index,
    pick,
    shuffle,
    shuffled_with,
)
from gutshot.cards.seeded import SeededSource
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gutshot.cards import Deck

LARGEST_DECK = 54


class UsedUpError(Exception):
    """The scripted source is asked for more than its script holds."""


class ScriptedSource:
    """Gives the values of a script and notes how many bits it was asked for each time."""

    def __init__(self, script: Iterable[int]) -> None:
        self._script = iter(script)
        self.widths: list[int] = []

    def randbits(self, k: int, /) -> int:
        self.widths.append(k)
        try:
            bits = next(self._script)
        except StopIteration:
            raise UsedUpError from None
        assert 0 <= bits < 2**k, "the script holds a value that the source could not give"
        return bits


def drawn(script: Iterable[int], n: int) -> int | None:
    """Return the index drawn, None when the whole script was rejected."""
    source = ScriptedSource(script)
    try:
        return draw_index(source, n)
    except UsedUpError:
        return None


def width_asked(n: int) -> int:
    """Return the bits that are asked for to draw one of n."""
    source = ScriptedSource([])
    with pytest.raises(UsedUpError):
        draw_index(source, n)
    return source.widths[0]


@pytest.mark.parametrize("n", range(2, LARGEST_DECK + 1))
def test_every_accepted_value_hits_each_index_equally_often(n: int) -> None:
    values = range(2 ** width_asked(n))
    hits = Counter(drawn([bits], n) for bits in values)
    rejected = hits.pop(None, 0)
    assert set(hits) == set(range(n))
    assert len(set(hits.values())) == 1
    assert rejected < len(values) / 2, "a draw must end after two tries on average, or fewer"


@pytest.mark.parametrize("n", range(2, LARGEST_DECK + 1))
def test_a_rejected_value_leaves_the_draw_to_the_next(n: int) -> None:
    values = range(2 ** width_asked(n))
    rejected = [bits for bits in values if drawn([bits], n) is None]
    for first, then in itertools.product(rejected, values):
        assert drawn([first, then], n) == drawn([then], n)
        assert drawn([first, first, then], n) == drawn([then], n)


@pytest.mark.parametrize("n", [1, 2, 3, 32, 33, 52, 2**70 + 1])
def test_every_try_asks_for_as_few_bits_as_hold_the_indices(n: int) -> None:
    bits = (n - 1).bit_length()
    tries = [2**bits - 1] * 3 if n < 2**bits else []
    source = ScriptedSource([*tries, n - 1])
    assert draw_index(source, n) == n - 1
    assert source.widths == ([] if n == 1 else [bits] * (len(tries) + 1))


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_index_of_none(n: int) -> None:
    with pytest.raises(InputError, match=f"can't draw one of {n} indices"):
        draw_index(SystemSource(), n)


@pytest.mark.parametrize("n", range(7))
def test_each_sequence_of_indices_makes_another_permutation(n: int) -> None:
    # The indices are drawn among n, n-1, .. 2: n! equally likely sequences for n! permutations.
    sequences = itertools.product(*(range(among) for among in range(n, 1, -1)))
    permutations = Counter(shuffle(ScriptedSource(indices), n) for indices in sequences)
    assert permutations == Counter(itertools.permutations(range(n)))
    assert permutations.total() == factorial(n)


def test_a_shuffle_asks_for_exactly_its_indices() -> None:
    source = ScriptedSource([0] * 51)
    shuffle(source, 52)
    assert source.widths == [(among - 1).bit_length() for among in range(52, 1, -1)]


def test_fewer_than_no_cards_are_not_shuffled() -> None:
    with pytest.raises(InputError, match="can't shuffle -1 cards"):
        shuffle(SystemSource(), -1)


@pytest.mark.parametrize(("n", "count"), [(n, k) for n in range(7) for k in range(n + 1)])
def test_each_sequence_of_indices_picks_another_order(n: int, count: int) -> None:
    sequences = itertools.product(*(range(n - place) for place in range(count)))
    picked = Counter(pick(ScriptedSource(indices), n, count) for indices in sequences)
    assert picked == Counter(itertools.permutations(range(n), count))
    assert picked.total() == perm(n, count)


@pytest.mark.parametrize(("n", "count"), [(3, 4), (3, -1), (0, 1)])
def test_no_more_is_picked_than_there_is(n: int, count: int) -> None:
    with pytest.raises(InputError, match=f"can't pick {count} of {n} cards"):
        pick(SystemSource(), n, count)


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_the_rest_of_a_deck_is_dealt_without_what_is_gone(deck: Deck) -> None:
    gone = (0, 9, deck.size - 1)
    cards = deal_rest(deck, gone, deck.size - 3)
    assert sorted((*cards, *gone)) == list(deck.cards)
    for _ in range(20):
        five = deal_rest(deck, gone, 5)
        assert len(set(five)) == 5
        assert not set(five) & set(gone)
    with pytest.raises(InputError, match="can't pick"):
        deal_rest(deck, gone, deck.size - 2)


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_shuffled_deck_holds_each_card_once(deck: Deck) -> None:
    cards = shuffled_with(SeededSource(1), deck)
    assert sorted(cards) == list(deck.cards)
    assert cards != deck.cards


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_deal_is_different_cards_of_the_deck(deck: Deck) -> None:
    for count in (0, 1, 5, 7, deck.size):
        cards = deal(deck, count)
        assert len(cards) == len(set(cards)) == count
        assert set(cards) <= set(deck.cards)
    assert sorted(deal(deck, deck.size)) == list(deck.cards)


@pytest.mark.parametrize(("name", "count"), [("standard", -1), ("standard", 53), ("joker", 54)])
def test_no_more_cards_than_the_deck_has(name: str, count: int) -> None:
    with pytest.raises(InputError) as caught:
        deal(DECKS[name], count)
    assert str(caught.value) == (
        f"can't deal {count} cards from the deck '{name}': it has {DECKS[name].size}"
    )


def test_a_deal_is_the_top_of_a_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = DECKS["double-joker"]
    monkeypatch.setattr("secrets.randbits", SeededSource(7).randbits)
    assert deal(deck, 9) == shuffled_with(SeededSource(7), deck)[:9]


@pytest.mark.parametrize(
    ("live", "parameters", "called"),
    [
        (deal, ["deck", "count"], "shuffled_with"),
        (deal_rest, ["deck", "gone", "count"], "pick"),
    ],
)
def test_a_live_deal_cannot_be_handed_a_source(
    live: Callable[..., object], parameters: list[str], called: str
) -> None:
    assert list(inspect.signature(live).parameters) == parameters
    assert all(one.default is one.empty for one in inspect.signature(live).parameters.values())
    tree = ast.parse(inspect.getsource(live))
    sources = [
        ast.unparse(call.args[0])
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == called
    ]
    assert sources == ["SystemSource()"]


def test_the_systems_source_cannot_be_seeded() -> None:
    assert not inspect.signature(SystemSource).parameters
    assert not hasattr(SystemSource(), "__dict__")
    deals = set()
    for _ in range(3):
        random.seed(0)
        deals.add(deal(DECKS["standard"], 52))
    assert len(deals) == 3


def test_dealing_imports_no_other_randomness() -> None:
    tree = ast.parse(inspect.getsource(dealing))
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module))
    assert imported == {
        "__future__",
        "collections.abc",
        "gutshot.cards.decks",
        "gutshot.errors",
        "secrets",
        "typing",
    }


def test_importing_the_cards_does_not_load_the_seeded_source() -> None:
    program = (
        "import sys, gutshot.cards, gutshot.cards.dealing;"
        "print('gutshot.cards.seeded' in sys.modules)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert printed.stdout.strip() == "False"
