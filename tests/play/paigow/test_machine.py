"""Rounds at random: seats, wagers, ticks, restarts and faults in any order; the books are right."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.play.held_clock import HeldClock
from tests.play.paigow.failing import failing_from
from tests.play.paigow.room import Room, config
from tests.storage.faults import InjectedError

from gutshot.errors import InputError
from gutshot.play.credits import GRANT_CREDITS
from gutshot.play.errors import ConflictError
from gutshot.play.paigow.servers import LEASE_S
from gutshot.play.paigow.tables import Tables
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE = "face-up"
PLAYERS = st.integers(0, 3)
LINES = st.sampled_from(
    [
        *("sit", "leave", "house", "set", "24", "67", "13456", "autoset on", "autoset off"),
        *("settle", "repeat", "unbet all", "unbet pushace", "unbet main"),
    ]
)
BETS = st.builds("bet {} {}".format, st.sampled_from(["fortune", "pushace"]), st.integers(0, 60))
MAINS = st.builds("bet main {}".format, st.integers(5, 120))
FAULTS = st.one_of(
    st.none(), st.none(), st.tuples(st.integers(1, 45), st.one_of(st.none(), st.integers(0, 20)))
)


class TableMachine(RuleBasedStateMachine):
    """Four players, one table, and a database that fails now and then."""

    @initialize()
    def begin(self) -> None:
        self.database = Database.open("sqlite://")
        self.clock = HeldClock()
        self.room = Room(self.database, self.clock)
        self.open()
        self.players = [self.room.new_player() for _ in range(4)]
        self.resets = 0
        self.granted = dict.fromkeys(self.players, GRANT_CREDITS)
        self.hands: dict[int, object] = {}
        self.results: dict[int, object] = {}

    def open(self) -> None:
        self.room.tables = Tables(self.database, self.clock)
        self.room.tables.open(
            config(TABLE, betting_ticks=2, setting_ticks=3, away_ticks=3, seats=3)
        )

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.database.close()

    def with_faults(self, faults: tuple[int, int | None] | None, act: Callable[[], object]) -> None:
        with suppress(InputError, ConflictError, InjectedError):
            if faults is None:
                act()
                return
            first, more = faults
            with failing_from(first, None if more is None else first + more):
                act()

    @rule(player=PLAYERS, line=st.one_of(LINES, BETS, MAINS, MAINS), faults=FAULTS)
    def say(self, player: int, line: str, faults: tuple[int, int | None] | None) -> None:
        self.with_faults(faults, lambda: self.room.say(self.players[player], line, table=TABLE))

    @rule(player=PLAYERS, line=st.one_of(LINES, BETS, MAINS))
    def say_it_twice(self, player: int, line: str) -> None:
        """Send a command whose answer was lost again, with its id."""
        name = self.players[player]
        command_id = f"again-{self.room.state(TABLE).version}"
        self.with_faults((9, None), lambda: self.send(name, line, command_id))
        self.with_faults(None, lambda: self.send(name, line, command_id))
        after = self.room.state(TABLE)
        self.with_faults(None, lambda: self.send(name, line, command_id))
        if command_id in self.room.tables._commits._known[TABLE].answered.get(name, ()):
            assert self.room.state(TABLE) == after

    def send(self, player: str, line: str, command_id: str) -> object:
        return self.room.say(player, line, table=TABLE, command_id=command_id)

    @rule(faults=FAULTS)
    def everybody_plays(self, faults: tuple[int, int | None] | None) -> None:
        """Let a whole round be likely."""
        for player in self.players[:2]:
            for line in ("sit", "bet main 20", "house", "set"):
                self.with_faults(faults, lambda p=player, w=line: self.room.say(p, w, table=TABLE))  # type: ignore[misc]

    @rule(times=st.integers(1, 5), faults=FAULTS)
    def pass_time(self, times: int, faults: tuple[int, int | None] | None) -> None:
        for _ in range(times):
            self.with_faults(faults, self.room.tick)

    @rule(player=PLAYERS, here=st.booleans(), faults=FAULTS)
    def come_and_go(self, player: int, here: bool, faults: tuple[int, int | None] | None) -> None:
        tables = self.room.tables
        act = tables.connect if here else tables.disconnect
        self.with_faults(faults, lambda: act(TABLE, self.players[player]))

    @rule(player=PLAYERS, faults=FAULTS)
    def reset_credits(self, player: int, faults: tuple[int, int | None] | None) -> None:
        name = self.players[player]
        before = self.room.tables.credits(name)
        self.resets += 1
        self.with_faults(faults, lambda: self.room.tables.reset(name, f"reset-{self.resets:06}"))
        self.granted[name] += self.room.tables.credits(name) - before

    @rule(crash=st.booleans(), faults=FAULTS)
    def restart(self, crash: bool, faults: tuple[int, int | None] | None) -> None:
        if not crash:
            self.with_faults(faults, self.room.tables.close)
        self.clock.pass_(seconds=LEASE_S)
        self.open()
        state = self.room.state(TABLE)
        assert state.phase != "betting" or not state.staked, "undealt wagers are back"
        assert not any(seat.connected for _, seat in state.taken())

    @invariant()
    def the_books_are_right(self) -> None:
        if not hasattr(self, "room"):
            return
        self.room.check()
        state = self.room.state(TABLE)
        if state.dealer:
            hands = (state.dealer, *((number, seat.cards) for number, seat in state.in_hand()))
            assert self.hands.setdefault(state.round, hands) == hands, "cards are dealt once"
        if state.showdown is not None:
            frozen = tuple((one.seat, one.hands, one.payout) for one in state.showdown.seats)
            assert self.results.setdefault(state.showdown.round, frozen) == frozen
        on_table = {seat.player: seat.stakes.total for _, seat in state.taken()}
        won = self.won()
        for player in self.players:
            has = self.room.tables.credits(player) + on_table.get(player, 0)
            assert has == self.granted[player] + won.get(player, 0)

    def won(self) -> dict[str, int]:
        """Return what every player has won over his stakes, by the events alone."""
        out: dict[str, int] = {}
        with self.database.read() as tx:
            for event in tx.events_of_owner(f"paigow:{TABLE}", "paid"):
                body = event.body
                out[body["player"]] = out.get(body["player"], 0) + body["payout"] - body["stake"]
        return out


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(
    max_examples=8,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
