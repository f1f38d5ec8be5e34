"""Spots for tests, and how the solver's arrays and the slow twin's belong together."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cfr import LANES
from gutshot.cfr.forest import Decision, End
from gutshot.holdem.postflop.plain import outcome
from gutshot.holdem.postflop.spec import STREETS, parse_spot
from gutshot.holdem.postflop.tree import LEAVES, Start, Street, first_start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from gutshot.cfr import ForestGame
    from gutshot.cfr.forest import Node, Seat
    from gutshot.holdem.postflop.game import PostflopGame
    from gutshot.holdem.postflop.spec import Spot

OOP = (
    "QQ:0.5,JJ:0.75,TT,99,88,77,66,55,44,33,22,AKo:0.25,AQs,AQo:0.75,AJs,AJo:0.75,ATs,ATo:0.75,A9s,"
    "A8s,A7s,A6s,A5s,A4s,A3s,A2s,KQ,KJ,KTs,KTo:0.5,K9s,K8s,K7s,K6s,K5s,K4s:0.5,K3s:0.5,K2s:0.5,QJ,"
    "QTs,Q9s,Q8s,Q7s,JTs,JTo:0.5,J9s,J8s,T9s,T8s,T7s,98s,97s,96s,87s,86s,76s,75s,65s,64s,54s,53s,"
    "43s"
)
IP = (
    "AA,KK,QQ,JJ,TT,99:0.75,88:0.75,77:0.5,66:0.25,55:0.25,AK,AQs,AQo:0.75,AJs,AJo:0.5,ATs:0.75,"
    "A6s:0.25,A5s:0.75,A4s:0.75,A3s:0.5,A2s:0.5,KQs,KQo:0.5,KJs,KTs:0.75,K5s:0.25,K4s:0.25,"
    "QJs:0.75,QTs:0.75,Q9s:0.5,JTs:0.75,J9s:0.75,J8s:0.75,T9s:0.75,T8s:0.75,T7s:0.75,98s:0.75,"
    "97s:0.75,96s:0.5,87s:0.75,86s:0.5,85s:0.5,76s:0.75,75s:0.5,65s:0.75,64s:0.5,54s:0.75,53s:0.5,"
    "43s:0.5"
)
RIVER, TURN, FLOP = "Qs Jh 2h 8d 3c", "Qs Jh 2h 8d", "Qs Jh 2h"


def spot_text(  # one line of keys, then the same sizes for both players on every street
    board: str = RIVER,
    *,
    oop: str = OOP,
    ip: str = IP,
    pot: str = "50",
    stack: str = "200",
    bet: str = "50%",
    raises: str = "",
    donk: str = "",
    more: str = "",
) -> str:
    keys = f'board = "{board}"\npot = {pot}\nstack = {stack}\noop_range = "{oop}"\n'
    text = f'{keys}ip_range = "{ip}"\n{more}\n'
    for player in ("oop", "ip"):
        for street in STREETS:
            text += f'[{player}.{street}]\nbet = "{bet}"\nraise = "{raises}"\n'
            text += f'donk = "{donk}"\n' if player == "oop" else ""
    return text


def spot(board: str = RIVER, **changes: str) -> Spot:
    return parse_spot(spot_text(board, **changes))


def kept_arrays(file: Path) -> dict[str, bytes]:
    """Return the bytes of all arrays of a solution's file, those of its checkpoint among them."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != "about.json"}


def paths_to_beginnings(spot: Spot) -> list[list[tuple[int, str]]]:
    """Return the ways through each street to each beginning of the next, in the solver's order.

    By street, (the beginning of this street, the actions from it on).
    """
    streets = []
    begun = [first_start(spot)]
    for street in STREETS[STREETS.index(spot.street) :]:
        found: dict[int, tuple[int, str]] = {}
        starts: list[Start] = []

        def follow(start: Start, starts: list[Start] = starts) -> End:
            starts.append(start)
            return End(LEAVES + len(starts) - 1, (0.0, 0.0))

        for root, start in enumerate(begun):
            for end, path in _ends(Street(spot, street, follow).node(start), ""):
                if end.kind >= LEAVES:
                    found[end.kind - LEAVES] = (root, path)
        streets.append([found[i] for i in range(len(found))])
        begun = starts
    return streets


def _ends(node: Node, path: str) -> Iterator[tuple[End, str]]:
    if isinstance(node, Decision):
        for action, after in node.actions.items():
            yield from _ends(after, path + action)
    elif isinstance(node, End):
        yield node, path


def twin_places(
    game: PostflopGame, plain: ForestGame, player: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the slot and the hand in the twin of each regret of the solver, level after level.

    In the order of the flat tables; padding has the hand -1.
    """
    slot_of = {name: slot for slot, name in enumerate(plain.forest.seats[player].names)}
    ways = paths_to_beginnings(game.spot)
    above = [np.append(np.arange(len(game.combos[player])), -1)]
    paths = [[""]]
    slots: list[int] = []
    hands: list[int] = []
    for number, level in enumerate(game.levels):
        seat, side = level.forest.seats[player], level.hands[player]
        standing, begun = [], []
        for runout, begin, end in zip(level.runouts, side.start, side.start[1:], strict=False):
            deal = ""
            if number:
                deal = f"[{outcome(runout.board[len(game.spot.board) :])}]"
            source = above[runout.above][side.source[begin:end]]
            behind = [path + deal for path in paths[runout.above]]
            begun.append([behind[root] + path for root, path in ways[number]])
            # a row behind the last place of any board is no hand's
            nobody = np.full(level.longest + 1 - len(source), -1)
            standing.append(np.append(source, nobody))
            for at in range(0, end - begin, LANES):
                for slot in range(level.forest.roots, seat.slots):
                    slots += [slot_of[behind[_root(seat, slot)] + seat.names[slot]]] * LANES
                    hands += source[at : at + LANES].tolist()
        above, paths = standing, begun
    return np.array(slots, np.int64), np.array(hands, np.int64)


def regrets(game: PostflopGame, player: int) -> NDArray[np.float32]:
    """Return a player's regrets on all streets, flat, a copy."""
    return np.concatenate([level.tables[player].regret.reshape(-1) for level in game.levels])


def put_regrets(game: PostflopGame, player: int, flat: NDArray[np.float64]) -> None:
    at = 0
    for level in game.levels:
        table = level.tables[player].regret
        table[...] = flat[at : at + table.size].reshape(table.shape)
        at += table.size


def averages(game: PostflopGame, player: int) -> NDArray[np.float64]:
    """Return a player's average chances on all streets, in the order of his regrets."""
    out = []
    for level in game.levels:
        table = level.tables[player]
        rows = table.average()[level.forest.roots :]
        out.append(rows.reshape(len(rows), table.batches, LANES).transpose(1, 0, 2).reshape(-1))
    return np.concatenate(out)


def _root(seat: Seat, slot: int) -> int:
    while seat.parent[slot] != slot:
        slot = int(seat.parent[slot])
    return slot
