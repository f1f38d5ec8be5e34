"""Bets, side pots and rake: laws of the table, and another engine hand for hand."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pokerkit import Automation, NoLimitTexasHoldem

from gutshot.cards.text import card_name
from gutshot.errors import InputError
from gutshot.evaluate.strength.plain import plain_strength
from gutshot.holdem.betting import NO_RAKE, Betting, Pot, Rake, award, begin, side_pots, uncalled

if TYPE_CHECKING:
    from collections.abc import Callable

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
amount = Fraction


def chips(*amounts: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, amounts))


def table(stacks: list[int], blinds: tuple[int, ...], *, ante: int = 0, first: int = 0) -> Betting:
    """Return a hand of whole chips in which the second player posts an ante for all."""
    antes = [0] * len(stacks)
    antes[1] = ante
    posted = [*blinds, *[0] * (len(stacks) - len(blinds))]
    return begin([*map(amount, stacks)], [*map(amount, posted)], [*map(amount, antes)], first)


@dataclass
class Hand:
    """One hand in both engines, card for card and bet for bet; the button is the last seat."""

    ours: Betting
    theirs: Any
    hole: list[list[int]]
    board: list[int]
    start: list[int]
    burnt: list[int]
    dealt: int = 0

    @classmethod
    def dealing(cls, stacks: list[int], antes: list[int], seed: int) -> Hand:
        players = len(stacks)
        deck = list(range(52))
        random.Random(seed).shuffle(deck)  # noqa: S311 - a test must repeat itself
        hole = [[deck.pop(), deck.pop()] for _ in stacks]
        theirs = NoLimitTexasHoldem.create_state(
            AUTOMATIC,
            ante_trimming_status=False,
            # the other engine turns blinds and antes round when two play
            raw_antes=tuple(antes[::-1] if players == 2 else antes),
            raw_blinds_or_straddles=(1, 2),
            min_bet=2,
            raw_starting_stacks=tuple(stacks),
            player_count=players,
        )
        for cards in hole:
            theirs.deal_hole("".join(map(card_name, cards)))
        blinds = [2, 1] if players == 2 else [1, 2, *[0] * (players - 2)]
        first = 1 if players == 2 else 2
        ours = begin([*map(amount, stacks)], [*map(amount, blinds)], [*map(amount, antes)], first)
        return cls(ours, theirs, hole, [deck.pop() for _ in range(5)], stacks, deck)

    def settle_into_the_next_street(self) -> None:
        """Follow the other engine until a player is to act or the hand is over."""
        while self.theirs.status and self.theirs.actor_index is None:
            self.theirs.burn_card(card_name(self.burnt.pop()))
            cards = self.board[:3] if self.dealt == 0 else [self.board[self.dealt]]
            self.theirs.deal_board("".join(map(card_name, cards)))
            self.dealt += len(cards)
            self.ours = self.ours.next_street(0)  # the big blind of two, else the small blind

    def won(self) -> list[Fraction]:
        """Return what everybody has in the end by our arithmetic."""
        back = uncalled(self.ours.paid)
        paid = [p - b for p, b in zip(self.ours.paid, back, strict=True)]
        pots = side_pots(paid, self.ours.live, self.ours.dead)
        ranks = [plain_strength([*cards, *self.board]) for cards in self.hole]
        shares = award(pots, ranks)
        return [s + b + w for s, b, w in zip(self.ours.stacks, back, shares, strict=True)]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=2, max_size=6),
    st.sampled_from(["none", "big blind", "all"]),
    st.integers(0, 2**32),
    st.lists(st.integers(0, 99), min_size=40, max_size=40),
)
@example([200, 200], "none", 1, [99, 99, 99, 99, *[30] * 36])
@example([10, 12, 30, 31], "big blind", 2, [99, 60, 99, 60, *[99] * 36])
def test_every_hand_runs_like_in_another_engine(
    stacks: list[int], antes: str, seed: int, choices: list[int]
) -> None:
    players = len(stacks)
    big_blind = 0 if players == 2 else 1
    posted = [
        1 if antes == "all" or (antes == "big blind" and p == big_blind) else 0
        for p in range(players)
    ]
    if min(s - a for s, a in zip(stacks, posted, strict=True)) <= 0:
        stacks = [s + 1 for s in stacks]
    hand = Hand.dealing(stacks, posted, seed)
    for choice in choices:
        hand.settle_into_the_next_street()
        if not hand.theirs.status:
            break
        ours, theirs = hand.ours, hand.theirs
        if ours.over:  # it lets a player check whom nobody can answer any more
            assert theirs.checking_or_calling_amount == 0
            theirs.check_or_call()
            continue
        assert ours.to_act == theirs.actor_index
        assert ours.to_call == theirs.checking_or_calling_amount
        assert [int(x) for x in ours.stacks] == theirs.stacks
        assert [int(x) for x in ours.bets] == theirs.bets
        assert ours.pot == theirs.total_pot_amount
        low = theirs.min_completion_betting_or_raising_to_amount
        if ours.can_raise:
            assert low == ours.min_raise_to
            assert theirs.max_completion_betting_or_raising_to_amount == ours.max_raise_to
        else:
            assert low is None
        if choice < 15 and ours.to_call > 0:
            hand.ours = ours.fold()
            theirs.fold()
        elif choice < 60 or not ours.can_raise:
            hand.ours = ours.call()
            theirs.check_or_call()
        else:
            span = int(ours.max_raise_to - ours.min_raise_to)
            to = int(ours.min_raise_to) + span * (choice - 60) // 39
            # there an all-in below one bet counts as a whole one when it opens the betting
            if ours.smallest_raise == 2 and to - ours.level < 2:
                return
            hand.ours = ours.raise_to(amount(to))
            theirs.complete_bet_or_raise_to(to)
    else:
        return  # the choices ran out before the hand did
    got = hand.won()
    assert sum(got) == sum(stacks)
    # whole chips there: odd ones go to somebody, here they are split
    assert all(abs(g - t) < players for g, t in zip(got, hand.theirs.stacks, strict=True))
    if all(g.denominator == 1 for g in got):
        assert [int(g) for g in got] == hand.theirs.stacks


@given(st.data(), st.integers(2, 7))
def test_side_pots_are_what_dealing_chip_by_chip_gives(data: st.DataObject, players: int) -> None:
    paid = data.draw(st.lists(st.integers(0, 12), min_size=players, max_size=players))
    live = data.draw(st.lists(st.booleans(), min_size=players, max_size=players))
    live[paid.index(max(paid))] = True
    strengths = data.draw(st.lists(st.integers(0, 3), min_size=players, max_size=players))
    dead = data.draw(st.integers(0, 5))
    slow = [Fraction(0)] * players
    for layer in range(max(*paid, 1)):  # the first layer is there for the dead money at least
        chips = sum(p > layer for p in paid) + (dead if layer == 0 else 0)
        able = [p for p in range(players) if live[p] and (paid[p] > layer or layer == 0)]
        best = max(strengths[p] for p in able)
        winners = [p for p in able if strengths[p] == best]
        for winner in winners:
            slow[winner] += Fraction(chips, len(winners))
    if any(alive and not p for alive, p in zip(live, paid, strict=True)):
        # who has put in nothing can win dead money only, which is a pot of its own then
        assert side_pots([*map(amount, paid)], live, amount(dead))[0].amount == dead
        return
    pots = side_pots([*map(amount, paid)], live, amount(dead))
    assert award(pots, strengths) == tuple(slow)
    assert sum(pot.amount for pot in pots) == sum(paid) + dead
    for more, less in pairwise(pots):
        assert set(less.eligible) < set(more.eligible)


def test_the_smallest_raise_repeats_the_last_one() -> None:
    hand = table([100, 100], (1, 2))
    assert hand.to_act == 0
    assert (hand.to_call, hand.min_raise_to, hand.max_raise_to) == chips(1, 4, 100)
    three_bet = hand.raise_to(amount(5))  # 2.5 big blinds: the next raise goes to 4 at least
    assert three_bet.min_raise_to == 8
    for to in (7, 101):
        with pytest.raises(InputError, match=f"a raise to {to} is not legal here; raise to 8 up"):
            three_bet.raise_to(amount(to))


def test_all_in_may_be_less_than_a_raise() -> None:
    hand = table([1000, 500, 1000], (0, 0, 10)).raise_to(amount(270))
    assert hand.to_act == 1
    assert (hand.min_raise_to, hand.max_raise_to) == chips(500, 500)


def test_less_than_a_raise_does_not_open_the_betting_again() -> None:
    hand = table([100, 100, 13, 100], (1, 2), first=3).raise_to(amount(10)).call().call()
    assert hand.to_act == 2
    short = hand.raise_to(amount(13))
    assert short.to_act == 3
    assert not short.can_raise
    assert short.call().call().call().over


def test_sizes_need_not_be_whole() -> None:
    hand = begin(
        [Fraction("17.3")] * 2, [Fraction("0.5"), Fraction(1)], [Fraction(0)] * 2, 0
    ).raise_to(Fraction("2.25"))
    assert hand.pot == Fraction("3.25")
    assert hand.min_raise_to == Fraction("3.5")
    assert hand.call().over


def test_an_ante_lies_in_the_pot_and_is_not_matched() -> None:
    hand = table([20, 20], (1, 2), ante=2)
    assert (hand.pot, hand.to_call, *hand.stacks) == chips(5, 1, 19, 16)
    done = hand.raise_to(amount(20)).call()
    assert done.over
    assert (done.pot, *uncalled(done.paid)) == chips(40, 2, 0)
    # less than the ante and the blind: the ante first, then what is left of the blind
    short = table([20, 3, 20], (0, 2, 1), ante=2)
    assert (short.pot, short.stacks[1], *short.bets) == chips(4, 0, 0, 1, 1)


def test_nobody_waits_who_has_nothing_to_decide() -> None:
    assert table([100, 1], (1, 2)).over  # the small blind covers a big blind that is all-in
    limped = table([100, 100], (1, 2)).call()
    assert limped.to_act == 1
    assert limped.to_call == 0
    assert limped.can_raise
    assert table([2, 100], (1, 2)).call().over
    jammed = table([100, 100], (1, 2)).raise_to(amount(100)).call()
    assert jammed.next_street(1).over


def test_a_walk_is_not_raked_and_a_cap_holds() -> None:
    five = Rake(Fraction("0.05"))
    assert five.of(amount(100), flop=False) == 0
    assert five.of(amount(100), flop=True) == 5
    assert Rake(Fraction("0.05"), no_flop_no_drop=False).of(amount(100), flop=False) == 5
    assert Rake(Fraction("0.05"), amount(3)).of(amount(100), flop=True) == 3
    assert NO_RAKE.of(amount(100), flop=True) == 0
    pots = (Pot(amount(60), (0, 1, 2)), Pot(amount(40), (1, 2)))
    assert award(pots, [9, 5, 5], amount(5)) == chips(57, 19, 19)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: begin([amount(5)], [amount(2)], [amount(0)], 0),
            "a hand takes two players or more",
        ),
        (lambda: table([5, 0], (1, 2)), "every player needs chips; one has 0"),
        (lambda: table([5, 5], (1, -2)), "blinds and antes are 0 or more"),
        (lambda: table([5, 5], (1, 2)).fold().to_act, "nobody is to act"),
        (lambda: table([9, 1], (1, 2)).to_act, "nobody is to act"),
        (lambda: table([9, 2], (1, 2)).raise_to(amount(9)), "player 0 can't raise here"),
        (lambda: table([9, 9], (1, 2)).next_street(0), "the next street follows"),
        (lambda: Rake(Fraction(5)), "a rake is a share of the pot from 0 to 1, not 5"),
        (lambda: Rake(cap=Fraction(-1)), "a rake's cap is 0 or more, not -1"),
    ],
)
def test_what_the_rules_forbid(make: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        make()
