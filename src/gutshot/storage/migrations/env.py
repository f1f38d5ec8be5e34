"""Alembic's entry: runs the revisions on the connection and in the transaction it is handed."""

from __future__ import annotations

from alembic import context

from gutshot.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # All revisions or none, also on SQLite: alembic would not expect that of it.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
