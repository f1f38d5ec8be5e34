"""Ranges in the words of five programs: read, told apart, written.

- `pio`, PioSOLVER: `QQ+,AKs:0.5`, weights 0 to 1 behind a colon; `ranges` reads it.
- `gto+`, GTO+ and Flopzilla: `QQ+,[50.0]AKs,KQo[/50.0]`, percent around all hands that have it.
- `equilab`: `QQ+, AKs@50`, percent behind an @. Equilab's plain text has no weights; the @ is how
  ProPokerTools writes them. There they count against each other, here they are shares of a deal.
- `monker`, MonkerSolver's .rng: a class on a line, on the next one how often it is played, 0 to 1,
  and its EV in thousandths of a small blind, `0.5;-1000.0`. Classes that are missing are not
  played. EVs are not read, and 0 is written where none is known.
- `push-fold`: `22+, A2s+, K9o+`, or `any two`: what is played, without weights.

Hands are written alike in all of them but Monker's: as in `ranges`, between commas or on lines of
their own, and what is said later counts. A text without any weight reads the same in four of them
and is called push-fold text. Weights are kept to four decimals, hundredths of a percent.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.errors import HandError, InputError
from gutshot.holdem.hand_classes import (
    CLASS_NAMES,
    class_combos,
    class_index,
    class_of_combos,
)
from gutshot.holdem.range_text import decimal_text, range_groups, range_text
from gutshot.holdem.ranges import HandRange, quoted, range_of, token_combos

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["DIALECTS", "DialectRange", "dialect_of", "read_range", "write_range"]

DIALECTS: Final = {
    "pio": "PioSOLVER's",
    "gto+": "GTO+'s",
    "equilab": "Equilab's",
    "monker": "Monker's",
    "push-fold": "push-fold",
}
"""The dialects, each with whose it is."""

_EV_OF_BB: Final = 2_000
"""Monker's EVs are in thousandths of a small blind, which is half of a big one."""
_KEPT: Final = 10_000
_MARKS: Final = {"[": "gto+", "]": "gto+", "@": "equilab", ";": "monker", ":": "pio"}
_BLOCK: Final = re.compile(r"(\[[^\]]*\]?)")
_NUMBER: Final = re.compile(r"\d{1,9}(\.\d{0,24})?([eE]-?\d{1,2})?|\.\d{1,24}", re.ASCII)
_EV: Final = re.compile(r"-?(\d+(\.\d*)?([eE]-?\d+)?|\.\d+|Infinity)|NaN", re.ASCII)
_SHARE: Final = re.compile(r"[\d.]+ ?%", re.ASCII)
_ANY_TWO: Final = ("any two", "any2", "random")

Combo = tuple[int, int]


class DialectRange(NamedTuple):
    """A range, and the dialect it was written in."""

    dialect: str
    hands: HandRange


def read_range(text: str, dialect: str | None = None) -> DialectRange:
    """Read a range in any of the dialects.

    dialect : which one it is; otherwise its weights tell.

    Raises
    ------
    HandError
        At the first hand or weight that can't be read, and where dialects are mixed.
    InputError
        When there is no such dialect.
    """
    if dialect is not None:
        _known(dialect)
    found = dialect_of(text, dialect)
    shares: dict[Combo, Fraction] = {}
    for combos, share in _READERS[found](text):
        for combo in combos:
            shares[combo] = share
    if not shares:
        raise HandError("there is no hand in this range: give at least one, such as AA")
    return DialectRange(found, range_of(text, shares))


def dialect_of(text: str, expected: str | None = None) -> str:
    """Return which dialect a text is written in, by the marks of its weights.

    expected : the one that it has to be in.

    Raises
    ------
    HandError
        Where a token has the mark of another dialect than those before it.
    """
    before, found = "", expected
    for token in _tokens(text):
        for mark in filter(_MARKS.get, token):
            dialect = _MARKS[mark]
            if found is None:
                before, found = token, dialect
            elif found != dialect:
                if token == before:
                    raise HandError(
                        f"{quoted(token)} is {_whose(dialect)} text, but has marks of"
                        f" {_whose(found)} too: write all of a range in one dialect"
                    )
                said = "" if not before else f", but {quoted(before)} before it is {_whose(found)}"
                raise HandError(
                    f"{quoted(token)} is {_whose(dialect)} text{said}: write all of a range in one"
                    f" dialect{'' if before else f', here {found}'}"
                )
    return found or "push-fold"


def write_range(hands: HandRange, dialect: str, ev_bb: Sequence[float | None] | None = None) -> str:
    """Return a range in a dialect, without a line end.

    ev_bb : (169,) what each class is worth in big blinds, for Monker's lines.

    Raises
    ------
    HandError
        When the dialect has no words for it: a weight for push-fold text, combos of one class that
        differ for Monker's.
    InputError
        When there is no such dialect.
    """
    _known(dialect)
    if dialect == "monker":
        return _monker_text(hands, ev_bb)
    kept = _kept(hands)
    if dialect == "pio":
        return range_text(kept)
    groups = range_groups(kept)
    if dialect == "gto+":
        return ",".join(_block(share, runs) for share, runs in groups)
    if dialect == "push-fold":
        return ", ".join(_unweighted(groups))
    marked = [run + _at(share) for share, runs in groups for run in runs]
    return ", ".join(marked)


def _known(dialect: str) -> None:
    if dialect not in DIALECTS:
        raise InputError(f"there is no dialect {dialect[:20]!r}: use {', '.join(DIALECTS)}")


def _whose(dialect: str) -> str:
    return DIALECTS[dialect]


def _tokens(text: str) -> list[str]:
    """Return what stands between commas and line ends, with no blanks around it."""
    return [token for part in re.split(r"[,\n]", text) if (token := part.strip())]


