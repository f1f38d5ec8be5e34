"""The page about progressives: return against jackpot, break-even, and the plays that change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gutshot.cards.text import card_name
from gutshot.errors import InputError
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.render.svg_plot import Plot, round_steps
from gutshot.videopoker.progressive import Progressive, analyse_progressive
from gutshot.web.money_query import ProgressiveWish, page_url, read_progressive
from gutshot.web.number_text import decimal_text, fraction_text, grouped, signed_text
from gutshot.web.pages import page
from gutshot.web.vp_choice import Chosen, choose
from gutshot.web.vp_pages import families
from gutshot.web.vp_query import PageState, read_choice

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable
    from gutshot.videopoker.progressive import Change
    from gutshot.web.vp_choice import TableChoice

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_CHANGES: Final = 30
_COINS: Final = (5, 10)
_MOST_STROKES: Final = 400


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A kind of play that changes, with an example; slots hold a small card or "" for a draw."""

    before: str
    after: str
    span: str
    deals: str
    cards: tuple[str, ...]
    words: str
    holds: tuple[tuple[str, str, tuple[tuple[str, ...], ...]], ...]
    url: str


@router.get("/videopoker/progressive")
def progressive_page(request: Request) -> HTMLResponse:
    """Show what a progressive returns at any jackpot."""
    query = {key: text for key, text in request.query_params.items() if text}
    # The meter, jackpots and edits belong to the game that they were chosen for.
    if query.get("of", query.get("game", "")) != query.get("game", ""):
        for key in ("pays", "line", "jackpot", "from", "to"):
            query.pop(key, None)
    chosen = choose(read_choice(query))
    error, wish = chosen.first_error, ProgressiveWish("royal_flush", None, None, None, None)
    ready = request.app.state.returns.ready
    result: dict[str, Any] | None = None
    if chosen.table is not None:
        try:
            wish = read_progressive(query)
            if ready:
                found = _followed(chosen.table, wish)
                result = _result(found, wish, chosen)
        except InputError as mistake:
            error = str(mistake)
    context: dict[str, Any] = {
        "section": "progressive",
        "families": families(),
        "chosen": chosen,
        "name": chosen.table.name if chosen.table else chosen.plain_name,
        "lines": [(line.canonical, line.label) for line in chosen.table.lines]
        if chosen.table
        else [],
        "wish": wish,
        "typed": {key: query.get(key, "") for key in ("jackpot", "from", "to")},
        "units": sorted({*_COINS, *([wish.coins] if wish.coins else [])}),
        "preparing": not ready,
        "result": result,
        "error": error,
    }
    return page("progressive.html", context, 422 if error else 200)


@lru_cache(maxsize=16)
def _followed(table: PayTable, wish: ProgressiveWish) -> Progressive:
    asked = () if wish.jackpot is None else (wish.jackpot,)
    return analyse_progressive(table, wish.low, wish.high, category=wish.line, including=asked)


def _result(found: Progressive, wish: ProgressiveWish, chosen: Chosen) -> dict[str, Any]:
    at = found.meter.line.pays if wish.jackpot is None else wish.jackpot
    at = min(max(at, found.low), found.high)
    unit = "coins" if wish.coins else "bets"
    piece, share, even = found.piece_at(at), found.return_at(at), found.break_even
    value = found.value_of_coins(at, 100, wish.coins or 5)
    changes = found.changes()
    line = found.meter.line.label
    return {
        "unit": unit,
        "jackpot": _amount(at * wish.unit),
        "return": f"{decimal_text(share * 100)}\u2009%",
        "edge": f"{signed_text((share - 1) * 100, 4)} points against break-even",
        "return_fraction": fraction_text(share),
        "even": "" if even is None else "at any" if even == 0 else _amount(even * wish.unit),
        "even_fraction": fraction_text(even * wish.unit) if even else "",
        "even_other": _other_unit(even, wish) if even else "",
        "value": f"{decimal_text(value * 100, 5)} points",
        "coins": wish.coins or 5,
        "cycle": decimal_text(1 / piece.slope, 1) if piece.slope else "never",
        "line": line.lower(),
        "plot": _plot(found, wish, at),
        "bankroll_url": page_url("bankroll", _choice_at(at, chosen, found)),
        "low": _amount(found.low * wish.unit),
        "high": _amount(found.high * wish.unit),
        "moves": grouped(sum(one.deals > 0 for one in found.pieces)),
        "changes": [_change(one, wish, chosen, found) for one in changes[:_CHANGES]],
        "more": max(0, len(changes) - _CHANGES),
        "table": _table(found, wish, at),
    }


def _amount(exact: Fraction) -> str:
    return grouped(exact.numerator) if exact.denominator == 1 else decimal_text(exact, 4)


