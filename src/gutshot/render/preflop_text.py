"""Solved preflop spots, their nodes and the push-fold sheet, in the terminal."""

from __future__ import annotations

from fractions import Fraction
from textwrap import fill
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.holdem.hand_classes import CLASS_NAMES, class_of_combos
from gutshot.holdem.preflop.chart import PreflopChart
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.preflop.closeness import (
    INDIFFERENT_BB,
    gap_bb,
    near_actions,
    near_bb,
    reach_status,
)
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.locks import locked_hands
from gutshot.holdem.preflop.node_ids import in_order, is_raise
from gutshot.holdem.preflop.spec import LIMPS, USUAL_ENTRANTS
from gutshot.holdem.preflop.tree import EndingKind, cap_words, follow
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import HandRange
from gutshot.render.preflop_rare import rare_lines
from gutshot.render.preflop_unique import unique_lines
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.flop_model import FlopModel
    from gutshot.holdem.preflop.game import PreflopSolution
    from gutshot.holdem.preflop.push_fold import PushFold, Span
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.starts import Apart

__all__ = [
    "action_word",
    "flops_words",
    "hand_text",
    "node_text",
    "nodes_text",
    "prize_lines",
    "push_fold_at_text",
    "push_fold_text",
    "range_words",
    "solution_text",
    "spans_text",
    "spec_words",
    "stack_text",
]

WORDS: Final = {"F": "fold", "X": "check", "C": "call", "R": "raise", "A": "all-in"}
_SURE: Final = 0.95
_PERCENT: Final = 100
_WIDTH: Final = 100


def spec_words(spec: PreflopSpec) -> str:
    """Return a spot in a few words."""
    stacks = " and ".join(f"{float(stack):g}" for stack in dict.fromkeys(spec.stacks_bb))
    words = [f"{spec.players} players", f"stacks of {stacks} bb before posting"]
    if spec.ante_bb:
        words.append(_ante_words(spec))
    words += [f"{seat} straddles {float(amount):g} bb" for seat, amount in spec.straddle]
    words += _restricted(spec)
    if spec.players > 2 and spec.entrants != USUAL_ENTRANTS:
        words.append(f"at most {spec.entrants} enter")
    if spec.limit == "jam":
        words.append("all-in or fold")
    if spec.deals == "classes":
        words.append("classes dealt independently")
    if spec.limit != "jam":
        words.append(_flops(spec.flop_model))
    if spec.rake.fraction:
        words.append(f"rake {float(100 * spec.rake.fraction):g} %")
    if spec.locks:
        words.append(f"{len(spec.locks)} {'node' if len(spec.locks) == 1 else 'nodes'} locked")
    if spec.payouts is not None:
        words.append(f"for prizes ({spec.payouts.name}), {_elsewhere(spec)}")
    return ", ".join(words)


def _flops(model: FlopModel) -> str:
    """Return by what flops are priced, with the version of what was fitted."""
    if model.checked_down:
        return "flops checked down"
    by_hand = model.by_hand
    if by_hand is None:
        return "flops by four constants"
    name = "" if by_hand.name == "By hand" else f"{by_hand.name}, "
    return f"flops by hand ({name}version {by_hand.version})"


def flops_words(model: FlopModel) -> str:
    """Return by what flops are priced, and how far that was off where it was not fitted."""
    by_hand = model.by_hand
    if by_hand is None or not by_hand.error:
        return _flops(model)
    return f"{_flops(model)}, {100 * by_hand.error:.1f} % of the pot off per hand"


def _ante_words(spec: PreflopSpec) -> str:
    amount = f"{float(spec.ante_bb):g} bb"
    if spec.ante_by == "all":
        stack = "out of the stacks" if spec.ante_from_stack else "dead"
        return f"ante {amount} from everybody, {stack}"
    who = spec.ante_by.replace("-", " ")
    if not spec.ante_from_stack:
        return f"ante {amount}, dead"
    return f"ante {amount}, out of the {who}'s stack"


def _restricted(spec: PreflopSpec) -> list[str]:
    """Return who may limp and call, where that is not as usual."""
    if spec.limit == "jam":
        return []
    words = []
    if spec.limps != LIMPS:
        words.append(f"limps by {_seat_words(spec, spec.limps)}")
    if spec.over_limps is not None:
        words.append(f"limps behind limpers by {_seat_words(spec, spec.over_limps)}")
    if spec.cold_calls is not None:
        words.append(f"cold calls by {_seat_words(spec, spec.cold_calls)}")
    return words


def _seat_words(spec: PreflopSpec, seats: tuple[str, ...]) -> str:
    return "everybody" if len(seats) == spec.players else ", ".join(seats) or "nobody"


