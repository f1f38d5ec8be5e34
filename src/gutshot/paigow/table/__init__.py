"""A Pai Gow table as a pure state machine: no clock, no randomness, no accounts, no input.

`config`, `shelf`
    `TableConfig`, a builder's choices; `table("fortune")`, `tables()`, `load_table(path)`.
`commands`
    `parse_command("bet main 10")`: the words of players as values; `HELP` is the list of words.
`state`
    `State`, frozen: seats, wagers, cards, result, `body()` and `from_body()` for keeping it.
    `Event`: what happened; its `credits` are what goes from the player's account to the table's.
`round`, `seating`
    `open_table`, `sit`, `apply(state, seat, command)`, `connect`, `disconnect`, `tick`, and for
    whoever keeps the table `deal(state, cards)` where `state.wants_deal`, `paid(state, seat)` for
    each of `state.unpaid`, `refund_undealt`. Each returns a `Step` with the new state and events.
`showdown`
    Hands compared, bets decided; `automatic_setting` is what the word ``house`` does.
`snapshot`
    `snapshot(state, viewer)`: what a viewer may see, as JSON; `public_part` is the same for all.
`edges`
    What wagers cost at each stake, paid in whole credits: the commission, Push Ace High.
"""

from __future__ import annotations

from gutshot.paigow.table.commands import HELP, Command, parse_command
from gutshot.paigow.table.config import BETS, SEATS_MAX, TableConfig
from gutshot.paigow.table.round import (
    apply,
    deal,
    open_table,
    paid,
    refund_undealt,
    tick,
    with_config,
)
from gutshot.paigow.table.seating import connect, disconnect, sit
from gutshot.paigow.table.shelf import broken_tables, load_table, table, tables
from gutshot.paigow.table.snapshot import snapshot, table_facts
from gutshot.paigow.table.state import Event, Seat, Stakes, State, Step

__all__ = [
    "BETS",
    "HELP",
    "SEATS_MAX",
    "Command",
    "Event",
    "Seat",
    "Stakes",
    "State",
    "Step",
    "TableConfig",
    "apply",
    "broken_tables",
    "connect",
    "deal",
    "disconnect",
    "load_table",
    "open_table",
    "paid",
    "parse_command",
    "refund_undealt",
    "sit",
    "snapshot",
    "table",
    "table_facts",
    "tables",
    "tick",
    "with_config",
]
