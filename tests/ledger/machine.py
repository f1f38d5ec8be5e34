"""The simulator: random commands, repeated, contradicted and out of order, against the model.

A keeper of a ledger is simulated by a subclass that says in `keeper` how one command reaches it.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, get_args

import hypothesis.strategies as st
import pytest
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.ledger.model import Model

from gutshot.ledger import (
    AMOUNT_MAX,
    Account,
    Applied,
    Book,
    Kind,
    LedgerStore,
    Transfer,
)

if TYPE_CHECKING:
    from collections.abc import Callable

START = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = st.sampled_from(["bank", "table", "alice", "bob", "carol"])
IDS = st.integers(0, 30).map("t{}".format)
AMOUNTS = st.one_of(st.integers(1, 40), st.sampled_from([AMOUNT_MAX, AMOUNT_MAX - 1]))


@st.composite
def transfers(draw: st.DrawFn) -> Transfer:
    """Draw any valid transfer, most of them nonsense in the ledger at hand."""
    kind: Kind = draw(st.sampled_from(get_args(Kind)))
    names = draw(st.lists(NAMES, min_size=2, max_size=2, unique=True))
    refers_to = None
    if kind in {"post", "void"} or (kind == "direct" and draw(st.integers(0, 4)) == 0):
        refers_to = draw(IDS)
    return Transfer(draw(IDS), names[0], names[1], draw(AMOUNTS), "play", kind, refers_to)


class LedgerMachine(RuleBasedStateMachine):
    """One keeper and the model, given the same commands."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.now = START
        self.times: list[datetime] = []
        self.book = Book()
        self.open(Account("bank", "bank", floor=None))

    def keeper(self) -> AbstractContextManager[LedgerStore]:
        """Return the keeper for one command or one look."""
        return nullcontext(self.book)

    def do(self, work: Callable[[LedgerStore], Applied]) -> bool:
        with self.keeper() as keeper:
            return work(keeper).new

    def open(self, account: Account) -> None:
        expected = self.model.open_account(account)
        if isinstance(expected, bool):
            assert self.do(lambda keeper: keeper.open_account(account)) is expected
        else:
            with pytest.raises(expected):
                self.do(lambda keeper: keeper.open_account(account))

    def send(self, transfer: Transfer) -> None:
        self.now += timedelta(microseconds=1)
        expected = self.model.apply(transfer)
        if isinstance(expected, bool):
            assert self.do(lambda keeper: keeper.apply(transfer, self.now)) is expected
            self.times += [self.now] * expected
        else:
            with pytest.raises(expected):
                self.do(lambda keeper: keeper.apply(transfer, self.now))

    @rule(name=NAMES, kind=st.sampled_from(["player", "table"]), floor=st.sampled_from([0, 0, -20]))
    def open_account(self, name: str, kind: str, floor: int) -> None:
        self.open(Account(name, kind, floor))

    @rule(transfer=transfers())
    def apply_anything(self, transfer: Transfer) -> None:
        self.send(transfer)

    @rule(new_id=IDS, name=NAMES, amount=st.integers(1, 100))
    def fund(self, new_id: str, name: str, amount: int) -> None:
        if name != "bank":
            self.send(Transfer(new_id, "bank", name, amount, "fund"))

    @precondition(lambda self: self.model.transfers)
    @rule(choice=st.data())
    def repeat(self, choice: st.DataObject) -> None:
        self.send(choice.draw(st.sampled_from(self.model.transfers)))

    @precondition(lambda self: self.model.transfers)
    @rule(choice=st.data())
    def contradict(self, choice: st.DataObject) -> None:
        known = choice.draw(st.sampled_from(self.model.transfers))
        changed = replace(known, amount=known.amount % AMOUNT_MAX + 1)
        reworded = replace(known, purpose="another")
        self.send(choice.draw(st.sampled_from([changed, reworded])))

    @precondition(lambda self: self.pending())
    @rule(choice=st.data(), new_id=IDS, share=st.integers(1, 110))
    def resolve(self, choice: st.DataObject, new_id: str, share: int) -> None:
        pending = choice.draw(st.sampled_from(self.pending()))
        if choice.draw(st.booleans()):
            self.send(pending.voided(new_id))
        else:
            amount = min(max(1, pending.amount * share // 100), AMOUNT_MAX)
            self.send(pending.posted(new_id, amount))

    @rule(batch=st.lists(transfers(), max_size=4), repeated=st.booleans())
    def apply_together(self, batch: list[Transfer], *, repeated: bool) -> None:
        if repeated:
            batch = [*batch, *batch]
        self.now += timedelta(microseconds=1)
        expected = self.model.apply_all(batch)
        if isinstance(expected, list):
            with self.keeper() as keeper:
                assert [one.new for one in keeper.apply_all(batch, self.now)] == expected
            self.times += [self.now] * sum(expected)
        else:
            with pytest.raises(expected), self.keeper() as keeper:
                keeper.apply_all(batch, self.now)

    def pending(self) -> list[Transfer]:
        done = {t.refers_to for t in self.model.transfers}
        return [t for t in self.model.transfers if t.kind == "pending" and t.id not in done]

    @invariant()
    def agrees_with_the_model(self) -> None:
        with self.keeper() as keeper:
            assert keeper.total() == (0, 0)
            for name, balance in self.model.balances().items():
                assert keeper.account(name) == self.model.accounts[name]
                assert keeper.balance(name) == balance
                floor = self.model.accounts[name].floor
                assert floor is None or balance.available >= floor

    def teardown(self) -> None:
        """Compare the whole record once, at the end."""
        with self.keeper() as keeper:
            for name in self.model.accounts:
                own = [
                    (transfer, at)
                    for transfer, at in zip(self.model.transfers, self.times, strict=True)
                    if name in {transfer.debit, transfer.credit}
                ]
                listed = keeper.transfers(name, limit=1000)
                assert [(entry.transfer, entry.at) for entry in listed] == own
                assert keeper.transfers(name, limit=1000, newest_first=True) == listed[::-1]
            pending = {transfer.id for transfer in self.pending()}
            for transfer in self.model.transfers:
                resolution = keeper.resolution(transfer.id)
                if transfer.kind == "pending":
                    assert (resolution is None) == (transfer.id in pending)
