"""A chi-square test that passes the shuffle and is known to catch the usual wrong ones.

Every shuffle below is Fisher-Yates with another way to pick the place that the last card is
swapped with. From the chances of each pick the exact chances of the outcomes follow, and from
those the power of the test before anything is drawn: with N shuffles the statistic of a wrong one
is close to a noncentral chi-square, whose mean is df + lambda and whose variance 2 (df + 2 lambda).
The number of shuffles is chosen so that this mean lies more than `MARGIN` standard deviations
above the critical point: a miss is rarer than one in 10**9, and so fixed seeds are no lucky ones.

Two statistics are taken:

- the counts of all 120 orders of five cards, df = 119, which sees every fault of a small shuffle;
- for a whole deck the counts of each card at each place, df = 51**2. They depend on one another
  (each row and column sums to N), and for uniform orders the covariance of the table is a
  projection times N / 51, so Pearson's sum is scaled by 51/52.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pytest

from gutshot.cards.dealing import Source, draw_index, shuffle
from gutshot.cards.seeded import SeededSource

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SHUFFLES = 20_000
SEED = 20_260_101
REJECT_BELOW = 1e-6
MARGIN = 6.0
HAND = 5
DECK = 52


class Wrong(NamedTuple):
    """A faulty way to pick the place to swap with.

    `pick` draws it; `chances` gives the chance of each place 0..n-1; both for step `last`, which
    runs from n-1 down to 0.
    """

    pick: Callable[[Source, int, int], int]
    chances: Callable[[int, int], list[float]]


def even(places: int, n: int) -> list[float]:
    """Return equal chances for the first `places` of n."""
    return [1 / places] * places + [0.0] * (n - places)


def folded(bits: int, places: int, n: int) -> list[float]:
    """Return the chances when a number of that many bits is folded by a modulo."""
    hits = Counter(number % places for number in range(2**bits))
    return [hits[place] / 2**bits for place in range(n)]


ANY_PLACE = Wrong(
    lambda source, _last, n: draw_index(source, n),
    lambda _last, n: even(n, n),
)
NEVER_STAYS = Wrong(
    lambda source, last, _n: draw_index(source, max(last, 1)),
    lambda last, n: even(max(last, 1), n),
)
BITS_MODULO = Wrong(
    lambda source, last, _n: source.randbits(last.bit_length()) % (last + 1),
    lambda last, n: folded(last.bit_length(), last + 1, n),
)
BYTE_MODULO = Wrong(
    lambda source, last, _n: source.randbits(8) % (last + 1),
    lambda last, n: folded(8, last + 1, n),
)

# A byte folded to five places or fewer is off by a 256th: too little for five cards to show.
WRONG_HANDS = {"any place": ANY_PLACE, "never stays": NEVER_STAYS, "bits modulo": BITS_MODULO}
WRONG_DECKS = WRONG_HANDS | {"byte modulo": BYTE_MODULO}


def shuffle_wrongly(wrong: Wrong, source: Source, n: int) -> tuple[int, ...]:
    order = list(range(n))
    for last in range(n - 1, -1, -1):
        place = wrong.pick(source, last, n)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def order_chances(wrong: Wrong, n: int) -> dict[tuple[int, ...], float]:
    """Return the chance of every order of n cards."""
    reached = {tuple(range(n)): 1.0}
    for last in range(n - 1, -1, -1):
        after: dict[tuple[int, ...], float] = dict.fromkeys(itertools.permutations(range(n)), 0.0)
        for order, chance in reached.items():
            for place, share in enumerate(wrong.chances(last, n)):
                swapped = list(order)
                swapped[last], swapped[place] = swapped[place], swapped[last]
                after[tuple(swapped)] += chance * share
        reached = after
    return reached


def place_chances(wrong: Wrong, n: int) -> list[list[float]]:
    """Return the chance of each card (row) to end at each place (column)."""
    table = [[float(card == place) for place in range(n)] for card in range(n)]
    for last in range(n - 1, -1, -1):
        chances = wrong.chances(last, n)
        for row in table:
            from_last = row[last]
            to_last = sum(share * here for share, here in zip(chances, row, strict=True))
            for place, share in enumerate(chances):
                row[place] += share * (from_last - row[place])
            row[last] = to_last
    return table


def order_statistic(orders: Sequence[tuple[int, ...]]) -> float:
    counts = Counter(orders)
    expected = len(orders) / math.factorial(HAND)
    return sum(
        (counts[order] - expected) ** 2 / expected for order in itertools.permutations(range(HAND))
    )


def place_statistic(orders: Sequence[tuple[int, ...]]) -> float:
    expected = len(orders) / DECK
    pearson = sum(
        (column.count(card) - expected) ** 2 / expected
        for column in zip(*orders, strict=True)
        for card in range(DECK)
    )
    return pearson * (DECK - 1) / DECK


ORDER_FREEDOM = math.factorial(HAND) - 1
PLACE_FREEDOM = (DECK - 1) ** 2


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the chance that a chi-square with that many degrees of freedom is larger.

    The regularised upper incomplete gamma function: its power series below the mean, its continued
    fraction (modified Lentz) above, where the series would cancel.
    """
    a, x = freedom / 2, statistic / 2
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-16:
            step += 1
            term *= x / step
            total += term
        return 1 - front * total
    b = x + 1 - a
    c, d = math.inf, 1 / b
    fraction = d
    for step in itertools.count(1):
        numerator = step * (a - step)
        b += 2
        d = 1 / (b + numerator * d)
        c = b + numerator / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def critical_point(freedom: int) -> float:
    """Return the statistic above which a shuffle is called wrong, by bisection."""
    low, high = float(freedom), 10.0 * freedom
    for _ in range(80):
        middle = (low + high) / 2
        if upper_tail(middle, freedom) > REJECT_BELOW:
            low = middle
        else:
            high = middle
    return high


