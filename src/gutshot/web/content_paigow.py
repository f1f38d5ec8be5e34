"""What the guide to Pai Gow poker prints: rounds step by step, hands by name, numbers of texts.

A setting's worth is counted behind the page; until it is there, its figures say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import format_cards, parse_cards
from gutshot.paigow.advisor import advise
from gutshot.paigow.hands import DECK, high_name, high_strength, low_name, low_strength
from gutshot.paigow.house_ways import house_way, house_ways
from gutshot.paigow.setting import SPLITS, Outcome, Setting
from gutshot.paigow.sevens import HANDS
from gutshot.paigow.table import table
from gutshot.render.paigow_bars import outcome_bar
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.web.content_text import marked, plain
from gutshot.web.content_words import NOT_YET
from gutshot.web.number_text import decimal_text, fraction_text, grouped, percent_text, signed_text
from gutshot.web.paigow_query import PaigowState
from gutshot.web.vp_view import card_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from markupsafe import Markup

    from gutshot.paigow.advisor import Advice, SettingValue
    from gutshot.web.content_figures import Figures
    from gutshot.web.content_guide import Guide, Move, Round, Section
    from gutshot.web.content_text import Figure
    from gutshot.web.vp_view import CardView

__all__ = ["Group", "Lying", "MoveView", "Row", "named_hands", "paigow_words", "rounds_view"]

_PLACES: Final = 4
_OUTCOMES: Final = {Outcome.WIN: "You win", Outcome.PUSH: "A push", Outcome.LOSE: "You lose"}
_VERDICTS: Final = {"right": "Right", "wrong": "Wrong", "foul": "Foul"}


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table; None for one that is covered."""

    card: CardView | None = None
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together. beats : what became of it against the other side's, or ""."""

    cards: tuple[Lying, ...]
    name: str = ""
    beats: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Whose cards they are, and how they lie."""

    label: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class MoveView:
    """A step as the page prints it.

    verdict : ``right``, ``wrong``, ``foul`` or "". bar : how the setting fares, as SVG, or "".
    said : the step in words, for a screen reader.
    """

    number: int
    scene: str
    title: str
    text: Markup
    rows: tuple[Row, ...]
    verdict: str
    figures: tuple[tuple[str, str], ...]
    bar: str
    url: str
    said: str


@dataclass(frozen=True, slots=True)
class NamedHandView:
    """Cards with what they are."""

    cards: tuple[str, ...]
    words: str
    name: str
    text: str


def named_hands(section: Section) -> tuple[NamedHandView, ...]:
    """Return the example hands of a section with their names."""
    out = []
    for hand in section.hands:
        cards = parse_cards(hand.cards)
        name = low_name(low_strength(cards)) if len(cards) == 2 else high_name(high_strength(cards))
        words = ", ".join(map(card_words, cards))
        out.append(NamedHandView(tuple(map(mini_card, cards)), words, name, hand.text))
    return tuple(out)


def paigow_words(figures: Figures) -> dict[str, Figure]:
    """Return what the texts about the game can name.

    ``{bank CARDS}`` is what the best setting of seven cards gains when their owner banks; seconds
    are those of the shipped table ``fortune``.
    """

    def bank(words: Sequence[str]) -> str:
        cards = parse_cards(" ".join(words))
        found = [figures.named(("paigow", cards, banker), _advised(cards, "local", banker=banker))
                 for banker in (False, True)]  # fmt: skip
        if found[0] is None or found[1] is None:
            return NOT_YET
        return percent_text(found[1].best.ev - found[0].best.ev)

    played = table("fortune")
    return {
        "deck": lambda _: str(DECK.size),
        "splits": lambda _: str(len(SPLITS)),
        "deals": lambda _: grouped(HANDS),
        "ways": lambda _: str(len(house_ways())),
        "bank": bank,
        "betting_seconds": lambda _: f"{played.betting_ticks * played.tick_s:g}",
        "setting_seconds": lambda _: f"{played.setting_ticks * played.tick_s:g}",
        "round_seconds": lambda _: (
            f"{(played.betting_ticks + played.setting_ticks) * played.tick_s:g}"
        ),
    }


def rounds_view(guide: Guide, figures: Figures) -> tuple[MoveView, ...]:
    """Return all steps of a guide's rounds, numbered through."""
    out: list[MoveView] = []
    for played in guide.rounds:
        table = _Table(played, f"{guide.id}.toml", figures)
        out += [table.view(step, len(out) + at) for at, step in enumerate(played.steps, 1)]
    return tuple(out)


def _advised(cards: tuple[int, ...], way: str, *, banker: bool = False) -> partial[Advice]:
    return partial(advise, cards, house_way(way), banker=banker)


