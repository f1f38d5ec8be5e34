"""Stacks and what they are worth, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.holdem.icm import BubbleFactors, IcmCall, IcmEquities

__all__ = ["icm_text"]

_MODEL: Final = "independent chip model (Malmuth-Harville), equities in the unit of the payouts"
_METHODS: Final = {
    "exact": "Exact",
    "recursion": "Recursion over all sets of players, error below {error:.1g}",
    "integral": "Integral, estimated error {error:.1g}",
}


def icm_text(found: IcmEquities, factors: BubbleFactors | None, call: IcmCall | None = None) -> str:
    """Return the equities, and below them the bubble factors of each pair, and a call's price."""
    chips, prizes = sum(found.stacks), float(sum(found.equities))
    rows = [
        (
            str(number),
            _amount(stack),
            f"{float(100 * stack / chips):.4f} %",
            f"{float(equity):.6f}",
            f"{100 * float(equity) / prizes:.4f} %",
        )
        for number, (stack, equity) in enumerate(
            zip(found.stacks, found.equities, strict=True), start=1
        )
    ]
    titles = ("player", "stack", "of the chips", "equity", "of the prizes")
    text = [
        text_table([Column(title, right=True) for title in titles], rows),
        f"{_METHODS[found.method].format(error=found.error)}; {_MODEL}.",
    ]
    if factors is not None and any(x is not None for row in factors.factors for x in row):
        text += ["", _factors_text(factors)]
    if call is not None:
        text += ["", _call_text(call)]
    return "\n".join(text)


def _factors_text(factors: BubbleFactors) -> str:
    players = range(1, len(factors.factors) + 1)
    shares = factors.required_equity
    rows = [
        (str(hero), *("" if x is None else f"{float(x):.4f}" for x in factors.factors[hero - 1]))
        for hero in players
    ]
    needed = [
        (str(hero), *("" if x is None else f"{float(100 * x):.2f} %" for x in shares[hero - 1]))
        for hero in players
    ]
    columns = [Column("player", right=True), *(Column(f"v {p}", right=True) for p in players)]
    return "\n".join(
        [
            "Bubble factors, all in against each opponent:",
            text_table(columns, rows),
            "",
            "Equity required to call all in, without dead money:",
            text_table(columns, needed),
        ]
    )


def _call_text(call: IcmCall) -> str:
    needed = call.required_equity
    price = "nothing is at stake"
    if needed is not None:
        price = (
            f"{float(100 * needed):.2f} % of showdowns must be won"
            f" ({float(100 * call.required_in_chips):.2f} % if chips were money)"
        )
    return (
        f"Player {call.player + 1} calls player {call.against + 1}, {_amount(call.at_stake)} each,"
        f" pot {_amount(call.pot)}: {price}.\n"
        f"Fold {float(call.fold):.6f}, win {float(call.win):.6f}, lose {float(call.lose):.6f}."
    )


def _amount(number: Fraction) -> str:
    return f"{number.numerator:,}" if number.denominator == 1 else f"{float(number):,g}"
