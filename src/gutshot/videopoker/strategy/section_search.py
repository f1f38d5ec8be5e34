"""Search of a priority list for the deals with one number of wild cards.

What is held falls into *groups* that no candidate phrase tells apart, so that a list is an order of
groups. From the one line that always fits, the search adds the phrase and place that gain most,
now and then taking every line out and putting back the best one. EVs are floats here: they rank
lists and decide no play; a finished list's cost is counted exactly elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.strategy import _kernels
from gutshot.videopoker.strategy.candidates import candidate_phrases, last_phrase
from gutshot.videopoker.strategy.choices import Choices
from gutshot.videopoker.strategy.held_sets import HeldSets, dealt_wild, held_ids, held_sets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.choices import Lines
    from gutshot.videopoker.strategy.phrases import Phrase

__all__ = ["Found", "Section", "held_groups"]

WORD_COST: Final = 2e-8
"""Return that a word more in a phrase must earn: between equal lists the plainer one is found."""

LEAST_GAIN: Final = 2e-10
"""Return that one more line must gain."""

WEDGE_BELOW: Final = 2e-5
"""Return a line must gain to be taken without looking for two that gain more together."""

_QUANTA: Final = 2.0**45

_USEFUL_SHARE: Final = 0.3
"""A phrase is a candidate if so much of what it fits is best somewhere."""

_TRIED: Final = 6
"""Of places and phrases that promise most, so many are counted on all deals."""

_POLISH_AT: Final = (8, 12, 16, 20, 23, 26, 30, 34, 39, 44)
"""List lengths at which all lines are put in question."""


@dataclass(frozen=True)
class Found:
    """A list of a section: lines as phrases, each line any of them; cost as a share of the bet."""

    lines: tuple[tuple[Phrase, ...], ...]
    cost: float


def held_groups(sets: HeldSets) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return a member of each group, and the group of each id.

    Groups keep the ranks apart, except of cards that make no straight and are more than two: those
    only by their tens and higher. With that, no phrase of `candidates` cuts through a group.
    """
    ranks = sets.ranks.astype(np.int64) + 1
    spelled = ((ranks[:, 0] * 14 + ranks[:, 1]) * 14 + ranks[:, 2]) * 14 + ranks[:, 3]
    plain = (sets.natural > 2) & sets.distinct & (sets.ways == 0) & ((sets.rank_set & 0xFF) != 0)
    key = np.where(plain, 14**4 + (sets.rank_set >> 8), spelled)
    key = ((key * 8 + sets.natural + 1) * 8 + sets.wild) * 2 + sets.suited
    key = np.where(sets.pat >= 0, -1 - sets.pat.astype(np.int64), key)
    _, member, group = np.unique(key, return_index=True, return_inverse=True)
    return member, group


def _part(sets: HeldSets, ids: NDArray[np.intp]) -> HeldSets:
    arrays: list[Any] = [getattr(sets, f.name)[ids] for f in fields(sets)[1:]]
    return HeldSets(sets.table, *arrays)


