"""``gutshot paigow play``: whole rounds with typed lines, and where credits are at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from tests.play.paigow.books import check_books

from gutshot.cards.text import format_cards, parse_cards
from gutshot.cli.main import main
from gutshot.cli.trainer import LOCAL_PLAYER
from gutshot.play.credits import account_of
from gutshot.play.paigow import commits, servers
from gutshot.play.paigow.kept import OWNER
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Play = Callable[..., tuple[int, str, str]]

TRACES = Path(__file__).parent.parent / "playthroughs"

FORTUNE = [
    # dealer, the player, house way, advisor
    "Js Jh Tc 9c 8d 5s 4c  Ah Jc 9d 7s 4h 2h 2d  Ts Td 6c 6d Kc 8h 3s  3h 3d Qs 9h 7c 6h 5d",
    "Ts Td Jd 7d 6h Ah Qh  Jk Jc Tc 9s 8d 5h 3h  Ks Kh Th 9h 2d As 8c  2s 2h 6c 4c 3c Qs 7c",
    "Kd Kh 7d 7c 6h Ah Qh  Qc Qd 3c 3d As Ts 8d  Js Jh Th 9h 2d 4s 8c  2s 2h 6c 4c 5c Qs 6d",
]
LOST = "As Ad Ks Kd Qc Jh Tc  2c 3d 5h 7s 9c 8d Qh"
FACE_UP = [
    "As Th 8d 6c 3s Jc Qs  7h 7d 7c Td 9c Jh Jd",
    "Kd Kh 7d 7c 6h Ah Qh  Qc Qd 3c 3d As Ts 8d",
]


class Typed:
    """Lines that are typed, echoed on stdout as a terminal does; ``^C`` interrupts."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def readline(self) -> str:
        line = next(self._lines, None)
        if line is None:
            return ""
        if line == "^C":
            raise KeyboardInterrupt
        sys.stdout.write(f"> {line}\n")
        return f"{line}\n"


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Play:
    """Return a function that plays with typed lines: exit code, stdout and stderr."""

    def played(
        *options: str, typed: Iterable[str] = (), deals: Iterable[str] = ()
    ) -> tuple[int, str, str]:
        rounds = iter(deals)
        monkeypatch.setattr(
            commits, "shuffled", lambda _deck, count: parse_cards(next(rounds))[:count]
        )
        monkeypatch.setattr("sys.stdin", Typed(typed))
        where = ["--database", f"sqlite:///{tmp_path}/credits.db"]
        with pytest.raises(SystemExit) as ended:
            main(["paigow", "play", *options, *where])
        out, err = capsys.readouterr()
        return int(str(ended.value.code)), out, err

    return played


def trace(name: str) -> str:
    return (TRACES / name).read_text(encoding="utf-8")


def test_fortune_with_two_computer_players(play: Play) -> None:
    """Every word that a player can type, three rounds, each judged."""
    typed = [
        "help", "bet fortune 5", "unbet fortune", "bet fortune 5", "bet main 20", "12", "67",
        "13456", "house", "set", "settle", "repeat", "bet main 5", "34", "set",
        "autoset on", "repeat", "17", "table", "sit 4", "autoset maybe", "reset", "leave",
    ]  # fmt: skip
    code, out, err = play("--bots", "2", "--practice", "trump-plaza", typed=typed, deals=FORTUNE)
    assert code == 0
    assert "arrange | house | set | autoset | leave > " in err
    assert out == trace("terminal-fortune.txt")


def test_face_up_alone_with_drawn_cards(play: Play) -> None:
    """The dealer shows first; ace high is a push for all, and side bets are paid."""
    typed = [
        "bet pushace 20", "bet fortune 7", "bet main 10", "bet pushace 15", "bet main 30",
        "unbet main", "repeat", "67", "37", "set", "q",
    ]  # fmt: skip
    options = ["--table", "face-up", "--size", "5", "--practice", "local"]
    code, out, _ = play(*options, typed=typed, deals=FACE_UP)
    assert code == 0
    assert out == trace("terminal-face-up.txt")


