"""A pay table as an address or a form names it: a catalogue's, one with edits, or one's own.

``game=jacks-or-better-9-6&pays=flush:5,four_7s:100,two_pair:-`` is a table of the catalogue with a
payout changed, a line added and a line dropped; ``game=own&deck=joker&name=…&pays=…`` is a whole
table. Payouts keep the spelling they were typed in.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from gutshot.cards.decks import DECKS
from gutshot.errors import InputError, PayTableError
from gutshot.evaluate.categories import DECK_CATEGORIES, LABELS, canonical_category
from gutshot.videopoker import PayTable, from_mapping
from gutshot.videopoker import game as catalogue_game
from gutshot.videopoker.pay_table import parse_payout
from gutshot.web.number_text import payout_text

__all__ = [
    "DROPPED",
    "OWN",
    "Chosen",
    "LineField",
    "TableChoice",
    "choose",
    "read_pays",
    "write_pays",
]

OWN: Final = "own"
"""The game id of a table that is no catalogue's."""

DROPPED: Final = "-"
"""The payout that drops a line of the unedited table."""

_MOST_LINES: Final = 40
_LONGEST_NAME: Final = 80
_LONGEST_PAYOUT: Final = 80


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What was asked for, not yet checked. `pays` maps a category to its payout as typed."""

    game: str
    deck: str = "standard"
    name: str = ""
    pays: dict[str, str] = field(default_factory=dict)

    @property
    def own(self) -> bool:
        """Whether it is a table of one's own."""
        return self.game == OWN

    def parameters(self, prefix: str = "") -> list[tuple[str, str]]:
        """Return the query parameters that name this table, each with a prefix."""
        out = [("game" if not prefix else prefix.rstrip("_"), self.game)]
        if self.own:
            out += [(f"{prefix}deck", self.deck), (f"{prefix}name", self.name)]
        if self.pays:
            out.append((f"{prefix}pays", write_pays(self.pays)))
        return out


@dataclass(frozen=True, slots=True)
class LineField:
    """One line of the pay table as a form shows it.

    text : the payout as typed. unedited : as the catalogue has it, "" for an added line.
    error : one line, "" when the payout can be read.
    """

    category: str
    label: str
    text: str
    unedited: str
    error: str

    @property
    def edited(self) -> bool:
        """Whether the line differs from the unedited table in more than spelling."""
        return self.text.strip() != self.unedited


@dataclass(frozen=True, slots=True)
class Chosen:
    """A checked choice.

    table : None when something must be put right first. unedited : the catalogue's table, None for
    one's own. problem : what is wrong with the table as a whole, "" when nothing is.
    """

    choice: TableChoice
    table: PayTable | None
    unedited: PayTable | None
    fields: tuple[LineField, ...]
    addable: tuple[tuple[str, str], ...]
    problem: str

    @property
    def deck_name(self) -> str:
        """The deck it is played with; the standard one while the name is wrong."""
        if self.unedited is not None:
            return self.unedited.deck.name
        return self.choice.deck if self.choice.deck in DECKS else "standard"

    @property
    def plain_name(self) -> str:
        """The table's name without a word about edits."""
        return self.unedited.name if self.unedited else self.choice.name

    @property
    def edited(self) -> bool:
        """Whether it is a catalogue's table with other payouts."""
        return self.unedited is not None and bool(self.choice.pays)

    @property
    def first_error(self) -> str:
        """The first thing to put right."""
        return next((line.error for line in self.fields if line.error), self.problem)


def read_pays(text: str) -> dict[str, str]:
    """Return the payouts of ``flush:5,two_pair:-`` by category.

    Raises
    ------
    PayTableError
        For a piece without a colon, and for more than forty lines.
    """
    pieces = [piece for piece in text.split(",") if piece.strip()]
    if len(pieces) > _MOST_LINES:
        raise PayTableError(f"pays has {len(pieces)} lines: a pay table has at most {_MOST_LINES}")
    out: dict[str, str] = {}
    for piece in pieces:
        category, colon, pays = piece.partition(":")
        if not colon:
            raise PayTableError(
                f"pays: '{piece.strip()[:40]}' has no payout; write category:payout, like flush:5"
            )
        name = category.strip().lower()
        if name in out:
            raise PayTableError(f"pays names {name[:40]} twice; keep one of them")
        out[name] = pays.strip()
    return out


