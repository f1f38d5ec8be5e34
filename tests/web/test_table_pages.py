"""Pai Gow tables without scripts: every command is a form, what one may not see is not there."""

from __future__ import annotations

import asyncio
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import httpx
import pytest
from tests.web.content_reader import between, words
from tests.web.trainer_client import BASE, Browser, Running

from gutshot.cards.text import parse_cards
from gutshot.paigow.advisor import advise
from gutshot.paigow.house_ways import house_way
from gutshot.paigow.setting import legal_settings
from gutshot.paigow.side_bets import FortuneTable, fortune_odds, side_bet
from gutshot.paigow.table import apply, deal, open_table, parse_command, sit, table
from gutshot.paigow.table.snapshot import public_part, snapshot, table_facts
from gutshot.render.svg_cards import card_words
from gutshot.web.number_text import decimal_text, percent_text
from gutshot.web.table_afterwards import could_have, judged, judged_words
from gutshot.web.table_chips import CHIPS, chip_stack, chips_of
from gutshot.web.table_fortune import fortune_hint
from gutshot.web.table_own import own_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.paigow.table import State

HERE = "/paigow/table/fortune"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as app:
        yield app


@pytest.fixture
def visitor(running: Running) -> Iterator[Browser]:
    """Return a browser; whoever sits at a table at the end leaves."""
    opened = running.browser()
    yield opened
    for one in table_ids(running):
        for _, seat in state(running, one).taken():
            running.app.state.rooms.desk.service.say(one, seat.player, "leave", uuid4().hex)
    assert not state(running).taken()


def table_ids(running: Running) -> list[str]:
    found: list[str] = running.app.state.rooms.desk.service.ids()
    return found


def state(running: Running, name: str = "fortune") -> State:
    found: State = running.app.state.rooms.desk.service.change(name).state
    return found


def send(browser: Browser, url: str, **fields: str | list[str]) -> httpx.Response:
    """Send a form of the table's page with the token that it carries."""
    page = browser.get(url.rpartition("/")[0]).text
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token
    given = {"token": token[1], "command_id": uuid4().hex}
    return browser.post(url, data={**given, **fields})


def say(browser: Browser, text: str, here: str = HERE, **fields: str | list[str]) -> str:
    """Say something by a form and return the page that it leads to."""
    answer = send(browser, f"{here}/say", say=text, **fields)
    assert answer.status_code == 303, words(answer.text)
    assert answer.headers["location"] == here
    return browser.get(here).text


def test_the_tables_are_listed(visitor: Browser, running: Running) -> None:
    page = visitor.get("/paigow/tables").text
    for name in table_ids(running):
        assert f'href="/paigow/table/{name}"' in page
        assert table(name).name in words(page)
    assert visitor.get("/paigow/table/attic").status_code == 404
    listed = visitor.get("/api/paigow/tables").json()["tables"]
    assert [one["facts"]["id"] for one in listed] == table_ids(running)
    assert [len(one["seats"]) for one in listed] == [
        table(name).seats for name in table_ids(running)
    ]


def test_a_stranger_watches_and_a_seat_makes_him_a_player(
    visitor: Browser, running: Running
) -> None:
    page = visitor.get(HERE).text
    assert "You are watching" in page
    assert "gutshot_player" not in visitor.cookies
    answer = send(visitor, f"{HERE}/say", say="bet main 25")
    assert answer.status_code == 422
    assert "take a seat first" in words(answer.text)
    page = say(visitor, "sit 2")
    assert "gutshot_player" in visitor.cookies
    assert "Your seat, number 2" in page
    assert state(running).seat(2) is not None
    assert "1,000" in between(page, 'class="own-credits"', "</p>")


