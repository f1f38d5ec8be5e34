"""What the method page of preflop prints: charts of this build, and what was measured of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.catalogue import ARTEFACTS, DATA
from gutshot.holdem.class_equities import BOARDS
from gutshot.holdem.hand_classes import CLASSES, COMBOS
from gutshot.holdem.preflop.audit.report import shipped_audits
from gutshot.holdem.preflop.audit.three_way_flops import shipped_report as flops_of_three
from gutshot.holdem.preflop.chart_set import REACHED, TIERS, read_set
from gutshot.holdem.preflop.codec import EV_STEP_BB, SHARE_STEP
from gutshot.holdem.preflop.counting import tree_size
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.flop_model_files import usual_flop_model
from gutshot.holdem.preflop.kept import SHIPPED
from gutshot.holdem.preflop.published import published, shipped_results
from gutshot.holdem.preflop.simplified import (
    SEATS,
    STACKS_BB,
    shipped_changes,
    shipped_shares,
)
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.holdem.preflop.starts_report import shipped_report
from gutshot.holdem.preflop.tiers import deal_shares
from gutshot.holdem.preflop.version import ENGINE_VERSION
from gutshot.holdem.three_way.form import DIMENSIONS, FORM
from gutshot.holdem.three_way.pairwise_report import shipped_report as pairwise_report
from gutshot.holdem.three_way.table import LARGEST_SHARE_ERROR, dealt_triples
from gutshot.render.preflop_unique import apart_words
from gutshot.web.content_evidence import SHIPPED as VERIFIED
from gutshot.web.number_text import decimal_text, grouped
from gutshot.web.preflop_convergence import convergence

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.published import Reading
    from gutshot.web.content_figures import Figures

__all__ = [
    "ChartFacts",
    "chart_facts",
    "found_in",
    "preflop_method_context",
    "shipped_chart",
    "stated_in",
    "verified",
]

_LADDER_SEATS: Final = (2, 6, 9)
_MAIN_SEATS: Final = 6
_DEEP: Final = {"players": 9, "stack": 200}
_CAPS: Final = (2, 3, 4)
_LEVELS: Final = 6
"""Shades of the table of modelled shares."""
_STARTS_SEATS: Final = 6


@dataclass(frozen=True, slots=True)
class ChartFacts:
    """What the page says of a shipped chart, cash with 100 big blinds.

    endings, shares : by kind of ending, how many there are and what share of deals ends so.
    first_in : by action of the first decision, the share of hands that take it.
    """

    players: int
    decisions: int
    endings: dict[str, int]
    shares: dict[str, float]
    model_share: float
    exploitability_bb: float
    bar_bb: float
    iterations: int
    first_in: dict[str, float]


def chart_facts() -> tuple[ChartFacts, ...]:
    """Return what the shipped charts say, two seats first; a second of one processor."""
    return tuple(map(_facts, SEATS))


def shipped_chart(name: str) -> Path:
    """Return the file of a chart that ships: pages that explain are never about the user's own."""
    return ARTEFACTS / SHIPPED / f"{name}.chart"


def _facts(players: int) -> ChartFacts:
    chart = read_set(shipped_chart(f"cash_{players}_100"))
    first = chart.node("")
    return ChartFacts(
        players,
        len(chart.decisions),
        dict(Counter(TIERS[kind] for kind in chart.endings.values())),
        deal_shares(chart),
        chart.model_share,
        chart.certificate.exploitability,
        chart.bar_bb,
        chart.iterations,
        dict(zip(first.actions, first.frequency.tolist(), strict=True)),
    )


@dataclass(frozen=True, slots=True)
class ShareCell:
    """A chart's modelled share in percent, "" where there is none, and its shade, 0 to 5."""

    text: str
    level: int


def found_in(name: str, reading: str, figure: str) -> str:
    """Return what was found of a published figure in a reading, a decimal or a whole number."""
    file = published(name)
    found = file.found(shipped_results(file), reading_of(name, reading))[figure]
    kind = next(one.kind for one in file.figures if one.id == figure)
    return f"{found:,.0f}" if kind == "nodes" else f"{found:.1f}"


def reading_of(name: str, reading: str) -> Reading:
    """Return a reading of published figures."""
    return next(one for one in published(name).readings if one.id == reading)


def stated_in(name: str, figure: str) -> str:
    """Return a figure as it was published."""
    one = next(one for one in published(name).figures if one.id == figure)
    if one.published is None:
        return ""
    return f"{one.published:,.0f}" if one.kind == "nodes" else f"{one.published:.1f}"


