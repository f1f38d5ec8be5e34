"""A table drawn: the parts of its page for everybody, and those for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.web.pages import part
from gutshot.web.table_afterwards import could_have
from gutshot.web.table_edges import edge_hint
from gutshot.web.table_own import OwnView, own_result, own_view
from gutshot.web.table_view import FeltView, felt_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.paigow.changes import Change
    from gutshot.web.table_desk import Desk

__all__ = ["felt_html", "felt_of", "hint_at", "own_html", "own_of"]


def felt_of(desk: Desk, change: Change, log: Sequence[str]) -> FeltView:
    """Return a table as everybody sees it."""
    return felt_view(desk.facts(change.table), change.public, log)


def felt_html(desk: Desk, change: Change, log: Sequence[str]) -> str:
    """Return the parts of a table's page that are the same for everybody."""
    context = {"table": felt_of(desk, change, log)}
    return part("table/felt.html", context) + part("table/log.html", context)


def own_of(desk: Desk, change: Change, player: str | None) -> OwnView:
    """Return what a viewer has before him; practice counts his last round if it is new."""
    you = None if player is None else change.private(player)
    facts, public = desk.facts(change.table), change.public
    if you is None or player is None:
        return own_view(facts, public, None)
    result = own_result(public, you)
    config = change.state.config
    could, practice = "", tuple[str, ...]()
    if result is not None:
        could = could_have(result, config.rules)
        if desk.ready():
            practice = desk.practice.lines(player, config, public["showdown"]["round"], result)
    return own_view(
        facts, public, you, hints=_hints(desk, change, you), could=could, practice=practice
    )


def own_html(desk: Desk, change: Change, player: str | None) -> tuple[int, str]:
    """Return the number of a viewer's seat, 0 for none, and the part of the page that is his."""
    own = own_of(desk, change, player)
    return own.seat, part("table/own.html", {"own": own})


def hint_at(change: Change, seat: int, bet: str, stake: int) -> str:
    """Return what a wager costs at a stake, beside the others who are at the table now."""
    others = sum(1 for at, one in change.state.taken() if at != seat and one.connected)
    return edge_hint(change.state.config, bet, stake, others)


def _hints(desk: Desk, change: Change, you: dict[str, Any]) -> dict[str, str]:
    """Return a line for each wager, at what its field offers."""
    if change.state.phase != "betting":
        return {}
    config = change.state.config
    stakes = change.public["seats"][you["seat"] - 1]["stakes"]
    last = you["last"] or {}
    return {
        bet: hint_at(
            change, you["seat"], bet, stakes[bet] or last.get(bet) or config.limits(bet)[0]
        )
        for bet in config.bets
        if bet != "fortune" or desk.ready()
    }
