"""A spot before the flop as a game of `cfr`, and the loop that solves it to its bar."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.cfr import Checkpoint, ForestGame, Schedule, certify, drive, grow
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop.counting import check_size
from gutshot.holdem.preflop.deals import ManyHands, TwoHands, deals_of, whole_table
from gutshot.holdem.preflop.edge_payoff import TwoSeatEdges
from gutshot.holdem.preflop.lagging import LaggingPayoff
from gutshot.holdem.preflop.locks import forest_locks
from gutshot.holdem.preflop.many_seats import ManySeatPayoff
from gutshot.holdem.preflop.payoff import TwoSeatPayoff, line_of, prize_line
from gutshot.holdem.preflop.prize_seats import PrizeSeatPayoff
from gutshot.holdem.preflop.prizes import PrizeWorth, prize_worths
from gutshot.holdem.preflop.starts import InReverse, drawn_start
from gutshot.holdem.preflop.tree import grow_tree
from gutshot.holdem.preflop.uncollected import uncollected
from gutshot.holdem.preflop.worth import Worth, worth_of
from gutshot.holdem.three_way.form import shipped_form

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gutshot.cfr import Check, Forest, Game, Solved
    from gutshot.holdem.preflop.deals import Deals
    from gutshot.holdem.preflop.payoff import Line
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Tree

__all__ = [
    "MOST_ITERATIONS",
    "PreflopGame",
    "PreflopSolution",
    "SolveCheck",
    "ahead_of",
    "build_game",
    "by_the_table",
    "check_bar",
    "schedule_of",
    "solve_preflop",
]

MOST_ITERATIONS: Final = 10_000
_JAM_TARGET: Final = 1e-8  # where each hand's share is right too: within 0.01 points of all deals
_PAST_THE_BAR: Final = 10
_MANY_PAST_THE_BAR: Final = 4
_PRICING: Final = 0.05  # of a solve's progress, about its share of the time
_NEGLIGIBLE_BB: Final = 1e-5  # three-way pots so rare or small are shared by pairwise equities
# the fastest of those that were tried, 2 to 6 seats at 10 to 200 big blinds: schedules, and the
# share of the last regrets that is expected again
_DEEP: Final = Schedule(positive=1.0, negative=0.75, averaging=3.0)
_DEEP_AHEAD: Final = 0.3
_JAM: Final = Schedule(positive=1.25, negative=0.5, averaging=4.0)
_JAM_AHEAD: Final = 0.8


@dataclass(frozen=True)
class PreflopGame:
    """A spot, its tree, what each ending is worth, what is dealt, and the game of all that."""

    spec: PreflopSpec
    tree: Tree
    worths: tuple[Worth, ...] | tuple[PrizeWorth, ...]
    deals: Deals
    game: ForestGame

    @property
    def lines(self) -> tuple[tuple[Line, Line], ...]:
        """What endings are worth to two players, as straight lines in the equity."""
        return _lines(self.worths)


@dataclass(frozen=True)
class PreflopSolution:
    """A solved spot.

    Attributes
    ----------
    spot : PreflopGame
        With the average strategies in its game.
    solved : Solved
        Where the loop stopped; its unit is big blinds a hand.
    bar_bb : float
        What a finished chart may leave to a best response.
    seconds : float
        Of this process's processors, the tree included, loading of compiled code not.
    """

    spot: PreflopGame
    solved: Solved
    bar_bb: float
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether no player gains more than the bar."""
        return self.solved.certificate.exploitability <= self.bar_bb


@dataclass(frozen=True)
class SolveCheck:
    """A certificate on the way to a solution.

    Attributes
    ----------
    iteration : int
        After which it was taken.
    exploitability_bb : float
        What a best response gains at most by then. With three seats and more, three-way pots that
        hardly matter are left at pairwise equities here; the last certificate is not.
    state : callable
        Returns the game as it is right now, to go on from: while this is told, and after the last.
    """

    iteration: int
    exploitability_bb: float
    state: Callable[[], bytes]


