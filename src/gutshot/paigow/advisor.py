"""What every setting of seven cards is worth against a dealer who sets his by a house way.

A bet wins with both hands, is a push with one and loses with neither; of what it wins a commission
may be taken. All hands that the dealer can hold are counted, so that an expectation is a fraction
with no error: by `count_dealer_hands`, in milliseconds. A drawn sample, with its standard error, is
a second opinion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, Protocol

from gutshot.cards.text import card_name, format_cards
from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.paigow.dealer_hands import (
    DealerHands,
    SetsManyHands,
    count_dealer_hands,
    deck_without,
    draw_dealer_hands,
    one_dealer_hand,
)
from gutshot.paigow.hands import DEFAULT_RULES, LOW_CARDS, SEVEN, check_cards
from gutshot.paigow.setting import Setting, all_settings
from gutshot.paigow.sevens import ACE, nothing_top, satisfied_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gutshot.paigow.rules import Rules

__all__ = [
    "COMMISSION_PERCENT",
    "HANDS_DRAWN",
    "Advice",
    "SetsHands",
    "SettingValue",
    "WayCost",
    "advise",
    "dealer_pushes",
    "ev_of",
    "parse_percent",
    "setting_with_low",
]

COMMISSION_PERCENT: Final = Fraction(5)
"""What a house takes of a win; in Face Up, where the dealer shows his hand, it takes nothing."""

HANDS_DRAWN: Final = 20_000
"""A bet's result has a standard deviation of at most 1, so that an expectation's standard error is
at most 0.0071."""

_ALL_PERCENT: Final = 100
_PERCENT: Final = re.compile(r"\s*(\d{1,3}(?:\.\d{1,12})?)\s*%?\s*", re.ASCII)


class SetsHands(SetsManyHands, Protocol):
    """What is asked of a house way: an id, and one hand or many set."""

    @property
    def id(self) -> str:
        """What it is known by."""
        ...

    def set(self, cards: Iterable[int], rules: Rules, /) -> Setting:
        """Return how it sets seven cards."""
        ...


@dataclass(frozen=True, slots=True)
class SettingValue:
    """What a setting is worth.

    win, push, lose : against how many of the dealer's hands.
    ev : what a bet of 1 brings, -1..1; where hands were drawn, in this sample.
    standard_error : of `ev`; 0.0 where all hands were counted.
    dominated : whether another setting is as good in both hands and better in one, so that this one
        can't be better against any dealer.
    best : whether none is worth more.
    """

    setting: Setting
    win: int
    push: int
    lose: int
    ev: Fraction
    standard_error: float
    dominated: bool
    best: bool


@dataclass(frozen=True, slots=True)
class WayCost:
    """What it costs to leave these seven cards to a house way: `cost` is 0 where it sets them best.

    ev, cost : for a bet of 1.
    """

    way: str
    setting: Setting
    ev: Fraction
    cost: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Advice(Rows):
    """All settings of seven cards with what they are worth, best first.

    against : id of the way by which the dealer sets his hand.
    banker : whether the player banks, so that copies go to him.
    dealer : the dealer's setting where his cards are known; `dealer_pushes` says whether he is ace
        high, so that nobody wins.
    settings : those without foul, equal ones each.
    fouls : the others.
    ways : what house ways cost on these cards.
    hands : the dealer's hands.
    """

    cards: tuple[int, ...]
    rules: Rules
    against: str
    commission_percent: Fraction
    banker: bool
    dealer: Setting | None
    dealer_pushes: bool
    settings: tuple[SettingValue, ...]
    fouls: tuple[Setting, ...]
    ways: tuple[WayCost, ...]
    hands: DealerHands

    @property
    def total(self) -> int:
        """Hands of the dealer that were counted or drawn."""
        return self.hands.total

    @property
    def method(self) -> str:
        """``exact`` where all hands were counted, ``simulated`` where some were drawn."""
        return "exact" if self.hands.seed is None else "simulated"

    @property
    def best(self) -> SettingValue:
        """The first of the best settings."""
        return self.settings[0]

    @property
    def undominated(self) -> tuple[SettingValue, ...]:
        """The settings among which there is something to decide, of equal ones the first."""
        seen = set()
        out = []
        for value in self.settings:
            strengths = value.setting.high_strength, value.setting.low_strength
            if not value.dominated and strengths not in seen:
                seen.add(strengths)
                out.append(value)
        return tuple(out)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row a setting, best first; shares are 0..1, `ev` is that of a bet of 1."""
        return [
            {
                "high": format_cards(one.setting.high),
                "low": format_cards(one.setting.low),
                "ev": float(one.ev),
                "standard_error": one.standard_error,
                "win": one.win / self.total,
                "push": one.push / self.total,
                "lose": one.lose / self.total,
                "win_hands": one.win,
                "push_hands": one.push,
                "lose_hands": one.lose,
                "dominated": one.dominated,
                "best": one.best,
            }
            for one in self.settings
        ]

    @property
    def next_best(self) -> SettingValue | None:
        """The second of the settings among which there is something to decide; None without one."""
        return next(iter(self.undominated[1:]), None)

    def value_of(self, setting: Setting) -> SettingValue:
        """Return what a setting of these cards is worth.

        Raises
        ------
        InputError
            When it is a foul, or none of these cards.
        """
        if frozenset((*setting.high, *setting.low)) != frozenset(self.cards):
            raise InputError("this setting is none of the seven cards that were asked about")
        return self.with_low(setting.low)

    def with_low(self, cards: Iterable[int]) -> SettingValue:
        """Return what the setting is worth that has these two cards in front.

        Raises
        ------
        InputError
            When it is a foul, or the cards aren't two of the seven.
        """
        front = frozenset(setting_with_low(self.cards, cards, self.rules).low)
        return next(value for value in self.settings if frozenset(value.setting.low) == front)


