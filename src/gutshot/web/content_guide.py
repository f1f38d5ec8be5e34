"""Guides: the rules of a game as a TOML file of ``data/guides``, one file a guide."""

from __future__ import annotations

import tomllib
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from gutshot.cards.text import parse_cards, parse_hand
from gutshot.catalogue import data_files
from gutshot.errors import CatalogueError, InputError
from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop.chart_set import head_of_set
from gutshot.holdem.preflop.tree import follow
from gutshot.paigow.hands import DECK, SEVEN
from gutshot.paigow.house_ways import house_way
from gutshot.videopoker import game
from gutshot.web.content_preflop_method import shipped_chart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.videopoker import PayTable

__all__ = [
    "Example",
    "Fact",
    "Family",
    "Guide",
    "Link",
    "Look",
    "Move",
    "NamedHand",
    "Round",
    "Scene",
    "Section",
    "Step",
    "Walk",
    "guides",
]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Fact(_Part):
    """A line of the box at a guide's top."""

    term: str
    text: str


class Link(_Part):
    """Where a guide leads at its end."""

    text: str
    url: str


class NamedHand(_Part):
    """Five or two cards with a joker among them, whose name the page works out."""

    cards: str
    text: str


class Section(_Part):
    """A part of a guide. `show` names what the page adds to it, about `games` or `hands`."""

    id: str
    heading: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    show: Literal["", "pay-table", "players", "hands", "house-ways"] = ""
    games: tuple[str, ...] = ()
    hands: tuple[NamedHand, ...] = ()


class Step(_Part):
    """A step of a scene. `hold` and `mark` are cards of the deal or the draw.

    show : what lies on the table; the names follow the course of a hand.
    """

    show: Literal["reserve", "dealt", "faces", "hold", "gone", "drawn", "score"]
    title: str
    text: str
    hold: str = ""
    mark: str = ""


class Scene(_Part):
    """One hand, step by step. `draw` is what the reserve turns up for the cards not in `hold`."""

    heading: str
    game: str
    deal: str
    hold: str
    draw: str
    steps: tuple[Step, ...]


class Move(_Part):
    """A step of a round. `low` is what is tried in front, `mark` are cards of the player.

    show : what lies on the table; the names follow the course of a round.
    """

    show: Literal["covered", "faces", "set", "dealer", "compare"]
    title: str
    text: str
    low: str = ""
    mark: str = ""


class Round(_Part):
    """One round of Pai Gow poker, step by step: `low` is what the player sets in front."""

    heading: str
    cards: str
    low: str
    dealer: str
    way: str = "local"
    steps: tuple[Move, ...]


class Look(_Part):
    """A step of a walk: a decision of the chart. `hand` is another one than the walk's.

    show : the line to it, what all hands do there, or what one hand does.
    """

    show: Literal["line", "grid", "hand"]
    node: str
    title: str
    text: str
    hand: str = ""


class Walk(_Part):
    """A hand walked through a preflop chart, decision by decision."""

    heading: str
    chart: str
    hand: str
    steps: tuple[Look, ...]


class Example(_Part):
    """A deal that shows what sets a family apart."""

    game: str
    deal: str
    text: str


class Family(_Part):
    """What sets a family of pay tables apart; numbers in `text` are of the first example's game."""

    name: str
    text: str
    examples: tuple[Example, ...]


class Guide(_Part):
    """A guide as its file states it; `game` is the table that its numbers are of.

    links : where its end leads, the first one as the main button.
    """

    id: str
    title: str
    version: str
    summary: str
    game: str = ""
    facts: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = ()
    scenes: tuple[Scene, ...] = ()
    families: tuple[Family, ...] = ()
    rounds: tuple[Round, ...] = ()
    walks: tuple[Walk, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def section(self) -> str:
        """What its page calls itself: the masthead's entry."""
        return "guide" if self.id == "videopoker" else f"{self.id}-guide"

    @property
    def shown_hands(self) -> int:
        """How many hands its demonstration plays."""
        return len(self.scenes) + len(self.rounds) + len(self.walks)


@cache
def guides() -> Mapping[str, Guide]:
    """Return every guide by its id, the file's stem.

    Raises
    ------
    CatalogueError
        For a file that is no guide.
    """
    out = {}
    for file in data_files("guides"):
        origin = file.path.name
        try:
            guide = Guide.model_validate({**tomllib.loads(file.text), "id": file.id})
            _check(guide)
        except tomllib.TOMLDecodeError as error:
            raise CatalogueError(f"{origin}: not a TOML file: {error}") from None
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise CatalogueError(f"{origin}: {place}: {first['msg']}") from None
        except InputError as error:
            raise CatalogueError(f"{origin}: {error}") from None
        out[file.id] = guide
    return MappingProxyType(out)


def _check(guide: Guide) -> None:
    """Refuse what a page would stumble over."""
    of_a_table = {"pay-table", "players"}
    if not guide.game and any(section.show in of_a_table for section in guide.sections):
        raise InputError("a section shows a pay table or players, and the guide names no game")
    for section in guide.sections:
        for name in section.games:
            game(name)
        for hand in section.hands:
            parse_hand(hand.cards, DECK, 2 if len(parse_cards(hand.cards)) == 2 else 5)
    for scene in guide.scenes:
        _check_scene(scene, game(scene.game))
    for played in guide.rounds:
        _check_round(played)
    for walk in guide.walks:
        _check_walk(walk)
    for family in guide.families:
        for example in family.examples:
            parse_hand(example.deal, game(example.game).deck)


def _check_scene(scene: Scene, table: PayTable) -> None:
    where = f"scene '{scene.heading}'"
    deal = parse_hand(scene.deal, table.deck)
    kept, draw = parse_cards(scene.hold), parse_cards(scene.draw)
    if not set(kept) <= set(deal) or len(kept) + len(draw) != 5:
        raise InputError(f"{where}: hold is of dealt cards, hold and draw are five together")
    parse_hand(scene.deal + scene.draw, table.deck, 5 + len(draw))  # discards never return
    for step in scene.steps:
        if not {*parse_cards(step.hold), *parse_cards(step.mark)} <= {*deal, *draw}:
            raise InputError(f"{where}: '{step.title}' names a card that is not on the table")


def _check_round(played: Round) -> None:
    where = f"round '{played.heading}'"
    house_way(played.way)
    cards = parse_hand(played.cards + played.dealer, DECK, 2 * SEVEN)[:SEVEN]
    for low in (played.low, *(step.low for step in played.steps if step.low)):
        if len(parse_cards(low)) != 2 or not set(parse_cards(low)) < set(cards):
            raise InputError(f"{where}: '{low}' are not two of the player's cards")
    for step in played.steps:
        if not set(parse_cards(step.mark)) <= set(cards):
            raise InputError(f"{where}: '{step.title}' marks a card that the player does not hold")


def _check_walk(walk: Walk) -> None:
    where = f"walk '{walk.heading}'"
    spec = head_of_set(shipped_chart(walk.chart)).spec
    class_index(walk.hand)
    for step in walk.steps:
        if step.hand:
            class_index(step.hand)
        if follow(spec, step.node).spot is None:
            raise InputError(f"{where}: '{step.title}' is at no decision")
