"""Two charts beside each other, as JSON for scripts and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.chart_diff import mismatches, seat_values
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_payload import spec_payload
from gutshot.render.preflop_text import WORDS, action_word, spec_words
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_diff import NodeDifference, TreeDifference
    from gutshot.holdem.preflop.chart_set import ChartSet

    AnyChart = PreflopChart | ChartSet

__all__ = ["diff_payload", "diff_text"]

_HANDS: Final = 12
_NODES: Final = 8


def diff_payload(
    one: AnyChart, other: AnyChart, node: NodeDifference, tree: TreeDifference
) -> dict[str, Any]:
    """Return what differs between two charts.

    `mismatches` are keys of the spots with different values; without one, all that differs is the
    solve. `apart` is the share of cases, 0..1, in which a hand does something else; of a node it is
    the mean over its hands, of the tree over all nodes that both come to often. EVs are net since
    before posting, the second chart's less the first one's.
    """
    ours, theirs = node.frequencies.tolist()
    means = node.means_bb
    return {
        "schema": "gutshot.preflop.diff/1",
        "one": spec_payload(one.spec),
        "other": spec_payload(other.spec),
        "mismatches": [found._asdict() for found in mismatches(one.spec, other.spec)],
        "exploitability_bb": [one.certificate.exploitability, other.certificate.exploitability],
        "values_bb": {
            seat: {"one": first, "other": second, "difference": second - first}
            for seat, first, second in seat_values(one, other)
        },
        "node": {
            "one": node.one.node,
            "other": node.other.node,
            "seat": node.one.seat,
            "actions": list(node.actions),
            "to_bb": [_sizes(node.one), _sizes(node.other)],
            "reach": [node.one.reach, node.other.reach],
            "frequency": {
                action: {"one": first, "other": second, "difference": second - first}
                for action, first, second in zip(node.actions, ours, theirs, strict=True)
            },
            "ev_bb": [None if np.isnan(mean) else mean for mean in means],
            "apart": node.mean_apart,
            "hands": node.rows(),
        },
        "tree": {
            "common_nodes": tree.common,
            "only_one": tree.only_one,
            "only_other": tree.only_other,
            "compared": len(tree.nodes),
            "apart": tree.mean_apart,
            "nodes": [found._asdict() for found in tree.nodes],
        },
    }


def diff_text(one: AnyChart, other: AnyChart, node: NodeDifference, tree: TreeDifference) -> str:
    """Return what differs between two charts, for the terminal: what does not match first."""
    found = mismatches(one.spec, other.spec)
    lines = [f"One:   {spec_words(one.spec)}", f"Other: {spec_words(other.spec)}", ""]
    if found:
        rows = [(x.what, x.one, x.other) for x in found]
        lines += [
            "The spots do not match, so that differences are not the solver's alone:",
            text_table([Column("what"), Column("one"), Column("other")], rows),
        ]
    else:
        lines.append("The spots are the same: all that differs is how they were solved.")
    left = [chart.certificate.exploitability for chart in (one, other)]
    values = [
        (seat, f"{first:+.4f}", f"{second:+.4f}", f"{second - first:+.4f}")
        for seat, first, second in seat_values(one, other)
    ]
    return "\n".join(
        [
            *lines,
            "",
            text_table([Column("EV bb a hand"), *_right("one", "other", "difference")], values),
            f"At most {left[0]:.2e} and {left[1]:.2e} bb a hand are left to gain.",
            "",
            *_node_lines(one, node),
            "",
            *_tree_lines(tree),
        ]
    )


def _node_lines(one: AnyChart, node: NodeDifference) -> list[str]:
    where = line_words(one.spec, node.one.node) or "nobody has acted"
    first, second = node.frequencies.tolist()
    rows = [
        (
            _word(node.one, node.other, action),
            f"{100 * ours:.2f} %",
            f"{100 * theirs:.2f} %",
            f"{100 * (theirs - ours):+.2f}",
        )
        for action, ours, theirs in zip(node.actions, first, second, strict=True)
    ]
    ours, theirs = node.means_bb
    rows.append(("EV bb, since posting", f"{ours:+.4f}", f"{theirs:+.4f}", f"{theirs - ours:+.4f}"))
    reaches = f"{100 * node.one.reach:.4g} % and {100 * node.other.reach:.4g} % of deals"
    out = [
        f"{node.one.seat} after: {where}. Come to in {reaches};",
        f"hands do something else in {100 * node.mean_apart:.2f} % of cases.",
        text_table([Column(node.one.seat), *_right("one", "other", "difference")], rows),
    ]
    hands = [_hand_row(node, number) for number in node.most_apart()[:_HANDS]]
    if hands:
        titles = ("EV one", "EV other", "difference")
        columns = [Column("hand"), Column("one"), Column("other"), *_right(*titles)]
        out += ["", text_table(columns, hands)]
    return out


def _hand_row(node: NodeDifference, number: int) -> tuple[str, ...]:
    mixes = [
        ", ".join(
            f"{WORDS[action[0]]} {100 * share:.4g} %"
            for action, share in zip(node.actions, shares[:, number].tolist(), strict=True)
            if share >= 0.0005
        )
        for shares in node.shares
    ]
    first, second = node.values_bb[:, number].tolist()
    numbers = (first, second, second - first)
    shown = ("not reached" if np.isnan(value) else f"{value:+.4f}" for value in numbers)
    return (CLASS_NAMES[number], *mixes, *shown)


def _tree_lines(tree: TreeDifference) -> list[str]:
    own = f"{tree.only_one:,} are the first one's only, {tree.only_other:,} the second one's"
    apart = f"hands do something else in {100 * tree.mean_apart:.2f} % of cases"
    often = f"{len(tree.nodes):,} are come to in over 0.1 % of deals in both"
    out = [f"Both trees have {tree.common:,} nodes, {own}.", f"{often}: there {apart}."]
    rows = [
        (
            found.node or "(root)",
            found.seat,
            *(f"{100 * reach:.3f} %" for reach in found.reaches),
            f"{100 * found.apart:.2f} %",
            f"{found.ev_difference_bb:+.4f}",
        )
        for found in tree.most_apart()[:_NODES]
    ]
    if rows:
        titles = ("reached, one", "reached, other", "something else", "EV difference")
        out += ["", text_table([Column("node"), Column("seat"), *_right(*titles)], rows)]
    return out


def _word(one: ChartNode, other: ChartNode, action: str) -> str:
    """Return an action in words, with its sizes where both charts have it."""
    if action not in one.actions or action not in other.actions:
        return f"{WORDS[action[0]]}, all sizes" if action[0] == "R" else WORDS[action[0]]
    ours, theirs = action_word(one, action), action_word(other, action)
    return ours if ours == theirs else f"{ours} against {theirs.rsplit(' ', 1)[-1]}"


def _sizes(node: ChartNode) -> dict[str, float]:
    return dict(zip(node.actions, node.to_bb, strict=True))


def _right(*titles: str) -> list[Column]:
    return [Column(title, right=True) for title in titles]
