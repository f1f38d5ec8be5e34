"""Flop models held to solved flops, as a Markdown page: all of it follows from the rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.calibrate.bootstrap import CONSTANTS
from gutshot.holdem.calibrate.by_hand_fit import predicted
from gutshot.holdem.calibrate.litmus import GROUPS, litmus
from gutshot.holdem.preflop.flop_model import FITTED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.holdem.calibrate.bootstrap import Interval
    from gutshot.holdem.calibrate.fit_report import FitReport, SpotReport

__all__ = ["CHARTS_HEADING", "MODEL_NAMES", "bands", "charts_part", "fit_page", "litmus_spot"]

MODEL_NAMES: Final = {
    "checked_down": "no betting: checked down",
    "published": "four constants as published",
    "refitted": "four constants, fitted here",
    "by_raiser": "the same, an edge by who raised last",
    "by_hand": "edges by hand",
    "by_hand_chart": "edges by hand, whole charts held out",
}
CHARTS_HEADING: Final = "## What it does to charts"
_BANDS: Final = ((0.0, 3.0), (3.0, 7.0), (7.0, 15.0), (15.0, 25.0), (25.0, math.inf))
_RAISERS: Final = {"ip": "the seat in position", "oop": "the seat out of position", "": "nobody"}
_MANY: Final = 9
_LITMUS: Final = "cash_6_100/FFFRFC"
_CONSTANT_NAMES: Final = {
    "exponent": "exponent",
    "edge_offset": "edge: offset",
    "edge_slope": "edge: slope in log2(1 + SPR)",
    "edge_cap": "edge: cap",
}


def bands(report: FitReport) -> list[tuple[str, list[SpotReport]]]:
    """Return the spots by SPR, in bands that have some."""
    out = []
    for low, high in _BANDS:
        spots = [spot for spot in report.spots if low <= spot.means.spr < high]
        name = f"{low:g} and more" if math.isinf(high) else f"{low:g} to {high:g}"
        if spots:
            out.append((name, spots))
    return out


def litmus_spot(report: FitReport) -> SpotReport:
    """Return the spot that is asked for litmus facts: the usual one, or else the likeliest."""
    for spot in report.spots:
        if spot.means.name == _LITMUS:
            return spot
    return max(report.spots, key=lambda spot: spot.means.ending.reach)


def fit_page(report: FitReport, pictures: Sequence[str], charts: str) -> str:
    """Return the page.

    pictures : files of the edge and of the slope by SPR, as the page names them. charts : the last
    part, of `charts_part`.
    """
    parts = [
        "# What a flop is worth: models held to solved flops",
        "<!-- written by: gutshot postflop fit ROWS --page FILE -->",
        _rows_words(report),
        "## The four constants",
        *_constants(report),
        f"![Edge of position by SPR]({pictures[0]})",
        f"![Slope of EV against equity by SPR]({pictures[1]})",
        _PICTURES,
        "## Error per hand",
        *_errors(report),
        "## Who raised last",
        *_by_raiser(report),
        "## Edges by hand",
        *_by_hand(report),
        "## Litmus",
        *_litmus(report),
        "## Spot by spot",
        _spots(report),
        "## What remains wrong",
        *_remains(report),
        CHARTS_HEADING,
        charts,
    ]
    return "\n\n".join(parts) + "\n"


_PICTURES: Final = (
    "A dot is a spot: blue where the seat in position raised last before the flop, orange where the"
    " other did, grey where nobody did. The line is fitted here, the dashed one is published."
)


def _rows_words(report: FitReport) -> str:
    spots = report.spots
    flops = [spot.means.flops for spot in spots]
    each = f"{min(flops)}" if min(flops) == max(flops) else f"{min(flops)} to {max(flops)}"
    left = f" {report.left_out} rows of raked endings are left out." if report.left_out else ""
    return (
        f"{report.rows} flops of {len(spots)} spots, {each} a spot, SPR"
        f" {spots[0].means.spr:.1f} to {spots[-1].means.spr:.1f}, solved from the flop to the river"
        f" in {report.cpu_hours:.1f} processor hours, on average to"
        f" {100 * report.exploitability:.2f} % of the pot, and each solved again with the stacks"
        f" taken away, which is the equity.{left} Spots are heads-up flop endings of charts, with"
        f" their ranges{_second_round(spots)}. EVs are shares of the pot that goes to the flop,"
        " errors are in percent of it: the root of the mean square over classes, weighed by how"
        " often they are there, seats and spots alike."
    )


def _second_round(spots: Sequence[SpotReport]) -> str:
    """Return in words how many spots are of charts that were solved by a fit to the others."""
    later = sum(spot.means.ending.model_id != "fitted" for spot in spots)
    if not later:
        return ""
    return (
        f"; {later} of them are a second round, of charts solved with edges by hand that were"
        " fitted to the first, in which hands that could have come and don't come a hundredth of"
        " the time. An ending in both rounds is one spot where spots are held out"
    )


def _constants(report: FitReport) -> list[str]:
    def cell(one: Interval) -> str:
        return f"{one.fitted:.3f} ({one.low:.3f} to {one.high:.3f})"

    rows = []
    outside = []
    for name in CONSTANTS:
        published = float(getattr(FITTED, name))
        staged, joint = report.staged_intervals[name], report.joint_intervals[name]
        rows.append([_CONSTANT_NAMES[name], f"{published:g}", cell(staged), cell(joint)])
        if not staged.holds(published):
            outside.append(_CONSTANT_NAMES[name])
    exponent = report.staged_intervals["exponent"]
    says = (
        f"The exponent here is {exponent.fitted:.3f}; the published {FITTED.exponent:g} is"
        f" {'inside' if exponent.holds(FITTED.exponent) else 'outside'} its interval."
    )
    lies = (
        f"Outside the interval of the staged fit: {', '.join(outside)}."
        if outside
        else ("All published constants lie in the intervals of the staged fit.")
    )
    return [
        (
            "A player puts in the share 1 / (1 + SPR^exponent) of what he has behind, and"
            " the seat in"
            " position gets the edge of all that is played for on top of its equity. The staged fit"
            " takes each constant from what it alone decides: the exponent from the slope of EV"
            " against equity over a seat's classes, the edge from the difference of the"
            " seats' means."
            " The joint fit has the least squared error over classes. In brackets the middle"
            " 95 % of"
            f" {report.draws} samples in which whole spots were drawn again, and flops in them."
        ),
        _table(["constant", "published", "staged", "joint"], rows),
        (
            f"{says} {lies} The joint fit's exponent is {report.joint.exponent:.3f}: where the two"
            " differ, the form of the model is too narrow. Offset and slope of the edge are hardly"
            " told apart by these rows, their sum at an SPR is. What a constant is worth is another"
            " question: held out, the constants fitted here are"
            f" {_percent(report.error('refitted'))} % off and the published ones"
            f" {_percent(report.error('published'))}, so that what is gained below is gained by"
            " edges that know the hand."
        ),
    ]


def _percent(share: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.2f}"


def _errors(report: FitReport) -> list[str]:
    rows = [
        [
            words,
            _percent(report.error(model)),
            _percent(report.error(model, reach=True)),
            *(_percent(report.error(model, set(spots).__contains__)) for _, spots in bands(report)),
        ]
        for model, words in MODEL_NAMES.items()
    ]
    rows.append(
        [
            "of it, the sample of flops by itself",
            _percent(report.noise()),
            "",
            *(_percent(report.noise(set(spots).__contains__)) for _, spots in bands(report)),
        ]
    )
    refitted, ours = report.error("refitted"), report.error("by_hand")
    noise = report.noise()
    clean = [max(0.0, x * x - noise * noise) ** 0.5 for x in (refitted, ours)]
    return [
        (
            "Every spot's error is that of constants, edges and penalty fitted to the other"
            " spots; in"
            " the last model to spots of other charts. The second column weighs spots by how often"
            " deals come to them."
        ),
        _table(
            ["model", "error, %", "by reach", *(f"SPR {name}" for name, _ in bands(report))], rows
        ),
        f"Against the four constants fitted here, edges by hand lower the error by"
        f" {100 * (1 - ours / refitted):.0f} %. A sample of few flops has an error of its own in"
        f" every row of the table; with its square taken off, {_percent(clean[0])} % becomes"
        f" {_percent(clean[1])} %, {100 * (1 - clean[1] / clean[0]):.0f} % less."
        if clean[0]
        else "The sample's own error is as large as the models'.",
        *_of_many_flops(report),
    ]


def _of_many_flops(report: FitReport) -> list[str]:
    """Return the errors on spots of many flops, where the sample's own matters least."""
    many = {spot for spot in report.spots if spot.means.flops >= _MANY}
    if not many or len(many) == len(report.spots):
        return []
    chosen = many.__contains__
    found = {name: report.error(name, chosen) for name in ("published", "refitted", "by_hand")}
    less = [100 * (1 - found["by_hand"] / found[name]) for name in ("refitted", "published")]
    return [
        (
            f"On the {len(many)} spots of {_MANY} flops and more, where the sample's own error is"
            f" {_percent(report.noise(chosen))} %, edges by hand are"
            f" {_percent(found['by_hand'])} % off, the constants fitted here"
            f" {_percent(found['refitted'])} % and the published ones"
            f" {_percent(found['published'])} %: {less[0]:.0f} and {less[1]:.0f} % less with"
            " nothing taken off."
        )
    ]


