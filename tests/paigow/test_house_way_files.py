"""House ways as files: their words, what is wrong with one, where they are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gutshot.errors import HouseWayError
from gutshot.paigow import house_way, load_house_way, low_name, parse_seven
from gutshot.paigow.house_ways import broken_ways, from_toml, house_ways, shelf
from gutshot.paigow.house_ways.patterns import parse_low, parse_ranks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LAST = '[[rules]]\nhigh = "best"\n'


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("7-T", (5, 8)), ("7-10", (5, 8)), ("J+", (9, 12)), ("a", (12, 12)), ("2 - 6", (0, 4))],
)
def test_ranges_of_ranks(text: str, ranks: tuple[int, int]) -> None:
    assert parse_ranks(text) == ranks


@pytest.mark.parametrize("text", ["", "X", "T-7", "7-", "-7", "7T", "7-8-9", "+J", "77+", "7-1"])
def test_what_is_no_range_of_ranks(text: str) -> None:
    with pytest.raises(HouseWayError, match="no range of ranks; write 7-T"):
        parse_ranks(text)


@pytest.mark.parametrize(
    ("text", "weakest", "strongest"),
    [
        ("pair", "Pair of deuces", "Pair of aces"),
        ("KK", "Pair of kings", "Pair of kings"),
        ("10 10+", "Pair of tens", "Pair of aces"),
        ("AK", "Ace-king", "Ace-king"),
        ("KA", "Ace-king", "Ace-king"),
        ("AJ+", "Ace-jack", "Pair of aces"),
        ("K", "King-deuce", "King-queen"),
        ("3", "Three-deuce", "Three-deuce"),
        ("K+", "King-deuce", "Pair of aces"),
        ("22", "Pair of deuces", "Pair of deuces"),
    ],
)
def test_patterns_of_two_cards(text: str, weakest: str, strongest: str) -> None:
    assert tuple(low_name(low) for low in parse_low(text)) == (weakest, strongest)


@pytest.mark.parametrize("text", ["", "2", "2+", "AKQ", "A-K", "pairs", "K++", "+"])
def test_what_is_no_pattern_of_two_cards(text: str) -> None:
    with pytest.raises(HouseWayError, match="no pattern of two cards; write pair, KK"):
        parse_low(text)


def test_a_way_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        """
        name = "Mine"
        note = "kings stay together"

        [[rules]]
        why = "Kings and another pair: together"
        hand = "two_pair"
        ranks = ["K"]
        single = "2-Q"
        high = "two_pair"

        [[rules]]
        hand = ["two_pair", "three_pair"]
        low = "pair"

        [[rules]]
        high = "best"
        """
    )
    way = load_house_way(path)
    assert (way.id, way.name, way.note) == ("mine", "Mine", "kings stay together")
    kings, with_ace = parse_seven("Kc Kd 9c 9d Qh 4s 2d"), parse_seven("Kc Kd 9c 9d Ah 4s 2d")
    assert way.set(kings).low_name == "Queen-four"
    assert way.decide(kings)[1].why == "Kings and another pair: together"
    assert way.set(with_ace).low_name == "Pair of nines"


def test_texts_are_shown_in_one_line_without_control_characters() -> None:
    text = r"""
        name = " Two\nlines, \u001b[31mred "
        note = "\u0007"
        [[rules]]
        why = "a\tb"
        high = "best"
        """
    way = from_toml(text, "own.toml", id="own")
    assert (way.name, way.note, way.rules[0].why) == ("Two lines, [31mred", "", "a b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "own.toml: no TOML: "),
        (LAST, 'name is missing; write name = "My way"'),
        ('name = "x"', r"rules are missing; write 1 to 200 tables \[\[rules\]\]"),
        ('name = "x"\nrule = 1\n' + LAST, "'rule' is no key; a house way has name, source"),
        ("name = 1\n" + LAST, "name is a text in quotes"),
        ('name = "x"\n[[rules]]\nlow = "pair"', "the last rule must set every hand that is left"),
        ('name = "x"\n' + LAST + LAST, "rule 1 sets every hand, so that no later rule"),
        ('name = "x"\n[[rules]]\nhands = "pair"\n' + LAST, "rule 1: 'hands' is no key of a rule"),
        ('name = "x"\n[[rules]]\nhand = "quads"\n' + LAST, "rule 1: hand: 'quads' is none of no_p"),
        ('name = "x"\n[[rules]]\nhigh = "best5"\n' + LAST, "rule 1: high: 'best5' is none of hig"),
        ('name = "x"\n[[rules]]\nhigh = []\n' + LAST, "rule 1: high is an empty list; leave it"),
        ('name = "x"\n[[rules]]\nlow = "K++"\n' + LAST, r"rule 1: 'K\+\+' is no pattern of two"),
        ('name = "x"\n[[rules]]\nlow = ["K", "A"]\n' + LAST, "rule 1: low is one text, not sev"),
        ('name = "x"\n[[rules]]\nranks = "9-2"\n' + LAST, "rule 1: '9-2' is no range of ranks"),
        ('name = "x"\n[[rules]]\nsingle = ' + 5000 * "3", "own.toml: no TOML: Exceeds the limit"),
        ('name = "x"\n[[rules]]\nsingle = 3\n' + LAST, "rule 1: single is a text in quotes or a"),
        ('name = "x"\n[[rules]]\nwhy = 3\n' + LAST, "rule 1: why is a text"),
        (
            'name = "x"\n[[rules]]\nhand = "pair"\nranks = ["A", "K"]\n' + LAST,
            "rule 1: ranks has 2 ranges, hand allows at most 1",
        ),
        ('name = "x"\nrules = [1]', r"rule 1: a rule is a table below a line \[\[rules\]\]"),
        ('name = "x"\n' + LAST + '[[golden]]\ncards = "As"', 'golden has cards = "Ac'),
        (
            'name = "x"\n' + LAST + '[[golden]]\ncards = "As"\nlow = "KK"\nhigh = "pair"',
            "own.toml: 1 card given, 7 needed",
        ),
        ('name = "x"\n' + LAST + "[published]\nwin_percent = 3.1", "published has win_percent"),
    ],
)
def test_what_is_no_house_way_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(HouseWayError, match=message) as refused:
        from_toml(text, "own.toml", id="own")
    assert str(refused.value).startswith("own.toml: ")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "can't read the house way .*: No such file"),
        (b"\xff\xfe", "not UTF-8 text; a house way is a TOML file"),
        (b"#" * 40_001, "over 40,000 bytes, no house way"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(HouseWayError, match=message):
        load_house_way(path)


def test_ways_are_found_by_what_people_type() -> None:
    assert house_way("Trump Plaza") is house_way("trump_plaza") is house_way(" TRUMP-PLAZA ")
    with pytest.raises(HouseWayError, match="no house way 'foxwood'; did you mean foxwoods"):
        house_way("foxwood")
    with pytest.raises(HouseWayError, match="'bellagio'; there are flamingo, foxwoods, golden-"):
        house_way("bellagio")


@pytest.fixture
def own_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    folder = tmp_path / "house_ways"
    folder.mkdir()
    shelf._shelf.cache_clear()
    yield folder
    shelf._shelf.cache_clear()


def test_ways_in_the_users_data_directory(own_ways: Path) -> None:
    (own_ways / "home.toml").write_text('name = "Home"\n' + LAST)
    (own_ways / "bad.toml").write_text('name = "Bad"\n')
    (own_ways / "local.toml").write_text('name = "Another"\n' + LAST)
    (own_ways / "long.toml").write_text("name = " + 5000 * "1")
    assert house_way("home").name == "Home"
    assert house_way("local").name == "Local"
    assert [way.id for way in house_ways()][-1] == "home"
    assert {file.id for file in broken_ways()} == {"bad", "local", "long"}
    with pytest.raises(HouseWayError, match="rules are missing"):
        house_way("bad")