def advise(
    cards: Iterable[int],
    against: SetsHands,
    *,
    commission_percent: Fraction | int | None = None,
    banker: bool = False,
    dealer: Iterable[int] | None = None,
    rules: Rules = DEFAULT_RULES,
    ways: Iterable[SetsHands] = (),
    seed: int | None = None,
) -> Advice:
    """Return what all settings of seven cards are worth.

    Parameters
    ----------
    cards
        Seven card ids, 0..52.
    against
        How the dealer sets his hand.
    commission_percent
        What is taken of a win, 0..100; None for 5, or for 0 where the dealer's cards are known.
    banker
        Whether the player banks: then equal hands are his.
    dealer
        The dealer's seven cards, as in Face Up. An ace-high dealer, who has no pair, no straight
        and no flush, is a push for everybody.
    rules
        What the table has chosen.
    ways
        House ways to which the player could leave his cards.
    seed
        0..2**64 - 1 draws `HANDS_DRAWN` of the dealer's hands instead of counting all.

    Raises
    ------
    HandError
        When the cards aren't seven different ones of the deck.
    InputError
        When a card is both the player's and the dealer's, a commission or a seed is
        out of range, or the player is to bank against a dealer who shows his hand.
    """
    seven = check_cards(cards, SEVEN)
    if commission_percent is None:
        commission_percent = COMMISSION_PERCENT if dealer is None else 0
    if not 0 <= commission_percent <= _ALL_PERCENT:
        raise InputError(
            f"a commission of {float(commission_percent):g} % is none: it is 0 to 100 %"
        )
    commission = Fraction(commission_percent)
    if dealer is None:
        dealt, pushes = None, False
        deck = deck_without(seven)
        if seed is None:
            hands = count_dealer_hands(deck, against, rules)
        else:
            hands = draw_dealer_hands(deck, against, rules, hands=HANDS_DRAWN, seed=seed)
    else:
        if banker:
            raise InputError("a dealer who shows his hand banks himself: leave out one of the two")
        shown = _dealers(dealer, seven)
        dealt, pushes = against.set(shown, rules), dealer_pushes(shown)
        hands = one_dealer_hand(dealt.high_strength, dealt.low_strength)
    settings = all_settings(seven, rules)
    legal = [one for one in settings if not one.foul]
    values = _values(legal, hands, commission, banker=banker, pushes=pushes)
    return Advice(
        cards=seven,
        rules=rules,
        against=against.id,
        commission_percent=commission,
        banker=banker,
        dealer=dealt,
        dealer_pushes=pushes,
        settings=values,
        fouls=tuple(one for one in settings if one.foul),
        ways=tuple(_cost(way, way.set(seven, rules), values) for way in ways),
        hands=hands,
    )


