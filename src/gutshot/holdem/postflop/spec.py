"""What is solved: a spot, and the TOML file that says it.

::

    board = "Qs Jh 2h 8d 3c"
    pot = 50
    stack = 200                  # behind, of both players
    oop_range = "QQ-22,AKs:0.5"  # who acts first
    ip_range = "AA,KK,QTs+"
    rake = 0.05                  # optional, of every pot; rake_cap in chips
    target = "0.3%pot"           # or a number of chips

    [oop.river]                  # and so on for each player and street
    bet = "50%, a"
    raise = "60%"
    donk = ""                    # first bet after a street on which the other one bet last

Rules on sizes, each switched off by leaving it away: ``min_bet = 1`` chips, a bet is no smaller;
``raise_limit = 3`` raises a street, or by street ``{flop = 2, river = 3}``; ``add_all_in = 1.5``,
``force_all_in = 0.15``, ``merge = 0.1`` and ``all_in_from = 0.67``, which say `Thresholds`. Tables
``[locks."x-b25"]`` make players do something at a node: see `postflop.locks`.

One file serves all boards of a spot: sizes of streets before the board's are read and checked, but
have no use, like a donk bet on the board's own street, before which nothing was bet.
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import card_name, parse_cards
from gutshot.errors import CardError, HandError, InputError
from gutshot.holdem.betting import NO_RAKE, Rake
from gutshot.holdem.postflop.sizes import NO_THRESHOLDS, Size, Thresholds, parse_sizes, size_text
from gutshot.holdem.range_dialects import read_range
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import HandRange, parse_range

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "PLAYERS",
    "STREETS",
    "NodeLock",
    "Spot",
    "StreetSizes",
    "exact_decimal",
    "load_spot",
    "parse_spot",
    "spot_keys",
    "spot_of",
]

PLAYERS: Final = ("oop", "ip")
STREETS: Final = ("flop", "turn", "river")

_MOST: Final = 1_000_000_000
_MOST_ITERATIONS: Final = 1_000_000
_MOST_RAISES: Final = 60
_KEYS: Final = (
    "board",
    "pot",
    "stack",
    "oop_range",
    "ip_range",
    "rake",
    "rake_cap",
    "target",
    "iterations",
    "add_all_in",
    "force_all_in",
    "merge",
    "all_in_from",
    "min_bet",
    "raise_limit",
    "locks",
    *PLAYERS,
)
_NEEDED: Final = _KEYS[:5]
_LIKE: Final = {
    "rake": "0.05",
    "rake_cap": "3",
    "min_bet": "1",
    "add_all_in": "1.5",
    "force_all_in": "0.15",
    "merge": "0.1",
    "all_in_from": "0.67",
}
"""An example of each number; of the others it is 50."""
_PERCENT: Final = re.compile(r"[0-9.]+(?:[eE][-+]?[0-9]+|/[0-9]+)?")
_THRESHOLDS: Final = ("add_all_in", "force_all_in", "merge", "all_in_from")


@dataclass(frozen=True, slots=True)
class StreetSizes:
    """What a player may bet and raise; donk: bet into the one who bet last a street before."""

    bet: tuple[Size, ...] = ()
    raises: tuple[Size, ...] = ()
    donk: tuple[Size, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeLock:
    """What a player is made to do at a node; `postflop.locks` says how it is written.

    node : the node's id.
    ranges : actions as ids write them, and the hands that take them as range text.
    rest : the action that takes what is left, `free`, or empty for folding or checking.
    """

    node: str
    ranges: tuple[tuple[str, str], ...] = ()
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A pot between two players; player 0 is out of position and acts first.

    Attributes
    ----------
    board : tuple of int
        Three to five cards.
    pot, stack : Fraction
        What lies in the middle and what each player has behind, in chips.
    ranges : (oop, ip)
        What they may hold; combos with cards of the board have no part in it.
    sizes : by player, then by street
        Without an entry a player may not bet there.
    rake : Rake
        Taken of every pot, folded ones included.
    target : Fraction
        Exploitability at which a solve stops, in chips.
    iterations : int
        At which it stops in any case.
    thresholds : Thresholds
        Rules on sizes.
    min_bet : Fraction
        The smallest bet, in chips; 0 for none. A raise adds as much as the last one in any case.
    raise_limits : by street
        How many raises there may be, the first bet not counted; without an entry any number.
    locks : tuple of NodeLock
        What players are made to do, whatever it costs them.
    """

    board: tuple[int, ...]
    pot: Fraction
    stack: Fraction
    ranges: tuple[HandRange, HandRange]
    sizes: tuple[dict[str, StreetSizes], dict[str, StreetSizes]]
    rake: Rake = NO_RAKE
    target: Fraction = Fraction(0)
    iterations: int = 1_000
    thresholds: Thresholds = field(default=NO_THRESHOLDS)
    min_bet: Fraction = Fraction(0)
    raise_limits: dict[str, int] = field(default_factory=dict)
    locks: tuple[NodeLock, ...] = ()

    @property
    def street(self) -> str:
        """The street that the board is of."""
        return STREETS[len(self.board) - 3]


