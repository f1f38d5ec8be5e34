"""Figures that take seconds: counted once, one after the other, in a thread of their own.

A page asks and shows what is there; a figure that is still being counted is None, and the page
says so and asks again. Kernels release the GIL, so requests are answered meanwhile.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from threading import Condition, Thread
from typing import TYPE_CHECKING, TypeVar, cast

from gutshot.videopoker import analyse_game
from gutshot.videopoker.players import player_return

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from fractions import Fraction

    from gutshot.videopoker import GameReturn, PayTable
    from gutshot.videopoker.strategy_return import StrategyReturn

__all__ = ["Figures", "GameFigures"]

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What is kept of an analysed game: a `GameReturn` without its arrays over the deals.

    categories : category to combinations. held : deals on which 0, 1, ... 5 cards are kept.
    """

    return_fraction: Fraction
    variance: tuple[Fraction, Fraction]
    covariance: Fraction
    categories: dict[str, int]
    hit_frequency: Fraction
    royal_cycle: Fraction | None
    held: tuple[int, ...]
    tied_deals: int

    @classmethod
    def of(cls, game: GameReturn) -> GameFigures:
        """Return the figures of a game."""
        return cls(
            game.return_fraction,
            game.variance,
            game.covariance,
            game.categories,
            game.hit_frequency,
            game.royal_cycle,
            game.held,
            game.tied_deals,
        )


class Figures:
    """The figures of games and players, for request threads.

    ready : whether kernels may be used; see `gutshot.web.returns`.
    """

    def __init__(self, ready: Callable[[], bool]) -> None:
        self._ready = ready
        self._found: dict[Hashable, object] = {}
        self._waiting: deque[tuple[Hashable, Callable[[], object]]] = deque()
        self._asked: set[Hashable] = set()
        self._thread: Thread | None = None
        self._changed = Condition()

    def game(self, table: PayTable) -> GameFigures | None:
        """Return a game's figures, None while they are being counted."""
        # Category names differ between tables that play alike, so they are part of the key.
        key = ("game", table.version, table.categories)
        return self._of(key, lambda: GameFigures.of(analyse_game(table)))

    def player(self, level: str, table: PayTable) -> StrategyReturn | None:
        """Return what a computer player returns, None while it is being counted."""
        key = ("player", level, table.version)
        return self._of(key, lambda: player_return(level, table))

    def named(self, key: Hashable, count: Callable[[], _T]) -> _T | None:
        """Return what `count` returns, None while it is being counted; `key` is its name."""
        return self._of(("named", key), count)

    def other(self, name: str, table: PayTable, count: Callable[[], _T]) -> _T | None:
        """Return what `count` returns for a table, None while it is being counted."""
        return self._of((name, table.version, table.categories), count)

    @property
    def counting(self) -> bool:
        """Whether it is worth asking again."""
        return bool(self._asked) or not self._ready()

    def wait(self, timeout_s: float) -> bool:
        """Wait until nothing is being counted; tell whether that came within the time."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._asked, timeout_s)

    def _of(self, key: Hashable, count: Callable[[], _T]) -> _T | None:
        if not self._ready():
            return None
        with self._changed:
            if key not in self._found and key not in self._asked:
                self._asked.add(key)
                self._waiting.append((key, count))
                if self._thread is None:
                    # A daemon: what nobody will read any more must not hold up the end.
                    self._thread = Thread(target=self._work, name="figures", daemon=True)
                    self._thread.start()
            return cast("_T | None", self._found.get(key))

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._thread = None
                    return
                key, count = self._waiting.popleft()
            result: object = None
            try:
                result = count()
            except Exception:  # noqa: BLE001 - the figures that wait behind it still count
                _log.exception("a figure can't be counted")
            with self._changed:
                self._found[key] = result
                self._asked.discard(key)
                self._changed.notify_all()
