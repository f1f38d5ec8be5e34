"""A database's books, checked: nothing made, nothing lost, every wager and payout explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.play.paigow.kept import load, owner_of, table_ids
from gutshot.play.paigow.money import table_account

if TYPE_CHECKING:
    from gutshot.ledger import Entry
    from gutshot.storage import Database, ReadTransaction

__all__ = ["check_books"]


def check_books(database: Database) -> int:
    """Check all tables of a database and return how many rounds they have played.

    The sum of all accounts is zero; a table's account has what lies on the table; every round's
    events and transfers tell one story, in which nobody is paid twice.
    """
    rounds = 0
    with database.read() as tx:
        assert tx.total() == (0, 0)
        assert tx.drift() == []
        for table in table_ids(tx):
            kept = load(tx, [table], {})[table]
            lies = tx.balance(table_account(table).id)
            assert lies.posted == kept.state.staked
            assert (lies.pending_debits, lies.pending_credits) == (0, 0)
            rounds += _check_events(tx, table, kept.state.round)
    return rounds


def _check_events(tx: ReadTransaction, table: str, now: int) -> int:
    """Check the events of a table against its transfers; return how many rounds are over."""
    moves = {
        entry.transfer.id: entry.transfer for entry in _all_transfers(tx, table_account(table).id)
    }
    explained: set[str] = set()
    dealt: dict[int, list[int]] = {}
    staked: dict[tuple[int, int], int] = {}
    paid: dict[tuple[int, int], int] = {}
    settled: list[int] = []
    for event in tx.events_of_owner(owner_of(table)):
        body = event.body
        if event.kind == "staked":
            transfer = moves[f"pg:{table}:{body['round']}:{event.body['seat']}:{body['move']}"]
            own = f"player:{body['player']}"
            assert transfer.amount == abs(body["credits"])
            assert (transfer.debit if body["credits"] > 0 else transfer.credit) == own
            explained.add(transfer.id)
            seat = body["round"], body["seat"]
            staked[seat] = staked.get(seat, 0) + body["credits"]
        elif event.kind == "dealt":
            assert body["round"] not in dealt, "cards are dealt once"
            cards = " ".join([body["dealer"], *body["hands"].values()]).split()
            assert len(cards) == len(set(cards)) == 7 * (len(body["hands"]) + 1)
            dealt[body["round"]] = body["seats"]
        elif event.kind == "paid":
            seat = body["round"], body["seat"]
            assert seat not in paid, "nobody is paid twice"
            assert staked[seat] == body["stake"]
            paid[seat] = body["payout"]
            names = [f"pg:{table}:{seat[0]}:{seat[1]}:{kind}" for kind in _PARTS]
            won, back, lost, commission = (
                moves[name].amount if name in moves else 0 for name in names
            )
            explained |= set(names)
            assert back == body["payout"]
            assert back == body["stake"] + won - lost - commission
        elif event.kind == "settled":
            settled.append(body["round"])
    assert set(moves) <= explained, "every transfer has its event"
    assert settled == sorted(dealt)[: len(settled)]
    assert settled == list(range(1, now))
    for number in settled:
        assert {seat for at, seat in paid if at == number} == set(dealt[number])
        assert all(
            not left
            for (at, seat), left in staked.items()
            if at == number and (at, seat) not in paid
        )
    return len(settled)


_PARTS = ("won", "paid", "lost", "commission")


def _all_transfers(tx: ReadTransaction, account: str) -> list[Entry]:
    out: list[Entry] = []
    after = 0
    while page := tx.transfers(account, after, limit=1000):
        out += page
        after = page[-1].position
    return out
