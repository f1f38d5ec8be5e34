from __future__ import annotations

from typing import Any

import pytest

from gutshot.errors import GutshotError
from gutshot.ledger import (
    AMOUNT_MAX,
    BALANCE_MAX,
    Account,
    Balance,
    InvalidTransferError,
    Transfer,
)

GOOD: dict[str, Any] = {
    "id": "round-1:stake",
    "debit": "alice",
    "credit": "bank",
    "amount": 5,
    "purpose": "stake of round 1",
}


def good_but(**changes: object) -> Transfer:
    fields: dict[str, Any] = {**GOOD, **changes}
    return Transfer(**fields)


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": ""},
        {"id": "x" * 65},
        {"id": "with space"},
        {"id": "line\n"},
        {"id": "é"},
        {"debit": ""},
        {"credit": "a/b"},
        {"credit": "alice"},
        {"amount": 0},
        {"amount": -1},
        {"amount": AMOUNT_MAX + 1},
        {"amount": True},
        {"amount": 1.0},
        {"amount": "5"},
        {"purpose": ""},
        {"purpose": "two\nlines"},
        {"purpose": "nul\0"},
        {"purpose": "x" * 201},
        {"kind": "posted"},
        {"kind": "post"},
        {"kind": "void"},
        {"kind": "pending", "refers_to": "a"},
        {"refers_to": "no id"},
    ],
    ids=str,
)
def test_a_transfer_that_means_nothing_cannot_be_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidTransferError) as caught:
        good_but(**wrong)
    assert isinstance(caught.value, GutshotError)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("amount", [1, AMOUNT_MAX])
def test_the_limits_themselves_are_allowed(amount: int) -> None:
    assert good_but(amount=amount, id="x" * 64).amount == amount


@pytest.mark.parametrize(
    ("kind", "floor"),
    [("a b", 0), ("player", 1), ("player", -BALANCE_MAX - 1), ("player", False)],
)
def test_an_account_that_means_nothing_cannot_be_made(kind: str, floor: int) -> None:
    with pytest.raises(InvalidTransferError):
        Account("alice", kind, floor)


def test_what_is_available_leaves_out_what_is_reserved() -> None:
    assert Balance(posted=10, pending_debits=4, pending_credits=7).available == 6


def test_a_pending_transfer_names_its_own_end() -> None:
    pending = good_but(kind="pending")
    post = pending.posted("p", 3)
    assert (post.kind, post.amount, post.refers_to) == ("post", 3, pending.id)
    assert pending.posted("p").amount == 5
    void = pending.voided("v", "cancelled")
    assert (void.kind, void.amount, void.refers_to) == ("void", 5, pending.id)
    assert void.purpose == "cancelled"