def load_spot(path: Path) -> Spot:
    """Read a spot from a TOML file; see `parse_spot`.

    Raises
    ------
    InputError
        When there is no such file, or it is none of a spot.
    """
    text = read_spot_file(path)
    try:
        return parse_spot(text)
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from error


def read_spot_file(path: Path) -> str:
    """Return the text of a spot's file.

    Raises
    ------
    InputError
        When there is no such file, or it is no text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")  # Windows may mark the beginning
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is no text in UTF-8; save it as that") from error
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror}; give a TOML file") from error


def parse_spot(text: str) -> Spot:
    """Read a spot from the text of a TOML file.

    Raises
    ------
    InputError
        At the first thing that can't be used: what it was, and what would be right.
    """
    try:
        found = tomllib.loads(text, parse_float=exact_decimal)
    except (ValueError, RecursionError) as error:  # tomllib's own is a ValueError
        raise InputError(f"no TOML: {' '.join(str(error).split())[:120]}") from error
    return spot_of(found)


def spot_of(found: dict[str, Any]) -> Spot:
    """Return the spot of the keys of a file; decimals are best given as `Fraction`.

    Raises
    ------
    InputError
        As `parse_spot`.
    """
    _refuse_unknown(found, _KEYS, "")
    for key in _NEEDED:
        if key not in found:
            raise InputError(f"'{key}' is missing; a spot needs {', '.join(_NEEDED)}")
    board = _board(found["board"])
    pot = _number(found, "pot", least_open=True)
    return Spot(
        board,
        pot,
        _number(found, "stack"),
        (_range(found, "oop_range"), _range(found, "ip_range")),
        (_sizes(found, "oop"), _sizes(found, "ip")),
        _rake(found),
        _target(found.get("target", "0.3%pot"), pot),
        _iterations(found.get("iterations", 1_000)),
        _thresholds(found),
        _number(found, "min_bet", default=0),
        _raise_limits(found.get("raise_limit", {})),
        _locks(found.get("locks", {})),
    )


def spot_keys(spot: Spot) -> dict[str, Any]:
    """Return the keys that `spot_of` makes a spot of, numbers as JSON and TOML write them."""
    keys: dict[str, Any] = {
        "board": " ".join(card_name(card) for card in spot.board),
        "pot": _plain(spot.pot),
        "stack": _plain(spot.stack),
        "oop_range": spot.ranges[0].text,
        "ip_range": spot.ranges[1].text,
        "target": _plain(spot.target),
        "iterations": spot.iterations,
    }
    if spot.rake.fraction:
        keys["rake"] = _plain(spot.rake.fraction)
        keys |= {} if spot.rake.cap is None else {"rake_cap": _plain(spot.rake.cap)}
    for name in _THRESHOLDS:
        amount = getattr(spot.thresholds, name)
        keys |= {name: _plain(amount)} if amount else {}
    keys |= {"min_bet": _plain(spot.min_bet)} if spot.min_bet else {}
    keys |= {"raise_limit": dict(spot.raise_limits)} if spot.raise_limits else {}
    for player, by_street in zip(PLAYERS, spot.sizes, strict=True):
        keys[player] = {name: _street_keys(by_street[name]) for name in by_street}
    if spot.locks:
        keys["locks"] = {
            lock.node: {**dict(lock.ranges), **({"rest": lock.rest} if lock.rest else {})}
            for lock in spot.locks
        }
    return keys


def _street_keys(sizes: StreetSizes) -> dict[str, str]:
    texts = {"bet": sizes.bet, "raise": sizes.raises, "donk": sizes.donk}
    return {key: ", ".join(map(size_text, given)) for key, given in texts.items() if given}


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)


def exact_decimal(written: str) -> Fraction | float:
    """Return a decimal as it was written; nan, and inf for what no double holds, are no amounts."""
    nearest = float(written)
    if nearest == 0:  # 1e-999999999 would be a fraction of a billion digits
        return Fraction(0)
    return Fraction(written) if math.isfinite(nearest) else nearest


def _refuse_unknown(found: dict[str, Any], known: tuple[str, ...], place: str) -> None:
    for key in found:
        if key not in known:
            where = f" in [{place}]" if place else ""
            raise InputError(f"'{key[:40]}'{where} is no key; there are {', '.join(known)}")


def _text(found: dict[str, Any], key: str, example: str) -> str:
    if not isinstance(found[key], str):
        raise InputError(f'{key} is a text in quotes, like {key} = "{example}"')
    return str(found[key])


def _number(
    found: dict[str, Any], key: str, *, default: int | None = None, least_open: bool = False
) -> Fraction:
    given = found.get(key, default)
    if isinstance(given, bool) or not isinstance(given, (int, float, Fraction)):
        raise InputError(f"{key} is a number, like {key} = {_LIKE.get(key, '50')}")
    if not 0 <= given <= _MOST or (least_open and given == 0):
        least = "more than 0" if least_open else "0 or more"
        raise InputError(f"{key} is {least} and at most {_MOST:,}, not {_short(given)}")
    return Fraction(given)


def _short(number: float | Fraction) -> str:
    """Return a number in a few digits, whatever its size."""
    try:
        return f"{float(number):.9g}"
    except OverflowError:
        return "one of hundreds of digits"


def _board(given: object) -> tuple[int, ...]:
    if not isinstance(given, str):
        raise InputError('board is a text in quotes, like board = "Qs Jh 2h"')
    try:
        cards = parse_cards(given)
    except CardError as error:
        raise InputError(f"board: {error}") from error
    if not 3 <= len(cards) <= 5:
        raise InputError(f"board has {len(cards)} cards; it takes 3, 4 or 5")
    for card in cards:
        if card >= 52:
            raise InputError("board: hold'em is played without jokers")
        if cards.count(card) > 1:
            raise InputError(f"board: {card_name(card)} is there twice")
    return tuple(cards)


def _range(found: dict[str, Any], key: str) -> HandRange:
    text = _text(found, key, "QQ+,AKs:0.5")
    try:
        return parse_range(text)
    except HandError as error:
        try:
            other = read_range(text).hands  # another program's words
        except InputError:
            raise InputError(f"{key}: {error}") from error
        return HandRange(range_text(other), other.weights, other.denominator)


def _sizes(found: dict[str, Any], player: str) -> dict[str, StreetSizes]:
    streets = found.get(player, {})
    if not isinstance(streets, dict):
        raise InputError(f"{player} is a table by street, like [{player}.river]")
    _refuse_unknown(streets, STREETS, player)
    return {name: _street(given, f"{player}.{name}") for name, given in streets.items()}


def _street(given: object, place: str) -> StreetSizes:
    if not isinstance(given, dict):
        raise InputError(f"{place} is a table, like [{place}] with bet and raise below it")
    _refuse_unknown(given, ("bet", "raise", "donk"), place)
    for key in given:
        _text(given, key, "50%, a")
    if place.startswith("ip") and given.get("donk"):
        raise InputError(f"{place}: only oop can bet first, and has donk")
    return StreetSizes(
        parse_sizes(given.get("bet", ""), f"{place} bet", raising=False),
        parse_sizes(given.get("raise", ""), f"{place} raise", raising=True),
        parse_sizes(given.get("donk", ""), f"{place} donk", raising=False),
    )


def _rake(found: dict[str, Any]) -> Rake:
    share = _number(found, "rake", default=0)
    cap = _number(found, "rake_cap") if "rake_cap" in found else None
    if share >= 1:
        raise InputError(f"rake is a share of the pot, 0.05 for 5 %, not {float(share):g}")
    return Rake(share, cap)


def _thresholds(found: dict[str, Any]) -> Thresholds:
    thresholds = Thresholds(*(_number(found, name, default=0) for name in _THRESHOLDS))
    if thresholds.all_in_from > 1:
        raise InputError(
            "all_in_from is a share of what a player has left, 0.67 for 67 %, not"
            f" {float(thresholds.all_in_from):g}"
        )
    return thresholds


def _raise_limits(given: object) -> dict[str, int]:
    by_street: dict[str, Any] = given if isinstance(given, dict) else dict.fromkeys(STREETS, given)
    _refuse_unknown(by_street, STREETS, "raise_limit")
    for limit in by_street.values():
        if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit <= _MOST_RAISES:
            raise InputError(
                f"raise_limit is a whole number of raises from 0 to {_MOST_RAISES}, or one by"
                " street: raise_limit = {flop = 2, river = 3}"
            )
    return by_street


def _locks(given: object) -> tuple[NodeLock, ...]:
    if not isinstance(given, dict):
        raise InputError('locks are tables, one a node: [locks."x-b25"]')
    out = []
    for node, table in given.items():
        name = f'[locks."{node[:60]}"]'
        if not isinstance(table, dict):
            raise InputError(f"{name} is a table of ranges by action, and rest")
        if not table:
            raise InputError(f'{name} makes nobody do anything: give c = "QQ+,AKs:0.5", or rest')
        for key, text in table.items():
            if not isinstance(text, str):
                raise InputError(f'{name}: {key[:20]} is a text in quotes, like c = "QQ+,AKs:0.5"')
        ranges = tuple((key.lower(), text) for key, text in table.items() if key != "rest")
        out.append(NodeLock(node, ranges, table.get("rest", "").lower()))
    return tuple(out)


def _target(given: object, pot: Fraction) -> Fraction:
    if isinstance(given, (int, Fraction)) and not isinstance(given, bool):
        chips = Fraction(given)
    else:
        number, _, unit = (given if isinstance(given, str) else "").partition("%")
        try:
            # Fraction would take digits of all scripts, and 1_000
            percent = _PERCENT.fullmatch(number.strip())
            written = "" if percent is None else percent[0]
            exact = Fraction(written) if "/" in written else exact_decimal(written)
            chips = Fraction(exact) * pot / 100
        except (ValueError, OverflowError, ZeroDivisionError):
            chips = Fraction(-1)
        if unit.strip() not in {"pot", " pot"}:
            chips = Fraction(-1)
    if chips <= 0:
        raise InputError('target is "0.3%pot", or a number of chips above 0')
    return chips


def _iterations(given: object) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise InputError("iterations is a whole number, like 1000")
    if not 1 <= given <= _MOST_ITERATIONS:
        raise InputError(f"iterations is 1 to {_MOST_ITERATIONS:,}, not {_short(given)}")
    return given
