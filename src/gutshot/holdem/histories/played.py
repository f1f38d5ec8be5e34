"""A hand of no-limit hold'em as it was played before the flop, whatever file it came from.

Players stand in the order of their first action, so that the blinds are the last two, as in a
preflop spot; of two players the small blind is the button and the first one. Amounts are exact, in
big blinds. `checked` replays what was done by the arithmetic of `betting`: a hand that does not
follow the rules was misread, or is cut off.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from gutshot.cards.text import parse_cards
from gutshot.errors import CardError, InputError
from gutshot.holdem.betting import begin
from gutshot.holdem.hand_classes import hand_class

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from gutshot.holdem.betting import Betting

__all__ = ["Act", "BrokenHand", "Kind", "MisreadError", "PlayedHand", "checked", "hole_class"]


class Kind(StrEnum):
    """What was done."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"


class MisreadError(InputError):
    """A hand that can't be read; `line` is where in its file, 1 for the first."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Act(NamedTuple):
    """What a player did.

    to_bb : of a raise what all that he has put in comes to, of a call what he added; else 0.
    line : in the file, 1 for the first; 0 where the form has no lines of its own for actions.
    """

    player: int
    kind: Kind
    to_bb: Fraction
    line: int


class BrokenHand(NamedTuple):
    """A hand that was left out: its name, the line where it is wrong, and what is."""

    name: str
    line: int
    problem: str


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand before the flop.

    Attributes
    ----------
    name : str
        As its file calls it.
    number : str
        That no other hand of its site has; "" where the file gives none.
    line : int
        Of the file where it begins.
    players : tuple of str
        In the order of their first action.
    stacks_bb : tuple of Fraction
        Before anything was posted.
    blinds_bb : tuple of Fraction
        What each should post that others have to call: blinds, straddles, posts of newcomers.
    antes_bb : tuple of Fraction
        What each should post beside that: antes, and blinds that were missed.
    straddles : tuple of int
        Who posted more than the big blind, in order.
    holdings : tuple of (int or None)
        The number of each player's class of cards, where they are known.
    cards : tuple of str
        The same as they stand in the file; "" where they are not known.
    acts : tuple of Act
        What was done, in order.
    hero : int or None
        Whose cards the file shows from the start.
    tournament : bool
        Whether chips are those of a tournament.
    rake_bb : Fraction or None
        What was taken, where the file says it.
    big_blind : Fraction
        In the unit of the file.
    """

    name: str
    number: str
    line: int
    players: tuple[str, ...]
    stacks_bb: tuple[Fraction, ...]
    blinds_bb: tuple[Fraction, ...]
    antes_bb: tuple[Fraction, ...]
    straddles: tuple[int, ...]
    holdings: tuple[int | None, ...]
    cards: tuple[str, ...]
    acts: tuple[Act, ...]
    hero: int | None
    tournament: bool
    rake_bb: Fraction | None
    big_blind: Fraction

    @property
    def small_blind_bb(self) -> Fraction:
        """What the small blind should post."""
        return self.blinds_bb[-2]

    def effective_bb(self, player: int) -> Fraction:
        """Return the most that a player can lose: his stack, or the deepest other one."""
        others = (s for at, s in enumerate(self.stacks_bb) if at != player)
        return min(self.stacks_bb[player], max(others))

    def begun(self) -> Betting:
        """Return the hand after posting."""
        first = (self.straddles[-1] + 1) % len(self.players) if self.straddles else 0
        return begin(self.stacks_bb, self.blinds_bb, self.antes_bb, first)

    def states(self) -> Iterator[tuple[Betting, Act]]:
        """Yield what each act was done in."""
        state = self.begun()
        for act in self.acts:
            yield state, act
            state = _after(state, act)


def checked(hand: PlayedHand) -> PlayedHand:
    """Return a hand that was played by the rules to the end of the betting.

    Raises
    ------
    MisreadError
        At the first act that no rule allows, or where acts are missing.
    """
    try:
        state = hand.begun()
    except InputError as error:
        raise MisreadError(hand.line, str(error)) from None
    for act in hand.acts:
        line, name = act.line or hand.line, hand.players[act.player]
        if state.over:
            raise MisreadError(line, f"{name} acts, and the betting is over")
        if state.to_act != act.player:
            raise MisreadError(
                line, f"{name} acts, and it is the turn of {hand.players[state.to_act]}"
            )
        problem = _problem(state, act)
        if problem:
            raise MisreadError(line, f"{name} {problem}")
        state = _after(state, act)
    if not state.over:
        missing = hand.players[state.to_act]
        raise MisreadError(hand.line, f"it ends before the betting does: {missing} is to act")
    return hand


def hole_class(text: str, line: int) -> int:
    """Return the number of the class of two cards.

    Raises
    ------
    MisreadError
        When they are not two cards.
    """
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise MisreadError(line, str(error)) from None
    if len(cards) != 2 or cards[0] == cards[1] or max(cards) > 51:
        raise MisreadError(line, f"'{text[:20]}' are no two hole cards")
    return hand_class(*cards)


def _problem(state: Betting, act: Act) -> str:
    """Return what is wrong with an act, "" for nothing."""
    match act.kind:
        case Kind.CHECK:
            if state.to_call:
                return f"checks where {float(state.to_call):g} bb are to call"
        case Kind.CALL:
            if not state.to_call:
                return "calls where nothing is to call"
            if act.to_bb != state.to_call:
                called, due = float(act.to_bb), float(state.to_call)
                return f"calls {called:g} bb where {due:g} are to call"
        case Kind.RAISE:
            if not state.can_raise:
                return "raises where no raise is allowed"
            low, high = state.min_raise_to, state.max_raise_to
            if not low <= act.to_bb <= high:
                said = f"{float(act.to_bb):g} bb where {float(low):g} to {float(high):g}"
                return f"raises to {said} can be raised to"
        case Kind.FOLD:
            pass
    return ""


def _after(state: Betting, act: Act) -> Betting:
    match act.kind:
        case Kind.FOLD:
            return state.fold()
        case Kind.CHECK | Kind.CALL:
            return state.call()
        case Kind.RAISE:
            return state.raise_to(act.to_bb)
