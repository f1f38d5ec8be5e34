"""Poker Hand History files (.phh and .phhs), read up to the flop.

A .phh file is one hand as TOML, a .phhs file many, each a table of its own: `[1]`, `[2]`. Players
are p1, the small blind, p2, the big blind, and so on; of two players p1 is the big blind. An action
is `p3 cbr 250`, a completion, bet or raise to 250, `p3 cc` a check or call, `p3 f` a fold; `d dh`
deals hole cards, `d db` the board, where this reading ends but for cards that are shown.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from gutshot.holdem.histories.played import (
    Act,
    BrokenHand,
    Kind,
    MisreadError,
    PlayedHand,
    checked,
    hole_class,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["phh_hands"]

_TABLE: Final = re.compile(r"\[\s*(?:\d+|\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)\s*\]\s*(?:#.*)?")
_PLAYER: Final = re.compile(r"p([1-9]\d?)")
_LINE: Final = re.compile(r"at line (\d+)")
_MOST_PLAYERS: Final = 10


def phh_hands(text: str) -> Iterator[PlayedHand | BrokenHand]:
    """Yield the hands of a text, broken ones with the line that is wrong."""
    lines = text.removeprefix("\ufeff").splitlines()
    starts = [at for at, line in enumerate(lines) if _TABLE.fullmatch(line.strip())]
    if not starts:
        yield _one("the hand", 1, lines)
        return
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        name = lines[start].strip().partition("]")[0].strip("[ \"'")
        yield _one(f"[{name}]", start + 1, lines[start:end])


def _one(name: str, first: int, lines: list[str]) -> PlayedHand | BrokenHand:
    try:
        fields = _fields(first, lines)
        told = fields.get("hand")
        if isinstance(told, int | str):
            name = f"#{told}"
        return checked(_hand(name, first, fields))
    except MisreadError as error:
        return BrokenHand(name, error.line, str(error))


def _fields(first: int, lines: list[str]) -> dict[str, Any]:
    """Return a hand's fields; amounts with a point are exact."""
    try:
        found = tomllib.loads("\n".join(lines), parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        at = _LINE.search(str(error))
        line = first + int(at[1]) - 1 if at else first
        raise MisreadError(line, f"it is no TOML: {str(error).partition(' (at ')[0]}") from None
    except (ValueError, RecursionError):
        raise MisreadError(first, "it is no TOML: a number in it can't be read") from None
    inner = [one for one in found.values() if isinstance(one, dict)]
    return inner[0] if len(found) == len(inner) == 1 else found


def _hand(name: str, line: int, fields: dict[str, Any]) -> PlayedHand:
    if fields.get("variant") != "NT":
        shown = str(fields.get("variant", "none"))[:20]
        raise MisreadError(line, f"variant is '{shown}': charts are of no-limit hold'em, 'NT'")
    stacks = _amounts(fields, "starting_stacks", line)
    blinds = _amounts(fields, "blinds_or_straddles", line)
    antes = _amounts(fields, "antes", line)
    count = len(stacks)
    if not 2 <= count <= _MOST_PLAYERS or not len(blinds) == len(antes) == count:
        raise MisreadError(
            line,
            f"starting_stacks, blinds_or_straddles and antes have one number for each of 2 to"
            f" {_MOST_PLAYERS} players",
        )
    if min(stacks) <= 0 or min(antes) < 0:
        raise MisreadError(line, "every player has chips, and antes are 0 or more")
    big = blinds[1]
    if not 0 < blinds[0] <= big:
        raise MisreadError(line, "the first of blinds_or_straddles are the small and the big blind")
    straddles = [at for at in range(2, count) if blinds[at] > big]
    if count == 2:
        blinds, antes = blinds[::-1], antes[::-1]
    # a post of a newcomer is written as less than nothing
    posted = [abs(one) / big for one in blinds]
    order = [1, 0] if count == 2 else [*range(2, count), 0, 1]
    behind = [(stack - ante) / big for stack, ante in zip(stacks, antes, strict=True)]
    bets = [max(min(pair), Fraction(0)) for pair in zip(posted, behind, strict=True)]
    read = _Actions(line, order, big, behind, bets)
    actions = fields.get("actions")
    if not isinstance(actions, list):
        raise MisreadError(line, 'actions is missing: it is a list of texts like "p3 f"')
    for action in actions:
        read.read(action)
    players = fields.get("players")
    names = [f"p{at + 1}" for at in range(count)]
    if isinstance(players, list) and len(players) == count:
        names = [str(one)[:60] for one in players]
    known = [read.cards.get(at) for at in order]
    return PlayedHand(
        name=name,
        number="",
        line=line,
        players=tuple(names[at] for at in order),
        stacks_bb=tuple(stacks[at] / big for at in order),
        blinds_bb=tuple(posted[at] for at in order),
        antes_bb=tuple(antes[at] / big for at in order),
        straddles=tuple(order.index(at) for at in straddles),
        holdings=tuple(None if text is None else hole_class(text, line) for text in known),
        cards=tuple(text or "" for text in known),
        acts=tuple(read.acts),
        hero=None,
        tournament=False,
        rake_bb=None,
        big_blind=big,
    )


def _amounts(fields: dict[str, Any], key: str, line: int) -> list[Fraction]:
    found = fields.get(key)
    if not isinstance(found, list):
        raise MisreadError(line, f"{key} is missing: it is a list of numbers")
    return [_amount(one, key, line) for one in found]


def _amount(found: object, key: str, line: int) -> Fraction:
    if isinstance(found, bool) or not isinstance(found, int | Fraction):
        raise MisreadError(line, f"{key}: '{str(found)[:20]}' is no amount of chips")
    return Fraction(found)


@dataclass
class _Actions:
    """What the actions of a hand say, read one by one; players are numbered as in the file.

    most : what each can bet. bets : what each has bet, in big blinds.
    """

    line: int
    order: Sequence[int]
    big: Fraction
    most: list[Fraction]
    bets: list[Fraction]
    cards: dict[int, str] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    over: bool = False

    def read(self, action: object) -> None:
        """Read the next action."""
        words = str(action).partition("#")[0].split()
        match words:
            case ["d", "db", *_]:
                self.over = True
            case ["d", "dh", who, dealt] | [who, "sm", dealt]:
                at = self._player(who, action)
                if "?" not in dealt and dealt != "-":
                    self.cards[at] = dealt
            case [who, "f" | "cc"] | [who, "cbr", _]:
                at = self._player(who, action)
                if not self.over:
                    self._act(at, words[1:], action)
            case [] | [_, "sm" | "sd" | "pb", *_]:
                pass
            case _:
                raise self._wrong(action, 'is no action: write it like "p3 cbr 250"')

    def _act(self, at: int, words: Sequence[str], action: object) -> None:
        kind, amount = Kind.FOLD, Fraction(0)
        if words[0] == "cc":
            amount = min(max(self.bets), self.most[at]) - self.bets[at]
            kind = Kind.CALL if amount else Kind.CHECK
            self.bets[at] += amount
        elif words[0] == "cbr":
            try:
                kind, amount = Kind.RAISE, _exact(words[1]) / self.big
            except ValueError:
                raise self._wrong(action, "has no amount of chips") from None
            self.bets[at] = amount
        self.acts.append(Act(self.order.index(at), kind, amount, 0))

    def _player(self, text: str, action: object) -> int:
        found = _PLAYER.fullmatch(text)
        if found is None or int(found[1]) > len(self.order):
            raise self._wrong(action, f"is of no player: there are p1 to p{len(self.order)}")
        return int(found[1]) - 1

    def _wrong(self, action: object, problem: str) -> MisreadError:
        return MisreadError(self.line, f"'{str(action)[:40]}' {problem}")


def _exact(text: str) -> Fraction:
    """Return a number of a file; ValueError where it is none, or endless."""
    if not re.fullmatch(r"[+-]?\d{1,15}(\.\d{1,15})?", text.replace("_", "")):
        raise ValueError(text)
    return Fraction(text.replace("_", ""))
