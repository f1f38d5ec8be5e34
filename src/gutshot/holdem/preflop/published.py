"""Figures that others published of preflop solutions, and what ours are in the same spots.

A file of `data/published` names spots, the figures and where they are from, and readings: changes
of the spots that may explain a difference. What a solve finds in each reading is kept beside it, so
that a comparison can be read without solving; `gutshot preflop compare --solve` finds it again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gutshot.catalogue import DATA, data_files, user_data
from gutshot.errors import CatalogueError, InputError
from gutshot.holdem.preflop.exact_numbers import exact_number, exact_toml, shown
from gutshot.holdem.preflop.node_ids import shut_out_at
from gutshot.holdem.preflop.sizes import STANDARD, shipped_sizes
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.holdem.preflop.tree import grow_tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gutshot.holdem.preflop.chart import PreflopChart
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = [
    "Figure",
    "Measured",
    "Published",
    "Reading",
    "Results",
    "measure",
    "node_count",
    "published",
    "published_from",
    "published_names",
    "results_text",
    "shipped_results",
]

_FOLDER: Final = "published"
_SCHEMA: Final = "gutshot.holdem.published/1"
_TEXTS: Final = ("name", "source", "url", "about", "conclusion")
_KINDS: Final = ("actions", "model_share", "nodes")


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure, or the range in which it should be.

    Attributes
    ----------
    id, name : str
        Its key in a file, and what it says.
    spot : str
        The key of the spot.
    kind : str
        `actions`: what share of a seat's hands take some actions at a node; `model_share`: what
        share of deals ends in the flop model; `nodes`: how many decisions the tree has, seats that
        are shut out included. Shares are in percent.
    node : str
        Its id, for `actions`.
    actions : tuple of str
        Which of its actions are added up.
    published : float or None
        The figure; None where only a range is known.
    least, most : float
        What ours should be; no bound is an infinity.
    """

    id: str
    name: str
    spot: str
    kind: str
    node: str
    actions: tuple[str, ...]
    published: float | None
    least: float
    most: float

    @property
    def bounded(self) -> bool:
        """Whether anything is asked of ours."""
        return self.least > -np.inf or self.most < np.inf

    def met(self, found: float) -> bool:
        """Whether ours is where it should be."""
        return self.least <= found <= self.most


@dataclass(frozen=True, slots=True)
class Reading:
    """A change of the spots.

    Attributes
    ----------
    id, name, why : str
        Its key, what it is called, and what is changed.
    spots : tuple of str
        Which spots it changes; the others are those of the first reading.
    changes : dict
        Keys of a spot's file that go before those of the spots, tables key by key.
    nodes : dict of str to str
        Figures that are read at another node.
    bar_bb : float or None
        How far it is solved, in big blinds a hand, where that is not the file's bar.
    """

    id: str
    name: str
    why: str
    spots: tuple[str, ...]
    changes: Mapping[str, object]
    nodes: Mapping[str, str]
    bar_bb: float | None


class Measured(NamedTuple):
    """What was found of a spot in a reading.

    found : by figure, in percent, or a number of nodes.
    iterations, exploitability_bb : of the solve; 0 where only nodes were counted.
    """

    found: dict[str, float]
    iterations: int
    exploitability_bb: float


Results = dict[str, Measured]
"""By reading and spot, `reading/spot`."""


