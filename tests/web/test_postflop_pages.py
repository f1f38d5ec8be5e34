"""Spots after the flop by forms and addresses alone: the form, a solve, the tree, exports."""

from __future__ import annotations

import html
import json
import re
import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
from tests.holdem.postflop_spots import spot_text
from tests.web.content_reader import between, words
from tests.web.trainer_client import Running

from gutshot.holdem.postflop.locks import settled_locks
from gutshot.holdem.postflop.node_answers import answer_node
from gutshot.holdem.postflop.solution_file import load_solve
from gutshot.holdem.postflop.spec import parse_spot, spot_keys
from gutshot.holdem.postflop.values import TreeValues
from gutshot.web.postflop_query import fields_of_spot, read_state, spot_from
from gutshot.work.postflop_solves import folder_of_user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.conftest import Client
    from tests.web.trainer_client import Browser

SMALL = "/postflop?h1=TT,AQs,87s&h2=KK,T9s,AQs&board=QsJh2h8d&target=0.5&ip_river_raise=40%25"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch, Running() as opened:
        patch.setenv("GUTSHOT_DATA_DIR", str(tmp_path_factory.mktemp("postflop")))
        yield opened


@pytest.fixture(scope="module")
def browser(running: Running) -> Browser:
    return running.browser()


@pytest.fixture(scope="module")
def tree(browser: Browser) -> str:
    """Return the address of a tree that was solved by the form."""
    page = browser.get(SMALL).text
    (address,) = re.findall(r'form="solve-form" name="address" value="([^"]+)"', page)
    answer = browser.send("/postflop/solve", {"address": html.unescape(address)})
    assert answer.status_code == 303, answer.text
    solve = answer.headers["location"]
    end = time.monotonic() + 150
    while 'id="open-tree"' not in browser.get(f"{solve}/parts").text:
        assert time.monotonic() < end, browser.get(solve).text
        time.sleep(0.1)
    page = browser.get(solve).text
    assert "Converged" in page or "converged" in page
    assert 'class="plot' in page
    (found,) = re.findall(r'id="open-tree" class="[^"]+" href="([^"]+)"', page)
    return str(found)


def said(page: str) -> str:
    return html.unescape(words(between(page, "<main", "</main>")))


def test_the_form_says_what_a_spot_takes(client: Client) -> None:
    answer = client.get(SMALL)
    assert answer.status_code == 200
    page = said(answer.text)
    assert "Turn" in page
    assert re.search(r"river 48 \d+", page)
    assert "kB of at most 2 GB" in page
    assert client.get("/postflop").status_code == 200


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("&pot=x", "the pot: write a number, like 50"),
        ("&pot=0", "pot is more than 0"),
        ("&pot=99999999999", "pot is more than 0 and at most 1,000,000,000, not 1e+11"),
        ("&h1=QQQ", "oop_range: "),
        ("&h1=QsJs", "oop_range has no hand that the board leaves possible"),
        ("&h1=AsAh&h2=AsAh", "the two ranges can't be dealt together on this board"),
        ("&locks=x-b25%3A", "makes nobody do anything: give c"),
        ("&oop_turn_bet=50", "oop.turn bet: can't read '50' as a size"),
        ("&raise_limit=1.5", "raises a street: write a whole number, like 3"),
        ("&locks=x-b9%3A+x+%3D+AA", "'b9' is no action after 'x'; there are x, b25"),
        ("&locks=nonsense", "a lock is a line like 'x-b25: c = AA,KK:0.5; rest = f'"),
        ("&board=QsJh", "board has 2 cards; it takes 3, 4 or 5"),
        ("&oop_turn_bet=1c&oop_turn_raise=1c&ip_turn_raise=1c&stack=900000", "actions in a row"),
    ],
)
def test_a_mistake_is_one_line(client: Client, change: str, wrong: str) -> None:
    name = change[1:].partition("=")[0]
    base = re.sub(rf"[?&]{name}=[^&]*", "", SMALL.replace("?", "&")).replace("&", "?", 1)
    answer = client.get(base + change)
    assert answer.status_code == 422
    assert wrong in said(answer.text)
    assert 'id="solve"' not in answer.text


