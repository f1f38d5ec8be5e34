"""The simulator of the ledger, run against both databases."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test
from tests.ledger.machine import LedgerMachine, transfers
from tests.storage.faults import InjectedError, everything, statements

from gutshot.ledger import (
    AMOUNT_MAX,
    BALANCE_MAX,
    Account,
    InsufficientCreditsError,
    InvalidTransferError,
    LedgerStore,
    LedgerView,
    Transfer,
    UnknownAccountError,
)
from gutshot.storage import Database, RecordError
from gutshot.storage.schema import accounts

if TYPE_CHECKING:
    from collections.abc import Generator

    from tests.storage.postgres import Cluster

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class StoredLedger(LedgerMachine):
    """Commands come in transactions of their own, some of which fail at some statement."""

    url: ClassVar[str] = "sqlite://"

    def __init__(self) -> None:
        self.database = Database.open(self.new_url())
        super().__init__()

    def new_url(self) -> str:
        return self.url

    @contextmanager
    def keeper(self) -> Generator[LedgerStore]:
        with self.database.write() as tx:
            yield tx

    @rule(batch=st.lists(transfers(), min_size=1, max_size=3), failing=st.integers(1, 8))
    def fail_somewhere(self, batch: list[Transfer], failing: int) -> None:
        """Nothing of it is there afterwards, as the invariants will notice."""
        expected = self.model.apply_all(batch)
        accepted = len(self.model.transfers) - len(self.times)
        if not isinstance(expected, list):
            return
        try:
            with statements(failing), self.keeper() as keeper:
                keeper.apply_all(batch, self.now)
        except InjectedError:
            if accepted:
                del self.model.transfers[-accepted:]
        else:
            self.times += [self.now] * accepted

    def teardown(self) -> None:
        super().teardown()
        with self.database.read() as tx:
            assert tx.drift() == []
        self.database.close()


QUICK = settings(
    max_examples=20, stateful_step_count=25, suppress_health_check=[HealthCheck.too_slow]
)
TestSqlite = StoredLedger.TestCase
TestSqlite.settings = QUICK


def test_postgresql(cluster: Cluster) -> None:
    class OnPostgresql(StoredLedger):
        def new_url(self) -> str:
            return cluster.emptied()

    run_state_machine_as_test(OnPostgresql, settings=settings(QUICK, max_examples=6))


def test_a_transaction_keeps_the_protocols(database: Database) -> None:
    with database.write() as tx:
        keeper: LedgerStore = tx
        keeper.open_account(Account("bank", "bank", None))
    with database.read() as reading:
        view: LedgerView = reading
        assert view.account("bank").kind == "bank"
        with pytest.raises(UnknownAccountError):
            view.transfers("alice")
        with pytest.raises(InvalidTransferError):
            view.transfers("bank", limit=0)


def test_balances_in_a_transaction_are_those_that_it_has_made(database: Database) -> None:
    with database.write() as tx:
        tx.open_account(Account("bank", "bank", floor=None))
        assert tx.balances(["bank", "ann"]).keys() == {"bank"}
        tx.open_account(Account("ann", "player"))
        assert tx.balances(["bank", "ann"])["ann"].posted == 0
        tx.apply(Transfer("grant", "bank", "ann", 10, "grant"), NOW)
        assert tx.balances(["ann"])["ann"].posted == tx.balance("ann").posted == 10
        with pytest.raises(InsufficientCreditsError):
            tx.apply_all(
                [
                    Transfer("less", "ann", "bank", 4, "less"),
                    Transfer("more", "ann", "bank", 7, "more"),
                ],
                NOW,
            )
        assert tx.balances(["ann"])["ann"].posted == tx.balance("ann").posted == 10
        tx.apply(Transfer("back", "ann", "bank", 3, "back"), NOW)
        assert tx.balances(["ann", "bank"]) == {
            "ann": tx.balance("ann"),
            "bank": tx.balance("bank"),
        }
    with database.read() as tx:
        assert tx.balances(["ann"])["ann"].posted == 7


def test_accounts_are_listed_by_id(database: Database) -> None:
    names = ["b", "B", "a", "_", "10", "9"]
    with database.write() as tx:
        for name in names:
            tx.open_account(Account(name, "player" if name.isalpha() else "table"))
    with database.read() as reading:
        assert [each.id for each in reading.accounts()] == sorted(names)
        assert [each.id for each in reading.accounts("player", after="B", limit=1)] == ["a"]


def test_times_are_kept_in_utc_to_the_microsecond(database: Database) -> None:
    at = datetime(2026, 7, 1, 12, 0, 0, 1, tzinfo=timezone(timedelta(hours=2)))
    with database.write() as tx:
        tx.open_account(Account("bank", "bank", None))
        tx.open_account(Account("alice", "player"))
        tx.apply(Transfer("fund", "bank", "alice", 1, "welcome"), at)
        with pytest.raises(RecordError, match="a time needs its zone"):
            tx.apply(Transfer("x", "bank", "alice", 1, "welcome"), at.replace(tzinfo=None))
    with database.read() as reading:
        entry = reading.transfer("fund")
    assert entry is not None
    assert entry.at == at
    assert entry.at.isoformat() == "2026-07-01T10:00:00.000001+00:00"


def test_sums_of_the_largest_balances_are_exact(database: Database) -> None:
    """Four balances at the limit pass 2**63 on their way to zero."""
    rows = [
        {
            "id": f"a{number}",
            "kind": "bank",
            "floor": None,
            "posted": BALANCE_MAX if number % 2 else -BALANCE_MAX,
            "pending_debits": 0,
            "pending_credits": 0,
        }
        for number in range(8)
    ]
    with database._engines.writer.connect() as connection, connection.begin():
        connection.execute(accounts.insert(), rows)
    with database.read() as reading:
        assert reading.total() == (0, 0)
        assert len(reading.drift()) == 8


def test_a_batch_of_the_largest_size(database: Database) -> None:
    batch = [Transfer(f"t{n}", "bank", f"a{n}", AMOUNT_MAX, "x", "pending") for n in range(500)]
    batch += [each.posted(f"p{each.id}") for each in batch]
    with database.write() as tx:
        tx.open_account(Account("bank", "bank", None))
        for number in range(500):
            tx.open_account(Account(f"a{number}", "player"))
        assert all(each.new for each in tx.apply_all(batch, NOW))
        assert not any(each.new for each in tx.apply_all(batch, NOW))
        assert tx.apply_all([], NOW) == []
    with database.read() as reading:
        assert reading.total() == (0, 0)
        assert reading.drift() == []
    assert len(everything(database)["transfers"]) == 1000