def _elsewhere(spec: PreflopSpec) -> str:
    """Return who is left beside the seats."""
    if not spec.elsewhere:
        return "nobody elsewhere"
    least, most = (f"{float(stack):g}" for stack in (min(spec.elsewhere), max(spec.elsewhere)))
    stacks = least if least == most else f"{least} to {most}"
    return f"{len(spec.elsewhere)} elsewhere with {stacks} bb"


def solution_text(solution: PreflopSolution, apart: Apart | None = None) -> str:
    """Return what a solve came to.

    apart : how far a second solve of the spot ended from it.
    """
    chart = PreflopChart.of(solution)
    spec = solution.spot.spec
    certificate = solution.solved.certificate
    rows: list[tuple[str, ...]] = [
        (seat, f"{value:+.6f}", f"{gain:.2e}")
        for seat, value, gain in zip(spec.seats, certificate.values, certificate.gains, strict=True)
    ]
    columns = [Column("seat"), Column("EV bb", right=True), Column("left to gain", right=True)]
    if spec.for_prizes:
        columns.append(Column("prize at start", right=True))
        columns.append(Column("prize gained", right=True))
        gained = [float(spec.prize_of_bb) * value for value in certificate.values]
        rows = [
            (*row, f"{float(prize):.6f}", f"{gain:+.6f}")
            for row, prize, gain in zip(rows, spec.prizes_at_start(), gained, strict=True)
        ]
    first = chart.node(chart.nodes[0])
    work = f"{solution.solved.iterations} iterations, {solution.seconds:.2f} s"
    verdict = "converged" if solution.converged else "NOT converged"
    left = (
        f"{verdict}: {certificate.exploitability:.2e} bb a hand left to gain,"
        f" bar {solution.bar_bb:g}"
    )
    return "\n".join(
        [
            fill(f"Preflop: {spec_words(spec)}", _WIDTH),
            text_table(columns, rows),
            f"{first.seat} first: {_shares(first)}",
            f"{len(chart.nodes)} nodes, {work}; {left}.",
            _model_line(chart),
            *_four_way_line(chart),
            *_cap_line(chart),
            *_lock_lines(spec),
            *unique_lines(spec, apart),
            *prize_lines(spec),
        ]
    )


def prize_lines(spec: PreflopSpec) -> list[str]:
    """Return what a big blind means where stacks count by their prizes; nothing where not."""
    if not spec.for_prizes:
        return []
    pool = float(sum(spec.prizes))
    worth = f"{float(spec.prize_of_bb):.6f}: all prizes, {pool:g}, by all chips at the start"
    return [f"Stacks count by the independent chip model. A big blind stands for {worth}."]


def _cap_line(chart: PreflopChart | ChartSet) -> list[str]:
    """Return where seats may not enter any more; nothing where all may."""
    if not chart.shut_out:
        return []
    at = f"at {len(chart.shut_out)} nodes" if len(chart.shut_out) > 1 else "at one node"
    return [f"A seat is shut out by {cap_words(chart.spec)} {at}: it can fold only, written '-'."]


def _lock_lines(spec: PreflopSpec) -> list[str]:
    """Return which nodes are locked, and what that makes of what is left to gain."""
    if not spec.locks:
        return []
    at = []
    for lock in spec.locks:
        hands = int(locked_hands(spec, lock.node).sum())
        seat = spec.seats[follow(spec, lock.node).player]
        at.append(f"{seat} at '{lock.node}' ({_hands(hands)})")
    return [
        f"Locked, not solved: {'; '.join(at)}.",
        "What is left to gain is of what a seat could change: best responses keep to the locks.",
    ]


def _model_line(chart: PreflopChart) -> str:
    share = chart.model_share
    if share == 0:
        return "Every deal ends in a fold or all-in: no model is used."
    model = chart.spot.spec.flop_model
    how = "by equity alone, checked down" if model.checked_down else "modelled"
    said = f"{100 * share:.1f} % of deals go to a flop with chips behind: {how}, not solved."
    return said if model.checked_down else f"{said} {flops_words(model).capitalize()}."


def _four_way_line(chart: PreflopChart) -> list[str]:
    """Return how many deals end all-in with four, where some can."""
    if not any(e.kind is EndingKind.ALL_IN and e.hand.live.bit_count() > 3 for e in chart.endings):
        return []
    share = f"{100 * chart.four_way_share:.3g} % of deals end all-in four-way"
    return [f"{share}, averaged: shares are the average of pairwise equities, not counted."]


def _shares(node: ChartNode) -> str:
    if np.isnan(node.frequency).any():
        return f"{node.seat} never comes here"
    return ", ".join(
        f"{_briefly(node, action)} {100 * share:.2f} %"
        for action, share in zip(node.actions, node.frequency.tolist(), strict=True)
    )


