"""Progressives and bankrolls as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.cards.text import format_cards
from gutshot.render.exact_decimals import exact_decimal, root_decimal
from gutshot.render.text_table import Column, text_table
from gutshot.render.videopoker_text import category_label
from gutshot.videopoker.session import PERCENTILES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from gutshot.videopoker import Bankroll, Progressive
    from gutshot.videopoker.session import Session
    from gutshot.videopoker.simulated import Simulated

__all__ = [
    "bankroll_text",
    "chance_text",
    "model_words",
    "progressive_text",
    "ties_words",
    "unseen_words",
]

MOST_MODEL_ERROR: Final = 0.01
"""A modelled chance that may be off by more is not shown."""


def progressive_text(
    found: Progressive,
    jackpots: Sequence[Fraction],
    *,
    coins: int | None,
    examples: int,
    unicode: bool,
) -> str:
    """Return what a meter is worth: its returns, break-even and the plays that change.

    coins : of a bet, when jackpots are shown in coins; None shows bets.
    """
    unit, name = (1, "bets") if coins is None else (coins, "coins")
    even = found.break_even
    line = category_label(found.meter.line.category)
    lines = [f"{found.table.name}   meter on {line.lower()}, in {name}", ""]
    if even is None:
        lines.append("Break-even  above every jackpot that can be computed")
    elif even == 0:
        lines.append("Break-even  at any jackpot: the other lines return the bet")
    else:
        lines.append(f"Break-even  {_decimal(even * unit)} {name} = {even * unit}, exact")
    rows = [
        [
            _decimal(jackpot * unit),
            f"{float(100 * found.return_at(jackpot)):.6f}",
            f"{float(100 * found.value_of_coins(jackpot, 100, coins or 5)):.6f}",
            f"{float(1 / found.piece_at(jackpot).slope):,.1f}"
            if found.piece_at(jackpot).slope
            else "never",
        ]
        for jackpot in jackpots
    ]
    columns = [
        Column(f"Jackpot, {name}"), Column("Return %", right=True),
        Column("100 coins more, %", right=True), Column("One in, hands", right=True),
    ]  # fmt: skip
    lines += ["", text_table(columns, rows)]
    if coins is None:
        lines.append("(at five coins a bet)")
    changes = found.changes()
    low, high = _decimal(found.low * unit), _decimal(found.high * unit)
    moves = sum(piece.deals > 0 for piece in found.pieces)
    lines += ["", f"From {low} to {high} {name} the play changes at {moves:,} jackpots."]
    if changes and examples:
        rows = [
            [
                change.before,
                change.after,
                _decimal(change.first * unit),
                _decimal(change.last * unit),
                f"{change.deals:,}",
                format_cards(change.deal, unicode=unicode),
                _held(change.deal, change.masks_before, unicode=unicode),
                _held(change.deal, change.masks_after, unicode=unicode),
            ]
            for change in changes[:examples]
        ]
        columns = [
            Column("Hold below"), Column("Hold above"), Column("First at", right=True),
            Column("Last at", right=True), Column("Deals", right=True), Column("Example"),
            Column("Below"), Column("Above"),
        ]  # fmt: skip
        lines += ["", text_table(columns, rows)]
    return "\n".join(lines)


def bankroll_text(found: Bankroll, bet: Fraction | None) -> str:
    """Return a bankroll's figures; `bet` is what a bet costs, None for bets alone."""
    terms, game, session = found.terms, found.game, found.session
    cycle, n0 = game.royal_cycle, found.n0
    hands = f"{terms.plays} hand{'s' * (terms.plays > 1)} a deal"
    least, most = (exact_decimal(bound, 7) for bound in found.variance)
    spread = f"standard deviation {root_decimal(found.variance[0], 4)}"
    of_session = f"standard deviation {root_decimal(session.variance, 2)}, exact"
    price = "" if bet is None else f" of {float(bet):g}"
    lines = [
        f"{game.table.name}   {hands}, cash back {float(100 * terms.cash_back):g} %",
        "",
        f"Edge         {exact_decimal(100 * found.edge, 6, signed=True)} % of each bet, exact",
        f"Variance     {least} per bet, exact; {spread}",
        *([f"             {ties_words(most)}"] if least != most else []),
        f"Royal cycle  {'never' if cycle is None else f'{exact_decimal(cycle, 2)} hands'}",
        f"N0           {'no edge, no N0' if n0 is None else f'{exact_decimal(n0, 0)} deals'}",
        "",
        _variance_table(found),
        "",
        f"A session of {terms.rounds:,} deals, in bets{price}",
        f"  mean {exact_decimal(session.net, 2, signed=True)}, {of_session}",
    ]
    lines += [*_session_lines(found), "", *_endless_lines(found, bet)]
    lines += ["", *_trip_lines(found, bet), *_simulated_lines(found)]
    return "\n".join(lines)


def chance_text(chance: float) -> str:
    """Return a chance in percent that looks neither impossible nor certain when it is not."""
    if chance in {0.0, 1.0}:
        return f"{100 * chance:.0f} %"
    if chance < 1e-6:
        return "under 0.0001 %"
    if chance > 1 - 1e-6:
        return "over 99.9999 %"
    return f"{100 * chance:.4f} %"


def ties_words(most: str) -> str:
    """Return how tied holds are played in all figures; `most` is the variance they could have."""
    return f"of holds that tie the one that varies least is played; up to {most} otherwise"


