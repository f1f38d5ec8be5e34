"""All odds of the game together: side bets counted, the main game as it was dealt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.paigow.hands import DEFAULT_RULES
from gutshot.paigow.main_game import shipped_main_games
from gutshot.paigow.side_bets import (
    FortuneTable,
    check_company,
    fortune_odds,
    fortune_tables,
    push_ace_high_odds,
    push_ace_high_tables,
)

if TYPE_CHECKING:
    from gutshot.paigow.main_game import MainGame
    from gutshot.paigow.rules import Rules
    from gutshot.paigow.side_bets import FortuneOdds, PushAceHighOdds, SideBet

__all__ = ["OTHERS", "STAKE", "Odds", "all_odds"]

STAKE: Final = Fraction(5)
OTHERS: Final = 5


@dataclass(frozen=True, slots=True)
class Odds:
    """What every bet of the game costs.

    stake, others : the bet on the Fortune and how many other players there are, for envy.
    fortune : all tables, the lowest edge in front.
    chosen : the one that is shown in full.
    push_ace_high : all tables, the lowest edge in front.
    main_game : a game a house way.
    rules : those of the main game; side bets don't hang on them.
    """

    stake: Fraction
    others: int
    fortune: tuple[FortuneOdds, ...]
    chosen: FortuneOdds
    push_ace_high: tuple[PushAceHighOdds, ...]
    main_game: tuple[MainGame, ...]
    rules: Rules = DEFAULT_RULES

    @property
    def lowest(self) -> FortuneOdds:
        """The Fortune table that costs least, with envy."""
        return self.fortune[0]


def all_odds(
    *,
    stake: Fraction = STAKE,
    others: int = OTHERS,
    table: SideBet | None = None,
    main_game: tuple[MainGame, ...] | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Odds:
    """Count what every bet costs.

    Parameters
    ----------
    stake
        The bet on the Fortune, above 0 and at most 1,000,000, in the money in which envy is paid.
    others
        How many other players there are, 0..6.
    table
        A pay table to show in full, or one of the user's to add; by default the Fortune's lowest.
    main_game
        Deals of the main game; by default those that are shipped.
    rules
        By which they were dealt.

    Raises
    ------
    InputError
        When the stake or the players are out of range.
    """
    check_company(others, stake)
    fortunes = list(fortune_tables())
    pushes = list(push_ace_high_tables())
    if isinstance(table, FortuneTable):
        fortunes = [table, *(one for one in fortunes if one.id != table.id)]
    elif table is not None:
        pushes = [table, *(one for one in pushes if one.id != table.id)]
    fortune = sorted(
        map(fortune_odds, fortunes), key=lambda odds: odds.edge_with_envy(others, stake)
    )
    return Odds(
        stake=stake,
        others=others,
        fortune=tuple(fortune),
        chosen=fortune_odds(table) if isinstance(table, FortuneTable) else fortune[0],
        push_ace_high=tuple(sorted(map(push_ace_high_odds, pushes), key=lambda odds: odds.edge)),
        main_game=shipped_main_games() if main_game is None else main_game,
        rules=rules,
    )
