"""The rules of the ledger: what a command finds in, and what it makes out.

`decide` is the whole law for one transfer. A `Page` is the part of a ledger that some commands look
at: whoever keeps a ledger, in memory or in a database, puts the accounts and transfers that a
command names on a page, applies it there, and keeps what changed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from gutshot.ledger.errors import (
    AccountConflictError,
    BalanceLimitError,
    InsufficientCreditsError,
    PendingTransferError,
    TransferConflictError,
    UnknownAccountError,
    UnknownTransferError,
)
from gutshot.ledger.values import BALANCE_MAX, Account, Applied, Balance, Transfer

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Change", "Facts", "Holder", "Page", "decide"]

_NOTHING: Final = Balance()


@dataclass(frozen=True, slots=True)
class Holder:
    """An account and what it has."""

    account: Account
    balance: Balance = _NOTHING


@dataclass(frozen=True, slots=True)
class Facts:
    """What the ledger knows about one transfer before it is applied; None for what it has not.

    same_id : the transfer that was applied under this id.
    debit, credit : the two accounts.
    referred : the transfer that this one refers to.
    resolution : the post or void that refers to the same transfer as this one.
    """

    same_id: Transfer | None = None
    debit: Holder | None = None
    credit: Holder | None = None
    referred: Transfer | None = None
    resolution: Transfer | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """The balances of the two accounts afterwards."""

    debit: Balance
    credit: Balance


def decide(transfer: Transfer, facts: Facts) -> Change | None:
    """Return what a transfer changes, or None when it was applied before.

    The two balances change by the same amounts in opposite directions, posted and pending each,
    so that the sums over all accounts stay zero.

    Raises
    ------
    LedgerError
        One of its subclasses when the transfer can't be applied; nothing may change then.
    """
    if facts.same_id is not None:
        if facts.same_id != transfer:
            msg = f"transfer {transfer.id} was applied with other content; a new one needs a new id"
            raise TransferConflictError(msg)
        return None
    debit = _present(facts.debit, transfer.debit)
    credit = _present(facts.credit, transfer.credit)
    moved, reserved = 0, 0
    match transfer.kind:
        case "direct":
            _check_correction(transfer, facts.referred)
            moved = transfer.amount
        case "pending":
            reserved = transfer.amount
        case "post":
            pending = _pending(transfer, facts)
            moved, reserved = transfer.amount, -pending.amount
        case "void":
            reserved = -_pending(transfer, facts).amount
    before, other = debit.balance, credit.balance
    change = Change(
        replace(
            before, posted=before.posted - moved, pending_debits=before.pending_debits + reserved
        ),
        replace(
            other, posted=other.posted + moved, pending_credits=other.pending_credits + reserved
        ),
    )
    _check_floor(transfer, debit, change.debit)
    _check_limits(debit.account, change.debit)
    _check_limits(credit.account, change.credit)
    return change


class Page:
    """Some accounts and transfers of a ledger, changed by commands as the rules say.

    holders : the accounts that the commands name, with their balances; one that is not here does
        not exist.
    transfers : those that have an id of the commands, those that the commands refer to, and the
        posts and voids of these.
    """

    def __init__(self, holders: Iterable[Holder] = (), transfers: Iterable[Transfer] = ()) -> None:
        self.holders = {holder.account.id: holder for holder in holders}
        self.transfers: dict[str, Transfer] = {}
        self._resolutions: dict[str, Transfer] = {}
        for transfer in transfers:
            self._keep(transfer)

    def open_account(self, account: Account) -> Applied:
        """Open an account with a balance of zero; once.

        Raises
        ------
        AccountConflictError
            When it is open with another kind or floor.
        """
        holder = self.holders.get(account.id)
        if holder is None:
            self.holders[account.id] = Holder(account)
            return Applied(new=True)
        if holder.account != account:
            known = f"kind {holder.account.kind}, floor {holder.account.floor}"
            msg = f"account {account.id} is open already with {known}; these never change"
            raise AccountConflictError(msg)
        return Applied(new=False)

    def apply(self, transfer: Transfer) -> Applied:
        """Apply a transfer; once.

        Raises
        ------
        LedgerError
            When the rules refuse it; the page is as before.
        """
        referred = transfer.refers_to
        change = decide(
            transfer,
            Facts(
                same_id=self.transfers.get(transfer.id),
                debit=self.holders.get(transfer.debit),
                credit=self.holders.get(transfer.credit),
                referred=None if referred is None else self.transfers.get(referred),
                resolution=None if referred is None else self._resolutions.get(referred),
            ),
        )
        if change is None:
            return Applied(new=False)
        for name, balance in ((transfer.debit, change.debit), (transfer.credit, change.credit)):
            self.holders[name] = replace(self.holders[name], balance=balance)
        self._keep(transfer)
        return Applied(new=True)

    def _keep(self, transfer: Transfer) -> None:
        self.transfers[transfer.id] = transfer
        if transfer.kind in {"post", "void"} and transfer.refers_to is not None:
            self._resolutions[transfer.refers_to] = transfer


def _present(holder: Holder | None, name: str) -> Holder:
    if holder is None:
        msg = f"there is no account {name}; open it first"
        raise UnknownAccountError(msg)
    return holder


def _referred(transfer: Transfer, referred: Transfer | None) -> Transfer:
    if referred is None:
        msg = f"transfer {transfer.id} refers to {transfer.refers_to}, which was never applied"
        raise UnknownTransferError(msg)
    return referred


def _check_correction(transfer: Transfer, referred: Transfer | None) -> None:
    """Check that a direct transfer which refers to something corrects a movement."""
    if transfer.refers_to is None:
        return
    if _referred(transfer, referred).kind not in {"direct", "post"}:
        msg = f"transfer {transfer.id} corrects {transfer.refers_to}, which moved nothing"
        raise PendingTransferError(f"{msg}; refer to the transfer that moved the credits")


def _pending(transfer: Transfer, facts: Facts) -> Transfer:
    """Return the pending transfer that a post or void is about."""
    pending = _referred(transfer, facts.referred)
    what = f"transfer {transfer.id} can't {transfer.kind} {pending.id}"
    if pending.kind != "pending":
        raise PendingTransferError(f"{what}, which is a {pending.kind} transfer and not pending")
    if facts.resolution is not None:
        done = f"{facts.resolution.id} did ({facts.resolution.kind})"
        raise PendingTransferError(f"{what}: {done}, and it happens once")
    if (pending.debit, pending.credit) != (transfer.debit, transfer.credit):
        where = f"from {pending.debit} to {pending.credit}"
        raise PendingTransferError(f"{what}, which goes {where}; name the same accounts")
    if transfer.amount > pending.amount:
        raise PendingTransferError(f"{what} with {transfer.amount}: only {pending.amount} reserved")
    if transfer.kind == "void" and transfer.amount != pending.amount:
        raise PendingTransferError(f"{what} in part: a void releases all {pending.amount}")
    return pending


def _check_floor(transfer: Transfer, debit: Holder, after: Balance) -> None:
    # Posts and voids never lower what is available: a reserve that was let in can be moved.
    floor = debit.account.floor
    if floor is not None and after.available < floor:
        spare = debit.balance.available - floor
        msg = f"account {debit.account.id} can give {spare} credits, not {transfer.amount}"
        raise InsufficientCreditsError(msg)


def _check_limits(account: Account, after: Balance) -> None:
    """Check that the balance stays exact whatever becomes of what is pending."""
    lowest = after.posted - after.pending_debits
    highest = after.posted + after.pending_credits
    if lowest < -BALANCE_MAX or highest > BALANCE_MAX:
        msg = f"the balance of account {account.id} would leave the range of +-{BALANCE_MAX}"
        raise BalanceLimitError(msg)
