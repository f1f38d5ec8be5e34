"""The pages that explain: guides, games, method, evidence, playing responsibly, what is to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from gutshot.errors import InputError
from gutshot.holdem.preflop.published import published
from gutshot.paigow.house_ways import house_ways
from gutshot.videopoker import ENGINE_VERSION, games
from gutshot.videopoker import game as catalogue_game
from gutshot.videopoker.games import broken_files
from gutshot.videopoker.players import LEVELS, NORMAL_LINES
from gutshot.web.content_chances import chances_view
from gutshot.web.content_demo import demonstration
from gutshot.web.content_elsewhere import met_elsewhere
from gutshot.web.content_evidence import SHIPPED, checks, reports
from gutshot.web.content_games import DECK_LABELS, SORTS, game_groups, read_wish
from gutshot.web.content_guide import guides
from gutshot.web.content_method import method_context
from gutshot.web.content_paigow import named_hands, paigow_words, rounds_view
from gutshot.web.content_preflop import preflop_words, walks_view
from gutshot.web.content_preflop_account import ACCOUNT, account_rows
from gutshot.web.content_preflop_method import preflop_method_context
from gutshot.web.content_text import marked
from gutshot.web.content_words import exact_return, game_words
from gutshot.web.number_text import decimal_text, fraction_text, grouped, payout_text
from gutshot.web.pages import page
from gutshot.web.vp_pages import families

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable
    from gutshot.web.content_figures import Figures
    from gutshot.web.content_guide import Guide, Section

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_DEFAULT_GAME: Final = "jacks-or-better-9-6"


def _figures(request: Request) -> Figures:
    figures: Figures = request.app.state.figures
    return figures


@router.get("/videopoker/games")
def games_page(request: Request) -> HTMLResponse:
    """Show every table of the catalogue with its exact figures."""
    figures, wish = _figures(request), read_wish(request.query_params)
    groups = game_groups(wish, figures)
    return page(
        "content/games.html",
        {
            "section": "games",
            "wish": wish,
            "decks": list(DECK_LABELS.items()),
            "families": [family for family, _ in families()],
            "sorts": list(SORTS.items()),
            "groups": groups,
            "shown": sum(len(group.games) for group in groups),
            "all": len(games()),
            "left_out": [file.public_problem for file in broken_files()],
            "counting": figures.counting,
        },
    )


@router.get("/videopoker/method")
def method_page(request: Request) -> HTMLResponse:
    """Show how a hold is calculated, with the numbers of this build."""
    figures = _figures(request)
    context = {"section": "method", "elsewhere": met_elsewhere(figures), **method_context()}
    return page("content/method.html", {**context, "counting": figures.counting})


@router.get("/evidence")
def evidence_page() -> HTMLResponse:
    """Show what was proved, when, and of which version."""
    context = {
        "section": "evidence",
        "engine_version": ENGINE_VERSION,
        "reports": reports(),
        "checks": checks(),
        "shipped": SHIPPED,
    }
    return page("content/evidence.html", context)


@router.get("/responsible")
def responsible_page(request: Request) -> HTMLResponse:
    """Show what an expected value is not, and what many hands bring."""
    figures = _figures(request)
    wanted = request.query_params.get("game", "") or _DEFAULT_GAME
    try:
        table = catalogue_game(wanted)
    except InputError:
        table = catalogue_game(_DEFAULT_GAME)
    context = {
        "section": "responsible",
        "families": families(),
        "game": table,
        "all": len(games()),
        "losing": sum((exact_return(one, figures) or 0) < 1 for one in games()),
        "chances": chances_view(table, figures),
        "counting": figures.counting,
    }
    return page("content/responsible.html", context)


@router.get("/preflop")
def preflop_page() -> HTMLResponse:
    """Say what is answered about preflop hold'em, and where."""
    return page("content/preflop.html", {"section": "preflop"})


@router.get("/preflop/method")
def preflop_method_page(request: Request) -> HTMLResponse:
    """Show how charts are made, and what each of their numbers rests on."""
    figures = _figures(request)
    context = preflop_method_context(figures)
    counting = figures.counting
    if not counting:
        # what was still being counted above has come by now
        context = preflop_method_context(figures)
    told = {
        "section": "preflop-method",
        "account": account_rows(),
        "readings": len(published(ACCOUNT).readings),
        "counting": counting,
    }
    return page("content/preflop_method.html", context | told)


@router.get("/{name}/guide")
def guide_page(request: Request, name: str) -> HTMLResponse:
    """Show the guide of a file of ``data/guides``."""
    guide = guides().get(name)
    if guide is None:
        raise HTTPException(404)
    figures = _figures(request)
    table = catalogue_game(guide.game) if guide.game else None
    words = game_words(table, figures) if table else paigow_words(figures) | preflop_words()
    origin = f"{guide.id}.toml"

    def text(written: str) -> Any:  # noqa: ANN401 - Markup, for a template
        return marked(written, words, origin)

    context = {
        "section": guide.section,
        "guide": guide,
        "text": text,
        "steps": demonstration(guide),
        "moves": rounds_view(guide, figures),
        "looks": walks_view(guide),
        "hands": {section.id: named_hands(section) for section in guide.sections},
        "ways": house_ways(),
        "lines": _lines(table) if table else [],
        "players": _players(guide, figures),
        "counting": figures.counting and not guide.walks,
    }
    return page("content/guide.html", context)


def _lines(table: PayTable) -> list[tuple[str, str]]:
    return [(line.label, payout_text(line.pays)) for line in table.lines]


def _players(guide: Guide, figures: Figures) -> list[dict[str, Any]]:
    """Return the computer players with what they return, "" while it is being counted."""
    shown = [section for section in guide.sections if section.show == "players"]
    return [
        {
            "level": level,
            "rule": one.rule,
            "lines": [words for words, _ in NORMAL_LINES] if level == "normal" else [],
            "returns": [_returned(level, name, figures) for name in _names(shown)],
        }
        for level, one in LEVELS.items()
        if shown
    ]


def _names(sections: list[Section]) -> list[str]:
    return [name for section in sections for name in section.games]


def _returned(level: str, name: str, figures: Figures) -> dict[str, str]:
    table = catalogue_game(name)
    wild = table.deck.jokers or table.deck.wild_rank is not None
    if level == "normal" and wild:
        return {"game": table.name, "percent": "", "why": "knows no wild cards"}
    found = figures.player(level, table)
    if found is None:
        return {"game": table.name, "percent": "", "why": ""}
    return {
        "game": table.name,
        "percent": f"{decimal_text(found.return_fraction * 100)}\u2009%",
        "fraction": fraction_text(found.return_fraction),
        "cost": f"{decimal_text(found.cost * 100)}\u2009%" if found.cost else "nothing",
        "deals": grouped(found.wrong_deals),
        "why": "",
    }
