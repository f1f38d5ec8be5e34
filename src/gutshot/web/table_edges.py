"""What a wager of a table costs at a stake, in one sentence below the field that it is typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.paigow.table.edges import main_edge, push_ace_high_edge
from gutshot.paigow.table.showdown import commission_on
from gutshot.web.number_text import decimal_text, grouped, payout_text, percent_text
from gutshot.web.table_fortune import fortune_hint

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.paigow.table import TableConfig

__all__ = ["edge_hint", "least_wager_words"]


def edge_hint(config: TableConfig, bet: str, stake: int, others: int) -> str:
    """Return what a wager costs on average at a stake.

    bet : of the table. stake : credits, 1 or more. others : players there besides oneself, 0..5.
    """
    if bet == "fortune":
        return fortune_hint(config.fortune_table, stake, others, envy=config.envy)
    if bet == "pushace":
        edge = push_ace_high_edge(config, stake)
        return (
            f"{_costs(edge)} of the stake on average, {_credits(edge, stake)} at {grouped(stake)},"
            " whoever else plays."
        )
    return main_hint(config, stake)


def main_hint(config: TableConfig, stake: int) -> str:
    """Return what a main wager costs at a stake that the house way sets, and its commission."""
    found = main_edge(config, stake)
    said = []
    if found is not None:
        exact = found.exact
        share = (
            f"about {100 * found.mean:.3f}\u2009% \u00b1 {100 * found.standard_error:.3f} (dealt)"
            if exact is None
            else percent_text(exact)
        )
        way = "against the shown hand" if config.face_up else "by the house way"
        said.append(f"Costs {share} of the stake on average, set {way}.")
    if config.commission:
        taken = commission_on(stake, config.commission)
        percent = payout_text(100 * config.commission)
        said.append(
            f"Commission on a win of {grouped(stake)}: {grouped(taken)}, {percent}\u2009%"
            f"{' exactly' if taken == stake * config.commission else ' to the nearest credit'}."
        )
    return " ".join(said)


def least_wager_words(config: TableConfig) -> str:
    """Return what the least main wager costs, beginning with its size; "" where it isn't known."""
    words = main_hint(config, config.main_minimum)
    return (
        f"Main wager of {grouped(config.main_minimum)}: {words[:1].lower()}{words[1:]}"
        if words
        else ""
    )


def _costs(edge: Fraction) -> str:
    return f"{'Costs' if edge >= 0 else 'Gains'} {percent_text(abs(edge))}"


def _credits(edge: Fraction, stake: int) -> str:
    return f"{decimal_text(abs(edge) * stake, 2)} credits"
