"""Playing: by forms and by JSON, coached, raced; and no card comes before its time."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from tests.web.trainer_client import Browser, Running

from gutshot.cards.text import card_name, parse_cards
from gutshot.play.videopoker import trainer as trainer_module
from gutshot.render.svg_cards import card_words, mini_card

if TYPE_CHECKING:
    from collections.abc import Iterator

DEAL = tuple(parse_cards("Ah Kh Qc Th 5h"))
RESERVE = tuple(parse_cards("2c 7d 9s 3d 8c"))
"""Best: hold the four hearts, EV 60/47; holding A K Q T is wrong."""


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture
def browser(running: Running) -> Browser:
    return running.browser()


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every fair deal be the same ten cards."""
    monkeypatch.setattr(trainer_module, "deal", lambda _deck, _count: (*DEAL, *RESERVE))


@pytest.mark.usefixtures("fixed")
def test_a_hand_is_played_by_forms_alone(browser: Browser) -> None:
    session = browser.sit_down(game="jacks-or-better-9-6", mode="test")
    here = f"/videopoker/play/{session}"
    page = browser.get(here).text
    assert ">Deal</button>" in page
    hand_id = re.findall(r'name="hand_id" value="([^"]+)"', page)[0]
    answer = browser.send(f"{here}/deal", {"hand_id": hand_id})
    assert answer.status_code == 303
    assert answer.headers["location"] == here
    page = browser.get(here).text
    assert page.count('type="checkbox" name="hold"') == 5
    assert "Hold ace of hearts" in page
    assert "995" in page
    answer = browser.send(f"{here}/draw", {"hand_id": hand_id, "hold": ["0", "1", "3", "4"]})
    assert answer.status_code == 303
    page = browser.get(here).text
    assert "<b>No win</b>" in page
    assert "No win, but nothing to regret" in page
    assert "60/47" in page
    assert 'aria-label="two of clubs, drawn"' in page


