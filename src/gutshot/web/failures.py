"""How mistakes are answered: one line, as JSON under ``/api`` and as a page elsewhere."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from gutshot import storage
from gutshot.errors import GutshotError, InputError, UnknownGameError
from gutshot.jobs import JobConflictError, QueueFullError, RunnerStoppedError, UnknownJobError
from gutshot.ledger import TransferConflictError
from gutshot.play import errors as play_errors
from gutshot.play.errors import UnknownSessionError
from gutshot.storage import BusyError, RecordError
from gutshot.videopoker import games
from gutshot.web.pages import page
from gutshot.web.refusals import (
    ForbiddenError,
    NotReadyError,
    TooManyRequestsError,
    TooManyStreamsError,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["add_failures", "answer"]

_log = logging.getLogger(__name__)

_HEADINGS: Final = {
    400: "The request can't be read",
    403: "That request was refused",
    404: "There is no such page",
    405: "This address is not asked that way",
    409: "That does not fit how things stand",
    413: "That is too long to be read",
    414: "That address is too long",
    422: "That can't be answered as it was put",
    429: "That was too often",
    500: "Something went wrong here",
    503: "Not just now",
}
_STATUS: Final[dict[type[GutshotError], int]] = {
    BusyError: 503,
    ForbiddenError: 403,
    InputError: 422,
    JobConflictError: 409,
    NotReadyError: 503,
    QueueFullError: 503,
    RecordError: 422,
    RunnerStoppedError: 503,
    TooManyRequestsError: 429,
    TooManyStreamsError: 503,
    TransferConflictError: 409,
    UnknownJobError: 404,
    UnknownSessionError: 404,
    play_errors.ConflictError: 409,
    storage.ConflictError: 409,
}
"""The status of an error, by the nearest of its classes that is listed."""

_OURS: Final = "an error of Gutshot's own; the terminal it runs in has the details"


def add_failures(app: FastAPI) -> None:
    """Answer every exception of `app` in one line."""

    def mistake(request: Request, error: Exception) -> Response:
        status = next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)
        retry = getattr(error, "retry_s", None)
        headers = {"Retry-After": str(retry)} if retry else None
        nearest = isinstance(error, UnknownGameError)
        return answer(request, status, str(error), nearest=nearest, headers=headers)

    for kind in _STATUS:
        app.add_exception_handler(kind, mistake)

    @app.exception_handler(RequestValidationError)
    def misshapen(request: Request, error: RequestValidationError) -> Response:
        return answer(request, 422, _one_line(error))

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        if error.status_code == 400 and error.__cause__ is not None:
            return answer(request, 422, _unreadable(error.__cause__))
        message = _HEADINGS.get(error.status_code) or str(error.detail)
        return answer(request, error.status_code, message.lower(), headers=error.headers)

    @app.exception_handler(GutshotError)
    def broken(request: Request, error: GutshotError) -> Response:
        _log.error("%s", error)
        return answer(request, 500, str(error))

    @app.exception_handler(Exception)
    def crashed(request: Request, error: Exception) -> Response:
        del error  # the server logs it with its traceback
        return answer(request, 500, _OURS)


def answer(
    request: Request,
    status: int,
    message: str,
    *,
    nearest: bool = False,
    headers: Mapping[str, str] | None = None,
    heading: str = "",
    home: str = "",
) -> Response:
    """Return a mistake as one line of JSON under ``/api``, as a page elsewhere.

    nearest : whether the page links the games that the message names. heading : the page's, ""
        for the status's own. home : where the page's way out leads, "" for the
        game's own first page.
    """
    # A lone surrogate in a request can be quoted, but not sent.
    line = " ".join(message.split()).encode(errors="replace").decode()
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": line}, status, headers)
    found = [table for table in games() if table.id in line] if nearest else []
    preflop = request.url.path.startswith("/preflop")
    context = {
        "status": f"{status} {HTTPStatus(status).phrase}",
        "heading": heading or _HEADINGS.get(status, HTTPStatus(status).phrase),
        "message": f"{line[:1].upper()}{line[1:]}.",
        "nearest": found,
        "home": home or ("/preflop" if preflop else "/videopoker"),
        "way_out": "the preflop pages" if preflop and not home else "the video-poker analyser",
    }
    response = page("error.html", context, status)
    response.headers.update(headers or {})
    return response


def _unreadable(cause: BaseException) -> str:
    """Say why a request body could not be read as JSON: FastAPI knows one such reason only."""
    if isinstance(cause, UnicodeDecodeError):
        return "the request body is not UTF-8 text"
    if isinstance(cause, RecursionError):
        return "the request body is nested too deeply"
    if isinstance(cause, ValueError):  # Python reads no integer of thousands of digits
        return "the request body has a number of thousands of digits; shorten it"
    return "the request body can't be read"


def _one_line(error: RequestValidationError) -> str:
    """Return the first complaint of a validation: where, and what would be right."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "the request body is not JSON"
    place = ".".join(str(part) for part in first["loc"][1:])
    message = str(first["msg"]).removeprefix("Value error, ")
    return f"{place or 'the request body'}: {message[:1].lower()}{message[1:]}"
