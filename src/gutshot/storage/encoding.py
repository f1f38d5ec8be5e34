"""How values become columns: tokens and lines checked, JSON as text, times as text in UTC."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any, Final

from gutshot.storage.errors import RecordError

__all__ = [
    "LISTED_MAX",
    "check_count",
    "check_line",
    "check_listing",
    "check_token",
    "json_text",
    "json_value",
    "time_text",
    "time_value",
]

LISTED_MAX: Final = 1000
"""Rows that one call lists, where it takes a limit at all."""

_HOLDS: Final = (dict, list, tuple)
_ENCODE: Final = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
_TOKEN = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


def check_token(what: str, text: str) -> str:
    """Return an id, a kind or an owner."""
    if not _TOKEN.fullmatch(text):
        msg = f"{what} is 1 to 64 of A-Z a-z 0-9 _ . : - and not {text[:80]!r}"
        raise RecordError(msg)
    return text


def check_line(what: str, text: str, length_max: int) -> str:
    """Return a line of text without control characters; databases differ in what they do to NUL."""
    if not (0 < len(text) <= length_max and text.isprintable()):
        msg = f"{what} is 1 to {length_max} printable characters, not {text[:80]!r}"
        raise RecordError(msg)
    return text


def check_listing(limit: int) -> int:
    """Return how many rows are asked for; a list cut short unasked would look complete."""
    return check_count("a list", limit, LISTED_MAX)


def check_count(what: str, count: int, most: int) -> int:
    """Return how many there are of something."""
    if not 1 <= count <= most:
        msg = f"{what} holds 1 to {most}, not {count}"
        raise RecordError(msg)
    return count


def json_text(what: str, body: object, bytes_max: int) -> str:
    """Return JSON as ASCII text that reads back as the same value; whole numbers stay exact.

    Lists come back for tuples. Whatever else would come back changed is refused: keys that are not
    text, numbers that JSON does not have, objects.
    """
    try:
        _check_keys(body)
        text = _ENCODE(body)
    except (TypeError, ValueError, RecursionError) as error:
        msg = f"{what} is not JSON: {' '.join(str(error).split())[:200]}"
        raise RecordError(msg) from None
    if len(text) > bytes_max:
        msg = f"{what} has {len(text):,} bytes of JSON; at most {bytes_max:,} are kept"
        raise RecordError(msg)
    return text


def json_value(text: str) -> Any:  # noqa: ANN401 - whatever was put in
    """Return what `json_text` was given."""
    return json.loads(text)


def time_text(at: datetime) -> str:
    """Return a time in UTC with microseconds, always 32 characters, so that text sorts as time."""
    if at.tzinfo is None:
        msg = f"a time needs its zone: {at.isoformat()} has none; use datetime.now(UTC)"
        raise RecordError(msg)
    return (at if at.tzinfo is UTC else at.astimezone(UTC)).isoformat(timespec="microseconds")


def time_value(text: str) -> datetime:
    """Return what `time_text` was given, in UTC."""
    return datetime.fromisoformat(text)


def _check_keys(body: object) -> None:
    if isinstance(body, dict):
        for key, inner in body.items():
            if not isinstance(key, str):
                msg = f"the key {key!r} is no text"
                raise TypeError(msg)
            if isinstance(inner, _HOLDS):
                _check_keys(inner)
    elif isinstance(body, (list, tuple)):
        for inner in body:
            if isinstance(inner, _HOLDS):
                _check_keys(inner)
