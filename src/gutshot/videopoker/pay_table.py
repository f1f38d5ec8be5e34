"""Pay tables: what each category pays per coin bet, as exact rationals.

A hand is paid once, in the category with the highest payout among those that it satisfies; of
several with the same payout the first of `gutshot.evaluate.categories.CATEGORIES` names it. A hand
for which the table has no line, or a line that pays nothing, is No Win.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import DECKS, Deck
from gutshot.errors import PayTableError
from gutshot.evaluate.categories import (
    ALIASES,
    BIT,
    DECK_CATEGORIES,
    LABELS,
    canonical_category,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = [
    "MAX_SCALED_PAYOUT",
    "NO_WIN",
    "Expected",
    "PayLine",
    "PayTable",
    "from_mapping",
    "from_toml",
    "parse_payout",
    "resolve",
]

NO_WIN: Final = "no_win"
"""The name under which hands that pay nothing are counted."""

MAX_SCALED_PAYOUT: Final = 10**12
"""Bound on payout x common denominator; it keeps every EV sum of the kernels below 2**63.

The largest number in a kernel is an EV times the common denominator of all draws, at most the
largest payout times 8,561,520.
"""

_EDITED: Final = " (edited)"
_PAYOUT = re.compile(r"([0-9]{1,40})(?:\.([0-9]{1,40})|\s*/\s*([0-9]{1,40}))?")
_ORDER_WORDS = ("sequential", "sequence", "ordered", "in_order", "adjacent", "reversible")
_KEYS = ("id", "name", "deck", "family", "aliases", "source", "note", "pays", "expected")
_EXPECTED_KEYS = ("numerator", "variance", "covariance", "published_percent", "published_by")


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a pay table.

    category : as the table spells it (`natural_royal` stays `natural_royal`).
    pays : payout per coin at the maximum bet, "for 1": the bet is not returned in addition.
    """

    category: str
    pays: Fraction

    @property
    def canonical(self) -> str:
        """The category's own name."""
        return ALIASES.get(self.category, self.category)

    @property
    def label(self) -> str:
        """The category's printed name."""
        return "Natural royal" if self.category == "natural_royal" else LABELS[self.canonical]


@dataclass(frozen=True, slots=True)
class Expected:
    """The figures that prove a pay table, as its file states them.

    numerator : of the return, over C(n, 5) times the common denominator of all draws.
    variance, covariance : printed decimals; a range "a .. b" where tied holds differ in variance.
    published_percent : the return as others print it, for comparison, with all their digits.
    published_by : who prints it, and where.
    """

    numerator: int | None = None
    variance: str | None = None
    covariance: str | None = None
    published_percent: str | None = None
    published_by: str | None = None


@dataclass(frozen=True)
class PayTable:
    """A deck and what it pays.

    lines : highest payout first, between equals the more specific one.
    id : of the catalogue, or made of the name for a table of one's own.
    """

    id: str
    name: str
    deck: Deck
    lines: tuple[PayLine, ...]
    family: str = ""
    aliases: tuple[str, ...] = ()
    source: str = ""
    note: str = ""
    expected: Expected = field(default_factory=Expected, compare=False)

    @cached_property
    def version(self) -> str:
        """Twelve hex digits of a hash over the deck and the payouts: equal when play is equal."""
        text = self.deck.name + "".join(f"\n{x.canonical} {x.pays}" for x in self.lines)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def scale(self) -> int:
        """The least common multiple of the payouts' denominators, 1 for whole payouts."""
        return lcm(*(line.pays.denominator for line in self.lines))

    @cached_property
    def scaled_pays(self) -> NDArray[np.int64]:
        """The payouts times `scale`, in the order of `lines`, then 0 for No Win."""
        return np.array([int(x.pays * self.scale) for x in self.lines] + [0], np.int64)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The names under which hands are counted: the lines', then `no_win`."""
        return (*(line.category for line in self.lines), NO_WIN)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The categories' own names, best line first: all that decides how a hand is named.

        A line that pays nothing stands as "": its hands are No Win.
        """
        return tuple(line.canonical if line.pays else "" for line in self.lines)

    def with_payouts(self, edits: Mapping[str, object]) -> PayTable:
        """Return this table with some lines changed; a payout of None drops the line.

        Raises
        ------
        PayTableError
            For what `from_mapping` refuses.
        """
        title = self.name.removesuffix(_EDITED) + _EDITED
        pays: dict[str, object] = {line.category: line.pays for line in self.lines}
        names = {line.canonical: line.category for line in self.lines}
        for written, payout in edits.items():
            canonical = _known_category(_spelled(written), written, self.deck.name, title)
            category = names.get(canonical, written)
            if payout is None:
                pays.pop(category, None)
            else:
                pays[category] = payout
        return from_mapping(title, self.deck.name, pays)


def resolve(order: tuple[str, ...], satisfied: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return which line pays each set of satisfied categories: an index into `order`.

    order : a table's categories, best line first (`PayTable.order`); ``len(order)`` is No Win.
    """
    out = np.full(satisfied.shape, len(order), np.uint8)
    for at in range(len(order) - 1, -1, -1):  # the best line has the last word
        if order[at]:
            out[satisfied >> BIT[order[at]] & 1 == 1] = at
    return out


