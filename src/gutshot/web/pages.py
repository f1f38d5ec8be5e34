"""How a page is made: templates, and what all of them need."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gutshot.render.svg_shapes import symbols
from gutshot.web.navigation import GAMES, game_of
from gutshot.web.static_files import static_url

__all__ = ["page", "part"]

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""No template has one: it was typed, and a page that holds it is no HTML."""


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("gutshot.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _symbols() -> Markup:
    hidden = '<svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">'
    # Our own drawings, no user's text in them.
    return Markup(f"{hidden}<defs>{symbols()}</defs></svg>")  # noqa: S704


def page(template: str, context: dict[str, Any], status: int = 200) -> HTMLResponse:
    """Return a page of a template and what it shows; texts are escaped.

    A control character that was typed stands in it as U+FFFD.

    The context's `section` names the page's entry of the masthead; `within` says that the page lies
    below that entry and is not the entry's own.
    """
    shown: dict[str, Any] = {"section": "", "within": False} | context
    everywhere = {
        "symbols": _symbols(),
        "static": static_url,
        "menu": GAMES,
        "open_game": game_of(shown["section"]),
    }
    return HTMLResponse(part(template, everywhere | shown), status)


def part(template: str, context: dict[str, Any]) -> str:
    """Return a piece of a page, made of a template that needs nothing but its context."""
    return _CONTROLS.sub("\ufffd", _environment().get_template(template).render(context))
