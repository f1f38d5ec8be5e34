"""Double entry in whole credits: accounts, transfers, and the rules that both obey.

Pure functions over small frozen values (`values`, `rules`), a reference keeper in memory (`Book`),
and the protocol of every keeper (`LedgerStore`). What a transfer is for, the ledger does not know.
"""

from __future__ import annotations

from gutshot.ledger.book import Book
from gutshot.ledger.errors import (
    AccountConflictError,
    BalanceLimitError,
    InsufficientCreditsError,
    InvalidTransferError,
    LedgerError,
    PendingTransferError,
    TransferConflictError,
    UnknownAccountError,
    UnknownTransferError,
)
from gutshot.ledger.rules import Change, Facts, Holder, Page, decide
from gutshot.ledger.store import ENTRIES_MAX, TRANSFERS_MAX, LedgerStore, LedgerView
from gutshot.ledger.values import (
    AMOUNT_MAX,
    BALANCE_MAX,
    PURPOSE_LENGTH_MAX,
    TOKEN_LENGTH_MAX,
    Account,
    Applied,
    Balance,
    Entry,
    Kind,
    Transfer,
)

__all__ = [
    "AMOUNT_MAX",
    "BALANCE_MAX",
    "ENTRIES_MAX",
    "PURPOSE_LENGTH_MAX",
    "TOKEN_LENGTH_MAX",
    "TRANSFERS_MAX",
    "Account",
    "AccountConflictError",
    "Applied",
    "Balance",
    "BalanceLimitError",
    "Book",
    "Change",
    "Entry",
    "Facts",
    "Holder",
    "InsufficientCreditsError",
    "InvalidTransferError",
    "Kind",
    "LedgerError",
    "LedgerStore",
    "LedgerView",
    "Page",
    "PendingTransferError",
    "Transfer",
    "TransferConflictError",
    "UnknownAccountError",
    "UnknownTransferError",
    "decide",
]
