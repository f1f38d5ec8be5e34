"""Spots whose values were published, for benches and checks; SOURCES.md says where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.holdem.postflop.spec import PLAYERS, STREETS, parse_spot

if TYPE_CHECKING:
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["FLOP", "IP", "OOP", "RIVER", "TURN", "published_spot"]

OOP: Final = (
    "QQ:0.5,JJ:0.75,TT-22,AKo:0.25,AQs,AQo:0.75,AJs,AJo:0.75,ATs,ATo:0.75,A9s-A2s,KQ,KJ,KTs,"
    "KTo:0.5,K9s-K5s,K4s:0.5,K3s:0.5,K2s:0.5,QJ,QTs,Q9s,Q8s,Q7s,JTs,JTo:0.5,J9s,J8s,T9s,T8s,T7s,"
    "98s,97s,96s,87s,86s,76s,75s,65s,64s,54s,53s,43s"
)
IP: Final = (
    "AA-TT,99:0.75,88:0.75,77:0.5,66:0.25,55:0.25,AK,AQs,AQo:0.75,AJs,AJo:0.5,ATs:0.75,A6s:0.25,"
    "A5s:0.75,A4s:0.75,A3s:0.5,A2s:0.5,KQs,KQo:0.5,KJs,KTs:0.75,K5s:0.25,K4s:0.25,QJs:0.75,"
    "QTs:0.75,Q9s:0.5,JTs:0.75,J9s:0.75,J8s:0.75,T9s:0.75,T8s:0.75,T7s:0.75,98s:0.75,97s:0.75,"
    "96s:0.5,87s:0.75,86s:0.5,85s:0.5,76s:0.75,75s:0.5,65s:0.75,64s:0.5,54s:0.75,53s:0.5,43s:0.5"
)
RIVER: Final = "Qs Jh 2h 8d 3c"
TURN: Final = "Qs Jh 2h 8d"
FLOP: Final = "Qs Jh 2h"


def published_spot(board: str, bet: str, raises: str, target: str = "0.0097%pot") -> Spot:
    """Return both ranges on a board with a pot of 50 and 200 behind, the same sizes everywhere."""
    streets = "".join(
        f'[{player}.{street}]\nbet = "{bet}"\nraise = "{raises}"\n'
        for player in PLAYERS
        for street in STREETS
    )
    keys = f'board = "{board}"\npot = 50\nstack = 200\ntarget = "{target}"\n'
    return parse_spot(f'{keys}oop_range = "{OOP}"\nip_range = "{IP}"\n{streets}')