def write_pays(pays: dict[str, str]) -> str:
    """Return payouts as `read_pays` takes them."""
    return ",".join(f"{category}:{text}" for category, text in pays.items())


def choose(choice: TableChoice) -> Chosen:
    """Check a choice and find its table.

    The payouts of the result's choice are only those that differ from the unedited table.

    Raises
    ------
    UnknownGameError
        For a game that the catalogue does not have.
    PayTableError
        For the same category under two names.
    """
    seen: dict[str, str] = {}
    for category in choice.pays:
        other = seen.setdefault(_spelled(category), category)
        if other != category:
            raise PayTableError(f"{other} and {category} are the same category; keep one line")
    return _own(choice) if choice.own else _edited(choice)


def _spelled(category: str) -> str:
    return canonical_category(category) or category


def _edited(choice: TableChoice) -> Chosen:
    unedited = catalogue_game(choice.game)
    known = {line.canonical: line for line in unedited.lines}
    edits = {_spelled(category): text for category, text in choice.pays.items()}
    fields, kept = [], {}
    for canonical, line in known.items():
        was = payout_text(line.pays)
        text = edits.pop(canonical, was)
        if text == DROPPED:
            kept[line.category] = DROPPED
            continue
        error = _payout_error(text, line.label)
        if error or parse_payout(text, line.label) != line.pays:
            kept[line.category] = text
        else:
            text = was
        fields.append(LineField(line.category, line.label, text, was, error))
    fields += [_added(category, text) for category, text in edits.items() if text != DROPPED]
    kept |= {category: text for category, text in edits.items() if text != DROPPED}
    choice = replace(choice, game=unedited.id, deck="standard", name="", pays=kept)
    name = f"{unedited.name}, edited" if kept else unedited.name
    table, problem = _make(name, unedited.deck.name, fields) if kept else (unedited, "")
    return _result(choice, table, unedited, fields, problem)


def _own(choice: TableChoice) -> Chosen:
    name = " ".join(choice.name.split())[:_LONGEST_NAME] or "My table"
    choice = replace(choice, name=name)
    fields = [_added(_spelled(category), text) for category, text in choice.pays.items()]
    table, problem = _make(name, choice.deck, fields)
    return _result(choice, table, None, fields, problem)


def _result(
    choice: TableChoice,
    table: PayTable | None,
    unedited: PayTable | None,
    fields: list[LineField],
    problem: str,
) -> Chosen:
    deck = unedited.deck.name if unedited else choice.deck
    taken = {_spelled(line.category) for line in fields}
    addable = tuple(
        (category, LABELS[category])
        for category in DECK_CATEGORIES.get(deck, ())
        if category not in taken
    )
    return Chosen(choice, table, unedited, tuple(fields), addable, problem)


def _added(category: str, text: str) -> LineField:
    label = LABELS.get(category, category)
    return LineField(category, label, text, "", _payout_error(text, label))


def _payout_error(text: str, label: str) -> str:
    if not text.strip():
        return f"{label}: no payout; write a number like 9, 4.5 or 1199/5, or remove the line"
    if len(text) > _LONGEST_PAYOUT:
        return f"{label}: the payout is too long; write a number like 9, 4.5 or 1199/5"
    try:
        parse_payout(text, label)
    except InputError as error:
        return str(error)
    return ""


def _make(name: str, deck: str, fields: list[LineField]) -> tuple[PayTable | None, str]:
    if any(line.error for line in fields):
        return None, ""
    try:
        return from_mapping(name, deck, {line.category: line.text for line in fields}), ""
    except InputError as error:
        return None, str(error)
