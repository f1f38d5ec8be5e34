"""A solved spot for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.holdem.postflop.spec import PLAYERS
from gutshot.render.chips_text import chips_text, fixed_text
from gutshot.render.postflop_size import bytes_text
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from gutshot.holdem.postflop.answers import SolvedSpot

__all__ = ["postflop_text"]


def postflop_text(found: SolvedSpot, *, unicode: bool = True) -> str:
    """Return equities, EVs, how the first to act plays, and how far that can be trusted."""
    spot = found.spot
    rows = [
        (
            name,
            f"{len(found.combos[player]):,}",
            f"{float(100 * found.equities[player]):.5f} %",
            fixed_text(found.evs[player], 5),
            fixed_text(found.gains[player], 5),
        )
        for player, name in enumerate(PLAYERS)
    ]
    columns = (
        Column("player"),
        Column("combos", right=True),
        Column("equity", right=True),
        Column("EV", right=True),
        Column("could gain", right=True),
    )
    board = format_cards(spot.board, unicode=unicode)
    first = Column(f"{PLAYERS[found.root_player]} acts first")
    # programs get names, people words: all-in
    actions = [
        (name.replace("_", "-"), f"{100 * share:.2f} %") for name, share in found.root.items()
    ]
    lines = [
        f"board {board}, pot {chips_text(float(spot.pot))}, stacks {chips_text(float(spot.stack))}",
        "",
        text_table(columns, rows),
        "",
        text_table((first, Column("of deals", right=True)), actions),
        "",
        _trust(found),
    ]
    return "\n".join(lines)


def _trust(found: SolvedSpot) -> str:
    how = "converged" if found.converged else "cancelled" if found.cancelled else "not converged"
    target = 100 * float(found.spot.target / found.spot.pot)
    return (
        f"{how}: exploitability {found.exploitability_percent:.4g} % of the pot, wanted"
        f" {target:.4g} %; {found.iterations:,} iterations, {found.seconds:.2f} s,"
        f" {bytes_text(found.memory_bytes)} in {found.bits} bits."
        " Equities are exact, EVs in chips."
    )
