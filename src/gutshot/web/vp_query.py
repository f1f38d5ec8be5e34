"""The state of the video-poker page, which lives in its address and nowhere else.

A form sends its fields (``pay.flush=5``) and perhaps one action (``toggle=As``); the page answers
with a redirect to the short address of the state that results. With scripts the same happens
without the redirect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from gutshot.cards.dealing import deal
from gutshot.cards.decks import DECKS
from gutshot.cards.text import card_name, format_cards, parse_cards
from gutshot.errors import InputError
from gutshot.web.vp_choice import (
    DROPPED,
    OWN,
    Chosen,
    TableChoice,
    choose,
    read_pays,
)

__all__ = ["DEFAULT_GAME", "PageState", "read_choice", "read_state"]

DEFAULT_GAME: Final = "jacks-or-better-9-6"
_DEFAULT_HAND: Final = "AhKhQcTh5h"
_FIELD: Final = "pay."
_PLAIN: Final = frozenset({"game", "deck", "name", "pays", "hand", "hold", "sort"})
_LONGEST_HAND: Final = 120
_HOLDS: Final = 32


@dataclass(frozen=True, slots=True)
class PageState:
    """What the page shows.

    hand : as typed. hold : the mask that the user tries out, None for none. sort : a column.
    problem : what is wrong with the parameters themselves, "" when nothing is.
    """

    choice: TableChoice
    hand: str = ""
    hold: int | None = None
    sort: str = ""
    problem: str = ""

    def url(self, path: str = "/videopoker") -> str:
        """Return the address that shows this state."""
        pairs = [*self.choice.parameters(), ("hand", _short_hand(self.hand))]
        if self.hold is not None:
            pairs.append(("hold", str(self.hold)))
        if self.sort:
            pairs.append(("sort", self.sort))
        return f"{path}?" + "&".join(f"{key}={quote(text, safe=':,/')}" for key, text in pairs)


def _short_hand(hand: str) -> str:
    try:
        return "".join(card_name(card) for card in parse_cards(hand))
    except InputError:
        return hand.strip()


def read_choice(query: Mapping[str, str], prefix: str = "") -> TableChoice:
    """Return the pay table that query parameters name, each with a prefix.

    Raises
    ------
    PayTableError
        When ``pays`` can't be taken apart.
    """
    game = query.get(prefix.rstrip("_") if prefix else "game", "").strip() or DEFAULT_GAME
    return TableChoice(
        game=game,
        deck=query.get(f"{prefix}deck", "").strip() or "standard",
        name=query.get(f"{prefix}name", ""),
        pays=read_pays(query.get(f"{prefix}pays", "")),
    )


def read_state(query: Mapping[str, str]) -> tuple[PageState, Chosen, bool]:
    """Return the state that a request asks for, its pay table, and whether an action was taken.

    Raises
    ------
    UnknownGameError
        For a game that the catalogue does not have.
    """
    problem = ""
    fields = {
        key.removeprefix(_FIELD): text.strip()
        for key, text in query.items()
        if key.startswith(_FIELD)
    }
    try:
        choice = read_choice(query)
    except InputError as error:
        problem = str(error)
        choice = TableChoice(query.get("game", "").strip() or DEFAULT_GAME)
    if fields:
        choice = _from_form(choice, fields, query)
    if "reset" in query:
        choice = replace(choice, pays={} if not choice.own else choice.pays)
    if query.get("drop"):
        pays = _without(choice.pays, query["drop"])
        choice = replace(choice, pays=pays if choice.own else pays | {query["drop"]: DROPPED})
    if query.get("undrop"):
        choice = replace(choice, pays=_without(choice.pays, query["undrop"]))
    if "add" in query and query.get("add_category"):
        added = {query["add_category"]: query.get("add_pays", "").strip()}
        choice = replace(choice, pays=choice.pays | added)
    chosen = choose(choice)
    state = PageState(
        choice=chosen.choice,
        hand=query.get("hand", _DEFAULT_HAND)[:_LONGEST_HAND],
        hold=_held(query),
        sort=query.get("sort", "")[:40],
        problem=problem,
    )
    return _acted(state, chosen, query), chosen, any(key not in _PLAIN for key in query)


def _from_form(
    choice: TableChoice, fields: dict[str, str], query: Mapping[str, str]
) -> TableChoice:
    was = query.get("was", choice.game)
    if was == choice.game:
        hidden = {key: text for key, text in choice.pays.items() if key not in fields}
        return replace(choice, pays=fields | hidden)
    if not choice.own:
        return replace(choice, pays={})
    # A table of one's own starts from the lines that were on the screen.
    deck = query.get("was_deck", "standard")
    return TableChoice(OWN, deck=deck if deck in DECKS else "standard", name="", pays=fields)


def _without(pays: dict[str, str], category: str) -> dict[str, str]:
    return {key: text for key, text in pays.items() if key != category}


def _mask(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and int(text[:4]) < _HOLDS else None


def _held(query: Mapping[str, str]) -> int | None:
    """Return the hold on trial; one that was tried on another deal is forgotten."""
    same = _short_hand(query.get("was_hand", "")) == _short_hand(query.get("hand", ""))
    return _mask(query.get("hold", "")) if same or "was_hand" not in query else None


def _acted(state: PageState, chosen: Chosen, query: Mapping[str, str]) -> PageState:
    if "deal" in query:
        return replace(state, hand=format_cards(deal(DECKS[chosen.deck_name], 5)), hold=None)
    if "clear" in query:
        return replace(state, hand="", hold=None)
    if "toggle" in query:
        return replace(state, hand=_toggled(state.hand, query["toggle"]), hold=None)
    flip = query.get("flip", "")
    if flip in {"0", "1", "2", "3", "4"}:
        return replace(state, hold=(state.hold or 0) ^ 1 << int(flip))
    pick = _mask(query.get("pick", ""))
    return state if pick is None else replace(state, hold=None if pick == state.hold else pick)


def _toggled(hand: str, card: str) -> str:
    try:
        cards, toggled = list(parse_cards(hand)), parse_cards(card)[0]
    except (InputError, IndexError):
        return hand
    if toggled in cards:
        cards.remove(toggled)
    elif len(cards) < 5:
        cards.append(toggled)
    return format_cards(cards)
