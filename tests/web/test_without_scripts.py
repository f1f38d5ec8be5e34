"""The page works by forms and addresses alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import Client, Visitor

from gutshot.videopoker import games
from gutshot.web.app import create_app

BASE = "/videopoker?game=jacks-or-better-9-6&hand=AhKhQcTh5h"
IMPOSSIBLE = '<span class="never" role="img" aria-label="impossible">—</span>'

if TYPE_CHECKING:
    from collections.abc import Iterator


def rows(page: str) -> list[str]:
    table = page[page.index('<table class="holds-table">') :]
    body = table[table.index("<tbody>") : table.index("</tbody>")]
    return re.findall(r"<tr class.*?</tr>", body, re.DOTALL)


def test_the_front_leads_to_the_analyser(visitor: Visitor) -> None:
    assert visitor.open("/").status == 200
    assert "All 32 holds" in visitor.page


def test_everything_is_on_the_page(visitor: Visitor) -> None:
    page = visitor.open(BASE).page
    found = rows(page)
    assert len(found) == 32
    assert "60/47" in found[0]
    assert "1.276596" in found[0]
    assert "99.543904" in page
    assert "1,653,526,326,983/1,661,102,543,100" in page
    for figure in ("19.514676", "1.966389", "1 in 40,390.5", "876 (0.034\u2009%)"):
        assert figure in page


def test_what_is_impossible_is_a_dash_and_what_is_rare_is_not_zero(visitor: Visitor) -> None:
    page = visitor.open(BASE).page
    assert IMPOSSIBLE in page
    assert not re.search(r"\b0(\.0+)?\u2009%", page)
    assert "0.00013\u2009%" in page  # two royals in 1,533,939 draws


def test_ties_are_all_marked(visitor: Visitor) -> None:
    url = "/videopoker?game=jacks-or-better-9-6&hand=9c9d9h9s2c"
    page = visitor.open(url).page
    assert sum('class="best' in row for row in rows(page)) == 2
    assert page.count('<div class="best-row">') == 2
    assert "2 holds tie exactly" in page


def test_an_edited_payout_goes_into_the_address_and_nothing_else_does(visitor: Visitor) -> None:
    visitor.open(BASE).submit(pay__flush="5")
    assert visitor.url == "/videopoker?game=jacks-or-better-9-6&pays=flush:5&hand=AhKhQcTh5h"
    assert "98.449808" in visitor.page
    assert "−1.094097 points" in visitor.page
    assert "1,337/1,081" in rows(visitor.page)[0]


@pytest.mark.parametrize("spelling", ["6", "6.0", " 6 ", "12/2"])
def test_an_equal_payout_is_no_edit(visitor: Visitor, spelling: str) -> None:
    visitor.open(BASE).submit(pay__flush=spelling)
    assert "pays" not in visitor.query


@pytest.mark.parametrize("spelling", ["4.5", "80.8", "1199/5"])
def test_an_exact_payout_keeps_its_spelling(visitor: Visitor, spelling: str) -> None:
    visitor.open(BASE).submit(pay__flush=spelling)
    assert visitor.query["pays"] == f"flush:{spelling}"
    assert visitor.form.fields["pay.flush"] == spelling


def test_a_permalink_shows_what_it_was_made_from(visitor: Visitor) -> None:
    visitor.open(BASE).submit(pay__flush="5", pay__full_house="8.5").submit(("pick", "11"))
    url, page = visitor.url, visitor.page
    assert visitor.open(url).page == page
    assert visitor.submit().url == url


def test_an_error_stands_by_its_field_and_nothing_is_lost(visitor: Visitor) -> None:
    visitor.open(BASE).submit(pay__flush="many", pay__full_house="8")
    assert visitor.status == 422
    assert visitor.form.fields["pay.flush"] == "many"
    assert visitor.form.fields["pay.full_house"] == "8"
    assert visitor.form.fields["hand"] == "Ah Kh Qc Th 5h"
    cell = re.search(r'id="error-flush".*?</td>', visitor.page, re.DOTALL)
    assert cell
    assert "no payout" in cell[0]
    visitor.submit(pay__flush="5")
    assert visitor.status == 200
    assert visitor.query["pays"] == "full_house:8,flush:5"


@pytest.mark.parametrize("hand", ["AsKsQsJs2x", "AsAsQsJs2d", "AsKsQsJs2d3d", "AsKsQsJsJk"])
def test_a_wrong_hand_stays_in_its_field(visitor: Visitor, hand: str) -> None:
    visitor.open(BASE).submit(hand=hand)
    assert visitor.status == 422
    assert visitor.form.fields["hand"].replace(" ", "") == hand
    assert 'aria-invalid="true"' in visitor.page


def test_cards_are_picked_and_taken_back(visitor: Visitor) -> None:
    visitor.open(BASE).submit(("clear", "1"))
    assert visitor.query["hand"] == ""
    for card in ("As", "Ks", "Qs", "Js", "2d"):
        visitor.submit(("toggle", card))
    assert visitor.query["hand"] == "AsKsQsJs2d"
    assert len(rows(visitor.page)) == 32
    visitor.submit(("toggle", "3d"))
    assert visitor.query["hand"] == "AsKsQsJs2d"
    visitor.submit(("toggle", "Ks"))
    assert visitor.query["hand"] == "AsQsJs2d"
    assert visitor.status == 200


def test_a_hand_is_dealt(visitor: Visitor) -> None:
    visitor.open(BASE)
    hands = {visitor.submit(("deal", "1")).query["hand"] for _ in range(4)}
    assert len(hands) > 1
    assert all(len(hand) == 10 for hand in hands)


def test_a_hold_is_tried_and_its_row_marked(visitor: Visitor) -> None:
    visitor.open(BASE).submit(("flip", "0")).submit(("flip", "1"))
    assert visitor.query["hold"] == "3"
    (tried,) = [row for row in rows(visitor.page) if "tried" in row.partition(">")[0]]
    assert 'id="hold-3"' in tried
    assert "place 4 of 32" in visitor.page
    assert "hold" not in visitor.submit(hand="AsKsQsJs2d").query


def test_rows_are_sorted(visitor: Visitor) -> None:
    visitor.open(BASE).submit(("sort", "mask"))
    masks = [int(m) for m in re.findall(r'id="hold-(\d+)"', visitor.page)]
    assert masks == list(range(32))
    visitor.submit(("sort", "flush"))
    assert 'id="hold-27"' in rows(visitor.page)[0]
    assert 'aria-sort="descending"><button id="sort-flush"' in visitor.page


def test_lines_are_dropped_put_back_and_added(visitor: Visitor) -> None:
    visitor.open(BASE).submit(("drop", "two_pair"))
    assert visitor.query["pays"] == "two_pair:-"
    assert "pay.two_pair" not in visitor.form.fields
    visitor.submit(("add", "1"), add_category="four_7s", add_pays="100")
    assert visitor.query["pays"] == "two_pair:-,four_7s:100"
    assert visitor.form.fields["pay.four_7s"] == "100"
    visitor.submit(("undrop", "two_pair"))
    assert visitor.query["pays"] == "four_7s:100"
    visitor.submit(("reset", "1"))
    assert "pays" not in visitor.query


def test_another_game_forgets_the_payouts_of_the_last(visitor: Visitor) -> None:
    visitor.open(BASE).submit(pay__flush="5").submit(game="deuces-wild-full-pay")
    assert "pays" not in visitor.query
    assert "100.761961" in visitor.page


def test_an_own_table_starts_from_the_lines_on_the_screen(visitor: Visitor) -> None:
    visitor.open(BASE).submit(pay__flush="5").submit(game="own")
    assert visitor.query["game"] == "own"
    assert "flush:5" in visitor.query["pays"]
    assert "98.449808" in visitor.page
    visitor.submit(name="Corner bar", deck="joker")
    assert visitor.query["name"] == "Corner bar"
    assert visitor.query["deck"] == "joker"
    assert 'id="pick-Jk"' in visitor.page
    visitor.submit(deck="standard").submit(("drop", "royal_flush"))
    assert visitor.status == 422
    assert "royal" in visitor.page


def test_a_joker_is_dealt_and_drawn(visitor: Visitor) -> None:
    visitor.open("/videopoker?game=joker-poker-kings-20-7-5&hand=JkAsAhAdAc")
    assert "joker, wild, best: hold" in visitor.page
    assert "200.000000" in rows(visitor.page)[0]


def test_an_unknown_game_is_a_page_that_leads_on(visitor: Visitor) -> None:
    visitor.open("/videopoker?game=jacks-or-beter-9-6")
    assert visitor.status == 422
    assert 'href="/videopoker?game=jacks-or-better-9-6"' in visitor.page


def test_a_missing_page_is_a_page(visitor: Visitor) -> None:
    visitor.open("/nowhere")
    assert visitor.status == 404
    assert "There is no such page" in visitor.page


def test_two_tables_are_compared(visitor: Visitor) -> None:
    visitor.open("/videopoker/compare?a=jacks-or-better-9-6&b=jacks-or-better-8-5")
    for text in ("97.298434", "97.291233", "10,956", "597 kinds of deal"):
        assert text in visitor.page
    link = re.search(r'href="(/videopoker\?[^"]*hold=[^"]*)"', visitor.page)
    assert link
    assert "against the best" in visitor.open(link[1].replace("&amp;", "&")).page


def test_edits_are_compared_with_what_they_were_made_to(visitor: Visitor) -> None:
    visitor.open(BASE).submit(pay__flush="5", pay__full_house="8")
    link = re.search(
        r'href="(/videopoker/compare[^"]*)"', visitor.page[visitor.page.index("vp-a") :]
    )
    assert link
    visitor.open(link[1].replace("&amp;", "&"))
    assert "10,956" in visitor.page
    assert "Jacks or Better 9/6, edited" in visitor.page


@pytest.mark.parametrize(
    "url",
    [
        BASE,
        "/videopoker?game=deuces-wild-nsud&hand=",
        "/videopoker?game=double-joker-8-5-4&pays=flush:5",
        "/videopoker?game=own&deck=joker&name=Mine&pays=royal_flush:800,flush:5",
    ],
)
def test_every_table_leads_to_a_comparison(visitor: Visitor, url: str) -> None:
    page = visitor.open(url).page
    link = re.search(r'href="(/videopoker/compare\?[^"]*)"', page)
    assert link
    visitor.open(link[1].replace("&amp;", "&"))
    assert visitor.status == 200
    assert "Deals played differently" in visitor.page


def test_every_game_of_the_catalogue_has_its_page(visitor: Visitor) -> None:
    for table in games():
        visitor.open(f"/videopoker?game={table.id}&hand=AsKsQsJs2d")
        assert visitor.status == 200, table.id
        assert len(rows(visitor.page)) == 32


def test_tables_of_two_decks_are_not_compared(visitor: Visitor) -> None:
    visitor.open("/videopoker/compare?a=jacks-or-better-9-6&b=deuces-wild-full-pay")
    assert visitor.status == 422
    assert "one deck" in visitor.page


@pytest.fixture
def cold() -> Iterator[Client]:
    opened = Client(create_app(ready=lambda: False))
    yield opened
    opened.close()


def test_holds_need_no_kernel_and_the_return_says_that_it_follows(cold: Client) -> None:
    page = Visitor(cold).open(BASE).page
    assert len(rows(page)) == 32
    assert "Preparing kernels" in page
    assert "99.543904" not in page
    answer = cold.get("/api/videopoker/return")
    assert answer.status_code == 503
    assert list(answer.json()) == ["error"]
    assert "Preparing kernels" in cold.get("/videopoker/compare").text
