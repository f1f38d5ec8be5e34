"""``gutshot paigow set``: settings, JSON, and one line for a mistake."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gutshot.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code of a command, what it wrote, and what it complained about."""
    with pytest.raises(SystemExit) as stopped:
        main(["paigow", *arguments])
    found = capsys.readouterr()
    code = stopped.value.code
    assert isinstance(code, int)
    return code, found.out, found.err


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    cards = "Kc Ac Jk Ad Kd Ah As"
    for way in ("local", "trump-plaza", "golden-nugget", "foxwoods", "flamingo"):
        code, out, err = asked(capsys, "set", cards, "--way", way, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        assert found["schema"] == "gutshot.paigow.set/1"
        assert found["cards"] == ["Jk", "As", "Ah", "Ad", "Ac", "Kd", "Kc"]
        assert found["high"] == ["Jk", "As", "Ah", "Ad", "Ac"]
        assert found["low"] == ["Kd", "Kc"]
        assert (found["high_name"], found["low_name"]) == ("Five aces", "Pair of kings")
        assert found["foul"] is False
        assert found["way"] == way


def test_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "set", "Qc4s4dQdQh7c2d", "--way", "trump-plaza", "--ascii")
    assert (code, err) == (0, "")
    assert out == (
        "Qh Qd Qc 7c 4s 4d 2d, set by Trump Plaza, Atlantic City:\n"
        "  high  Qh Qd Qc 7c 2d  Three queens\n"
        "  low   4s 4d           Pair of fours\n"
        "Rule 11: A full house: the pair in front\n"
    )
    _, out, _ = asked(capsys, "set", "Qc Qd Qh 4s 4d Ks Kd", "--way", "Foxwoods", "--ascii")
    assert "Full house, queens over fours" in out
    assert "Pair of kings" in out


def test_the_place_of_a2345(capsys: pytest.CaptureFixture[str]) -> None:
    cards = "Jk 5c 4d 3h 2s Kc Qd"
    assert "Straight, five high" in asked(capsys, "set", cards)[1]
    assert "Straight, six high" in asked(capsys, "set", cards, "--wheel-lowest")[1]


def test_a_way_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\n[[rules]]\nhigh = "best"\n')
    cards = "Kc Kd 9c 9d Qh 4s 2d"
    code, out, _ = asked(capsys, "set", cards, "--way", str(path), "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["way"], found["low_name"]) == ("mine", "Queen-four")
    assert found["rule"] == {"number": 1, "why": ""}
    assert asked(capsys, "set", cards, "--way", str(path))[1].endswith("Rule 1\n")


def test_a_path_needs_no_ending(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").write_text('name = "Mine"\n[[rules]]\nhigh = "best"\n')
    monkeypatch.chdir(tmp_path)
    cards = "Kc Kd 9c 9d Qh 4s 2d"
    assert "set by Mine:" in asked(capsys, "set", cards, "--way", "./mine")[1]
    assert asked(capsys, "set", cards, "--way", "mine")[2].startswith("gutshot: no house way 'mi")


def test_the_list_of_ways_and_the_rules_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "ways")
    assert code == 0
    assert "golden-nugget" in out
    code, out, _ = asked(capsys, "ways", "--json")
    ids = [way["id"] for way in json.loads(out)["ways"]]
    assert ids == ["flamingo", "foxwoods", "golden-nugget", "local", "trump-plaza"]
    code, out, _ = asked(capsys, "ways", "foxwoods")
    assert "29.12 % of bets win" in out
    assert " 17. The strongest hand behind, the best two others in front" in out
    code, out, _ = asked(capsys, "ways", "local", "--json")
    found = json.loads(out)
    assert (len(found["rules"]), found["published"]) == (2, None)


def test_ways_that_are_left_out_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gutshot.paigow.house_ways import shelf

    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    (tmp_path / "house_ways").mkdir()
    (tmp_path / "house_ways" / "bad.toml").write_text("name = 1")
    shelf._shelf.cache_clear()
    try:
        code, out, err = asked(capsys, "ways")
    finally:
        shelf._shelf.cache_clear()
    assert code == 0
    assert "bad" not in out
    assert err.startswith("gutshot: left out: ")
    assert err.endswith("name is a text in quotes\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["As Kd 9c 8c 7h 6d"], "6 cards given, 7 needed: add 1"),
        (["As Kd 9c 8c 7h 6d As"], "As is given twice, as cards 1 and 7"),
        (["As Jk 9c 8c 7h 6d Jk"], "2 jokers given, but the deck 'joker' has only 1 joker"),
        (["As 1c 9c 8c 7h 6d 5c"], "can't read '1c' as a card"),
        (["As Kd 9c 8c 7h 6d 5c", "--way", "bellagio"], "no house way 'bellagio'; there are fla"),
        (["As Kd 9c 8c 7h 6d 5c", "--way", "none.toml"], "can't read the house way none.toml: No"),
        (["As Kd 9c 8c 7h 6d 5c", "--way", "/etc"], "can't read the house way /etc: Is a dir"),
        (["As Kd 9c 8c 7h 6d 5c", "--way", ""], "no house way ''; there are flamingo"),
        ([], "Missing argument 'cards'"),
    ],
)
def test_mistakes_are_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = asked(capsys, "set", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"gutshot: {message}")
    assert err.count("\n") == 1
