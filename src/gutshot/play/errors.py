"""What a live session refuses: the request is understood, but not now or not by you."""

from __future__ import annotations

from gutshot.errors import GutshotError, InputError

__all__ = ["ConflictError", "UnknownSessionError", "UnreadableTableError"]


class ConflictError(GutshotError):
    """A command that does not fit the state: nothing changed. HTTP 409."""


class UnknownSessionError(InputError):
    """A session that does not exist, or is another player's; which of the two is not said."""


class UnreadableTableError(GutshotError):
    """A table that is kept in a form which this version does not read."""
