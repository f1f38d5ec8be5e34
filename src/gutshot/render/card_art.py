"""Cards drawn with characters, 1, 5, 7 or 9 rows high, with a joker of our own.

The drawings are a data file, ``data/card_art/cards.toml``. Where it lacks, and where a terminal
takes no more, `ascii_art` draws plainer ones of ASCII.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.decks import FIRST_JOKER, RANKS, SECOND_JOKER, SUITS
from gutshot.catalogue import data_files
from gutshot.errors import CardError, CatalogueError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "SIZES",
    "CardArt",
    "ascii_art",
    "card_art",
    "card_columns",
    "check_size",
    "read_card_art",
]

SIZES: Final = (1, 5, 7, 9)
"""Rows of a card: 1 is its name alone."""

_INNER_COLUMNS: Final = {5: 5, 7: 7, 9: 9}
_NAME_COLUMNS: Final = 3
_LABELS: Final = (*("10" if rank == "T" else rank for rank in RANKS), "joker")
_JOKERS: Final = {FIRST_JOKER: "JK", SECOND_JOKER: "JK2"}
_PIP: Final = "@"
_BACK: Final = "back"
_CORNERS: Final = 4

_PLAIN_FRAME: Final = ("|", "-", "++++")
_PLAIN_JOKERS: Final = {
    5: ("o\\^/o",),
    7: ("o /o\\ o", "\\\\|||//", " ('v') "),
    9: (" o  o  o ", "  \\/|\\/  ", "  .---.  ", "  |'v'|  ", "  '\\_/'  "),
}


@dataclass(frozen=True, slots=True)
class CardArt:
    """Drawings of all cards.

    suits : four signs, in the order of the suits' names, c d h s.
    frame : its side, its edge, and its corners from the top left clockwise.
    faces : by size and label, the rows between the two that have the label; of a back all rows.
    """

    suits: str
    frame: tuple[str, str, str]
    faces: Mapping[int, Mapping[str, tuple[str, ...]]]

    def rows(self, card: int | None, size: int) -> tuple[str, ...]:
        """Return a card's rows, all as wide as `card_columns` says.

        Parameters
        ----------
        card
            An id, 0..53, or None for the back of a card.
        size
            Rows, one of `SIZES`.

        Raises
        ------
        CardError
            When the id is no card.
        InputError
            When there is no such size.
        """
        check_size(size)
        if card is not None and not 0 <= card <= SECOND_JOKER:
            raise CardError(f"card id {card} is no card: ids run from 0 (2c) to 53 (Jk2)")
        if card is None:
            name, label, suit = _BACK, "", ""
        elif card >= FIRST_JOKER:
            name, label, suit = "joker", _JOKERS[card], ""
        else:
            name, suit = _LABELS[card >> 2], self.suits[card & 3]
            label = name
        if size == 1:
            return ((label + suit).rjust(_NAME_COLUMNS) if card is not None else " ??",)
        inner = _INNER_COLUMNS[size]
        between = [row.replace(_PIP, suit) for row in self.faces[size][name]]
        if card is not None:
            between = [label.ljust(inner), *between, label.rjust(inner)]
        side, edge, corners = self.frame
        return (
            corners[0] + edge * inner + corners[1],
            *(side + row + side for row in between),
            corners[3] + edge * inner + corners[2],
        )


def check_size(size: int) -> None:
    """Raise `InputError` for a number of rows that no card has."""
    if size not in SIZES:
        raise InputError(f"no card is {size} rows high; choose {', '.join(map(str, SIZES))}")


def card_columns(size: int) -> int:
    """Return how many columns a card of this size takes.

    Raises
    ------
    InputError
        When there is no such size.
    """
    check_size(size)
    return _NAME_COLUMNS if size == 1 else _INNER_COLUMNS[size] + 2


@cache
def card_art() -> CardArt:
    """Return the drawings of the data file; where it is missing or broken those of `ascii_art`."""
    try:
        file = next(one for one in data_files("card_art", broken=[]) if one.id == "cards")
        return read_card_art(file.text, str(file.path))
    except (StopIteration, CatalogueError):
        return ascii_art()


@cache
def ascii_art() -> CardArt:
    """Return plain drawings that need ASCII only: a label, a letter for the suit, a joker's cap."""
    faces = {}
    for size, inner in _INNER_COLUMNS.items():
        blank = " " * inner
        beside = (blank,) * ((size - 5) // 2)
        face = (*beside, _PIP.center(inner), *beside)
        faces[size] = {
            **dict.fromkeys(_LABELS, face),
            "joker": _PLAIN_JOKERS[size],
            _BACK: ("#" * inner,) * (size - 2),
        }
    return CardArt(SUITS, _PLAIN_FRAME, faces)


def read_card_art(text: str, where: str) -> CardArt:
    """Read drawings from the text of a TOML file; ``data/card_art/cards.toml`` says what it has.

    Raises
    ------
    CatalogueError
        At the first thing that can't be drawn: what it was, and what would be right.
    """
    try:
        content = tomllib.loads(text)
        suits = content["suits"]
        frame = content["frame"]
        art = CardArt(
            "".join(_text(suits[suit], 1) for suit in SUITS),
            (
                _text(frame["side"], 1),
                _text(frame["edge"], 1),
                _text(frame["corners"], _CORNERS),
            ),
            {size: _faces(content[f"size-{size}"], size) for size in _INNER_COLUMNS},
        )
    except KeyError as error:
        raise CatalogueError(f"{where}: {error} is missing") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise CatalogueError(f"{where}: {' '.join(str(error).split())[:160]}") from None
    if len(set(art.suits)) < len(SUITS):
        raise CatalogueError(f"{where}: two suits look alike; give four different signs")
    return art


def _text(given: object, length: int) -> str:
    if not isinstance(given, str) or len(given) != length or not given.isprintable():
        raise InputError(f"{given!r} can't be drawn: write {length} character(s) in quotes")
    return given


def _faces(given: Mapping[str, Any], size: int) -> dict[str, tuple[str, ...]]:
    inner = _INNER_COLUMNS[size]
    if given["inner"] != inner:
        raise InputError(f"a card of {size} rows has {inner} columns within its frame")
    out = {}
    for name in (*_LABELS, _BACK):
        rows: Sequence[object] = given[name]
        wanted = size - 2 if name == _BACK else size - 4
        if not isinstance(rows, list) or len(rows) != wanted:
            raise InputError(f"{name} in size {size} needs {wanted} row(s) of {inner} columns")
        out[name] = tuple(_text(row, inner) for row in rows)
        pips = sum(row.count(_PIP) for row in out[name])
        if (name in {"joker", _BACK}) == bool(pips):
            raise InputError(f"{name} in size {size}: cards have an @ for a suit, others none")
    return out
