"""A published account of a comparable solver: its figures, each beside ours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Final

from gutshot.holdem.hand_classes import CLASSES, COMBOS
from gutshot.holdem.percentile import combos_of, strength_order
from gutshot.holdem.preflop.audit.report import shipped_audits
from gutshot.holdem.preflop.codec import SHARE_STEP
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.published import published, shipped_results
from gutshot.holdem.preflop.push_fold import GAIN_BB
from gutshot.holdem.preflop.simplified import shipped_changes, shipped_shares
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.holdem.three_way.pairwise_report import shipped_report as pairwise_report
from gutshot.web.content_preflop_method import found_in
from gutshot.web.number_text import decimal_text, grouped

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ACCOUNT", "CLAIMS", "Claim", "Row", "account_rows"]

ACCOUNT: Final = "comparable-solver"
"""Its file in `data/published`."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure of the account, and how ours comes about. note : why they differ, or ""."""

    about: str
    theirs: str
    ours: Callable[[], str]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure as the page prints it."""

    about: str
    theirs: str
    ours: str
    note: str


def _bars() -> str:
    bars = (spec_from({"players": seats}, "bar").bar_bb for seats in (2, 6, 9))
    return ", ".join(f"{bar:.3f}" for bar in bars)


def _top_of_the_grid() -> str:
    """Return what share of deals the strongest 40 % of the 169 cells are, the last one in part."""
    cells = Fraction(40 * CLASSES, 100)
    order = strength_order()
    whole, rest = divmod(cells, 1)
    combos = sum(one.combos for one in order[: int(whole)]) + rest * combos_of(
        order[int(whole)].number
    )
    return f"{decimal_text(100 * combos / COMBOS, 1)}\u2009%"


def _gains() -> str:
    gains = [one.exploitability_bb for one in shipped_shares().values()]
    return f"{min(gains):.5f} to {max(gains):.5f} in {len(gains)} charts"


def _pairwise_sign() -> str:
    found = pairwise_report()
    weak, strong = 100 * found.bias[0], 100 * found.bias[-1]
    return (
        f"{100 * found.rms:.1f} points of a pot, {weak:+.1f} for the weakest hands and"
        f" \u2212{abs(strong):.1f} for the strongest"
    )


def _independence() -> str:
    return f"{shipped_changes()['independent_two'].moved_percent:.1f} points (two seats)"


def _real_deals() -> str:
    gains = [seat.gain_bb for seat in shipped_audits()[6].seats]
    return f"{min(gains):.3f} to {max(gains):.3f} bb for a best response (six seats)"


def _sampling() -> str:
    return f"{100 * (0.25 / 60_000) ** 0.5:.2f}, and nothing in ours: it is counted"


def _limps() -> str:
    return f"in {100 * shipped_changes()['limps'].used:.1f}\u2009% of deals (four seats)"


def _constants() -> str:
    edges = (FITTED.edge_offset, FITTED.edge_slope, FITTED.edge_cap)
    return f"{FITTED.exponent:g}; {', '.join(f'{one:g}' for one in edges)}".replace("-", "\u2212")


CLAIMS: Final = (
    Claim("Boards that two hands meet", "1,712,304", lambda: grouped(comb(48, 5))),
    Claim("Pairs of classes", "14,365", lambda: grouped(CLASSES * (CLASSES + 1) // 2)),
    Claim("Error of an equity from 60,000 deals, points", "0.20", _sampling),
    Claim(
        "The top 40\u2009% of the grid, as a share of deals",
        "about 32\u2009%",
        _top_of_the_grid,
        "Ours in the order of equity against a random hand; another order has another share.",
    ),
    Claim(
        "Constants of the flop model: exponent; edge", "1.375; \u22120.02, 0.0175, 0.07", _constants
    ),
    Claim("Bars of two, six and nine seats, bb", "0.010, 0.017, 0.021", _bars),
    Claim(
        "Left to gain in shipped charts, bb",
        "0.00004 to 0.01995 in 507 charts",
        _gains,
        "Ours are the cash charts of the table above.",
    ),
    Claim("Jam or fold, left to gain, bb", "0.00000", lambda: f"under {GAIN_BB:.7f}"),
    Claim("A share is kept to so many points", "about 1.1", lambda: f"{100 * SHARE_STEP:.2f}"),
    Claim(
        "The average of pairwise equities, among three",
        "a small error of one sign",
        _pairwise_sign,
        "It has both signs; charts here use the counted table.",
    ),
    Claim(
        "Independent hands move shares by",
        "about 0.1 points",
        _independence,
        "The share of hands that the small blind plays.",
    ),
    Claim(
        "Independent hands leave to gain",
        "less than the flop model\u2019s error",
        _real_deals,
        "More than any chart leaves in its own game.",
    ),
    Claim(
        "Where every seat may limp, a hand is limped first in",
        "dominated in published solutions",
        _limps,
        "In this model a limp is worth it; it rests on the flop model like any call.",
    ),
)
"""Beside these stand the shares and counts of `data/published/comparable-solver.toml`."""


def account_rows() -> list[Row]:
    """Return all figures of the account that can be recomputed, those of its charts first."""
    file = published(ACCOUNT)
    ours = file.found(shipped_results(file), file.readings[0])
    rows, notes = [], _notes()
    for one in file.figures:
        if one.published is None:
            continue
        unit = "" if one.kind == "nodes" else "\u2009%"
        found = f"{ours[one.id]:,.0f}" if one.kind == "nodes" else f"{ours[one.id]:.1f}"
        theirs = f"{one.published:,g}{unit}"
        rows.append(Row(_upper(one.name), theirs, f"{found}{unit}", notes.get(one.id, "")))
    return rows + [Row(one.about, one.theirs, one.ours(), one.note) for one in CLAIMS]


def _notes() -> dict[str, str]:
    """Return by figure why ours is another one."""
    second = found_in(ACCOUNT, "second", "utg_deep")
    nodes = found_in(ACCOUNT, "bb_a_caller", "nine_nodes")
    return {
        "utg_deep": f"The second seat raises {second}\u2009%: the likeliest reading.",
        "nine_nodes": "Its re-raises over callers are not published; with one big blind for each"
        f" there are {nodes}.",
    }


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
