"""The state of the equity page, which lives in its address and nowhere else.

``h1`` to ``h9`` are the hands, ``edit`` is what a picked card or a painted cell goes to: a hand's
number, ``board`` or ``dead``. A form sends its fields and perhaps one action (``toggle=As``); the
page answers with the address of the state that results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from gutshot.cards.dealing import deal_rest
from gutshot.cards.decks import DECKS
from gutshot.cards.text import format_cards, parse_cards
from gutshot.errors import HandError, InputError
from gutshot.holdem.equities import MOST_PLAYERS
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import parse_range

__all__ = ["BRUSHES", "PRESETS", "EquityState", "read_equity_state"]

BRUSHES: Final = ("100", "75", "50", "25", "0")
"""Weights, in percent, that a cell can be painted with."""

PRESETS: Final[dict[str, tuple[str, str]]] = {
    "all": ("All", "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"),
    "pairs": ("Pairs", "22+"),
    "broadway": ("Broadway", "AT+,KT+,QT+,JT"),
    "aces": ("Suited A", "A2s+"),
    "connectors": ("Connectors", "54s+"),
    "none": ("None", ""),
}
"""Ranges to start from: what the button says, and the hands."""

_DEFAULT: Final = {"h1": "22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo", "h2": "TT+,AQs+,AK", "board": "QsJh2h"}
_LONGEST: Final = 10_000  # more than an address can hold: nothing is cut off unseen
_STREETS: Final = {0: 3, 3: 4, 4: 5}


@dataclass(frozen=True, slots=True)
class EquityState:
    """What the page shows; texts as typed.

    edit : a hand's place from 0, or "board" or "dead". brush : percent, one of `BRUSHES`.
    seen : the place of the hand that the pictures are of, None for the first that is a range.
    """

    hands: tuple[str, ...]
    board: str = ""
    dead: str = ""
    edit: int | str = 0
    brush: str = "100"
    seen: int | None = None

    def url(self, path: str = "/equity") -> str:
        """Return the address that shows this state."""
        pairs = [(f"h{number}", hand) for number, hand in enumerate(self.hands, start=1)]
        pairs += [("board", _short(self.board)), ("dead", _short(self.dead))]
        if self.edit != 0:
            pairs.append(("edit", str(self.edit if isinstance(self.edit, str) else self.edit + 1)))
        if self.brush != BRUSHES[0]:
            pairs.append(("brush", self.brush))
        if self.seen is not None:
            pairs.append(("of", str(self.seen + 1)))
        return f"{path}?" + "&".join(
            f"{key}={quote(text, safe=':,/')}" for key, text in pairs if text or key[0] == "h"
        )


def read_equity_state(query: Mapping[str, str]) -> tuple[EquityState, bool]:
    """Return the state that a request asks for, and whether an action was taken."""
    acted = bool(_ACTIONS.keys() & set(query))
    numbers = [number for number in range(1, MOST_PLAYERS + 1) if f"h{number}" in query]
    if not numbers and not acted:
        query = {**_DEFAULT, **query}
        numbers = [1, 2]
    hands = tuple(query.get(f"h{number}", "").strip()[:_LONGEST] for number in numbers)
    state = EquityState(
        hands=hands + ("",) * (2 - len(hands)),
        board=_short(query.get("board", "")),
        dead=_short(query.get("dead", "")),
        edit=_edited(query.get("edit", ""), len(hands)),
        brush=query["brush"] if query.get("brush") in BRUSHES else BRUSHES[0],
        seen=_seen(query.get("of", ""), len(hands)),
    )
    return _acted(state, query), acted


def _edited(text: str, players: int) -> int | str:
    if text in {"board", "dead"}:
        return text
    return int(text) - 1 if text in {str(n) for n in range(1, max(players, 2) + 1)} else 0


def _seen(text: str, players: int) -> int | None:
    return int(text) - 1 if text in {str(n) for n in range(1, max(players, 2) + 1)} else None


def _short(cards: str) -> str:
    """Return cards without spaces, or the text as it is when it holds something else."""
    text = cards.strip()[:_LONGEST]
    try:
        return format_cards(parse_cards(text)).replace(" ", "")
    except InputError:
        return text


def _acted(state: EquityState, query: Mapping[str, str]) -> EquityState:
    action = next((name for name in _ACTIONS if name in query), None)
    return state if action is None else _ACTIONS[action](state, query[action])


def _turned_to(state: EquityState, text: str) -> EquityState:
    return replace(state, edit=_edited(text, len(state.hands)))


def _looked_at(state: EquityState, text: str) -> EquityState:
    return replace(state, seen=_seen(text, len(state.hands)))


def _brushed(state: EquityState, text: str) -> EquityState:
    return replace(state, brush=text) if text in BRUSHES else state


def _with_one_more(state: EquityState, text: str) -> EquityState:
    del text
    if len(state.hands) == MOST_PLAYERS:
        return state
    return replace(state, hands=(*state.hands, ""), edit=len(state.hands))


def _with_one_less(state: EquityState, text: str) -> EquityState:
    gone = _edited(text, len(state.hands))
    if len(state.hands) == 2 or not isinstance(gone, int):
        return state
    edit = state.edit
    if isinstance(edit, int) and edit >= gone:
        edit = max(0, edit - 1)
    hands = tuple(hand for at, hand in enumerate(state.hands) if at != gone)
    return replace(state, hands=hands, edit=edit, seen=None)


def _started(state: EquityState, text: str) -> EquityState:
    return _with_hand(state, PRESETS[text][1]) if text in PRESETS else state


def _taken_back(state: EquityState, text: str) -> EquityState:
    """Return the state without a card of the board."""
    return replace(_toggled(replace(state, edit="board"), text), edit=state.edit)


def _without_board(state: EquityState, text: str) -> EquityState:
    del text
    return replace(state, board="")


def _with_hand(state: EquityState, text: str) -> EquityState:
    at = state.edit if isinstance(state.edit, int) else 0
    return replace(state, hands=(*state.hands[:at], text, *state.hands[at + 1 :]), edit=at)


def _painted(state: EquityState, painted: str) -> EquityState:
    """Return the state with classes of the edited hand painted, `AKs:0.5,QQ:0`."""
    at = state.edit if isinstance(state.edit, int) else 0
    names = [token.partition(":")[0] for token in painted.split(",")]
    if not set(names) <= set(CLASS_NAMES):
        return state
    tokens = [*_readable(state.hands[at]), painted]
    try:
        return _with_hand(state, range_text(parse_range(",".join(tokens))))
    except HandError:  # nothing is left of it
        return _with_hand(state, "")


def _readable(text: str) -> list[str]:
    """Return a range for painting over, nothing when it can't be read."""
    try:
        parse_range(text)
    except HandError:
        return []
    return [text]


