"""A Pai Gow table on this terminal: what is new is printed, hands are judged for who practises."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from gutshot.cli.terminal_look import card_look, console
from gutshot.errors import HouseWayError
from gutshot.paigow.hindsight import PracticeTotal, judge_setting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from gutshot.paigow.house_ways import HouseWay
    from gutshot.render.card_art_styles import CardLook

__all__ = ["Screen"]

_CARDS: Final = 7
_BETWEEN_HANDS: Final = 2
"""Columns that high and low hand are further apart than cards are."""


class Screen:
    """One viewer's terminal at one table.

    Parameters
    ----------
    facts
        What never changes at the table; may be set later, before anything is shown.
    size, style, unicode
        How cards are drawn (`gutshot.cli.terminal_look.card_look`); looked up at every print, so
        that cards fit after the window has changed.
    practice
        The house way to compare settings with; None for no practice.
    """

    def __init__(
        self,
        facts: dict[str, Any] | None = None,
        *,
        size: int,
        style: str,
        unicode: bool | None,
        practice: HouseWay | None = None,
    ) -> None:
        self.facts = facts or {}
        self._size = size
        self._style = style
        self._unicode = unicode
        self._practice = practice
        self._total = PracticeTotal()
        self._console = console()
        self._known: dict[str, Any] | None = None
        self._asking = False
        self.look()  # a size or style that isn't one is told before the first round

    @property
    def total(self) -> PracticeTotal:
        """What the settings so far have cost."""
        return self._total

    def look(self) -> CardLook:
        """Return how cards are drawn on the terminal as it is now."""
        return card_look(
            self._console,
            self._size,
            self._style,
            unicode=self._unicode,
            cards=_CARDS,
            beside=_BETWEEN_HANDS,
        )

    def prompt(self, words: str) -> None:
        """Ask for the next line; what is printed before it is typed goes in the prompt's place."""
        if self._asking:
            self._wipe()
        sys.stderr.write(f"{words} > ")
        sys.stderr.flush()
        self._asking = True

    def typed(self) -> None:
        """Note that a line was typed behind the prompt."""
        self._asking = False

    def show(self, view: dict[str, Any]) -> bool:
        """Print what is new in a snapshot, and judge the hand that it ends; whether there was any.

        A tick of the table's clock alone is nothing to print.
        """
        from gutshot.render.paigow_table_changes import change_lines, fresh_result, note_lines

        before, self._known = self._known, view
        changes = change_lines(self.facts, before, view, self.look())
        notes = note_lines(before, view)
        self.write(changes)
        result = fresh_result(before, view)
        if result is not None and self._practice is not None:
            self._judge(result, self._practice)
        self.write(notes)
        return bool(changes or notes)

    def show_all(self, view: dict[str, Any]) -> None:
        """Print the whole table, with the last showdown."""
        from gutshot.render.paigow_table_text import head_lines, table_lines

        self._known = view
        look = self.look()
        self.write(head_lines(self.facts, look))
        self.write(table_lines(self.facts, view, look, last=True))

    def help(self, words: Sequence[tuple[str, str]]) -> None:
        """Print the words of the table."""
        from gutshot.render.paigow_table_text import help_lines

        self.write(help_lines(words))

    def write(self, lines: Sequence[Text | str]) -> None:
        """Print lines."""
        if lines and self._asking:
            self._wipe()
        for line in lines:
            self._console.print(line)

    def _wipe(self) -> None:
        """Take the prompt away that nothing was typed behind."""
        wiped = "\r\x1b[K" if sys.stderr.isatty() else "\n"
        sys.stderr.write(wiped)
        sys.stderr.flush()
        self._asking = False

    def _judge(self, result: dict[str, Any], way: HouseWay) -> None:
        from gutshot.paigow.advisor import parse_percent
        from gutshot.paigow.house_ways import house_way
        from gutshot.render.paigow_practice_text import practice_lines, total_line
        from gutshot.render.paigow_table_changes import settings_of

        if result["result"] == "ace_high_push":
            return
        try:
            dealers_way = house_way(self.facts["house_way"]["id"])
        except HouseWayError:  # a way of the server's own
            name = self.facts["house_way"]["name"]
            self.write([f"No practice here: the dealer sets by {name}, which is not known here."])
            self._practice = None
            return
        played, dealer = settings_of(self.facts, result)
        face_up = self.facts["variant"] == "face-up"
        judged = judge_setting(
            played,
            dealers_way,
            way,
            commission_percent=parse_percent(self.facts["commission_percent"]),
            dealer=(*dealer.high, *dealer.low) if face_up else None,
        )
        stake = result["main"]["stake"]
        self._total = self._total.plus(judged, stake)
        self.write(practice_lines(judged, stake, way.name, self.look()))
        self.write([total_line(self._total, way.name)])
