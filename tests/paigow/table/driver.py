"""A table that is driven by words, with cards as a test wants them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from gutshot.cards import parse_cards
from gutshot.paigow.hands import DECK
from gutshot.paigow.table import (
    apply,
    connect,
    deal,
    disconnect,
    open_table,
    paid,
    parse_command,
    sit,
    snapshot,
    table,
    tick,
)
from gutshot.paigow.table.config import TableConfig

if TYPE_CHECKING:
    from typing import Any

    from gutshot.paigow.table import Event, State, Step


def config(shipped: str = "fortune", /, **changes: object) -> TableConfig:
    return TableConfig.from_body({**table(shipped).body(), **changes})


def cards_with(*hands: str) -> tuple[int, ...]:
    """Return a deck with the dealer's seven and the players' in front, the rest behind."""
    front = [card for hand in hands for card in parse_cards(hand)]
    return (*front, *(card for card in DECK.cards if card not in front))


class Driven:
    """A table, and everything that happened at it."""

    def __init__(self, config: TableConfig, *players: str, seed: int = 1) -> None:
        self.state: State = open_table(config)
        self.events: list[Event] = []
        self.deck: tuple[int, ...] | None = None
        self._random = random.Random(seed)  # noqa: S311 - a sample, repeatable
        for player in players:
            self.take(sit(self.state, player, player.title()))

    def take(self, step: Step) -> None:
        self.state = step.state
        self.events += step.events

    def say(self, number: int, *lines: str) -> None:
        """Let a seat say something; cards are dealt when they are wanted."""
        for line in lines:
            self.take(apply(self.state, number, parse_command(line)))
            self.deal_if_wanted()

    def deal_if_wanted(self) -> None:
        if self.state.wants_deal:
            order = list(DECK.cards)
            self._random.shuffle(order)
            self.take(deal(self.state, self.deck or tuple(order)))

    def tick(self, times: int = 1) -> None:
        for _ in range(times):
            self.take(tick(self.state))
            self.deal_if_wanted()

    def disconnect(self, number: int) -> None:
        self.take(disconnect(self.state, number))
        self.deal_if_wanted()

    def connect(self, number: int) -> None:
        self.take(connect(self.state, number))

    def pay(self) -> None:
        for number in self.state.unpaid:
            self.take(paid(self.state, number))

    def view(self, player: str | None = None) -> dict[str, Any]:
        return snapshot(self.state, player)

    def phase(self) -> str:
        return self.state.phase

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]
