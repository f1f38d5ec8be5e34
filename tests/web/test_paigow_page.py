"""The Pai Gow page by forms and addresses alone, and the same as JSON."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.content_reader import between, words
from tests.web.trainer_client import PATIENT, Browser, Running

from gutshot.cards.text import format_cards, parse_cards
from gutshot.cli import main
from gutshot.paigow import Rules, house_way, parse_seven
from gutshot.paigow.advisor import advise
from gutshot.paigow.differences import ev_differences
from gutshot.paigow.house_ways import house_ways
from gutshot.render.paigow_bars import gain_bar, outcome_bar
from gutshot.web import paigow_answers
from gutshot.web.number_text import decimal_text, fraction_text, signed_text
from gutshot.web.rate_limits import Rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.paigow.advisor import Advice

HAND = "9s9d6h6cAsKh4c"
DEALER = "AdKd8s8h5d5c2h"
ACE_HIGH = "AdQdTs9h5d3c2h"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(running: Running) -> Browser:
    return running.browser()


def acted(browser: Browser, **fields: str) -> dict[str, str]:
    """Return the state, as its address has it, that a button of the form leads to."""
    answer = browser.get("/paigow", params=fields)
    assert answer.status_code == 303
    query = urlsplit(answer.headers["location"]).query
    return {key: text[0] for key, text in parse_qs(query, keep_blank_values=True).items()}


def told(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> dict[str, Any]:
    """Return what the command line prints as JSON."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["paigow", *arguments, "--json"])
    assert ended.value.code == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def shown_rows(page: str) -> list[str]:
    """Return the settings of a page as text, in order."""
    return [words(row) for row in re.findall(r'<li class="setting[^"]*">.*?</li>', page, re.DOTALL)]


def asked(**options: object) -> Advice:
    way = house_way(str(options.pop("against", "local")))
    return advise(parse_seven(HAND), way, ways=house_ways(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", {}),
        ("&against=trump-plaza", {"against": "trump-plaza"}),
        ("&commission=2.5", {"commission_percent": Fraction(5, 2)}),
        ("&banker=1", {"banker": True}),
        ("&wheel_lowest=1", {"rules": Rules(a2345_second_highest=False)}),
        (f"&dealer={DEALER}", {"dealer": parse_cards(DEALER)}),
        (
            f"&dealer={DEALER}&commission=5",
            {"dealer": parse_cards(DEALER), "commission_percent": 5},
        ),
    ],
)
def test_every_setting_is_on_the_page_with_what_it_is_worth(
    browser: Browser, query: str, options: dict[str, object]
) -> None:
    page = browser.get(f"/paigow?cards={HAND}{query}").text
    found = asked(**options)
    kept = found.undominated
    rest = [value for value in found.settings if all(value is not one for one in kept)]
    rows = shown_rows(page)
    assert len(rows) == len(found.settings)
    for value, row in zip((*kept, *rest), rows, strict=True):
        setting = value.setting
        assert setting.low_name in row
        assert setting.high_name in row
        assert signed_text(value.ev, 4) in row
        assert ("dominated" in row) == (value.dominated and not value.best)
        assert ("best" in row) == value.best
        if "dealer" in query:
            assert ("wins" if value.win else "loses" if value.lose else "push") in row
        else:
            for name, count in (("win", value.win), ("push", value.push), ("lose", value.lose)):
                share = Fraction(100 * count, found.total)
                places = 2 if share == 0 or share >= Fraction(1, 100) else 3
                assert f"{name} {decimal_text(share, places)} %" in row
    said = words(page)
    assert fraction_text(found.best.ev) in said
    assert f"{len(rest)} more that are no better in either hand" in said
    assert "1 foul" in said
    assert ("exact All 53,524,680 hands" in said) == ("dealer" not in query)
    ways = words(between(page, "Left to a house way", "</table>"))
    for way in found.ways:
        cost = decimal_text(way.cost, 4) if way.cost else "nothing"
        assert re.search(rf"{re.escape(house_way(way.way).name)}[^+]*\S+ {cost}", ways)


