"""A judged strategy as a small HTML table for notebooks; it brings no styles of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.render.videopoker_html import html_table

if TYPE_CHECKING:
    from gutshot.videopoker.strategy.judgement import StrategyJudgement

__all__ = ["judgement_html"]


def judgement_html(judged: StrategyJudgement) -> str:
    """Return a strategy's lines with what each costs, under its return."""
    head = ["Line", "Words", "Deals", "Wrong", "Cost %"]
    rows = (
        [
            str(row["line"]),
            row["words"],
            f"{row['deals']:,}",
            f"{row['wrong_deals']:,}",
            f"{100 * row['cost']:.6f}",
        ]
        for row in judged.rows()
    )
    title = (
        f"{judged.table.name}: returns {judged.percent:.6f} %,"
        f" {float(100 * judged.cost):.6f} % less than perfect play"
    )
    return html_table(title, head, rows)