class _Table:
    """A round laid out: the player's cards, the dealer's as his way sets them, and their worth."""

    def __init__(self, played: Round, origin: str, figures: Figures) -> None:
        self._round = played
        self._origin = f"{origin}: {played.heading}"
        self._cards = parse_cards(played.cards)
        self._dealer = house_way(played.way).set(parse_cards(played.dealer))
        self._own = self._setting(played.low)
        self._words = paigow_words(figures)
        self._advice = figures.named(
            ("paigow", self._cards, played.way), _advised(self._cards, played.way)
        )

    def view(self, step: Move, number: int) -> MoveView:
        """Return a step as the page prints it."""
        setting = self._setting(step.low) if step.low else self._own
        text = marked(step.text, self._words | self._figures(setting), self._origin)
        verdict, shown, bar = self._judged(setting) if step.show == "set" else ("", (), "")
        if step.show == "compare":
            outcome = self._own.against(self._dealer)
            shown = (("Outcome", _OUTCOMES[outcome]),)
        said = f"{step.title}. {plain(text)}"
        if verdict:
            said += f" {_VERDICTS[verdict]}."
        return MoveView(
            number=number,
            scene=self._round.heading,
            title=step.title,
            text=text,
            rows=self._rows(step, setting),
            verdict=verdict,
            figures=shown,
            bar=bar,
            url=self._url(step) if step.show == "set" else "",
            said=said,
        )

    def _rows(self, step: Move, setting: Setting) -> tuple[Row, ...]:
        marks = frozenset(parse_cards(step.mark))
        if step.show in {"covered", "faces"}:
            lying = _lying(self._cards, marks, covered=step.show == "covered")
            return (Row("Your seven cards", (Group(lying),)),)
        if step.show == "set":
            return (Row("Your two hands", _set(setting, marks)),)
        if step.show == "dealer":
            return (
                Row("The dealer", _set(self._dealer, frozenset())),
                Row("You", _set(self._own, marks)),
            )
        low = self._own.low_strength, self._dealer.low_strength
        high = self._own.high_strength, self._dealer.high_strength
        return (
            Row("The dealer", _set(self._dealer, frozenset())),
            Row("You", _set(self._own, marks, (_beats(*low), _beats(*high)))),
        )

    def _setting(self, low: str) -> Setting:
        front = parse_cards(low)
        return Setting(tuple(card for card in self._cards if card not in front), front)

    def _value(self, setting: Setting) -> SettingValue | None:
        return None if self._advice is None else self._advice.value_of(setting)

    def _judged(self, setting: Setting) -> tuple[str, tuple[tuple[str, str], ...], str]:
        """Return the verdict on a setting, its figures, and a picture of how it fares."""
        if setting.foul:
            return "foul", (("High hand", setting.high_name), ("Low hand", setting.low_name)), ""
        value = self._value(setting)
        if value is None or self._advice is None:
            return "", (("EV of a bet of 1", NOT_YET),), ""
        total = self._advice.total
        figures = [
            ("EV of a bet of 1", signed_text(value.ev, _PLACES)),
            ("exactly", fraction_text(value.ev)),
        ]
        if not value.best:
            cost = self._advice.best.ev - value.ev
            figures.append(("loses", decimal_text(cost, _PLACES)))
        bar = outcome_bar(value.win / total, value.push / total, value.lose / total)
        return "right" if value.best else "wrong", tuple(figures), bar

    def _figures(self, setting: Setting) -> dict[str, Figure]:
        def of(words: Sequence[str]) -> Setting:
            return self._setting(" ".join(words)) if words else setting

        def share(kind: str) -> Figure:
            def told(words: Sequence[str]) -> str:
                value = self._value(of(words))
                if value is None or self._advice is None:
                    return NOT_YET
                return f"{100 * getattr(value, kind) / self._advice.total:.1f}\u2009%"

            return told

        def ev(words: Sequence[str]) -> str:
            value = self._value(of(words))
            return NOT_YET if value is None else signed_text(value.ev, _PLACES)

        def cost(words: Sequence[str]) -> str:
            value = self._value(of(words))
            if value is None or self._advice is None:
                return NOT_YET
            lost: Fraction = self._advice.best.ev - value.ev
            return decimal_text(lost, _PLACES)

        return {
            "high": lambda words: _lowered(of(words).high_name),
            "low": lambda words: _lowered(of(words).low_name),
            "ev": ev,
            "cost": cost,
            "win": share("win"),
            "push": share("push"),
            "lose": share("lose"),
            "dealer_high": lambda _: _lowered(self._dealer.high_name),
            "dealer_low": lambda _: _lowered(self._dealer.low_name),
            "way": lambda _: house_way(self._round.way).name,
            "hands": lambda _: NOT_YET if self._advice is None else grouped(self._advice.total),
        }

    def _url(self, step: Move) -> str:
        """Return where all settings of these cards are, the step's one laid out."""
        cards = format_cards(self._cards).replace(" ", "")
        low = format_cards(parse_cards(step.low or self._round.low)).replace(" ", "")
        return PaigowState(cards, against=self._round.way, low=low).url()


def _set(
    setting: Setting, marks: frozenset[int], beats: tuple[str, str] = ("", "")
) -> tuple[Group, ...]:
    return (
        Group(_lying(setting.low, marks), setting.low_name, beats[0]),
        Group(_lying(setting.high, marks), setting.high_name, beats[1]),
    )


def _beats(own: int, dealers: int) -> str:
    return "wins" if own > dealers else "a copy: the dealer's" if own == dealers else "loses"


def _lying(
    cards: Iterable[int], marks: frozenset[int], *, covered: bool = False
) -> tuple[Lying, ...]:
    return tuple(Lying(None if covered else card_view(card, DECK), card in marks) for card in cards)


def _lowered(name: str) -> str:
    return name[:1].lower() + name[1:]
