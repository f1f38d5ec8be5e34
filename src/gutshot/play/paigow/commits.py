"""Requests at tables, carried out in groups: one transaction of events, notes and transfers.

Whatever fits is kept together; a request that does not fit is refused by itself and has changed
nothing. When the transaction fails, or a wager in it is not covered, each request is tried again in
one of its own, so that it fails alone. A seat's payment is a request too.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from gutshot.cards.dealing import deal as shuffled
from gutshot.errors import GutshotError, InputError
from gutshot.paigow.hands import DECK, SEVEN
from gutshot.paigow.table import deal, paid, tick
from gutshot.play.credits import account_of, ensure_credits
from gutshot.play.errors import ConflictError, UnknownSessionError
from gutshot.play.paigow.grouped import Grouped, Work
from gutshot.play.paigow.kept import Kept, load, save, stream_of
from gutshot.play.paigow.money import result_transfers, stake_transfers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gutshot.ledger import Transfer
    from gutshot.paigow.table import Event, State, Step
    from gutshot.play.clock import Clock
    from gutshot.storage import Database, Transaction

__all__ = ["Answer", "Commits", "Request"]

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command came to.

    new : False when the same command had been carried out before; nothing happened this time.
    version : of the table, at least.
    """

    new: bool
    version: int


@dataclass(eq=False, kw_only=True)
class Request(Work):
    """Something to be done at a table.

    act : what it makes of the table, a pure function of it and of the time.
    player, command_id : who sends it, and the id that makes it happen once; both may be "".
    new_player : whether he may have no account yet.
    settles : whether it asks for payments that have failed.
    """

    table: str
    act: Callable[[Kept, datetime], Step]
    player: str = ""
    command_id: str = ""
    new_player: bool = False
    settles: bool = False
    answer: Answer | None = None

    def outcome(self) -> Answer:
        """Return the answer to a request that is done, or raise what it came to."""
        if self.error is not None:
            raise self.error
        if self.answer is None:
            raise GutshotError("the command was interrupted; send it again")
        return self.answer


@dataclass
class _Desk:
    """A table in a transaction: as it was found, as it is now, what happened there."""

    found: Kept
    now: Kept
    events: list[Event] = field(default_factory=list)
    players: set[str] = field(default_factory=set)

    @property
    def changed(self) -> bool:
        return self.now.state.version != self.found.state.version


