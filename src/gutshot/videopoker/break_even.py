"""The jackpot at which perfect play gets its bets back, exactly.

Tangents bracket it between two whole numbers, between which the function is followed.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, lcm
from typing import TYPE_CHECKING

from gutshot.videopoker.game_return import GameReturn, analyse_game
from gutshot.videopoker.pay_table import MAX_SCALED_PAYOUT
from gutshot.videopoker.return_pieces import pieces_of, walks_of

if TYPE_CHECKING:
    from gutshot.videopoker.meter import Meter

__all__ = ["break_even"]


def break_even(meter: Meter) -> Fraction | None:
    """Return the least jackpot in bets at which perfect play returns its bets, exactly.

    Tangents of a convex function lead from above to the whole numbers around it; between them the
    function is followed. 0 when the game gets its bets back without the meter; None when the
    other payouts are so fine that the answer is too large to be computed beside them.
    """
    if _game_at(meter, 0).return_fraction >= 1:
        return Fraction(0)
    others = [line.pays for line in meter.table.lines if line is not meter.line]
    scale = lcm(*(pays.denominator for pays in others))
    game = _game_at(meter, above := min(meter.always_enough, MAX_SCALED_PAYOUT // scale))
    if game.return_fraction < 1:
        return None
    while game.return_fraction >= 1:
        slope = Fraction(game.categories[meter.line.category], sum(game.categories.values()))
        tangent = above - (game.return_fraction - 1) / slope
        game = _game_at(meter, above := ceil(tangent) - 1)
    for one in walks_of(meter, Fraction(above), Fraction(above + 1)):
        pieces = pieces_of(one)
        ends = [*(piece.jackpot for piece in pieces[1:]), one.part.high]
        for piece, end in zip(pieces, ends, strict=True):
            reached = piece.jackpot + (1 - piece.return_fraction) / piece.slope
            if reached <= end:
                return reached
    msg = f"{meter.table.name}: the return does not reach the bet where its tangent does"
    raise AssertionError(msg)


def _game_at(meter: Meter, jackpot: int) -> GameReturn:
    return analyse_game(meter.table_at(Fraction(jackpot)))
