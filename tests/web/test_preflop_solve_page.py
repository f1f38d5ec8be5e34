"""A spot of one's own: what it takes, how its solve goes, and the chart that is kept of it."""

from __future__ import annotations

import html
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from tests.web.content_reader import between, words
from tests.web.trainer_client import Running

from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.counting import tree_size
from gutshot.holdem.preflop.flop_model_files import flop_model_id
from gutshot.holdem.preflop.kept import kept_chart, listed_charts
from gutshot.web import preflop_solve_query
from gutshot.web.preflop_solve_query import SolveState, asked_chart
from gutshot.web.preflop_solve_view import bb_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client
    from tests.web.trainer_client import Browser

PATH = "/preflop/solve"
API = "/api/preflop/solves"
LONG = {"players": "3", "stack": "60", "precision": "100"}
LARGE = {"players": "9", "stack": "200", "entrants": "4", "limps": "all"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch, Running() as opened:
        patch.setenv("GUTSHOT_DATA_DIR", str(tmp_path_factory.mktemp("own")))
        yield opened


def said(page: str) -> str:
    return html.unescape(words(between(page, "<main", "</main>")))


def until(browser: Browser, job: str, *states: str) -> dict[str, Any]:
    """Wait until a solve is in one of some states."""
    end = time.monotonic() + 120
    while True:
        found: dict[str, Any] = browser.get(f"{API}/{job}").json()
        if found["state"] in states:
            return found
        assert time.monotonic() < end, found
        time.sleep(0.1)


def begun(browser: Browser, **fields: str) -> str:
    """Send the form and return the id of the job that it leads to."""
    answer = browser.send(PATH, {"do": "solve", **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix(f"{PATH}/")


def test_fields_say_the_spot_of_a_file() -> None:
    state = SolveState.of(
        {
            "players": "3",
            "stack": "30 20,25",
            "ante": "0.125",
            "ante_by": "all",
            "ante_from_stack": "1",
            "rake": "5%",
            "rake_cap": "3",
            "limps": "btn sb",
            "open": "2.5 3",
            "three_bet_out": "4.5",
            "model": "own",
            "edge_cap": "0.1",
            "precision": "10",
        }
    )
    asked = asked_chart(state)
    assert (asked.past_the_bar, asked.iterations) == (10, 10_000)
    spec = asked.spec
    assert [*map(float, spec.stacks_bb)] == [30, 20, 25]
    assert (spec.ante_by, float(spec.ante_bb), spec.ante_from_stack) == ("all", 0.125, True)
    assert [str(spec.rake.fraction), str(spec.rake.cap)] == ["1/20", "3"]
    assert spec.limps == ("BTN", "SB")
    assert [*map(float, spec.sizes.opening.amounts("other"))] == [2.5, 3]
    assert [float(one.amount) for one in spec.sizes.out_of_position[0]] == [4.5]
    assert [float(one.amount) for one in spec.sizes.in_position[0]] == [3]
    assert spec.flop_model.edge_cap == 0.1
    assert asked_chart(SolveState()).spec == spec_from({"players": 3, "stack": 40}, "test")
    assert SolveState.of({"open": "2.5 3"}).address() == "open=2.5+3"


def test_what_a_spot_takes_stands_beside_it(client: Client) -> None:
    answer = client.get(f"{PATH}?players=4&stack=40&limps=all")
    assert answer.status_code == 200
    size = tree_size(spec_from({"players": 4, "stack": 40, "limps": "all"}, "test"))
    text = said(answer.text)
    assert f"Decisions {size.decisions:,} of at most 400,000" in text
    assert f"Memory {size.memory_bytes / 1e9:.2g} GB" in text
    assert re.search(rf"100 iterations of {size.actions:,} actions at [0-9.]+ µs each", text)
    assert "It is there already" not in text
    there = client.get(f"{PATH}?players=6&stack=100").text
    assert 'href="/preflop/charts?chart=cash_6_100">It is there already' in there


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"stack": "4x"}, "the form: stack is a number, not '4x'"),
        ({"stack": "10 20"}, "stacks, one for each of 3"),
        ({"players": "ten"}, "players is a whole number, not 'ten'"),
        ({"format": "<b>"}, "format is cash or ante or bubble or final-table, not '<b>'"),
        ({"rake": "101"}, "rake is 0 to 100 percent, not '101'"),
        ({"rake": "5", "rake_cap": "much"}, "[rake] cap is a number, not 'much'"),
        ({"rake_cap": "3"}, "rake_cap needs a rake in percent: there is none"),
        ({"limps": "BTN XX"}, "limps: 'XX' is no seat here; there are BTN, SB, BB"),
        ({"open": "1.5"}, "open: other: a raise to 1.5 is not legal"),
        ({"three_bet_in": "3 y"}, "in_position is a number from 3/2 to 1000, not 'y'"),
        ({"sizes": "huge"}, "there is no schedule 'huge'"),
        ({"model": "solver"}, "model is by-hand, by-hand-1, fitted, down, own, not 'solver'"),
        (
            {"exponent": "1.7"},
            "exponent is for flops of 'constants of your own', not 'as in shipped charts'",
        ),
        ({"model": "down", "edge_cap": "0.1"}, "edge_cap is for flops of 'constants of your own'"),
        ({"stack": "\uff11\uff10\uff10"}, "stack is a number, not '\uff11\uff10\uff10'"),
        ({"rake": "\u0665"}, "rake is 0 to 100 percent, not '\u0665'"),
        ({"open": "2.\uff15"}, "not '2.\uff15'"),
        ({"stack": "10\x00"}, "stack is a number, not '10\\x00'"),
        ({"precision": "7"}, "past_the_bar is one of 1, 4, 10, 40, 100, not 7"),
        ({"iterations": "3"}, "iterations is 25 to 10,000, not 3"),
        ({"toml": "players = 3\nstak = 5"}, "the pasted spot: 'stak' is no key"),
        ({"toml": 'locks = {"" = {R = "22+:1.5"}}'}, "22+:1.5"),
        (LARGE, "entrants = 3 leaves"),
    ],
)
def test_what_is_wrong_stands_in_one_line(
    client: Client, fields: dict[str, str], complaint: str
) -> None:
    answer = client.get(f"{PATH}?{urlencode(fields)}")
    assert answer.status_code == 422
    (line,) = re.findall(r'<p class="error" role="alert">(.*?)</p>', answer.text, re.DOTALL)
    assert complaint in html.unescape(line)
    assert "<b>" not in line


