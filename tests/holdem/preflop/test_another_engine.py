"""Preflop hands of all kinds of posting, played in another engine bet for bet and to the end."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from pokerkit import Automation, NoLimitTexasHoldem

from gutshot.cards.text import card_name
from gutshot.evaluate.strength.plain import plain_strength
from gutshot.holdem.betting import Pot, award
from gutshot.holdem.preflop import PreflopSpec, spec_from_toml
from gutshot.holdem.preflop.moves import Moves
from gutshot.holdem.preflop.tree import Ending, EndingKind
from gutshot.holdem.preflop.worth import lying

if TYPE_CHECKING:
    from gutshot.holdem.preflop.moves import Hand

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
CHIPS = 40  # of a big blind, so that all amounts here are whole
SIZES = """
[sizes]
all_in_below = 0
open = {heads_up = [2, 3], small_blind = [2, 3], other = [2, 3]}
over_limp = {heads_up = [3, 4], other = [3, 5], per_limper = 1}
reraise = {in_position = [[2, 3]], out_of_position = [[3, 4]], per_caller = 1}
"""
SPOTS = {
    "two": "stack = 60",
    "two, the big blind's ante": 'stacks = [20, 2.5]\nformat = "ante"\nante_from_stack = true',
    "two, the button's ante": 'stack = 7\nante = 1\nante_by = "button"\nante_from_stack = true',
    "uneven": "players = 4\nstacks = [3, 40, 7.5, 20]",
    "short posts": "players = 5\nstacks = [9, 20, 4, 0.25, 0.75]",
    "all ante": (
        'players = 4\nstacks = [9, 0.5, 20, 1.25]\nante = 0.5\nante_by = "all"\n'
        "ante_from_stack = true"
    ),
    "less than an ante": (
        'players = 4\nstacks = [9, 0.25, 20, 6]\nante = 0.5\nante_by = "all"\n'
        "ante_from_stack = true"
    ),
    "a straddle": "players = 4\nstacks = [20, 30, 12, 25]\nstraddle = 2",
    "two straddles": "players = 5\nstack = 40\nstraddle = [2, 4]",
    "the button's straddle": "players = 4\nstack = 25\nstraddle = {BTN = 2}",
    "a short straddle": "players = 4\nstacks = [1.5, 20, 20, 15]\nstraddle = 2",
}


def chips(amount: Fraction) -> int:
    found = amount * CHIPS
    assert found.denominator == 1
    return int(found)


class Both:
    """One hand in both engines, card for card."""

    def __init__(self, spec: PreflopSpec, seed: int) -> None:
        deck = list(range(52))
        random.Random(seed).shuffle(deck)  # noqa: S311 - a sample, repeatable
        self.spec, self.moves = spec, Moves(spec)
        self.hand: Hand = self.moves.start
        players = spec.players
        self.hole = [[deck.pop(), deck.pop()] for _ in range(players)]
        self.deck = deck
        # theirs begins with the small blind, and with the big blind of two
        around = [(spec.small_blind + n) % players for n in range(players)]
        self.order = [1, 0] if players == 2 else around
        blinds = spec.blinds_bb
        antes = spec.antes_bb
        ours = self.order[::-1] if players == 2 else around  # it turns them round when two play
        self.theirs: Any = NoLimitTexasHoldem.create_state(
            AUTOMATIC,
            ante_trimming_status=spec.ante_by == "all",
            raw_antes=tuple(chips(antes[p]) for p in ours),
            raw_blinds_or_straddles=tuple(chips(blinds[p]) for p in ours),
            min_bet=chips(max(blinds)),
            raw_starting_stacks=tuple(chips(spec.stacks_bb[p]) for p in self.order),
            player_count=players,
        )
        for p in self.order:
            self.theirs.deal_hole("".join(map(card_name, self.hole[p])))

    def by_their_order(self, amounts: tuple[Fraction, ...]) -> list[int]:
        return [chips(amounts[p]) for p in self.order]

    def compare(self) -> None:
        now = self.moves.betting(self.hand)
        theirs = self.theirs
        assert self.by_their_order(now.stacks) == theirs.stacks
        assert self.by_their_order(now.bets) == theirs.bets
        assert chips(now.pot) == theirs.total_pot_amount
        if now.over:
            return
        assert self.order[theirs.actor_index] == now.to_act
        assert chips(now.to_call) == theirs.checking_or_calling_amount
        if now.can_raise:
            least = theirs.min_completion_betting_or_raising_to_amount
            assert least == chips(now.min_raise_to)
            most = theirs.max_completion_betting_or_raising_to_amount
            assert most == chips(now.max_raise_to)

    def play(self, token: str) -> None:
        who = self.hand.waiting[0]
        after = dict(self.moves.after(self.hand))[token]
        if token[0] == "F":
            self.theirs.fold()
        elif token[0] in "XC":
            self.theirs.check_or_call()
        else:
            to = Fraction(after.bets[who], self.moves.per_bb)
            self.theirs.complete_bet_or_raise_to(chips(to))
        self.hand = after

    def end(self) -> list[Fraction]:
        """Check all streets down in theirs; return what everybody has in ours."""
        board: list[int] = []
        while self.theirs.status:
            if self.theirs.actor_index is not None:
                self.theirs.check_or_call()
                continue
            self.theirs.burn_card(card_name(self.deck.pop()))
            cards = [self.deck.pop() for _ in range(1 if board else 3)]
            self.theirs.deal_board("".join(map(card_name, cards)))
            board += cards
        ending = Ending("", EndingKind.ALL_IN, self.moves, self.hand)
        left, pots, _ = lying(ending)
        board += self.deck[: 5 - len(board)]  # nobody asks for it
        ranks = [plain_strength([*cards, *board]) for cards in self.hole]
        won = award([Pot(Fraction(units), among) for units, among in pots], ranks)
        per_chip = Fraction(self.moves.per_bb, CHIPS)
        return [(stack + w) / per_chip for stack, w in zip(left, won, strict=True)]


@pytest.mark.parametrize("text", SPOTS.values(), ids=list(SPOTS))
def test_hands_run_and_end_like_in_another_engine(text: str) -> None:
    more = 'limps = "all"\nentrants = 4\n'
    spec = spec_from_toml(more + text + SIZES, "spot.toml", {})
    ended = 0
    for seed in range(60):
        draw = random.Random(seed)  # noqa: S311 - a sample, repeatable
        both = Both(spec, seed)
        both.compare()
        while both.hand.waiting:
            if both.moves.shut_out(both.hand):
                both.hand = both.moves.folded(both.hand)
                both.theirs.fold()
            else:
                tokens = [token for token, _ in both.moves.after(both.hand)]
                weights = [1 if token[0] in "FA" else 3 for token in tokens]
                both.play(draw.choices(tokens, weights)[0])
            if both.theirs.status and both.hand.waiting:
                both.compare()
        found = both.end()
        assert sum(found) == sum(map(chips, spec.stacks_bb))
        theirs = [both.theirs.stacks[both.order.index(p)] for p in range(spec.players)]
        # whole chips there: odd ones go to somebody, here they are split
        assert all(abs(a - b) < spec.players for a, b in zip(found, theirs, strict=True))
        if all(amount.denominator == 1 for amount in found):
            assert found == theirs
            ended += 1
    assert ended > 20
