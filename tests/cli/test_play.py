"""``gutshot vp play`` with several hands on each deal, from the first deal to the goodbye."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

from gutshot.cards.text import parse_cards
from gutshot.cli.main import main
from gutshot.cli.trainer import LOCAL_PLAYER
from gutshot.play.videopoker import trainer as trainer_module
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Play = Callable[..., tuple[int, str, str]]

DEAL = parse_cards("Ah Kh Qc Th 5h")
RESERVE = parse_cards("Jc 7d 9s 3d 8c")
"""Held A K Q T, the first hand's draw makes a straight; best is to hold the four hearts."""


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Play:
    """Return a function that plays with typed lines: exit code, stdout and stderr."""
    monkeypatch.setattr(trainer_module, "deal", lambda _deck, _count: (*DEAL, *RESERVE))
    reserves = iter(["2c", "Th", "Ad", "9h"] * 100)

    def rest(_deck: object, gone: tuple[int, ...], _count: int) -> tuple[int, ...]:
        first = parse_cards(next(reserves))
        others = [card for card in range(52) if card not in {*gone, *first}]
        return (*[card for card in first if card not in gone], *others)[:5]

    monkeypatch.setattr(trainer_module, "deal_rest", rest)

    def played(*options: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        where = ["--database", f"sqlite:///{tmp_path}/hands.db"]
        with pytest.raises(SystemExit) as ended:
            main(["vp", "play", "--ascii", *options, *where])
        out, err = capsys.readouterr()
        return int(str(ended.value.code)), out, err

    return played


def test_five_hands_are_listed_and_summed_up(play: Play) -> None:
    code, out, err = play("--plays", "5", "--mode", "test", "--hands", "1", typed="1 2 3 4\n")
    assert code == 0
    assert "5 hands on each deal" in err
    assert re.search(r"Variance per bet at perfect play: 5\.4760462 \(.* 19\.5146764\)", err)
    assert re.search(r"^ +1  Ah Kh Qc Th Jc  Straight +20$", out, re.MULTILINE)
    assert len(re.findall(r"^ +[1-5]  Ah Kh Qc Th \w\w  ", out, re.MULTILINE)) == 5
    summed = dict(re.findall(r"^([A-Z][a-z ]+?)  +(\d+)  ", out, re.MULTILINE))
    assert sum(int(count) for name, count in summed.items() if name != "All hands") == 5
    assert summed["All hands"] == "5"
    assert "The 5 hands cost 25 and paid" in out
    assert "bets a hand" in out
    assert "credits on 5 hands" in out
    assert "1 deal, 5 hands, 25 credits staked" in out
    assert "Decisions right        0 of 1" in out
    assert "  per deal   " in out


def test_a_hundred_hands_are_summed_up_only(play: Play) -> None:
    code, out, _ = play("--plays", "100", "--mode", "play", "--hands", "1", typed="1 2 4 5\n")
    assert code == 0
    assert "Hand  Cards" not in out
    assert re.search(r"^All hands +100 ", out, re.MULTILINE)
    assert "The 100 hands cost 500 and paid" in out
    assert "on average" not in out  # this mode gives no help


def test_a_rival_plays_every_hand_too(play: Play) -> None:
    _, out, _ = play("--plays", "3", "--mode", "test", "--rival", "hard", typed="1 2 4 5\n")
    paid = re.search(r"^All hands +3 +(\d+)$", out, re.MULTILINE)
    assert paid
    assert f"Hard held Ah Kh Th 5h and won {paid[1]}." in out


def test_one_hand_is_printed_as_before(play: Play) -> None:
    code, out, err = play("--mode", "test", "--hands", "1", typed="1 2 3 4\n")
    assert code == 0
    assert "Ah Kh Qc Th Jc   Straight" in out
    assert "You won 20 on a wrong hold" in out
    assert "1 hand, 5 credits staked, 20 paid" in out
    assert "Variance" not in err


def test_a_session_goes_on_with_its_hands(play: Play, tmp_path: Path) -> None:
    _, _, err = play("--plays", "10", "--mode", "test", "--hands", "1", typed="m31\n")
    session = err.split()[-1]
    code, out, err = play("--session", session, "--hands", "1", typed="m31\n")
    assert code == 0
    assert "10 hands on each deal" in err
    assert "2 deals, 20 hands" in out
    assert play("--session", session, "--plays", "3")[::2] == (
        2,
        "gutshot: --session goes on with what it was opened with; drop the other options\n",
    )
    with Database.open(f"sqlite:///{tmp_path}/hands.db") as database:
        view = Trainer(database).session(LOCAL_PLAYER, session)
    assert (view.deals, view.hands) == (2, 20)


@pytest.mark.parametrize("plays", ["2", "0", "-1", "1000"])
def test_other_numbers_of_hands_are_one_clear_line(play: Play, plays: str) -> None:
    code, out, err = play("--plays", plays)
    assert (code, out) == (2, "")
    assert err == (f"gutshot: no deal is played by {plays} hands; choose 1, 3, 5, 10, 50, 100\n")
