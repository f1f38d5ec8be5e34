"""What a strategy of one's own returns, and where it loses, as text for a terminal."""

from __future__ import annotations

from math import comb
from textwrap import fill
from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.render.exact_decimals import percent_decimal
from gutshot.render.strategy_legend import size_words
from gutshot.render.text_table import Column, text_table
from gutshot.videopoker.strategy.mistake_kinds import kinds_of_mistakes
from gutshot.videopoker.strategy.phrase_words import wild_word
from gutshot.videopoker.strategy.priority_list import section_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker.strategy.judgement import Mistake, StrategyJudgement

__all__ = ["held_text", "judgement_text", "line_name", "never_reached", "never_taken", "open_words"]

_WIDTH = 88
_LONGEST_WORDS = 44
_LINES_NAMED = 3


def judgement_text(judged: StrategyJudgement, examples: int, *, unicode: bool) -> str:
    """Return a strategy's figures, what each line costs, and its dearest deals.

    examples : how many kinds of mistakes, and how many deals that no line fits, to show.
    """
    parts = [_figures(judged), _lines(judged)]
    if examples and len(judged.wrong):
        parts.append(_kinds(judged, examples, unicode=unicode))
    if never := never_reached(judged):
        parts.append("Lines that are never reached:\n" + _listed(never))
    if never := never_taken(judged):
        parts.append("Exceptions that are never taken:\n" + _listed(never))
    if judged.repeats:
        said = [
            f"line {one.second + 1} repeats '{one.phrase.words(judged.table)}' of line"
            f" {one.first + 1}"
            for one in judged.repeats
        ]
        parts.append("Said twice:\n" + _listed(said))
    if judged.uncovered_deals:
        text = fill(open_words(judged), _WIDTH)
        if examples:
            text += "\n" + _deals(judged.open_deals(examples), unicode=unicode)
        parts.append(text)
    return "\n\n".join(parts)


def _figures(judged: StrategyJudgement) -> str:
    table = judged.table
    strategy = judged.strategy
    size = size_words(len(strategy.lines), strategy.exceptions)
    if strategy.exceptions != strategy.but_lines:
        # one that names patterns or deals counts one for each
        size += f" in {strategy.but_lines} 'but' line{'' if strategy.but_lines == 1 else 's'}"
    cost = judged.cost
    hands = f": one bet in {float(1 / cost):,.0f} hands" if cost else ", it is perfect"
    exact = judged.return_fraction
    undecided = (
        f"Preference   decides {judged.undecided_deals:,} deals, where one line fits holds of"
        " different EV"
    )
    return "\n".join(
        [
            f"{table.name}   {size}",
            "",
            f"Return       {judged.percent:.6f} %",
            f"             {exact.numerator:,} / {exact.denominator:,}, exact",
            f"Perfect      {float(100 * judged.best_return):.6f} %",
            f"Cost         {percent_decimal(cost, 6)}{hands}",
            f"Variance     {float(judged.variance):.7f}",
            f"Wrong        {judged.wrong_deals:,} of {comb(table.deck.size, 5):,} deals",
            undecided,
        ]
    )


def _lines(judged: StrategyJudgement) -> str:
    rows = []
    last = 0
    for number, (line, report) in enumerate(
        zip(judged.strategy.lines, judged.lines, strict=True), 1
    ):
        title = section_title(judged.table, line.dealt)
        if title and (number == 1 or line.dealt != last):
            rows.append(["", f"{title}:", "", "", ""])
        last = line.dealt
        cost = percent_decimal(report.cost, 6).removesuffix(" %") if report.cost else ""
        wrong = f"{report.wrong_deals:,}" if report.wrong_deals else ""
        words = _cut(line.words(judged.table))
        rows.append([str(number), words, f"{report.deals:,}", wrong, cost])
        for instead, deals in zip(line.exceptions, report.exceptions, strict=True):
            rows.append(["", _cut("  " + instead.words(judged.table)), f"{deals:,}", "", ""])
    columns = [
        Column("#", right=True), Column("Line"), Column("Deals", right=True),
        Column("Wrong", right=True), Column("Cost %", right=True),
    ]  # fmt: skip
    return text_table(columns, rows)


