"""From a flop ending of a chart to the page that solves it."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from gutshot.holdem.calibrate.endings import check_flop_of_two, flop_ending
from gutshot.holdem.calibrate.flops import sampled_flops
from gutshot.holdem.calibrate.solving import flop_spot, shipped_tree
from gutshot.holdem.preflop.tree import ending_at
from gutshot.web.postflop_query import PATH, fields_of_spot
from gutshot.web.preflop_charts import chosen_chart, opened

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/preflop/flop")
def flop_of_chart(request: Request) -> RedirectResponse:
    """Lead to the form of a spot after the flop: ranges, pot and stacks as a chart's line has them.

    The board is the first flop of the ending's sample, the sizes those of the calibration's tree.
    """
    name, node = (request.query_params.get(key, "")[:200] for key in ("chart", "node"))
    one = chosen_chart(name)
    chart = opened(one)
    ending = ending_at(chart.spec, node.strip().upper())
    check_flop_of_two(chart, ending)
    measured = flop_ending(chart, one.name, ending)
    board = sampled_flops(measured.name, 1)[0].text
    spot = flop_spot(measured, board, shipped_tree())
    return RedirectResponse(f"{PATH}?{urlencode(fields_of_spot(spot))}", status_code=303)
