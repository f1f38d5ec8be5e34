"""The page of one's own range, or another solver's: what it loses against a chart, its text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from gutshot.errors import HandError, InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, COMBOS
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.known_biases import hand_bias, known_biases
from gutshot.holdem.preflop.range_grade import grade_ranges, only_action
from gutshot.holdem.preflop.tree import follow
from gutshot.holdem.range_dialects import DIALECTS, read_range, write_range
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import parse_range
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_text import action_word, spec_words
from gutshot.render.svg_grid import node_svg
from gutshot.web.equity_query import BRUSHES, PRESETS
from gutshot.web.equity_view import grid_cells
from gutshot.web.identity import Posted, Who
from gutshot.web.pages import page
from gutshot.web.preflop_chart_view import percent
from gutshot.web.preflop_charts import FIRST, chosen_chart, opened
from gutshot.web.preflop_compare_view import mismatch_rows, points_text, share_cells
from gutshot.web.preflop_solve_query import SolveState, changed_spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.flop_model import FlopModel
    from gutshot.holdem.preflop.known_biases import KnownBias
    from gutshot.holdem.preflop.range_grade import RangeGrade
    from gutshot.holdem.range_dialects import DialectRange
    from gutshot.holdem.ranges import HandRange

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PATH: Final = "/preflop/ranges"
_EXAMPLE: Final = "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+"
_MOST: Final = 6_000
_WORST: Final = 20
_THEIRS: Final = "their_"


class Typed(NamedTuple):
    """What the address asks for; `theirs` is what another solver's spot has instead."""

    range: str
    chart: str
    node: str
    action: str
    brush: str
    theirs: SolveState


class Row(NamedTuple):
    """A hand that loses: as played, the best action, the loss a time and in 100 times, a tag."""

    hand: str
    played: str
    best: str
    loss: str
    in_100: str
    tag: str


@router.get(_PATH)
def range_page(request: Request, who: Who) -> HTMLResponse:
    """Show what the range of an address loses at a node of a chart."""
    return _shown(request.query_params, who.token)


@router.post(_PATH)
def range_posted(form: Posted) -> HTMLResponse:
    """Show the same of a form: a range may be longer than an address."""
    return _shown(dict(form.fields.pairs), form.who.token)


@router.post(f"{_PATH}/parts")
def range_parts(form: Posted) -> HTMLResponse:
    """Return what a script puts into the page while a range is painted or typed."""
    return _shown(dict(form.fields.pairs), form.who.token, "preflop/ranges_parts.html")


def _shown(
    fields: Mapping[str, str], token: str, template: str = "preflop/ranges.html"
) -> HTMLResponse:
    typed = _typed(fields)
    context: dict[str, Any] = {"answer": None, "texts": [], "said": "", "error": ""}
    found: DialectRange | None = None
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
    shown = {
        "section": "ranges",
        "token": token,
        "typed": typed,
        "charts": charts,
        "brushes": BRUSHES,
        "presets": [(key, label) for key, (label, _) in PRESETS.items()],
        "grid": grid_cells(None if found is None else found.hands, typed.brush),
        "announcement": context["error"] or context["said"],
    }
    # parts are put into the page, with what is wrong in its place
    failed = context["error"] and template == "preflop/ranges.html"
    return page(template, shown | context, 422 if failed else 200)


def _typed(fields: Mapping[str, str]) -> Typed:
    text = fields.get("range", _EXAMPLE)
    brush = fields.get("brush_to") or fields.get("brush", "")
    if "paint" in fields:
        text = _painted(text, fields["paint"])
    elif fields.get("preset") in PRESETS:
        text = PRESETS[fields["preset"]][1]
    theirs = {key.removeprefix(_THEIRS): told for key, told in fields.items() if _THEIRS in key}
    return Typed(
        text,
        fields.get("chart", FIRST)[:200],
        fields.get("node", "FFF").strip().upper()[:200],
        fields.get("action", "").strip().upper()[:4],
        brush if brush in BRUSHES else BRUSHES[0],
        SolveState.of({"stack": ""} | theirs),
    )


def _painted(text: str, cells: str) -> str:
    """Return a range with classes painted over it, `AKs:0.5,QQ:0`, as PioSOLVER writes it."""
    names = {token.partition(":")[0] for token in cells.split(",")}
    if not names <= set(CLASS_NAMES):
        return text
    try:
        before = range_text(read_range(text).hands)
    except HandError:  # empty, or not to be read: one paints from nothing
        before = ""
    try:
        return range_text(parse_range(",".join(filter(None, (before, cells)))))
    except HandError:  # nothing is left of it
        return ""


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
    theirs = changed_spot(chart.spec, typed.theirs)
    at = node.actions.index(action)
    ours, played = (float(shares[at] @ grade.weights) for shares in (node.strategy, grade.shares))
    return {
        "mismatches": mismatch_rows(chart.spec, theirs),
        "known": [_known(bias) for bias in known_biases(chart.spec, node.node)],
        "totals": (percent(played), percent(ours), points_text(played - ours)),
        "diff": share_cells(grade.shares[at] - node.strategy[at], grade.loss_bb),
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
        "rows": [_row(grade, number, at, chart.spec.flop_model) for number in clear[:_WORST]],
        "more": max(0, len(clear) - _WORST),
        # our own drawing: nothing that was typed is in it
        "mine": Markup(node_svg(mine, f"{node.seat} as you play")),  # noqa: S704
        "charts": Markup(node_svg(node, f"{node.seat} as the chart plays")),  # noqa: S704
    }


def _known(bias: KnownBias) -> tuple[str, str, str, str]:
    """Return what is known of a node: what, published, ours, and what follows from it."""
    if bias.agrees:
        said = "they agree"
    else:
        said = f"charts like this have too {'few' if bias.points > 0 else 'many'}"
    return bias.name, f"{bias.published_percent:.1f} %", f"{bias.found_percent:.1f} %", said


def _tag(grade: RangeGrade, number: int, at: int, model: FlopModel) -> str:
    """Return what is known of a hand that does something else than the chart."""
    if grade.node.actions[at] in {"A", "F"}:
        return ""
    more = float(grade.shares[at, number] - grade.node.strategy[at, number])
    known = hand_bias(CLASS_NAMES[number], model)
    if known < 0 < more:
        return "the flop model pays suited, connected hands too little"
    if more < 0 < known:
        return "the flop model pays offsuit high cards too much"
    return ""


def _row(grade: RangeGrade, number: int, at: int, model: FlopModel) -> Row:
    node = grade.node
    played = ", ".join(
        f"{action_word(node, action)} {100 * share:.4g} %"
        for action, share in zip(node.actions, grade.shares[:, number].tolist(), strict=True)
        if share
    )
    best = action_word(node, node.actions[int(node.ev_bb[:, number].argmax())])
    loss = f"{grade.loss_bb[number]:.4f}"
    in_100 = f"{100 * grade.lost[number]:.4f}"
    return Row(CLASS_NAMES[number], played, best, loss, in_100, _tag(grade, number, at, model))


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
