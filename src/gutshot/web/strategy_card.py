"""A strategy as the page prints it: sections, lines, exceptions with what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import FIRST_JOKER
from gutshot.cards.text import card_name
from gutshot.render.strategy_legend import size_words, strategy_legend
from gutshot.render.svg_cards import card_words, hand_strip, mini_card
from gutshot.videopoker.strategy.line_worth import Shown
from gutshot.videopoker.strategy.priority_list import section_title
from gutshot.web.number_text import decimal_text, fraction_text, grouped, payout_text, percent_text
from gutshot.web.strategy_words import one_bet_in
from gutshot.web.vp_query import PageState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.videopoker import PayTable
    from gutshot.videopoker.strategy import Instead, Line, Strategy, StrategyJudgement
    from gutshot.videopoker.strategy.line_worth import ExceptionWorth, LineWorth
    from gutshot.web.strategy_kept import Judged
    from gutshot.web.vp_choice import TableChoice

__all__ = ["CardView", "Figures", "card_of", "figures_of", "legend", "pays_words"]

_PRINT_ROWS: Final = (45, 102, 141)
"""Rows of text that fit a printed page of A4 or Letter in one column, and in two of smaller and of
the smallest letters. What is longer takes several pages."""

_ROW: Final = 62
"""Letters of a printed row."""

_LEGEND_LETTERS: Final = 640
"""Letters of a legend that the rows above leave room for."""

_LEGEND_ROW: Final = 75
"""Letters more that take as much of a page as a row: a legend is set small, in three columns."""

_LINE_ROWS: Final = 0.3
"""Rows that the space around a line takes."""


@dataclass(frozen=True, slots=True)
class Example:
    """A hand that shows a line at work; `drawn` is SVG of our own making."""

    words: str
    drawn: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class ExceptionView:
    """An exception: its words, how many deals it takes, and what it adds to the return."""

    hold: str
    when: str
    deals: str
    worth: str
    exactly: str
    example: Example | None


@dataclass(frozen=True, slots=True)
class LineView:
    """A line. `holds` are its alternatives, each with what narrows it down ("" for nothing)."""

    number: int
    holds: tuple[tuple[str, str], ...]
    when: str
    deals: str
    either: bool
    example: Example | None
    exceptions: tuple[ExceptionView, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """The lines for a number of wild cards; `title` is "" in a game without."""

    title: str
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """The whole list.

    density : 0..2, how tightly it is set to fit one printed page; one_page : whether it does.
    """

    sections: tuple[SectionView, ...]
    density: int
    one_page: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """What a list costs, in numbers as they are read; `one_in` is "" for an exact one."""

    exact: bool
    size_words: str
    cost: str
    cost_fraction: str
    one_in: str
    returned: str
    returned_fraction: str
    wrong: str
    wrong_share: str
    dealt: str


def card_of(judged: Judged, choice: TableChoice) -> CardView:
    """Return a list with examples that lead to their analysis."""
    table, strategy = judged.judgement.table, judged.strategy
    sections: list[tuple[str, list[LineView]]] = []
    rows = 0.0
    last: int | None = None
    pairs = zip(strategy.lines, judged.worths, strict=True)
    for number, (line, worth) in enumerate(pairs, 1):
        if line.dealt != last:
            sections.append((section_title(table, line.dealt), []))
            last, rows = line.dealt, rows + 2
        sections[-1][1].append(_line(number, line, worth, table, choice))
        texts = (line.words(table), *(one.words(table) for one in line.exceptions))
        rows += sum(-(-len(text) // _ROW) for text in texts) + _LINE_ROWS
    letters = sum(len(word) + len(said) for word, said in legend(table, strategy.text(table)))
    rows += max(0, letters - _LEGEND_LETTERS) / _LEGEND_ROW
    density = sum(rows > fit for fit in _PRINT_ROWS)
    return CardView(
        tuple(SectionView(title, tuple(lines)) for title, lines in sections),
        1 if density == len(_PRINT_ROWS) else density,  # several pages need no small letters
        density < len(_PRINT_ROWS),
    )


def figures_of(judgement: StrategyJudgement, strategy: Strategy) -> Figures:
    """Return what a list costs."""
    cost = judgement.cost
    dealt = comb(judgement.table.deck.size, 5)
    return Figures(
        exact=not cost,
        size_words=size_words(len(strategy.lines), strategy.exceptions),
        cost=percent_text(cost),
        cost_fraction=fraction_text(cost),
        one_in=one_bet_in(cost) if cost else "",
        returned=f"{decimal_text(judgement.return_fraction * 100)}\u2009%",
        returned_fraction=fraction_text(judgement.return_fraction),
        wrong=grouped(judgement.wrong_deals),
        wrong_share=percent_text(Fraction(judgement.wrong_deals, dealt)),
        dealt=grouped(dealt),
    )


def legend(table: PayTable, text: str | None = None) -> list[tuple[str, str]]:
    """Return the words of a card and what they mean; those that a text uses, or all."""
    either = ("either", "where several holds fit the line, they are worth exactly the same")
    return [*strategy_legend(table, text), either]


def pays_words(table: PayTable) -> str:
    """Return a pay table in one line, best hand first."""
    return ", ".join(f"{line.label} {payout_text(line.pays)}" for line in table.lines)


def _line(
    number: int, line: Line, worth: LineWorth, table: PayTable, choice: TableChoice
) -> LineView:
    holds = tuple(_parted(phrase.words(table)) for phrase in line.phrases)
    example = _recoloured(worth.example, number)
    drawn = _held_only(example) if example else ()
    return LineView(
        number=number,
        holds=holds,
        when=" and ".join(one.words() for one in line.conditions),
        deals=grouped(worth.deals),
        either=bool(worth.either),
        example=_example(example, drawn, choice) if example else None,
        exceptions=tuple(
            _exception(number + place, instead, one, table, choice)
            for place, (instead, one) in enumerate(
                zip(line.exceptions, worth.exceptions, strict=True), 1
            )
        ),
    )


def _exception(
    turn: int, instead: Instead, worth: ExceptionWorth, table: PayTable, choice: TableChoice
) -> ExceptionView:
    example = _recoloured(worth.example, turn)
    drawn = (hand_strip(example.deal, example.held),) if example else ()
    return ExceptionView(
        hold=instead.phrase.words(table),
        when=" and ".join(one.words() for one in instead.conditions),
        deals=grouped(worth.deals),
        worth=_unbroken(worth.gain),
        exactly=fraction_text(worth.gain),
        example=_example(example, drawn, choice) if example else None,
    )


def _unbroken(gain: Fraction) -> str:
    """Return a gain in percent, negative for what does harm, without a place to break the line."""
    text = percent_text(abs(gain)).replace("\u2009", "\u202f")
    return text if gain >= 0 else f"\u2212{text}"


def _parted(words: str) -> tuple[str, str]:
    """Return a hold and what narrows it down."""
    head, _, filters = words.partition(", ")
    return head, filters


def _recoloured(example: Shown | None, turn: int) -> Shown | None:
    """Return an example in other suits, so that not all of them are clubs."""
    if example is None:
        return None
    deal = (c if c >= FIRST_JOKER else c & ~3 | (c + turn) & 3 for c in example.deal)
    return Shown(tuple(deal), example.held)


def _held_only(example: Shown) -> tuple[str, ...]:
    return tuple(mini_card(card) for card in _held(example))


def _held(example: Shown) -> Iterator[int]:
    return (card for at, card in enumerate(example.deal) if example.held >> at & 1)


def _example(example: Shown, drawn: tuple[str, ...], choice: TableChoice) -> Example:
    hand = "".join(card_name(card) for card in example.deal)
    held = ", ".join(card_words(card) for card in _held(example)) or "nothing"
    dealt = ", ".join(card_words(card) for card in example.deal)
    return Example(
        words=f"for instance, hold {held} of {dealt}",
        drawn=drawn,
        url=PageState(choice, hand, example.held).url(),
    )