def _kinds(judged: StrategyJudgement, count: int, *, unicode: bool) -> str:
    """Return the costliest kinds of mistakes, each with its costliest deal."""
    kinds = kinds_of_mistakes(judged)
    rows = [
        [
            line_name(one.line, one.exception),
            f"{one.held} -> {one.best}" if one.held != one.best else f"another {one.held}",
            f"{one.deals:,}",
            percent_decimal(one.cost, 6).removesuffix(" %"),
            format_cards(one.deal, unicode=unicode),
            held_text(one.deal, one.held_mask, unicode=unicode),
            " = ".join(held_text(one.deal, mask, unicode=unicode) for mask in one.best_masks),
            f"{float(one.each):.7f}",
        ]
        for one in kinds[:count]
    ]
    columns = [
        Column("Line", right=True), Column("Held -> best"), Column("Deals", right=True),
        Column("Cost %", right=True), Column("Like"), Column("Held"), Column("Best"),
        Column("Cost each", right=True),
    ]  # fmt: skip
    more = len(kinds) - len(rows)
    left = f" ({more:,} kind{'' if more == 1 else 's'} more)" if more else ""
    title = f"Costliest kinds of mistakes, each with its costliest deal{left}:"
    return f"{title}\n{text_table(columns, rows)}"


def _deals(some: Sequence[Mistake], *, unicode: bool) -> str:
    rows = [
        [
            format_cards(one.deal, unicode=unicode),
            held_text(one.deal, one.held, unicode=unicode),
            " = ".join(held_text(one.deal, mask, unicode=unicode) for mask in one.best),
            str(one.deals),
            f"{float(one.cost):.7f}",
            line_name(one.line, one.exception),
        ]
        for one in some
    ]
    columns = [
        Column("Deal"), Column("Held"), Column("Best"), Column("Deals", right=True),
        Column("Cost each", right=True), Column("Line", right=True),
    ]  # fmt: skip
    return text_table(columns, rows)


def held_text(deal: Sequence[int], mask: int, *, unicode: bool) -> str:
    """Return the held cards, ``nothing`` for none."""
    kept = [card for at, card in enumerate(deal) if mask >> at & 1]
    return format_cards(kept, unicode=unicode) if kept else "nothing"


def line_name(line: int | None, exception: int | None) -> str:
    """Return the number of the line that decides a deal, counted from 1: ``12``, ``12 but 1``."""
    if line is None:
        return "none"
    behind = "" if exception is None else f" but {exception + 1}"
    return f"{line + 1}{behind}"


def never_reached(judged: StrategyJudgement) -> list[str]:
    """Return a sentence for each line that decides no deal: what takes its deals."""
    out = []
    for number, (line, report) in enumerate(
        zip(judged.strategy.lines, judged.lines, strict=True), 1
    ):
        shadow = report.shadow
        if shadow is None:
            continue
        said = f"{number}. {_cut(line.words(judged.table))}: "
        if not shadow.deals:
            out.append(said + "no deal fits it")
            continue
        if len(shadow.above) == 1:
            hold = "something else" if shadow.contradicted else "the same"
            if 0 < shadow.other_hold < shadow.deals:
                hold = f"something else on {shadow.other_hold:,} of them"
            place = shadow.above[0][0] + 1
            out.append(f"{said}line {place} takes all its {shadow.deals:,} deals and holds {hold}")
            continue
        shown = [f"line {place + 1} takes {deals:,}" for place, deals in shadow.above]
        more = len(shown) - _LINES_NAMED
        named = ", ".join(shown[:_LINES_NAMED]) + (f", {more} lines more the rest" * (more > 0))
        held = f"{shadow.other_hold:,} of them are held otherwise"
        held = held if shadow.other_hold else "all are held as it says"
        out.append(f"{said}of its {shadow.deals:,} deals {named}; {held}")
    return out


def never_taken(judged: StrategyJudgement) -> list[str]:
    """Return the exceptions that no deal takes, with the number of their line."""
    return [
        f"line {number}: {_cut(instead.words(judged.table))}"
        for number, (line, report) in enumerate(
            zip(judged.strategy.lines, judged.lines, strict=True), 1
        )
        if report.deals
        for instead, deals in zip(line.exceptions, report.exceptions, strict=True)
        if not deals
    ]


def open_words(judged: StrategyJudgement) -> str:
    """Return what becomes of the deals that no line fits."""
    deck = judged.table.deck
    wild = deck.jokers or deck.wild_rank is not None
    kept = (
        f"keeping only the {wild_word(judged.table)}s dealt" if wild else "drawing five new cards"
    )
    return (
        f"{judged.uncovered_deals:,} deals fit no line. They are counted as {kept}, which costs"
        f" {percent_decimal(judged.uncovered_cost, 6)} of the bet."
    )


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(
        fill(line, _WIDTH, initial_indent="  ", subsequent_indent="     ") for line in lines
    )


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST_WORDS else words[: _LONGEST_WORDS - 3] + "..."
