"""What the pages of spots after the flop print: a solve on its way, a node, hands and cards."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from markupsafe import Markup

from gutshot.cards.text import card_name
from gutshot.holdem.hand_classes import CLASS_NAMES, class_of_combos
from gutshot.holdem.postflop.nodes import token_of
from gutshot.holdem.postflop.spec import PLAYERS, STREETS
from gutshot.render.chips_text import chips_text, fixed_text
from gutshot.render.postflop_node import action_words, combo_name
from gutshot.render.svg_plot import Plot, round_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.postflop.node_answers import CardAnswer, NodeAnswer, Standing
    from gutshot.holdem.postflop.nodes import SpotTree
    from gutshot.web.postflop_solves import PostflopSolve

__all__ = [
    "VIEWS",
    "card_rows",
    "hand_grid",
    "hand_rows",
    "kinds_of",
    "player_rows",
    "steps_of",
    "total_rows",
    "way_plot",
]

VIEWS: Final = {
    "strategy": "Strategy",
    "ev": "EV",
    "equity": "Equity",
    "realised": "Realised",
}
"""What the grid can show."""

_NAMES: Final = {"oop": "Out of position", "ip": "In position"}
_POINTS: Final = 60


class GridCell(NamedTuple):
    """A cell of the grid: its class, a short text, words, bars of colour or a level, its weight."""

    name: str
    text: str
    words: str
    bars: tuple[tuple[str, str, str], ...]
    level: str
    there: bool
    height: str


def kinds_of(actions: Sequence[str]) -> dict[str, str]:
    """Return the colour of each action: bets and raises by their order, the largest the darkest."""
    raises = [token for token in actions if token[0] in "br"]
    out = {"f": "f", "x": "c", "c": "c", "a": "a"}
    for at, token in enumerate(raises):
        out[token] = f"r{min(at + 1, 4)}"
    return out


def steps_of(tree: SpotTree, node_id: str) -> list[dict[str, Any]]:
    """Return the strip of decisions up to a node: who acted, what there was, what was done."""
    target = tree.at(node_id)
    out: list[dict[str, Any]] = []
    here = tree.root
    first = STREETS.index(tree.spot.street)
    for step in target.steps:
        while len(here.cards) < len(step.cards):
            here = tree.dealt(here, step.cards[len(here.cards)])
            out.append(_card_step(here.id, here.cards[-1], STREETS[first + here.street]))
        actions = step.place.actions
        tokens = [token_of(action) for action in actions]
        kinds = kinds_of(tokens)
        out.append(
            {
                "who": PLAYERS[step.place.player],
                "pot": chips_text(float(here.state.pot)),
                "here": False,
                "acts": [
                    {
                        "node": tree.after(here, token).id,
                        "words": action_words(token),
                        "kind": kinds[token],
                        "taken": number == step.action,
                    }
                    for number, token in enumerate(tokens)
                ],
            }
        )
        here = tree.after(here, tokens[step.action])
    while len(here.cards) < len(target.cards):
        here = tree.dealt(here, target.cards[len(here.cards)])
        out.append(_card_step(here.id, here.cards[-1], STREETS[first + here.street]))
    if target.place is not None:
        tokens = [token_of(action) for action in target.place.actions]
        kinds = kinds_of(tokens)
        out.append(
            {
                "who": PLAYERS[target.place.player],
                "pot": chips_text(float(target.state.pot)),
                "here": True,
                "acts": [
                    {
                        "node": tree.after(target, token).id,
                        "words": action_words(token),
                        "kind": kinds[token],
                        "taken": False,
                    }
                    for token in tokens
                ],
            }
        )
    return out


def _card_step(node: str, card: int, street: str) -> dict[str, Any]:
    before = node.rstrip("|").rpartition("|")[0]
    return {"card": card_name(card), "street": street, "node": node, "before": before}


def player_rows(found: NodeAnswer) -> list[dict[str, str]]:
    """Return how both players stand."""
    return [
        {
            "key": key,
            "name": _NAMES[key],
            "ev": _fixed(one.mean_ev, 2),
            "equity": _percent(one.mean_equity),
            "realised": _percent(one.mean_realisation),
            "combos": f"{float(one.reach.sum()):.5g}",
        }
        for key, one in zip(PLAYERS, found.players, strict=True)
    ]


def total_rows(found: NodeAnswer) -> list[dict[str, str]]:
    """Return how often each action is taken, the boldest first as the grid draws it."""
    kinds = kinds_of(found.actions)
    return [
        {
            "token": action,
            "words": action_words(action),
            "kind": kinds[action],
            "share": _percent(share),
            "width": f"{100 * share:.3f}" if isfinite(share) else "0",
        }
        for action, share in reversed(found.frequencies.items())
    ]


def hand_grid(found: NodeAnswer, player: int, view: str) -> list[list[GridCell]]:
    """Return the 13 x 13 grid of a player's classes."""
    one = found.players[player]
    weights = np.bincount(class_of_combos()[one.combos], one.weight, len(CLASS_NAMES))
    counts = np.bincount(class_of_combos()[one.combos], minlength=len(CLASS_NAMES))
    reach = np.bincount(class_of_combos()[one.combos], one.reach, len(CLASS_NAMES))
    shares = np.divide(reach, counts, out=np.zeros(len(CLASS_NAMES)), where=counts > 0)
    ev, equity = one.by_class(one.ev), one.by_class(one.equity)
    actions: list[NDArray[np.float64]] = []
    if player == found.actor:
        actions = [one.by_class(row) for row in found.chances]
    cells = []
    for number, name in enumerate(CLASS_NAMES):
        there = bool(weights[number] > 1e-9)
        realised = ev[number] / (equity[number] * one.pot) if equity[number] > 0 else float("nan")
        value = {"ev": ev[number], "equity": equity[number], "realised": realised}.get(view)
        bars = _bars(found.actions, [row[number] for row in actions]) if there and actions else ()
        words = f"{name}: not here"
        if there:
            said = [
                f"{action_words(token)} {_percent(row[number])}"
                for token, row in zip(found.actions, actions, strict=False)
            ]
            said += [f"EV {_fixed(ev[number], 2)}", f"equity {_percent(equity[number])}"]
            words = f"{name}: {', '.join(said)}"
        text, level = "", ""
        if there and value is not None:
            text, level = _coloured(view, float(value), one)
            bars = ()
        elif there and actions:
            text = _main(found.actions, [float(row[number]) for row in actions])
        height = f"{100 * min(max(shares[number], 0.0), 1.0):.1f}" if there else "0"
        cells.append(GridCell(name, text, words, bars, level, there, height))
    return [cells[at : at + 13] for at in range(0, len(cells), 13)]


