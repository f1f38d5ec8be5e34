"""Money and luck: the variance and its parts, a session, the chance of ruin, the bankroll for it.

Everything is in bets of one hand, "for 1"; a round is one deal, played by `plays` hands that cost a
bet each. Play is perfect. What each figure is stands with it: exact (means, variances, the chance
of ruin without end of a single hand that pays whole bets), counted in floats with a bound on their
error (sessions, trips), a bracket (other chances without end), modelled, or simulated.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.videopoker.game_return import GameReturn, analyse_game
from gutshot.videopoker.multi_hand import n_play_variance
from gutshot.videopoker.ruin import UnlimitedPlay, unlimited_play
from gutshot.videopoker.session import Session, round_payouts, session
from gutshot.videopoker.simulated import Simulated, simulate
from gutshot.videopoker.trip import MOST_WORK, Trip, trip

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["Bankroll", "BankrollTerms", "VariancePart", "analyse_bankroll", "variance_parts"]

MOST_PLAYS: Final = 100
MOST_ROUNDS: Final = 1_000_000
MOST_BETS: Final = 10**9
MOST_TRIPS: Final = 1_000_000
FINEST_CASH_BACK: Final = 10**8
"""Cash back is a multiple of one over this."""


@dataclass(frozen=True, slots=True)
class VariancePart:
    """What a category adds to a single hand's variance.

    pays : in bets. chance : of a hand. contribution : (pays - return)**2 x chance; those of all
    categories add up to the variance. share : of the variance, 0..1; 0 where nothing varies.
    """

    category: str
    pays: Fraction
    chance: Fraction
    contribution: Fraction
    share: Fraction


def variance_parts(game: GameReturn) -> tuple[VariancePart, ...]:
    """Return every category's part of the variance, No Win included; ties as `chosen`."""
    total = sum(game.categories.values())
    pays = {line.category: line.pays for line in game.table.lines}
    mean, variance = game.return_fraction, game.variance[0]
    out = []
    for category, count in game.categories.items():
        paid, chance = pays.get(category, Fraction(0)), Fraction(count, total)
        part = (paid - mean) ** 2 * chance
        share = part / variance if variance else Fraction(0)
        out.append(VariancePart(category, paid, chance, part, share))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class BankrollTerms:
    """How a game is played for money.

    plays : hands to a deal, 1 to 100. rounds : deals of a session or trip, 1 to 1,000,000.
    bankroll : in whole bets, at least `plays`; None when it is asked for.
    risk : accepted chance of ruin, between 0 and 1.
    cash_back : the share of every bet that is paid back at once, 0 to below 1; in percent it has
        at most six decimals.

    Raises
    ------
    InputError
        For anything else.
    """

    plays: int = 1
    rounds: int = 1_000
    bankroll: int | None = None
    risk: Fraction = Fraction(1, 20)
    cash_back: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if not 1 <= self.plays <= MOST_PLAYS:
            raise InputError(f"{self.plays} hands to a deal: play 1 to {MOST_PLAYS}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise InputError(f"{self.rounds} deals: ask about 1 to {MOST_ROUNDS:,}")
        if self.bankroll is not None and not self.plays <= self.bankroll <= MOST_BETS:
            bets = "bet" if self.plays == 1 else "bets"
            msg = (
                f"a bankroll of {self.bankroll} bets: a deal costs {self.plays} {bets},"
                f" so give {self.plays} to {MOST_BETS:,}"
            )
            raise InputError(msg)
        if not 0 < self.risk < 1:
            msg = f"a risk of {float(100 * self.risk):g} %: it lies above 0 % and below 100 %"
            raise InputError(msg)
        if not 0 <= self.cash_back < 1:
            msg = f"cash back of {float(100 * self.cash_back):g} %: it is 0 % to below 100 %"
            raise InputError(msg)
        if FINEST_CASH_BACK % self.cash_back.denominator:
            msg = f"cash back of {self.cash_back} is too fine; give percent with up to six decimals"
            raise InputError(msg)


@dataclass(frozen=True, eq=False)
class Bankroll(Rows):
    """A game under some terms.

    variance : per unit bet of a round, least and most over tied holds, exact. Of holds that tie
        the one that varies least is played in all other figures (`GameReturn.chosen`).
    parts : of a single hand's variance.
    session : what the rounds bring with a bankroll that never ends.
    unlimited : ruin in play without end. trip : ruin within the rounds, None where it takes too
        long to be counted. simulated : the same by simulation, None unless it was asked for.
    """

    game: GameReturn
    terms: BankrollTerms
    variance: tuple[Fraction, Fraction]
    parts: tuple[VariancePart, ...]
    session: Session
    unlimited: UnlimitedPlay
    trip: Trip | None
    simulated: Simulated | None

    @property
    def edge(self) -> Fraction:
        """Mean result per bet, cash back included; above 0 the player's."""
        return self.game.return_fraction - 1 + self.terms.cash_back

    @property
    def n0(self) -> Fraction | None:
        """Deals after which the mean result is as large as its standard deviation.

        None when there is no edge.
        """
        return self.variance[0] / self.edge**2 if self.edge else None

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a category: its chance and its part of the variance."""
        return [
            {
                "category": part.category,
                "pays": float(part.pays),
                "chance": float(part.chance),
                "variance": float(part.contribution),
            }
            for part in self.parts
        ]

    def _repr_html_(self) -> str:
        from gutshot.render.vp_money_html import bankroll_html

        return bankroll_html(self)


def analyse_bankroll(
    game: GameReturn | PayTable,
    terms: BankrollTerms | None = None,
    *,
    trips: int = 0,
    seed: int = 1,
    most_work: int = MOST_WORK,
    progress: Callable[[float], None] = lambda _: None,
) -> Bankroll:
    """Return what a game's luck does to a bankroll.

    Parameters
    ----------
    game
        A pay table, or a game that was analysed.
    terms
        How it is played; 1,000 deals by one hand each when left out.
    trips, seed
        How many trips to simulate from which seed; 0 for none. They start from the bankroll.
    most_work
        Products that counting a trip may take.
    progress
        Is told the share that is done, 0..1.

    Raises
    ------
    InputError
        When trips are to be simulated without a bankroll, or more than a million.
    """
    terms = terms or BankrollTerms()
    if trips and terms.bankroll is None:
        raise InputError("a simulated trip starts from a bankroll; give one in bets")
    if not 0 <= trips <= MOST_TRIPS:
        raise InputError(f"{trips} trips: simulate 2 to {MOST_TRIPS:,}")

    played = game if isinstance(game, GameReturn) else analyse_game(game)
    payouts = round_payouts(played, terms.plays)
    counted = None
    if payouts is not None:
        counted = trip(
            payouts,
            terms.rounds,
            terms.bankroll,
            terms.cash_back,
            most_work=most_work,
            progress=lambda share: progress(share / (2 if trips else 1)),
        )
    simulated = None
    if trips and terms.bankroll is not None:
        simulated = simulate(
            played,
            terms.rounds,
            terms.bankroll,
            terms.plays,
            terms.cash_back,
            trips=trips,
            seed=seed,
            progress=lambda share: progress((1 + share) / 2),
        )
    return Bankroll(
        game=played,
        terms=terms,
        variance=n_play_variance(played, terms.plays),
        parts=variance_parts(played),
        session=session(played, terms.rounds, terms.plays, terms.cash_back, payouts),
        unlimited=unlimited_play(played, terms.plays, terms.cash_back),
        trip=counted,
        simulated=simulated,
    )
