"""Brings a database to the newest schema, in one transaction, once, whoever comes first."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from gutshot.storage.engines import take_turn
from gutshot.storage.errors import NewerDatabaseError, StorageError
from gutshot.storage.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from alembic.config import Config

    from gutshot.storage.engines import Engines

__all__ = ["MIGRATIONS", "bring_up", "schema_version"]

MIGRATIONS: Final = Path(__file__).parent / "migrations"

# Alembic keeps what it works on in a global: one thread of a process at a time.
_ALEMBIC: Final = threading.Lock()


def schema_version(connection: Connection) -> str | None:
    """Return the revision that a database is at, None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def bring_up(engines: Engines) -> None:
    """Run the migrations that a database lacks.

    Raises
    ------
    NewerDatabaseError
        When a newer Gutshot wrote it.
    StorageError
        When it is somebody else's.
    """
    with engines.reader.connect() as connection, connection.begin():
        if schema_version(connection) == SCHEMA_VERSION:
            return
    with engines.writer.connect() as connection, connection.begin():
        # Two processes that find the same empty database migrate it one after the other.
        take_turn(connection)
        version = schema_version(connection)
        if version != SCHEMA_VERSION:
            _check_ours(connection, version, engines.name)
            _upgrade(connection)


def _check_ours(connection: Connection, version: str | None, name: str) -> None:
    if version is None:
        if inspect(connection).get_table_names():
            msg = f"{name} holds tables of another program; name an empty one"
            raise StorageError(msg)
    elif version > SCHEMA_VERSION or version not in _known():
        msg = f"{name} has schema {version}, this Gutshot knows schemas up to {SCHEMA_VERSION}"
        raise NewerDatabaseError(f"{msg}; update Gutshot")


def _upgrade(connection: Connection) -> None:
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    with _ALEMBIC:
        command.upgrade(config, "head")


def _known() -> set[str]:
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
