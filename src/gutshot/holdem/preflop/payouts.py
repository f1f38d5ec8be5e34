"""What a tournament's places are paid: a ladder of `data/payouts`, or one of a spot's own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from gutshot.catalogue import data_files
from gutshot.errors import InputError
from gutshot.holdem.preflop.exact_numbers import exact_number, exact_toml, shown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

__all__ = ["Payouts", "payouts_from", "shipped_payouts"]

_KEYS: Final = ("name", "source", "left", "payouts", "facts")
_MOST_LEFT: Final = 10_000


@dataclass(frozen=True, slots=True)
class Payouts:
    """What places are paid, in any unit.

    Attributes
    ----------
    name, source : str
        What the ladder is called, and where its figures are from.
    left : int
        How many players are left in the tournament that it is made for.
    prizes : tuple of Fraction
        Best first; places beyond them are paid nothing.

    Raises
    ------
    InputError
        For prizes that are none, that rise, or that are the same for all who are left.
    """

    name: str
    source: str
    left: int
    prizes: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not self.prizes or min(self.prizes) < 0 or not any(self.prizes):
            raise InputError("payouts are numbers of 0 or more, best first, one above 0 at least")
        for place, (better, worse) in enumerate(pairwise(self.prizes), start=1):
            if worse > better:
                raise InputError(
                    f"payouts: place {place + 1} is paid more than place {place}; best comes first"
                )

    def payload(self) -> dict[str, Any]:
        """Return what `payouts_from` reads, amounts as exact text."""
        return {
            "name": self.name,
            "source": self.source,
            "left": self.left,
            "payouts": [*map(str, self.prizes)],
        }


def shipped_payouts(name: str) -> Payouts:
    """Return a ladder of the catalogue by its id.

    Raises
    ------
    InputError
        When there is none of this name, or its file is no ladder.
    """
    files = {file.id: file for file in data_files("payouts")}
    if name not in files:
        raise InputError(f"payouts: there is no '{name[:40]}'; there are {', '.join(files)}")
    file = files[name]
    return payouts_from(exact_toml(file.text, file.path.name), file.path.name, 0)


def payouts_from(found: object, where: str, left: int) -> Payouts:
    """Read a ladder: the name of a shipped one, a list of prizes, or a table of both.

    left : how many players are left, where what is read does not say.

    Raises
    ------
    InputError
        For what is no ladder.
    """
    if isinstance(found, str):
        return shipped_payouts(found)
    if isinstance(found, list):
        return Payouts("own", "", left, _prizes(found, where))
    if not isinstance(found, dict):
        raise InputError(f"{where}: payouts is a list of prizes, best first, or a name in quotes")
    return _from_table(found, where, left)


def _from_table(table: Mapping[str, object], where: str, left: int) -> Payouts:
    for key in table:
        if key not in _KEYS:
            raise InputError(f"{where}: '{key[:40]}' is no key here; there are {', '.join(_KEYS)}")
    players = table.get("left", left)
    if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= _MOST_LEFT:
        raise InputError(f"{where}: left is a number of players from 2 to {_MOST_LEFT}")
    return Payouts(
        str(table.get("name", "own")),
        str(table.get("source", "")),
        players,
        _prizes(table.get("payouts"), where),
    )


def _prizes(found: object, where: str) -> tuple[Fraction, ...]:
    if not isinstance(found, list):
        raise InputError(f"{where}: payouts is a list of prizes such as [50, 30, 20]")
    return tuple(_prize(prize, where) for prize in found)


def _prize(found: object, where: str) -> Fraction:
    try:
        return exact_number(found)
    except (TypeError, ValueError):
        raise InputError(f"{where}: payouts are numbers, best first, not {shown(found)}") from None
