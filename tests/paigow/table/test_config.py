"""A builder's file: the shipped tables, and what is said about one that can't be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.paigow.table.driver import config

from gutshot.errors import InputError
from gutshot.paigow.table import TableConfig, broken_tables, load_table, table, tables
from gutshot.paigow.table import shelf as table_shelf
from gutshot.paigow.table.shelf import table_from_toml

if TYPE_CHECKING:
    from pathlib import Path


def test_three_tables_are_shipped_of_both_variants() -> None:
    assert [one.id for one in tables()] == ["face-up", "fortune", "high-limit"]
    assert {one.variant for one in tables()} == {"fortune", "face-up"}
    assert table("High Limit").envy is False
    assert table("fortune").commission == table("high-limit").commission
    assert not table("face-up").commission
    for one in tables():
        assert TableConfig.from_body(one.body()) == one


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('variant = "blackjack"', "variant is fortune or face-up, not 'blackjack'"),
        ("seats = 7", "seats is a whole number from 1 to 6, not 7"),
        ("seats = true", "seats is a whole number from 1 to 6, not True"),
        ("main_minimum = 5.5", "main_minimum is a whole number from 1 to 1,000,000, not 5.5"),
        ("main_minimum = 501", "main_minimum 501 is more than main_maximum 500"),
        ("side_minimum = 101", "side_minimum 101 is more than side_maximum 100"),
        ("betting_ticks = 0", "betting_ticks is a whole number from 1 to 3,600, not 0"),
        ("tick_s = 0", "tick_s is a number of seconds from 0.05 to 60, not 0"),
        ("tick_s = nan", "tick_s is a number of seconds from 0.05 to 60, not nan"),
        ('autoset = "yes"', "autoset is true or false, not 'yes'"),
        ('fortune = "fortune-9"', "no side bet 'fortune-9'"),
        ('fortune = "push-ace-high"', "fortune = 'push-ace-high' is another bet's pay table"),
        ('push_ace_high = "fortune-2"', "push_ace_high = 'fortune-2' is another bet's"),
        ("fortune = 8", "fortune is an id in quotes, not 8"),
        ('fortune = "fortune-8-no-envy"', "'fortune-8-no-envy' pays none"),
        ('house_way = "nobody"', "no house way 'nobody'"),
        ("house_way = 1", "house_way is an id in quotes, not 1"),
        ("commission_percent = 101", "commission_percent '101' is none; write 0 to 100"),
        ("commission_percent = -1", "commission_percent '-1' is none"),
        ('commission_percent = "five"', "commission_percent 'five' is none"),
        ("commission_percent = true", "commission_percent True is none"),
        ("table_maximum = 2_999", "less than 6 main wagers of 500 can win together; give 3000"),
        ("minimum = 5", "'minimum' is no key; a table has id, name"),
        ('id = "other"', "a table's id is its file's name"),
        ('name = ""', "name is 1 to 60 characters in one line, not ''"),
        (r'name = "a\u001b[2Jb"', "name is 1 to 60 characters in one line"),
        ("name = ", "no TOML"),
    ],
)
def test_a_wrong_line_is_refused_in_one_line(line: str, said: str) -> None:
    text = line if line.startswith("name") else f'name = "Mine"\n{line}'
    with pytest.raises(InputError) as caught:
        table_from_toml(text, "mine.toml", id="mine")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert said in message
    assert message.isprintable()


def test_a_file_needs_a_name_and_an_id_that_links_can_carry(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name is missing"):
        table_from_toml("", "mine.toml", id="mine")
    for name in ("Mine", "-mine", "mi ne", "m" * 31, ""):
        with pytest.raises(InputError, match="a table's id is"):
            table_from_toml('name = "Mine"', "mine.toml", id=name)
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nvariant = "face-up"\ncommission_percent = 4.5\n')
    mine = load_table(path)
    assert (mine.id, mine.face_up, str(mine.commission)) == ("mine", True, "9/200")
    assert mine.bets == ("main", "fortune", "pushace")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        load_table(path)
    path.write_bytes(b"#" * 20_001)
    with pytest.raises(InputError, match="over 20,000 bytes"):
        load_table(path)
    with pytest.raises(InputError, match="can't read the table"):
        load_table(tmp_path / "none.toml")


def test_a_users_table_stands_beside_the_shipped_ones_and_a_broken_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "mine.toml").write_text('name = "Mine"\n')
    (tmp_path / "tables" / "bad.toml").write_text('name = "Bad"\nseats = 9\n')
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    table_shelf._shelf.cache_clear()
    try:
        assert table("mine").name == "Mine"
        assert [file.id for file in broken_tables()] == ["bad"]
        with pytest.raises(InputError, match="seats is a whole number"):
            table("bad")
        with pytest.raises(InputError, match="did you mean fortune"):
            table("fortun")
    finally:
        table_shelf._shelf.cache_clear()


def test_a_config_of_another_variant_is_another_table() -> None:
    assert config("fortune", name="X") != config("fortune")