def _cards_of(text: str) -> list[int]:
    try:
        return list(parse_cards(text))
    except InputError:
        return []


def _toggled(state: EquityState, card: str) -> EquityState:
    """Return the state with a card put where cards go, or taken from there."""
    picked = _cards_of(card)
    if len(picked) != 1 or picked[0] >= 52:
        return state
    text = _text_of(state)
    cards = _cards_of(text)
    if picked[0] in cards:
        cards.remove(picked[0])
    elif isinstance(state.edit, int):
        cards = [*(cards if len(cards) < 2 else []), *picked]
    elif state.edit == "dead" or len(cards) < 5:
        cards += picked
    written = format_cards(cards).replace(" ", "") if cards else ""
    if state.edit == "board":
        return replace(state, board=written)
    if state.edit == "dead":
        return replace(state, dead=written)
    return _with_hand(state, written)


def _text_of(state: EquityState) -> str:
    if isinstance(state.edit, int):
        return state.hands[state.edit]
    return state.board if state.edit == "board" else state.dead


def _dealt(state: EquityState, text: str) -> EquityState:
    """Return the state with the next cards of its board, from the system's randomness."""
    del text
    lying = _cards_of(state.board)
    if len(lying) not in _STREETS:
        lying = []
    gone = {*lying, *_cards_of(state.dead)}
    for hand in state.hands:
        cards = _cards_of(hand)
        gone.update(cards if len(cards) == 2 else ())
    more = _STREETS[len(lying)] - len(lying)
    coming = deal_rest(DECKS["standard"], gone, min(more, 52 - len(gone)))
    return replace(state, board=format_cards([*lying, *coming]).replace(" ", ""))


_ACTIONS: Final[dict[str, Callable[[EquityState, str], EquityState]]] = {
    "to": _turned_to,
    "brush_to": _brushed,
    "see": _looked_at,
    "add": _with_one_more,
    "remove": _with_one_less,
    "toggle": _toggled,
    "toggle_board": _taken_back,
    "clear": _without_board,
    "preset": _started,
    "paint": _painted,
    "deal": _dealt,
    "sent": lambda state, _: state,
}
