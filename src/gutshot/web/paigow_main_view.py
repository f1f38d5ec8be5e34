"""What the page of Pai Gow odds prints about the main bet and Face Up: edges by house way."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.paigow.house_ways import house_ways
from gutshot.paigow.sevens import HANDS
from gutshot.paigow.side_bets import DEALS, ace_high_hands
from gutshot.render.paigow_bars import edge_bar, outcome_bar
from gutshot.web.number_text import decimal_text, grouped, percent_text
from gutshot.web.paigow_odds_view import EdgeRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.paigow.main_game import Estimate, MainGame

__all__ = ["FaceUpView", "MainView", "Shares", "face_up_view", "main_view"]

_THIN: Final = "\u2009"
_COUNTED_PLACES: Final = 4
_DEALT_PLACES: Final = 3


@dataclass(frozen=True, slots=True)
class Shares:
    """How often a bet wins, is a push and loses by a way, and what copies take of it."""

    name: str
    win: str
    push: str
    lose: str
    copies: str
    without_commission: str
    banking: str
    bar: str


@dataclass(frozen=True, slots=True)
class MainView:
    """The main bet by the house way that sets both sides."""

    rows: tuple[EdgeRow, ...]
    shares: tuple[Shares, ...]
    exact: bool
    method: str


@dataclass(frozen=True, slots=True)
class FaceUpView:
    """Face Up by the dealer's way; `pushes` is how often he is ace high, counted."""

    rows: tuple[EdgeRow, ...]
    pushes: str
    method: str


def main_view(games: Sequence[MainGame], commission_percent: Fraction) -> MainView:
    """Return the printed form of the main game, the lowest edge in front.

    commission_percent : of what is won, 0..100.
    """
    edges = {game.way: game.edge(commission_percent) for game in games}
    free = {game.way: game.edge(0) for game in games}
    in_order = sorted(games, key=lambda game: edges[game.way].mean)
    high = max((edge.mean for edge in edges.values()), default=0.0)
    exact = all(game.method == "exact" for game in games)
    return MainView(
        rows=tuple(
            EdgeRow(
                name=_name(game.way),
                edge=_percent(edges[game.way]),
                bar=edge_bar(edges[game.way].mean, free[game.way].mean, 0.0, high * 1.02),
                below=f"{_percent(free[game.way])} without commission",
                lowest=game is in_order[0],
                gains=edges[game.way].mean < 0,
                error=_error(edges[game.way]),
            )
            for game in in_order
        ),
        shares=tuple(_shares(game, commission_percent) for game in in_order),
        exact=exact,
        method=f"All {grouped(DEALS)} deals of two hands are counted."
        if exact
        else _dealt(games[0]),
    )


def face_up_view(games: Sequence[MainGame]) -> FaceUpView:
    """Return the printed form of Face Up, the lowest edge in front."""
    edges = {game.way: game.face_up_edge() for game in games}
    left = {game.way: game.face_up_edge(by_way=True) for game in games}
    in_order = sorted(games, key=lambda game: edges[game.way].mean)
    high = max((edge.mean for edge in (*edges.values(), *left.values())), default=0.0)
    return FaceUpView(
        rows=tuple(
            EdgeRow(
                name=_name(game.way),
                edge=_percent(edges[game.way]),
                bar=edge_bar(edges[game.way].mean, left[game.way].mean, 0.0, high * 1.02),
                below=f"{_percent(left[game.way])} {_error(left[game.way])} left to the way",
                lowest=game is in_order[0],
                gains=edges[game.way].mean < 0,
                error=_error(edges[game.way]),
            )
            for game in in_order
        ),
        pushes=percent_text(Fraction(sum(ace_high_hands()), HANDS)),
        method=_dealt(games[0]),
    )


def _shares(game: MainGame, commission_percent: Fraction) -> Shares:
    win, push, lose = game.shares
    return Shares(
        name=_name(game.way),
        win=_percent(win),
        push=_percent(push),
        lose=_percent(lose),
        copies=_percent(game.lost_by_copies),
        without_commission=_percent(game.edge(0)),
        banking=_percent(game.edge(commission_percent, banker=True)),
        bar=outcome_bar(win.mean, push.mean, lose.mean),
    )


def _dealt(game: MainGame) -> str:
    return (
        f"{grouped(game.deals)} deals drawn with seed {game.seed}, each hand in turn the"
        " player\u2019s; ± is one standard error."
    )


def _percent(found: Estimate) -> str:
    """Return a share in percent, rounded from the fraction where it was counted."""
    places = _DEALT_PLACES if found.exact is None else _COUNTED_PLACES
    share = Fraction(found.mean) if found.exact is None else found.exact
    return f"{decimal_text(100 * share, places)}{_THIN}%"


def _error(found: Estimate) -> str:
    return "" if found.exact is not None else f"±{100 * found.standard_error:.4f}"


def _name(way: str) -> str:
    return next((one.name for one in house_ways() if one.id == way), way)
