"""The pages on which a spot of one's own is described, solved and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.errors import InputError
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.spec import ANTE_BY, FORMATS
from gutshot.jobs import JobConflictError
from gutshot.render.preflop_text import spec_words
from gutshot.web.identity import Posted, Who, as_player
from gutshot.web.job_work import cancel_job, may_cancel, shown
from gutshot.web.pages import page
from gutshot.web.preflop_charts import FORMAT_WORDS
from gutshot.web.preflop_solve_jobs import (
    ask_to_solve,
    kept_name,
    own_kept_name,
    own_listed,
    shipped_name,
    solve_of,
)
from gutshot.web.preflop_solve_query import (
    LONGEST_TOML,
    PRECISIONS,
    SolveState,
    asked_chart,
    flop_choices,
    schedules,
)
from gutshot.web.preflop_solve_view import (
    bb_text,
    estimate_view,
    kept_view,
    way_plot,
    way_rows,
)
from gutshot.web.rooms import rooms_of
from gutshot.work.own_charts import STATE
from gutshot.work.solve_estimate import estimate_solve

if TYPE_CHECKING:
    from gutshot.web.identity import Visitor
    from gutshot.web.rooms import Rooms

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PATH: Final = "/preflop/solve"

SolveId = Annotated[str, Path(max_length=64)]


@router.get(_PATH)
def solve_page(request: Request, who: Who) -> HTMLResponse:
    """Show the form of an address, what its spot would take, and own charts."""
    return _form_page(SolveState.of(request.query_params), who)


@router.post(_PATH)
def solve_posted(request: Request, form: Posted) -> Response:
    """Begin to solve the spot of a form, or only say what it would take."""
    state = SolveState.of(dict(form.fields.pairs))
    if form.fields.text("do") != "solve":
        address = state.address()
        if not state.toml:
            return RedirectResponse(f"{_PATH}?{address}" if address else _PATH, status_code=303)
        return _form_page(state, form.who)
    try:
        asked = asked_chart(state)
        estimate_solve(asked.spec)
    except InputError:
        return _form_page(state, form.who)
    if shipped_name(asked) and not state.replace:
        return _form_page(state, form.who, refused=True)
    who = as_player(request, form.who)
    replace = state.replace != ""
    status = ask_to_solve(rooms_of(request), who.known(), asked, replace=replace)
    return RedirectResponse(f"{_PATH}/{status.id}", status_code=303)


@router.post(f"{_PATH}/parts")
def solve_parts(form: Posted) -> HTMLResponse:
    """Return what a script puts into the page while the form is filled in."""
    state = SolveState.of(dict(form.fields.pairs))
    return page("preflop/solve_parts.html", _estimate(state))


@router.get(f"{_PATH}/{{job_id}}")
def solving_page(request: Request, who: Who, job_id: SolveId) -> HTMLResponse:
    """Show how a solve goes."""
    return page("preflop/solving.html", _solving(rooms_of(request), job_id, who))


@router.get(f"{_PATH}/{{job_id}}/parts")
def solving_parts(request: Request, who: Who, job_id: SolveId) -> HTMLResponse:
    """Return what a script puts into the page as it goes on."""
    return page("preflop/solving_parts.html", _solving(rooms_of(request), job_id, who))


@router.post(f"{_PATH}/{{job_id}}/cancel")
def cancel_solve(request: Request, form: Posted, job_id: SolveId) -> Response:
    """Stop a solve; what is done stays done."""
    cancel_job(rooms_of(request), job_id, form.who.player)
    return RedirectResponse(f"{_PATH}/{job_id}", status_code=303)


@router.post(f"{_PATH}/{{job_id}}/again")
def go_on(request: Request, form: Posted, job_id: SolveId) -> Response:
    """Go on with a solve that was stopped or failed, or solve a chart that is gone again."""
    rooms = rooms_of(request)
    asked = solve_of(rooms, job_id).asked
    who = as_player(request, form.who)
    # who asked for it first said that it may replace a chart that ships
    status = ask_to_solve(rooms, who.known(), asked, replace=True)
    if status.id != job_id:
        raise JobConflictError("this was solved for another folder of charts: ask for it anew")
    return RedirectResponse(f"{_PATH}/{job_id}", status_code=303)


def _form_page(state: SolveState, who: Visitor, *, refused: bool = False) -> HTMLResponse:
    context = _estimate(state) | {
        "refused": refused,
        "token": who.token,
        "formats": [(key, FORMAT_WORDS[key]) for key in FORMATS],
        "ante_by": ANTE_BY,
        "schedules": schedules(),
        "models": flop_choices(),
        "fitted": FITTED,
        "precisions": PRECISIONS,
        "longest": LONGEST_TOML,
        "own": [kept_view(one) for one in own_listed()],
    }
    status = 422 if context["error"] else 409 if refused else 200
    return page("preflop/solve.html", context, status)


def _estimate(state: SolveState) -> dict[str, Any]:
    error, view, kept, ships = "", None, "", False
    try:
        asked = asked_chart(state)
        view = estimate_view(asked, estimate_solve(asked.spec))
        kept = kept_name(asked)
        ships = shipped_name(asked) != ""
    except InputError as mistake:
        error, view = str(mistake), None
    address = state.address()
    return {
        "section": "solve",
        "state": state,
        "url": "" if state.toml else f"{_PATH}?{address}" if address else _PATH,
        "error": error,
        "estimate": view,
        "kept": kept,
        "ships": ships,
        "refused": False,
        "announcement": error or (view.said if view else ""),
    }


def _solving(rooms: Rooms, job_id: str, who: Visitor) -> dict[str, Any]:
    solve = solve_of(rooms, job_id)
    status, spec = solve.status, solve.asked.spec
    job = shown(status, mine=may_cancel(rooms, job_id, who.player))
    result = status.result
    kept = own_kept_name(solve.asked) if status.finished else ""
    resumable = STATE in rooms.database.jobs.keys(job_id)
    return {
        "section": "solve",
        "within": True,
        "token": who.token,
        "solve": solve,
        "job": job,
        "title": spec_words(spec),
        "bar": bb_text(spec.bar_bb),
        "target": "" if solve.target_bb is None else bb_text(solve.target_bb),
        "plot": way_plot(solve),
        "rows": way_rows(solve.way),
        "checks": len(solve.way),
        "last": bb_text(solve.way[-1].exploitability_bb) if solve.way else "",
        "iteration": f"{solve.way[-1].iteration:,}" if solve.way else "0",
        "result": result,
        "left": bb_text(result["exploitability_bb"]) if result else "",
        "cpu_s": f"{result['seconds']:.1f}" if result else "",
        "kept": kept,
        "resumable": resumable,
        "announcement": _announcement(job.state, result),
    }


def _announcement(state: str, result: dict[str, Any] | None) -> str:
    if result is None:
        return {"cancelled": "The solve was cancelled.", "failed": "The solve failed."}.get(
            state, ""
        )
    if result["written"]:
        return "The chart is solved and kept."
    return "The bar was missed: no chart is written."
