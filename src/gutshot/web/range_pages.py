"""The page of one's own range: what it loses against a chart, and its text in five dialects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from gutshot.errors import HandError, InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, COMBOS
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.range_grade import grade_ranges, only_action
from gutshot.holdem.preflop.tree import follow
from gutshot.holdem.range_dialects import DIALECTS, read_range, write_range
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_text import action_word, spec_words
from gutshot.render.svg_grid import node_svg
from gutshot.web.identity import Posted, Who
from gutshot.web.pages import page
from gutshot.web.preflop_charts import FIRST, chosen_chart, opened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.range_grade import RangeGrade
    from gutshot.holdem.range_dialects import DialectRange
    from gutshot.holdem.ranges import HandRange

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PATH: Final = "/preflop/ranges"
_EXAMPLE: Final = "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+"
_MOST: Final = 6_000
_WORST: Final = 20


class Typed(NamedTuple):
    """What the address asks for."""

    range: str
    chart: str
    node: str
    action: str


class Row(NamedTuple):
    """A hand that loses: as played, the best action, the loss a time, and in 100 times here."""

    hand: str
    played: str
    best: str
    loss: str
    in_100: str


@router.get(_PATH)
def range_page(request: Request, who: Who) -> HTMLResponse:
    """Show what the range of an address loses at a node of a chart."""
    return _shown(request.query_params, who.token)


@router.post(_PATH)
def range_posted(form: Posted) -> HTMLResponse:
    """Show the same of a form: a range may be longer than an address."""
    return _shown(dict(form.fields.pairs), form.who.token)


def _shown(fields: Mapping[str, str], token: str) -> HTMLResponse:
    typed = Typed(
        fields.get("range", _EXAMPLE),
        fields.get("chart", FIRST)[:200],
        fields.get("node", "FFF").strip().upper()[:200],
        fields.get("action", "").strip().upper()[:4],
    )
    context: dict[str, Any] = {"answer": None, "texts": [], "said": "", "error": ""}
    try:
        found = _read(typed.range)
        context["texts"] = _texts(found.hands)
        context["said"] = _said(found.dialect, found.hands)
        context["answer"] = _answer(opened(chosen_chart(typed.chart)), typed, found.hands)
    except InputError as error:
        context["error"] = str(error)
    charts = [
        (one.name, spec_words(one.spec).removesuffix(", classes dealt independently"))
        for one in listed_charts()
    ]
    return page(
        "preflop/ranges.html",
        {"section": "ranges", "token": token, "typed": typed, "charts": charts, **context},
        422 if context["error"] else 200,
    )


def _read(text: str) -> DialectRange:
    if len(text) > _MOST:
        raise InputError(f"a range has at most {_MOST:,} characters here; the command reads more")
    return read_range(text)


def _answer(chart: ChartSet, typed: Typed, hands: HandRange) -> dict[str, Any]:
    """Return what a range loses, as the page prints it."""
    node = chart.node(follow(chart.spec, typed.node).node)
    action = typed.action or only_action(node)
    grade = grade_ranges(chart, node.node, {action: hands})
    mine = replace(node, strategy=grade.shares, frequency=grade.shares @ grade.weights)
    clear = grade.worst()
    return {
        "seat": node.seat,
        "line": line_words(chart.spec, node.node) or "nobody has acted",
        "action": action_word(node, action),
        "rest": action_word(node, grade.rest),
        "each": f"{grade.per_hand_bb:.4f}",
        "in_100": f"{grade.per_100_here_bb:.2f}",
        "dealt": f"{grade.per_100_dealt_bb:.3f}",
        "reach": f"{100 * node.reach:.3g}",
        "mistakes": len(clear),
        "within": f"{grade.within_bb:.2g}",
        "left": f"{chart.certificate.exploitability:.1e}",
        "rows": [_row(grade, number) for number in clear[:_WORST]],
        "more": max(0, len(clear) - _WORST),
        # our own drawing: nothing that was typed is in it
        "mine": Markup(node_svg(mine, f"{node.seat} as you play")),  # noqa: S704
        "charts": Markup(node_svg(node, f"{node.seat} as the chart plays")),  # noqa: S704
    }


def _row(grade: RangeGrade, number: int) -> Row:
    node = grade.node
    played = ", ".join(
        f"{action_word(node, action)} {100 * share:.4g} %"
        for action, share in zip(node.actions, grade.shares[:, number].tolist(), strict=True)
        if share
    )
    best = action_word(node, node.actions[int(node.ev_bb[:, number].argmax())])
    loss = f"{grade.loss_bb[number]:.4f}"
    return Row(CLASS_NAMES[number], played, best, loss, f"{100 * grade.lost[number]:.4f}")


def _texts(hands: HandRange) -> list[tuple[str, str, str]]:
    """Return by dialect whose it is, its text, and why there is none."""
    out = []
    for dialect, whose in DIALECTS.items():
        try:
            out.append((whose, write_range(hands, dialect), ""))
        except HandError as error:
            out.append((whose, "", str(error)))
    return out


def _said(dialect: str, hands: HandRange) -> str:
    combos = int(hands.weights.sum()) / hands.denominator
    percent = f"{100 * combos / COMBOS:.2f}"
    return f"Read as {DIALECTS[dialect]} text: {combos:.6g} combos, {percent} % of deals."
