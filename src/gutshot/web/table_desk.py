"""The Pai Gow tables of one app: who is there, whom a change is told, and the clock.

Commands are committed in threads. What they change comes back to the event loop as one message a
table, is encoded once and read by every connection at its own pace. One task lets the ticks pass,
looks at what other processes have changed, and notes who has gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from contextlib import suppress
from functools import partial
from math import inf
from secrets import token_hex
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import GutshotError, InputError
from gutshot.paigow.players import fillers, next_command
from gutshot.paigow.table import table_facts, tables
from gutshot.play.errors import UnreadableTableError
from gutshot.play.paigow.kept import table_ids
from gutshot.play.paigow.tables import Tables
from gutshot.storage import NewerDatabaseError
from gutshot.web.table_hub import Hub, Message
from gutshot.web.table_practice import Practice
from gutshot.web.table_words import event_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gutshot.paigow.table import TableConfig
    from gutshot.play.paigow.changes import Change
    from gutshot.play.paigow.tables import Answer
    from gutshot.storage import Database

__all__ = ["Desk"]

_LOG: Final = logging.getLogger(__name__)
_LOOK_S: Final = 1.0
"""How long the clock sleeps at most, and between two looks at who has gone."""

_OTHERS_S: Final = 0.2
"""Between two looks at what other processes have changed, while somebody is connected."""

_RETURN_S: Final = 4.0
"""How long a lost connection may come back before others are told: a page that is loaded again."""

_FORMS_S: Final = 90.0
"""How long somebody without a connection counts as there after his last form."""

_LOG_LENGTH: Final = 40


class Desk:
    """The tables of an app. Its task lives on the event loop from `start` to `stop`.

    It has threads besides those of requests, which may all be waiting for it.

    ready : whether kernels are compiled; what needs them is left out before.
    """

    def __init__(self, database: Database, ready: Callable[[], bool] = lambda: True) -> None:
        self.ready = ready
        self.service = Tables(database, computer=next_command)
        self._database = database
        self.practice = Practice(database)
        self.logs: dict[str, deque[str]] = {}
        self._hubs: dict[str, Hub] = {}
        self._sockets: Counter[tuple[str, str | None]] = Counter()
        self._until: dict[tuple[str, str], float] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._opened = False
        self._opening = asyncio.Lock()
        self._kick = asyncio.Event()
        self._awake_at = inf
        self._inbox: list[Callable[[], None]] = []
        self._guard = Lock()
        self._called = False

    async def start(self) -> None:
        """Open the tables if the database has any: what was undealt goes back, the rest goes on."""
        self._loop = asyncio.get_running_loop()
        self.service.watch(self._changed)
        if await asyncio.to_thread(self._has_tables):
            await self.open()

    async def open(self) -> None:
        """Open every table of the catalogue, once; a visitor's first look does it."""
        async with self._opening:
            if self._opened:
                return
            for config in tables():
                try:
                    await asyncio.to_thread(self.service.open, config)
                except (UnreadableTableError, NewerDatabaseError) as error:
                    _LOG.error("%s; it is left out", error)
                else:
                    self._take(self.service.change(config.id))
            self._opened = True
            self._task = asyncio.create_task(self._clock())

    async def stop(self) -> None:
        """End the tasks, give back undealt wagers."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._loop = None
        if self._opened:
            await asyncio.to_thread(self.service.close)

    def open_from_thread(self) -> None:
        """Open the tables, asked by a handler in a thread."""
        if not self._opened and self._loop is not None:
            asyncio.run_coroutine_threadsafe(self.open(), self._loop).result()

    def hub(self, table: str) -> Hub:
        """Return where a table's messages are read; UnknownSessionError for no table."""
        self.service.change(table)
        return self._hubs.setdefault(table, Hub())

    def config(self, table: str) -> TableConfig:
        """Return the rules of a table as it is played now."""
        return self.service.change(table).state.config

    def facts(self, table: str) -> dict[str, Any]:
        """Return what never changes during a round."""
        return table_facts(self.config(table))

    def log(self, table: str) -> Sequence[str]:
        """Return the last sentences of a table, the latest first."""
        return tuple(reversed(self.logs.get(table, ())))

    @property
    def sockets(self) -> int:
        """How many connections there are."""
        return self._sockets.total()

    def joined(self, table: str, player: str | None) -> None:
        """Count a connection of a player or a stranger; runs on the loop."""
        self._sockets[table, player] += 1

    def parted(self, table: str, player: str | None) -> None:
        """Count a connection off; a player has a moment to come back."""
        self._sockets[table, player] -= 1
        if not self._sockets[table, player]:
            del self._sockets[table, player]
            if player is not None:
                self._until[table, player] = monotonic() + _RETURN_S

    def seen(self, table: str, player: str) -> None:
        """Note that a player was there by a form."""
        self._until[table, player] = monotonic() + _FORMS_S
        number = self.service.change(table).state.seat_of(player)
        seat = None if number is None else self.service.change(table).state.seat(number)
        if seat is not None and not seat.connected:
            self.service.connect(table, player)

    async def say(
        self, table: str, player: str, text: str, command_id: str, round_number: int | None = None
    ) -> Answer | None:
        """Carry out what a player says, without a thread that waits for it.

        Returns
        -------
        Answer or None
            None where nothing has happened: the words are for `Tables.say`, in a thread.

        Raises
        ------
        GutshotError
            As `Tables.say`.
        """
        loop = asyncio.get_running_loop()
        carried_out: asyncio.Future[asyncio.Future[Answer] | None] = loop.create_future()

        def ended() -> None:
            # In a thread also where nobody waits any more: computer players have to act.
            ending = None
            if request is not None and not self.service.ends_at_once(request):
                ending = loop.run_in_executor(None, self.service.end, request)
            if not carried_out.done():
                carried_out.set_result(ending)

        request = self.service.begin(
            table, player, text, command_id, partial(self._on_loop, ended), round_number
        )
        if request is None:
            return None
        ending = await carried_out
        return self.service.end(request) if ending is None else await ending

    def seat_computers(self, table: str, levels: Sequence[str]) -> None:
        """Seat computer players until every level asked for sits as often as it is asked for."""
        for filler in fillers(levels, table):
            self.service.seat_computer(table, filler.player, filler.name, filler.level)

    def dismiss_computers(self, table: str) -> None:
        """Have every computer player leave; those with cards leave when they are paid."""
        for _, seat in self.service.change(table).state.taken():
            if seat.level and not seat.leaving:
                with suppress(InputError):  # it has left by itself meanwhile
                    self.service.say(table, seat.player, "leave", token_hex(12))

    def _has_tables(self) -> bool:
        with self._database.read() as tx:
            return bool(table_ids(tx))

    def _changed(self, change: Change) -> None:
        """Take a change to the loop; called by whichever thread has made it."""
        if self._loop is None:
            return
        _ = change.public_text  # encoded here, not where everybody waits
        self._on_loop(partial(self._take, change))

    def _on_loop(self, call: Callable[[], None]) -> None:
        """Have something called on the loop, after what came before; it is woken once for many."""
        loop = self._loop
        if loop is None:
            return
        with self._guard:
            self._inbox.append(call)
            called, self._called = self._called, True
        if not called:
            loop.call_soon_threadsafe(self._empty_inbox)

    def _empty_inbox(self) -> None:
        with self._guard:
            calls, self._inbox = self._inbox, []
            self._called = False
        for call in calls:
            asyncio.get_running_loop().call_soon(call)  # each fails for itself

    def _take(self, change: Change) -> None:
        log = self.logs.setdefault(change.table, deque(maxlen=_LOG_LENGTH))
        told = [event_words(one.public(), change.public) for one in change.events]
        words = tuple(line for line in told if line)
        log.extend(words)
        hub = self._hubs.setdefault(change.table, Hub())
        hub.publish(Message(change.version, words, change, tuple(reversed(log))))
        due = self.service.due_at(change.table)
        if due is not None and due.timestamp() < self._awake_at:
            self._kick.set()

    async def _clock(self) -> None:
        look_at = others_at = 0.0
        while True:
            wait = await self._wait_for_tick(min(look_at, others_at if self.sockets else look_at))
            try:
                if wait:
                    await asyncio.to_thread(self.service.tick_due)
                if self.sockets and monotonic() >= others_at:
                    await asyncio.to_thread(self.service.look)
                    others_at = monotonic() + _OTHERS_S
                if monotonic() >= look_at:
                    look_at = monotonic() + _LOOK_S
                    await asyncio.to_thread(self._note_the_gone)
            except GutshotError:  # a database that is busy or gone for a moment
                _LOG.exception("the clock of the tables missed a beat")
                await asyncio.sleep(_LOOK_S)

    async def _wait_for_tick(self, look_at: float) -> bool:
        """Sleep until a tick or a look is due, or a change has moved the next tick; tell which."""
        self._kick.clear()
        due = self.service.seconds_to_next_tick()
        look = max(0.0, look_at - monotonic())
        self._awake_at = inf if due is None else time() + due
        try:
            await asyncio.wait_for(self._kick.wait(), look if due is None else min(due, look))
        except TimeoutError:
            return True
        return False

    def _note_the_gone(self) -> None:
        """Tell the tables who has not come back; computer players leave with the last person."""
        now = monotonic()
        gone = []
        for one, until in list(self._until.items()):
            if one not in self._sockets and until >= now:
                continue
            del self._until[one]
            if one not in self._sockets:
                gone.append(one)
        self.service.disconnect_all(gone)
        for table in self.service.ids():
            seats = [seat for _, seat in self.service.change(table).state.taken()]
            if seats and all(seat.level or not seat.connected for seat in seats):
                self.dismiss_computers(table)
