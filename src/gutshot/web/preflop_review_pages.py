"""The page of played hands beside the charts, and its interface for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from gutshot.errors import InputError
from gutshot.holdem.histories import read_histories
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.review import review_hands
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_review import differences, left_out, review_payload, words_of_loss
from gutshot.render.preflop_text import spec_words
from gutshot.web.guards import LONGEST_HISTORY_BYTES
from gutshot.web.identity import Command, Posted, Who
from gutshot.web.pages import page
from gutshot.web.preflop_charts import opened
from gutshot.web.rooms import rooms_of

if TYPE_CHECKING:
    from gutshot.holdem.preflop.review import Decision, Review, Reviewed, Total
    from gutshot.render.preflop_review import LeftOut

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/preflop", tags=["hold'em"])

_PATH: Final = "/preflop/review"
_MOST_HANDS: Final = 2_000
_SHOWN: Final = 25
_EXAMPLE: Final = """PokerStars Hand #1: Hold'em No Limit ($0.50/$1.00 USD) - 2024/01/02
Table 'Example' 6-max Seat #4 is the button
Seat 1: Ann ($100 in chips)
Seat 2: You ($87 in chips)
Seat 4: Cy ($100 in chips)
Ann: posts small blind $0.50
You: posts big blind $1
*** HOLE CARDS ***
Dealt to You [7h 2d]
Cy: raises $1.50 to $2.50
Ann: folds
You: calls $1.50
*** FLOP *** [2c 3d 4h]
"""


class HandsBody(BaseModel):
    """Hands that were played."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[
        str, Field(description="PokerStars' histories in English, or PHH: one hand or many.")
    ]
    hero: Annotated[
        str, Field(max_length=60, description="Whose decisions; otherwise the text's own player.")
    ] = ""
    chart: Annotated[
        str, Field(max_length=200, description="A chart for all hands; otherwise the nearest.")
    ] = ""


@router.get(_PATH)
def review_page(request: Request, who: Who) -> HTMLResponse:
    """Show the form."""
    fill = request.query_params.get("fill") == "example"
    return _shown(who.token, _EXAMPLE if fill else "", "", "")


@router.post(_PATH)
def review_posted(request: Request, form: Posted) -> HTMLResponse:
    """Show what the decisions of pasted or uploaded hands lose."""
    rooms_of(request).rates.take("judge", form.who.address)
    fields = form.fields
    pasted, sent = fields.text("text"), fields.text("file")
    hero, chart = fields.text("hero").strip()[:60], fields.text("chart")[:200]
    # what was sent as a file is not written into the page again
    return _shown(form.who.token, pasted, hero, chart, sent if sent.strip() else pasted)


@api.post("/review", summary="Preflop decisions of played hands, priced by the nearest chart")
def review_answer(request: Request, who: Command, body: HandsBody) -> JSONResponse:
    """Return what `gutshot preflop review --json` prints."""
    rooms_of(request).rates.take("judge", who.address)
    found, broken = _reviewed(body.text, body.hero, body.chart)
    return JSONResponse(review_payload(found, broken))


def _reviewed(text: str, hero: str, chart: str) -> tuple[Review, list[LeftOut]]:
    read = read_histories(text)
    if len(read.hands) > _MOST_HANDS:
        raise InputError(
            f"there are {len(read.hands):,} hands, and {_MOST_HANDS:,} are looked at here;"
            " 'gutshot preflop review FILE' takes any number"
        )
    found = review_hands(read.hands, listed_charts(), opened, hero=hero, named=chart)
    return found, left_out("the text", read.broken)


def _shown(token: str, text: str, hero: str, chart: str, asked: str | None = None) -> HTMLResponse:
    context: dict[str, Any] = {
        "section": "review",
        "token": token,
        "text": text,
        "hero": hero,
        "chart": chart,
        "charts": [(one.name, spec_words(one.spec)) for one in listed_charts()],
        "most_hands": _MOST_HANDS,
        "most_megabytes": LONGEST_HISTORY_BYTES // 2**20,
        "error": "",
        "answer": None,
    }
    if asked is not None:
        try:
            context["answer"] = _answer(*_reviewed(asked, hero, chart))
        except InputError as error:
            context["error"] = str(error)
    return page("preflop/review.html", context, 422 if context["error"] else 200)


def _answer(review: Review, broken: list[LeftOut]) -> dict[str, Any]:
    """Return what the page prints."""
    total = review.total()
    costly, stopped = review.costliest(), [one for one in review.reviewed if one.stopped]
    used = sorted({one.match.chart.name for one in review.reviewed if one.match is not None})
    several = len(review.by_player()) > 1
    return {
        "hands": review.hands,
        "repeated": review.repeated,
        "unknown": review.unknown,
        "charts": ", ".join(used) or "none",
        "decisions": total.decisions,
        "priced": total.priced,
        "mistakes": total.mistakes,
        "lost": f"{total.lost_bb:.4f}",
        "per_100": "none" if total.per_100_bb is None else f"{total.per_100_bb:.2f}",
        "tables": [
            ("Position", [_row(one) for one in review.by_position()]),
            ("Kind", [_row(one) for one in review.by_kind()]),
            *([("Player", [_row(one) for one in review.by_player()])] if several else []),
        ],
        "costly": [_told(one, decision) for one, decision in costly[:_SHOWN]],
        "more_costly": max(0, len(costly) - _SHOWN),
        "stopped": [(one.hand.name, one.stopped) for one in stopped[:_SHOWN]],
        "more_stopped": max(0, len(stopped) - _SHOWN),
        "differs": differences(review),
        "broken": broken[:_SHOWN],
        "more_broken": max(0, len(broken) - _SHOWN),
    }


def _row(one: Total) -> tuple[str, int, int, int, str, str]:
    per_100 = "" if one.per_100_bb is None else f"{one.per_100_bb:.2f}"
    return (one.name, one.decisions, one.priced, one.mistakes, f"{one.lost_bb:.4f}", per_100)


def _told(one: Reviewed, decision: Decision) -> dict[str, Any]:
    """Return a costly decision with the address of its node."""
    match = one.match
    if match is None or decision.grade is None:
        raise AssertionError(one.hand.name)  # what costs something has a chart and a price
    where = {"chart": match.chart.name, "node": decision.node, "hand": one.holding}
    return {
        "name": one.hand.name,
        "player": one.hand.players[one.player],
        "seat": decision.seat,
        "cards": one.hand.cards[one.player],
        "line": line_words(match.chart.spec, decision.node) or "nobody has acted",
        "played": decision.played,
        "words": words_of_loss(decision),
        "lost": f"{decision.grade.lost_bb:.4f}",
        "url": f"/preflop/charts?{urlencode(where)}",
        "differs": [*(found.words for found in match.differs), *decision.sizes],
    }
