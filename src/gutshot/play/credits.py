"""Players' credits: free points, granted by the bank, never bought and never paid out."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from gutshot.ledger import Account, Transfer

if TYPE_CHECKING:
    from datetime import datetime

    from gutshot.ledger import LedgerStore

__all__ = ["BANK", "GRANT_CREDITS", "account_of", "ensure_credits"]

BANK: Final = Account("bank", "bank", floor=None)
"""Where credits come from; its balance is what all players have, negative."""

GRANT_CREDITS: Final = 1_000
"""What a new player starts with, and what is added when he can't pay the next stake."""


@lru_cache(maxsize=4096)
def account_of(player: str) -> Account:
    """Return a player's account."""
    return Account(f"player:{player}", "player", floor=0)


def ensure_credits(ledger: LedgerStore, player: str, needed: int, at: datetime) -> None:
    """Open the accounts on first use, and grant credits until `needed` are there."""
    ledger.open_account(BANK)
    account = account_of(player)
    ledger.open_account(account)
    balance = ledger.balance(account.id)
    missing = needed - (balance.posted - balance.pending_debits)
    if missing > 0:
        amount = GRANT_CREDITS * -(-missing // GRANT_CREDITS)
        ledger.apply(Transfer(uuid4().hex, BANK.id, account.id, amount, "free credits"), at)
