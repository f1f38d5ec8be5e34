"""Strategies for any pay table, from short to exact, and what each length costs.

For each number of wild cards the search finds lists of every length (`section_search`), and the
exceptions that make a list exact (`penalties`). Lists of different sections don't meet, so the best
lines for a total length are a choice of one option a section.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.cards.decks import RANKS
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import common_denominator
from gutshot.videopoker.strategy.following import UNCOVERED, follow, order_of_phrase
from gutshot.videopoker.strategy.held_sets import dealt_wild, held_ids, held_sets
from gutshot.videopoker.strategy.penalties import Rule, learn_rules
from gutshot.videopoker.strategy.phrases import Phrase
from gutshot.videopoker.strategy.priority_list import Line, Strategy
from gutshot.videopoker.strategy.section_search import Section
from gutshot.videopoker.strategy_return import all_evs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.section_search import Found

    Progress = Callable[[float], None]

__all__ = ["Generated", "Option", "generate"]

_MOST_LINES: Final = 60
_BASES: Final = 3
_MANY: Final = 40
"""Exceptions after which no other list is tried as a base: all would need as many."""

_ROUNDS: Final = ("lines", "lists", "cards")
"""Words for the better hold: those of a line; lists of cards; the cards of each deal."""

_NEVER: Final = np.int64(1) << 40


@dataclass(frozen=True)
class Option:
    """A strategy of some length. size : lines and exceptions. cost : return lost, as a float."""

    size: int
    cost: float
    strategy: Strategy


@dataclass(frozen=True, eq=False)
class Generated:
    """Strategies for a pay table.

    options : longer and longer, each cheaper than those before; the last is the exact one.
    """

    table: PayTable
    options: tuple[Option, ...]

    def at_most(self, size: int) -> Option:
        """Return the cheapest strategy of at most `size` lines and exceptions."""
        return max((o for o in self.options if o.size <= size), key=lambda o: o.size)

    def within(self, cost: float) -> Option:
        """Return the shortest strategy that costs at most `cost`, a share of the bet."""
        return next((o for o in self.options if o.cost <= cost), self.options[-1])

    @property
    def exact(self) -> Option:
        """The longest one."""
        return self.options[-1]


@dataclass(frozen=True)
class _Part:
    """Lines of one section, with what they cost."""

    size: int
    cost: float
    lines: tuple[Line, ...]


def generate(table: PayTable, progress: Progress | None = None) -> Generated:
    """Return strategies for a pay table, from the shortest to an exact one."""
    # the products here are small: threads that wait for each other take longer than one alone
    with threadpool_limits(1, "blas"):
        return _generated(table, progress)


def _generated(table: PayTable, progress: Progress | None) -> Generated:
    tell = progress or (lambda _: None)
    evs = all_evs(table)
    unit = common_denominator(table.deck) * table.scale
    rules = _Rules(table, evs, unit)
    dealt = np.unique(dealt_wild(table.deck))
    fronts = []
    done = 0.0
    shares = np.bincount(dealt_wild(table.deck)) / len(evs)
    for wild in dealt:
        section = Section(table, int(wild), evs, unit)
        tell(float(done + 0.2 * shares[wild]))
        found = section.search(_MOST_LINES)
        tell(float(done + 0.6 * shares[wild]))
        fronts.append(_front(_parts(found, int(wild), rules)))
        done += float(shares[wild])
        tell(min(done, 1.0))
    options = []
    for parts in _together(fronts):
        lines = tuple(line for part in parts for line in part.lines)
        size = sum(part.size for part in parts)
        cost = float(sum(part.cost for part in parts))
        options.append(Option(size, cost, Strategy(lines)))
    return Generated(table, tuple(options))


def _parts(found: list[Found], dealt: int, rules: _Rules) -> list[_Part]:
    """Return all options of a section: its lists, and some lists with their exceptions."""
    parts = [
        rules.counted(tuple(Line(phrases, dealt) for phrases in one.lines), dealt) for one in found
    ]
    step = max(1, len(parts) // 12)
    for base in parts[::-1][: _BASES * step : step]:
        options = rules.options(base, dealt)
        parts += options
        if len(options) > _MANY:
            break
    return parts


def _front(parts: list[_Part]) -> list[_Part]:
    """Leave out what is not cheaper than something as short."""
    out: list[_Part] = []
    for part in sorted(parts, key=lambda p: (p.size, p.cost)):
        if not out or part.cost < out[-1].cost - 1e-16:
            out.append(part)
    return out


def _together(fronts: list[list[_Part]]) -> list[tuple[_Part, ...]]:
    """Return the best choice of one part a section for each total size, cheaper and cheaper."""
    best: dict[int, tuple[float, tuple[_Part, ...]]] = {0: (0.0, ())}
    for front in fronts:
        grown: dict[int, tuple[float, tuple[_Part, ...]]] = {}
        for size, (cost, parts) in best.items():
            for part in front:
                total = (cost + part.cost, (*parts, part))
                at = size + part.size
                if at not in grown or total[0] < grown[at][0]:
                    grown[at] = total
        best = grown
    out: list[tuple[_Part, ...]] = []
    least = float("inf")
    for size in sorted(best):
        cost, parts = best[size]
        if cost < least - 1e-16:
            out.append(parts)
            least = cost
    return out


class _Rules:
    """The exceptions of lists of one pay table."""

    def __init__(self, table: PayTable, evs: NDArray[np.int64], unit: int) -> None:
        self.table = table
        self.evs = evs
        self.best = evs.max(axis=1)
        self.sets = held_sets(table)
        self.ids = held_ids(table)
        deals = deal_classes(table.deck.jokers)
        self.cards = deals.cards
        self.share = deals.weights / (deals.weights.sum() * unit)

    def options(self, base: _Part, dealt: int) -> list[_Part]:
        """Return the list with one exception more each, most worth first, down to cost 0."""
        lines = base.lines
        learned: list[tuple[int, Rule]] = []
        for said in _ROUNDS:
            fresh = self._learn(lines, dealt, said)
            learned += fresh
            lines = _with_rules(base.lines, learned)
        learned.sort(key=lambda one: -one[1].gain / one[1].instead.size)
        used = self._used(base.lines, learned, dealt)
        learned = [one for one, (deals, _) in zip(learned, used, strict=True) if deals]
        out = []
        cost, size = base.cost, base.size
        for count, (_, gain) in enumerate((one for one in used if one[0]), 1):
            cost -= gain
            size += learned[count - 1][1].instead.size
            some = _with_rules(base.lines, learned[:count])
            last = count == len(learned)
            out.append(_Part(size, self.cost(some, dealt) if last else cost, some))
        return out

    def _used(
        self, lines: tuple[Line, ...], learned: list[tuple[int, Rule]], dealt: int
    ) -> list[tuple[int, float]]:
        """Return for each exception how many classes take it, and what it adds to the return.

        A deal takes the first exception that fits it: those behind change nothing of that.
        """
        at, own, _ = self._played(lines, dealt)
        followed = follow(Strategy(_with_rules(lines, learned)), self.table, only=dealt)
        change = self.evs[at, followed.masks[at].astype(np.int64)] - self.evs[at, own]
        added = change * self.share[at]
        of_line: list[Iterator[tuple[int, float]]] = []
        for number in range(len(lines)):
            here = followed.lines[at] == number
            taken = followed.exceptions[at][here] + 1
            most = sum(one == number for one, _ in learned) + 1
            counts = np.bincount(taken, minlength=most)[1:].tolist()
            gains = np.bincount(taken, added[here], most)[1:].tolist()
            of_line.append(zip(counts, gains, strict=True))
        return [next(of_line[number]) for number, _ in learned]

    def counted(self, lines: tuple[Line, ...], dealt: int) -> _Part:
        """Return the lines that decide a deal, and what they lose."""
        at, masks, deciding = self._played(lines, dealt)
        used = set(deciding.tolist())
        kept = tuple(line for number, line in enumerate(lines) if number in used)
        lost = self._lost(at, masks)
        joined = _with_singles_joined(kept)
        if len(joined) < len(kept) and (cost := self.cost(joined, dealt)) <= lost:
            kept, lost = joined, cost
        return _Part(len(kept), lost, kept)

    def _played(
        self, lines: tuple[Line, ...], dealt: int
    ) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        """Return a section's deals, the masks played and the lines that decide."""
        followed = follow(Strategy(lines), self.table, only=dealt)
        at = np.flatnonzero(followed.masks != UNCOVERED)
        return at, followed.masks[at].astype(np.int64), followed.lines[at].astype(np.int64)

    def cost(self, lines: tuple[Line, ...], dealt: int) -> float:
        """Return what lines of a section lose, as a share of the bet."""
        at, masks, _ = self._played(lines, dealt)
        return self._lost(at, masks)

    def _lost(self, at: NDArray[np.intp], masks: NDArray[np.int64]) -> float:
        lost = self.best[at] - self.evs[at, masks]
        return float((lost * self.share[at]).sum())

    def _learn(self, lines: tuple[Line, ...], dealt: int, said: str) -> list[tuple[int, Rule]]:
        """Return exceptions, each with the place of its line, for the deals played wrong."""
        at, masks, deciding = self._played(lines, dealt)
        # what is said of the hold above is said of the line's own, whatever is played instead
        _, own, _ = self._played(tuple(replace(line, exceptions=()) for line in lines), dealt)
        wrong = np.flatnonzero(self.evs[at, masks] < self.best[at])
        other = self._other_phrases(lines, dealt, at[wrong], deciding[wrong], said)
        wanted: dict[tuple[int, Phrase], None] = defaultdict(None)
        for deal, phrase in zip(wrong, other, strict=True):
            wanted[int(deciding[deal]), phrase] = None
        out = []
        for number, phrase in wanted:
            here = np.flatnonzero(deciding == number)
            order = order_of_phrase((phrase,), self.sets, dealt)[self.ids[at[here]]]
            order[np.arange(len(here)), own[here]] = _NEVER
            row, held = np.nonzero(order < _NEVER)
            deals, played, above = at[here[row]], masks[here[row]], own[here[row]]
            now, then = self.evs[deals, played], self.evs[deals, held]
            # an exception may take a deal only if it plays it as well as can be
            change = np.where(then == self.best[deals], then - now, np.minimum(then - now, -1))
            # of tied holds of a deal one carries the gain
            better = np.flatnonzero(change > 0)
            change[better[np.diff(deals[better], prepend=-1) == 0]] = 0
            gains = change * self.share[deals]
            rules = learn_rules(phrase, self.cards[deals], above, held, gains, self.table.deck)
            out += [(number, rule) for rule in rules]
        return out

    def _other_phrases(
        self,
        lines: tuple[Line, ...],
        dealt: int,
        deals: NDArray[np.intp],
        deciding: NDArray[np.int64],
        how: str,
    ) -> list[Phrase]:
        """Return for each deal words for a best hold, in one of the ways of `_ROUNDS`."""
        said = [phrase for line in lines for phrase in line.phrases]
        first = np.full(len(self.sets), len(said))
        if how == "lines":
            for at in reversed(range(len(said))):
                first[said[at].fits(self.sets, dealt)] = at
        lists: defaultdict[tuple[int, int, str], set[str]] = defaultdict(set)
        keys = []
        for deal, line in zip(deals, deciding, strict=True):
            masks = np.flatnonzero(self.evs[deal] == self.best[deal])
            held = self.ids[deal, masks]
            at = int(first[held].min())
            phrase = said[at] if at < len(said) else self._cards(int(held[0]))
            key = None
            if how == "lists" and phrase.head == "cards":
                key = (int(line), len(phrase.cards[0]), phrase.suit)
                lists[key].update(phrase.cards)
            keys.append((phrase, key))
        return [
            phrase if key is None else replace(phrase, cards=tuple(sorted(lists[key])))
            for phrase, key in keys
        ]

    def _cards(self, held: int) -> Phrase:
        """Return the phrase that spells out what is held."""
        line = int(self.sets.pat[held])
        if line >= 0:
            return Phrase("pat", category=self.table.lines[line].canonical)
        natural = int(self.sets.natural[held])
        if not natural:
            return Phrase("wild_only") if self.sets.wild[held] else Phrase("nothing")
        ranks = "".join(RANKS[rank] for rank in self.sets.ranks[held, :natural])
        suit = "suited" if self.sets.suited[held] else "offsuit"
        return Phrase("cards", cards=(ranks,), suit=suit if natural > 1 else "")


def _with_singles_joined(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Say lines for single cards that follow each other as one: ``A/K/Q only``."""
    out: list[Line] = []
    for single, run in groupby(lines, key=_is_single):
        some = list(run)
        if single and len(some) > 1:
            cards = (line.phrases[0].cards[0] for line in some)
            falling = tuple(sorted(cards, key=RANKS.index, reverse=True))
            some = [replace(some[0], phrases=(Phrase("cards", cards=falling),))]
        out += some
    return tuple(out)


def _is_single(line: Line) -> bool:
    """Return whether a line holds a card of one rank, and says no more."""
    card = line.phrases[0].cards[:1]
    return line.phrases == (Phrase("cards", cards=card),) and len(card[0] if card else "") == 1


def _with_rules(lines: tuple[Line, ...], learned: list[tuple[int, Rule]]) -> tuple[Line, ...]:
    out = list(lines)
    for number, rule in learned:
        out[number] = replace(out[number], exceptions=(*out[number].exceptions, rule.instead))
    return tuple(out)
