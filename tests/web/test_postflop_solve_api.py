"""Spots after the flop by programs: estimates, solves in 32 and 16 bits, nodes, mistakes."""

from __future__ import annotations

import html
import re
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.holdem.postflop_spots import RIVER, TURN, spot_text
from tests.web.trainer_client import Running

from gutshot.holdem.postflop.answers import solve_spot
from gutshot.holdem.postflop.estimate import measure
from gutshot.holdem.postflop.node_answers import answer_node
from gutshot.holdem.postflop.solution_file import load_solve
from gutshot.holdem.postflop.spec import parse_spot, spot_keys
from gutshot.holdem.postflop.values import TreeValues
from gutshot.render.postflop_node import node_payload
from gutshot.render.postflop_payload import postflop_payload
from gutshot.web import postflop_solves
from gutshot.web.app import create_app
from gutshot.work.postflop_solves import folder_of_user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.conftest import Client
    from tests.web.trainer_client import Browser

API = "/api/postflop/solves"
TOML = spot_text(RIVER, oop="TT,AQs,87s", ip="KK,T9s,AQs", more='target = "0.5%pot"\nrake = 0.05')
SPEC = spot_keys(parse_spot(TOML))
TEXAS = (
    "set_pot 60\nset_effective_stack 90\nset_board Qs,Jh,2h,8d,3c\nset_range_ip KK,T9s\n"
    "set_range_oop TT,AQs\nset_bet_sizes oop,river,bet,50\nstart_solve\n"
)
LARGE = SPEC | {
    "board": "Qs Jh 2h",
    "oop_range": "22+,A2+,K2+,Q2+",
    "ip_range": "22+,A2+,K2+,Q2+",
    "oop": {one: {"bet": "33%, 75%", "raise": "60%"} for one in ("flop", "turn", "river")},
    "ip": {one: {"bet": "33%, 75%", "raise": "60%"} for one in ("flop", "turn", "river")},
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch, Running() as opened:
        patch.setenv("GUTSHOT_DATA_DIR", str(tmp_path_factory.mktemp("postflop-api")))
        yield opened


@pytest.fixture(scope="module")
def browser(running: Running) -> Browser:
    return running.browser()


def until(browser: Browser, job: str, *states: str) -> dict[str, Any]:
    """Wait until a solve is in one of some states."""
    end = time.monotonic() + 150
    while True:
        found: dict[str, Any] = browser.get(f"{API}/{job}").json()
        if found["state"] in states:
            return found
        assert time.monotonic() < end, found
        time.sleep(0.05)


@pytest.fixture(scope="module")
def solves(browser: Browser) -> dict[int, dict[str, Any]]:
    """Return the same spot solved in 32 and in 16 bits."""
    begun = {}
    for bits in (32, 16):
        answer = browser.post(API, json={"spec": SPEC, "bits": bits})
        assert answer.status_code == 202, answer.text
        begun[bits] = answer.json()
    assert begun[16]["estimate"]["memory_bytes"] * 2 == begun[32]["estimate"]["memory_bytes"]
    return {bits: until(browser, one["id"], "done", "failed") for bits, one in begun.items()}


def test_a_solve_has_the_result_that_the_command_prints(
    browser: Browser, solves: dict[int, dict[str, Any]]
) -> None:
    for bits, found in solves.items():
        assert found["state"] == "done"
        assert found["bits"] == found["result"]["bits"] == bits
        given = parse_spot(TOML)
        wanted = postflop_payload(solve_spot(given, half=bits == 16))
        for name in set(found["result"]) - {"seconds"}:
            assert found["result"][name] == pytest.approx(wanted[name]), name
        missing = set(wanted) - set(found["result"])
        assert missing == {
            *("schema", "board", "pot", "stack", "target_percent", "cancelled", "combos", "hands")
        }
        assert found["spec"] == SPEC
        assert found["target_percent"] == 0.5
        last = found["checks"][-1]
        assert last["iteration"] == found["result"]["iterations"]
        assert last["exploitability_percent"] == found["result"]["exploitability_percent"] <= 0.5
        kept = load_solve(folder_of_user() / f"{found['id']}.gutshot").solution
        assert kept.bits == bits
    # who asks again finds the same
    again = browser.post(API, json={"toml": TOML, "bits": 16})
    assert again.status_code == 200
    assert again.json()["id"] == solves[16]["id"] != solves[32]["id"]
    assert "in 16 bits" in browser.get(f"/postflop/tree/{solves[16]['id']}").text
    assert "in 16 bits" not in browser.get(f"/postflop/tree/{solves[32]['id']}").text
    led = browser.get(f"/postflop/tree/{solves[16]['id']}/lock?node=x&rest=x")
    assert "bits=16" in led.headers["location"]


def test_a_node_is_the_one_of_the_tree(browser: Browser, solves: dict[int, dict[str, Any]]) -> None:
    job = solves[32]["id"]
    values = TreeValues(load_solve(folder_of_user() / f"{job}.gutshot").solution)
    found: dict[str, Any] = {}
    for line in ("", "x", "x-b25"):
        found = browser.get(f"{API}/{job}/node", params={"line": line}).json()
        wanted = node_payload(answer_node(values, line))
        assert {name: found[name] for name in wanted} == wanted
        assert (found["bits"], found["converged"]) == (32, True)
    hand = found["players"]["oop"]["hands"]["AhQh"]
    assert sum(hand["frequency"].values()) == pytest.approx(1)
    assert set(hand["action_ev"]) == {"f", "c"}


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("line=x-b9", "line: 'b9' is no action after 'x'; there are x, b25"),
        ("line=" + "x-" * 300, "line: "),
        ("cards=true", "line: "),
        ("node=x", "'node' is no parameter of this address: it takes line, cards"),
    ],
)
def test_a_node_that_is_none_gets_one_line(
    browser: Browser, solves: dict[int, dict[str, Any]], query: str, says: str
) -> None:
    answer = browser.get(f"{API}/{solves[32]['id']}/node?{query}")
    assert answer.status_code == 422
    assert says in answer.json()["error"]


