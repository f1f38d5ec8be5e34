"""What the page of stacks and prizes prints: texts and pictures, no arithmetic of tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final

from gutshot.render.svg_bars import share_bar
from gutshot.render.svg_plot import Plot, round_steps
from gutshot.web.number_text import decimal_text, grouped, short_text, signed_text

if TYPE_CHECKING:
    from gutshot.holdem.icm import BubbleFactors, IcmCall, IcmEquities

__all__ = ["CallView", "IcmView", "StackRow", "icm_view"]

_ROWS: Final = 200
_LEVELS: Final = 10
_FOOT_LETTERS: Final = 50
_METHODS: Final = {
    "exact": "Exact, over every order of finish",
    "recursion": "A recursion over all sets of players, error below {error:.0e}",
    "integral": "An integral over finishing times, estimated error {error:.0e}",
}


@dataclass(frozen=True, slots=True)
class StackRow:
    """A player's line of the table."""

    number: int
    stack: str
    chips: str
    equity: str
    prizes: str
    gap: str
    bar: str


@dataclass(frozen=True, slots=True)
class FactorCell:
    """A pair's factor; "" where there is none."""

    factor: str
    needed: str
    level: str


@dataclass(frozen=True, slots=True)
class CallView:
    """A call in words."""

    player: int
    against: int
    needed: str
    in_chips: str
    extra: str
    fold: str
    win: str
    lose: str
    stake: str
    pot: str
    verdict: str


@dataclass(frozen=True, slots=True)
class IcmView:
    """An answer as it is printed; figures are a heading, a number and words."""

    players: str
    chips: str
    prizes: str
    paid: str
    method: str
    exact: bool
    rows: tuple[StackRow, ...]
    more: int
    figures: tuple[tuple[str, str, str], ...]
    plot: str
    matrix: tuple[tuple[int, str, tuple[FactorCell, ...]], ...]
    matrix_note: str
    call: CallView | None
    announcement: str


def icm_view(found: IcmEquities, factors: BubbleFactors | None, call: IcmCall | None) -> IcmView:
    """Return the printed form of an answer; `factors` is None for a field."""
    chips, prizes = sum(found.stacks), _fraction(sum(found.equities))
    shares = [(stack / chips, _fraction(worth) / prizes) for stack, worth in _pairs(found)]
    places = _places(max(found.equities))
    widest = max(max(pair) for pair in shares)
    rows = [
        StackRow(
            number=number,
            stack=_amount(stack),
            chips=f"{decimal_text(100 * of_chips, 2)}\u2009%",
            equity=decimal_text(_fraction(worth), places),
            prizes=f"{decimal_text(100 * of_prizes, 2)}\u2009%",
            gap=signed_text(100 * (of_prizes - of_chips), 2),
            bar=share_bar(8, float(of_prizes / widest), float(of_chips / widest)),
        )
        for number, ((stack, worth), (of_chips, of_prizes)) in enumerate(
            zip(_pairs(found)[:_ROWS], shares[:_ROWS], strict=True), start=1
        )
    ]
    matrix = _matrix(found, factors)
    return IcmView(
        players=grouped(len(found.stacks)),
        chips=_amount(Fraction(chips)),
        prizes=_amount(prizes) if found.method == "exact" else short_text(float(prizes)),
        paid=grouped(sum(1 for prize in found.payouts[: len(found.stacks)] if prize)),
        method=_METHODS[found.method].format(error=found.error),
        exact=found.method == "exact",
        rows=tuple(rows),
        more=len(found.stacks) - len(rows),
        figures=_figures(found, factors, shares)
        if call is None
        else _figures(found, None, shares)[:1],
        plot=_plot(found),
        matrix=matrix,
        matrix_note=_note(found, factors, matrix),
        call=None if call is None else _call(call),
        announcement=f"{grouped(len(found.stacks))} stacks valued.",
    )


def _figures(
    found: IcmEquities,
    factors: BubbleFactors | None,
    shares: list[tuple[Fraction, Fraction]],
) -> tuple[tuple[str, str, str], ...]:
    """Return the ends of the table, and the pair that an all-in costs most."""
    alive = [at for at, stack in enumerate(found.stacks) if stack]
    out = []
    for heading, at in (
        ("The largest stack", max(alive, key=lambda at: found.stacks[at])),
        ("The smallest stack", min(alive, key=lambda at: found.stacks[at])),
    ):
        words = (
            f"{decimal_text(100 * shares[at][0], 2)}\u2009% of the chips,"
            f" {decimal_text(100 * shares[at][1], 2)}\u2009% of the prizes"
        )
        out.append((heading, _money(found.equities[at]), words))
    pairs = factors.rows() if factors is not None else []
    if pairs:
        dearest = max(pairs, key=lambda row: row["bubble_factor"])
        words = f"player {dearest['player']} against player {dearest['against']}"
        out.append(("The highest bubble factor", f"{dearest['bubble_factor']:.2f}", words))
    return tuple(out)


