"""The pages about video poker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.cards.decks import DECKS, Deck
from gutshot.cards.text import format_cards, parse_cards, parse_hand
from gutshot.errors import InputError
from gutshot.evaluate.categories import LABELS, canonical_category
from gutshot.videopoker import PayTable, analyse_hand, games
from gutshot.web.number_text import payout_text
from gutshot.web.pages import page
from gutshot.web.vp_choice import DROPPED, Chosen, write_pays
from gutshot.web.vp_query import PageState, read_state
from gutshot.web.vp_return_view import return_view
from gutshot.web.vp_view import CardView, card_view, hand_view, labels, picker_rows, tones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.web.returns import Returns

__all__ = ["families", "router"]

router = APIRouter(include_in_schema=False)

_DECK_LABELS: Final = {
    "standard": "52 cards",
    "deuces-wild": "52 cards, deuces wild",
    "joker": "53 cards, one joker",
    "double-joker": "54 cards, two jokers",
}


@router.get("/videopoker")
def analyser(request: Request) -> Response:
    """Show the analyser; a form's action is answered with the address of its result."""
    state, chosen, acted = read_state(request.query_params)
    if acted:
        return RedirectResponse(state.url(), status_code=303)
    return _shown("videopoker.html", state, chosen, request.app.state.returns)


@router.get("/videopoker/parts")
def analyser_parts(request: Request) -> HTMLResponse:
    """Return what a script puts into the page after an edit."""
    state, chosen, _ = read_state(request.query_params)
    return _shown("parts.html", state, chosen, request.app.state.returns, status=200)


def families() -> list[tuple[str, list[PayTable]]]:
    """Return the catalogue by family, for a select."""
    out: dict[str, list[PayTable]] = {}
    for table in games():
        out.setdefault(table.family or "Others", []).append(table)
    return list(out.items())


def _shown(
    template: str, state: PageState, chosen: Chosen, returns: Returns, status: int | None = None
) -> HTMLResponse:
    context = _context(state, chosen, returns)
    wrong = context["hand_error"] or context["table_error"] or chosen.first_error
    return page(template, context, status or (422 if wrong else 200))


def _context(state: PageState, chosen: Chosen, returns: Returns) -> dict[str, Any]:
    deck = DECKS[chosen.deck_name]
    dealt, hand_error = _read_hand(state.hand, deck)
    complete = len(dealt) == 5 and not hand_error
    analysis = analyse_hand(dealt, chosen.table) if complete and chosen.table else None
    hand = hand_view(analysis, state.sort) if analysis else None
    names = labels(chosen.table) if chosen.table else {}
    outcome = returns.of(chosen.table) if chosen.table else None
    before = returns.of(chosen.unedited) if outcome and chosen.edited and chosen.unedited else None
    shown_return = return_view(outcome, before) if outcome else None
    said = [part.announcement for part in (hand, shown_return) if part]
    table_name = chosen.table.name if chosen.table else chosen.plain_name
    return {
        "section": "videopoker",
        "state": state,
        "chosen": chosen,
        "table_name": table_name,
        "title": _title(dealt, table_name),
        "announcement": " ".join(said),
        "families": families(),
        "decks": list(_DECK_LABELS.items()),
        "hand_text": format_cards(dealt) if dealt and not hand_error else state.hand,
        "hand_error": hand_error,
        "hand_note": _hand_note(chosen.table, analysis.dealt_category if analysis else None),
        "hand_prompt": _prompt(dealt, hand_error, chosen),
        "slots": _slots(dealt, deck, state.hold, hand.best if hand else ()),
        "dealt": dealt,
        "hand": hand,
        "tried": hand.by_mask[state.hold] if hand and state.hold is not None else None,
        "sort": state.sort if state.sort in {"mask", *names} else "ev",
        "hand_labels": list(names.items()),
        "hand_tones": tones(list(names)),
        "picker": picker_rows(deck),
        "picker_open": not complete,
        "game_return": shown_return,
        "preparing": chosen.table is not None and not returns.ready,
        "blocked": chosen.table is None,
        "table_error": state.problem or chosen.problem,
        "compare_url": _compare_url(chosen),
        "play_url": _url_for("play", chosen),
        "strategy_url": _url_for("strategy", chosen),
        **_dropped(chosen),
    }


def _read_hand(text: str, deck: Deck) -> tuple[tuple[int, ...], str]:
    """Return the cards that were typed so far, and what is wrong with them."""
    try:
        cards = parse_cards(text)
        if len(cards) >= 5:
            return parse_hand(text, deck), ""
        return (parse_hand(text, deck, len(cards)) if cards else ()), ""
    except InputError as error:
        return (), str(error)


def _title(dealt: Sequence[int], table_name: str) -> str:
    return f"{format_cards(dealt)} in {table_name}: Gutshot" if dealt else f"{table_name}: Gutshot"


def _prompt(dealt: Sequence[int], hand_error: str, chosen: Chosen) -> str:
    if hand_error:
        return "The holds appear as soon as the hand can be read."
    if len(dealt) < 5:
        missing = 5 - len(dealt)
        return f"Pick {missing} more card{'s' if missing > 1 else ''}, type them, or deal."
    if chosen.table is None:
        return "The holds appear as soon as the table can be played."
    return ""


def _hand_note(table: PayTable | None, dealt_category: str | None) -> str:
    if table is None or dealt_category is None:
        return ""
    if dealt_category == "no_win":
        return "Dealt: nothing that pays"
    line = next(line for line in table.lines if line.category == dealt_category)
    return f"Dealt: {line.label.lower()}, pays {payout_text(line.pays)}"


def _slots(
    dealt: Sequence[int], deck: Deck, tried: int | None, best: Sequence[int]
) -> list[dict[str, CardView | bool | None]]:
    return [
        {
            "card": card_view(dealt[i], deck) if i < len(dealt) else None,
            "tried": tried is not None and bool(tried >> i & 1),
            "in_best": any(mask >> i & 1 for mask in best),
        }
        for i in range(5)
    ]


def _dropped(chosen: Chosen) -> dict[str, Any]:
    gone = [category for category, text in chosen.choice.pays.items() if text == DROPPED]
    return {
        "dropped": write_pays(dict.fromkeys(gone, DROPPED)),
        "dropped_lines": [(x, LABELS[canonical_category(x) or x]) for x in gone],
    }


def _compare_url(chosen: Chosen) -> str:
    """Return where this table is compared: with the unedited one, else with one of its kind."""
    if chosen.edited and chosen.unedited:
        pairs = [("a", chosen.unedited.id), *chosen.choice.parameters("b_")]
    else:
        other = _relative(chosen)
        if other is None:
            return ""
        pairs = [*chosen.choice.parameters("a_"), ("b", other.id)]
    return f"/videopoker/compare?{urlencode(pairs, safe=':,/')}"


def _url_for(page_name: str, chosen: Chosen) -> str:
    """Return another page of this table, "" while it can't be played."""
    query = urlencode(chosen.choice.parameters(), safe=":,/")
    return f"/videopoker/{page_name}?{query}" if chosen.table else ""


def _relative(chosen: Chosen) -> PayTable | None:
    """Return another table of the deck, of the same family when there is one, None without any."""
    family = chosen.unedited.family if chosen.unedited else ""
    others = [
        table
        for table in games()
        if table.deck.name == chosen.deck_name and table.id != chosen.choice.game
    ]
    return next((table for table in others if table.family == family), next(iter(others), None))
