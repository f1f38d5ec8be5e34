"""What the games page prints: every table of the catalogue with its exact figures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import parse_hand
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.videopoker import analyse_hand, game, games
from gutshot.web.content_guide import guides
from gutshot.web.content_text import marked
from gutshot.web.content_words import exact_return, game_words
from gutshot.web.number_text import (
    decimal_text,
    fraction_text,
    grouped,
    one_in,
    payout_text,
    percent_text,
    signed_text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from gutshot.videopoker import PayTable
    from gutshot.web.content_figures import Figures, GameFigures
    from gutshot.web.content_guide import Example

__all__ = ["DECK_LABELS", "GameView", "Group", "Wish", "game_groups", "read_wish", "root"]

DECK_LABELS: Final = {
    "standard": "52 cards, none wild",
    "deuces-wild": "52 cards, deuces wild",
    "joker": "53 cards, one joker",
    "double-joker": "54 cards, two jokers",
}
SORTS: Final = {
    "family": "family",
    "return": "return, highest first",
    "variance": "variance, lowest first",
    "hits": "hit frequency, highest first",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """Which tables to show, and in which order; "" for all."""

    deck: str = ""
    family: str = ""
    sort: str = "family"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a pay table; counts are "" until they are known."""

    label: str
    pays: str
    combos: str
    odds: str
    points: str


@dataclass(frozen=True, slots=True)
class Held:
    """On how many deals so many cards are held."""

    cards: int
    share: str
    deals: str


