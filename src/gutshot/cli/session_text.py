"""A session's statistics as text: four numbers that add up, EV lost, and only then accuracy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.play.videopoker.statistics import Statistics

__all__ = ["session_text"]


def session_text(stats: Statistics) -> str:
    """Return the summary of a set of hands."""
    parts = stats.parts
    rows = [
        ["the game itself (return less bet)", _credits(parts.game)],
        ["luck of the deal", _credits(parts.deal_luck)],
        ["mistakes", _credits(parts.mistakes)],
        ["luck of the draw", _credits(parts.draw_luck)],
        ["net", _credits(parts.net)],
    ]
    columns = [Column("Where it came from"), Column("Credits", right=True)]
    right = float(100 * stats.accuracy)
    lines = [
        f"{stats.hands} hands, {stats.staked_credits} credits staked, {stats.paid_credits} paid",
        "",
        text_table(columns, rows),
        "",
        f"EV lost by decisions   {_credits(stats.lost_credits)} credits (first choices)",
        f"  per 1,000 hands      {float(stats.lost_per_thousand):.4f} credits",
        f"Decisions right        {stats.right} of {stats.hands} ({right:.1f} %)",
        f"Near misses            {stats.near_misses}",
        f"Time per decision      {stats.seconds_per_decision:.1f} s",
    ]
    wrong = [one for one in stats.by_shape if one.right < one.decisions]
    if wrong:
        rows = [
            [one.shape, f"{one.right} of {one.decisions}", _credits(one.lost_credits)]
            for one in wrong
        ]
        columns = [Column("Hand type"), Column("Right", right=True), Column("Lost", right=True)]
        lines += ["", text_table(columns, rows)]
    return "\n".join(lines)


def _credits(exact: Fraction) -> str:
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.6f}"