def deviations_above_the_critical_point(noncentrality: float, freedom: int) -> float:
    mean = freedom + noncentrality
    deviation = math.sqrt(2 * (freedom + 2 * noncentrality))
    return (mean - critical_point(freedom)) / deviation


def test_the_tail_agrees_with_its_closed_forms() -> None:
    for x in (0.1, 1.0, 3.0, 20.0, 60.0):
        assert upper_tail(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-9)
        assert upper_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-9)
    for x in (60.0, 120.0, 200.0, 300.0):
        # With an even number of degrees the tail is a sum of Poisson chances.
        poisson = sum(
            math.exp(-x / 2 + k * math.log(x / 2) - math.lgamma(k + 1)) for k in range(60)
        )
        assert upper_tail(x, 120) == pytest.approx(poisson, rel=1e-9)


def test_the_critical_points() -> None:
    # Wilson-Hilferty: the cube root of chi-square / df is nearly normal; 4.7534 leaves 1e-6 above.
    for freedom in (ORDER_FREEDOM, PLACE_FREEDOM):
        spread = 2 / (9 * freedom)
        cube_root = 1 - spread + 4.7534 * math.sqrt(spread)
        assert critical_point(freedom) == pytest.approx(freedom * cube_root**3, rel=2e-3)


@pytest.mark.parametrize("wrong", WRONG_DECKS.values(), ids=WRONG_DECKS)
def test_both_ways_to_the_chances_agree(wrong: Wrong) -> None:
    by_order = [[0.0] * HAND for _ in range(HAND)]
    for order, chance in order_chances(wrong, HAND).items():
        for place, card in enumerate(order):
            by_order[card][place] += chance
    for row, expected in zip(place_chances(wrong, HAND), by_order, strict=True):
        assert row == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("wrong", WRONG_HANDS.values(), ids=WRONG_HANDS)
def test_wrong_shuffles_of_five_cards_are_caught(wrong: Wrong) -> None:
    fair = 1 / math.factorial(HAND)
    unevenness = sum((chance - fair) ** 2 / fair for chance in order_chances(wrong, HAND).values())
    above = deviations_above_the_critical_point(SHUFFLES * unevenness, ORDER_FREEDOM)
    assert above > MARGIN

    source = SeededSource(SEED)
    orders = [shuffle_wrongly(wrong, source, HAND) for _ in range(SHUFFLES)]
    assert upper_tail(order_statistic(orders), ORDER_FREEDOM) < REJECT_BELOW


@pytest.mark.parametrize("wrong", WRONG_DECKS.values(), ids=WRONG_DECKS)
def test_wrong_shuffles_of_a_deck_are_caught(wrong: Wrong) -> None:
    unevenness = (DECK - 1) * sum(
        (chance - 1 / DECK) ** 2 for row in place_chances(wrong, DECK) for chance in row
    )
    above = deviations_above_the_critical_point(SHUFFLES * unevenness, PLACE_FREEDOM)
    assert above > MARGIN

    source = SeededSource(SEED)
    orders = [shuffle_wrongly(wrong, source, DECK) for _ in range(SHUFFLES)]
    assert upper_tail(place_statistic(orders), PLACE_FREEDOM) < REJECT_BELOW


def test_the_shuffle_passes_with_five_cards() -> None:
    source = SeededSource(SEED)
    orders = [shuffle(source, HAND) for _ in range(SHUFFLES)]
    tail = upper_tail(order_statistic(orders), ORDER_FREEDOM)
    # Counts that are too even would be as suspicious as uneven ones.
    assert REJECT_BELOW < tail < 1 - REJECT_BELOW


def test_the_shuffle_passes_with_a_deck() -> None:
    source = SeededSource(SEED)
    orders = [shuffle(source, DECK) for _ in range(SHUFFLES)]
    tail = upper_tail(place_statistic(orders), PLACE_FREEDOM)
    assert REJECT_BELOW < tail < 1 - REJECT_BELOW
