"""Raise sizes before the flop, by situation, from a TOML file of `data/sizings` or of a spot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeVar

from gutshot.catalogue import data_files
from gutshot.errors import InputError
from gutshot.holdem.preflop.exact_numbers import exact_number, exact_toml, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["SEATS", "STANDARD", "Opening", "Reraise", "Sizes", "shipped_sizes", "sizes_from"]

STANDARD: Final = "standard"
SEATS: Final = ("UTG", "UTG1", "UTG2", "LJ", "HJ", "CO", "BTN", "SB", "BB")
_OPEN: Final = ("heads_up", "small_blind", "other")
_OVER_LIMP: Final = ("heads_up", "other")
_RERAISE: Final = ("in_position", "out_of_position", "per_caller", "per_caller_bb", "all_in")
_MOST: Final = 1_000
_MOST_SIZES: Final = 9
_LEAST_MULTIPLE: Final = Fraction(3, 2)  # so that a tree has few raises, whatever the stacks
_LEAST_RAISE_BB: Final = Fraction(2)
_LEAST_RERAISE_BB: Final = Fraction(3)
_Found = TypeVar("_Found")
_KEYS: Final = ("name", "source", "all_in_below", "open", "over_limp", "reraise")


@dataclass(frozen=True, slots=True)
class Opening:
    """How high a raise is that nobody raised before.

    Attributes
    ----------
    by : tuple of (str, tuple of Fraction)
        Amounts by who raises: `heads_up`, `small_blind`, `other`, or a seat's own name. Amounts are
        big blinds; where somebody straddles, as many times the highest straddle.
    all_in : bool
        Whether all-in is offered where no amount comes to it.
    per_limper : Fraction
        What each limper beyond the first adds to an amount.
    """

    by: tuple[tuple[str, tuple[Fraction, ...]], ...]
    all_in: bool = True
    per_limper: Fraction = Fraction(0)

    def amounts(self, *names: str) -> tuple[Fraction, ...]:
        """Return the amounts of the first of some names that there are."""
        known = dict(self.by)
        return next(known[name] for name in names if name in known)


@dataclass(frozen=True, slots=True)
class Reraise:
    """One size of a re-raise.

    Attributes
    ----------
    amount : Fraction
        To so many times the bet that it faces.
    to_bb : bool
        The amount is big blinds instead, or as many times the highest straddle.
    """

    amount: Fraction
    to_bb: bool = False


@dataclass(frozen=True, slots=True)
class Sizes:
    """How high a raise is.

    Attributes
    ----------
    name, source : str
        What the schedule is called, and where its figures are from.
    opening, over_limp : Opening
        The first raise, and the first one over limpers.
    in_position, out_of_position : tuple of tuple of Reraise
        Sizes of a re-raise, first re-raise first; the last ones hold from there on. Position is
        that against the last raiser after the flop. What is less than the smallest legal raise is
        raised to it; an amount in big blinds that is less is left out.
    per_caller : Fraction
        By how many times the bet that it faces a re-raise grows with each player who called it.
    per_caller_bb : Fraction
        By how many big blinds it grows with each of them on top.
    all_in_below : Fraction
        A raise that would leave less than this share of the stack is all-in instead.
    all_in : tuple of bool
        Whether all-in is offered as a re-raise where no size comes to it, by re-raise; the last one
        holds from there on.
    """

    name: str
    source: str
    opening: Opening
    over_limp: Opening
    in_position: tuple[tuple[Reraise, ...], ...]
    out_of_position: tuple[tuple[Reraise, ...], ...]
    per_caller: Fraction
    all_in_below: Fraction
    all_in: tuple[bool, ...] = (True,)
    per_caller_bb: Fraction = Fraction(0)

    def payload(self) -> dict[str, Any]:
        """Return what `sizes_from` reads, amounts as exact text."""
        extra: dict[str, object] = {} if self.all_in == (True,) else {"all_in": [*self.all_in]}
        if self.per_caller_bb:
            extra["per_caller_bb"] = str(self.per_caller_bb)
        return {
            "name": self.name,
            "source": self.source,
            "all_in_below": str(self.all_in_below),
            "open": _opening_payload(self.opening),
            "over_limp": _opening_payload(self.over_limp),
            "reraise": {
                "in_position": [*map(_level_payload, self.in_position)],
                "out_of_position": [*map(_level_payload, self.out_of_position)],
                "per_caller": str(self.per_caller),
                **extra,
            },
        }


def _opening_payload(opening: Opening) -> dict[str, Any]:
    out: dict[str, Any] = {who: _one_or_list([*map(str, found)]) for who, found in opening.by}
    if not opening.all_in:
        out["all_in"] = False
    if opening.per_limper:
        out["per_limper"] = str(opening.per_limper)
    return out


def _level_payload(level: tuple[Reraise, ...]) -> object:
    return _one_or_list(
        [{"to_bb": str(one.amount)} if one.to_bb else str(one.amount) for one in level]
    )


def _one_or_list(found: list[Any]) -> object:
    return found[0] if len(found) == 1 else found


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
    again = _table(table, "reraise", where)
    _only(again, _RERAISE, f"{where}: [reraise]")
    return Sizes(
        str(table.get("name", where)),
        str(table.get("source", "")),
        _opening(_table(table, "open", where), _OPEN, ("all_in",), f"{where}: open"),
        _opening(
            _table(table, "over_limp", where),
            _OVER_LIMP,
            ("all_in", "per_limper"),
            f"{where}: over_limp",
        ),
        _levels(again.get("in_position"), f"{where}: in_position"),
        _levels(again.get("out_of_position"), f"{where}: out_of_position"),
        _size(again.get("per_caller", 0), f"{where}: per_caller", Fraction(0)),
        _size(table.get("all_in_below"), f"{where}: all_in_below", Fraction(0), Fraction(1)),
        _switches(again.get("all_in", True), f"{where}: reraise all_in"),
        _size(again.get("per_caller_bb", 0), f"{where}: per_caller_bb", Fraction(0)),
    )


def _opening(
    table: Mapping[str, object], needed: tuple[str, ...], extra: tuple[str, ...], where: str
) -> Opening:
    _only(table, (*needed, *extra, *SEATS), where)
    by = []
    for who in (*needed, *SEATS):
        if who in table or who in needed:
            found = _list(table.get(who), f"{where}: {who}", "big blinds such as [2.2, 3]")
            by.append((who, _each(found, lambda x, who=who: _opened(x, f"{where}: {who}"))))  # type: ignore[misc]
    all_in = table.get("all_in", True)
    if not isinstance(all_in, bool):
        raise InputError(f"{where}: all_in is true or false, not {shown(all_in)}")
    more = _size(table.get("per_limper", 0), f"{where}: per_limper", Fraction(0))
    return Opening(tuple(by), all_in, more)


def _opened(found: object, where: str) -> Fraction:
    amount = _size(found, where, Fraction(1))
    if amount < _LEAST_RAISE_BB:
        raise InputError(f"{where}: a raise to {float(amount):g} is not legal; 2 is the least")
    return amount


def _levels(found: object, where: str) -> tuple[tuple[Reraise, ...], ...]:
    if not isinstance(found, (list, tuple)) or not found:
        raise InputError(f"{where} is a list of multiples such as [3, 2.3]")
    return tuple(
        _each(_list(level, where, "multiples such as [[3, 4], 2.3]"), lambda x: _reraise(x, where))
        for level in found
    )


def _reraise(found: object, where: str) -> Reraise:
    if isinstance(found, dict):
        _only(found, ("to_bb",), where)
        amount = _size(found.get("to_bb"), f"{where}: to_bb", Fraction(1))
        if amount < _LEAST_RERAISE_BB:
            raise InputError(f"{where}: to_bb = {float(amount):g} is not legal; 3 is the least")
        return Reraise(amount, to_bb=True)
    return Reraise(_size(found, where, _LEAST_MULTIPLE))


def _switches(found: object, where: str) -> tuple[bool, ...]:
    listed = found if isinstance(found, list) else [found]
    told = tuple(one for one in listed if isinstance(one, bool))
    if not told or len(told) < len(listed):
        raise InputError(f"{where} is true or false, or a list of these by re-raise")
    return told


def _list(found: object, where: str, example: str) -> list[object]:
    """Return one size, or a list of them, as a list."""
    if not isinstance(found, list):
        return [found]
    if len(found) > _MOST_SIZES:
        raise InputError(f"{where} has {len(found)} sizes; up to {_MOST_SIZES} of {example}")
    return found


def _each(found: Iterable[object], read: Callable[[object], _Found]) -> tuple[_Found, ...]:
    """Return what is read, each once, in the order of the file."""
    return tuple(dict.fromkeys(map(read, found)))


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
