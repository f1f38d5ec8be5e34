"""The page of Pai Gow odds: what each bet costs, by table, stake and company."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gutshot.errors import InputError
from gutshot.paigow.advisor import parse_percent
from gutshot.paigow.main_game import shipped_main_games
from gutshot.paigow.side_bets import (
    MOST_OTHERS,
    fortune_odds,
    fortune_tables,
    parse_stake,
    push_ace_high_odds,
    push_ace_high_tables,
)
from gutshot.web.pages import page
from gutshot.web.paigow_main_view import face_up_view, main_view
from gutshot.web.paigow_odds_view import fortune_view, push_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.web.paigow_odds_view import FortuneView, PushView
    from gutshot.web.returns import Returns

__all__ = ["OddsState", "router"]

router = APIRouter(include_in_schema=False)

_STAKE: Final = "5"
_OTHERS: Final = "5"
_COMMISSION: Final = "5"
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class OddsState:
    """What the page shows; texts as typed. table : a Fortune table's id, "" for the lowest edge."""

    stake: str = _STAKE
    others: str = _OTHERS
    table: str = ""
    commission: str = _COMMISSION

    @property
    def url(self) -> str:
        """The address that shows this state."""
        pairs = (
            ("stake", self.stake),
            ("others", self.others),
            ("table", self.table),
            ("commission", "" if self.commission == _COMMISSION else self.commission),
        )
        return "/paigow/odds?" + "&".join(f"{key}={quote(text)}" for key, text in pairs if text)


@router.get("/paigow/odds")
def odds_page(request: Request) -> HTMLResponse:
    """Show what the bets cost."""
    context = _context(request.query_params, request.app.state.returns)
    return page("paigow/odds.html", context, 422 if context["error"] else 200)


@router.get("/paigow/odds/parts")
def odds_parts(request: Request) -> HTMLResponse:
    """Return what a script puts into the page."""
    context = _context(request.query_params, request.app.state.returns)
    return page("paigow/odds_parts.html", context)


def _context(query: Mapping[str, str], returns: Returns) -> dict[str, Any]:
    state = OddsState(
        query.get("stake", "").strip()[:_LONGEST] or _STAKE,
        query.get("others", "").strip()[:_LONGEST] or _OTHERS,
        query.get("show", query.get("table", "")).strip()[:_LONGEST],
        query.get("commission", "").strip()[:_LONGEST] or _COMMISSION,
    )
    error, fortune, push, main = "", None, None, None
    try:
        main = main_view(shipped_main_games(), parse_percent(state.commission))
        if returns.ready:
            fortune, push = _fortune(state), _push()
    except InputError as mistake:
        error = str(mistake)
    return {
        "section": "paigow-odds",
        "state": state,
        "url": state.url,
        "most_others": MOST_OTHERS,
        "error": error,
        "preparing": not returns.ready,
        "main": main,
        "face_up": face_up_view(shipped_main_games()),
        "fortune": fortune,
        "push": push,
        "announcement": error or _announced(fortune),
    }


def _fortune(state: OddsState) -> FortuneView:
    stake = parse_stake(state.stake)
    if not (state.others.isascii() and state.others.isdigit()):
        raise InputError(
            f"other players: '{state.others[:20]}' is no number; write 0 to {MOST_OTHERS}"
        )
    others = int(state.others)
    found = list(map(fortune_odds, fortune_tables()))
    lowest = min(found, key=lambda one: one.edge_with_envy(others, stake))
    chosen = next((one for one in found if one.table.id == state.table), None)
    if chosen is None and state.table:
        known = ", ".join(one.table.id for one in found)
        raise InputError(f"no Fortune table '{state.table}'; there are {known}")
    return fortune_view(found, chosen or lowest, others, stake)


def _push() -> PushView:
    return push_view(list(map(push_ace_high_odds, push_ace_high_tables())))


def _announced(fortune: FortuneView | None) -> str:
    if fortune is None:
        return ""
    first = fortune.rows[0]
    return f"Lowest Fortune edge: {first.name}, {first.edge}."
