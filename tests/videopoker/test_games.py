"""The catalogue's games by id, name and alias."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.videopoker.one_line import one_line

from gutshot.errors import UnknownGameError
from gutshot.videopoker import PayTable, game, games


def test_ids_and_aliases_name_one_game_each() -> None:
    names = [name for table in games() for name in (table.id, *table.aliases)]
    assert len(set(names)) == len(names)
    for name in names:
        assert name == name.lower()
        assert game(name) is game(name.replace("-", " ").upper())


@pytest.mark.parametrize(
    "name",
    [
        "jacks-or-better-9-6",
        "bonus-poker-8-5",
        "bonus-poker-deluxe-9-6",
        "double-bonus-10-7",
        "double-double-bonus-9-6",
        "triple-double-bonus-9-6",
        "triple-double-bonus-9-7",
        "deuces-wild-full-pay",
        "deuces-wild-nsud",
        "joker-poker-kings-20-7-5",
    ],
)
def test_ids_that_scripts_rely_on_stay(name: str) -> None:
    assert game(name).id == name


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("jacks-or-better-9-6", "jacks-or-better-9-6"),
        ("Jacks or Better 9/6", "jacks-or-better-9-6"),
        ("JACKS_OR_BETTER_9_6", "jacks-or-better-9-6"),
        (" double-joker-poker-8-5-4 ", "double-joker-8-5-4"),
    ],
)
def test_a_game_is_found_by_id_name_or_alias(name: str, id_: str) -> None:
    assert game(name).id == id_


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("jacks-or-better-96", "jacks-or-better-9-6"),
        ("duces-wild-full-pay", "deuces-wild-full-pay"),
        ("colorado", "deuces-wild-colorado"),
        ("double double bonus 9/7", "double-double-bonus-9-6"),
    ],
)
def test_an_unknown_game_names_the_nearest_ones(name: str, near: str) -> None:
    with pytest.raises(UnknownGameError) as caught:
        game(name)
    message = one_line(caught.value)
    assert f"no game '{name}' in the catalogue; the nearest are " in message
    assert near in message


@pytest.mark.parametrize("name", ["", "\n", "blackjack!", "x" * 100_000, "a\nb\u2028c", "\ud800"])
def test_a_game_that_resembles_nothing_says_where_all_are_listed(name: str) -> None:
    with pytest.raises(UnknownGameError) as caught:
        game(name)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert len(message) < 200
    assert message.endswith("'gutshot vp games' lists all ids")


@given(st.text(max_size=80))
def test_whatever_a_game_is_called_it_is_found_or_one_line(name: str) -> None:
    try:
        assert isinstance(game(name), PayTable)
    except UnknownGameError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 - either way is right
