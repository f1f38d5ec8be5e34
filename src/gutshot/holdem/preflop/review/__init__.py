"""Played hands against charts: which chart, what differs, what each decision loses."""

from __future__ import annotations

from gutshot.holdem.preflop.review.decisions import Decision, Reviewed, review_hand
from gutshot.holdem.preflop.review.matching import Match, nearest_chart
from gutshot.holdem.preflop.review.totals import Review, Total, review_hands, review_histories

__all__ = [
    "Decision",
    "Match",
    "Review",
    "Reviewed",
    "Total",
    "nearest_chart",
    "review_hand",
    "review_hands",
    "review_histories",
]