MODEL = """
name = "Half as much"
exponent = 2.5
edge_offset = 0.0
edge_slope = 0.01
edge_cap = 0.05
"""


@pytest.fixture
def own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of somebody's own flop models, with one of them and one that is none."""
    folder = tmp_path / "flop_models"
    folder.mkdir()
    (folder / "half.toml").write_text(MODEL, encoding="utf-8")
    (folder / "torn.toml").write_text("exponent = [", encoding="utf-8")
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    return folder


@pytest.mark.usefixtures("own_models")
def test_flops_are_priced_by_a_model_that_is_named(client: Client) -> None:
    page = client.get(f"{PATH}?players=3&stack=30&model=half").text
    field = between(page, '<select id="model"', "</select>")
    options = re.findall(r'<option value="(\w*)"( selected)?>(.*?)</option>', field)
    values = [value for value, _, _ in options]
    assert values[0] == ""
    assert values[-2:] == ["down", "own"]
    assert {"fitted", "half"} < set(values)
    assert "torn" not in values
    assert [(value, html.unescape(said)) for value, chosen, said in options if chosen] == [
        ("half", "the model “Half as much”")
    ]
    # the details are open where something in them is not usual
    assert "<details open><summary>Flops and precision" in page
    spec = asked_chart(SolveState.of({"stack": "30", "model": "half"})).spec
    assert (spec.flop_model.exponent, spec.flop_model.edge_cap) == (2.5, 0.05)
    assert spec == spec_from({"players": 3, "stack": 30, "flop_model": "half"}, "test")
    plain = asked_chart(SolveState.of({"stack": "30", "model": "fitted"})).spec
    assert plain == spec_from({"players": 3, "stack": 30, "flop_model": "fitted"}, "test")
    own = asked_chart(SolveState.of({"stack": "30", "model": "own"})).spec
    assert own == spec_from({"players": 3, "stack": 30, "flop_model": {}}, "test")
    wrong = client.get(f"{PATH}?model=half&exponent=2").text
    assert "not 'the model “Half as much”'" in html.unescape(wrong)
    assert "half, down, own, not 'torn'" in html.unescape(client.get(f"{PATH}?model=torn").text)


