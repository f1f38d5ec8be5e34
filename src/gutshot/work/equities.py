"""All-in equities that take long to count: a job, kept with its result."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import card_name, parse_cards
from gutshot.holdem.equities import Equities, count_equities
from gutshot.jobs import register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.jobs import Job

__all__ = ["EQUITIES", "equities", "equities_of", "equity_inputs", "equity_job_id"]

EQUITIES: Final = "holdem.equities"
"""The kind of these jobs."""

_VERSION: Final = 1  # goes up when anything would be counted differently


def equity_inputs(
    hands: Sequence[str], board: Sequence[int], dead: Sequence[int]
) -> dict[str, Any]:
    """Return the inputs of the job for some hands; the order of dead cards is none."""
    return {
        "version": _VERSION,
        "hands": list(hands),
        "board": "".join(card_name(card) for card in board),
        "dead": "".join(card_name(card) for card in sorted(dead)),
    }


def equity_job_id(hands: Sequence[str], board: Sequence[int], dead: Sequence[int]) -> str:
    """Return the id of the job for some hands."""
    text = json.dumps(equity_inputs(hands, board, dead), sort_keys=True)
    return f"equities-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def equities(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Count every deal; exact numbers are text."""

    def tell(share: float) -> None:
        job.check()
        job.progress(share, "Counting every deal")

    tell(0.0)
    board, dead = parse_cards(inputs["board"]), parse_cards(inputs["dead"])
    found = count_equities(inputs["hands"], board, dead, tell)
    return {
        "schema": "gutshot.holdem.equities/1",
        "by_winners": [str(n) for n in found.by_winners],
        "weight": str(found.weight),
        "class_deals": [str(n) for n in found.class_deals],
        "class_shares": [str(n) for n in found.class_shares],
        "unit": found.unit,
    }


def equities_of(hands: Sequence[str], result: dict[str, Any]) -> Equities:
    """Return what a finished job for these hands counted."""
    return Equities(
        tuple(hand.strip() for hand in hands),
        tuple(map(int, result["by_winners"])),
        int(result["weight"]),
        class_deals=tuple(map(int, result["class_deals"])),
        class_shares=tuple(map(int, result["class_shares"])),
        unit=result["unit"],
    )


register(EQUITIES, "gutshot.work.equities:equities")
