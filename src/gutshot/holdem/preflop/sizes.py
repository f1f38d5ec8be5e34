"""Raise sizes before the flop: one for each situation, from a TOML file of `data/sizings`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from gutshot.catalogue import data_files
from gutshot.errors import InputError
from gutshot.holdem.preflop.exact_numbers import exact_number, exact_toml, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["STANDARD", "Sizes", "shipped_sizes", "sizes_from"]

STANDARD: Final = "standard"
_MOST: Final = 1_000
_LEAST_MULTIPLE: Final = Fraction(3, 2)  # so that a tree has few raises, whatever the stacks
_KEYS: Final = ("name", "source", "all_in_below", "open", "over_limp", "reraise")


@dataclass(frozen=True, slots=True)
class Sizes:
    """How high a raise is.

    Attributes
    ----------
    name, source : str
        What the schedule is called, and where its figures are from.
    open_bb : tuple of Fraction
        What the first raise is to, in big blinds: heads-up, by the small blind, by another seat.
    over_limp_bb : tuple of Fraction
        What a raise over the small blind's limp is to: heads-up, with more players.
    in_position, out_of_position : tuple of Fraction
        What a re-raise is to, as a multiple of the bet that it faces, first re-raise first; the
        last one holds from there on. Position is that against the last raiser after the flop.
    per_caller : Fraction
        By how much the multiple grows with each player who has called that bet.
    all_in_below : Fraction
        A raise that would leave less than this share of the stack is all-in instead.
    """

    name: str
    source: str
    open_bb: tuple[Fraction, Fraction, Fraction]
    over_limp_bb: tuple[Fraction, Fraction]
    in_position: tuple[Fraction, ...]
    out_of_position: tuple[Fraction, ...]
    per_caller: Fraction
    all_in_below: Fraction

    def payload(self) -> dict[str, Any]:
        """Return what `sizes_from` reads, amounts as exact text."""
        heads_up, small_blind, other = map(str, self.open_bb)
        return {
            "name": self.name,
            "source": self.source,
            "all_in_below": str(self.all_in_below),
            "open": {"heads_up": heads_up, "small_blind": small_blind, "other": other},
            "over_limp": dict(zip(("heads_up", "other"), map(str, self.over_limp_bb), strict=True)),
            "reraise": {
                "in_position": [*map(str, self.in_position)],
                "out_of_position": [*map(str, self.out_of_position)],
                "per_caller": str(self.per_caller),
            },
        }


def shipped_sizes(name: str) -> Sizes:
    """Return a schedule of the catalogue by its id.

    Raises
    ------
    InputError
        When there is none of this name, or its file is no schedule.
    """
    files = {file.id: file for file in data_files("sizings")}
    if name not in files:
        raise InputError(f"sizes: there is no schedule '{name[:40]}'; there is {', '.join(files)}")
    file = files[name]
    return sizes_from(exact_toml(file.text, file.path.name), file.path.name)


def sizes_from(table: Mapping[str, object], where: str) -> Sizes:
    """Read a schedule from what a TOML file or a chart says.

    Raises
    ------
    InputError
        For a key that is missing or unknown, and a size that is none.
    """
    _only(table, _KEYS, where)
    opened = _table(table, "open", where)
    limped = _table(table, "over_limp", where)
    again = _table(table, "reraise", where)
    _only(opened, ("heads_up", "small_blind", "other"), f"{where}: [open]")
    _only(limped, ("heads_up", "other"), f"{where}: [over_limp]")
    _only(again, ("in_position", "out_of_position", "per_caller"), f"{where}: [reraise]")

    def bb(part: Mapping[str, object], key: str) -> Fraction:
        return _size(part.get(key), f"{where}: {key}", Fraction(1))

    def multiples(key: str) -> tuple[Fraction, ...]:
        found = again.get(key)
        if not isinstance(found, (list, tuple)) or not found:
            raise InputError(f"{where}: {key} is a list of multiples such as [3, 2.3]")
        return tuple(_size(x, f"{where}: {key}", _LEAST_MULTIPLE) for x in found)

    return Sizes(
        str(table.get("name", where)),
        str(table.get("source", "")),
        (bb(opened, "heads_up"), bb(opened, "small_blind"), bb(opened, "other")),
        (bb(limped, "heads_up"), bb(limped, "other")),
        multiples("in_position"),
        multiples("out_of_position"),
        _size(again.get("per_caller", 0), f"{where}: per_caller", Fraction(0)),
        _size(table.get("all_in_below"), f"{where}: all_in_below", Fraction(0), Fraction(1)),
    )


def _only(table: Mapping[str, object], keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in keys:
            raise InputError(f"{where}: '{key[:40]}' is no key here; there are {', '.join(keys)}")


def _table(table: Mapping[str, object], key: str, where: str) -> Mapping[str, object]:
    found = table.get(key)
    if not isinstance(found, dict):
        raise InputError(f"{where}: the table [{key}] is missing")
    return found


def _size(found: object, where: str, least: Fraction, most: Fraction = Fraction(_MOST)) -> Fraction:
    """Read a number, exact: an int or Fraction of a TOML file, or the text of one."""
    try:
        number = None if isinstance(found, float) else exact_number(found)
    except (TypeError, ValueError):
        number = None
    if number is None or not least <= number <= most:
        raise InputError(f"{where} is a number from {least} to {most}, not {shown(found)}")
    return number