def model_words(session: Session) -> str:
    """Return what the normal model says of a session that is not counted, or why it says nothing.

    A bound on its error stands with it; where that is large, payouts are too uneven for any model.
    """
    error = session.modelled_error
    if error > MOST_MODEL_ERROR:
        return (
            "behind: not known; the payouts are too large to be counted, and so uneven that the"
            " normal model is not reliable: rare hands decide"
        )
    return (
        f"behind {chance_text(session.modelled_behind)}, by the normal model, which is off by"
        f" {100 * error:.2g} percentage points at most"
    )


def _decimal(exact: Fraction) -> str:
    return exact_decimal(exact, 0 if exact.denominator == 1 else 6)


def _held(deal: Sequence[int], masks: Sequence[int], *, unicode: bool) -> str:
    holds = [[card for i, card in enumerate(deal) if mask >> i & 1] for mask in masks]
    return " = ".join(format_cards(x, unicode=unicode) if x else "nothing" for x in holds)


def _variance_table(found: Bankroll) -> str:
    rows = [
        [
            category_label(part.category),
            str(part.pays),
            exact_decimal(1 / part.chance, 2) if part.chance else "never",
            exact_decimal(part.contribution, 7),
            exact_decimal(100 * part.share, 2),
        ]
        for part in found.parts
    ]
    columns = [
        Column("Category"), Column("Pays", right=True), Column("One in", right=True),
        Column("Variance", right=True), Column("%", right=True),
    ]  # fmt: skip
    return text_table(columns, rows)


def _session_lines(found: Bankroll) -> list[str]:
    session = found.session
    if session.ahead is None or session.behind is None:
        return [f"  {model_words(session)}"]
    even = max(0.0, 1 - session.ahead - session.behind)
    results = [_result(session.percentile(x)) for x in PERCENTILES]
    chances = f"ahead {chance_text(session.ahead)}, even {chance_text(even)}"
    model = f"the normal model says {chance_text(session.modelled_behind)}"
    return [
        f"  {chances}, behind {chance_text(session.behind)}",
        f"  counted, error under {session.rounding:.0e}; {model} behind",
        "",
        text_table(
            [Column("Sessions within %"), *(Column(str(x), right=True) for x in PERCENTILES)],
            [["net, bets", *results]],
        ),
    ]


def _result(net: Fraction | None) -> str:
    """Return a result in bets; None lies beyond those that are counted."""
    if net is None:
        return "beyond"
    return exact_decimal(net, 0 if net.denominator == 1 else 2, signed=True)


def _bets(bets: int, bet: Fraction | None) -> str:
    return f"{bets:,} bets" + (f" = {exact_decimal(bets * bet, 2)}" if bet is not None else "")


def _endless_lines(found: Bankroll, bet: Fraction | None) -> list[str]:
    endless, terms = found.unlimited, found.terms
    needed = endless.bankroll(float(terms.risk))
    if needed is None:
        return ["Played without end: ruin is certain, whatever the bankroll: there is no edge."]
    how = "exact" if endless.exact else "upper end of the exact bracket"
    lines = [
        "Played without end",
        f"  {_bets(needed, bet)} for a risk of {chance_text(float(terms.risk))} ({how})",
    ]
    if terms.bankroll is not None:
        least, most = endless.ruin(terms.bankroll)
        chance = chance_text(least)
        if not endless.exact:
            chance += f" to {chance_text(most)}"
        lines.append(f"  {_bets(terms.bankroll, bet)} are lost with a chance of {chance}")
    return lines


def _trip_lines(found: Bankroll, bet: Fraction | None) -> list[str]:
    trip, terms = found.trip, found.terms
    title = f"Played for {terms.rounds:,} deals at most"
    if trip is None:
        return [title, "  too long to be counted; --simulate 10000 estimates it from a bankroll"]
    risk = float(terms.risk)
    lines = [
        f"{title} (counted, error under {trip.error:.0e})",
        f"  {_bets(trip.needed(risk), bet)} for a risk of {chance_text(risk)}",
    ]
    if terms.bankroll is not None:
        chance = trip.ruin(terms.bankroll)
        text = chance_text(chance) if chance else "under 0.0001 %"
        lines.append(f"  {_bets(terms.bankroll, bet)} are lost with a chance of {text}")
    return lines


def unseen_words(drawn: Simulated, count: int) -> str:
    """Return what a count of none or of all trips says about its chance."""
    seen = f"over {100 * (1 - drawn.unseen):.4g}" if count else f"under {100 * drawn.unseen:.3g}"
    return f"{seen} % with 95 % confidence"


def _simulated_lines(found: Bankroll) -> list[str]:
    drawn = found.simulated
    if drawn is None:
        return []
    lines = ["", f"Simulated: {drawn.trips:,} such trips, seed {drawn.seed}, standard errors"]
    for name, count in (
        ("lost", drawn.ruined), ("ended ahead", drawn.ahead), ("ended even", drawn.even),
        ("ended behind", drawn.behind),
    ):  # fmt: skip
        share, error = drawn.share(count)
        words = f"{100 * share:.3f} % +- {100 * error:.3f}"
        if count in {0, drawn.trips}:
            words = f"{'all' if count else 'none'}: {unseen_words(drawn, count)}"
        lines.append(f"  {name:<13}{words}")
    return [*lines, f"  {'net, bets':<13}{drawn.mean_net:+.3f} +- {drawn.error_of_mean:.3f}"]