@pytest.mark.parametrize("end", [[], ["^C"], ["q"]], ids=["end of input", "Ctrl-C", "q"])
def test_what_is_not_dealt_comes_back_and_is_told(play: Play, end: list[str]) -> None:
    code, out, _ = play(typed=["bet fortune 25", *end])
    assert code == 0
    assert out.endswith("25 credits were not dealt and are yours again.\nYou have 1,000 credits.\n")
    _, out, _ = play()
    assert "Wallet 1,000 credits.\n" in out
    assert out.endswith("You have 1,000 credits.\n")
    assert "not dealt" not in out


def test_a_dealt_hand_waits_for_its_player(play: Play) -> None:
    _, out, _ = play(typed=["bet main 100", "^C"], deals=FORTUNE)
    assert out.endswith(
        "Your hand is dealt and waits for you: play again to set it.\nYou have 900 credits.\n"
    )
    _, out, _ = play("--size", "7", typed=["67", "12", "set"])
    assert "|A      | |J      |" in out
    assert "a foul: Pair of deuces in front outranks Ace high behind" in out
    assert "Round 1, showdown" in out
    assert "PUSH  main wager 100: comes back" in out
    assert out.endswith("You have 1,000 credits.\n")


def test_leaving_with_a_hand_has_the_house_set_it(play: Play) -> None:
    code, out, _ = play(typed=["bet main 10", "leave"], deals=[FORTUNE[1]])
    assert code == 0
    assert "Your high hand" in out
    assert "You leave seat 1." in out
    assert out.endswith("You have 1,000 credits.\n")


def test_computer_players_come_and_go_and_never_go_broke(play: Play) -> None:
    _, out, _ = play("--bot", "easy", "--bot", "easy", typed=["table"])
    assert "Easy 2" in out
    _, out, _ = play("--bots", "1", typed=["bet main 5", "house", "set"], deals=[FORTUNE[0]])
    assert "Easy" not in out.partition("Round 1")[2].partition("seats free")[0]
    assert "House way bets 10 on the main wager." in out


def test_credits_that_are_too_few_are_told_and_can_be_reset(play: Play) -> None:
    high = ["--table", "high-limit"]
    _, out, _ = play(
        *high, typed=["bet main 1001", "bet main 1000", "house", "set"], deals=[LOST, LOST]
    )
    assert "your credits are too few for this: you have 1,000" in out
    assert out.endswith("You have 0 credits.\n")
    _, out, _ = play(
        *high, typed=["bet main 100", "reset", "bet main 100", "^C"], deals=[LOST, LOST]
    )
    assert "You have 1,000 play credits." in out
    assert out.endswith("You have 900 credits.\n")