def test_the_page_says_why_the_best_is_best_and_its_parts_add_up(browser: Browser) -> None:
    found = asked()
    first, second = found.undominated[:2]
    parts = ev_differences(found, first.setting, second.setting)
    page = browser.get(f"/paigow?cards={HAND}").text
    box = between(page, 'id="gains-title"', "</table>")
    assert f"Why ace-king in front: {signed_text(first.ev - second.ev, 4)}" in words(box)
    gains = [float(text.replace("\u2212", "-")) for text in re.findall(r"<b>([^<]*)</b>", box)]
    assert len(gains) == 9
    assert gains[:8] == [round(float(part.ev), 5) for part in parts[:8]]
    assert sum(gains) == pytest.approx(float(first.ev - second.ev), abs=9 * 0.5e-5)
    # against a setting of one's own instead
    third = found.undominated[2].setting
    page = browser.get(f"/paigow?cards={HAND}&low={format_cards(third.low).replace(' ', '')}").text
    other = signed_text(first.ev - found.undominated[2].ev, 4)
    assert f"Why ace-king in front: {other}" in words(page)


def test_a_setting_of_ones_own_is_laid_out_and_judged(browser: Browser) -> None:
    page = browser.get(f"/paigow?cards={HAND}&low=6h6c").text
    assert "Yours: Pair of sixes in front. EV +0.3113, \u22120.1333 against the best." in words(
        page
    )
    felt = between(page, '<ol class="cards" aria-label="Low hand">', "</ol>")
    assert re.findall(r'value="(\w\w)"', felt) == ["6h", "6c"]
    assert "Yours: Ace-king in front. EV +0.4446, which is best." in words(
        browser.get(f"/paigow?cards={HAND}&low=KhAs").text
    )
    said = words(browser.get(f"/paigow?cards={HAND}&low=9s9d").text)
    assert "Yours is a foul. Pair of nines in front would outrank pair of sixes behind" in said
    assert "tap a second one" in words(browser.get(f"/paigow?cards={HAND}&low=9s").text)


def test_cards_are_tapped_for_both_and_tried_in_front(browser: Browser) -> None:
    assert acted(browser, cards="9s", toggle="Jk") == {"cards": "9sJk"}
    assert acted(browser, cards="9sJk", toggle="9s") == {"cards": "Jk"}
    assert acted(browser, cards=HAND, toggle="2c") == {"cards": HAND}
    state = acted(browser, cards=HAND, to="dealer")
    assert state == {"cards": HAND, "edit": "dealer"}
    assert acted(browser, **state, toggle="2c")["dealer"] == "2c"
    assert "dealer" not in acted(browser, **state, toggle="9s")  # it is the player's
    state = acted(browser, cards=HAND, flip="6h")
    assert state["low"] == "6h"
    state = acted(browser, **state, flip="6c")
    assert state["low"] == "6h6c"
    assert acted(browser, **state, flip="6h")["low"] == "6c"
    assert acted(browser, **state, flip="9s")["low"] == "9s"
    assert "low" not in acted(browser, **state, pick="6c6h")
    assert acted(browser, **state, pick="AsKh")["low"] == "AsKh"
    assert "low" not in acted(browser, **state, clear="1")


def test_cards_are_dealt_from_what_is_left(browser: Browser) -> None:
    mine = parse_cards(acted(browser, cards="", dealer=DEALER, deal="1")["cards"])
    assert len(set(mine)) == 7
    assert not set(mine) & set(parse_cards(DEALER))
    state = acted(browser, cards=HAND, edit="dealer", low="6h6c", deal="1")
    assert len(set(parse_cards(state["dealer"]) + parse_cards(HAND))) == 14
    assert state["low"] == "6h6c"


def test_an_address_without_cards_shows_an_example(browser: Browser) -> None:
    assert shown_rows(browser.get("/paigow").text) == shown_rows(
        browser.get(f"/paigow?cards={HAND}").text
    )


def test_cards_that_are_missing_are_asked_for(browser: Browser) -> None:
    for query, said in (
        ("cards=", "Pick 7 more cards, type them, or deal."),
        ("cards=9s9d6h6cAsKh", "Pick 1 more card, type"),
        (f"cards={HAND}&dealer=2c3c", "The dealer has 2 of seven cards; give him 5 more, or none."),
    ):
        answer = browser.get(f"/paigow?{query}")
        assert answer.status_code == 200
        assert said in words(answer.text)
        assert not shown_rows(answer.text)


