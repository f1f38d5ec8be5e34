"""Exceptions of a priority list, learned from the deals that it plays wrong.

A list without conditions can't see the discards. For each line and each other hold that would have
been better, the rules found here say by penalty cards exactly when: a rule is a set of conditions
that all deals it takes meet, none of which it makes worse. What no rule separates is named deal by
deal, so that all exceptions together make a list exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.videopoker.strategy.condition_grid import telling_conditions
from gutshot.videopoker.strategy.conditions import (
    MOST,
    NONE,
    SOME,
    Condition,
    Holdings,
    pattern_of_code,
)
from gutshot.videopoker.strategy.priority_list import Instead

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck
    from gutshot.videopoker.strategy.phrases import Phrase

__all__ = ["Rule", "learn_rules"]

_QUANTA: Final = 2.0**52
_WIDTH: Final = 8
_DEPTH: Final = 6
_LEAST_DEALS: Final = 3
"""A rule of several conditions says less than the ranks themselves if it takes fewer deals."""

_FLUSH_WORDS: Final = tuple(
    Condition("flush", span, above=above) for above in (False, True) for span in (NONE, SOME)
)
_SUIT_COUNTS: Final = tuple(
    Condition("suits", span) for span in ((1, 1), (2, 2), (2, MOST), (3, 3))
)
_SUIT_WORDS: Final = (
    (),
    *((c,) for c in (*_FLUSH_WORDS, *_SUIT_COUNTS)),
    *product(_FLUSH_WORDS[:2], _FLUSH_WORDS[2:]),
    *product(_FLUSH_WORDS, _SUIT_COUNTS),
)
"""What is said of suits in front of discards that are named rank by rank, plainest first."""


@dataclass(frozen=True)
class Rule:
    """One exception. gain : what it adds to the return, as a share of the bet; deals : classes."""

    instead: Instead
    gain: float
    deals: int


def learn_rules(
    phrase: Phrase,
    cards: NDArray[np.uint8],
    above: NDArray[np.integer],
    held: NDArray[np.integer],
    gains: NDArray[np.float64],
    deck: Deck,
) -> list[Rule]:
    """Return exceptions that take every deal with a gain and none with a loss, by gain.

    phrase : the other hold. cards : (n, 5) deals of a line, once for each hold of theirs that the
    phrase fits; above, held : (n,) masks of the line's hold and of this one; gains : (n,) change of
    the return, negative where the hold is not as good as any.
    """
    # sums of multiples of 2**-52 are exact, so that the order of adding decides nothing
    gains = np.rint(gains * _QUANTA) / _QUANTA
    told = np.flatnonzero(gains)
    cards, above, held, gains = cards[told], above[told], held[told], gains[told]
    of_line, of_other = Holdings(cards, above, deck), Holdings(cards, held, deck)
    conditions, met = telling_conditions(of_line, of_other)
    left = np.maximum(gains, 0)
    harm = gains < 0
    rules = []
    while left.any():
        chosen = _best_rule(met, left, harm)
        if chosen is None:
            break
        taken = np.logical_and.reduce(met[:, list(chosen)], axis=1)
        if (taken & (left > 0)).sum() < _LEAST_DEALS and len(chosen) > 1:
            break
        said = _plainest(tuple(conditions[at] for at in chosen))
        rules.append(_rule(phrase, said, left, taken))
    rules += _spelled_out(phrase, of_line, of_other, left, harm)
    return sorted(rules, key=lambda rule: -rule.gain)


def _spelled_out(
    phrase: Phrase,
    above: Holdings,
    held: Holdings,
    left: NDArray[np.float64],
    harm: NDArray[np.bool_],
) -> list[Rule]:
    """Return exceptions that name discards rank by rank, and where that is too coarse, deals."""
    rules: list[Rule] = []
    if not left.any():
        return rules
    _, number = np.unique(held.deals, axis=0, return_inverse=True)
    for codes, say in ((held.pattern_codes, _patterns), (number, _exactly)):
        for conditions in _SUIT_WORDS:
            met = np.ones(len(left), np.bool_)
            for condition in conditions:
                met &= (above if condition.above else held).meet(condition)
            good = np.setdiff1d(codes[met & (left > 0)], codes[met & harm])
            taken = met & np.isin(codes, good) & (left > 0)
            if taken.any():
                _, first = np.unique(codes[taken], return_index=True)
                said = say(held.take(np.flatnonzero(taken)[first]))
                rules.append(_rule(phrase, (*conditions, said), left, taken))
    return rules


def _patterns(holdings: Holdings) -> Condition:
    patterns = tuple(pattern_of_code(int(code)) for code in holdings.pattern_codes[::-1])
    return Condition("pattern", patterns=patterns)


def _exactly(holdings: Holdings) -> Condition:
    return Condition("exactly", deals=tuple(tuple(deal) for deal in holdings.deals.tolist()))


def _rule(
    phrase: Phrase,
    conditions: tuple[Condition, ...],
    left: NDArray[np.float64],
    taken: NDArray[np.bool_],
) -> Rule:
    """Return an exception, and take what it gains from what is left to gain."""
    better = taken & (left > 0)
    rule = Rule(Instead(phrase, conditions), float(left[better].sum()), int(better.sum()))
    left[better] = 0
    return rule


def _best_rule(
    met: NDArray[np.bool_], left: NDArray[np.float64], harm: NDArray[np.bool_]
) -> tuple[int, ...] | None:
    """Return the conditions, as places, that take most of `left` and nothing of `harm`.

    A beam search: sets of conditions grow by the one that keeps most gain a deal of harm.
    """
    if not harm.any():
        return ()
    told = np.flatnonzero((left > 0) | harm)
    met, left, harm = met[told], left[told], harm[told]
    rows, first = np.unique(np.packbits(met, axis=1), axis=0, return_inverse=True)
    as_float = np.zeros((len(rows), met.shape[1]))
    as_float[first] = met
    hurt = np.bincount(first, harm, len(rows)).astype(np.float64)
    left = np.bincount(first, left, len(rows)).astype(np.float64)
    met = as_float > 0
    met_by_hurt = np.ascontiguousarray(met[hurt > 0].T)
    beam: list[tuple[tuple[int, ...], NDArray[np.bool_]]] = [((), np.ones(len(left), np.bool_))]
    best: tuple[int, ...] | None = None
    most = 0.0
    for _ in range(_DEPTH):
        takes = np.stack([taken for _, taken in beam])
        both = np.concatenate([takes * left, takes * hurt]) @ as_float
        grown: dict[bytes, tuple[float, tuple[int, ...], NDArray[np.bool_]]] = {}
        for at, (chosen, taken) in enumerate(beam):
            gain, hurts = both[at], both[len(beam) + at]
            clean = np.where(hurts < 0.5, gain, 0)
            if clean.size and clean.max() > most * (1 + 1e-9):
                most = float(clean.max())
                best = _without_needless((*chosen, int(clean.argmax())), met_by_hurt)
            before = (left * taken).sum() / (hurt * taken).sum()
            score = gain * np.log1p(gain / np.maximum(hurts, 1) / before)
            score[(hurts < 0.5) | (gain <= most)] = 0
            for more in _highest(score):
                if score[more] > 0:
                    rest = taken & met[:, more]
                    said = (*chosen, int(more))
                    grown.setdefault(rest.tobytes(), (float(score[more]), said, rest))
        beam = [(c, t) for _, c, t in sorted(grown.values(), key=lambda one: -one[0])[:_WIDTH]]
        if not beam:
            break
    return best


def _highest(score: NDArray[np.float64]) -> list[int]:
    """Return the places of the `_WIDTH` highest scores, of equal ones the first."""
    some = np.arange(len(score))
    if len(score) > _WIDTH:
        some = np.flatnonzero(score >= np.partition(score, -_WIDTH)[-_WIDTH])
    highest: list[int] = some[np.argsort(-score[some], kind="stable")][:_WIDTH].tolist()
    return highest


def _without_needless(chosen: tuple[int, ...], met_by_hurt: NDArray[np.bool_]) -> tuple[int, ...]:
    """Leave out the conditions without which still nobody is hurt.

    met_by_hurt : (conditions, deals) what each deal that must not be taken meets.
    """
    for at in chosen:
        rest = [other for other in chosen if other != at]
        if not met_by_hurt[rest].all(axis=0).any():
            chosen = tuple(rest)
    return chosen


def _plainest(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Put conditions in the order in which they are said: what is held first."""
    order = ("held", "flush", "straight", "discards", "suited_discards", "suits")
    return tuple(sorted(conditions, key=lambda c: (c.above, order.index(c.kind), -c.ranks)))
