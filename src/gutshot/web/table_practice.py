"""Practice at the Pai Gow table: which house way a player compares with, and his hands so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gutshot.paigow.hindsight import PracticeTotal
from gutshot.paigow.house_ways import house_way
from gutshot.web.number_text import decimal_text, grouped
from gutshot.web.table_afterwards import judged, judged_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.table import TableConfig
    from gutshot.storage import Database

__all__ = ["Practice"]

_KEY = "paigow:practice"


@dataclass
class _Note:
    """What is kept of a player: the way or "", hands so far, the last round counted by table."""

    way: str = ""
    total: PracticeTotal = field(default_factory=PracticeTotal)
    counted: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, body: Mapping[str, Any] | None) -> _Note:
        if body is None:
            return cls()
        hands, right, lost, to_way = body["total"]
        total = PracticeTotal(hands, right, Fraction(lost), Fraction(to_way))
        return cls(body["way"], total, dict(body["counted"]))

    def body(self) -> dict[str, Any]:
        one = self.total
        total = [one.hands, one.right, str(one.lost_credits), str(one.lost_to_way_credits)]
        return {"way": self.way, "total": total, "counted": self.counted}


class Practice:
    """The practice of all players of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def way_of(self, player: str | None) -> str:
        """Return the id of the house way that a player compares with, "" for no practice."""
        if player is None:
            return ""
        with self._database.read() as tx:
            return _Note.of(tx.note(player, _KEY)).way

    def choose(self, player: str, way: str) -> None:
        """Begin to practise with a way, anew; "" ends it.

        Raises
        ------
        HouseWayError
            When there is no such way.
        """
        if way:
            house_way(way)
        with self._database.write() as tx:
            counted = _Note.of(tx.note(player, _KEY)).counted
            tx.set_note(player, _KEY, _Note(way, counted=counted).body())

    def lines(
        self, player: str, config: TableConfig, round_number: int, result: Mapping[str, Any]
    ) -> tuple[str, ...]:
        """Return what practice says about a player's last round; it is counted once.

        result : his seat's, in the table's snapshot of the round.
        """
        with self._database.read() as tx:
            note = _Note.of(tx.note(player, _KEY))
        if not note.way or result["result"] == "ace_high_push":
            return ()
        main = int(result["main"]["stake"])
        one = judged(result, config, note.way)
        if round_number > note.counted.get(config.id, 0):
            with self._database.write() as tx:
                note = _Note.of(tx.note(player, _KEY))
                if round_number > note.counted.get(config.id, 0):
                    note.total = note.total.plus(one, main)
                    note.counted[config.id] = round_number
                    tx.set_note(player, _KEY, note.body())
        name = house_way(note.way).name
        return (*judged_words(one, name, main), _total_words(note.total, name))


def _total_words(total: PracticeTotal, name: str) -> str:
    way = total.lost_to_way_credits
    behind = f"{decimal_text(abs(way), 2)} credits {'behind' if way >= 0 else 'ahead of'} {name}"
    return (
        f"Practice so far: {grouped(total.hands)} hand{'' if total.hands == 1 else 's'},"
        f" {grouped(total.right)} set as well as can be;"
        f" {decimal_text(total.lost_credits, 2)} credits lost against the best settings, {behind}."
    )