def node_text(chart: PreflopChart | ChartSet, node: ChartNode) -> str:
    """Return the chart of a node: shares, and in each cell the action that is taken most."""
    main = node.strategy.argmax(axis=0)
    longest = max(map(len, node.actions))

    def cell(number: int) -> str:
        letter = node.actions[main[number]]
        if node.strategy[main[number], number] < _SURE:
            letter = letter.lower()
        return f"{CLASS_NAMES[number]:<3}{letter:<{longest}}"

    left = f"{chart.certificate.exploitability:.2e} bb left to gain"
    sure = f"{100 * _SURE:g}"
    mixed = int((node.strategy.max(axis=0) < _SURE).sum())
    near = near_bb(chart, node)
    equal = int((gap_bb(node) < near).sum())
    away = int((node.own_reach < REACHED).sum())
    return "\n".join(
        [
            fill(f"Preflop: {spec_words(chart.spec)}", _WIDTH),
            f"Node '{node.node}': {node.seat} to act, in {100 * node.reach:.3f} % of deals; {left}",
            _shares(node),
            "",
            _grid(cell, 4 + longest),
            "",
            "Letters: " + ", ".join(f"{a} {action_word(node, a)}" for a in node.actions) + ".",
            f"{mixed} hands are mixed, in small letters: no action is taken {sure} % of the time.",
            f"{equal} hands have a second action within {near:.2g} bb of the best one: near ties.",
            *([f"{away} hands are not reached: the seat hardly ever has them here."] * (away > 0)),
            *rare_lines(node.reach),
            *_locked_here(node),
            *_cap_line(chart),
            *unique_lines(chart.spec),
        ]
    )


def _locked_here(node: ChartNode) -> list[str]:
    """Return how many hands are locked at a node; nothing where none is."""
    locked = int(node.locked.sum())
    if not locked:
        return []
    named = ""
    if locked < len(CLASS_NAMES):
        named = f", {range_words(node.locked.astype(np.float64))}"
    return [f"Locked here: {_hands(locked)}{named}; they do what the spot says, at any cost."]


def _hands(count: int) -> str:
    """Return a number of classes in words."""
    if count == len(CLASS_NAMES):
        return "all hands"
    return "1 hand" if count == 1 else f"{count} hands"


def nodes_text(chart: PreflopChart | ChartSet) -> str:
    """Return all nodes of a chart: who acts, how often the table comes there, what is done."""
    rows = []
    closed = set(chart.shut_out)
    for name in sorted([*chart.nodes, *closed], key=in_order):
        if name in closed:
            rows.append(_shut_out_row(chart, name))
            continue
        node = chart.node(name)
        shares = zip(node.actions, node.frequency.tolist(), strict=True)
        done = ", ".join(
            f"{letter} {action_word(node, letter)}"
            + ("" if np.isnan(share) else f" {100 * share:.1f} %")
            for letter, share in shares
        )
        locked = int(node.locked.sum())
        done += f", {_hands(locked)} locked" if locked else ""
        rows.append((name or "(root)", node.seat, f"{100 * node.reach:.3f} %", done))
    columns = [Column("node"), Column("seat"), Column("reached", right=True), Column("actions")]
    return text_table(columns, rows)


def _shut_out_row(chart: PreflopChart | ChartSet, name: str) -> tuple[str, str, str, str]:
    who = follow(chart.spec, name).player
    reaches = chart.reaches(name)
    reach = 100 * float(reaches[who] @ chart.deals.met(who, reaches))
    return name, chart.spec.seats[who], f"{reach:.3f} %", f"- shut out by {cap_words(chart.spec)}"


def action_word(node: ChartNode, token: str) -> str:
    """Return an action in words, a raise with its size."""
    word = WORDS[token[0]]
    return f"{word} to {node.to_bb[node.actions.index(token)]:g}" if is_raise(token) else word


def _briefly(node: ChartNode, token: str) -> str:
    """Return an action in words, a raise with its size where there are several."""
    several = sum(map(is_raise, node.actions)) > 1
    return action_word(node, token) if several else WORDS[token[0]]


def hand_text(
    node: ChartNode, number: int, *, since_start: bool, within_bb: float = INDIFFERENT_BB
) -> str:
    """Return what a hand does at a node, and what each action is worth.

    within_bb : two and more actions within it of the best are called indifferent.
    """
    shift = 0.0 if since_start else node.spent_bb
    best = node.ev_bb[:, number].max()
    known = reach_status(node.reach, float(node.own_reach[number])) == "reached"
    near = near_actions(node, number, within_bb)
    rows = [
        (
            _briefly(node, action),
            f"{100 * node.strategy[row, number]:.2f} %",
            f"{node.ev_bb[row, number] + shift:+.4f}" if known else "not reached",
            f"{node.ev_bb[row, number] - best:.4f}{', indifferent' * (action in near)}" * known,
        )
        for row, action in enumerate(node.actions)
    ]
    since = "since before posting" if since_start else "from here on"
    titles = ("share", f"EV bb {since}", "short of the best")
    columns = [Column(CLASS_NAMES[number]), *(Column(title, right=True) for title in titles)]
    table = text_table(columns, rows)
    if node.locked[number]:
        return f"{table}\n{CLASS_NAMES[number]} is locked here: its shares are the spot's own."
    return table


