"""A file of rows while it grows: whole lines only, and what is there when it is opened again."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from gutshot.errors import InputError
from gutshot.holdem.calibrate.rows import (
    CalibrationRows,
    ending_line,
    first_line,
    read_rows,
    write_rows,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gutshot.holdem.calibrate.rows import FlopEnding
    from gutshot.holdem.calibrate.solving import CalibrationTree

__all__ = ["RowsFile"]


class RowsFile:
    """A file that rows are put behind, one at a time.

    Parameters
    ----------
    path : Path
        Of the file; what is there is kept, and a line that was cut off is taken away.
    wanted : int
        How many endings are measured.
    find : callable
        Returns at least so many endings, in their order; asked only when the file has fewer.
    tree, engine : str
        Of the rows; a file with others is refused.

    Raises
    ------
    InputError
        When the file can't be read or written, or holds rows of another tree or engine.
    """

    def __init__(
        self,
        path: Path,
        wanted: int,
        find: Callable[[], Sequence[FlopEnding]],
        *,
        tree: CalibrationTree,
        engine: str,
    ) -> None:
        self.path = path
        self.tree = tree
        there = read_rows(path) if path.exists() else CalibrationRows({}, ())
        for row in there.rows:
            if (row.tree, row.engine) != (tree.name, engine):
                raise InputError(
                    f"{path} has rows of tree {row.tree[:40]}, engine {row.engine[:40]}, these"
                    f" would be of {tree.name}, {engine}: give --out another name"
                )
        self.done = {(row.ending, row.number) for row in there.rows}
        endings = list(there.endings.values())
        new = []
        if len(endings) < wanted:
            new = [one for one in find() if one.name not in there.endings][: wanted - len(endings)]
        self.endings = [*endings, *new][:wanted]
        """Those that are measured, in their order."""
        try:
            if path.exists():
                self._cut_last_line()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(first_line(), encoding="utf-8")
            for ending in new:
                self.add(ending_line(ending))
        except OSError as error:
            raise InputError(f"can't write {path}: {error.strerror or error}") from None

    def add(self, line: str) -> None:
        """Put a line behind the others; it survives a kill when this returns.

        Raises
        ------
        InputError
            When it can't be written.
        """
        try:
            with self.path.open("ab") as file:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"can't write {self.path}: {error.strerror or error}") from None

    def put_in_order(self) -> None:
        """Write the file again with its rows in the order in which they are asked for.

        Flop by flop, the endings of each in their order; whoever solved them, it is the same file.
        """
        found = read_rows(self.path)
        places = {name: place for place, name in enumerate(found.endings)}
        rows = sorted(found.rows, key=lambda row: (row.number, places[row.ending]))
        unfinished = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}.part")
        try:
            write_rows(unfinished, CalibrationRows(found.endings, tuple(rows)))
            unfinished.replace(self.path)
        finally:
            unfinished.unlink(missing_ok=True)

    def _cut_last_line(self) -> None:
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            os.truncate(self.path, whole)
