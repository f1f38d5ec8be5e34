"""The interface for programs: what a spot after the flop would take, a solve of it, its nodes."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from gutshot.errors import InputError
from gutshot.holdem.postflop.estimate import TooLargeError, quick_savings
from gutshot.holdem.postflop.spec import exact_decimal, parse_spot, spot_keys, spot_of
from gutshot.holdem.postflop.texas_input import parse_texas
from gutshot.jobs import JobConflictError
from gutshot.render.postflop_node import cards_payload, node_payload, solved_payload
from gutshot.render.postflop_size import size_payload
from gutshot.web.identity import Command, Who, as_player, check_origin
from gutshot.web.job_work import may_cancel, shown
from gutshot.web.postflop_solves import MOST_BYTES, TREES, ask_to_solve, check_spot, solve_of
from gutshot.web.rooms import rooms_of

if TYPE_CHECKING:
    from collections.abc import Generator

    from gutshot.holdem.postflop.estimate import SpotSize
    from gutshot.holdem.postflop.spec import Spot
    from gutshot.web.postflop_solves import PostflopSolve

__all__ = ["router"]

router = APIRouter(prefix="/api/postflop/solves", tags=["hold'em"])

_LONGEST_TEXT: Final = 20_000
_LONGEST_LINE: Final = 400
_HALF_BITS: Final = 16
_RESULT: Final = (
    "equity",
    "ev",
    "exploitability_percent",
    "converged",
    "iterations",
    "seconds",
    "memory_bytes",
    "root_player",
    "root",
)

SolveId = Annotated[str, Path(max_length=64, description="Its id.")]


class PostflopBody(BaseModel):
    """A spot after the flop, written in one of three ways, and how it is kept in memory."""

    model_config = ConfigDict(extra="forbid")

    spec: Annotated[
        dict[str, Any],
        Field(
            max_length=40,
            description='The keys of a spot\'s file: {"board": "Qs Jh 2h 8d 3c", "pot": 50,'
            ' "stack": 200, "oop_range": "QQ+", "ip_range": "AK", "oop": {"river": {"bet":'
            ' "50%"}}}. Without it toml or texas is read.',
        ),
    ] = {}
    toml: Annotated[
        str, Field(max_length=_LONGEST_TEXT, description="The file itself, instead of spec.")
    ] = ""
    texas: Annotated[
        str,
        Field(max_length=_LONGEST_TEXT, description="TexasSolver's input, instead of spec."),
    ] = ""
    bits: Annotated[
        Literal[16, 32],
        Field(
            description="Of each number in memory: 16 take half of it, and get down to some"
            " 0.005 % of the pot.",
        ),
    ] = 32

    @property
    def half(self) -> bool:
        """Whether numbers are kept in 16 bits."""
        return self.bits == _HALF_BITS

    def asked(self) -> Spot:
        """Return the spot that is asked for; InputError for what is none."""
        if sum(map(bool, (self.spec, self.toml, self.texas))) != 1:
            raise InputError("give one of spec, toml and texas")
        if self.toml:
            with _field("toml"):
                return parse_spot(self.toml)
        if self.texas:
            with _field("texas"):
                return parse_texas(self.texas).spot
        with _field("spec"):
            return _spot_of_json(self.spec)


@router.post(
    "/estimate",
    summary="What solving a spot after the flop would take",
    dependencies=[Depends(check_origin)],
)
def estimate(body: PostflopBody) -> dict[str, Any]:
    """Return decisions, boards and memory by street, and what leaving out each size saves.

    A spot that is too large is refused with what can be dropped.
    """
    spot = body.asked()
    size = _checked(spot, body)
    return _estimate(size, body.bits) | {
        "without": size_payload(size, quick_savings(spot, size, half=body.half))["without"]
    }


@router.post("", summary="Solve a spot after the flop")
def solve(request: Request, who: Command, body: PostflopBody) -> JSONResponse:
    """Begin to solve a spot; `/api/postflop/solves/{job}` says how it goes.

    The answer has the job's id, and under `estimate` what it takes. The same spot in as many bits
    asked for again is the same job; one that was cancelled, by `/api/jobs/{job}/cancel`, goes on
    where it was.
    """
    spot = body.asked()
    size = _checked(spot, body)
    rooms = rooms_of(request)
    who = as_player(request, who)
    status = ask_to_solve(rooms, who.known(), spot, half=body.half)
    found = _payload(solve_of(rooms, status.id), mine=True)
    found["estimate"] = _estimate(size, body.bits)
    return JSONResponse(found, 200 if status.finished else 202)


@router.get("/{job_id}", summary="How the solve of a spot after the flop goes")
def solve_standing(request: Request, who: Who, job_id: SolveId) -> dict[str, Any]:
    """Return how a solve stands: its state, what was left to gain on the way, and the result.

    `tree` tells whether `/api/postflop/solves/{job}/node` has nodes to show; a solve that was
    cancelled keeps what it had.
    """
    rooms = rooms_of(request)
    return _payload(solve_of(rooms, job_id), mine=may_cancel(rooms, job_id, who.player))


@router.get("/{job_id}/node", summary="A node of a solved spot")
def solve_node(
    request: Request,
    who: Who,
    job_id: SolveId,
    line: Annotated[
        str,
        Query(
            max_length=_LONGEST_LINE,
            description="What was done: x-b25-c|8d|x; nothing is the first decision.",
        ),
    ] = "",
    *,
    cards: Annotated[
        bool, Query(description="Also how it stands on each card that may come next.")
    ] = False,
) -> dict[str, Any]:
    """Return the actions, and each hand's strategy, EV, equity and reach, of both players."""
    rooms = rooms_of(request)
    rooms.check_kernels()
    rooms.rates.take("count", who.address)
    found = solve_of(rooms, job_id)
    if not found.file.exists():
        why = "solve the spot again" if found.status.finished else "wait for its end"
        raise JobConflictError(f"this solve has no tree to show: {why}")
    with _field("line"):
        node, values = TREES.node(found.file, line)
        below = TREES.cards(found.file, node.position.id) if cards else []
    payload = node_payload(node) | solved_payload(values.solution)
    if cards:
        payload["cards"] = cards_payload(below)["cards"]
    return payload