def test_a_builders_file_is_a_table(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "cellar.toml"
    file.write_text(
        'name = "Cellar"\nmain_minimum = 7\nseats = 2\nautoset = true\ncommission_percent = 4.5\n'
        'house_way = "foxwoods"\na2345_second_highest = false\n',
        encoding="utf-8",
    )
    code, out, _ = play("-t", str(file), typed=["bet main 5", "bet main 7", "12"], deals=FORTUNE)
    assert code == 0
    assert out.startswith("Cellar: Fortune Pai Gow\nMain wager 7 to 500 credits")
    assert "4.5 % commission on wins" in out
    assert "A-2-3-4-5 is the lowest straight" in out
    assert "a main wager of 5 is outside this table's limits" in out
    assert "showdown" in out


def test_who_does_not_bet_is_waited_for_by_the_tables_clock(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gutshot.paigow.players.next_command", lambda *_: None)
    file = tmp_path / "quick.toml"
    file.write_text('name = "Quick"\nbetting_ticks = 2\ntick_s = 0.05\n', encoding="utf-8")
    options = ["-t", str(file), "--bots", "1"]
    _, out, _ = play(*options, typed=["bet main 5", "house", "set"], deals=FORTUNE)
    assert "0.1 seconds for the others to bet.\nbet; waiting for 1 other player\n" in out
    assert "Round 1, showdown\nYour high hand" in out


def test_who_thinks_for_long_is_still_there_for_a_server_on_the_same_credits(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(servers, "BEAT_S", 0.05)
    noted: list[str] = []

    def look() -> str:
        with Database.open(f"sqlite:///{tmp_path}/credits.db") as opened, opened.read() as tx:
            (note,) = tx.notes(OWNER, "server:").values()
        return str(note["at"])

    def think() -> Iterator[str]:
        yield "bet fortune 25"
        noted.append(look())
        for _ in range(100):
            time.sleep(0.05)
            noted.append(look())
            if noted[-1] > noted[0]:
                break

    _, out, _ = play(typed=think())
    assert noted[-1] > noted[0]
    assert "25 credits were not dealt and are yours again." in out


def test_no_words_in_any_order_lose_a_credit_or_break_the_table(play: Play, tmp_path: Path) -> None:
    generator = Random(11)  # noqa: S311 - a sample, repeatable
    words = [
        "bet main 5", "bet main 60", "bet main 9999", "bet fortune 5", "bet pushace 2", "repeat",
        "unbet all", "unbet main", "unbet fortune", "12", "24", "34567", "1", "house", "set",
        "set", "autoset on", "autoset off", "settle", "sit", "help", "table", "reset", "", "\x1b",
    ]  # fmt: skip
    typed = []
    for _ in range(6):  # each ends a hand, the one that is dealt or a new one
        typed += [*generator.choices(words, k=12), "bet main 5", "house", "set"]
    typed.append("leave")
    out = ""
    deals = (format_cards(generator.sample(range(53), 53)) for _ in range(90))
    for options, lines in (["--bots", "2"], typed[:40]), (["--bots", "1"], typed[40:]):
        code, out, _ = play(*options, typed=lines, deals=deals)
        assert code == 0
    with Database.open(f"sqlite:///{tmp_path}/credits.db") as opened:
        assert check_books(opened) >= 6
        with opened.read() as tx:
            left = tx.balance(account_of(LOCAL_PLAYER).id).available
    assert out.endswith(f"You leave seat 1.\nYou have {left:,} credits.\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--table", "fortuna"], "no table 'fortuna'; did you mean fortune?"),
        (["--table", "no/such.toml"], "can't read the table no/such.toml"),
        (["--bots", "6"], "6 computer players and you are more than the table's 6 seats"),
        (["--bots", "1", "--bot", "easy"], "--bots and --bot both name computer players"),
        (["--bot", "hard"], "no computer player 'hard'; the levels are easy, house, advisor"),
        (["--name", "\x1b[2J"], "--name is 1 to 20 characters that can be printed"),
        (["--practice", "mine"], "no house way 'mine'"),
        (["--size", "3"], "no card is 3 rows high; choose 1, 5, 7, 9"),
        (["--style", "sepia"], "no style 'sepia'; choose dark or light"),
    ],
)
def test_options_that_cannot_be_meant_are_one_line(
    play: Play, options: list[str], says: str
) -> None:
    code, out, err = play(*options)
    assert (code, out) == (2, "")
    assert err.startswith(f"gutshot: {says}")
    assert err.count("\n") == 1


def test_ctrl_c_in_a_process_of_its_own_refunds(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gutshot", "paigow", "play"]
    where = {**os.environ, "GUTSHOT_DATA_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=where
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("bet fortune 40\n")
        process.stdin.flush()
        while "bet main to be dealt in" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 0
    assert rest.endswith(
        "40 credits were not dealt and are yours again.\nYou have 1,000 credits.\n"
    )
