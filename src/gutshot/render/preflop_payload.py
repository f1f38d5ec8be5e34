"""Solved preflop spots, their nodes and the push-fold sheet as JSON for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.chart import PreflopChart
from gutshot.holdem.preflop.closeness import INDIFFERENT_BB, RARE, gap_bb, reach_status
from gutshot.holdem.preflop.counting import tree_size
from gutshot.render.preflop_unique import apart_payload, unique_payload

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode
    from gutshot.holdem.preflop.game import PreflopSolution
    from gutshot.holdem.preflop.push_fold import PushFold, Span
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.starts import Apart

__all__ = [
    "node_payload",
    "push_fold_payload",
    "solution_payload",
    "spec_payload",
]


def solution_payload(solution: PreflopSolution, apart: Apart | None = None) -> dict[str, Any]:
    """Return what a solve came to.

    `exploitability_bb` is the largest best-response gain of any seat, in big blinds a hand.
    `values_bb` are net since before posting, in the order of first action; they add up to the
    ante where it comes out of no stack, less the rake, else to 0. `model_share` is the share of
    deals whose end is priced by the flop model, `four_way_share` that of all-ins of four, who share
    by the average of pairwise equities. `memory_bytes` is an estimate of the solve's peak, from how
    many `decisions` and `endings` there are. At `shut_out_nodes` a seat can fold only, because as
    many others as `entrants` have put in chips.

    Where stacks count by their prizes, big blinds are prizes won or lost, divided by `prize_of_bb`,
    all prizes by all chips at the start. `prizes` has it in the unit of the payouts: what each
    seat has at the start and gains by the hand, and what is left to gain.

    apart : how far a second solve of the spot ended from it: `second_start`.
    """
    chart = PreflopChart.of(solution)
    certificate = solution.solved.certificate
    spec = solution.spot.spec
    size = tree_size(spec)
    return {
        "schema": "gutshot.preflop.solve/1",
        "spec": spec_payload(spec),
        "nodes": len(chart.nodes),
        "decisions": size.decisions,
        "endings": size.endings,
        "memory_bytes": size.memory_bytes,
        "shut_out_nodes": len(chart.shut_out),
        "iterations": solution.solved.iterations,
        "exploitability_bb": certificate.exploitability,
        "exploitability_per_seat_bb": list(certificate.gains),
        "bar_bb": solution.bar_bb,
        "converged": solution.converged,
        "model_share": chart.model_share,
        "four_way_share": chart.four_way_share,
        "values_bb": list(certificate.values),
        "seconds": solution.seconds,
        **unique_payload(spec),
        **({} if apart is None else {"second_start": apart_payload(apart)}),
        **({"prizes": _prizes(solution)} if spec.for_prizes else {}),
    }


def _prizes(solution: PreflopSolution) -> dict[str, Any]:
    spec, certificate = solution.spot.spec, solution.solved.certificate
    of_bb = float(spec.prize_of_bb)
    return {
        "prize_of_bb": of_bb,
        "at_start": [*map(float, spec.prizes_at_start())],
        "values": [of_bb * value for value in certificate.values],
        "exploitability": of_bb * certificate.exploitability,
    }


def spec_payload(spec: PreflopSpec) -> dict[str, Any]:
    """Return a spot as it is read, with its seats, and its amounts as numbers too."""
    return {
        **spec.payload(),
        "seats": list(spec.seats),
        "stacks_bb": [float(stack) for stack in spec.stacks_bb],
        "ante_bb": float(spec.ante_bb),
        **({"prize_of_bb": float(spec.prize_of_bb)} if spec.for_prizes else {}),
    }


def node_payload(
    node: ChartNode, *, since_start: bool = True, within_bb: float = INDIFFERENT_BB
) -> dict[str, Any]:
    """Return what a seat does at a node.

    `frequency` is that of the hands which the seat comes here with, by combos; `dealt_frequency`
    that of the deals which come here; both are null where no hand ever does. A hand's `reach` is
    how often the seat comes here with it by its own choices. `to_bb` is what the seat has in after
    an action. An `ev_bb` is null for a hand that can't be here; `gap_bb` is what the second best
    action falls short of the best one. Hands that come here in fewer than one deal in a million,
    or to a node that does, have the `status` `not_reached`: what they do is noise. A node that the
    table comes to in fewer than one deal in 10,000 is `rare`: it is settled less than others.

    within_bb : a second action within it of the best is `indifferent`; see `near_bb`.
    since_start : EVs are net since before posting; otherwise from the node on, folding being 0.
    """
    shift = 0.0 if since_start else node.spent_bb
    gaps = gap_bb(node)
    hands = {}
    for number, name in enumerate(CLASS_NAMES):
        evs = node.ev_bb[:, number] + shift
        known = not bool(np.isnan(evs).any())
        gap = float(gaps[number]) if known and len(node.actions) > 1 else None
        hands[name] = {
            "frequency": _by_action(node, node.strategy[:, number].tolist()),
            "ev_bb": _by_action(node, evs.tolist() if known else [None] * len(node.actions)),
            "reach": float(node.own_reach[number]),
            "gap_bb": gap,
            "indifferent": None if gap is None else gap < within_bb,
            "status": reach_status(node.reach, float(node.own_reach[number])),
            "locked": bool(node.locked[number]),
        }
    return {
        "schema": "gutshot.preflop.node/1",
        "node": node.node,
        "seat": node.seat,
        "actions": list(node.actions),
        "to_bb": _by_action(node, list(node.to_bb)),
        "frequency": _by_action(node, _known(node.frequency)),
        "dealt_frequency": _by_action(node, _known(node.dealt_frequency)),
        "reach": node.reach,
        "rare": node.reach < RARE,
        "locked_hands": int(node.locked.sum()),
        "ev_relative_to": "start" if since_start else "now",
        "hands": hands,
    }


def _known(shares: NDArray[np.float64]) -> list[float | None]:
    """Return shares, none where nobody ever comes."""
    return [None if np.isnan(share) else float(share) for share in shares]


def _by_action(node: ChartNode, numbers: list[Any]) -> dict[str, Any]:
    return dict(zip(node.actions, numbers, strict=True))


def push_fold_payload(sheet: PushFold, stack_bb: Fraction | None) -> dict[str, Any]:
    """Return by hand the spans of stacks at which it is jammed and calls, or one stack's game.

    A span is the lowest and the highest stack, before posting, of a row of stacks at each of which
    the hand is played at least half of the time. `exploitability_bb` is what a best response gains
    at most at any stack that was solved for it. Shares at one stack are in whole percent: a hand
    that is mixed is worth the same either way, and its share is not known better.
    """
    stacks = sheet.stacks_bb
    out: dict[str, Any] = {
        "schema": "gutshot.preflop.push-fold/1",
        "ante_bb": float(sheet.ante_bb),
        "converged": True,
        "exploitability_bb": sheet.gain_bb,
        "lowest_bb": float(stacks[0]),
        "highest_bb": float(stacks[-1]),
    }
    if stack_bb is None:
        return out | {
            "hands": {
                name: {
                    "jam": _spans(sheet.spans(sheet.jams, number)),
                    "call": _spans(sheet.spans(sheet.calls, number)),
                }
                for number, name in enumerate(CLASS_NAMES)
            }
        }
    at = sheet.at(stack_bb)
    return out | {
        "stack_bb": float(stacks[at]),
        "value_bb": float(sheet.values_bb[at]),
        "hands": {
            name: {
                "jam": round(float(sheet.jams[at, number]), 2),
                "call": round(float(sheet.calls[at, number]), 2),
            }
            for number, name in enumerate(CLASS_NAMES)
        },
    }


def _spans(spans: tuple[Span, ...]) -> list[list[float]]:
    return [[float(span.low_bb), float(span.high_bb)] for span in spans]
