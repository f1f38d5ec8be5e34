"""What the Pai Gow page prints about seven cards: texts and pictures, no arithmetic of poker."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import card_name
from gutshot.paigow.differences import against_high, ev_differences
from gutshot.paigow.house_ways import house_ways
from gutshot.render.paigow_bars import gain_bar, outcome_bar
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.web.number_text import decimal_text, fraction_text, grouped, signed_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.paigow.advisor import Advice, SettingValue, WayCost
    from gutshot.paigow.setting import Setting
    from gutshot.web.paigow_query import PaigowState

__all__ = [
    "AdviceView",
    "GainsView",
    "SettingRow",
    "SettingView",
    "WayRow",
    "advice_view",
    "command_line",
    "setting_view",
]

_THIN: Final = "\u2009"
_PARTS_SHOWN: Final = 8
_PLACES: Final = 4


@dataclass(frozen=True, slots=True)
class SettingView:
    """A setting ready to be drawn: small cards as SVG, names, and words for a screen reader.

    front : the low hand's cards as a form sends them. back : ids of the high hand as laid out.
    """

    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str
    words: str
    front: str
    back: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting with what it is worth.

    behind : what it brings less than the best, "" for a best one. error : of a drawn expectation.
    outcome : against a known dealer ``win``, ``push`` or ``lose``, else "".
    """

    place: int
    setting: SettingView
    ev: str
    ev_fraction: str
    error: str
    behind: str
    shares: tuple[str, str, str]
    bar: str
    outcome: str
    best: bool
    dominated: bool
    shown: bool


@dataclass(frozen=True, slots=True)
class WayRow:
    """How a house way sets the cards, and what that costs against the best setting."""

    name: str
    setting: SettingView
    ev: str
    cost: str
    free: bool
    against: bool
    bar: str


@dataclass(frozen=True, slots=True)
class GainsView:
    """What one setting gains on another, by what the dealer holds: high hand, low hand, figures."""

    first: SettingView
    second: SettingView
    gain: str
    rows: tuple[tuple[str, str, str, str, str], ...]
    rest: tuple[str, str, str] | None


@dataclass(frozen=True, slots=True)
class AdviceView:
    """An answer as it is printed."""

    rows: tuple[SettingRow, ...]
    others: tuple[SettingRow, ...]
    fouls: tuple[SettingView, ...]
    chosen: SettingRow
    best: tuple[SettingRow, ...]
    margin: str
    yours: SettingRow | None
    foul: SettingView | None
    ways: tuple[WayRow, ...]
    gains: GainsView | None
    kinds: tuple[tuple[str, str, tuple[str, str, str], str], ...]
    method: str
    exact: bool
    terms: str
    announcement: str


def setting_view(setting: Setting) -> SettingView:
    """Return the pictures and words of a setting."""
    return SettingView(
        high=tuple(map(mini_card, setting.high)),
        low=tuple(map(mini_card, setting.low)),
        high_name=setting.high_name,
        low_name=setting.low_name,
        words=f"{setting.low_name} in front, {_lowered(setting.high_name)} behind: "
        + ", ".join(card_words(card) for card in setting.low)
        + " in front",
        front=_names(setting.low),
        back=setting.high,
    )


def advice_view(advice: Advice, front: frozenset[int]) -> AdviceView:
    """Return the printed form of an answer.

    front : two cards that are tried in front, or none.
    """
    tried = next((one for one in advice.settings if front == frozenset(one.setting.low)), None)
    foul = next((one for one in advice.fouls if front == frozenset(one.low)), None)
    kept = advice.undominated
    shown = tried or advice.best
    places = {id(value): place for place, value in enumerate(advice.settings, 1)}

    def row(value: SettingValue) -> SettingRow:
        return _row(advice, value, places[id(value)], shown=value is tried)

    rest = [value for value in advice.settings if all(value is not one for one in kept)]
    best = tuple(row(value) for value in kept if value.best)
    return AdviceView(
        rows=tuple(map(row, kept)),
        others=tuple(map(row, rest)),
        fouls=tuple(map(setting_view, advice.fouls)),
        chosen=row(shown),
        best=best,
        margin=_margin(advice, kept),
        yours=None if tried is None else row(tried),
        foul=None if foul is None else setting_view(foul),
        ways=tuple(_way(advice, way) for way in advice.ways),
        gains=_gains(advice, kept, tried),
        kinds=_kinds(advice, shown),
        method=_method(advice),
        exact=advice.method == "exact",
        terms=_terms(advice),
        announcement=f"Best: {best[0].setting.words}, {best[0].ev} for a bet of 1.",
    )


def command_line(state: PaigowState) -> str:
    """Return how the same is asked in a terminal."""
    options = [f"--against {state.against}"] if state.against != "local" else []
    options += [f"--commission {state.commission}"] if state.commission else []
    options += ["--banker"] if state.banker else []
    options += [f'--dealer "{state.dealer}"'] if state.dealer else []
    options += ["--wheel-lowest"] if state.wheel_lowest else []
    return " ".join(['gutshot paigow advise "' + state.cards + '"', *options])


