"""What a ledger refuses, one class a reason.

::

    LedgerError
    ├── InvalidTransferError      an account or a transfer that means nothing anywhere
    ├── UnknownAccountError       an account that was never opened
    ├── AccountConflictError      an account opened again with other terms
    ├── UnknownTransferError      a transfer to refer to that was never applied
    ├── TransferConflictError     an id that another transfer has
    ├── PendingTransferError      nothing is pending there, or less, or between others
    ├── InsufficientCreditsError  (also an InputError) the floor would be broken
    └── BalanceLimitError         the balance would leave the range in which it is exact

A refusal changes nothing and is not remembered: the same transfer may be applied later.
"""

from __future__ import annotations

from gutshot.errors import GutshotError, InputError

__all__ = [
    "AccountConflictError",
    "BalanceLimitError",
    "InsufficientCreditsError",
    "InvalidTransferError",
    "LedgerError",
    "PendingTransferError",
    "TransferConflictError",
    "UnknownAccountError",
    "UnknownTransferError",
]


class LedgerError(GutshotError):
    """A command that the rules of the ledger refuse."""


class InvalidTransferError(LedgerError):
    """An account, a transfer or a page of them that means nothing in any ledger."""


class UnknownAccountError(LedgerError):
    """An account that was never opened."""


class AccountConflictError(LedgerError):
    """An account that is open already, on other terms."""


class UnknownTransferError(LedgerError):
    """A transfer that was never applied, but is referred to."""


class TransferConflictError(LedgerError):
    """An id under which another transfer was applied."""


class PendingTransferError(LedgerError):
    """A post or a void of what is not pending, or not like this."""


class InsufficientCreditsError(LedgerError, InputError):
    """A debit that would take an account below its floor."""


class BalanceLimitError(LedgerError):
    """A transfer after which a balance could leave the range in which it is exact."""
