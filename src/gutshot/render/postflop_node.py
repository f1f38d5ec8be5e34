"""A node of a solved spot as JSON, CSV, range text and for the terminal."""

from __future__ import annotations

import csv
import io
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cards.text import card_name, format_cards
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, COMBOS, class_of_combos, combo_cards
from gutshot.holdem.postflop.spec import PLAYERS
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import HandRange
from gutshot.render.chips_text import chips_text, fixed_text
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.postflop.node_answers import CardAnswer, NodeAnswer, Standing
    from gutshot.holdem.postflop.solution import Solution

__all__ = [
    "action_words",
    "cards_payload",
    "cards_text",
    "combo_name",
    "lock_as_played",
    "node_csv",
    "node_payload",
    "node_range_text",
    "node_text",
    "solved_payload",
    "solved_text",
]

_WORDS: Final = {"f": "fold", "x": "check", "c": "call", "a": "all-in"}
_FINEST: Final = 10_000
_LOCK_UNIT: Final = 1_000


def action_words(token: str) -> str:
    """Return an action in words: b25 is bet 25."""
    if token in _WORDS:
        return _WORDS[token]
    return f"{'bet' if token[0] == 'b' else 'raise to'} {token[1:]}"


def combo_name(combo: int) -> str:
    """Return two cards, the higher one first: AsKh."""
    return "".join(card_name(card) for card in combo_cards()[combo].tolist())


def node_payload(found: NodeAnswer) -> dict[str, Any]:
    """Return a node: shares are fractions 0..1, EVs chips from here on, null where nobody is."""
    return {
        "schema": "gutshot.holdem.postflop-node/1",
        "node": found.position.id,
        "board": [card_name(card) for card in found.board],
        "pot": found.players[0].pot,
        "stacks": [float(stack) for stack in found.position.state.stacks],
        "share_of_deals": found.share,
        "kind": found.kind,
        "player": None if found.actor is None else PLAYERS[found.actor],
        "locked": found.locked,
        "rare": found.rare,
        "frequency": {action: _number(x) for action, x in found.frequencies.items()},
        "players": {name: _standing_payload(found, player) for player, name in enumerate(PLAYERS)},
    }


def _standing_payload(found: NodeAnswer, player: int) -> dict[str, Any]:
    one = found.players[player]
    realisation = one.realisation
    hands: dict[str, Any] = {}
    for at, combo in enumerate(one.combos.tolist()):
        hand: dict[str, Any] = {
            "reach": _number(one.reach[at]),
            "share": _number(one.weight[at]),
            "ev": _number(one.ev[at]),
            "equity": _number(one.equity[at]),
            "realisation": _number(realisation[at]),
        }
        if player == found.actor:
            hand["frequency"] = {
                action: _number(found.chances[row, at]) for row, action in enumerate(found.actions)
            }
            hand["action_ev"] = {
                action: _number(found.action_evs[row, at])
                for row, action in enumerate(found.actions)
            }
        hands[combo_name(combo)] = hand
    return {
        "ev": _number(one.mean_ev),
        "equity": _number(one.mean_equity),
        "realisation": _number(one.mean_realisation),
        "hands": hands,
    }


def cards_payload(found: Sequence[CardAnswer]) -> dict[str, Any]:
    """Return how things stand on each card that may come."""
    return {
        "schema": "gutshot.holdem.postflop-cards/1",
        "cards": {
            card_name(one.card): {
                "chance": one.chance,
                "ev": dict(zip(PLAYERS, map(_number, one.evs), strict=True)),
                "equity": dict(zip(PLAYERS, map(_number, one.equities), strict=True)),
                "player": None if one.actor is None else PLAYERS[one.actor],
                "frequency": {action: _number(x) for action, x in one.frequencies.items()},
            }
            for one in found
        },
    }


def solved_payload(solution: Solution) -> dict[str, Any]:
    """Return how far a solution can be trusted; bits are null where its file doesn't say them."""
    done = solution.certified
    return {
        "bits": solution.bits,
        "iterations": done.iterations,
        "converged": done.converged,
        "exploitability_percent": _gain_percent(solution),
    }


