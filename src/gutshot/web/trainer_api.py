"""The trainer's interface for programs: ``/api/videopoker/sessions``.

The cookie of the first command is the player; ids are made by the caller, so that a command that
is repeated is answered like the first time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gutshot.errors import InputError
from gutshot.play.videopoker.records import to_csv, to_json
from gutshot.play.videopoker.statistics import summarise
from gutshot.web.identity import Command, RawBody, Visitor, Who, as_player
from gutshot.web.rooms import Rooms, rooms_of
from gutshot.web.trainer_pages import check_own
from gutshot.web.trainer_payload import (
    hand_payload,
    session_payload,
    sessions_payload,
    statistics_payload,
)
from gutshot.web.trainer_session_pages import keep_import
from gutshot.web.trainer_setup import Wish, check_playable, settings_for
from gutshot.web.vp_api import TableBody

__all__ = ["router"]

router = APIRouter(prefix="/api/videopoker", tags=["video poker trainer"])

SessionId = Annotated[str, Path(max_length=64, description="The session's id.")]
HandId = Annotated[
    str, Field(max_length=64, description="An id that you make: 8 to 36 letters, digits, hyphens.")
]
Kind = Annotated[str, Query(alias="format", description="json or csv.", max_length=8)]


class SessionBody(TableBody):
    """A pay table and how it is played."""

    session_id: HandId
    mode: Annotated[str, Field(max_length=20, description="play, coach, test or drill.")] = "play"
    rival: Annotated[
        str, Field(max_length=20, description="easy, normal or hard on the same cards; empty: none")
    ] = ""
    plays: Annotated[
        int,
        Field(strict=True, description="Hands on each deal: 1, 3, 5, 10, 50 or 100."),
    ] = 1
    gap: Annotated[
        str,
        Field(max_length=40, description="drill: only decisions at most this close, in bets."),
    ] = ""
    shapes: Annotated[
        tuple[Annotated[str, Field(max_length=60)], ...],
        Field(max_length=60, description="drill: only best holds that look like one of these."),
    ] = ()
    repeats: Annotated[
        bool, Field(description="drill: your own due mistakes before anything else.")
    ] = False
    weak: Annotated[
        bool, Field(description="drill: only hand types that you have got wrong on this table.")
    ] = False


class DealBody(BaseModel):
    """Which deal: the id is that of the deal with all its hands."""

    model_config = ConfigDict(extra="forbid")

    hand_id: HandId


class DrawBody(DealBody):
    """What to hold."""

    hold_mask: Annotated[
        int, Field(ge=0, le=31, strict=True, description="Bit i set: hold the card at place i.")
    ]
    insist: Annotated[
        bool, Field(description="Play it although the coach stopped it.", strict=True)
    ] = False


@router.get("/sessions", summary="Your sessions, the latest first")
def list_sessions(request: Request, who: Who) -> dict[str, Any]:
    """Return each with its settings and the hand on the table."""
    views = rooms_of(request).trainer.sessions(who.player) if who.player is not None else []
    return sessions_payload(views)


@router.post("/sessions", summary="Open a session")
def open_session(request: Request, who: Command, body: SessionBody) -> dict[str, Any]:
    """Open a session; your first one makes you a player, by the answer's cookie."""
    rooms = rooms_of(request)
    wish = Wish(body.choice(), body.mode, body.rival, body.gap, body.shapes, body.repeats)
    wish = replace(wish, weak=body.weak, plays=body.plays)
    if body.mode != "drill" and (body.gap or body.shapes or body.repeats or body.weak):
        raise InputError("gap, shapes, repeats and weak belong to the mode drill")
    settings = settings_for(wish, rooms, who.player)
    check_playable(rooms, settings)
    who = as_player(request, who)
    rooms.rates.take("move", who.known())
    return session_payload(rooms.trainer.open_session(who.known(), body.session_id, settings))


@router.get("/sessions/{session_id}", summary="A session as it stands")
def one_session(request: Request, who: Who, session_id: SessionId) -> dict[str, Any]:
    """Return its settings, the credits, and of the hand in play what you may see."""
    return session_payload(rooms_of(request).trainer.session(who.known(), session_id))


@router.post("/sessions/{session_id}/deal", summary="Deal five cards")
def deal(request: Request, who: Command, session_id: SessionId, body: DealBody) -> dict[str, Any]:
    """Return five cards; each hand's other five stay with the server until the draw."""
    rooms = _ready_to_move(request, who, session_id)
    return hand_payload(rooms.trainer.deal(who.known(), session_id, body.hand_id))


@router.post("/sessions/{session_id}/draw", summary="Draw to a hold")
def draw(request: Request, who: Command, session_id: SessionId, body: DrawBody) -> dict[str, Any]:
    """Return the finished hands, or with `state` stopped what the coach says."""
    rooms = _ready_to_move(request, who, session_id)
    hand = rooms.trainer.draw(
        who.known(), session_id, body.hand_id, body.hold_mask, insist=body.insist
    )
    return hand_payload(hand)


@router.get("/sessions/{session_id}/statistics", summary="What a session says")
def session_statistics(request: Request, who: Who, session_id: SessionId) -> dict[str, Any]:
    """Return the four parts of the net result, EV lost, accuracy, hand types."""
    records = rooms_of(request).trainer.records(who.known(), session_id)
    return statistics_payload(summarise(records))


@router.get("/statistics", summary="What all your hands say")
def statistics(request: Request, who: Who) -> dict[str, Any]:
    """Return the same over all sessions."""
    return statistics_payload(summarise(rooms_of(request).trainer.records(who.known())))


@router.get("/sessions/{session_id}/hands", summary="Export a session")
def export_session(
    request: Request, who: Who, session_id: SessionId, kind: Kind = "json"
) -> Response:
    """Return every finished deal with its hands, and all that is needed to count it again."""
    return _exported(request, who.known(), session_id, kind)


@router.get("/hands", summary="Export every hand")
def export_all(request: Request, who: Who, kind: Kind = "json") -> Response:
    """Return the deals of all sessions."""
    return _exported(request, who.known(), None, kind)


@router.post("/sessions/{session_id}/hands", summary="Import an export as a session")
def import_session(
    request: Request, who: Command, session_id: SessionId, body: RawBody
) -> dict[str, Any]:
    """Take an export, JSON or CSV, as the body; every hand is counted again, known ones stay out.

    No credits move.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in {"application/json", "text/csv"}:  # what a form elsewhere can't send
        raise InputError("send an export with the content type application/json or text/csv")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("the export is not UTF-8 text") from None
    _, kept, known = keep_import(request, who, text, session_id)
    return {"schema": "gutshot.videopoker.import/1", "kept": kept, "known": known}


def _ready_to_move(request: Request, who: Visitor, session_id: str) -> Rooms:
    rooms = rooms_of(request)
    owner = who.known()
    rooms.rates.take("move", owner)
    check_own(rooms.trainer.session(owner, session_id))
    return rooms


def _exported(request: Request, owner: str, session_id: str | None, kind: str) -> Response:
    records = rooms_of(request).trainer.records(owner, session_id)
    if kind == "json":
        return Response(to_json(records), media_type="application/json")
    if kind == "csv":
        return Response(to_csv(records), media_type="text/csv; charset=utf-8")
    raise InputError(f"hands are exported as json or csv, not as '{kind}'")
