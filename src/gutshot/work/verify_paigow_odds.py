"""What proves the odds of Pai Gow's side bets and main game: `CHECKS`, in order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.paigow.all_deals import count_all_deals
from gutshot.paigow.hands import SEVEN
from gutshot.paigow.house_ways import house_way
from gutshot.paigow.main_game import shipped_main_games
from gutshot.paigow.sevens import kind_counts, kinds_in
from gutshot.paigow.side_bets import (
    DEALS,
    FortuneTable,
    SideBet,
    ace_high_deals,
    fortune_odds,
    fortune_tables,
    push_ace_high_odds,
    push_ace_high_tables,
)
from gutshot.paigow.side_bets.push_ace_high import ace_high_ranks
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from gutshot.paigow.main_game import MainGame
    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

_FLUSH: Final = 5
_ERRORS: Final = 4


def _tables(progress: Progress) -> str:
    tables: list[SideBet] = [*fortune_tables(), *push_ace_high_tables()]
    for done, table in enumerate(tables):
        progress(done / len(tables))
        if isinstance(table, FortuneTable):
            odds = fortune_odds(table)
            edge = odds.edge
            if odds.net_units != _net_by_kinds(table):
                raise CheckFailedError(f"{table.id}: hands by kinds and by lines bring other sums")
        else:
            edge = push_ace_high_odds(table).edge
        if table.expected is None:
            continue  # a table of the user's
        said = Fraction(table.expected.edge_percent)
        if abs(100 * edge - said) > Fraction(1, 2 * 10 ** _places(table.expected.edge_percent)):
            raise CheckFailedError(
                f"{table.id}: the edge is {float(100 * edge):.6f} %, its file says"
                f" {table.expected.edge_percent} %"
            )
    return f"{len(tables)} pay tables of side bets have the edges that their files say"


def _net_by_kinds(table: FortuneTable) -> Fraction:
    """Pay every set of kinds by itself what it is paid best."""
    net = Fraction(0)
    for kinds, hands in zip(
        kind_counts().kinds.tolist(), kind_counts().hands.tolist(), strict=True
    ):
        paid = [table.pays[line] for line in kinds_in(kinds) if line in table.pays]
        net += sum(hands) * max(paid, default=Fraction(-1))
    return net


def _places(decimal: str) -> int:
    return len(decimal.partition(".")[2])


def _ace_high(progress: Progress) -> str:
    natural, joker = _suited(with_joker=False), _suited(with_joker=True)
    both_natural = _walk(natural, natural, (False, False), progress)
    one_joker = _walk(natural, joker, (False, True), lambda share: progress(0.5 + share / 2))
    found = ace_high_deals()
    if (both_natural, one_joker) != (found.both_natural, found.both_dealer_joker):
        raise CheckFailedError(
            f"both ace high: {both_natural} deals and {one_joker} with the dealer's joker, counted"
            f" are {found.both_natural} and {found.both_dealer_joker}"
        )
    return (
        f"{found.both:,} of {DEALS:,} deals have two ace-high hands, walked suit by suit as counted"
    )


def _suited(*, with_joker: bool) -> list[tuple[int, ...]]:
    """Return all suits of seven different ranks, or six beside the joker, that are no flush."""
    size, least = SEVEN - with_joker, _FLUSH - with_joker
    return [x for x in product(range(4), repeat=size) if max(Counter(x).values()) < least]


def _walk(
    first: list[tuple[int, ...]],
    second: list[tuple[int, ...]],
    joker: tuple[bool, bool],
    progress: Progress,
) -> int:
    """Return how many pairs of ace-high hands share no card, all suits of one against the other's.

    Which ranks two hands have in common says how many of their suits, in front, must differ.
    """
    size = len(second[0])
    firsts = Counter(_renamed(suits) for suits in first)
    seconds = np.array(second, np.int8)
    apart = np.zeros(size + 1, np.int64)
    for done, (suits, weight) in enumerate(firsts.items()):
        progress(done / len(firsts))
        differ = np.logical_and.accumulate(seconds != np.array(suits[:size], np.int8), axis=1)
        apart += weight * np.array([len(second), *differ.sum(axis=0).tolist()])
    ranks = [np.array(ace_high_ranks(joker=one)) for one in joker]
    common = np.bitwise_count(ranks[0][:, None] & ranks[1])
    sets = np.bincount(common.ravel(), minlength=size + 1)
    return sum(pairs * ways for pairs, ways in zip(sets.tolist(), apart.tolist(), strict=True))


def _renamed(suits: tuple[int, ...]) -> tuple[int, ...]:
    names: dict[int, int] = {}
    return tuple(names.setdefault(suit, len(names)) for suit in suits)


def _all_deals(progress: Progress) -> str:
    games = shipped_main_games()
    for done, game in enumerate(games):

        def told(share: float, done: int = done) -> None:
            progress((done + share) / len(games))

        counted = count_all_deals(house_way(game.way), progress=told)
        if counted != game.counted:
            raise CheckFailedError(f"{game.way}: the deals of the main game come to {counted}")
        if counted != tuple(row[::-1] for row in counted[::-1]):
            raise CheckFailedError(f"{game.way}: the two seats of the main game differ")
        _near(game)
    return (
        f"{DEALS:,} deals of two hands, set by {len(games)} house ways, come to what ships, alike"
        f" from both seats, and to what {games[0].deals:,} dealt ones say, within {_ERRORS} errors"
    )


def _near(game: MainGame) -> None:
    """Hold what was counted to what was dealt."""
    by_deals = game.dealt
    for name, counted, dealt in (
        ("bets without commission", game.edge(0), by_deals.edge(0)),
        ("bets won", game.shares[0], by_deals.shares[0]),
        ("bets pushed", game.shares[1], by_deals.shares[1]),
        ("copies", game.copies, by_deals.copies),
    ):
        if abs(counted.mean - dealt.mean) > _ERRORS * dealt.standard_error:
            raise CheckFailedError(
                f"{game.way}, {name}: {counted.mean:.6f} counted, {dealt.mean:.6f} dealt"
            )


CHECKS = [
    Check("Pai Gow, tables of side bets", _tables),
    Check("Pai Gow, two ace-high hands", _ace_high),
    Check("Pai Gow, all deals of the main game", _all_deals, full=True),
]
"""Seconds of one core; all deals take six minutes."""
