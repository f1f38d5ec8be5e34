"""What happens at a Pai Gow table, in sentences: for its log and for who listens to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import parse_cards
from gutshot.render.svg_cards import card_words
from gutshot.web.number_text import grouped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "BET_NAMES",
    "RESULTS",
    "cards_said",
    "event_words",
    "hand_said",
    "result_words",
    "signed_credits",
]

BET_NAMES: Final = {"main": "main wager", "fortune": "Fortune", "pushace": "Push Ace High"}
"""The wagers by the words that players type."""

_PLACED_ON: Final = {"main": "the main wager", "fortune": "the Fortune", "pushace": "Push Ace High"}
"""The same as a sentence says them."""

RESULTS: Final = {
    "win": "wins",
    "push": "push",
    "lose": "loses",
    "ace_high_push": "push, the dealer is ace high",
}
"""What became of a main wager, in words."""

_PLAIN: Final = {
    "sat": "{who} sits down at seat {seat}",
    "left": "{who} leaves seat {seat}",
    "connected": "{who} is back",
    "disconnected": "{who} is away",
    "dealt": "The cards are dealt",
}
_COUNTED: Final = ("pair", "straight", "flush", "full house", "royal flush")
_SET_BY: Final = {
    "time": "{who} is out of time and set by the house way",
    "house": "{who} is set by the house way",
    "push": "",
}


def cards_said(cards: Iterable[str]) -> str:
    """Return cards as they are read out: ``ace of spades, joker``."""
    return ", ".join(card_words(parse_cards(card)[0]) for card in cards)


def signed_credits(gain: int) -> str:
    """Return a gain or a loss in credits: ``+128``, ``−30``, ``0``."""
    return f"+{grouped(gain)}" if gain > 0 else grouped(gain)


def hand_said(name: str) -> str:
    """Return a hand's name within a sentence: ``a pair of nines``, ``ace-king``."""
    lowered = name[:1].lower() + name[1:]
    return f"a {lowered}" if lowered.startswith(_COUNTED) else lowered


def event_words(event: Mapping[str, Any], public: Mapping[str, Any]) -> str:
    """Return a sentence about an event, "" for one that goes without saying.

    event : as everybody may read it. public : the table's snapshot after it.
    """
    who = _who(event, public)
    match event["kind"]:
        case "staked":
            return _staked(who, event)
        case "window":
            ticks = event["ticks"] * public["tick_s"]
            return f"{ticks:g} seconds for the other wagers" if ticks else ""
        case "set":
            return _SET_BY.get(event["by"], "{who} has set").format(who=who)
        case "shown":
            return _shown(public)
        case kind:
            return _PLAIN.get(kind, "").format(who=who, seat=event["seat"])


def result_words(result: Mapping[str, Any]) -> str:
    """Return a seat's result in one sentence, the four hands in their order."""
    hands = result["hands"]
    shown = ". ".join(
        f"{_LABELS[one['label']]}: {one['name'].lower()}{', wins' if one['wins'] else ''}"
        for one in hands
    )
    return f"{shown}. {RESULTS[result['result']].capitalize()}, {signed_credits(result['net'])}."


_LABELS: Final = {
    "player_high": "Your high hand",
    "dealer_high": "Dealer\u2019s high hand",
    "player_low": "Your low hand",
    "dealer_low": "Dealer\u2019s low hand",
}


def _who(event: Mapping[str, Any], public: Mapping[str, Any]) -> str:
    if event.get("name"):
        return str(event["name"])
    seats: Sequence[Mapping[str, Any] | None] = public["seats"]
    number = event["seat"]
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    return f"Seat {number}" if seat is None else str(seat["name"])


def _staked(who: str, event: Mapping[str, Any]) -> str:
    name = _PLACED_ON[event["bet"]]
    if event.get("why"):
        return f"{who} has {grouped(-event['credits'])} back from {name}: {event['why']}"
    if not event["stake"]:
        return f"{who} takes {name} back"
    return f"{who} bets {grouped(event['stake'])} on {name}"


def _shown(public: Mapping[str, Any]) -> str:
    dealer = public["dealer"]
    if dealer is None:
        return ""
    return f"The dealer has {hand_said(dealer['high_name'])} and {hand_said(dealer['low_name'])}"
