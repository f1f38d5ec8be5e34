"""The games page prints what the engine counts, for every table of the catalogue."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.videopoker.played import played
from tests.web.content_reader import between, counted_page, words

from gutshot.cards.text import parse_hand
from gutshot.videopoker import GameReturn, analyse_hand, game, games
from gutshot.web import content_games
from gutshot.web.content_figures import Figures
from gutshot.web.content_games import Wish, game_groups
from gutshot.web.content_guide import guides
from gutshot.web.number_text import decimal_text, fraction_text, grouped, one_in, percent_text

if TYPE_CHECKING:
    from tests.web.conftest import Client

URL = "/videopoker/games"


@pytest.fixture(scope="module")
def page(client: Client) -> str:
    return counted_page(client, URL)


def block(page: str, name: str) -> str:
    """Return a game's part of the page."""
    return between(page, f'<li id="{name}"', "\n  </li>")


def figure(text: str, name: str) -> str:
    """Return the figure that stands under a name."""
    return words(between(text, f"<dt>{name}</dt><dd>", "</dd>"))


def spread(result: GameReturn) -> str:
    low, high = (decimal_text(bound) for bound in result.variance)
    return low if low == high else f"{low} to {high}"


@pytest.mark.parametrize("name", [table.id for table in games()])
def test_every_figure_of_a_game_is_the_engines(page: str, name: str) -> None:
    result, text = played(name), block(page, name)
    share = result.return_fraction
    assert result.royal_cycle is not None
    assert f"{decimal_text(share * 100)} %" in words(between(text, "<strong>", "</strong>"))
    assert figure(text, "Return, exactly") == fraction_text(share)
    assert figure(text, "Variance") == spread(result)
    assert figure(text, "Covariance") == decimal_text(result.covariance)
    assert figure(text, "Royal cycle") == f"1 in {decimal_text(result.royal_cycle, 2)}"
    hits = percent_text(result.hit_frequency).replace("\u2009", " ")
    assert figure(text, "Hit frequency") == hits
    assert figure(text, "Deals with tied best holds") == grouped(result.tied_deals)
    deviation = float(figure(text, "Standard deviation"))
    assert abs(deviation - float(result.variance[0]) ** 0.5) < 1e-4
    side = "the player's" if share > 1 else "the house's"
    assert figure(text, "Edge") == f"{decimal_text(abs(share - 1) * 100, 4)} % {side}"
    assert figure(text, "Source of the table") == result.table.source


@pytest.mark.parametrize("name", [table.id for table in games()])
def test_every_line_of_a_pay_table_is_there_with_its_counts(page: str, name: str) -> None:
    result = played(name)
    total = sum(result.categories.values())
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', block(page, name))
    rows = [words(row) for row in rows if "Deals" not in row]
    assert len(rows) == len(result.table.lines)
    for line, row in zip(result.table.lines, rows, strict=True):
        combos = result.categories[line.category]
        share = Fraction(combos, total)
        points = decimal_text(line.pays * share * 100, 4)
        assert row == f"{line.label} {line.pays} {grouped(combos)} {one_in(share)} {points}"
    held = words(between(block(page, name), '<th scope="row">Deals</th>', "</tr>"))
    dealt = sum(result.held)
    shares = [percent_text(Fraction(deals, dealt)) for deals in result.held]
    assert held == " ".join(shares).replace("\u2009", " ")


def test_every_game_leads_to_the_analyser_and_to_the_table(page: str) -> None:
    for table in games():
        text = block(page, table.id)
        assert f'href="/videopoker?game={table.id}"' in text
        assert f'href="/videopoker/play?game={table.id}"' in text
    assert page.count('<li id="') == len(games())


def ids(page: str) -> list[str]:
    return re.findall(r'<li id="([^"]+)" class="game', page)


def test_games_are_filtered_and_sorted(client: Client) -> None:
    by_return = ids(counted_page(client, f"{URL}?sort=return"))
    shares = [played(name).return_fraction for name in by_return]
    assert shares == sorted(shares, reverse=True)
    assert len(by_return) == len(games())
    joker = ids(counted_page(client, f"{URL}?deck=joker&sort=variance"))
    assert {game(name).deck.name for name in joker} == {"joker"}
    variances = [played(name).variance[0] for name in joker]
    assert variances == sorted(variances)
    assert len(joker) == sum(table.deck.name == "joker" for table in games())
    family = ids(counted_page(client, f"{URL}?family=Double+Bonus&sort=hits"))
    hits = [played(name).hit_frequency for name in family]
    assert hits == sorted(hits, reverse=True)
    assert {game(name).family for name in family} == {"Double Bonus"}


