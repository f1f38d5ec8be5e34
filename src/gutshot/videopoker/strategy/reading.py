"""A strategy from its text: the inverse of `Strategy.text`, for what people type as well.

A line is a hold, or several joined by "or"; behind "if" stand conditions joined by "and". A line
that begins with "but" is an exception of the line above it. In a game with wild cards a heading
such as ``2 deuces:`` says for how many of them the lines below are. What follows a ``#`` is a
comment; line numbers, empty lines, capitals and spaces don't matter.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gutshot.errors import StrategyError
from gutshot.videopoker.strategy.condition_text import read_conditions
from gutshot.videopoker.strategy.fitting import check_conditions
from gutshot.videopoker.strategy.phrase_text import read_phrases
from gutshot.videopoker.strategy.phrase_words import wild_word
from gutshot.videopoker.strategy.priority_list import Instead, Line, Strategy, section_title
from gutshot.videopoker.strategy.rank_text import NUMBER, read_number
from gutshot.videopoker.strategy.spelling import UnknownHoldError

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.conditions import Condition
    from gutshot.videopoker.strategy.phrases import Phrase

__all__ = ["MAX_BYTES", "MAX_HOLDS", "MAX_LINES", "load_strategy", "read_bytes", "read_strategy"]

MAX_BYTES: Final = 1_000_000
MAX_LINES: Final = 2_000
MAX_HOLDS: Final = 2_000
"""Holds of all lines and exceptions together."""

_NUMBERED: Final = re.compile(r"\s*\(?\d{1,4}[.):](?=\D|$)\s*|\s*[-*•]\s+")
_HEADING: Final = re.compile(
    rf"(?:(?P<count>{NUMBER}|without|with)\s+)?(?:an?\s+|the\s+)?(?P<word>deuces?|jokers?|wild\s+cards?)"
    r"\s*(?:dealt\s*)?:",
    re.IGNORECASE,
)
_BUT: Final = re.compile(r"\s*[,;]?\s*\b(?:but|except)\b[ ,:]*", re.IGNORECASE)
_SIGNS: Final = str.maketrans({"–": "-", "—": "-", "\u2011": "-", "\u2019": "'"})
"""Signs that word processors set, to those of a keyboard."""

_IF: Final = re.compile(r"\s*,?\s+(?:if|when)\s+|^if\s+|\s+if$", re.IGNORECASE)


def load_strategy(path: str | Path, table: PayTable) -> Strategy:
    """Return the strategy of a text file.

    Raises
    ------
    StrategyError
        When the file can't be read, and for what `read_strategy` refuses.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        why = getattr(error, "strerror", None) or error
        raise StrategyError(f"can't read the strategy {path}: {why}") from None
    return read_bytes(content, path.name, table)


def read_bytes(content: bytes, name: str, table: PayTable) -> Strategy:
    """Return the strategy of a file's content; what is wrong is told with the file's name.

    Raises
    ------
    StrategyError
        For what is too long or no UTF-8 text, and for what `read_strategy` refuses.
    """
    if len(content) > MAX_BYTES:
        raise StrategyError(_too_long(name))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StrategyError(f"{name}: not UTF-8 text; a strategy is a text file") from None
    try:
        return read_strategy(text, table)
    except StrategyError as error:
        raise StrategyError(f"{name}: {error}") from None


def read_strategy(text: str, table: PayTable) -> Strategy:
    """Return the strategy that a text says, for a pay table.

    ``read_strategy(strategy.text(table), table)`` is the strategy again.

    Parameters
    ----------
    text
        At most a million characters in 2,000 lines; one hold or several a line.
    table
        The pay table whose deck and lines the words are about.

    Raises
    ------
    StrategyError
        With the number of the line of the text, what was wrong in it, and what would be right.
    """
    if len(text) > MAX_BYTES:
        raise StrategyError(_too_long("the strategy"))
    rows = text.splitlines()
    if len(rows) > MAX_LINES:
        raise StrategyError(
            f"the strategy has {len(rows):,} lines of text: at most {MAX_LINES:,} are read"
        )
    reader = _Reader(table)
    for number, row in enumerate(rows, 1):
        try:
            reader.read(row)
        except UnknownHoldError as error:
            raise StrategyError(
                f"line {number}: {error.quoting(_as_typed(error.text, row))}"
            ) from None
        except StrategyError as error:
            raise StrategyError(f"line {number}: {error}") from None
    if not reader.lines:
        raise StrategyError(
            "the strategy has no line: write a hold a line, best first, like '4 to a royal flush'"
        )
    return Strategy(tuple(reader.lines))


