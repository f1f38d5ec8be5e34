"""A Pai Gow table's lines: colours beside words, and cards that fit the window."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

from gutshot.cards.text import parse_cards
from gutshot.cli.paigow_screen import Screen
from gutshot.paigow.house_ways import house_way
from gutshot.paigow.table import (
    apply,
    deal,
    disconnect,
    open_table,
    paid,
    parse_command,
    sit,
    snapshot,
    table,
    table_facts,
    tick,
)
from gutshot.render.card_art import ascii_art, card_art
from gutshot.render.card_art_styles import CardLook
from gutshot.render.paigow_table_changes import change_lines, hindsight_line
from gutshot.render.paigow_table_text import showdown_lines

if TYPE_CHECKING:
    from gutshot.paigow.table import State

DEAL = parse_cards(
    "Js Jh Tc 9c 8d 5s 4c  Ah Jc 9d 7s 4h 2h 2d  Jk Kd Kc 9s 9h 3d 6c"  # dealer, Ann, Bob
)


def said(state: State, *lines: tuple[int, str]) -> State:
    for number, words in lines:
        state = apply(state, number, parse_command(words)).state
    return state


@pytest.fixture(scope="module")
def states() -> list[State]:
    """Return a round's states: seated, one has bet, dealt, one has arranged, set, paid."""
    state = sit(open_table(table("fortune")), "ann", "Ann").state
    out = [sit(state, "bob", "Bob").state]
    out.append(said(out[-1], (1, "bet fortune 5"), (1, "bet main 20")))
    out.append(deal(said(out[-1], (2, "bet main 10")), DEAL).state)
    out.append(said(out[-1], (1, "12"), (2, "house"), (2, "set")))
    state = said(out[-1], (1, "set"))
    out.append(paid(paid(state, 1).state, 2).state)
    return out


def told(states: list[State], player: str | None, look: CardLook) -> list[str]:
    facts = table_facts(states[0].config)
    views: list[dict[str, Any] | None] = [None]
    views += [snapshot(state, player, 100) for state in states]
    out = []
    for before, after in pairwise(views):
        assert after is not None
        out.append("\n".join(line.plain for line in change_lines(facts, before, after, look)))
    return out


def test_each_hears_what_is_new_and_nothing_of_others_cards(states: list[State]) -> None:
    look = CardLook(ascii_art(), 1, "")
    ann, bob = told(states, "ann", look), told(states, "bob", look)
    assert "You bet 20 on the main wager." in ann[1]
    assert ann[1].endswith("20 seconds for the others to bet.")
    assert "Ann bets 5 on Fortune." in bob[1]
    assert " Ah  Jc  9d  7s  4h  2h  2d" in ann[2]
    assert " JK  Kd  Kc  9s  9h  6c  3d" in bob[2]
    assert "Bob has set." in ann[3]
    assert "Jc" not in "".join(bob[:4])
    assert "JK" not in "".join(ann[:4])
    assert "Bob: Pair of kings, Pair of nines: WIN +9" in ann[4]
    assert "WIN  main wager 10: pays 10, less 1 commission" in bob[4]


def test_a_spectator_sees_what_the_table_sees(states: list[State]) -> None:
    watched = told(states, None, CardLook(ascii_art(), 1, ""))
    assert not any(card in "".join(watched[:4]) for card in ("Jc", "JK", "Js"))
    assert "Ann's high hand" in watched[4]
    assert "Bob's low hand" in watched[4]
    assert "You" not in "".join(watched)


def test_who_comes_back_sees_where_the_table_is(states: list[State]) -> None:
    state = disconnect(states[3], 2).state
    (seen,) = told([state], "ann", CardLook(ascii_art(), 1, ""))
    assert "High: Pair of deuces.  Low: Ace-jack." in seen
    assert "away, set" in seen


def test_a_payment_that_waits_is_told_and_then_that_it_came(states: list[State]) -> None:
    unpaid = said(states[3], (1, "set"))
    look = CardLook(ascii_art(), 1, "")
    shown, then = told([states[3], unpaid, paid(unpaid, 1).state], "ann", look)[1:]
    assert "Stake 25, payout 20: -5, PENDING: not paid yet; settle tries again." in shown
    assert then == "Stake 25, payout 20: -5, paid.\nWallet 100 credits."


