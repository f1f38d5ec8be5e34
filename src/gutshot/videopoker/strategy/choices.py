"""What every deal chooses under a priority list, kept up to date while lines come and go.

The search asks about one list after another that differ in a line or two. Of all deals only those
that offer a group whose line has changed can choose anew, so that a question costs a fraction of
choosing for all deals. Worths are multiples of one small unit and their sums exact, so that what is
added up step by step equals what is added up at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.videopoker.strategy import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Choices", "Lines"]

Lines = list[tuple[int, ...]]
"""A priority list: each line the phrases, by number, any of which fits."""

_NO_ROW: Final = -1

_Name = tuple[tuple[int, ...], int]
"""A line, and how often it is said again behind it."""


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
        self._lines: Lines = []
        self._total = 0.0
        self._rows: dict[_Name, int] = {}
        self._gains = np.zeros((1, self.groups))

    def line_of_group(self, lines: Lines) -> NDArray[np.int64]:
        """Return (groups,) the first line that fits each group, `len(lines)` where none does."""
        out = np.full(self.groups, len(lines), np.int64)
        for at in range(len(lines) - 1, -1, -1):
            for phrase in lines[at]:
                out[self._fits[phrase]] = at
        return out

    def worth(self, lines: Lines) -> float:
        """Return what all deals' choices under a list are worth together."""
        if lines == self._lines:
            return self._total
        if self._is_near(lines):
            return self._total + self._moves(lines)[0]
        self.choose(lines)
        return self._total

    def choose(self, lines: Lines) -> None:
        """Make a list the present one."""
        if lines == self._lines:
            return
        if self._is_near(lines):
            change, count = self._moves(lines)
            before, rows = self.line_of_group(self._lines), self._rows
            self._keep_rows(lines)
            here = [rows[x] if x in self._rows else _NO_ROW for x in _names(self._lines)]
            after = [self._rows[name] for name in _names(lines)]
            _kernels.move_gains(
                *self._entries,
                self._chosen,
                self._group_now,
                self._moved,
                count,
                np.append(here, _NO_ROW)[before],
                np.append(after, _NO_ROW)[self.line_of_group(lines)],
                self._gains,
            )
            self._total += change
        else:
            self._choose_all(lines)
        self._lines = list(lines)

    def gains(self) -> NDArray[np.float64]:
        """Return (lines, groups): what taking a group would gain where a line decides now."""
        return self._gains[[self._rows[name] for name in _names(self._lines)]]

    def offers(self) -> NDArray[np.float64]:
        """Return (groups, groups): what the second would gain where the first is chosen now."""
        offered = np.zeros((self.groups, self.groups))
        _kernels.offers(*self._entries, self._chosen, offered)
        return offered

    def _choose_all(self, lines: Lines) -> None:
        total = np.zeros(1)
        of_group = self.line_of_group(lines)
        keys = self._keys(of_group)
        starts, group_of, worth = self._entries
        _kernels.choose_groups(starts, group_of, keys, worth, self._chosen, total)
        self._group_now = group_of[self._chosen]
        self._total = float(total[0])
        self._rows = {}
        self._gains[:] = 0
        self._lines = []
        self._keep_rows(lines)
        row = [self._rows[name] for name in _names(lines)]
        _kernels.insertion_gains(
            starts, group_of, worth, np.append(row, _NO_ROW)[of_group], self._chosen, self._gains
        )

    def _keep_rows(self, lines: Lines) -> None:
        """Give every line a row of gains, an empty one to a new line."""
        names = _names(lines)
        rows = {name: self._rows[name] for name in names if name in self._rows}
        self._gains[[row for name, row in self._rows.items() if name not in rows]] = 0
        if len(lines) > len(self._gains):
            self._gains = np.concatenate([self._gains, np.zeros((len(lines), self.groups))])
        free = iter(sorted(set(range(len(self._gains))) - set(rows.values())))
        for name in names:
            if name not in rows:
                rows[name] = next(free)
        self._rows = rows

    def _is_near(self, lines: Lines) -> bool:
        """Return whether the lines that stay keep their order."""
        place = {name: at for at, name in enumerate(_names(lines))}
        kept = [place[name] for name in _names(self._lines) if name in place]
        return bool(kept) and kept == sorted(kept)

    def _keys(self, of_group: NDArray[np.int64]) -> NDArray[np.int32]:
        keys: NDArray[np.int32] = ((of_group * self.groups + np.arange(self.groups)) * 64).astype(
            np.int32
        )
        return keys

    def _moves(self, lines: Lines) -> tuple[float, int]:
        """Write to `_moved` the deals that choose anew; return what that gains, and how many."""
        then = self.line_of_group(lines)
        place = {name: at for at, name in enumerate(_names(lines))}
        now = self.line_of_group(self._lines)
        stays = np.array([*(place.get(name, -1) for name in _names(self._lines)), len(lines)])
        change = np.zeros(1)
        count = _kernels.moves(
            *self._entries,
            self._offering_starts,
            self._offering,
            stays[now] != then,
            self._keys(then),
            self._chosen,
            self._group_now,
            self._seen,
            self._moved,
            change,
        )
        return float(change[0]), count


def _names(lines: Lines) -> list[_Name]:
    """Tell lines that say the same apart: the last one keeps its name when one comes in front."""
    return [(line, lines[at + 1 :].count(line)) for at, line in enumerate(lines)]