def _as_typed(plain: str, row: str) -> str:
    """Return the part of a row that was read as a text with the signs of a keyboard."""
    typed = " ".join(row.split())
    at = typed.translate(_SIGNS).find(plain)
    return typed[at : at + len(plain)] if at >= 0 else plain


def _too_long(name: str) -> str:
    return f"{name}: over {MAX_BYTES:,} bytes, no strategy; a page of text is enough for one"


class _Reader:
    """What was read so far, and for how many wild cards the next line is."""

    def __init__(self, table: PayTable) -> None:
        self.table = table
        self.lines: list[Line] = []
        self._holds = 0
        has_wild = bool(table.deck.jokers) or table.deck.wild_rank is not None
        self._dealt: int | None = None if has_wild else 0
        self._open = False

    def read(self, row: str) -> None:
        """Take one line of the text."""
        plain = row.split("#", 1)[0].translate(_SIGNS)
        numbered = _NUMBERED.match(plain)
        plain = " ".join(plain[numbered.end() if numbered else 0 :].split()).rstrip(",;")
        if plain.endswith(".") and not plain.endswith(".."):
            plain = plain[:-1].rstrip()
        if not plain:
            return
        if heading := _HEADING.fullmatch(plain):
            self._dealt = self._heading(heading)
            self._open = False
            return
        first, *exceptions = _BUT.split(plain)
        if first:
            self._line(first)
        for one in exceptions:
            self._exception(one)

    def _line(self, text: str) -> None:
        if self._dealt is None:
            titles = _listed(_titles(self.table))
            raise StrategyError(
                f"no heading says how many wild cards are dealt: write one of {titles} above"
            )
        phrases, conditions = self._hold(text, self._dealt)
        if over := next((c for c in conditions if c.above), None):
            raise StrategyError(f"'{over.words()}' means a line above: only a 'but' line has one")
        for phrase in phrases:
            check_conditions((phrase,), conditions, self.table, self._dealt)
        self.lines.append(Line(phrases, self._dealt, conditions))
        self._open = True

    def _exception(self, text: str) -> None:
        if not self._open:
            raise StrategyError("'but' has no line above it: write the hold first, then 'but ...'")
        last = self.lines[-1]
        phrases, conditions = self._hold(text, last.dealt)
        phrase, *more = phrases
        if more:
            raise StrategyError("'but' takes one hold: write a 'but' line for each")
        check_conditions((phrase,), conditions, self.table, last.dealt)
        check_conditions(last.phrases, conditions, self.table, last.dealt, above=True)
        instead = Instead(phrase, conditions)
        self.lines[-1] = replace(last, exceptions=(*last.exceptions, instead))

    def _hold(self, text: str, dealt: int) -> tuple[tuple[Phrase, ...], tuple[Condition, ...]]:
        hold, *conditions = _IF.split(text)
        if len(conditions) > 1:
            raise StrategyError("'if' stands twice: join conditions by 'and'")
        if not hold.strip():
            raise StrategyError("a hold is missing: write it in front of 'if'")
        phrases = read_phrases(hold, self.table, dealt)
        self._holds += len(phrases)
        if self._holds > MAX_HOLDS:
            raise StrategyError(f"over {MAX_HOLDS:,} holds: a strategy has at most so many")
        return phrases, read_conditions(conditions[0], self.table.deck) if conditions else ()

    def _heading(self, found: re.Match[str]) -> int:
        deck = self.table.deck
        if not deck.jokers and deck.wild_rank is None:
            raise StrategyError(
                f"'{found[0]}': the deck {deck.name} has no wild cards; leave the heading out"
            )
        titles = _titles(self.table)
        said = (found["count"] or "").lower()
        count = {"without": 0, "with": 1}.get(said, read_number(said) if said else 1)
        plural = found["word"].lower().endswith("s") and not said
        known = found["word"].lower().startswith((wild_word(self.table), "wild"))
        if not known or plural or count is None or count >= len(titles):
            raise StrategyError(
                f"'{found[0]}' is no heading of the deck {deck.name}: its headings are"
                f" {_listed(titles)}"
            )
        return count


def _titles(table: PayTable) -> list[str]:
    most = table.deck.jokers or 4
    return [section_title(table, dealt) for dealt in range(most + 1)]


def _listed(titles: list[str]) -> str:
    return ", ".join(f"'{title}:'" for title in titles)