@uncollected()
def build_game(
    spec: PreflopSpec,
    deals: Deals | None = None,
    progress: Callable[[float], None] | None = None,
) -> PreflopGame:
    """Return the game of a spot.

    deals : of other hands than the 169 classes.
    progress : told the share of endings whose stacks are priced, where they count by prizes.

    Raises
    ------
    InputError
        For a spot in which nobody has a decision, a tree that is too large (`check_size`), and
        locks and edges by hand where hands are not the 169 classes.
    """
    check_size(spec)
    tree = grow_tree(spec)
    if not tree.spots:
        raise InputError("nobody has a decision here: the blinds put a player all-in")
    forest = grow(tree.root, spec.players)
    dealt = deals_of(spec) if deals is None else deals
    worths: tuple[Worth, ...] | tuple[PrizeWorth, ...]
    if spec.for_prizes:
        worths = tuple(prize_worths(spec, tree.endings, progress))
    else:
        worths = tuple(worth_of(spec, ending) for ending in tree.endings)
    hands = [len(dealt.dealt(player)) for player in range(spec.players)]
    if spec.flop_model.by_hand is not None and hands[0] != CLASSES:
        raise InputError("edges by hand are of the 169 classes; other hands have none")
    locks = forest_locks(spec, forest)
    if isinstance(dealt, TwoHands):
        two = TwoSeatPayoff(forest, _lines(worths), dealt, _edges(forest, worths, dealt))
        game = ForestGame(forest, hands, two, locks, ahead=ahead_of(spec))
    else:
        payoff = _many_seats(forest, worths, dealt, _NEGLIGIBLE_BB)
        lessons = LaggingPayoff(payoff, hands[0])
        game = ForestGame(forest, hands, payoff, locks, lessons, ahead=ahead_of(spec))
    return PreflopGame(spec, tree, worths, dealt, game)


def _lines(worths: Sequence[Worth | PrizeWorth]) -> tuple[tuple[Line, Line], ...]:
    """Return by ending what it is worth to the first and to the second of two players."""

    def line(worth: Worth | PrizeWorth, player: int) -> Line:
        return line_of(worth, player) if isinstance(worth, Worth) else prize_line(worth, player)

    return tuple((line(worth, 0), line(worth, 1)) for worth in worths)


def _edges(
    forest: Forest, worths: Sequence[Worth | PrizeWorth], deals: TwoHands
) -> TwoSeatEdges | None:
    """Return what hands win beside lines; None where they have no edges."""
    chips = [worth for worth in worths if isinstance(worth, Worth)]
    if not any(worth.by_hand for worth in chips):
        return None
    return TwoSeatEdges(forest, chips, deals.chance)


def _many_seats(
    forest: Forest, worths: Sequence[Worth | PrizeWorth], deals: ManyHands, negligible: float
) -> ManySeatPayoff | PrizeSeatPayoff:
    chips = [worth for worth in worths if isinstance(worth, Worth)]
    if chips:
        return ManySeatPayoff(forest, chips, deals, negligible=negligible)
    prizes = [worth for worth in worths if isinstance(worth, PrizeWorth)]
    return PrizeSeatPayoff(forest, prizes, deals, negligible=negligible)


def schedule_of(spec: PreflopSpec) -> Schedule:
    """Return the weights of iterations with which a spot is solved."""
    return _JAM if spec.limit == "jam" else _DEEP


def ahead_of(spec: PreflopSpec) -> float:
    """Return the share of the last regrets that a spot's strategies expect to come again."""
    return _JAM_AHEAD if spec.limit == "jam" else _DEEP_AHEAD


def check_bar(exploitability_bb: float) -> None:
    """Refuse a bar that is none, in big blinds a hand.

    Raises
    ------
    InputError
        Unless it is more than 0 and at most 1.
    """
    if not 0 < exploitability_bb <= 1:
        raise InputError(
            f"exploitability is more than 0 and at most 1 big blind, not {exploitability_bb:g}"
        )


