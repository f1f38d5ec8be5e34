"""A solved spot as JSON."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.spec import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.postflop.answers import SolvedSpot

__all__ = ["postflop_payload"]


def postflop_payload(found: SolvedSpot) -> dict[str, Any]:
    """Return what was found: shares are fractions 0..1, EVs chips, `_percent` is of the pot.

    `hands` are those of the player who acts first: his chance of each action, and his EV, null for
    a hand that can meet none of the other's.
    """
    spot = found.spot
    pot = float(spot.pot)
    return {
        "schema": "gutshot.holdem.postflop/1",
        "board": [card_name(card) for card in spot.board],
        "pot": pot,
        "stack": float(spot.stack),
        "equity": _both([float(share) for share in found.equities]),
        "ev": _both(found.evs),
        "exploitability_percent": found.exploitability_percent,
        "gain_percent": _both([100 * gain / pot for gain in found.gains]),
        "target_percent": 100 * float(spot.target) / pot,
        "converged": found.converged,
        "cancelled": found.cancelled,
        "iterations": found.iterations,
        "seconds": found.seconds,
        "memory_bytes": found.memory_bytes,
        "bits": found.bits,
        "combos": _both([len(combos) for combos in found.combos]),
        "root_player": PLAYERS[found.root_player],
        "root": found.root,
        "hands": _hands(found),
    }


def _both(numbers: Sequence[float]) -> dict[str, float]:
    return dict(zip(PLAYERS, numbers, strict=True))


def _hands(found: SolvedSpot) -> dict[str, Any]:
    player = found.root_player
    hands: dict[str, Any] = {}
    for place, combo in enumerate(found.combos[player].tolist()):
        name = "".join(card_name(card) for card in combo_cards()[combo].tolist())
        ev = float(found.combo_evs[player][place])
        chances = {action: float(of[place]) for action, of in found.root_chances.items()}
        hands[name] = {"frequency": chances, "ev": None if isnan(ev) else ev}
    return hands
