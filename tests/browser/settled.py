"""Waiting until a page stands still, so that what is measured is what a person sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOVING = """() => document.getAnimations().some(
    (one) => one.pending || one.playState === "running")"""


def at_rest(page: Page) -> Page:
    """Wait until nothing on the page is moving."""
    page.wait_for_function(f"() => !({MOVING})()")
    return page


def sideways(page: Page, width: int) -> bool:
    """Say whether the page scrolls sideways at a width; it is given that width first."""
    page.set_viewport_size({"width": width, "height": 740})
    page.wait_for_function("(width) => innerWidth === width", arg=width)
    return bool(page.evaluate("(width) => document.documentElement.scrollWidth > width", width))


def dressed(page: Page, width: int, scheme: Literal["light", "dark"]) -> Page:
    """Give an open page a width and a colour scheme, and wait until it stands still."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 740 if width < 600 else 900})
    page.wait_for_function("(width) => innerWidth === width", arg=width)
    page.wait_for_function(
        "(one) => matchMedia(`(prefers-color-scheme: ${one})`).matches", arg=scheme
    )
    return at_rest(page)