def _by_raiser(report: FitReport) -> list[str]:
    rows = []
    for raiser, words in _RAISERS.items():
        edges = [s.fit.edge for s in report.spots if s.means.ending.aggressor == raiser]
        if edges:
            line = report.by_raiser[raiser]
            rows.append(
                [
                    words,
                    str(len(edges)),
                    f"{100 * float(np.mean(edges)):.1f}",
                    f"{100 * min(edges):.1f} to {100 * max(edges):.1f}",
                    f"{100 * line.cap:.1f}",
                ]
            )
    whole, more = report.error("refitted"), report.error("by_raiser")
    return [
        (
            "The edge of the seat in position, in percent of what is played for, split by"
            " who raised"
            " last before the flop. An account of a fit like this one found 7.6 to 8.6 where"
            " that is"
            " the seat in position and -0.2 to 2.5 where it is the other, and that a line for each"
            " removes another 4 % of the error."
        ),
        _table(["raised last", "spots", "mean", "from, to", "fitted cap"], rows),
        (
            f"A line for each changes the held-out error from {_percent(whole)} % to"
            f" {_percent(more)} %"
            f" of the pot: {100 * (1 - more / whole):.0f} % of it goes."
        ),
    ]


def _by_hand(report: FitReport) -> list[str]:
    by_hand = report.model.by_hand
    if by_hand is None:
        return ["There is none."]
    features = len({edge[2] for edge in by_hand.edges})
    numbers = len(by_hand.halves) * (1 + len(by_hand.edges))
    halves = " and ".join(f"{half:g}" for half in by_hand.halves)
    return [
        (
            "Two hands h and k share the pot by their equity, with a slope, plus e(h) - f(k): what"
            " payoffs may depend on, hands, seats and stacks, and nothing else, so that"
            " shares add up"
            f" to 1. An edge is a sum of {features} features of a class (strength, ranks, pairs,"
            f" suitedness, straights), by seat, times SPR / (SPR + {halves}), which is"
            " nothing at SPR"
            f" 0, where it is an all-in; above SPR {by_hand.spr_most:.0f} it is as there."
            " The seats'"
            f" common edges depend on who raised last too. {numbers} numbers are fitted with"
            " a penalty"
            f" of {report.penalty:g} on their squares. Three and more on the flop go by the four"
            " constants as they are fitted here, which nothing of three was solved for."
        ),
        (
            "What classes get out of the other's share, in percent of the pot, where the seat in"
            " position raised last:"
        ),
        _edges_at(report),
        "In other forms, on spots held out in turn, each with the penalty that does best there:",
        _table(
            ["form", "error, %"],
            [[name or "as fitted", _percent(error)] for name, error in report.forms.items()],
        ),
    ]


