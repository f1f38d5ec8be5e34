"""Texts of a file of the user's, as they can be shown in one line of a terminal."""

from __future__ import annotations

__all__ = ["shown_text"]


def shown_text(text: str) -> str:
    """Return a text in one line, without control characters, words apart by one space."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
