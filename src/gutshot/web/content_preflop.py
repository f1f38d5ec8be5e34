"""The demonstration of the preflop guide: hands walked through charts, decision by decision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from gutshot.cards.decks import RANKS
from gutshot.holdem.hand_classes import CLASSES, COMBOS, class_combos, class_index
from gutshot.holdem.preflop.chart_set import REACHED, TIERS, read_set
from gutshot.holdem.preflop.closeness import INDIFFERENT_BB, near_bb
from gutshot.holdem.preflop.codec import SHARE_STEP
from gutshot.holdem.preflop.spec import USUAL_ENTRANTS
from gutshot.holdem.preflop.tiers import tier_shares
from gutshot.render.preflop_answer import answer_payload, line_words
from gutshot.render.preflop_text import spec_words
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.web.content_preflop_method import shipped_chart
from gutshot.web.content_text import marked, plain
from gutshot.web.preflop_chart_view import (
    cells,
    hand_view,
    percent,
    signed,
    steps,
    still_to_act,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from markupsafe import Markup
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.web.content_guide import Guide, Look, Walk
    from gutshot.web.content_text import Figure
    from gutshot.web.preflop_chart_view import Cell, HandView, Step

__all__ = ["LookView", "preflop_words", "walks_view"]

_TIERS: Final = tuple(TIERS.values())


@dataclass(frozen=True, slots=True)
class LookView:
    """A step as the page prints it.

    line, coming : decisions so far and who waits, as the chart page has them. rows : the grid, or
        empty. hand : what one hand does, or None. said : the step in words, for a screen reader.
    """

    number: int
    scene: str
    title: str
    text: Markup
    seat: str
    line: tuple[Step, ...]
    coming: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    card_words: str
    rows: tuple[tuple[Cell, ...], ...]
    hand: HandView | None
    url: str
    said: str


@lru_cache(maxsize=4)
def _chart(name: str) -> ChartSet:
    return read_set(shipped_chart(name))


def preflop_words() -> dict[str, Figure]:
    """Return what the texts about preflop charts can name."""
    return {
        "classes": lambda _: str(CLASSES),
        "combos": lambda _: f"{COMBOS:,}",
        "combos_of": lambda words: str(len(class_combos(class_index(words[0])))),
        "side": lambda _: str(len(RANKS)),
        "near": lambda _: f"{INDIFFERENT_BB:g}",
        "entrants": lambda _: str(USUAL_ENTRANTS),
        "step": lambda _: f"{100 * SHARE_STEP:.1f}",
        "reached": lambda _: f"{1 / REACHED:,.0f}",
        "bar": lambda words: f"{_chart(words[0]).bar_bb:.3f}",
        "left": lambda words: f"{_chart(words[0]).certificate.exploitability:.4f}",
        "model": lambda words: percent(_chart(words[0]).model_share),
    }


def walks_view(guide: Guide) -> tuple[LookView, ...]:
    """Return all steps of a guide's walks, numbered through."""
    out: list[LookView] = []
    for walk in guide.walks:
        path = _Path(walk, f"{guide.id}.toml")
        out += [path.view(step, len(out) + at) for at, step in enumerate(walk.steps, 1)]
    return tuple(out)


class _Path:
    """A walk through one chart."""

    def __init__(self, walk: Walk, origin: str) -> None:
        self._walk = walk
        self._origin = f"{origin}: {walk.heading}"
        self._chart = _chart(walk.chart)

    def view(self, step: Look, number: int) -> LookView:
        """Return a step as the page prints it."""
        hand = step.hand or self._walk.hand
        here = _Node(self._chart, step.node, hand)
        text = marked(step.text, preflop_words() | here.by_name, self._origin)
        cards = class_combos(here.number)[0] if step.show == "hand" else ()
        whole = step.show == "grid"
        return LookView(
            number=number,
            scene=self._walk.heading,
            title=step.title,
            text=text,
            seat=here.node.seat,
            line=tuple(steps(self._chart, step.node)),
            coming=tuple(still_to_act(self._chart.spec, step.node)),
            cards=tuple(map(mini_card, cards)),
            card_words=" and ".join(map(card_words, cards)),
            rows=tuple(map(tuple, cells(here.answer))) if whole else (),
            hand=hand_view(self._chart, here.node, here.number) if step.show == "hand" else None,
            url=self._url(step, hand),
            said=f"{step.title}. {plain(text)}",
        )

    def _url(self, step: Look, hand: str) -> str:
        query = {"chart": self._walk.chart, "node": step.node}
        if step.show == "hand":
            query["hand"] = hand
        return f"/preflop/charts?{urlencode(query)}"


class _Node:
    """What the text of a step can name of a decision and a hand: ``{ev C}``, ``{share R}``."""

    def __init__(self, chart: ChartSet, name: str, hand: str) -> None:
        self._chart = chart
        self.node: ChartNode = chart.node(name)
        self.number = class_index(hand)
        self.by_name: dict[str, Figure] = {
            "hand": lambda _: hand,
            "seat": lambda _: self.node.seat,
            "line": lambda _: line_words(chart.spec, name) or "nobody has acted",
            "spot": lambda _: spec_words(chart.spec),
            "share": lambda words: f"{percent(self._row(words, self.node.strategy))}\u2009%",
            "all": lambda words: f"{percent(self._dealt(words))}\u2009%",
            "ev": lambda words: signed(self._row(words, self.node.ev_bb)),
            "now": lambda words: signed(self._row(words, self.node.ev_bb) + self.node.spent_bb),
            "short": lambda words: f"{self._short(words):.4f}",
            "spent": lambda _: f"{self.node.spent_bb:g}",
            "to": lambda words: f"{self.node.to_bb[self._at(words)]:g}",
            "rests": lambda words: f"{percent(self._rests(words))}\u2009%",
            "own": lambda _: f"{percent(float(self.node.own_reach[self.number]))}\u2009%",
            "comes": lambda _: f"{100 * self.node.reach:.2g}\u2009%",
            "within": lambda _: f"{near_bb(chart, self.node):.2g}",
        }

    @cached_property
    def answer(self) -> Mapping[str, Any]:
        """The node's answer for all hands, as scripts get it."""
        return answer_payload(self._chart, self.node.node, None, "shipped")

    def _at(self, words: Sequence[str]) -> int:
        return self.node.actions.index(words[0])

    def _row(self, words: Sequence[str], of: NDArray[np.float64]) -> float:
        return float(of[self._at(words), self.number])

    def _dealt(self, words: Sequence[str]) -> float:
        return float(self.node.dealt_frequency[self._at(words)])

    def _short(self, words: Sequence[str]) -> float:
        return float(self.node.ev_bb[:, self.number].max()) - self._row(words, self.node.ev_bb)

    def _rests(self, words: Sequence[str]) -> float:
        """Return how often what follows an action ends so: ``{rests C modelled}``."""
        shares = tier_shares(self._chart, self.node.node)
        return float(shares[self._at(words), self.number, _TIERS.index(words[1])])
