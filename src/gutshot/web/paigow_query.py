"""The state of the Pai Gow page, which lives in its address and nowhere else.

``cards`` are the player's, ``dealer`` the dealer's where they are known, ``low`` the cards that the
player tries in front, ``edit`` is whose cards the deck picks. A form sends its fields and perhaps
one action (``toggle=As``); the page answers with the address of the state that results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from gutshot.cards.dealing import deal_rest
from gutshot.cards.text import card_name, format_cards, parse_cards
from gutshot.errors import InputError
from gutshot.paigow.hands import DECK, LOW_CARDS, SEVEN

__all__ = ["DEFAULT_WAY", "EXAMPLE", "PaigowState", "read_paigow_state"]

DEFAULT_WAY: Final = "local"
EXAMPLE: Final = "9s9d6h6cAsKh4c"
"""What an address without cards shows: two pairs, with an ace and a king beside them."""

_LONGEST: Final = 400  # more than cards can need: nothing is cut off unseen
_YES: Final = "1"


@dataclass(frozen=True, slots=True)
class PaigowState:
    """What the page shows; texts as typed.

    commission : percent, "" for what is usual. low : up to two of the cards, as names without
    spaces. edit : ``cards`` or ``dealer``.
    """

    cards: str = ""
    dealer: str = ""
    against: str = DEFAULT_WAY
    commission: str = ""
    banker: bool = False
    wheel_lowest: bool = False
    low: str = ""
    edit: str = "cards"

    def url(self, path: str = "/paigow") -> str:
        """Return the address that shows this state."""
        pairs = [("cards", _short(self.cards))]
        pairs += [
            (name, text)
            for name, text in (
                ("dealer", _short(self.dealer)),
                ("against", "" if self.against == DEFAULT_WAY else self.against),
                ("commission", self.commission),
                ("banker", _YES if self.banker else ""),
                ("wheel_lowest", _YES if self.wheel_lowest else ""),
                ("low", self.low),
                ("edit", "" if self.edit == "cards" else self.edit),
            )
            if text
        ]
        return f"{path}?" + "&".join(f"{key}={quote(text, safe=':,/')}" for key, text in pairs)


def read_paigow_state(query: Mapping[str, str]) -> tuple[PaigowState, bool]:
    """Return the state that a request asks for, and whether an action was taken."""
    action = next((name for name in _ACTIONS if name in query), None)
    if not query:
        query = {"cards": EXAMPLE}
    state = PaigowState(
        cards=_short(query.get("cards", "")),
        dealer=_short(query.get("dealer", "")),
        against=query.get("against", "").strip()[:_LONGEST] or DEFAULT_WAY,
        commission=query.get("commission", "").strip()[:_LONGEST],
        banker=query.get("banker") == _YES,
        wheel_lowest=query.get("wheel_lowest") == _YES,
        edit="dealer" if query.get("edit") == "dealer" else "cards",
    )
    state = replace(state, low=_front(state, query.get("low", "")))
    if action is None:
        return state, False
    acted = _ACTIONS[action](state, query[action])
    return replace(acted, low=_front(acted, acted.low)), True


def _front(state: PaigowState, text: str) -> str:
    """Return the cards tried in front, without those that the player does not hold."""
    held, tried = _read(state.cards), _read(text)
    own = [card for card in dict.fromkeys(tried) if card in held][:LOW_CARDS]
    return _names(own) if len(held) == SEVEN else ""


def _read(text: str) -> tuple[int, ...]:
    try:
        return parse_cards(text)
    except InputError:
        return ()


def _names(cards: list[int] | tuple[int, ...]) -> str:
    return "".join(card_name(card) for card in cards)


def _short(text: str) -> str:
    """Return cards without spaces, or the text as it is when it holds something else."""
    text = text.strip()[:_LONGEST]
    try:
        return _names(parse_cards(text))
    except InputError:
        return text


def _edited(state: PaigowState) -> str:
    return state.dealer if state.edit == "dealer" else state.cards


def _with_edited(state: PaigowState, text: str) -> PaigowState:
    return replace(state, dealer=text) if state.edit == "dealer" else replace(state, cards=text)


def _toggled(state: PaigowState, text: str) -> PaigowState:
    """Return the state with a card picked, or taken back, of whose cards are picked."""
    picked, before = _read(text), _edited(state)
    cards = list(_read(before))
    if len(picked) != 1 or (before and not cards):
        return state
    card = picked[0]
    if card in cards:
        cards.remove(card)
    elif len(cards) < SEVEN and card not in _others(state):
        cards.append(card)
    return _with_edited(state, _names(cards))


def _others(state: PaigowState) -> tuple[int, ...]:
    return _read(state.cards if state.edit == "dealer" else state.dealer)


def _flipped(state: PaigowState, text: str) -> PaigowState:
    """Return the state with a card tried in front, or put back; a third one begins anew."""
    front, picked = list(_read(state.low)), _read(text)
    if len(picked) != 1:
        return state
    card = picked[0]
    if card in front:
        front.remove(card)
    else:
        front = [card] if len(front) == LOW_CARDS else [*front, card]
    return replace(state, low=_names(front))


def _laid_out(state: PaigowState, text: str) -> PaigowState:
    """Return the state with a setting laid out, or the best one again where it lay already."""
    same = set(_read(text)) == set(_read(state.low))
    return replace(state, low="" if same else text[:_LONGEST])


def _dealt(state: PaigowState, text: str) -> PaigowState:
    del text
    cards = deal_rest(DECK, set(_others(state)), SEVEN)
    return _with_edited(state, format_cards(cards).replace(" ", ""))


def _cleared(state: PaigowState, text: str) -> PaigowState:
    del text
    return _with_edited(state, "")


def _turned_to(state: PaigowState, text: str) -> PaigowState:
    return replace(state, edit="dealer" if text == "dealer" else "cards")


_ACTIONS: Final[dict[str, Callable[[PaigowState, str], PaigowState]]] = {
    "toggle": _toggled,
    "flip": _flipped,
    "pick": _laid_out,
    "deal": _dealt,
    "clear": _cleared,
    "to": _turned_to,
}
"""What the buttons of the form do."""
