"""Compare the plain and the fast engine on every class of deals, in processes, resumable.

The plain engine counts by kind of hand, so that agreement covers every pay table of the deck; for
the games of `GAMES` also the best EV and the set of best holds of each deal are compared.
"""

from __future__ import annotations

import hashlib
import os
import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.decks import DECKS
from gutshot.catalogue import ARTEFACTS, user_data
from gutshot.videopoker import analyse_game, game
from gutshot.videopoker._kernels import count_every_hand
from gutshot.videopoker.deal_classes import LANES, PROPER_SUBSETS, deal_classes
from gutshot.videopoker.game_return import draw_factors
from gutshot.videopoker.holds import ALL_CARDS, keep_exactly
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.plain import kinds_of_all_hands
from gutshot.videopoker.subset_tables import subset_tables
from gutshot.work.verify import CheckFailedError, workers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from gutshot.work.verify import Progress

__all__ = ["GAMES", "Checkpoint", "compare_all_deals", "run_chunks"]

CHUNK = 64
"""Deals a task, about a third of a second: what cancelling waits for and a kill loses."""

_VIDEO_POKER = ("cards", "evaluate", "videopoker", "data/paytables")

GAMES = {
    "standard": ("jacks-or-better-9-6", "double-double-bonus-9-6", "triple-double-bonus-9-7"),
    "deuces-wild": ("deuces-wild-full-pay", "deuces-wild-nsud"),
    "joker": ("joker-poker-kings-20-7-5", "joker-poker-two-pair-20-8-7-5"),
    "double-joker": ("double-joker-8-5-4",),
}
"""Games whose best EVs and ties are compared, by deck."""


