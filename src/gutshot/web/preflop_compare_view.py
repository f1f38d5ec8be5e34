"""What the page of two charts prints: their lines side by side, where trees part, differences."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.chart_diff import mismatches, node_in_other, seat_values
from gutshot.holdem.preflop.node_ids import is_raise, prefixes
from gutshot.render.preflop_answer import line_words
from gutshot.web.preflop_chart_view import WORDS, action_kind, percent, signed, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart_diff import NodeDifference, TreeDifference
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.web.preflop_chart_view import Act, Step

__all__ = [
    "EV",
    "DiffCell",
    "TwinAct",
    "TwinStep",
    "common_node",
    "diff_cells",
    "hand_rows",
    "key_words",
    "measures",
    "mismatch_rows",
    "parting",
    "points_text",
    "share_cells",
    "total_rows",
    "tree_view",
    "twin_steps",
]

EV: Final = "ev"
_STEPS: Final = (0.005, 0.1, 0.3, 0.6)
"""From which difference on a cell is deeper in colour: of a share, or in that of the largest EV."""
_MOST_NODES: Final = 8
_WORDS: Final = 80
_LEAST_EV_BB: Final = 5e-5
_KEYS: Final = {
    "position": "Who acts last",
    "format": "Format",
    "players": "Seats",
    "stacks": "Stacks, bb",
    "ante": "Ante, bb",
    "ante_from_stack": "Ante out of the stacks",
    "ante_by": "Ante posted by",
    "limit": "Limit",
    "deals": "Deals",
    "three_way": "Three-way pots",
    "entrants": "May enter",
    "rake.fraction": "Rake, share of the pot",
    "rake.cap": "Rake cap, bb",
    "rake.no_flop_no_drop": "No flop, no drop",
    "sizes.name": "Size schedule",
    "sizes.open": "First raises, bb",
    "sizes.over_limp": "Raises over limps, bb",
    "sizes.reraise": "Re-raises, times",
    "sizes.all_in_below": "All-in where less is left",
    "flop_model.checked_down": "Flops checked down",
    "flop_model.exponent": "Flop model: exponent",
    "flop_model.edge_offset": "Flop model: edge at SPR 0",
    "flop_model.edge_slope": "Flop model: edge per doubling",
    "flop_model.edge_cap": "Flop model: most edge",
    "flop_model.by_hand": "Flop model: edges by hand",
    "payouts": "Payouts",
    "stacks_elsewhere": "Stacks elsewhere, bb",
    "locks": "Locked nodes",
    "straddle": "Straddles",
    "limps": "May limp",
    "over_limps": "May limp behind",
    "cold_calls": "May call cold",
}


class TwinAct(NamedTuple):
    """An action in two charts: `where` is both, one or other; `node` is "" where it can't lead."""

    token: str
    words: str
    kind: str
    node: str
    where: str
    ends: str
    taken: bool


class TwinStep(NamedTuple):
    """A decision of the first chart, with what the second has there."""

    seat: str
    behind: str
    acts: tuple[TwinAct, ...]
    here: bool


@dataclass(frozen=True, slots=True)
class DiffCell:
    """A hand of the difference grid: its text, its colour from -4 to 4, and words for it."""

    name: str
    text: str
    level: str
    words: str


def key_words(key: str) -> str:
    """Return what a key of a spot is called."""
    return _KEYS.get(key, key.replace("_", " ").replace(".", ": "))


def mismatch_rows(one: PreflopSpec, other: PreflopSpec) -> list[tuple[str, str, str]]:
    """Return what two spots have not in common: the name of each key, and both values."""
    first, second = one.payload(), other.payload()
    out = []
    for found in mismatches(one, other):
        ours, theirs = (_at(payload, found.what) for payload in (first, second))
        if found.what == "flop_model.by_hand":  # a hundred numbers have a name
            ours, theirs = (e.get("name") if isinstance(e, dict) else e for e in (ours, theirs))
        if isinstance(ours, dict) and isinstance(theirs, dict):
            name = key_words(found.what)
            out += [
                (f"{name}: {_inner(key)}", _said(ours.get(key)), _said(theirs.get(key)))
                for key in dict.fromkeys([*ours, *theirs])
                if key != "source" and ours.get(key) != theirs.get(key)
            ]
        elif ours is None and theirs is None:
            out.append((key_words(found.what), found.one, found.other))
        else:
            out.append((key_words(found.what), _said(ours), _said(theirs)))
    return out


def _at(payload: Mapping[str, Any], key: str) -> object:
    """Return what a spot's file says at a key, or at a key of one of its tables."""
    name, _, inner = key.partition(".")
    found = payload.get(name)
    if name == "stacks" and isinstance(found, list):
        return list(dict.fromkeys(found))
    return found.get(inner) if inner and isinstance(found, dict) else found


