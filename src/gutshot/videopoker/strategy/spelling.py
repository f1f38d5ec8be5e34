"""What may be written where a strategy's text can't be read: the nearest known words."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from gutshot.errors import StrategyError
from gutshot.videopoker.strategy.held_sets import high_ranks
from gutshot.videopoker.strategy.phrase_words import ALIKE, DRAWS, pat_word
from gutshot.videopoker.strategy.phrases import Phrase

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["UnknownHoldError", "nearest", "shown"]

_LONGEST_SHOWN = 40


def shown(text: str) -> str:
    """Return a text in quotes, its end cut off when it is long."""
    plain = " ".join(text.split())
    short = plain if len(plain) <= _LONGEST_SHOWN else plain[: _LONGEST_SHOWN - 3] + "..."
    return f"'{short}'"


def nearest(text: str, words: tuple[str, ...]) -> str:
    """Return a question after the nearest known words, "" when none is near."""
    # comparing is quadratic in the length: no more is compared than is shown
    near = get_close_matches(
        " ".join(text.lower().split())[:_LONGEST_SHOWN], words, n=2, cutoff=0.6
    )
    return f"did you mean {' or '.join(repr(one) for one in near)}? " if near else ""


class UnknownHoldError(StrategyError):
    """A text that names no hold; it says what would."""

    def __init__(self, text: str, table: PayTable, dealt: int) -> None:
        self.text = text
        self._near = nearest(text, _holds(table, dealt))
        super().__init__(self.quoting(text))

    def quoting(self, typed: str) -> str:
        """Return the message with the text as it was typed."""
        return (
            f"{shown(typed)} is no hold that is known: {self._near}write like '4 to a flush',"
            " 'pair of T', 'KQ suited', 'full house', 'nothing: draw five'"
        )


@lru_cache(maxsize=16)
def _holds(table: PayTable, dealt: int) -> tuple[str, ...]:
    last = Phrase("wild_only" if dealt else "nothing").words(table)
    high = high_ranks(table)
    return (
        last,
        *(pat_word(line.canonical) for line in table.lines),
        *(Phrase(head, count=count).words(table) for head in DRAWS for count in (2, 3, 4)),
        *ALIKE.values(),
        "two pair",
        *(("high pair", "low pair", "1 high card") if high else ()),
        *(
            Phrase("high_cards", count=count, suit=suit).words(table)
            for count in (2, 3, 4)
            if high
            for suit in ("", "suited", "offsuit")
        ),
    )
