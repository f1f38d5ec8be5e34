"""Who looks at a table, and what there is to read: nobody waits for a slow connection.

A hub keeps the last messages of a table in a ring. Every watcher reads from it at his own pace by
the number of the last one that he has; who falls out of the ring is given the present state instead
of what he missed, and is told that he missed something. Everything here runs on the event loop.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gutshot.play.paigow.changes import Change

__all__ = ["RING_LENGTH", "Hub", "Message", "Told", "Watcher"]

RING_LENGTH: Final = 128
"""Messages that a table keeps for those who were away for a moment."""


@dataclass(eq=False)
class Told:
    """What is left of a change once it is not the last one.

    number : the table's version, which rises from message to message.
    words : what happened, in sentences. text : what is sent to everybody, JSON.
    """

    number: int
    words: tuple[str, ...]
    text: str

    @property
    def text_after_a_gap(self) -> str:
        """The same, saying that the viewer has missed something before."""
        return self.text.replace('"missed":false', '"missed":true', 1)


@dataclass(eq=False)
class Message(Told):
    """A change of a table, the last one: what each viewer's own part is made of.

    log : the last sentences, the latest first.
    drawn : its page's parts, once the first watcher has asked for them.
    """

    text: str = field(init=False)
    change: Change
    log: tuple[str, ...] = ()
    drawn: asyncio.Future[Any] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Encode what is the same for everybody, once."""
        self.text = (
            f'{{"type":"table","number":{self.number},"missed":false,'
            f'"words":{json.dumps(self.words)},"table":{self.change.public_text}}}'
        )


class Watcher:
    """One connection: how far it has read."""

    def __init__(self, hub: Hub, after: int | None) -> None:
        self._hub = hub
        self.number = after
        self.fresh = asyncio.Event()
        self.fresh.set()

    async def next(self) -> tuple[list[Told], Message, bool]:
        """Wait for what is new here; return it, the last of it, and whether some between is lost.

        A first look, and one after too long a pause, is the last message alone.
        """
        while True:
            await self.fresh.wait()
            self.fresh.clear()
            messages, missed = self._hub.since(self.number)
            last = self._hub.last
            if messages and last is not None:
                self.number = last.number
                return messages, last, missed


class Hub:
    """The messages of one table and those who read them."""

    def __init__(self, length: int = RING_LENGTH) -> None:
        self._ring: deque[Told] = deque(maxlen=length)
        self.last: Message | None = None  # the present state, None before the first message
        self._watchers: set[Watcher] = set()

    def join(self, after: int | None) -> Watcher:
        """Let a connection read on from a number, or from the present state."""
        watcher = Watcher(self, after)
        self._watchers.add(watcher)
        return watcher

    def part(self, watcher: Watcher) -> None:
        """Forget a connection."""
        self._watchers.discard(watcher)

    def publish(self, message: Message) -> None:
        """Add a message; one with a number that is not new is passed over."""
        if self.last is not None:
            if message.number <= self.last.number:
                return
            # Only the present state is ever shown; of the others the text is kept.
            self._ring[-1] = Told(self.last.number, self.last.words, self.last.text)
        self.last = message
        self._ring.append(message)
        for watcher in self._watchers:
            watcher.fresh.set()

    def since(self, number: int | None) -> tuple[list[Told], bool]:
        """Return what came after a number, and whether something between is gone."""
        if not self._ring:
            return [], False
        last = self._ring[-1]
        if number is None or number > last.number:  # a number that this table never had
            return [last], False
        if number < self._ring[0].number - 1:
            return [last], True
        return [one for one in self._ring if one.number > number], False
