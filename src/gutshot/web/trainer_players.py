"""The page of the computer players: their rules in words, their exact returns, their mistakes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from gutshot.cards.text import parse_cards
from gutshot.errors import PayTableError
from gutshot.jobs import UnknownJobError
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.videopoker.players import LEVELS, NORMAL_LINES
from gutshot.web.identity import Command, Posted, Who, as_player
from gutshot.web.job_work import ask_for, is_catalogue, may_cancel, shown, status_of
from gutshot.web.number_text import decimal_text, fraction_text, grouped
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of
from gutshot.web.trainer_setup import play_url
from gutshot.web.vp_api import DeckName, Game, Name, Pays, TableBody
from gutshot.web.vp_choice import Chosen, TableChoice, choose, read_pays
from gutshot.web.vp_pages import families
from gutshot.web.vp_query import DEFAULT_GAME, PageState, read_choice
from gutshot.work.player_returns import RETURNS, levels_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.jobs import JobStatus
    from gutshot.videopoker import PayTable
    from gutshot.web.identity import Visitor

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/videopoker", tags=["video poker"])


@router.get("/videopoker/players")
def players(request: Request, who: Who) -> HTMLResponse:
    """Show the players on a game; a catalogue's table is worked out unasked."""
    return _shown(request, who, request.query_params, "trainer/players.html")


@router.get("/videopoker/players/parts")
def players_parts(request: Request, who: Who) -> HTMLResponse:
    """Return what a script puts into the page when the work is done."""
    return _shown(request, who, request.query_params, "trainer/players_parts.html")


@router.post("/videopoker/players")
def work_out(request: Request, form: Posted) -> Response:
    """Have the players worked out on a table of one's own, or once more after a cancel."""
    names = ("game", "deck", "name", "pays")
    chosen = choose(read_choice({name: form.fields.text(name) for name in names}))
    rooms = rooms_of(request)
    table = _table(chosen)
    who = as_player(request, form.who)
    rooms.rates.take("work", who.known())
    ask_for(rooms, RETURNS, table, who.known())
    return RedirectResponse(_url(chosen.choice), status_code=303)


@api.get("/players", summary="The computer players on a game, with their exact returns")
def players_api(
    request: Request,
    game: Game = DEFAULT_GAME,
    pays: Pays = "",
    deck: DeckName = "standard",
    name: Name = "",
) -> JSONResponse:
    """Return each player's rule and, with status 200, its exact return and dearest deals.

    While that is worked out the status is 202 and `state` says how it stands. A table that is not
    in the catalogue is asked for by POST first.
    """
    table = _table(choose(TableChoice(game.strip() or DEFAULT_GAME, deck, name, read_pays(pays))))
    rooms = rooms_of(request)
    status = status_of(rooms, RETURNS, table)
    if status is None:
        if not is_catalogue(table):
            raise UnknownJobError("nobody has asked for this table yet: POST it to this address")
        status = ask_for(rooms, RETURNS, table, None)
    return _payload(table, status)


@api.post("/players", summary="Work out the computer players on a table")
def ask_for_players(request: Request, who: Command, body: TableBody) -> JSONResponse:
    """Have any pay table worked out, your own too; answered as the GET is."""
    table = _table(choose(body.choice()))
    rooms = rooms_of(request)
    who = as_player(request, who)
    rooms.rates.take("work", who.known())
    return _payload(table, ask_for(rooms, RETURNS, table, who.known()))


def _payload(table: PayTable, status: JobStatus) -> JSONResponse:
    rules = {level: {"rule": LEVELS[level].rule} for level in levels_for(table)}
    if status.result is None:
        body = {"schema": "gutshot.videopoker.players/1", "state": status.state, "levels": rules}
        return JSONResponse({**body, "progress": status.progress}, 202, {"Retry-After": "1"})
    levels = {level: {**rules[level], **found} for level, found in status.result["levels"].items()}
    return JSONResponse({**status.result, "state": status.state, "levels": levels})


def _table(chosen: Chosen) -> PayTable:
    if chosen.table is None:
        raise PayTableError(chosen.first_error)
    return chosen.table


def _url(choice: TableChoice) -> str:
    return f"/videopoker/players?{urlencode(choice.parameters(), safe=':,/')}"


def _shown(request: Request, who: Visitor, query: Mapping[str, str], template: str) -> HTMLResponse:
    choice = read_choice(query)
    if choice.game != query.get("of", choice.game):  # edits belong to the game they were made to
        choice = TableChoice(choice.game)
    chosen = choose(choice)
    table = _table(chosen)
    rooms = rooms_of(request)
    status = status_of(rooms, RETURNS, table)
    if status is None and is_catalogue(table):
        status = ask_for(rooms, RETURNS, table, None)
    context = {
        "section": "play",
        "within": True,
        "token": who.token,
        "families": families(),
        "chosen": chosen,
        "table": table,
        "fields": chosen.choice.parameters(),
        "players": [_player(level, status, chosen) for level in LEVELS],
        "job": shown(status, mine=may_cancel(rooms, status.id, who.player)) if status else None,
        "best": _best(status),
        "play_url": play_url(chosen.choice),
        "parts_url": _url(chosen.choice).replace("/players?", "/players/parts?"),
    }
    return page(template, context)


def _best(status: JobStatus | None) -> str:
    if status is None or status.result is None:
        return ""
    best = Fraction(next(iter(status.result["levels"].values()))["best"])
    return f"{decimal_text(best * 100)}\u2009%"


def _player(level: str, status: JobStatus | None, chosen: Chosen) -> dict[str, Any]:
    one: dict[str, Any] = {
        "level": level,
        "name": level.capitalize(),
        "rule": LEVELS[level].rule,
        "lines": [words for words, _ in NORMAL_LINES] if level == "normal" else [],
        "plays": level in levels_for(_table(chosen)),
        "found": None,
    }
    if status is None or status.result is None or level not in status.result["levels"]:
        return one
    found = status.result["levels"][level]
    returned, cost = Fraction(found["return"]), Fraction(found["cost"])
    one["found"] = {
        "percent": f"{decimal_text(returned * 100)}\u2009%",
        "fraction": fraction_text(returned),
        "cost": f"{decimal_text(cost * 100)}\u2009%" if cost else "0",
        "cost_fraction": fraction_text(cost),
        "perfect": not cost,
        "wrong": grouped(found["wrong_deals"]),
        "dearest": [_dear(deal, chosen) for deal in found["dearest"]],
    }
    return one


def _dear(found: dict[str, Any], chosen: Chosen) -> dict[str, Any]:
    text = "".join(found["deal"])
    cards = parse_cards(text)
    cost = Fraction(found["cost"])
    return {
        "cards": [mini_card(card) for card in cards],
        "words": ", ".join(card_words(card) for card in cards),
        "url": PageState(chosen.choice, text).url(),
        "deals": grouped(found["deals"]),
        "cost": decimal_text(cost),
        "cost_fraction": fraction_text(cost),
    }