def parse_payout(written: object, where: str) -> Fraction:
    """Return a payout as an exact rational.

    Integers, decimals (``4.5`` is read as written, not as a float), and in quotes decimals and
    fractions: ``"80.8"``, ``"1199/5"``.

    Raises
    ------
    PayTableError
        For anything else, negative and overflowing ones included; `where` opens the message.
    """
    right = 'write a number that is not negative, like 6, 4.5, "80.8" or "1199/5"'
    if isinstance(written, (Fraction, int)) and not isinstance(written, bool):
        out = Fraction(written)
    elif isinstance(written, bool) or not isinstance(written, (str, Decimal, float)):
        msg = f"{where}: {_short(written)} is no payout; {right}"
        raise PayTableError(msg)
    else:
        text = str(written).strip()
        if isinstance(written, (float, Decimal)):
            decimal = Decimal(text)
            small = decimal.is_finite() and decimal >= 0 and -40 <= decimal.adjusted() <= 40
            text = f"{decimal:f}" if small else text
        match = _PAYOUT.fullmatch(text)
        if not match:
            kind = "a negative payout" if text.startswith("-") else "no payout"
            msg = f"{where}: {_short(written)} is {kind}; {right}"
            raise PayTableError(msg)
        whole, decimals, denominator = match.groups()
        if denominator is not None and int(denominator) == 0:
            msg = f"{where}: {_short(written)} divides by zero; {right}"
            raise PayTableError(msg)
        out = Fraction(int(whole + (decimals or "")), int(denominator or 10 ** len(decimals or "")))
    if out < 0:
        msg = f"{where}: {_short(written)} is a negative payout; {right}"
        raise PayTableError(msg)
    if out > MAX_SCALED_PAYOUT:
        msg = f"{where}: {_short(written)} is too large; a payout is at most {MAX_SCALED_PAYOUT:,}"
        raise PayTableError(msg)
    if out.denominator > MAX_SCALED_PAYOUT:
        msg = f"{where}: {_short(written)} is too fine; use a coarser fraction"
        raise PayTableError(msg)
    return out


def from_mapping(  # noqa: PLR0913 - one argument a key of the file
    name: str,
    deck: str,
    pays: Mapping[str, object],
    *,
    id: str = "",  # noqa: A002 - the field's own name
    family: str = "",
    aliases: tuple[str, ...] = (),
    source: str = "",
    note: str = "",
    expected: Expected | None = None,
) -> PayTable:
    """Return the pay table of a deck's name and a mapping of category to payout.

    Raises
    ------
    PayTableError
        For an unknown deck or category, a category that the deck can't make, the same category
        twice, a payout that can't be read, no lines, no royal line.
    """
    title = _one_line("".join(c if c.isprintable() else " " for c in name)) or "pay table"
    if deck not in DECKS:
        msg = f"{title}: unknown deck {_short(deck)}; a deck is one of {', '.join(DECKS)}"
        raise PayTableError(msg)
    if not pays:
        msg = f"{title}: no [pays]; write category = payout per coin, like royal_flush = 800"
        raise PayTableError(msg)
    seen: dict[str, str] = {}
    lines = []
    for written, payout in pays.items():
        spelled = _spelled(written)
        canonical = _known_category(spelled, written, deck, title)
        if canonical in seen:
            both = f"{_short(written)} and {_short(seen[canonical])}"
            msg = f"{title}: {both} are the same category; keep one line"
            raise PayTableError(msg)
        seen[canonical] = written
        lines.append(PayLine(spelled, parse_payout(payout, f"{title}: {spelled}")))
    if "royal_flush" not in seen:
        msg = f"{title}: no royal line; add royal_flush = 800 (or natural_royal) to [pays]"
        raise PayTableError(msg)
    lines.sort(key=lambda line: (-line.pays, BIT[line.canonical]))
    table = PayTable(
        id=id or re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "own",
        name=title,
        deck=DECKS[deck],
        lines=tuple(lines),
        family=family,
        aliases=aliases,
        source=source,
        note=note,
        expected=expected or Expected(),
    )
    if max(int(line.pays * table.scale) for line in lines) > MAX_SCALED_PAYOUT:
        msg = (
            f"{title}: the payouts' common denominator {table.scale:,} times the largest payout is"
            f" over {MAX_SCALED_PAYOUT:,}; use coarser fractions"
        )
        raise PayTableError(msg)
    return table


