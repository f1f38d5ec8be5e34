"""Strategies for programs: generated ones of any length, and one's own judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from gutshot.errors import InputError, PayTableError
from gutshot.jobs import UnknownJobError
from gutshot.render.judgement_payload import judgement_payload
from gutshot.render.strategy_payload import strategy_payload
from gutshot.videopoker.strategy import judge_strategy, read_strategy
from gutshot.web.guards import LONGEST_BODY_BYTES
from gutshot.web.identity import Command, as_player
from gutshot.web.job_work import ask_for
from gutshot.web.rooms import rooms_of
from gutshot.web.strategy_kept import kept_of
from gutshot.web.strategy_pages import strategies_status
from gutshot.web.strategy_query import read_cost, read_lines
from gutshot.web.vp_api import DeckName, Game, Name, Pays, TableBody, named_table, not_yet
from gutshot.web.vp_choice import choose
from gutshot.web.vp_query import DEFAULT_GAME
from gutshot.work.strategies import STRATEGIES

if TYPE_CHECKING:
    from gutshot.jobs import JobStatus
    from gutshot.videopoker import PayTable

__all__ = ["router"]

router = APIRouter(prefix="/api/videopoker/strategy", tags=["video poker"])


class JudgeBody(TableBody):
    """A strategy and the pay table that it is played on."""

    text: Annotated[
        str,
        Field(
            max_length=LONGEST_BODY_BYTES,
            description="The strategy, a hold a line, best first, as a .txt download has it.",
        ),
    ]
    examples: Annotated[
        int, Field(ge=0, le=1000, description="How many kinds of deal to list at most.")
    ] = 100


@router.get("", summary="A strategy for a game, of any length")
def strategy(
    request: Request,
    game: Game = DEFAULT_GAME,
    pays: Pays = "",
    deck: DeckName = "standard",
    name: Name = "",
    lines: Annotated[
        str,
        Query(
            description="Lines and exceptions at most; without it the shortest list that costs "
            "at most 0.01 percent of the bet."
        ),
    ] = "",
    cost: Annotated[
        str,
        Query(
            max_length=40,
            description="Instead of lines: the shortest list that costs at most so much, percent "
            "of the bet.",
        ),
    ] = "",
) -> JSONResponse:
    """Return a list with exact figures and, with status 200, what every other length costs.

    While the game is searched the status is 202 and `state` says how that stands. A table that is
    not in the catalogue is asked for by POST first.
    """
    table, most, dearest = named_table(game, pays, deck, name), read_lines(lines), read_cost(cost)
    if most is not None and dearest is not None:
        raise InputError("lines and cost both say how long the list may be: give one of them")
    rooms = rooms_of(request)
    status = strategies_status(rooms, table)
    if status is None:
        raise UnknownJobError("nobody has asked for this table yet: POST it to this address")
    if status.result is not None and not rooms.returns.ready:
        return not_yet()
    return _answer(table, status, most, dearest)


@router.post("", summary="Search the strategies of a table")
def search(request: Request, who: Command, body: TableBody) -> JSONResponse:
    """Have any pay table searched, your own too; answered as the GET without `lines` is."""
    table = _table(body)
    rooms = rooms_of(request)
    who = as_player(request, who)
    rooms.rates.take("work", who.known())
    status = ask_for(rooms, STRATEGIES, table, who.known())
    if status.result is not None and not rooms.returns.ready:
        return not_yet()
    return _answer(table, status, None)


@router.post("/judge", summary="Judge a strategy of your own")
def judge(request: Request, who: Command, body: JudgeBody) -> JSONResponse:
    """Return its exact return, what each line costs, its dearest deals and those left open."""
    rooms = rooms_of(request)
    rooms.rates.take("judge", who.address)
    table = _table(body)
    found = read_strategy(body.text, table)
    if not rooms.returns.ready:
        return not_yet()
    return JSONResponse(judgement_payload(judge_strategy(found, table), body.examples))


def _table(body: TableBody) -> PayTable:
    chosen = choose(body.choice())
    if chosen.table is None:
        raise PayTableError(chosen.first_error)
    return chosen.table


def _answer(
    table: PayTable, status: JobStatus, most: int | None, dearest: float | None = None
) -> JSONResponse:
    if status.result is None:
        body: dict[str, Any] = {
            "schema": "gutshot.videopoker.strategy/1",
            "state": status.state,
            "progress": status.progress,
        }
        return JSONResponse(body, 202, {"Retry-After": "1"})
    kept = kept_of(table, status)
    judged = kept.judged(kept.at_most(most) if dearest is None else kept.within(dearest))
    frontier = zip(kept.sizes, kept.costs, strict=True)
    return JSONResponse(strategy_payload(judged.judgement, judged.worths, frontier))
