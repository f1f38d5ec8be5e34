"""What a chart answers to a line of actions and a hand, as JSON for scripts and as text."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.chart_set import REACHED, TIERS
from gutshot.holdem.preflop.closeness import RARE, near_actions, near_bb, reach_status
from gutshot.holdem.preflop.codec import EV_STEP_BB, SHARE_STEP
from gutshot.holdem.preflop.node_ids import SHUT_OUT, is_raise, prefixes
from gutshot.holdem.preflop.tiers import tier_shares
from gutshot.holdem.preflop.tree import follow
from gutshot.render.preflop_payload import node_payload, spec_payload
from gutshot.render.preflop_rare import rare_lines
from gutshot.render.preflop_text import WORDS, action_word, flops_words, node_text, spec_words
from gutshot.render.preflop_unique import unique_lines, unique_payload
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["answer_payload", "answer_text", "line_words"]

WIDTH: Final = 100
"""Characters of a line, where a table does not need more."""
_TITLES: Final = ("folds", "all-in of two", "three-way", "flop model", "four-way, averaged")


def answer_payload(chart: ChartSet, line: str, hand: int | None, source: str) -> dict[str, Any]:
    """Return what a chart says after a line, of one hand or of all.

    `status` is `reached`, `not_reached` (the table, or the seat with this hand, comes here in fewer
    than one deal in a million; EVs are null) or `shut_out` (as many have entered as may, the seat
    may only fold and writes '-'). `rests_on` says by action how often play that follows ends in a
    fold, an all-in of two (exact equities), a three-way all-in (the counted table), one of four
    (averaged) or a flop (the model); without a hand it is that of the hands which take the action
    here.

    source : `shipped`, `kept` or `solved`: where the chart was found.
    """
    spec, place = chart.spec, follow(chart.spec, line)
    certificate = chart.certificate
    out: dict[str, Any] = {
        "schema": "gutshot.preflop.ask/1",
        "spec": spec_payload(spec),
        "source": source,
        "engine": chart.engine,
        "iterations": chart.iterations,
        "exploitability_bb": certificate.exploitability,
        "exploitability_per_seat_bb": list(certificate.gains),
        "values_bb": list(certificate.values),
        "bar_bb": chart.bar_bb,
        "model_share": chart.model_share,
        **unique_payload(spec),
        "share_error": SHARE_STEP,
        "ev_error_bb": EV_STEP_BB / 2,
        "node": place.node,
        "line": line_words(spec, place.node),
        "seat": spec.seats[place.player],
    }
    if place.spot is None:
        return out | {"status": "shut_out", "actions": [SHUT_OUT]}
    node = chart.node(place.node)
    tiers = tier_shares(chart, node.node)
    found = node_payload(node, within_bb=near_bb(chart, node))
    del found["schema"], found["node"], found["seat"]
    if hand is None:
        rests = _by_action(node, _averaged(chart, node, tiers))
        return out | {"status": reach_status(node.reach)} | found | {"rests_on": rests}
    mine = found["hands"][CLASS_NAMES[hand]]
    status = reach_status(node.reach, mine["reach"])
    known = status == "reached"
    evs = node.ev_bb[:, hand]
    return out | {
        "status": status,
        "actions": found["actions"],
        "to_bb": found["to_bb"],
        "reach": node.reach,
        "rare": node.reach < RARE,
        "hand": CLASS_NAMES[hand],
        "hand_reach": mine["reach"],
        "frequency": mine["frequency"],
        "locked": mine["locked"],
        "ev_bb": mine["ev_bb"] if known else dict.fromkeys(node.actions),
        "short_of_best_bb": _named(node, (evs.max() - evs).tolist() if known else None),
        "indifferent": near_actions(node, hand, near_bb(chart, node)) if known else [],
        "rests_on": _by_action(node, tiers[:, hand]),
    }


def answer_text(chart: ChartSet, line: str, hand: int | None) -> str:
    """Return the same in words."""
    spec, place = chart.spec, follow(chart.spec, line)
    seat = spec.seats[place.player]
    head = [
        f"Preflop: {spec_words(spec)}",
        f"{line_words(spec, place.node) or 'Nobody has acted'}: {seat} to act.",
    ]
    if place.spot is None:
        head[-1] = f"{line_words(spec, place.node)}: {seat} is shut out and writes '{SHUT_OUT}'."
        few = f"{spec.entrants} players have entered, and no more may in this tree: not a fold."
        return "\n".join([*(fill(text, WIDTH) for text in head), few])
    node = chart.node(place.node)
    # the last column is shown where four can be all-in
    kinds = len(_TITLES) if "q" in chart.endings.values() else len(_TITLES) - 1
    tiers = tier_shares(chart, node.node)[..., :kinds]
    if hand is None:
        rests = _averaged(chart, node, tiers)
        rows = [(_word(node, row), *_percents(rests[row])) for row in range(len(node.actions))]
        table = text_table([Column("rests on"), *_columns(kinds)], rows)
        return "\n".join([node_text(chart, node), "", table, "", *_foot(chart, node, None)])
    head = [fill(text, WIDTH) for text in head]
    return "\n".join(
        [
            *head,
            _hand_table(node, tiers, hand, near_bb(chart, node)),
            "",
            *_foot(chart, node, hand),
        ]
    )


def line_words(spec: PreflopSpec, node: str) -> str:
    """Return a node's id in words, such as 'UTG fold, HJ raise to 2.3'."""
    said = []
    for above, token in prefixes(node):
        place = follow(spec, above)
        seat = spec.seats[place.player]
        if place.spot is None or token == SHUT_OUT:
            said.append(f"{seat} shut out")
        else:
            to = float(place.spot.actions[token].bets[place.player])
            said.append(f"{seat} {WORDS[token[0]]}{f' to {to:g}' if is_raise(token) else ''}")
    return ", ".join(said)


