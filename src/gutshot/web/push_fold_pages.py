"""The page of the jam-or-fold game for two, and its interface for programs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from gutshot.errors import InputError
from gutshot.holdem.preflop.push_fold import ANTES, STEPS, push_fold
from gutshot.render.preflop_payload import push_fold_payload
from gutshot.videopoker.amounts import parse_amount
from gutshot.web.pages import page
from gutshot.web.push_fold_view import grids, summary_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.push_fold import PushFold

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/preflop", tags=["hold'em"])

_PATH: Final = "/preflop/push-fold"
_STACKS: Final = (3, 5, 7, 8, 10, 12, 15, 20)


@dataclass(frozen=True, slots=True)
class _State:
    """What the address asks for; stack "" is the whole sheet."""

    ante: str = "0"
    stack: str = ""

    def url(self, **changes: str) -> str:
        found = {"ante": self.ante, "stack": self.stack} | changes
        kept = {key: text for key, text in found.items() if text and (key, text) != ("ante", "0")}
        return f"{_PATH}?{urlencode(kept)}" if kept else _PATH


@router.get(_PATH)
def push_fold_page(request: Request) -> HTMLResponse:
    """Show both charts, for all stacks or for one."""
    return _shown("preflop/push_fold.html", request.query_params)


@router.get(f"{_PATH}/parts")
def push_fold_parts(request: Request) -> HTMLResponse:
    """Return what a script puts into the page when the stack is moved."""
    return _shown("preflop/push_fold_parts.html", request.query_params)


@api.get("/push-fold", summary="The jam-or-fold game of two: highest stacks, or the game at one")
def push_fold_answer(
    ante: Annotated[
        str, Query(max_length=10, description="0, or 1 for an ante of the big blind for both.")
    ] = "0",
    stack: Annotated[
        str,
        Query(
            max_length=20,
            description="A stack in big blinds, to the nearest 0.05; without it, all of them.",
        ),
    ] = "",
) -> JSONResponse:
    """Return what `gutshot preflop push-fold --json` prints."""
    sheet, at = _asked(_State(ante, stack.strip()))
    return JSONResponse(push_fold_payload(sheet, at))


def _shown(template: str, query: Mapping[str, str]) -> HTMLResponse:
    state = _State(query.get("ante", "0")[:20], query.get("stack", "").strip()[:20])
    problem = ""
    try:
        sheet, at = _asked(state)
    except InputError as error:
        problem = str(error)
        state, (sheet, at) = _State(), (push_fold(Fraction(0)), None)
    low, high = (float(sheet.stacks_bb[end]) for end in (0, -1))
    context: dict[str, Any] = {
        "section": "push-fold",
        "state": state,
        "typed": query.get("stack", "")[:20],
        "error": problem,
        "url": state.url(),
        "antes": [(f"{ante}", state.url(ante=f"{ante}")) for ante in ANTES],
        "stacks": [(str(stack), state.url(stack=str(stack))) for stack in _STACKS],
        "whole_url": state.url(stack=""),
        "low": low,
        "high": high,
        "step": 1 / STEPS,
        # the slider's last place, after the highest stack, is all of them
        "whole": f"{high + 1 / STEPS:g}",
        "at": None if at is None else f"{float(sheet.stacks_bb[sheet.at(at)]):g}",
        "summary": summary_of(sheet, at),
        "grids": grids(sheet, at),
    }
    return page(template, context, 422 if problem else 200)


def _asked(state: _State) -> tuple[PushFold, Fraction | None]:
    sheet = push_fold(parse_amount(state.ante, "ante", "1"))
    if not state.stack:
        return sheet, None
    stack = parse_amount(state.stack, "stack", "10")
    sheet.at(stack)
    return sheet, stack
