"""The page of stacks and prizes by forms and addresses alone, and the same as JSON."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.content_reader import between, words
from tests.web.trainer_client import PATIENT, Browser, Running

from gutshot.cli import main
from gutshot.errors import InputError
from gutshot.holdem.icm import bubble_factors, icm_call, icm_equities
from gutshot.web.icm_query import EXAMPLES, amount_text, read_list
from gutshot.web.rate_limits import Rate

if TYPE_CHECKING:
    from collections.abc import Iterator

BUBBLE = "/icm?stacks=5000,3000,1500,500&payouts=500,300,200"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(running: Running) -> Browser:
    return running.browser()


def test_stacks_have_their_worth_and_every_pair_its_factor(browser: Browser) -> None:
    page = browser.get(BUBBLE).text
    rows = re.findall(r'<tr><th scope="row">(\d)</th>.*?<b>([\d.]+)</b>', page)
    assert rows == [("1", "377.78"), ("2", "312.89"), ("3", "225.60"), ("4", "83.73")]
    table = between(page, '<table class="heat factors">', "</table>")
    shown = re.findall(r"<b>([\d.]+)</b><span>([\d.]+)</span>", table)
    factors = bubble_factors([5000, 3000, 1500, 500], [500, 300, 200])
    wanted = [
        (f"{float(factor):.2f}", f"{100 * float(share):.1f}")
        for one, other in zip(factors.factors, factors.required_equity, strict=True)
        for factor, share in zip(one, other, strict=True)
        if factor is not None and share is not None
    ]
    assert shown == wanted
    assert "Exact, over every order of finish." in page
    assert "4 players with 10,000 chips, 3 of them paid 1,000 together." in words(page)


def test_a_call_has_its_price(browser: Browser) -> None:
    page = words(browser.get(f"{BUBBLE}&player=2&against=1&pot=450").text)
    call = icm_call([5000, 3000, 1500, 500], [500, 300, 200], 1, 0, 450)
    needed = call.required_equity
    assert needed is not None
    assert f"Player 2 calls player 1 {float(100 * needed):.2f}" in page
    assert f"If chips were money {float(100 * call.required_in_chips):.2f}" in page
    assert f"after a fold {float(call.fold):.2f} if he wins {float(call.win):.2f}" in page
    page = words(browser.get("/icm?stacks=1,1,1&payouts=1,1&player=1&against=2&pot=0").text)
    assert "no hand can call" not in page
    page = words(browser.get("/icm?stacks=5,5,1&payouts=1,1&player=1&against=2&pot=0").text)
    assert "Player 1 calls player 2" in page
    page = words(browser.get("/icm?stacks=5,5&payouts=1,1&player=1&against=2").text)
    assert "nothing is at stake" in page


def test_large_numbers_have_commas_below_the_plot_too(browser: Browser) -> None:
    page = browser.get("/icm?stacks=12000000,5000000,900000&payouts=3000000,2000000").text
    plot = between(page, '<svg class="plot"', "</figure>")
    ticks = re.findall(r'<text class="tick"[^>]*>([^<]*)<', plot)
    assert ticks[-5:] == ["0", "2,500,000", "5,000,000", "7,500,000", "10,000,000"]
    assert "1,000,000" in ticks[:3]
    assert not re.search(r"\de[+-]\d", plot)
    page = browser.get("/icm?stacks=900000000000,1&payouts=1").text
    plot = between(page, '<svg class="plot"', "</figure>")
    assert re.findall(r'y="98.5%"[^>]*>([^<]*)<', plot) == ["0", "500,000,000,000"]


@pytest.mark.parametrize(("label", "query"), EXAMPLES, ids=lambda one: one[:12])
def test_every_example_is_answered(browser: Browser, label: str, query: str) -> None:
    page = browser.get(f"/icm?{query}")
    assert page.status_code == 200
    assert f">{label}</a>" in page.text
    assert ('<svg class="plot"' in page.text) == ("satellite" not in label)


def test_a_form_leads_to_the_address_of_its_answer(browser: Browser) -> None:
    fields = {"stacks": "5,000\r\n3,000 1500;500", "payouts": "50, 30, 20", "player": "2"}
    answer = browser.send("/icm", fields)
    assert answer.status_code == 303
    assert answer.headers["location"] == (
        "/icm?stacks=5000,3000,1500,500&payouts=50,30,20&player=2"
    )
    refused = browser.post("/icm", data={"token": "forged", **fields})
    assert refused.status_code == 403


def test_five_thousand_stacks_are_pasted_and_valued(browser: Browser) -> None:
    stacks = "\r\n".join(["12000"] * 2_500 + ["4000"] * 2_500)
    fields = {"token": browser.token(), "stacks": stacks, "payouts": "\n".join(["9"] * 300)}
    parts = {name: (None, text) for name, text in fields.items()}
    draft = browser.post("/icm/parts", files={**parts, "draft": (None, "1")})
    assert "data-pending" in draft.text
    assert "Counting the finishes of 5,000 players." in words(draft.text)
    answer = browser.post("/icm", files=parts)
    assert answer.status_code == 200
    page = words(answer.text)
    assert "5,000 players with 40,000,000 chips, 300 of them paid 2,700 together." in page
    assert "And 4,800 more" in page
    assert "An integral over finishing times, estimated error" in page
    assert "Bubble factors are of a table, up to 10 stacks; here are 5,000." in page


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("stacks=5000,x&payouts=50", "stacks: &#39;x&#39; is no number; write one like 5000"),
        ("stacks=5000,1&payouts=20,30", "place 2 is paid more than place 1"),
        ("stacks=5000,1&payouts=", "payouts: give at least one number, like 50"),
        ("stacks=5,1&payouts=5&player=1&against=1", "can&#39;t call his own all-in"),
        ("stacks=5,1&payouts=5&player=1&against=x", "&#39;x&#39; is no player"),
        ("stacks=5,1&payouts=5&player=1&against=2&pot=x", "pot: &#39;x&#39; is no number"),
        ("stacks=5,1&payouts=5&player=1&against=3", "there is no player 3"),
        ("stacks=-5,1&payouts=5", "a stack is 0 or more, not -5"),
    ],
)
def test_a_mistake_is_one_line(browser: Browser, query: str, said: str) -> None:
    answer = browser.get(f"/icm?{query}")
    assert answer.status_code == 422
    alerts = re.findall(r'<p class="error" role="alert">.*?</p>', answer.text, re.DOTALL)
    assert len(alerts) == 1
    assert said in alerts[0]
    assert "<table" not in answer.text


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("5000,3000,2000", [5000, 3000, 2000]),
        ("500,300,200", [500, 300, 200]),
        ("5,000 3,000", [5000, 3000]),
        ("5,000\n300\n1,234,567.5", [5000, 300, Fraction(2_469_135, 2)]),
        ("500,300, 200", [500, 300, 200]),
        ("1;2; 3\t4", [1, 2, 3, 4]),
        (" 7 ", [7]),
        ("1/3,0.25", [Fraction(1, 3), Fraction(1, 4)]),
        (".5,.3 .2", [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]),
    ],
)
def test_lists_are_read_as_people_paste_them(text: str, numbers: list[Fraction]) -> None:
    assert read_list(text, "stacks", "5000") == numbers
    again = ",".join(amount_text(number) for number in read_list(text, "stacks", "5000"))
    assert read_list(again, "stacks", "5000") == numbers


def test_lists_that_are_none_are_refused() -> None:
    for text, said in (
        ("1 " * 5_001, "5,001 numbers are too many"),
        (" \n", "at least one"),
        ("5,000", "'000' starts with a zero; .* like 5000"),
        ("5 000,3000", "'000' starts with a zero; .* like 5000"),
        ("0,500 300", "'0,500' is no number; write 0.500"),
    ):
        with pytest.raises(InputError, match=said):
            read_list(text, "stacks", "5000")


@given(
    st.dictionaries(
        st.sampled_from(["stacks", "payouts", "player", "against", "pot", "x"]),
        st.one_of(st.text(max_size=20), st.sampled_from(["5,3,2", "9", "1", "2", "0", "1/3"])),
        max_size=5,
    )
)
@settings(max_examples=40)
def test_no_address_breaks_the_page(browser: Browser, query: dict[str, str]) -> None:
    answer = browser.get("/icm", params=query)
    assert answer.status_code in {200, 422}
    assert "<script>alert" not in answer.text


def test_hostile_text_stays_text(browser: Browser) -> None:
    for name in ("stacks", "payouts", "player", "against", "pot"):
        page = browser.get("/icm", params={name: "</textarea><script>alert(1)</script>"}).text
        assert "<script>alert" not in page


def test_what_takes_long_is_limited_and_what_takes_too_long_refused() -> None:
    rules = PATIENT | {"count": Rate("long counts", "address", 1, 0.001)}
    with Running(rules=rules) as opened:
        browser = opened.browser()
        body = {"stacks": list(range(1, 2_001)), "payouts": [1] * 400}
        assert browser.post("/api/icm", json=body).status_code == 200
        assert browser.post("/api/icm", json=body).status_code == 429
        assert browser.get(BUBBLE).status_code == 200
    with Running() as opened:
        body = {"stacks": list(range(1, 5_001)), "payouts": [1] * 5_000}
        refused = opened.browser().post("/api/icm", json=body)
        assert refused.status_code == 422
        assert "'gutshot icm' counts them" in refused.json()["error"]


def test_the_page_waits_for_the_kernels(monkeypatch: pytest.MonkeyPatch, running: Running) -> None:
    returns = running.app.state.returns
    monkeypatch.setattr(returns, "_ready", False)
    monkeypatch.setattr(returns, "_is_ready", lambda: False)
    waiting = running.browser()
    assert "Preparing kernels" in waiting.get("/icm").text
    assert waiting.get("/api/icm?stacks=1,2&payouts=1").status_code == 503


def test_the_interface_gives_what_the_command_line_does(
    browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--stacks", "5000,3000,1500,0.5", "--payouts", "50,30,20", "--call", "2:1"]
    with pytest.raises(SystemExit):
        main(["icm", *arguments, "--pot", "450", "--json"])
    printed = json.loads(capsys.readouterr().out)
    query = "stacks=5000,3000,1500,0.5&payouts=50,30,20&call=2:1&pot=450"
    assert browser.get(f"/api/icm?{query}").json() == printed
    body = {
        "stacks": [5000, "3000", 1500, 0.5],
        "payouts": [50, 30.0, 20],
        "call": "2:1",
        "pot": 450,
    }
    assert browser.post("/api/icm", json=body).json() == printed
    plain = browser.get("/api/icm?stacks=2,1&payouts=3,1").json()
    assert plain["equities"] == [float(x) for x in icm_equities([2, 1], [3, 1]).equities]
    assert plain["call"] is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"stacks": [], "payouts": [1]}, "stacks: list should have at least 1 item"),
        ({"stacks": [10**15], "payouts": [1]}, "stacks: 1e+15 is no number below 10^15"),
        ({"stacks": ["x"], "payouts": [1]}, "stacks: 'x' is no number"),
        ({"stacks": [1, 1], "payouts": [1], "call": "2"}, "call: '2' names no two players"),
        ({"stacks": [1, 1], "payouts": [1], "pot": -1, "call": "1:2"}, "a pot is 0 or more"),
        ({"stacks": [1, 1], "payouts": [1], "pot": 1}, "pot is of a call; say whose with call"),
        ({"stacks": ["5", "000"], "payouts": [1]}, "stacks: '000' starts with a zero"),
        ({"stacks": [1, 1], "payouts": [1], "ante": 1}, "ante: extra inputs are not permitted"),
    ],
)
def test_the_interface_answers_a_mistake_in_one_line(
    browser: Browser, body: dict[str, object], said: str
) -> None:
    answer = browser.post("/api/icm", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_numbers_in_an_address_are_never_taken_apart(browser: Browser) -> None:
    for stacks in ("5%20000,3000", "5,000"):
        answer = browser.get(f"/api/icm?stacks={stacks}&payouts=.6,.4")
        assert answer.status_code == 422
        assert "'000' starts with a zero" in answer.json()["error"]
        assert browser.get(f"/icm?stacks={stacks}&payouts=.6,.4").status_code == 422
    answer = browser.get("/api/icm?stacks=5000,3000&payouts=.6,.4")
    assert sum(answer.json()["equities"]) == pytest.approx(1)
    assert browser.get("/icm?stacks=5000,3000&payouts=.6,.4").status_code == 200
