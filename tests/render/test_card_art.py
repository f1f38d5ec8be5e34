from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from gutshot.catalogue import DATA
from gutshot.errors import CardError, CatalogueError, InputError
from gutshot.render import card_art as card_art_module
from gutshot.render.card_art import SIZES, CardArt, ascii_art, card_art, card_columns, read_card_art
from gutshot.render.card_art_styles import STYLES, CardLook, card_style, fitting_size, hand_art

ARTS = pytest.mark.parametrize("art", [card_art(), ascii_art()], ids=["file", "ascii"])
SHIPPED = (DATA / "card_art" / "cards.toml").read_text(encoding="utf-8")
CARDS = st.lists(st.none() | st.integers(0, 53), min_size=1, max_size=7)


@ARTS
@pytest.mark.parametrize("size", SIZES)
def test_every_card_fills_its_place_and_no_two_look_alike(art: CardArt, size: int) -> None:
    drawn = {card: art.rows(card, size) for card in (None, *range(54))}
    assert {len(rows) for rows in drawn.values()} == {size}
    assert {len(row) for rows in drawn.values() for row in rows} == {card_columns(size)}
    assert len(set(drawn.values())) == 55
    joker = "\n".join(drawn[52])
    assert "JK" in joker
    assert "JK2" not in joker
    assert "JK2" in "\n".join(drawn[53])


@pytest.mark.parametrize("size", [7, 9])
def test_number_cards_have_as_many_pips_as_they_say(size: int) -> None:
    for card in range(9 * 4):
        pips = "".join(card_art().rows(card, size)).count(card_art().suits[card & 3])
        assert pips == (card >> 2) + 2


@given(cards=CARDS, size=st.sampled_from(SIZES))
def test_plain_drawings_are_ascii(cards: list[int | None], size: int) -> None:
    rows = hand_art(cards, CardLook(ascii_art(), size, ""), numbers=range(1, len(cards) + 1))
    assert all(row.plain.isascii() and row.plain.isprintable() for row in rows)


@ARTS
@given(
    cards=CARDS, size=st.sampled_from(SIZES), style=st.sampled_from(["", *STYLES]), data=st.data()
)
def test_hands_are_rectangles_in_any_style(
    art: CardArt, cards: list[int | None], size: int, style: str, data: st.DataObject
) -> None:
    numbers = data.draw(st.sampled_from([None, range(1, len(cards) + 1)]))
    rows = hand_art(cards, CardLook(art, size, style), numbers=numbers)
    width = len(cards) * (card_columns(size) + 1) - 1
    assert {row.cell_len for row in rows} == {width}
    assert len(rows) == size + (numbers is not None)
    drawn = hand_art(cards, CardLook(art, size, ""), numbers=numbers)
    assert [row.plain for row in rows] == [row.plain for row in drawn]


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb by the WCAG's formula."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("style", "paper"), [("dark", "#000000"), ("dark", "#2e3436"), ("light", "#ffffff")]
)
def test_colours_are_read_on_the_terminals_background(style: str, paper: str) -> None:
    inks = STYLES[style]
    assert len(set(inks.values())) == 6
    for ink in inks.values():
        dark, light = sorted([luminance(ink), luminance(paper)])
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
@pytest.mark.parametrize("style", ["dark", "light"])
def test_four_suits_and_the_joker_have_five_colours(system: str, style: str) -> None:
    """Also where a terminal has sixteen colours only."""
    chosen = f"{style}-16" if system == "standard" else style
    console = Console(force_terminal=True, color_system=system, no_color=False, _environ={})  # type: ignore[arg-type]
    codes = set()
    for card in (48, 49, 50, 51, 52):
        with console.capture() as captured:
            console.print(hand_art([card], CardLook(ascii_art(), 1, chosen))[0])
        codes.add(captured.get().split("m")[0])
    assert len(codes) == 5


@pytest.mark.parametrize(
    ("count", "size", "columns", "fits"),
    [(7, 9, 83, 9), (7, 9, 82, 7), (7, 7, 68, 5), (7, 5, 54, 1), (7, 1, 10, 1), (5, 5, 200, 5)],
)
def test_narrow_terminals_get_lower_cards(count: int, size: int, columns: int, fits: int) -> None:
    assert fitting_size(count, size, columns) == fits


def test_without_the_file_cards_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for found in ((), (type("File", (), {"id": "cards", "path": "cards.toml", "text": "a ="}),)):
        card_art.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(card_art_module, "data_files", lambda *_, **__: found)  # noqa: B023
            assert card_art() is ascii_art()
    card_art.cache_clear()
    assert card_art() is not ascii_art()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("suits =", "suit =", "'suits' is missing"),
        ('s = "♠"', 's = "♣"', "two suits look alike"),
        ('s = "♠"', 's = "♠♠"', "'♠♠' can't be drawn"),
        ("inner = 7", "inner = 8", "a card of 7 rows has 7 columns within its frame"),
        ('joker = ["●╲▲', 'joker = ["●╲', "write 5 character"),
        ('joker = ["●╲▲', 'joker = ["●╲@', "joker in size 5: cards have an @"),
        ('A = ["  @  "]', 'A = ["     "]', "A in size 5: cards have an @"),
        ('A = ["  @  "]', 'A = ["  @  ", ""]', "A in size 5 needs 1 row"),
        ("[size-9]", "[size-8]", "'size-9' is missing"),
        ("suits = {", "suits = {{", "Invalid"),
    ],
)
def test_a_broken_file_is_told_in_one_line(old: str, new: str, says: str) -> None:
    assert old in SHIPPED
    with pytest.raises(CatalogueError) as refused:
        read_card_art(SHIPPED.replace(old, new), "cards.toml")
    assert says in str(refused.value)
    assert str(refused.value).startswith("cards.toml: ")


def test_mistakes_are_told() -> None:
    with pytest.raises(InputError, match="no card is 6 rows high; choose 1, 5, 7, 9"):
        ascii_art().rows(0, 6)
    with pytest.raises(CardError, match="card id 54 is no card"):
        ascii_art().rows(54, 5)
    with pytest.raises(InputError, match="no style 'blue'"):
        card_style(0, "blue")
