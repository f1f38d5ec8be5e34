"""A played hand walked down a chart: every decision of a player priced, as far as the chart goes.

What was done is the chart's action that is nearest: a raise is compared by how many times the bet
before it is, and none is taken for another of more than twice or less than half of it. Where the
chart has no such action, the rest of the hand has no price. Before that, others' sizes that differ
from the chart's are named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.histories.played import Kind
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.preflop.locks import locked_hands
from gutshot.holdem.preflop.moves import Moves
from gutshot.holdem.preflop.node_ids import ALL_IN, CALL, CHECK, FOLD, SHUT_OUT, is_raise
from gutshot.holdem.preflop.quiz import Grade, Question, grade, kind_of
from gutshot.holdem.preflop.sizes import SEATS

if TYPE_CHECKING:
    from gutshot.holdem.betting import Betting
    from gutshot.holdem.histories.played import Act, PlayedHand
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.moves import Hand
    from gutshot.holdem.preflop.review.matching import Match

__all__ = ["Decision", "Reviewed", "review_hand"]

_MOST_APART: Final = log(2)


class Decision(NamedTuple):
    """A decision that was made, beside the chart.

    Attributes
    ----------
    node : str
        The chart's.
    seat : str
        Who acted, by the chart's names.
    kind : str
        One of `quiz.KINDS`.
    played : str
        What was done, in words, with its size in big blinds.
    action : str
        The chart's action that it is taken for, "" for none.
    actions : tuple of (str, str)
        What the chart offers, each with its words.
    grade : Grade or None
        What it is worth; None where the chart has no price.
    reason : str
        Why there is none.
    sizes : tuple of str
        Sizes up to here, this one included, that the chart does not have.
    """

    node: str
    seat: str
    kind: str
    played: str
    action: str
    actions: tuple[tuple[str, str], ...]
    grade: Grade | None
    reason: str
    sizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A player's decisions in a hand.

    Attributes
    ----------
    hand : PlayedHand
        What was played.
    player : int
        Who decided.
    match : Match or None
        The chart; None where there is none that fits.
    decisions : tuple of Decision
        In order; a place without a choice is none.
    stopped : str
        Why the rest of the hand has no price; "" when the chart followed it to the end.
    """

    hand: PlayedHand
    player: int
    match: Match | None
    decisions: tuple[Decision, ...]
    stopped: str

    @property
    def holding(self) -> str:
        """The player's class of cards."""
        number = self.hand.holdings[self.player]
        return "" if number is None else CLASS_NAMES[number]

    @property
    def seat(self) -> str:
        """Where he sat, by the names of a table of so many players."""
        # of a tenth player as of a ninth
        return SEATS[max(self.player - len(self.hand.players), -len(SEATS))]


@lru_cache(maxsize=64)
def _moves_of(chart: ChartSet) -> Moves:
    return Moves(chart.spec)


def review_hand(hand: PlayedHand, player: int, match: Match, chart: ChartSet) -> Reviewed:
    """Return a player's decisions in a hand, priced by a chart.

    Raises
    ------
    InputError
        When the player's cards are not known, or the chart's file is damaged.
    """
    holding = hand.holdings[player]
    if holding is None:
        raise InputError(f"the cards of {hand.players[player]} in {hand.name} are not known")
    walk = _Walk(chart, match, hand, player, holding)
    stopped = walk.down()
    return Reviewed(hand, player, match, tuple(walk.decisions), stopped)


class _NoLineError(Exception):
    """The chart has no such line."""


