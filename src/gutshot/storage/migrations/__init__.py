"""How a database came to be, revision by revision; alembic runs them in the order of `versions`.

A revision never changes once it is released. A new one is a file `v0002_what_it_does.py` with
`revision = "0002"` and `down_revision = "0001"`, the same change in `storage/schema.py`, and its
number in `SCHEMA_VERSION`; a test compares the two.
"""
