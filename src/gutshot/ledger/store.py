"""What a keeper of a ledger offers: `Book` in memory, a database in `storage`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from gutshot.ledger.errors import InvalidTransferError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from gutshot.ledger.values import Account, Applied, Balance, Entry, Transfer

__all__ = [
    "ENTRIES_MAX",
    "TRANSFERS_MAX",
    "LedgerStore",
    "LedgerView",
    "check_batch",
    "check_listing",
]

ENTRIES_MAX: Final = 1000
"""Entries that one call lists."""

TRANSFERS_MAX: Final = 1000
"""Transfers that one call applies."""


class LedgerView(Protocol):
    """Looking at a ledger."""

    def account(self, account_id: str) -> Account:
        """Return an account as it was opened; UnknownAccountError when it never was."""
        ...

    def balance(self, account_id: str) -> Balance:
        """Return what an account has; UnknownAccountError when it was never opened."""
        ...

    def transfer(self, transfer_id: str) -> Entry | None:
        """Return a transfer as it was recorded, None when it was never applied."""
        ...

    def resolution(self, transfer_id: str) -> Entry | None:
        """Return the post or void of a pending transfer, None while it is pending."""
        ...

    def transfers(
        self, account_id: str, after: int = 0, limit: int = 100, *, newest_first: bool = False
    ) -> list[Entry]:
        """Return an account's transfers, at most `limit` <= ENTRIES_MAX.

        after : the position of the last entry of the list before; 0 to begin.
        """
        ...

    def total(self) -> tuple[int, int]:
        """Return the sums over all accounts, posted and pending: (0, 0) at every moment."""
        ...


class LedgerStore(LedgerView, Protocol):
    """Changing a ledger. Every command is carried out once; repeating it changes nothing."""

    def open_account(self, account: Account) -> Applied:
        """Open an account; AccountConflictError when it is open on other terms."""
        ...

    def apply(self, transfer: Transfer, at: datetime) -> Applied:
        """Apply a transfer; LedgerError when the rules refuse it."""
        ...

    def apply_all(self, batch: Sequence[Transfer], at: datetime) -> list[Applied]:
        """Apply transfers one after another, all of them or, with a LedgerError, none."""
        ...


def check_batch(count: int) -> None:
    """Check how many transfers are applied together; InvalidTransferError beyond the limit."""
    if count > TRANSFERS_MAX:
        msg = f"at most {TRANSFERS_MAX} transfers are applied together, not {count}"
        raise InvalidTransferError(msg)


def check_listing(limit: int) -> None:
    """Check how many entries are asked for; a list cut short unasked would look complete."""
    if not 1 <= limit <= ENTRIES_MAX:
        msg = f"a list holds 1 to {ENTRIES_MAX} entries, not {limit}; ask again after its last one"
        raise InvalidTransferError(msg)
