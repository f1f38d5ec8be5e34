"""The guide: its numbers are the engine's, its demonstration plays by the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.content_reader import between, counted_page, words

from gutshot.cards.text import parse_cards, parse_hand
from gutshot.errors import CatalogueError
from gutshot.videopoker import analyse_hand, game
from gutshot.videopoker.holds import category_of
from gutshot.videopoker.players import LEVELS, NORMAL_LINES, player_return
from gutshot.web.content_demo import demonstration
from gutshot.web.content_guide import guides
from gutshot.web.number_text import decimal_text, fraction_text, grouped, payout_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client

GUIDE = guides()["videopoker"]
STEPS = demonstration(GUIDE)
PLACED = [(scene, step) for scene in GUIDE.scenes for step in scene.steps]
ON = ["jacks-or-better-9-6", "deuces-wild-full-pay", "joker-poker-kings-20-7-5"]


@pytest.fixture(scope="module")
def page(client: Client) -> str:
    return counted_page(client, "/videopoker/guide")


def test_the_rules_are_all_there(page: str) -> None:
    text = words(page)
    for heading in ("Objective", "Setup", "A hand from start to end", "Score", "End"):
        assert f'">{heading}</h2>' in page
    for fact in ("1, against a pay table", "2 to 5 minutes", "52 cards, none wild", "99.543904 %"):
        assert fact in text
    for rule in ("A-2-3-4-5", "Suits have no order", "does not go back to the reserve"):
        assert rule in text


def test_the_pay_table_is_the_games(page: str) -> None:
    table = between(page, "<caption>", "</table>")
    for line in game(GUIDE.game).lines:
        assert f"{line.label} {payout_text(line.pays)}" in words(table)


@pytest.mark.parametrize("level", LEVELS)
def test_a_players_rule_and_exact_returns_are_printed(page: str, level: str) -> None:
    part = between(page, f'id="player-{level}"', "</section>")
    if level == "normal":
        assert part.count("<li>") == len(NORMAL_LINES)
        assert all(line in words(part) for line, _ in NORMAL_LINES)
        assert words(part).count("knows no wild cards") == 2
    else:
        assert LEVELS[level].rule in words(part)
    for name in ON[:1] if level == "normal" else ON:
        found = player_return(level, game(name))
        share = found.return_fraction
        cost = f"{decimal_text(found.cost * 100)} %" if found.cost else "nothing"
        row = f"{decimal_text(share * 100)} % {fraction_text(share)} {cost}"
        assert f"{game(name).name} {row} {grouped(found.wrong_deals)}" in words(part)


def test_the_demonstration_is_long_enough_and_numbered() -> None:
    assert len(STEPS) == len(PLACED) >= 16
    assert [step.number for step in STEPS] == list(range(1, len(STEPS) + 1))
    assert {step.verdict for step in STEPS} >= {"right", "wrong", "tied"}
    assert any(place.card and place.card.wild for step in STEPS for place in step.places)


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_a_step_shows_what_the_engine_says(number: int) -> None:
    (scene, step), view = PLACED[number - 1], STEPS[number - 1]
    table = game(scene.game)
    hand = analyse_hand(parse_hand(scene.deal, table.deck), table)
    shown = dict(view.figures)
    if step.show == "hold":
        mask = sum(1 << hand.deal.index(card) for card in parse_cards(step.hold))
        hold = hand.hold(mask)
        assert shown["EV per coin"] == decimal_text(hold.ev)
        assert shown["exactly"] == fraction_text(hold.ev)
        assert shown["possible draws"] == grouped(hold.completions)
        cost = hand.holds[0].ev - hold.ev
        assert ("loses" in shown) == (mask not in hand.best)
        if cost:
            assert shown["loses"] == f"{decimal_text(cost)} = {fraction_text(cost)}"
        right = "tied" if len(hand.best) > 1 else "right"
        assert view.verdict == ("wrong" if cost else right)
        assert [place.held for place in view.places] == [bool(mask >> i & 1) for i in range(5)]
        assert view.url.endswith(f"&hold={mask}")
    if step.show == "score":
        final = [place.card.id for place in view.places if place.card]
        category = category_of(final, table)
        pays = {line.category: payout_text(line.pays) for line in table.lines} | {"no_win": "0"}
        assert shown["Pays, per coin"] == pays[category]
        assert view.said.startswith(step.title)
    numbers = {"reserve": table.deck.size, "dealt": table.deck.size - 5}
    assert view.reserve == numbers.get(step.show, view.reserve)


def test_held_cards_stay_and_discards_never_return() -> None:
    for (scene, step), view in zip(PLACED, STEPS, strict=True):
        deal, kept = parse_cards(scene.deal), parse_cards(scene.hold)
        shown = [place.card.id if place.card else None for place in view.places]
        if step.show in {"gone", "drawn", "score"}:
            for i, card in enumerate(deal):
                assert (shown[i] == card) == (card in kept)
            assert len(view.gone) == 5 - len(kept)
            left = game(scene.game).deck.size - 5 - (0 if step.show == "gone" else 5 - len(kept))
            assert view.reserve == left
        if step.show in {"drawn", "score"}:
            discards = set(deal) - set(kept)
            assert not discards & set(shown)
            assert len(set(shown)) == 5


def test_what_the_steps_say_in_words_holds() -> None:
    table = game("jacks-or-better-9-6")
    hand = analyse_hand(parse_hand("Ah Kh Qc Th 5h", table.deck), table)
    assert hand.hold(0b11011).ev > 2 * hand.hold(0b01111).ev  # more than twice as much
    assert hand.hold(0b01011).counts["royal_flush"] == 1
    assert STEPS[10].text.startswith("Flush: the table pays 6")
    straight, corner = (step for step in STEPS if step.title in {"Low", "Never in the middle"})
    assert dict(straight.figures)["exactly"] == "4"
    assert dict(corner.figures)["exactly"] == "0"
    assert "Five of a kind, which no deck" in STEPS[22].text


def test_every_step_is_on_the_page_in_words(page: str) -> None:
    for step in STEPS:
        part = between(page, f'<li id="step-{step.number}"', "</dl>" if step.figures else "</p>")
        assert f"Reserve {step.reserve}" in words(part)
    assert len(re.findall(r'<li id="step-', page)) == len(STEPS)
    assert 'href="#demonstration"' in page


@pytest.fixture
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder whose files are guides, for as long as the test runs."""
    folder = tmp_path / "guides"
    folder.mkdir()
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    guides.cache_clear()
    yield folder
    guides.cache_clear()


