"""The page of two charts side by side: what does not match first, then a node, then the trees."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlencode

import numpy as np
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.preflop.chart_diff import compare_node, compare_trees
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.render.preflop_answer import answer_payload, line_words
from gutshot.render.preflop_diff import diff_payload
from gutshot.render.preflop_text import spec_words
from gutshot.web.pages import page
from gutshot.web.preflop_chart_view import cells, percent, signed
from gutshot.web.preflop_charts import FIRST, chosen_chart, opened
from gutshot.web.preflop_compare_view import (
    EV,
    common_node,
    diff_cells,
    hand_rows,
    measures,
    mismatch_rows,
    parting,
    total_rows,
    tree_view,
    twin_steps,
)
from gutshot.web.preflop_solve_view import bb_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.chart_diff import TreeDifference
    from gutshot.holdem.preflop.kept import ListedChart

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/preflop/compare", tags=["hold'em"])

_PATH: Final = "/preflop/compare"
_HANDS: Final = 12

Name = Annotated[str, Query(max_length=200, description="A chart's name, cash_6_100.")]


@router.get(_PATH)
def compare_page(request: Request) -> HTMLResponse:
    """Show two charts at a node."""
    asked = {key: text[:200] for key, text in request.query_params.items()}
    try:
        one = chosen_chart(asked.get("one", FIRST))
        other = chosen_chart(asked["other"]) if asked.get("other") else _nearest(one)
        return _shown(one, other, asked)
    except InputError as error:
        one = chosen_chart(FIRST)
        return _shown(one, _nearest(one), {}, str(error))


@api.get("", summary="Two preflop charts beside each other")
def compare(
    one: Name,
    other: Name,
    node: Annotated[
        str, Query(max_length=200, description="A node of the first; without it where play begins.")
    ] = "",
) -> JSONResponse:
    """Return what `gutshot preflop diff --json` prints: what does not match, a node, the trees."""
    first, second = chosen_chart(one), chosen_chart(other)
    ours, theirs = opened(first), opened(second)
    name = node.upper() or "F" * max(0, ours.spec.players - theirs.spec.players)
    there = compare_node(ours, theirs, name)
    return JSONResponse(diff_payload(ours, theirs, there, _trees(first, second)))


def _nearest(one: ListedChart) -> ListedChart:
    """Return another chart: of the same format and seats if there is one, else of like seats."""
    others = [found for found in listed_charts() if found.name != one.name] or [one]
    return min(
        others,
        key=lambda found: (
            found.spec.format != one.spec.format,
            abs(found.spec.players - one.spec.players),
            abs(float(found.spec.stacks_bb[0] - one.spec.stacks_bb[0])),
            found.name,
        ),
    )


def _shown(
    first: ListedChart, second: ListedChart, asked: Mapping[str, str], problem: str = ""
) -> HTMLResponse:
    one, other = opened(first), opened(second)
    wanted = asked.get("node", "").strip().upper()
    node, there = common_node(one, other, wanted)
    found = compare_node(one, other, node)
    options = measures(found)
    measure = asked.get("by", "")
    if measure not in dict(options):
        measure = next((key for key, _ in options if key[0] not in "FXA"), options[0][0])
    hand = asked.get("hand", "")
    try:
        number = class_index(hand) if hand else None
    except InputError as error:
        problem, number = problem or str(error), None
    chosen = {"one": first.name, "other": second.name, "node": node, "by": measure}
    if number is not None:
        chosen["hand"] = CLASS_NAMES[number]

    def url(**changes: str) -> str:
        kept = {key: text for key, text in (chosen | changes).items() if text}
        return f"{_PATH}?{urlencode(kept)}"

    line = twin_steps(one, other, node, there)
    apart = found.weights.mean(axis=0) * found.apart
    most = [
        n for n in np.argsort(-apart, kind="stable").tolist()[:_HANDS] if found.apart[n] >= 0.005
    ]
    ours, theirs = found.means_bb
    context: dict[str, Any] = {
        "section": "compare-charts",
        "error": problem,
        "charts": [(item.name, _words(item)) for item in listed_charts()],
        "one": first.name,
        "other": second.name,
        "titles": (_words(first), _words(second)),
        "mismatches": mismatch_rows(one.spec, other.spec),
        "prizes": one.spec.for_prizes or other.spec.for_prizes,
        "url": url,
        "swap": f"{_PATH}?{urlencode({'one': second.name, 'other': first.name, 'node': there})}",
        "line": line,
        "parts": parting(line),
        "lost": wanted if wanted and wanted != node else "",
        "seat": found.one.seat,
        "where": line_words(one.spec, node) or "nobody has acted",
        "reaches": [percent(one_node.reach) for one_node in (found.one, found.other)],
        "grids": [
            cells(answer_payload(chart, name, None, ""))
            for chart, name in ((one, node), (other, there))
        ],
        "measures": options,
        "measure": measure,
        "measure_words": dict(options)[measure],
        "by_ev": measure == EV,
        "diff": diff_cells(found, measure),
        "totals": total_rows(found),
        "evs": ["–" if np.isnan(mean) else signed(mean) for mean in (ours, theirs, theirs - ours)],
        "apart": percent(found.mean_apart),
        "hands": [
            (
                CLASS_NAMES[n],
                url(hand=CLASS_NAMES[n]),
                percent(float(found.apart[n])),
                hand_rows(found, n)[-1],
            )
            for n in most
        ],
        "hand": None if number is None else (CLASS_NAMES[number], hand_rows(found, number)),
        "tree": tree_view(one, other, _trees(first, second), lambda name: url(node=name)),
        "left": [bb_text(chart.certificate.exploitability) for chart in (one, other)],
    }
    return page("preflop/compare.html", context, 422 if problem else 200)


def _words(one: ListedChart) -> str:
    return spec_words(one.spec).removesuffix(", classes dealt independently")


def _trees(one: ListedChart, other: ListedChart) -> TreeDifference:
    return _kept_trees(*(part for item in (one, other) for part in _stamp(item)))


def _stamp(one: ListedChart) -> tuple[str, int]:
    return one.name, one.path.stat().st_mtime_ns


@lru_cache(maxsize=16)
def _kept_trees(one: str, one_ns: int, other: str, other_ns: int) -> TreeDifference:
    """Return two whole trees beside each other: half a second of work, until a file changes."""
    del one_ns, other_ns
    return compare_trees(opened(chosen_chart(one)), opened(chosen_chart(other)))
