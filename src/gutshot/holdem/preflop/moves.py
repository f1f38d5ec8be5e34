"""What may be done before the flop and what follows, counted in whole units of chips.

`betting` says the same in rationals for all streets; here a hand is a few whole numbers, so that
trees of many thousand nodes grow in a moment. The unit divides every amount that can occur.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.holdem.betting import Betting
from gutshot.holdem.preflop.node_ids import ALL_IN, CALL, CHECK, FOLD, RAISE

if TYPE_CHECKING:
    from gutshot.holdem.preflop.sizes import Opening, Reraise
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["Hand", "Moves"]

_WITHOUT_MULTIPLES: Final = Fraction(2)


class Hand(NamedTuple):
    """A hand between two actions; sets of players are bits.

    Attributes
    ----------
    bets : tuple of int
        What each player has put in, antes not included.
    live, acted, entered : int
        Who has not folded; who acted since the last full raise; who put in chips of his own will,
        or was put all-in by posting.
    waiting : tuple of int
        Who will act, next one first, as long as nobody raises.
    step : int
        What a raise must add at least, unless it is all-in.
    raises, raiser, callers : int
        How many raises there were, by whom the last one (-1), and how many called that; limpers
        before the first.
    """

    bets: tuple[int, ...]
    live: int
    waiting: tuple[int, ...]
    acted: int
    step: int
    raises: int
    raiser: int
    callers: int
    entered: int


class Moves:
    """The rules of a spot.

    Parameters
    ----------
    spec : PreflopSpec
        The spot.

    Attributes
    ----------
    spec : PreflopSpec
        The spot.
    per_bb : int
        Units of a big blind.
    began : tuple of int
        The stacks before posting.
    stacks : tuple of int
        What each player can bet at most: his stack after antes.
    antes : tuple of int
        What each has in that others match beside his bets.
    dead : int
        What lies in the pot and nobody matches.
    start : Hand
        After antes, blinds and straddles.
    """

    def __init__(self, spec: PreflopSpec) -> None:
        self.spec = spec
        self._begun = begun = spec.betting()
        self.per_bb = _parts_of_a_big_blind(spec, begun)
        self.stacks = tuple(
            self._units(s + b) for s, b in zip(begun.stacks, begun.bets, strict=True)
        )
        self.antes = tuple(self._units(p - b) for p, b in zip(begun.paid, begun.bets, strict=True))
        self.dead = self._units(begun.dead)
        self.began = tuple(map(self._units, spec.stacks_bb))
        self._even = len(set(self.stacks)) == 1
        seats = range(spec.players)
        self._behind = tuple((*seats[who + 1 :], *seats[:who]) for who in seats)
        self._rank = tuple(spec.after_the_flop.index(p) for p in range(spec.players))
        self._little = spec.sizes.all_in_below.as_integer_ratio()
        self._openings = tuple(
            tuple(self._opening(opening, player) for player in range(spec.players))
            for opening in (spec.sizes.opening, spec.sizes.over_limp)
        )
        self._per_limper = self._units(spec.sizes.over_limp.per_limper * begun.unit)
        self._reraises = tuple(
            tuple(tuple(self._reraise(one) for one in level) for level in levels)
            for levels in (spec.sizes.out_of_position, spec.sizes.in_position)
        )
        limps = spec.limps
        self._limps = tuple(
            self._seats(() if spec.limit == "jam" else seats)
            for seats in (limps, limps if spec.over_limps is None else spec.over_limps)
        )
        self._cold_calls = self._seats(spec.seats if spec.cold_calls is None else spec.cold_calls)
        players = range(spec.players)
        self.start = Hand(
            tuple(map(self._units, begun.bets)),
            sum(1 << p for p in players if begun.live[p]),
            begun.waiting,
            0,
            self._units(begun.unit),
            0,
            -1,
            0,
            sum(1 << p for p in players if begun.stacks[p] == 0),
        )

    def _units(self, amount_bb: Fraction) -> int:
        units, rest = divmod(amount_bb.numerator * self.per_bb, amount_bb.denominator)
        if rest:
            msg = f"{amount_bb} big blinds are no whole units"
            raise AssertionError(msg)
        return units

    def _seats(self, names: tuple[str, ...]) -> int:
        return sum(1 << self.spec.seats.index(name) for name in names)

    def _opening(self, opening: Opening, player: int) -> tuple[int, ...]:
        spec = self.spec
        usual = (
            "heads_up"
            if spec.players == 2
            else "small_blind"
            if player == spec.small_blind
            else "other"
        )
        found = opening.amounts(spec.seats[player], usual, "other")
        return tuple(self._units(amount * self._begun.unit) for amount in found)

    def _reraise(self, one: Reraise) -> tuple[bool, tuple[tuple[int, int, int], ...]]:
        """Return whether a size is one in big blinds, and by number of callers (plus, times, by).

        The raise is to plus + bet x times / by.
        """
        out = []
        for callers in range(self.spec.players):
            times = self.spec.sizes.per_caller * callers + (0 if one.to_bb else one.amount)
            plus_bb = self.spec.sizes.per_caller_bb * callers + (one.amount if one.to_bb else 0)
            plus = self._units(plus_bb * self._begun.unit)
            out.append((plus, times.numerator, times.denominator))
        return one.to_bb, tuple(out)

    def shut_out(self, hand: Hand) -> bool:
        """Tell whether the player to act may not enter any more."""
        who = hand.waiting[0]
        return (
            hand.entered.bit_count() >= self.spec.entrants
            and not hand.entered >> who & 1
            and hand.bets[who] < max(hand.bets)
        )

    def folded(self, hand: Hand) -> Hand:
        """Return what follows when the player to act folds."""
        bets, live, waiting, *rest = hand
        live &= ~(1 << waiting[0])
        return self._rested(Hand(bets, live, waiting[1:] if live & (live - 1) else (), *rest))

    def after(self, hand: Hand) -> list[tuple[str, Hand]]:
        """Return what the player to act can do and what follows, cheapest first."""
        who, level = hand.waiting[0], max(hand.bets)
        raises = self._raises(hand, level) if self._can_raise(hand, level) else []
        if hand.bets[who] == level:
            return [(CHECK, self._called(hand, level)), *raises]
        out = [(FOLD, self.folded(hand))]
        if self._may_call(hand, level) or (hand.raises and not raises):
            out.append((CALL, self._called(hand, level)))
        return out + raises

    def _may_call(self, hand: Hand, level: int) -> bool:
        who = hand.waiting[0]
        if hand.raises:
            # a call that ends all betting of the raiser is left to everybody
            allowed = hand.entered | self._cold_calls
            over = hand.bets[hand.raiser] == self.stacks[hand.raiser]
            return bool(over or allowed >> who & 1 or level >= self.stacks[who])
        # a pot that nobody raises holds those who have put chips in and those who may check
        free = sum(1 << p for p in hand.waiting if hand.bets[p] == level)
        if (hand.entered | free | 1 << who).bit_count() > self.spec.entrants:
            return False
        return bool(self._limps[hand.callers > 0] >> who & 1 or level >= self.stacks[who])

    def _can_raise(self, hand: Hand, level: int) -> bool:
        who = hand.waiting[0]
        stacks = self.stacks
        if stacks[who] <= level:
            return False
        if hand.acted >> who & 1 and level - hand.bets[who] < hand.step:
            return False
        if self._even:
            return True
        return any(stacks[p] > level for p in range(len(stacks)) if p != who and hand.live >> p & 1)

    def _raises(self, hand: Hand, level: int) -> list[tuple[str, Hand]]:
        who = hand.waiting[0]
        most = self.stacks[who]
        targets: set[int] = set()
        all_in = True
        if self.spec.limit != "jam":
            least = min(level + hand.step, most)
            # the stack that can be lost here: nobody loses more than the deepest other player has
            stack = min(most, self._deepest_other(hand))
            little, of = self._little
            all_in = self._all_in_offered(hand)
            for target in self._targets(hand, level, least):
                if target >= stack or (stack - target) * of < little * stack:
                    all_in = True
                else:
                    targets.add(target)
        if len(targets) == 1:
            out = [(RAISE, self._raised(hand, level, targets.pop()))]
        else:
            out = [
                (f"{RAISE}{number}", self._raised(hand, level, target))
                for number, target in enumerate(sorted(targets), start=1)
            ]
        if all_in:
            out.append((ALL_IN, self._raised(hand, level, most)))
        return out

    def _deepest_other(self, hand: Hand) -> int:
        who = hand.waiting[0]
        if self._even:
            return self.stacks[who]
        return max(s for p, s in enumerate(self.stacks) if p != who and hand.live >> p & 1)

    def _all_in_offered(self, hand: Hand) -> bool:
        sizes = self.spec.sizes
        if hand.raises:
            return sizes.all_in[min(hand.raises, len(sizes.all_in)) - 1]
        return sizes.over_limp.all_in if hand.callers else sizes.opening.all_in

    def _targets(self, hand: Hand, level: int, least: int) -> list[int]:
        """Return what raises of the schedule are to, legal ones."""
        who = hand.waiting[0]
        if not hand.raises:
            more = self._per_limper * (hand.callers - 1) if hand.callers else 0
            found = self._openings[hand.callers > 0][who]
            return [max(amount + more, least) for amount in found]
        levels = self._reraises[self._rank[who] > self._rank[hand.raiser]]
        out = []
        for in_bb, by_callers in levels[min(hand.raises, len(levels)) - 1]:
            plus, times, by = by_callers[hand.callers]
            more, rest = divmod(level * times, by)
            if rest:
                msg = "a re-raise is no whole number of units"
                raise AssertionError(msg)
            if plus + more >= least or not in_bb:
                out.append(max(plus + more, least))
        return out

    def _called(self, hand: Hand, level: int) -> Hand:
        who = hand.waiting[0]
        bets, live, waiting, acted, step, raises, raiser, callers, entered = hand
        if bets[who] < level:
            bets = (*bets[:who], min(level, self.stacks[who]), *bets[who + 1 :])
            callers += 1
            entered |= 1 << who
        acted |= 1 << who
        return self._rested(
            Hand(bets, live, waiting[1:], acted, step, raises, raiser, callers, entered)
        )

    def _raised(self, hand: Hand, level: int, to: int) -> Hand:
        who = hand.waiting[0]
        bets = (*hand.bets[:who], to, *hand.bets[who + 1 :])
        live, stacks = hand.live, self.stacks
        # a list is walked faster than a generator, and trees have many raises
        waiting = tuple([p for p in self._behind[who] if live >> p & 1 and bets[p] < stacks[p]])
        full = to - level >= hand.step
        return Hand(
            bets,
            live,
            waiting,
            1 << who if full else hand.acted | 1 << who,
            to - level if full else hand.step,
            hand.raises + 1,
            who,
            0,
            hand.entered | 1 << who,
        )

    def _rested(self, hand: Hand) -> Hand:
        """Return a hand in which nobody waits who has nothing to decide."""
        if len(hand.waiting) != 1:
            return hand
        who = hand.waiting[0]
        alone = not any(
            hand.live >> p & 1 and hand.bets[p] < self.stacks[p]
            for p in range(len(hand.bets))
            if p != who
        )
        if alone and hand.bets[who] >= max(hand.bets):
            return hand._replace(waiting=())
        return hand

    def betting(self, hand: Hand) -> Betting:
        """Return a hand in the terms of all streets, in big blinds."""
        players = range(len(hand.bets))

        def bb(units: int) -> Fraction:
            return Fraction(units, self.per_bb)

        bets = tuple(map(bb, hand.bets))
        return Betting(
            tuple(bb(stack - bet) for stack, bet in zip(self.stacks, hand.bets, strict=True)),
            bets,
            tuple(bb(ante + bet) for ante, bet in zip(self.antes, hand.bets, strict=True)),
            bb(self.dead),
            tuple(bool(hand.live >> p & 1) for p in players),
            hand.waiting,
            frozenset(p for p in players if hand.acted >> p & 1),
            self._begun.unit,
            bb(hand.step),
        )


def _parts_of_a_big_blind(spec: PreflopSpec, begun: Betting) -> int:
    """Return how many units a big blind has, so that all amounts are whole.

    A re-raise is a multiple of a bet that may be one of a bet, and so on: each can need the
    denominators of its multiples. How many there can be is bounded by how fast bets grow.
    """
    sizes, unit = spec.sizes, begun.unit
    levels = [*chain(*sizes.in_position, *sizes.out_of_position)]
    absolute = [one.amount for one in levels if one.to_bb]
    amounts = [*spec.stacks_bb, *begun.stacks, *begun.bets, *begun.paid, begun.dead, unit]
    openings = chain(sizes.opening.by, sizes.over_limp.by)
    opened = [amount for _, found in openings for amount in found]
    amounts += [
        x * unit for x in (*opened, *absolute, sizes.over_limp.per_limper, sizes.per_caller_bb)
    ]
    parts = math.lcm(*(amount.denominator for amount in amounts))
    slowest = min((one.amount for one in levels if not one.to_bb), default=_WITHOUT_MULTIPLES)
    deepest = max(float(stack / unit) for stack in spec.stacks_bb)
    most = math.ceil(math.log(max(deepest, 1.0)) / math.log(slowest)) + 1
    # short stacks that go all-in, and sizes in big blinds, take a place in the row of re-raises
    most += spec.players * (1 + len(set(absolute)))
    rows = max(len(sizes.in_position), len(sizes.out_of_position))
    for number in range(min(most, rows)):
        parts *= _parts_of_a_level(spec, number)
    if most > rows:
        parts *= _parts_of_a_level(spec, rows - 1) ** (most - rows)
    return parts


def _parts_of_a_level(spec: PreflopSpec, number: int) -> int:
    """Return by what a re-raise can divide the bet that it faces."""
    sizes = spec.sizes
    found = {sizes.per_caller.denominator}
    for levels in (sizes.in_position, sizes.out_of_position):
        for one in levels[min(number, len(levels) - 1)]:
            found.add(1 if one.to_bb else one.amount.denominator)
    return math.lcm(*found)
