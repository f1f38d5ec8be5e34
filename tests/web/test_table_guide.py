"""The walk through the Pai Gow table's words: every word is there, and every step was played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.web.content_reader import between, words

from gutshot.paigow import house_way
from gutshot.paigow.table import HELP, parse_command, table
from gutshot.web.table_guide import walkthrough

if TYPE_CHECKING:
    from tests.web.conftest import Client

PATH = "/paigow/tables/guide"


def test_every_word_of_the_table_is_said_in_it() -> None:
    said = {type(parse_command(step.say)).__name__ for step in walkthrough()}
    known = {"PlaceBet", "TakeBack", "Repeat", "Arrange", "House", "SetHand", "Autoset"}
    assert said == known | {"Settle", "Sit", "Leave", "Reset", "Help"}
    behind = [step.say for step in walkthrough() if len(step.say) == 5 and step.say.isdigit()]
    assert behind == ["13456"]


def test_what_it_tells_is_what_the_table_did() -> None:
    steps = walkthrough()
    refused = {step.title: step.line for step in steps if step.refused}
    assert set(refused) == {
        "A foul is refused",
        "At most half the main wager",
        "If a payment fails",
    }
    assert "outranks" in refused["A foul is refused"]
    by_title = {step.title: step for step in steps}
    assert by_title["Side bets first"].own.credits == "990"
    assert by_title["Take it back"].own.credits == "1,000"
    preview = by_title["Two positions in front"].own
    assert preview.low == "34"
    assert by_title["Or five behind"].own.low == "27"  # the other two of the seven
    trays = {tray.side: tray for tray in by_title["Or ask the house"].own.trays}
    cards = [place.card.id for tray in trays.values() for place in tray.cards]
    low = {place.card.id for place in trays["low"].cards}
    assert low == set(house_way(table("fortune").house_way).set(cards).low)
    paid = by_title["Showdown"].own.showdown
    assert paid is not None
    assert paid.verdict == "win"
    assert [one.label for one in paid.hands][::2] == ["Your high hand", "Your low hand"]
    # 20 on the main wager less 5 percent, 5 lost on the Fortune
    assert by_title["Showdown"].own.credits == "1,014"
    assert by_title["Credits begin anew"].own.credits == "1,000"
    assert by_title["Dealt at once"].felt.dealer.hands
    assert not by_title["The last one to bet deals"].felt.dealer.hands


def test_the_page_has_every_step_and_word(client: Client) -> None:
    page = client.get(PATH).text
    assert len(re.findall(r'<li id="step-', page)) == len(walkthrough())
    for number, step in enumerate(walkthrough(), 1):
        part = between(page, f'<li id="step-{number}"', "</li>\n  <")
        assert step.title in words(part)
        assert words(f"<code>{step.say}</code>") in words(part)
    text = words(between(page, 'class="gow-help"', "</dl>"))
    assert all(one in text for one, _ in HELP)
    guide = words(client.get("/paigow/guide").text)
    for name in ("betting_ticks", "setting_ticks"):
        assert f"{getattr(table('fortune'), name)} seconds" in guide
