"""Played hands beside the charts, as JSON for scripts and as text."""

from __future__ import annotations

from collections import Counter
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.render.preflop_answer import line_words
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.histories import BrokenHand
    from gutshot.holdem.preflop.review import Decision, Review, Reviewed, Total

__all__ = ["LeftOut", "differences", "left_out", "review_payload", "review_text", "words_of_loss"]

_WIDTH: Final = 100


class LeftOut(NamedTuple):
    """A hand that could not be read: its file, its name, the line and what is wrong there."""

    file: str
    name: str
    line: int
    problem: str


def left_out(file: str, broken: Sequence[BrokenHand]) -> list[LeftOut]:
    """Return the broken hands of a file."""
    return [LeftOut(file, one.name, one.line, one.problem) for one in broken]


def differences(review: Review) -> list[tuple[str, int, str]]:
    """Return what is not alike between hands and charts: its sort, in how many, and one of them.

    The most frequent sort first.
    """
    said: dict[str, list[str]] = {}
    for one in review.reviewed:
        for differs in () if one.match is None else one.match.differs:
            said.setdefault(differs.sort, []).append(differs.words)
    found = [
        (sort, len(words), Counter(words).most_common(1)[0][0]) for sort, words in said.items()
    ]
    return sorted(found, key=lambda one: -one[1])


def review_payload(review: Review, broken: Sequence[LeftOut]) -> dict[str, Any]:
    """Return every decision with its price, the totals, and what was left out.

    A decision's `lost_bb` is null where it has no price, and `reason` says why; `differs` is what
    the hand and its chart do not have alike, `sizes` raises that the chart has of another size.
    `action` is the chart's action that it was taken for. `stopped` says where the chart has no such
    line, and why. Decisions stand by hand; `costliest` are their places, the costliest mistakes
    first.
    """
    numbered = {
        (id(one), at): number
        for number, (one, at) in enumerate(
            (one, at) for one in review.reviewed for at in range(len(one.decisions))
        )
    }
    costliest = [numbered[id(one), one.decisions.index(d)] for one, d in review.costliest()]
    return {
        "schema": "gutshot.preflop.review/1",
        "hands": review.hands,
        "repeated": review.repeated,
        "without_cards": review.unknown,
        "finished": review.finished,
        "left_out": [one._asdict() for one in broken],
        "total": _total(review.total()),
        "by_position": [_total(one) for one in review.by_position()],
        "by_kind": [_total(one) for one in review.by_kind()],
        "by_player": [_total(one) for one in review.by_player()],
        "reviewed": [_hand(one) for one in review.reviewed],
        "decisions": [_decision(one, decision) for one, decision in review.decisions],
        "costliest": costliest,
    }


def _total(one: Total) -> dict[str, Any]:
    return {**one._asdict(), "lost_per_100_bb": one.per_100_bb}


def _hand(one: Reviewed) -> dict[str, Any]:
    match = one.match
    return {
        "hand": one.hand.name,
        "line": one.hand.line,
        "player": one.hand.players[one.player],
        "position": one.seat,
        "cards": one.hand.cards[one.player],
        "chart": None if match is None else match.chart.name,
        "effective_bb": float(one.hand.effective_bb(one.player)),
        "differs": [] if match is None else [one._asdict() for one in match.differs],
        "stopped": one.stopped,
    }


def _decision(one: Reviewed, decision: Decision) -> dict[str, Any]:
    found = decision.grade
    words = dict(decision.actions)
    out: dict[str, Any] = {
        "hand": one.hand.name,
        "player": one.hand.players[one.player],
        "position": decision.seat,
        "cards": one.hand.cards[one.player],
        "class": one.holding,
        "chart": None if one.match is None else one.match.chart.name,
        "node": decision.node,
        "kind": decision.kind,
        "played": decision.played,
        "action": decision.action or None,
        "words": words,
        "sizes": list(decision.sizes),
        "reason": decision.reason,
        "verdict": None,
        "lost_bb": None,
        "best": None,
        "frequency": None,
        "ev_bb": None,
        "within_bb": None,
    }
    if found is None:
        return out
    return out | {
        "verdict": found.verdict,
        "lost_bb": found.lost_bb,
        "best": found.best,
        "frequency": dict(zip(found.actions, found.frequency, strict=True)),
        "ev_bb": dict(zip(found.actions, found.ev_bb, strict=True)),
        "within_bb": found.within_bb,
    }


def words_of_loss(decision: Decision) -> str:
    """Return what a decision costs, in words."""
    found = decision.grade
    if found is None:
        return decision.reason
    if found.right:
        return f"right ({found.verdict})"
    return f"loses {found.lost_bb:.4f} bb; best is {dict(decision.actions)[found.best]}"


