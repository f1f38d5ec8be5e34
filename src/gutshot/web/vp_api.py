"""The interface for programs: ``/api/videopoker``."""

from __future__ import annotations

from typing import Annotated, Any, Self

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt, StringConstraints

from gutshot.cards.dealing import deal
from gutshot.cards.decks import deck as deck_named
from gutshot.cards.text import card_name, parse_hand
from gutshot.errors import PayTableError
from gutshot.render.payload import compare_payload, games_payload, hold_payload, return_payload
from gutshot.videopoker import PayTable, analyse_hand, compare_games, games
from gutshot.videopoker.games import broken_files
from gutshot.web.vp_choice import TableChoice, choose, read_pays
from gutshot.web.vp_query import DEFAULT_GAME

__all__ = ["DeckName", "Game", "Name", "Pays", "named_table", "not_yet", "router"]

router = APIRouter(prefix="/api/videopoker", tags=["video poker"])

Game = Annotated[
    str,
    Query(
        description="A game's id, like jacks-or-better-9-6, or own for a whole pay table in pays."
    ),
]
Pays = Annotated[
    str,
    Query(
        description="Payouts that differ, category:payout with commas between, like "
        "flush:5,four_7s:100; the payout - drops a line."
    ),
]
DeckName = Annotated[
    str, Query(description="For game=own: standard, deuces-wild, joker or double-joker.")
]
Name = Annotated[str, Query(description="For game=own: what to call it.")]
Hand = Annotated[str, Query(description="Five cards, like AsKsQsJs2d; Jk is a joker.")]

_Payout = StrictInt | StrictFloat | Annotated[str, StringConstraints(max_length=80)]


class TableBody(BaseModel):
    """A pay table: a game of the catalogue, its payouts edited, or a whole one of your own."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[
        str,
        Field(
            max_length=80,
            description="A game's id, or own for a whole pay table in pays.",
        ),
    ] = DEFAULT_GAME
    pays: Annotated[
        dict[str, _Payout | None],
        Field(
            max_length=40,
            description="Category to payout: a number, or text like 80.8 or 1199/5; "
            "null drops the line.",
        ),
    ] = {}
    deck: Annotated[
        str,
        Field(
            max_length=40,
            description="For game own: standard, deuces-wild, joker or double-joker.",
        ),
    ] = "standard"
    name: Annotated[str, Field(max_length=80, description="For game own: what to call it.")] = ""

    def choice(self: Self) -> TableChoice:
        """Return it as addresses name it; a payout of null drops its line."""
        pays = {key: "-" if pay is None else str(pay) for key, pay in self.pays.items()}
        return TableChoice(self.game, self.deck, self.name, pays)


class HoldBody(TableBody):
    """A deal and a pay table."""

    hand: Annotated[str, Field(max_length=120, description="Five cards, like AsKsQsJs2d.")]


class CompareBody(BaseModel):
    """Two pay tables of one deck."""

    model_config = ConfigDict(extra="forbid")

    a: Annotated[TableBody, Field(description="The table whose strategy is played.")]
    b: Annotated[TableBody, Field(description="The table that pays.")]


def _table(choice: TableChoice) -> PayTable:
    chosen = choose(choice)
    if chosen.table is None:
        raise PayTableError(chosen.first_error)
    return chosen.table


def _choice(game: str, pays: str, deck: str = "standard", name: str = "") -> TableChoice:
    return TableChoice(game.strip() or DEFAULT_GAME, deck, name, read_pays(pays))


def named_table(game: str, pays: str, deck: str, name: str) -> PayTable:
    """Return the pay table that query parameters name."""
    return _table(_choice(game, pays, deck, name))


def _hold(hand: str, table: PayTable) -> dict[str, Any]:
    return hold_payload(analyse_hand(parse_hand(hand, table.deck), table))


def _return(request: Request, table: PayTable) -> JSONResponse:
    outcome = request.app.state.returns.of(table)
    if outcome is None:
        return not_yet()
    return JSONResponse(return_payload(outcome))


def not_yet() -> JSONResponse:
    """Return the answer while kernels are being compiled."""
    line = "kernels are being compiled, once after installing; ask again in some seconds"
    return JSONResponse({"error": line}, 503, {"Retry-After": "2"})


@router.get("/games", summary="Every pay table of the catalogue")
def list_games() -> dict[str, Any]:
    """Return ids, payouts and proven returns, and which of the user's files are left out."""
    return games_payload(games(), broken_files())


@router.get("/deal", summary="Five random cards of a deck")
def random_deal(
    deck: Annotated[str, Query(description="standard, deuces-wild, joker or double-joker.")] = (
        "standard"
    ),
) -> dict[str, Any]:
    """Deal from the operating system's randomness."""
    cards = deal(deck_named(deck), 5)
    return {"schema": "gutshot.videopoker.deal/1", "deal": [card_name(card) for card in cards]}


@router.get("/hold", summary="All 32 holds of a hand, best first")
def hold(
    hand: Hand,
    game: Game = DEFAULT_GAME,
    pays: Pays = "",
    deck: DeckName = "standard",
    name: Name = "",
) -> dict[str, Any]:
    """Return exact EVs and the count of every category."""
    return _hold(hand, _table(_choice(game, pays, deck, name)))


@router.post("/hold", summary="All 32 holds of a hand, best first")
def post_hold(body: HoldBody) -> dict[str, Any]:
    """Return exact EVs and the count of every category."""
    return _hold(body.hand, _table(body.choice()))


@router.get("/return", summary="A whole game under perfect play")
def game_return(
    request: Request,
    game: Game = DEFAULT_GAME,
    pays: Pays = "",
    deck: DeckName = "standard",
    name: Name = "",
) -> JSONResponse:
    """Return its exact return, variance, covariance and combinations."""
    return _return(request, _table(_choice(game, pays, deck, name)))


@router.post("/return", summary="A whole game under perfect play")
def post_return(request: Request, body: TableBody) -> JSONResponse:
    """Return its exact return, variance, covariance and combinations."""
    return _return(request, _table(body.choice()))


@router.get("/compare", summary="Two pay tables: what they play differently, and the cost")
def compare(
    request: Request,
    a: Annotated[str, Query(description="The game whose strategy is played.")],
    b: Annotated[str, Query(description="The game that pays.")],
    a_pays: Pays = "",
    b_pays: Pays = "",
    deck: DeckName = "standard",
) -> JSONResponse:
    """Return the deals played differently, and what A's strategy costs on B."""
    tables = (_table(_choice(a, a_pays, deck)), _table(_choice(b, b_pays, deck)))
    return _compare(request, *tables)


@router.post("/compare", summary="Two pay tables: what they play differently, and the cost")
def post_compare(request: Request, body: CompareBody) -> JSONResponse:
    """Return the deals played differently, and what A's strategy costs on B."""
    return _compare(request, _table(body.a.choice()), _table(body.b.choice()))


def _compare(request: Request, a: PayTable, b: PayTable) -> JSONResponse:
    if not request.app.state.returns.ready:
        return not_yet()
    return JSONResponse(compare_payload(compare_games(a, b)))
