"""The page of solved preflop charts, and whole charts for programs."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.node_ids import is_raise
from gutshot.render.preflop_answer import answer_payload, line_words
from gutshot.render.preflop_text import flops_words, spec_words
from gutshot.render.preflop_unique import unique_lines
from gutshot.web.pages import page
from gutshot.web.preflop_chart_view import (
    TIER_WORDS,
    cells,
    decision_at,
    ev_words,
    hand_view,
    seats_view,
    shut_words,
    steps,
    still_to_act,
    totals,
)
from gutshot.web.preflop_charts import FIRST, choices, chosen_chart, opened, packed
from gutshot.web.preflop_solve_jobs import own_listed
from gutshot.web.preflop_solve_view import kept_view

if TYPE_CHECKING:
    from gutshot.holdem.preflop.kept import ListedChart

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/preflop/charts", tags=["hold'em"])

_PATH: Final = "/preflop/charts"
_SHORTEST: Final = 1e-3
_FROM_HERE: Final = "here"


@router.get(_PATH)
def chart_page(request: Request) -> HTMLResponse:
    """Show a node of a chart."""
    query = request.query_params
    name, line, hand = (query.get(key, "")[:200] for key in ("chart", "node", "hand"))
    here = query.get("ev", "") == _FROM_HERE
    try:
        return _shown(chosen_chart(name or FIRST), line, hand, from_here=here)
    except InputError as error:
        return _shown(chosen_chart(_any_chart(name)), "", "", str(error), from_here=here)


@api.get("", summary="The solved preflop charts that may be opened")
def list_charts() -> JSONResponse:
    """Return shipped and kept charts by name, with their spots in words."""
    charts = [
        {
            "chart": one.name,
            "source": "shipped" if one.shipped else "kept",
            "format": one.spec.format,
            "players": one.spec.players,
            "stacks_bb": [*map(float, one.spec.stacks_bb)],
            "words": spec_words(one.spec),
        }
        for one in listed_charts()
    ]
    return JSONResponse({"schema": "gutshot.preflop.charts/1", "charts": charts})


@api.get("/{chart}", summary="A whole preflop chart: every decision, share and EV")
def whole_chart(
    request: Request,
    chart: Annotated[str, Path(max_length=200, description="Its name, cash_6_100.")],
) -> Response:
    """Return all texts of a chart's file with raise sizes and stacks, packed where accepted."""
    found = packed(chosen_chart(chart))
    headers = {"ETag": f'"{found.tag}"', "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, media_type="application/json", headers=headers)
    return Response(gzip.decompress(found.packed), media_type="application/json", headers=headers)


def _any_chart(name: str) -> str:
    """Return a chart that is there, the one that was asked for if it is."""
    names = [one.name for one in listed_charts()]
    return name if name in names else FIRST if FIRST in names else names[0]


def _shown(
    one: ListedChart, line: str, hand: str, problem: str = "", *, from_here: bool
) -> HTMLResponse:
    chart = opened(one)
    spec = chart.spec
    name = decision_at(chart, line.strip().upper())
    node = chart.node(name)
    answer = answer_payload(chart, name, None, "shipped" if one.shipped else "kept")
    number = class_index(hand) if hand else None
    seats, pot = seats_view(spec, name)
    from_here = from_here and not spec.for_prizes
    ev = _FROM_HERE if from_here else ""

    def url(**changes: str) -> str:
        found = {"chart": one.name, "node": name, "hand": hand, "ev": ev} | changes
        kept = {key: text for key, text in found.items() if text}
        return f"{_PATH}?{urlencode(kept)}"

    near = chart.certificate.gains[spec.seats.index(node.seat)]
    context: dict[str, Any] = {
        "section": "charts",
        "name": one.name,
        "shipped": one.shipped,
        "url": url,
        "error": problem,
        "choices": choices(one),
        "title": spec_words(spec),
        "seat": node.seat,
        "node": name,
        "line": line_words(spec, name),
        "steps": steps(chart, name),
        "coming": still_to_act(spec, name),
        "shut_words": shut_words(spec),
        "tier_words": TIER_WORDS,
        "seats": seats,
        "pot": pot,
        "rows": cells(answer),
        "totals": totals(chart, node, answer),
        "take": next((one for one in reversed(node.actions) if is_raise(one)), node.actions[-1]),
        "reach": _reach_words(node.reach),
        "reached": answer["status"] == "reached",
        "locked": int(node.locked.sum()),
        "hand": None if number is None else hand_view(chart, node, number, from_here=from_here),
        "from_here": from_here,
        "for_prizes": spec.for_prizes,
        "ev_words": ev_words(chart, node, from_here=from_here),
        "exploitability": f"{chart.certificate.exploitability:.2g}",
        "bar": f"{chart.bar_bb:.2g}",
        "near": f"{max(0.01, near):.2g}",
        "model_share": f"{100 * chart.model_share:.1f}",
        "flops": flops_words(spec.flop_model),
        "heads_up": spec.players == 2,
        "unique": " ".join(unique_lines(spec)),
        "iterations": chart.iterations,
        "own": [kept_view(found) for found in own_listed()],
    }
    return page("preflop/charts.html", context, 422 if problem else 200)


def _reach_words(reach: float) -> str:
    """Return how often the table comes to a node, in percent."""
    return f"{100 * reach:.2f}" if reach >= _SHORTEST else f"{100 * reach:.2g}"
