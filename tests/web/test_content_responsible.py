"""Playing responsibly: real numbers, marked as what they are."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.videopoker.played import played
from tests.web.content_reader import between, counted_page, words

from gutshot.videopoker import game, games
from gutshot.videopoker.long_run import long_run
from gutshot.web.content_chances import HANDS
from gutshot.web.number_text import decimal_text, grouped, signed_text

if TYPE_CHECKING:
    from tests.web.conftest import Client


def text(share: float) -> str:
    percent = f"{100 * share:.1f} %"
    return {"100.0 %": "over 99.9 %", "0.0 %": "under 0.1 %"}.get(percent, percent)


@pytest.mark.parametrize(
    "name",
    ["jacks-or-better-9-6", "deuces-wild-full-pay", "jacks-or-better-6-5", "double-joker-8-5-4"],
)
def test_the_long_run_is_the_engines(client: Client, name: str) -> None:
    result = played(name)
    page = counted_page(client, f"/responsible?game={name}")
    table = between(page, '<table class="figures-table chances">', "</table>")
    rows = [words(row) for row in re.findall(r'<tr><th scope="row".*?</tr>', table)]
    assert len(rows) == len(HANDS)
    for hands, row in zip(HANDS, rows, strict=True):
        run = long_run(result.table, result.categories, result.variance[0], hands)
        assert run.counted is not None
        net = signed_text(5 * run.net, 0)
        swing = decimal_text(Fraction(run.deviation) * 5, 0)
        start = f"{grouped(hands)} {net} ±{swing} {text(run.modelled)} {text(run.counted)} "
        assert row.startswith(start)
    words_of = words(between(page, 'data-part="chances"', "</div>"))
    assert f"{decimal_text(result.return_fraction * 100)} %" in words_of
    assert f"(variance {decimal_text(result.variance[0])})" in words_of
    assert "modelled" in words_of


def test_the_royals_part_and_the_rest_are_the_return(client: Client) -> None:
    page = words(counted_page(client, "/responsible"))
    found = re.search(r"Of every bet ([\d.]+) % comes back .* together return ([\d.]+) %", page)
    assert found
    result = played("jacks-or-better-9-6")
    royal = 800 * Fraction(result.categories["royal_flush"], sum(result.categories.values()))
    assert found[1] == decimal_text(royal * 100, 4)
    assert found[2] == decimal_text((result.return_fraction - royal) * 100, 4)


def test_it_says_how_many_tables_lose(client: Client) -> None:
    losing = sum(played(table.id).return_fraction < 1 for table in games())
    assert f"On {losing} of the {len(games())} tables here" in words(
        client.get("/responsible").text
    )


def test_an_unknown_game_is_the_plain_one_and_no_number_is_to_be_called(client: Client) -> None:
    page = counted_page(client, "/responsible?game=%3Cscript%3E")
    assert f"{game('jacks-or-better-9-6').name} returns" in words(page)
    assert not re.search(r"\b0800\b|\b1-8\d\d\b|tel:", page)
    assert "help line" in page


def test_every_page_leads_to_the_others(client: Client) -> None:
    for url in ("/videopoker", "/videopoker/games", "/evidence", "/api", "/nowhere"):
        page = client.get(url).text
        for link in ("/evidence", "/videopoker/method", "/responsible", "/api"):
            assert f'href="{link}"' in between(page, "<footer", "</footer>")
        for link in ("/videopoker", "/preflop/charts", "/paigow"):
            assert f'href="{link}"' in between(page, '<nav class="games"', "</nav>")


def test_every_page_describes_itself(client: Client) -> None:
    urls = (
        "/videopoker/guide",
        "/videopoker/games",
        "/videopoker/method",
        "/evidence",
        "/responsible",
        "/preflop",
        "/paigow/guide",
    )
    seen = set()
    for url in urls:
        page = client.get(url).text
        seen.add(between(page, "<title>", "</title>"))
        seen.add(between(page, '<meta name="description" content="', '"'))
        assert len(re.findall(r"<h1[ >]", page)) == 1
    assert len(seen) == 2 * len(urls)
