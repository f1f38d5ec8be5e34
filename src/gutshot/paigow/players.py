"""Computer players that fill seats at a table: easy, house and advisor.

A player is told what its seat may see, a table's facts and its snapshot (`gutshot.paigow.table`),
and answers with a command, or with None while there is nothing to do. Answers depend on nothing
else, so that equal tables are played alike. It waits until a person at the table has bet: no round
is dealt to computers alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from gutshot.cards.text import parse_card
from gutshot.errors import InputError
from gutshot.paigow.advisor import advise, parse_percent
from gutshot.paigow.house_ways import house_way
from gutshot.paigow.rules import Rules
from gutshot.paigow.setting import legal_settings
from gutshot.paigow.table.commands import Arrange, Command, House, PlaceBet, SetHand
from gutshot.paigow.table.config import BETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gutshot.paigow.setting import Setting

__all__ = ["LEVELS", "ComputerPlayer", "SeatFiller", "computer_player", "fillers", "next_command"]

Facts = dict[str, Any]
"""What never changes at a table, `gutshot.paigow.table.table_facts`."""

View = dict[str, Any]
"""What a seat sees of it now, `gutshot.paigow.table.snapshot`."""

_MOST_RAISES: Final = 4


class ComputerPlayer(Protocol):
    """A level of play.

    level : what it is chosen by. name : what others read. rule : the whole of it in words.
    """

    level: str
    name: str
    rule: str

    def stakes(self, facts: Facts, view: View) -> dict[str, int]:
        """Return the credits that it wants on each of the table's wagers, 0 for none."""
        ...

    def arrangement(self, facts: Facts, view: View) -> Command:
        """Return how it sets the seven cards that it was dealt."""
        ...


class SeatFiller(NamedTuple):
    """A computer player for a seat: an id that no person has, a name, a level."""

    player: str
    name: str
    level: str


