"""What settings of seven cards are worth, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.paigow.differences import against_high, ev_differences
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.paigow.advisor import Advice, SettingValue, WayCost
    from gutshot.paigow.setting import Setting

__all__ = ["advice_details_text", "advice_text"]

_PARTS_SHOWN = 10


def advice_text(advice: Advice, *, every: bool = False, unicode: bool = True) -> str:
    """Return a line a setting, best first, and what house ways cost on these cards.

    every : whether dominated and equal settings are shown as well, and fouls.
    """
    values = advice.settings if every else advice.undominated
    figures = _figures(advice)
    columns = (
        *_SETTING,
        *(Column(title, right=True) for title in figures),
        *([Column("")] if every else []),
    )
    rows = [
        [
            *_cells(value.setting, unicode=unicode),
            *(figure(value) for figure in figures.values()),
            *(["dominated" if value.dominated else ""] if every else []),
        ]
        for value in values
    ]
    lines = [_bet(advice), *_dealer(advice, unicode=unicode), "", text_table(columns, rows)]
    if every and advice.fouls:
        fouls = [_cells(setting, unicode=unicode) for setting in advice.fouls]
        lines += ["", "fouls, the high hand not above the low:", text_table(_SETTING, fouls)]
    elif not every and len(values) < len(advice.settings):
        left = len(advice.settings) - len(values)
        lines += ["", f"{left} more that are no better in either hand: --all shows them"]
    if advice.ways:
        lines += ["", "left to a house way:", _ways(advice, unicode=unicode)]
    return "\n".join([*lines, "", _method(advice)])


def advice_details_text(
    advice: Advice, than: SettingValue | None = None, *, unicode: bool = True
) -> str:
    """Return where the best setting wins and loses, and what it gains on `than` or the next one."""
    first, second = advice.best, than or advice.next_best
    total = advice.total
    columns = (
        Column("dealer's high hand"),
        *(Column(title, right=True) for title in ("his hands", "win", "push", "lose")),
    )
    rows = [
        [
            row.kind.replace("_", " "),
            *(_share(n, total, 3) for n in (sum(row[1:]), *row[1:])),
        ]
        for row in against_high(advice, first.setting)
    ]
    lines = [f"{_words(first.setting, unicode=unicode)} by what the dealer holds:"]
    lines.append(text_table(columns, rows))
    if second is not None and first.ev != second.ev:
        words = _words(second.setting, unicode=unicode)
        gain = f"{float(first.ev - second.ev):+.4f}"
        lines += ["", f"what it gains on {words}, {gain} in all:", _gains(advice, first, second)]
    return "\n".join(lines)


_SETTING = (Column("high"), Column("low"), Column("hands"))


def _cells(setting: Setting, *, unicode: bool) -> list[str]:
    return [
        format_cards(setting.high, unicode=unicode),
        format_cards(setting.low, unicode=unicode),
        f"{setting.high_name} / {setting.low_name[0].lower()}{setting.low_name[1:]}",
    ]


def _figures(advice: Advice) -> dict[str, Callable[[SettingValue], str]]:
    """Return the columns of figures by their titles."""
    found: dict[str, Callable[[SettingValue], str]] = {"EV": lambda one: f"{float(one.ev):+.4f}"}
    if advice.method == "simulated":
        found["+/-"] = lambda one: f"{one.standard_error:.4f}"
    if advice.dealer is not None:
        return found | {"": lambda one: "wins" if one.win else "loses" if one.lose else "push"}
    return found | {
        "win": lambda one: _share(one.win, advice.total),
        "push": lambda one: _share(one.push, advice.total),
        "lose": lambda one: _share(one.lose, advice.total),
    }


def _share(hands: int, total: int, places: int = 2) -> str:
    return f"{100 * hands / total:.{places}f} %"


def _words(setting: Setting, *, unicode: bool) -> str:
    return " / ".join(_cells(setting, unicode=unicode)[:2])


def _bet(advice: Advice) -> str:
    percent = float(advice.commission_percent)
    commission = f"{percent:g} % commission on wins" if percent else "no commission"
    copies = "you bank, copies are yours" if advice.banker else "copies to the dealer"
    wheel = "" if advice.rules.a2345_second_highest else ", A-2-3-4-5 is the lowest straight"
    return f"against the way '{advice.against}', {commission}, {copies}{wheel}"


def _dealer(advice: Advice, *, unicode: bool) -> list[str]:
    if advice.dealer is None:
        return []
    *cards, names = _cells(advice.dealer, unicode=unicode)
    push = ": ace high, all bets push" if advice.dealer_pushes else ""
    return [f"the dealer holds {' / '.join(cards)}  {names}{push}"]


def _ways(advice: Advice, *, unicode: bool) -> str:
    columns = (
        Column("way"),
        *_SETTING,
        Column("EV", right=True),
        Column("costs", right=True),
    )
    return text_table(columns, [_way(way, unicode=unicode) for way in advice.ways])


def _way(way: WayCost, *, unicode: bool) -> list[str]:
    cost = f"{float(way.cost):.4f}" if way.cost else "nothing"
    return [way.way, *_cells(way.setting, unicode=unicode), f"{float(way.ev):+.4f}", cost]


def _gains(advice: Advice, first: SettingValue, second: SettingValue) -> str:
    parts = ev_differences(advice, first.setting, second.setting)
    columns = (
        Column("dealer's high hand"),
        Column("his low hand"),
        Column("his hands", right=True),
        Column("gain", right=True),
    )
    rows = [
        [
            part.dealer_high.replace("_", " "),
            part.dealer_low,
            _share(part.hands, advice.total, 3),
            f"{float(part.ev):+.5f}",
        ]
        for part in parts[:_PARTS_SHOWN]
    ]
    rest = parts[_PARTS_SHOWN:]
    if rest:
        hands = _share(sum(part.hands for part in rest), advice.total, 3)
        gain = float(sum(part.ev for part in rest))
        rows.append([f"{len(rest)} other kinds", "", hands, f"{gain:+.5f}"])
    return text_table(columns, rows)


def _method(advice: Advice) -> str:
    if advice.method == "simulated":
        return (
            f"simulated: {advice.total:,} of the dealer's hands drawn, seed {advice.hands.seed};"
            " +/- is one standard error, and all settings met the same hands"
        )
    if advice.dealer is not None:
        return "exact: the dealer's hand is known"
    return f"exact: all {advice.total:,} hands that the dealer can hold are counted"
