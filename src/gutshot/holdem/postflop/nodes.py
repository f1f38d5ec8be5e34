"""Ids of a spot's nodes, and where a node stands in the trees of its street.

An id is what was done from the board on: ``x-b25-c|8d|x`` is check, bet 25, call, the eight of
diamonds, check. ``f`` folds, ``x`` checks, ``c`` calls, ``b25`` and ``r85`` bet and raise to so
many chips, ``a`` is all-in; where a player can only check nothing is written. ``|*|`` is any card,
for what holds on all boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.cards.text import card_name, parse_cards
from gutshot.cfr import Decision, End
from gutshot.errors import CardError, InputError
from gutshot.holdem.postflop.spec import PLAYERS
from gutshot.holdem.postflop.tree import LEAVES, StreetTrees, grow_streets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.cfr.forest import Node
    from gutshot.holdem.betting import Betting
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["ANY_CARD", "Place", "Position", "SpotTree", "Step", "token_of"]

ANY_CARD: Final = -1
_LETTERS: Final = {"fold": "f", "check": "x", "call": "c", "all_in": "a"}
_LONGEST: Final = 400


def token_of(action: str) -> str:
    """Return an action as ids write it: `bet 25` is b25."""
    if action in _LETTERS:
        return _LETTERS[action]
    word, _, amount = action.partition(" ")
    return word[0] + amount


@dataclass(frozen=True, slots=True)
class Place:
    """A decision among those of its street.

    Attributes
    ----------
    street : int
        Counted from the board's.
    player : int
    number : int
        Among his nodes of the street, in the order of `cfr.Forest`.
    first : int
        The slot of its first action.
    actions : tuple of str
    """

    street: int
    player: int
    number: int
    first: int
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A decision that was taken: where, which action, after which cards."""

    place: Place
    action: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """What an id stands for.

    Attributes
    ----------
    id : str
        In its one form.
    street : int
        Counted from the board's.
    cards : tuple of int
        Those that came after the spot's board, `ANY_CARD` where none is named.
    start : int
        Which beginning of the street it comes from.
    node : Node
        A decision, or an end: a fold, a showdown, or, from `LEAVES` on, where a card comes.
    place : Place or None
        Of a decision.
    state : Betting
        Stacks, bets and pot.
    steps : tuple of Step
        The decisions on the way.
    """

    id: str
    street: int
    cards: tuple[int, ...]
    start: int
    node: Node
    place: Place | None
    state: Betting
    steps: tuple[Step, ...] = ()

    @property
    def deals(self) -> bool:
        """Whether a card comes next."""
        return isinstance(self.node, End) and self.node.kind >= LEAVES


