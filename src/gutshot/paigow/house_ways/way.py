"""A house way: rules that set every seven cards, and the file that says them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.cards import FIRST_JOKER
from gutshot.catalogue import FileKind
from gutshot.errors import HouseWayError
from gutshot.evaluate import joker
from gutshot.evaluate.joker import HIGH_CATEGORIES, category_of
from gutshot.evaluate.joker.tables import PLACES
from gutshot.paigow.file_texts import shown_text
from gutshot.paigow.hands import (
    DEFAULT_RULES,
    HIGH_CARDS,
    LOW_CARDS,
    SEVEN,
    check_cards,
    parse_seven,
)
from gutshot.paigow.house_ways.patterns import parse_low
from gutshot.paigow.house_ways.rule import read_rule
from gutshot.paigow.house_ways.shape import shape_of
from gutshot.paigow.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from gutshot.evaluate.joker import StrengthTables
    from gutshot.paigow.house_ways.rule import Rule
    from gutshot.paigow.house_ways.shape import Shape
    from gutshot.paigow.house_ways.tables import WayTables
    from gutshot.paigow.rules import Rules

__all__ = ["KIND", "Dealt", "Golden", "HouseWay", "Published", "Split", "from_toml"]

_FRONTS: Final = tuple(combinations(range(SEVEN), LOW_CARDS))
_KEYS: Final = ("name", "source", "note", "rules", "golden", "published")
_RATES: Final = ("win_percent", "push_percent", "lose_percent")
_MOST_RULES: Final = 200


class Golden(NamedTuple):
    """A hand whose setting is known from elsewhere.

    cards : seven ids. low : weakest and strongest low hand. high : the high hand's category.
    """

    cards: tuple[int, ...]
    low: tuple[int, int]
    high: str


class Published(NamedTuple):
    """What others print for a bet that this way sets, against a dealer whom it sets too."""

    win_percent: float
    push_percent: float
    lose_percent: float
    by: str


class Split(NamedTuple):
    """Seven cards parted without foul: ids in front and behind, strengths, the high category."""

    front: tuple[int, ...]
    back: tuple[int, ...]
    low: int
    high: int
    category: str


class Dealt(NamedTuple):
    """What a way looks at: a hand's shape, strongest category, and splits without foul."""

    shape: Shape
    best: str
    legal: tuple[Split, ...]

    @classmethod
    def of(cls, cards: Iterable[int], rules: Rules = DEFAULT_RULES) -> Dealt:
        """Look at seven different cards, ids 0..52; splits with lower ids in front come first.

        Raises
        ------
        HandError
            When the cards aren't seven different ones of the deck.
        """
        seven = sorted(check_cards(cards, SEVEN))
        tables = rules.tables
        suited = _may_be_suited(seven)
        legal = []
        for first, second in _FRONTS:
            front = seven[first], seven[second]
            back = (*seven[:first], *seven[first + 1 : second], *seven[second + 1 :])
            low = joker.low_strength(front, tables)
            high = joker.high_strength(back, tables) if suited else _by_ranks(back, tables)
            if high >= tables.least_high[low]:
                legal.append(Split(front, back, low, high, HIGH_CATEGORIES[category_of(high)]))
        best = max(legal, key=lambda split: split.high).category
        return cls(shape_of(seven), best, tuple(legal))


