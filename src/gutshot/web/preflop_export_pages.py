"""Nodes of charts as files, and the booklet of a chart to print."""

from __future__ import annotations

import re
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, Response

from gutshot.errors import InputError
from gutshot.holdem.preflop.node_range import action_range
from gutshot.holdem.preflop.range_grade import only_action
from gutshot.holdem.preflop.tree import follow
from gutshot.holdem.range_dialects import DIALECTS
from gutshot.render.preflop_booklet import BOOKLET_STYLE, booklet_html
from gutshot.render.preflop_export import FORMS, node_export, range_export
from gutshot.web.preflop_charts import FIRST, chosen_chart, opened

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/preflop/charts", tags=["hold'em"])

_TYPES: Final = {"csv": "text/csv", "json": "application/json", "svg": "image/svg+xml"}
_STYLE: Final = "/preflop/booklet/style.css"
_PLAIN: Final = re.compile(r"[^A-Za-z0-9.-]+")


@api.get("/{chart}/export", summary="A node of a preflop chart as a file")
def export_node(
    chart: Annotated[str, Path(max_length=200, description="Its name, cash_6_100.")],
    node: Annotated[
        str, Query(max_length=200, description="The actions so far: FFR is fold, fold, raise.")
    ] = "",
    to: Annotated[
        str,
        Query(
            max_length=20,
            description="csv, json or svg; or a range: pio, gto+, equilab, monker, push-fold.",
        ),
    ] = "csv",
    action: Annotated[
        str, Query(max_length=4, description="Of a range: F, X, C, R, A; otherwise the raise.")
    ] = "",
    with_reach: Annotated[
        bool, Query(description="Of a range: times how often the seat comes here.")
    ] = False,
    pure: Annotated[
        bool, Query(description="Of a range: what is done half of the time is done always.")
    ] = False,
) -> Response:
    """Return what `gutshot preflop export` writes."""
    if to not in (*FORMS, *DIALECTS):
        known = ", ".join((*FORMS, *DIALECTS))
        raise InputError(f"to is {known}, not '{to}'")
    found = opened(chosen_chart(chart))
    at = found.node(follow(found.spec, node.strip().upper()).node)
    name = f"{chart}_{at.node or 'first'}"
    if to in FORMS:
        if action or with_reach or pure:
            raise InputError(f"action, with_reach and pure are for ranges, and {to} is all hands")
        return _file(node_export(found, at, to), f"{name}.{to}", _TYPES[to])
    chosen = action.upper() or only_action(at)
    hands = action_range(at, chosen, with_reach=with_reach, pure=pure)
    text = range_export(at, chosen, hands, to)
    ending = "rng" if to == "monker" else "txt"
    return _file(text, f"{name}_{chosen}.{ending}", "text/plain")


def _file(text: str, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{_PLAIN.sub("_", name)}"'}
    return Response(f"{text}\n", media_type=f"{kind}; charset=utf-8", headers=headers)


@router.get("/preflop/booklet")
def booklet(request: Request) -> HTMLResponse:
    """Show a chart's booklet: a page that is printed."""
    name = request.query_params.get("chart", FIRST)[:200]
    one = chosen_chart(name)
    link = f'<link rel="stylesheet" href="{_STYLE}">'
    return HTMLResponse(booklet_html(opened(one), link, back=f"/preflop/charts?chart={one.name}"))


@router.get(_STYLE)
def booklet_style() -> Response:
    """Return what the booklet looks like; in a file of its own it stands in the page."""
    return Response(BOOKLET_STYLE, media_type="text/css")
