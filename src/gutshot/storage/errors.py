"""What a database refuses or can't do, one class a reason.

::

    StorageError
    ├── DatabaseUrlError      (also an InputError) a URL that names no database of ours
    ├── NewerDatabaseError    a database that a newer Gutshot wrote
    ├── BusyError             others were in the way: nothing happened, try again
    ├── RecordError           a record that breaks a limit, or names what does not exist
    │   ├── UnknownStreamError
    │   └── UnknownPlayerError
    └── ConflictError         the database knows better
        ├── StreamConflictError   the stream has moved on since it was read
        ├── PlayerConflictError   an id or a secret that is in use
        └── NameTakenError        (also an InputError) a name that another player has
"""

from __future__ import annotations

from gutshot.errors import GutshotError, InputError

__all__ = [
    "BusyError",
    "ConflictError",
    "DatabaseUrlError",
    "NameTakenError",
    "NewerDatabaseError",
    "PlayerConflictError",
    "RecordError",
    "StorageError",
    "StreamConflictError",
    "UnknownPlayerError",
    "UnknownStreamError",
]


class StorageError(GutshotError):
    """The database can't do it, or must not."""


class DatabaseUrlError(StorageError, InputError):
    """A URL that names no database of ours."""


class NewerDatabaseError(StorageError):
    """A database whose schema this version does not know."""


class BusyError(StorageError):
    """Others were in the way too long, or at the very moment; the transaction did not happen."""


class RecordError(StorageError):
    """A record that can't be kept: too long, no JSON, a time without a zone."""


class UnknownStreamError(RecordError):
    """A stream that was never created."""


class UnknownPlayerError(RecordError):
    """A player that was never created."""


class ConflictError(StorageError):
    """What is kept already says otherwise."""


class StreamConflictError(ConflictError):
    """A stream that is not where its writer thinks it is."""


class PlayerConflictError(ConflictError):
    """A player's id, or a secret, that is in use."""


class NameTakenError(ConflictError, InputError):
    """A name that another player logs in with."""
