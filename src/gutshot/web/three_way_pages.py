"""The page of three classes all in, beside the average of pairs, and its interface for programs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from gutshot.errors import HandError, InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.three_way.comparison import compare_three_way, errors_by_class
from gutshot.holdem.three_way.counting import BOARDS_OF_THREE
from gutshot.holdem.three_way.table import LARGEST_SHARE_ERROR, three_way_equities
from gutshot.render.three_way_payload import three_way_payload
from gutshot.web.number_text import grouped, signed_text
from gutshot.web.pages import page
from gutshot.web.rooms import rooms_of
from gutshot.web.three_way_view import LEGEND, level_of, map_cells, three_way_view, whole_view
from gutshot.web.vp_api import not_yet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.web.rooms import Rooms
    from gutshot.web.three_way_view import MapCell, ThreeWayView

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/equity", tags=["hold'em"])

_PATH: Final = "/equity/three-way"
_PLACES: Final = ("a", "b", "c")
_EXAMPLES: Final = (
    ("AA", "KK", "QQ"),
    ("AA", "KK", "KK"),
    ("AKo", "QQ", "76s"),
    ("JTs", "TT", "A2s"),
    ("72o", "72o", "AA"),
)
_LONGEST: Final = 20

_Class = Annotated[str, Query(max_length=_LONGEST, description="A class: 77, AKs or AKo.")]


@dataclass(frozen=True, slots=True)
class _State:
    """What the address asks for: three hands as typed, and which of them the grid runs through."""

    a: str = "AA"
    b: str = "KK"
    c: str = "QQ"
    grid: str = "c"

    @property
    def hands(self) -> tuple[str, str, str]:
        return self.a, self.b, self.c

    def url(self, **changes: str) -> str:
        fields = asdict(self) | changes
        if fields["grid"] == "c":
            del fields["grid"]
        return f"{_PATH}?{urlencode(fields)}"


@router.get(_PATH)
def three_way_page(request: Request) -> HTMLResponse:
    """Show three hands, counted, and how wrong the average of pairs is."""
    context = _context(_read(request.query_params), rooms_of(request))
    context["whole"] = whole_view()
    return page("equity/three_way.html", context, 422 if context["error"] else 200)


@router.get(f"{_PATH}/parts")
def three_way_parts(request: Request) -> HTMLResponse:
    """Return what a script puts into the page when a hand is changed."""
    context = _context(_read(request.query_params), rooms_of(request))
    return page("equity/three_way_parts.html", context, 422 if context["error"] else 200)


@api.get("/three-way", summary="Three classes all in: counted, and by the average of pairs")
def three_way_answer(
    request: Request,
    a: _Class,
    b: _Class,
    c: _Class,
    grid: Annotated[
        Literal["", "a", "b", "c"],
        Query(description="Add the first hand's error with this hand as each of the 169 classes."),
    ] = "",
) -> JSONResponse:
    """Return the exact counts of the seven outcomes, and how far off the pairwise average is.

    All of it is counted and exact but the errors of `grid`, which come from a rounded table and say
    how far off they may be.
    """
    if not rooms_of(request).returns.ready:
        return not_yet()
    numbers = _numbers((a, b, c))
    found = compare_three_way(a, b, c)
    if not grid:
        return JSONResponse(three_way_payload(found))
    place = _PLACES.index(grid)
    errors = errors_by_class(numbers, place).tolist()
    return JSONResponse(three_way_payload(found, errors, place))


def _read(query: Mapping[str, str]) -> _State:
    grid = query.get("grid", "c")
    grid = grid if grid in _PLACES else "c"
    if not any(key in query for key in _PLACES):
        return _State(grid=grid)
    a, b, c = (_written(query.get(key, "").strip()[:_LONGEST]) for key in _PLACES)
    return _State(a, b, c, grid)


def _written(name: str) -> str:
    """Return a class as it is written, other text as it is."""
    try:
        return CLASS_NAMES[class_index(name)]
    except HandError:
        return name


def _numbers(hands: Sequence[str]) -> list[int]:
    out = []
    for number, name in enumerate(hands, start=1):
        try:
            out.append(class_index(name))
        except HandError as error:
            raise HandError(f"hand {number}: {error}") from error
    return out


def _context(state: _State, rooms: Rooms) -> dict[str, Any]:
    problem = ""
    result: ThreeWayView | None = None
    cells: tuple[tuple[MapCell, ...], ...] = ()
    place = _PLACES.index(state.grid)
    try:
        numbers = _numbers(state.hands)
        cells = map_cells(errors_by_class(numbers, place))
        three_way_equities(*state.hands)  # refuses what can't be dealt, ready or not
        if rooms.returns.ready:
            result = three_way_view(compare_three_way(*state.hands))
    except InputError as error:
        problem = str(error)
    others = [name for number, name in enumerate(state.hands) if number != place]
    return {
        "section": "equity",
        "within": True,
        "state": state,
        "url": state.url(),
        "fields": [
            (number, key, name, name not in CLASS_NAMES)
            for number, (key, name) in enumerate(zip(_PLACES, state.hands, strict=True), start=1)
        ],
        "examples": [
            (
                " ".join(hands),
                state.url(**dict(zip(_PLACES, hands, strict=True))),
                hands == state.hands,
            )
            for hands in _EXAMPLES
        ],
        "tabs": [(key, state.url(grid=key)) for key in _PLACES],
        "place": place + 1,
        "others": others,
        "shown": state.hands[place],
        "cells": cells,
        "cell_url": {name: state.url(**{state.grid: name}) for name in CLASS_NAMES},
        "legend": [(signed_text(Fraction(one), 0), level_of(one)) for one in LEGEND],
        "within_points": f"{100 * LARGEST_SHARE_ERROR:.5f}",
        "boards": grouped(BOARDS_OF_THREE),
        "error": problem,
        "preparing": not problem and result is None,
        "result": result,
        "hand_url": lambda hands: _State(*hands).url(),
        "announcement": problem or (result.statement if result else ""),
    }
