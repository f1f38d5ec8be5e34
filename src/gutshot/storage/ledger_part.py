"""The ledger in a transaction: the rules of `gutshot.ledger`, applied to rows.

One transaction writes at a time, so that what a writer has read stays true until it commits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, literal, literal_column, select, union_all

from gutshot.ledger import (
    Account,
    Applied,
    Balance,
    Entry,
    Holder,
    Page,
    Transfer,
    UnknownAccountError,
)
from gutshot.ledger.store import check_batch, check_listing
from gutshot.storage.encoding import time_text, time_value
from gutshot.storage.fixed import EachRow, Fixed
from gutshot.storage.part import Part
from gutshot.storage.schema import accounts, transfers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Row, Select

__all__ = ["Drift", "LedgerReader", "LedgerWriter"]

# Written out, as the partial index over them is.
_ENDS = transfers.c.kind.in_((literal_column("'post'"), literal_column("'void'")))
_HALF = 1 << 32
# Written out: PostgreSQL shifts by its small integers only, and a parameter would be a large one.
_BITS: ColumnElement[int] = literal_column("32")
_LOW_BITS: ColumnElement[int] = literal_column(str(_HALF - 1))
_AMOUNTS = ("posted", "pending_debits", "pending_credits")

_HOLDERS = Fixed(lambda among: select(accounts).where(among(accounts.c.id)))
_BY_ID = Fixed(lambda among: select(transfers).where(among(transfers.c.id)))
_ENDS_OF = Fixed(lambda among: select(transfers).where(among(transfers.c.refers_to), _ENDS))
_MOVE = EachRow.inserted(transfers, [one for one in transfers.c if not one.primary_key])
_KEEP = EachRow.updated(
    accounts, where={"account": accounts.c.id}, values={name: accounts.c[name] for name in _AMOUNTS}
)


@dataclass(frozen=True, slots=True)
class Drift:
    """A balance that is not what the transfers say."""

    account: str
    kept: Balance
    true: Balance


class LedgerReader(Part):
    """Looking at accounts and transfers; a `gutshot.ledger.LedgerView`."""

    def account(self, account_id: str) -> Account:
        """Return an account as it was opened; UnknownAccountError when it never was."""
        return self._holder(account_id).account

    def balance(self, account_id: str) -> Balance:
        """Return what an account has; UnknownAccountError when it was never opened."""
        return self._holder(account_id).balance

    def balances(self, account_ids: Iterable[str]) -> dict[str, Balance]:
        """Return what those of some accounts have that were opened, by id; for many at once."""
        return {row.id: _holder(row).balance for row in self._rows_of(_HOLDERS, account_ids)}

    def accounts(self, kind: str | None = None, after: str = "", limit: int = 100) -> list[Account]:
        """Return accounts by id, those after `after`."""
        check_listing(limit)
        query = select(accounts).where(accounts.c.id > after).order_by(accounts.c.id).limit(limit)
        if kind is not None:
            query = query.where(accounts.c.kind == kind)
        return [_holder(row).account for row in self._rows(query)]

    def transfer(self, transfer_id: str) -> Entry | None:
        """Return a transfer as it was recorded, None when it was never applied."""
        row = self._row(select(transfers).where(transfers.c.id == transfer_id))
        return None if row is None else _entry(row)

    def resolution(self, transfer_id: str) -> Entry | None:
        """Return the post or void of a pending transfer, None while it is pending."""
        row = self._row(select(transfers).where(transfers.c.refers_to == transfer_id, _ENDS))
        return None if row is None else _entry(row)

    def transfers(
        self, account_id: str, after: int = 0, limit: int = 100, *, newest_first: bool = False
    ) -> list[Entry]:
        """Return an account's transfers, at most `limit` <= ENTRIES_MAX.

        after : the position of the last entry of the list before; 0 to begin.
        """
        check_listing(limit)
        self._holder(account_id)
        position = transfers.c.position

        def side(of: str) -> Select[Any]:
            # Each side is read along its own index and no further than the limit.
            query = select(transfers).where(transfers.c[of] == account_id)
            if after:
                query = query.where(position < after if newest_first else position > after)
            query = query.order_by(position.desc() if newest_first else position).limit(limit)
            return select(query.subquery())

        both = union_all(side("debit"), side("credit")).subquery()
        order = both.c.position.desc() if newest_first else both.c.position
        return [_entry(row) for row in self._rows(select(both).order_by(order).limit(limit))]

    def total(self) -> tuple[int, int]:
        """Return the sums over all accounts, posted and pending: (0, 0) at every moment."""
        # In halves: the sum of many balances can pass 2**63 on its way back to zero.
        pending = accounts.c.pending_credits - accounts.c.pending_debits
        halves = [
            func.coalesce(func.sum(part), 0)
            for whole in (accounts.c.posted, pending)
            for part in (whole.bitwise_rshift(_BITS), whole.bitwise_and(_LOW_BITS))
        ]
        high, low, pending_high, pending_low = map(int, self._run(select(*halves)).one())
        return high * _HALF + low, pending_high * _HALF + pending_low

    def drift(self) -> list[Drift]:
        """Compute every balance from the transfers and return those that are kept otherwise.

        The list is empty at every moment, or something wrote to the tables past these methods.
        """
        computed = _computed().subquery()
        query = select(
            accounts,
            *(func.coalesce(computed.c[name], 0).label(f"true_{name}") for name in _AMOUNTS),
        ).outerjoin(computed, computed.c.account == accounts.c.id)
        found = []
        for row in self._rows(query.order_by(accounts.c.id)):
            true = Balance(*(int(getattr(row, f"true_{name}")) for name in _AMOUNTS))
            kept = _holder(row).balance
            if kept != true:
                found.append(Drift(row.id, kept, true))
        return found

    def _holder(self, account_id: str) -> Holder:
        row = self._row(select(accounts).where(accounts.c.id == account_id))
        if row is None:
            msg = f"there is no account {account_id[:80]}; open it first"
            raise UnknownAccountError(msg)
        return _holder(row)


class LedgerWriter(LedgerReader):
    """Changing accounts and transfers; a `gutshot.ledger.LedgerStore`."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._known: dict[str, Holder] = {}  # as they are in this transaction
        self._looked_up: dict[
            str, Transfer | None
        ] = {}  # transfers, None for one that is not there

    def balances(self, account_ids: Iterable[str]) -> dict[str, Balance]:
        """Return what those of some accounts have that were opened, by id; each is read once."""
        return {one.account.id: one.balance for one in self._holders(account_ids)}

    def open_account(self, account: Account) -> Applied:
        """Open an account; AccountConflictError when it is open on other terms."""
        page = Page(self._holders([account.id]))
        applied = page.open_account(account)
        if applied.new:
            self._run(accounts.insert().values(**_account_row(account)))
            self._known[account.id] = Holder(account)
        return applied

    def apply(self, transfer: Transfer, at: datetime) -> Applied:
        """Apply a transfer; LedgerError when the rules refuse it."""
        return self.apply_all([transfer], at)[0]

    def apply_all(self, batch: Sequence[Transfer], at: datetime) -> list[Applied]:
        """Apply transfers one after another, all of them or, with a LedgerError, none."""
        check_batch(len(batch))
        if not batch:
            return []
        recorded_at = time_text(at)
        names = {name for each in batch for name in (each.debit, each.credit)}
        before = self._holders(names)
        page = Page(before, self._named(batch))
        applied = [page.apply(each) for each in batch]
        new = [each for each, done in zip(batch, applied, strict=True) if done.new]
        if new:
            for each in new:
                self._looked_up.pop(each.id, None)
            rows = [_transfer_row(each, recorded_at) for each in new]
            self._run_each(_MOVE, rows)
            same = {id(holder) for holder in before}
            self._keep([one for one in page.holders.values() if id(one) not in same])
        return applied

    def rebuild_balances(self) -> list[Drift]:
        """Set every balance to what the transfers say and return those that were not."""
        wrong = self.drift()
        self._keep([Holder(self.account(each.account), each.true) for each in wrong])
        return wrong

    def _holders(self, names: Iterable[str]) -> list[Holder]:
        """Return those of the accounts that exist."""
        wanted = set(names)
        for row in self._rows_of(_HOLDERS, wanted - self._known.keys()):
            self._known[row.id] = _holder(row)
        return [self._known[name] for name in wanted if name in self._known]

    def _named(self, batch: Sequence[Transfer]) -> list[Transfer]:
        """Return the transfers that a batch repeats or refers to, and the ends of these."""
        referred = {each.refers_to for each in batch if each.refers_to is not None}
        if not referred and all(each.id in self._looked_up for each in batch):
            found = (self._looked_up[each.id] for each in batch)
            return [one for one in found if one is not None]
        rows = [*self._rows_of(_BY_ID, {each.id for each in batch} | referred)]
        rows += self._rows_of(_ENDS_OF, referred)
        return [_entry(row).transfer for row in rows]

    def _remember_accounts(self, rows: Iterable[Any]) -> None:
        """Take over accounts that were read, of which this transaction knows some better."""
        for row in rows:
            self._known.setdefault(row.id, _holder(row))

    def _remember_transfers(self, names: Iterable[str], rows: Iterable[Any]) -> None:
        """Take over which transfers were found, of those that were looked for."""
        self._looked_up |= dict.fromkeys(names)
        self._looked_up |= {row.id: _entry(row).transfer for row in rows}

    def _keep(self, holders: Sequence[Holder]) -> None:
        rows = [
            {
                "account": holder.account.id,
                "posted": holder.balance.posted,
                "pending_debits": holder.balance.pending_debits,
                "pending_credits": holder.balance.pending_credits,
            }
            for holder in holders
        ]
        if rows:
            self._run_each(_KEEP, rows)
            self._known |= {holder.account.id: holder for holder in holders}


