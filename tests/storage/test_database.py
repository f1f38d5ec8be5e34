from __future__ import annotations

import os
import sqlite3
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from gutshot.errors import InputError
from gutshot.storage import (
    Database,
    DatabaseUrlError,
    NewerDatabaseError,
    StorageError,
    engines,
)
from gutshot.storage.engines import database_url

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.storage.postgres import Cluster


def refusal(url: str | None) -> str:
    with pytest.raises(StorageError) as caught:
        Database.open(url)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_default_lies_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path / "new" / "folder"))
    Database.open().close()
    file = tmp_path / "new" / "folder" / "gutshot.db"
    # It holds hashes of secrets.
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_is_written_is_there_after_opening_again(url: str) -> None:
    for number in range(3):
        with Database.open(url) as database:
            with database.read() as before:
                assert len(before.notes("alice")) == number
            with database.write() as tx:
                tx.set_note("alice", str(number), number)


def test_an_exception_undoes_the_block(database: Database) -> None:
    def write() -> None:
        with database.write() as tx:
            tx.set_note("alice", "k", 1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    with database.read() as tx:
        assert tx.notes("alice") == {}


def test_a_transaction_ends_with_its_block(database: Database) -> None:
    with database.write() as tx:
        pass
    with pytest.raises(StorageError, match="this transaction has ended"):
        tx.set_note("alice", "k", 1)


def test_readers_cannot_write(database: Database) -> None:
    reader = database._engines.reader
    with pytest.raises(StorageError) as caught, reader.connect() as connection, connection.begin():
        connection.exec_driver_sql("DELETE FROM notes")
    assert "can't use the database" in str(caught.value)


def test_sqlite_flushes_what_it_commits(tmp_path: Path) -> None:
    with Database.open(f"sqlite:///{tmp_path}/g.db") as database:
        for engine in (database._engines.writer, database._engines.reader):
            with engine.connect() as connection:
                pragmas = {
                    name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                    for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                }
            assert pragmas == {
                "journal_mode": "truncate",
                "synchronous": 2,
                "foreign_keys": 1,
                "busy_timeout": 30_000,
            }


def test_postgresql_flushes_what_it_commits(cluster: Cluster) -> None:
    url = cluster.emptied()
    options = "-c%20synchronous_commit%3Doff%20-c%20work_mem%3D2MB"
    with (
        Database.open(f"{url}&options={options}") as database,
        database._engines.writer.connect() as connection,
    ):
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        assert connection.exec_driver_sql("SHOW work_mem").scalar() == "2MB"


@pytest.mark.parametrize("url", ["", "gutshot.db", "mysql://root@localhost/x", "sqlite+x:///y"])
def test_a_url_of_another_database_is_the_users_mistake(url: str) -> None:
    assert "a database is" in refusal(url)
    assert issubclass(DatabaseUrlError, InputError)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_is_reached_by_psycopg(scheme: str) -> None:
    assert database_url(f"{scheme}://u@h/d").drivername == "postgresql+psycopg"


def test_a_password_is_not_repeated(tmp_path: Path) -> None:
    refused = refusal(f"postgresql://alice:sesame@/gutshot?host={tmp_path}")
    assert refused.startswith("can't use the database postgresql://alice:***@/gutshot: connection")
    assert "sesame" not in refused
    assert "sesame" not in refusal("postgresql://alice:sesame@host:port/x")


def test_a_missing_driver_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'gutshot[postgres]'" in refusal("postgresql://u@h/d")


def test_an_old_sqlite_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    assert "Gutshot needs SQLite 3.37 or newer" in refusal("sqlite://")


def no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def other_tables(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def a_folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (no_database, "its file is no SQLite database"),
        (other_tables, "holds tables of another program"),
        (a_folder, "name another place with --database"),
    ],
)
def test_a_file_that_is_something_else(
    prepare: Callable[[Path], None], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "gutshot.db"
    prepare(path)
    before = None if path.is_dir() else path.read_bytes()
    refused = refusal(f"sqlite:///{path}")
    assert message in refused
    assert str(path) in refused
    assert path.is_dir() or path.read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "GUTSHOT_DATA_DIR" in refusal(f"sqlite:///{tmp_path}/file/gutshot.db")


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    with Database.open(f"sqlite:///{tmp_path}/g.db") as database:
        with database._engines.writer.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        with (
            pytest.raises(StorageError, match="the disk is full; nothing of this transaction"),
            database.write() as tx,
        ):
            tx.set_note("alice", "k", "x" * 100_000)
        with database.read() as reading:
            assert reading.notes("alice") == {}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_newer_database_is_left_alone(kind: str, tmp_path: Path, cluster: Cluster) -> None:
    url = f"sqlite:///{tmp_path}/g.db" if kind == "sqlite" else cluster.new()
    with (
        Database.open(url) as database,
        database._engines.writer.connect() as connection,
        connection.begin(),
    ):
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0999'")
    with pytest.raises(NewerDatabaseError, match=r"has schema 0999.*; update Gutshot"):
        Database.open(url)


def test_a_forked_process_opens_its_own(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: pid + 1)
    with pytest.raises(StorageError, match="a forked process"), database.read():
        pass


def test_a_lost_server_is_one_line(cluster: Cluster) -> None:
    with Database.open(cluster.emptied()) as database:
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = {}"

        def write() -> None:
            with database.write() as tx:
                pid = tx._connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
                cluster._admin(ended.format(pid))
                tx.set_note("alice", "k", 1)

        with pytest.raises(StorageError, match="can't use the database") as caught:
            write()
        assert "\n" not in str(caught.value)
        # The next transaction gets a connection that works.
        with database.write() as tx:
            assert tx.notes("alice") == {}


def test_a_connection_that_ended_in_a_pause_is_replaced(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database.open(cluster.emptied()) as database:
        with database.write() as tx:
            pid = tx._connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
        cluster._admin(f"SELECT pg_terminate_backend({pid}, 10000)")
        monkeypatch.setattr(engines, "_PAUSE_S", 0.0)
        with database.write() as tx:
            tx.set_note("alice", "k", 1)
        with database.read() as reading:
            assert reading.notes("alice") == {"k": 1}


def test_in_memory_nothing_is_shared() -> None:
    with Database.open("sqlite://") as one, Database.open("sqlite:///:memory:") as other:
        with one.write() as tx:
            tx.set_note("alice", "k", 1)
        with other.read() as reading:
            assert reading.notes("alice") == {}
        assert one.name == engines.make_engines(database_url("sqlite://")).name