@dataclass(frozen=True)
class Published:
    """A file of published figures.

    Attributes
    ----------
    id, name, source, url, about, conclusion : str
        Its name in the folder; what it is of; where the figures are from; texts of its page, in
        which `{reading/figure}` stands for what was found.
    bar_bb : float
        How far spots are solved, in big blinds a hand.
    spots : dict
        Keys of a spot's file, by the spot's key.
    rising : tuple of str
        Figures of which each should be larger than the one before.
    flops_solved : bool
        Whether the publisher solved flops, so that differences are those of the flop model.
    figures, readings : tuple
        In the order of the file; the first reading is that of the spots as they stand.
    """

    id: str
    name: str
    source: str
    url: str
    about: str
    conclusion: str
    bar_bb: float
    spots: Mapping[str, Mapping[str, object]]
    rising: tuple[str, ...]
    flops_solved: bool
    figures: tuple[Figure, ...]
    readings: tuple[Reading, ...]

    def spec(self, reading: Reading, spot: str) -> PreflopSpec:
        """Return a spot as a reading has it."""
        table = dict(self.spots[spot])
        if spot in reading.spots:
            named = table.get("sizes", STANDARD)
            if isinstance(named, str) and isinstance(reading.changes.get("sizes"), dict):
                table["sizes"] = shipped_sizes(named).payload()
            table = _merged(table, reading.changes)
        return spec_from(table, f"{self.id}: {reading.id}, {spot}")

    def of_spot(self, spot: str, reading: Reading) -> dict[str, tuple[Figure, str]]:
        """Return the figures of a spot, and the node at which each is read."""
        return {
            figure.id: (figure, reading.nodes.get(figure.id, figure.node))
            for figure in self.figures
            if figure.spot == spot
        }

    def tasks(self) -> tuple[tuple[Reading, str], ...]:
        """Return what is to be solved or counted: readings, each with a spot that it changes."""
        return tuple((reading, spot) for reading in self.readings for spot in reading.spots)

    def found(self, results: Results, reading: Reading) -> dict[str, float]:
        """Return all figures in a reading; what it does not change is that of the first."""
        out: dict[str, float] = {}
        for spot in self.spots:
            held = reading if spot in reading.spots else self.readings[0]
            out |= results[f"{held.id}/{spot}"].found
        return {figure.id: out[figure.id] for figure in self.figures}

    def missed(self, found: Mapping[str, float]) -> tuple[str, ...]:
        """Return in words what of the figures is not as it should be."""
        out = [
            f"{one.name}: {found[one.id]:.1f}"
            for one in self.figures
            if one.bounded and not one.met(found[one.id])
        ]
        row = [found[name] for name in self.rising]
        if any(after <= before for before, after in pairwise(row)):
            out.append(f"not rising: {', '.join(f'{one:.1f}' for one in row)}")
        return tuple(out)


def published_names() -> tuple[str, ...]:
    """Return the ids of the files, shipped ones first."""
    return tuple(file.id for file in data_files(_FOLDER))


def published(name: str) -> Published:
    """Return a file by its id.

    Raises
    ------
    InputError
        When there is none, or it says nothing that can be compared.
    """
    files = {file.id: file for file in data_files(_FOLDER)}
    if name not in files:
        raise InputError(
            f"there are no published figures '{name[:40]}'; there are {', '.join(files)}"
        )
    return published_from(files[name].text, name)