def from_toml(text: str, origin: str, *, id: str = "") -> PayTable:  # noqa: A002
    """Return the pay table of a TOML text; `origin` (a file's name) opens error messages.

    Raises
    ------
    PayTableError
        For text that is no TOML, unknown keys, and what `from_mapping` refuses.
    """
    try:
        content = tomllib.loads(text, parse_float=_decimal)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        msg = f"{origin}: not a TOML file: {_one_line(str(error))}"
        raise PayTableError(msg) from None
    unknown = [key for key in content if key not in _KEYS]
    if unknown:
        msg = f"{origin}: unknown key {_short(unknown[0])}; the keys are {', '.join(_KEYS)}"
        raise PayTableError(msg)
    pays = content.get("pays")
    if not isinstance(pays, dict) or not pays:
        msg = f"{origin}: no [pays]; write category = payout per coin, like royal_flush = 800"
        raise PayTableError(msg)
    if "deck" not in content:
        msg = f'{origin}: no deck; add deck = "standard" (or {", ".join(list(DECKS)[1:])})'
        raise PayTableError(msg)
    words = {
        key: content.get(key, "") for key in ("id", "name", "deck", "family", "source", "note")
    }
    for key, word in words.items():
        if not isinstance(word, str):
            msg = f"{origin}: {key} = {_short(word)} is no text; put it in quotes"
            raise PayTableError(msg)
    aliases = content.get("aliases", [])
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        msg = f"{origin}: aliases = {_short(aliases)} is no list of texts"
        raise PayTableError(msg)
    try:
        return from_mapping(
            words["name"] or origin,
            words["deck"],
            pays,
            id=id or words["id"],
            family=words["family"],
            aliases=tuple(aliases),
            source=words["source"],
            note=words["note"],
            expected=_expected(content.get("expected", {}), origin),
        )
    except PayTableError as error:
        msg = str(error) if str(error).startswith(origin) else f"{origin}: {error}"
        raise PayTableError(msg) from None


def _expected(content: object, origin: str) -> Expected:
    if not isinstance(content, dict) or any(key not in _EXPECTED_KEYS for key in content):
        msg = f"{origin}: [expected] has the keys {', '.join(_EXPECTED_KEYS)} and no others"
        raise PayTableError(msg)
    numerator = content.get("numerator")
    if numerator is not None and (isinstance(numerator, bool) or not isinstance(numerator, int)):
        msg = f"{origin}: expected numerator {_short(numerator)} is no integer"
        raise PayTableError(msg)
    texts = {key: content.get(key) for key in _EXPECTED_KEYS[1:]}
    for key, text in texts.items():
        if text is not None and not isinstance(text, str):
            msg = f"{origin}: expected {key} = {_short(text)} is no text; put it in quotes"
            raise PayTableError(msg)
    return Expected(numerator, **texts)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        msg = f"{_short(text)} is out of range"
        raise ValueError(msg) from None


def _spelled(written: str) -> str:
    return written.strip().lower().replace("-", "_").replace(" ", "_")


def _known_category(spelled: str, written: str, deck: str, title: str) -> str:
    possible = DECK_CATEGORIES[deck]
    canonical = canonical_category(spelled)
    if canonical in possible:
        return canonical
    if canonical is not None:
        msg = (
            f"{title}: {spelled} can't occur with the deck {deck}; drop the line or change the deck"
        )
        raise PayTableError(msg)
    if any(word in spelled for word in _ORDER_WORDS):
        msg = (
            f"{title}: {_short(written)} pays for the order of the cards, which is not supported:"
            " a hand is a set of cards; drop the line"
        )
        raise PayTableError(msg)
    near = get_close_matches(spelled[:60], possible, n=3)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    msg = f"{title}: unknown category {_short(written)}; {hint}known are {', '.join(possible)}"
    raise PayTableError(msg)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _short(written: object) -> str:
    try:
        text = _one_line(str(written))
    except ValueError:  # Python writes out no integer of thousands of digits
        text = "a number of thousands of digits"
    return f"'{text[:37]}...'" if len(text) > 40 else f"'{text}'"