class SpotTree:
    """All trees of a spot, and the places of their decisions.

    Raises
    ------
    InputError
        When the sizes make more of a tree than can be solved.
    """

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.streets = grow_streets(spot)
        self._places: dict[int, Place] = {}
        for number, street in enumerate(self.streets):
            for place, node in _places(number, street):
                # nodes are known by themselves: equal ones stand at different places
                self._places[id(node)] = place

    def place(self, node: Node) -> Place | None:
        """Return where a decision of these trees stands, None for an end."""
        return self._places.get(id(node))

    @property
    def root(self) -> Position:
        """Where the spot begins."""
        start = self.streets[0].starts[0]
        node = self.streets[0].roots[0]
        return Position("", 0, (), 0, node, self.place(node), _up_to(start.state, node))

    def at(self, node_id: str, *, any_card: bool = False) -> Position:
        """Return what an id stands for.

        any_card : `*` may stand for a card.

        Raises
        ------
        InputError
            At the first action or card that is not there; what there is.
        """
        if len(node_id) > _LONGEST:
            raise InputError(f"the node's id has more than {_LONGEST} characters")
        here = self.root
        for number, part in enumerate(node_id.replace(" ", "").split("|")):
            if number % 2:
                here = self._dealt(here, part, any_card=any_card)
                continue
            for token in part.split("-") if part else ():
                here = self.after(here, token)
        return here

    def after(self, here: Position, token: str) -> Position:
        """Return what follows an action, written as in ids."""
        if not isinstance(here.node, Decision) or here.place is None:
            raise InputError(f"after '{here.id}' nobody acts: {_why_not(here)}")
        tokens = [token_of(action) for action in here.place.actions]
        if token.lower() not in tokens:
            raise InputError(
                f"'{token[:20]}' is no action {_where(here)}; there are {', '.join(tokens)}"
            )
        number = tokens.index(token.lower())
        action = here.place.actions[number]
        node = here.node.actions[action]
        before = here.id
        joint = "" if not before or before.endswith("|") else "-"
        return Position(
            before + joint + tokens[number],
            here.street,
            here.cards,
            here.start,
            node,
            self.place(node),
            _up_to(_acted(here.state, action), node),
            (*here.steps, Step(here.place, number, here.cards)),
        )

    def dealt(self, here: Position, card: int) -> Position:
        """Return the beginning of the next street on a card; `ANY_CARD` is all of them."""
        if not isinstance(here.node, End) or here.node.kind < LEAVES:
            raise InputError(f"no card comes {_where(here)}: {_why_not(here)}")
        if card != ANY_CARD and card in (*self.spot.board, *here.cards):
            raise InputError(f"{card_name(card)} lies on the board already")
        street, start = here.street + 1, here.node.kind - LEAVES
        trees = self.streets[street]
        node = trees.roots[start]
        name = "*" if card == ANY_CARD else card_name(card)
        return Position(
            f"{here.id}|{name}|",
            street,
            (*here.cards, card),
            start,
            node,
            self.place(node),
            _up_to(trees.starts[start].state, node),
            here.steps,
        )

    def _dealt(self, here: Position, text: str, *, any_card: bool) -> Position:
        if text == "*" and any_card:
            return self.dealt(here, ANY_CARD)
        try:
            cards = parse_cards(text)
        except CardError as error:
            raise InputError(f"node id: {error}") from error
        if len(cards) != 1 or cards[0] >= 52:
            raise InputError(f"between bars stands one card, like |8d|, not '{text[:20]}'")
        return self.dealt(here, cards[0])


def _places(street: int, trees: StreetTrees) -> Iterator[tuple[Place, Node]]:
    """Yield the decisions of a street in the order in which `cfr.grow_all` numbers them."""
    slots = [len(trees.roots)] * len(PLAYERS)
    numbers = [0] * len(PLAYERS)

    def walk(node: Node) -> Iterator[tuple[Place, Node]]:
        if not isinstance(node, Decision):
            return
        who = node.player
        yield Place(street, who, numbers[who], slots[who], tuple(node.actions)), node
        numbers[who] += 1
        slots[who] += len(node.actions)
        for after in node.actions.values():
            yield from walk(after)

    for root in trees.roots:
        yield from walk(root)


def _acted(state: Betting, action: str) -> Betting:
    if action == "fold":
        return state.fold()
    if action in {"check", "call"}:
        return state.call()
    # amounts in names are rounded to ten digits: the state is for what people read
    to = state.max_raise_to if action == "all_in" else Fraction(action.split()[1])
    return state.raise_to(min(max(to, state.min_raise_to), state.max_raise_to))


def _up_to(state: Betting, node: Node) -> Betting:
    """Return the state at a decision, after the check of who could only check."""
    while isinstance(node, Decision) and state.to_act != node.player:
        state = state.call()
    return state


def _where(here: Position) -> str:
    return f"after '{here.id}'" if here.id else "at the first decision"


def _why_not(here: Position) -> str:
    if here.deals:
        return "a card comes, written like |8d|"
    return "the hand is over" if isinstance(here.node, End) else "somebody is to act"
