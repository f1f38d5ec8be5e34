"""The page that compares two pay tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gutshot.cards.text import card_name
from gutshot.errors import InputError
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.videopoker import compare_games
from gutshot.web.number_text import (
    decimal_text,
    fraction_text,
    grouped,
    percent_text,
    signed_text,
)
from gutshot.web.pages import page
from gutshot.web.vp_choice import Chosen, choose
from gutshot.web.vp_pages import families
from gutshot.web.vp_query import PageState, read_choice

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.videopoker import Comparison, Difference

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_EXAMPLES: Final = 40
_DEFAULTS: Final = {"a": "jacks-or-better-9-6", "b": "jacks-or-better-8-5"}


@dataclass(frozen=True, slots=True)
class Example:
    """A deal that two tables play differently; slots hold a small card or "" for a draw."""

    words: str
    cards: tuple[str, ...]
    a: tuple[tuple[str, ...], ...]
    a_words: str
    b: tuple[tuple[str, ...], ...]
    b_words: str
    deals: str
    cost: str
    cost_fraction: str
    url: str


@router.get("/videopoker/compare")
def compare(request: Request) -> HTMLResponse:
    """Show what two pay tables play differently, and what the wrong strategy costs."""
    query = {**_DEFAULTS, **{key: text for key, text in request.query_params.items() if text}}
    # Edits belong to the game that they were made to: another choice in the form drops them.
    for side in ("a", "b"):
        if query.get(f"{side}_of", query[side]) != query[side]:
            query.pop(f"{side}_pays", None)
    sides = {side: choose(read_choice(query, f"{side}_")) for side in ("a", "b")}
    error = next((one.first_error for one in sides.values() if one.table is None), "")
    context: dict[str, Any] = {
        "section": "compare",
        "families": families(),
        "sides": sides,
        "names": {
            side: one.table.name if one.table else one.plain_name for side, one in sides.items()
        },
        "preparing": not request.app.state.returns.ready,
        "result": None,
    }
    a, b = sides["a"].table, sides["b"].table
    if a and b and not context["preparing"]:
        try:
            context["result"] = _result(compare_games(a, b), sides["b"])
        except InputError as mistake:
            error = str(mistake)
    return page("compare.html", {**context, "error": error}, 422 if error else 200)


def _result(both: Comparison, b: Chosen) -> dict[str, Any]:
    dealt = sum(both.b.held)
    return {
        "a_return": _percent(both.a.return_fraction),
        "b_return": _percent(both.b.return_fraction),
        "a_on_b": _percent(both.return_of_a_on_b),
        "cost": _percent(both.cost),
        "cost_fraction": fraction_text(both.cost),
        "gap": signed_text((both.b.return_fraction - both.a.return_fraction) * 100, 6),
        "deals": grouped(both.deals),
        "dealt": grouped(dealt),
        "share": _share(both.deals, dealt),
        "classes": grouped(len(both.classes)),
        "examples": [_example(one, b) for one in both.dearest(_EXAMPLES)],
    }


def _percent(share: Fraction) -> str:
    return f"{decimal_text(share * 100)}\u2009%"


def _share(part: int, whole: int) -> str:
    from fractions import Fraction

    return percent_text(Fraction(part, whole))


def _example(one: Difference, b: Chosen) -> Example:
    hand = "".join(card_name(card) for card in one.deal)
    return Example(
        words=", ".join(card_words(card) for card in one.deal),
        cards=tuple(mini_card(card) for card in one.deal),
        a=tuple(_slots(one.deal, mask) for mask in one.best_a),
        a_words=" or ".join(_words(one.deal, mask) for mask in one.best_a),
        b=tuple(_slots(one.deal, mask) for mask in one.best_b),
        b_words=" or ".join(_words(one.deal, mask) for mask in one.best_b),
        deals=grouped(one.deals),
        cost=decimal_text(one.cost),
        cost_fraction=fraction_text(one.cost),
        url=PageState(b.choice, hand, one.best_a[0]).url(),
    )


def _slots(deal: tuple[int, ...], mask: int) -> tuple[str, ...]:
    return tuple(mini_card(card) if mask >> i & 1 else "" for i, card in enumerate(deal))


def _words(deal: tuple[int, ...], mask: int) -> str:
    kept = [card_words(card) for i, card in enumerate(deal) if mask >> i & 1]
    return "hold " + ", ".join(kept) if kept else "draw five cards"