@pytest.mark.usefixtures("own_models")
def test_programs_are_told_which_model_prices_flops(running: Running) -> None:
    browser = running.browser()
    spot = {"players": 3, "stack": 30}
    for model, said in (
        ("half", "half"),
        ("fitted", "fitted"),
        ({"exponent": 3}, None),
        ({"checked_down": True}, None),
    ):
        body = {"spec": {**spot, "flop_model": model}}
        assert browser.post(f"{API}/estimate", json=body).json()["flop_model"] == said
    answer = browser.post(f"{API}/estimate", json={"spec": {**spot, "flop_model": "torn"}})
    assert answer.status_code >= 400
    usual = browser.post(f"{API}/estimate", json={"spec": spot}).json()["flop_model"]
    assert usual == flop_model_id(spec_from(spot, "test").flop_model)
    job = browser.post(API, json={"spec": {**spot, "flop_model": "half"}, "iterations": 25}).json()
    assert job["flop_model"] == "half"
    assert until(browser, job["id"], "done")["flop_model"] == "half"


def test_one_model_alone_is_no_choice(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflop_solve_query, "flop_model_names", lambda: {"fitted": "Fitted"})
    page = client.get(PATH).text
    assert [*preflop_solve_query.flop_choices()] == ["", "down", "own"]
    assert '<option value="fitted"' not in page
    assert client.get(f"{PATH}?model=fitted").status_code == 200


def test_a_control_character_stands_on_no_page(client: Client) -> None:
    """What was typed comes back in its field; NUL and ESC are nothing that a page can hold."""
    for typed in ("10\x00", "10\x1b[31m", "1\x9b0", "\x7f10"):
        page = client.get(f"{PATH}?{urlencode({'stack': typed})}").text
        assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", page)
        field = re.sub(r"[\x00-\x1f\x7f-\x9f]", "\ufffd", typed)
        assert f'name="stack" autocomplete="off" maxlength="80" value="{field}"' in page


def test_a_spot_that_ships_is_replaced_by_nobody_who_did_not_say_so(running: Running) -> None:
    browser = running.browser()
    body = {"spec": {"players": 2, "stack": 100}, "iterations": 25}
    assert browser.post(f"{API}/estimate", json=body).json()["ships"] is True
    refused = browser.post(API, json=body)
    assert refused.status_code == 409
    assert refused.json()["error"] == (
        "this spot ships as 'cash_2_100', and a chart of your own goes before it:"
        " ask with replace = true"
    )
    assert browser.post(API, json={**body, "replace": "yes"}).status_code == 422
    fields = {"players": "2", "stack": "100", "iterations": "25", "precision": "100"}
    page = browser.get(f"{PATH}?{urlencode(fields)}").text
    assert 'name="replace" value="1" aria-describedby="ships-note"' in page
    answer = browser.send(PATH, {"do": "solve", **fields})
    assert answer.status_code == 409
    (line,) = re.findall(r'<p class="error" role="alert">(.*?)</p>', answer.text, re.DOTALL)
    assert "This spot ships with Gutshot: tick the box below" in line
    # nobody's link ticks the box, and a spot that does not ship has none
    looked = browser.send(PATH, {"do": "look", "replace": "1", **fields})
    assert "replace" not in looked.headers["location"]
    assert 'name="replace"' not in browser.get(PATH).text
    # who says so has his chart, and what he asked for again is no second solve
    found = browser.post(API, json={**body, "replace": True})
    assert found.status_code in {200, 202}
    ended = until(browser, found.json()["id"], "done", "failed")
    assert not ended["written"]
    kept = kept_chart(spec_from({"players": 2, "stack": 100}, "test"))
    assert kept is not None
    assert kept.shipped
    job = begun(browser, replace="1", **fields)
    assert not until(browser, job, "done", "failed")["written"]
    assert "no chart is written" in said(browser.get(f"{PATH}/{job}").text)


def test_a_chart_is_solved_kept_and_listed(running: Running) -> None:
    browser = running.browser()
    assert "None yet" in said(browser.get(PATH).text)
    job = begun(browser, toml="players = 2\nstack = 10")
    found = until(browser, job, "done", "failed")
    assert found["written"]
    assert found["chart"] == "cash_2_10"
    bar = spec_from({"players": 2, "stack": 10}, "test").bar_bb
    assert 0 < found["exploitability_bb"] <= bar == found["bar_bb"]
    ways = [one["iteration"] for one in found["checks"]]
    assert ways == [*range(25, 25 * len(ways) + 1, 25)] != []
    page = browser.get(f"{PATH}/{job}").text
    left = bb_text(found["exploitability_bb"])
    assert f"Left to gain {left} bb a hand at most, measured on the chart" in said(page)
    assert page.count('class="point point-net"') == len(ways)
    assert f'<td class="num">{ways[-1]}</td>' in page
    assert f"{left} bb left to gain, bar 0.010" in said(browser.get(PATH).text)
    chart = browser.get("/preflop/charts?chart=cash_2_10&node=A").text
    assert "BB to act" in chart
    assert f"{left} bb left to gain, bar 0.010" in said(chart)
    assert "cash_2_10" in [
        one["chart"] for one in browser.get("/api/preflop/charts").json()["charts"]
    ]
    # who asks again finds the same, until the file is gone
    assert begun(browser, players="2", stack="10") == job
    kept = kept_chart(spec_from({"players": 2, "stack": 10}, "test"))
    assert kept is not None
    kept.path.unlink()
    assert "not there any more" in said(browser.get(f"{PATH}/{job}").text)
    assert browser.send(f"{PATH}/{job}/again").headers["location"] == f"{PATH}/{job}"
    assert until(browser, job, "done")["chart"] == "cash_2_10"