def test_what_no_table_fits_says_so_and_what_is_unknown_is_all(client: Client) -> None:
    assert "No table of this family" in client.get(f"{URL}?deck=joker&family=Double+Bonus").text
    odd = client.get(f"{URL}?deck=%22%3E%3Cb%3E&family=%3Cscript%3E&sort=nonsense").text
    assert len(ids(odd)) == len(games())
    assert "<script>" not in odd.replace("<script src", "").replace("<script type", "")


def test_the_examples_of_the_families_show_the_best_holds(page: str) -> None:
    shown = 0
    for family in guides()["videopoker"].families:
        for example in family.examples:
            table = game(example.game)
            hand = analyse_hand(parse_hand(example.deal, table.deck), table)
            url = f"/videopoker?game={table.id}&amp;hand={example.deal.replace(' ', '')}"
            text = between(page, f'href="{url}"', "</div>")
            assert f"{table.name}, EV {decimal_text(hand.holds[0].ev)}" in words(text)
            assert text.count('<span class="slots">') == len(hand.best)
            shown += 1
    assert shown >= 16
    assert {one.name for one in guides()["videopoker"].families} == {t.family for t in games()}


def test_what_the_family_notes_say_holds() -> None:
    wildest = max(games(), key=lambda table: played(table.id).variance[1])
    assert wildest.family == "Triple Double Bonus"
    for table in games():
        pays = {line.canonical: line.pays for line in table.lines}
        if table.family == "Double Bonus":
            assert pays["four_aces"] == 160
            assert pays["two_pair"] == 1
        if table.family == "Super Aces":
            assert 2 * pays["four_aces"] == pays["royal_flush"]
        if table.family == "Triple Double Bonus":
            assert pays["four_aces_kicker_2_4"] == pays["royal_flush"]
        if table.family == "Deuces Wild":
            assert table.lines[-1].canonical == "three_of_a_kind"


@pytest.mark.parametrize("name", [t.id for t in games() if t.deck.jokers or t.deck.wild_rank == 0])
def test_no_wild_card_is_ever_thrown_away(name: str) -> None:
    result = played(name)
    cards = result.deals.cards
    wild = cards >= 52 if result.table.deck.jokers else cards >> 2 == 0
    kept = result.chosen[:, None] >> np.arange(5) & 1 == 1
    assert kept[wild].all()


@pytest.fixture
def quiet_figures() -> Figures:
    """Return figures that never come."""
    return Figures(lambda: False)


@pytest.mark.parametrize(
    ("stated", "difference"),
    [
        ("99.54", ""),
        ("99.5439", ""),
        ("99.543904", ""),
        ("99.53", "+0.013904"),
        ("100.5", "−0.956096"),
    ],
)
def test_a_published_figure_stands_beside_ours(
    monkeypatch: pytest.MonkeyPatch, quiet_figures: Figures, stated: str, difference: str
) -> None:
    table = game("jacks-or-better-9-6")
    expected = replace(table.expected, published_percent=stated, published_by="A page")
    monkeypatch.setattr(content_games, "games", lambda: (replace(table, expected=expected),))
    (group,) = game_groups(Wish(), quiet_figures)
    (view,) = group.games
    assert view.published == f"{stated}\u2009%"
    assert view.published_by == "A page"
    assert view.difference == difference


def test_the_page_says_who_prints_a_return_and_whether_ours_is_the_same(page: str) -> None:
    for table in games():
        expected = table.expected
        if expected.published_percent is None:
            assert "As others print it" not in block(page, table.id)
            continue
        shown = figure(block(page, table.id), "As others print it")
        same = "ours, rounded likewise, is the same"
        assert shown == f"{expected.published_percent} %: {same} {expected.published_by}"


def test_what_the_files_prove_needs_no_counting(quiet_figures: Figures) -> None:
    for group in game_groups(Wish(), quiet_figures):
        for view in group.games:
            assert view.percent
            assert view.fraction
            assert view.variance
            assert view.covariance
            assert not view.hits
    assert quiet_figures.counting