def test_result_and_decision_are_kept_apart(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    lucky = (*parse_cards("Ah Kh Qc Th 5h"), *parse_cards("Jc 7d 9s 3d 8c"))
    monkeypatch.setattr(trainer_module, "deal", lambda _deck, _count: lucky)
    session = browser.open(mode="test")
    hand = browser.deal(session)
    browser.draw(session, hand["hand_id"], 15)
    page = browser.get(f"/videopoker/play/{session}").text
    assert "You won 20 on a wrong hold: a lucky draw, not a good decision." in page
    result, decision = page.index(">The result<"), page.index(">Your decision<")
    assert result < decision
    assert "Not the best hold" in page[decision:]


@pytest.mark.usefixtures("fixed")
def test_the_coach_stops_a_wrong_hold_with_its_exact_cost(browser: Browser) -> None:
    session = browser.open(mode="coach")
    hand = browser.deal(session)
    stopped = browser.draw(session, hand["hand_id"], 15).json()
    assert stopped["state"] == "stopped"
    assert stopped["final"] is None
    decision = stopped["decision"]
    cost = Fraction(decision["cost"]["numerator"], decision["cost"]["denominator"])
    parts = [
        Fraction(part["cost"]["numerator"], part["cost"]["denominator"])
        for part in decision["contributions"]
    ]
    assert sum(parts) == cost > 0
    here = f"/videopoker/play/{session}"
    page = browser.get(f"{here}?hold=15").text
    assert "Play it anyway" in page
    assert "Choose again" in page
    assert f"{cost.numerator:,}/{cost.denominator:,}" in page
    assert len(re.findall(r'name="hold" value="\d" checked', page)) == 4
    shown = re.findall(r'<td class="num">(−?[\d.]+)<small>', page)
    total = shown.pop()
    assert sum(Fraction(one.replace("−", "-")) for one in shown) == Fraction(total)
    again = browser.get(f"{here}?again=1").text
    assert len(re.findall(r'name="hold" value="\d" checked', again)) == 0
    drawn = browser.draw(session, hand["hand_id"], 27).json()
    assert drawn["state"] == "drawn"
    assert drawn["decision"]["hold_mask"] == 15  # the first choice is what is judged
    assert "Then corrected: you drew to the best hold." in browser.get(here).text


@pytest.mark.usefixtures("fixed")
def test_the_coachs_stop_is_played_anyway(browser: Browser) -> None:
    session = browser.sit_down(mode="coach")
    here = f"/videopoker/play/{session}"
    hand_id = browser.deal(session)["hand_id"]
    sent = {"hand_id": hand_id, "hold": ["0", "1", "2", "3"]}
    assert browser.send(f"{here}/draw", sent).headers["location"] == f"{here}?hold=15"
    assert browser.send(f"{here}/draw", {**sent, "insist": "1"}).headers["location"] == here
    assert "<b>No win</b>" in browser.get(here).text


@pytest.mark.usefixtures("fixed")
def test_play_gives_no_help(browser: Browser) -> None:
    session = browser.open(mode="play")
    hand = browser.deal(session)
    assert browser.draw(session, hand["hand_id"], 0).json()["decision"] is None
    page = browser.get(f"/videopoker/play/{session}").text
    assert "Your decision" not in page
    assert "EV lost" not in page
    assert "How good was that?" in page


@pytest.mark.usefixtures("fixed")
def test_all_holds_are_shown_and_sorted_after_the_draw_only(browser: Browser) -> None:
    session = browser.open(mode="play")
    here = f"/videopoker/play/{session}"
    hand = browser.deal(session)
    assert "All 32 holds" not in browser.get(f"{here}?panel=1").text
    browser.draw(session, hand["hand_id"], 15)
    page = browser.get(f"{here}?panel=1&sort=flush").text
    assert page.count('id="hold-') >= 32
    assert "Your hold: hold ace of hearts" in page
    assert 'aria-sort="descending"><button id="sort-flush"' in page
    assert "Looked at: draw five cards" in browser.get(f"{here}?panel=1&pick=0").text


@pytest.mark.usefixtures("fixed")
def test_a_rival_plays_the_same_cards(browser: Browser) -> None:
    session = browser.open(mode="test", rival="hard")
    hand = browser.deal(session)
    drawn = browser.draw(session, hand["hand_id"], 15).json()
    assert drawn["rival"] == {"level": "hard", "hold_mask": 27, "payout_credits": 0}
    page = browser.get(f"/videopoker/play/{session}").text
    assert "The race, same cards" in page
    assert "<dt>Hard" in page


def test_a_table_of_ones_own_is_taken_over_from_the_analyser(browser: Browser) -> None:
    page = browser.get("/videopoker?game=jacks-or-better-9-6&pays=flush:5").text
    link = re.findall(r'href="(/videopoker/play\?[^"]+)"', page)[0].replace("&amp;", "&")
    assert "pays=flush" in link
    setup = browser.get(link).text
    assert '<option value="carried" selected>Jacks or Better 9/6, edited</option>' in setup
    session = browser.sit_down(
        game="carried", carried_game="jacks-or-better-9-6", carried_pays="flush:5", mode="test"
    )
    shown = browser.get(f"/api/videopoker/sessions/{session}").json()
    assert dict(shown["settings"]["pays"])["flush"] == "5"


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"mode": "shout"}, "no mode"),
        ({"rival": "granny"}, "no player"),
        ({"plays": "2"}, "no deal is played by 2 hands"),
        ({"plays": "many"}, "choose 1, 3, 5, 10, 50, 100"),
        ({"game": "nothing"}, "nothing"),
        ({"mode": "drill", "gap": "much"}, "no gap"),
        ({"mode": "drill", "gap": "-1"}, "is no gap"),
        ({"mode": "drill", "shape": "a house"}, "no hand type"),
        ({"rival": "normal", "game": "deuces-wild-full-pay"}, "no wild cards"),
    ],
)
def test_a_wrong_wish_is_one_line_on_the_form(
    browser: Browser, fields: dict[str, str], line: str
) -> None:
    answer = browser.send("/videopoker/play", {"mode": "test", **fields})
    assert answer.status_code == 422
    assert line in answer.text
    assert "Sit down" in answer.text
    assert not browser.cookies