@dataclass(frozen=True, slots=True)
class HouseWay:
    """Rules that set seven cards: the first that fits one of the settings without foul decides.

    Of the settings that meet its demands the one with the highest low hand is taken, then with the
    highest high hand. The last rule fits every hand. Cards of one rank are alike: of settings that
    are equal in both hands, the one with the lowest ids in front is taken, whatever the order of
    the dealt cards.
    """

    id: str
    name: str
    rules: tuple[Rule, ...]
    source: str = ""
    note: str = ""
    golden: tuple[Golden, ...] = ()
    published: Published | None = None

    def set(self, cards: Iterable[int], rules: Rules = DEFAULT_RULES) -> Setting:
        """Return how this way sets seven different cards, ids 0..52, at a table.

        Raises
        ------
        HandError
            When the cards aren't seven different ones of the deck.
        """
        return self.decide(cards, rules)[0]

    def decide(self, cards: Iterable[int], rules: Rules = DEFAULT_RULES) -> tuple[Setting, Rule]:
        """Return how this way sets seven different cards, ids 0..52, and the rule that decided.

        Raises
        ------
        HandError
            When the cards aren't seven different ones of the deck.
        """
        split, rule = self.choose(Dealt.of(cards, rules))
        return Setting(split.back, split.front, rules), rule

    def choose(self, dealt: Dealt) -> tuple[Split, Rule]:
        """Return the split of a dealt hand that this way takes, and the rule that decided."""
        for rule in self.rules:
            if rule.looks_at(dealt.shape, dealt.best):
                allowed = [x for x in dealt.legal if rule.allows(x.category, x.low, dealt.best)]
                if allowed:
                    # max keeps the first of equals, which has the lowest ids in front
                    return max(allowed, key=lambda split: (split.low, split.high)), rule
        raise HouseWayError(f"the way '{self.id}' has no last rule that sets every hand")

    def strengths(
        self, hands: NDArray[np.uint8], rules: Rules = DEFAULT_RULES
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the strengths of many hands as this way sets them, compiled.

        Parameters
        ----------
        hands
            (n, 7) card ids, 0..52, seven different ones a row, in any order; not checked.
        rules
            What the table has chosen.

        Returns
        -------
        tuple
            High strengths, 0..7462, and low strengths, 0..90, both (n,).
        """
        from gutshot.paigow.house_ways._kernels import set_hands

        if not (hands.flags.writeable and hands.flags.c_contiguous):
            hands = hands.copy()  # the kernel is compiled for one kind of array
        return set_hands(hands, rules.tables, self.tables(rules))

    def tables(self, rules: Rules = DEFAULT_RULES) -> WayTables:
        """Return this way as kernels take it, made at the first call and shared."""
        from gutshot.paigow.house_ways.tables import way_tables

        return way_tables(self.rules, rules)


def _may_be_suited(seven: Sequence[int]) -> bool:
    """Tell whether five of seven cards may be of one suit, the joker of any."""
    suits = [card & 3 for card in seven if card != FIRST_JOKER]
    jokers = len(seven) - len(suits)
    return max(map(suits.count, range(4))) + jokers >= HIGH_CARDS


def _by_ranks(five: Sequence[int], tables: StrengthTables) -> int:
    """Return the strength of five sorted cards that are not of one suit."""
    a, b, c, d, e = five
    first, second, third, fourth, fifth = PLACES
    place = first[a >> 2] + second[b >> 2] + third[c >> 2] + fourth[d >> 2] + fifth[e >> 2]
    return int(tables.by_ranks[place])


def from_toml(text: str, where: str, *, id: str) -> HouseWay:  # noqa: A002 - the field's name
    """Read a house way from the text of a TOML file.

    Parameters
    ----------
    text
        The file's text; see `gutshot.paigow.house_ways` for what stands in it.
    where
        What to call the file in messages.
    id
        What the way is known by.

    Raises
    ------
    HouseWayError
        At the first thing that can't be used: what it was, and what would be right.
    """
    return KIND.from_toml(text, where, id)


def _read(content: dict[str, Any], way: str) -> HouseWay:
    for key in content:
        if key not in _KEYS:
            raise HouseWayError(f"'{key[:40]}' is no key; a house way has {', '.join(_KEYS)}")
    texts = {key: content.get(key, "") for key in ("name", "source", "note")}
    for key, text in texts.items():
        if not isinstance(text, str):
            raise HouseWayError(f"{key} is a text in quotes")
    texts = {key: shown_text(text) for key, text in texts.items()}
    if not texts["name"]:
        raise HouseWayError('name is missing; write name = "My way"')
    return HouseWay(
        way,
        texts["name"],
        _rules(content.get("rules", [])),
        texts["source"],
        texts["note"],
        _golden(content.get("golden", [])),
        _published(content["published"]) if "published" in content else None,
    )


def _rules(given: object) -> tuple[Rule, ...]:
    if not isinstance(given, list) or not 0 < len(given) <= _MOST_RULES:
        raise HouseWayError(f"rules are missing; write 1 to {_MOST_RULES} tables [[rules]]")
    rules = []
    for number, one in enumerate(given, start=1):
        try:
            rules.append(read_rule(one))
        except HouseWayError as error:
            raise HouseWayError(f"rule {number}: {error}") from None
    if not rules[-1].sets_every_hand:
        raise HouseWayError(
            'the last rule must set every hand that is left; end with a rule high = "best" alone'
        )
    every = next(number for number, rule in enumerate(rules, start=1) if rule.sets_every_hand)
    if every < len(rules):
        raise HouseWayError(f"rule {every} sets every hand, so that no later rule is ever used")
    return tuple(rules)


def _golden(given: object) -> tuple[Golden, ...]:
    out = []
    for one in given if isinstance(given, list) else [given]:
        if (
            not isinstance(one, dict)
            or set(one) != {"cards", "low", "high"}
            or not all(isinstance(text, str) for text in one.values())
            or one["high"] not in HIGH_CATEGORIES
        ):
            raise HouseWayError('golden has cards = "Ac ...", low = "KK", high = "two_pair"')
        out.append(Golden(parse_seven(one["cards"]), parse_low(one["low"]), one["high"]))
    return tuple(out)


def _published(given: object) -> Published:
    if not isinstance(given, dict) or set(given) != {*_RATES, "by"}:
        raise HouseWayError(f"published has {', '.join(_RATES)} and by")
    win, push, lose = (given[key] for key in _RATES)
    decimals = all(isinstance(rate, float) for rate in (win, push, lose))
    if not decimals or not isinstance(given["by"], str):
        raise HouseWayError("published has three decimals, and a text that names who prints them")
    return Published(win, push, lose, given["by"])


KIND: Final = FileKind("house_ways", "house way", HouseWayError, 40_000, _read)