def _computed() -> Select[Any]:
    """Return the query of all balances, told by definition and not by the rules."""
    kind, amount = transfers.c.kind, transfers.c.amount
    ends = transfers.alias()
    end = select(ends.c.id).where(ends.c.refers_to == transfers.c.id)
    ended = end.where(ends.c.kind.in_(("post", "void"))).exists()
    moved, waiting = kind.in_(("direct", "post")), and_(kind == "pending", ~ended)
    nothing = literal(0)

    def lines(side: str, which: ColumnElement[bool], *parts: ColumnElement[int]) -> Select[Any]:
        named = (part.label(name) for part, name in zip(parts, _AMOUNTS, strict=True))
        return select(transfers.c[side].label("account"), *named).where(which)

    all_lines = union_all(
        lines("credit", moved, amount, nothing, nothing),
        lines("debit", moved, -amount, nothing, nothing),
        lines("debit", waiting, nothing, amount, nothing),
        lines("credit", waiting, nothing, nothing, amount),
    ).subquery()
    sums = (func.sum(all_lines.c[name]).label(name) for name in _AMOUNTS)
    return select(all_lines.c.account, *sums).group_by(all_lines.c.account)


def _holder(row: Row[Any]) -> Holder:
    return Holder(
        Account(row.id, row.kind, row.floor),
        Balance(row.posted, row.pending_debits, row.pending_credits),
    )


def _entry(row: Row[Any]) -> Entry:
    transfer = Transfer(
        row.id, row.debit, row.credit, row.amount, row.purpose, row.kind, row.refers_to
    )
    return Entry(row.position, time_value(row.at), transfer)


def _account_row(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "kind": account.kind,
        "floor": account.floor,
        "posted": 0,
        "pending_debits": 0,
        "pending_credits": 0,
    }


def _transfer_row(transfer: Transfer, at: str) -> dict[str, Any]:
    return {
        "id": transfer.id,
        "debit": transfer.debit,
        "credit": transfer.credit,
        "amount": transfer.amount,
        "purpose": transfer.purpose,
        "kind": transfer.kind,
        "refers_to": transfer.refers_to,
        "at": at,
    }
