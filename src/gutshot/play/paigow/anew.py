"""A table that is kept in a form of an earlier version: its wagers go back, and it starts anew.

What lies on it is known from the ledger, whose transfers all versions write alike: those of the
last round between the table and its players. They go back by transfers of the same kind, each with
its event.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gutshot.ledger import ENTRIES_MAX
from gutshot.paigow.table import Event, open_table
from gutshot.play.errors import UnreadableTableError
from gutshot.play.paigow.kept import Kept, kept_version, owner_of, put_in_place
from gutshot.play.paigow.money import BETS_BY_PURPOSE, stake_transfers, table_account

if TYPE_CHECKING:
    from datetime import datetime

    from gutshot.ledger import Transfer
    from gutshot.paigow.table import TableConfig
    from gutshot.storage import Transaction

__all__ = ["start_anew"]

_NAME: Final = re.compile(r"pg:[^:]*:([0-9]+):([0-9]+):([^:]+)")
_WHY: Final = "the table was kept in an older form"
_EVENTS: Final = 1_000


def start_anew(tx: Transaction, config: TableConfig, at: datetime) -> int:
    """Put an empty table in place of one that can't be read; return the credits that went back.

    Raises
    ------
    UnreadableTableError
        When what lies on the table is not what its last round's transfers say; nothing is changed.
    """
    table, lies = config.id, table_account(config.id).id
    number, entries = _last_round(tx, lies)
    left: Counter[tuple[int, str, str]] = Counter()
    moves, settled = 0, set()
    for seat, which, one in entries:
        if not which.isdecimal():  # a result: the seat is paid
            settled.add(seat)
            continue
        moves = max(moves, int(which))
        player = one.debit if one.credit == lies else one.credit
        what = one.purpose.partition(" back:")[0]
        left[seat, player, what] += one.amount if one.credit == lies else -one.amount
    owed = {key: amount for key, amount in left.items() if amount and key[0] not in settled}
    if sum(owed.values()) != tx.balance(lies).posted or min(owed.values(), default=1) < 0:
        msg = f"the table '{table}' can't be read, nor what lies on it; an earlier version may"
        raise UnreadableTableError(msg)
    events = []
    for (seat, player, what), amount in owed.items():
        moves += 1
        body = {"bet": BETS_BY_PURPOSE.get(what, "main"), "stake": 0, "round": number}
        body |= {"move": moves, "why": _WHY}
        events.append(Event("staked", seat, player.removeprefix("player:"), -amount, body))
    tx.apply_all(stake_transfers(table, events), at)
    dealt = _is_dealt(tx, table, number)
    state = replace(
        open_table(config),
        round=number + dealt,
        moves=0 if dealt else moves,
        version=kept_version(tx, table, at) + 1,
    )
    put_in_place(tx, Kept(state), events, at)
    return sum(owed.values())


def _last_round(tx: Transaction, lies: str) -> tuple[int, list[tuple[int, str, Transfer]]]:
    """Return the number of the last round that moved credits, 1 without one, and its transfers.

    Each has its seat and its move's number, or the word of a result.
    """
    found: list[tuple[int, str, Transfer]] = []
    after, last = 0, 0
    while page := tx.transfers(lies, after, ENTRIES_MAX, newest_first=True):
        for entry in page:
            name = _NAME.fullmatch(entry.transfer.id)
            if name is None:
                msg = f"{lies} has a transfer that is none of a table's: {entry.transfer.id}"
                raise UnreadableTableError(msg)
            number = int(name[1])
            last = last or number
            if number != last:
                return last, found
            found.append((int(name[2]), name[3], entry.transfer))
        after = page[-1].position
    return last or 1, found


def _is_dealt(tx: Transaction, table: str, number: int) -> bool:
    events = tx.events_of_owner(owner_of(table), limit=_EVENTS, newest_first=True)
    return any(one.kind == "dealt" and one.body.get("round") == number for one in events)
