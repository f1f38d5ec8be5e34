"""A whole chart as JSON for a page: the texts of its file, and what they can't say alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.holdem.preflop.chart_set import REACHED, TIERS
from gutshot.holdem.preflop.closeness import INDIFFERENT_BB, RARE
from gutshot.holdem.preflop.codec import EV_STEP_BB, SHARE_STEP
from gutshot.holdem.preflop.moves import Moves
from gutshot.holdem.preflop.node_ids import is_raise
from gutshot.render.preflop_payload import spec_payload
from gutshot.render.preflop_text import spec_words
from gutshot.render.preflop_unique import unique_payload

if TYPE_CHECKING:
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.moves import Hand

__all__ = ["set_payload"]


def set_payload(chart: ChartSet, source: str) -> dict[str, Any]:
    """Return a chart from which every node can be read without asking again.

    `tree` has a line for each decision, its id, player and actions, and for each ending, its path
    and the letter of `tiers`. `raises_to_bb` has a line for each decision, what its raises are to.
    `strategy` and `ev` have a line for each action, as `holdem.preflop.codec` writes them.
    `locked` has by node the chances of its actions, null for hands that are free. What lies before
    the first action: `begins` with bets, antes and stacks before posting, by player.

    source : `shipped` or `kept`.
    """
    certificate, begun = chart.certificate, chart.spec.betting()
    antes = [float(paid - bet) for paid, bet in zip(begun.paid, begun.bets, strict=True)]
    decisions = [
        f"{name} {one.player}{''.join(one.actions)}" for name, one in chart.decisions.items()
    ]
    endings = [f"{name} {tier}" for name, tier in chart.endings.items()]
    return {
        "schema": "gutshot.preflop.set/1",
        "spec": spec_payload(chart.spec),
        "words": spec_words(chart.spec),
        "source": source,
        "engine": chart.engine,
        "iterations": chart.iterations,
        "bar_bb": chart.bar_bb,
        "exploitability_bb": certificate.exploitability,
        "exploitability_per_seat_bb": list(certificate.gains),
        "near_bb": [max(INDIFFERENT_BB, gain) for gain in certificate.gains],
        "values_bb": list(certificate.values),
        "model_share": chart.model_share,
        **unique_payload(chart.spec),
        "share_step": SHARE_STEP,
        "ev_step_bb": EV_STEP_BB,
        "reached": REACHED,
        "rare": RARE,
        "tiers": TIERS,
        "begins": {
            "bets_bb": [*map(float, begun.bets)],
            "antes_bb": antes,
            "behind_bb": [*map(float, begun.stacks)],
            "dead_bb": float(begun.dead),
        },
        "tree": "\n".join(decisions + endings),
        "raises_to_bb": "\n".join(_raises(chart)),
        "locked": {
            name: [[None if np.isnan(x) else x for x in row] for row in held.tolist()]
            for name in chart.decisions
            if (held := chart.locked(name)) is not None
        },
        "strategy": "\n".join(row.tobytes().decode("ascii") for row in chart.characters),
        "ev": "\n".join(chart.ev_lines),
    }


def _raises(chart: ChartSet) -> list[str]:
    """Return by decision what its raises are to, in the order of the tree."""
    moves = Moves(chart.spec)
    found: dict[str, str] = {}

    def walk(path: str, hand: Hand) -> None:
        while hand.waiting and moves.shut_out(hand):
            path, hand = f"{path}-", moves.folded(hand)
        if not hand.waiting:
            return
        after = moves.after(hand)
        who = hand.waiting[0]
        found[path] = " ".join(
            f"{then.bets[who] / moves.per_bb:.12g}" for token, then in after if is_raise(token)
        )
        for token, then in after:
            walk(path + token, then)

    walk("", moves.start)
    return [found[name] for name in chart.decisions]