class Easy:
    """Likes side bets and raises after a win; keeps its strongest five cards together."""

    level = "easy"
    name = "Easy"
    rule = (
        "Bets the minimum on every wager, one minimum more on main after each round that it wins,"
        " up to four, and the minimum again after any other. Sets the strongest high hand that is"
        " no foul, and of equal ones the one with the strongest low hand."
    )

    def stakes(self, facts: Facts, view: View) -> dict[str, int]:
        """Return a main wager by what the last round brought, and every side bet."""
        least, most = facts["bets"]["main"]["least"], facts["bets"]["main"]["most"]
        main = least
        mine = _last_result(view)
        if mine is not None and mine["result"] == "win":
            raised = min(mine["main"]["stake"] // least + 1, _MOST_RAISES)
            main = min(least * raised, most)
        wanted = {bet: facts["bets"][bet]["least"] for bet in facts["bets"]}
        wanted["main"] = main
        if 2 * wanted.get("pushace", 0) > main:
            wanted["pushace"] = 0
        return wanted

    def arrangement(self, facts: Facts, view: View) -> Command:
        """Return the strongest high hand."""
        cards = _dealt(view)
        settings = legal_settings(cards, _rules(facts))
        strongest = max(settings, key=lambda one: (one.high_strength, one.low_strength))
        return _arrange(cards, strongest)


class HouseWayPlayer:
    """Leaves its cards to the house."""

    level = "house"
    name = "House way"
    rule = (
        "Bets twice the minimum on main and nothing else. Leaves its cards to the house, which sets"
        " them by the table's way, in Face Up as well as it can against the dealer's hand."
    )

    def stakes(self, facts: Facts, view: View) -> dict[str, int]:  # noqa: ARG002 - always alike
        """Return twice the minimum on main."""
        main = facts["bets"]["main"]
        return {"main": min(2 * main["least"], main["most"])}

    def arrangement(self, facts: Facts, view: View) -> Command:  # noqa: ARG002 - the house decides
        """Return the word that leaves the cards to the house."""
        return House()


class Advisor:
    """Sets every hand as well as can be, and makes no side bet."""

    level = "advisor"
    name = "Advisor"
    rule = (
        "Bets the minimum on main and nothing on side bets, which cost more. Sets the hand that is"
        " worth most against all that the dealer can hold and sets by the table's way, in Face Up"
        " against the hand that he shows."
    )

    def stakes(self, facts: Facts, view: View) -> dict[str, int]:  # noqa: ARG002 - always alike
        """Return the minimum on main."""
        return {"main": facts["bets"]["main"]["least"]}

    def arrangement(self, facts: Facts, view: View) -> Command:
        """Return the setting that the advisor puts first."""
        cards = _dealt(view)
        shown = view["dealer"]
        best = advise(
            cards,
            house_way(facts["house_way"]["id"]),
            commission_percent=parse_percent(facts["commission_percent"]),
            dealer=None if shown is None else _ids((*shown["high"], *shown["low"])),
            rules=_rules(facts),
        ).best
        return _arrange(cards, best.setting)


LEVELS: Final[dict[str, ComputerPlayer]] = {
    one.level: one for one in (Easy(), HouseWayPlayer(), Advisor())
}
"""The players by level."""


def computer_player(level: str) -> ComputerPlayer:
    """Return a player by its level.

    Raises
    ------
    InputError
        With the levels that there are.
    """
    if level not in LEVELS:
        raise InputError(f"no computer player '{level[:20]}'; the levels are {', '.join(LEVELS)}")
    return LEVELS[level]


def fillers(levels: Iterable[str], table: str) -> tuple[SeatFiller, ...]:
    """Return a player for each level, whose names tell two of one level apart.

    levels : of `LEVELS`. table : the id of the table that they play at, a part of their ids.

    Raises
    ------
    InputError
        When there is no such level.
    """
    count: dict[str, int] = {}
    out = []
    for level in levels:
        name = computer_player(level).name
        count[level] = count.get(level, 0) + 1
        number = f" {count[level]}" if count[level] > 1 else ""
        out.append(SeatFiller(f"computer-{table}-{level}-{count[level]}", name + number, level))
    return tuple(out)


def next_command(level: str, facts: Facts, view: View) -> Command | None:
    """Return what the computer player of a seat does now; None while there is nothing to do.

    Parameters
    ----------
    level
        One of `LEVELS`.
    facts
        The table's facts.
    view
        The snapshot of its own seat.

    Raises
    ------
    InputError
        When there is no such level.
    """
    player = computer_player(level)
    you = view["you"]
    if you is None:
        return None
    if view["phase"] == "betting":
        return _next_bet(player, facts, view) if _a_person_has_bet(view) else None
    if view["phase"] == "setting" and "arrange" in you["may"]:
        if you["cards"] is not None:
            return player.arrangement(facts, view)
        return SetHand()
    return None


def _next_bet(player: ComputerPlayer, facts: Facts, view: View) -> Command | None:
    """Return the next wager that is wanted and affordable, side bets first."""
    you = view["you"]
    placed: Mapping[str, int] = view["seats"][you["seat"] - 1]["stakes"]
    if placed["main"]:
        return None
    wanted = player.stakes(facts, view)
    if you["wallet"] is not None:
        left = you["wallet"] + sum(placed.values())
        least = facts["bets"]["main"]["least"]
        if left < least:
            return None
        if left < sum(wanted.values()):
            wanted = {"main": least}
    for bet in (*BETS[1:], BETS[0]):
        stake = wanted.get(bet, 0)
        if stake and stake != placed[bet]:
            return PlaceBet(bet, stake)
    return None


def _a_person_has_bet(view: View) -> bool:
    return any(
        seat is not None and not seat["level"] and seat["stakes"]["main"] for seat in view["seats"]
    )


def _last_result(view: View) -> dict[str, Any] | None:
    shown = view["showdown"]
    number = view["you"]["seat"]
    if shown is None:
        return None
    return next((one for one in shown["seats"] if one["seat"] == number), None)


def _dealt(view: View) -> tuple[int, ...]:
    return _ids(one["card"] for one in view["you"]["cards"])


def _ids(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(parse_card(name) for name in names)


def _rules(facts: Facts) -> Rules:
    return Rules(a2345_second_highest=facts["a2345_second_highest"])


def _arrange(cards: tuple[int, ...], setting: Setting) -> Arrange:
    first, second = sorted(cards.index(card) + 1 for card in setting.low)
    return Arrange((first, second))
