"""Hands that were played elsewhere, up to the flop: files of two kinds read into one form."""

from __future__ import annotations

from gutshot.holdem.histories.played import BrokenHand, PlayedHand
from gutshot.holdem.histories.reading import Histories, read_histories

__all__ = ["BrokenHand", "Histories", "PlayedHand", "read_histories"]
