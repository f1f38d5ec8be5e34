"""A deal as it is kept with its hands: everything needed to check it again, for ever.

Exact numbers are text like "872/47". A record carries the pay table itself besides its version, so
that it can be judged again when the catalogue has long changed. Version 1 knew one hand to a deal;
its records are read as what they are, deals with one hand.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import format_cards, parse_cards
from gutshot.errors import InputError
from gutshot.videopoker.decomposition import Decomposition, decompose
from gutshot.videopoker.pay_table import NO_WIN
from gutshot.videopoker.round import DrawnHand, Tally, tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "SCHEMA",
    "HandRecord",
    "from_csv",
    "from_json",
    "hand_texts",
    "reserves_text",
    "to_csv",
    "to_json",
]

SCHEMA: Final = "gutshot.videopoker.hands/2"
_FIRST_SCHEMA: Final = "gutshot.videopoker.hands/1"

_BETWEEN: Final = " / "


@dataclass(frozen=True)
class HandRecord:
    """One finished deal.

    game, pay_table_name, deck, pays : the table; pays as "category=payout" separated by blanks.
    mode : play, coach, test or drill.
    deal : five cards, as text.
    plays : hands that were played on it. reserve, final, category, payouts : of each hand, the
        hands separated by " / ": five cards in reserve, five final cards, what they are paid as,
        and credits.
    stake_credits, payout_credits : of all hands together.
    first_hold_mask : what was chosen first; the coach stops a wrong one. hold_mask : what was drawn
        to.
    best : the best masks, separated by blanks.
    best_ev, ev, first_ev, game_return : per coin bet, exact.
    shape : what the best hold looks like (`gutshot.videopoker.hold_shapes`).
    gap : EV of the best hold less that of the best wrong one, exact; "" when none is wrong.
    rival, rival_mask, rival_payout_credits : the computer player of a race on the same cards, all
        hands together.
    seconds : from the deal to the first choice.
    """

    hand_id: str
    session_id: str
    game: str
    pay_table_name: str
    deck: str
    pays: str
    pay_table_version: str
    engine_version: str
    mode: str
    deal: str
    reserve: str
    first_hold_mask: int
    hold_mask: int
    final: str
    category: str
    stake_credits: int
    payout_credits: int
    best: str
    best_ev: str
    first_ev: str
    ev: str
    gap: str
    game_return: str
    shape: str
    dealt_at: str
    drawn_at: str
    seconds: float
    rival: str = ""
    rival_mask: int = -1
    rival_payout_credits: int = 0
    plays: int = 1
    payouts: str = ""

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> HandRecord:
        """Return the record that was kept as JSON, of either version."""
        return cls(**_upgraded(body))

    @cached_property
    def hands(self) -> tuple[DrawnHand, ...]:
        """The finished hands."""
        return tuple(
            DrawnHand(tuple(parse_cards(cards)), category, int(paid))
            for cards, category, paid in zip(
                self.final.split(_BETWEEN),
                self.category.split(_BETWEEN),
                self.payouts.split(_BETWEEN),
                strict=True,
            )
        )

    @property
    def tally(self) -> tuple[Tally, ...]:
        """What the hands ended in, best line first."""
        lines = [pair.partition("=")[0] for pair in self.pays.split()]
        return tally(self.hands, [*lines, NO_WIN])

    @property
    def reserves(self) -> tuple[str, ...]:
        """Each hand's five cards in reserve, as text."""
        return tuple(self.reserve.split(_BETWEEN))

    @property
    def order(self) -> tuple[int, ...]:
        """All cards as they were fixed at the deal: five dealt, then each hand's reserve."""
        return parse_cards(" ".join((self.deal, *self.reserves)))

    @cached_property
    def cost(self) -> Fraction:
        """EV lost by the first choice, per coin: what the decision is judged by."""
        return Fraction(self.best_ev) - Fraction(self.first_ev)

    @property
    def right(self) -> bool:
        """Whether the first choice was one of the best holds."""
        return self.cost == 0

    @cached_property
    def parts(self) -> Decomposition:
        """Where the result came from, by the hold that was drawn to."""
        return decompose(
            stake_credits=self.stake_credits,
            payout_credits=self.payout_credits,
            game_return=Fraction(self.game_return),
            best_ev=Fraction(self.best_ev),
            ev=Fraction(self.ev),
        )


_FIELDS: Final = tuple(field.name for field in fields(HandRecord))
_FIRST_FIELDS: Final = tuple(name for name in _FIELDS if name not in {"plays", "payouts"})
_INTS: Final = frozenset(
    {
        "first_hold_mask",
        "hold_mask",
        "stake_credits",
        "payout_credits",
        "plays",
        "rival_mask",
        "rival_payout_credits",
    }
)
_EXACT: Final = re.compile(r"[0-9]{1,60}(/[0-9]{1,60})?")
_TIMES: Final = frozenset({"dealt_at", "drawn_at"})
_FRACTIONS: Final = frozenset({"best_ev", "first_ev", "ev", "game_return"})