def _edges_at(report: FitReport) -> str:
    """Return a table of some classes' edges at two SPRs, in percent of the pot."""
    from gutshot.holdem.hand_classes import class_index
    from gutshot.holdem.preflop.hand_edges import SEATS_AFTER, hand_features

    by_hand = report.model.by_hand
    if by_hand is None:
        return ""
    names = ("AA", "88", "33", "AKs", "AKo", "A5s", "A6o", "KQs", "KQo", "K7o", "JTs", "JTo")
    columns = [(seat, spr) for spr in (2.0, 17.0) for seat in SEATS_AFTER]
    at = [by_hand.of_features(seat, spr, "ip") for seat, spr in columns]
    rows = [
        [name, *(f"{100 * float(hand_features()[class_index(name)] @ one):+.1f}" for one in at)]
        for name in (*names, "76s", "76o", "72o")
    ]
    head = [f"{'in' if seat == 'ip' else 'out of'} position, SPR {spr:g}" for seat, spr in columns]
    return _table(["hand", *head], rows)


def _litmus(report: FitReport) -> list[str]:
    spot = litmus_spot(report)
    ending = spot.means.ending
    found = {
        "solved": litmus(spot.means, spot.means.ev),
        "four constants": litmus(spot.means, predicted(report.staged, spot.means)),
        "edges by hand": litmus(spot.means, predicted(spot.held_out, spot.means)),
    }
    rows = []
    for at, seat in enumerate(("out of position", "in position")):
        rows.append([f"range, {seat}", *(_ratio(one.ranges[at]) for one in found.values())])
        for name in GROUPS:
            cells = [_ratio(one.groups[name][at]) for one in found.values()]
            if any(cells):
                rows.append([f"{name}, {seat}", *cells])
        rows.append(
            [
                f"suited above its offsuit twin, {seat}",
                *(_twins(one.suited_above[at], one.suited_by[at]) for one in found.values()),
            ]
        )
    return [
        (
            f"What hands get over what they would get checked down, {ending.seats[0]} against"
            f" {ending.seats[1]} ({spot.means.name}, SPR {spot.means.spr:.1f}); edges by"
            " hand are of a"
            " fit that has not seen this spot. Suited hands get more of their equity than"
            " their offsuit"
            " twins in both seats; suited connectors in position more than their equity;"
            " offsuit aces"
            " out of position less."
        ),
        _table(["", *found], rows),
    ]


