"""A generated strategy as text for a terminal or a printed page."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.render.exact_decimals import percent_decimal
from gutshot.render.strategy_legend import legend_text, size_words
from gutshot.render.text_table import Column, text_table
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
    costs = f"costs {percent_decimal(judged.cost)} of the bet"
    cost = costs if judged.cost else "exact: it costs nothing"
    out = [
        f"{table.name}   {size_words(len(option.strategy.lines), option.strategy.exceptions)}",
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
            out.append(f"         {one.deals:,} deals, {percent_decimal(one.gain)}{shown}")
    rule = "Read from the top: the first line that fits some of your cards says what to hold."
    return "\n".join([*out, "", rule, legend_text(table, option.strategy.text(table))])


def _example(example: Shown | None, *, unicode: bool) -> str:
    if example is None:
        return ""
    held = [card for at, card in enumerate(example.deal) if example.held >> at & 1]
    deal = format_cards(example.deal, unicode=unicode)
    return f"; like {deal}: hold {format_cards(held, unicode=unicode) or 'nothing'}"


def frontier_text(generated: Generated) -> str:
    """Return how long strategies are and what they cost, as a table with bars."""
    most = max(option.cost for option in generated.options)
    columns = (
        Column("lines + exceptions", right=True),
        Column("cost, % of the bet", right=True),
        Column(""),
    )
    rows = [
        (
            str(option.size),
            "0 (exact)"
            if option is generated.exact
            else percent_decimal(Fraction(option.cost)).removesuffix(" %"),
            "#" * round(_BAR * option.cost / most),
        )
        for option in generated.options
    ]
    return text_table(columns, rows)
