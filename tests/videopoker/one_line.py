"""The form of a refusal: one printable line."""

from __future__ import annotations

__all__ = ["one_line"]


def one_line(error: Exception) -> str:
    """Return the text of an error after holding it to one printable line."""
    message = str(error)
    assert message.splitlines() == [message]
    assert message.isprintable()
    return message