def test_a_guide_is_added_by_adding_a_file(own_files: Path, client: Client) -> None:
    text = 'title = "War <b>"\nversion = "2"\nsummary = "Two cards."\n'
    section = '[[sections]]\nid = "aim"\nheading = "Aim"\nparagraphs = ["**Win.**"]\n'
    (own_files / "war.toml").write_text(text + section, encoding="utf-8")
    answer = client.get("/war/guide")
    assert answer.status_code == 200
    assert "War &lt;b&gt;" in answer.text
    assert "<p><strong>Win.</strong></p>" in answer.text
    assert "Demonstration" not in answer.text
    assert client.get("/peace/guide").status_code == 404


START = 'title = "X"\nversion = "1"\nsummary = "Y"\n'
SCENE = (
    '[[scenes]]\nheading = "H"\ngame = "jacks-or-better-9-6"\ndeal = "As Ks Qs Js 2d"\n'
    'hold = "{hold}"\ndraw = "{draw}"\n'
    'steps = [{{ show = "{show}", title = "T", text = "U", mark = "{mark}" }}]\n'
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = ", "not a TOML file"),
        ('title = "X"\n', "version: Field required"),
        (START + "facts = 3\n", "facts"),
        (START + 'titel = "X"\n', "titel"),
        (
            START + 'game = "no-such"\n[[sections]]\nid="a"\nheading="b"\ngames=["no-such"]\n',
            "no-such",
        ),
        (START + '[[sections]]\nid="a"\nheading="b"\nshow="players"\n', "names no game"),
        (START + SCENE.format(hold="As Ks", draw="2c", show="hold", mark=""), "five together"),
        (START + SCENE.format(hold="As Ks Qs 3c", draw="2c", show="hold", mark=""), "of dealt"),
        (START + SCENE.format(hold="As Ks Qs Js", draw="2d", show="hold", mark=""), "2d"),
        (START + SCENE.format(hold="As Ks Qs Js", draw="9s", show="turn", mark=""), "show"),
        (START + SCENE.format(hold="As Ks Qs Js", draw="9s", show="hold", mark="3c"), "not on the"),
    ],
)
def test_a_broken_guide_is_refused_in_one_line(own_files: Path, text: str, says: str) -> None:
    (own_files / "broken.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"broken\.toml: ") as error:
        guides()
    assert says in str(error.value)
    assert "\n" not in str(error.value)