def test_a_round_by_forms_alone(visitor: Browser, running: Running) -> None:
    say(visitor, "sit")
    page = say(visitor, "bet fortune", **{"amount-fortune": "5", "amount-main": "7"})
    assert "995" in between(page, 'class="own-credits"', "</p>")
    page = say(visitor, "bet main", **{"amount-fortune": "5", "amount-main": "20"})
    seat = state(running).seat(1)
    assert seat is not None
    tray = between(page, 'data-tray="dealt"', "</section>")
    assert all(card_words(card) in tray for card in seat.cards)
    fine = legal_settings(seat.cards)[0]
    low = [str(seat.cards.index(card) + 1) for card in fine.low]
    answer = send(visitor, f"{HERE}/say", say="arrange", low=low[:1])
    assert "mark exactly two cards" in words(answer.text).lower()
    page = say(visitor, "arrange", low=low)
    assert fine.low_name in between(page, 'data-tray="low"', "</section>")
    assert fine.high_name in between(page, 'data-tray="high"', "</section>")
    page = say(visitor, "set")
    shown = state(running).showdown
    assert shown is not None
    result = words(between(page, 'class="showdown">', "</ol>"))
    places = [result.index(one.name) for one in shown.seats[0].hands]
    assert result.startswith("Your high hand")
    assert len(set(places)) >= 2
    marks = re.findall(r'showdown-mark">(.*?)</span>', page)
    assert [one == "wins" for one in marks] == [one.wins for one in shown.seats[0].hands]
    money = words(between(page, 'class="showdown-money"', "</dl>"))
    assert f"paid {shown.seats[0].payout}" in money
    assert "Repeat 20 + 5" in words(page)


def test_without_scripts_the_page_looks_again_while_its_viewer_waits(
    visitor: Browser, running: Running
) -> None:
    asked = f"{HERE}?every=5"
    refresh = f'<noscript><meta http-equiv="refresh" content="5;url={asked}"></noscript>'
    assert refresh not in visitor.get(HERE).text, "not before it is asked for"
    assert f'href="{asked}"' in visitor.get(HERE).text
    assert refresh in visitor.get(asked).text, "who watches waits"
    say(visitor, "sit")
    assert refresh not in visitor.get(asked).text, "what is being typed is not lost"
    other = running.browser()
    say(other, "sit")
    say(other, "bet main 5")
    page = send(visitor, f"{HERE}/say?every=5", say="bet main", **{"amount-main": "5"})
    assert page.headers["location"] == asked
    assert f'action="{HERE}/say?every=5"' in visitor.get(asked).text
    assert refresh not in visitor.get(asked).text, "cards that are marked stay marked"
    refused = send(visitor, f"{HERE}/say?every=5", say="bet main 7")
    assert (refused.status_code, refresh in refused.text) == (422, False), "the reason stays"
    say(visitor, "house")
    say(visitor, "set")
    assert refresh in visitor.get(asked).text
    assert visitor.get(f"{HERE}?every=0").status_code == 422


def test_who_is_alone_has_no_clock_to_set(visitor: Browser, running: Running) -> None:
    say(visitor, "sit")
    assert "gow-clock" not in say(visitor, "bet main 5")
    other = running.browser()
    say(other, "sit")
    say(visitor, "house")
    say(visitor, "set")
    say(visitor, "bet main 5")
    say(other, "bet main 5")
    assert "Time left to set" in visitor.get(HERE).text


def test_a_foul_is_refused_with_its_reason(visitor: Browser, running: Running) -> None:
    say(visitor, "sit")
    fouls: list[tuple[int, int]] = []
    for _ in range(40):
        say(visitor, "bet main 5")
        seat = state(running).seat(1)
        assert seat is not None
        whole = {frozenset(one.low) for one in legal_settings(seat.cards)}
        fouls = [
            (first, second)
            for first in range(7)
            for second in range(first + 1, 7)
            if frozenset((seat.cards[first], seat.cards[second])) not in whole
        ]
        if fouls:
            break
        say(visitor, "house")
        say(visitor, "set")
    first, second = fouls[0]
    answer = send(visitor, f"{HERE}/say", say=f"{first + 1}{second + 1}")
    assert answer.status_code == 422
    assert "a foul" in words(answer.text).lower()
    left = state(running).seat(1)
    assert left is not None
    assert left.low is None


