"""The page of a game's strategy: a list to pin to the wall, its cost, a hand to try it on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response

from gutshot.errors import InputError, PayTableError
from gutshot.render.strategy_legend import legend_text
from gutshot.render.svg_cost_curve import CurvePoint, cost_curve
from gutshot.web.identity import Posted, Who, as_player
from gutshot.web.job_work import ask_for, is_catalogue, may_cancel, shown, status_of
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of
from gutshot.web.strategy_card import card_of, figures_of, legend, pays_words
from gutshot.web.strategy_hand import try_hand
from gutshot.web.strategy_kept import kept_of, played
from gutshot.web.strategy_query import read_strategy_state
from gutshot.web.strategy_words import cost_words, presets
from gutshot.web.vp_choice import choose
from gutshot.web.vp_pages import families
from gutshot.web.vp_query import read_choice
from gutshot.work.strategies import STRATEGIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.jobs import JobStatus
    from gutshot.videopoker import PayTable
    from gutshot.web.identity import Visitor
    from gutshot.web.rooms import Rooms
    from gutshot.web.strategy_kept import Kept
    from gutshot.web.strategy_query import StrategyState
    from gutshot.web.vp_choice import Chosen

__all__ = ["kept_for", "router", "strategies_status"]

router = APIRouter(include_in_schema=False)

_PATH: Final = "/videopoker/strategy"


@router.get(_PATH)
def strategy_page(request: Request, who: Who) -> Response:
    """Show the list; the catalogue's games are searched unasked, and the search is shown live."""
    return _shown(request, who, "strategy/page.html")


@router.get(f"{_PATH}/parts")
def strategy_parts(request: Request, who: Who) -> Response:
    """Return what a script puts into the page after a change, and when the search is done."""
    return _shown(request, who, "strategy/parts.html")


@router.post(_PATH)
def search(request: Request, form: Posted) -> Response:
    """Have a table of one's own searched, or any table once more after a cancel."""
    names = ("game", "deck", "name", "pays")
    chosen = choose(read_choice({name: form.fields.text(name) for name in names}))
    rooms = rooms_of(request)
    table = _table(chosen)
    who = as_player(request, form.who)
    rooms.rates.take("work", who.known())
    ask_for(rooms, STRATEGIES, table, who.known())
    return RedirectResponse(
        f"{_PATH}?{urlencode(chosen.choice.parameters(), safe=':,/')}", status_code=303
    )


@router.get(f"{_PATH}/card.txt")
def strategy_text(request: Request) -> Response:
    """Return the bare list as a text, which `gutshot vp strategy` and this page read back."""
    state, chosen, _ = read_strategy_state(request.query_params)
    table = _table(chosen)
    kept = kept_for(rooms_of(request), table)
    if kept is None:
        raise InputError("this strategy is not worked out yet: open its page first")
    at = kept.at_most(state.lines)
    head = (
        f"# {table.name}: {cost_words(kept, at)}\n# {pays_words(table)}\n"
        "# From the top: the first line that fits some of your cards says what to hold.\n"
        f"{_commented(legend_text(table, kept.text(at)))}\n\n"
    )
    plain = (head + kept.text(at)).replace("\u202f", " ").encode("ascii", "replace").decode()
    name = f"{chosen.choice.game}-{kept.sizes[at]}-lines.txt"
    return PlainTextResponse(
        plain, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _commented(text: str) -> str:
    return "\n".join(f"# {row}" for row in text.splitlines())


def strategies_status(rooms: Rooms, table: PayTable) -> JobStatus | None:
    """Return how the search for a table stands; a catalogue's table is searched unasked."""
    status = status_of(rooms, STRATEGIES, table)
    if status is None and is_catalogue(table):
        status = ask_for(rooms, STRATEGIES, table, None)
    return status


def kept_for(rooms: Rooms, table: PayTable) -> Kept | None:
    """Return a table's strategies, None where they are not found yet."""
    status = status_of(rooms, STRATEGIES, table)
    return None if status is None or status.result is None else kept_of(table, status)


def _table(chosen: Chosen) -> PayTable:
    if chosen.table is None:
        raise PayTableError(chosen.first_error)
    return chosen.table


def _shown(request: Request, who: Visitor, template: str) -> Response:
    query: Mapping[str, str] = request.query_params
    state, chosen, sent = read_strategy_state(query)
    if sent and template == "strategy/page.html":
        return RedirectResponse(state.url(), status_code=303)
    table = _table(chosen)
    rooms = rooms_of(request)
    status = strategies_status(rooms, table)
    named = urlencode(chosen.choice.parameters(), safe=":,/")
    context: dict[str, Any] = {
        "section": "strategy",
        "token": who.token,
        "families": families(),
        "chosen": chosen,
        "table": table,
        "state": state,
        "fields": chosen.choice.parameters(),
        "pays": pays_words(table),
        "legend": legend(table),
        "job": shown(status, mine=may_cancel(rooms, status.id, who.player)) if status else None,
        "preparing": not rooms.returns.ready,
        "analyser_url": f"/videopoker?{named}",
        "play_url": f"/videopoker/play?{named}",
        "chooser_action": _PATH,
        "own_url": state.url(f"{_PATH}/own"),
        "parts_url": state.url(f"{_PATH}/parts"),
        "card": None,
        "hand": None,
        "hand_error": "",
        "announcement": "",
    }
    if status is not None and status.result is not None and rooms.returns.ready:
        context |= _found(kept_of(table, status), state)
    wrong = context["hand_error"] and template == "strategy/page.html"
    return page(template, context, 422 if wrong else 200)


def _found(kept: Kept, state: StrategyState) -> dict[str, Any]:
    """Return what a page shows of strategies that are found."""
    at = kept.at_most(state.lines)
    judged = kept.judged(at)
    card = card_of(judged, state.choice)
    cost = judged.judgement.cost
    statement = cost_words(kept, at, cost)
    stops = kept.stops(at)
    out: dict[str, Any] = {
        "card": card,
        "figures": figures_of(judged.judgement, judged.strategy),
        "legend": legend(kept.table, kept.text(at)),
        "size": kept.sizes[at],
        "smallest": kept.sizes[0],
        "largest": kept.sizes[-1],
        "statement": statement,
        "options": [
            [kept.sizes[stop], statement if stop == at else cost_words(kept, stop)]
            for stop in stops
        ],
        "presets": presets(kept, at, state),
        "curve": cost_curve(
            [
                CurvePoint(
                    kept.sizes[stop],
                    float(cost) if stop == at else kept.costs[stop],
                    state.with_lines(kept.sizes[stop]).url(),
                    statement if stop == at else cost_words(kept, stop),
                )
                for stop in stops
            ],
            stops.index(at),
        ),
        "text_url": state.with_lines(kept.sizes[at]).url(f"{_PATH}/card.txt"),
        "json_url": state.with_lines(kept.sizes[at]).url("/api/videopoker/strategy"),
        "announcement": f"{statement}.",
    }
    if state.hand:
        strategy, followed = played(kept.text(at), kept.table)
        try:
            hand = try_hand(state.hand, strategy, followed, kept.table, state.choice)
            out |= {"hand": hand, "announcement": hand.announcement}
        except InputError as error:
            out["hand_error"] = str(error)
    return out
