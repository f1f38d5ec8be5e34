"""A transaction: everything that can be read in one, and written."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ARRAY, Text, any_, bindparam, func, select

from gutshot.storage.event_part import WITH_OWNERS, EventReader, EventWriter
from gutshot.storage.fixed import Fixed
from gutshot.storage.ledger_part import LedgerReader, LedgerWriter
from gutshot.storage.note_part import NoteReader, NoteWriter
from gutshot.storage.player_part import PlayerReader, PlayerWriter
from gutshot.storage.schema import accounts, streams, transfers

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Column, Row, ScalarSelect, Select

__all__ = ["ReadTransaction", "Transaction"]


def _all_as_json(
    rows: Select[*tuple[Any, ...]], column: Column[Any], name: str
) -> ScalarSelect[Any]:
    """Return those rows of a query as one JSON array whose column has one of some texts."""
    found = rows.where(column == any_(bindparam(name, type_=ARRAY(Text)))).subquery(f"of_{name}")
    return select(func.json_agg(found.table_valued())).scalar_subquery()


_AHEAD: Final = Fixed(
    lambda _: select(
        _all_as_json(select(accounts), accounts.c.id, "accounts"),
        _all_as_json(select(transfers), transfers.c.id, "transfers"),
        _all_as_json(WITH_OWNERS, streams.c.id, "streams"),
    )
)


class ReadTransaction(LedgerReader, EventReader, NoteReader, PlayerReader):
    """What a transaction reads, all of it from one moment."""


class Transaction(LedgerWriter, EventWriter, NoteWriter, PlayerWriter, ReadTransaction):
    """What a transaction reads and writes; it is kept when the `with` block ends well."""

    def look_ahead(
        self,
        *,
        accounts: Collection[str] = (),
        transfers: Collection[str] = (),
        streams: Collection[str] = (),
    ) -> None:
        """Read at once what the next calls will need: accounts, transfers, streams, by their ids.

        It changes nothing but the number of times that PostgreSQL has to be waited for.
        """
        if self._connection.dialect.name != "postgresql":
            self.balances(accounts)
            return
        wanted = {
            "accounts": sorted(accounts),
            "transfers": sorted(transfers),
            "streams": sorted(streams),
        }
        row: Row[Any] = self._run_fixed(_AHEAD, wanted).one()
        found = [[SimpleNamespace(**one) for one in part or ()] for part in row]
        self._remember_accounts(found[0])
        self._remember_transfers(wanted["transfers"], found[1])
        self._remember_streams(found[2])