def push_fold_text(sheet: PushFold) -> str:
    """Return the two grids of highest stacks, and the spans of hands that have several."""
    title = "Jam or fold for two: the highest stack, before posting, at which a hand is played."
    parts = [f"{title}\n{_convention(sheet)} Stacks are in big blinds.\n{_gain_words(sheet)}"]
    for title, shares in (
        ("Small blind jams", sheet.jams),
        ("Big blind calls a jam", sheet.calls),
    ):
        spans = [sheet.spans(shares, number) for number in range(len(CLASS_NAMES))]
        parts.append(f"{title}:\n{_grid(lambda n, spans=spans: stack_text(spans[n], sheet), 6)}")  # type: ignore[misc]
        gaps = [
            f"{name} {spans_text(found, sheet)}"
            for name, found in zip(CLASS_NAMES, spans, strict=True)
            if _gapped(found, sheet)
        ]
        if gaps:
            parts.append("* " + "; ".join(gaps))
    return "\n\n".join(parts)


def stack_text(spans: tuple[Span, ...], sheet: PushFold) -> str:
    """Return the highest stack of a hand, cut to a tenth, with a star where it has gaps below."""
    if not spans:
        return "-"
    star = "*" if _gapped(spans, sheet) else ""
    high = spans[-1].high_bb
    if high == sheet.stacks_bb[-1]:
        return f"{float(high):g}+{star}"
    return f"{float(Fraction(int(10 * high), 10)):.1f}{star}"


def spans_text(spans: tuple[Span, ...], sheet: PushFold) -> str:
    """Return all stacks at which a hand is played, lowest first."""
    words = []
    for span in spans:
        low, high = float(span.low_bb), float(span.high_bb)
        if span.low_bb == sheet.stacks_bb[0]:
            words.append(f"up to {high:g}")
        elif span.high_bb == sheet.stacks_bb[-1]:
            words.append(f"from {low:g}")
        else:
            words.append(f"{low:g} to {high:g}" if low < high else f"{low:g}")
    return ", ".join(words) or "never"


def push_fold_at_text(sheet: PushFold, stack_bb: Fraction) -> str:
    """Return the game at one stack: its value, and both ranges."""
    at = sheet.at(stack_bb)
    rows = [
        f"Jam or fold for two at {float(sheet.stacks_bb[at]):.12g} big blinds.",
        _convention(sheet),
    ]
    rows.append(f"The small blind's EV is {sheet.values_bb[at]:+.6f} bb a hand.")
    rows.append(_gain_words(sheet))
    rows.append(
        "Shares are in whole percent. A mixed hand is worth the same either way: solutions that are"
        " as good may differ in it."
    )
    for title, shares in (("Small blind jams", sheet.jams), ("Big blind calls", sheet.calls)):
        share = float(shares[at] @ class_weights())
        rows += ["", f"{title} {100 * share:.1f} % of hands:", range_words(shares[at])]
    return "\n".join(rows)


def _gain_words(sheet: PushFold) -> str:
    each = "each stack by itself" if len(sheet.stacks_bb) > 1 else "at this stack"
    return (
        f"Converged: solved {each} until a best response gains at most {sheet.gain_bb:.1e} bb a"
        " hand."
    )


def _gapped(spans: tuple[Span, ...], sheet: PushFold) -> bool:
    return len(spans) > 1 or (len(spans) == 1 and spans[0].low_bb > sheet.stacks_bb[0])


def range_words(shares: NDArray[np.float64]) -> str:
    """Return classes with their shares as range text, in whole percent: more digits are noise."""
    weights = np.rint(shares * _PERCENT).astype(np.int64)
    return (
        range_text(HandRange("", weights[class_of_combos()], _PERCENT))
        if weights.any()
        else "nothing"
    )


def _convention(sheet: PushFold) -> str:
    if not sheet.ante_bb:
        return "Blinds 0.5 and 1, no ante."
    return (
        f"Blinds 0.5 and 1; the big blind antes {float(sheet.ante_bb):g} for both, out of his stack"
        " and before his blind."
    )


def _grid(cell: Callable[[int], str], width: int) -> str:
    """Return the 13 x 13 chart, suited hands above the diagonal."""
    ranks = RANKS[::-1]
    lines = ["  " + "".join(rank.rjust(width) for rank in ranks)]
    for row, rank in enumerate(ranks):
        cells = (cell(13 * row + column) for column in range(13))
        lines.append(f"{rank} " + "".join(text.rjust(width) for text in cells))
    return "\n".join(lines)
