"""What bets do to stacks and pots: one arithmetic for every street and any number of players.

Amounts are exact and of one unit, usually big blinds. A `Betting` is a state that never changes;
what a player does gives the next one. Players are numbered by their seats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["NO_RAKE", "Betting", "Pot", "Rake", "award", "begin", "side_pots", "uncalled"]


@dataclass(frozen=True, slots=True)
class Pot:
    """A main or side pot, and the players who can win it."""

    amount: Fraction
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes of a pot.

    Parameters
    ----------
    fraction : Fraction
        Share of the pot, 0 to 1.
    cap : Fraction, optional
        The most that is taken of all pots of a hand together.
    no_flop_no_drop : bool
        Nothing is taken of a hand that ends before a flop is dealt.

    Raises
    ------
    InputError
        When the share is none or the cap is negative.
    """

    fraction: Fraction = Fraction(0)
    cap: Fraction | None = None
    no_flop_no_drop: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.fraction <= 1:
            raise InputError(f"a rake is a share of the pot from 0 to 1, not {self.fraction}")
        if self.cap is not None and self.cap < 0:
            raise InputError(f"a rake's cap is 0 or more, not {self.cap}")

    def of(self, pot: Fraction, *, flop: bool) -> Fraction:
        """Return what is taken of a pot; flop: whether one was dealt."""
        if self.no_flop_no_drop and not flop:
            return Fraction(0)
        taken = pot * self.fraction
        return taken if self.cap is None else min(taken, self.cap)


NO_RAKE: Final = Rake()


