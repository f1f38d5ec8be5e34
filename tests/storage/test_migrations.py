"""The migrations lead to the tables that the code expects, once, from the installed wheel too."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.storage.faults import everything, statements

from gutshot.storage import Database
from gutshot.storage.engines import database_url, make_engines
from gutshot.storage.migrate import MIGRATIONS, schema_version
from gutshot.storage.schema import METADATA, SCHEMA_VERSION

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from tests.storage.postgres import Cluster

ROOT = Path(__file__).parents[2]

# Alembic compares columns and indexes; these compare to the letter what each database keeps.
_SQLITE_DEFINITIONS = (
    "SELECT tbl_name, name, sql FROM sqlite_master"
    " WHERE tbl_name <> 'sqlite_sequence' AND type <> 'trigger'"
)
_POSTGRESQL_DEFINITIONS = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT table_name, column_name,
    concat_ws(' ', data_type, collation_name, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = 'public'
"""


def definitions(connection: Connection) -> list[tuple[str, str, str]]:
    sqlite = connection.dialect.name == "sqlite"
    rows = connection.exec_driver_sql(
        _SQLITE_DEFINITIONS if sqlite else _POSTGRESQL_DEFINITIONS
    ).all()
    return sorted(
        (of, name, " ".join(sql.split()))
        for of, name, sql in rows
        if of != "alembic_version" and sql is not None
    )


def test_the_migrated_tables_are_those_of_the_schema(database: Database) -> None:
    with database._engines.reader.connect() as connection, connection.begin():
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_they_are_so_to_the_letter_on_sqlite(tmp_path: Path) -> None:
    check_definitions(f"sqlite:///{tmp_path}/migrated.db", f"sqlite:///{tmp_path}/made.db")


def test_they_are_so_to_the_letter_on_postgresql(cluster: Cluster) -> None:
    check_definitions(cluster.emptied(), cluster.new())


def check_definitions(migrated_url: str, made_url: str) -> None:
    made = make_engines(database_url(made_url))
    with made.writer.connect() as connection, connection.begin():
        METADATA.create_all(connection)
        expected = definitions(connection)
    made.dispose()
    assert len(expected) >= 18
    with (
        Database.open(migrated_url) as database,
        database._engines.reader.connect() as connection,
    ):
        assert definitions(connection) == expected


def test_the_newest_revision_is_the_schemas() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [SCHEMA_VERSION]
    revisions = [script.revision for script in scripts.walk_revisions()]
    assert revisions == sorted(revisions, reverse=True)


def test_a_second_opening_changes_nothing(url: str) -> None:
    with Database.open(url) as database:
        before = everything(database)
    with statements() as counted, Database.open(url) as database:
        opening = counted.count
        assert everything(database) == before
        with database._engines.reader.connect() as connection:
            assert schema_version(connection) == SCHEMA_VERSION
    # It looks at the version, in a transaction, and does nothing else.
    assert opening <= 6


def test_an_up_to_date_database_is_opened_without_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/g.db"
    Database.open(url).close()
    script = (
        "import sys; from gutshot.storage import Database;"
        f"Database.open({url!r}).close(); assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_wheel_carries_the_migrations(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run(
        [*command, "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)], check=True
    )
    (wheel,) = tmp_path.glob("gutshot-*.whl")
    installed = tmp_path / "per cent % installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    script = (
        "import gutshot; from gutshot.storage import Database;"
        f"Database.open({f'sqlite:///{tmp_path}/g.db'!r}).close(); print(gutshot.__file__)"
    )
    search = os.environ.get("PYTHONPATH")
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(installed), *filter(None, [search])]),
        },
    )
    assert done.stdout.startswith(str(installed))
