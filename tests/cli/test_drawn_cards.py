"""Cards drawn in the terminal: ``gutshot vp hold --size`` and ``gutshot vp play --size``."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from gutshot.cards.text import parse_cards
from gutshot.cli.main import main
from gutshot.cli.terminal_look import card_look
from gutshot.errors import InputError
from gutshot.play.videopoker import trainer as trainer_module
from gutshot.render.card_art import ascii_art, card_art

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.render.card_art_styles import CardLook

JOKER_POKER = "joker-poker-kings-15-7-5"
JOKER_ROWS = [
    "+-----+ +-----+ +-----+ +-----+ +-----+",
    "|JK   | |A    | |K    | |10   | |2    |",
    "|o\\^/o| |  s  | |  h  | |  d  | |  c  |",
    "|   JK| |    A| |    K| |   10| |    2|",
    "+-----+ +-----+ +-----+ +-----+ +-----+",
]


def test_a_hand_is_drawn_above_its_holds(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["vp", "hold", "Jk As Kh Td 2c", "-g", JOKER_POKER, "--size", "5", "--ascii"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == JOKER_ROWS
    assert lines[5].startswith("Jk As Kh Td 2c   Joker Poker")


def test_the_trainer_draws_deal_and_draw(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    order = parse_cards("Jk As Kh Td 2c 3c 4d 7h 9s Jd")
    monkeypatch.setattr(trainer_module, "deal", lambda _deck, _count: order)
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2 3 4 5\n"))
    where = ["--database", f"sqlite:///{tmp_path}/hands.db", "--hands", "1", "--mode", "play"]
    with pytest.raises(SystemExit) as ended:
        main(["vp", "play", "-g", JOKER_POKER, "--size", "5", "--ascii", *where])
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index(JOKER_ROWS[0])
    assert lines[at : at + 5] == JOKER_ROWS
    assert lines[at + 5].split() == list("12345")
    assert lines[at + 6 : at + 11] == JOKER_ROWS


@pytest.mark.parametrize("command", ["hold", "play"])
def test_a_size_that_there_isnt_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    more = ["As Ks Qs Js 2d"] if command == "hold" else ["--database", f"sqlite:///{tmp_path}/d.db"]
    with pytest.raises(SystemExit) as ended:
        main(["vp", command, *more, "--size", "6"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith("gutshot: no card is 6 rows high; choose 1, 5, 7, 9\n")


def test_signs_need_unicode_and_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLORFGBG", raising=False)

    def terminal(**more: object) -> Console:
        known = {"file": io.StringIO(), "force_terminal": True, "width": 60, "_environ": {}}
        return Console(**{**known, "color_system": "truecolor", **more})  # type: ignore[arg-type]

    def look(target: Console, size: int, style: str, *, unicode: bool | None) -> CardLook:
        return card_look(target, size, style, unicode=unicode, cards=7)

    monkeypatch.setattr("gutshot.cli.terminal_look._speaks_unicode", lambda: True)
    assert look(terminal(), 9, "", unicode=None) == (card_art(), 5, "dark")
    assert look(terminal(width=80), 7, "light", unicode=False) == (ascii_art(), 7, "light")
    assert look(terminal(color_system="standard"), 1, "", unicode=None)[2] == "dark-16"
    assert look(terminal(no_color=True), 5, "light", unicode=None) == (
        ascii_art(),
        5,
        "",
    )
    assert look(terminal(no_color=True), 5, "", unicode=True) == (card_art(), 5, "")
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert look(terminal(), 5, "", unicode=None)[2] == "light"
    monkeypatch.setattr("gutshot.cli.terminal_look._speaks_unicode", lambda: False)
    assert look(terminal(), 5, "", unicode=None)[0] is ascii_art()
    with pytest.raises(InputError, match="no style 'green'; choose dark or light"):
        look(terminal(), 5, "green", unicode=None)
