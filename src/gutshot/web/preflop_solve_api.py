"""The interface for programs: what a spot would take, a solve of it, and how that goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from gutshot.errors import InputError
from gutshot.holdem.preflop import spec_from, spec_from_toml
from gutshot.holdem.preflop.counting import MOST_BYTES, MOST_DECISIONS
from gutshot.holdem.preflop.flop_model_files import flop_model_id
from gutshot.holdem.preflop.game import MOST_ITERATIONS
from gutshot.render.preflop_text import spec_words
from gutshot.web.identity import Command, Who, as_player, check_origin
from gutshot.web.job_work import may_cancel, shown
from gutshot.web.preflop_solve_jobs import ask_to_solve, kept_name, shipped_name, solve_of
from gutshot.web.preflop_solve_query import LONGEST_TOML
from gutshot.web.rooms import rooms_of
from gutshot.work.own_charts import LEAST_ITERATIONS, OwnChart
from gutshot.work.solve_estimate import ITERATIONS, estimate_solve

if TYPE_CHECKING:
    from gutshot.web.preflop_solve_jobs import Solve

__all__ = ["router"]

router = APIRouter(prefix="/api/preflop/solves", tags=["hold'em"])

_WHERE: Final = "spec"


class SolveBody(BaseModel):
    """A spot, and how far it is solved."""

    model_config = ConfigDict(extra="forbid")

    spec: Annotated[
        dict[str, Any],
        Field(
            max_length=40,
            description='The keys of a spot\'s file: {"players": 3, "stack": "40"}; numbers that'
            " are not whole as text. flop_model is a table or the name of a model of flops, such as"
            ' "fitted"; the usual one without it. Without spec toml is read.',
        ),
    ] = {}
    toml: Annotated[
        str, Field(max_length=LONGEST_TOML, description="The file itself, instead of spec.")
    ] = ""
    past_the_bar: Annotated[
        int | None,
        Field(
            strict=True,
            description="Go on to the bar divided by this: 1, 4, 10, 40 or 100; null as shipped.",
        ),
    ] = None
    iterations: Annotated[
        int,
        Field(
            strict=True,
            ge=LEAST_ITERATIONS,
            le=MOST_ITERATIONS,
            description="After which it is given up.",
        ),
    ] = MOST_ITERATIONS
    replace: Annotated[
        bool,
        Field(
            strict=True,
            description="Whether the chart may go before one that ships, which is refused else.",
        ),
    ] = False

    def asked(self) -> OwnChart:
        """Return the chart that is asked for; InputError for what is no spot."""
        if self.toml and self.spec:
            raise InputError("give spec or toml, not both")
        spec = spec_from_toml(self.toml, "toml", {}) if self.toml else spec_from(self.spec, _WHERE)
        return OwnChart(spec, self.past_the_bar, self.iterations)


@router.post(
    "/estimate",
    summary="What solving a preflop spot would take",
    dependencies=[Depends(check_origin)],
)
def estimate(body: SolveBody) -> JSONResponse:
    """Return decisions, memory and seconds of one core, before anything is solved.

    Seconds are for 100 iterations at `microseconds_per_action`, which is measured on this machine.
    `flop_model` is the name of the model that prices flops, null for one of no name. A spot that is
    too large is refused with what can be dropped.
    """
    asked = body.asked()
    found = estimate_solve(asked.spec)
    size = found.size
    return JSONResponse(
        {
            "schema": "gutshot.preflop.solve-estimate/1",
            "words": spec_words(asked.spec),
            "flop_model": flop_model_id(asked.spec.flop_model) or None,
            "chart": kept_name(asked) or None,
            "ships": shipped_name(asked) != "",
            "decisions": size.decisions,
            "actions": size.actions,
            "endings": size.endings,
            "most_decisions": MOST_DECISIONS,
            "memory_bytes": size.memory_bytes,
            "most_memory_bytes": MOST_BYTES,
            "iterations": ITERATIONS,
            "microseconds_per_action": found.rate_us,
            "seconds": found.seconds,
            "bar_bb": asked.spec.bar_bb,
        }
    )


@router.post("", summary="Solve a preflop spot of your own")
def solve(request: Request, who: Command, body: SolveBody) -> JSONResponse:
    """Begin to solve a spot; `/api/preflop/solves/{job}` says how it goes.

    The same spot asked for again is the same job; one that was cancelled goes on where it was. The
    chart is kept, and listed among the charts, if it meets its bar. A spot that ships is refused
    unless `replace` is true.
    """
    asked = body.asked()
    rooms = rooms_of(request)
    estimate_solve(asked.spec)
    who = as_player(request, who)
    status = ask_to_solve(rooms, who.known(), asked, replace=body.replace)
    found = _payload(solve_of(rooms, status.id), mine=True)
    return JSONResponse(found, 200 if status.finished else 202)


@router.get("/{job_id}", summary="How the solve of a preflop chart goes")
def solve_standing(
    request: Request, who: Who, job_id: Annotated[str, Path(max_length=64, description="Its id.")]
) -> dict[str, Any]:
    """Return how a solve stands, with its certificates on the way."""
    rooms = rooms_of(request)
    found = solve_of(rooms, job_id)
    return _payload(found, mine=may_cancel(rooms, job_id, who.player))


def _payload(solve: Solve, *, mine: bool) -> dict[str, Any]:
    result = solve.status.result
    return {
        **shown(solve.status, mine=mine).payload(),
        "schema": "gutshot.preflop.solve/1",
        "words": spec_words(solve.asked.spec),
        "flop_model": flop_model_id(solve.asked.spec.flop_model) or None,
        "bar_bb": solve.asked.spec.bar_bb,
        "target_bb": solve.target_bb,
        "checks": [one._asdict() for one in solve.way],
        "exploitability_bb": None if result is None else result["exploitability_bb"],
        "written": None if result is None else result["written"],
        "chart": kept_name(solve.asked) or None,
    }
