"""Several hands on one deal: what is held is held in each, and each draws from its own deck.

The hands are alike and, once the deal is known, independent. Their common deal gives any two of
them the covariance of the best EV over the deals, so that the mean of n has the variance
``covariance + (variance - covariance) / n`` per bet: luck of the draw thins out, luck of the deal
stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.videopoker.game_return import GameReturn

__all__ = ["n_play_variance"]


def n_play_variance(analysis: GameReturn, plays: int) -> tuple[Fraction, Fraction]:
    """Return the variance per bet of `plays` hands on one deal, least and most over tied holds.

    Parameters
    ----------
    analysis
        The game, played perfectly.
    plays
        Hands to a deal, 1 or more; with 1 it is the game's variance.

    Returns
    -------
    :
        Of the mean payout of the hands per coin bet, in bets squared; exact.

    Raises
    ------
    InputError
        For less than one hand.
    """
    if plays < 1:
        raise InputError(f"{plays} hands are none: a deal is played by 1 hand or more")
    least, most = (
        analysis.covariance + (variance - analysis.covariance) / plays
        for variance in analysis.variance
    )
    return least, most
