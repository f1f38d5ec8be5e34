"""Video-poker results as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import card_name, format_cards
from gutshot.evaluate.categories import LABELS, canonical_category
from gutshot.render.text_table import Column, text_table
from gutshot.videopoker.game_return import return_denominator
from gutshot.videopoker.pay_table import NO_WIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from gutshot.videopoker import Comparison, GameReturn, HandAnalysis, Hold, PayTable

__all__ = ["compare_text", "games_text", "hold_text", "return_text"]

IMPOSSIBLE = "—"


def category_label(category: str) -> str:
    """Return a category's printed name, as the table that has it spells it."""
    if category == NO_WIN:
        return "No win"
    if category == "natural_royal":
        return "Natural royal"
    return LABELS[canonical_category(category) or category]


def hold_text(hand: HandAnalysis, *, unicode: bool, counts: bool) -> str:
    """Return a deal's holds, best first, with the best hold's categories in full.

    counts : whether every hold's counts follow.
    """
    dash = IMPOSSIBLE if unicode else "-"
    best = hand.hold(hand.best[0])
    head = [
        f"{format_cards(hand.deal, unicode=unicode)}   {hand.table.name}",
        f"Dealt: {_dealt(hand)}",
        "",
    ]
    head += [f"Hold {_kept(hand, mask, unicode=unicode)}" for mask in hand.best]
    if len(hand.best) > 1:
        head[-1] += f"   ({len(hand.best)} holds tie exactly)"
    head += [f"EV {_exact(best.ev)} per coin", ""]
    rows = [
        [
            _shape(hand, hold, unicode=unicode),
            str(hold.mask),
            f"{float(hold.ev):.7f}",
            str(hold.ev),
            "best" if hold.ev == best.ev else f"-{float(best.ev - hold.ev):.7f}",
        ]
        for hold in hand.holds
    ]
    columns = [
        Column("Hold"), Column("Mask", right=True), Column("EV", right=True),
        Column("Exact", right=True), Column("Against best", right=True),
    ]  # fmt: skip
    parts = ["\n".join(head), text_table(columns, rows), "", _one_hold(hand, best, dash, unicode)]
    if counts:
        parts += ["", _all_counts(hand, dash, unicode=unicode)]
    return "\n".join(parts)


def return_text(game: GameReturn) -> str:
    """Return a whole game's figures."""
    table = game.table
    total = sum(game.categories.values())
    least, most = game.variance
    spread = f"{float(least):.7f}" if least == most else f"{float(least):.7f} .. {float(most):.7f}"
    ties = "" if least == most else " (by the choice between tied holds)"
    pays = {line.category: line.pays for line in table.lines}
    rows = [
        [
            category_label(category),
            str(pays[category]) if category in pays else "",
            f"{combos:,}",
            f"{100 * combos / total:.6f}",
            f"{float(100 * pays.get(category, 0) * combos / total):.6f}",
        ]
        for category, combos in game.categories.items()
    ]
    columns = [
        Column("Category"), Column("Pays", right=True), Column("Combinations", right=True),
        Column("%", right=True), Column("Return %", right=True),
    ]  # fmt: skip
    cycle = game.royal_cycle
    lines = [
        f"{table.name}   ({table.deck.name} deck, pay table {table.version})",
        "",
        f"Return       {game.percent:.6f} %",
        f"             {game.numerator:,} / {game.denominator:,}, exact",
        f"Variance     {spread}{ties}",
        f"Covariance   {float(game.covariance):.7f} between two lines of one deal",
        f"Hits         {float(100 * game.hit_frequency):.4f} % of hands",
        f"Royal cycle  {'never' if cycle is None else f'{float(cycle):,.2f} hands'}",
        f"Ties         {game.tied_deals:,} deals in {game.tied_classes:,} classes",
        "",
        text_table(columns, rows),
        "",
        f"{game.deals.count:,} classes of deals, 32 holds each, in {game.seconds:.3f} s",
    ]
    return "\n".join(lines)


def games_text(tables: Iterable[PayTable]) -> str:
    """Return the catalogue as a list."""
    rows = []
    for table in tables:
        numerator = table.expected.numerator
        percent = "" if numerator is None else f"{100 * numerator / return_denominator(table):.4f}"
        rows.append([table.id, table.name, table.deck.name, percent])
    columns = [Column("Id"), Column("Game"), Column("Deck"), Column("Return %", right=True)]
    return text_table(columns, rows)