def test_a_dealer_by_a_way_that_is_not_known_here_ends_the_practice(
    states: list[State], capsys: pytest.CaptureFixture[str]
) -> None:
    facts = table_facts(states[0].config)
    facts["house_way"] = {"id": "cellar", "name": "The cellar"}
    screen = Screen(facts, size=1, style="", unicode=False, practice=house_way("local"))
    for state in states[3:]:
        screen.show(snapshot(state, "ann", 100))
    out = capsys.readouterr().out
    assert "No practice here: the dealer sets by The cellar, which is not known here." in out
    assert screen.total.hands == 0


@pytest.mark.parametrize(
    ("style", "win", "lose"),
    [
        ("dark", "bold yellow", "bold white"),
        ("dark-16", "bold yellow", "bold white"),
        ("light", "bold #7a5200", "bold #1c1c1c"),
        ("", "", ""),
    ],
)
def test_strengths_have_the_colour_of_who_won(
    states: list[State], style: str, win: str, lose: str
) -> None:
    facts = table_facts(states[0].config)
    shown = snapshot(states[-1], "ann")["showdown"]["seats"][0]
    lines = showdown_lines(facts, shown, CardLook(card_art(), 1, style), own=True)
    for hand in shown["hands"]:
        (line,) = [one for one in lines if hand["name"] in one.plain]
        styles = [
            str(span.style) for span in line.spans if hand["name"] in line.plain[span.start :]
        ]
        assert (styles or [""])[0] == (win if hand["wins"] else lose)
        assert line.plain.endswith("wins" if hand["wins"] else "loses")
    labels = [line.plain[:18].strip() for line in lines if " hand " in line.plain[:20]]
    assert labels == ["Your high hand", "Dealer's high hand", "Your low hand", "Dealer's low hand"]


def test_hindsight_names_what_would_have_won_or_pushed() -> None:
    state = sit(open_table(table("fortune")), "ann", "Ann").state
    cards = "Kc Kd 9h 7s 5c 4s 2h  Qc Qd 3c 3d Ah Ts 8d"
    state = deal(said(state, (1, "bet main 5")), parse_cards(cards)).state
    facts = table_facts(state.config)
    best = "You could have won with ace-ten in front of two pair, queens and threes"
    for low, result, says in (
        ("14", "win", ""),
        ("67", "push", f"{best}."),
        ("56", "lose", f"{best}, or pushed with pair of threes in front of pair of queens."),
    ):
        shown = snapshot(said(state, (1, low), (1, "set")), "ann")["showdown"]["seats"][0]
        assert shown["result"] == result
        assert hindsight_line(facts, shown).plain == says


def test_cards_shrink_and_grow_with_the_window(
    states: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(force_terminal=True, width=90, color_system=None)
    monkeypatch.setattr("gutshot.cli.paigow_screen.console", lambda: console)
    screen = Screen(table_facts(states[0].config), size=9, style="", unicode=None)
    sizes = []
    for width in (90, 84, 70, 60, 40, 90):
        console.width = width
        sizes.append(screen.look().size)
        with console.capture() as captured:
            screen.show_all(snapshot(states[3], "ann"))
        rows = [row for row in captured.get().splitlines() if row.startswith(("+", "|"))]
        assert all(len(row) <= width for row in rows)
    assert sizes == [9, 7, 5, 5, 1, 9]


def test_a_prompt_gives_way_to_what_happens_and_to_nothing_else(
    states: list[State], capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen(table_facts(states[0].config), size=1, style="", unicode=False)
    for state in states[:2]:
        assert screen.show(snapshot(state, "bob", 100))
        screen.prompt("bet")
    assert not screen.show(snapshot(tick(states[1]).state, "bob", 100))
    assert capsys.readouterr().err == "bet > \nbet > "
    screen.typed()
    assert screen.show(snapshot(states[2], "bob", 100))
    assert capsys.readouterr().err == ""
