"""What the chart page prints of a node: the line so far, the table, the grid, totals, one hand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.closeness import near_bb
from gutshot.holdem.preflop.node_ids import ALL_IN, FOLD, SHUT_OUT, is_raise, prefixes
from gutshot.holdem.preflop.tree import cap_words, follow
from gutshot.render.preflop_answer import answer_payload

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gutshot.holdem.preflop.chart import ChartNode
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = [
    "KINDS",
    "TIER_WORDS",
    "Act",
    "Bar",
    "Cell",
    "HandView",
    "SeatView",
    "Step",
    "Total",
    "action_kind",
    "cells",
    "decision_at",
    "ev_words",
    "hand_view",
    "percent",
    "seats_view",
    "shut_words",
    "signed",
    "steps",
    "still_to_act",
    "totals",
]

WORDS: Final = {"F": "Fold", "X": "Check", "C": "Call", "R": "Raise", "A": "All-in"}
KINDS: Final = ("a", "r4", "r3", "r2", "r1", "c", "f")
"""What colours tell apart, in the order of a cell's bars: all-in, raises from the largest, calls
and checks, folds."""
TIER_WORDS: Final = {
    "folds": ("folds", "Play ends in folds: arithmetic"),
    "all_in": ("exact all-in", "All-in of two: exact equities"),
    "three_way": ("three-way", "All-in of three: the counted table"),
    "modelled": ("modelled", "Goes to a flop with chips behind: the model of flops"),
    "four_way_averaged": ("four-way", "All-in of four: the average of pairwise equities"),
}
ENDS: Final = {
    "f": "folds",
    "a": "all_in",
    "t": "three_way",
    "m": "modelled",
    "q": "four_way_averaged",
}
_MOST_RAISES: Final = 4
_SHOWN: Final = 0.0005


@dataclass(frozen=True, slots=True)
class Act:
    """An action of a decision; node is where it leads, "" where betting ends, by `ends`.

    flop : the ending's id where two go to a flop that can be solved, else "".
    """

    token: str
    words: str
    kind: str
    node: str
    ends: str
    taken: bool
    flop: str


@dataclass(frozen=True, slots=True)
class Step:
    """A decision on the line, or a seat that is shut out: it has no actions."""

    node: str
    seat: str
    behind: str
    acts: tuple[Act, ...]
    here: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at the table: where it is drawn, what it has, what it did."""

    seat: str
    x: str
    y: str
    bet_x: str
    bet_y: str
    behind: str
    bet: str
    state: str
    button: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a cell, of 100 in width."""

    kind: str
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A hand of the grid: how much of it comes here, its bars, its action that is taken most."""

    name: str
    reach: str
    bars: tuple[Bar, ...]
    main: str
    words: str
    marks: str


@dataclass(frozen=True, slots=True)
class Total:
    """An action's shares, in percent, and what its worth rests on, largest first."""

    token: str
    words: str
    kind: str
    share: str
    range_share: str
    width: str
    combos: str
    tiers: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """What a hand does, row by row: action, kind, share, width, EV, short of the best, tiers."""

    name: str
    reach: str
    rows: tuple[tuple[str, str, str, str, str, str, tuple[tuple[str, str, str, str], ...]], ...]
    notes: tuple[str, ...]


def decision_at(chart: ChartSet, line: str) -> str:
    """Return the decision that a line leads to, the dashes of seats that are shut out put in.

    Raises
    ------
    InputError
        When there is none.
    """
    place = follow(chart.spec, line)
    while place.spot is None:
        place = follow(chart.spec, place.node + SHUT_OUT)
    return place.node


def action_kind(token: str, actions: Iterable[str]) -> str:
    """Return an action's colour: raises are numbered from the smallest, a single one is `r2`."""
    if token[0] in "XC":
        return "c"
    if not is_raise(token):
        return token.lower()
    raises = [one for one in actions if is_raise(one)]
    return "r2" if len(raises) == 1 else f"r{min(raises.index(token) + 1, _MOST_RAISES)}"


def percent(share: float) -> str:
    """Return a share, 0..1, in percent with a decimal; a dash where there is none."""
    return "–" if math.isnan(share) else f"{100 * share:.1f}"


def signed(number: float) -> str:
    """Return big blinds with their sign."""
    text = f"{abs(number):.4f}"
    return f"−{text}" if number < 0 and float(text) else f"+{text}"