def test_the_painter_and_the_cards_change_the_address(client: Client) -> None:
    def led(action: str) -> dict[str, str]:
        answer = client.get(f"{SMALL}&{action}")
        assert answer.status_code == 303
        return dict(parse_qsl(urlsplit(answer.headers["location"]).query, keep_blank_values=True))

    assert led("paint=AA:0.5")["h1"] == "TT,AQs,87s,AA:0.5"
    assert led("edit=2&paint=KK:0")["h2"] == "AQs,T9s"
    found = led("edit=board&toggle=3c")
    assert found["board"] == "QsJh2h8d3c"
    assert found["ip_river_raise"] == "40%"
    assert led("clear=1").get("board", "") == ""


def test_a_spot_is_the_same_after_the_form() -> None:
    text = spot_text(
        "Qs Jh 2h 8d",
        bet="33%, a",
        raises="2.5x",
        donk="20%",
        more="rake = 0.05\nrake_cap = 3\nmerge = 0.1\nall_in_from = 0.67\nraise_limit = 3\n"
        'min_bet = 0.5\ntarget = "0.4%pot"\n[locks."x-b16.5"]\nc = "AA,KK:0.5"\nrest = "f"\n'
        '[locks."x"]\nx = "QQ"\n',
    )
    given = parse_spot(text)
    state, acted = read_state(fields_of_spot(given))
    assert not acted
    wanted, got = spot_keys(given), spot_keys(spot_from(state))
    # a first street has no donk bet, and no field for one
    wanted["oop"]["flop"].pop("donk")
    assert got == wanted
    again, _ = read_state(dict(parse_qsl(urlsplit(state.url()).query, keep_blank_values=True)))
    assert spot_keys(spot_from(again)) == got


def test_a_node_shows_what_the_tree_says(browser: Browser, tree: str) -> None:
    (file,) = folder_of_user().glob("*.gutshot")
    values = TreeValues(load_solve(file).solution)
    page = browser.get(f"{tree}?node=x&hand=AQs").text
    found = answer_node(values, "x")
    text = said(page)
    for one in found.players:
        assert f"{one.mean_ev:.2f}" in text
    shares = [f"{100 * share:.1f} %" for share in found.frequencies.values()]
    assert all(share in text for share in shares)
    assert page.count('class="chart-cell') == 169
    assert all(f'<th scope="row">{name}</th>' in page for name in ("AhQh", "AdQd", "AcQc"))
    assert 'href="/postflop/tree/' in page
    for view in ("ev", "equity", "realised"):
        other = browser.get(f"{tree}?node=x&view={view}&player=oop").text
        assert "heat-" in other
    wrong = browser.get(f"{tree}?node=x-b9")
    assert wrong.status_code == 422
    assert "'b9' is no action after 'x'; there are x, b25" in said(wrong.text)


def test_cards_are_a_map_to_the_next_street(browser: Browser, tree: str) -> None:
    page = browser.get(f"{tree}?node=x-x").text
    assert len(re.findall(r'href="[^"]+node=x-x%7C\w\w%7C', page)) == 48
    river = said(browser.get(f"{tree}?node=x-x%7C3c%7C").text)
    assert "Qs Jh 2h 8d 3c" in river
    assert "to act" in river


