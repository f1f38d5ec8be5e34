"""The values of the ledger: accounts, transfers, balances. None of them ever changes.

Credits are whole numbers. A transfer takes `amount` from the account `debit` and gives it to the
account `credit`; a balance rises with credits and falls with debits. A value that exists is valid:
the constructors check every limit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_args

from gutshot.ledger.errors import InvalidTransferError

if TYPE_CHECKING:
    from datetime import datetime

__all__ = [
    "AMOUNT_MAX",
    "BALANCE_MAX",
    "PURPOSE_LENGTH_MAX",
    "TOKEN_LENGTH_MAX",
    "Account",
    "Applied",
    "Balance",
    "Entry",
    "Kind",
    "Transfer",
]

AMOUNT_MAX: Final = 10**12
"""Credits of one transfer."""

BALANCE_MAX: Final = 2**62
"""Bound on a balance and all that is pending on one side of it; SQL's integers end at 2**63 - 1."""

TOKEN_LENGTH_MAX: Final = 64
PURPOSE_LENGTH_MAX: Final = 200

Kind = Literal["direct", "pending", "post", "void"]
"""What a transfer does: move at once; reserve; move what was reserved; release it."""

_KINDS: Final = get_args(Kind)
_TOKEN = re.compile(rf"[A-Za-z0-9_.:-]{{1,{TOKEN_LENGTH_MAX}}}")


@dataclass(frozen=True, slots=True)
class Account:
    """An account, as it was opened.

    id : 1..64 of A-Z a-z 0-9 _ . : -
    kind : what it is for ("player", "table", "bank"), a token like the id.
    floor : the balance may not fall below, pending debits counted: 0, or a credit line as a
        negative number; None for no floor.
    """

    id: str
    kind: str
    floor: int | None = 0

    def __post_init__(self) -> None:
        _check_token("an account's id", self.id)
        _check_token("an account's kind", self.kind)
        if self.floor is not None:
            _check_whole("an account's floor", self.floor, -BALANCE_MAX, 0)


@dataclass(frozen=True, slots=True)
class Transfer:
    """A movement of credits, named by whoever asks for it.

    id : made by the client before it sends the transfer the first time; applied once.
    debit, credit : ids of the accounts that give and receive.
    amount : 1..AMOUNT_MAX credits.
    purpose : one line for the account's history.
    kind : "direct" moves at once. "pending" reserves the amount; a "post" moves all or a part of
        it and releases the rest, a "void" releases it all; either happens once.
    refers_to : the pending transfer of a post or void; for a direct transfer that corrects an
        earlier movement, that movement.
    """

    id: str
    debit: str
    credit: str
    amount: int
    purpose: str
    kind: Kind = "direct"
    refers_to: str | None = None

    def __post_init__(self) -> None:
        _check_token("a transfer's id", self.id)
        _check_token("the debited account", self.debit)
        _check_token("the credited account", self.credit)
        if self.debit == self.credit:
            msg = f"transfer {self.id} goes from {self.debit} to itself; name two accounts"
            raise InvalidTransferError(msg)
        _check_whole("a transfer's amount", self.amount, 1, AMOUNT_MAX)
        purpose = self.purpose
        if not (0 < len(purpose) <= PURPOSE_LENGTH_MAX and purpose.isprintable()):
            msg = f"a transfer's purpose is 1 to {PURPOSE_LENGTH_MAX} printable characters"
            raise InvalidTransferError(f"{msg}, not {purpose[:PURPOSE_LENGTH_MAX]!r}")
        if self.kind not in _KINDS:
            msg = f"a transfer is one of {', '.join(_KINDS)}, not {self.kind!r}"
            raise InvalidTransferError(msg)
        if self.refers_to is not None:
            _check_token("the transfer that is referred to", self.refers_to)
        if (self.kind in {"post", "void"}) > (self.refers_to is not None):
            msg = f"transfer {self.id} is a {self.kind}: say in refers_to which pending transfer"
            raise InvalidTransferError(msg)
        if self.kind == "pending" and self.refers_to is not None:
            msg = f"transfer {self.id} is pending and refers to nothing, not to {self.refers_to}"
            raise InvalidTransferError(msg)

    def posted(
        self, new_id: str, amount: int | None = None, purpose: str | None = None
    ) -> Transfer:
        """Return the transfer that posts this pending one: all of it, or `amount` credits."""
        return Transfer(
            id=new_id,
            debit=self.debit,
            credit=self.credit,
            amount=self.amount if amount is None else amount,
            purpose=purpose or self.purpose,
            kind="post",
            refers_to=self.id,
        )

    def voided(self, new_id: str, purpose: str | None = None) -> Transfer:
        """Return the transfer that voids this pending one."""
        return Transfer(
            id=new_id,
            debit=self.debit,
            credit=self.credit,
            amount=self.amount,
            purpose=purpose or self.purpose,
            kind="void",
            refers_to=self.id,
        )


@dataclass(frozen=True, slots=True)
class Balance:
    """What an account has, in credits.

    posted : credits less debits that have moved; may be negative where the floor allows it.
    pending_debits, pending_credits : reserved, not moved yet; never negative.
    """

    posted: int = 0
    pending_debits: int = 0
    pending_credits: int = 0

    @property
    def available(self) -> int:
        """What has moved here and is not reserved; the floor is compared with it."""
        return self.posted - self.pending_debits


@dataclass(frozen=True, slots=True)
class Entry:
    """A transfer as the ledger recorded it.

    position : rises with every transfer of one account; where to go on listing.
    at : when it was applied, UTC.
    """

    position: int
    at: datetime
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Applied:
    """The answer to a command that was carried out.

    new : False when the same command had been carried out before; nothing happened this time.
    """

    new: bool


def _check_token(what: str, token: str) -> None:
    if not _TOKEN.fullmatch(token):
        msg = f"{what} is 1 to {TOKEN_LENGTH_MAX} of A-Z a-z 0-9 _ . : - and not {token[:80]!r}"
        raise InvalidTransferError(msg)


def _check_whole(what: str, number: int, low: int, high: int) -> None:
    # A float or a bool that gets this far is somebody's bug; true + true would be two credits.
    if type(number) is not int or not low <= number <= high:
        msg = f"{what} is a whole number from {low} to {high}, not {number!r:.80}"
        raise InvalidTransferError(msg)
