"""A chart as one small file from which any node is read at once, without solving or a tree.

The file is a zip of four texts: `chart.json` says what was solved, by which version, and the
certificate; `tree.txt` lists all decisions with their actions and all endings with what their worth
rests on; `strategy.txt` and `ev.txt` have a line for each action, in the tree's order (`codec`).
Strategies are rounded first and everything else is measured on what was rounded: certificate, EVs
and reaches are those of the strategies in the file. Nodes that the table reaches in fewer than one
deal in a million have no EVs there.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.cfr import Certificate
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop.chart import (
    ChartNode,
    PreflopChart,
    chart_of,
    check_stated,
    no_node,
    node_of,
)
from gutshot.holdem.preflop.codec import ev_row, ev_text, share_levels, shares_of
from gutshot.holdem.preflop.deals import deals_of
from gutshot.holdem.preflop.game import build_game, by_the_table
from gutshot.holdem.preflop.locks import locked_chances
from gutshot.holdem.preflop.node_ids import SHUT_OUT, prefixes, shut_out_at, tokens
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.holdem.preflop.tree import EndingKind, follow
from gutshot.holdem.preflop.version import ENGINE_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.deals import Deals
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Ending, Spot

__all__ = [
    "REACHED",
    "SCHEMA",
    "TIERS",
    "ChartSet",
    "SetHead",
    "head_of_set",
    "is_set",
    "pack_chart",
    "read_set",
]

SCHEMA: Final = "gutshot.preflop-chart/2"
REACHED: Final = 1e-6
"""Nodes and hands that come less often are called not reached: what is done there is noise."""
TIERS: Final = {
    "f": "folds",
    "a": "all_in",
    "t": "three_way",
    "m": "modelled",
    "q": "four_way_averaged",
}
"""What an ending's worth rests on, by its letter: arithmetic, exact equities of two, an all-in of
three, the model of flops, an all-in of four or more by the average of pairwise equities."""
_PARTS: Final = ("chart.json", "tree.txt", "strategy.txt", "ev.txt")
_WHEN: Final = (1980, 1, 1, 0, 0, 0)  # the same chart is the same bytes
_BROKEN: Final = (
    AttributeError,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)


class Acting(NamedTuple):
    """A decision as the file has it: who acts, his actions, the row of the first."""

    player: int
    actions: tuple[str, ...]
    first: int


@dataclass(frozen=True, eq=False)
class ChartSet:
    """A chart in the form of its file.

    Attributes
    ----------
    spec : PreflopSpec
        What was solved.
    engine : str
        The version that solved it.
    iterations : int
        On which it rests.
    bar_bb, model_share : float
        The bar of the solve, and the share of deals that end in the flop model.
    certificate : Certificate
        Of the strategies in the file, in big blinds a hand.
    decisions : dict of str to Acting
        By node.
    endings : dict of str to str
        By path its letter of `TIERS`.
    characters : (rows, hands) uint8
        The strategies as they are written.
    ev_lines : tuple of str
        The EVs of each row as they are written.
    """

    spec: PreflopSpec
    engine: str
    iterations: int
    bar_bb: float
    model_share: float
    certificate: Certificate
    decisions: Mapping[str, Acting]
    endings: Mapping[str, str]
    characters: NDArray[np.uint8]
    ev_lines: tuple[str, ...]

    @cached_property
    def deals(self) -> Deals:
        """What is dealt."""
        return deals_of(self.spec)

    @cached_property
    def _locked(self) -> dict[str, NDArray[np.float64]]:
        """By locked node its chances, (actions, hands), not a number for hands that are free."""
        return {
            lock.node: locked_chances(lock, self.decisions[lock.node].actions)
            for lock in self.spec.locks
            if lock.node in self.decisions
        }

    @property
    def nodes(self) -> tuple[str, ...]:
        """The ids of all decisions, in the order of the tree."""
        return tuple(self.decisions)

    @cached_property
    def shut_out(self) -> tuple[str, ...]:
        """The ids of the nodes at which a seat may not enter any more, in the order of the tree."""
        return shut_out_at([*self.decisions, *self.endings])

    def after(self, path: str) -> str:
        """Return where an action leads, a decision or an ending: dashes are put behind a path.

        path : a decision's id and one of its actions.
        """
        while path not in self.decisions and path not in self.endings:
            path += SHUT_OUT
        return path

    def locked(self, name: str) -> NDArray[np.float64] | None:
        """Return a locked node's chances, (actions, hands), not numbers for hands that are free."""
        return self._locked.get(name)

    def strategy(self, name: str) -> NDArray[np.float64]:
        """Return the chances of a node's actions, (actions, hands); locked ones not rounded."""
        _, actions, first = self.decisions[name]
        found = shares_of(self.characters[first : first + len(actions)])
        held = self._locked.get(name)
        return found if held is None else np.where(np.isnan(held), found, held)

    def reaches(self, name: str) -> list[NDArray[np.float64]]:
        """Return by player how often he comes to a node by his own choices, (hands,)."""
        out = [np.ones(CLASSES) for _ in range(self.spec.players)]
        for node, token in prefixes(name):
            if node in self.decisions:
                player, actions, _ = self.decisions[node]
                out[player] = out[player] * self.strategy(node)[actions.index(token)]
        return out

    def node(self, name: str) -> ChartNode:
        """Return one node; EVs are not numbers where the table hardly ever comes.

        Raises
        ------
        InputError
            When the tree has no decision of this id, or the file does not fit the tree.
        """
        if name not in self.decisions:
            raise InputError(no_node(self.spec, name))
        spot, strategy, ev = self._spot(name), self.strategy(name), self.evs(name)
        return node_of(self.spec, self.deals, name, spot, strategy, ev, self.reaches(name))

    def evs(self, name: str) -> NDArray[np.float64]:
        """Return what a node's actions are worth, (actions, hands) big blinds; see `node`.

        Raises
        ------
        InputError
            When the file is damaged there.
        """
        _, actions, first = self.decisions[name]
        rows = self.ev_lines[first : first + len(actions)]
        try:
            return np.array([ev_row(text, CLASSES) for text in rows])
        except ValueError:
            raise InputError(f"the chart's EVs at '{name[:40]}' are damaged; solve again") from None

    def whole(self) -> PreflopChart:
        """Return the chart as a game, from which everything is computed again.

        Raises
        ------
        InputError
            When the file does not fit the tree of its own spot.
        """
        spot = build_game(self.spec)
        found = [(name, s.player, tuple(s.actions)) for name, s in spot.tree.spots.items()]
        if found != [(name, *acting[:2]) for name, acting in self.decisions.items()]:
            raise InputError("the chart does not fit the tree of its own spot; solve it again")
        chart = chart_of(spot, shares_of(self.characters), self.iterations, self.bar_bb)
        check_stated(chart, self.certificate.exploitability, "the chart")
        return chart

    def _spot(self, name: str) -> Spot:
        place = follow(self.spec, name)
        found = None if place.spot is None else (place.player, tuple(place.spot.actions))
        if place.spot is None or place.node != name or found != self.decisions[name][:2]:
            raise InputError("the chart does not fit the tree of its own spot; solve it again")
        return place.spot


