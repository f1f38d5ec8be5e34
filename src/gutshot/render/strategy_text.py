"""A generated strategy as text for a terminal or a printed page."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from gutshot.cards.decks import RANKS
from gutshot.cards.text import format_cards
from gutshot.render.text_table import Column, text_table
from gutshot.videopoker.strategy.held_sets import high_ranks
from gutshot.videopoker.strategy.priority_list import section_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker.strategy.generating import Generated, Option
    from gutshot.videopoker.strategy.judgement import StrategyJudgement
    from gutshot.videopoker.strategy.line_worth import LineWorth, Shown

__all__ = ["frontier_text", "strategy_text"]

_BAR = 40


def strategy_text(
    generated: Generated,
    option: Option,
    judged: StrategyJudgement,
    worths: Sequence[LineWorth],
    *,
    unicode: bool,
) -> str:
    """Return the list with what its exceptions are worth, and what the words mean."""
    table = generated.table
    percent = float(100 * judged.cost)
    cost = "exact: it costs nothing" if judged.cost == 0 else f"costs {percent:.7f} % of the bet"
    exceptions = sum(one.size for line in option.strategy.lines for one in line.exceptions)
    lines = len(option.strategy.lines)
    out = [
        f"{table.name}   {lines} lines, {exceptions} exception{'' if exceptions == 1 else 's'}",
        (
            f"Return {judged.percent:.7f} %, {cost}; it plays {judged.wrong_deals:,} of"
            f" {sum(judged.deals.weights.tolist()):,} deals otherwise than perfect play."
        ),
    ]
    last = None
    for number, (line, worth) in enumerate(zip(option.strategy.lines, worths, strict=True), 1):
        if line.dealt != last:
            title = section_title(table, line.dealt)
            out += ["", f"{title}:"] if title else [""]
            last = line.dealt
        either = "   (if two fit they are equal: hold either)" if worth.either else ""
        out.append(f"{number:>3}. {line.words(table)}{either}")
        for instead, one in zip(line.exceptions, worth.exceptions, strict=True):
            shown = _example(one.example, unicode=unicode)
            out.append(f"       {instead.words(table)}")
            out.append(f"         {one.deals:,} deals, {float(100 * one.gain):.7f} %{shown}")
    return "\n".join([*out, "", _legend(generated)])


def _example(example: Shown | None, *, unicode: bool) -> str:
    if example is None:
        return ""
    held = [card for at, card in enumerate(example.deal) if example.held >> at & 1]
    deal = format_cards(example.deal, unicode=unicode)
    return f"; like {deal}: hold {format_cards(held, unicode=unicode) or 'nothing'}"


def _legend(generated: Generated) -> str:
    high = [RANKS[rank] for rank in range(12, -1, -1) if high_ranks(generated.table) >> rank & 1]
    text = [
        (
            "Read from the top: the first line that fits some of your cards says what to hold; if"
            " several holds fit it, most cards, then most high cards, most ways, then the lowest."
        ),
    ]
    if high:
        text.append(f"High cards: {' '.join(high)}, whose pair pays.")
    text += [
        "Ways: how many different straights the held cards can become.",
        (
            "A flush penalty is a discard in the suit of a held card, a straight penalty a discard"
            " that could have filled a straight with them. 'above' speaks of the hold of the line"
            " that the exception stands under."
        ),
    ]
    return "\n".join(fill(part, 88) for part in text)


def frontier_text(generated: Generated) -> str:
    """Return how long strategies are and what they cost, as a table with bars."""
    most = max(option.cost for option in generated.options)
    columns = (Column("lines", right=True), Column("cost, % of the bet", right=True), Column(""))
    rows = [
        (
            str(option.size),
            "0 (exact)" if option is generated.exact else f"{100 * option.cost:.7f}",
            "#" * round(_BAR * option.cost / most),
        )
        for option in generated.options
    ]
    return text_table(columns, rows)
