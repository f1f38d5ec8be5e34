"""The pages on which video poker is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.errors import HandError, InputError
from gutshot.play.errors import ConflictError
from gutshot.web.identity import Form, Posted, Visitor, Who, as_player
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of
from gutshot.web.trainer_many import swings_shown
from gutshot.web.trainer_setup import (
    check_playable,
    settings_for,
    setup_context,
    wish_of_form,
    wish_of_query,
)
from gutshot.web.trainer_table import table_context

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.play.spacing import Drill
    from gutshot.play.videopoker.views import SessionView
    from gutshot.web.form_bodies import Fields

__all__ = ["IMPORTED", "check_own", "router"]

router = APIRouter(include_in_schema=False)

IMPORTED = "imported"
"""The name in the settings of a session that holds imported hands."""

_RECENT = 5


@router.get("/videopoker/play")
def setup(request: Request, who: Who) -> HTMLResponse:
    """Show the form that opens a session."""
    try:
        wish, problem = wish_of_query(request.query_params), ""
    except InputError as error:
        wish, problem = wish_of_query({}), str(error)
    return _setup(request, who, setup_context(wish, _due(request, who), problem))


@router.post("/videopoker/play")
def open_session(request: Request, form: Posted) -> Response:
    """Open a session and lead to its table; a mistake shows the form again."""
    wish = wish_of_form(form.fields)
    rooms = rooms_of(request)
    try:
        settings = settings_for(wish, rooms, form.who.player)
        check_playable(rooms, settings)
    except InputError as error:
        return _setup(request, form.who, setup_context(wish, _due(request, form.who), str(error)))
    who = as_player(request, form.who)
    rooms.rates.take("move", who.known())
    session_id = form.fields.text("session_id") or str(uuid4())
    rooms.trainer.open_session(who.known(), session_id, settings)
    return RedirectResponse(f"/videopoker/play/{session_id}", status_code=303)


@router.get("/videopoker/play/{session_id}")
def table(request: Request, who: Who, session_id: str) -> HTMLResponse:
    """Show the table."""
    return _shown(request, who, session_id, "trainer/table.html", request.query_params)


@router.get("/videopoker/play/{session_id}/parts")
def table_parts(request: Request, who: Who, session_id: str) -> HTMLResponse:
    """Return what a script puts into the page."""
    return _shown(request, who, session_id, "trainer/parts.html", request.query_params)


@router.post("/videopoker/play/{session_id}/deal")
def deal(request: Request, form: Posted, session_id: str) -> Response:
    """Deal a hand."""
    owner = _mover(request, form, session_id)
    rooms_of(request).trainer.deal(owner, session_id, form.fields.text("hand_id"))
    return _after(request, form, session_id, {})


@router.post("/videopoker/play/{session_id}/draw")
def draw(request: Request, form: Posted, session_id: str) -> Response:
    """Draw to the marked cards; the coach may stop it."""
    owner = _mover(request, form, session_id)
    fields = form.fields
    mask = _marked(fields)
    hand_id, insist = fields.text("hand_id"), "insist" in fields
    hand = rooms_of(request).trainer.draw(owner, session_id, hand_id, mask, insist=insist)
    return _after(request, form, session_id, {"hold": str(mask)} if hand.stopped else {})


def check_own(view: SessionView) -> None:
    """Refuse to play on with hands that were imported; ConflictError."""
    if view.settings.name == IMPORTED and view.settings.game:
        raise ConflictError("imported hands are there to be read: open a session to play")


def _mover(request: Request, form: Form, session_id: str) -> str:
    """Return who moves, counted; a stranger has no session to move in."""
    owner = form.who.known()
    rooms = rooms_of(request)
    rooms.rates.take("move", owner)
    check_own(rooms.trainer.session(owner, session_id))
    return owner


def _marked(fields: Fields) -> int:
    places = fields.all("hold")
    if not set(places) <= set("01234"):
        raise HandError("the cards to hold are named by their places, 0 to 4")
    return sum(1 << int(place) for place in set(places))


def _after(request: Request, form: Form, session_id: str, query: Mapping[str, str]) -> Response:
    """Answer a move: a script gets the new parts, a form the address of the table."""
    if "parts" in form.fields:
        return _shown(request, form.who, session_id, "trainer/parts.html", query)
    where = f"/videopoker/play/{session_id}"
    return RedirectResponse(f"{where}?{urlencode(query)}" if query else where, status_code=303)


def _shown(
    request: Request, who: Visitor, session_id: str, template: str, query: Mapping[str, str]
) -> HTMLResponse:
    rooms = rooms_of(request)
    view = rooms.trainer.session(who.known(), session_id)
    check_own(view)
    totals = rooms.totals.of(who.known(), view)
    plays = view.settings.plays
    swings = swings_shown(rooms.returns.of(view.settings.table), plays) if plays > 1 else None
    context = table_context(view, totals, query)
    return page(template, context | {"token": who.token, "swings": swings})


def _setup(request: Request, who: Visitor, context: dict[str, Any]) -> HTMLResponse:
    recent: list[SessionView] = []
    if who.player is not None:
        sessions = rooms_of(request).trainer.sessions(who.player)
        recent = [one for one in sessions if one.settings.name != IMPORTED][:_RECENT]
    shown = {"section": "play", "token": who.token, "session_id": str(uuid4()), "recent": recent}
    return page("trainer/setup.html", context | shown, 422 if context["error"] else 200)


def _due(request: Request, who: Visitor) -> list[Drill]:
    return rooms_of(request).trainer.due(who.player) if who.player is not None else []