def pack_chart(chart: PreflopChart, *, spent: bool = False) -> tuple[bytes, Certificate]:
    """Return the file of a chart, and the certificate of what is in it.

    A chart is as good as its file: the caller compares the certificate with the bar.

    spent : the chart is of no use any more. Then its own game plays what is in the file, which
    spares building another one.
    """
    # in two steps: what the texts were made from is given back before they are packed
    texts, certificate = _texts(chart, spent=spent)
    return _zipped(texts), certificate


def _texts(chart: PreflopChart, *, spent: bool) -> tuple[tuple[str, ...], Certificate]:
    """Return what the parts of a chart's file say, in their order, and its certificate."""
    if spent:
        chart.spot.game.forget_regrets()
    levels = [share_levels(chart.strategy(name)) for name in chart.nodes]
    characters = np.vstack(levels)
    if spent:
        chart.forget()
        spot = by_the_table(chart.spot)
        # the products that the solve's own payoff keeps
        chart.spot.game.payoff = spot.game.payoff
    else:
        spot = build_game(chart.spec)
    shares = (shares_of(row) for row in characters)
    rounded = chart_of(spot, shares, chart.iterations, chart.bar_bb)
    with threadpool_limits(1, "blas"):
        certificate = rounded.certificate
        found: dict[str, list[str]] = {}
        for node in rounded.by_seat():
            reached = node.reach >= REACHED
            found[node.node] = [ev_text(row) if reached else "" for row in node.ev_bb]
    evs = [text for name in rounded.nodes for text in found[name]]
    tree = [f"{name} {one.player}{''.join(one.actions)}" for name, one in spot.tree.spots.items()]
    tree += [f"{ending.node} {_tier(ending)}" for ending in spot.tree.endings]
    header = {
        "schema": SCHEMA,
        "engine": ENGINE_VERSION,
        "spec": chart.spec.payload(),
        "iterations": chart.iterations,
        "bar_bb": chart.bar_bb,
        "exploitability_bb": certificate.exploitability,
        "gains_bb": list(certificate.gains),
        "values_bb": list(certificate.values),
        "model_share": rounded.model_share,
    }
    texts = (
        json.dumps(header, indent=1),
        "\n".join(tree),
        "\n".join(row.tobytes().decode("ascii") for row in characters),
        "\n".join(evs),
    )
    return texts, certificate