def _read_pio(text: str) -> Iterator[tuple[list[Combo], Fraction]]:
    for token in _tokens(text):
        hand, colon, weight = (part.strip() for part in token.partition(":"))
        yield _hands(hand), _weight(weight, token, 1) if colon else Fraction(1)


def _read_equilab(text: str) -> Iterator[tuple[list[Combo], Fraction]]:
    for token in _tokens(text):
        hand, at, weight = (part.strip() for part in token.partition("@"))
        yield _hands(hand), _weight(weight, token, 100) if at else Fraction(1)


def _read_push_fold(text: str) -> Iterator[tuple[list[Combo], Fraction]]:
    for token in _tokens(text):
        yield _hands(token), Fraction(1)


def _read_gto(text: str) -> Iterator[tuple[list[Combo], Fraction]]:
    opened, share = "", Fraction(1)
    for part in _BLOCK.split(text):
        if part.startswith("["):
            opened, share = _next_block(part, opened, share)
            continue
        for token in _tokens(part):
            if "]" in token:
                raise HandError(f"{quoted(token)} has a ] without a [: write [50]AKs[/50]")
            yield _hands(token), share
    if opened:
        raise HandError(f"{quoted(opened)} is never closed: write [/{opened[1:]} behind its hands")


def _next_block(mark: str, opened: str, share: Fraction) -> tuple[str, Fraction]:
    """Return the block that is open behind a mark, and its weight."""
    if not mark.endswith("]"):
        raise HandError(f"{quoted(mark)} has a [ without a ]: write [50]AKs[/50]")
    if not mark.startswith("[/"):
        if opened:
            raise HandError(
                f"{quoted(mark)} begins before {quoted(opened)} is closed: write [/{opened[1:]}"
                " before it"
            )
        return mark, _weight(mark[1:-1].strip(), mark, 100)
    if not opened:
        raise HandError(f"{quoted(mark)} closes no weight: write [50]AKs[/50]")
    if _weight(mark[2:-1].strip(), mark, 100) != share:
        raise HandError(f"{quoted(mark)} does not close {quoted(opened)}: write them alike")
    return "", Fraction(1)


def _read_monker(text: str) -> Iterator[tuple[list[Combo], Fraction]]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for at in range(0, len(lines), 2):
        hand = lines[at]
        combos = list(class_combos(class_index(hand)))
        if at + 1 == len(lines):
            raise HandError(f"{quoted(hand)} has no line behind it: write its weight;EV, 0.5;0.0")
        weight, semicolon, ev = (part.strip() for part in lines[at + 1].partition(";"))
        if not semicolon or not _EV.fullmatch(ev):
            raise HandError(
                f"{quoted(lines[at + 1])} behind {hand} is no weight;EV: write it like 0.5;-1000.0"
            )
        yield combos, _weight(weight, lines[at + 1], 1)


_READERS: Final = {
    "pio": _read_pio,
    "gto+": _read_gto,
    "equilab": _read_equilab,
    "monker": _read_monker,
    "push-fold": _read_push_fold,
}


def _hands(token: str) -> list[Combo]:
    if _SHARE.fullmatch(token):
        raise HandError(
            f"{quoted(token)} is a share, and every program ranks hands in its own way: write the"
            " hands, or take 'gutshot ranges top'"
        )
    if token.lower() in _ANY_TWO:
        return [(high, low) for high in range(52) for low in range(high)]
    return token_combos(token)


def _weight(written: str, token: str, most: int) -> Fraction:
    """Return a weight as a share, to four decimals."""
    number = written.removesuffix("%").strip() if most == 100 else written
    share = Fraction(number) / most if _NUMBER.fullmatch(number) else Fraction(2)
    if share > 1:
        up_to = "a percentage from 0 to 100" if most == 100 else "a number from 0 to 1"
        raise HandError(f"{quoted(token)} has no weight that can be used: write {up_to}")
    return Fraction(round(share * _KEPT), _KEPT)


def _kept(hands: HandRange) -> HandRange:
    """Return a range with weights of four decimals, as they are written."""
    weights = [round(Fraction(x * _KEPT, hands.denominator)) for x in hands.weights.tolist()]
    return HandRange(hands.text, np.array(weights, np.int64), _KEPT)


def _block(share: Fraction, runs: list[str]) -> str:
    if share == 1:
        return ",".join(runs)
    percent = decimal_text(100 * share, 2)
    return f"[{percent}]{','.join(runs)}[/{percent}]"


def _at(share: Fraction) -> str:
    # whole percents as they are typed
    return "" if share == 1 else f"@{decimal_text(100 * share, 2).removesuffix('.0')}"


def _unweighted(groups: list[tuple[Fraction, list[str]]]) -> list[str]:
    for share, runs in groups:
        if share != 1:
            raise HandError(
                f"{runs[0]} has the weight {decimal_text(share, 4)}, and push-fold text has none:"
                " write another dialect, or leave out or round up what is mixed"
            )
    return [run for _, group in groups for run in group]


def _monker_text(hands: HandRange, ev_bb: Sequence[float | None] | None) -> str:
    weights = hands.class_weights()
    if weights is None:
        differ = next(
            name
            for number, name in enumerate(CLASS_NAMES)
            if len(set(hands.weights[class_of_combos() == number].tolist())) > 1
        )
        raise HandError(
            f"combos of {differ} have different weights, and Monker's text knows classes only:"
            " write another dialect"
        )
    lines = []
    for number, name in enumerate(CLASS_NAMES):
        ev = None if ev_bb is None else ev_bb[number]
        worth = 0.0 if ev is None else _EV_OF_BB * ev
        share = Fraction(int(weights[number]), hands.denominator)
        lines += [name, f"{decimal_text(share, 4)};{worth:.1f}"]
    return "\n".join(lines)