def compare_text(both: Comparison, examples: int, *, unicode: bool) -> str:
    """Return what two tables play differently."""
    a, b = both.a.table, both.b.table
    lines = [
        f"A  {a.name:<40} {both.a.percent:.6f} %",
        f"B  {b.name:<40} {both.b.percent:.6f} %",
        "",
        f"{both.deals:,} deals in {len(both.classes):,} classes have no best hold in common.",
        f"A's strategy on B returns {float(100 * both.return_of_a_on_b):.6f} %,",
        f"{float(100 * both.cost):.6f} % less than B's own.",
    ]
    if len(both.classes) and examples:
        rows = [
            [
                format_cards(x.deal, unicode=unicode),
                _choices(x.deal, x.best_a, unicode=unicode),
                _choices(x.deal, x.best_b, unicode=unicode),
                str(x.deals),
                str(x.cost),
            ]
            for x in both.dearest(examples)
        ]
        columns = [
            Column("Deal"), Column("A holds"), Column("B holds"),
            Column("Deals", right=True), Column("Cost on B", right=True),
        ]  # fmt: skip
        lines += ["", text_table(columns, rows)]
    return "\n".join(lines)


def _exact(ev: Fraction) -> str:
    return f"{ev} = {float(ev):.9f}" if ev.denominator > 1 else str(ev)


def _dealt(hand: HandAnalysis) -> str:
    """Name the dealt five cards; a pair too low to pay is the mistake that newcomers make."""
    category = hand.dealt_category
    if category != NO_WIN:
        return category_label(category)
    ranks = [card >> 2 for card in hand.deal if not hand.table.deck.is_wild(card)]
    pairs = next((x for x in hand.table.order if x.endswith("_or_better")), None)
    if pairs and len(set(ranks)) < len(ranks):
        return f"low pair: no pay (needs {LABELS[pairs].lower()})"
    return "no win"


def _kept(hand: HandAnalysis, mask: int, *, unicode: bool) -> str:
    kept = [card for i, card in enumerate(hand.deal) if mask >> i & 1]
    return format_cards(kept, unicode=unicode) if kept else "nothing: draw five"


def _shape(hand: HandAnalysis, hold: Hold, *, unicode: bool) -> str:
    blank = "··" if unicode else ".."
    return " ".join(
        card_name(card, unicode=unicode)
        if hold.mask >> i & 1
        else blank.ljust(len(card_name(card)))
        for i, card in enumerate(hand.deal)
    )


def _choices(deal: Sequence[int], masks: Sequence[int], *, unicode: bool) -> str:
    holds = [[card for i, card in enumerate(deal) if mask >> i & 1] for mask in masks]
    return " = ".join(format_cards(x, unicode=unicode) if x else "nothing" for x in holds)


def _one_hold(hand: HandAnalysis, best: Hold, dash: str, unicode: bool) -> str:  # noqa: FBT001
    rows = []
    pays = {line.category: line.pays for line in hand.table.lines}
    for category, count in best.counts.items():
        paid = pays.get(category)
        rows.append(
            [
                category_label(category),
                "" if paid is None else str(paid),
                f"{count:,}" if count else dash,
                f"{100 * count / best.completions:.4f}" if count else dash,
                f"{float(paid * count / best.completions):.6f}" if paid and count else dash,
            ]
        )
    columns = [
        Column("Category"), Column("Pays", right=True), Column("Draws", right=True),
        Column("%", right=True), Column("EV", right=True),
    ]  # fmt: skip
    title = f"{_kept(hand, best.mask, unicode=unicode)}: {best.completions:,} draws"
    return title + "\n" + text_table(columns, rows)


def _all_counts(hand: HandAnalysis, dash: str, *, unicode: bool) -> str:
    columns = [Column("Hold")]
    columns += [Column(category_label(category), right=True) for category in hand.table.categories]
    rows = [
        [
            _shape(hand, hold, unicode=unicode),
            *(f"{count:,}" if count else dash for count in hold.counts.values()),
        ]
        for hold in hand.holds
    ]
    return text_table(columns, rows)
