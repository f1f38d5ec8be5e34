"""The masthead leads to every game and to every page of the game that is open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from tests.web.content_reader import between, counted_page, words
from tests.web.strategy_seed import published, searched
from tests.web.test_trainer_server import serving
from tests.web.trainer_client import Running

from gutshot.videopoker import game
from gutshot.web.navigation import GAMES, Entry, Game, game_of
from gutshot.web.vp_query import DEFAULT_GAME

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client

ENTRIES = [(game, entry) for game in GAMES for entry in game.pages]
ABOUT = ("/evidence", "/responsible", "/api", "/nowhere")


def links(text: str) -> list[tuple[str, str, str]]:
    """Return the links of a part of a page: address, `aria-current`, words."""
    found = re.findall(r'<a href="([^"]*)"(?: aria-current="([^"]*)")?>([^<]*)</a>', text)
    return [(url, current, words(label)) for url, current, label in found]


def games_row(page: str) -> list[tuple[str, str, str]]:
    return links(between(page, '<nav class="games" aria-label="Games">', "</nav>"))


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """Return an app that need not search the strategy that its page shows first."""
    with Running(searched({game(DEFAULT_GAME): [published("jacks-9-6-simple")]})) as opened:
        yield opened


@pytest.mark.parametrize(("of", "entry"), ENTRIES, ids=lambda one: one.label)
def test_a_page_marks_its_game_and_itself(running: Running, of: Game, entry: Entry) -> None:
    answer = running.browser().get(entry.url)
    assert answer.status_code == 200
    page = answer.text
    here = "page" if entry == of.pages[0] else "true"
    assert games_row(page) == [(one.url, here if one == of else "", one.label) for one in GAMES]
    if len(of.pages) == 1:
        assert '<nav class="game-pages"' not in page
        return
    row = between(page, f'<nav class="game-pages" aria-label="{of.label}">', "</nav>")
    assert links(row) == [(one.url, "page" if one == entry else "", one.label) for one in of.pages]


def test_a_page_below_an_entry_marks_it_without_claiming_to_be_it(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/hands.sqlite") as (_, port):
        for url, current in (
            ("/videopoker/play", "page"),
            ("/videopoker/sessions", "true"),
            ("/videopoker/players", "true"),
        ):
            page = httpx.get(f"http://127.0.0.1:{port}{url}", timeout=60).text
            row = links(between(page, '<nav class="game-pages"', "</nav>"))
            assert [(entry, mark) for entry, mark, _ in row if mark] == [
                ("/videopoker/play", current)
            ]


@pytest.mark.parametrize("url", ABOUT)
def test_a_page_about_all_games_leads_to_each_and_marks_none(client: Client, url: str) -> None:
    page = client.get(url).text
    assert [(link, current) for link, current, _ in games_row(page)] == [
        (game.url, "") for game in GAMES
    ]
    assert '<nav class="game-pages"' not in page


def test_a_section_belongs_to_one_game_and_an_address_is_listed_once() -> None:
    sections = [entry.section for _, entry in ENTRIES]
    assert len(sections) == len(set(sections))
    assert all(game.url == game.pages[0].url for game in GAMES)
    urls = [entry.url for _, entry in ENTRIES]
    assert len(urls) == len(set(urls))
    assert game_of("") is None


def test_the_first_page_of_preflop_leads_to_the_others_and_shows_no_result(client: Client) -> None:
    page = client.get("/preflop").text
    text = words(between(page, "<main", "</main>"))
    assert "not built" not in text
    main = between(page, "<main", "</main>")
    for path in ("charts", "solve", "quiz", "review", "ranges", "compare", "push-fold", "method"):
        assert f'href="/preflop/{path}"' in main
        assert client.get(f"/preflop/{path}").status_code == 200
    assert "%" not in text
    assert not re.search(r"\d\.\d", text)
    assert len(re.findall(r"<h1[ >]", page)) == 1
    assert 'href="/videopoker"' in between(page, "<main", "</main>")


def test_the_footer_promises_no_more_than_the_pages_keep(client: Client) -> None:
    responsible = counted_page(client, "/responsible")
    assert "modelled" in between(responsible, "<main", "</main>")
    footer = words(between(responsible, "<footer", "</footer>"))
    assert "a number that is modelled or simulated says so" in footer
    assert "none is sampled" not in footer