def _hand_table(node: ChartNode, tiers: NDArray[np.float64], hand: int, within_bb: float) -> str:
    known = reach_status(node.reach, float(node.own_reach[hand])) == "reached"
    near = near_actions(node, hand, within_bb) if known else []
    best = node.ev_bb[:, hand].max()
    rows = []
    for row, letter in enumerate(node.actions):
        ev = node.ev_bb[row, hand]
        tie = "indifferent" if letter in near else f"{ev - best:.4f}"
        rows.append(
            (
                _word(node, row),
                f"{100 * node.strategy[row, hand]:.1f} %",
                f"{ev:+.4f}" if known else "not reached",
                tie if known else "",
                *_percents(tiers[row, hand]),
            )
        )
    titles = ("share", "EV bb", "short of the best")
    columns = [Column(CLASS_NAMES[hand]), *(Column(title, right=True) for title in titles)]
    return text_table([*columns, *_columns(tiers.shape[2])], rows)


def _foot(chart: ChartSet, node: ChartNode, hand: int | None) -> list[str]:
    reach = f"The table comes here in {100 * node.reach:.4g} % of deals"
    if hand is not None:
        reach += f", {node.seat} with {CLASS_NAMES[hand]} in {100 * node.own_reach[hand]:.4g} %"
    lines = [reach + "."]
    mine = 1.0 if hand is None else float(node.own_reach[hand])
    known = reach_status(node.reach, mine) == "reached"
    if not known:
        lines.append(
            f"Not reached: under {REACHED:g} of deals, so that shares here are noise and EVs none."
        )
    lines += rare_lines(node.reach)
    if known and hand is not None:
        near = f"{near_bb(chart, node):.2g}"
        lines.append(
            f"EVs are since before posting; within {near} bb of the best one an action is called"
            " indifferent."
        )
    if hand is not None and node.locked[hand]:
        lines.append(f"{CLASS_NAMES[hand]} is locked here: its shares are the spot's own.")
    left, bar = chart.certificate.exploitability, f"{chart.bar_bb:.3g}"
    not_unique = unique_lines(chart.spec) if hand is not None else []
    points = f"{100 * SHARE_STEP:.1f}"
    return [
        *lines,
        "The last columns say how often play ends so after the action: folds are arithmetic,",
        "all-in of two has exact equities, three-way the counted table, flops are modelled.",
        f"{flops_words(chart.spec.flop_model).capitalize()}.",
        f"At most {left:.2e} bb a hand is left to gain, bar {bar}; shares within {points} points.",
        *not_unique,
    ]


def _columns(kinds: int) -> list[Column]:
    return [Column(title, right=True) for title in _TITLES[:kinds]]


def _percents(shares: NDArray[np.float64]) -> list[str]:
    return ["" if np.isnan(share) else f"{100 * share:.1f} %" for share in shares]


def _word(node: ChartNode, row: int) -> str:
    return action_word(node, node.actions[row])


def _averaged(chart: ChartSet, node: ChartNode, tiers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (actions, kinds) for the hands that take each action in the deals that come here."""
    met = chart.deals.met(chart.decisions[node.node].player, chart.reaches(node.node))
    weights = node.strategy * node.own_reach * met
    with np.errstate(invalid="ignore", divide="ignore"):
        mean: NDArray[np.float64] = (
            np.einsum("ah,ahk->ak", weights, np.nan_to_num(tiers)) / weights.sum(axis=1)[:, None]
        )
    return mean


def _named(node: ChartNode, numbers: list[Any] | None) -> dict[str, Any]:
    return dict(zip(node.actions, numbers or [None] * len(node.actions), strict=True))


def _by_action(node: ChartNode, tiers: NDArray[np.float64]) -> dict[str, Any]:
    return {
        letter: {
            kind: None if np.isnan(share) else float(share)
            for kind, share in zip(TIERS.values(), row, strict=True)
        }
        for letter, row in zip(node.actions, tiers, strict=True)
    }
