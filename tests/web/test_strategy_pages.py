"""The strategy of a game: the list, the knob, a hand, downloads, and how the search is shown."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.web.content_reader import between, words
from tests.web.strategy_seed import JACKS, published, searched
from tests.web.trainer_client import Browser, Running

from gutshot.cards.text import parse_hand
from gutshot.render.strategy_payload import strategy_payload
from gutshot.videopoker import analyse_hand, game
from gutshot.videopoker.strategy import follow, judge_strategy, line_worths, read_strategy
from gutshot.web.number_text import fraction_text, grouped, percent_text
from gutshot.web.strategy_hand import class_of

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLE = game("jacks-or-better-9-6")
TRIPLE = game("triple-double-bonus-9-6")
DEUCES = game("deuces-wild-full-pay")
URL = "/videopoker/strategy?game=jacks-or-better-9-6"
KICKERS = """royal flush or straight flush or four of a kind
three of a kind of 2-4 with kicker A/2-4 or three of a kind of A with kicker 2-4
three of a kind or full house or flush or straight
high pair or 4 to a flush
nothing: draw five
"""


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    lists = {
        TABLE: [published(name) for name in JACKS],
        TRIPLE: [KICKERS],
        DEUCES: [published("deuces-full-pay-simple")],
    }
    with Running(searched(lists)) as opened:
        yield opened


@pytest.fixture
def browser(running: Running) -> Browser:
    return running.browser()


def page(browser: Browser, url: str, status: int = 200) -> str:
    answer = browser.get(url)
    assert answer.status_code == status, answer.text[:300]
    return answer.text


def lines(shown: str) -> list[str]:
    """Return the words of each line of the card, exceptions behind them."""
    card = between(shown, '<article class="wall-card', "</article>")
    return [
        words(text).replace(" , ", ", ") for text in re.findall(r'<p class="say">(.*?)</p>', card)
    ]


def test_the_common_length_is_shown_with_its_exact_cost(browser: Browser) -> None:
    shown = page(browser, URL)
    strategy = read_strategy(published("jacks-9-6-intermediate"), TABLE)
    judged = judge_strategy(strategy, TABLE)
    assert fraction_text(judged.cost) in shown
    assert grouped(judged.wrong_deals) in shown
    percent = words(percent_text(judged.cost))
    odds = grouped(round(1 / judged.cost))
    statement = f"24 lines cost {percent} of the bet: 1 bet in {odds}"
    assert statement in words(between(shown, '<output id="statement"', "</output>"))
    assert lines(shown)[: len(strategy.lines)] == [one.words(TABLE) for one in strategy.lines]


@pytest.mark.parametrize(("asked", "size"), [(1, 16), (16, 16), (23, 16), (24, 24), (999, 44)])
def test_at_most_so_many_lines_are_shown(browser: Browser, asked: int, size: int) -> None:
    shown = page(browser, f"{URL}&lines={asked}")
    assert re.search(rf'id="lines"[^>]* min="16" max="44" value="{size}"', shown)
    here = re.findall(r'data-size="(\d+)" aria-current="true"', shown)
    assert set(here) == {str(size)}


def test_an_exact_list_says_so_and_the_curve_ends_at_nothing(browser: Browser) -> None:
    shown = page(browser, f"{URL}&lines=44")
    assert "37 lines and 7 exceptions play every deal perfectly" in shown
    assert "99.543904" in between(shown, '<article class="wall-card', "</article>")
    assert shown.count('class="dot exact-dot"') == 1
    assert shown.count('class="stroke to-exact"') == 1


def test_each_exception_says_what_it_is_worth_and_shows_a_hand_where_it_is(
    browser: Browser,
) -> None:
    shown = page(browser, f"{URL}&lines=44")
    strategy = read_strategy(published("jacks-9-6-optimal"), TABLE)
    worths = line_worths(strategy, TABLE)
    told = re.findall(r'<span title="([^"]+)">([\d,]+) deals, worth ([^<]+)</span>', shown)
    expected = [
        (fraction_text(one.gain), grouped(one.deals), words(percent_text(one.gain)))
        for worth in worths
        for one in worth.exceptions
    ]
    assert [(exact, deals, words(worth)) for exact, deals, worth in told] == expected
    assert len(told) == 7
    plain = read_strategy(
        "\n".join(row for row in published("jacks-9-6-optimal").splitlines() if "but " not in row),
        TABLE,
    )
    total = sum((one.gain for worth in worths for one in worth.exceptions), Fraction(0))
    assert total == judge_strategy(plain, TABLE).cost


def test_an_example_is_played_by_its_line_and_leads_to_its_analysis(browser: Browser) -> None:
    shown = page(browser, f"{URL}&lines=44")
    followed = follow(read_strategy(published("jacks-9-6-optimal"), TABLE), TABLE)
    found = re.findall(r'<a class="shown" href="([^"]+)" aria-label="Line (\d+):', shown)
    assert len(found) == 37
    for address, number in found:
        url = html.unescape(address)
        hand = parse_hand(between(url, "hand=", "&"), TABLE.deck)
        assert followed.lines[class_of(hand)[0]] == int(number) - 1
        held = int(url.partition("hold=")[2])
        assert held in analyse_hand(hand, TABLE).best
    assert browser.get(html.unescape(found[5][0])).status_code == 200


def test_a_hand_is_decided_by_a_line_that_is_marked(browser: Browser) -> None:
    shown = page(browser, f"{URL}&lines=44&hand=KhQh4d8s9h")
    assert "The best hold" in shown
    marked = re.findall(r'<li id="line-(\d+)" value="\d+" class="decides">', shown)
    assert marked == ["17"]
    assert 'href="#line-17"' in shown
    result = words(between(shown, 'data-part="hand-result"', "</section>"))
    assert "hold king of hearts, queen of hearts, nine of hearts" in result


def test_a_hand_that_is_played_wrong_says_what_that_costs(browser: Browser) -> None:
    hand = "9sJsQhKdAc"
    shown = page(browser, f"{URL}&lines=16&hand={hand}")
    analysis = analyse_hand(parse_hand(hand, TABLE.deck), TABLE)
    held = analysis.hold(0b00110)  # the jack and the queen
    loss = analysis.hold(analysis.best[0]).ev - held.ev
    assert loss > 0
    result = between(shown, 'data-part="hand-result"', "</section>")
    assert fraction_text(loss) in result
    assert "below the best" in result


def test_holds_that_tie_on_one_line_are_both_named(browser: Browser) -> None:
    shown = page(browser, "/videopoker/strategy?game=triple-double-bonus-9-6&hand=Ac4h4d4c3s")
    result = between(shown, 'data-part="hand-result"', "</section>")
    assert result.count('<div class="best-row">') == 2
    assert "Either: both holds fit the line and are worth exactly the same." in result
    assert " with kicker 2-4 either" in lines(shown)[1]


def test_wild_cards_have_sections_and_a_hand_with_one_is_played(browser: Browser) -> None:
    url = "/videopoker/strategy?game=deuces-wild-full-pay"
    shown = page(browser, f"{url}&hand=2c3h6d9sKd")
    titles = re.findall(r'<h3 class="card-section">(.*?)</h3>', shown)
    assert titles == ["No deuce", "1 deuce", "2 deuces", "3 deuces", "4 deuces"]
    assert "high card" not in between(shown, '<dl class="card-legend">', "</dl>")
    result = words(between(shown, 'data-part="hand-result"', "</section>"))
    assert "deuce only" in result
    assert "hold two of clubs" in result


@pytest.mark.parametrize("hand", ["Ah", "AhAh3c4c5c", "hello", "JkAh3c4c5c"])
def test_a_hand_that_is_none_is_named_beside_the_field(browser: Browser, hand: str) -> None:
    shown = page(browser, f"{URL}&hand={hand}", 422)
    note = words(between(shown, '<p id="hand-note"', "</p>"))
    assert len(note) > 10
    assert 'aria-invalid="true"' in shown
    assert "wall-card" in shown
    parts = browser.get(f"/videopoker/strategy/parts?game={TABLE.id}&hand={hand}")
    assert parts.status_code == 200


@pytest.mark.parametrize("lines", ["0", "-3", "many", "1e3", "100001"])
def test_a_length_that_is_none_is_one_line(browser: Browser, lines: str) -> None:
    answer = browser.get(f"/api/videopoker/strategy?lines={lines}")
    assert answer.status_code == 422
    assert answer.json() == {
        "error": f"lines: '{lines}' is no length; write a whole number like 20"
    }
    page(browser, f"{URL}&lines={lines}", 422)


def test_a_form_leads_to_a_short_address(browser: Browser) -> None:
    sent = browser.get(f"{URL}&of={TABLE.id}&lines=24&hand=Ah+Kh+Qh+Jh+2c")
    assert sent.status_code == 303
    assert sent.headers["location"] == f"{URL}&lines=24&hand=AhKhQhJh2c"
    other = browser.get("/videopoker/strategy?game=bonus-poker-8-5&of=jacks-or-better-9-6&lines=24")
    assert other.headers["location"] == "/videopoker/strategy?game=bonus-poker-8-5"
    dealt = browser.get(f"{URL}&of={TABLE.id}&lines=24&deal=1").headers["location"]
    assert re.fullmatch(re.escape(f"{URL}&lines=24&hand=") + "([2-9TJQKA][cdhs]){5}", dealt)


def test_the_text_is_ascii_and_reads_back(browser: Browser) -> None:
    answer = browser.get(f"/videopoker/strategy/card.txt?game={TABLE.id}&lines=44")
    assert answer.status_code == 200
    assert answer.text.isascii()
    assert "jacks-or-better-9-6-44-lines.txt" in answer.headers["content-disposition"]
    assert read_strategy(answer.text, TABLE) == read_strategy(published("jacks-9-6-optimal"), TABLE)
    missing = browser.get("/videopoker/strategy/card.txt?game=bonus-poker-8-5")
    assert missing.status_code == 422


def test_the_data_is_what_the_command_prints(browser: Browser) -> None:
    answer = browser.get(f"/api/videopoker/strategy?game={TABLE.id}&lines=24")
    assert answer.status_code == 200
    read = [read_strategy(published(name), TABLE) for name in JACKS]
    judged = [judge_strategy(one, TABLE) for one in read]
    frontier = [(one.strategy.size, float(one.cost)) for one in judged]
    expected = strategy_payload(judged[1], line_worths(read[1], TABLE), frontier)
    assert answer.json() == expected


def test_the_games_and_the_analyser_lead_to_the_strategy(browser: Browser) -> None:
    assert f'href="{URL}"' in page(browser, "/videopoker/games")
    edited = "/videopoker?game=jacks-or-better-9-6&pays=flush:5"
    assert "/videopoker/strategy?game=jacks-or-better-9-6&amp;pays=flush:5" in page(browser, edited)


def test_the_first_visit_starts_the_search_and_a_cancelled_one_can_be_begun_again(
    running: Running, browser: Browser
) -> None:
    url = "/videopoker/strategy?game=bonus-poker-8-5"
    shown = page(browser, url)
    assert "Searching the best lines for Bonus Poker" in shown
    job = re.search(r'data-events="/jobs/events\?job=([^"]+)"', shown)
    assert job
    listed = browser.get("/api/jobs").json()["jobs"]
    assert [one["title"] for one in listed if one["id"] == job[1]] == [
        "Strategies for Bonus Poker 8/5"
    ]
    waiting = browser.get("/api/videopoker/strategy?game=bonus-poker-8-5")
    assert waiting.status_code == 202
    assert waiting.json()["state"] in {"queued", "running"}
    browser.sit_down()  # any player may cancel what belongs to everybody
    browser.post(f"/api/jobs/{job[1]}/cancel")
    states = [one.state for one in running.app.state.rooms.runner.subscribe(job[1])]
    assert states[-1] == "cancelled"
    assert "The search was cancelled" in page(browser, url)


def test_a_table_of_ones_own_is_searched_when_it_is_asked_for(browser: Browser) -> None:
    own = "game=jacks-or-better-9-6&pays=flush:7"
    shown = page(browser, f"/videopoker/strategy?{own}")
    assert "Nobody has searched this table yet" in shown
    assert browser.get(f"/api/videopoker/strategy?{own}").status_code == 404
    answer = browser.send("/videopoker/strategy", {"game": TABLE.id, "pays": "flush:7"})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/videopoker/strategy?{own}"
    shown = page(browser, answer.headers["location"])
    job = re.search(r"/jobs/events\?job=([^\"]+)", shown)
    assert job
    assert browser.post(f"/api/jobs/{job[1]}/cancel").status_code == 200


def test_while_kernels_are_compiled_the_page_says_so() -> None:
    with Running(searched({TABLE: [published("jacks-9-6-optimal")]})) as running:
        running.app.state.returns._is_ready = lambda: False
        browser = running.browser()
        shown = page(browser, URL)
        assert "kernels that count its cost are being prepared" in words(shown)
        assert "data-preparing" in shown
        assert browser.get("/api/videopoker/strategy").status_code == 503
        own = "/videopoker/strategy/own"
        typed = browser.send(own, {"game": TABLE.id, "text": "high pair"}).text
        assert "what you typed is kept" in typed
        assert "high pair" in between(typed, '<textarea id="text"', "</textarea>")
        mistake = browser.send(own, {"game": TABLE.id, "text": "high pear"})
        assert mistake.status_code == 422  # reading needs no kernel
        running.app.state.returns._is_ready = lambda: True
        assert "wall-card" in page(browser, URL)


def test_the_api_takes_a_cost_and_refuses_what_it_does_not_know(browser: Browser) -> None:
    api = f"/api/videopoker/strategy?game={TABLE.id}"
    for cost, size in (("0", 44), ("0.01", 24), ("0.01%", 24), ("5", 16)):
        assert browser.get(f"{api}&cost={cost}").json()["size"] == size
    for query, said in (
        ("cost=dear", "cost: 'dear' is no number; write one like 0.01"),
        ("cost=101", "cost: '101' is no percentage of the bet: write 0 to 100"),
        ("cost=1&lines=20", "lines and cost both say how long"),
        (
            "most=3",
            "'most' is no parameter of this address: it takes game, pays, deck, name, lines,",
        ),
    ):
        answer = browser.get(f"{api}&{query}")
        assert answer.status_code == 422
        assert answer.json()["error"].startswith(said)


def test_lengths_say_lines_and_exceptions(browser: Browser) -> None:
    shown = page(browser, f"{URL}&lines=24")
    assert "<small>37 lines and 7 exceptions</small>" in shown
    own = browser.get(f"/videopoker/strategy/own?game={TABLE.id}&lines=44").text
    assert "the list of 37 lines and 7 exceptions</a>" in own


def test_the_words_of_the_list_are_explained_on_the_page_and_in_the_text(browser: Browser) -> None:
    shown = page(browser, f"{URL}&lines=44")
    legends = (
        between(shown, '<dl class="card-legend">', "</dl>"),
        between(shown, 'data-part="words"', "</dl>"),
    )
    text = browser.get(f"/videopoker/strategy/card.txt?game={TABLE.id}&lines=44").text
    for legend in (*legends, text.replace("\n# ", "").replace("  ", " ")):
        assert "never the one that" in legend
        assert "or more do, inside: exactly one does" in legend
    short = between(page(browser, f"{URL}&lines=16"), '<dl class="card-legend">', "</dl>")
    assert "exception" not in short