def test_an_ace_high_dealer_who_shows_his_hand_pushes(browser: Browser) -> None:
    page = browser.get(f"/paigow?cards={HAND}&dealer={ACE_HIGH}").text
    assert "Dealer, ace high" in words(page)
    rows = shown_rows(page)
    assert rows
    assert all("push" in row and "0.0000" in row for row in rows)
    assert "no commission" in words(page)


def test_what_is_not_counted_yet_is_drawn_first(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paigow_answers, "_counted", type(paigow_answers._counted)())
    page = browser.get(f"/paigow/parts?cards={HAND}&draft=1").text
    drawn = asked(seed=1)
    assert "data-pending" in page
    said = words(page)
    assert "simulated 20,000 of the dealer\u2019s hands drawn with seed 1" in said
    assert signed_text(drawn.best.ev, 4) in said
    assert f"±{drawn.best.standard_error:.4f}" in said
    page = browser.get(f"/paigow/parts?cards={HAND}").text
    assert "data-pending" not in page
    assert "exact All 53,524,680" in words(page)
    page = browser.get(f"/paigow/parts?cards={HAND}&low=6h6c&draft=1").text
    assert "data-pending" not in page
    assert "exact All 53,524,680" in words(page)


def test_first_counts_are_limited_and_quick_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paigow_answers, "_counted", type(paigow_answers._counted)())
    rules = PATIENT | {"count": Rate("long counts", "address", 1, 0.001)}
    with Running(rules=rules) as opened:
        browser = opened.browser()
        assert browser.get(f"/paigow?cards={HAND}").status_code == 200
        assert browser.get(f"/paigow?cards={HAND}&against=foxwoods").status_code == 429
        answer = browser.get(f"/api/paigow/advise?cards={HAND}&against=foxwoods")
        assert answer.status_code == 429
        assert browser.get(f"/paigow?cards={HAND}&banker=1").status_code == 200


FIELDS = ["cards", "dealer", "against", "commission", "banker", "wheel_lowest", "low", "edit"]
BUTTONS = ["toggle", "flip", "pick", "deal", "clear", "to", "draft"]
MISTAKES = [
    ("cards=AsZz", "can't read 'Zz' as a card"),
    ("cards=AsAs", "As is given twice"),
    ("cards=AsKsQsJsTs9s8s7s", "8 cards given, 7 needed"),
    (f"cards={HAND}&dealer=9s", "9s is yours and the dealer\u2019s"),
    (f"cards={HAND}&dealer=2cXx", "can't read 'Xx' as a card"),
    (f"cards={HAND}&against=none", "no house way 'none'"),
    (f"cards={HAND}&commission=101", "'101' is no percentage"),
    (f"cards={HAND}&commission=five", "'five' is no percentage"),
    (f"cards={HAND}&dealer={DEALER}&banker=1", "a dealer who shows his hand banks himself"),
]


@pytest.mark.parametrize(("query", "said"), MISTAKES)
def test_a_mistake_is_one_line(browser: Browser, query: str, said: str) -> None:
    answer = browser.get(f"/paigow?{query}")
    assert answer.status_code == 422
    alerts = re.findall(r'<\w+ class="error" role="alert">.*?</', answer.text, re.DOTALL)
    assert len(alerts) == 1
    assert said in words(answer.text)
    assert not shown_rows(answer.text)
    assert browser.get(f"/paigow/parts?{query}").status_code == 200
    refused = browser.get(f"/api/paigow/advise?{query.replace('banker=1', 'banker=true')}")
    assert refused.status_code == 422
    assert list(refused.json()) == ["error"]
    assert "\n" not in refused.json()["error"]


@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        (f"cards={HAND}", [HAND]),
        (
            f"cards={HAND}&against=foxwoods&details=true",
            [HAND, "--against", "foxwoods", "--details"],
        ),
        (f"cards={HAND}&banker=true&commission=4", [HAND, "--banker", "--commission", "4"]),
        (f"cards={HAND}&dealer={DEALER}", [HAND, "--dealer", DEALER]),
        (f"cards={HAND}&wheel_lowest=true", [HAND, "--wheel-lowest"]),
        (f"cards={HAND}&than=As4c", [HAND, "--than", "As4c"]),
        (f"cards={HAND}&simulate=true&seed=7", [HAND, "--simulate", "--seed", "7"]),
    ],
)
def test_json_is_what_the_command_line_prints(
    browser: Browser, capsys: pytest.CaptureFixture[str], query: str, arguments: list[str]
) -> None:
    answer = browser.get(f"/api/paigow/advise?{query}")
    assert answer.status_code == 200
    assert answer.json() == told(capsys, ["advise", *arguments])


