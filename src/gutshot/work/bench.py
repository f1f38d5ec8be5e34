"""Measure the engines: times, work done, and ratios to the slow twin and to plain memory traffic.

Every row names what it counts. Seconds are this machine's, medians over several runs; ratios are
within one run and may be compared between machines. The signature at the end is a hash over every
answer that was computed: it changes only when a number does.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.cards.suit_classes import suit_key
from gutshot.cards.text import parse_hand
from gutshot.videopoker import analyse_game, analyse_hand, game, games
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.holds import hold_counts
from gutshot.videopoker.plain import counts_by_hand
from gutshot.videopoker.strategy import generate, judge_strategy
from gutshot.videopoker.strategy_return import all_evs
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.work.verify import Progress

__all__ = ["Row", "bench_videopoker"]

HAND = "As Ks Qs Js 2d"


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement.

    work : what one run does, in counted units.
    seconds : median of one run.
    compared : how it stands to a twin or a limit, in words.
    """

    name: str
    seconds: float
    work: str
    compared: str = ""


def timed(function: Callable[[], Any], runs: int) -> float:
    """Return the median seconds of a call, after one that is not counted."""
    function()
    seconds = []
    for _ in range(runs):
        start = perf_counter()
        function()
        seconds.append(perf_counter() - start)
    return median(seconds)


def bench_videopoker(progress: Progress) -> tuple[list[Row], str]:
    """Return the video-poker rows and the signature over all games of the catalogue."""
    table = game("jacks-or-better-9-6")
    changed = table.with_payouts({"flush": 5})
    cards = parse_hand(HAND, table.deck)
    key = suit_key(cards)
    rows = []

    deals = deal_classes(0)
    gathers = deals.rows.size
    tables = subset_tables(table.deck)
    sums = tables.sums(np.ones(len(tables.kinds), np.int64))
    # the limit: reading each row number and looking its sum up, nothing computed
    flat = deals.rows.reshape(-1)
    out = np.empty(len(flat), np.int64)
    gather = timed(lambda: np.take(sums, flat, out=out, mode="clip"), 9)
    rows.append(
        Row("look-ups alone (numpy.take)", gather, f"{gathers:,} of {sums.nbytes:,} B", "the limit")
    )
    progress(0.1)
    whole = timed(lambda: analyse_game(table), 9)
    rows.append(
        Row(
            "whole game, new pay table",
            whole,
            f"{deals.count:,} classes x 32 holds, counts of {len(table.categories)} categories",
            f"{whole / gather:.1f} x the limit",
        )
    )
    progress(0.3)
    edited = timed(lambda: analyse_game(changed), 9)
    rows.append(
        Row("whole game, one payout changed", edited, "the same", f"{edited / whole:.2f} x")
    )
    progress(0.4)
    fresh = hold_counts.__wrapped__
    counts = timed(lambda: fresh(key, 5, table.deck, table.order), 200)
    plain = timed(lambda: counts_by_hand(cards, table), 5)
    rows.append(
        Row(
            "one hand, plain engine",
            plain,
            "2,598,960 completions enumerated",
            f"{plain * 1e9 / 2_598_960:.2f} ns each",
        )
    )
    rows.append(
        Row(
            "one hand, 32 holds with counts",
            counts,
            "80 differences",
            f"{plain / counts:,.0f} x faster",
        )
    )
    cached = timed(lambda: analyse_hand(cards, table).best, 200)
    rows.append(Row("one hand, from the cache", cached, "masks mapped back, holds compared"))
    rows += _strategy_rows(table, progress)
    digest = hashlib.sha256()
    catalogue = games()
    for done, one in enumerate(catalogue):
        progress(0.6 + 0.4 * done / len(catalogue))
        played = analyse_game(one)
        digest.update(f"{one.version} {played.numerator} {played.categories}\n".encode())
        digest.update(played.best.tobytes() + played.ties.tobytes())
    return rows, digest.hexdigest()[:16]


def _strategy_rows(table: PayTable, progress: Progress) -> list[Row]:
    start = perf_counter()
    found = generate(table)
    searched = perf_counter() - start
    progress(0.55)
    exact = found.exact
    evs = timed(lambda: all_evs(table), 5)
    judged = timed(lambda: judge_strategy(exact.strategy, table), 5)
    return [
        Row(
            "strategies, from one line to exact",
            searched,
            f"{len(found.options)} lists; {exact.size} lines and exceptions cost {exact.cost:.9f}",
        ),
        Row(
            "a strategy judged on every deal",
            judged,
            f"{deal_classes(0).count:,} classes x 32 holds",
            f"{judged / evs:.1f} x counting all EVs",
        ),
    ]
