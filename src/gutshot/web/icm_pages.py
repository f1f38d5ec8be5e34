"""The page of stacks and prizes: lists in, what stacks are worth and what an all-in risks out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.errors import InputError
from gutshot.web.icm_answers import icm_answer, icm_seconds
from gutshot.web.icm_query import EXAMPLES, IcmState, read_icm_state, read_list
from gutshot.web.icm_view import icm_view
from gutshot.web.identity import Posted, Who
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of

if TYPE_CHECKING:
    from gutshot.web.icm_view import IcmView
    from gutshot.web.identity import Visitor
    from gutshot.web.rooms import Rooms

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_QUICK_S: Final = 0.25


@router.get("/icm")
def icm_page(request: Request, who: Who) -> HTMLResponse:
    """Show the page of an address."""
    fields = dict(request.query_params) or dict(parse_qsl(EXAMPLES[0][1]))
    return _page(read_icm_state(fields), rooms_of(request), who)


@router.post("/icm")
def icm_posted(request: Request, form: Posted) -> Response:
    """Lead to the address of what was asked; lists too long for one are answered here."""
    state = read_icm_state(dict(form.fields.pairs))
    if state.url():
        return RedirectResponse(state.url(), status_code=303)
    return _page(state, rooms_of(request), form.who)


@router.post("/icm/parts")
def icm_parts(request: Request, form: Posted) -> HTMLResponse:
    """Return what a script puts into the page; with `draft` only what takes no time."""
    state = read_icm_state(dict(form.fields.pairs))
    draft = "draft" in form.fields
    return page("icm/parts.html", _context(state, rooms_of(request), form.who, draft=draft))


def _page(state: IcmState, rooms: Rooms, who: Visitor) -> HTMLResponse:
    context = _context(state, rooms, who, draft=False)
    return page("icm/page.html", context, 422 if context["error"] else 200)


def _context(state: IcmState, rooms: Rooms, who: Visitor, *, draft: bool) -> dict[str, Any]:
    error, pending = "", False
    result: IcmView | None = None
    seats = 0
    try:
        stacks = tuple(read_list(state.stacks, "stacks", "5000"))
        seats = len(stacks)
        payouts = tuple(read_list(state.payouts, "payouts", "50"))
        call = state.call()
        seated = sum(1 for stack in stacks if stack)
        quick = icm_seconds(seated, len(payouts), call=call is not None) < _QUICK_S
        pending = draft and not quick
        if rooms.returns.ready and not pending:
            if not quick:
                rooms.rates.take("count", who.address)
            result = icm_view(*icm_answer(stacks, payouts, call))
    except InputError as mistake:
        error, pending = str(mistake), False
    return {
        "section": "icm",
        "token": who.token,
        "state": state,
        "seats": seats,
        "url": state.url(),
        "examples": [(label, f"/icm?{query}") for label, query in EXAMPLES],
        "error": error,
        "pending": pending,
        "preparing": not rooms.returns.ready,
        "result": result,
        "announcement": error or (result.announcement if result else ""),
    }
