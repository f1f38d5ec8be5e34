"""The page of Pai Gow hands: seven cards in, what every setting of them is worth out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.cards.text import format_cards, parse_cards, parse_hand
from gutshot.errors import InputError
from gutshot.paigow.advisor import parse_percent
from gutshot.paigow.hands import DECK, SEVEN
from gutshot.paigow.house_ways import house_way, house_ways
from gutshot.paigow.rules import Rules
from gutshot.paigow.setting import Setting
from gutshot.web.identity import Who
from gutshot.web.pages import page
from gutshot.web.paigow_answers import advice, is_at_hand
from gutshot.web.paigow_query import PaigowState, read_paigow_state
from gutshot.web.paigow_view import advice_view, command_line, setting_view
from gutshot.web.rooms import rooms_of
from gutshot.web.vp_view import card_view, picker_rows

if TYPE_CHECKING:
    from gutshot.web.identity import Visitor
    from gutshot.web.paigow_view import AdviceView
    from gutshot.web.rooms import Rooms

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_SEED: Final = 1


@router.get("/paigow")
def paigow_page(request: Request, who: Who) -> Response:
    """Show the page; a form's action is answered with the address of its result."""
    state, acted = read_paigow_state(request.query_params)
    if acted:
        return RedirectResponse(state.url(), status_code=303)
    context = _context(state, rooms_of(request), who, draft=False)
    return page("paigow/page.html", context, 422 if context["wrong"] else 200)


@router.get("/paigow/parts")
def paigow_parts(request: Request, who: Who) -> HTMLResponse:
    """Return what a script puts into the page; with `draft` a sample where counting takes long."""
    state, _ = read_paigow_state(request.query_params)
    draft = "draft" in request.query_params
    return page("paigow/parts.html", _context(state, rooms_of(request), who, draft=draft))


def _context(state: PaigowState, rooms: Rooms, who: Visitor, *, draft: bool) -> dict[str, Any]:
    cards, cards_error = _hand(state.cards)
    shown, dealer_error = _hand(state.dealer)
    front = frozenset(parse_cards(state.low))
    problem = "" if cards_error or dealer_error else _both(cards, shown)
    prompt = "" if cards_error or dealer_error or problem else _prompt(cards, shown)
    pending, found = False, None
    dealt: Setting | None = None
    dealer_pushes = False
    try:
        way = house_way(state.against)
        percent = parse_percent(state.commission) if state.commission else None
        if not (cards_error or dealer_error or problem or prompt) and rooms.returns.ready:
            rules = Rules(a2345_second_highest=not state.wheel_lowest)
            dealer = shown or None
            quick = is_at_hand(way, rules, dealer)
            pending = draft and not quick
            if not quick and not pending:
                rooms.rates.take("count", who.address)
            answer = advice(
                cards,
                way,
                commission_percent=percent,
                banker=state.banker,
                dealer=dealer,
                rules=rules,
                seed=_SEED if pending else None,
            )
            dealt, dealer_pushes = answer.dealer, answer.dealer_pushes
            found = advice_view(answer, front if len(front) == 2 else frozenset())
    except InputError as error:
        problem, pending = str(error), False
    wrong = bool(cards_error or dealer_error or problem)
    picked = shown if state.edit == "dealer" else cards
    return {
        "section": "paigow",
        "state": state,
        "url": state.url(),
        "title": f"{state.cards} in Pai Gow: Gutshot" if found else "Pai Gow hands: Gutshot",
        "ways": [(way.id, way.name) for way in house_ways()],
        "known_way": any(way.id == state.against for way in house_ways()),
        "usual_commission": "0" if shown else "5",
        "cards_text": format_cards(cards) if cards else state.cards,
        "dealer_text": format_cards(shown) if shown else state.dealer,
        "cards_error": cards_error,
        "dealer_error": dealer_error,
        "error": problem or dealer_error,
        "wrong": wrong,
        "prompt": prompt,
        "preparing": not rooms.returns.ready,
        "pending": pending,
        "result": found,
        "felt": _felt(cards, found, front),
        "one_in_front": len(front) == 1,
        "dealer": None if dealt is None else setting_view(dealt),
        "dealer_pushes": dealer_pushes,
        "deck": picker_rows(DECK),
        "picked": set(picked),
        "full": len(picked) >= SEVEN,
        "taken": set(cards) | set(shown) if not wrong else set(),
        "command": command_line(state) if found else "",
        "announcement": found.announcement if found else cards_error or problem or prompt,
    }


def _hand(text: str) -> tuple[tuple[int, ...], str]:
    """Return the cards that were typed so far, and what is wrong with them."""
    try:
        cards = parse_cards(text)
        return (parse_hand(text, DECK, min(len(cards), SEVEN)) if cards else ()), ""
    except InputError as error:
        return (), str(error)


def _both(cards: tuple[int, ...], shown: tuple[int, ...]) -> str:
    both = [card for card in cards if card in shown]
    if not both:
        return ""
    name = card_view(both[0], DECK).name
    return f"{name} is yours and the dealer\u2019s: each card can be held only once"


def _prompt(cards: tuple[int, ...], shown: tuple[int, ...]) -> str:
    """Return what is still to be given, "" when nothing is."""
    missing = SEVEN - len(cards)
    if missing:
        return f"Pick {missing} more card{'s' if missing > 1 else ''}, type them, or deal."
    if shown and len(shown) < SEVEN:
        more = SEVEN - len(shown)
        return f"The dealer has {len(shown)} of seven cards; give him {more} more, or none."
    return ""


def _felt(
    cards: tuple[int, ...], found: AdviceView | None, front: frozenset[int]
) -> dict[str, Any]:
    """Return the cards as they lie: set as the chosen setting, else in the order of the deal."""
    high, low = list(cards[:5]), list(cards[5:])
    names = ("", "")
    if found is not None:
        setting = found.chosen.setting
        if found.foul is not None:
            setting = found.foul
        order = parse_cards(setting.front)
        names = setting.high_name, setting.low_name
        high, low = list(setting.back), list(order)
    return {
        "set": found is not None,
        "high": _places(high, 5, front),
        "low": _places(low, 2, front),
        "high_name": names[0],
        "low_name": names[1],
    }


def _places(cards: list[int], count: int, front: frozenset[int]) -> list[dict[str, Any] | None]:
    lying: list[dict[str, Any] | None] = [
        {"card": card_view(card, DECK), "tried": card in front} for card in cards
    ]
    return lying + [None] * (count - len(cards))