def _other_unit(even: Fraction, wish: ProgressiveWish) -> str:
    if wish.coins:
        return f"{decimal_text(even, 4)} bets"
    return f"{decimal_text(even * 5, 2)} coins at five a bet"


def _table(found: Progressive, wish: ProgressiveWish, at: Fraction) -> list[dict[str, Any]]:
    """Return the returns at round jackpots, at the one asked for and at break-even."""
    unit = wish.unit
    steps = round_steps(float(found.low * unit), float(found.high * unit), 8)
    jackpots = {Fraction(step) / unit: "" for step in steps if step == int(step)}
    jackpots[at] = "this jackpot"
    if found.break_even and found.low <= found.break_even <= found.high:
        jackpots[found.break_even] = "break-even"
    return [
        {
            "jackpot": _amount(jackpot * unit),
            "note": note,
            "return": f"{decimal_text(found.return_at(jackpot) * 100)}\u2009%",
            "value": decimal_text(found.value_of_coins(jackpot, 100, wish.coins or 5) * 100, 5),
        }
        for jackpot, note in sorted(jackpots.items())
        if found.low <= jackpot <= found.high
    ]


def _plot(found: Progressive, wish: ProgressiveWish, at: Fraction) -> str:
    unit = wish.unit
    points = [(float(one.jackpot * unit), float(100 * one.return_fraction)) for one in found.pieces]
    points.append((float(found.high * unit), float(100 * found.return_at(found.high))))
    low, high = points[0][1], points[-1][1]
    bottom, top = min(low, 99.9) - (high - low) * 0.12, max(high, 100.1)
    words = (
        f"Return against jackpot: {low:.4f} percent at {_amount(found.low * unit)},"
        f" {high:.4f} percent at {_amount(found.high * unit)}"
    )
    plot = Plot((points[0][0], points[-1][0]), (bottom, top), words)
    plot.grid(round_steps(bottom, top, 5), lambda y: f"{y:g}\u2009%")
    plot.foot(round_steps(points[0][0], points[-1][0], 5), lambda x: f"{x:,.0f}")
    moved = [one for one in found.pieces if one.deals]
    most = max((one.deals for one in moved), default=1)
    kept = sorted(moved, key=lambda one: -one.deals)[:_MOST_STROKES]
    plot.rug(
        (
            float(one.jackpot * unit),
            one.deals / most,
            f"{_amount(one.jackpot * unit)}: {grouped(one.deals)} deals change",
        )
        for one in kept
    )
    if bottom < 100 < top:
        plot.level("even", 100)
    plot.line("net", points)
    plot.mark(
        "here",
        float(at * unit),
        f"{_amount(at * unit)}: {float(100 * found.return_at(at)):.4f}\u2009%",
        1,
    )
    even = found.break_even
    if even and found.low <= even <= found.high:
        plot.mark("break-even", float(even * unit), f"break-even {decimal_text(even * unit, 2)}")
    return plot.svg()


def _change(one: Change, wish: ProgressiveWish, chosen: Chosen, found: Progressive) -> ChangeView:
    unit = wish.unit
    first, last = _amount(one.first * unit), _amount(one.last * unit)
    hand = "".join(card_name(card) for card in one.deal)
    held = (("below", one.masks_before), ("above", one.masks_after))
    return ChangeView(
        before=one.before,
        after=one.after,
        span=first if first == last else f"{first} to {last}",
        deals=grouped(one.deals),
        cards=tuple(mini_card(card) for card in one.deal),
        words=", ".join(card_words(card) for card in one.deal),
        holds=tuple(
            (
                f"{side} {first}",
                " or ".join(_words(one.deal, mask) for mask in masks),
                tuple(_slots(one.deal, mask) for mask in masks),
            )
            for side, masks in held
        ),
        url=PageState(_choice_at(one.first, chosen, found), hand, one.masks_after[0]).url(),
    )


def _choice_at(jackpot: Fraction, chosen: Chosen, found: Progressive) -> TableChoice:
    """Return the pay table with the meter at a jackpot in bets."""
    if jackpot == found.meter.line.pays:
        return chosen.choice
    pays = chosen.choice.pays | {found.meter.line.category: str(jackpot)}
    return replace(chosen.choice, pays=pays)


def _slots(deal: tuple[int, ...], mask: int) -> tuple[str, ...]:
    return tuple(mini_card(card) if mask >> i & 1 else "" for i, card in enumerate(deal))


def _words(deal: tuple[int, ...], mask: int) -> str:
    kept = [card_words(card) for i, card in enumerate(deal) if mask >> i & 1]
    return "hold " + ", ".join(kept) if kept else "draw five cards"