def _inner(key: str) -> str:
    """Return what a key of a table in a spot's file is called; nodes may be keys."""
    return key.replace("_", " ") or "first decision"


def _said(value: object) -> str:
    """Return a value of a spot's file in short: exact numbers as decimals."""
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    if isinstance(value, dict):
        told = {key: one for key, one in value.items() if key != "source"}
        return "; ".join(f"{_inner(key)} {_said(one)}" for key, one in told.items())
    try:
        text = f"{float(Fraction(str(value))):.10g}"
    except (ValueError, ZeroDivisionError):
        text = str(value)
    return text if len(text) <= _WORDS else f"{text[:_WORDS]}…"


def common_node(one: ChartSet, other: ChartSet, node: str) -> tuple[str, str]:
    """Return the last decision on a line that both charts have, by its ids in both.

    The line is of the first chart. Where the second has fewer seats it begins with their folds.
    """
    theirs = set(other.nodes)
    begin = "F" * max(0, one.spec.players - other.spec.players)
    found = begin
    if node.startswith(begin) and node in set(one.nodes):
        for above in (*(name for name, _ in prefixes(node)), node):
            there = node_in_other(one.spec, other.spec, above)
            if there is not None and there in theirs:
                found = above
    there = node_in_other(one.spec, other.spec, found)
    if there is None:
        msg = "play begins in both charts"
        raise AssertionError(msg)
    return found, there


def twin_steps(one: ChartSet, other: ChartSet, node: str, there: str) -> list[TwinStep]:
    """Return the line to a node of the first chart, with the actions of both."""
    theirs = {step.node: step for step in steps(other, there)}
    known = set(other.nodes)
    out = []
    for step in steps(one, node):
        mapped = node_in_other(one.spec, other.spec, step.node)
        twin = None if mapped is None else theirs.get(mapped)
        out.append(_twin(one, other, step, twin, known))
    return out


def _twin(
    one: ChartSet, other: ChartSet, step: Step, twin: Step | None, known: set[str]
) -> TwinStep:
    others = {act.token: act for act in twin.acts} if twin is not None else {}
    acts = []
    for act in step.acts:
        match = others.pop(act.token, None)
        leads = node_in_other(one.spec, other.spec, act.node) if act.node else None
        where = "both" if match or twin is None else "one"
        words = act.words if match is None else _both_words(act, match)
        to = act.node if leads is not None and leads in known else ""
        acts.append(TwinAct(act.token, words, act.kind, to, where, act.ends, act.taken))
    acts += [
        TwinAct(act.token, act.words, act.kind, "", "other", act.ends, taken=False)
        for act in others.values()
    ]
    return TwinStep(step.seat, step.behind, tuple(acts), step.here)


def _both_words(ours: Act, theirs: Act) -> str:
    """Return an action's words, with both sizes where they differ."""
    if ours.words == theirs.words:
        return ours.words
    return f"{ours.words} | {theirs.words.rpartition(' ')[2]}"


def parting(line: list[TwinStep]) -> list[str]:
    """Return where the trees part on a line, in sentences."""
    out = []
    for step in line:
        for where, whose in (("one", "first"), ("other", "second")):
            only = [act.words for act in step.acts if act.where == where]
            if only:
                out.append(f"{step.seat}: only the {whose} chart has {', '.join(only)}.")
    return out


def measures(found: NodeDifference) -> list[tuple[str, str]]:
    """Return what a difference can be shown of: an action's share, and EV."""
    names = {
        action: f"{WORDS[action[0]]}{f' {action[1:]}' if action[1:] else ''}"
        for action in reversed(found.actions)
    }
    return [*names.items(), (EV, "EV")]


def diff_cells(found: NodeDifference, measure: str) -> list[list[DiffCell]]:
    """Return the difference grid, 13 rows of 13: the second chart less the first."""
    away = np.isnan(found.values_bb[0]) | np.isnan(found.values_bb[1])
    amounts = np.where(away, np.nan, _amounts(found, measure))
    if measure != EV:
        return _cells(amounts, 1.0, _points, lambda amount: f"{_points(amount)} points")
    most = 0.0 if away.all() else float(np.nanmax(np.abs(amounts)))
    words = "{} big blinds"
    return _cells(
        amounts, max(most, _LEAST_EV_BB), _ev_text, lambda amount: words.format(signed(amount))
    )