def published_from(text: str, name: str) -> Published:
    """Read a file.

    Raises
    ------
    InputError
        For a key that is missing, and a figure or reading of what there is not.
    """
    where = f"{name}.toml"
    table = exact_toml(text, where)
    try:
        spots: dict[str, dict[str, object]] = table["spots"]
        figures = tuple(
            _figure(id_, one, f"{where}: {id_}") for id_, one in table["figures"].items()
        )
        readings = tuple(
            _reading(id_, one, tuple(spots), f"{where}: {id_}")
            for id_, one in table["readings"].items()
        )
        found = Published(
            id=name,
            **{key: str(table[key]).strip() for key in _TEXTS},
            bar_bb=float(table["bar_bb"]),
            spots=spots,
            rising=tuple(table.get("rising", ())),
            flops_solved=table.get("flops_solved", False) is True,
            figures=figures,
            readings=readings,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{where}: a key is missing or of another kind: {error}") from None
    known = {one.id for one in figures}
    named = {*found.rising, *(name for one in readings for name in one.nodes)}
    if not readings or set(readings[0].spots) != set(spots):
        raise InputError(f"{where}: the first reading is one of all spots")
    for wrong in [*(named - known), *({one.spot for one in figures} - set(spots))]:
        raise InputError(f"{where}: there is no figure or spot '{wrong[:40]}'")
    return found


def _figure(id_: str, table: Mapping[str, Any], where: str) -> Figure:
    kind = table.get("kind", "actions")
    if kind not in _KINDS:
        raise InputError(f"{where}: kind is {', '.join(_KINDS)}, not {shown(kind)}")
    told = None if "published" not in table else _number(table["published"], where)
    least, most = -np.inf, np.inf
    if "within" in table and told is not None:
        least, most = told - _number(table["within"], where), told + _number(table["within"], where)
    least = _number(table["least"], where) if "least" in table else least
    most = _number(table["most"], where) if "most" in table else most
    actions = tuple(table["actions"]) if kind == "actions" else ()
    node = table["node"] if kind == "actions" else ""
    return Figure(id_, table["name"], table["spot"], kind, node, actions, told, least, most)


def _number(found: object, where: str) -> float:
    try:
        return float(exact_number(found))
    except (TypeError, ValueError):
        raise InputError(f"{where}: {shown(found)} is no number") from None


def _reading(id_: str, table: Mapping[str, Any], spots: tuple[str, ...], where: str) -> Reading:
    return Reading(
        id_,
        table["name"],
        table.get("why", ""),
        tuple(table.get("spots", spots)),
        table.get("changes", {}),
        table.get("nodes", {}),
        _number(table["bar_bb"], f"{where}: bar_bb") if "bar_bb" in table else None,
    )


def _merged(table: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes put in, tables in it key by key."""
    out = dict(table)
    for key, new in changes.items():
        old = out.get(key)
        if isinstance(new, dict) and isinstance(old, dict):
            out[key] = _merged(old, new)
        else:
            out[key] = new
    return out


def measure(chart: PreflopChart, figures: Iterable[tuple[Figure, str]]) -> dict[str, float]:
    """Return what a chart says of figures, each read at a node."""
    out: dict[str, float] = {}
    for figure, node in figures:
        if figure.kind == "nodes":
            out[figure.id] = float(node_count(chart.spec))
        elif figure.kind == "model_share":
            out[figure.id] = 100 * chart.model_share
        else:
            out[figure.id] = 100 * _share(chart, node, figure.actions)
    return out


def node_count(spec: PreflopSpec) -> int:
    """Return how many decisions a tree has, seats that are shut out included."""
    tree = grow_tree(spec)
    ids = [*tree.spots, *(ending.node for ending in tree.endings)]
    return len(tree.spots) + len(shut_out_at(ids))


def _share(chart: PreflopChart, node: str, actions: tuple[str, ...]) -> float:
    """Return the share of the hands with which a seat comes to a node that take some actions."""
    spot = chart.spot.tree.spots.get(node)
    if spot is None:
        raise InputError(f"there is no node '{node[:40]}' in this tree")
    held = chart.reaches(node)[spot.player] * chart.deals.dealt(spot.player)
    taken = chart.strategy(node) @ held / held.sum()
    return float(sum(taken[at] for at, name in enumerate(spot.actions) if name in actions))


def results_text(found: Published, results: Results) -> str:
    """Return the content of the file in which results are kept."""
    content = {
        "schema": _SCHEMA,
        "rebuild": f"gutshot preflop compare {found.id} --solve --keep FILE",
        "results": {key: one._asdict() for key, one in results.items()},
    }
    return json.dumps(content, indent=1) + "\n"


def shipped_results(found: Published) -> Results:
    """Return what was kept: `evidence/published-NAME.json` of the user's data, else what ships.

    Raises
    ------
    InputError
        When nothing was kept.
    CatalogueError
        When what was kept is broken, or not of what the file asks now.
    """
    places = [root / "evidence" / f"published-{found.id}.json" for root in (user_data(), DATA)]
    path = next((one for one in places if one.is_file()), None)
    if path is None:
        raise InputError(f"nothing is kept of '{found.id}' yet; --solve finds it")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise KeyError(content["schema"])
        results = {
            key: Measured(
                {name: float(share) for name, share in one["found"].items()},
                int(one["iterations"]),
                float(one["exploitability_bb"]),
            )
            for key, one in content["results"].items()
        }
        for reading, spot in found.tasks():
            if set(results[f"{reading.id}/{spot}"].found) != set(found.of_spot(spot, reading)):
                raise KeyError(f"{reading.id}/{spot}")
    except (OSError, ValueError, LookupError, TypeError) as error:
        msg = f"{path.name} holds no results of these figures ({error}); --solve finds them"
        raise CatalogueError(msg) from error
    return results
