"""A node of a chart as a file of others: CSV, JSON, SVG."""

from __future__ import annotations

import csv
import io
import json
from math import isnan
from typing import TYPE_CHECKING, Final

from gutshot.holdem.preflop.closeness import near_bb
from gutshot.holdem.range_dialects import write_range
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_payload import node_payload, spec_payload
from gutshot.render.preflop_text import spec_words
from gutshot.render.svg_grid import node_svg

if TYPE_CHECKING:
    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.ranges import HandRange

__all__ = ["FORMS", "node_export", "range_export"]

FORMS: Final = ("csv", "json", "svg")
"""What a node is written as with all its hands."""


def node_export(chart: PreflopChart | ChartSet, node: ChartNode, form: str) -> str:
    """Return a node as the text of a file, without a line end.

    form : `csv`, a line by hand as `ChartNode.rows` has them; `json`, the node with its spot and
    what is left to gain; `svg`, the grid.
    """
    if form == "csv":
        rows = node.rows()
        file = io.StringIO()
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return file.getvalue().rstrip("\n")
    if form == "json":
        payload = node_payload(node, within_bb=near_bb(chart, node)) | {
            "spec": spec_payload(chart.spec),
            "line": line_words(chart.spec, node.node),
            "exploitability_bb": chart.certificate.exploitability,
        }
        return json.dumps(payload, ensure_ascii=False, indent=1, allow_nan=False)
    words = line_words(chart.spec, node.node) or "first to act"
    stack = spec_words(chart.spec).split(", classes dealt")[0]
    return node_svg(node, f"{node.seat}: {words} ({stack})")


def range_export(node: ChartNode, action: str, hands: HandRange, dialect: str) -> str:
    """Return an action's hands in a dialect, without a line end; Monker's lines with their EVs.

    hands : as `action_range` gives them.

    Raises
    ------
    InputError
        When there is no such dialect, or it has no words for a weight.
    """
    evs = node.ev_bb[node.actions.index(action)].tolist()
    return write_range(hands, dialect, [None if isnan(ev) else ev for ev in evs])
