"""A quiz's question and its graded answer, in words and as JSON.

The terminal and a page say the same: who sits where with which hand, what was done before, pot and
stack, the keys; and then what the chart does, what each action is worth, what the answer costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.node_ids import is_raise
from gutshot.holdem.preflop.quiz import kind_of
from gutshot.holdem.preflop.tree import follow
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_text import WORDS
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from gutshot.holdem.preflop.quiz import Grade, Question
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Spot

__all__ = [
    "action_words",
    "grade_payload",
    "grade_text",
    "grade_words",
    "key_of",
    "question_payload",
    "question_text",
]

_RIGHT: Final = {
    "best": "it is the chart's own action",
    "mixed": "the chart mixes it with {others}, worth the same within {within:.2g} bb",
    "indifferent": "indifferent, as good as {others} within {within:.2g} bb",
}


def action_words(spec: PreflopSpec, node: str) -> dict[str, str]:
    """Return a node's actions in words, such as 'raise to 7.5', by their letters, cheapest first.

    Raises
    ------
    InputError
        When the spot has no decision of this id.
    """
    spot = _spot(spec, node)
    return {
        letter: f"{WORDS[letter[0]]} to {float(after.bets[spot.player]):g}"
        if is_raise(letter)
        else WORDS[letter[0]]
        for letter, after in spot.actions.items()
    }


def key_of(action: str) -> str:
    """Return what is typed for an action: its letter in small, such as f, c, r, r2, a."""
    return action.lower()


def question_payload(spec: PreflopSpec, question: Question) -> dict[str, Any]:
    """Return a question as JSON; nothing in it says what the chart does.

    `pot_bb` is all that lies in the middle, `to_call_bb` what a call adds to it, `stack_bb` what
    the seat has behind.
    """
    spot = _spot(spec, question.node)
    words = action_words(spec, question.node)
    betting = spot.betting
    return {
        "node": question.node,
        "line": line_words(spec, question.node),
        "kind": kind_of(question.node),
        "position": spec.seats[spot.player],
        "hand": CLASS_NAMES[question.hand],
        "pot_bb": float(betting.pot),
        "to_call_bb": float(betting.to_call),
        "stack_bb": float(betting.stacks[spot.player]),
        "actions": [
            {"action": letter, "key": key_of(letter), "words": said}
            for letter, said in words.items()
        ],
    }


def question_text(spec: PreflopSpec, question: Question) -> str:
    """Return a question in three lines: the hand, the line with pot and stack, the keys."""
    found = question_payload(spec, question)
    call = f", {found['to_call_bb']:g} to call" if found["to_call_bb"] else ""
    keys = "   ".join(f"{one['key']} {one['words']}" for one in found["actions"])
    return "\n".join(
        [
            f"{found['position']} with {found['hand']}: {found['line'] or 'nobody has acted'}",
            f"pot {found['pot_bb']:g} bb{call}, {found['stack_bb']:g} behind",
            keys,
        ]
    )


def grade_payload(spec: PreflopSpec, found: Grade) -> dict[str, Any]:
    """Return a graded answer as JSON.

    `lost_bb` is 0 for every action in `accepted`; `frequency` and `ev_bb` are the chart's, by
    action, EVs net since before posting.
    """
    return {
        "action": found.action,
        "verdict": found.verdict,
        "lost_bb": found.lost_bb,
        "best": found.best,
        "accepted": list(found.accepted),
        "within_bb": found.within_bb,
        "frequency": dict(zip(found.actions, found.frequency, strict=True)),
        "ev_bb": dict(zip(found.actions, found.ev_bb, strict=True)),
        "words": grade_words(spec, found),
    }


def grade_words(spec: PreflopSpec, found: Grade) -> str:
    """Return what an answer costs in one sentence."""
    words = action_words(spec, found.question.node)
    said, verdict = words[found.action], found.verdict
    if verdict == "mistake":
        return f"Mistake: {said} costs {found.lost_bb:.4f} bb; best is {words[found.best]}."
    among = found.mix if verdict == "mixed" else found.mix or (found.best,)
    others = " and ".join(words[one] for one in among if one != found.action)
    reason = _RIGHT[verdict].format(others=others, within=found.within_bb)
    return f"Right: {said}, {reason}."


def grade_text(spec: PreflopSpec, found: Grade) -> str:
    """Return the sentence, and a table of what the chart does and what each action is worth."""
    words = action_words(spec, found.question.node)
    best = max(found.ev_bb)
    rows = [
        (
            f"{'>' if letter == found.action else ' '} {words[letter]}",
            f"{100 * share:.1f} %",
            f"{ev:+.4f}",
            f"{ev - best:.4f}" if ev < best else "best",
        )
        for letter, share, ev in zip(found.actions, found.frequency, found.ev_bb, strict=True)
    ]
    titles = ("the chart", "EV bb", "short of the best")
    columns = [Column("  action"), *(Column(title, right=True) for title in titles)]
    return "\n".join([grade_words(spec, found), text_table(columns, rows)])


def _spot(spec: PreflopSpec, node: str) -> Spot:
    place = follow(spec, node)
    if place.spot is None:
        raise AssertionError(node)  # a question is a decision
    return place.spot