def solved_text(solution: Solution) -> str:
    """Return the same as a line."""
    done = solution.certified
    how = "converged" if done.converged else "not converged"
    bits = "" if solution.bits is None else f", {solution.bits} bits"
    return (
        f"{how}: exploitability {_gain_percent(solution):.4g} % of the pot; {done.iterations:,}"
        f" iterations{bits}"
    )


def _gain_percent(solution: Solution) -> float:
    return 100 * solution.certified.exploitability / float(solution.spot.pot)


def node_csv(found: NodeAnswer) -> str:
    """Return a node's combos as CSV, both players', without a line end."""
    columns = ["player", "hand", "reach", "share", "ev", "equity", "realisation"]
    columns += [f"{kind} {action}" for kind in ("frequency", "ev") for action in found.actions]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    for player, one in enumerate(found.players):
        rows = [one.reach, one.weight, one.ev, one.equity, one.realisation]
        if player == found.actor:
            rows += [*found.chances, *found.action_evs]
        for at, combo in enumerate(one.combos.tolist()):
            cells = [_cell(row[at]) for row in rows]
            cells += [""] * (len(columns) - 2 - len(cells))
            writer.writerow([PLAYERS[player], combo_name(combo), *cells])
    return file.getvalue().rstrip("\n")


def node_range_text(found: NodeAnswer, player: int, action: str = "") -> str:
    """Return a player's range at a node as text that all programs of PioSOLVER's dialect read.

    action : only what takes this action; the actor's.

    Raises
    ------
    InputError
        For an action that is not there, and for a range without a hand.
    """
    one = found.players[player]
    weights = one.reach
    if action:
        if player != found.actor:
            who = "nobody" if found.actor is None else PLAYERS[found.actor]
            raise InputError(f"{PLAYERS[player]} takes no action there: {who} acts")
        if action not in found.actions:
            there = ", ".join(found.actions)
            raise InputError(f"'{action[:20]}' is no action of {PLAYERS[player]} there: {there}")
        weights = weights * found.chances[found.actions.index(action)]
    whole = np.zeros(COMBOS, np.int64)
    whole[one.combos] = np.rint(weights * _FINEST).astype(np.int64)
    if not whole.any():
        raise InputError("no hand of that range comes there with a weight of 0.0001 or more")
    return range_text(HandRange("", whole, _FINEST))


def lock_as_played(found: NodeAnswer) -> tuple[dict[str, str], str]:
    """Return ranges by action that lock a node to what is done there, and the rest's action.

    Chances are cut to thousandths, and what is cut off goes to the most frequent action.
    """
    if found.actor is None:
        return {}, ""
    one = found.players[found.actor]
    often = max(found.frequencies, key=lambda action: _number(found.frequencies[action]) or 0.0)
    of = class_of_combos()
    ranges = {}
    for row, action in enumerate(found.actions):
        whole = np.zeros(COMBOS, np.int64)
        whole[one.combos] = np.floor(found.chances[row] * _LOCK_UNIT + 1e-9).astype(np.int64)
        if action == often or not whole.any():
            continue
        for number in set(of[one.combos].tolist()):
            # combos that nobody has here follow their class, which makes it shorter to write
            there = whole[one.combos][of[one.combos] == number]
            if (there == there[0]).all():
                whole[of == number] = there[0]
        ranges[action] = range_text(HandRange("", whole, _LOCK_UNIT))
    return ranges, often


