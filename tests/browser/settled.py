"""Waiting until a page stands still, so that what is measured is what a person sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