def _zipped(texts: tuple[str, ...]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, text in zip(_PARTS, texts, strict=True):
            file.writestr(zipfile.ZipInfo(name, _WHEN), text, zipfile.ZIP_LZMA)
    return archive.getvalue()


def is_set(path: Path) -> bool:
    """Tell whether a file is one of these."""
    try:
        with zipfile.ZipFile(path) as file:
            return _PARTS[0] in file.namelist()
    except _BROKEN:
        return False


class SetHead(NamedTuple):
    """What a chart's file says first: its spot, the engine, the certificate, its bar."""

    spec: PreflopSpec
    engine: str
    exploitability_bb: float
    bar_bb: float


def head_of_set(path: Path) -> SetHead:
    """Return what a chart's file says first, without reading the rest.

    Raises
    ------
    InputError
        When it is no chart, or of a version that is not known here.
    """
    try:
        with zipfile.ZipFile(path) as file:
            header: dict[str, Any] = json.loads(file.read(_PARTS[0]).decode("ascii"))
        schema, spec, engine = header["schema"], header["spec"], str(header["engine"])
        left, bar = float(header["exploitability_bb"]), float(header["bar_bb"])
    except _BROKEN:
        raise InputError(f"{path} is no chart, or damaged; solve it again") from None
    if schema != SCHEMA or not isinstance(spec, dict):
        raise InputError(f"{path} is a chart of another version, {schema}; this reads {SCHEMA}")
    return SetHead(spec_from(spec, path.name), engine, left, bar)


def read_set(path: Path) -> ChartSet:
    """Read a chart's file.

    Raises
    ------
    InputError
        When it is none, or damaged, or of a version that is not known here.
    """
    try:
        with zipfile.ZipFile(path) as file:
            text, tree, strategy, evs = (file.read(name).decode("ascii") for name in _PARTS)
        header: dict[str, Any] = json.loads(text)
        schema, spec, engine = header["schema"], header["spec"], str(header["engine"])
        numbers = int(header["iterations"]), float(header["bar_bb"]), float(header["model_share"])
        certificate = Certificate(
            tuple(map(float, header["values_bb"])), tuple(map(float, header["gains_bb"]))
        )
        decisions, endings, rows = _read_tree(tree)
        characters = np.array(
            [np.frombuffer(line.encode("ascii"), np.uint8) for line in strategy.split("\n")]
        )
        ev_lines = tuple(evs.split("\n"))
    except FileNotFoundError:
        raise InputError(f"there is no file {path}") from None
    except _BROKEN:
        raise InputError(f"{path} is no chart, or damaged; solve it again") from None
    if schema != SCHEMA:
        raise InputError(f"{path} is a chart of another version, {schema}; this reads {SCHEMA}")
    if not isinstance(spec, dict):
        raise InputError(f"{path} holds no spot; solve it again")
    found = spec_from(spec, path.name)
    players = {len(certificate.gains), len(certificate.values)}
    fits = characters.shape == (rows, CLASSES) and len(ev_lines) == rows and "" in decisions
    if not fits or players != {found.players}:
        raise InputError(f"{path} does not fit the tree of its own spot; solve it again")
    if not _are_shares(characters, decisions):
        raise InputError(f"{path} holds chances that are none; solve it again")
    return ChartSet(found, engine, *numbers, certificate, decisions, endings, characters, ev_lines)


def _tier(ending: Ending) -> str:
    """Return the letter of what an ending's worth rests on."""
    if ending.kind is EndingKind.FOLDS:
        return "f"
    if ending.kind is EndingKind.FLOP:
        return "m"
    left = ending.hand.live.bit_count()
    return "a" if left == 2 else "t" if left == 3 else "q"


def _read_tree(text: str) -> tuple[dict[str, Acting], dict[str, str], int]:
    """Return decisions, endings, and how many actions there are."""
    decisions: dict[str, Acting] = {}
    endings: dict[str, str] = {}
    rows = 0
    for line in text.split("\n"):
        name, _, what = line.rpartition(" ")
        if what in TIERS:
            endings[name] = what
        else:
            actions = tuple(tokens(what[1:]))
            decisions[name] = Acting(int(what[0]), actions, rows)
            rows += len(actions)
    return decisions, endings, rows


def _are_shares(characters: NDArray[np.uint8], decisions: Mapping[str, Acting]) -> bool:
    shares = shares_of(characters)
    starts = [acting.first for acting in decisions.values()]
    sums = np.add.reduceat(shares, starts, axis=0)
    return bool(shares.min() >= 0 and shares.max() <= 1 and np.abs(sums - 1).max() < 1e-9)
