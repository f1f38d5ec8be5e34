"""The page of all-in equities: hands and ranges in, what each wins out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.cards.decks import DECKS
from gutshot.cards.text import parse_cards
from gutshot.errors import HandError, InputError
from gutshot.holdem.equities import MOST_PLAYERS, counting_seconds
from gutshot.holdem.hand_classes import class_of_combos
from gutshot.holdem.ranges import parse_range
from gutshot.web.equity_answers import answer, is_at_hand
from gutshot.web.equity_jobs import LONGEST_JOB_S, answer_of_job, ask_to_count, job_of
from gutshot.web.equity_query import BRUSHES, PRESETS, read_equity_state
from gutshot.web.equity_view import (
    combos_text,
    command_line,
    grid_cells,
    result_view,
    tone_of,
)
from gutshot.web.identity import Posted, Who, as_player
from gutshot.web.job_work import shown
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of
from gutshot.web.vp_view import card_view, picker_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.ranges import HandRange
    from gutshot.jobs import JobStatus
    from gutshot.web.equity_answers import Answer
    from gutshot.web.equity_query import EquityState
    from gutshot.web.equity_view import ResultView
    from gutshot.web.identity import Visitor
    from gutshot.web.rooms import Rooms

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_DECK: Final = DECKS["standard"]


@router.get("/equity")
def equity_page(request: Request, who: Who) -> Response:
    """Show the page; a form's action is answered with the address of its result."""
    state, acted = read_equity_state(request.query_params)
    if acted:
        return RedirectResponse(state.url(), status_code=303)
    context = _context(state, rooms_of(request), who, draft=False)
    return page("equity/page.html", context, 422 if context["error"] else 200)


@router.get("/equity/parts")
def equity_parts(request: Request, who: Who) -> HTMLResponse:
    """Return what a script puts into the page; with `draft` only what takes no time."""
    state, _ = read_equity_state(request.query_params)
    draft = "draft" in request.query_params
    context = _context(state, rooms_of(request), who, draft=draft)
    return page("equity/parts.html", context)


@router.post("/equity/count")
def count(request: Request, form: Posted) -> Response:
    """Have every deal counted, however many there are: a job, whose page shows how it goes."""
    query = urlsplit(form.fields.text("address")).query
    state, _ = read_equity_state(dict(parse_qsl(query, keep_blank_values=True)))
    asked = state.hands, parse_cards(state.board), parse_cards(state.dead)
    who = as_player(request, form.who)
    ask_to_count(rooms_of(request), who.known(), *asked)
    return RedirectResponse(state.url(), status_code=303)


def _context(state: EquityState, rooms: Rooms, who: Visitor, *, draft: bool) -> dict[str, Any]:
    board, board_error = _cards(state.board)
    dead, dead_error = _cards(state.dead)
    ranges, wrong = zip(*(_range(hand) for hand in state.hands), strict=True)
    problem = next((text for text in (*wrong, board_error, dead_error) if text), "")
    prompt = "" if problem else _prompt(state, board)
    found = None
    seen = _seen(state, ranges)
    pending = offer = False
    job: JobStatus | None = None
    try:
        if not problem and not prompt and rooms.returns.ready:
            asked = state.hands, board, dead
            job = job_of(rooms, *asked)
            counted = answer_of_job(job, *asked)
            if counted is not None:
                found = _printed(counted, seen, *asked)
            else:
                quick = is_at_hand(*asked)
                pending = draft and not quick
                if not quick and not pending:
                    rooms.rates.take("count", who.address)
                found = None if pending else _printed(answer(*asked), seen, *asked)
                offer = found is not None and not found.exact
                offer = offer and counting_seconds(*asked) <= LONGEST_JOB_S
    except InputError as error:
        problem = str(error)
    edited = ranges[state.edit] if isinstance(state.edit, int) else None
    picked = _picked(state, board, dead)
    return {
        "section": "equity",
        "state": state,
        "url": state.url(),
        "players": [
            {
                "number": number,
                "tone": tone_of(number - 1, len(state.hands)),
                "text": hand,
                "wrong": wrong[number - 1],
                "combos": combos_text(ranges[number - 1], (*board, *dead)),
                "line": found.lines[number - 1] if found else None,
                "edited": state.edit == number - 1,
            }
            for number, hand in enumerate(state.hands, start=1)
        ],
        "most_players": MOST_PLAYERS,
        "slots": [card_view(card, _DECK) for card in board] + [None] * (5 - len(board)),
        "next_street": {0: "flop", 3: "turn", 4: "river"}.get(len(board), "flop"),
        "board_error": board_error,
        "dead_error": dead_error,
        "error": problem,
        "prompt": prompt,
        "preparing": not rooms.returns.ready,
        "pending": pending,
        "token": who.token,
        "job": shown(job, mine=False) if job is not None else None,
        "offer": offer and (job is None or job.finished),
        "result": found,
        "grid": grid_cells(edited, state.brush),
        "edited_combos": combos_text(edited, (*board, *dead)),
        "deck": picker_rows(_DECK),
        "picked": picked,
        "taken": {*board, *dead} - picked,
        "brushes": BRUSHES,
        "presets": [(key, label) for key, (label, _) in PRESETS.items()],
        "command": "" if problem or prompt else command_line(state.hands, board, dead),
        "announcement": found.announcement if found else problem or prompt,
    }


def _seen(state: EquityState, ranges: Sequence[HandRange | None]) -> int:
    """Return the hand that the pictures are of: the first that has several classes."""
    if state.seen is not None:
        return state.seen
    several = (
        at
        for at, one in enumerate(ranges)
        if one is not None and len(set(class_of_combos()[one.weights > 0].tolist())) > 1
    )
    return next(several, 0)


def _printed(
    found: Answer, seen: int, hands: tuple[str, ...], board: tuple[int, ...], dead: tuple[int, ...]
) -> ResultView:
    """Return the printed form of an answer; by hand, equities are known of the first alone."""
    own = found.found
    if seen:
        own = answer((*hands[seen:], *hands[:seen]), board, dead).found
    return result_view(found, seen, own)


def _range(text: str) -> tuple[HandRange | None, str]:
    """Return a range and what is wrong with it; an empty one, or half a hand, is not wrong."""
    if not text.strip() or len(_cards(text)[0]) == 1:
        return None, ""
    try:
        return parse_range(text), ""
    except HandError as error:
        return None, str(error)


def _cards(text: str) -> tuple[tuple[int, ...], str]:
    try:
        cards = parse_cards(text)
    except InputError as error:
        return (), str(error)
    return cards, ""


def _prompt(state: EquityState, board: tuple[int, ...]) -> str:
    """Return what is still to be given, "" when nothing is."""
    empty = [n for n, hand in enumerate(state.hands, start=1) if not hand.strip()]
    if empty:
        return f"Give hand {empty[0]} two cards or a range; without it there is nothing to compare."
    half = [n for n, hand in enumerate(state.hands, start=1) if len(_cards(hand)[0]) == 1]
    if half:
        return f"Hand {half[0]} has one card; give it a second one."
    if len(board) in {1, 2}:
        more = 3 - len(board)
        return f"The flop has three cards; pick {more} more, or take them back."
    return ""


def _picked(state: EquityState, board: tuple[int, ...], dead: tuple[int, ...]) -> set[int]:
    """Return the cards that the deck shows as pressed."""
    if state.edit == "board":
        return set(board)
    if state.edit == "dead":
        return set(dead)
    hand = state.hands[state.edit] if isinstance(state.edit, int) else ""
    return set(_cards(hand)[0])
