"""Stacks of chips, drawn: what a stake looks like on the felt."""

from __future__ import annotations

from functools import cache
from typing import Final

__all__ = ["CHIPS", "chip_stack", "chips_of"]

CHIPS: Final = (1000, 500, 100, 25, 5, 1)
"""What chips are worth in credits, dearest first; style sheets colour them by ``chip-25``."""

_SHOWN: Final = 7
_RISE: Final = 5.5
_WIDE, _THICK = 44, 9


def chips_of(amount: int) -> tuple[int, ...]:
    """Return the fewest chips that make up an amount, dearest first.

    amount : credits, 0 or more.
    """
    out: list[int] = []
    for worth in CHIPS:
        count, amount = divmod(amount, worth)
        out += [worth] * count
    return tuple(out)


@cache
def chip_stack(amount: int) -> str:
    """Return a stack as SVG without words: dear chips at the bottom, at most seven are drawn.

    amount : credits, 1 or more.
    """
    chips = chips_of(amount)[:_SHOWN]
    height = 30 + _RISE * (len(chips) - 1) + _THICK
    drawn = []
    for at, worth in enumerate(chips):
        y = height - _THICK - 15 - _RISE * at
        side = (
            f'<path class="chip-side" d="M2 {y:g}v{_THICK}a20 13 0 0 0 40 0v-{_THICK}z"/>'
            f'<ellipse class="chip-top" cx="22" cy="{y:g}" rx="20" ry="13"/>'
        )
        top = at == len(chips) - 1
        ring = f'<ellipse class="chip-ring" cx="22" cy="{y:g}" rx="12.500" ry="8"/>' if top else ""
        drawn.append(f'<g class="chip-{worth}">{side}{ring}</g>')
    return (
        f'<svg class="chips" viewBox="0 0 {_WIDE} {height:g}" aria-hidden="true" '
        f'focusable="false">{"".join(drawn)}</svg>'
    )