def test_a_solve_is_cancelled_and_keeps_its_tree(running: Running, browser: Browser) -> None:
    long = SPEC | {"board": TURN, "target": 1e-9, "iterations": 1_000_000}
    job = browser.post(API, json={"spec": long}).json()["id"]
    other = running.browser()
    other.sit_down(game="jacks-or-better-9-6")
    assert other.post(f"/api/jobs/{job}/cancel").status_code == 403
    end = time.monotonic() + 60
    while not browser.get(f"{API}/{job}").json()["checks"]:
        assert time.monotonic() < end
        time.sleep(0.05)
    waiting = browser.get(f"{API}/{job}").json()
    assert waiting["result"] is None
    if not waiting["tree"]:
        answer = browser.get(f"{API}/{job}/node")
        assert answer.status_code == 409
        assert answer.json()["error"] == "this solve has no tree to show: wait for its end"
    assert browser.post(f"/api/jobs/{job}/cancel").status_code == 200
    found = until(browser, job, "cancelled")
    assert found["tree"]
    cards = browser.get(f"{API}/{job}/node?line=x-x&cards=true").json()
    assert cards["kind"] == "card"
    assert len(cards["cards"]) == 48
    assert cards["converged"] is False
    assert browser.get("/postflop/tree/none").status_code == 404
    assert browser.get(f"{API}/none/node").status_code == 404
    assert browser.get(f"{API}/none").status_code == 404


