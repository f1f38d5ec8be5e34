"""A statement that fails takes its whole transaction with it, wherever it stands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import inspect
from tests.storage.faults import InjectedError, everything, statements

from gutshot.ledger import Account, InsufficientCreditsError, Transfer
from gutshot.storage import Database, Event, StorageError, Transaction, UnknownStreamError
from gutshot.storage.engines import database_url, make_engines

if TYPE_CHECKING:
    from tests.storage.postgres import Cluster

    from gutshot.jobs import JobStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)
STAKE = Transfer("stake", "alice", "bank", 60, "stake", "pending")


def play_a_round(tx: Transaction) -> None:
    """Do everything that a transaction can do."""
    tx.create_player("alice", "hash of her secret", NOW)
    tx.set_login("alice", "Alice", "hash of her passphrase")
    tx.open_account(Account("bank", "bank", None))
    tx.open_account(Account("alice", "player"))
    tx.apply(Transfer("fund", "bank", "alice", 100, "welcome"), NOW)
    tx.create_stream("table", "alice", "table")
    tx.append("table", 0, [Event("dealt", {"n": 1}, NOW), Event("drawn", {"n": 2}, NOW)])
    tx.apply_all([STAKE, STAKE.posted("lost", 50)], NOW)
    tx.set_note("alice", "last", {"hand": 1})
    tx.delete_note("alice", "last")
    tx.revoke_secret("hash of her secret")


def test_all_or_nothing(database: Database) -> None:
    before = everything(database)
    number = 0
    while True:
        number += 1
        try:
            with statements(failing=number), database.write() as tx:
                play_a_round(tx)
        except InjectedError:
            assert everything(database) == before
        else:
            break
    # BEGIN or the turn, some thirty statements, COMMIT.
    assert number > 30
    after = everything(database)
    assert len(after["transfers"]) == 3
    assert len(after["events"]) == 2
    with database.read() as tx:
        assert tx.total() == (0, 0)
        assert tx.drift() == []


def run_a_job(jobs: JobStore) -> None:
    assert jobs.add("job", "count", "{}", now=NOW, queue_limit=9) is not None
    claimed = jobs.claim("me", now=NOW)
    assert claimed is not None
    attempt = claimed.attempt
    jobs.save("job", attempt, "state", b"half", now=NOW)
    jobs.beat("job", attempt, progress=0.5, message="half", now=NOW)
    jobs.release("job", attempt, counted=True, now=NOW)
    claimed = jobs.claim("me", now=NOW)
    assert claimed is not None
    jobs.finish("job", claimed.attempt, "failed", message="no", result=None, now=NOW)
    jobs.resume("job", now=NOW, queue_limit=9)
    jobs.request_cancel("job", now=NOW)


def test_each_step_of_a_job_is_one_transaction(database: Database) -> None:
    """Whatever fails, the database holds what one of the steps left, and can go on from there."""
    seen = [everything(database)]
    with statements() as whole:
        run_a_job(database.jobs)
    assert database.jobs.remove("job")
    # One in three: BEGIN, a look, a change, COMMIT all get their turn in some step.
    for number in range(1, whole.count + 1, 3):
        with pytest.raises(InjectedError), statements(failing=number):
            run_a_job(database.jobs)
        state = everything(database)
        job = database.jobs.get("job")
        if job is None:
            assert state == seen[0]
            continue
        assert (job.heartbeat is not None) == (job.state == "running") == (job.owner is not None)
        if job.state == "running":
            assert database.jobs.finish("job", job.attempt, "done", message="", result="1", now=NOW)
        elif job.state == "queued":
            database.jobs.request_cancel("job", now=NOW)
        assert database.jobs.remove("job")
        assert everything(database) == seen[0]


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_swallowed_failure_is_not_committed(database: Database, *, goes_on: bool) -> None:
    def write() -> None:
        with database.write() as tx:
            tx.open_account(Account("bank", "bank", None))
            with pytest.raises(InjectedError), statements(failing=2):
                tx.open_account(Account("alice", "player"))
            if goes_on:
                tx.open_account(Account("bob", "player"))

    with pytest.raises(StorageError, match="nothing of it was kept"):
        write()
    assert not any(everything(database).values())


def test_a_refusal_of_the_rules_is_no_failure(database: Database) -> None:
    with database.write() as tx:
        play_a_round(tx)
        with pytest.raises(InsufficientCreditsError):
            tx.apply_all(
                [
                    Transfer("one", "alice", "bank", 1, "stake"),
                    Transfer("more", "alice", "bank", 50, "stake"),
                ],
                NOW,
            )
        tx.apply(Transfer("two", "alice", "bank", 1, "stake"), NOW)
    with database.read() as tx:
        assert tx.balance("alice").posted == 49
        assert tx.transfer("one") is None


@pytest.mark.parametrize("goes_on", [False, True])
def test_rows_that_the_database_refuses_take_the_transaction_with_them(
    database: Database, *, goes_on: bool
) -> None:
    """PostgreSQL's answer to them comes with a later one, at the latest with the commit's."""
    with database.write() as tx:
        play_a_round(tx)
    run(database, "UPDATE streams SET length = 0")  # as if there were no events
    before = everything(database)

    def write() -> None:
        with database.write() as tx:
            tx.apply(Transfer("two", "alice", "bank", 1, "stake"), NOW)
            tx.append("table", 0, [Event("dealt", {"n": 3}, NOW)])
            if goes_on:
                assert tx.note("alice", "last") is None

    with pytest.raises(StorageError, match="events"):
        write()
    assert everything(database) == before
    with database.write() as tx:
        tx.apply(Transfer("two", "alice", "bank", 1, "stake"), NOW)
    assert len(everything(database)["transfers"]) == 4


def test_looking_ahead_changes_no_answer(database: Database) -> None:
    with database.write() as tx:
        play_a_round(tx)
    more = Transfer("more", "alice", "bank", 1, "stake")
    with database.write() as tx:
        names = ["alice", "bank", "nobody"]
        tx.look_ahead(accounts=names, transfers=["fund", "more"], streams=["table", "none"])
        assert [done.new for done in tx.apply_all([more, more], NOW)] == [True, False]
        assert not tx.apply(more, NOW).new
        assert not tx.apply(Transfer("fund", "bank", "alice", 100, "welcome"), NOW).new
        assert tx.balances(names)["alice"].posted == tx.balance("alice").posted == 49
        assert tx.append("table", 2, [Event("dealt", {"n": 3}, NOW)]) == 3
        assert tx.append("table", 3, [Event("dealt", {"n": 4}, NOW)]) == 4
        with pytest.raises(UnknownStreamError):
            tx.append("none", 0, [Event("dealt", {"n": 5}, NOW)])
    with database.read() as tx:
        assert tx.drift() == []
        assert [one.position for one in tx.events_of_owner("alice")] == [1, 2, 3, 4]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_migration_happens_as_a_whole(
    kind: str, tmp_path_factory: pytest.TempPathFactory, cluster: Cluster
) -> None:
    def fresh() -> str:
        if kind == "postgresql":
            return cluster.new()
        return f"sqlite:///{tmp_path_factory.mktemp('fresh')}/gutshot.db"

    with statements() as whole:
        Database.open(fresh()).close()
    assert whole.count > 30
    url = fresh()
    # Every statement of SQLite; of PostgreSQL, where each takes longer, one in five.
    for number in range(1, whole.count, 1 if kind == "sqlite" else 5):
        with pytest.raises(InjectedError), statements(failing=number):
            Database.open(url)
        assert tables(url) == []
    with Database.open(url) as database:
        assert not any(everything(database).values())


def tables(url: str) -> list[str]:
    engines = make_engines(database_url(url))
    try:
        return inspect(engines.reader).get_table_names()
    finally:
        engines.dispose()


@pytest.mark.parametrize("table", ["transfers", "events"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET kind = 'void'", "DELETE FROM {}"])
def test_the_database_itself_refuses_to_change_the_record(
    database: Database, table: str, statement: str
) -> None:
    with database.write() as tx:
        play_a_round(tx)
    before = everything(database)
    with pytest.raises(StorageError, match="is never changed"):
        run(database, statement.format(table))
    assert everything(database) == before


def run(database: Database, statement: str) -> None:
    with database._engines.writer.connect() as connection, connection.begin():
        connection.exec_driver_sql(statement)


def test_balances_can_be_computed_again(database: Database) -> None:
    with database.write() as tx:
        play_a_round(tx)
        tx.apply(Transfer("open", "alice", "bank", 7, "stake", "pending"), NOW)
    before = everything(database)
    run(database, "UPDATE accounts SET posted = posted + 1, pending_credits = 9 WHERE id = 'alice'")
    with database.read() as tx:
        assert tx.total() == (1, 9)
        (wrong,) = tx.drift()
    assert (wrong.account, wrong.kept.posted, wrong.true.posted) == ("alice", 51, 50)
    with database.write() as tx:
        assert tx.rebuild_balances() == [wrong]
    assert everything(database) == before
    with database.write() as tx:
        assert tx.rebuild_balances() == []


def test_the_database_itself_holds_the_floor(database: Database) -> None:
    with database.write() as tx:
        play_a_round(tx)
    with pytest.raises(StorageError, match="accounts_floor"):
        run(database, "UPDATE accounts SET posted = -1 WHERE id = 'alice'")
