from __future__ import annotations

from datetime import UTC, datetime

import pytest

from gutshot.errors import InputError
from gutshot.ledger import (
    AMOUNT_MAX,
    BALANCE_MAX,
    TRANSFERS_MAX,
    Account,
    AccountConflictError,
    Balance,
    BalanceLimitError,
    Book,
    Change,
    Facts,
    Holder,
    InsufficientCreditsError,
    InvalidTransferError,
    Kind,
    LedgerStore,
    PendingTransferError,
    Transfer,
    TransferConflictError,
    UnknownAccountError,
    UnknownTransferError,
    decide,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)
STAKE = Transfer("stake", "alice", "bank", 60, "stake", "pending")


@pytest.fixture
def book() -> Book:
    """Return a book in which alice has 100 credits of an unbounded bank."""
    book = Book()
    book.open_account(Account("bank", "bank", floor=None))
    book.open_account(Account("alice", "player"))
    book.apply(Transfer("fund", "bank", "alice", 100, "welcome"), NOW)
    return book


def test_credits_move_from_debit_to_credit(book: Book) -> None:
    assert book.balance("alice") == Balance(100)
    assert book.balance("bank") == Balance(-100)
    assert book.total() == (0, 0)


def test_the_same_transfer_again_is_no_transfer(book: Book) -> None:
    transfer = Transfer("again", "alice", "bank", 70, "stake")
    assert book.apply(transfer, NOW).new
    # Alice could not pay it a second time; she does not have to.
    assert not book.apply(transfer, NOW).new
    assert book.balance("alice") == Balance(30)


def test_an_id_stands_for_one_transfer(book: Book) -> None:
    with pytest.raises(TransferConflictError, match="fund was applied with other content"):
        book.apply(Transfer("fund", "bank", "alice", 101, "welcome"), NOW)


def test_the_floor_holds(book: Book) -> None:
    with pytest.raises(InsufficientCreditsError, match="alice can give 100 credits, not 101"):
        book.apply(Transfer("much", "alice", "bank", 101, "stake"), NOW)
    assert issubclass(InsufficientCreditsError, InputError)
    book.apply(Transfer("all", "alice", "bank", 100, "stake"), NOW)
    assert book.balance("alice") == Balance(0)


def test_a_credit_line_is_a_floor_below_zero(book: Book) -> None:
    book.open_account(Account("bob", "player", floor=-10))
    book.apply(Transfer("bob", "bob", "bank", 10, "stake"), NOW)
    with pytest.raises(InsufficientCreditsError, match="bob can give 0 credits, not 1"):
        book.apply(Transfer("bob2", "bob", "bank", 1, "stake"), NOW)


def test_what_is_reserved_cannot_be_spent(book: Book) -> None:
    book.apply(STAKE, NOW)
    assert book.balance("alice") == Balance(100, pending_debits=60)
    assert book.balance("bank") == Balance(-100, pending_credits=60)
    with pytest.raises(InsufficientCreditsError, match="can give 40 credits"):
        book.apply(Transfer("more", "alice", "bank", 41, "stake"), NOW)


def test_what_may_arrive_cannot_be_spent(book: Book) -> None:
    book.apply(Transfer("win", "bank", "alice", 50, "win", "pending"), NOW)
    with pytest.raises(InsufficientCreditsError):
        book.apply(Transfer("more", "alice", "bank", 101, "stake"), NOW)


def test_a_post_moves_a_part_and_releases_the_rest(book: Book) -> None:
    book.apply(STAKE, NOW)
    assert book.resolution("stake") is None
    book.apply(STAKE.posted("post", 45), NOW)
    assert book.balance("alice") == Balance(55)
    assert book.balance("bank") == Balance(-55)
    entry = book.resolution("stake")
    assert entry is not None
    assert entry.transfer.id == "post"


def test_a_void_releases_everything(book: Book) -> None:
    book.apply(STAKE, NOW)
    book.apply(STAKE.voided("void"), NOW)
    assert book.balance("alice") == Balance(100)


def test_a_pending_transfer_ends_once(book: Book) -> None:
    book.apply(STAKE, NOW)
    book.apply(STAKE.voided("void"), NOW)
    assert not book.apply(STAKE.voided("void"), NOW).new
    assert not book.apply(STAKE, NOW).new
    with pytest.raises(PendingTransferError, match=r"void did \(void\), and it happens once"):
        book.apply(STAKE.posted("post"), NOW)


