"""The state of the page of spots after the flop, which lives in its address and nowhere else.

Ranges, board, brush and what is edited are those of the equity page, with two hands: ``h1`` acts
first. The other fields say pot, stacks, sizes and rules as they were typed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from gutshot.errors import InputError
from gutshot.holdem.postflop.spec import PLAYERS, STREETS, spot_of
from gutshot.web.equity_query import read_equity_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.postflop.spec import Spot
    from gutshot.web.equity_query import EquityState

__all__ = [
    "BITS",
    "LONGEST_LOCKS",
    "PATH",
    "SIZE_FIELDS",
    "PostflopState",
    "fields_of_spot",
    "read_state",
    "spot_from",
]

PATH: Final = "/postflop"

BITS: Final = ("32", "16")
"""What numbers can be kept in."""

LONGEST_LOCKS: Final = 6_000
"""Characters of all locks: an address takes no more."""

_NUMBER: Final = re.compile(r"[0-9]{0,30}(?:\.[0-9]{0,9})?")
_RANGES: Final = {
    "h1": "TT-22,AQs-A2s,KQ,KJs,QJ,T9s,98s",
    "h2": "QQ+,JJ:0.5,AK,AQs,KQs,QTs,T9s:0.75",
    "board": "QsJh2h8d",
}
_PLAIN: Final = {
    "pot": "50",
    "stack": "200",
    "target": "0.3",
    "iterations": "1000",
    "rake": "",
    "rake_cap": "",
    "min_bet": "",
    "raise_limit": "",
    "all_in_from": "",
    "force_all_in": "",
    "add_all_in": "",
    "merge": "",
    "bits": "32",
    "locks": "",
}
SIZE_FIELDS: Final = tuple(
    (street, player, kind)
    for street in STREETS
    for player in PLAYERS
    for kind in ("bet", "raise", "donk")
    if kind != "donk" or (player == "oop" and street != "flop")
)
"""Street, player and what it is of each field of sizes."""

_SIZES: Final = {"bet": "50%", "raise": "2.5x", "donk": ""}
_WORDS: Final = {
    "pot": "the pot",
    "stack": "stacks",
    "target": "the target",
    "iterations": "iterations",
    "rake": "rake",
    "rake_cap": "the rake's cap",
    "min_bet": "the smallest bet",
    "raise_limit": "raises a street",
    "all_in_from": "all-in from",
    "force_all_in": "all-in when left",
    "add_all_in": "all-in up to",
    "merge": "merging",
}
_THRESHOLDS: Final = ("all_in_from", "force_all_in", "add_all_in", "merge")
_RULES: Final = ("raise_limit", "min_bet", *_THRESHOLDS, "locks")
_PERCENT: Final = ("rake", "all_in_from", "force_all_in", "merge")


def _defaults() -> dict[str, str]:
    sizes = {f"{player}_{street}_{kind}": _SIZES[kind] for street, player, kind in SIZE_FIELDS}
    return _PLAIN | sizes


@dataclass(frozen=True, slots=True)
class PostflopState:
    """What the page shows; texts as typed.

    cards : ranges, board, and what is painted.
    fields : all others by name.
    """

    cards: EquityState
    fields: dict[str, str]

    @property
    def half(self) -> bool:
        """Whether numbers are kept in 16 bits; InputError for other than 16 and 32."""
        bits = self.fields["bits"]
        if bits not in BITS:
            raise InputError(f"bits of memory are {' or '.join(BITS)}, not '{bits[:20]}'")
        return bits == "16"

    @property
    def has_rules(self) -> bool:
        """Whether rules on sizes or locks are given."""
        return any(self.fields[name] for name in _RULES)

    def half_url(self) -> str:
        """Return the address of the same in 16 bits."""
        return PostflopState(self.cards, self.fields | {"bits": "16"}).url()

    def url(self, path: str = PATH) -> str:
        """Return the address that shows this state."""
        defaults = _defaults()
        address = self.cards.url(path)
        for name, text in self.fields.items():
            if text != defaults[name]:
                address += f"&{name}={quote(text, safe=':,/')}"
        return address


def read_state(query: Mapping[str, str]) -> tuple[PostflopState, bool]:
    """Return the state that a request asks for, and whether an action was taken."""
    cards, acted = read_equity_state({**_RANGES, **query})
    fields = {
        name: query.get(name, default).strip()[:LONGEST_LOCKS]
        for name, default in _defaults().items()
    }
    return PostflopState(cards, fields), acted


def spot_from(state: PostflopState) -> Spot:
    """Return the spot of a page.

    Raises
    ------
    InputError
        At the first field that can't be used.
    """
    fields = state.fields
    keys: dict[str, Any] = {
        "board": " ".join(re.findall("..", state.cards.board)) or state.cards.board,
        "oop_range": state.cards.hands[0],
        "ip_range": state.cards.hands[1],
        "pot": _number(fields, "pot"),
        "stack": _number(fields, "stack"),
        "iterations": _whole(fields, "iterations"),
        "oop": {},
        "ip": {},
    }
    keys["target"] = _number(fields, "target") * Fraction(keys["pot"]) / 100
    for name in ("rake", "rake_cap", "min_bet", *_THRESHOLDS):
        if fields[name]:
            number = _number(fields, name)
            keys[name] = number / 100 if name in _PERCENT else number
    if fields["raise_limit"]:
        keys["raise_limit"] = _whole(fields, "raise_limit")
    for street, player, kind in SIZE_FIELDS:
        text = fields[f"{player}_{street}_{kind}"]
        keys[player].setdefault(street, {})[kind] = text
    keys["locks"] = _locks(fields["locks"])
    return spot_of(keys)


def fields_of_spot(spot: Spot, *, half: bool = False) -> dict[str, str]:
    """Return the query that shows a spot, sizes of streets before its board's as they are.

    half : whether numbers are kept in 16 bits.
    """
    from gutshot.holdem.postflop.spec import spot_keys

    keys = spot_keys(spot)
    query = dict.fromkeys(_PLAIN, "")
    query |= {
        "h1": keys["oop_range"],
        "h2": keys["ip_range"],
        "board": keys["board"].replace(" ", ""),
        "pot": _decimal(spot.pot),
        "stack": _decimal(spot.stack),
        "target": _decimal(100 * spot.target / spot.pot),
        "iterations": str(spot.iterations),
        "bits": "16" if half else "32",
        "raise_limit": str(max(spot.raise_limits.values())) if spot.raise_limits else "",
        "min_bet": _decimal(spot.min_bet) if spot.min_bet else "",
        "rake": _decimal(100 * spot.rake.fraction) if spot.rake.fraction else "",
        "rake_cap": "" if spot.rake.cap is None else _decimal(spot.rake.cap),
        "locks": "\n".join(
            f"{lock.node}: "
            + "; ".join(
                [*(f"{action} = {text}" for action, text in lock.ranges), f"rest = {lock.rest}"]
            )
            .removesuffix("; rest = ")
            .removesuffix("rest = ")
            for lock in spot.locks
        ),
    }
    for name in _THRESHOLDS:
        amount = getattr(spot.thresholds, name)
        if amount:
            query[name] = _decimal(100 * amount if name in _PERCENT else amount)
    for street, player, kind in SIZE_FIELDS:
        query[f"{player}_{street}_{kind}"] = keys[player].get(street, {}).get(kind, "")
    return query


def _decimal(number: Fraction) -> str:
    return f"{float(number):.9f}".rstrip("0").rstrip(".")


def _number(fields: Mapping[str, str], name: str) -> Fraction:
    text = fields[name]
    if not re.search("[0-9]", text) or _NUMBER.fullmatch(text) is None:
        raise InputError(f"{_WORDS[name]}: write a number, like {_PLAIN[name] or '5'}")
    return Fraction(text)


def _whole(fields: Mapping[str, str], name: str) -> int:
    number = _number(fields, name)
    if number.denominator != 1:
        raise InputError(f"{_WORDS[name]}: write a whole number, like {_PLAIN[name] or '3'}")
    return int(number)


def _locks(text: str) -> dict[str, dict[str, str]]:
    """Read one lock a line: ``x-b25: c = AA,KK:0.5; rest = f``."""
    out: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        node, colon, rest = line.partition(":")
        table: dict[str, str] = {}
        for part in rest.split(";"):
            name, equals, hands = part.partition("=")
            if part.strip() and not equals:
                colon = ""
            if part.strip():
                table[name.strip()] = hands.strip()
        if not colon:
            raise InputError(
                f"a lock is a line like 'x-b25: c = AA,KK:0.5; rest = f', not '{line[:40]}'"
            )
        if node.strip() in out:
            raise InputError(f"locks: '{node.strip()[:40]}' is there twice")
        out[node.strip()] = table
    return out