def compare_all_deals(decks: tuple[str, ...], progress: Progress) -> tuple[int, int]:
    """Compare the engines on all classes of deals of decks of one size.

    One walk over all hands serves every deck. Finished chunks are remembered in the user's data
    directory for as long as the engine, its data and its built files stay the same.

    Returns
    -------
    tuple
        Classes of deals, and completions enumerated for them: classes x C(n, 5).

    Raises
    ------
    CheckFailedError
        At the first deal on which the engines differ.
    """
    count = deal_classes(DECKS[decks[0]].jokers).count
    chunks = range(-(-count // CHUNK))
    run_chunks(chunks, partial(_compare_chunk, decks), Checkpoint.load(decks), progress)
    return count, count * comb(DECKS[decks[0]].size, 5)


def run_chunks(
    chunks: Sequence[int], compare: Callable[[int], int], done: Checkpoint, progress: Progress
) -> None:
    """Run `compare` on the chunks that are not done, in processes, and remember each that agrees.

    compare : takes a chunk and returns it, or raises; a function that processes can import.

    Raises
    ------
    CheckFailedError
        What `compare` raised; what agreed before stays remembered.
    """
    waiting = [chunk for chunk in chunks if chunk not in done.chunks]
    progress(1 - len(waiting) / len(chunks))
    pool = ProcessPoolExecutor(
        workers(), mp_context=get_context("spawn"), initializer=_follow_the_parent
    )
    try:
        running: set[Future[int]] = set()
        while waiting or running:
            while waiting and len(running) < 2 * workers():
                running.add(pool.submit(compare, waiting.pop()))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                done.add(future.result())
            progress(len(done.chunks) / len(chunks))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _follow_the_parent() -> None:
    """Let a worker end when its parent is killed, and leave an interrupt (Ctrl-C) to the parent.

    It would wait for work for ever, and a task that an interrupt ended would count as failed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def listen() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=listen, daemon=True).start()


@dataclass
class Checkpoint:
    """The chunks that agreed, as lines of a file that names what they agreed for."""

    path: Path | None
    chunks: set[int]

    @classmethod
    def load(cls, subject: tuple[str, ...], rooms: tuple[str, ...] = _VIDEO_POKER) -> Checkpoint:
        """Return what agreed before, with the same rooms, data and built files.

        subject : what is compared, the names of decks for instance. rooms : files and folders
        of the package on which it depends.
        """
        digest = hashlib.sha256((ARTEFACTS / "manifest.json").read_bytes())
        package = ARTEFACTS.parent
        for room in rooms:
            place = package / room
            for source in [place] if place.is_file() else sorted(place.rglob("*.*")):
                if source.suffix in {".py", ".toml"}:
                    digest.update(source.read_bytes())
        name = digest.hexdigest()[:16]
        path = user_data() / "verify" / f"{'+'.join(subject)}-{name}.lines"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
            # a last line that a kill cut short would name another chunk
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        except OSError:
            return cls(None, set())
        return cls(path, {int(line) for line in lines if line.isdecimal()})

    def add(self, chunk: int) -> None:
        """Remember a chunk that agreed."""
        self.chunks.add(chunk)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{chunk}\n")


@dataclass(frozen=True)
class _Deck:
    """What a worker keeps of a deck: the fast engine's tables by kind, and its games' answers."""

    of_joint: NDArray[np.uint16]
    table: NDArray[np.int32]
    deal_kinds: NDArray[np.uint16]
    factors: NDArray[np.int64]
    answers: tuple[tuple[str, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]], ...]


@cache
def _prepared(decks: tuple[str, ...]) -> tuple[NDArray[np.uint16], int, tuple[_Deck, ...]]:
    """Return the joint kind of every hand, how many there are, and each deck's part."""
    joint = np.zeros(comb(DECKS[decks[0]].size, 5), np.int64)
    for name in decks:
        kinds, kind_of_hand = kinds_of_all_hands(DECKS[name])
        joint = joint * len(kinds) + kind_of_hand
    values, joint_of_hand = np.unique(joint, return_inverse=True)
    parts = []
    for name in reversed(decks):
        tables = subset_tables(DECKS[name])
        n = len(tables.kinds)
        answers = []
        for game_id in GAMES[name]:
            pay_table = game(game_id)
            played = analyse_game(pay_table)
            pays = pay_table.scaled_pays[resolve(pay_table.order, tables.kinds)]
            answers.append((game_id, pays, played.best, played.ties))
        parts.append(
            _Deck(
                of_joint=(values % n).astype(np.uint16),
                table=tables.counts_by(np.arange(n, dtype=np.uint16), n),
                deal_kinds=tables.deal_kinds,
                factors=draw_factors(DECKS[name]),
                answers=tuple(answers),
            )
        )
        values = values // n
    return joint_of_hand.astype(np.uint16), int(joint_of_hand.max()) + 1, tuple(reversed(parts))


def _compare_chunk(decks: tuple[str, ...], chunk: int) -> int:
    joint_of_hand, joint_kinds, parts = _prepared(decks)
    size = DECKS[decks[0]].size
    classes = deal_classes(DECKS[decks[0]].jokers)
    for at in range(chunk * CHUNK, min((chunk + 1) * CHUNK, classes.count)):
        joint = np.zeros((32, joint_kinds), np.int64)
        cards = classes.cards[at].astype(np.int64)
        count_every_hand(cards, joint_of_hand, size, joint)
        for name, part in zip(decks, parts, strict=True):
            plain = np.zeros((32, part.table.shape[1]), np.int64)
            np.add.at(plain.T, part.of_joint, joint.T)
            fast = np.zeros_like(plain)
            fast[:PROPER_SUBSETS] = part.table[classes.rows[at // LANES, :, at % LANES]]
            fast[ALL_CARDS, part.deal_kinds[at]] = 1
            keep_exactly(fast)
            if not np.array_equal(plain, fast):
                raise CheckFailedError(f"{name}: the counts of deal {cards.tolist()} differ")
            for game_id, pays, best, ties in part.answers:
                evs = (plain @ pays) * part.factors
                tied = sum(1 << mask for mask in range(32) if evs[mask] == evs.max())
                if evs.max() != best[at] or tied != ties[at]:
                    raise CheckFailedError(
                        f"{game_id}: the best holds of deal {cards.tolist()} differ"
                    )
    return chunk
