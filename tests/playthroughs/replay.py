"""A table's round as text that can be read: what was said, and what came of it.

A trace has two kinds of lines. Those that begin with ``>`` are done: ``> ann: bet main 20``,
``> tick 3``, ``> ann goes`` and ``> ann comes``, ``> cards: dealer's seven / first seat's / ...``,
``> pay``. The lines between them are what the table tells everybody, and what it tells the one who
spoke. ``python -m tests.playthroughs.replay FILE`` prints a trace as it is today.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gutshot.cards import parse_cards
from gutshot.errors import InputError
from gutshot.paigow.table import (
    apply,
    connect,
    deal,
    disconnect,
    open_table,
    paid,
    parse_command,
    sit,
    snapshot,
    table,
    tick,
)
from gutshot.paigow.table.commands import HELP, Help, Sit
from gutshot.paigow.table.config import TableConfig

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from gutshot.paigow.table import Event, State, Step

__all__ = ["replay"]

_WORDS = {"main": "main wager", "fortune": "Fortune", "pushace": "Push Ace High"}


def replay(trace: str) -> str:
    """Return a trace with everything between its ``>`` lines told anew."""
    told = _Told()
    out: list[str] = []
    for line in trace.splitlines():
        if line.startswith("#") or (not line and not out):
            out.append(line)
        elif line.startswith("> "):
            out.extend(["", line])
            out.extend(f"    {said}" for said in told.do(line.removeprefix("> ")))
    return "\n".join(out).strip() + "\n"


class _Told:
    """A table that is played from a trace."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._cards: tuple[int, ...] = ()

    @property
    def state(self) -> State:
        assert self._state is not None, "a trace begins with > table"
        return self._state

    def do(self, line: str) -> Iterator[str]:
        """Do what a line says and tell what comes of it."""
        words = line.split()
        if words[0] == "table":
            yield from self._open(words[1], words[2:])
        elif words[0] == "cards:":
            self._cards = parse_cards(line.removeprefix("cards:").replace("/", " "))
        elif words[0].endswith(":"):
            yield from self._say(words[0].removesuffix(":"), " ".join(words[1:]))
        else:
            yield from self._happen(words)

    def _happen(self, words: list[str]) -> Iterator[str]:
        match words:
            case ["tick", times]:
                for _ in range(int(times)):
                    yield from self._take(tick(self.state))
                if self.state.ticks_left is not None:
                    yield f"{self.state.ticks_left} ticks left"
            case ["pay"]:
                for number in self.state.unpaid:
                    yield from self._take(paid(self.state, number))
            case [who, ("goes" | "comes") as way]:
                act = disconnect if way == "goes" else connect
                yield from self._take(act(self.state, self._seat(who)))
            case _:
                raise AssertionError(words)

    def _open(self, name: str, changes: list[str]) -> Iterator[str]:
        body: dict[str, Any] = table(name).body()
        for change in changes:
            key, number = change.split("=")
            body[key] = int(number)
        self._state = open_table(TableConfig.from_body(body))
        config = self.state.config
        least, most = config.limits("main")
        yield f"{config.name}, {config.seats} seats, main {least} to {most}"

    def _say(self, who: str, words: str) -> Iterator[str]:
        try:
            command = parse_command(words)
            if isinstance(command, Help):
                yield from (f"{who} reads: {does:<32}{what}" for does, what in HELP)
                return
            if isinstance(command, Sit):
                step = sit(self.state, who, who.title(), command.seat)
            else:
                step = apply(self.state, self._seat(who), command)
        except InputError as error:
            yield f"refused: {error}"
            return
        yield from self._take(step)
        yield from self._own(who)

    def _own(self, who: str) -> Iterator[str]:
        """Tell what the one who spoke sees of his own hand."""
        you = snapshot(self.state, who)["you"]
        if you is None:
            return
        if you["cards"]:
            cards = "  ".join(f"{one['position']} {one['card']}" for one in you["cards"])
            yield f"{who} sees: {cards}"
        if you["preview"] and not you["preview"]["set"]:
            laid = [
                "  ".join(f"{one['position']} {one['card']}" for one in you["preview"][part])
                for part in ("high", "low")
            ]
            names = you["preview"]["high_name"], you["preview"]["low_name"]
            yield f"{who} sees: {laid[0]}   {laid[1]}   ({names[0]}; {names[1]})"
        yield f"{who} reads: {you['note']}"

    def _take(self, step: Step) -> Iterator[str]:
        self._state = step.state
        for event in step.events:
            yield from self._tell(event)
        if self.state.wants_deal:
            yield from self._take(deal(self.state, self._cards))

    def _tell(self, event: Event) -> Iterator[str]:
        body = event.body
        match event.kind:
            case "sat" | "left" | "leaving":
                yield f"seat {event.seat}: {body['name']} {event.kind}"
            case "staked":
                why = f" ({body['why']})" if "why" in body else ""
                what = _WORDS[body["bet"]]
                yield f"seat {event.seat}: {what} {body['stake']}, {event.credits:+d} moved{why}"
            case "window":
                ticks = body["ticks"]
                yield f"others may bet for {ticks} ticks" if ticks else "nobody has bet any more"
            case "dealt":
                yield f"round {body['round']}: cards for seats {', '.join(map(str, body['seats']))}"
                if "dealer_shows" in body:
                    shown = body["dealer_shows"]
                    yield f"the dealer shows {shown['high']} and {shown['low']}"
            case "arranged" | "set":
                yield f"seat {event.seat}: {event.kind} by the {body['by']}"
            case "shown":
                yield from self._showdown()
            case "paid":
                yield f"seat {event.seat}: staked {body['stake']}, paid {body['payout']}"
            case "settled":
                yield f"round {body['round']} is over"
            case kind:
                way = f" {'on' if body['on'] else 'off'}" if "on" in body else ""
                yield f"seat {event.seat}: {kind}{way}"

    def _showdown(self) -> Iterator[str]:
        shown = snapshot(self.state)["showdown"]
        assert shown is not None
        for one in shown["seats"]:
            yield f"{one['name']}:"
            for hand in one["hands"]:
                label = hand["label"].replace("_", " ")
                won = "wins" if hand["wins"] else ""
                cards = " ".join(hand["cards"])
                yield f"  {label:<12} {cards:<15} {hand['name']:<28} {won}".rstrip()
            main, result = one["main"], one["result"].replace("_", " ")
            moved = f"stake {main['stake']}, won {main['win']}"
            yield f"  main: {result}, {moved}, commission {main['commission']}"
            for side in (one["fortune"], one["pushace"]):
                if side is not None:
                    line = side["line"].replace("_", " ") or "nothing"
                    moved = f"stake {side['stake']}, won {side['win']}"
                    yield f"  {_WORDS[side['bet']]}: {side['result']} ({line}), {moved}"
            if one["envy"] is not None:
                seats = ", ".join(f"seat {each['seat']}" for each in one["envy_hands"])
                yield f"  envy: {one['envy']}" + (f" ({seats})" if seats else "")
            state = "paid" if one["paid"] else "pending"
            yield f"  stake {one['stake']}, payout {one['payout']}, {state}"

    def _seat(self, who: str) -> int:
        return self.state.seat_of(who) or 0


if __name__ == "__main__":
    sys.stdout.write(replay(Path(sys.argv[1]).read_text()))
