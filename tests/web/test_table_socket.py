"""The table's WebSocket: who may speak, what is told to whom, and nothing lost on the way."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from contextlib import closing
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from tests.web.table_client import Listening, Player, listening
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from gutshot.cards import card_name
from gutshot.paigow.table import open_table, table
from gutshot.play.paigow import servers
from gutshot.play.paigow.changes import Change
from gutshot.play.paigow.tables import Tables
from gutshot.storage import Database
from gutshot.web import table_desk
from gutshot.web.table_hub import Hub, Message, Told

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("tables")) as app:
        yield app


@pytest.fixture
def pair(where: Listening) -> Iterator[tuple[Player, Player]]:
    """Return two players with seats; both have left again at the end."""
    players = Player(where.url()), Player(where.url())
    for one in players:
        one.does("sit")
    yield players
    for one in players:
        if where.state().seat_of(one.hello["player"]) is not None:
            one.does("leave")
        one.close()
    where.until(lambda: not where.state().taken())


def test_a_page_from_elsewhere_and_a_strange_name_are_refused(where: Listening) -> None:
    there = where.url().replace("127.0.0.1", "evil.example")
    for url, origin in ((where.url(), "http://evil.example"), (there, there)):
        plain = socket.create_connection(("127.0.0.1", where.port))
        with pytest.raises(InvalidStatus) as caught:
            connect(url, additional_headers={"Origin": origin}, sock=plain)
        assert caught.value.response.status_code == 403
    own = {"Origin": f"http://127.0.0.1:{where.port}"}
    with connect(where.url(), additional_headers=own, proxy=None) as line:
        assert json.loads(line.recv(timeout=60))["type"] == "hello"


def test_a_table_that_is_none_is_named(where: Listening) -> None:
    with (
        connect(where.url("attic"), proxy=None) as line,
        pytest.raises(ConnectionClosed) as caught,
    ):
        line.recv(timeout=60)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4404
    assert "no table 'attic'" in caught.value.rcvd.reason


def test_what_others_hold_is_never_on_the_wire(
    where: Listening, pair: tuple[Player, Player]
) -> None:
    one, two = pair
    with closing(Player(where.url(), query="")) as spectator:
        one.does("bet fortune 5", "bet main 20")
        two.does("bet main 10")
        state = where.state()
        seats = {seat.player: seat for _, seat in state.taken()}
        cards = {name: {card_name(card) for card in seats[name].cards} for name in seats}
        dealer = {card_name(card) for card in state.dealer}
        two.does("house", "set")
        one.does("house")
        last = where.state().version
        for player in (one, two, spectator):
            player.reads_to(last)
            own = cards.get(player.hello["player"] or "", set())
            hidden = dealer.union(*cards.values()) - own
            sent = "".join(player.frames)
            # in a list of cards or in a line of them; a guest's name has such letters too
            assert not [card for card in hidden if re.search(f'[" ]{card}[" ]', sent)]
        assert spectator.you is None
        assert one.you is not None
        laid = one.you["preview"]
        assert {each["card"] for side in ("high", "low") for each in laid[side]} == cards[
            one.hello["player"]
        ]
        one.does("set")
        spectator.until(lambda: spectator.table["showdown"] is not None)
        shown = spectator.table["showdown"]["seats"]
        assert [hand["label"] for hand in shown[0]["hands"]] == [
            "player_high",
            "dealer_high",
            "player_low",
            "dealer_low",
        ]
    one.until(lambda: one.you is not None and one.you["wallet"] is not None)
    assert {"bet", "repeat"} <= set((one.you or {})["may"])


BAD: list[Any] = [
    "no json",
    b"\x00\x01bytes",
    "[" * 1500,
    [],
    {"say": "sit"},
    {"id": "abcdefgh", "say": 5},
    {"id": "short", "say": "bet main 10"},
    {"id": "abcdefgh-1", "say": "bet main 10", "seat": 2},
    {"id": "abcdefgh-2", "say": "bet main 10", "round": "now"},
    {"id": "abcdefgh-3", "say": "bet main 10", "round": 10_000},
    {"id": "abcdefgh-4", "say": "bet main 1000000"},
    {"id": "abcdefgh-5", "say": "24"},
    {"id": "abcdefgh-6", "say": "set"},
    {"id": "abcdefgh-7", "say": "sit 2"},
    {"id": "abcdefgh-8", "say": "dance\nall night"},
]


def test_what_is_wrong_or_late_changes_nothing_and_gets_one_line(
    where: Listening, pair: tuple[Player, Player]
) -> None:
    one, _ = pair
    before = where.state().version
    for message in BAD:
        answer = one.send(message)
        assert not answer["ok"]
        assert answer["line"]
        assert "\n" not in answer["line"]
        assert where.state().version == before
    with closing(Player(where.url())) as third:  # who has no seat acts for none
        assert not third.say("bet main 10")["ok"]
    with closing(Player(where.url(), query="")) as stranger:
        assert "seat" in stranger.say("sit")["line"]
    assert where.state().version == before


def test_a_repeated_command_counts_once(where: Listening, pair: tuple[Player, Player]) -> None:
    one, _ = pair
    again = uuid4().hex
    for _ in range(3):
        assert one.say("bet fortune 7", again)["ok"]
    number = where.state().seat_of(one.hello["player"])
    assert number is not None
    wallet = where.desk.service.credits(one.hello["player"])
    assert wallet == 993
    seat = where.state().seat(number)
    assert seat is not None
    assert seat.stakes.fortune == 7


def test_a_reset_is_a_word_and_counts_once(where: Listening, pair: tuple[Player, Player]) -> None:
    one, _ = pair
    one.does("bet fortune 7")
    again = uuid4().hex
    answer = one.say("reset", again)
    assert (answer["ok"], answer["credits"]) == (True, 1_000)
    one.until(lambda: one.you is not None and one.you["wallet"] == 1_000)
    one.does("bet fortune 9")
    assert one.say("reset", again)["ok"]
    assert where.desk.service.credits(one.hello["player"]) == 998
    with closing(Player(where.url(), query="")) as stranger:
        assert not stranger.say("reset")["ok"]


def test_a_connection_goes_on_where_it_was(where: Listening, pair: tuple[Player, Player]) -> None:
    one, two = pair
    two.reads_to(0)
    seen = two.numbers[-1]
    two.close()
    one.does("bet fortune 5", "bet fortune 6", "unbet fortune")
    back = Player(where.url(), query=f"?after={seen}", cookie=two.cookie)
    back.reads_to(where.state().version)
    told = [json.loads(text) for text in back.frames]
    stakes = [
        event["stake"]
        for message in told
        if message["type"] == "table"
        for event in message["table"]["events"]
        if event["kind"] == "staked"
    ]
    assert stakes[-3:] == [5, 6, 0]
    assert not any(message.get("missed") for message in told)
    back.until(lambda: back.you is not None)
    two.take(back)


def test_who_stays_away_is_noted_and_comes_back(
    where: Listening, pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    monkeypatch.setattr(table_desk, "_RETURN_S", 0.0)
    number = where.state().seat_of(two.hello["player"])
    assert number is not None

    def there() -> bool:
        seat = where.state().seat(number)
        assert seat is not None
        return seat.connected

    two.close()
    where.until(lambda: not there())
    one.until(lambda: not (one.table["seats"][number - 1] or {"connected": True})["connected"])
    back = Player(where.url(), query="", cookie=two.cookie)
    where.until(there)
    two.take(back)


def test_a_page_is_told_in_parts(where: Listening, pair: tuple[Player, Player]) -> None:
    one, _ = pair
    with closing(Player(where.url(), query="?form=parts", cookie=one.cookie)) as page:
        found = [page.read() for _ in range(2)]
        assert [message["type"] for message in found] == ["parts", "own"]
        assert 'data-part="felt"' in found[0]["html"]
        assert found[1]["seat"] == where.state().seat_of(one.hello["player"])
        one.does("bet fortune 5")
        found = [page.read(), page.read()]
        assert any("bets 5 on the Fortune" in line for line in found[0]["words"])
        assert "995" in found[1]["html"]


def change(version: int) -> Message:
    return Message(version, (), Change("fortune", open_table(table("fortune"))))


def test_a_slow_reader_is_given_the_present_and_keeps_nobody() -> None:
    hub = Hub(length=4)
    hub.publish(change(1))
    slow, quick = hub.join(None), hub.join(1)

    async def read() -> None:
        messages, last, missed = await slow.next()
        assert ([one.number for one in messages], missed) == ([1], False)
        for number in range(2, 10):
            hub.publish(change(number))
            messages, last, missed = await quick.next()
            assert ([one.number for one in messages], missed) == ([number], False)
        messages, last, missed = await slow.next()
        assert ([one.number for one in messages], missed) == ([9], True)
        assert json.loads(last.text_after_a_gap) == {**json.loads(last.text), "missed": True}
        hub.publish(change(9))  # told already
        hub.publish(change(10))
        hub.publish(change(11))
        messages, last, missed = await slow.next()
        assert ([one.number for one in messages], missed) == ([10, 11], False)
        assert last is hub.last
        assert (type(messages[0]), messages[0].text) == (Told, change(10).text), "the text is kept"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(slow.next(), 0.05)
        hub.part(slow)
        hub.publish(change(12))
        assert not slow.fresh.is_set()

    asyncio.run(read())


def test_moves_of_another_process_are_seen_between_two_of_its_signs_of_life(
    where: Listening, pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays at the same table through another server is seen at once, not at its beat."""
    monkeypatch.setattr(servers, "BEAT_S", 3_600.0)
    assert table_desk._OTHERS_S <= 0.25
    ann, bob = pair
    ann.until(lambda: ann.you is not None)
    number = where.state().seat_of(ann.hello["player"]) or 0
    with Database.open(where.desk._database._engines.writer.url.render_as_string()) as database:
        other = Tables(database)
        other.open(where.desk.config("fortune"))
        other.say("fortune", ann.hello["player"], "bet fortune 7", uuid4().hex)
        ann.until(lambda: bool(ann.table["seats"][number - 1]["stakes"]["fortune"]))
        bob.until(lambda: bool(bob.table["seats"][number - 1]["stakes"]["fortune"]))
        ann.until(lambda: ann.you is not None and ann.you["wallet"] == 993)
        ann.does("unbet all")
        other.close()
