"""A strategy of one's own: typed in, judged on every deal, and shown where it loses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gutshot.errors import InputError, PayTableError
from gutshot.render.strategy_legend import size_words
from gutshot.videopoker.strategy import judge_strategy, read_strategy
from gutshot.web.guards import LONGEST_BODY_BYTES
from gutshot.web.identity import Posted, Who
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of
from gutshot.web.strategy_card import legend, pays_words
from gutshot.web.strategy_example import example_text
from gutshot.web.strategy_own_view import OwnView, own_view
from gutshot.web.strategy_pages import kept_for
from gutshot.web.strategy_query import read_strategy_state
from gutshot.web.vp_pages import families

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.videopoker import PayTable
    from gutshot.web.identity import Visitor
    from gutshot.web.vp_choice import Chosen

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PATH: Final = "/videopoker/strategy/own"
_LINE: Final = re.compile(r"line (\d+): ")


@router.get(_PATH)
def own_page(request: Request, who: Who) -> HTMLResponse:
    """Show the form, empty or filled with a list to begin with."""
    query = request.query_params
    state, chosen, _ = read_strategy_state(query)
    table = _table(chosen)
    text = ""
    if query.get("fill") == "example":
        text = example_text(table)
    elif query.get("fill") == "list":
        kept = kept_for(rooms_of(request), table)
        text = kept.text(kept.at_most(state.lines)) if kept else example_text(table)
    return _shown(request, who, query, text, judge=False)


@router.post(_PATH)
def judge(request: Request, form: Posted) -> HTMLResponse:
    """Judge what was typed and show it again with the verdict."""
    names = ("game", "deck", "name", "pays", "lines")
    query = {name: form.fields.text(name) for name in names}
    rooms_of(request).rates.take("judge", form.who.address)
    text = form.fields.text("text").replace("\r\n", "\n")
    return _shown(request, form.who, query, text, judge=True)


def _shown(
    request: Request, who: Visitor, query: Mapping[str, str], text: str, *, judge: bool
) -> HTMLResponse:
    state, chosen, _ = read_strategy_state(query)
    table = _table(chosen)
    rooms = rooms_of(request)
    found: OwnView | None = None
    error = ""
    if judge:
        try:
            strategy = read_strategy(text, table)
            if rooms.returns.ready:
                found = own_view(judge_strategy(strategy, table), chosen.choice)
        except InputError as mistake:
            error = str(mistake)
    kept = kept_for(rooms, table)
    at = kept.at_most(state.lines) if kept else 0
    number = _LINE.match(error)
    context: dict[str, Any] = {
        "section": "strategy",
        "within": True,
        "token": who.token,
        "families": families(),
        "chosen": chosen,
        "table": table,
        "fields": chosen.choice.parameters(),
        "chooser_action": _PATH,
        "text": text,
        "rows": min(40, max(16, text.count("\n") + 2)),
        "most_kilobytes": LONGEST_BODY_BYTES // 1024,
        "error": error,
        "error_text": _row(text, int(number[1])) if number else "",
        "found": found,
        "preparing": judge and not rooms.returns.ready,
        "pays": pays_words(table),
        "legend": legend(table),
        "list_url": state.url(_PATH) + "&fill=list" if kept else "",
        "list_size": size_words(kept.lines[at], kept.sizes[at] - kept.lines[at]) if kept else "",
        "example_url": state.url(_PATH) + "&fill=example",
        "card_url": state.url(),
    }
    return page("strategy/own.html", context, 422 if error else 200)


def _row(text: str, number: int) -> str:
    rows = text.splitlines()
    return rows[number - 1].strip()[:200] if number <= len(rows) else ""


def _table(chosen: Chosen) -> PayTable:
    if chosen.table is None:
        raise PayTableError(chosen.first_error)
    return chosen.table