def node_text(found: NodeAnswer, *, by_combo: bool = False, unicode: bool = True) -> str:
    """Return a node for the terminal: both players, frequencies, then hand by hand."""
    board = format_cards(found.board, unicode=unicode)
    line = found.position.id or "the first decision"
    head = (
        f"{line}: board {board}, pot {chips_text(found.players[0].pot)}, {100 * found.share:.2f} %"
        " of deals"
    )
    columns = [Column("player"), *(Column(x, right=True) for x in ("EV", "equity", "realised"))]
    rows = [
        (
            name,
            fixed_text(one.mean_ev, 3),
            f"{100 * one.mean_equity:.2f} %",
            _percent(one.mean_realisation),
        )
        for name, one in zip(PLAYERS, found.players, strict=True)
    ]
    lines = [head, "", text_table(columns, rows)]
    if found.actor is None:
        return "\n".join([*lines, "", _kind_words(found)])
    name = PLAYERS[found.actor]
    shares = [(action_words(action), _percent(x)) for action, x in found.frequencies.items()]
    lines += ["", text_table((Column(f"{name} acts"), Column("of the time", right=True)), shares)]
    lines += ["", _hands_table(found, by_combo=by_combo)]
    lines += ["", "EVs in chips from here on: folding is 0. Weights are shares of who comes here."]
    if found.locked:
        lines.append("Hands are locked here: they do what the spot makes them do.")
    if found.rare:
        lines.append(
            "Fewer than 1 in 10,000 deals come here: what is done is hardly trained, its numbers"
            " are noise."
        )
    return "\n".join(lines)


def _hands_table(found: NodeAnswer, *, by_combo: bool) -> str:
    actor = found.actor or 0
    one = found.players[actor]
    values = [one.ev, 100 * one.equity, 100 * one.realisation]
    values += [*(100 * found.chances), *found.action_evs]
    names, weights = _named(one, by_combo=by_combo)
    if not by_combo:
        values = [one.by_class(row) for row in values]
        # realised is a ratio of means
        with np.errstate(invalid="ignore", divide="ignore"):
            values[2] = np.where(
                values[1] > 0, 100 * values[0] / (values[1] / 100 * one.pot), np.nan
            )
    columns = [Column("hand"), *(Column(x, right=True) for x in ("weight", "EV", "equity"))]
    columns += [Column("realised", right=True)]
    columns += [Column(f"{action} %", right=True) for action in found.actions]
    columns += [Column(f"EV {action}", right=True) for action in found.actions]
    rows = []
    for at in np.flatnonzero(weights > 0).tolist():
        cells = [names[at], f"{100 * weights[at]:.2f}"]
        for number, row in enumerate(values):
            digits = 1 if 1 <= number < 3 + len(found.actions) else 3
            cells.append(fixed_text(float(row[at]), digits))
        rows.append(cells)
    return text_table(columns, rows)


def _named(one: Standing, *, by_combo: bool) -> tuple[list[str], NDArray[np.float64]]:
    if by_combo:
        return [combo_name(combo) for combo in one.combos.tolist()], one.weight
    weights = np.bincount(class_of_combos()[one.combos], one.weight, len(CLASS_NAMES))
    return list(CLASS_NAMES), weights.astype(np.float64)


def cards_text(found: Sequence[CardAnswer], *, unicode: bool = True) -> str:
    """Return how things stand on each card that may come, for the terminal."""
    actions = list(dict.fromkeys(action for one in found for action in one.frequencies))
    columns = [Column("card"), *(Column(x, right=True) for x in ("chance", "oop EV", "oop equity"))]
    columns += [Column(f"{action} %", right=True) for action in actions]
    rows = [
        [
            format_cards([one.card], unicode=unicode),
            f"{100 * one.chance:.2f} %",
            fixed_text(one.evs[0], 3),
            f"{100 * one.equities[0]:.2f} %",
            *(
                f"{100 * one.frequencies[action]:.1f}" if action in one.frequencies else ""
                for action in actions
            ),
        ]
        for one in found
    ]
    return text_table(columns, rows)


def _kind_words(found: NodeAnswer) -> str:
    if found.kind == "fold":
        return "The hand ends by a fold."
    if found.kind == "showdown":
        return "The hands are shown down."
    card = card_name(min(set(range(52)).difference(found.board)))
    return f"A card comes: --node '{found.position.id}|{card}|' goes on, --cards lists them all."


def _number(value: float) -> float | None:
    return float(value) if isfinite(value) else None


def _percent(value: float) -> str:
    return f"{fixed_text(100 * value, 2)} %" if isfinite(value) else "-"


def _cell(value: float) -> str:
    return f"{value:.6g}" if isfinite(value) else ""
