"""A user's own pay tables, beside the shipped ones."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import Client

from gutshot import catalogue
from gutshot.cli import main
from gutshot.errors import CatalogueError, PayTableError
from gutshot.videopoker import analyse_hand, game, games
from gutshot.videopoker.games import _catalogue, broken_files
from gutshot.web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MINE = """\
name = "Corner bar 8/6"
deck = "standard"
aliases = ["corner-bar"]
[pays]
royal_flush = 800
full_house = 8
flush = 6
"""


@pytest.fixture
def pay_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder for pay tables in a data directory of one's own."""
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    folder = tmp_path / "paytables"
    folder.mkdir()
    _catalogue.cache_clear()
    yield folder
    _catalogue.cache_clear()


SHIPPED = sorted(path.stem for path in (catalogue.DATA / "paytables").glob("*.toml"))


def left_out(says: str) -> None:
    """Assert that one file is left out with one line, and that the rest is there."""
    _catalogue.cache_clear()
    assert [table.id for table in games()][: len(SHIPPED)] == SHIPPED
    (file,) = broken_files()
    assert len(file.problem.splitlines()) == 1
    assert says in file.problem
    assert str(file.path) in file.problem
    assert str(file.path.parent) not in file.public_problem.replace(str(catalogue.DATA), "")


def test_the_data_directory_is_where_the_environment_says(pay_tables: Path) -> None:
    assert catalogue.user_data() == pay_tables.parent


def test_without_a_word_it_is_the_systems_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GUTSHOT_DATA_DIR", raising=False)
    assert catalogue.user_data().is_absolute()
    assert catalogue.user_data().name == "gutshot"


def test_a_folder_that_is_not_there_adds_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pay_tables: Path
) -> None:
    shipped = [table.id for table in games()]
    assert len(shipped) == len(list((catalogue.DATA / "paytables").glob("*.toml")))
    assert pay_tables.is_dir()
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path / "nowhere"))
    _catalogue.cache_clear()
    assert [table.id for table in games()] == shipped


def test_a_file_adds_a_game_behind_the_shipped_ones(pay_tables: Path) -> None:
    shipped = games()
    (pay_tables / "corner-bar-8-6.toml").write_text(MINE, encoding="utf-8")
    (pay_tables / "notes.txt").write_text("no pay table", encoding="utf-8")
    _catalogue.cache_clear()
    assert games()[:-1] == shipped
    mine = game("corner-bar-8-6")
    assert mine is games()[-1]
    assert mine is game("Corner Bar")
    assert mine.name == "Corner bar 8/6"
    assert analyse_hand((51, 47, 43, 39, 35), mine).dealt_category == "royal_flush"


def test_a_file_may_be_named_as_people_write(pay_tables: Path) -> None:
    (pay_tables / "Corner Bar_8-6.toml").write_text(MINE, encoding="utf-8-sig")
    _catalogue.cache_clear()
    assert game("Corner Bar_8-6") is game("corner-bar-8-6") is games()[-1]
    (pay_tables / "corner-bar-8-6.toml").write_text(MINE, encoding="utf-8")
    left_out("the id corner-bar-8-6 belongs to")


def test_a_file_with_a_shipped_id_is_an_error_not_a_choice(pay_tables: Path) -> None:
    path = pay_tables / "jacks-or-better-9-6.toml"
    path.write_text(MINE, encoding="utf-8")
    left_out(f"{path} has the id of {catalogue.DATA / 'paytables' / path.name}; rename one")


@pytest.mark.parametrize("alias", ["jacks-or-better-9-6", "fpdw", "mine"])
def test_an_alias_that_names_another_game_is_an_error(pay_tables: Path, alias: str) -> None:
    path = pay_tables / "mine.toml"
    path.write_text(MINE.replace("corner-bar", alias), encoding="utf-8")
    left_out(f"{path}: the id {alias} belongs to ")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no [pays]"),
        (b"name = ", "not a TOML file"),
        (MINE.replace("flush = 6", "flush = -6").encode(), "'-6' is a negative payout"),
        (MINE.replace("flush = 6", "fluhs = 6").encode(), "unknown category 'fluhs'"),
        (b"\xff\xfe", "can't read"),
    ],
    ids=["empty", "cut off", "negative", "misspelt", "not utf-8"],
)
def test_a_broken_file_names_itself(pay_tables: Path, content: bytes, says: str) -> None:
    path = pay_tables / "mine.toml"
    path.write_bytes(content)
    left_out(says)


