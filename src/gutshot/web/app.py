"""The web app: routes, guards and failures put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot import __version__
from gutshot.web import (
    compare_pages,
    content_pages,
    equity_api,
    equity_pages,
    health,
    icm_api,
    icm_pages,
    job_pages,
    money_api,
    money_bankroll,
    money_progressive,
    paigow_api,
    paigow_odds_pages,
    paigow_pages,
    percentile_pages,
    postflop_pages,
    postflop_solve_api,
    preflop_chart_pages,
    preflop_compare_pages,
    preflop_export_pages,
    preflop_flop_page,
    preflop_quiz_api,
    preflop_quiz_pages,
    preflop_review_pages,
    preflop_solve_api,
    preflop_solve_pages,
    push_fold_pages,
    range_pages,
    strategy_api,
    strategy_own,
    strategy_pages,
    table_pages,
    table_socket,
    three_way_pages,
    trainer_account,
    trainer_api,
    trainer_pages,
    trainer_players,
    trainer_session_pages,
    vp_api,
    vp_pages,
)
from gutshot.web.content_figures import Figures
from gutshot.web.failures import add_failures
from gutshot.web.guards import Guards
from gutshot.web.head_requests import HeadRequests
from gutshot.web.hosts import Hosts
from gutshot.web.pages import page
from gutshot.web.parameters import refuse_unknown
from gutshot.web.rate_limits import RULES, RateLimits
from gutshot.web.returns import Returns
from gutshot.web.rooms import while_running
from gutshot.web.static_files import static_file, static_url

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gutshot.storage import Database

__all__ = ["LOOPBACK_NAMES", "create_app"]

LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
"""Host headers that an app on the loopback interface answers to: others are a rebinding attack."""

_EXAMPLES: Final = {
    "/api/videopoker/games": "",
    "/api/videopoker/deal": "?deck=joker",
    "/api/videopoker/hold": "?game=jacks-or-better-9-6&hand=AhKhQcTh5h",
    "/api/videopoker/return": "?game=jacks-or-better-9-6&pays=flush:5",
    "/api/videopoker/compare": "?a=jacks-or-better-9-6&b=jacks-or-better-8-5",
    "/api/videopoker/strategy": "?game=jacks-or-better-9-6&lines=19",
    "/api/videopoker/progressive": "?game=bonus-poker-8-5&jackpot=8000&coins=5",
    "/api/videopoker/bankroll": "?game=deuces-wild-full-pay&plays=3&bankroll=500&risk=1",
    "/api/equity": "?hand=AsKs&hand=QQ%2B,AJs&board=QdJh2h&details=true",
    "/api/equity/three-way": "?a=AA&b=KK&c=QQ",
    "/api/preflop/push-fold": "?stack=10",
    "/api/preflop/compare": "?one=cash_6_100&other=cash_5_100",
    "/api/preflop/percentile": "?percent=20&to=gto%2B",
    "/api/icm": "?stacks=5000,3000,1500,500&payouts=50,30,20&call=2:1&pot=300",
    "/api/paigow/advise": "?cards=9s9d6h6cAsKh4c&against=trump-plaza&details=true",
    "/api/paigow/set": "?cards=JkQsQhQdAs7s2s&way=trump-plaza",
    "/api/paigow/ways": "",
    "/api/paigow/tables": "",
    "/api/paigow/odds": "?stake=5&others=5&table=fortune-2",
}

_front = APIRouter(include_in_schema=False)

_ROUTERS: Final = (
    _front,
    vp_pages.router,
    compare_pages.router,
    money_progressive.router,
    money_bankroll.router,
    strategy_pages.router,
    strategy_own.router,
    paigow_pages.router,
    paigow_odds_pages.router,
    table_pages.router,
    table_socket.router,
    content_pages.router,
    equity_pages.router,
    three_way_pages.router,
    icm_pages.router,
    preflop_chart_pages.router,
    preflop_export_pages.router,
    preflop_flop_page.router,
    preflop_compare_pages.router,
    preflop_quiz_pages.router,
    preflop_solve_pages.router,
    push_fold_pages.router,
    range_pages.router,
    percentile_pages.router,
    preflop_review_pages.router,
    postflop_pages.router,
    health.router,
    trainer_pages.router,
    trainer_session_pages.router,
    trainer_players.router,
    trainer_account.router,
    job_pages.router,
    vp_api.router,
    money_api.api,
    equity_api.router,
    three_way_pages.api,
    preflop_chart_pages.api,
    preflop_export_pages.api,
    preflop_quiz_api.router,
    preflop_compare_pages.api,
    preflop_solve_api.router,
    postflop_solve_api.router,
    push_fold_pages.api,
    percentile_pages.api,
    preflop_review_pages.api,
    icm_api.router,
    paigow_api.router,
    table_pages.api,
    strategy_api.router,
    trainer_api.router,
    trainer_players.api,
    trainer_account.api,
    job_pages.api,
)


def create_app(
    *,
    ready: Callable[[], bool] = lambda: True,
    hosts: Sequence[str] = LOOPBACK_NAMES,
    database: Database | str | None = None,
    rates: RateLimits | None = None,
) -> FastAPI:
    """Return the app.

    Parameters
    ----------
    ready
        Whether whole games may be analysed yet; see `gutshot.web.returns`.
    hosts
        Names under which it answers, ``*`` for any.
    database
        Where hands are kept: a URL, None for the user's own file, or an open one. It is open from
        the app's startup to its shutdown.
    rates
        How often one may ask.
    """
    app = FastAPI(
        title="Gutshot",
        version=__version__,
        docs_url=None,  # FastAPI's own pages load their scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=while_running(database, rates or RateLimits()),
    )
    app.state.returns = Returns(ready)
    app.state.figures = Figures(lambda: app.state.returns.ready)
    for router in _ROUTERS:
        strict = [Depends(refuse_unknown)] if router.prefix.startswith("/api") else []
        app.include_router(router, dependencies=strict)
    add_failures(app)
    app.add_middleware(HeadRequests)
    app.add_middleware(Hosts, names=tuple(hosts))
    app.add_middleware(Guards)
    return app


@_front.get("/")
def front() -> RedirectResponse:
    """Lead to the game that can be played."""
    return RedirectResponse("/videopoker", status_code=307)


@_front.get("/static/{version}/{path:path}")
def static(version: str, path: str) -> Response:
    """Answer with a style sheet, a script or a picture."""
    return static_file(version, path)


@_front.get("/favicon.ico")
def favicon() -> RedirectResponse:
    """Lead a browser that asks by habit to the icon."""
    return RedirectResponse(static_url("icon.svg"), status_code=307)


@_front.get("/api")
def api_page(request: Request) -> HTMLResponse:
    """List the operations of the interface for programs."""
    return page(
        "api.html",
        {"section": "api", "operations": _operations(request.app.openapi()), "rules": RULES},
    )


def _operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "method": method.upper(),
            "path": path,
            "summary": f"{operation['summary']}. {operation.get('description', '')}",
            "parameters": [
                (one["name"], one.get("description", "")) for one in operation.get("parameters", [])
            ]
            + _body_fields(document, operation),
            "example": path + _EXAMPLES[path] if method == "get" and path in _EXAMPLES else "",
        }
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def _body_fields(document: dict[str, Any], operation: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of an operation's JSON body and what they mean."""
    if "requestBody" not in operation:
        return []
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    model = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return [(name, one.get("description", "")) for name, one in model["properties"].items()]