@dataclass(frozen=True, slots=True)
class Betting:
    """A hand between two actions.

    Attributes
    ----------
    stacks : tuple of Fraction
        What each player has behind.
    bets : tuple of Fraction
        What he has put in on this street, blinds included.
    paid : tuple of Fraction
        What he has put in on all streets, up to which others match him: no antes, unless all pay.
    dead : Fraction
        Antes and whatever else lies in the pot and is matched by nobody.
    live : tuple of bool
        Who has not folded.
    waiting : tuple of int
        Who will act on this street, next one first, as long as nobody raises; empty when the
        street is over.
    acted : frozenset of int
        Who acted since the last full bet or raise.
    unit : Fraction
        The smallest bet of the game.
    smallest_raise : Fraction
        What a raise must add at least, unless it is all-in: the last full raise, or `unit`.
    """

    stacks: tuple[Fraction, ...]
    bets: tuple[Fraction, ...]
    paid: tuple[Fraction, ...]
    dead: Fraction
    live: tuple[bool, ...]
    waiting: tuple[int, ...]
    acted: frozenset[int]
    unit: Fraction
    smallest_raise: Fraction

    @property
    def players(self) -> int:
        """How many were dealt in."""
        return len(self.stacks)

    @property
    def level(self) -> Fraction:
        """The highest bet of this street."""
        return max(self.bets)

    @property
    def pot(self) -> Fraction:
        """All that lies in the middle, bets of this street included."""
        return sum(self.paid, self.dead)

    @property
    def over(self) -> bool:
        """Whether nobody acts any more on this street."""
        return not self.waiting

    @property
    def to_act(self) -> int:
        """Whose turn it is.

        Raises
        ------
        InputError
            When the street is over.
        """
        if not self.waiting:
            raise InputError("nobody is to act: the street is over")
        return self.waiting[0]

    @property
    def left(self) -> tuple[int, ...]:
        """Who has not folded, in the order of the seats."""
        return tuple(player for player, live in enumerate(self.live) if live)

    @property
    def to_call(self) -> Fraction:
        """What a call costs the player to act: 0 is a check, his whole stack a call all-in."""
        who = self.to_act
        return min(self.level - self.bets[who], self.stacks[who])

    @property
    def can_raise(self) -> bool:
        """Whether the player to act may bet or raise.

        Not when nobody could answer, and not when he acted and all that came since is less than
        a full raise.
        """
        who = self.to_act
        missing = self.level - self.bets[who]
        if self.stacks[who] <= missing:
            return False
        if who in self.acted and missing < self.smallest_raise:
            return False
        return any(
            self.live[other] and self.stacks[other] + self.bets[other] > self.level
            for other in range(self.players)
            if other != who
        )

    @property
    def max_raise_to(self) -> Fraction:
        """The bet that is all-in for the player to act."""
        return self.bets[self.to_act] + self.stacks[self.to_act]

    @property
    def min_raise_to(self) -> Fraction:
        """The smallest bet that the player to act may raise to; all-in when he has less."""
        return min(self.level + self.smallest_raise, self.max_raise_to)

    def fold(self) -> Betting:
        """Return what follows when the player to act folds."""
        who = self.to_act
        live = tuple(alive and player != who for player, alive in enumerate(self.live))
        waiting = self.waiting[1:] if sum(live) > 1 else ()
        return _rested(replace(self, live=live, waiting=waiting))

    def call(self) -> Betting:
        """Return what follows when the player to act checks or calls."""
        who = self.to_act
        after = self._put_in(who, self.to_call)
        return _rested(replace(after, waiting=self.waiting[1:], acted=self.acted | {who}))

    def raise_to(self, amount: Fraction) -> Betting:
        """Return what follows when the player to act bets or raises to an amount on this street.

        Raises
        ------
        InputError
            When he may not raise or not to this amount.
        """
        who = self.to_act
        if not self.can_raise:
            raise InputError(f"player {who} can't raise here; he can fold, check or call")
        if not self.min_raise_to <= amount <= self.max_raise_to:
            raise InputError(
                f"a raise to {_number(amount)} is not legal here; raise to"
                f" {_number(self.min_raise_to)} up to {_number(self.max_raise_to)}"
            )
        after = self._put_in(who, amount - self.bets[who])
        added = amount - self.level
        full = added >= self.smallest_raise
        order = [(who + step) % self.players for step in range(1, self.players)]
        waiting = tuple(p for p in order if after.live[p] and after.stacks[p] > 0)
        return replace(
            after,
            waiting=waiting,
            acted=frozenset({who}) if full else self.acted | {who},
            smallest_raise=added if full else self.smallest_raise,
        )

    def next_street(self, first: int) -> Betting:
        """Return the beginning of the next street; the player `first`, or one behind him, acts.

        Raises
        ------
        InputError
            When this street is not over or only one player is left.
        """
        if self.waiting or sum(self.live) < 2:
            raise InputError("the next street follows when this one is over and two are left")
        nothing = (Fraction(0),) * self.players
        order = [(first + step) % self.players for step in range(self.players)]
        return _rested(
            replace(
                self,
                bets=nothing,
                waiting=tuple(p for p in order if self.live[p] and self.stacks[p] > 0),
                acted=frozenset(),
                smallest_raise=self.unit,
            )
        )

    def _put_in(self, who: int, amount: Fraction) -> Betting:
        return replace(
            self,
            stacks=_plus(self.stacks, who, -amount),
            bets=_plus(self.bets, who, amount),
            paid=_plus(self.paid, who, amount),
        )


