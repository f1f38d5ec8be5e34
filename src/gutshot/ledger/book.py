"""A ledger in memory: the model that every other keeper of a ledger is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.ledger.errors import UnknownAccountError
from gutshot.ledger.rules import Holder, Page
from gutshot.ledger.store import check_batch, check_listing
from gutshot.ledger.values import Account, Applied, Balance, Entry, Transfer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

__all__ = ["Book"]


class Book:
    """Accounts and transfers in dictionaries, under the rules of `gutshot.ledger.rules`."""

    def __init__(self) -> None:
        self._page = Page()
        self._entries: dict[str, Entry] = {}

    def open_account(self, account: Account) -> Applied:
        """Open an account; AccountConflictError when it is open on other terms."""
        return self._page.open_account(account)

    def apply(self, transfer: Transfer, at: datetime) -> Applied:
        """Apply a transfer; LedgerError when the rules refuse it."""
        applied = self._page.apply(transfer)
        if applied.new:
            self._entries[transfer.id] = Entry(len(self._entries) + 1, at, transfer)
        return applied

    def apply_all(self, batch: Sequence[Transfer], at: datetime) -> list[Applied]:
        """Apply transfers one after another, all of them or, with a LedgerError, none."""
        check_batch(len(batch))
        trial = Page(self._page.holders.values(), self._page.transfers.values())
        for transfer in batch:
            trial.apply(transfer)
        return [self.apply(transfer, at) for transfer in batch]

    def account(self, account_id: str) -> Account:
        """Return an account as it was opened; UnknownAccountError when it never was."""
        return self._holder(account_id).account

    def balance(self, account_id: str) -> Balance:
        """Return what an account has; UnknownAccountError when it was never opened."""
        return self._holder(account_id).balance

    def transfer(self, transfer_id: str) -> Entry | None:
        """Return a transfer as it was recorded, None when it was never applied."""
        return self._entries.get(transfer_id)

    def resolution(self, transfer_id: str) -> Entry | None:
        """Return the post or void of a pending transfer, None while it is pending."""
        for entry in self._entries.values():
            if entry.transfer.refers_to == transfer_id and entry.transfer.kind in {"post", "void"}:
                return entry
        return None

    def transfers(
        self, account_id: str, after: int = 0, limit: int = 100, *, newest_first: bool = False
    ) -> list[Entry]:
        """Return an account's transfers, at most `limit` <= ENTRIES_MAX."""
        check_listing(limit)
        self._holder(account_id)
        found = [
            entry
            for entry in self._entries.values()
            if account_id in {entry.transfer.debit, entry.transfer.credit}
            and (not after or (entry.position < after if newest_first else entry.position > after))
        ]
        if newest_first:
            found.reverse()
        return found[:limit]

    def total(self) -> tuple[int, int]:
        """Return the sums over all accounts, posted and pending: (0, 0) at every moment."""
        balances = [holder.balance for holder in self._page.holders.values()]
        return (
            sum(balance.posted for balance in balances),
            sum(balance.pending_credits - balance.pending_debits for balance in balances),
        )

    def _holder(self, account_id: str) -> Holder:
        holder = self._page.holders.get(account_id)
        if holder is None:
            msg = f"there is no account {account_id[:80]}; open it first"
            raise UnknownAccountError(msg)
        return holder
