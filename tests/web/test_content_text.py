"""Texts of data files: few marks, everything else escaped, numbers only by name."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from gutshot.errors import CatalogueError
from gutshot.web.content_text import Figure, marked, plain

FIGURES: dict[str, Figure] = {
    "pays": lambda words: {"flush": "6"}[words[0]],
    "cards": lambda words: Markup("<i>{}</i>").format(" ".join(words)),
    "odd": lambda _: "<6>",
}


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a < b & c", "a &lt; b &amp; c"),
        ("**Hold.** Then draw.", "<strong>Hold.</strong> Then draw."),
        ("run `a **b** <c>`", "run <code>a **b** &lt;c&gt;</code>"),
        (
            "see [the <games>](/videopoker/games)",
            'see <a href="/videopoker/games">the &lt;games&gt;</a>',
        ),
        ("[up](#top)", '<a href="#top">up</a>'),
        ("[away](https://example.org)", "[away](https://example.org)"),
        ("[no](javascript:alert(1))", "[no](javascript:alert(1))"),
        ("a flush pays {pays flush}, **{pays flush}**", "a flush pays 6, <strong>6</strong>"),
        ("{cards Ah <b>}", "<i>Ah &lt;b&gt;</i>"),
        ("{odd}", "&lt;6&gt;"),
        ("{ not a figure }", "{ not a figure }"),
        ("", ""),
    ],
)
def test_marks_become_html_and_the_rest_is_text(text: str, html: str) -> None:
    assert marked(text, FIGURES, "guide.toml") == html


@pytest.mark.parametrize("text", ["{nothing}", "**{nothing}**", "{pays}", "{pays straight}"])
def test_a_figure_that_is_not_there_is_named(text: str) -> None:
    with pytest.raises(CatalogueError, match=r"guide\.toml: .*(nothing|pays)") as error:
        marked(text, FIGURES, "guide.toml")
    assert "\n" not in str(error.value)


def test_html_is_said_as_text() -> None:
    assert plain(marked("**One** `two`  {odd}", FIGURES, "guide.toml")) == "One two <6>"
