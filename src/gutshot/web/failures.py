"""How mistakes are answered: one line, as JSON under ``/api`` and as a page elsewhere."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from gutshot.errors import GutshotError, InputError, UnknownGameError
from gutshot.videopoker import games
from gutshot.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["add_failures"]

_log = logging.getLogger(__name__)

_HEADINGS: Final = {
    400: "The request can't be read",
    404: "There is no such page",
    405: "This address is not asked that way",
    422: "That can't be answered as it was put",
    500: "Something went wrong here",
}
_OURS: Final = "an error of Gutshot's own; the terminal it runs in has the details"


def add_failures(app: FastAPI) -> None:
    """Answer every exception of `app` in one line."""

    @app.exception_handler(InputError)
    def mistake(request: Request, error: InputError) -> Response:
        return _answer(request, 422, str(error), nearest=isinstance(error, UnknownGameError))

    @app.exception_handler(RequestValidationError)
    def misshapen(request: Request, error: RequestValidationError) -> Response:
        return _answer(request, 422, _one_line(error))

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        message = _HEADINGS.get(error.status_code) or str(error.detail)
        return _answer(request, error.status_code, message.lower(), headers=error.headers)

    @app.exception_handler(GutshotError)
    def broken(request: Request, error: GutshotError) -> Response:
        _log.error("%s", error)
        return _answer(request, 500, str(error))

    @app.exception_handler(Exception)
    def crashed(request: Request, error: Exception) -> Response:
        del error  # the server logs it with its traceback
        return _answer(request, 500, _OURS)


def _answer(
    request: Request,
    status: int,
    message: str,
    *,
    nearest: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    # A lone surrogate in a request can be quoted, but not sent.
    line = " ".join(message.split()).encode(errors="replace").decode()
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": line}, status, headers)
    found = [table for table in games() if table.id in line] if nearest else []
    context = {
        "status": f"{status} {HTTPStatus(status).phrase}",
        "heading": _HEADINGS.get(status, HTTPStatus(status).phrase),
        "message": f"{line[:1].upper()}{line[1:]}.",
        "nearest": found,
    }
    response = page("error.html", context, status)
    response.headers.update(headers or {})
    return response


def _one_line(error: RequestValidationError) -> str:
    """Return the first complaint of a validation: where, and what would be right."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "the request body is not JSON"
    place = ".".join(str(part) for part in first["loc"][1:])
    message = str(first["msg"]).removeprefix("Value error, ")
    return f"{place or 'the request body'}: {message[:1].lower()}{message[1:]}"