class Commits:
    """Carries out requests; what it knows of tables is a copy of what the database has.

    server : the id under which players' connections are noted.
    publish : told of each table of a transaction once it is committed, in order: the table, what
        happened there, and the credits of players whom that concerns.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        server: str,
        publish: Callable[[Kept, Sequence[Event], Mapping[str, int]], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._server = server
        self._publish = publish
        self._group = Grouped(self._run)
        self._known: dict[str, Kept] = {}
        self._paying = False  # whether the last transaction paid what its requests brought

    def known(self, table: str) -> Kept | None:
        """Return a table as this process knows it, None when it has not met it."""
        return self._known.get(table)

    def carry_out(self, request: Request) -> Answer:
        """Carry out a request, perhaps together with others that wait.

        Raises
        ------
        InputError, ConflictError, LedgerError
            When it does not fit; nothing has changed.
        StorageError
            When it could not be kept; as a rule nothing has changed, and sent again with the same
            id it happens once in any case.
        """
        self._group.carry_out(request)
        return request.outcome()

    def carry_out_all(self, requests: Sequence[Request]) -> None:
        """Carry out requests, together if they fit; each has its own `error`, or `answer`."""
        self._group.carry_out_all(requests)

    def begin(self, request: Request, then: Callable[[], None]) -> None:
        """Have a request carried out; `then` is called in another thread once it is, `outcome`.

        It must not block.
        """
        self._group.begin(request, then)

    def _run(self, group: Sequence[Request]) -> None:
        """Carry out requests, then pay what has come to a result at their tables."""
        self._together(group)
        payments = [
            _payment(table, number)
            for table in dict.fromkeys(request.table for request in group)
            if table in self._known
            for number in self._known[table].state.unpaid
        ]
        if payments:
            self._together(payments)
        for request in payments:
            if request.error is not None:
                _LOG.error("a payment at the table %s failed: %r", request.table, request.error)

    def _together(self, group: Sequence[Request]) -> None:
        """Carry out requests in one transaction; where it fails, each in one of its own."""
        try:
            self._transaction(group, pays=True)
        except Exception as error:  # noqa: BLE001 - each is tried again, or told what it was
            if len(group) == 1 and not self._paying:
                group[0].error = error
                return
            for request in group:
                self._alone(request)

    def _alone(self, request: Request) -> None:
        """Carry out a request in a transaction of its own, which pays nobody."""
        request.error = request.answer = None
        try:
            self._transaction([request], pays=False)
        except Exception as error:  # noqa: BLE001 - whoever waits is told, whatever it was
            request.error = error

    def _transaction(self, group: Sequence[Request], *, pays: bool) -> None:
        """Carry out requests and keep what they come to, or raise and keep nothing.

        pays : whether results are paid that the requests have brought: one commit less. Only where
            the cards lay on the table before, so that no cards are dealt again when a payment
            fails; and then the result is frozen without it, and paid later.
        """
        at = self._clock.now()
        moves: list[Transfer] = []
        self._paying = False
        with self._database.write() as tx:
            desks = self._desks(tx, {request.table for request in group})
            for request in group:
                try:
                    moves += self._serve(tx, request, desks, at)
                except (InputError, ConflictError) as error:
                    request.error = error
            for table, desk in desks.items():
                if pays and desk.found.state.dealer:
                    self._paying |= bool(desk.now.state.unpaid)
                    for number in desk.now.state.unpaid:
                        moves += self._serve(tx, _payment(table, number), desks, at)
            players = {player for desk in desks.values() for player in desk.players}
            own = {player: account_of(player).id for player in players}
            sides = (side for one in moves for side in (one.debit, one.credit))
            changed = [desk for desk in desks.values() if desk.changed]
            tx.look_ahead(
                accounts={*own.values(), *sides},
                transfers=[one.id for one in moves],
                streams=[stream_of(desk.now) for desk in changed],
            )
            # All at once: whose wager is not covered spoils the group, and is then alone.
            tx.apply_all(moves, at)
            saved = save(
                tx, [(desk.found, _with_due(desk.now, at), desk.events) for desk in changed], at
            )
            for desk, now in zip(changed, saved, strict=True):
                desk.now = now
            have = tx.balances(own.values())
        for table, desk in desks.items():
            accounts = {player: have.get(own[player]) for player in desk.players}
            wallets = {player: one.available for player, one in accounts.items() if one is not None}
            self._known[table] = desk.now
            self._publish(desk.now, desk.events, wallets)

    def _desks(self, tx: Transaction, tables: set[str]) -> dict[str, _Desk]:
        """Return the tables that requests are about, as the database has them."""
        desks = {}
        for table, found in load(tx, tables, self._known).items():
            desks[table] = _Desk(found, found)
            if found is not self._known.get(table):
                desks[table].players |= {seat.player for _, seat in found.state.taken()}
        return desks

    def _serve(
        self, tx: Transaction, request: Request, desks: Mapping[str, _Desk], at: datetime
    ) -> list[Transfer]:
        """Carry out one request on the tables of a transaction; return what it moves."""
        desk = desks.get(request.table)
        if desk is None:
            raise UnknownSessionError(f"there is no table '{request.table[:40]}'")
        now = desk.now
        if request.command_id and request.command_id in now.answered.get(request.player, ()):
            request.answer = Answer(new=False, version=now.state.version)
            return []
        step = _with_cards(request.act(now, at))
        if request.new_player:
            ensure_credits(tx, request.player, 1, at)
        moves = _transfers(now.state, step)
        now = replace(now, state=step.state)
        if request.player:
            now = now.with_server(request.player, self._server)
            desk.players |= {request.player} & {seat.player for _, seat in now.state.taken()}
        if request.command_id:
            now = now.with_answered(request.player, request.command_id)
        desk.now = now
        desk.events += step.events
        desk.players |= {event.player for event in step.events if event.player}
        request.answer = Answer(new=True, version=now.state.version)
        return moves


def _payment(table: str, number: int) -> Request:
    """Return the request that pays a seat's frozen result."""

    def act(kept: Kept, _at: datetime) -> Step:
        return paid(kept.state, number)

    return Request(table=table, act=act)


def _with_cards(step: Step) -> Step:
    """Return a step with the cards that it calls for, drawn from the system's randomness."""
    if not step.state.wants_deal:
        return step
    live = sum(bool(seat.stakes.main) for _, seat in step.state.taken())
    return step.join(deal(step.state, shuffled(DECK, SEVEN * (live + 1))))


def _transfers(before: State, step: Step) -> list[Transfer]:
    """Return what a step moves: wagers and refunds, and the results of seats that are paid."""
    table = before.config.id
    out = stake_transfers(table, step.events)
    for event in step.events:
        if event.kind == "paid" and before.showdown is not None:
            result = before.showdown.of(event.seat)
            if result is not None:
                out += result_transfers(table, before.round, result)
    return out


def _with_due(kept: Kept, at: datetime) -> Kept:
    """Return a table with the time of its next tick, None where a tick would change nothing."""
    waits = bool(kept.state.unpaid) or tick(kept.state).state.version != kept.state.version
    if not waits:
        return replace(kept, due_at=None)
    if kept.due_at is not None and kept.due_at > at:
        return kept
    return replace(kept, due_at=at + timedelta(seconds=kept.state.config.tick_s))
