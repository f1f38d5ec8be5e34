"""What one flop of one ending is worth to every class, solved and checked down, and its file.

A file is lines of JSON, so that a row can be put behind the others while a run goes on: the schema
first, then each ending before its first row. A line that was cut off when its writer was killed is
the last one, and is left out; everything before it stands.

Worths are shares of the pot that goes to the flop. Chips already in it are the pot's; a share is
what a player gets of everything from the flop on less what he puts in there, over that pot. So the
two seats' totals are 1 together, less the rake; one hand's may be above 1 or, by the error of the
solve, below 0.

In a line, arrays hold the classes that can be there (a share of deals above 0) as whole numbers of
16 bits times a power of two, the finest that fits; totals are not rounded.
"""

from __future__ import annotations

import base64
import json
import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = [
    "OOP_IP",
    "RANGE_UNIT",
    "SCHEMA",
    "CalibrationRow",
    "CalibrationRows",
    "FlopEnding",
    "ending_line",
    "ending_of",
    "first_line",
    "read_rows",
    "row_line",
    "row_of",
    "write_rows",
]

SCHEMA: Final = "gutshot.calibration-rows/1"
OOP_IP: Final = ("oop", "ip")
"""The two seats of every array: 0 acts first after the flop, 1 has position."""

RANGE_UNIT: Final = 10_000
"""What a weight of 1 is in a file: range text has four decimals."""
_MOST: Final = 32_767


@dataclass(frozen=True, eq=False)
class FlopEnding:
    """A heads-up flop ending of a solved chart.

    Attributes
    ----------
    name : str
        The chart's name, its flop model's id where that is not the four constants, and the ending's
        id: `cash_6_100/FFFRFC`, `cash_6_100~by-hand/FFFRFC`.
    format, players, stack_bb : str, int, float
        Of the chart: cash, ante ...; seats; everybody's stack before posting, in big blinds.
    node : str
        The ending's id, the actions that lead there.
    seats : (oop, ip)
        Who plays on.
    raises : int
        Priced raises before the flop: 0 limped, 1 single raised, 2 three-bet ...
    aggressor : str
        Who raised last before the flop, "oop" or "ip"; empty when nobody did.
    pot_bb, behind_bb : float
        What lies in the middle, antes and dead blinds included, before any rake; what each of the
        two still has, in big blinds.
    reach : float
        The chance that a hand of the chart's table ends here, 0..1.
    ranges : (2, 169) float64
        How often a seat comes here by its own choices with a class, over the same of the class that
        comes most often: 0..1, multiples of 0.0001. All combos of a class have the class's number.
    kept : (oop, ip)
        Share of each seat's combos, by reach, that is left after classes which hardly ever come
        here were left out, 0..1.
    rake, rake_cap_bb : float
        Share of the pot, and at most so many big blinds; a cap of inf is none.
    chart_exploitability_bb, chart_bar_bb : float
        What the chart leaves to a best response, in big blinds a hand, and what it may.
    chart_engine : str
        Which solved it.
    model : dict of str to float
        The constants by which the chart priced its flops: exponent, edge_offset, edge_slope,
        edge_cap.
    model_id : str
        The file of `data/flop_models` that they are of, with edges by hand if it has some.
    """

    name: str
    format: str
    players: int
    stack_bb: float
    node: str
    seats: tuple[str, str]
    raises: int
    aggressor: str
    pot_bb: float
    behind_bb: float
    reach: float
    ranges: NDArray[np.float64]
    kept: tuple[float, float]
    rake: float
    rake_cap_bb: float
    chart_exploitability_bb: float
    chart_bar_bb: float
    chart_engine: str
    model: dict[str, float]
    model_id: str = "fitted"

    @property
    def spot(self) -> str:
        """What endings of one node of a chart have in common, by whatever model it was solved."""
        return self.name.replace(f"~{self.model_id}/", "/")

    @property
    def spr(self) -> float:
        """Chips behind over the pot."""
        return self.behind_bb / self.pot_bb


@dataclass(frozen=True, eq=False)
class CalibrationRow:
    """A flop ending on one flop.

    Attributes
    ----------
    ending : str
        Name of the `FlopEnding`.
    number : int
        Place of the flop in the ending's sample, from 0; flops of a sample count alike.
    board : str
        `Qs Jh 2h`.
    flops : int
        How many of the 22,100 flops are it but for the names of suits: 4, 12 or 24.
    tree : str
        Name of the betting tree, a file in `data/calibration_trees`.
    engine : str
        Version of the solver.
    half : bool
        Whether it kept 16 bits a number.
    iterations : int
        On which the strategies rest.
    exploitability : float
        Mean gain of the two best responses, as a share of the pot.
    cpu_s : float
        Processor seconds of the solve and of the control.
    deals : float
        Weight of all pairs of hands that this flop leaves possible: the sum over compatible combos
        of the product of both `ranges`. To add up flops, weigh each by this.
    share : (2, 169) float64
        Share of those deals in which a seat has the class; a seat's add up to 1.
    equity : (2, 169) float64
        Check-down worth: the class's share of the pot with the stacks taken away, exact up to
        rounding, 0..1 before rake; nan where `share` is 0.
    ev : (2, 169) float64
        Solved worth as a share of the pot, of the strategies found; nan where `share` is 0.
    total_equity, total_ev : (oop, ip)
        Both averaged over the deals, before rounding.
    """

    ending: str
    number: int
    board: str
    flops: int
    tree: str
    engine: str
    half: bool
    iterations: int
    exploitability: float
    cpu_s: float
    deals: float
    share: NDArray[np.float64]
    equity: NDArray[np.float64]
    ev: NDArray[np.float64]
    total_equity: tuple[float, float]
    total_ev: tuple[float, float]

    @property
    def mass(self) -> NDArray[np.float64]:
        """By seat and class the weight of its deals, (2, 169): what averages over flops take."""
        return self.share * self.deals


