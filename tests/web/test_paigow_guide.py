"""The guide to Pai Gow poker: its numbers are the engine's, its rounds are played by the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.content_reader import between, counted_page, words

from gutshot.cards.text import parse_cards
from gutshot.errors import CatalogueError
from gutshot.paigow import Outcome, Setting, house_way, parse_seven
from gutshot.paigow.advisor import advise
from gutshot.paigow.house_ways import house_ways
from gutshot.web.content_figures import Figures
from gutshot.web.content_guide import guides
from gutshot.web.content_paigow import rounds_view
from gutshot.web.number_text import decimal_text, fraction_text, percent_text, signed_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Client

    from gutshot.web.content_paigow import MoveView

GUIDE = guides()["paigow"]
PLACED = [(played, step) for played in GUIDE.rounds for step in played.steps]


@pytest.fixture(scope="module")
def steps() -> tuple[MoveView, ...]:
    figures = Figures(lambda: True)
    rounds_view(GUIDE, figures)
    assert figures.wait(120)
    return rounds_view(GUIDE, figures)


@pytest.fixture(scope="module")
def page(client: Client) -> str:
    page = counted_page(client, "/paigow/guide")
    assert "\u2026" not in words(between(page, "<main", "</main>"))
    return page


def setting_of(cards: str, low: str) -> Setting:
    front = parse_cards(low)
    return Setting(tuple(card for card in parse_cards(cards) if card not in front), front)


def test_the_rules_are_all_there(page: str) -> None:
    text = words(page)
    for rule in (
        "joker",
        "foul",
        "copy",
        "lowest straight",
        "commission",
        "Face Up",
        "154,143,080",
    ):
        assert rule.lower() in text.lower()
    cards = parse_seven("9s 9d 6h 6c As Kh 4c")
    banks, not_banks = (
        advise(cards, house_way("local"), banker=banker).best.ev for banker in (True, False)
    )
    assert percent_text(banks - not_banks).replace("\u2009", " ") in text


def test_what_the_joker_makes_is_named(page: str) -> None:
    table = words(between(page, "named-hands", "</table>"))
    for name in ("Straight, nine high", "Flush, ace high", "Pair of queens", "Five aces"):
        assert name in table
    assert "joker, king of hearts Ace-king" in table


def test_every_house_way_lists_its_rules(page: str) -> None:
    part = between(page, 'id="house-ways"', "</section>")
    for way in house_ways():
        rules = words(between(part, f"<summary>{way.name}", "</ol>"))
        assert f"{len(way.rules)} rules" in rules
        assert all(rule.why in rules for rule in way.rules)


@pytest.mark.parametrize("number", range(1, len(PLACED) + 1))
def test_a_step_shows_what_the_engine_says(steps: tuple[MoveView, ...], number: int) -> None:
    (played, step), view = PLACED[number - 1], steps[number - 1]
    assert view.number == number
    assert view.said.startswith(step.title)
    lying = [group for row in view.rows for group in row.groups]
    if step.show in {"covered", "faces"}:
        assert len(lying[0].cards) == 7
        covered = [place.card is None for place in lying[0].cards]
        assert covered == [step.show == "covered"] * 7
        marked = {place.card.id for place in lying[0].cards if place.marked and place.card}
        assert marked == set(parse_cards(step.mark))
        return
    shown = [tuple(place.card.id for place in one.cards if place.card) for one in lying]
    if step.show == "set":
        setting = setting_of(played.cards, step.low)
        assert shown == [setting.low, setting.high]
        figures = dict(view.figures)
        assert (view.verdict == "foul") == setting.foul
        assert view.url.endswith(f"low={step.low.replace(' ', '')}")
        if setting.foul:
            return
        found = advise(parse_cards(played.cards), house_way(played.way))
        value = found.value_of(setting)
        assert view.verdict == ("right" if value.best else "wrong")
        assert figures["EV of a bet of 1"] == signed_text(value.ev, 4)
        assert figures["exactly"] == fraction_text(value.ev)
        cost = found.best.ev - value.ev
        assert figures.get("loses") == (decimal_text(cost, 4) if cost else None)
        return
    dealer = house_way(played.way).set(parse_cards(played.dealer))
    own = setting_of(played.cards, played.low)
    assert shown == [dealer.low, dealer.high, own.low, own.high]
    if step.show == "compare":
        outcome = {Outcome.WIN: "You win", Outcome.PUSH: "A push", Outcome.LOSE: "You lose"}
        assert dict(view.figures) == {"Outcome": outcome[own.against(dealer)]}
        beats = [one.beats.startswith("wins") for one in lying[2:]]
        assert beats == [
            own.low_strength > dealer.low_strength,
            own.high_strength > dealer.high_strength,
        ]


def test_what_the_steps_say_in_words_holds(steps: tuple[MoveView, ...]) -> None:
    by_title = {step.title: step for step in steps}
    assert by_title["A foul"].verdict == "foul"
    assert by_title["A copy"].rows[1].groups[0].beats == "a copy: the dealer's"
    joker = GUIDE.rounds[1]
    for way in house_ways():  # most players would stop at the aces, and so do the house ways
        assert way.set(parse_cards(joker.cards)).low_name == "Pair of aces"
    assert {step.verdict for step in steps} >= {"right", "wrong", "foul"}


def test_every_step_is_on_the_page(page: str) -> None:
    assert len(re.findall(r'<li id="step-', page)) == len(PLACED)
    for number, (_, step) in enumerate(PLACED, 1):
        assert step.title in words(between(page, f'<li id="step-{number}"', "</h3>"))
    assert 'href="/paigow"' in between(page, 'class="after"', "</p>")


@pytest.fixture
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder whose files are guides, for as long as the test runs."""
    folder = tmp_path / "guides"
    folder.mkdir()
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    guides.cache_clear()
    yield folder
    guides.cache_clear()


ROUND = (
    'title = "X"\nversion = "1"\nsummary = "Y"\n[[rounds]]\nheading = "H"\n'
    'cards = "9s 9d 6h 6c As Kh 4c"\ndealer = "{dealer}"\nlow = "{low}"\nway = "{way}"\n'
    'steps = [{{ show = "faces", title = "T", text = "U", mark = "{mark}" }}]\n'
)
GOOD = {"dealer": "Ad Kd 8s 8h 5d 5c 2h", "low": "As Kh", "way": "local", "mark": "9s"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dealer": "Ad Kd 8s 8h 5d 5c 9s"}, "9s"),
        ({"low": "As Ks"}, "not two of the player's cards"),
        ({"low": "As"}, "not two of the player's cards"),
        ({"way": "mine"}, "no house way 'mine'"),
        ({"mark": "2c"}, "marks a card that the player does not hold"),
    ],
)
def test_a_broken_round_is_refused_in_one_line(
    own_files: Path, change: dict[str, str], says: str
) -> None:
    (own_files / "broken.toml").write_text(ROUND.format(**GOOD), encoding="utf-8")
    assert guides()["broken"].shown_hands == 1
    guides.cache_clear()
    (own_files / "broken.toml").write_text(ROUND.format(**GOOD | change), encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"broken\.toml: ") as error:
        guides()
    assert says in str(error.value)
