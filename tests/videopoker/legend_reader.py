"""A reader of printed strategies who knows the legend and nothing of the program's own reading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from gutshot.cards.text import parse_hand
from gutshot.videopoker import analyse_hand
from gutshot.videopoker.strategy.phrase_words import pat_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker import PayTable

__all__ = ["Decided", "Reader"]

RANKS = "23456789TJQKA"
STRAIGHTS = [set("A2345"), *(set(RANKS[low : low + 5]) for low in range(9))]
EQUAL = {"pair": 2, "three of a kind": 3, "four of a kind": 4}


class Card(NamedTuple):
    rank: str
    suit: str
    wild: bool


class Hold(NamedTuple):
    """Cards held and thrown away; `held` and `thrown` without the wild ones."""

    mask: int
    held: list[Card]
    thrown: list[Card]
    wild: int

    @property
    def ranks(self) -> list[str]:
        return [card.rank for card in self.held]


class Row(NamedTuple):
    """A printed line: its holds, its conditions, and the exceptions printed under it."""

    section: str
    holds: list[str]
    conditions: list[str]
    exceptions: list[tuple[str, list[str]]]


class Decided(NamedTuple):
    """What a reader does: the line and exception (-1: none), holds that fit, and the preferred."""

    line: int
    exception: int
    fitting: frozenset[int]
    preferred: frozenset[int]


class Reader:
    """Reads a list as it is printed."""

    def __init__(self, text: str, table: PayTable) -> None:
        self.table = table
        order = "TJQKA"
        start = {"tens_or_better": 0, "jacks_or_better": 1, "kings_or_better": 3}
        paid = [start[name] for name in table.order if name in start]
        self.high = set(order[min(paid) :]) if paid else set()
        self.rows: list[Row] = []
        section = ""
        for printed in text.splitlines():
            line = printed.strip()
            if line.endswith(":"):
                section = line[:-1]
            elif line.startswith("but "):
                hold, conditions = self._parted(line[4:])
                self.rows[-1].exceptions.append((hold, conditions))
            elif line:
                hold, conditions = self._parted(line.split(". ", 1)[1])
                self.rows.append(Row(section, re.split(r" or (?!better)", hold), conditions, []))

    def _parted(self, text: str) -> tuple[str, list[str]]:
        hold, _, conditions = text.partition(" if ")
        return hold, conditions.split(" and ") if conditions else []

    def decide(self, deal: Sequence[int]) -> Decided:
        """Read from the top."""
        deck = self.table.deck
        cards = [Card(RANKS[c // 4 % 13], "cdhs"[c % 4], deck.is_wild(c)) for c in deal]
        dealt = sum(card.wild for card in cards)
        holds = [hold_of(cards, mask) for mask in range(32)]
        word = "joker" if deck.jokers else "deuce"
        section = f"{dealt or 'no'} {word}{'s' if dealt > 1 else ''}"
        if deck.jokers == 1 and dealt:
            section = "joker"
        if not deck.jokers and deck.wild_rank is None:
            section = ""
        paid = analyse_hand(tuple(deal), self.table).dealt_category
        for place, row in enumerate(self.rows):
            if row.section != section:
                continue
            found = self._first(row.holds, row.conditions, holds, deal, paid)
            if found is None:
                continue
            fitting, preferred = found
            above = holds[min(preferred)]
            for at, (hold, conditions) in enumerate(row.exceptions):
                own = [one for one in conditions if not one.endswith(" above")]
                of_line = [one[:-6] for one in conditions if one.endswith(" above")]
                if all(self._met(one, above, deal) for one in of_line):
                    # an exception never means the hold of its own line
                    others = [other for other in holds if other.mask != above.mask]
                    instead = self._first([hold], own, others, deal, paid)
                    if instead is not None:
                        return Decided(place, at, *instead)
            return Decided(place, -1, fitting, preferred)
        return Decided(-1, -1, frozenset(), frozenset())

    def _first(
        self,
        phrases: list[str],
        conditions: list[str],
        holds: list[Hold],
        deal: Sequence[int],
        paid: str,
    ) -> tuple[frozenset[int], frozenset[int]] | None:
        places: dict[int, tuple[int, ...]] = {}
        dealt = sum(self.table.deck.is_wild(card) for card in deal)
        for hold in holds:
            fits = [one for one in phrases if self._fits(one, hold, dealt, paid)]
            if fits and all(self._met(one, hold, deal) for one in conditions):
                places[hold.mask] = min(self._place(hold, one) for one in fits)
        if not places:
            return None
        best = min(places.values())
        return frozenset(places), frozenset(mask for mask in places if places[mask] == best)

    def _place(self, hold: Hold, phrase: str) -> tuple[int, ...]:
        """Several fit: most cards, most high cards, most ways, then the lower ones."""
        if hold.mask == 31:
            return (-5, -9)  # nothing is held in more cards than the whole hand
        order = [RANKS.index(rank) for rank in hold.ranks]
        upward = -1 if "highest first" in phrase else 1
        return (
            -len(hold.held) - hold.wild,
            -self._high(hold),
            -ways(hold),
            upward * max(order, default=-1),
            upward * min(order, default=12),
        )

    def _high(self, hold: Hold) -> int:
        return sum(rank in self.high for rank in hold.ranks)

    def _fits(self, phrase: str, hold: Hold, dealt: int, paid: str) -> bool:
        head, *filters = phrase.split(", ")
        whole = self._whole(head, paid)
        if whole is not None:
            return whole and hold.mask == 31
        if hold.mask == 31 or hold.wild != dealt:  # every wild card is kept
            return False
        return self._head(head, hold) and all(self._filter(one, hold) for one in filters)

    def _whole(self, head: str, paid: str) -> bool | None:
        """Say whether five cards held are paid as a line says; None for words of fewer cards."""
        complete = ("royal flush", "wild royal", "five of a kind", "straight flush", "full house",
                    "flush", "straight")  # fmt: skip
        if head in complete or head.startswith("pat "):
            category = {"natural_royal": "royal_flush"}.get(paid, paid)
            return head == pat_word(category)
        return None

    def _head(self, head: str, hold: Hold) -> bool:  # noqa: PLR0911 - one a form
        ranks, count = hold.ranks, len(hold.held) + hold.wild
        one_suit = len({card.suit for card in hold.held}) <= 1
        different = len(set(ranks)) == len(ranks)
        if found := re.fullmatch(r"(\d) to an? (.+)", head):
            if count != int(found[1]) or not different or not ranks:
                return False
            return {
                "royal flush": one_suit and set(ranks) <= set("TJQKA"),
                "straight flush": one_suit and ways(hold) >= 1,
                "flush": one_suit,
                "straight": ways(hold) >= 1,
                "outside straight": ways(hold) >= 2,
                "inside straight": ways(hold) == 1,
            }[found[2]]
        if found := re.fullmatch(r"(\d) (suited |offsuit )?high cards?", head):
            suits = {None: True, "suited ": one_suit, "offsuit ": not one_suit}[found[2]]
            return bool(
                suits and ranks and different and count == int(found[1]) and set(ranks) <= self.high
            )
        if head in {"nothing: draw five", "deuce only", "joker only"}:
            return not ranks
        if found := re.fullmatch(r"([2-9TJQKA/]+) only", head):
            return len(ranks) == 1 and ranks[0] in found[1].split("/")
        if found := re.fullmatch(r"([2-9TJQKA ]+) (suited|offsuit|any suits)", head):
            suits = {"suited": one_suit, "offsuit": not one_suit, "any suits": True}[found[2]]
            return suits and "".join(ranks) in found[1].split()
        if head == "two pair":
            return len(ranks) == 4 and sorted(ranks.count(x) for x in set(ranks)) == [2, 2]
        return self._equal(head, hold)

    def _equal(self, head: str, hold: Hold) -> bool:
        found = re.fullmatch(r"(high pair|low pair|.+? of a kind|pair)(?: of (\S+))?"
                             r"(?: with kicker (\S+))?", head)  # fmt: skip
        assert found, head
        kind = found[1].removeprefix("high ").removeprefix("low ")
        allowed = set(RANKS) if found[2] is None else set_of(found[2])
        if found[1] == "high pair":
            allowed = self.high
        if found[1] == "low pair":
            allowed = set(RANKS) - self.high
        ranks, size = hold.ranks, len(hold.held) + hold.wild
        if found[3] is None:
            return (
                bool(ranks) and size == EQUAL[kind] and len(set(ranks)) == 1 and ranks[0] in allowed
            )
        kickers = [rank for rank in ranks if ranks.count(rank) == 1]
        equal = {rank for rank in ranks if ranks.count(rank) > 1}
        return (
            size == EQUAL[kind] + 1
            and len(kickers) == 1
            and len(equal) == 1
            and equal <= allowed
            and kickers[0] in set_of(found[3])
        )

    def _filter(self, text: str, hold: Hold) -> bool:  # noqa: PLR0911 - one a form
        order = [RANKS.index(rank) for rank in hold.ranks]
        if text == "highest first":
            return True
        if found := re.fullmatch(r"ways \+ high cards (\S+)", text):
            return counted(found[1], ways(hold) + self._high(hold))
        if found := re.fullmatch(r"(\S+) high cards?", text):
            return counted(found[1], self._high(hold))
        if found := re.fullmatch(r"(\S+) ways?", text):
            return counted(found[1], ways(hold))
        if found := re.fullmatch(r"(lowest|highest) (?:(\S)|(\S)\+|(\S)-(\S)|up to (\S))", text):
            if not order:
                return False
            rank = min(order) if found[1] == "lowest" else max(order)
            low = found[2] or found[3] or found[4] or "2"
            high = found[2] or found[5] or found[6] or "A"
            return RANKS.index(low) <= rank <= RANKS.index(high)
        found = re.fullmatch(r"(with|no) (\S+)", text)
        assert found, text
        held = bool(set(hold.ranks) & set_of(found[2]))
        return held == (found[1] == "with")

    def _met(self, text: str, hold: Hold, deal: Sequence[int]) -> bool:  # noqa: PLR0911
        suits = {card.suit for card in hold.held}
        if found := re.fullmatch(r"exactly (.+)", text):
            wanted = [renamed(parse_hand(one, self.table.deck)) for one in found[1].split("/")]
            return renamed(deal) in wanted
        if found := re.fullmatch(r"discarding exactly (.+)", text):
            thrown = sorted((card.rank for card in hold.thrown), key=RANKS.index, reverse=True)
            return "".join(thrown) in found[1].split("/")
        if found := re.fullmatch(r"discards of (\S+) suits?", text):
            return counted(found[1], len({card.suit for card in hold.thrown}))
        if found := re.fullmatch(r"(\S+) flush penalt\S+(?: on (\S+))?", text):
            named = set(RANKS) if found[2] is None else set_of(found[2])
            suits = {card.suit for card in hold.held if card.rank in named}
            return counted(found[1], sum(card.suit in suits for card in hold.thrown))
        if found := re.fullmatch(r"(\S+) straight penalt\S+", text):
            return counted(found[1], sum(is_straight_penalty(x, hold) for x in hold.thrown))
        if found := re.fullmatch(
            r"discarding (no |\S+ (?=suited of|of))?(suited )?(?:of )?(\S+)", text
        ):
            of = [card for card in hold.thrown if card.rank in set_of(found[3])]
            if found[2]:
                of = [card for card in of if card.suit in suits]
            return counted((found[1] or "a").strip(), len(of))
        found = re.fullmatch(r"(with|no) (\S+)", text)
        assert found, text
        return (found[1] == "with") == any(rank in set_of(found[2]) for rank in hold.ranks)


def hold_of(cards: list[Card], mask: int) -> Hold:
    kept = [card for at, card in enumerate(cards) if mask >> at & 1]
    thrown = [card for at, card in enumerate(cards) if not mask >> at & 1 and not card.wild]
    held = [card for card in kept if not card.wild]
    held.sort(key=lambda card: RANKS.index(card.rank), reverse=True)
    return Hold(mask, held, thrown, len(kept) - len(held))


def ways(hold: Hold) -> int:
    """How many of the ten straights contain all ranks held; equal ranks are in none."""
    if len(set(hold.ranks)) < len(hold.ranks):
        return 0
    return sum(set(hold.ranks) <= straight for straight in STRAIGHTS)


def is_straight_penalty(card: Card, hold: Hold) -> bool:
    if card.rank in hold.ranks:
        return False
    return any({card.rank, *hold.ranks} <= straight for straight in STRAIGHTS)


def set_of(text: str) -> set[str]:
    """``J-A/7`` as ranks."""
    out: set[str] = set()
    for part in text.split("/"):
        low, _, high = part.partition("-")
        out |= set(RANKS[RANKS.index(low) : RANKS.index(high or low) + 1])
    return out


def counted(said: str, number: int) -> bool:
    """``no``, ``a`` (one or more), ``2``, ``2+``, ``1-3``."""
    if said in {"no", "a"}:
        return (number == 0) == (said == "no")
    low, _, high = said.rstrip("+").partition("-")
    most = 99 if said.endswith("+") else int(high or low)
    return int(low) <= number <= most


def renamed(deal: Sequence[int]) -> tuple[list[list[str]], int]:
    """Return a deal without the names of its suits."""
    suits: dict[int, list[str]] = {}
    for card in deal:
        if card < 52:
            suits.setdefault(card % 4, []).append(RANKS[card // 4])
    return sorted(sorted(ranks) for ranks in suits.values()), sum(card >= 52 for card in deal)
