"""The page about bankrolls: a session's distribution, ruin over time, the bankroll for a risk."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gutshot.errors import InputError
from gutshot.render.exact_decimals import root_decimal
from gutshot.render.svg_bars import share_bar
from gutshot.render.videopoker_text import category_label
from gutshot.render.vp_money_text import chance_text, model_words, ties_words, unseen_words
from gutshot.videopoker.bankroll import Bankroll, BankrollTerms, analyse_bankroll
from gutshot.videopoker.session import PERCENTILES
from gutshot.web.money_plots import bankroll_plot, session_plot, time_plot
from gutshot.web.money_query import MOST_WORK, checked_trips, page_url, read_terms, whole
from gutshot.web.number_text import decimal_text, grouped, one_in, percent_text, signed_text
from gutshot.web.pages import page
from gutshot.web.vp_choice import choose
from gutshot.web.vp_pages import families
from gutshot.web.vp_query import read_choice
from gutshot.web.vp_view import tones

if TYPE_CHECKING:
    from gutshot.videopoker import GameReturn

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PLAYS: Final = (1, 3, 5, 10, 25, 50, 100)
_TRIPS: Final = (0, 1_000, 5_000)
_DEFAULTS: Final = {"bankroll": "200", "deals": "1000", "risk": "5", "cash_back": "0"}


@router.get("/videopoker/bankroll")
def bankroll_page(request: Request) -> HTMLResponse:
    """Show what luck does to a bankroll."""
    query = {key: text for key, text in request.query_params.items() if text}
    if query.get("of", query.get("game", "")) != query.get("game", ""):
        query.pop("pays", None)  # edits belong to the game that they were made to
    chosen = choose(read_choice(query))
    typed = {**_DEFAULTS, **{key: text for key, text in query.items() if key in _DEFAULTS}}
    error, terms, trips = chosen.first_error, BankrollTerms(), 0
    returns = request.app.state.returns
    result: dict[str, Any] | None = None
    try:
        terms = read_terms({**query, **typed})
        trips = checked_trips(terms, whole(query.get("trips", ""), "trips", 0) or 0)
        if chosen.table is not None and returns.ready:
            result = _result(_analysed(returns.of(chosen.table), terms, trips))
    except InputError as mistake:
        error = error or str(mistake)
    context: dict[str, Any] = {
        "section": "bankroll",
        "families": families(),
        "chosen": chosen,
        "name": chosen.table.name if chosen.table else chosen.plain_name,
        "typed": typed,
        "progressive_url": page_url("progressive", chosen.choice),
        "terms": terms,
        "plays": sorted({*_PLAYS, terms.plays}),
        "trips": trips,
        "trip_choices": sorted({*_TRIPS, trips}),
        "preparing": not returns.ready,
        "result": result,
        "error": error,
    }
    return page("bankroll.html", context, 422 if error else 200)


@lru_cache(maxsize=16)
def _analysed(game: GameReturn, terms: BankrollTerms, trips: int) -> Bankroll:
    return analyse_bankroll(game, terms, trips=trips, most_work=MOST_WORK)


def _result(found: Bankroll) -> dict[str, Any]:
    terms, game, session = found.terms, found.game, found.session
    cycle, n0 = game.royal_cycle, found.n0
    return {
        "edge": f"{signed_text(found.edge * 100, 4)}\u2009%",
        "edge_words": "for you" if found.edge > 0 else "against you" if found.edge < 0 else "none",
        "variance": decimal_text(found.variance[0]),
        "deviation": root_decimal(found.variance[0], 4),
        "ties": ties_words(decimal_text(found.variance[1]))
        if found.variance[0] != found.variance[1]
        else "",
        "cycle": decimal_text(cycle, 1) if cycle else "never",
        "n0": decimal_text(n0, 0) if n0 is not None else "",
        "deals": grouped(terms.rounds),
        "hands_a_deal": f"{terms.plays} hand{'' if terms.plays == 1 else 's'} a deal",
        "net": f"{signed_text(session.net, 2)}",
        "swing": root_decimal(session.variance, 1),
        "session": _session(found),
        "ruin": _ruin(found),
        "parts": _parts(found),
        "simulated": _simulated(found),
    }


def _session(found: Bankroll) -> dict[str, Any]:
    session = found.session
    if session.ahead is None or session.behind is None:
        return {"counted": False, "model": model_words(session)}
    percentiles = [(percent, session.percentile(percent)) for percent in PERCENTILES]
    return {
        "counted": True,
        "model": _chance(session.modelled_behind),
        "ahead": _chance(session.ahead),
        "even": _chance(max(0.0, 1 - session.ahead - session.behind)),
        "behind": _chance(session.behind),
        "error": f"{session.rounding:.0e}",
        "plot": session_plot(session),
        "percentiles": [
            (
                percent,
                "beyond" if net is None else signed_text(net, 0 if net.denominator == 1 else 2),
            )
            for percent, net in percentiles
        ],
    }


def _ruin(found: Bankroll) -> dict[str, Any]:
    terms, endless, trip = found.terms, found.unlimited, found.trip
    risk = float(terms.risk)
    needed = endless.bankroll(risk)
    out: dict[str, Any] = {
        "bankroll": "" if terms.bankroll is None else grouped(terms.bankroll),
        "risk": f"{decimal_text(terms.risk * 100, 4).rstrip('0').rstrip('.')}\u2009%",
        "certain": endless.certain,
        "exact": endless.exact,
        "needed": "" if needed is None else grouped(needed),
        "endless": "",
        "trip": None,
    }
    if terms.bankroll is not None and not endless.certain:
        least, most = endless.ruin(terms.bankroll)
        low, high = _chance(least), _chance(most)
        out["endless"] = low if low == high else f"{low} to {high}"
    if trip is not None:
        chance = None if terms.bankroll is None else trip.ruin(terms.bankroll)
        out["trip"] = {
            "chance": "" if chance is None else _chance(chance or 1e-9),
            "needed": grouped(trip.needed(risk)),
            "error": f"{trip.error:.0e}",
            "time": "" if trip.over_time is None else time_plot(trip),
            "by_bankroll": bankroll_plot(trip, endless, risk),
        }
    return out


def _parts(found: Bankroll) -> list[dict[str, str]]:
    scale = tones(found.game.table.categories)
    return [
        {
            "label": category_label(part.category),
            "odds": one_in(part.chance),
            "variance": decimal_text(part.contribution, 5),
            "share": percent_text(part.share),
            "bar": share_bar(scale.get(part.category, 15), float(part.share)),
        }
        for part in found.parts
    ]


def _simulated(found: Bankroll) -> dict[str, Any] | None:
    drawn = found.simulated
    if drawn is None:
        return None
    counts = (
        ("lost the bankroll", drawn.ruined),
        ("ended ahead", drawn.ahead),
        ("ended even", drawn.even),
        ("ended behind", drawn.behind),
    )
    return {
        "trips": grouped(drawn.trips),
        "seed": drawn.seed,
        "rows": [
            (
                label,
                f"{100 * drawn.share(count)[0]:.3f}\u2009%",
                f"±{100 * drawn.share(count)[1]:.3f}"
                if 0 < count < drawn.trips
                else unseen_words(drawn, count),
            )
            for label, count in counts
        ],
        "net": f"{drawn.mean_net:+.3f}".replace("-", "\u2212"),
        "net_error": f"±{drawn.error_of_mean:.3f}",
    }


def _chance(chance: float) -> str:
    return chance_text(chance).replace(" %", "\u2009%")
