"""The pages about progressives and bankrolls by forms and addresses, and the same as JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from gutshot.render.svg_plot import Plot, round_steps
from gutshot.web.app import create_app

if TYPE_CHECKING:
    from tests.web.conftest import Client

PROGRESSIVE = "/videopoker/progressive"
BANKROLL = "/videopoker/bankroll"
API = "/api/videopoker"


def plots(page: str) -> list[ET.Element]:
    found = re.findall(r'<svg class="plot".*?</svg>.*?</svg>', page, re.DOTALL)
    return [ET.fromstring(one) for one in found]  # noqa: S314 - our own text


def test_a_progressive_says_where_it_breaks_even(client: Client) -> None:
    page = client.get(PROGRESSIVE).text
    assert "975.9932" in page
    assert "Break-even exactly 45,110,169,982/46,219,759 bets." in page
    assert "99.543904\u2009%" in page
    assert "1 in 40,390.5" in page
    (plot,) = plots(page)
    assert "99.5439 percent at 800, 101.8635 percent at 1,600" in (plot.get("aria-label") or "")
    assert page.count('class="rug"') == int(re.findall(r"the (\d+) jackpots", page)[0])


def test_a_progressive_in_coins(client: Client) -> None:
    page = client.get(f"{PROGRESSIVE}?game=bonus-poker-8-5&coins=5&jackpot=8000&from=4000").text
    assert "101.437624\u2009%" in page
    assert "5,587.9738" in page
    assert "1,117.5948 bets" in page
    assert 'value="8000"' in page
    assert '<option value="5" selected>coins, 5 a bet</option>' in page


def test_an_example_leads_to_its_analysis_where_both_holds_are_worth_the_same(
    client: Client,
) -> None:
    page = client.get(f"{PROGRESSIVE}?from=930&to=1000").text
    address = re.findall(r'<a href="(/videopoker\?[^"]*)" class="slots"', page)[0]
    analysis = client.get(address.replace("&amp;", "&"))
    assert analysis.status_code == 200
    assert "holds tie exactly" in analysis.text


def test_the_two_pages_lead_to_each_other_with_the_same_table(client: Client) -> None:
    query = "game=bonus-poker-8-5&coins=5&jackpot=8000"
    page = client.get(f"{PROGRESSIVE}?{query}&from=7000").text
    (address,) = re.findall(r'<a href="(/videopoker/bankroll\?[^"]*)">What luck', page)
    page = client.get(address.replace("&amp;", "&")).text
    assert "+1.4376\u2009%" in page
    (address,) = re.findall(r'<a href="(/videopoker/progressive\?[^"]*)">The same', page)
    page = client.get(f"{address.replace('&amp;', '&')}&from=1500&to=1700").text
    assert "101.437624\u2009%" in page


def test_another_game_drops_what_belonged_to_the_first(client: Client) -> None:
    kept = "jackpot=9000&pays=royal_flush:900&line=flush"
    page = client.get(f"{PROGRESSIVE}?game=deuces-wild-full-pay&of=jacks-or-better-9-6&{kept}").text
    assert "450.3444" in page
    assert 'name="pays"' not in page


def test_a_meter_that_needs_no_meter(client: Client) -> None:
    page = client.get(f"{PROGRESSIVE}?pays=full_house:20&line=flush&from=1&to=2").text
    assert "the other lines return the bet" in page
    page = client.get(f"{PROGRESSIVE}?from=800&to=801").text
    assert "Nothing: between these jackpots" in page


def test_a_bankroll_says_what_each_figure_is(client: Client) -> None:
    page = client.get(f"{BANKROLL}?bankroll=60&deals=400&trips=1000").text
    assert "19.514676" in page
    assert "15.80588" in page
    assert "80.99\u2009%" in page
    assert "Ruin is certain, whatever the bankroll" in page
    assert "Of 1,000 trips, seed 1" in page
    session, time, risk = plots(page)
    assert "of them behind" in (session.get("aria-label") or "")
    assert "after 400 deals" in (time.get("aria-label") or "")
    assert "Chance of ruin by bankroll" in (risk.get("aria-label") or "")


def test_a_bankroll_with_an_edge(client: Client) -> None:
    query = "game=deuces-wild-full-pay&bankroll=500&deals=200&risk=1"
    page = client.get(f"{BANKROLL}?{query}").text
    assert "7,049" in page
    assert "Both are exact" in page
    page = client.get(f"{BANKROLL}?{query}&plays=3").text
    assert "a bracket that holds the truth" in page
    assert "10.704905" in page


def test_what_takes_too_long_or_is_too_large_says_so(client: Client) -> None:
    page = client.get(f"{BANKROLL}?deals=1000000").text
    assert "so many deals take too long here" in page
    page = client.get(f"{BANKROLL}?pays=royal_flush:1000000000&plays=3").text
    assert "the payouts are too large to be counted" in page


@pytest.mark.parametrize(
    ("address", "says"),
    [
        (f"{PROGRESSIVE}?jackpot=many", "jackpot: &#39;many&#39; is no number"),
        (f"{PROGRESSIVE}?from=9&amp;to=8&from=9&to=8", "from 9 to 8 bets"),
        (f"{PROGRESSIVE}?coins=0", "a bet has 1 to 1,000"),
        (f"{PROGRESSIVE}?line=five_of_a_kind", "to be the meter"),
        (f"{PROGRESSIVE}?pays=flush:x", "Flush"),
        (f"{BANKROLL}?bankroll=0", "a deal costs 1 bet"),
        (f"{BANKROLL}?bankroll=1.5", "is not whole"),
        (f"{BANKROLL}?risk=100", "above 0 % and below 100 %"),
        (f"{BANKROLL}?plays=0", "0 hands to a deal"),
        (f"{BANKROLL}?deals=0", "0 deals"),
        (f"{BANKROLL}?cash_back=100", "cash back of 100 %"),
        (f"{BANKROLL}?trips=1", "no standard error"),
        (f"{BANKROLL}?deals=100000&trips=5000", "at most 50, or use"),
        (f"{BANKROLL}?deals=1000000&plays=10&bankroll=10&trips=5", "here; use"),
        (f"{BANKROLL}?pays=flush:x", "Flush"),
    ],
)
def test_a_mistake_is_one_line_on_the_page(client: Client, address: str, says: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 422
    alert = re.findall(r'<p class="error" role="alert">.*?</p>', answer.text, re.DOTALL)
    assert len(alert) == 1
    assert says in alert[0]


def test_pages_wait_for_the_kernels() -> None:
    from tests.web.conftest import Client

    waiting = Client(create_app(ready=lambda: False))
    for address in (PROGRESSIVE, BANKROLL):
        assert "Preparing kernels" in waiting.get(address).text
    for name in ("progressive", "bankroll"):
        assert waiting.get(f"{API}/{name}").status_code == 503
    waiting.close()


def test_the_interface_gives_the_same(client: Client) -> None:
    found = client.get(f"{API}/progressive?game=bonus-poker-8-5&jackpot=8000&coins=5").json()
    assert found["schema"] == "gutshot.videopoker.progressive/1"
    assert f"{found['points'][0]['return']['percent']:.4f}" == "101.4376"
    assert found["break_even"]["decimal"] == pytest.approx(1117.59475)
    query = "game=deuces-wild-full-pay&bankroll=100&deals=200&risk=1&trips=500"
    found = client.get(f"{API}/bankroll?{query}").json()
    assert found["schema"] == "gutshot.videopoker.bankroll/1"
    assert found["unlimited"]["bankroll_for_risk"] == 7049
    assert found["simulated"]["trips"] == 500


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("progressive?jackpot=x", "no number"),
        ("progressive?jackpot=900&to=850", "was not followed"),
        ("progressive?line=wild", "to be the meter"),
        ("bankroll?bankroll=0", "a deal costs 1 bet"),
        ("bankroll?risk=0", "above 0 % and below 100 %"),
        ("bankroll?trips=1000000&bankroll=5", "too many to simulate"),
        ("bankroll?trips=-1", "trips"),
    ],
)
def test_the_interface_answers_a_mistake_in_one_line(client: Client, query: str, says: str) -> None:
    answer = client.get(f"{API}/{query}")
    assert answer.status_code == 422
    assert says in answer.json()["error"]


def test_a_plot_is_a_picture_with_escaped_words() -> None:
    plot = Plot((0.0, 10.0), (0.0, 1.0), "a & b")
    plot.grid([0.0, 0.5], str).foot([0.0, 5.0, 10.0], str).level("even", 0.5)
    plot.line("net", [(0, 0), (10, 1)]).bar("ahead", (2, 4), 0.5, "c < d").rug([(3, 1, "e")])
    plot.mark("here", 0, "f").mark("here", 5, "g", 1).mark("here", 10, "h")
    picture = ET.fromstring(plot.svg())  # noqa: S314 - our own text
    assert picture.get("aria-label") == "a & b"
    inside = next(one for one in picture.iter("svg") if one is not picture)
    line, bar = inside[0], inside[1]
    assert line.get("d") == "M0.0 1000.0L1000.0 0.0"
    assert (bar.get("x"), bar.get("y"), bar.get("height")) == ("200.0", "500.0", "500.0")
    assert bar[0].text == "c < d"
    anchors = [one.get("text-anchor") for one in picture.iter("text") if one.text in set("fgh")]
    assert anchors == ["start", "middle", "end"]


@pytest.mark.parametrize(
    ("low", "high", "steps"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (800, 1600, [800, 1000, 1200, 1400, 1600]),
        (-155, 788, [0, 200, 400, 600]),
        (0, 0.013, [0, 0.005, 0.01]),
    ],
)
def test_steps_are_round(low: float, high: float, steps: list[float]) -> None:
    assert round_steps(low, high, 5) == pytest.approx(steps)


def test_a_table_that_pays_nothing_is_answered(client: Client) -> None:
    own = "game=own&deck=standard&name=Nothing&pays=royal_flush:0"
    page = client.get(f"{BANKROLL}?{own}&deals=100")
    assert page.status_code == 200
    assert "Ruin is certain" in page.text
    found = client.get(f"{API}/bankroll?{own}&deals=100").json()
    assert found["unlimited"]["ruin_is_certain"]
    assert found["variance"] == {"min": 0, "max": 0}
    assert client.get(f"{PROGRESSIVE}?{own}").status_code == 200


def test_a_single_line_can_be_the_meter(client: Client) -> None:
    own = "game=own&deck=standard&name=Royal&pays=royal_flush:1"
    assert "23,080.7474" in client.get(f"{PROGRESSIVE}?{own}").text


def test_ties_and_models_are_named(client: Client) -> None:
    assert (
        "varies least is played; up to 25.837916 otherwise"
        in client.get(f"{BANKROLL}?game=deuces-wild-full-pay&deals=100").text
    )
    huge = "deals=100&pays=royal_flush:1000000000000"
    found = client.get(f"{API}/bankroll?{huge}").json()
    assert found["ties"] == "least_variance"
    assert found["session"]["method"] == "counted"
    royal = found["variance_parts"][0]["chance"]
    assert found["session"]["beyond"] == pytest.approx(1 - (1 - royal) ** 100)
    page = client.get(f"{BANKROLL}?game=own&deck=standard&pays=royal_flush:1000000000000").text
    assert '<td class="num">beyond</td>' in page
    found = client.get(f"{API}/bankroll?{huge}&plays=3").json()
    assert found["session"]["modelled_error"] == 1
    assert "normal model is not reliable" in client.get(f"{BANKROLL}?{huge}&plays=3").text


def test_simulated_trips_that_none_lost_are_bounded(client: Client) -> None:
    page = client.get(f"{BANKROLL}?deals=10&bankroll=200&trips=1000").text
    assert "under 0.3 % with 95 % confidence" in page
    assert "ended even" in page