def test_the_command_on_the_page_asks_the_same(
    browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    query = f"cards={HAND}&against=foxwoods&commission=4&banker=1&wheel_lowest=1"
    page = browser.get(f"/paigow?{query}").text
    command = re.search(r"<code>(gutshot paigow [^<]*)</code>", page)
    assert command
    found = told(capsys, command[1].replace("&#34;", "").replace('"', "").split()[2:])
    assert found["against"] == "foxwoods"
    assert found["banker"] is True
    assert found["a2345_second_highest"] is False
    assert signed_text(Fraction(found["settings"][0]["ev"]), 4) in shown_rows(page)[0]


def test_ways_and_settings_as_json(browser: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    for url, arguments in (
        ("/api/paigow/ways", ["ways"]),
        (f"/api/paigow/set?cards={HAND}&way=foxwoods", ["set", HAND, "--way", "foxwoods"]),
    ):
        assert browser.get(url).json() == told(capsys, arguments)
    assert browser.get("/api/paigow/set?cards=AsKs").status_code == 422
    assert browser.get(f"/api/paigow/advise?cards={HAND}&than=2c3c").status_code == 422
    assert browser.get(f"/api/paigow/set?cards={HAND}&ways=local").status_code == 422


@given(
    st.dictionaries(
        st.sampled_from(FIELDS + BUTTONS),
        st.one_of(
            st.text(max_size=12),
            st.sampled_from([HAND, DEALER, "1", "As", "AsKh", "Jk", "dealer", "foxwoods", "5"]),
        ),
        max_size=6,
    )
)
@settings(max_examples=60, deadline=None)
def test_no_address_breaks_the_page(browser: Browser, query: dict[str, str]) -> None:
    answer = browser.get("/paigow", params=query)
    assert answer.status_code in {200, 303, 422}
    if answer.status_code == 303:
        assert browser.get(answer.headers["location"]).status_code in {200, 422}
    assert browser.get("/paigow/parts", params=query).status_code == 200


def test_hostile_text_stays_text(browser: Browser) -> None:
    for place in ("cards", "dealer", "against", "commission", "low", "edit"):
        page = browser.get("/paigow", params={place: '"><script>alert(1)</script>'}).text
        assert "<script>alert" not in page


@pytest.mark.parametrize("shares", [(0.52, 0.43, 0.05), (0.0, 1.0, 0.0), (0.02, 0.0, 0.98)])
def test_a_bar_shows_the_three_shares_end_to_end(shares: tuple[float, float, float]) -> None:
    drawing = ET.fromstring(outcome_bar(*shares))  # noqa: S314 - our own text
    at = 0.0
    kinds = ("win", "push", "lose")
    for kind, letter, share in zip(kinds, "WPL", shares, strict=True):
        parts = [one for one in drawing if one.get("class") == kind]
        assert len(parts) == (share > 0)
        for part in parts:
            assert float((part.get("x") or "").rstrip("%")) == pytest.approx(100 * at)
            assert float((part.get("width") or "").rstrip("%")) == pytest.approx(100 * share)
        letters = [one.text for one in drawing if one.get("class") == f"{kind}-letter"]
        assert len(letters) == (share >= 0.06)
        assert all((text or "").startswith(letter) for text in letters)
        at += share


def test_gains_go_right_of_the_middle_and_losses_left() -> None:
    def bar(gain: float) -> tuple[str, float, float]:
        first = ET.fromstring(gain_bar(gain, 0.2))[0]  # noqa: S314 - our own text
        x, width = (float((first.get(name) or "").rstrip("%")) for name in ("x", "width"))
        return first.get("class") or "", x, x + width

    assert bar(0.2) == ("gain", 50.0, 100.0)
    assert bar(0.05) == ("gain", 50.0, 62.5)
    assert bar(-0.1) == ("loss", 25.0, 50.0)
    assert bar(-0.3) == ("loss", 0.0, 50.0)