@contextmanager
def _field(name: str) -> Generator[None]:
    """Say a field's name before what is wrong with it."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def _checked(spot: Spot, body: PostflopBody) -> SpotSize:
    """Return a spot's size; what refuses it names the field for 16 bits where they would fit."""
    try:
        return check_spot(spot, half=body.half)
    except TooLargeError as error:
        if error.half_bytes is None:
            raise
        raise InputError(f'{error}: give "bits": 16') from error


def _spot_of_json(keys: dict[str, Any]) -> Spot:
    try:
        # decimals as they were written, not the doubles next to them
        exact = json.loads(json.dumps(keys), parse_float=exact_decimal)
    except RecursionError:
        raise InputError("the request body is nested too deeply") from None
    return spot_of(exact)


def _estimate(size: SpotSize, bits: int) -> dict[str, Any]:
    found = size_payload(size, ())
    del found["without"]
    return found | {
        "schema": "gutshot.postflop.solve-estimate/1",
        "bits": bits,
        "most_memory_bytes": MOST_BYTES,
    }


def _payload(solve: PostflopSolve, *, mine: bool) -> dict[str, Any]:
    spot = solve.spot
    return {
        **shown(solve.status, mine=mine).payload(),
        "schema": "gutshot.postflop.solve/1",
        "spec": spot_keys(spot),
        "bits": solve.bits,
        "target_percent": _percent(float(spot.target), spot),
        "checks": [
            {
                "iteration": at,
                "exploitability": left,
                "exploitability_percent": _percent(left, spot),
            }
            for at, left in solve.way
        ],
        "tree": solve.file.exists(),
        "result": _result(solve),
    }


def _result(solve: PostflopSolve) -> dict[str, Any] | None:
    """Return what `postflop solve --json` prints but for the hands, which nodes have."""
    kept = solve.status.result
    if kept is None:
        return None
    # a job of before some of it was kept has none of it
    found = {name: kept[name] for name in _RESULT if name in kept}
    if "gain" in kept:
        found["gain_percent"] = {
            player: _percent(gain, solve.spot) for player, gain in kept["gain"].items()
        }
    return found | {"bits": solve.bits}


def _percent(chips: float, spot: Spot) -> float:
    return 100 * chips / float(spot.pot)
