"""The pages about sessions: what they say, their hands, export and import."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.errors import InputError
from gutshot.play.videopoker.records import to_csv, to_json
from gutshot.web.identity import Form, Posted, Visitor, Who, as_player
from gutshot.web.number_text import decimal_text, grouped
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of
from gutshot.web.trainer_hands import PER_PAGE, hand_rows
from gutshot.web.trainer_import import read_export, without_known
from gutshot.web.trainer_pages import IMPORTED
from gutshot.web.trainer_setup import due_by_table
from gutshot.web.trainer_summary import summary_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.videopoker.records import HandRecord
    from gutshot.play.videopoker.views import SessionView

__all__ = ["keep_import", "router"]

router = APIRouter(include_in_schema=False)

_KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


@router.get("/videopoker/sessions")
def sessions(request: Request, who: Who) -> HTMLResponse:
    """Show a lifetime and its sessions."""
    return _overview(request, who)


@router.get("/videopoker/sessions/hands.{kind}")
def export_all(request: Request, who: Who, kind: str) -> Response:
    """Send every hand of a player as a file."""
    return _file(rooms_of(request).trainer.records(who.known()), kind, "gutshot-hands")


@router.post("/videopoker/sessions/import")
def import_hands(request: Request, form: Posted) -> Response:
    """Keep exported hands as a session of their own; a mistake shows the page again."""
    try:
        session_id, kept = _imported(request, form)
    except InputError as error:
        return _overview(request, form.who, str(error))
    return RedirectResponse(f"/videopoker/sessions/{session_id}?kept={kept}", status_code=303)


@router.get("/videopoker/sessions/{session_id}")
def session(request: Request, who: Who, session_id: str) -> HTMLResponse:
    """Show what one session says, and its hands."""
    trainer = rooms_of(request).trainer
    view = trainer.session(who.known(), session_id)
    records = trainer.records(who.known(), session_id)
    only = "mistakes" in request.query_params
    numbered = [(at, one) for at, one in enumerate(records, 1) if not only or not one.right]
    pages = max(1, -(-len(numbered) // PER_PAGE))
    at = _page_number(request.query_params.get("page", ""), pages)
    newest_first = numbered[::-1][(at - 1) * PER_PAGE : at * PER_PAGE]
    return page(
        "trainer/session.html",
        {
            "section": "play",
            "within": True,
            "view": view,
            "imported": view.settings.name == IMPORTED and bool(view.settings.game),
            "kept": request.query_params.get("kept", "")[:6],
            "summary": summary_of(records) if records else None,
            "mistakes_only": only,
            "mistakes": grouped(sum(not one.right for one in records)),
            "hands": hand_rows(newest_first),
            "page_number": at,
            "page_count": pages,
        },
    )


@router.get("/videopoker/sessions/{session_id}/hands.{kind}")
def export_one(request: Request, who: Who, session_id: str, kind: str) -> Response:
    """Send the hands of a session as a file."""
    records = rooms_of(request).trainer.records(who.known(), session_id)
    return _file(records, kind, f"gutshot-{session_id}")


def keep_import(
    request: Request, who: Visitor, text: str, session_id: str
) -> tuple[Visitor, int, int]:
    """Keep the new hands of an export as a session.

    Returns
    -------
    :
        Who owns it (a stranger has become a player), hands kept, hands known already.

    Raises
    ------
    InputError
        When the export can't be read or has nothing new.
    """
    rooms = rooms_of(request)
    rooms.check_kernels()
    rooms.rates.take("import", who.player or who.address)
    records = read_export(text)
    who = as_player(request, who)
    fresh = without_known(records, rooms.trainer.records(who.known()))
    if not fresh:
        raise InputError("every hand of this export is here already")
    kept = rooms.trainer.import_records(who.known(), session_id, fresh)
    return who, kept, len(records) - kept


def _imported(request: Request, form: Form) -> tuple[str, int]:
    session_id = str(uuid4())
    _, kept, _ = keep_import(request, form.who, form.fields.text("hands"), session_id)
    return session_id, kept


def _overview(request: Request, who: Visitor, error: str = "") -> HTMLResponse:
    rooms = rooms_of(request)
    views: list[SessionView] = []
    records: list[HandRecord] = []
    name = None
    if who.player is not None:
        views = rooms.trainer.sessions(who.player)
        records = rooms.trainer.records(who.player)
        name = rooms.people.name_of(who.player)
    context = {
        "section": "play",
        "within": True,
        "token": who.token,
        "known": who.player is not None,
        "name": name,
        "error": error,
        "sessions": [_line(view, records) for view in views],
        "summary": summary_of(records) if records else None,
        "due": due_by_table(rooms.trainer.due(who.player)) if who.player is not None else [],
    }
    return page("trainer/sessions.html", context, 422 if error else 200)


def _line(view: SessionView, records: Sequence[HandRecord]) -> dict[str, Any]:
    """Return a session as the list prints it; imported hands carry the ids of where they were."""
    imported = view.settings.name == IMPORTED and bool(view.settings.game)
    mine = [one for one in records if one.session_id == view.session_id and not imported]
    lost = sum((one.cost * one.stake_credits for one in mine), start=Fraction(0))
    return {
        "id": view.session_id,
        "imported": imported,
        "name": "Imported hands" if imported else view.settings.table.name,
        "mode": "" if imported else view.settings.mode,
        "rival": view.settings.rival,
        "plays": view.settings.plays,
        "day": view.opened_at[:10],
        "time": view.opened_at[11:16],
        "hands": grouped(view.hands),
        "net": grouped(sum(one.payout_credits - one.stake_credits for one in mine)),
        "lost": decimal_text(lost, 4) if lost else "0",
        "right": f"{grouped(sum(one.right for one in mine))} of {grouped(len(mine))}",
        "judged": bool(mine),
    }


def _page_number(text: str, pages: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1
    return min(max(1, number), pages)


def _file(records: Sequence[HandRecord], kind: str, name: str) -> Response:
    if kind not in _KINDS:
        raise InputError(f"hands are exported as json or csv, not as '{kind[:20]}'")
    text = to_json(records) if kind == "json" else to_csv(records)
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(text, media_type=_KINDS[kind], headers=headers)
