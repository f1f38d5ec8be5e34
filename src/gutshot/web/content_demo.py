"""The demonstration of a guide: every step as it lies on the table, every number computed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import parse_cards, parse_hand
from gutshot.render.svg_cards import mini_card
from gutshot.videopoker import analyse_hand, game
from gutshot.videopoker.holds import category_of
from gutshot.web.content_text import marked, plain
from gutshot.web.number_text import decimal_text, fraction_text, grouped, payout_text
from gutshot.web.vp_choice import TableChoice
from gutshot.web.vp_query import PageState
from gutshot.web.vp_view import card_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from markupsafe import Markup

    from gutshot.videopoker import HandAnalysis, Hold, PayTable
    from gutshot.web.content_guide import Guide, Scene, Step
    from gutshot.web.content_text import Figure
    from gutshot.web.vp_view import CardView

__all__ = ["Place", "StepView", "demonstration"]


@dataclass(frozen=True, slots=True)
class Place:
    """One of the five places on the table.

    state : ``empty``, ``back`` or ``face``. held : None where nothing is said about it.
    """

    state: str
    card: CardView | None = None
    held: bool | None = None
    marked: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as the page prints it.

    reserve : face-down cards left. verdict : ``right``, ``tied``, ``wrong`` or "".
    figures : names and numbers. gone : small cards. said : the step in words, for a screen reader.
    """

    number: int
    scene: str
    title: str
    text: Markup
    places: tuple[Place, ...]
    reserve: int
    gone: tuple[str, ...]
    verdict: str
    figures: tuple[tuple[str, str], ...]
    url: str
    said: str


_VERDICTS: Final = {"right": "Right", "tied": "Right, and it ties", "wrong": "Wrong"}


def demonstration(guide: Guide) -> tuple[StepView, ...]:
    """Return all steps of a guide's scenes, numbered through."""
    out: list[StepView] = []
    for scene in guide.scenes:
        table = _Table(scene, f"{guide.id}.toml")
        out += [table.view(step, len(out) + at) for at, step in enumerate(scene.steps, 1)]
    return tuple(out)


class _Table:
    """A scene laid out: what is dealt, held, drawn, and worth."""

    def __init__(self, scene: Scene, origin: str) -> None:
        self._scene = scene
        self._origin = f"{origin}: {scene.heading}"
        self.table: PayTable = game(scene.game)
        self.hand: HandAnalysis = analyse_hand(parse_hand(scene.deal, self.table.deck), self.table)
        self._kept = self._mask(scene.hold)
        drawn = iter(parse_cards(scene.draw))
        self._final = tuple(
            card if self._kept >> i & 1 else next(drawn) for i, card in enumerate(self.hand.deal)
        )

    def view(self, step: Step, number: int) -> StepView:
        """Return a step as the page prints it."""
        deck, drawn = self.table.deck, self._kept.bit_count()
        reserve = {"reserve": deck.size, "drawn": deck.size - 10 + drawn}
        reserve["score"] = reserve["drawn"]
        gone = [c for i, c in enumerate(self.hand.deal) if not self._kept >> i & 1]
        figures = _Figures(self, step.hold or self._scene.hold)
        text = marked(step.text, figures.by_name, self._origin)
        verdict, shown = figures.shown(step.show)
        said = f"{step.title}. {plain(text)}"
        if verdict:
            said += f" {_VERDICTS[verdict]}."
        return StepView(
            number=number,
            scene=self._scene.heading,
            title=step.title,
            text=text,
            places=tuple(self._places(step)),
            reserve=reserve.get(step.show, deck.size - 5),
            gone=tuple(map(mini_card, gone)) if step.show in {"gone", "drawn", "score"} else (),
            verdict=verdict,
            figures=shown,
            url=self._url(step),
            said=said,
        )

    def _places(self, step: Step) -> list[Place]:
        named = parse_cards(step.mark)
        held = self._mask(step.hold) if step.show == "hold" else None
        out = []
        for i in range(5):
            kept = bool(self._kept >> i & 1)
            if step.show in {"reserve", "dealt"}:
                out.append(Place("empty" if step.show == "reserve" else "back"))
            elif step.show == "gone" and not kept:
                out.append(Place("empty"))
            else:
                late = step.show in {"drawn", "score"}
                card = self._final[i] if late else self.hand.deal[i]
                out.append(
                    Place(
                        "face",
                        card_view(card, self.table.deck),
                        None if held is None else bool(held >> i & 1),
                        card in named,
                        late and not kept,
                    )
                )
        return out

    def _mask(self, cards: str) -> int:
        return sum(1 << self.hand.deal.index(card) for card in parse_cards(cards))

    def _url(self, step: Step) -> str:
        """Return where a step's hold is analysed with all 32."""
        if step.show != "hold":
            return ""
        choice = TableChoice(self._scene.game)
        return PageState(choice, self._scene.deal, self._mask(step.hold)).url()

    @cached_property
    def result(self) -> tuple[str, str]:
        """The final hand's category as printed, and what it pays."""
        category = category_of(self._final, self.table)
        for line in self.table.lines:
            if line.category == category:
                return line.label, payout_text(line.pays)
        return "No win", "0"

    def hold(self, cards: str) -> Hold:
        """Return a hold by its cards."""
        return self.hand.hold(self._mask(cards))


class _Figures:
    """What the text of a step can name; cards behind a name stand for the step's own hold."""

    def __init__(self, laid: _Table, hold: str) -> None:
        self._laid = laid
        self._hold = laid.hold(hold)
        deck = laid.table.deck
        pays = {line.canonical: payout_text(line.pays) for line in laid.table.lines}
        self.by_name: dict[str, Figure] = {
            "ev": lambda words: decimal_text(self._of(words).ev),
            "exact": lambda words: fraction_text(self._of(words).ev),
            "cost": lambda words: decimal_text(self._cost(self._of(words))),
            "draws": lambda words: grouped(self._of(words).completions),
            "count": lambda words: grouped(self._of(words[1:]).counts[words[0]]),
            "pays": lambda words: pays[words[0]],
            "deck": lambda _: str(deck.size),
            "unseen": lambda _: str(deck.size - 5),
            "left": lambda _: str(deck.size - 10 + len(self._hold.cards)),
            "game": lambda _: laid.table.name,
            "result": lambda _: laid.result[0],
            "result_pays": lambda _: laid.result[1],
        }

    def _of(self, words: Sequence[str]) -> Hold:
        return self._laid.hold(" ".join(words)) if words else self._hold

    def _cost(self, hold: Hold) -> Fraction:
        return self._laid.hand.holds[0].ev - hold.ev

    def shown(self, show: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return the verdict and the figures that stand below a step's text."""
        if show == "score":
            label, pays = self._laid.result
            return "", (("Hand", label), ("Pays, per coin", pays))
        if show != "hold":
            return "", ()
        best, cost = self._laid.hand.best, self._cost(self._hold)
        verdict = "wrong" if cost else "tied" if len(best) > 1 else "right"
        figures = [
            ("EV per coin", decimal_text(self._hold.ev)),
            ("exactly", fraction_text(self._hold.ev)),
            ("possible draws", grouped(self._hold.completions)),
        ]
        if cost:
            figures.append(("loses", f"{decimal_text(cost)} = {fraction_text(cost)}"))
        return verdict, tuple(figures)
