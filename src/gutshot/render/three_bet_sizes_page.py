"""What a second 3-bet size changes, as a Markdown page: all its figures are those of a report.

``python -m gutshot.render.three_bet_sizes_page`` prints the page of the evidence.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from gutshot.holdem.preflop.three_bet_sizes import shipped_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gutshot.holdem.preflop.three_bet_sizes import FacingARaise, SolvedWith, ThreeBetSizes

__all__ = ["page_text"]

_COMMAND: Final = "python -m gutshot.render.three_bet_sizes_page"


def page_text(found: Iterable[ThreeBetSizes]) -> str:
    """Return the page."""
    spots = [*found]
    about = (
        "Shipped charts have one raise size at a node, and all-in. Where the only 3-bet is to three"
        " or four times the raise, aces may find more in an all-in than a larger size would give"
        " them. So cash with 100 big blinds was solved twice, with the schedule of shipped charts"
        " and with a larger size beside its 3-bet: 3 or 4 times the bet in position, 4 or 5 times"
        f' out of it (`sizes = "two-three-bets"`). Flops are priced by the model'
        f" `{spots[0].flops}`. Every figure here is of `data/evidence/two-three-bets.json`, which"
        " `python -m gutshot.work.two_three_bets` writes anew; `--flops NAME` takes another model."
    )
    costs = (
        "Memory is what is estimated before a solve. Processor seconds are of one core, of the"
        " machine that wrote this page. Charts ship solved to a 20th of their bar."
    )
    parts = [
        "# Two 3-bet sizes",
        f"<!-- written by: {_COMMAND} > docs/two-3-bet-sizes.md -->",
        about,
        *[part for spot in spots for part in _spot(spot)],
        "## What it costs",
        *_costs(spots),
        costs,
    ]
    return "\n\n".join(parts) + "\n"


def _spot(spot: ThreeBetSizes) -> list[str]:
    one, two = spot.one, spot.two
    seat, moved = max(zip(spot.seats, spot.moved_bb, strict=True), key=lambda pair: abs(pair[1]))
    jams = (
        f"Against one raise aces go all-in {_percent(one.aces.all_in)} % of the time with one size"
        f" and {_percent(two.aces.all_in)} % with two; the first all-in of a hand, at whatever"
        f" decision, is theirs in {_percent(one.aces_first)} % and {_percent(two.aces_first)} % of"
        " the deals in which a seat holds them."
    )
    moves = (
        f"No seat's EV moves by more than the {seat}'s, {_bb(moved)} big blinds a hand; the two"
        f" solves leave {one.exploitability_bb:.4f} and {two.exploitability_bb:.4f} to gain."
    )
    return [
        f"## {spot.players} seats",
        jams,
        _table(
            ["against one raise, %", "fold", "call", "3-bet", "larger 3-bet", "all-in"],
            [
                _facing("aces, one size", one.aces, sizes=1),
                _facing("aces, two sizes", two.aces, sizes=2),
                _facing("all hands, one size", one.all_hands, sizes=1),
                _facing("all hands, two sizes", two.all_hands, sizes=2),
            ],
        ),
        moves,
        _table(
            [
                "seat",
                "EV, one size",
                "two sizes",
                "change, bb",
                "aces all-in against one raise, %: one size",
                "two sizes",
                "aces first all-in, %: one size",
                "two sizes",
            ],
            [
                [
                    name,
                    _bb(one.values_bb[at]),
                    _bb(two.values_bb[at]),
                    _bb(spot.moved_bb[at]),
                    _jam(one.aces_by_seat[at]),
                    _jam(two.aces_by_seat[at]),
                    _percent(one.aces_first_all_in[at]),
                    _percent(two.aces_first_all_in[at]),
                ]
                for at, name in enumerate(spot.seats)
            ],
        ),
    ]


def _costs(spots: Sequence[ThreeBetSizes]) -> list[str]:
    rows = [
        [f"{spot.players}, {words}", *_cost(solved)]
        for spot in spots
        for words, solved in (("one size", spot.one), ("two sizes", spot.two))
    ]
    times = ", ".join(
        f"{spot.two.decisions / spot.one.decisions:.1f} times the decisions and"
        f" {spot.two.bar_seconds / spot.one.bar_seconds:.1f} times the processor seconds to the bar"
        f" with {spot.players} seats"
        for spot in spots
    )
    heads = ["seats", "decisions", "endings", "memory, GB", "bar, bb", "to the bar: iterations"]
    heads += ["seconds", "as shipped: iterations", "seconds"]
    return [f"A second size takes {times}.", _table(heads, rows)]


def _cost(solved: SolvedWith) -> list[str]:
    return [
        f"{solved.decisions:,}",
        f"{solved.endings:,}",
        f"{solved.memory_bytes / 1e9:.2f}",
        f"{solved.bar_bb:.4f}",
        f"{solved.bar_iterations:,}",
        f"{solved.bar_seconds:.1f}",
        f"{solved.iterations:,}",
        f"{solved.seconds:.1f}",
    ]


def _facing(words: str, found: FacingARaise, *, sizes: int) -> list[str]:
    large = _percent(found.large) if sizes > 1 else ""
    shares = [_percent(one) for one in (found.folds, found.calls, found.small)]
    return [words, *shares, large, _percent(found.all_in)]


def _jam(found: FacingARaise) -> str:
    return _percent(found.all_in) if found.faced else ""


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


def _bb(amount: float) -> str:
    return f"{amount:+.4f}".replace("-", "\u2212")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] + ["--:"] * (len(heads) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    sys.stdout.write(page_text(shipped_report().values()))
