"""Exported hands that come back: read, counted again, and kept once."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import parse_hand
from gutshot.errors import InputError
from gutshot.play.videopoker.records import from_csv, from_json, hand_texts
from gutshot.play.videopoker.settings import MODES, PLAYS, exact_return
from gutshot.play.videopoker.trainer import hand_shapes
from gutshot.videopoker import ENGINE_VERSION, analyse_hand, from_mapping, game
from gutshot.videopoker.players import LEVELS
from gutshot.videopoker.round import deal_round

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from gutshot.play.videopoker.records import HandRecord
    from gutshot.videopoker import PayTable

__all__ = ["LONGEST_IMPORT", "read_export", "without_known"]

LONGEST_IMPORT: Final = 20_000
"""Hands of one import."""

_MOST_TABLES: Final = 50


def read_export(text: str) -> list[HandRecord]:
    """Return the hands of an export, JSON or CSV, each counted again; needs kernels.

    Raises
    ------
    InputError
        With the first hand that is not what its cards and its pay table say.
    """
    text = text.strip().removeprefix("\ufeff")
    if not text:
        raise InputError("the file is empty: choose an export of hands, JSON or CSV")
    records = from_json(text) if text.startswith(("{", "[")) else from_csv(text + "\n")
    if not records:
        raise InputError("this export has no hands")
    if len(records) > LONGEST_IMPORT:
        raise InputError(f"at most {LONGEST_IMPORT:,} hands are imported at once; split the file")
    tables: _Tables = {}
    for at, record in enumerate(records, 1):
        try:
            _check(record, tables)
        except (InputError, OverflowError) as error:
            raise InputError(f"hand {at}: {error}") from None
    return records


def without_known(records: Iterable[HandRecord], known: Iterable[HandRecord]) -> list[HandRecord]:
    """Return the hands that are not among the known ones, each once."""
    seen = {record.hand_id for record in known}
    out = []
    for record in records:
        if record.hand_id not in seen:
            seen.add(record.hand_id)
            out.append(record)
    return out


_Tables = dict[tuple[str, str, str], tuple["PayTable", "Fraction"]]
"""The pay tables of an import with their returns, each made once."""


def _table(record: HandRecord, tables: _Tables) -> tuple[PayTable, Fraction]:
    key = (record.pay_table_name, record.deck, record.pays)
    if key not in tables:
        pairs = [pair.partition("=") for pair in record.pays.split()]
        pays = {category: payout for category, _, payout in pairs}
        if len(tables) == _MOST_TABLES:
            raise InputError(f"more than {_MOST_TABLES} different pay tables; split the file")
        table = from_mapping(record.pay_table_name or "Imported", record.deck, pays)
        tables[key] = (table, exact_return(table))
    return tables[key]


def _check(record: HandRecord, tables: _Tables) -> None:
    table, game_return = _table(record, tables)
    for name, mask in (
        ("first_hold_mask", record.first_hold_mask),
        ("hold_mask", record.hold_mask),
    ):
        _same(name, mask in range(32))
    _same("plays", record.plays in PLAYS and len(record.reserves) == record.plays)
    deal = parse_hand(record.deal, table.deck)
    reserves = [parse_hand(text, table.deck) for text in record.reserves]
    order = (*deal, *(card for reserve in reserves for card in reserve))
    drawn = deal_round(table, order).draw(record.hold_mask)
    analysis = analyse_hand(deal, table)
    for name, text in hand_texts(drawn.hands).items():
        _same(name, getattr(record, name) == text)
    _same("stake_credits", record.stake_credits == drawn.stake_credits)
    _same("payout_credits", record.payout_credits == drawn.payout_credits)
    _same("best", record.best == " ".join(map(str, analysis.best)))
    _same("best_ev", record.best_ev == str(analysis.holds[0].ev))
    _same("first_ev", record.first_ev == str(analysis.hold(record.first_hold_mask).ev))
    _same("ev", record.ev == str(analysis.hold(record.hold_mask).ev))
    _same("game_return", record.game_return == str(game_return))
    _same("shape", record.shape in hand_shapes(analysis))
    wrong = [hold.ev for hold in analysis.holds if hold.mask not in analysis.best]
    _same("gap", record.gap == (str(analysis.holds[0].ev - max(wrong)) if wrong else ""))
    _same("pay_table_version", record.pay_table_version == table.version)
    _same("engine_version", record.engine_version == ENGINE_VERSION)
    _same("mode", record.mode in MODES)
    _same("game", not record.game or game(record.game).version == table.version)
    for at in (record.dealt_at, record.drawn_at):
        _same("time (with its zone)", datetime.fromisoformat(at).tzinfo is not None)
    _same("seconds", 0 <= record.seconds < 10**9)
    _same("hand_id", 1 <= len(record.hand_id) <= 64 and record.hand_id.isprintable())
    _same("session_id", len(record.session_id) <= 64 and record.session_id.isprintable())
    if record.rival:
        _same("rival", record.rival in LEVELS and record.rival_mask in range(32))
        theirs = deal_round(table, order).draw(record.rival_mask)
        _same("rival_payout_credits", record.rival_payout_credits == theirs.payout_credits)


def _same(name: str, holds: bool) -> None:
    if not holds:
        raise InputError(f"its {name} is not what its cards and its pay table say")