def test_a_chart_that_misses_its_bar_is_not_written(running: Running) -> None:
    browser = running.browser()
    job = begun(browser, players="2", stack="8", jam="1", iterations="25")
    found = until(browser, job, "done", "failed")
    assert not found["written"]
    assert found["chart"] is None
    assert found["exploitability_bb"] > found["bar_bb"]
    assert "State missed The bar was missed: no chart is written." in said(
        browser.get(f"{PATH}/{job}").text
    )
    assert not [one for one in listed_charts() if one.spec.limit == "jam"]


def test_a_solve_is_cancelled_and_goes_on(running: Running) -> None:
    browser, other = running.browser(), running.browser()
    job = begun(browser, **LONG)
    other.sit_down(game="jacks-or-better-9-6")
    assert other.send(f"{PATH}/{job}/cancel").status_code == 403
    assert "Cancel" not in said(other.get(f"{PATH}/{job}").text)
    end = time.monotonic() + 60
    while not browser.get(f"{API}/{job}").json()["checks"]:
        assert time.monotonic() < end
    assert 'id="cancel-solve"' in browser.get(f"{PATH}/{job}/parts").text
    assert f'href="{PATH}/{job}"' in browser.get("/jobs").text
    assert browser.send(f"{PATH}/{job}/cancel").headers["location"] == f"{PATH}/{job}"
    stopped = until(browser, job, "cancelled", "done")
    assert stopped["state"] == "cancelled"
    assert "What is done is kept" in said(browser.get(f"{PATH}/{job}").text)
    assert browser.send(f"{PATH}/{job}/again").status_code == 303
    ended = until(browser, job, "done", "failed")
    assert ended["written"]
    assert ended["checks"][: len(stopped["checks"])] == stopped["checks"]
    assert ended["checks"][-1]["exploitability_bb"] <= ended["target_bb"]


def test_programs_ask_likewise(running: Running) -> None:
    browser = running.browser()
    body = {"spec": {"players": 2, "stack": "10"}}
    found = browser.post(f"{API}/estimate", json=body).json()
    size = tree_size(spec_from(body["spec"], "test"))
    assert (found["decisions"], found["memory_bytes"]) == (size.decisions, size.memory_bytes)
    assert found["seconds"] > 0 < found["microseconds_per_action"]
    answer = browser.post(API, json={"toml": "players = 2\nstack = 10"})
    assert answer.status_code in {200, 202}
    assert until(browser, answer.json()["id"], "done")["schema"] == "gutshot.preflop.solve/1"
    assert browser.get(f"{API}/nobody-asked").status_code == 404


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"spec": {"players": 10}}, "players is 2 to 9, not 10"),
        ({"spec": {"stack": "a lot"}}, "not 'a lot'"),
        ({"spec": {"locks": {"": {"A": "AKz"}}}}, "AKz"),
        ({"spec": {"locks": {"": {"A": "AA:2"}}}}, "AA:2"),
        ({"spec": {}, "toml": "players ="}, "toml"),
        ({"spec": {"players": 3}, "toml": "players = 3"}, "not both"),
        ({"past_the_bar": 3}, "not 3"),
        ({"iterations": 24}, "iterations"),
        ({"spec": {"players": 9, "stack": 200, "entrants": 4, "limps": "all"}}, "up to 400,000"),
    ],
)
def test_a_wrong_body_gets_one_line(running: Running, body: object, complaint: str) -> None:
    browser = running.browser()
    for path in (f"{API}/estimate", API):
        answer = browser.post(path, json=body)
        assert answer.status_code == 422
        assert complaint in answer.json()["error"]
        assert "\n" not in answer.json()["error"]