def _fraction(number: Fraction | float) -> Fraction:
    return Fraction(number)


def _pairs(found: IcmEquities) -> list[tuple[Fraction, Fraction | float]]:
    return list(zip(found.stacks, found.equities, strict=True))


def _amount(number: Fraction) -> str:
    return grouped(number.numerator) if number.denominator == 1 else decimal_text(number, 2)


def _places(number: Fraction | float) -> int:
    """Return how many decimals leave a number five digits that say something, two at least."""
    places = 2
    while number and places < 8 and abs(number) * 10**places < 10_000:
        places += 1
    return places


def _money(number: Fraction | float) -> str:
    return decimal_text(_fraction(number), _places(number))


def _plot(found: IcmEquities) -> str:
    """Return what stacks are worth against what they would be if chips were money."""
    points = sorted({(float(stack), float(worth)) for stack, worth in _pairs(found)})
    if len(points) < 2:
        return ""
    chips, prizes = float(sum(found.stacks)), float(sum(found.equities))
    most = points[-1][0]
    top = max(points[-1][1], most / chips * prizes) * 1.08
    words = (
        f"Equity by stack, from {short_text(points[0][1])} for {short_text(points[0][0])} chips to"
        f" {short_text(points[-1][1])} for {short_text(most)}; the straight line is the share of"
        " the chips"
    )
    plot = Plot((0.0, most * 1.02), (0.0, top), words)
    plot.grid(round_steps(0, top, 4)[1:], short_text).level("foot", 0)
    # so many numbers below it as stand beside each other on a phone
    fitting = max(2, min(5, _FOOT_LETTERS // len(short_text(most))))
    plot.foot(round_steps(0, most, fitting), short_text)
    plot.line("endless", [(0.0, 0.0), (most, most / chips * prizes)])
    plot.line("net", points)
    if len(points) <= 30:
        for stack, worth in points:
            words = f"{short_text(stack)} chips are worth {short_text(worth)}"
            plot.point("net", (stack, worth), words)
    return plot.svg()


def _matrix(
    found: IcmEquities, factors: BubbleFactors | None
) -> tuple[tuple[int, str, tuple[FactorCell, ...]], ...]:
    if factors is None or not any(x is not None for row in factors.factors for x in row):
        return ()
    alive = [at for at, stack in enumerate(found.stacks) if stack]
    needed = factors.required_equity
    return tuple(
        (
            hero + 1,
            _amount(found.stacks[hero]),
            tuple(_cell(factors.factors[hero][other], needed[hero][other]) for other in alive),
        )
        for hero in alive
    )


def _cell(factor: Fraction | float | None, needed: Fraction | float | None) -> FactorCell:
    if factor is None or needed is None:
        return FactorCell("", "", "heat-none")
    # from a half, what chips alone would need, to the whole; most tables lie near the half
    level = round(_LEVELS * sqrt(max(0.0, 2 * (float(needed) - 0.5))))
    return FactorCell(f"{float(factor):.2f}", f"{100 * float(needed):.1f}", f"heat-down{level}")


def _note(
    found: IcmEquities,
    factors: BubbleFactors | None,
    matrix: tuple[tuple[int, str, tuple[FactorCell, ...]], ...],
) -> str:
    seated = sum(1 for stack in found.stacks if stack)
    if factors is None:
        return f"Bubble factors are of a table, up to 10 stacks; here are {grouped(seated)}."
    if not matrix:
        return "Nothing is left to be won: no all-in can change anybody's prize."
    return ""


def _call(call: IcmCall) -> CallView:
    needed = call.required_equity
    places = _places(call.win)
    in_chips = call.required_in_chips
    return CallView(
        player=call.player + 1,
        against=call.against + 1,
        needed="" if needed is None else f"{decimal_text(100 * _fraction(needed), 2)}\u2009%",
        in_chips=f"{decimal_text(100 * in_chips, 2)}\u2009%",
        extra=""
        if needed is None
        else f"{signed_text(100 * (_fraction(needed) - in_chips), 2)} points",
        fold=decimal_text(_fraction(call.fold), places),
        win=decimal_text(_fraction(call.win), places),
        lose=decimal_text(_fraction(call.lose), places),
        stake=_amount(call.at_stake),
        pot=_amount(call.pot),
        verdict=_verdict(needed),
    )


def _verdict(needed: Fraction | float | None) -> str:
    if needed is None:
        return "nothing is at stake"
    if needed >= 1:
        return "no hand can call: losing costs more than winning can bring"
    if needed <= 0:
        return "any hand can call: losing is no worse than folding"
    return "of showdowns must be won, ties aside"
