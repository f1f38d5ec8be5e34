"""What a table moves: wagers, refunds and results as transfers, named by round and seat.

A wager goes from the player's account to the table's when it is placed, and comes back the same way
while it is not dealt. When a round is paid, the bank brings to the table what a seat wins, the
table pays the seat, and the bank takes what is lost and the commission: all in one batch a player.
After that nothing of the seat is left on the table, so that the table's account always has exactly
the wagers that lie there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gutshot.ledger import Account, Transfer
from gutshot.play.credits import BANK, account_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.paigow.table.results import SeatResult
    from gutshot.paigow.table.state import Event

__all__ = ["BETS_BY_PURPOSE", "result_transfers", "stake_transfers", "table_account"]

_NAMES = {"main": "main wager", "fortune": "Fortune", "pushace": "Push Ace High"}
BETS_BY_PURPOSE: Final = {f"Pai Gow {name}": bet for bet, name in _NAMES.items()}
"""What the transfer of a wager says that it is for, and the wager's word."""


@lru_cache(maxsize=1024)
def table_account(table: str) -> Account:
    """Return a table's account: the wagers that lie there, never less than nothing."""
    return Account(f"table:{table}", "table", floor=0)


def stake_transfers(table: str, events: Sequence[Event]) -> list[Transfer]:
    """Return the transfers of the wagers that were placed or taken back."""
    lies = table_account(table).id
    out = []
    for event in events:
        if event.kind != "staked":
            continue
        own = account_of(event.player).id
        name = f"pg:{table}:{event.body['round']}:{event.seat}:{event.body['move']}"
        what = f"Pai Gow {_NAMES[event.body['bet']]}"
        if event.credits > 0:
            out.append(Transfer(name, own, lies, event.credits, what))
        else:
            why = event.body.get("why", "taken back")
            out.append(Transfer(name, lies, own, -event.credits, f"{what} back: {why}"))
    return out


def result_transfers(table: str, round_number: int, result: SeatResult) -> list[Transfer]:
    """Return the transfers that pay a seat's round, all its bets and envy at once."""
    lies, own = table_account(table).id, account_of(result.player).id
    sides = [side for side in (result.fortune, result.pushace) if side is not None]
    won = result.main_win + sum(side.win for side in sides) + (result.envy or 0)
    lost = result.stake + won - result.commission - result.payout
    what = f"Pai Gow round {round_number}"
    moves = (
        ("won", BANK.id, lies, won, f"{what}: won"),
        ("paid", lies, own, result.payout, f"{what}: {_words(result)}"),
        ("lost", lies, BANK.id, lost, f"{what}: lost"),
        ("commission", lies, BANK.id, result.commission, f"{what}: commission"),
    )
    return [
        Transfer(f"pg:{table}:{round_number}:{result.seat}:{kind}", debit, credit, amount, purpose)
        for kind, debit, credit, amount, purpose in moves
        if amount
    ]


def _words(result: SeatResult) -> str:
    """Return what a payout is made of, for the account's history."""
    parts = [f"main {result.result.replace('_', ' ')}"]
    sides = [side for side in (result.fortune, result.pushace) if side is not None]
    parts += [f"{_NAMES[side.bet]} {side.result}" for side in sides]
    if result.envy:
        parts.append(f"envy {result.envy}")
    return ", ".join(parts)
