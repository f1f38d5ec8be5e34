"""Ids that the sender of a command makes, so that its repeat is known as one."""

from __future__ import annotations

import re
from typing import Final

from gutshot.errors import InputError

__all__ = ["check_id"]

_ID: Final = re.compile(r"[A-Za-z0-9-]{8,36}")


def check_id(what: str, token: str) -> str:
    """Return an id.

    what : what it names, in words.

    Raises
    ------
    InputError
        When it is none.
    """
    if not _ID.fullmatch(token):
        raise InputError(f"'{token[:40]}' is no {what} id: use 8 to 36 letters, digits and hyphens")
    return token