def _row(advice: Advice, value: SettingValue, place: int, *, shown: bool) -> SettingRow:
    counts = value.win, value.push, value.lose
    shares = [Fraction(count, advice.total) for count in counts]
    known = advice.dealer is not None
    return SettingRow(
        place=place,
        setting=setting_view(value.setting),
        ev=signed_text(value.ev, _PLACES),
        ev_fraction=fraction_text(value.ev),
        error=f"±{value.standard_error:.4f}" if advice.method == "simulated" else "",
        behind="" if value.best else signed_text(value.ev - advice.best.ev, _PLACES),
        shares=(_percent(shares[0]), _percent(shares[1]), _percent(shares[2])),
        bar=outcome_bar(*map(float, shares)),
        outcome=("win" if value.win else "push" if value.push else "lose") if known else "",
        best=value.best,
        dominated=value.dominated,
        shown=shown,
    )


def _margin(advice: Advice, kept: tuple[SettingValue, ...]) -> str:
    """Return what the best setting gains on the next that isn't as good, in words."""
    tied = sum(1 for value in kept if value.best)
    behind = next((value for value in kept if not value.best), None)
    if behind is None:
        return "nothing else is worth thinking of" if tied == 1 else "all that matter are equal"
    return f"{decimal_text(advice.best.ev - behind.ev, _PLACES)} to the next"


def _way(advice: Advice, way: WayCost) -> WayRow:
    names = {one.id: one.name for one in house_ways()}
    dearest = max((float(one.cost) for one in advice.ways), default=0.0)
    return WayRow(
        name=names.get(way.way, way.way),
        setting=setting_view(way.setting),
        ev=signed_text(way.ev, _PLACES),
        cost=decimal_text(way.cost, _PLACES) if way.cost else "nothing",
        free=not way.cost,
        against=way.way == advice.against,
        bar=gain_bar(-float(way.cost), dearest),
    )


def _gains(
    advice: Advice, kept: tuple[SettingValue, ...], tried: SettingValue | None
) -> GainsView | None:
    """Return what the best setting gains on the one that is tried, or else on the next one."""
    first = advice.best
    second = tried if tried is not None and not tried.best else None
    second = second or next((value for value in kept if not value.best), None)
    if second is None or advice.dealer is not None:
        return None
    parts = ev_differences(advice, first.setting, second.setting)
    most = max((abs(float(part.ev)) for part in parts), default=0.0)
    rest = parts[_PARTS_SHOWN:]
    return GainsView(
        first=setting_view(first.setting),
        second=setting_view(second.setting),
        gain=signed_text(first.ev - second.ev, _PLACES),
        rows=tuple(
            (
                _kind(part.dealer_high),
                _low_kind(part.dealer_low),
                _percent(Fraction(part.hands, advice.total)),
                signed_text(part.ev, 5),
                gain_bar(float(part.ev), most),
            )
            for part in parts[:_PARTS_SHOWN]
        ),
        rest=(
            f"{len(rest)} other kinds",
            _percent(Fraction(sum(part.hands for part in rest), advice.total)),
            signed_text(sum((part.ev for part in rest), Fraction(0)), 5),
        )
        if rest
        else None,
    )


def _kinds(
    advice: Advice, value: SettingValue
) -> tuple[tuple[str, str, tuple[str, str, str], str], ...]:
    """Return how a setting fares by the dealer's high hand: kind, how often, shares of it, bar."""
    if advice.dealer is not None:
        return ()
    out = []
    for row in against_high(advice, value.setting):
        hands = sum(row[1:])
        shares = [Fraction(count, hands) for count in row[1:]]
        texts = (_percent(shares[0]), _percent(shares[1]), _percent(shares[2]))
        often = _percent(Fraction(hands, advice.total))
        out.append((_kind(row.kind), often, texts, outcome_bar(*map(float, shares))))
    return tuple(out)


def _method(advice: Advice) -> str:
    if advice.method == "simulated":
        return (
            f"{grouped(advice.total)} of the dealer\u2019s hands drawn with seed"
            f" {advice.hands.seed}; ± is one standard error, and all settings met the same hands."
        )
    if advice.dealer is not None:
        return "The dealer\u2019s hand is known."
    return f"All {grouped(advice.total)} hands that the dealer can hold are counted."


def _terms(advice: Advice) -> str:
    percent = float(advice.commission_percent)
    commission = f"{percent:g}{_THIN}% commission on wins" if percent else "no commission"
    copies = "you bank: copies are yours" if advice.banker else "copies are the dealer\u2019s"
    return f"For a bet of 1; {commission}; {copies}."


def _percent(share: Fraction) -> str:
    """Return a share with two decimals, or more where it would look like nothing."""
    percent = 100 * share
    places = 2
    while percent and places < 6 and percent * 10**places < 1:
        places += 1
    return f"{decimal_text(percent, places)}{_THIN}%"


def _kind(name: str) -> str:
    return name.replace("_", " ")


def _low_kind(name: str) -> str:
    """Return a kind of low hand in words: ``pair of A``, ``A high``."""
    return name.replace("-", " ") if "-" in name else f"pair {name}"


def _lowered(name: str) -> str:
    return name[:1].lower() + name[1:]


def _names(cards: Iterable[int]) -> str:
    return "".join(card_name(card) for card in cards)