@pytest.mark.parametrize(
    ("transfer", "message"),
    [
        (STAKE.posted("post", 61), "only 60 reserved"),
        (Transfer("p", "bank", "alice", 60, "x", "post", "stake"), "from alice to bank"),
        (Transfer("p", "alice", "bank", 59, "x", "void", "stake"), "a void releases all 60"),
        (Transfer("p", "bank", "alice", 60, "x", "post", "fund"), "not pending"),
        (Transfer("p", "bank", "alice", 60, "x", "direct", "stake"), "moved nothing"),
    ],
)
def test_only_what_was_reserved_can_be_moved(book: Book, transfer: Transfer, message: str) -> None:
    book.apply(STAKE, NOW)
    with pytest.raises(PendingTransferError, match=message):
        book.apply(transfer, NOW)
    assert book.balance("alice") == Balance(100, pending_debits=60)


def test_a_correction_refers_to_what_it_corrects(book: Book) -> None:
    correction = Transfer("fix", "alice", "bank", 30, "funded 30 too much", "direct", "fund")
    assert book.apply(correction, NOW).new
    assert book.resolution("fund") is None
    with pytest.raises(UnknownTransferError, match="nothing, which was never applied"):
        book.apply(Transfer("fix2", "alice", "bank", 3, "fix", "direct", "nothing"), NOW)


def test_accounts_are_opened_first_and_stay_as_they_are(book: Book) -> None:
    with pytest.raises(UnknownAccountError, match="there is no account bob; open it first"):
        book.apply(Transfer("x", "bank", "bob", 1, "x"), NOW)
    with pytest.raises(UnknownAccountError):
        book.balance("bob")
    assert not book.open_account(Account("alice", "player")).new
    with pytest.raises(AccountConflictError, match="with kind player, floor 0"):
        book.open_account(Account("alice", "player", floor=-1))


@pytest.mark.parametrize("kind", ["direct", "pending"])
@pytest.mark.parametrize("spare", [0, 1])
def test_balances_stay_exact(kind: Kind, spare: int) -> None:
    near = BALANCE_MAX - AMOUNT_MAX + 1 - spare
    transfer = Transfer("x", "a", "b", AMOUNT_MAX, "x", kind)
    full = Holder(Account("a", "bank", None), Balance(-near))
    empty = Holder(Account("b", "bank", None), Balance(0))
    rich = Holder(Account("b", "bank", None), Balance(near - 1, pending_credits=1))
    for debit, credit in ((full, empty), (replace_name(empty, "a"), rich)):
        facts = Facts(debit=debit, credit=credit)
        if spare:
            assert isinstance(decide(transfer, facts), Change)
        else:
            with pytest.raises(BalanceLimitError):
                decide(transfer, facts)


def replace_name(holder: Holder, name: str) -> Holder:
    return Holder(Account(name, holder.account.kind, holder.account.floor), holder.balance)


def test_a_refused_batch_leaves_nothing_behind(book: Book) -> None:
    good = Transfer("good", "alice", "bank", 10, "x")
    with pytest.raises(InsufficientCreditsError):
        book.apply_all([good, Transfer("bad", "alice", "bank", 100, "x")], NOW)
    assert book.balance("alice") == Balance(100)
    assert book.transfer("good") is None
    assert [one.new for one in book.apply_all([good, good], NOW)] == [True, False]


def test_everything_has_a_limit(book: Book) -> None:
    with pytest.raises(InvalidTransferError, match="at most 1000 transfers"):
        book.apply_all([STAKE] * (TRANSFERS_MAX + 1), NOW)
    assert not any(one.new for one in book.apply_all([STAKE] * TRANSFERS_MAX, NOW)[1:])
    for limit in (0, 1001):
        with pytest.raises(InvalidTransferError, match="a list holds 1 to 1000 entries"):
            book.transfers("alice", limit=limit)


def test_a_history_is_read_in_pages(book: Book) -> None:
    for number in range(5):
        book.apply(Transfer(f"t{number}", "alice", "bank", 1, "x"), NOW)
    first = book.transfers("alice", limit=4)
    rest = book.transfers("alice", after=first[-1].position)
    assert [entry.transfer.id for entry in first + rest] == ["fund", "t0", "t1", "t2", "t3", "t4"]
    latest = book.transfers("alice", limit=2, newest_first=True)
    assert [entry.transfer.id for entry in latest] == ["t4", "t3"]
    older = book.transfers("alice", after=latest[-1].position, limit=1, newest_first=True)
    assert [entry.transfer.id for entry in older] == ["t2"]
    assert [entry.position for entry in first + rest] == [1, 2, 3, 4, 5, 6]


def test_a_book_keeps_the_protocol(book: Book) -> None:
    keeper: LedgerStore = book
    assert keeper.account("alice").kind == "player"
