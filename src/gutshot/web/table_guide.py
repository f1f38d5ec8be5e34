"""The Pai Gow table command by command: a script that is really played, shown step by step."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import parse_cards
from gutshot.catalogue import data_files
from gutshot.errors import InputError
from gutshot.paigow.table import (
    HELP,
    State,
    apply,
    deal,
    open_table,
    paid,
    parse_command,
    sit,
    snapshot,
    table,
    table_facts,
)
from gutshot.paigow.table.commands import Help, Reset, Sit
from gutshot.play.credits import GRANT_CREDITS
from gutshot.web.content_text import marked, plain
from gutshot.web.table_own import OwnView, own_view
from gutshot.web.table_view import FeltView, felt_view
from gutshot.web.table_words import event_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

__all__ = ["StepView", "walkthrough"]

_YOU: Final = "you"


@dataclass(frozen=True, slots=True)
class StepView:
    """A command, what came of it, and the table afterwards.

    line : the table's answer; refused : whether it changed nothing.
    """

    number: int
    scene: str
    title: str
    text: Markup
    who: str
    say: str
    line: str
    refused: bool
    felt: FeltView
    own: OwnView
    said: str


@cache
def walkthrough() -> tuple[StepView, ...]:
    """Return every step of every round, played."""
    (file,) = (one for one in data_files("walkthroughs") if one.id == "pai-gow-table")
    out: list[StepView] = []
    for script in tomllib.loads(file.text)["rounds"]:
        game = _Game(script)
        for step in script["steps"]:
            out.append(game.play(step, len(out) + 1))
    return tuple(out)


class _Game:
    """One table that a script is played at: Bea has seat 1, the others those after it."""

    def __init__(self, script: Mapping[str, Any]) -> None:
        self._heading = script["heading"]
        self._names = {1: "Bea"} | dict(enumerate(script["others"], 2))
        self._cards = tuple(card for hand in script["cards"] for card in parse_cards(hand))
        self._credits = script["credits"]
        self._state = open_table(table(script["table"]))
        for number, name in self._names.items():
            if number > 1:
                self._state = sit(self._state, name.lower(), name, number).state

    def play(self, step: Mapping[str, Any], number: int) -> StepView:
        """Play a step and return what there is to see."""
        who = step.get("who", 1)
        try:
            line, refused = self._say(who, step["say"]), False
        except InputError as error:
            line, refused = str(error), True
        facts = table_facts(self._state.config)
        seen = snapshot(self._state, _YOU, self._credits)
        text = marked(step["text"], {}, "the walk through the table's words")
        return StepView(
            number=number,
            scene=self._heading,
            title=step["title"],
            text=text,
            who=self._names[who],
            say=step["say"],
            line=f"{line[:1].upper()}{line[1:]}.",
            refused=refused,
            felt=felt_view(facts, seen),
            own=own_view(facts, seen, seen["you"]),
            said=f"{step['title']}. {self._names[who]}: {step['say']}. {plain(text)}",
        )

    def _say(self, who: int, words: str) -> str:
        """Carry a command out as whoever keeps a table does; return a sentence about it."""
        command = parse_command(words)
        if isinstance(command, Help):
            return "the words are " + ", ".join(one for one, _ in HELP)
        if isinstance(command, Reset):
            self._credits = GRANT_CREDITS
            return f"your play credits are {GRANT_CREDITS:,} again"
        if isinstance(command, Sit):
            step = sit(self._state, _YOU, self._names[1], command.seat)
        else:
            step = apply(self._state, who, command)
        state, events = step.state, [*step.events]
        if state.wants_deal:
            step = deal(state, self._cards)
            state, events = step.state, [*events, *step.events]
        for seat in state.unpaid:
            shown = state.showdown
            result = None if shown is None else shown.of(seat)
            if seat == 1 and result is not None:
                self._credits += result.payout
            step = paid(state, seat)
            state, events = step.state, [*events, *step.events]
        before, self._state = self._state, state
        own = [one for one in events if one.player == _YOU]
        self._credits -= sum(one.credits for one in own)
        public = snapshot(state, None)
        lines = [event_words(one.public(), public) for one in events]
        told = ". ".join(line for line in lines if line)
        return told or _note(before, state, who)


def _note(before: State, after: State, who: int) -> str:
    """Return what only the seat is told, where nobody else has seen anything."""
    seat = after.seat(who)
    if seat is not None and seat.low is not None and seat.low != _low(before, who):
        setting = seat.setting(after.config.rules)
        return f"{setting.low_name.lower()} in front, {setting.high_name.lower()} behind"
    if seat is not None and seat.autoset:
        return "autoset is on"
    return "as before"


def _low(state: State, who: int) -> tuple[int, int] | None:
    seat = state.seat(who)
    return None if seat is None else seat.low
