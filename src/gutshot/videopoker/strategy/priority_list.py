"""A strategy: lines read from the top, each with its exceptions.

A deal is played by the first line of its section (the number of wild cards dealt) that fits one of
its 32 holds. If several fit, most cards are kept, then most high cards, most ways to a straight,
then the lowest cards. Before the hold is played, the line's exceptions are tried in order: the
first that fits another hold of the deal, conditions included, is played instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gutshot.videopoker.strategy.phrase_words import wild_word

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.conditions import Condition
    from gutshot.videopoker.strategy.phrases import Phrase

__all__ = ["Instead", "Line", "Strategy", "section_title"]


@dataclass(frozen=True)
class Instead:
    """An exception to a line: what to hold instead, and when.

    conditions : all must be met, by the hold of `phrase` or, those that say `above`, by the line's.
    """

    phrase: Phrase
    conditions: tuple[Condition, ...] = ()

    @property
    def size(self) -> int:
        """How many exceptions it is: every pattern of discards and every deal counts as one."""
        return max([1, *(len(c.patterns) + len(c.deals) for c in self.conditions)])

    def words(self, table: PayTable) -> str:
        """Return the exception as a strategy's text spells it."""
        return f"but {self.phrase.words(table)}{_if(self.conditions)}"


@dataclass(frozen=True)
class Line:
    """One line of a priority list.

    phrases : any of them may fit. dealt : wild cards in the deals that the line is for.
    """

    phrases: tuple[Phrase, ...]
    dealt: int = 0
    conditions: tuple[Condition, ...] = ()
    exceptions: tuple[Instead, ...] = ()

    def words(self, table: PayTable) -> str:
        """Return the line, without its exceptions, as a strategy's text spells it."""
        return " or ".join(p.words(table) for p in self.phrases) + _if(self.conditions)


@dataclass(frozen=True)
class Strategy:
    """A priority list; lines of different numbers of wild cards don't meet."""

    lines: tuple[Line, ...]

    def text(self, table: PayTable) -> str:
        """Return the strategy as a text that `read_strategy` reads back."""
        out: list[str] = []
        last = 0
        for number, line in enumerate(self.lines, 1):
            if line.dealt != last or (number == 1 and section_title(table, line.dealt)):
                out.append(
                    f"\n{section_title(table, line.dealt)}:"
                    if out
                    else f"{section_title(table, line.dealt)}:"
                )
                last = line.dealt
            out.append(f"{number:>3}. {line.words(table)}")
            out += [f"       {one.words(table)}" for one in line.exceptions]
        return "\n".join(out) + "\n"

    @property
    def exceptions(self) -> int:
        """How many exceptions there are; patterns and deals that are named count one each."""
        return sum(one.size for line in self.lines for one in line.exceptions)

    @property
    def but_lines(self) -> int:
        """How many lines of text the exceptions take: one may name many patterns and deals."""
        return sum(len(line.exceptions) for line in self.lines)

    @property
    def size(self) -> int:
        """Lines and exceptions together."""
        return len(self.lines) + self.exceptions


def section_title(table: PayTable, dealt: int) -> str:
    """Return the heading of the lines for a number of wild cards, "" in a game without."""
    deck = table.deck
    if not deck.jokers and deck.wild_rank is None:
        return ""
    word = wild_word(table)
    if deck.jokers == 1 and dealt == 1:
        return "joker"
    return f"{dealt or 'no'} {word}{'s' if dealt > 1 else ''}"


def _if(conditions: tuple[Condition, ...]) -> str:
    return f" if {' and '.join(c.words() for c in conditions)}" if conditions else ""