def share_cells(shares: NDArray[np.float64], known: NDArray[np.float64]) -> list[list[DiffCell]]:
    """Return the grid of differences of a share, (hands,), where `known` is a number."""
    amounts = np.where(np.isnan(known), np.nan, shares)
    return _cells(amounts, 1.0, _points, lambda amount: f"{_points(amount)} points")


def _cells(
    amounts: NDArray[np.float64],
    scale: float,
    text: Callable[[float], str],
    said: Callable[[float], str],
) -> list[list[DiffCell]]:
    out = []
    for name, amount in zip(CLASS_NAMES, amounts.tolist(), strict=True):
        if np.isnan(amount):
            out.append(DiffCell(name, "·", "away", f"{name}: not reached"))
            continue
        step = sum(abs(amount) / scale >= bound for bound in _STEPS)
        level = f"{'up' if amount > 0 else 'down'}{step}" if step else "even"
        words = f"{name}: {said(amount) if step else 'the same'}"
        out.append(DiffCell(name, text(amount), level, words))
    return [out[13 * row : 13 * row + 13] for row in range(13)]


def _amounts(found: NodeDifference, measure: str) -> NDArray[np.float64]:
    if measure == EV:
        amounts: NDArray[np.float64] = found.values_bb[1] - found.values_bb[0]
        return amounts
    at = found.actions.index(measure)
    shares: NDArray[np.float64] = found.shares[1, at] - found.shares[0, at]
    return shares


def _points(share: float) -> str:
    text = f"{abs(100 * share):.0f}"
    return "0" if text == "0" else f"{'+' if share > 0 else '−'}{text}"


def _ev_text(amount: float) -> str:
    text = f"{abs(amount):.2f}".removeprefix("0")
    return "0" if not float(text) else f"{'+' if amount > 0 else '−'}{text}"


def total_rows(found: NodeDifference) -> list[tuple[str, str, str, str, str, str]]:
    """Return by action its letter, colour, words, and how often each chart takes it."""
    ours, theirs = found.frequencies.tolist()
    rows = []
    for at, action in reversed([*enumerate(found.actions)]):
        rows.append(
            (
                action[0],
                action_kind(action, found.actions),
                _action_words(found, action),
                f"{percent(ours[at])} %",
                f"{percent(theirs[at])} %",
                points_text(theirs[at] - ours[at]),
            )
        )
    return rows


def points_text(share: float) -> str:
    """Return a difference of shares in points, with its sign."""
    points = 100 * share
    text = f"{points:+.1f}".replace("-", "−")
    return "0.0" if text[1:] == "0.0" else text


def _action_words(found: NodeDifference, action: str) -> str:
    words = WORDS[action[0]]
    sizes = []
    for node in (found.one, found.other):
        if action not in node.actions:
            return f"{words}, all sizes" if is_raise(action) else words
        sizes.append(f"{node.to_bb[node.actions.index(action)]:g}")
    if not is_raise(action) and action != "A":
        return words
    return f"{words} {sizes[0]}" if sizes[0] == sizes[1] else f"{words} {sizes[0]} | {sizes[1]}"


def hand_rows(found: NodeDifference, number: int) -> list[tuple[str, str, str, str]]:
    """Return what a hand does in both charts, action by action, and what it is worth."""
    rows = [
        (
            _action_words(found, action),
            f"{percent(found.shares[0, at, number])} %",
            f"{percent(found.shares[1, at, number])} %",
            _points(float(found.shares[1, at, number] - found.shares[0, at, number])),
        )
        for at, action in reversed([*enumerate(found.actions)])
    ]
    first, second = found.values_bb[:, number].tolist()
    evs = ["–" if np.isnan(value) else signed(value) for value in (first, second, second - first)]
    return [*rows, ("EV, bb", evs[0], evs[1], evs[2])]


def tree_view(
    one: ChartSet, other: ChartSet, found: TreeDifference, url: Callable[[str], str]
) -> dict[str, object]:
    """Return two whole trees, as the page prints them."""
    return {
        "common": f"{found.common:,}",
        "only_one": f"{found.only_one:,}",
        "only_other": f"{found.only_other:,}",
        "compared": f"{len(found.nodes):,}",
        "apart": percent(found.mean_apart),
        "nodes": [
            (
                url(node.node),
                f"{node.seat} after {line_words(one.spec, node.node) or 'nobody'}",
                percent(node.reaches[0]),
                percent(node.reaches[1]),
                percent(node.apart),
                signed(node.ev_difference_bb),
            )
            for node in found.most_apart()[:_MOST_NODES]
        ],
        "seats": [
            (seat, signed(ours), signed(theirs), signed(theirs - ours))
            for seat, ours, theirs in seat_values(one, other)
        ],
    }
