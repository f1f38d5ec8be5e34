"""The words of players, and everything else that they may type."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.errors import InputError
from gutshot.paigow.table.commands import (
    HELP,
    Arrange,
    Autoset,
    Help,
    House,
    Leave,
    PlaceBet,
    Repeat,
    Reset,
    SetHand,
    Settle,
    Sit,
    TakeBack,
    parse_command,
)
from gutshot.play.credits import GRANT_CREDITS


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("bet main 10", PlaceBet("main", 10)),
        ("  BET  Fortune 5 ", PlaceBet("fortune", 5)),
        ("bet pushace 999999999", PlaceBet("pushace", 999_999_999)),
        ("unbet pushace", TakeBack("pushace")),
        ("unbet all", TakeBack("all")),
        ("24", Arrange((2, 4))),
        ("42", Arrange((2, 4))),
        ("2 4", Arrange((2, 4))),
        ("13567", Arrange((2, 4))),
        ("13456", Arrange((2, 7))),
        ("house", House()),
        ("set", SetHand()),
        ("autoset on", Autoset(on=True)),
        ("autoset off", Autoset(on=False)),
        ("repeat", Repeat()),
        ("settle", Settle()),
        ("sit", Sit()),
        ("sit 6", Sit(6)),
        ("leave", Leave()),
        ("Reset", Reset()),
        ("help", Help()),
        ("?", Help()),
    ],
)
def test_words_are_commands(line: str, command: object) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "nothing was said"),
        ("bet", "write bet main|fortune|pushace and the credits"),
        ("bet all 10", "write bet main|fortune|pushace"),
        ("bet main", "write bet main|fortune|pushace"),
        ("bet main 0", "'0' is no wager"),
        ("bet main 1.5", "'1.5' is no wager"),
        ("bet main 1_0", "'1_0' is no wager"),
        ("bet main ٣", "is no wager"),
        ("bet main 1000000000", "is no wager"),
        ("unbet", "write unbet main|fortune|pushace|all"),
        ("unbet all all", "write unbet"),
        ("autoset", "write autoset on or autoset off"),
        ("autoset maybe", "write autoset on"),
        ("sit 0", "seats are numbered 1 to 6"),
        ("sit 7", "seats are numbered 1 to 6"),
        ("22", "names a position twice"),
        ("246", "are 3 positions; name the 2 in front"),
        ("1", "are 1 positions"),
        ("28", "'28' is no command"),
        ("fold", "'fold' is no command; type help"),
    ],
)
def test_what_is_no_command_is_told_in_one_line(line: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_command(line)
    assert dict(HELP)["reset"].endswith(f" {GRANT_CREDITS:,}")
    assert said in str(caught.value)


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    said = ""
    try:
        parse_command(text)
    except InputError as error:
        said = str(error)
    assert not said or said.isprintable()


def test_help_names_every_word() -> None:
    for words, _ in HELP:
        first = words.split()[0].split("|")[0]
        line = {
            "bet": "bet main 5",
            "unbet": "unbet main",
            "autoset": "autoset on",
        }.get(first, first)
        parse_command(line)


def test_a_line_that_is_too_long_is_not_cut_to_another_command() -> None:
    """`bet main` and 190 spaces before 500 is no wager of 50."""
    with pytest.raises(InputError, match="at most 200 characters"):
        parse_command(f"bet main{' ' * 190}500")
    assert parse_command(f"bet main{' ' * 180}500") == parse_command("bet main 500")
