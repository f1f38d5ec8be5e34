"""What the tests of the explaining pages share: a page with all its figures, and its text."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.web.conftest import Client

__all__ = ["between", "counted_page", "words"]

LONGEST_WAIT_S = 120


def counted_page(client: Client, url: str) -> str:
    """Return a page once nothing on it is being counted any more."""
    figures = client._app.state.figures  # the page's own source of figures
    for _ in range(3):  # some figures are asked for only when others are there
        answer = client.get(url)
        assert answer.status_code == 200, answer.text
        assert figures.wait(LONGEST_WAIT_S)
    page = client.get(url).text
    assert "counting…" not in page
    return page


def words(html: str) -> str:
    """Return HTML as plain text, blanks as one space."""
    text = unescape(re.sub(r"<[^>]+>", " ", html))
    return " ".join(text.replace("\u2009", " ").replace("\u202f", " ").split())


def between(page: str, start: str, end: str) -> str:
    """Return what lies between two texts of a page."""
    assert start in page, start
    return page.partition(start)[2].partition(end)[0]
