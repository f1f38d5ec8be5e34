"""A player's process: one hand after the other, until it is killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.play.videopoker.trainer import Trainer, hand_shapes
from gutshot.storage import Database
from gutshot.videopoker import analyse_hand, game

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SESSION = "session-1"


def play_until_killed(url: str, owner: str, ready: Connection) -> None:
    """Finish the hand in play, then play on; tell when the first command is due."""
    with Database.open(url) as database:
        trainer = Trainer(database)
        hand_shapes(analyse_hand(range(5), game("jacks-or-better-9-6")))  # what is loaded once
        number = trainer.session(owner, SESSION).deals
        ready.send_bytes(b"")
        while True:
            hand = f"hand-{number:06}"
            trainer.deal(owner, SESSION, hand)
            trainer.draw(owner, SESSION, hand, number % 32)
            number += 1
