"""The few marks that texts of data files may carry, and numbers that are put into them.

``**strong**``, `` `code` ``, ``[words](/address)`` and ``{figure arguments}``. Everything else is
plain text and is escaped. A figure is a function of the page, so a text names a number and never
states it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol

from markupsafe import Markup, escape

from gutshot.errors import CatalogueError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Figure", "marked", "plain"]

_MARK: Final = re.compile(
    r"\*\*(?P<strong>.+?)\*\*"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<words>[^\]]+)\]\((?P<to>[/#][^)\s]*)\)"
    r"|\{(?P<figure>[a-z_]+)(?P<arguments>[^{}]*)\}"
)


class Figure(Protocol):
    """A number that a text can name; gets the words behind its name."""

    def __call__(self, words: Sequence[str], /) -> str:
        """Return the number as text; `Markup` stays markup."""
        ...


def marked(text: str, figures: Mapping[str, Figure], origin: str) -> Markup:
    """Return a text as HTML.

    Parameters
    ----------
    text
        One paragraph of a data file.
    figures
        What it may name in braces.
    origin
        The file, which opens error messages.

    Raises
    ------
    CatalogueError
        For a figure that the page does not know or can't work out.
    """
    out, end = Markup(), 0
    for match in _MARK.finditer(text):
        out += escape(text[end : match.start()]) + _one(match, figures, origin)
        end = match.end()
    return out + escape(text[end:])


def _one(match: re.Match[str], figures: Mapping[str, Figure], origin: str) -> Markup:
    if match["strong"] is not None:
        inside = marked(match["strong"], figures, origin)
        return Markup("<strong>{}</strong>").format(inside)
    if match["code"] is not None:
        return Markup("<code>{}</code>").format(match["code"])
    if match["words"] is not None:
        return Markup('<a href="{}">{}</a>').format(match["to"], match["words"])
    if match["figure"] not in figures:
        known = ", ".join(sorted(figures))
        msg = f"{origin}: no figure '{match['figure']}'; a text can name {known}"
        raise CatalogueError(msg)
    try:
        return escape(figures[match["figure"]](match["arguments"].split()))
    except (LookupError, StopIteration, ValueError, InputError) as error:
        msg = f"{origin}: {match[0]} can't be worked out: {type(error).__name__} {error}"
        raise CatalogueError(msg) from None


def plain(html: Markup) -> str:
    """Return HTML of `marked` as the text that a screen reader would say."""
    return " ".join(html.striptags().split())
