"""The tables of a database: what players say goes in, what everybody sees comes out.

A table's state is in the database and nowhere else: every command reads it there, under the lock
of the one who writes, so that several processes may keep the same tables. What this process knows
of it is a copy that is used while its version is the database's.

A command that does not fit, comes a second time or from somebody else changes nothing. Cards are
drawn from the operating system's randomness in the transaction that ends the betting, and are one
event before anybody sees them. A result is frozen in the transaction that sets the last hand; each
seat is paid in a batch of its own, there or afterwards, and what fails is tried again, never dealt
again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import GutshotError, InputError
from gutshot.ledger import InsufficientCreditsError, Transfer, UnknownAccountError
from gutshot.paigow.table import (
    apply,
    connect,
    disconnect,
    open_table,
    parse_command,
    refund_undealt,
    sit,
    tick,
    with_config,
)
from gutshot.paigow.table.commands import Help, Reset, Settle, Sit
from gutshot.paigow.table.state import Step
from gutshot.play.clock import SystemClock
from gutshot.play.credits import BANK, GRANT_CREDITS, account_of, ensure_credits
from gutshot.play.errors import ConflictError, UnknownSessionError, UnreadableTableError
from gutshot.play.ids import check_id
from gutshot.play.paigow.anew import start_anew
from gutshot.play.paigow.changes import Change
from gutshot.play.paigow.commits import Answer, Commits, Request
from gutshot.play.paigow.computers import Computers
from gutshot.play.paigow.kept import Kept, create, load, load_readable, table_ids, unchanged
from gutshot.play.paigow.money import table_account
from gutshot.play.paigow.servers import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from gutshot.paigow.table import Event, State, TableConfig
    from gutshot.paigow.table.commands import Command
    from gutshot.play.clock import Clock
    from gutshot.play.paigow.computers import Computer
    from gutshot.storage import Database, Transaction

__all__ = ["Answer", "Tables"]

_LOG: Final = logging.getLogger(__name__)


class Tables:
    """Pai Gow tables of one database; threads share it, and other processes may have their own.

    computer : what the computer player of a seat does now, by its level, the table's facts and the
        snapshot of its seat; None for nothing.
    """

    def __init__(
        self, database: Database, clock: Clock | None = None, computer: Computer | None = None
    ) -> None:
        self._database = database
        self._clock = clock or SystemClock()
        self._server = Server()
        self._commits = Commits(database, self._clock, self._server.id, self._publish)
        self._computers = Computers(self, self._commits, self._server.id, computer)
        self._changes: dict[str, Change] = {}
        self._opened: list[str] = []
        self._watchers: list[Callable[[Change], None]] = []
        self._company = False

    def open(self, config: TableConfig) -> None:
        """Open a table, or take one up that the database has; an idle one gets the new config."""

        def act(kept: Kept, _at: datetime) -> Step:
            return Step(with_config(kept.state, config))

        if not self._opened:
            self.recover()
        with self._database.write() as tx:
            self._prepare(tx, config)
        if config.id not in self._opened:
            self._opened.append(config.id)
        self._commits.carry_out(Request(table=config.id, act=act))

    def _prepare(self, tx: Transaction, config: TableConfig) -> None:
        """Make a table where the database has none, or one that can't be read any more."""
        at = self._clock.now()
        try:
            known = load(tx, [config.id], {})
        except UnreadableTableError as error:
            back = start_anew(tx, config, at)
            _LOG.warning("%s; %d credits went back to its players, and it starts anew", error, back)
            return
        if not known:
            tx.open_account(BANK)
            tx.open_account(table_account(config.id))
            create(tx, Kept(open_table(config)), at)

    def ids(self) -> list[str]:
        """Return the ids of the tables that this process has opened, in that order."""
        return list(self._opened)

    def watch(self, watcher: Callable[[Change], None]) -> None:
        """Have a function told of every change at the opened tables, in order; it must not block.

        It runs in the thread of whoever made the change.
        """
        self._watchers.append(watcher)

    def change(self, table: str) -> Change:
        """Return a table as it was after the last commit of this process.

        Raises
        ------
        UnknownSessionError
            When this process has opened no such table.
        """
        found = self._changes.get(table)
        if found is None:
            known = ", ".join(self._opened) or "none"
            raise UnknownSessionError(f"there is no table '{table[:40]}'; open are {known}")
        return found

    def view(self, table: str, player: str | None = None) -> dict[str, Any]:
        """Return what a player, or a spectator, may see of a table (`gutshot.paigow.table`)."""
        return self.change(table).view(player)

    def say(
        self,
        table: str,
        player: str,
        text: str,
        command_id: str,
        *,
        name: str = "",
        round_number: int | None = None,
    ) -> Answer:
        """Carry out what a player says at a table; the same id again changes nothing.

        name : what others read when he sits down. round_number : the round that he means.

        Raises
        ------
        InputError
            When it is no command, does not fit, or his credits are too few.
        ConflictError
            When it was meant for another round, or a payment has failed again.
        StorageError
            When it could not be kept; sent again with its id it happens once.
        """
        command = parse_command(text)
        return self.tell(table, player, command, command_id, name=name, round_number=round_number)

    def tell(
        self,
        table: str,
        player: str,
        command: Command,
        command_id: str,
        *,
        name: str = "",
        round_number: int | None = None,
    ) -> Answer:
        """Carry out a command that is read already; as `say`."""
        check_id("command", command_id)
        change = self.change(table)
        if isinstance(command, Help):
            return Answer(new=False, version=change.version)
        if isinstance(command, Reset):
            self.reset(player, command_id)
            return Answer(new=True, version=self.change(table).version)

        request = self._request(table, player, command, command_id, name, round_number)
        self._commits.carry_out_all([request])
        return self.end(request)

    def begin(
        self,
        table: str,
        player: str,
        text: str,
        command_id: str,
        then: Callable[[], None],
        round_number: int | None = None,
    ) -> Request | None:
        """Begin what `say` does, without waiting; it is ended with `end`.

        then : called in another thread when the request is carried out; it must not block.

        Returns
        -------
        Request or None
            None where nothing has begun, since these words are for `say` alone: sit, reset, help.
        """
        command = parse_command(text)
        check_id("command", command_id)
        self.change(table)
        if isinstance(command, Sit | Help | Reset):
            return None
        request = self._request(table, player, command, command_id, "", round_number)
        self._commits.begin(request, then)
        return request

    def ends_at_once(self, request: Request) -> bool:
        """Tell whether `end` has nothing to wait for, neither the database nor computer players."""
        if isinstance(request.error, InsufficientCreditsError):
            return False
        return not self._computers.sit_at(request.table)

    def end(self, request: Request) -> Answer:
        """Return the answer to a request that is carried out, or raise what `say` raises.

        Computer players act first.
        """
        try:
            answer = request.outcome()
        except InsufficientCreditsError:
            have = self.credits(request.player)
            raise InputError(f"your credits are too few for this: you have {have:,}") from None
        if request.settles and self.change(request.table).state.unpaid:
            raise ConflictError("the payment has failed again; it is tried at every tick")
        self._computers.play(request.table)
        return answer

    def connect(self, table: str, player: str) -> None:
        """Note that a player is there, through this process; nothing for a spectator."""

        def act(kept: Kept, _at: datetime) -> Step:
            number = kept.state.seat_of(player)
            if number is None:
                return Step(kept.state)
            step = connect(kept.state, number)
            here = kept.servers.get(player) == self._server.id
            # A new version, for the note has to say where he is connected now.
            return step if step.events or here else step.then(kept.state)

        self.change(table)
        self._commits.carry_out(Request(table=table, act=act, player=player))
        self._computers.play(table)

    def disconnect(self, table: str, player: str) -> None:
        """Note that a player's last connection is gone; nothing for a spectator."""
        self.disconnect_all([(table, player)])

    def disconnect_all(self, gone: Sequence[tuple[str, str]]) -> None:
        """Note that the last connections of players are gone, each at a table; as `disconnect`."""
        requests = [self._going(table, player) for table, player in gone]
        self._commits.carry_out_all(requests)
        for request in requests:
            if request.error is not None:
                raise request.error
        for table in {request.table for request in requests}:
            self._computers.play(table)

    def _going(self, table: str, player: str) -> Request:
        def act(kept: Kept, _at: datetime) -> Step:
            number = kept.state.seat_of(player)
            # Where he has come back through another process, that one knows better.
            here = kept.servers.get(player) == self._server.id
            if number is None or not here:
                return Step(kept.state)
            return disconnect(kept.state, number)

        self.change(table)
        return Request(table=table, act=act)

    def seat_computer(self, table: str, player: str, name: str, level: str) -> None:
        """Give a computer player a free seat; one that sits there already is there again."""

        def act(kept: Kept, _at: datetime) -> Step:
            number = kept.state.seat_of(player)
            if number is None:
                return sit(kept.state, player, name, level=level)
            step = connect(kept.state, number)
            here = kept.servers.get(player) == self._server.id
            return step if step.events or here else step.then(kept.state)

        self.change(table)
        self._commits.carry_out(Request(table=table, act=act, player=player, new_player=True))
        self._computers.play(table)

    def tick_due(self) -> None:
        """Let a tick pass at every opened table where one is due, and try payments again.

        Also renews this process's note, and gives back what processes have left that are gone. It
        is to be called a few times a second; a table that waits for nothing costs nothing.
        """
        now = self._clock.now()
        if self._server.is_due(now):
            self.recover()
            if self._company:
                self.look()
        due = [(self.due_at(table), table) for table in self.ids()]
        self._tick(*(table for at, table in due if at is not None and at <= now))

    def due_at(self, table: str) -> datetime | None:
        """Return when an opened table's next tick is due, None while it waits for nothing."""
        kept = self._commits.known(table)
        return None if kept is None else kept.due_at

    def seconds_to_next_tick(self) -> float | None:
        """Return how long nothing is due at the opened tables; None while none waits."""
        due = [at for at in map(self.due_at, self._opened) if at is not None]
        if not due:
            return None
        return max(0.0, (min(due) - self._clock.now()).total_seconds())

    def recover(self) -> list[str]:
        """Renew this process's note, and give back undealt wagers that processes have left.

        Returns
        -------
        list
            The tables where wagers came back, or players are gone. Dealt hands are played on: they
            are set for players who don't come back.
        """
        at = self._clock.now()
        first = self._server.is_new
        with self._database.write() as tx:
            self._server.renew(tx, at)
            alive, gone = self._server.others(tx, at)
            tables = table_ids(tx) if first or gone else []
            here = alive | {self._server.id}
            known = load_readable(tx, tables)
            left = [table for table, kept in known.items() if _left(kept, here)]
        self._server.renewed(at)
        self._company = bool(alive)
        for table in left:
            self._give_back(table, here)
        if gone:
            with self._database.write() as tx:
                for server in gone:
                    self._server.forget(tx, server)
        return left

    def close(self) -> None:
        """Give back the undealt wagers of this process's players, and sign off."""
        for table in self.ids():

            def act(kept: Kept, _at: datetime) -> Step:
                own = [
                    number
                    for number, seat in kept.state.taken()
                    if kept.servers.get(seat.player) == self._server.id
                ]
                return refund_undealt(kept.state, own, "the table was closed")

            self._commits.carry_out(Request(table=table, act=act))
        with self._database.write() as tx:
            self._server.sign_off(tx)

    def credits(self, player: str) -> int:
        """Return what a player has, his wagers on tables not counted; 0 for who never played."""
        try:
            with self._database.read() as tx:
                return tx.balance(account_of(player).id).available
        except UnknownAccountError:
            return 0

    def reset(self, player: str, command_id: str) -> int:
        """Bring a player's credits back to what a new player has; return them.

        It is a transfer like any other, from the bank or to it, once for each id.
        """
        check_id("command", command_id)
        at = self._clock.now()
        account = account_of(player).id
        name = f"pg:reset:{player[:16]}:{command_id}"
        with self._database.write() as tx:
            ensure_credits(tx, player, 0, at)
            missing = GRANT_CREDITS - tx.balance(account).available
            if missing and tx.transfer(name) is None:
                debit, credit = (BANK.id, account) if missing > 0 else (account, BANK.id)
                tx.apply(Transfer(name, debit, credit, abs(missing), "credits reset"), at)
            left = tx.balance(account).available
        for table in self.ids():
            if self.change(table).state.seat_of(player) is not None:
                self._carry_out_again(table, player)
        return left

    def _request(
        self,
        table: str,
        player: str,
        command: Command,
        command_id: str,
        name: str = "",
        round_number: int | None = None,
    ) -> Request:
        """Return a player's command as a request."""

        def act(kept: Kept, _at: datetime) -> Step:
            _check_round(kept.state, round_number)
            if isinstance(command, Sit):
                return sit(kept.state, player, name or f"Guest {player[:4]}", command.seat)
            number = kept.state.seat_of(player)
            if number is None:
                raise InputError("you watch this table; write sit to take a seat")
            return apply(kept.state, number, command)

        return Request(
            table=table,
            act=act,
            player=player,
            command_id=command_id,
            new_player=isinstance(command, Sit),
            settles=isinstance(command, Settle),
        )

    def _carry_out_again(self, table: str, player: str) -> None:
        """Have a table's watchers told of a player's credits."""
        self._commits.carry_out(
            Request(
                table=table, act=lambda kept, _: Step(kept.state).then(kept.state), player=player
            )
        )

    def _publish(self, kept: Kept, events: Sequence[Event], wallets: Mapping[str, int]) -> None:
        """Take over what is committed and tell the watchers."""
        table = kept.state.config.id
        if table not in self._opened:
            return
        last = self._changes.get(table)
        if last is not None and last.version == kept.state.version:
            return
        known = wallets if last is None else {**last.wallets, **wallets}
        seated = {seat.player for _, seat in kept.state.taken()}
        own = {player: left for player, left in known.items() if player in seated}
        earlier = None if last is None else last.shown
        change = Change(table, kept.state, tuple(events), own, earlier)
        self._changes[table] = change
        for watcher in self._watchers:
            try:
                watcher(change)
            except Exception:  # noqa: BLE001 - it has happened, whoever fails to look
                _LOG.exception("somebody who watches the table %s has failed", table)

    def look(self) -> None:
        """See what other processes have changed at the opened tables.

        It is to be called a few times a second while somebody looks on here.
        """
        opened = self.ids()
        met = {table: self._commits.known(table) for table in opened}
        known = {table: kept for table, kept in met.items() if kept is not None}
        with self._database.read() as tx:  # it holds up nobody who writes
            same = unchanged(tx, known, known)
        requests = [
            Request(table=table, act=lambda kept, _: Step(kept.state))
            for table in opened
            if table not in same
        ]
        self._commits.carry_out_all(requests)
        for request in requests:
            if request.error is not None:
                raise request.error

    def _tick(self, *tables: str) -> None:
        """Let a tick pass at some tables."""

        def act(kept: Kept, at: datetime) -> Step:
            # Another process may have let this tick pass.
            if kept.due_at is None or kept.due_at > at:
                return Step(kept.state)
            step = tick(kept.state)
            same = step.state.version == kept.state.version
            # A new version, for the note has to say when the next tick is due.
            return step.then(step.state) if same else step

        requests = [Request(table=table, act=act) for table in tables]
        self._commits.carry_out_all(requests)
        for request in requests:
            if isinstance(request.error, GutshotError):
                error = request.error
                _LOG.error("a tick of the table %s has failed: %r", request.table, error)
            elif request.error is not None:
                raise request.error
            self._computers.play(request.table)

    def _give_back(self, table: str, alive: set[str]) -> None:
        def act(kept: Kept, _at: datetime) -> Step:
            return refund_undealt(kept.state, _left(kept, alive), "the table had stopped")

        self._commits.carry_out(Request(table=table, act=act))


def _left(kept: Kept, alive: set[str]) -> list[int]:
    """Return the seats whose player's process is gone and that somebody should look after."""
    return [
        number
        for number, seat in kept.state.taken()
        if kept.servers.get(seat.player) not in alive
        and (seat.connected or (seat.stakes.total and not seat.cards))
    ]


def _check_round(state: State, meant: int | None) -> None:
    if meant is not None and meant != state.round:
        now = f"the table is at round {state.round}"
        raise ConflictError(f"this was meant for round {meant}; {now}")