def steps(chart: ChartSet, node: str) -> list[Step]:
    """Return the line to a node, and the node."""
    spec = chart.spec
    out = []
    for above, token in (*prefixes(node), (node, "")):
        place = follow(spec, above)
        if place.spot is None:
            out.append(Step(above, spec.seats[place.player], "", (), here=False))
            continue
        acts = place.spot.actions
        behind = place.spot.betting.stacks[place.player]
        found = []
        for one in acts:
            leads = chart.after(above + one)
            to = float(acts[one].bets[place.player])
            words = WORDS[one[0]] + (f" {to:g}" if is_raise(one) or one == ALL_IN else "")
            ends = chart.endings.get(leads, "")
            found.append(
                Act(
                    one,
                    words,
                    action_kind(one, acts),
                    "" if ends else leads,
                    ENDS.get(ends, ""),
                    one == token,
                    leads if _is_flop_of_two(spec, leads, ends) else "",
                )
            )
        seat = spec.seats[place.player]
        out.append(Step(above, seat, f"{float(behind):g}", tuple(found), here=above == node))
    return out


def _is_flop_of_two(spec: PreflopSpec, ending: str, ends: str) -> bool:
    """Tell whether an ending is a flop of two in chips, which `/postflop` can solve."""
    out = sum(ending.count(letter) for letter in (FOLD, SHUT_OUT))
    return ENDS.get(ends) == "modelled" and not spec.for_prizes and spec.players - out == 2


def still_to_act(spec: PreflopSpec, node: str) -> list[tuple[str, str]]:
    """Return the seats that wait behind the one that acts, and what they have behind."""
    spot = follow(spec, node).spot
    if spot is None:
        return []
    betting = spot.betting
    return [(spec.seats[one], f"{float(betting.stacks[one]):g}") for one in betting.waiting[1:]]


def seats_view(spec: PreflopSpec, node: str) -> tuple[list[SeatView], str]:
    """Return the seats around the table, and what is in the pot in big blinds."""
    spot = follow(spec, node).spot
    if spot is None:
        msg = "a node that is no decision"
        raise AssertionError(msg)
    betting = spot.betting
    shut = {follow(spec, above).player for above, token in prefixes(node) if token == SHUT_OUT}
    out = []
    for player, seat in enumerate(spec.seats):
        x, y = _place(player, spec.players, 156, 74)
        bet_x, bet_y = _place(player, spec.players, 96, 38)
        if player == spot.player:
            state = "acts"
        elif player in shut:
            state = "shut"
        elif not betting.live[player]:
            state = "folded"
        elif betting.stacks[player] == 0:
            state = "all-in"
        else:
            state = "waits" if player in betting.waiting else "in"
        bet = betting.bets[player]
        out.append(
            SeatView(
                seat,
                x,
                y,
                bet_x,
                bet_y,
                f"{float(betting.stacks[player]):g}",
                f"{float(bet):g}" if bet else "",
                state,
                button=player == spec.button,
            )
        )
    pot = sum(betting.paid) + betting.dead
    return out, f"{float(pot):g}"


def _place(player: int, players: int, wide: float, high: float) -> tuple[str, str]:
    """Return a place on an ellipse around (200, 110): the big blind lowest, clockwise."""
    turn = math.pi * (0.5 + 2 * (player + 1) / players)
    return f"{200 + wide * math.cos(turn):.1f}", f"{110 + high * math.sin(turn):.1f}"


def cells(answer: Mapping[str, Any]) -> list[list[Cell]]:
    """Return the grid of a node's answer, 13 rows of 13."""
    actions = answer["actions"]
    order = sorted(actions, key=lambda one: KINDS.index(action_kind(one, actions)))
    out = []
    for name in CLASS_NAMES:
        hand = answer["hands"][name]
        shares = hand["frequency"]
        bars, x = [], 0.0
        for one in order:
            if shares[one] >= _SHOWN:
                wide = 100 * shares[one]
                bars.append(Bar(action_kind(one, actions), f"{x:.2f}", f"{wide:.2f}"))
                x += wide
        main = max(actions, key=lambda one: shares[one])
        there = hand["status"] == "reached"
        said = ", ".join(
            f"{_spoken(one, answer)} {percent(shares[one])} %"
            for one in order
            if shares[one] >= _SHOWN
        )
        marks = [
            *(["locked"] if hand["locked"] else []),
            *(["near"] if there and hand["indifferent"] else []),
            *([] if there else ["away"]),
        ]
        words = f"{name}: {said}" if there else f"{name}: not reached"
        words += ", locked" * hand["locked"]
        words += ", indifferent" * ("near" in marks)
        share = shares[main]
        letter = main if share >= 1 - _SHOWN else f"{main} {100 * share:.0f}"
        reach = min(1.0, hand["reach"])
        out.append(
            Cell(
                name,
                f"{100 * reach:.2f}",
                tuple(bars) if there else (),
                letter if there else "·",
                words,
                " ".join(marks),
            )
        )
    return [out[13 * row : 13 * row + 13] for row in range(13)]