def test_nobody_else_sees_the_cards(visitor: Browser, running: Running) -> None:
    other = running.browser()
    say(visitor, "sit")
    say(other, "sit")
    say(visitor, "bet main 5")
    say(other, "bet main 5")
    for _, seat in state(running).taken():
        assert len(seat.cards) == 7
    mine = state(running).seat(1)
    assert mine is not None
    page = other.get(HERE).text + running.browser().get(HERE).text
    # the words of a card, and the small drawing of one, would both give it away
    assert not [card for card in mine.cards if f"{card_words(card)}, in front" in page]
    assert not [
        card for card in state(running).dealer if f'aria-label="{card_words(card)}"' in page
    ]


def test_a_repeated_form_counts_once_and_a_forged_one_not_at_all(
    visitor: Browser, running: Running
) -> None:
    say(visitor, "sit")
    again = uuid4().hex
    for _ in range(2):
        assert send(visitor, f"{HERE}/say", say="bet fortune 9", command_id=again).is_redirect
    seat = state(running).seat(1)
    assert seat is not None
    assert seat.stakes.fortune == 9
    version = state(running).version
    for fields in ({"token": "forged"}, {"token": ""}):
        answer = visitor.post(f"{HERE}/say", data={"say": "leave", **fields})
        assert answer.status_code == 403
    answer = visitor.post(f"{HERE}/say", data={}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert state(running).version == version


def test_computer_players_fill_seats_and_leave_with_the_last_person(
    visitor: Browser, running: Running
) -> None:
    assert "take a seat first" in words(send(visitor, f"{HERE}/company", level="easy").text)
    say(visitor, "sit")
    for level in ("easy", "house", "advisor"):
        assert send(visitor, f"{HERE}/company", level=level).status_code == 303
    assert [seat.level for _, seat in state(running).taken()] == ["", "easy", "house", "advisor"]
    assert "No computer player" in words(send(visitor, f"{HERE}/company", level="cheat").text)
    say(visitor, "bet main 5")  # they bet at once, so that it is dealt
    page = say(visitor, "house")
    assert page.count("two covered hands") == 3  # computer players have set
    say(visitor, "set")
    say(visitor, "leave")
    running.app.state.rooms.desk._note_the_gone()
    assert not state(running).taken()


def test_practice_says_what_the_setting_costs(visitor: Browser) -> None:
    say(visitor, "sit")
    assert send(visitor, f"{HERE}/practice", way="trump-plaza").status_code == 303
    assert "No house way" in words(send(visitor, f"{HERE}/practice", way="mine").text)
    for hands in (1, 2):
        say(visitor, "bet main 20")
        say(visitor, "house")
        page = say(visitor, "set")
        lines = [words(one) for one in re.findall(r'practice-line">(.*?)</p>', page)]
        assert lines[0].startswith("Your setting is worth")
        assert lines[1].startswith(house_way("trump-plaza").name)
        assert f"Practice so far: {hands} hand" in lines[2]
    assert f"so far: {hands} hand" in words(visitor.get(HERE).text)  # looking counts nothing


def test_credits_begin_anew(visitor: Browser, running: Running) -> None:
    say(visitor, "sit")
    say(visitor, "bet fortune 100")
    page = say(visitor, "reset")
    assert "1,000" in between(page, 'class="own-credits"', "</p>")
    assert state(running).staked == 100
    assert page.count('value="reset"') == 1, "where credits are left it is not in the way"


def test_who_has_too_few_credits_to_bet_is_offered_new_ones() -> None:
    config = table("high-limit")
    seated = sit(open_table(config), "ann", "Ann").state
    for wallet, offered in ((config.main_minimum, ""), (config.main_minimum - 1, "1,000")):
        seen = snapshot(seated, "ann", wallet)
        assert own_view(table_facts(config), seen, seen["you"]).reset == offered


@pytest.mark.parametrize(("stake", "others"), [(1, 3), (5, 0), (5, 5), (25, 2)])
def test_the_fortune_costs_what_is_counted(visitor: Browser, stake: int, others: int) -> None:
    pays = side_bet("fortune-8")
    assert isinstance(pays, FortuneTable)
    odds = fortune_odds(pays)
    hint = fortune_hint(pays, stake, others, envy=True)
    edge = odds.edge_with_envy(others, Fraction(stake)) if stake >= 5 else odds.edge
    assert percent_text(abs(edge)) in hint
    assert hint.startswith("Costs" if edge > 0 else "Gains")
    assert percent_text(odds.edge) in fortune_hint(pays, stake, others, envy=False)
    if not others:
        assert visitor.get(f"{HERE}/edge?stake={stake}").text == hint


def test_every_wager_says_what_it_costs_at_its_stake(visitor: Browser) -> None:
    def asked(bet: str, stake: int, here: str = "/paigow/table/face-up") -> str:
        return words(visitor.get(f"{here}/edge?bet={bet}&stake={stake}").text)

    # 40, 15 and 5 to 1, the joker's line in front of both ace high
    lost = 7478056149564000 - 5 * 629573043337212
    edge = Fraction(
        lost - 15 * (71129751630408 + 8405781862392) - 40 * (71700086682780 - 8405781862392),
        8250459031214400,
    )
    assert asked("pushace", 20).startswith(
        f"Costs {words(percent_text(edge))} of the stake on average,"
    )
    assert f"{decimal_text(20 * edge, 2)} credits at 20" in asked("pushace", 20)
    assert asked("main", 10).startswith("Costs about 1.822 % ± 0.002 (dealt) of the stake")
    assert "Commission on a win of 20: 1, 5 % exactly." in asked("main", 20, HERE)
    assert "Commission on a win of 5: 0, 5 % to the nearest" in asked("main", 5, HERE)
    assert asked("main", 5, HERE).startswith("Costs 1.16 % of the stake on average")
    assert "on Face Up only" in asked("pushace", 5, HERE)
    say(visitor, "sit")
    for bet, stake in (("fortune", 1), ("main", 5)):
        assert asked(bet, stake, HERE) in words(visitor.get(HERE).text)
    listed = words(visitor.get("/paigow/tables").text)
    assert "Main wager of 5: costs 1.16 % of the stake on average, set by the house way." in listed


@pytest.mark.parametrize("amount", [1, 4, 38, 137, 9_999])
def test_chips_make_up_the_stake(amount: int) -> None:
    chips = chips_of(amount)
    assert sum(chips) == amount
    assert set(chips) <= set(CHIPS)
    assert list(chips) == sorted(chips, reverse=True)
    assert chip_stack(amount).count("chip-side") == min(7, len(chips))


CARDS = "Ac Kd 9s 9h 7d 5c 2h Qs Qh Jd Js As 6c 3d"  # the dealer's, then the player's


def shown_with(low: str) -> dict[str, Any]:
    """Return the result of a player alone who puts two of his cards in front."""
    after = sit(open_table(table("fortune")), "ann", "Ann").state
    after = apply(after, 1, parse_command("bet main 20")).state
    after = deal(after, parse_cards(CARDS)).state
    for line in (low, "set"):
        after = apply(after, 1, parse_command(line)).state
    found: dict[str, Any] = public_part(after)["showdown"]["seats"][0]
    return found


def test_what_would_have_done_better_is_said() -> None:
    rules = table("fortune").rules
    queen_three = could_have(shown_with("27"), rules)
    assert queen_three == (
        "You could have won with a pair of jacks in front and a pair of queens behind."
    )
    assert could_have(shown_with("45"), rules) == ""  # jacks in front have won


def test_a_judgement_is_the_advisors() -> None:
    config = table("fortune")
    result = shown_with("27")
    one = judged(result, config, "local")
    advice = advise(parse_cards(CARDS)[7:], config.way, commission_percent=Fraction(5))
    assert one.best_ev == advice.best.ev
    assert one.lost == advice.best.ev - advice.value_of(one.played).ev > 0
    first, second = judged_words(one, "Local", 20)
    assert f"costs {decimal_text(20 * one.lost, 2)} of your 20 credits" in first
    assert "credits better" in second
    assert (
        "none is worth more" in judged_words(judged(shown_with("45"), config, "local"), "X", 1)[0]
    )


def test_many_may_come_first_at_once() -> None:
    """More than there are threads, each of which wants the tables opened."""
    with Running() as fresh:

        async def visit() -> set[int]:
            transport = httpx.ASGITransport(fresh.app)
            async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
                answers = await asyncio.gather(*(client.get("/paigow/tables") for _ in range(60)))
            return {answer.status_code for answer in answers}

        assert fresh.run(visit()) == {200}