def setting_with_low(
    cards: Iterable[int], low: Iterable[int], rules: Rules = DEFAULT_RULES
) -> Setting:
    """Return the setting of seven cards that has two of them in front.

    Raises
    ------
    InputError
        When it is a foul, or the cards aren't two of the seven.
    """
    seven, front = check_cards(cards, SEVEN), check_cards(low, LOW_CARDS)
    other = next((card for card in front if card not in seven), None)
    if other is not None:
        raise InputError(f"{card_name(other)} is none of the seven cards")
    setting = Setting(tuple(card for card in seven if card not in front), front, rules)
    if setting.foul:
        raise InputError(
            f"{format_cards(front)} in front is a foul: the high hand must outrank the low hand"
        )
    return setting


def dealer_pushes(cards: Iterable[int]) -> bool:
    """Return whether a dealer who shows these seven cards is ace high: nobody wins or loses.

    It is the seven cards that count, no matter how he sets them; the joker is an ace.
    """
    return nothing_top(satisfied_kinds(cards)) == ACE


def parse_percent(text: str) -> Fraction:
    """Read a percentage, 0..100, as written: ``5``, ``4.5 %``.

    Raises
    ------
    InputError
        When the text is none.
    """
    found = _PERCENT.fullmatch(text)
    percent = Fraction(found[1]) if found else None
    if percent is None or percent > _ALL_PERCENT:
        raise InputError(f"{text[:20]!r} is no percentage: write 0 to 100, like 5 or 4.5")
    return percent


def _dealers(cards: Iterable[int], seven: Sequence[int]) -> tuple[int, ...]:
    shown = check_cards(cards, SEVEN)
    both = next((card for card in shown if card in seven), None)
    if both is not None:
        name = card_name(both)
        raise InputError(f"{name} is yours and the dealer's: each card can be held only once")
    return shown


def _values(
    settings: Sequence[Setting],
    hands: DealerHands,
    commission_percent: Fraction,
    *,
    banker: bool,
    pushes: bool,
) -> tuple[SettingValue, ...]:
    strengths = [(one.high_strength, one.low_strength) for one in settings]
    total = hands.total
    outcomes = {
        both: (0, total, 0) if pushes else hands.outcomes(*both, copies_win=banker)
        for both in set(strengths)
    }
    evs = {
        both: ev_of(win, lose, total, commission_percent)
        for both, (win, _, lose) in outcomes.items()
    }
    most = max(evs.values())
    values = [
        SettingValue(
            setting,
            *outcomes[both],
            ev=evs[both],
            standard_error=0.0
            if hands.seed is None
            else _standard_error(outcomes[both], evs[both], commission_percent),
            dominated=any(
                other != both and other[0] >= both[0] and other[1] >= both[1] for other in outcomes
            ),
            best=evs[both] == most,
        )
        for setting, both in zip(settings, strengths, strict=True)
    ]
    return tuple(sorted(values, key=_place))


def ev_of(win: int, lose: int, total: int, commission_percent: Fraction) -> Fraction:
    """Return what a bet of 1 brings on average, -1..1."""
    return (win * (1 - commission_percent / _ALL_PERCENT) - lose) / total


def _standard_error(
    outcomes: tuple[int, int, int], ev: Fraction, commission_percent: Fraction
) -> float:
    win, _, lose = outcomes
    total = sum(outcomes)
    squares = (win * (1 - commission_percent / _ALL_PERCENT) ** 2 + lose) / total
    return sqrt((squares - ev**2) / max(1, total - 1))


def _place(value: SettingValue) -> tuple[object, ...]:
    setting = value.setting
    return (
        -value.ev,
        value.dominated,
        -setting.low_strength,
        -setting.high_strength,
        tuple(-card for card in setting.low),
    )


def _cost(way: SetsHands, setting: Setting, values: Sequence[SettingValue]) -> WayCost:
    wanted = setting.high_strength, setting.low_strength
    ev = next(
        one.ev for one in values if (one.setting.high_strength, one.setting.low_strength) == wanted
    )
    return WayCost(way.id, setting, ev, values[0].ev - ev)