def _bars(actions: Sequence[str], chances: Sequence[float]) -> tuple[tuple[str, str, str], ...]:
    """Return colour, left end and width of each action, the boldest first."""
    kinds = kinds_of(actions)
    out = []
    left = 0.0
    for action, chance in reversed(list(zip(actions, chances, strict=True))):
        if isfinite(chance) and chance > 0:
            out.append((kinds[action], f"{100 * left:.2f}", f"{100 * chance:.2f}"))
            left += chance
    return tuple(out)


def _main(actions: Sequence[str], chances: Sequence[float]) -> str:
    """Return the letter of what a hand does, or two of a mix."""
    often = sorted(zip(chances, actions, strict=True), reverse=True)
    seen = [action[0].upper() for chance, action in often if chance >= 0.05]
    if not seen:
        return ""
    return seen[0] if often[0][0] >= 0.95 else "".join(dict.fromkeys(seen)).lower()


def _coloured(view: str, value: float, one: Standing) -> tuple[str, str]:
    """Return a value's text and the class of its colour."""
    if not isfinite(value):
        return "–", "heat-none"
    if view == "ev":
        share = value / one.pot
        return _fixed(value, 1 if abs(value) < 100 else 0), _level((share - 0.5) * 2)
    if view == "equity":
        return f"{100 * value:.0f}", _level((value - 0.5) * 2)
    return f"{100 * value:.0f}", _level(value - 1)


def _level(share: float) -> str:
    step = round(10 * min(max(share, -1.0), 1.0))
    return f"heat-{'up' if step >= 0 else 'down'}{abs(step)}"


