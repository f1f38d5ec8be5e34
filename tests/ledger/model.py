"""The ledger as its definition: a list of accepted transfers, folded from scratch every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.ledger import (
    BALANCE_MAX,
    Account,
    AccountConflictError,
    Balance,
    BalanceLimitError,
    InsufficientCreditsError,
    LedgerError,
    PendingTransferError,
    Transfer,
    TransferConflictError,
    UnknownAccountError,
    UnknownTransferError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Verdict = bool | type[LedgerError]
"""True: new; False: applied before; else how it is refused."""


def fold(accounts: Iterable[Account], transfers: Sequence[Transfer]) -> dict[str, Balance]:
    """Return every account's balance after these transfers, told by definition."""
    done = {t.refers_to for t in transfers if t.kind in {"post", "void"}}
    moved = [t for t in transfers if t.kind in {"direct", "post"}]
    waiting = [t for t in transfers if t.kind == "pending" and t.id not in done]
    return {
        account.id: Balance(
            posted=sum(t.amount for t in moved if t.credit == account.id)
            - sum(t.amount for t in moved if t.debit == account.id),
            pending_debits=sum(t.amount for t in waiting if t.debit == account.id),
            pending_credits=sum(t.amount for t in waiting if t.credit == account.id),
        )
        for account in accounts
    }


class Model:
    """What was accepted so far, and what has to become of the next command."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.transfers: list[Transfer] = []

    def balances(self) -> dict[str, Balance]:
        return fold(self.accounts.values(), self.transfers)

    def open_account(self, account: Account) -> Verdict:
        known = self.accounts.setdefault(account.id, account)
        if known is account:
            return True
        return False if known == account else AccountConflictError

    def apply(self, transfer: Transfer) -> Verdict:
        verdict = self.judge(transfer)
        if verdict is True:
            self.transfers.append(transfer)
        return verdict

    def apply_all(self, transfers: Sequence[Transfer]) -> list[bool] | type[LedgerError]:
        before = list(self.transfers)
        verdicts = []
        for transfer in transfers:
            verdict = self.apply(transfer)
            if not isinstance(verdict, bool):
                self.transfers = before
                return verdict
            verdicts.append(verdict)
        return verdicts

    def judge(self, transfer: Transfer) -> Verdict:
        for known in self.transfers:
            if known.id == transfer.id:
                return False if known == transfer else TransferConflictError
        if not {transfer.debit, transfer.credit} <= set(self.accounts):
            return UnknownAccountError
        return self.refuses_reference(transfer) or self.refuses_balance(transfer) or True

    def refuses_reference(self, transfer: Transfer) -> type[LedgerError] | None:
        if transfer.refers_to is None:
            return None
        referred = [t for t in self.transfers if t.id == transfer.refers_to]
        if not referred:
            return UnknownTransferError
        return None if self.may_refer(transfer, referred[0]) else PendingTransferError

    def refuses_balance(self, transfer: Transfer) -> type[LedgerError] | None:
        after = fold(self.accounts.values(), [*self.transfers, transfer])
        for account in self.accounts.values():
            floor = account.floor
            if floor is not None and after[account.id].available < floor:
                return InsufficientCreditsError
        for balance in after.values():
            if max(-balance.available, balance.posted + balance.pending_credits) > BALANCE_MAX:
                return BalanceLimitError
        return None

    def may_refer(self, transfer: Transfer, referred: Transfer) -> bool:
        if transfer.kind == "direct":
            return referred.kind in {"direct", "post"}
        others = [t for t in self.transfers if t.refers_to == referred.id]
        return (
            referred.kind == "pending"
            and not others
            and referred.debit == transfer.debit
            and referred.credit == transfer.credit
            and transfer.amount <= referred.amount
            and (transfer.kind == "post" or transfer.amount == referred.amount)
        )
