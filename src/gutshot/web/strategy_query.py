"""The state of the strategy page, which lives in its address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from gutshot.cards.dealing import deal
from gutshot.cards.decks import DECKS
from gutshot.cards.text import format_cards, parse_cards
from gutshot.errors import InputError
from gutshot.videopoker.amounts import parse_amount
from gutshot.web.vp_choice import TableChoice, choose
from gutshot.web.vp_query import read_choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.web.vp_choice import Chosen

__all__ = ["StrategyState", "read_cost", "read_lines", "read_strategy_state"]

_LONGEST_HAND: Final = 120
_MOST_LINES: Final = 100_000
_ALL_PERCENT: Final = 100


@dataclass(frozen=True, slots=True)
class StrategyState:
    """What the page shows.

    lines : how many lines and exceptions at most, None for the common length. hand : as typed.
    """

    choice: TableChoice
    lines: int | None = None
    hand: str = ""

    def url(self, path: str = "/videopoker/strategy") -> str:
        """Return the address that shows this state."""
        pairs = self.choice.parameters()
        if self.lines is not None:
            pairs.append(("lines", str(self.lines)))
        if self.hand:
            pairs.append(("hand", self.hand.replace(" ", "")))
        return f"{path}?" + "&".join(f"{key}={quote(text, safe=':,/')}" for key, text in pairs)

    def with_lines(self, lines: int) -> StrategyState:
        """Return the same with another length."""
        return replace(self, lines=lines)


def read_lines(text: str) -> int | None:
    """Return how many lines are asked for, None for no word about it.

    Raises
    ------
    InputError
        When it is no whole number from 1.
    """
    plain = text.strip()
    if not plain:
        return None
    if not (plain.isascii() and plain.isdigit() and 1 <= int(plain[:7]) <= _MOST_LINES):
        raise InputError(f"lines: '{plain[:20]}' is no length; write a whole number like 20")
    return int(plain)


def read_cost(text: str) -> float | None:
    """Return what a list may cost, as a share of the bet, None for no word about it.

    Raises
    ------
    InputError
        When it is no percentage.
    """
    plain = text.strip()
    if not plain:
        return None
    percent = parse_amount(plain.removesuffix("%"), "cost", "0.01", typed=plain)
    if not 0 <= percent <= _ALL_PERCENT:
        raise InputError(f"cost: '{plain[:20]}' is no percentage of the bet: write 0 to 100")
    return float(percent / 100)


def read_strategy_state(query: Mapping[str, str]) -> tuple[StrategyState, Chosen, bool]:
    """Return the state that a request asks for, its pay table, and whether a form was sent.

    Raises
    ------
    InputError
        For a game that is not there, payouts that can't be taken apart, and a length that is none.
    """
    choice = read_choice(query)
    sent = "of" in query
    # Edits, length and hand belong to the game that they were chosen for.
    moved = sent and query["of"] != choice.game
    if moved:
        choice = TableChoice(choice.game)
    chosen = choose(choice)
    state = StrategyState(chosen.choice)
    if not moved:
        hand = query.get("hand", "").strip()[:_LONGEST_HAND]
        state = StrategyState(chosen.choice, read_lines(query.get("lines", "")), hand)
    if "deal" in query:
        dealt = deal(DECKS[chosen.deck_name], 5)
        state = replace(state, hand=format_cards(dealt).replace(" ", ""))
    return replace(state, hand=_tidy(state.hand)), chosen, sent


def _tidy(hand: str) -> str:
    try:
        return format_cards(parse_cards(hand)) if hand else ""
    except InputError:
        return hand
