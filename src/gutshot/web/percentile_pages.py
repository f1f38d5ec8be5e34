"""The page of the strongest hands as a share of deals, and its interface for programs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from gutshot.errors import InputError
from gutshot.holdem.percentile import top_share
from gutshot.render.range_payload import top_payload
from gutshot.videopoker.amounts import parse_amount
from gutshot.web.pages import page
from gutshot.web.percentile_view import cells, cells_of_deals, summary_of, texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.percentile import TopShare

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/preflop", tags=["hold'em"])

_PATH: Final = "/preflop/percentile"
_FIRST: Final = "20"
_SHARES: Final = (5, 10, 15, 20, 25, 30, 40, 60)


@router.get(_PATH)
def percentile_page(request: Request) -> HTMLResponse:
    """Show the strongest hands of a share."""
    return _shown("preflop/percentile.html", request.query_params)


@router.get(f"{_PATH}/parts")
def percentile_parts(request: Request) -> HTMLResponse:
    """Return what a script puts into the page when the share is moved."""
    return _shown("preflop/percentile_parts.html", request.query_params)


@api.get("/percentile", summary="The strongest hands as a share of deals: an order, not a solve")
def percentile_answer(
    percent: Annotated[
        str, Query(max_length=20, description="Of all deals, above 0 and at most 100.")
    ],
    to: Annotated[
        str,
        Query(max_length=20, description="pio, gto+, equilab, monker or push-fold: the text."),
    ] = "pio",
) -> JSONResponse:
    """Return what `gutshot ranges top --json` prints."""
    found = _asked(percent)
    if found is None:
        raise InputError("the top 0 % is no hand at all: write more than 0 and at most 100")
    return JSONResponse(top_payload(found, to))


def _shown(template: str, query: Mapping[str, str]) -> HTMLResponse:
    typed = query.get("percent", _FIRST).strip()[:20] or "0"
    problem = ""
    try:
        found = _asked(typed)
    except InputError as error:
        problem, found = str(error), _asked(_FIRST)
    at = "0" if found is None else f"{float(found.percent):.12g}"
    context: dict[str, Any] = {
        "section": "percentile",
        "typed": typed if problem else at,
        "at": at,
        "error": problem,
        "url": _url(at),
        "shares": [(str(share), _url(str(share))) for share in _SHARES],
        "summary": summary_of(found),
        "rows": cells(found),
        "texts": texts(found),
        "counts": cells_of_deals(),
    }
    return page(template, context, 422 if problem else 200)


def _url(percent: str) -> str:
    return f"{_PATH}?{urlencode({'percent': percent})}"


def _asked(text: str) -> TopShare | None:
    """Return the strongest hands; None for a share of 0."""
    share = parse_amount(text.removesuffix("%"), "the share of deals", _FIRST)
    return None if share == Fraction(0) else top_share(share)