def totals(chart: ChartSet, node: ChartNode, answer: Mapping[str, Any]) -> list[Total]:
    """Return the totals of a node's actions."""
    who = chart.spec.seats.index(node.seat)
    combos = 1326 * float((node.own_reach * chart.deals.dealt(who)).sum())
    out = []
    for one in reversed(node.actions):
        share = _number(answer["dealt_frequency"][one])
        range_share = _number(answer["frequency"][one])
        out.append(
            Total(
                one,
                _spoken(one, answer),
                action_kind(one, node.actions),
                percent(share),
                percent(range_share),
                "0" if math.isnan(share) else f"{100 * share:.2f}",
                "–" if math.isnan(range_share) else f"{combos * range_share:.1f}",
                _tiers(answer["rests_on"][one]),
            )
        )
    return out


def hand_view(chart: ChartSet, node: ChartNode, hand: int, *, from_here: bool = False) -> HandView:
    """Return what one hand does at a node.

    from_here : count EVs from the decision on, folding as 0, instead of since before posting.
    """
    gone = node.spent_bb if from_here else 0.0
    answer = answer_payload(chart, node.node, hand, "")
    known = answer["status"] == "reached"
    rows = []
    for one in reversed(answer["actions"]):
        share = answer["frequency"][one]
        ev, short = answer["ev_bb"][one], answer["short_of_best_bb"][one]
        words = "indifferent" if one in answer["indifferent"] else ""
        rows.append(
            (
                _spoken(one, answer),
                action_kind(one, answer["actions"]),
                percent(share),
                f"{100 * share:.2f}",
                signed(ev + gone) if known else "–",
                words or (f"{short:.4f}" if known else "–"),
                _tiers(answer["rests_on"][one]),
            )
        )
    notes = []
    if not known:
        notes.append("Not reached: it comes here in fewer than one deal in a million.")
    if answer["locked"]:
        notes.append("Locked: its shares are the spot\u2019s own, whatever they cost.")
    if answer["indifferent"]:
        near = f"{near_bb(chart, node):.2g}"
        notes.append(f"Indifferent: within {near} bb, which the certificate can\u2019t tell apart.")
    return HandView(CLASS_NAMES[hand], percent(answer["hand_reach"]), tuple(rows), tuple(notes))


def _spoken(token: str, answer: Mapping[str, Any]) -> str:
    """Return an action in words, with what it is to."""
    to = f" {answer['to_bb'][token]:g}" if is_raise(token) or token == ALL_IN else ""
    return WORDS[token[0]] + to


def _tiers(rests: Mapping[str, float | None]) -> tuple[tuple[str, str, str, str], ...]:
    """Return by kind of ending its key, words, meaning and share in percent; what is there."""
    found = [(share, kind) for kind, share in rests.items() if share is not None and share > _SHOWN]
    found.sort(key=lambda one: -one[0])
    return tuple((kind, *TIER_WORDS[kind], percent(share)) for share, kind in found)


def _number(share: float | None) -> float:
    return math.nan if share is None else share


def ev_words(chart: ChartSet, node: ChartNode, *, from_here: bool) -> str:
    """Return in a sentence what EVs at a node count."""
    spent = f"{node.spent_bb:g}"
    if chart.spec.for_prizes:
        return "EVs count prizes since before posting: chips that are in have no fixed worth."
    if from_here:
        return f"EVs count from here on: the {spent} bb that are in are gone, folding is 0."
    return f"EVs count since before posting: folding here is {signed(-node.spent_bb)}."


def shut_words(spec: PreflopSpec) -> str:
    """Return what a seat that is shut out reads."""
    return f"the tree ends here for this seat ({cap_words(spec)})"