@dataclass(frozen=True, eq=False)
class CalibrationRows:
    """A file: endings by name, and rows in the order in which they stand there."""

    endings: dict[str, FlopEnding]
    rows: tuple[CalibrationRow, ...]

    def of(self, ending: str) -> tuple[CalibrationRow, ...]:
        """Return the rows of one ending."""
        return tuple(row for row in self.rows if row.ending == ending)


def first_line() -> str:
    """Return the line with which a file begins."""
    return _line({"schema": SCHEMA})


def ending_line(ending: FlopEnding) -> str:
    """Return the line of an ending."""
    told = asdict(ending)
    told["ranges"] = [np.rint(row * RANGE_UNIT).astype(int).tolist() for row in ending.ranges]
    told["rake_cap_bb"] = None if math.isinf(ending.rake_cap_bb) else ending.rake_cap_bb
    return _line({"line": "ending", **told})


def row_line(row: CalibrationRow) -> str:
    """Return the line of a row."""
    told = asdict(row)
    for name in ("share", "equity", "ev"):
        array = told.pop(name)
        told[name] = [_packed(array[seat][row.share[seat] > 0]) for seat in range(2)]
    told["classes"] = [_bits(row.share[seat] > 0) for seat in range(2)]
    return _line({"line": "row", **told})


def write_rows(path: Path, found: CalibrationRows) -> None:
    """Write a file, endings first.

    Raises
    ------
    InputError
        When it can't be written.
    """
    lines = [first_line(), *map(ending_line, found.endings.values()), *map(row_line, found.rows)]
    try:
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror or error}") from None


def read_rows(path: Path) -> CalibrationRows:
    """Read a file; a last line that was cut off is left out.

    Raises
    ------
    InputError
        When there is none, or it is none of rows.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} holds no calibration rows") from None
    whole = text[: text.rfind("\n") + 1].splitlines()
    try:
        return _read(whole)
    except (ValueError, KeyError, TypeError, IndexError):
        raise InputError(
            f"{path} holds no calibration rows of this version, {SCHEMA};"
            " 'gutshot postflop calibrate --out FILE' writes them"
        ) from None


def _read(lines: Iterable[str]) -> CalibrationRows:
    endings: dict[str, FlopEnding] = {}
    rows = []
    for number, text in enumerate(lines):
        told: dict[str, Any] = json.loads(text)
        if number == 0:
            if told["schema"] != SCHEMA:
                raise ValueError
            continue
        kind = told["line"]
        if kind == "ending":
            endings[told["name"]] = ending_of(told)
        elif kind == "row" and told["ending"] in endings:
            rows.append(row_of(told))
        else:
            raise ValueError
    return CalibrationRows(endings, tuple(rows))


def ending_of(told: dict[str, Any]) -> FlopEnding:
    """Return the ending of a line's JSON."""
    told = {key: what for key, what in told.items() if key != "line"}
    ranges = np.array(told.pop("ranges"), np.float64) / RANGE_UNIT
    if ranges.shape != (2, CLASSES):
        raise ValueError
    cap = told.pop("rake_cap_bb")
    pairs: dict[str, Any] = {name: tuple(told.pop(name)) for name in ("seats", "kept")}
    return FlopEnding(**told, **pairs, ranges=ranges, rake_cap_bb=math.inf if cap is None else cap)


def row_of(told: dict[str, Any]) -> CalibrationRow:
    """Return the row of a line's JSON."""
    told = {key: what for key, what in told.items() if key != "line"}
    there = [_classes(bits) for bits in told.pop("classes")]
    arrays: dict[str, Any] = {}
    for name, missing in (("share", 0.0), ("equity", math.nan), ("ev", math.nan)):
        out = np.full((2, CLASSES), missing)
        for seat, packed in enumerate(told.pop(name)):
            out[seat, there[seat]] = _unpacked(packed)
        arrays[name] = out
    pairs: dict[str, Any] = {name: tuple(told.pop(name)) for name in ("total_equity", "total_ev")}
    return CalibrationRow(**told, **pairs, **arrays)


def _packed(numbers: NDArray[np.float64]) -> list[Any]:
    """Return numbers as a power of two and 16-bit whole numbers in base 64."""
    most = float(np.abs(numbers).max(initial=0.0))
    power = math.ceil(math.log2(most / _MOST)) if most else 0
    whole = np.rint(numbers / 2.0**power).astype("<i2")
    return [power, base64.b64encode(whole.tobytes()).decode("ascii")]


def _unpacked(packed: list[Any]) -> NDArray[np.float64]:
    power, text = packed
    whole = np.frombuffer(base64.b64decode(text, validate=True), "<i2")
    out: NDArray[np.float64] = whole * 2.0**power
    return out


def _bits(there: NDArray[np.bool_]) -> str:
    return base64.b64encode(np.packbits(there).tobytes()).decode("ascii")


def _classes(text: str) -> NDArray[np.int64]:
    packed = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    return np.flatnonzero(np.unpackbits(packed)[:CLASSES]).astype(np.int64)


def _line(told: dict[str, Any]) -> str:
    return json.dumps(told, separators=(",", ":"), allow_nan=False) + "\n"
