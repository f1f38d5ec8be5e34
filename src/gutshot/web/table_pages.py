"""The pages of the Pai Gow tables; every command is a form as well."""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from gutshot.errors import InputError
from gutshot.paigow.house_ways import house_ways
from gutshot.paigow.players import LEVELS, computer_player
from gutshot.paigow.table import HELP, parse_command
from gutshot.paigow.table.commands import Sit
from gutshot.play.credits import GRANT_CREDITS
from gutshot.play.errors import ConflictError
from gutshot.web.identity import Posted, Visitor, Who, as_player
from gutshot.web.number_text import grouped
from gutshot.web.pages import page
from gutshot.web.rooms import Rooms, rooms_of
from gutshot.web.table_draw import felt_of, hint_at, own_of
from gutshot.web.table_edges import least_wager_words
from gutshot.web.table_fortune import fortune_lines
from gutshot.web.table_guide import walkthrough
from gutshot.web.table_view import terms

if TYPE_CHECKING:
    from gutshot.paigow.table import State
    from gutshot.web.form_bodies import Fields
    from gutshot.web.table_desk import Desk

__all__ = ["api", "desk_of", "display_name", "router", "table_path"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/paigow", tags=["Pai Gow poker"])

_SECTION: Final = "paigow-tables"
_AMOUNT_DIGITS: Final = 9
_EVERY_S: Final = "5"

Every = Annotated[Literal["", "5"], Query()]
"""How often a page without scripts is loaded again while its viewer waits: never, or in seconds."""


@router.get("/paigow/tables")
def tables_page(request: Request) -> HTMLResponse:
    """List the tables, and who sits there."""
    desk = desk_of(request)
    listed = []
    for table in desk.service.ids():
        change = desk.service.change(table)
        listed.append(
            {
                "felt": felt_of(desk, change, ()),
                "terms": terms(desk.facts(table)),
                "least": least_wager_words(change.state.config),
                "path": table_path(table),
                "free": sum(seat is None for seat in change.state.seats),
            }
        )
    context = {"section": _SECTION, "tables": listed, "base": str(request.base_url).rstrip("/")}
    return page("table/tables.html", context)


@router.get("/paigow/tables/guide")
def guide() -> HTMLResponse:
    """Show every word of the table in rounds that are played."""
    context = {
        "section": "paigow-guide",
        "within": True,
        "title": "The table, word by word",
        "steps": walkthrough(),
        "help": HELP,
    }
    return page("table/guide.html", context)


@router.get("/paigow/table/{table}")
def table_page(request: Request, who: Who, table: str, every: Every = "") -> HTMLResponse:
    """Show a table; every : seconds after which a page without scripts is loaded again."""
    return _shown(request, who, table, every=every)


@router.post("/paigow/table/{table}/say")
def say(request: Request, form: Posted, table: str, every: Every = "") -> Response:
    """Carry out what a player says by a form; a mistake shows the table with the reason."""
    rooms, desk, who = rooms_of(request), desk_of(request), form.who
    desk.service.change(table)
    try:
        command = parse_command(_words(form.fields))
        if isinstance(command, Sit):
            who = as_player(request, who)
        player = _seated(who)
        rooms.rates.take("move", player)
        command_id = form.fields.text("command_id")
        name = display_name(rooms, player)
        desk.service.tell(table, player, command, command_id, name=name)
        desk.seen(table, player)
    except (InputError, ConflictError) as error:
        return _shown(request, who, table, str(error), every=every)
    return RedirectResponse(table_path(table) + _asked(every), status_code=303)


@router.post("/paigow/table/{table}/company")
def company(request: Request, form: Posted, table: str) -> Response:
    """Seat computer players beside oneself, or have them all leave."""
    desk, fields = desk_of(request), form.fields
    state = desk.service.change(table).state
    try:
        player = _seated(form.who, state)
        rooms_of(request).rates.take("move", player)
        if "dismiss" in fields:
            desk.dismiss_computers(table)
        else:
            if fields.text("level") == "advisor":
                rooms_of(request).check_kernels()
            seated = [seat.level for _, seat in state.taken() if seat.level]
            desk.seat_computers(table, [*seated, fields.text("level")])
        desk.seen(table, player)
    except (InputError, ConflictError) as error:
        return _shown(request, form.who, table, str(error))
    return RedirectResponse(table_path(table), status_code=303)


@router.post("/paigow/table/{table}/practice")
def practice(request: Request, form: Posted, table: str) -> Response:
    """Begin to compare one's settings with the best and a house way's, or end it."""
    desk = desk_of(request)
    desk.service.change(table)
    desk.practice.choose(form.who.known(), form.fields.text("way")[:60])
    return RedirectResponse(table_path(table), status_code=303)


@router.get("/paigow/table/{table}/edge")
def edge(
    request: Request,
    who: Who,
    table: str,
    stake: Annotated[int, Query(ge=1, le=1_000_000)],
    bet: Literal["main", "fortune", "pushace"] = "fortune",
) -> PlainTextResponse:
    """Say what a wager costs at a stake, beside those who are at the table now."""
    change = desk_of(request).service.change(table)
    if bet not in change.state.config.bets:
        raise InputError("Push Ace High is offered on Face Up only")
    if bet == "fortune":
        rooms_of(request).check_kernels()
    seat = None if who.player is None else change.state.seat_of(who.player)
    return PlainTextResponse(hint_at(change, seat or 0, bet, stake))


@api.get("/tables", summary="The Pai Gow tables and who sits there")
def list_tables(request: Request) -> dict[str, Any]:
    """Return each with its rules, limits and pay tables, and where its WebSocket is."""
    desk = desk_of(request)
    listed = [
        {
            "path": table_path(table),
            "live": f"{table_path(table)}/live",
            "facts": desk.facts(table),
            "round": desk.service.change(table).state.round,
            "seats": desk.service.change(table).public["seats"],
        }
        for table in desk.service.ids()
    ]
    return {"schema": "gutshot.paigow.tables/1", "tables": listed}


def desk_of(request: Request) -> Desk:
    """Return the tables of an app, opened; called from a thread."""
    desk = rooms_of(request).desk
    desk.open_from_thread()
    return desk


def display_name(rooms: Rooms, player: str) -> str:
    """Return what others at a table read, "" for the table's own name of a guest."""
    return rooms.people.name_of(player) or ""


def table_path(table: str) -> str:
    """Return the address of a table's page."""
    return f"/paigow/table/{table}"


def _seated(who: Visitor, state: State | None = None) -> str:
    """Return the player who acts; InputError for a stranger, and without a seat where it counts."""
    if who.player is None or (state is not None and state.seat_of(who.player) is None):
        raise InputError("you watch this table; take a seat first")
    return who.player


def _words(fields: Fields) -> str:
    """Return what a form says: its button's word, with the credits or the cards of its fields."""
    words = fields.text("say")
    if words == "arrange":
        positions = "".join(sorted(fields.all("low")))
        if len(positions) != 2:
            raise InputError("mark exactly two cards, those that go in front")
        return positions
    word, _, bet = words.partition(" ")
    if word == "bet" and " " not in bet and f"amount-{bet}" in fields:
        return f"{words} {fields.text(f'amount-{bet}')[:_AMOUNT_DIGITS]}"
    return words


def _asked(every: str) -> str:
    return f"?every={every}" if every else ""


def _shown(
    request: Request, who: Visitor, table: str, error: str = "", *, every: str = ""
) -> HTMLResponse:
    desk = desk_of(request)
    change = desk.service.change(table)
    config = change.state.config
    own = own_of(desk, change, who.player)
    context: dict[str, Any] = {
        "section": _SECTION,
        "within": True,
        "here": table_path(table),
        "asked": _asked(every),
        "every": every,
        "again": _asked("" if every else _EVERY_S),
        # never while he chooses: what is marked or typed would be lost
        "refresh": every if own.waits and not error else "",
        "invite": f"{str(request.base_url).rstrip('/')}{table_path(table)}",
        "table": felt_of(desk, change, desk.log(table)),
        "round": change.state.round,
        "own": own,
        "stranger": who.player is None,
        "terms": terms(desk.facts(table)),
        "new_credits": grouped(GRANT_CREDITS),
        "token": who.token,
        "command_id": token_hex(12),
        "error": error[:1].upper() + error[1:],
        "help": HELP,
        "fortune": fortune_lines(config.fortune_table, envy=config.envy),
        "fortune_name": config.fortune_table.name,
        "fortune_id": config.fortune_table.id,
        "others": sum(1 for at, _ in change.state.taken() if at != own.seat),
        "ways": [(way.id, way.name) for way in house_ways()],
        "way": desk.practice.way_of(who.player),
        "levels": [(level, computer_player(level).name) for level in LEVELS],
        "computers": sum(bool(seat.level) for _, seat in change.state.taken()),
        "free": change.state.seats.count(None),
    }
    return page("table/page.html", context, 422 if error else 200)
