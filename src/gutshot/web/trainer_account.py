"""A name and a passphrase for those who want their history on another device."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from gutshot.play.errors import ConflictError
from gutshot.web.identity import Command, Posted, Visitor, Who, forget, remember
from gutshot.web.rooms import rooms_of

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/player", tags=["player"])

_WHERE: Final = "/videopoker/sessions"

# A passphrase costs 32 MiB and a tenth of a second to try: two at a time, the others wait.
_trying: Final = BoundedSemaphore(2)


class LoginBody(BaseModel):
    """A name and its passphrase."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=40, description="At most 40 characters.")]
    passphrase: Annotated[str, Field(max_length=200, description="10 to 200 characters.")]


def _keep(request: Request, who: Visitor, name: str, passphrase: str) -> str:
    player = who.known()
    rooms = rooms_of(request)
    rooms.rates.take("passphrase", who.address)
    with _trying:
        rooms.people.set_login(player, name.strip(), passphrase)
    return player


def _log_in(request: Request, who: Visitor, name: str, passphrase: str) -> str:
    rooms = rooms_of(request)
    rooms.rates.take("passphrase", who.address)
    rooms.rates.take("passphrase", f"name {name.strip().casefold()[:40]}")
    with _trying:
        player, secret = rooms.people.log_in(name.strip(), passphrase)
    if who.secret and rooms.people.name_of(who.known()) is not None:
        rooms.people.log_out(who.secret)  # the earlier player has a way back
    remember(request, secret)
    return player


def _log_out(request: Request, who: Visitor) -> None:
    rooms = rooms_of(request)
    if rooms.people.name_of(who.known()) is None:
        raise ConflictError("take a name and a passphrase first: nothing else leads back to you")
    rooms.people.log_out(who.secret)
    forget(request)


@router.post("/player/name")
def keep_name(request: Request, form: Posted) -> Response:
    """Take a name and a passphrase."""
    _keep(request, form.who, form.fields.text("name"), form.fields.text("passphrase"))
    return RedirectResponse(_WHERE, status_code=303)


@router.post("/player/login")
def log_in(request: Request, form: Posted) -> Response:
    """Become the player of a name on this browser too."""
    _log_in(request, form.who, form.fields.text("name"), form.fields.text("passphrase"))
    return RedirectResponse(_WHERE, status_code=303)


@router.post("/player/logout")
def log_out(request: Request, form: Posted) -> Response:
    """Take this browser's secret back."""
    _log_out(request, form.who)
    return RedirectResponse(_WHERE, status_code=303)


@api.get("", summary="Who you are")
def player(request: Request, who: Who) -> dict[str, Any]:
    """Return your name and your credits; a stranger has neither."""
    rooms = rooms_of(request)
    known = who.player is not None
    return {
        "schema": "gutshot.player/1",
        "known": known,
        "name": rooms.people.name_of(who.known()) if known else None,
        "credits": rooms.trainer.credits(who.known()) if known else None,
    }


@api.post("/name", summary="Take a name and a passphrase")
def keep_name_by_program(request: Request, who: Command, body: LoginBody) -> dict[str, Any]:
    """Have your history on other devices too."""
    _keep(request, who, body.name, body.passphrase)
    return {"schema": "gutshot.player/1", "known": True, "name": body.name.strip()}


@api.post("/login", summary="Log in")
def log_in_by_program(request: Request, who: Command, body: LoginBody) -> dict[str, Any]:
    """Become the player of a name; the answer's cookie holds the secret."""
    _log_in(request, who, body.name, body.passphrase)
    return {"schema": "gutshot.player/1", "known": True, "name": body.name.strip()}


@api.post("/logout", summary="Log out")
def log_out_by_program(request: Request, who: Command) -> dict[str, Any]:
    """Take this cookie's secret back; only a player with a name may."""
    _log_out(request, who)
    return {"schema": "gutshot.player/1", "known": False, "name": None}