@pytest.mark.parametrize("body", [{"spec": SPEC}, {"toml": TOML}, {"texas": TEXAS}])
def test_an_estimate_is_that_of_the_command(client: Client, body: dict[str, Any]) -> None:
    answer = client.post(f"{API}/estimate", json=body)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    if "texas" not in body:
        size = measure(parse_spot(TOML))
        assert (found["decisions"], found["memory_bytes"]) == (size.decisions, size.memory_bytes)
        assert found["streets"]["river"]["boards"] == 1
        assert list(found["without"])
    half = client.post(f"{API}/estimate", json=body | {"bits": 16}).json()
    assert half["memory_bytes"] * 2 == found["memory_bytes"]
    assert (half["bits"], found["bits"]) == (16, 32)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "give one of spec, toml and texas"),
        ({"spec": SPEC, "toml": TOML}, "give one of spec, toml and texas"),
        ({"spec": SPEC, "bits": 8}, "bits: input should be 16 or 32"),
        ({"spec": SPEC, "half": True}, "half: extra inputs are not permitted"),
        ({"spec": SPEC | {"pot": "x"}}, "spec: pot is a number, like pot = 50"),
        ({"spec": SPEC | {"pot": -1}}, "spec: pot is more than 0"),
        ({"spec": SPEC | {"pot": 10**400}}, "spec: pot is more than 0"),
        ({"spec": SPEC | {"iterations": 10**400}}, "spec: iterations is 1 to 1,000,000"),
        ({"spec": SPEC | {"potty": 1}}, "spec: 'potty' is no key; there are board, pot"),
        ({"spec": SPEC | {"oop_range": "QQQ"}}, "spec: oop_range: "),
        ({"spec": SPEC | {"oop": {"river": {"bet": "50"}}}}, "spec: oop.river bet: can't read"),
        ({"spec": SPEC | {"target": "1e-999999999%pot"}}, "spec: target is "),
        ({"spec": SPEC | {"target": "1e999999999%pot"}}, "spec: target is "),
        ({"toml": TOML.replace("0.05", "1e-999999999").replace("pot = 50", "pot = 0")}, "toml: "),
        ({"toml": "pot = "}, "toml: no TOML: "),
        ({"texas": TEXAS.replace("60", "sixty")}, "texas: line 1: 'sixty' is no number"),
        ({"spec": SPEC | {"locks": {"x-b9": {"x": "AA"}}}}, "'b9' is no action after 'x'"),
        ({"spec": SPEC | {"oop_range": "QsJs"}}, "oop_range has no hand that the board leaves"),
        ({"spec": LARGE}, "GB of memory, at most 2 GB; without a size: "),
    ],
)
def test_a_mistake_is_one_line_and_no_job(
    browser: Browser, body: dict[str, Any], says: str
) -> None:
    for address in (f"{API}/estimate", API):
        answer = browser.post(address, json=body)
        assert answer.status_code == 422, answer.text
        found = answer.json()
        assert list(found) == ["error"]
        assert says in found["error"]
        assert "\n" not in found["error"]


def test_what_would_fit_in_16_bits_is_told(
    client: Client, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = browser.post(f"{API}/estimate", json={"spec": SPEC}).json()["memory_bytes"]
    monkeypatch.setattr(postflop_solves, "MOST_BYTES", size * 3 // 4)
    for address in (f"{API}/estimate", API):
        answer = browser.post(address, json={"spec": SPEC})
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert error.endswith('; in 16 bits it takes 0.00 GB, which fits: give "bits": 16')
    halves = browser.post(f"{API}/estimate", json={"spec": SPEC, "bits": 16})
    assert halves.json()["memory_bytes"] == size // 2
    address = "/postflop?h1=TT,AQs,87s&h2=KK,T9s,AQs&board=QsJh2h8d3c"
    monkeypatch.setattr(postflop_solves, "MOST_BYTES", 2_000)
    page = client.get(address)
    assert page.status_code == 422
    (link,) = re.findall(r'id="use-half" class="button" href="([^"]+)"', page.text)
    fitting = client.get(html.unescape(link))
    assert fitting.status_code == 200
    assert 'id="use-half"' not in fitting.text
    monkeypatch.setattr(postflop_solves, "MOST_BYTES", 1_000)
    assert 'id="use-half"' not in client.get(address).text


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_nothing_is_taken_from_elsewhere(client: Client, headers: dict[str, str]) -> None:
    for address in (API, f"{API}/estimate"):
        answer = client.post(address, json={"spec": SPEC}, headers=headers)
        assert answer.status_code == 403
        answer = client.post(address, json={"spec": SPEC}, headers={"Host": "evil.example"})
        assert answer.status_code == 400


def test_the_document_lists_it(client: Client) -> None:
    paths = create_app().openapi()["paths"]
    assert "post" in paths[API]
    assert "post" in paths[f"{API}/estimate"]
    assert "get" in paths[f"{API}/{{job_id}}"]
    assert "get" in paths[f"{API}/{{job_id}}/node"]
    assert API in client.get("/api").text


def test_the_form_has_the_same_choice(client: Client) -> None:
    address = "/postflop?h1=TT,AQs,87s&h2=KK,T9s,AQs&board=QsJh2h8d3c"
    page = client.get(f"{address}&bits=16").text
    assert '<option value="16" selected>16 bits, half of it</option>' in page
    assert "of at most 2 GB, in 16 bits" in page
    assert "of at most 2 GB, in 32 bits" in client.get(address).text
    wrong = client.get(f"{address}&bits=8")
    assert wrong.status_code == 422
    assert "bits of memory are 32 or 16, not &#39;8&#39;" in wrong.text