def _upgraded(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's fields; those of version 1 are a deal with one hand."""
    if "plays" in body:
        return dict(body)
    return {**body, "plays": 1, "payouts": str(body["payout_credits"])}


def reserves_text(reserves: Iterable[Sequence[int]]) -> str:
    """Return the reserves of hands as a record keeps them."""
    return _BETWEEN.join(format_cards(cards) for cards in reserves)


def hand_texts(hands: Sequence[DrawnHand]) -> dict[str, str]:
    """Return what a record keeps of its hands: `final`, `category` and `payouts`."""
    return {
        "final": _BETWEEN.join(format_cards(hand.cards) for hand in hands),
        "category": _BETWEEN.join(hand.category for hand in hands),
        "payouts": _BETWEEN.join(str(hand.payout_credits) for hand in hands),
    }


def to_json(records: Iterable[HandRecord]) -> str:
    """Return records as a JSON document."""
    return json.dumps({"schema": SCHEMA, "hands": [asdict(record) for record in records]}, indent=1)


def to_csv(records: Iterable[HandRecord]) -> str:
    """Return records as CSV with a heading."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_FIELDS)
    for record in records:
        row = asdict(record)
        writer.writerow([repr(row[n]) if n == "seconds" else row[n] for n in _FIELDS])
    return out.getvalue()


def from_json(text: str) -> list[HandRecord]:
    """Return the records of `to_json`.

    Raises
    ------
    InputError
        For anything else, with the first hand that is wrong.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not a JSON file: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict) or content.get("schema") not in {SCHEMA, _FIRST_SCHEMA}:
        raise InputError(f"not an export of hands: its schema must be {SCHEMA}")
    first = content["schema"] == _FIRST_SCHEMA
    hands = content.get("hands")
    if not isinstance(hands, list):
        raise InputError("an export of hands has a list 'hands'")
    names = _FIRST_FIELDS if first else _FIELDS
    return [_record(hand, at, names) for at, hand in enumerate(hands, 1)]


def from_csv(text: str) -> list[HandRecord]:
    """Return the records of `to_csv`.

    Raises
    ------
    InputError
        For anything else, with the first hand that is wrong.
    """
    try:
        rows = list(csv.reader(io.StringIO(text), strict=True))
    except csv.Error as error:
        raise InputError(f"not a CSV file: {' '.join(str(error).split())}") from None
    names = tuple(rows[0]) if rows else ()
    if names not in {_FIELDS, _FIRST_FIELDS}:
        raise InputError(f"an export of hands has the columns {', '.join(_FIELDS)}")
    out = []
    for at, row in enumerate(rows[1:], 1):
        if len(row) != len(names):
            raise InputError(f"hand {at} has {len(row)} columns instead of {len(names)}")
        hand: dict[str, Any] = dict(zip(names, row, strict=True))
        try:
            hand.update({name: int(hand[name]) for name in _INTS.intersection(names)})
            hand["seconds"] = float(hand["seconds"])
        except ValueError as error:
            raise InputError(f"hand {at}: {error}") from None
        out.append(_record(hand, at, names))
    return out


def _exact(text: str) -> Fraction:
    if not _EXACT.fullmatch(text):  # no exponents: they would be written out, digit by digit
        raise ValueError(text)
    return Fraction(text)


def _record(found: object, at: int, names: tuple[str, ...]) -> HandRecord:
    if not isinstance(found, dict) or set(found) != set(names):
        raise InputError(f"hand {at} must have the fields {', '.join(names)}")
    hand: dict[str, Any] = dict(found)
    if type(hand["seconds"]) is int and 0 <= hand["seconds"] < 10**9:  # not a bool
        hand["seconds"] = float(hand["seconds"])  # JavaScript writes 3.0 as 3
    for name in names:
        kind: type = int if name in _INTS else float if name == "seconds" else str
        if not isinstance(hand[name], kind) or isinstance(hand[name], bool):
            raise InputError(f"hand {at}: {name} is no {kind.__name__}")
        if kind is str and not hand[name].isprintable():
            raise InputError(f"hand {at}: {name} has characters that can't be printed")
    if not math.isfinite(hand["seconds"]):
        raise InputError(f"hand {at}: seconds is no number")
    for some, read in ((_FRACTIONS, _exact), (_TIMES, datetime.fromisoformat)):
        for name in sorted(some):
            try:
                read(hand[name])
            except (ValueError, ZeroDivisionError):
                said = hand[name][:40]
                raise InputError(f"hand {at}: {name} = '{said}' can't be read") from None
    return HandRecord.from_body(hand)
