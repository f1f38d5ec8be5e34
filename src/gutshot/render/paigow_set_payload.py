"""Seven cards as a house way sets them, and house ways, as the JSON that scripts may rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.paigow.house_ways import HouseWay
    from gutshot.paigow.house_ways.rule import Rule
    from gutshot.paigow.setting import Setting

__all__ = ["setting_payload", "way_payload", "ways_payload"]


def setting_payload(setting: Setting, way: HouseWay, rule: Rule) -> dict[str, Any]:
    """Return both hands as they are laid out, the dealt cards high to low, and what decided."""
    return {
        "schema": "gutshot.paigow.set/1",
        "cards": _names(sorted((*setting.high, *setting.low), reverse=True)),
        "way": way.id,
        "way_name": way.name,
        "a2345_second_highest": setting.rules.a2345_second_highest,
        "high": _names(setting.high),
        "low": _names(setting.low),
        "high_name": setting.high_name,
        "low_name": setting.low_name,
        "foul": setting.foul,
        "rule": {"number": way.rules.index(rule) + 1, "why": rule.why},
    }


def ways_payload(ways: Iterable[HouseWay]) -> dict[str, Any]:
    """Return the ids and names of ways, and where their rules come from."""
    return {"schema": "gutshot.paigow.ways/1", "ways": [_way(way) for way in ways]}


def way_payload(way: HouseWay) -> dict[str, Any]:
    """Return a way with its rules in order, the first that fits decides."""
    return {
        "schema": "gutshot.paigow.way/1",
        **_way(way),
        "rules": [rule.why for rule in way.rules],
    }


def _way(way: HouseWay) -> dict[str, Any]:
    published = way.published
    return {
        "id": way.id,
        "name": way.name,
        "source": way.source,
        "note": way.note,
        "published": None if published is None else published._asdict(),
    }


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]
