"""Kuhn's poker for two and three players, and Leduc poker, for both engines.

The rules stand once; the fast form multiplies reaches with tensors over hands of ranks, the slow
one deals every card as a branch of its own.
"""

from __future__ import annotations

from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gutshot.cfr import Deal, Decision, End, Forest, ForestGame, grow
from gutshot.cfr.plain import Chance, Leaf, PlainGame, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr.forest import Node
    from gutshot.cfr.plain import PlainNode


class Act(NamedTuple):
    """A player is to act."""

    player: int
    actions: str


class Over(NamedTuple):
    """The betting is over: who has put in what, who has not folded, whether a card comes first."""

    paid: tuple[int, ...]
    live: tuple[int, ...]
    deals: bool = False


def kuhn(players: int) -> Callable[[str], Act | Over]:
    """Ante 1, one bet of 1: c check, b bet, f fold, k call."""

    def rules(history: str) -> Act | Over:
        if "b" not in history:
            if len(history) < players:
                return Act(len(history), "cb")
            return Over((1,) * players, tuple(range(players)))
        bettor = history.index("b")
        answers = history[bettor + 1 :]
        if len(answers) < players - 1:
            return Act((bettor + 1 + len(answers)) % players, "fk")
        callers = {(bettor + 1 + i) % players for i, a in enumerate(answers) if a == "k"}
        live = callers | {bettor}
        return Over(tuple(1 + (p in live) for p in range(players)), tuple(sorted(live)))

    return rules


def leduc(history: str) -> Act | Over:
    """Ante 1; two rounds with bets of 2 and 4, at most two raises each: c check or call, r, f."""
    paid = [1, 1]
    rounds = history.split("/")
    for number, taken in enumerate(rounds):
        for turn, action in enumerate(taken):
            who = turn % 2
            if action == "f":
                return Over((paid[0], paid[1]), (1 - who,))
            paid[who] = max(paid)
            paid[who] += 2 * (number + 1) if action == "r" else 0
    last = rounds[-1]
    if len(last) >= 2 and last[-1] == "c":
        return Over((paid[0], paid[1]), (0, 1), deals=len(rounds) == 1)
    if not last.endswith("r"):
        return Act(len(last) % 2, "cr")
    return Act(len(last) % 2, "fcr" if last.count("r") < 2 else "fc")


def public_tree(rules: Callable[[str], Act | Over], boards: int, history: str = "") -> Node:
    now = rules(history)
    if isinstance(now, Act):
        return Decision(
            now.player, {a: public_tree(rules, boards, history + a) for a in now.actions}
        )
    if now.deals:
        return Deal({b: public_tree(rules, boards, f"{history}/") for b in range(boards)})
    return End(sum(1 << p for p in now.live), tuple(map(float, now.paid)))


def won(paid: Sequence[float], live: Sequence[int], strengths: Sequence[int]) -> tuple[float, ...]:
    """Return what each player has won: the pot is shared by the strongest who did not fold."""
    top = max(strengths[p] for p in live)
    winners = [p for p in live if strengths[p] == top]
    share = sum(paid) / len(winners)
    return tuple((share if p in winners else 0.0) - paid[p] for p in range(len(paid)))


class Tensors:
    """A payoff by one tensor over all players' hands for each end, chance included."""

    def __init__(
        self,
        forest: Forest,
        hands: int,
        chance: Callable[[tuple[int, ...], int], float],
        strength: Callable[[int, int], int],
    ) -> None:
        self.forest = forest
        n = forest.players
        self.worth = np.zeros((n, forest.ends, *(hands,) * n))
        for end in range(forest.ends):
            board = int(forest.outcomes[end])
            live = [p for p in range(n) if forest.kinds[end] >> p & 1]
            paid = [float(x) for x in forest.amounts[:, end]]
            for held in np.ndindex(*(hands,) * n):
                likely = chance(held, board)
                if likely:
                    gains = won(paid, live, [strength(hand, board) for hand in held])
                    self.worth[(slice(None), end, *held)] = np.array(gains) * likely

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        letters = "abcd"[: self.forest.players]
        others = [p for p in range(self.forest.players) if p != player]
        terms = ",".join(f"e{letters[p]}" for p in others)
        at = self.forest.slots
        behind = np.einsum(
            f"e{letters},{terms}->e{letters[player]}",
            self.worth[player],
            *(reaches[p][at[p]] for p in others),
        )
        out = np.zeros_like(reaches[player])
        np.add.at(out, at[player], behind)
        return out


def fast_kuhn(players: int = 2) -> ForestGame:
    forest = grow(public_tree(kuhn(players), 0), players)
    deals = prod(range(2, players + 2))

    def chance(held: tuple[int, ...], _: int) -> float:
        return float(len(set(held)) == players) / deals

    payoff = Tensors(forest, players + 1, chance, lambda hand, _: hand)
    return ForestGame(forest, (players + 1,) * players, payoff)


def fast_leduc() -> ForestGame:
    """Three ranks, two cards of each; a hand is a rank."""
    forest = grow(public_tree(leduc, 3), 2)

    def chance(held: tuple[int, ...], board: int) -> float:
        left = [2, 2, 2]
        ways = 1
        for rank in (*held, *((board,) if board >= 0 else ())):
            ways *= left[rank]
            left[rank] -= 1
        return ways / (6 * 5 if board < 0 else 6 * 5 * 4)

    payoff = Tensors(forest, 3, chance, lambda hand, board: hand + 3 * (hand == board))
    return ForestGame(forest, (3, 3), payoff)


def plain_kuhn(players: int = 2) -> PlainGame:
    rules = kuhn(players)

    def after(held: tuple[int, ...], history: str) -> PlainNode:
        now = rules(history)
        if isinstance(now, Over):
            return Leaf(won(now.paid, now.live, held))
        return Turn(
            now.player,
            f"{held[now.player]}:{history}",
            tuple(after(held, history + a) for a in now.actions),
        )

    deals = list(permutations(range(players + 1), players))
    return PlainGame(Chance(tuple((1 / len(deals), after(d, "")) for d in deals)), players)


def plain_leduc() -> PlainGame:
    """Six cards, each deal of hands and board a branch of its own; card // 2 is the rank."""

    def after(held: tuple[int, int], board: int, history: str) -> PlainNode:
        now = leduc(history)
        if isinstance(now, Act):
            seen = f"[{board // 2}]".join(history.split("/"))
            return Turn(
                now.player,
                f"{held[now.player] // 2}:{seen}",
                tuple(after(held, board, history + a) for a in now.actions),
            )
        if now.deals:
            left = [card for card in range(6) if card not in held]
            return Chance(tuple((1 / 4, after(held, card, f"{history}/")) for card in left))
        strengths = [card // 2 + 3 * (card // 2 == board // 2) for card in held]
        return Leaf(won(now.paid, now.live, strengths))

    deals = list(permutations(range(6), 2))
    return PlainGame(Chance(tuple((1 / 30, after(d, -1, "")) for d in deals)), 2)