@dataclass
class _Walk:
    """A hand on its way down a chart."""

    chart: ChartSet
    match: Match
    hand: PlayedHand
    player: int
    holding: int
    node: str = ""
    decisions: list[Decision] = field(default_factory=list)
    sizes: list[str] = field(default_factory=list)

    def down(self) -> str:
        """Walk as far as the chart goes, and return why no further."""
        moves = _moves_of(self.chart)
        try:
            state = self._absent(moves)
            for betting, act in self.hand.states():
                seat = act.player + self.match.seats_before
                if seat < 0:
                    if act.kind != Kind.FOLD:
                        return f"{self.hand.players[act.player]} is in, and the chart has no seat"
                    continue
                state = self._step(moves, state, betting, act)
        except _NoLineError as error:
            return str(error)
        return ""

    def _absent(self, moves: Moves) -> Hand:
        """Return the chart's hand after those seats have folded who are not at the table."""
        state = moves.start
        for _ in range(max(0, self.match.seats_before)):
            self.node += FOLD
            state = moves.folded(state)
        return state

    def _step(self, moves: Moves, state: Hand, betting: Betting, act: Act) -> Hand:
        name, spec = self.hand.players[act.player], self.chart.spec
        who = act.player + self.match.seats_before
        if not state.waiting:
            raise _NoLineError(f"{name} acts, and the chart's betting is over")
        if state.waiting[0] != who:
            raise _NoLineError(f"{name} acts, and the chart's next seat is another one")
        if moves.shut_out(state):
            if act.kind != Kind.FOLD:
                raise _NoLineError(
                    f"{name} enters, and the chart has no such line: {spec.entrants} have entered,"
                    " and no more may"
                )
            self.node += SHUT_OUT
            return moves.folded(state)
        after = dict(moves.after(state))
        bets = {token: moves.betting(one).bets[who] for token, one in after.items()}
        level = moves.betting(state).level
        token, reason = self._token(
            act, betting, {t: float(b) for t, b in bets.items()}, float(level)
        )
        sizes = self.sizes if token else [*self.sizes]
        played = _played(act, betting)
        if token and act.kind == Kind.RAISE:
            theirs = _words(token, float(bets[token]))
            if theirs != played:
                sizes.append(f"{spec.seats[who]} {played}, the chart has {theirs}")
        if act.player == self.player and len(after) > 1:
            words = tuple((one, _words(one, float(bet))) for one, bet in bets.items())
            self._decide(spec.seats[who], played, token, words, reason)
        if not token:
            raise _NoLineError(reason)
        self.node += token
        return after[token]

    def _token(
        self, act: Act, betting: Betting, bets: dict[str, float], level: float
    ) -> tuple[str, str]:
        """Return the chart's action that is nearest to what was done, or why there is none."""
        name = self.hand.players[act.player]
        if act.kind != Kind.RAISE:
            token = {Kind.FOLD: FOLD, Kind.CHECK: CHECK, Kind.CALL: CALL}[act.kind]
            if token in bets:
                return token, ""
            offers = ", ".join(_words(one, bet) for one, bet in bets.items())
            return "", f"{name} {_played(act, betting)}, and the chart has no such line: {offers}"
        raises = {one: bet for one, bet in bets.items() if is_raise(one) or one == ALL_IN}
        if act.to_bb == betting.max_raise_to and ALL_IN in raises:
            return ALL_IN, ""
        times = float(act.to_bb / betting.level)
        apart = {one: abs(log(bet / level / times)) for one, bet in raises.items()}
        nearest = min(apart, key=apart.__getitem__, default="")
        if nearest and apart[nearest] <= _MOST_APART:
            return nearest, ""
        offers = ", ".join(_words(one, bet) for one, bet in raises.items()) or "no raise"
        return "", f"{name} {_played(act, betting)}, and the chart has no such line: {offers}"

    def _decide(
        self,
        seat: str,
        played: str,
        token: str,
        words: tuple[tuple[str, str], ...],
        reason: str,
    ) -> None:
        found = None
        if token:
            found, reason = self._graded(token)
        self.decisions.append(
            Decision(
                self.node,
                seat,
                kind_of(self.node),
                played,
                token,
                words,
                found,
                reason,
                tuple(self.sizes),
            )
        )

    def _graded(self, token: str) -> tuple[Grade | None, str]:
        chart, node = self.chart, self.node
        who = chart.decisions[node].player
        if locked_hands(chart.spec, node)[self.holding]:
            return None, "the chart is locked here"
        if chart.reaches(node)[who][self.holding] < REACHED:
            return None, "the chart never comes here with this hand"
        if np.isnan(chart.evs(node)[:, self.holding]).any():
            return None, "the chart hardly ever comes here, and has no EVs"
        return grade(chart, Question(node, self.holding), token), ""


def _played(act: Act, betting: Betting) -> str:
    """Return what was done, in words."""
    if act.kind == Kind.RAISE:
        if act.to_bb == betting.max_raise_to:
            return f"all-in to {float(act.to_bb):.4g}"
        return f"raise to {float(act.to_bb):.4g}"
    if act.kind == Kind.CALL and act.to_bb == betting.stacks[act.player]:
        return "call all-in"
    return str(act.kind)


def _words(token: str, bet_bb: float) -> str:
    """Return an action of a chart in words."""
    if token == ALL_IN:
        return f"all-in to {bet_bb:.4g}"
    if is_raise(token):
        return f"raise to {bet_bb:.4g}"
    return {FOLD: "fold", CHECK: "check", CALL: "call"}[token]
