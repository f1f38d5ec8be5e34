"""The interface for programs: progressives and bankrolls."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from gutshot.render.vp_money_payload import bankroll_payload, progressive_payload
from gutshot.videopoker.bankroll import analyse_bankroll
from gutshot.videopoker.progressive import analyse_progressive
from gutshot.web.money_query import MOST_WORK, checked_trips, read_progressive, read_terms
from gutshot.web.vp_api import DeckName, Game, Name, Pays, named_table, not_yet
from gutshot.web.vp_query import DEFAULT_GAME

__all__ = ["api"]

api = APIRouter(prefix="/api/videopoker", tags=["video poker"])

Amount = Annotated[str, Query(max_length=40, description="In bets, or in coins with coins.")]


@api.get("/progressive", summary="A progressive: return against jackpot, break-even, changed plays")
def progressive(
    request: Request,
    game: Game = DEFAULT_GAME,
    pays: Pays = "",
    deck: DeckName = "standard",
    name: Name = "",
    line: Annotated[
        str, Query(max_length=40, description="The category that is the meter.")
    ] = "royal_flush",
    jackpot: Amount = "",
    from_: Annotated[Amount, Query(alias="from")] = "",
    to: Amount = "",
    coins: Annotated[
        str, Query(max_length=10, description="Coins a bet, when jackpots are in coins.")
    ] = "",
) -> JSONResponse:
    """Return the exact function; jackpots of the answer are in bets."""
    table = named_table(game, pays, deck, name)
    if not request.app.state.returns.ready:
        return not_yet()
    wish = read_progressive(
        {"line": line, "jackpot": jackpot, "from": from_, "to": to, "coins": coins}
    )
    asked = [] if wish.jackpot is None else [wish.jackpot]
    found = analyse_progressive(table, wish.low, wish.high, category=wish.line, including=asked)
    return JSONResponse(progressive_payload(found, asked, wish.coins or 5))


@api.get("/bankroll", summary="Variance, sessions, the chance of ruin, the bankroll for a risk")
def bankroll(
    request: Request,
    game: Game = DEFAULT_GAME,
    pays: Pays = "",
    deck: DeckName = "standard",
    name: Name = "",
    plays: Annotated[str, Query(max_length=10, description="Hands on each deal, 1 to 100.")] = "1",
    deals: Annotated[
        str, Query(max_length=10, description="Deals of a session, up to 1,000,000.")
    ] = "1000",
    bankroll: Annotated[str, Query(max_length=15, description="In bets of one hand.")] = "",
    risk: Annotated[str, Query(max_length=40, description="Accepted risk, in percent.")] = "5",
    cash_back: Annotated[
        str, Query(max_length=40, description="Percent of every bet that is paid back.")
    ] = "0",
    trips: Annotated[int, Query(ge=0, le=1_000_000, description="Trips to simulate.")] = 0,
    seed: Annotated[int, Query(ge=0, le=2**63, description="Seed of the simulation.")] = 1,
) -> JSONResponse:
    """Return counted chances with bounds on their errors; amounts are in bets."""
    table = named_table(game, pays, deck, name)
    if not request.app.state.returns.ready:
        return not_yet()
    terms = read_terms(
        {
            "plays": plays,
            "deals": deals,
            "bankroll": bankroll,
            "risk": risk,
            "cash_back": cash_back,
        }
    )
    found = analyse_bankroll(
        request.app.state.returns.of(table),
        terms,
        trips=checked_trips(terms, trips),
        seed=seed,
        most_work=MOST_WORK,
    )
    return JSONResponse(bankroll_payload(found))
