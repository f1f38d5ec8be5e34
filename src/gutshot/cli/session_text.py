"""What the trainer prints: a deal's hands and their result, a session's statistics.

Statistics are four numbers that add up, EV lost, and only then accuracy.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import format_cards
from gutshot.render.decision_words import hands_words, result_words
from gutshot.render.text_table import Column, text_table
from gutshot.render.videopoker_text import category_label

if TYPE_CHECKING:
    from gutshot.play.videopoker.records import HandRecord
    from gutshot.play.videopoker.statistics import Statistics

__all__ = ["drawn_text", "result_text", "session_text"]

LISTED_HANDS: Final = 10
"""So many hands of a deal are printed card by card; of more only the summary."""


def drawn_text(record: HandRecord, *, unicode: bool) -> str:
    """Return the hands of a finished deal, and of several a summary by category."""
    if record.plays == 1:
        (hand,) = record.hands
        return f"{format_cards(hand.cards, unicode=unicode)}   {category_label(hand.category)}"
    parts = []
    if record.plays <= LISTED_HANDS:
        rows = [
            [
                str(number),
                format_cards(hand.cards, unicode=unicode),
                category_label(hand.category),
                str(hand.payout_credits),
            ]
            for number, hand in enumerate(record.hands, 1)
        ]
        columns = [
            Column("Hand", right=True), Column("Cards"), Column("Ended in"),
            Column("Paid", right=True),
        ]  # fmt: skip
        parts += [text_table(columns, rows), ""]
    rows = [
        [
            category_label(one.category),
            str(one.hands),
            str(one.payout_credits // one.hands),
            str(one.payout_credits),
        ]
        for one in record.tally
    ]
    rows.append(["All hands", str(record.plays), "", str(record.payout_credits)])
    columns = [
        Column("Result"), Column("Hands", right=True), Column("Each pays", right=True),
        Column("Paid", right=True),
    ]  # fmt: skip
    return "\n".join([*parts, text_table(columns, rows), ""])


def result_text(record: HandRecord, *, judged: bool) -> str:
    """Return what the draw brought; where the mode does not judge, nothing about the hold."""
    if record.plays > 1:
        return hands_words(
            record.plays,
            payout_credits=record.payout_credits,
            stake_credits=record.stake_credits,
            expected_credits=record.stake_credits * Fraction(record.ev) if judged else None,
            right=str(record.hold_mask) in record.best.split(),
        )
    paid = record.payout_credits
    if judged:
        return result_words(right=record.right, payout_credits=paid)
    return f"You won {paid}." if paid else "No win."


def session_text(stats: Statistics) -> str:
    """Return the summary of a set of hands."""
    parts = stats.parts
    rows = [
        ["the game itself (return less bet)", _credits(parts.game)],
        ["luck of the deal", _credits(parts.deal_luck)],
        ["mistakes", _credits(parts.mistakes)],
        ["luck of the draw", _credits(parts.draw_luck)],
        ["net", _credits(parts.net)],
    ]
    columns = [Column("Where it came from"), Column("Credits", right=True)]
    right = float(100 * stats.accuracy)
    many = stats.hands > stats.deals
    counts = _counted(stats.hands, "hand")
    if many:
        counts = f"{_counted(stats.deals, 'deal')}, {counts}"
    lines = [
        f"{counts}, {stats.staked_credits} credits staked, {stats.paid_credits} paid",
        "",
        text_table(columns, rows),
        "",
        f"EV lost by decisions   {_credits(stats.lost_credits)} credits (first choices)",
        f"  per 1,000 hands      {float(stats.lost_per_thousand):.4f} credits",
        *([f"  per deal             {float(stats.lost_per_deal):.4f} credits"] if many else []),
        f"Decisions right        {stats.right} of {stats.deals} ({right:.1f} %)",
        f"Near misses            {stats.near_misses}",
        f"Time per decision      {stats.seconds_per_decision:.1f} s",
    ]
    wrong = [one for one in stats.by_shape if one.right < one.decisions]
    if wrong:
        rows = [
            [one.shape, f"{one.right} of {one.decisions}", _credits(one.lost_credits)]
            for one in wrong
        ]
        columns = [Column("Hand type"), Column("Right", right=True), Column("Lost", right=True)]
        lines += ["", text_table(columns, rows)]
    return "\n".join(lines)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _credits(exact: Fraction) -> str:
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.6f}"
