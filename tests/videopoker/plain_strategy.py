"""What a strategy plays on one deal, read off its words in plain Python: sets, lists and loops."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from gutshot.cards.decks import RANKS
from gutshot.videopoker import analyse_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.cards.decks import Deck
    from gutshot.videopoker import PayTable
    from gutshot.videopoker.strategy.conditions import Condition
    from gutshot.videopoker.strategy.phrases import Phrase
    from gutshot.videopoker.strategy.priority_list import Instead, Strategy

__all__ = ["Played", "play"]

STRAIGHTS = [set("A2345"), *(set(RANKS[low : low + 5]) for low in range(9))]
PAID_PAIRS = {
    "tens_or_better": "TJQKA",
    "jacks_or_better": "JQKA",
    "kings_or_better": "KA",
    "aces_or_better": "A",
}


class Played(NamedTuple):
    """A deal's hold, the line and exception that decide (-1 for none), all holds that fitted."""

    mask: int
    line: int
    exception: int
    choices: frozenset[int]


class Held(NamedTuple):
    """A hold: letters of the natural cards, falling, their suits, wild cards, and the discards."""

    mask: int
    letters: str
    suits: list[int]
    wild: int
    discards: list[tuple[str, int]]


def play(strategy: Strategy, table: PayTable, deal: Sequence[int]) -> Played:
    """Return what a strategy does with a deal; masks are by the deal's own order."""
    dealt = sum(table.deck.is_wild(card) for card in deal)
    holds = [held(deal, mask, table.deck) for mask in range(32)]
    category = analyse_hand(tuple(deal), table).dealt_category
    category = {"natural_royal": "royal_flush"}.get(category, category)
    for place, line in enumerate(strategy.lines):
        if line.dealt != dealt:
            continue
        found = chosen(line.phrases, line.conditions, holds, table, dealt, category, deal)
        if found is None:
            continue
        mask, choices = found
        for at, instead in enumerate(line.exceptions):
            other = exception(instead, holds[mask], holds, table, dealt, category, deal)
            if other is not None:
                return Played(other[0], place, at, other[1])
        return Played(mask, place, -1, choices)
    return Played(-1, -1, -1, frozenset())


