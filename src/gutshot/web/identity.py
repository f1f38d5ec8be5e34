"""Who asks: each browser is a player by a random secret in a cookie, made at its first command.

What changes something must come from a page of ours: browsers say where a request comes from, and
forms carry a token that only the holder of the cookie could have read.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.requests import HTTPConnection

from gutshot.play.errors import UnknownSessionError
from gutshot.web.form_bodies import Fields, read_fields
from gutshot.web.refusals import ForbiddenError
from gutshot.web.rooms import rooms_of

__all__ = [
    "COOKIE",
    "Command",
    "Form",
    "Posted",
    "RawBody",
    "Visitor",
    "Who",
    "as_player",
    "check_origin",
    "forget",
    "remember",
]

COOKIE: Final = "gutshot_player"

_A_LONG_TIME_S: Final = 400 * 24 * 3600  # the longest that browsers keep a cookie
_LONGEST_SECRET: Final = 100


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks.

    player : None for a stranger. secret : the cookie, "" for a stranger's.
    address : what limits count by.
    """

    player: str | None
    secret: str
    address: str

    @property
    def token(self) -> str:
        """What this visitor's forms carry; a stranger has nothing that a forgery could touch."""
        if self.player is None:
            return "new"
        return hmac.new(self.secret.encode(), b"form", hashlib.sha256).hexdigest()[:32]

    def known(self) -> str:
        """Return the player.

        Raises
        ------
        UnknownSessionError
            For a stranger, who has no sessions.
        """
        if self.player is None:
            raise UnknownSessionError("you have no sessions here yet: play a hand first")
        return self.player


def visitor(request: HTTPConnection) -> Visitor:
    """Return who asks; nothing is created."""
    secret = request.cookies.get(COOKIE, "")[:_LONGEST_SECRET]
    player = rooms_of(request).people.known(secret) if secret else None
    return Visitor(player, secret if player else "", _address(request))


def _address(request: HTTPConnection) -> str:
    host = request.client.host if request.client else "none"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):  # a customer has a whole network of them
        return str(ip_network((int(address) >> 64 << 64, 64)))
    return host


Who = Annotated[Visitor, Depends(visitor)]


def check_origin(request: HTTPConnection) -> None:
    """Refuse a command, or a WebSocket, that a page from elsewhere sent.

    Browsers set Sec-Fetch-Site where the connection is trustworthy, and Origin with every command;
    a program sets neither.

    Raises
    ------
    ForbiddenError
        For one from elsewhere.
    """
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        ours = site == "same-origin"
    else:
        host = request.headers.get("host", "")
        ours = origin is None or origin.partition("://")[2] == host
    if not ours:
        raise ForbiddenError("this request came from a page that is not Gutshot's")


async def _body(request: Request) -> bytes:
    return await request.body()


RawBody = Annotated[bytes, Depends(_body)]


@dataclass(frozen=True, slots=True)
class Form:
    """A form that was sent from a page of ours."""

    who: Visitor
    fields: Fields


def _form(request: Request, who: Who, body: RawBody) -> Form:
    check_origin(request)
    rooms_of(request).rates.take("address", who.address)
    fields = read_fields(request.headers.get("content-type", ""), body)
    if not hmac.compare_digest(fields.text("token").encode(), who.token.encode()):
        raise ForbiddenError("this form is out of date: load the page again, then repeat")
    return Form(who, fields)


def _sender(request: Request, who: Who) -> Visitor:
    check_origin(request)
    rooms_of(request).rates.take("address", who.address)
    return who


Posted = Annotated[Form, Depends(_form)]
"""A form's handler takes this."""

Command = Annotated[Visitor, Depends(_sender)]
"""A handler of the JSON interface takes this: another site can't send JSON without being asked."""


def as_player(request: Request, who: Visitor) -> Visitor:
    """Return the visitor as a player; a stranger becomes one, and his browser is told."""
    if who.player is not None:
        return who
    rooms = rooms_of(request)
    rooms.rates.take("newcomer", who.address)
    player, secret = rooms.people.new()
    remember(request, secret)
    return Visitor(player, secret, who.address)


def remember(request: Request, secret: str) -> None:
    """Have the answer to this request hand a secret to the browser."""
    _set(request, f"{COOKIE}={secret}; Max-Age={_A_LONG_TIME_S}")


def forget(request: Request) -> None:
    """Have the answer to this request take the secret away from the browser."""
    _set(request, f"{COOKIE}=; Max-Age=0")


def _set(request: Request, cookie: str) -> None:
    secure = "; Secure" if request.url.scheme == "https" else ""
    # Guards puts it on whatever the answer becomes, an error too.
    request.state.set_cookie = f"{cookie}; Path=/; HttpOnly; SameSite=Lax{secure}"
