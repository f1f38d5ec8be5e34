"""Seven cards as a house way sets them, and house ways, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.paigow.house_ways import HouseWay
    from gutshot.paigow.house_ways.rule import Rule
    from gutshot.paigow.setting import Setting

__all__ = ["setting_text", "way_text", "ways_text"]


def setting_text(setting: Setting, way: HouseWay, rule: Rule, *, unicode: bool = True) -> str:
    """Return the dealt cards high to low, both hands with their names, and the rule."""
    dealt = format_cards(sorted((*setting.high, *setting.low), reverse=True), unicode=unicode)
    high, low = (format_cards(hand, unicode=unicode) for hand in (setting.high, setting.low))
    return "\n".join(
        [
            f"{dealt}, set by {way.name}:",
            f"  high  {high:<14}  {setting.high_name}",
            f"  low   {low:<14}  {setting.low_name}",
            f"Rule {way.rules.index(rule) + 1}{': ' if rule.why else ''}{rule.why}",
        ]
    )


def ways_text(ways: Iterable[HouseWay]) -> str:
    """Return a line a way."""
    rows = [(way.id, way.name, str(len(way.rules)), way.source) for way in ways]
    columns = [Column("id"), Column("name"), Column("rules", right=True), Column("source")]
    return text_table(columns, rows)


def way_text(way: HouseWay) -> str:
    """Return a way's rules in order."""
    head = [way.name, *([f"Source: {way.source}"] if way.source else [])]
    head += [way.note] if way.note else []
    if way.published is not None:
        win, push, lose, by = way.published
        head.append(
            f"Against itself {win:.2f} % of bets win, {push:.2f} % push, {lose:.2f} % lose ({by})."
        )
    lines = [f"{number:>3}. {rule.why}" for number, rule in enumerate(way.rules, start=1)]
    return "\n".join([*head, "", "The first rule that fits decides:", *lines])
