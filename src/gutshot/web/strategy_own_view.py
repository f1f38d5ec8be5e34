"""What the page of one's own strategy prints: figures, dearest hands, lines, what is never used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import card_name
from gutshot.render.judgement_text import never_reached, never_taken, open_words
from gutshot.render.svg_cards import card_words, hand_strip
from gutshot.videopoker.strategy.mistake_kinds import kinds_of_mistakes
from gutshot.videopoker.strategy.priority_list import section_title
from gutshot.web.number_text import decimal_text, fraction_text, grouped, percent_text
from gutshot.web.strategy_card import Figures, figures_of
from gutshot.web.vp_query import PageState

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.videopoker.strategy import StrategyJudgement
    from gutshot.videopoker.strategy.judgement import Mistake
    from gutshot.videopoker.strategy.mistake_kinds import MistakeKind
    from gutshot.web.vp_choice import TableChoice

__all__ = ["MistakeView", "OwnLine", "OwnView", "own_view"]

_SHOWN: Final = 12
_OPEN_SHOWN: Final = 4


@dataclass(frozen=True, slots=True)
class MistakeView:
    """A hand that is played worse than it could be; `held` and `best` are drawn.

    kind : what is held and what would be better, in words, "" for a deal that no line fits.
    cost : of all deals of the kind, "" for nothing. each : on the hand that is shown.
    """

    kind: str
    words: str
    held: str
    held_words: str
    best: tuple[str, ...]
    best_words: str
    line: str
    deals: str
    cost: str
    each: str
    each_fraction: str
    url: str


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A line as it was read. title : of the section that begins with it, else ""."""

    number: int
    title: str
    words: str
    deals: str
    wrong: str
    cost: str
    exceptions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OwnView:
    """A judged strategy. notes : what is said twice or in vain, a sentence each."""

    figures: Figures
    best: str
    variance: str
    lines: tuple[OwnLine, ...]
    mistakes: tuple[MistakeView, ...]
    more: str
    never: tuple[str, ...]
    notes: tuple[str, ...]
    open_words: str
    open_deals: tuple[MistakeView, ...]


def own_view(judged: StrategyJudgement, choice: TableChoice) -> OwnView:
    """Return the printed form of a judgement; examples lead to their analysis."""
    strategy = judged.strategy
    repeats = tuple(
        f"Line {one.second + 1} repeats {one.phrase.words(judged.table)} of line {one.first + 1}"
        for one in judged.repeats
    )
    kinds = kinds_of_mistakes(judged)
    return OwnView(
        figures=figures_of(judged, strategy),
        best=f"{decimal_text(judged.best_return * 100)}\u2009%",
        variance=decimal_text(judged.variance),
        lines=tuple(_lines(judged)),
        mistakes=tuple(_kind(one, choice) for one in kinds[:_SHOWN]),
        more=grouped(len(kinds) - _SHOWN) if len(kinds) > _SHOWN else "",
        never=tuple(never_reached(judged)),
        notes=(*repeats, *(f"Never taken: {words}" for words in never_taken(judged))),
        open_words=open_words(judged) if judged.uncovered_deals else "",
        open_deals=tuple(_open(one, choice) for one in judged.open_deals(_OPEN_SHOWN)),
    )


def _lines(judged: StrategyJudgement) -> list[OwnLine]:
    out = []
    last: int | None = None
    pairs = zip(judged.strategy.lines, judged.lines, strict=True)
    for number, (line, report) in enumerate(pairs, 1):
        title = section_title(judged.table, line.dealt) if line.dealt != last else ""
        last = line.dealt
        out.append(
            OwnLine(
                number=number,
                title=title.capitalize(),
                words=line.words(judged.table),
                deals=grouped(report.deals),
                wrong=grouped(report.wrong_deals) if report.wrong_deals else "",
                cost=percent_text(report.cost) if report.cost else "",
                exceptions=tuple(
                    (instead.words(judged.table), grouped(deals))
                    for instead, deals in zip(line.exceptions, report.exceptions, strict=True)
                ),
            )
        )
    return out


def _kind(one: MistakeKind, choice: TableChoice) -> MistakeView:
    share = percent_text(one.cost)
    hold = f"{one.held} \u2192 {one.best}" if one.held != one.best else f"another {one.held}"
    shown = _Shown(one.line, one.exception, one.deal, one.held_mask, one.best_masks, one.each)
    return _view(shown, choice, hold, one.deals, share)


def _open(one: Mistake, choice: TableChoice) -> MistakeView:
    shown = _Shown(None, None, one.deal, one.held, one.best, one.cost)
    return _view(shown, choice, "", one.deals, "")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A deal with both holds."""

    line: int | None
    exception: int | None
    deal: tuple[int, ...]
    held: int
    best: tuple[int, ...]
    each: Fraction


def _view(one: _Shown, choice: TableChoice, kind: str, deals: int, cost: str) -> MistakeView:
    line = "no line" if one.line is None else f"line {one.line + 1}"
    if one.exception is not None:
        line += f", exception {one.exception + 1}"
    hand = "".join(card_name(card) for card in one.deal)
    return MistakeView(
        kind=kind,
        words=", ".join(card_words(card) for card in one.deal),
        held=hand_strip(one.deal, one.held),
        held_words=_words(one.deal, one.held),
        best=tuple(hand_strip(one.deal, mask) for mask in one.best),
        best_words=" or ".join(_words(one.deal, mask) for mask in one.best),
        line=line,
        deals=grouped(deals),
        cost=cost,
        each=decimal_text(one.each) if one.each else "",
        each_fraction=fraction_text(one.each),
        url=PageState(choice, hand, one.held).url(),
    )


def _words(deal: tuple[int, ...], mask: int) -> str:
    kept = [card_words(card) for at, card in enumerate(deal) if mask >> at & 1]
    return ", ".join(kept) if kept else "nothing"