def test_a_folder_in_the_place_of_a_file_names_itself(pay_tables: Path) -> None:
    (pay_tables / "mine.toml").mkdir()
    left_out(str(pay_tables / "mine.toml"))


def test_data_files_come_by_id_with_their_text(pay_tables: Path) -> None:
    (pay_tables / "b.toml").write_text(MINE, encoding="utf-8")
    (pay_tables / "a.toml").write_text("x = 1", encoding="utf-8")
    (pay_tables / "c.toml").mkdir()
    broken: list[catalogue.BrokenFile] = []
    files = catalogue.data_files("paytables", broken=broken)
    assert [file.id for file in broken] == ["c"]
    with pytest.raises(CatalogueError, match=r"can't read .*c\.toml"):
        catalogue.data_files("paytables")
    assert [(file.id, file.text) for file in files[-2:]] == [("a", "x = 1"), ("b", MINE)]
    assert [file.id for file in files[:-2]] == sorted(file.id for file in files[:-2])
    assert all(file.path.read_text(encoding="utf-8") == file.text for file in files)


def test_nobody_takes_a_users_word_for_a_return(pay_tables: Path) -> None:
    claim = MINE + "[expected]\nnumerator = 19900000000000\n"
    (pay_tables / "corner-bar-8-6.toml").write_text(claim, encoding="utf-8")
    _catalogue.cache_clear()
    assert game("corner-bar-8-6").expected.numerator is None


def test_a_broken_file_stops_no_other(pay_tables: Path) -> None:
    (pay_tables / "a.toml").write_text("name = ", encoding="utf-8")
    (pay_tables / "corner-bar-8-6.toml").write_text(MINE, encoding="utf-8")
    (pay_tables / "z.toml").write_bytes(b"\xff\xfe")
    _catalogue.cache_clear()
    assert game("corner-bar").name == "Corner bar 8/6"
    assert sorted(file.id for file in broken_files()) == ["a", "z"]


def test_a_broken_file_that_is_asked_for_says_what_is_wrong(pay_tables: Path) -> None:
    (pay_tables / "Mine Own.toml").write_text(MINE.replace("flush = 6", "flush = x"))
    _catalogue.cache_clear()
    with pytest.raises(PayTableError, match=r"Mine Own\.toml: not a TOML file") as caught:
        game("mine-own")
    assert len(str(caught.value).splitlines()) == 1


def test_a_shipped_file_that_is_broken_is_an_error(
    pay_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "shipped"
    (shipped / "paytables").mkdir(parents=True)
    (shipped / "paytables" / "one.toml").write_text("name = ", encoding="utf-8")
    for module in ("gutshot.catalogue", "gutshot.videopoker.games"):
        monkeypatch.setattr(sys.modules[module], "DATA", shipped)
    _catalogue.cache_clear()
    assert pay_tables.is_dir()
    with pytest.raises(CatalogueError, match=r"one\.toml: not a TOML file"):
        games()


def test_the_command_line_names_a_broken_file_and_lists_the_rest(
    pay_tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = pay_tables / "mine.toml"
    path.write_text("name = ", encoding="utf-8")
    _catalogue.cache_clear()
    for arguments in (["vp", "games"], ["vp", "games", "--json"], ["doctor"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        said = capsys.readouterr()
        assert not ended.value.code
        assert said.err.startswith(f"gutshot: left out: {path}: not a TOML file")
        assert len(said.err.splitlines()) == 1
        assert str(len(SHIPPED)) in said.out or SHIPPED[-1] in said.out
    with pytest.raises(SystemExit) as ended:
        main(["vp", "hold", "As Ks Qs Js 2d", "--game", "mine"])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"gutshot: {path}: not a TOML file")
    assert not said.out


def test_the_pages_name_a_broken_file_and_show_the_rest(pay_tables: Path) -> None:
    (pay_tables / "mine<b>.toml").write_text("name = ", encoding="utf-8")
    _catalogue.cache_clear()
    client = Client(create_app())
    page = client.get("/videopoker/games").text
    assert "One of your own files is left out" in page
    assert "mine&lt;b&gt;.toml: not a TOML file" in page
    assert str(pay_tables) not in page
    assert page.count('<li id="') == len(SHIPPED)
    answer = client.get("/api/videopoker/games").json()
    assert len(answer["games"]) == len(SHIPPED)
    (broken,) = answer["left_out"]
    assert broken["file"] == "mine<b>.toml"
    assert broken["problem"].startswith("mine<b>.toml: not a TOML file")
    assert client.get("/videopoker").status_code == 200
    client.close()
