"""What wagers of a table cost at a stake, as it pays them: in whole credits.

5 % of 5 credits is nothing and of 10 credits one whole credit, so that the edge of a small wager
is not that of the percentage.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING

from gutshot.paigow.main_game import shipped_main_games
from gutshot.paigow.side_bets import DEALS, fortune_odds, push_ace_high_odds
from gutshot.paigow.table.showdown import commission_on

if TYPE_CHECKING:
    from gutshot.paigow.main_game import Estimate
    from gutshot.paigow.table.config import TableConfig

__all__ = ["commission_share", "fortune_edge", "main_edge", "push_ace_high_edge"]


def commission_share(config: TableConfig, stake: int) -> Fraction:
    """Return the share of a win that the house keeps of a main wager of so many credits, 0..1."""
    return Fraction(commission_on(stake, config.commission), stake)


def main_edge(config: TableConfig, stake: int) -> Estimate | None:
    """Return what a main wager costs on average, for each credit staked.

    stake : credits, 1 or more.

    Both sides' hands are set by the table's house way, on Face Up the player's against the shown
    hand. None where that was not counted: another rank of A-2-3-4-5, a way of one's own, a
    commission on Face Up.
    """
    if not config.a2345_second_highest:
        return None
    game = next((one for one in shipped_main_games() if one.way == config.way.id), None)
    if game is None:
        return None
    share = commission_share(config, stake)
    if config.face_up:
        return None if share else game.face_up_edge()
    return game.edge(100 * share)


@lru_cache(maxsize=256)
def fortune_edge(config: TableConfig, stake: int, others: int) -> Fraction:
    """Return what a Fortune costs on average, for each credit staked, envy counted in: exact.

    stake : credits, 1 or more. others : players in the round besides oneself, 0..6. Envy is a fixed
    amount for each hand of theirs, paid from the pay table's least stake on.
    """
    odds = fortune_odds(config.fortune_table)
    least = odds.table.envy_least_stake
    if not config.envy or odds.table.envy is None or stake < least:
        return odds.edge
    return odds.edge_with_envy(others, Fraction(stake))


def push_ace_high_edge(config: TableConfig, stake: int) -> Fraction:
    """Return what a Push Ace High costs on average, for each credit staked: counted, exact.

    stake : credits, 1 or more. Who else sits at the table changes nothing; a payout that is no
    whole number of credits is rounded down.
    """
    lines = push_ace_high_odds(config.push_ace_high_table).lines
    brought = sum(floor(stake * one.pays) * one.deals for one in lines)
    return Fraction(-brought, stake * DEALS)
