"""Spots in the words of TexasSolver's console: ``set_pot 50``, ``set_bet_sizes oop,flop,bet,50``.

What it says in its own way is turned into sizes of ours: bets in percent of the pot, raises in
percent of the pot after the call, all-in where a line of sizes says so. Its all-in threshold is
compared with what is left, not with the stack at the start. Lines that set how a program works or
what it prints have no counterpart, and are named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.holdem.postflop.spec import PLAYERS, STREETS, parse_spot, read_spot_file, spot_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gutshot.holdem.postflop.spec import Spot

__all__ = ["TexasInput", "is_texas", "load_any_spot", "parse_texas"]

_NUMBER: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_KINDS: Final = {"bet": "bet", "raise": "raise", "donk": "donk", "allin": "allin"}
_LEFT_OUT: Final = {
    "set_thread_num": "all processors are used",
    "set_print_interval": "progress is shown as it comes",
    "set_use_isomorphism": "it is always used",
    "set_dump_rounds": "the whole tree is kept",
    "dump_result": "--out keeps the tree",
    "build_tree": "",
    "start_solve": "",
    "set_logfile": "nothing is logged",
}
"""Commands without a counterpart, and why; those that only say that it begins have no reason."""


@dataclass(frozen=True, slots=True)
class TexasInput:
    """A spot, and what of the input was left out: line number, text, reason."""

    spot: Spot
    left_out: tuple[tuple[int, str, str], ...]


def is_texas(text: str) -> bool:
    """Tell whether a text is in TexasSolver's words and not in TOML."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.split(" ")[0] in {*_READERS, *_LEFT_OUT}


def parse_texas(text: str) -> TexasInput:
    """Read a spot from TexasSolver's console input.

    Raises
    ------
    InputError
        At the first line that can't be used, by its number.
    """
    keys: dict[str, Any] = {"oop": {}, "ip": {}}
    left_out: list[tuple[int, str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        command, _, rest = words.partition(" ")
        if command in _LEFT_OUT:
            if _LEFT_OUT[command]:
                left_out.append((number, words[:60], _LEFT_OUT[command]))
            continue
        if command not in _READERS:
            raise InputError(f"line {number}: '{command[:40]}' is no command that is known")
        try:
            _READERS[command](keys, rest.strip())
        except InputError as error:
            raise InputError(f"line {number}: {error}") from error
    _settle(keys)
    return TexasInput(spot_of(keys), tuple(left_out))


def load_any_spot(path: Path, *, texas: bool = False) -> TexasInput:
    """Read a spot from a file, TOML or TexasSolver's input; `texas` says that it is the latter.

    Raises
    ------
    InputError
        When there is no such file, or it is none of a spot.
    """
    text = read_spot_file(path)
    try:
        if texas or is_texas(text):
            return parse_texas(text)
        return TexasInput(parse_spot(text), ())
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from error


def _settle(keys: dict[str, Any]) -> None:
    """Turn what depends on other lines into keys of a spot."""
    for name, command in (
        ("board", "set_board"),
        ("pot", "set_pot"),
        ("stack", "set_effective_stack"),
        ("oop_range", "set_range_oop"),
        ("ip_range", "set_range_ip"),
    ):
        if name not in keys:
            raise InputError(f"there is no line '{command} ...'")
    percent = keys.pop("accuracy", Fraction(1, 2))
    keys["target"] = percent * keys["pot"] / 100
    if keys["target"] <= 0:
        raise InputError("set_accuracy is a percentage of the pot above 0, like set_accuracy 0.5")
    for player in PLAYERS:
        for sizes in keys[player].values():
            if sizes.pop("allin", False):
                for kind in ("bet", "raise"):
                    sizes[kind] = ", ".join(filter(None, (sizes.get(kind, ""), "a")))


def _number(text: str) -> Fraction:
    if _NUMBER.fullmatch(text) is None:
        raise InputError(f"'{text[:40]}' is no number")
    return Fraction(text)


def _amount(name: str) -> Callable[[dict[str, Any], str], None]:
    def read(keys: dict[str, Any], rest: str) -> None:
        keys[name] = _number(rest)

    return read


def _whole(name: str) -> Callable[[dict[str, Any], str], None]:
    def read(keys: dict[str, Any], rest: str) -> None:
        number = _number(rest)
        if number.denominator != 1:
            raise InputError(f"'{rest[:40]}' is no whole number")
        keys[name] = int(number)

    return read


def _text(name: str) -> Callable[[dict[str, Any], str], None]:
    def read(keys: dict[str, Any], rest: str) -> None:
        keys[name] = rest

    return read


def _board(keys: dict[str, Any], rest: str) -> None:
    keys["board"] = rest.replace(",", " ")


def _threshold(keys: dict[str, Any], rest: str) -> None:
    number = _number(rest)
    if number > 1:
        raise InputError(f"set_allin_threshold is a share of the stack up to 1, not {rest[:40]}")
    keys["all_in_from"] = number


def _sizes(keys: dict[str, Any], rest: str) -> None:
    parts = [part.strip() for part in rest.split(",")]
    example = "write set_bet_sizes oop,flop,bet,50"
    if len(parts) < 3 or parts[0] not in PLAYERS or parts[1] not in STREETS:
        raise InputError(f"'{rest[:40]}' names no player and street: {example}")
    player, street, kind = parts[:3]
    if kind not in _KINDS:
        raise InputError(f"'{kind[:20]}' is none of bet, raise, donk and allin: {example}")
    sizes = keys[player].setdefault(street, {})
    if kind == "allin":
        sizes["allin"] = True
        return
    if not parts[3:]:
        raise InputError(f"'{rest[:40]}' has no size: {example}")
    if kind == "donk" and player == "ip":
        raise InputError("only oop can bet first, and has donk")
    sizes[kind] = ", ".join(f"{_shown(_number(part))}%" for part in parts[3:])


def _shown(number: Fraction) -> str:
    return f"{float(number):.9f}".rstrip("0").rstrip(".")


_READERS: Final[dict[str, Callable[[dict[str, Any], str], None]]] = {
    "set_pot": _amount("pot"),
    "set_effective_stack": _amount("stack"),
    "set_board": _board,
    "set_range_oop": _text("oop_range"),
    "set_range_ip": _text("ip_range"),
    "set_bet_sizes": _sizes,
    "set_allin_threshold": _threshold,
    "set_accuracy": _amount("accuracy"),
    "set_max_iteration": _whole("iterations"),
    "set_raise_limit": _whole("raise_limit"),
}