class Section:
    """The deals of a pay table with `dealt` wild cards, prepared for the search.

    evs : (classes, 32) EVs of all holds over `unit`, as of `strategy_return.all_evs`.
    """

    def __init__(self, table: PayTable, dealt: int, evs: NDArray[np.int64], unit: int) -> None:
        deals = deal_classes(table.deck.jokers)
        self.table = table
        self.dealt = dealt
        self.deals = np.flatnonzero(dealt_wild(table.deck) == dealt)
        sets = held_sets(table)
        member, group = held_groups(sets)
        weights = deals.weights[self.deals] / deals.weights.sum()
        of_hold = group[held_ids(table)[self.deals]]
        here = evs[self.deals]
        useful = np.zeros(len(member), np.bool_)
        useful[of_hold[here == here.max(axis=1, keepdims=True)]] = True
        kept, self.phrases, fits = self._phrases(
            _part(sets, member),
            useful,
            _summed(of_hold.ravel(), np.repeat(weights, 32), len(member)),
        )
        self._groups = len(kept)
        local = np.full(len(member), -1)
        local[kept] = np.arange(len(kept))
        order = sets.preference[held_ids(table)[self.deals]]
        worth = _quantised(here / unit * weights[:, None])
        by_preference = self._entries(local[of_hold], order, worth, weights)
        self._fits = fits[:, kept[by_preference]]
        self._fits_as_float = self._fits.astype(np.float64)
        phrase, self._members = np.nonzero(self._fits)
        self._member_starts = np.searchsorted(phrase, np.arange(len(self.phrases) + 1))
        self._choices = Choices(self._fits, self._starts, self._group_of, self._worth)
        self._known: dict[tuple[tuple[int, ...], ...], float] = {}
        self._best = float(worth.max(axis=1).sum())
        self._length = np.array([p.length for p in self.phrases], np.float64)
        self._made = np.array([_is_made(p) for p in self.phrases])
        self._last = self.phrases.index(last_phrase(dealt))
        sums = [_summed(self._group_of, x, self._groups) for x in (self._worth, self._weight)]
        worth, seen = self._over_members(np.column_stack(sums)).T
        self._mean_worth = worth / seen

    def _entries(
        self,
        group_of_hold: NDArray[np.intp],
        order: NDArray[np.int64],
        worth: NDArray[np.float64],
        weights: NDArray[np.float64],
    ) -> NDArray[np.intp]:
        """Keep what the kernels walk over: deals that offer the same groups are one.

        Any list of groups chooses the same group on all of them, so their worth is added up.
        Return the groups, preferred ones first: from here on they are numbered so.
        """
        groups = self._groups
        deal, mask = np.nonzero(group_of_hold >= 0)
        group = group_of_hold[deal, mask]
        order = np.unique(order[deal, mask], return_inverse=True)[1]
        sort = np.lexsort((mask, order, group, deal))
        first = np.diff(deal[sort] * groups + group[sort], prepend=-1) != 0
        deal, group, order = (each[sort][first] for each in (deal, group, order))
        flat = worth[deal, mask[sort][first]]
        names = np.zeros(len(group_of_hold), np.uint64)
        np.add.at(names, deal, _scrambled(groups)[group])
        _, kind = np.unique(names, return_inverse=True)
        cell, where = np.unique(kind[deal] * groups + group, return_inverse=True)
        first_of = np.full(groups, order.max() + 1)
        np.minimum.at(first_of, group, order)
        by_preference = np.argsort(first_of, kind="stable")
        number = np.argsort(by_preference, kind="stable")
        self._group_of = number[cell % groups].astype(np.int32)
        self._starts = np.searchsorted(cell // groups, np.arange(kind.max() + 2))
        self._worth = _summed(where, flat, len(cell))
        self._weight = _summed(where, weights[deal], len(cell))
        return by_preference

    def _phrases(
        self, members: HeldSets, useful: NDArray[np.bool_], share: NDArray[np.float64]
    ) -> tuple[NDArray[np.intp], list[Phrase], NDArray[np.bool_]]:
        """Return the groups that matter, the candidates that differ on them, and what these fit."""
        found: dict[bytes, tuple[Phrase, NDArray[np.bool_]]] = {}
        always = last_phrase(self.dealt)
        for phrase in candidate_phrases(self.table, self.dealt):
            fit = phrase.fits(members, self.dealt)
            total = share[fit].sum()
            if phrase != always and share[fit & useful].sum() <= _USEFUL_SHARE * total:
                continue
            other = found.get(key := fit.tobytes())
            if other is None or phrase.length < other[0].length:
                found[key] = (phrase, fit)
        fits = np.array([fit for _, fit in found.values()])
        return np.flatnonzero(fits.any(axis=0)), [phrase for phrase, _ in found.values()], fits

    def search(self, most: int) -> list[Found]:
        """Return the lists found, from one line to at most `most`, each dearer one left out."""
        lines: Lines = [(self._last,)]
        found = {1: self._found(lines)}
        polished_at = 0
        while len(lines) < most:
            longer = self._longer(lines)
            if longer is None or (len(lines) in _POLISH_AT and polished_at < len(lines)):
                polished_at = len(lines)
                better = self._polished(lines)
                if longer is None and self._scored(better) >= self._scored(lines) - LEAST_GAIN:
                    break
                lines = better
            else:
                lines = self._joined(longer)
            now = self._found(lines)
            if len(lines) not in found or now.cost < found[len(lines)].cost:
                found[len(lines)] = now
        return _cheaper_and_cheaper(found)

    def _longer(self, lines: Lines) -> Lines | None:
        """Return the list with a line more, or two where that gains more a line."""
        now = self._scored(lines)
        best = self._grown(lines, now)
        gain = now - self._scored(best) if best is not None else 0.0
        twos = [self._parted(lines)]
        if gain < WEDGE_BELOW:
            twos.append(self._wedged(lines))
        for two in twos:
            if two is not None:
                each = (now - self._scored(two)) / (len(two) - len(lines))
                if each > gain:
                    best, gain = two, each
        return best

    def _wedged(self, lines: Lines) -> Lines | None:
        """Return the list with a new line driven into an old one, if that gains.

        A part of what the old line fits is said in front of it, and the new line follows that part.
        """
        self._choices.choose(lines)
        of_group = self._choices.line_of_group(lines)
        gains = self._over_members(np.ascontiguousarray(self._choices.offers().T))
        base = self._scored(lines)
        best: Lines | None = None
        least = base - LEAST_GAIN
        found: list[tuple[float, int, int, int]] = []
        # how many groups of each line a phrase fits, and of all lines behind it
        decided = np.zeros((self._groups, len(lines) + 1))
        decided[np.arange(self._groups), of_group] = 1
        fitted = self._fits_as_float @ decided
        behind = fitted[:, ::-1].cumsum(axis=1)[:, ::-1]
        whole = (gains @ decided)[:, ::-1].cumsum(axis=1)[:, ::-1]
        for place, line in enumerate(lines):
            if len(line) > 1 or line == (self._last,):
                continue
            here = fitted[:, place]
            inside = np.flatnonzero(of_group == place)
            parts = np.flatnonzero((here > 0) & (here < len(inside)) & (behind[:, place + 1] == 0))
            if not len(parts):
                continue
            # of parts that are alike inside the line one will do
            fits = self._fits[np.ix_(parts, inside)]
            rows: dict[bytes, int] = {}
            for at, row in enumerate(np.packbits(fits, axis=1)):
                rows.setdefault(row.tobytes(), at)
            first = list(rows.values())
            parts = parts[first]
            gain = whole[:, place] - fits[first].astype(np.float64) @ gains[:, inside].T
            gain -= WORD_COST * (self._length[parts][:, None] + self._length)
            part, phrase = divmod(int(gain.argmax()), len(self.phrases))
            found.append((float(gain[part, phrase]), place, int(parts[part]), phrase))
        for expected, place, part, phrase in sorted(found, reverse=True)[:_TRIED]:
            if expected <= LEAST_GAIN:
                break
            wedged = [*lines[:place], (part,), (phrase,), *lines[place:]]
            if (cost := self._scored(wedged)) < least:
                best, least = wedged, cost
        return best

    def _parted(self, lines: Lines) -> Lines | None:
        """Return the list with a line of made hands parted by a new line, if that gains."""
        best: Lines | None = None
        least = self._scored(lines) - LEAST_GAIN
        for place, line in enumerate(lines):
            if len(line) < 2:
                continue
            dearest = sorted(line, key=self._mean_worth.__getitem__, reverse=True)
            for cut in range(1, len(line)):
                above, below = tuple(dearest[:cut]), tuple(dearest[cut:])
                parted = [*lines[:place], above, below, *lines[place + 1 :]]
                self._choices.choose(parted)
                behind = self._choices.gains()[place + 1 :].sum(axis=0)
                gains = self._over_members(behind[:, None])[:, 0] - WORD_COST * self._length
                phrase = int(gains.argmax())
                if gains[phrase] <= LEAST_GAIN:
                    continue
                parted.insert(place + 1, (phrase,))
                if (cost := self._scored(parted)) < least:
                    best, least = parted, cost
        return best

    def _found(self, lines: Lines) -> Found:
        phrases = tuple(tuple(self.phrases[p] for p in line) for line in lines)
        return Found(phrases, self._cost(lines))

    def _cost(self, lines: Lines) -> float:
        key = tuple(lines)
        if key not in self._known:
            self._known[key] = self._best - self._choices.worth(lines)
        return self._known[key]

    def _scored(self, lines: Lines) -> float:
        words: float = sum(self._length[p] for line in lines for p in line)
        return self._cost(lines) + WORD_COST * words

    def _gains(self, lines: Lines) -> NDArray[np.float64]:
        """Return (phrases, lines): what each phrase would gain in front of each line.

        Exact but for deals on which one phrase fits two holds.
        """
        return self._over_members(self._behind(lines)) - WORD_COST * self._length[:, None]

    def _behind(self, lines: Lines) -> NDArray[np.float64]:
        """Return (groups, lines): what taking each group would gain in front of each line."""
        self._choices.choose(lines)
        return np.ascontiguousarray(self._choices.gains()[::-1].cumsum(axis=0)[::-1].T)

    def _insertions(self, lines: Lines) -> list[tuple[float, int, int]]:
        """Return the highest gains as of `_gains`, phrase and place; of equal ones one.

        Of phrases that gain alike the first is plainest; the lowest place moves least.
        """
        best, where = np.empty(_TRIED), np.zeros((_TRIED, 2), np.int64)
        _kernels.best_insertions(
            self._member_starts,
            self._members,
            self._behind(lines),
            WORD_COST * self._length,
            np.empty(len(lines)),
            best,
            where,
        )
        found = zip(best.tolist(), where.tolist(), strict=True)
        return [(gain, phrase, place) for gain, (phrase, place) in found if gain > -np.inf]

    def _over_members(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each phrase the sum of the rows (groups, n) of what it fits."""
        sums = np.empty((len(self.phrases), rows.shape[1]))
        _kernels.add_members(self._member_starts, self._members, rows, sums)
        return sums

    def _grown(self, lines: Lines, most_cost: float) -> Lines | None:
        """Return the list with one line more that costs least, None if not under `most_cost`."""
        base = self._scored(lines)
        best: Lines | None = None
        least = most_cost - LEAST_GAIN
        for gain, phrase, place in self._insertions(lines):
            if base - gain >= least:
                break
            grown = [*lines[:place], (phrase,), *lines[place:]]
            if (cost := self._scored(grown)) < least:
                best, least = grown, cost
        return best

    def _joined(self, lines: Lines) -> Lines:
        """Let lines of made hands take in whatever made hand gains there: that is no line more."""
        while True:
            gains = self._gains(lines)
            gains[~self._made] = 0
            for place, line in enumerate(lines):
                if not all(self._made[p] for p in line):
                    gains[:, place] = 0
            phrase, place = divmod(int(gains.argmax()), len(lines))
            if gains[phrase, place] <= LEAST_GAIN:
                return lines
            joined = list(lines)
            joined[place] = (*lines[place], phrase)
            if self._scored(joined) >= self._scored(lines) - LEAST_GAIN:
                return lines
            lines = joined

    def _shortened(self, lines: Lines) -> Lines:
        """Leave out every line, and every hand of a line of made hands, that earns nothing."""
        for at in reversed(range(len(lines))):
            for phrase in lines[at]:
                left = tuple(p for p in lines[at] if p != phrase)
                without = [*lines[:at], *([left] if left else []), *lines[at + 1 :]]
                if phrase != self._last and self._scored(without) <= self._scored(lines):
                    lines = without
                    if not left:
                        break
        return lines

    def _polished(self, lines: Lines) -> Lines:
        """Take out one line after the other and put the best one in, until nothing gains."""
        for _ in range(3):
            before = self._scored(lines)
            lines = self._shortened(lines)
            for line in list(lines):
                if len(line) > 1 or line == (self._last,) or line not in lines:
                    continue
                rest = [other for other in lines if other != line]
                grown = self._grown(rest, self._scored(lines))
                if grown is not None:
                    lines = grown
            if self._scored(lines) >= before - LEAST_GAIN:
                return lines
        return lines


def _quantised(worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round to multiples of 2**-45: sums of these are exact, whatever the order of adding."""
    rounded: NDArray[np.float64] = np.rint(worth * _QUANTA) / _QUANTA
    return rounded


def _summed(at: NDArray[np.integer], what: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    sums: NDArray[np.float64] = np.bincount(at, what, count).astype(np.float64)
    return sums


def _scrambled(count: int) -> NDArray[np.uint64]:
    """Return 64-bit numbers (splitmix64) whose sums name sets: alike only for equal sets."""
    x = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _cheaper_and_cheaper(found: dict[int, Found]) -> list[Found]:
    out: list[Found] = []
    for length in sorted(found):
        if not out or found[length].cost < out[-1].cost:
            out.append(found[length])
    return out


def _is_made(phrase: Phrase) -> bool:
    """Return whether a phrase names a hand that stands without a draw, pairs left out."""
    return phrase.head in {"pat", "two_pair"} or (phrase.head == "alike" and phrase.count > 2)