def held(deal: Sequence[int], mask: int, deck: Deck) -> Held:
    kept = [card for i, card in enumerate(deal) if mask >> i & 1]
    natural = [card for card in kept if not deck.is_wild(card)]
    letters = "".join(RANKS[card // 4] for card in sorted(natural, reverse=True))
    thrown = [card for i, card in enumerate(deal) if not mask >> i & 1 and not deck.is_wild(card)]
    return Held(
        mask,
        letters,
        sorted({card % 4 for card in natural}),
        len(kept) - len(natural),
        [(RANKS[card // 4], card % 4) for card in thrown],
    )


def chosen(
    phrases: Sequence[Phrase],
    conditions: Sequence[Condition],
    holds: list[Held],
    table: PayTable,
    dealt: int,
    category: str,
    deal: Sequence[int],
) -> tuple[int, frozenset[int]] | None:
    """Return the preferred hold that fits, and all that fit."""
    order = {}
    for hold in holds:
        if not all(met(one, hold, deal) for one in conditions):
            continue
        places = [
            preference(hold, table, highest_first=phrase.highest_first)
            for phrase in phrases
            if fits(phrase, hold, table, dealt, category)
        ]
        if places:
            order[hold.mask] = min(places)
    if not order:
        return None
    return min(order, key=lambda mask: (order[mask], mask)), frozenset(order)


def exception(
    instead: Instead,
    above: Held,
    holds: list[Held],
    table: PayTable,
    dealt: int,
    category: str,
    deal: Sequence[int],
) -> tuple[int, frozenset[int]] | None:
    if not all(met(one, above, deal) for one in instead.conditions if one.above):
        return None
    own = [one for one in instead.conditions if not one.above]
    others = [hold for hold in holds if hold.mask != above.mask]
    return chosen((instead.phrase,), own, others, table, dealt, category, deal)


def high_letters(table: PayTable) -> str:
    return max((PAID_PAIRS.get(name, "") for name in table.order), key=len)


def ways(letters: str) -> int:
    """Return how many straights have all these ranks; none has a rank twice."""
    if len(set(letters)) < len(letters):
        return 0
    return sum(set(letters) <= straight for straight in STRAIGHTS)


def highs(hold: Held, table: PayTable) -> int:
    return sum(letter in high_letters(table) for letter in hold.letters)


def preference(hold: Held, table: PayTable, *, highest_first: bool) -> tuple[int, int, int, int]:
    """Return a hold's place: most cards, most high cards, most ways, lowest (highest) cards."""
    if hold.mask == 31:
        return (0, 0, 0, 0)
    ranks = [RANKS.index(letter) for letter in hold.letters]
    by_rank = (max(ranks, default=-1)) * 13 + min(ranks, default=12)
    size = len(ranks) + hold.wild
    sign = -1 if highest_first else 1
    return (5 - size, -highs(hold, table), -ways(hold.letters), sign * by_rank)


def fits(phrase: Phrase, hold: Held, table: PayTable, dealt: int, category: str) -> bool:
    if phrase.head == "pat":
        return hold.mask == 31 and category == phrase.category
    if hold.mask == 31 or hold.wild != dealt:
        return False
    return head_fits(phrase, hold, table) and filters_fit(phrase, hold, table)


def head_fits(phrase: Phrase, hold: Held, table: PayTable) -> bool:  # noqa: PLR0911 - one a head
    letters = hold.letters
    times = Counter(letters)
    size = len(letters) + hold.wild
    one_suit = len(hold.suits) <= 1
    right_suit = {"": True, "suited": one_suit, "offsuit": not one_suit}[phrase.suit]
    if phrase.head in {"nothing", "wild_only"}:
        return not letters
    if phrase.head == "two_pair":
        return sorted(times.values()) == [2, 2]
    if phrase.head == "cards":
        return right_suit and letters in phrase.cards
    if phrase.head == "alike":
        return alike_fits(phrase, times, size)
    if size != phrase.count or not letters or max(times.values()) > 1:
        return False
    if phrase.head == "high_cards":
        return right_suit and set(letters) <= set(high_letters(table))
    return {
        "royal": one_suit and set(letters) <= set("TJQKA"),
        "straight_flush": one_suit and ways(letters) >= 1,
        "flush": one_suit,
        "straight": ways(letters) >= 1,
        "outside": ways(letters) >= 2,
        "inside": ways(letters) == 1,
    }[phrase.head]


def alike_fits(phrase: Phrase, times: Counter[str], size: int) -> bool:
    ranks = letters_of(phrase.ranks or 0x1FFF)
    if not phrase.kicker:
        return size == phrase.count and len(times) == 1 and set(times) <= ranks
    if size != phrase.count + 1 or len(times) != 2:
        return False
    equal, kicker = (letter for letter, _ in times.most_common())
    return (
        times[equal] > 1
        and times[kicker] == 1
        and equal in ranks
        and kicker in letters_of(phrase.kicker)
    )


def filters_fit(phrase: Phrase, hold: Held, table: PayTable) -> bool:
    high, straights = highs(hold, table), ways(hold.letters)
    ranks = [RANKS.index(letter) for letter in hold.letters]
    held_letters = set(hold.letters)
    return (
        phrase.high[0] <= high <= phrase.high[1]
        and phrase.ways[0] <= straights <= phrase.ways[1]
        and phrase.ways_high[0] <= straights + high <= phrase.ways_high[1]
        and phrase.lowest[0] <= min(ranks, default=99) <= phrase.lowest[1]
        # without a natural card there is no highest one: only the filter that is none lets it pass
        and (
            phrase.highest == (0, 99)
            or phrase.highest[0] <= max(ranks, default=-1) <= phrase.highest[1]
        )
        and (not phrase.holding or bool(held_letters & letters_of(phrase.holding)))
        and not held_letters & letters_of(phrase.without)
    )


def letters_of(ranks: int) -> set[str]:
    return {letter for rank, letter in enumerate(RANKS) if ranks >> rank & 1}


def met(condition: Condition, hold: Held, deal: Sequence[int]) -> bool:
    return condition.span[0] <= measured(condition, hold, deal) <= condition.span[1]


def measured(condition: Condition, hold: Held, deal: Sequence[int]) -> int:  # noqa: PLR0911
    ranks = letters_of(condition.ranks)
    if condition.kind == "exactly":
        return int(any(same_up_to_suits(deal, other) for other in condition.deals))
    if condition.kind == "pattern":
        thrown = sorted((RANKS.index(rank) for rank, _ in hold.discards), reverse=True)
        return int("".join(RANKS[rank] for rank in thrown) in condition.patterns)
    if condition.kind == "held":
        return sum(letter in ranks for letter in hold.letters)
    if condition.kind == "straight":
        return sum(
            rank not in hold.letters
            and any(set(hold.letters) | {rank} <= straight for straight in STRAIGHTS)
            for rank, _ in hold.discards
        )
    if condition.kind == "suits":
        return len({suit for _, suit in hold.discards})
    if condition.kind == "discards":
        return sum(rank in ranks for rank, _ in hold.discards)
    if condition.kind == "suited_discards":
        return sum(rank in ranks and suit in hold.suits for rank, suit in hold.discards)
    suits = suits_of(hold, deal, ranks or set(RANKS))
    return sum(suit in suits for _, suit in hold.discards)


def suits_of(hold: Held, deal: Sequence[int], ranks: set[str]) -> set[int]:
    """Return the suits of the held natural cards of some ranks."""
    kept = [card for i, card in enumerate(deal) if hold.mask >> i & 1 and card < 52]
    return {card % 4 for card in kept if RANKS[card // 4] in ranks & set(hold.letters)}


def same_up_to_suits(deal: Sequence[int], other: Sequence[int]) -> bool:
    def shape(cards: Sequence[int]) -> tuple[list[tuple[str, ...]], int]:
        by_suit: dict[int, list[str]] = {}
        for card in cards:
            if card < 52:
                by_suit.setdefault(card % 4, []).append(RANKS[card // 4])
        return sorted(tuple(sorted(ranks)) for ranks in by_suit.values()), sum(
            card >= 52 for card in cards
        )

    return shape(deal) == shape(other)