def _ratio(found: float) -> str:
    return "" if math.isnan(found) else f"{found:.2f}"


def _twins(share: float, by: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.0f} %, by {by:.2f}"


def _spots(report: FitReport) -> str:
    rows = []
    for spot in report.spots:
        ending, fit = spot.means.ending, spot.fit
        rows.append(
            [
                spot.means.name,
                f"{ending.seats[0]} {ending.seats[1]}",
                f"{spot.means.spr:.1f}",
                str(ending.raises),
                ending.aggressor or "-",
                str(spot.means.flops),
                f"{fit.slopes[0]:.2f}, {fit.slopes[1]:.2f}",
                f"{100 * fit.edge:.1f}",
                *(
                    _percent(spot.errors[model] ** 0.5)
                    for model in ("checked_down", "published", "refitted", "by_hand")
                ),
                _percent(spot.noise**0.5),
            ]
        )
    head = ["spot", "seats", "SPR", "raises", "raised last", "flops", "slopes", "edge, %"]
    return _table(
        [*head, "checked down", "published", "refitted", "by hand", "of it, sample"], rows
    )


def _remains(report: FitReport) -> list[str]:
    worst = sorted(report.spots, key=lambda spot: -spot.errors["by_hand"])[:3]
    names = ", ".join(
        f"{spot.means.name} ({_percent(spot.errors['by_hand'] ** 0.5)} %)" for spot in worst
    )
    most = dict.fromkeys(GROUPS, 0.0)
    for spot in report.spots:
        apart = spot.means.weight * (predicted(spot.held_out, spot.means) - spot.means.ev) ** 2
        for name, hands in GROUPS.items():
            most[name] += float(apart[:, hands].sum()) / 2
    whole = sum(spot.errors["by_hand"] for spot in report.spots)
    groups = "; ".join(
        f"{name} {100 * x / whole:.0f} %"
        for name, x in sorted(most.items(), key=lambda one: -one[1])[:4]
    )
    limped = "Limped pots" if any(not s.means.ending.raises for s in report.spots) else "Pots"
    return [
        (
            f"- The largest errors left are in {names}.\n"
            f"- Of the squared error that is left, by kinds of hands: {groups}.\n"
            "- Edges are sums: how a hand fares against one kind of hand rather than"
            " another, beyond"
            " equity, is not in them.\n"
            "- Ranges shape what hands are worth, and a model that knows no ranges has the mean"
            " of those that were measured. Sizes after the flop that the trees do not have, and"
            " raises on the turn and the river, are not measured.\n"
            f"- {limped} deeper than SPR {report.spots[-1].means.spr:.0f}, rake, and flops"
            " of three are"
            " not measured; prizes have the four constants alone."
        ),
    ]


def charts_part(found: Mapping[str, Sequence[float]], names: Sequence[str]) -> str:
    """Return the part about charts.

    found : by what it is a share of the percent by model. names : of the models, in that order.
    """
    rows = [[name, *(f"{x:.1f}" for x in percent)] for name, percent in found.items()]
    return (
        "The same charts solved with one model and with another, in percent; nothing else differs."
        "\n\n" + _table(["share", *names], rows)
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