def solve_preflop(  # noqa: PLR0913 - each by its name
    spec: PreflopSpec,
    *,
    exploitability_bb: float | None = None,
    past_the_bar: float | None = None,
    iterations: int = MOST_ITERATIONS,
    second_start: int | None = None,
    resume: bytes | None = None,
    progress: Callable[[float], None] | None = None,
    checked: Callable[[SolveCheck], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> PreflopSolution:
    """Solve a spot until no player gains more than a bar by his best response.

    Without a bar of one's own two players go on to a tenth of the usual one, where a hand's shares
    are steady too, and in the jam-or-fold game to 1e-8; more players to a quarter of it.
    `converged` is measured at the usual bar. Where three share pots by the table, the certificate
    at the end is taken against the whole of it.

    Parameters
    ----------
    exploitability_bb
        The bar, in big blinds a hand.
    past_the_bar
        Go on to the usual bar divided by this, 1 or more.
    iterations
        The most that are made.
    second_start
        A seed of `starts`: begin with strategies drawn from it, players learning in the opposite
        order. Solutions of three and more players are not unique and depend on the start.
    resume
        Go on from what `SolveCheck.state` returned for the same spot, start and version, to the
        same bits.
    progress
        Told the share of the work that is done, 0..1, an estimate.
    checked
        Told every certificate on the way.
    cancel
        Asked before each iteration; True stops with what there is.

    Raises
    ------
    InputError
        For a bar that is none, a checkpoint of another spot, and what `build_game` refuses.
    """
    bar, target = _goal(spec, exploitability_bb, past_the_bar)
    furthest = 0.0
    game: Game

    def told(check: Check) -> None:
        nonlocal furthest
        if checked is not None:
            left = check.certificate.exploitability
            checked(SolveCheck(check.iteration, left, partial(_state, game, check.iteration)))
        if progress is not None:
            furthest = max(furthest, _share(check, target, iterations))
            progress(furthest)

    def priced(share: float) -> None:
        nonlocal furthest
        if progress is not None:
            furthest = _PRICING * share
            progress(furthest)

    with threadpool_limits(1, "blas"):
        # once on a game that is thrown away: loading compiled code is not solving
        drive(build_game(_small(spec)).game, target=0, iterations=1)
        begun = time.process_time()
        spot = build_game(spec, progress=priced)
        game = _begun(spot.game, second_start)
        solved = drive(
            game,
            target=target,
            iterations=iterations,
            schedule=schedule_of(spec),
            resume=None if resume is None else Checkpoint.from_bytes(resume),
            progress=told,
            cancel=cancel,
        )
        exact = by_the_table(spot)
        if exact is not spot or game is not spot.game:
            solved = replace(solved, certificate=certify(exact.game))
    return PreflopSolution(spot, solved, bar, time.process_time() - begun)


def _state(game: Game, iteration: int) -> bytes:
    return Checkpoint.of(game, iteration).to_bytes()


def _goal(
    spec: PreflopSpec, exploitability_bb: float | None, past_the_bar: float | None
) -> tuple[float, float]:
    """Return the bar of a solve and where it stops, in big blinds a hand."""
    if exploitability_bb is not None:
        check_bar(exploitability_bb)
        return exploitability_bb, exploitability_bb
    if spec.limit == "jam" and spec.players == 2:
        return spec.bar_bb, _JAM_TARGET
    usual = _MANY_PAST_THE_BAR if spec.players > 2 else _PAST_THE_BAR
    return spec.bar_bb, spec.bar_bb / (usual if past_the_bar is None else past_the_bar)


def _begun(game: ForestGame, second_start: int | None) -> Game:
    """Return a game that is to be solved, from its usual start or from one that is drawn."""
    if second_start is None:
        return game
    drawn_start(game, second_start)
    return InReverse(game)


def _small(spec: PreflopSpec) -> PreflopSpec:
    """Return a spot that needs the same compiled code and no time."""
    if spec.players == 2:
        return spec
    stack = max(spec.stacks_bb)
    others = spec.elsewhere + (stack,) * (spec.players - 3) if spec.for_prizes else None
    return replace(
        spec,
        stacks_bb=(stack,) * 3,
        stacks_elsewhere=others,
        limit="jam",
        locks=(),
        ante_bb=Fraction(0),
        straddle=(),
        limps=(),
        over_limps=None,
        cold_calls=None,
    )


def by_the_table(spot: PreflopGame) -> PreflopGame:
    """Return a spot with its averages and three-way pots as they were counted, none left out.

    It is what charts are measured and priced by. A spot in which no three share pots by the table
    is returned as it is.
    """
    deals = spot.deals
    if not isinstance(deals, ManyHands) or deals.three_way is not shipped_form():
        return spot
    exact = whole_table(deals)
    payoff = _many_seats(spot.game.forest, spot.worths, exact, 0.0)
    return replace(spot, deals=exact, game=spot.game.with_payoff(payoff))


def _share(check: Check, target: float, iterations: int) -> float:
    """Return how much of the way to the target is made, on the scale of its digits."""
    left = check.certificate.exploitability
    digits = math.log(max(left, target) / target) / math.log(max(1.0, 2 * target) / target)
    return min(1.0, max(1 - digits, check.iteration / iterations))
