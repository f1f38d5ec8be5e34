"""What the wagers of a Pai Gow table cost at their stakes, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.paigow.table.edges import fortune_edge, main_edge, push_ace_high_edge
from gutshot.render.exact_decimals import percent_decimal
from gutshot.render.paigow_table_text import BET_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from gutshot.paigow.table import TableConfig

__all__ = ["edge_lines"]

_PLACES: Final = 4


def edge_lines(config: TableConfig, stakes: Mapping[str, int], others: int) -> list[str]:
    """Return a line for each wager of a table: its edge at a stake, and what is counted in.

    stakes : credits by the wager's word, 1 or more each. others : players there besides oneself.
    """
    company = f"beside {others} other{'' if others == 1 else 's'}" if others else "alone"
    out = [f"What a wager costs on average, {company} at the table:"]
    for bet in config.bets:
        said = _said(config, bet, stakes[bet], others)
        out.append(f"  {BET_NAMES[bet].ljust(14)} {stakes[bet]:>6,}  {said}")
    return out


def _said(config: TableConfig, bet: str, stake: int, others: int) -> str:
    match bet:
        case "fortune":
            return _fortune(config, stake, others)
        case "pushace":
            return f"{_percent(push_ace_high_edge(config, stake))}, whoever else plays"
        case _:
            return _main(config, stake)


def _fortune(config: TableConfig, stake: int, others: int) -> str:
    plain, edge = fortune_edge(config, stake, 0), fortune_edge(config, stake, others)
    table = config.fortune_table
    if not config.envy or table.envy is None:
        return f"{_percent(plain)}; no envy is paid"
    if stake < table.envy_least_stake:
        least = f"{float(table.envy_least_stake):,g}"
        return f"{_percent(plain)}; from {least} on the hands of others pay as well"
    if not others:
        return f"{_percent(plain)}; nobody has a hand that would pay envy"
    return f"{_percent(edge)}, envy counted; {_percent(plain)} without it"


def _main(config: TableConfig, stake: int) -> str:
    found = main_edge(config, stake)
    if found is None:
        return "not counted at this table"
    way = "set against the shown hand" if config.face_up else "set by the house way"
    if found.exact is not None:
        return f"{_percent(found.exact)}, {way}"
    return f"about {100 * found.mean:.3f} % +- {100 * found.standard_error:.3f} (dealt), {way}"


def _percent(edge: Fraction) -> str:
    share = percent_decimal(abs(edge), _PLACES)
    return share if edge >= 0 else f"gains {share}"
