"""The version of the engine that solves preflop spots, as charts in files state it."""

from typing import Final

__all__ = ["ENGINE_VERSION"]

ENGINE_VERSION: Final = "preflop-2"
"""Goes up when a spot would be solved to other numbers: charts of an older one are solved again."""