def test_exports_and_locks_lead_on(browser: Browser, tree: str) -> None:
    answer = browser.get(f"{tree}/export?node=x&to=json")
    assert json.loads(answer.text)["player"] == "ip"
    assert browser.get(f"{tree}/export?node=x").text.startswith("player,hand,reach,")
    assert "KK" in browser.get(f"{tree}/export?node=x&to=pio&player=ip").text
    assert browser.get(f"{tree}/export?node=x&to=xls").status_code == 422
    led = browser.get(f"{tree}/lock?node=x&lock_b25=KK&rest=x").headers["location"]
    state, _ = read_state(dict(parse_qsl(urlsplit(led).query, keep_blank_values=True)))
    assert state.fields["locks"] == "x: b25 = KK; rest = x"
    form = browser.get(led)
    assert form.status_code == 200
    # the lock that was written is there to see
    assert '<details class="spot-rules" open>' in form.text
    assert '<details class="spot-rules">' in browser.get("/postflop").text
    led = browser.get(f"{tree}/lock?node=x-x%7C3c%7C&rest=x&everywhere=1").headers["location"]
    state, _ = read_state(dict(parse_qsl(urlsplit(led).query, keep_blank_values=True)))
    assert state.fields["locks"] == "x-x|*|: rest = x"


def test_a_node_is_locked_as_it_plays(browser: Browser, tree: str) -> None:
    (file,) = folder_of_user().glob(f"{tree.rpartition('/')[2]}.gutshot")
    values = TreeValues(load_solve(file).solution)
    found = answer_node(values, "x")
    led = browser.get(f"{tree}/lock?node=x&lock_b25=KK&rest=x&now=1").headers["location"]
    state, _ = read_state(dict(parse_qsl(urlsplit(led).query, keep_blank_values=True)))
    (lock,) = settled_locks(spot_from(state))
    assert lock.node == "x"
    combos = found.players[1].combos
    assert lock.chances[:, combos] == pytest.approx(found.chances, abs=2e-3)
    assert browser.get(led).status_code == 200


def test_a_pasted_spot_fills_in_the_form(browser: Browser) -> None:
    texas = (
        "set_pot 60\nset_effective_stack 90\nset_board Qs,Jh,2h,8d\nset_range_ip KK,T9s\n"
        "set_range_oop TT,AQs\nset_bet_sizes oop,river,bet,50\nstart_solve\n"
    )
    answer = browser.send("/postflop/import", {"text": texas})
    assert answer.status_code == 303
    page = browser.get(answer.headers["location"])
    assert page.status_code == 200
    assert 'name="pot" value="60"' in page.text
    assert 'name="oop_river_bet" value="50%"' in page.text
    wrong = browser.send("/postflop/import", {"text": texas.replace("60", "sixty")})
    assert wrong.status_code == 422
    assert "Line 1: 'sixty' is no number" in said(wrong.text)


def test_a_solve_that_is_cancelled_goes_on(browser: Browser) -> None:
    long = SMALL.replace("target=0.5", "target=0.000000001&iterations=1000000")
    answer = browser.send("/postflop/solve", {"address": long})
    solve = answer.headers["location"]

    def until(wanted: str) -> str:
        end = time.monotonic() + 150
        while wanted not in (page := browser.get(f"{solve}/parts").text):
            assert time.monotonic() < end, page
            time.sleep(0.1)
        return page

    until('class="line')  # two certificates at least
    assert browser.send(f"{solve}/cancel").status_code == 303
    page = until('id="go-on"')
    assert "What is done is kept" in page
    (before,) = re.findall(r'<p class="big">([\d,]+)</p>', page)
    (tree,) = re.findall(r'id="open-tree" class="[^"]+" href="([^"]+)"', page)
    assert "not converged" in browser.get(tree).text
    assert browser.send(f"{solve}/again").status_code == 303
    end = time.monotonic() + 150
    while True:
        (after,) = re.findall(r'<p class="big">([\d,]+)</p>', browser.get(f"{solve}/parts").text)
        if int(after.replace(",", "")) > int(before.replace(",", "")):
            break
        assert time.monotonic() < end
        time.sleep(0.1)
    assert browser.send(f"{solve}/cancel").status_code == 303


def test_a_solve_that_is_none_is_not_found(browser: Browser) -> None:
    for path in ("/postflop/solve/none", "/postflop/tree/none", "/postflop/tree/none/export"):
        assert browser.get(path).status_code == 404