def begin(
    stacks: Sequence[Fraction],
    blinds: Sequence[Fraction],
    antes: Sequence[Fraction],
    first: int,
    *,
    dead: Fraction = Fraction(0),
    matched: bool = False,
) -> Betting:
    """Return a hand after antes and blinds are posted.

    A player who has too little posts what he has, the ante before the blind. The highest blind
    that was posted is to be called, and the highest that should be is the smallest bet.

    Parameters
    ----------
    stacks
        Before anything is posted, each more than 0.
    blinds, antes
        What each player should post.
    first
        The seat that acts first, or the next one behind it who has chips left.
    dead
        What lies in the pot beside that and comes out of no stack.
    matched
        Antes are matched like bets, as where everybody posts the same: who could not post all of
        his ante wins no more than that from each. Otherwise they are dead.

    Raises
    ------
    InputError
        When there are fewer than two players, one has no chips, or an amount is negative.
    """
    if not 2 <= len(stacks) == len(blinds) == len(antes):
        raise InputError("a hand takes two players or more, each with a stack, a blind and an ante")
    if min(stacks) <= 0:
        raise InputError(f"every player needs chips; one has {_number(min(stacks))}")
    if min(*blinds, *antes, dead) < 0 or max(blinds) <= 0:
        raise InputError("blinds and antes are 0 or more, and one blind more than 0")
    posted = [min(a, s) for a, s in zip(antes, stacks, strict=True)]
    bets = tuple(min(b, s - a) for b, s, a in zip(blinds, stacks, posted, strict=True))
    behind = tuple(s - a - b for s, a, b in zip(stacks, posted, bets, strict=True))
    players = len(stacks)
    order = [(first + step) % players for step in range(players)]
    unit = max(blinds)
    return _rested(
        Betting(
            behind,
            bets,
            tuple(a + b for a, b in zip(posted, bets, strict=True)) if matched else bets,
            dead if matched else sum(posted, dead),
            (True,) * players,
            tuple(p for p in order if behind[p] > 0),
            frozenset(),
            unit,
            unit,
        )
    )


def side_pots(
    paid: Sequence[Fraction], live: Sequence[bool], dead: Fraction = Fraction(0)
) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, main pot first.

    Each amount that a live player has put in ends a pot: nobody can win from another more than
    he put in himself. Dead money lies in the main pot.

    paid : as `Betting.paid`; give back what is `uncalled` first.
    """
    pots: list[Pot] = []
    below = Fraction(0)
    for height in sorted({p for p, alive in zip(paid, live, strict=True) if alive}):
        eligible = tuple(i for i, p in enumerate(paid) if live[i] and p >= height)
        amount = sum((min(p, height) - min(p, below) for p in paid), Fraction(0))
        pots.append(Pot(amount, eligible))
        below = height
    # a player who folded may have put in more than any who is left
    pots[-1] = replace(pots[-1], amount=sum((p - min(p, below) for p in paid), pots[-1].amount))
    pots[0] = replace(pots[0], amount=pots[0].amount + dead)
    return tuple(pots)


def uncalled(paid: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return what comes back to each player because nobody matched it."""
    second, top = sorted(paid)[-2:]
    return tuple(p - second if p == top else Fraction(0) for p in paid)


def award(
    pots: Iterable[Pot], strengths: Sequence[int], taken: Fraction = Fraction(0)
) -> tuple[Fraction, ...]:
    """Return what each player gets of the pots; equal strengths share.

    taken : rake, taken of every pot in proportion.
    """
    pots = tuple(pots)
    total = sum((pot.amount for pot in pots), Fraction(0))
    kept = 1 - taken / total if total else Fraction(1)
    won = [Fraction(0)] * len(strengths)
    for pot in pots:
        best = max(strengths[p] for p in pot.eligible)
        winners = [p for p in pot.eligible if strengths[p] == best]
        for winner in winners:
            won[winner] += pot.amount * kept / len(winners)
    return tuple(won)


def _rested(state: Betting) -> Betting:
    """Return a state in which nobody waits who has nothing to decide."""
    if len(state.waiting) == 1:
        (who,) = state.waiting
        alone = not any(
            state.live[p] and state.stacks[p] > 0 for p in range(state.players) if p != who
        )
        if alone and state.bets[who] >= state.level:
            return replace(state, waiting=())
    return state


def _plus(amounts: tuple[Fraction, ...], who: int, more: Fraction) -> tuple[Fraction, ...]:
    return (*amounts[:who], amounts[who] + more, *amounts[who + 1 :])


def _number(amount: Fraction) -> str:
    """Return an amount as a decimal where it is one, else as a fraction."""
    return f"{float(amount):g}" if Fraction(f"{float(amount):g}") == amount else str(amount)