@dataclass(frozen=True, slots=True)
class GameView:
    """A table as the page prints it; figures are "" until they are counted.

    published, published_by : the rounded return that others print, and who they are; "" for none.
    difference : ours less theirs, in points; "" when ours, rounded like theirs, is the same.
    """

    id: str
    name: str
    family: str
    deck: str
    short: str
    percent: str
    fraction: str
    edge: str
    player: bool
    variance: str
    deviation: str
    covariance: str
    royal_cycle: str
    hits: str
    ties: str
    lines: tuple[Line, ...]
    held: tuple[Held, ...]
    published: str
    published_by: str
    difference: str
    source: str
    note: str
    version: str


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A deal with its best holds as small cards, "" where a card is drawn anew."""

    game: str
    url: str
    words: str
    cards: tuple[str, ...]
    holds: tuple[tuple[str, ...], ...]
    hold_words: str
    ev: str
    text: Markup


@dataclass(frozen=True, slots=True)
class Group:
    """Tables under one heading; "" when they are of several families."""

    family: str
    text: Markup | str
    examples: tuple[ExampleView, ...]
    games: tuple[GameView, ...]


def read_wish(query: Mapping[str, str]) -> Wish:
    """Return what an address asks for; what it does not know is all."""
    families = {table.family for table in games()}
    deck, family, sort = (query.get(key, "") for key in ("deck", "family", "sort"))
    return Wish(
        deck if deck in DECK_LABELS else "",
        family if family in families else "",
        sort if sort in SORTS else "family",
    )


def game_groups(wish: Wish, figures: Figures) -> tuple[Group, ...]:
    """Return the tables that are wished for: by family with its notes, or all in one group."""
    tables = [
        table
        for table in games()
        if wish.deck in {"", table.deck.name} and wish.family in {"", table.family}
    ]
    if wish.sort != "family":
        tables.sort(key=lambda table: _sort_key(table, wish.sort, figures))
        return (Group("", "", (), tuple(_view(table, figures) for table in tables)),)
    by_family: dict[str, list[PayTable]] = {}
    for table in tables:
        by_family.setdefault(table.family or "Others", []).append(table)
    return tuple(
        _group(family, sorted(of, key=lambda x: _sort_key(x, "return", figures)), figures)
        for family, of in sorted(by_family.items(), key=lambda item: _family_place(item[0]))
    )


def _sort_key(table: PayTable, sort: str, figures: Figures) -> tuple[Fraction, str]:
    if sort == "return":
        return -(exact_return(table, figures) or Fraction(0)), table.id
    counted = figures.game(table)
    if sort == "hits":
        return -(counted.hit_frequency if counted else Fraction(0)), table.id
    if counted:
        return counted.variance[0], table.id
    stated = (table.expected.variance or "0").partition(" ")[0]
    return Fraction(stated), table.id


def _family_place(family: str) -> tuple[int, str]:
    names = [one.name for guide in guides().values() for one in guide.families]
    return (names.index(family) if family in names else len(names)), family


def _group(family: str, tables: Sequence[PayTable], figures: Figures) -> Group:
    views = tuple(_view(table, figures) for table in tables)
    for guide in guides().values():
        for one in guide.families:
            if one.name == family and one.examples:
                words = game_words(game(one.examples[0].game), figures)
                origin = f"{guide.id}.toml: {family}"
                text = marked(one.text, words, origin)
                examples = tuple(_example(x, marked(x.text, words, origin)) for x in one.examples)
                return Group(family, text, examples, views)
    return Group(family, "", (), views)


def _example(example: Example, text: Markup) -> ExampleView:
    table = game(example.game)
    hand = analyse_hand(parse_hand(example.deal, table.deck), table)
    kept = [[i for i in range(5) if mask >> i & 1] for mask in hand.best]
    return ExampleView(
        game=table.name,
        url=f"/videopoker?game={table.id}&hand={''.join(example.deal.split())}",
        words=", ".join(map(card_words, hand.deal)),
        cards=tuple(map(mini_card, hand.deal)),
        holds=tuple(
            tuple(mini_card(card) if i in held else "" for i, card in enumerate(hand.deal))
            for held in kept
        ),
        hold_words=" or ".join(
            ", ".join(card_words(hand.deal[i]) for i in held) or "draw five cards" for held in kept
        ),
        ev=decimal_text(hand.holds[0].ev),
        text=text,
    )


def _view(table: PayTable, figures: Figures) -> GameView:
    share = exact_return(table, figures)
    counted = figures.game(table)
    cycle = counted.royal_cycle if counted else None
    stated = table.expected.published_percent
    return GameView(
        id=table.id,
        name=table.name,
        family=table.family,
        deck=DECK_LABELS[table.deck.name],
        short=" / ".join(payout_text(line.pays) for line in table.lines),
        percent=f"{decimal_text(share * 100)}\u2009%" if share is not None else "",
        fraction=fraction_text(share) if share is not None else "",
        edge=_edge(share) if share is not None else "",
        player=share is not None and share > 1,
        variance=_variance(table, counted),
        deviation=decimal_text(root(counted.variance[0]), 4) if counted else "",
        covariance=decimal_text(counted.covariance)
        if counted
        else (table.expected.covariance or ""),
        royal_cycle=f"1 in {decimal_text(cycle, 2)}" if cycle else "",
        hits=percent_text(counted.hit_frequency) if counted else "",
        ties=grouped(counted.tied_deals) if counted else "",
        lines=_lines(table, counted),
        held=_held(counted),
        published=f"{stated}\u2009%" if stated else "",
        published_by=table.expected.published_by or "",
        difference=_difference(share, stated) if share and stated else "",
        source=table.source,
        note=table.note,
        version=table.version,
    )


def _difference(share: Fraction, stated: str) -> str:
    places = len(stated.partition(".")[2])
    same = decimal_text(share * 100, places) == stated
    return "" if same else signed_text(share * 100 - Fraction(stated), 6)


def _edge(share: Fraction) -> str:
    side = "the player's" if share > 1 else "the house's"
    return f"{decimal_text(abs(1 - share) * 100, 4)}\u2009% {side}"


def _variance(table: PayTable, counted: GameFigures | None) -> str:
    if counted is None:
        return (table.expected.variance or "").replace("..", "to")
    low, high = (decimal_text(bound) for bound in counted.variance)
    return low if low == high else f"{low} to {high}"


def root(square: Fraction) -> Fraction:
    """Return the square root to twelve decimals, rounded down."""
    return Fraction(isqrt(square.numerator * 10**24 // square.denominator), 10**12)


def _lines(table: PayTable, counted: GameFigures | None) -> tuple[Line, ...]:
    out = []
    for line in table.lines:
        combos = odds = points = ""
        if counted:
            share = Fraction(counted.categories[line.category], sum(counted.categories.values()))
            combos, odds = grouped(counted.categories[line.category]), one_in(share)
            points = decimal_text(line.pays * share * 100, 4)
        out.append(Line(line.label, payout_text(line.pays), combos, odds, points))
    return tuple(out)


def _held(counted: GameFigures | None) -> tuple[Held, ...]:
    if counted is None:
        return ()
    dealt = sum(counted.held)
    return tuple(
        Held(cards, percent_text(Fraction(deals, dealt)), grouped(deals))
        for cards, deals in enumerate(counted.held)
    )
