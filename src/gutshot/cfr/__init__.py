"""Regret minimisation for games of n players; it knows no cards."""

from __future__ import annotations

from gutshot.cfr.certificate import Certificate, certify
from gutshot.cfr.drive import Check, Checkpoint, Game, Solved, drive
from gutshot.cfr.forest import Deal, Decision, End, Forest, grow, grow_all
from gutshot.cfr.forest_game import ForestGame, Lessons, Payoff
from gutshot.cfr.lane_game import LaneGame
from gutshot.cfr.lane_table import LANES, LaneTable
from gutshot.cfr.locks import Lock
from gutshot.cfr.schedule import CFR_PLUS, DISCOUNTED, Schedule, Weights

__all__ = [
    "CFR_PLUS",
    "DISCOUNTED",
    "LANES",
    "Certificate",
    "Check",
    "Checkpoint",
    "Deal",
    "Decision",
    "End",
    "Forest",
    "ForestGame",
    "Game",
    "LaneGame",
    "LaneTable",
    "Lessons",
    "Lock",
    "Payoff",
    "Schedule",
    "Solved",
    "Weights",
    "certify",
    "drive",
    "grow",
    "grow_all",
]