def test_a_drill_deals_what_was_asked_for(browser: Browser) -> None:
    session = browser.open(mode="drill", gap="0.02", shapes=["low pair"])
    for _ in range(3):
        browser.play(session)
    hands = browser.get(f"/api/videopoker/sessions/{session}/hands").json()["hands"]
    assert all(Fraction(hand["gap"]) <= Fraction(1, 50) for hand in hands)
    assert len(hands) == 3


def _responses_before_the_draw(
    monkeypatch: pytest.MonkeyPatch, reserve: str, plays: int
) -> list[bytes]:
    cards = tuple(parse_cards(reserve))
    monkeypatch.setattr(trainer_module, "deal", lambda _deck, _count: (*DEAL, *cards))
    further = iter([cards[at:] + cards[:at] for at in range(5)] * plays)
    monkeypatch.setattr(trainer_module, "deal_rest", lambda _deck, _gone, _count: next(further))
    ids = iter("abcdefghijklmnopqrstuvwxyz")
    out = []
    with Running() as running:
        browser = running.browser()
        session, hand = "session-one", "hand-number-one"
        here, api = f"/videopoker/play/{session}", f"/api/videopoker/sessions/{session}"
        opened = {"session_id": session, "mode": "coach", "rival": "hard", "plays": plays}
        browser.post("/api/videopoker/sessions", json=opened)
        token = browser.token()
        monkeypatch.setattr("gutshot.web.trainer_table.uuid4", lambda: next(ids) * 8)
        answers = [
            browser.post(f"{api}/deal", json={"hand_id": hand}),
            browser.post(f"{here}/deal", data={"token": token, "hand_id": hand, "parts": "1"}),
            browser.get(here),
            browser.get(f"{here}/parts?panel=1&hold=3&sort=flush"),
            browser.get(api),
            browser.get("/api/videopoker/sessions"),
            browser.get("/videopoker/sessions"),
            browser.get(f"/videopoker/sessions/{session}"),
            browser.get(f"{api}/hands"),
            browser.get(f"{api}/statistics"),
            browser.post(f"{api}/draw", json={"hand_id": hand, "hold_mask": 15}),  # stopped
            browser.get(f"{here}?hold=15&panel=1"),
            browser.post(f"{api}/draw", json={"hand_id": "another-hand", "hold_mask": 15}),
            browser.post(f"{api}/draw", json={"hand_id": hand, "hold_mask": 99}),
        ]
        for answer in answers:
            text = answer.text.replace(token, "TOKEN").replace(str(browser.cookies), "")
            text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+", "TIME", text)
            text = re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?", "DAY", text)
            out.append(text.encode() + repr(sorted(answer.headers.items())).encode())
    return out


@pytest.mark.parametrize("plays", [1, 10])
def test_no_response_before_the_draw_depends_on_the_reserve(
    monkeypatch: pytest.MonkeyPatch, plays: int
) -> None:
    """The strictest form of "no card leaks": byte for byte the same whatever is in reserve."""
    monkeypatch.setattr("gutshot.web.trainer_pages.uuid4", lambda: "form-id-form-id")
    first = _responses_before_the_draw(monkeypatch, "2c 7d 9s 3d 8c", plays)
    second = _responses_before_the_draw(monkeypatch, "4s Jd 6c 6d 2h", plays)
    assert first == second
    for text in first:
        for card in RESERVE:
            quoted = f'"{card_name(card)}"'.encode()
            assert quoted not in text
    felt = first[2]
    for card in RESERVE:
        assert card_words(card).encode() not in felt
        assert mini_card(card).encode() not in felt


def test_an_unknown_hand_or_session_is_one_line(browser: Browser) -> None:
    session = browser.open()
    answer = browser.draw(session, str(uuid4()), 3)
    assert answer.status_code == 409
    assert answer.json() == {"error": "this hand is not in play"}
    assert browser.get(f"/api/videopoker/sessions/{uuid4()}").status_code == 404
    page = browser.get(f"/videopoker/play/{uuid4()}")
    assert page.status_code == 404
    assert "<h1>" in page.text
