"""What every deal chooses under a priority list, kept up to date while lines come and go.

The search asks about one list after another that differ in a line or two. Of all deals only those
that offer a group whose line has changed can choose anew, so that a question costs a fraction of
choosing for all deals. Worths are multiples of one small unit and their sums exact, so that what is
added up step by step equals what is added up at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.videopoker.strategy import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Choices", "Lines"]

Lines = list[tuple[int, ...]]
"""A priority list: each line the phrases, by number, any of which fits."""

_NO_ROW: Final = -1

_KNOWN: Final = 64

_Name = tuple[tuple[int, ...], int]
"""A line, and how often it is said again behind it."""


class _Read(NamedTuple):
    """A list's lines by name, and the first line that fits each group, `len(names)` for none."""

    names: list[_Name]
    line_of_group: NDArray[np.int64]


class Choices:
    """Choices of all deals under one list, the *present* one, and what other lists would cost.

    fits : (phrases, groups) which groups a phrase fits; of one line a deal prefers the group with
    the lowest number.
    starts : (deals + 1,) bounds of each deal's entries.
    group_of : (entries,) the groups that a deal offers, each once, at most 64.
    worth : (entries,) EV x weight of choosing it, in multiples of a unit that makes sums exact.
    """

    def __init__(
        self,
        fits: NDArray[np.bool_],
        starts: NDArray[np.int64],
        group_of: NDArray[np.int32],
        worth: NDArray[np.float64],
    ) -> None:
        deals = len(starts) - 1
        self.groups = fits.shape[1]
        self._fits = fits
        self._entries = starts, group_of, worth
        by_group = np.argsort(group_of, kind="stable")
        deal_of_entry = np.repeat(np.arange(deals, dtype=np.int32), np.diff(starts))
        self._offering = deal_of_entry[by_group]
        self._offering_starts = np.searchsorted(group_of[by_group], np.arange(self.groups + 1))
        self._chosen = np.zeros(deals, np.int32)
        self._group_now = np.zeros(deals, np.int32)
        self._seen = np.zeros(deals + 1, np.int32)
        self._moved = np.zeros((2, deals), np.int32)
        self._known: dict[tuple[tuple[int, ...], ...], _Read] = {}
        self._present = _Read([], np.zeros(self.groups, np.int64))
        self._total = 0.0
        self._rows: dict[_Name, int] = {}
        self._gains = np.zeros((1, self.groups))

    def line_of_group(self, lines: Lines) -> NDArray[np.int64]:
        """Return (groups,) the first line that fits each group, `len(lines)` where none does."""
        return self._read(lines).line_of_group

    def worth(self, lines: Lines) -> float:
        """Return what all deals' choices under a list are worth together."""
        then = self._read(lines)
        if self._is_near(then):
            return self._total + self._moves(then)[0]
        self.choose(lines)
        return self._total

    def choose(self, lines: Lines) -> None:
        """Make a list the present one."""
        then = self._read(lines)
        if then is self._present:
            return
        if self._is_near(then):
            change, count = self._moves(then)
            rows = self._rows
            self._keep_rows(then)
            before = [rows[x] if x in self._rows else _NO_ROW for x in self._present.names]
            _kernels.move_gains(
                *self._entries,
                self._chosen,
                self._group_now,
                self._moved,
                count,
                np.append(before, _NO_ROW)[self._present.line_of_group],
                self._row_of_group(then),
                self._gains,
            )
            self._total += change
        else:
            self._choose_all(then)
        self._present = then

    def gains(self) -> NDArray[np.float64]:
        """Return (lines, groups): what taking a group would gain where a line decides now."""
        return self._gains[[self._rows[name] for name in self._present.names]]

    def offers(self) -> NDArray[np.float64]:
        """Return (groups, groups): what the second would gain where the first is chosen now."""
        offered = np.zeros((self.groups, self.groups))
        _kernels.offers(*self._entries, self._chosen, offered)
        return offered

    def _read(self, lines: Lines) -> _Read:
        """Return what a list says of groups; a list is asked about several times in a row."""
        key = tuple(lines)
        if key not in self._known:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            of_group = np.full(self.groups, len(lines), np.int64)
            for at in range(len(lines) - 1, -1, -1):
                for phrase in lines[at]:
                    of_group[self._fits[phrase]] = at
            # when a line is said again in front, the last one keeps its name
            names = [(line, key[at + 1 :].count(line)) for at, line in enumerate(key)]
            self._known[key] = _Read(names, of_group)
        return self._known[key]

    def _choose_all(self, then: _Read) -> None:
        total = np.zeros(1)
        starts, group_of, worth = self._entries
        _kernels.choose_groups(starts, group_of, self._keys(then), worth, self._chosen, total)
        self._group_now = group_of[self._chosen]
        self._total = float(total[0])
        self._rows = {}
        self._gains[:] = 0
        self._keep_rows(then)
        _kernels.insertion_gains(
            starts, group_of, worth, self._row_of_group(then), self._chosen, self._gains
        )

    def _keep_rows(self, then: _Read) -> None:
        """Give every line a row of gains, an empty one to a new line."""
        rows = {name: self._rows[name] for name in then.names if name in self._rows}
        self._gains[[row for name, row in self._rows.items() if name not in rows]] = 0
        if len(then.names) > len(self._gains):
            self._gains = np.concatenate([self._gains, np.zeros((len(then.names), self.groups))])
        free = iter(sorted(set(range(len(self._gains))) - set(rows.values())))
        for name in then.names:
            if name not in rows:
                rows[name] = next(free)
        self._rows = rows

    def _row_of_group(self, then: _Read) -> NDArray[np.int64]:
        rows = [*(self._rows[name] for name in then.names), _NO_ROW]
        return np.array(rows)[then.line_of_group]

    def _is_near(self, then: _Read) -> bool:
        """Return whether the lines that stay keep their order."""
        place = {name: at for at, name in enumerate(then.names)}
        kept = [place[name] for name in self._present.names if name in place]
        return bool(kept) and kept == sorted(kept)

    def _keys(self, then: _Read) -> NDArray[np.int32]:
        """Return distinct multiples of 64, in the order in which deals prefer groups."""
        keys = then.line_of_group * self.groups + np.arange(self.groups)
        out: NDArray[np.int32] = (keys * 64).astype(np.int32)
        return out

    def _moves(self, then: _Read) -> tuple[float, int]:
        """Write to `_moved` the deals that choose anew; return what that gains, and how many."""
        place = {name: at for at, name in enumerate(then.names)}
        stays = [*(place.get(name, -1) for name in self._present.names), len(then.names)]
        change = np.zeros(1)
        count = _kernels.moves(
            *self._entries,
            self._offering_starts,
            self._offering,
            np.array(stays)[self._present.line_of_group] != then.line_of_group,
            self._keys(then),
            self._chosen,
            self._group_now,
            self._seen,
            self._moved,
            change,
        )
        return float(change[0]), count