def preflop_method_context(figures: Figures) -> dict[str, Any]:
    """Return all numbers of the page; what is being counted is None."""
    charts = figures.named("shipped preflop charts", chart_facts)
    return {
        "engine_version": ENGINE_VERSION,
        "classes": CLASSES,
        "combos": grouped(COMBOS),
        "pairs": grouped(CLASSES * (CLASSES + 1) // 2),
        "boards": grouped(BOARDS),
        "triples": figures.named("triples of classes", dealt_triples),
        "charts": charts,
        "main": None if charts is None else _of(charts, _MAIN_SEATS),
        "two": None if charts is None else _of(charts, 2),
        "ladder": None if charts is None else [_of(charts, seats) for seats in _LADDER_SEATS],
        "worst": None if charts is None else max(one.exploitability_bb for one in charts),
        "shares": _shares(),
        "share_seats": SEATS,
        "share_bar": _share_bar(),
        "converging": figures.named("preflop convergence", convergence),
        "caps": figures.named("preflop caps", _caps),
        "model": FITTED,
        "fit": _fit(),
        "chips": usual_flop_model(chips=True),
        "model_examples": [_example(spr) for spr in (1, 3, 8, 20)],
        "table_points": f"{100 * LARGEST_SHARE_ERROR:.4f}",
        "form_error": _form_error(),
        "dimensions": DIMENSIONS,
        "pairwise": _pairwise(),
        "audits": shipped_audits(),
        "flops_of_three": flops_of_three(),
        "changes": shipped_changes(),
        "apart": apart_words(shipped_report()[_STARTS_SEATS]),
        "apart_seats": _STARTS_SEATS,
        "share_step": f"{100 * SHARE_STEP:.1f}",
        "ev_step": f"{EV_STEP_BB / 2:.5f}",
        "reached": f"1 in {1 / REACHED:,.0f}",
        "residuals": verified("two hands, random deals"),
        "found": found_in,
        "stated": stated_in,
        "reading": reading_of,
    }


def _of(charts: tuple[ChartFacts, ...], players: int) -> ChartFacts:
    return next(one for one in charts if one.players == players)


def _shares() -> list[tuple[int, list[ShareCell]]]:
    """Return by stack the modelled shares of all tables."""
    found = shipped_shares()
    return [(stack, [_cell(found[seats, stack].share) for seats in SEATS]) for stack in STACKS_BB]


def _cell(share: float) -> ShareCell:
    return ShareCell(f"{100 * share:.1f}", min(_LEVELS - 1, int(share * _LEVELS / 0.6)))


def _share_bar() -> dict[str, Any]:
    """Return how far the charts of the table were solved."""
    gains = sorted(one.exploitability_bb for one in shipped_shares().values())
    kept = sum(one.exploitability_bb <= one.bar_bb for one in shipped_shares().values())
    return {
        "charts": len(gains),
        "kept": kept,
        "least": f"{gains[0]:.5f}",
        "most": f"{gains[-1]:.5f}",
        "median": f"{(gains[(len(gains) - 1) // 2] + gains[len(gains) // 2]) / 2:.4f}",
    }


def _caps() -> list[tuple[int, str, str]]:
    """Return how large the tree of nine seats with 200 big blinds is, by the cap on entrants."""
    out = []
    for cap in _CAPS:
        size = tree_size(spec_from({**_DEEP, "entrants": cap}, "caps"))
        out.append((cap, grouped(size.decisions), f"{size.memory_bytes / 1e9:.1f}"))
    return out


def _example(spr: int) -> tuple[int, str, str]:
    """Return what the flop model says at a stack-to-pot ratio: put in, and the edge."""
    return spr, f"{100 * FITTED.commitment(spr):.1f}", f"{100 * FITTED.edge(spr):.1f}"


@cache
def _fit() -> dict[str, str]:
    """Return what the fit of edges by hand rests on, and errors in percent of the pot."""
    text = (DATA / "evidence" / "flop-model.json").read_text(encoding="utf-8")
    found = json.loads(text)
    errors, sample = found["errors"], found["sample_error"]
    model = usual_flop_model(chips=True).by_hand
    return {
        "version": str(model.version if model else ""),
        "flops": grouped(found["rows"]),
        "spots": str(len(found["spots"])),
        "sample": f"{100 * sample:.1f}",
        **{name: f"{100 * errors[name]:.1f}" for name in ("checked_down", "published", "by_hand")},
    }


@cache
def _form_error() -> str:
    """Return how far the three-way form is off, as the manifest of built files says."""
    manifest = json.loads((ARTEFACTS / "manifest.json").read_text(encoding="utf-8"))
    return str(manifest["files"][FORM[1]]["error"])


def _pairwise() -> dict[str, str]:
    """Return what the average of pairwise equities misses, in points of a pot."""
    found = pairwise_report()
    return {
        "rms": decimal_text(Fraction(100 * found.rms), 1),
        "largest": decimal_text(Fraction(100 * found.largest), 0),
        "weak": f"{100 * found.bias[0]:+.1f}",
        "strong": f"{100 * found.bias[-1]:+.1f}".replace("-", "\u2212"),
    }


@cache
def verified(check: str) -> str:
    """Return what a check of the shipped report compared; "" where it has none of this name."""
    report = json.loads((DATA / VERIFIED).read_text(encoding="utf-8"))
    return next((str(one["detail"]) for one in report["outcomes"] if one["name"] == check), "")