def review_text(review: Review, broken: Sequence[LeftOut], shown: int) -> str:
    """Return the totals, the costliest decisions and what has no price.

    shown : how many decisions, and how many hands without a price.
    """
    total = review.total()
    lines = [_head(review, len(broken)), _sum_words(total)]
    if total.decisions:
        lines += ["", _totals("position", review.by_position())]
        lines += ["", _totals("kind", review.by_kind())]
    players = review.by_player()
    if len(players) > 1:
        lines += ["", _totals("player", players)]
    costly = review.costliest()
    if costly:
        lines += ["", f"The costliest of {len(costly)}:" if costly[shown:] else "What costs most:"]
        for one, decision in costly[:shown]:
            lines += ["", *_told(one, decision)]
    unpriced = [one for one in review.reviewed if one.stopped]
    if unpriced:
        count = f"{len(unpriced)} {'hand has' if len(unpriced) == 1 else 'hands have'}"
        lines += ["", f"{count} no price, or none to the end:"]
        lines += [_wrapped(f"{one.hand.name}: {one.stopped}") for one in unpriced[:shown]]
        lines += _more(len(unpriced) - shown)
    told = differences(review)
    if told:
        lines += ["", "What hands and charts do not have alike, with an example:"]
        lines += [_wrapped(f"{sort}, in {count}: {words}") for sort, count, words in told]
    if broken:
        lines += ["", "Left out:"]
        lines += [
            _wrapped(f"{one.file}, line {one.line}, {one.name}: {one.problem}")
            for one in broken[:shown]
        ]
        lines += _more(len(broken) - shown)
    foot = (
        "EVs are the chart's: everybody plays it from there on. An action is as good as the best"
        " where it is worth the same within what the chart leaves to gain."
    )
    return "\n".join([*lines, "", fill(foot, _WIDTH)])


def _head(review: Review, broken: int) -> str:
    charts = Counter(one.match.chart.name for one in review.reviewed if one.match is not None)
    used = ", ".join(f"{name} ({count})" for name, count in charts.most_common()) or "none"
    hands = "hand" if review.hands == 1 else "hands"
    words = f"{review.hands} {hands} read, charts: {used}"
    if review.repeated:
        words += f"; {review.repeated} came twice and count once"
    if review.unknown:
        words += f"; {review.unknown} without cards of who is looked at"
    if broken:
        words += f"; {broken} left out"
    return _wrapped(f"{words}.")


def _sum_words(total: Total) -> str:
    made = f"{total.decisions} decision{'' if total.decisions == 1 else 's'}"
    if not total.priced:
        return f"{made}, none with a price."
    mistakes = f"{total.mistakes} mistake{'' if total.mistakes == 1 else 's'}"
    return (
        f"{made}, {total.priced} with a price: {mistakes},"
        f" {total.lost_bb:.4f} bb lost, {total.per_100_bb:.2f} bb in 100 decisions."
    )


def _totals(title: str, totals: Sequence[Total]) -> str:
    rows = [
        (
            one.name,
            str(one.decisions),
            str(one.priced),
            str(one.mistakes),
            f"{one.lost_bb:.4f}",
            "" if one.per_100_bb is None else f"{one.per_100_bb:.2f}",
        )
        for one in totals
    ]
    titles = ("decisions", "with a price", "mistakes", "lost bb", "in 100")
    return text_table([Column(title), *(Column(one, right=True) for one in titles)], rows)


def _told(one: Reviewed, decision: Decision) -> list[str]:
    """Return a decision in a few lines: the hand, the line, the cost, and what differs."""
    match = one.match
    line = line_words(match.chart.spec, decision.node) if match is not None else ""
    seat = decision.seat
    who = f"{one.hand.players[one.player]}, {seat}" if one.hand.hero is None else seat
    out = [
        f"{one.hand.name}, {who} with {one.hand.cards[one.player]}: {line or 'nobody has acted'}",
        f"  {decision.played}: {words_of_loss(decision)}",
    ]
    if match is not None:
        differs = [*(one.words for one in match.differs), *decision.sizes]
        out.append(f"  chart {match.chart.name}" + (f"; {'; '.join(differs)}" if differs else ""))
    return [_wrapped(text) for text in out]


def _more(count: int) -> list[str]:
    return [f"... and {count} more; --json has all."] if count > 0 else []


def _wrapped(text: str) -> str:
    indent = " " * (len(text) - len(text.lstrip()))
    return fill(text, _WIDTH, subsequent_indent=f"{indent}  ", break_long_words=False)
