"""Spots read from the keys of a TOML file, of options or of a chart."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.errors import InputError
from gutshot.holdem.betting import Rake
from gutshot.holdem.preflop.exact_numbers import exact_number, exact_toml, shown
from gutshot.holdem.preflop.flop_model_files import flop_model_from
from gutshot.holdem.preflop.locks import locks_from
from gutshot.holdem.preflop.payouts import payouts_from, shipped_payouts
from gutshot.holdem.preflop.sizes import SEATS, STANDARD, shipped_sizes, sizes_from
from gutshot.holdem.preflop.spec import (
    ANTE_BY,
    LIMPS,
    PRIZES,
    THREE_WAY,
    USUAL,
    USUAL_ENTRANTS,
    PreflopSpec,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.payouts import Payouts

__all__ = ["spec_from", "spec_from_toml"]

_KEYS: Final = (
    "format",
    "players",
    "stack",
    "stacks",
    "ante",
    "ante_from_stack",
    "limit",
    "deals",
    "three_way",
    "entrants",
    "sizes",
    "rake",
    "flop_model",
    "payouts",
    "stacks_elsewhere",
    "locks",
    "ante_by",
    "straddle",
    "limps",
    "over_limps",
    "cold_calls",
)


def spec_from_toml(text: str, where: str, more: Mapping[str, object]) -> PreflopSpec:
    """Read a TOML file; `more` holds keys that go before those of the file.

    Raises
    ------
    InputError
        For a file that says no spot.
    """
    found = exact_toml(text, where)
    if "stack" in more:
        found.pop("stacks", None)
    return spec_from({**found, **more}, where)


def spec_from(table: Mapping[str, object], where: str) -> PreflopSpec:
    """Read a spot from the keys of a TOML file, of options or of a chart.

    Raises
    ------
    InputError
        For an unknown key and for what `PreflopSpec` refuses.
    """
    for key in table:
        if key not in _KEYS:
            raise InputError(f"{where}: '{key[:40]}' is no key; there are {', '.join(_KEYS)}")
    players = _whole(table.get("players", 2), f"{where}: players")
    if not 2 <= players <= 9:
        raise InputError(f"players is 2 to 9, not {players}")
    given = _text(table.get("format", "cash"), f"{where}: format")
    ante_by = _text(table.get("ante_by", ANTE_BY[0]), f"{where}: ante_by")
    if ante_by == "all" and given != "cash" and "ante" not in table:
        raise InputError(f"{where}: ante_by is all; say what each posts, such as ante = 0.125")
    ante = table.get("ante", Fraction(0) if given == "cash" else Fraction(1))
    seats = SEATS[-players:]
    limps = _seats(table, "limps", seats, where)
    sizes = table.get("sizes", STANDARD)
    return PreflopSpec(
        _stacks(table, players, where),
        given,
        _amount(ante, f"{where}: ante"),
        _flag(table.get("ante_from_stack", False), f"{where}: ante_from_stack"),
        _text(table.get("limit", "none"), f"{where}: limit"),
        _text(table.get("deals", ""), f"{where}: deals"),
        _text(table.get("three_way", THREE_WAY[0]), f"{where}: three_way"),
        _whole(table.get("entrants", USUAL_ENTRANTS), f"{where}: entrants"),
        sizes_from(sizes, f"{where}: [sizes]")
        if isinstance(sizes, dict)
        else shipped_sizes(_text(sizes, f"{where}: sizes")),
        _rake(table.get("rake", {}), f"{where}: [rake]"),
        flop_model_from(table["flop_model"], f"{where}: [flop_model]")
        if "flop_model" in table
        else USUAL,
        _payouts(table, given, where),
        _elsewhere(table, where),
        locks_from(table.get("locks", {}), where),
        ante_by,
        _straddle(table.get("straddle"), seats, f"{where}: straddle"),
        LIMPS if limps is None else limps,
        _seats(table, "over_limps", seats, where),
        _seats(table, "cold_calls", seats, where),
    )


def _straddle(
    found: object, seats: tuple[str, ...], where: str
) -> tuple[tuple[str, Fraction], ...]:
    """Read straddles: what the first seat posts, what the first ones post, or by seat."""
    if found is None:
        return ()
    if isinstance(found, dict):
        return tuple((seat, _amount(amount, where)) for seat, amount in found.items())
    amounts = found if isinstance(found, list) else [found]
    if len(amounts) > len(seats):
        raise InputError(f"{where}: there are {len(amounts)} amounts for {len(seats)} seats")
    return tuple(
        (seat, _amount(amount, where)) for seat, amount in zip(seats, amounts, strict=False)
    )


def _seats(
    table: Mapping[str, object], key: str, seats: tuple[str, ...], where: str
) -> tuple[str, ...] | None:
    """Read names of seats, in the order of the table; None where the key is missing."""
    found = table.get(key)
    if found is None:
        return None
    if found == "all":
        return seats
    if not isinstance(found, list) or not all(isinstance(seat, str) for seat in found):
        raise InputError(f'{where}: {key} is "all" or a list of seats such as ["BTN", "SB"]')
    named = set(found)
    known = tuple(seat for seat in seats if seat in named)
    return known + tuple(sorted(named - {*seats}))


def _payouts(table: Mapping[str, object], given: str, where: str) -> Payouts | None:
    found = table.get("payouts")
    if found is None:
        return None
    left = shipped_payouts(given).left if given in PRIZES else 0
    return payouts_from(found, where, left)


def _elsewhere(table: Mapping[str, object], where: str) -> tuple[Fraction, ...] | None:
    found = table.get("stacks_elsewhere")
    if found is None:
        return None
    if not isinstance(found, list):
        raise InputError(f"{where}: stacks_elsewhere is a list of stacks such as [20, 8.5]")
    return tuple(_amount(x, f"{where}: stacks_elsewhere") for x in found)


def _stacks(table: Mapping[str, object], players: int, where: str) -> tuple[Fraction, ...]:
    found = table.get("stacks")
    if found is None:
        return (_amount(table.get("stack", 100), f"{where}: stack"),) * players
    if not isinstance(found, list) or len(found) != players or "stack" in table:
        raise InputError(f"{where}: give stack for all, or stacks, one for each of {players}")
    return tuple(_amount(x, f"{where}: stacks") for x in found)


def _rake(found: object, where: str) -> Rake:
    table = _known(found, ("fraction", "cap", "no_flop_no_drop"), where)
    cap = table.get("cap")
    return Rake(
        _amount(table.get("fraction", 0), f"{where} fraction"),
        None if cap is None else _amount(cap, f"{where} cap"),
        _flag(table.get("no_flop_no_drop", True), f"{where} no_flop_no_drop"),
    )


def _known(found: object, keys: tuple[str, ...], where: str) -> dict[str, object]:
    if not isinstance(found, dict) or not set(found) <= set(keys):
        raise InputError(f"{where} is a table of {', '.join(keys)}")
    return found


def _amount(found: object, where: str) -> Fraction:
    """Read an exact number; floats come from charts only, which hold them exactly."""
    try:
        return exact_number(found)
    except (TypeError, ValueError):
        raise InputError(f"{where} is a number, not {shown(found)}") from None


def _as_written(found: object) -> str:
    """Return what a file gave: texts in quotes, and 2.0 not as the whole number that it is."""
    if isinstance(found, Fraction) and found.denominator == 1:
        return f"{found.numerator}.0" if abs(found) < 10**9 else shown(found)
    return shown(found) if isinstance(found, str) else shown(found).strip("'")


def _whole(found: object, where: str) -> int:
    if isinstance(found, int) and not isinstance(found, bool) and abs(found) < 10**9:
        return found
    raise InputError(f"{where} is a whole number, not {_as_written(found)}")


def _flag(found: object, where: str) -> bool:
    if isinstance(found, bool):
        return found
    raise InputError(f"{where} is true or false, not {shown(found)}")


def _text(found: object, where: str) -> str:
    if isinstance(found, str):
        return found
    raise InputError(f"{where} is a word in quotes, not {_as_written(found)}")