def hand_rows(found: NodeAnswer, player: int, hand: str) -> list[dict[str, Any]]:
    """Return the combos of a class one by one."""
    one = found.players[player]
    if hand not in CLASS_NAMES:
        return []
    inside = np.flatnonzero(class_of_combos()[one.combos] == CLASS_NAMES.index(hand))
    realised = one.realisation
    out = []
    for at in inside.tolist():
        row: dict[str, Any] = {
            "name": combo_name(int(one.combos[at])),
            "reach": _percent(one.reach[at]),
            "ev": _fixed(one.ev[at], 3),
            "equity": _percent(one.equity[at]),
            "realised": _percent(realised[at]),
            "acts": [],
        }
        if player == found.actor:
            row["acts"] = [
                (_percent(found.chances[n, at]), _fixed(found.action_evs[n, at], 3))
                for n in range(len(found.actions))
            ]
        out.append(row)
    return out


def card_rows(cards: Sequence[CardAnswer], player: int, view: str) -> list[list[dict[str, str]]]:
    """Return the cards that may come, spades first and aces first, coloured by what they bring."""
    by_card = {one.card: one for one in cards}
    known = [
        one.equities[player] if view == "equity" else one.evs[player]
        for one in cards
        if isfinite(one.evs[player])
    ]
    middle = sum(known) / len(known) if known else 0.0
    spread = max((abs(x - middle) for x in known), default=0.0) or 1.0
    out = []
    for suit in (3, 2, 1, 0):
        row = []
        for rank in range(12, -1, -1):
            card = 4 * rank + suit
            one = by_card.get(card)
            if one is None:
                row.append({"name": card_name(card), "text": "", "level": "heat-none", "words": ""})
                continue
            value = one.equities[player] if view == "equity" else one.evs[player]
            text = "–"
            if isfinite(value):
                text = f"{100 * value:.0f}" if view == "equity" else _fixed(value, 1)
            said = ", ".join(
                f"{action_words(action)} {_percent(x)}" for action, x in one.frequencies.items()
            )
            row.append(
                {
                    "name": card_name(card),
                    "text": text,
                    "level": _level((value - middle) / spread * 0.9)
                    if isfinite(value)
                    else "heat-none",
                    "words": f"{card_name(card)}: EV {_fixed(one.evs[player], 2)}, equity"
                    f" {_percent(one.equities[player])}{', then ' + said if said else ''}",
                }
            )
        out.append(row)
    return out


def way_plot(solve: PostflopSolve) -> Markup:
    """Return what was left to gain by iterations, in percent of the pot on a scale of digits."""
    way = [(one.iteration, one.exploitability) for one in solve.way if one.exploitability > 0]
    if not way:
        return Markup("")
    pot = float(solve.spot.pot)
    target = 100 * float(solve.spot.target) / pot
    levels = [100 * left / pot for _, left in way]
    low = floor(log10(min([*levels, target])) - 0.15)
    high = max(ceil(log10(max([*levels, target])) + 0.05), low + 1)
    last = way[-1][0]
    words = (
        f"Left to gain after {last} iterations: {levels[-1]:.3g} % of the pot, wanted {target:.3g}"
    )
    plot = Plot((0.0, float(last)), (float(low), float(high)), words)
    plot.grid(range(low, high + 1), lambda at: f"{10.0 ** round(at):g} %")
    plot.foot(round_steps(0, last, 4), lambda x: f"{x:,.0f}")
    plot.level("bar", log10(target))
    step = max(1, len(way) // _POINTS)
    thin = [(float(at), log10(100 * left / pot)) for at, left in way][::-step][::-1]
    if len(thin) > 1:
        plot.line("net", thin)
    for x, y in thin:
        plot.point("net", (x, y), f"{x:,.0f}: {10.0**y:.3g} %")
    plot.label((float(last) / 2, log10(target)), f"target {target:.3g} %")
    # our own drawing: nothing that was typed is in it
    return Markup(plot.svg())  # noqa: S704


def _fixed(value: float, digits: int) -> str:
    return fixed_text(value, digits, "–")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}\u2009%" if isfinite(share) else "–"
