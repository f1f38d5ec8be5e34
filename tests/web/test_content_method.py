"""The method page: its worked example, sizes and comparisons are those of this build."""

from __future__ import annotations

import re
from math import comb, lcm
from typing import TYPE_CHECKING

import pytest
from tests.videopoker.played import played
from tests.web.content_reader import between, counted_page, words

from gutshot.cards.decks import DECKS
from gutshot.cards.text import parse_hand
from gutshot.render.svg_cards import card_words
from gutshot.videopoker import ENGINE_VERSION, analyse_hand, game, games
from gutshot.videopoker.deal_classes import deal_classes, row_count
from gutshot.videopoker.plain import counts_by_completion
from gutshot.videopoker.subset_tables import subset_tables
from gutshot.web.content_elsewhere import CLAIMS
from gutshot.web.content_figures import GameFigures
from gutshot.web.number_text import grouped

if TYPE_CHECKING:
    from tests.web.conftest import Client

TABLE = game("jacks-or-better-9-6")
DEAL = parse_hand("As Ks Qs Js 2d", TABLE.deck)


@pytest.fixture(scope="module")
def page(client: Client) -> str:
    return counted_page(client, "/videopoker/method")


def rows(table: str) -> list[str]:
    body = between(table, "<tbody>", "</tbody>")
    return [words(row) for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL)]


def test_all_47_draws_of_the_example_are_listed_once(page: str) -> None:
    table = between(page, 'aria-label="Every draw of the example"', "</table>")
    listed = re.findall(r'<span class="unseen">([^<]*)</span>', table)
    cards = [card for line in listed for card in line.split(", ")]
    assert sorted(cards) == sorted(card_words(card) for card in range(52) if card not in DEAL)
    assert len(cards) == 47


def test_the_example_counts_as_both_engines_do(page: str) -> None:
    hold = analyse_hand(DEAL, TABLE).hold(0b01111)
    assert hold.counts == counts_by_completion(DEAL, 0b01111, TABLE)
    table = rows(between(page, 'aria-label="Every draw of the example"', "</table>"))
    labels = {line.category: line.label for line in TABLE.lines} | {"no_win": "No win"}
    pays = {line.category: line.pays for line in TABLE.lines} | {"no_win": 0}
    expected = [(c, n) for c, n in hold.counts.items() if n]
    assert len(table) == len(expected)
    for (category, count), row in zip(expected, table, strict=True):
        assert row.startswith(labels[category])
        assert row.endswith(f"{count} {pays[category]} {count * pays[category]}")
    assert f"/ 47 = {hold.ev}" in words(between(page, '<p class="formula">', "</p>"))
    assert "counts of the hold are the same" in words(page)
    assert "differ, which must not be" not in page


def test_what_is_taken_away_adds_up(page: str) -> None:
    table = between(page, "<caption>Hands that hold the four spades", "</table>")
    sums = [0, 0, 0]
    for row in rows(table):
        contain, fifth, draws = map(int, row.split()[-3:])
        assert contain - fifth == draws
        sums = [a + b for a, b in zip(sums, (contain, fifth, draws), strict=True)]
    assert sums == [48, 1, 47]


def test_the_draws_of_all_holds_cover_every_hand_once(page: str) -> None:
    table = rows(between(page, "<caption>Holds of a deal from 52 cards", "</table>"))
    total = 0
    for held, row in enumerate(table):
        hands = comb(5, held) * comb(47, 5 - held)
        total += hands
        assert row == f"{held} {comb(5, held)} {grouped(comb(47, 5 - held))} {grouped(hands)}"
    assert total == comb(52, 5)
    assert grouped(total) in words(page)
    assert grouped(comb(52, 5) * total) in words(page)


def test_the_sizes_are_those_of_the_tables(page: str) -> None:
    table = rows(between(page, "<caption>The tables of this build", "</table>"))
    assert len(table) == len(DECKS)
    for deck, row in zip(DECKS.values(), table, strict=True):
        of, n = subset_tables(deck), deck.size
        numbers = (
            comb(n, 5),
            deal_classes(deck.jokers).count,
            row_count(deck.jokers),
            len(of.kinds),
            int(of.starts[-1]),
            lcm(*(comb(n - 5, k) for k in range(6))),
        )
        assert row.endswith(" ".join(map(grouped, numbers)))


def test_versions_are_named(page: str) -> None:
    assert f"Engine version {ENGINE_VERSION}" in words(page)
    part = between(page, '<details class="versions">', "</details>")
    for table in games():
        assert f'href="/videopoker?game={table.id}">' in part
        assert table.version in part


TRUTH = {
    ("jacks-or-better-8-5", "19.22"): "19.3233",
    ("deuces-wild-nsud", "25.58"): "25.7803",
    ("double-bonus-9-7", "28.26"): "28.5471",
    ("joker-poker-kings-20-7-5", "26.21"): "26.2450",
    ("jacks-or-better-9-6", "2.05"): "1.9664",
    ("bonus-poker-8-5", "2.23"): "2.1200",
    ("jacks-or-better-9-6", "1 in 23"): "1 in 90.8",
    ("jacks-or-better-9-6", "1 in 20"): "1 in 89.1",
    ("double-bonus-10-7", "100.15 %"): "100.1725 %",
    ("double-bonus-9-6", "97.5 %"): "97.8062 %",
    ("deuces-wild-nsud", "99.7278 %"): "99.7283 %",
    ("deuces-wild-full-pay", "100.765031 %"): "100.761961 %",
    ("deuces-wild-full-pay", "never"): "on 363,312 deals",
    ("double-joker-8-5-4", "1 in 790,527.5"): "1 in 790,627.5",
}


def test_figures_of_others_stand_beside_ours(page: str) -> None:
    found = rows(between(page, 'aria-label="Figures met elsewhere, and ours"', "</table>"))
    assert len(found) == len(CLAIMS) == len(TRUTH)
    for claim, row in zip(CLAIMS, found, strict=True):
        theirs = claim.theirs.replace("\u2009", " ")
        ours = claim.ours(GameFigures.of(played(claim.game))).replace("\u2009", " ")
        assert ours == TRUTH[claim.game, theirs]
        assert row == f"{game(claim.game).name} {claim.about} {theirs} {ours}"
