"""The engine's version, a stamp on every result that is stored or exported."""

from typing import Final

ENGINE_VERSION: Final = "videopoker-1"
"""Raised whenever a change makes any published number of this engine different."""
