"""The interface for programs: all-in equities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from gutshot.cards.text import parse_cards
from gutshot.render.equity_details import equity_details
from gutshot.render.equity_payload import equity_payload
from gutshot.web.equity_answers import answer, is_at_hand
from gutshot.web.equity_jobs import answer_of_job, ask_to_count, job_of
from gutshot.web.identity import Command, Who, as_player
from gutshot.web.job_work import shown
from gutshot.web.rooms import rooms_of
from gutshot.web.vp_api import not_yet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.web.identity import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/api/equity", tags=["hold'em"])

_LONGEST: Final = 20_000
_SEEDS: Final = 2**63 - 1

_HandText = Annotated[str, StringConstraints(max_length=_LONGEST)]


class SpotBody(BaseModel):
    """Hands that are all in."""

    model_config = ConfigDict(extra="forbid")

    hands: Annotated[
        list[_HandText],
        Field(
            min_length=2,
            max_length=9,
            description="Two cards, a class or a range each: AsKs, AKs, QQ+,AJs-A9s,AKo:0.5.",
        ),
    ]
    board: Annotated[str, Field(max_length=120, description="Cards that lie: 3, 4 or 5.")] = ""
    dead: Annotated[str, Field(max_length=240, description="Cards out of play.")] = ""


class EquityBody(SpotBody):
    """Hands that are all in, and how to find what they win."""

    simulate: Annotated[bool, Field(description="Draw deals even where all could be counted.")] = (
        False
    )
    seed: Annotated[int, Field(ge=0, le=_SEEDS, description="Seed of what is drawn.")] = 1
    details: Annotated[
        bool,
        Field(description="Add the first hand's equity by class, and all equities by next card."),
    ] = False


@router.get("", summary="All-in equities of two to nine hands, classes or ranges")
def equities(
    request: Request,
    who: Who,
    hand: Annotated[
        list[str],
        Query(max_length=9, description="One hand, class or range; name it once for each player."),
    ],
    board: Annotated[str, Query(max_length=120, description="Cards that lie, like QsJh2h.")] = "",
    dead: Annotated[str, Query(max_length=240, description="Cards out of play.")] = "",
    simulate: Annotated[
        bool, Query(description="Draw deals even where all could be counted.")
    ] = False,
    seed: Annotated[int, Query(ge=0, le=_SEEDS, description="Seed of what is drawn.")] = 1,
    details: Annotated[
        bool,
        Query(description="Add the first hand's equity by class, and all equities by next card."),
    ] = False,
) -> JSONResponse:
    """Return what `gutshot equity --json` prints.

    What takes longer to count than some seconds is drawn, as `method` and `standard_error` say,
    until it is counted: POST it to `/api/equity/count`.
    """
    return _answered(request, who, hand, board, dead, seed, simulate=simulate, details=details)


@router.post("", summary="All-in equities of two to nine hands, classes or ranges")
def post_equities(request: Request, who: Who, body: EquityBody) -> JSONResponse:
    """Return what the GET does, for ranges too long for an address."""
    return _answered(
        request,
        who,
        body.hands,
        body.board,
        body.dead,
        body.seed,
        simulate=body.simulate,
        details=body.details,
    )


@router.post("/count", summary="Have all-in equities counted that are drawn otherwise")
def count(request: Request, who: Command, body: SpotBody) -> JSONResponse:
    """Start counting every deal in the background; `/api/jobs` says how it goes.

    The equities are exact from then on, when they are asked for in the same words.
    """
    asked = tuple(body.hands), parse_cards(body.board), parse_cards(body.dead)
    who = as_player(request, who)
    status = ask_to_count(rooms_of(request), who.known(), *asked)
    return JSONResponse(shown(status, mine=True).payload(), 200 if status.finished else 202)


def _answered(
    request: Request,
    who: Visitor,
    hands: Sequence[str],
    board: str,
    dead: str,
    seed: int,
    *,
    simulate: bool,
    details: bool,
) -> JSONResponse:
    rooms = rooms_of(request)
    if not rooms.returns.ready:
        return not_yet()
    asked = tuple(hands), parse_cards(board), parse_cards(dead)
    found = None if simulate else answer_of_job(job_of(rooms, *asked), *asked)
    if found is None:
        if simulate or not is_at_hand(*asked):
            rooms.rates.take("count", who.address)
        found = answer(*asked, seed, simulate=simulate)
    payload = equity_payload(found.found, *asked[1:])
    if details:
        payload |= equity_details(found.found, found.next_cards)
    return JSONResponse(payload)
