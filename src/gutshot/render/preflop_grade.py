"""What somebody's ranges lose against a chart, as JSON for scripts and as text."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_payload import spec_payload
from gutshot.render.preflop_text import action_word, spec_words
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from gutshot.holdem.preflop.chart import PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.range_grade import RangeGrade

__all__ = ["grade_payload", "grade_text"]

_SHOWN: Final = 15
_WIDTH: Final = 100


def grade_payload(chart: PreflopChart | ChartSet, grade: RangeGrade) -> dict[str, Any]:
    """Return what ranges lose, in all and hand by hand.

    `loss_per_hand_bb` is lost each time that the table comes to the node, `loss_per_100_dealt_bb`
    in a hundred hands that are dealt, most of which do not. `clear_loss_per_hand_bb` leaves out the
    hands that are `indifferent`: those that lose less than `within_bb`. `chart_loss_per_hand_bb` is
    what the chart itself loses likewise.
    """
    node = grade.node
    return {
        "schema": "gutshot.preflop.grade/1",
        "spec": spec_payload(chart.spec),
        "node": node.node,
        "line": line_words(chart.spec, node.node),
        "seat": node.seat,
        "actions": list(node.actions),
        "rest": grade.rest,
        "reach": node.reach,
        "exploitability_bb": chart.certificate.exploitability,
        "within_bb": grade.within_bb,
        "loss_per_hand_bb": grade.per_hand_bb,
        "clear_loss_per_hand_bb": grade.clear_per_hand_bb,
        "chart_loss_per_hand_bb": grade.chart_per_hand_bb,
        "loss_per_100_here_bb": grade.per_100_here_bb,
        "loss_per_100_dealt_bb": grade.per_100_dealt_bb,
        "worst": [CLASS_NAMES[number] for number in grade.worst()],
        "hands": grade.rows(),
    }


def grade_text(chart: PreflopChart | ChartSet, grade: RangeGrade) -> str:
    """Return what ranges lose and the hands that cost most, for the terminal."""
    node, worst = grade.node, grade.worst()
    clear = [n for n in range(len(CLASS_NAMES)) if grade.status(n) == "mistake"]
    near = sum(grade.status(n) == "indifferent" for n in range(len(CLASS_NAMES)))
    words = line_words(chart.spec, node.node) or "nobody has acted"
    left = chart.certificate.exploitability
    near_words = f"{near} lose less than {grade.within_bb:.2g} bb: indifferent."
    here = f"{grade.per_hand_bb:.4f} bb each time, {grade.per_100_here_bb:.2f} bb in 100 times"
    dealt = f"{grade.per_100_dealt_bb:.3f} bb in 100 hands dealt"
    own = f"The chart's own mix loses {grade.chart_per_hand_bb:.2e} bb here by the same count"
    lines = [
        fill(f"Preflop: {spec_words(chart.spec)}", _WIDTH),
        f"{node.seat} after: {words}.",
        f"Hands that are not named {action_word(node, grade.rest)}.",
        "",
        f"Lost here: {here}.",
        f"The table comes here in {100 * node.reach:.4g} % of deals: {dealt}.",
        f"{len(clear)} hands lose clearly, {grade.clear_per_hand_bb:.4f} bb of it; {near_words}",
        f"{own};",
        f"at most {left:.2e} bb a hand are left to gain on it.",
    ]
    if worst:
        lines += ["", _worst_table(grade, worst[:_SHOWN])]
    if len(worst) > _SHOWN:
        lines.append(f"... and {len(worst) - _SHOWN} more; --json has all.")
    away = int(np.isnan(grade.loss_bb).sum())
    if away:
        lines.append(f"{away} hands are not reached: the chart hardly ever has them here.")
    return "\n".join(
        [*lines, "", "EVs are the chart's: everybody plays it from here on, this seat too."]
    )


def _worst_table(grade: RangeGrade, numbers: list[int]) -> str:
    node = grade.node
    rows = []
    for number in numbers:
        best = node.actions[int(node.ev_bb[:, number].argmax())]
        played = ", ".join(
            f"{action_word(node, action)} {100 * share:.4g} %"
            for action, share in zip(node.actions, grade.shares[:, number].tolist(), strict=True)
            if share
        )
        rows.append(
            (
                CLASS_NAMES[number],
                played,
                action_word(node, best),
                f"{grade.loss_bb[number]:.4f}",
                f"{100 * grade.weights[number]:.3f} %",
                f"{100 * grade.lost[number]:.4f}",
            )
        )
    titles = ("loses bb", "held here", "bb in 100 times")
    columns = [Column("hand"), Column("as played"), Column("best")]
    return text_table([*columns, *(Column(title, right=True) for title in titles)], rows)
