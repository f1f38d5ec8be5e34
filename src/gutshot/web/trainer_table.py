"""The table of the trainer's page: cards, pay table, result, judgement, rival."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from gutshot.cards.text import format_cards
from gutshot.render.decision_words import hands_words, result_words
from gutshot.render.svg_cards import card_words
from gutshot.videopoker import analyse_hand
from gutshot.videopoker.decision import judge
from gutshot.videopoker.round import BET_COINS, coin_credits, deal_round, tally
from gutshot.web.number_text import decimal_text, fraction_text, grouped
from gutshot.web.trainer_judged import Judged, hold_shown, judged
from gutshot.web.trainer_many import many_shown
from gutshot.web.trainer_setup import choice_of, play_url
from gutshot.web.vp_query import PageState
from gutshot.web.vp_view import CardView, card_view, hand_view, labels, tones

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.play.videopoker.records import HandRecord
    from gutshot.play.videopoker.settings import Settings
    from gutshot.play.videopoker.views import HandView, SessionView
    from gutshot.videopoker import HandAnalysis, PayTable
    from gutshot.videopoker.round import Tally
    from gutshot.web.trainer_totals import Totals

__all__ = ["read_mask", "table_context"]

_HOLDS = 32


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the felt; after the draw `fresh` marks a card that was drawn.

    Where several hands drew, the deal stays on the felt, and `gone` marks what each hand replaced.
    """

    card: CardView | None
    held: bool = False
    fresh: bool = False
    gone: bool = False


def read_mask(text: str) -> int | None:
    """Return a hold mask 0..31, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and int(text[:4]) < _HOLDS else None


def table_context(view: SessionView, totals: Totals, query: Mapping[str, str]) -> dict[str, Any]:
    """Return what the page shows of a session.

    query : ``hold``, the mask that the coach stopped last; ``again`` for a fresh choice; ``panel``
        for all 32 holds, with ``sort`` and ``pick``. Nothing of it uncovers a hand in play.
    """
    settings, hand = view.settings, view.hand
    stage = _stage(hand)
    held = _held(hand, query)
    context: dict[str, Any] = {
        "section": "play",
        "within": True,
        "view": view,
        "settings": settings,
        "unit": "deal" if settings.plays > 1 else "hand",
        "table": settings.table,
        "stage": stage,
        "slots": _slots(hand, held, settings),
        "hand_id": hand.hand_id if hand and hand.record is None else uuid4().hex,
        "stake": hand.stake_credits if hand else None,
        "credits": grouped(view.credits),
        "again": "again" in query and stage == "stopped",
        "pay_rows": _pay_rows(settings, hand),
        "totals": _totals(view, totals),
        "analyser_url": PageState(choice_of(settings), "").url(),
        "setup_url": play_url(choice_of(settings), settings.plays),
        "judged": None,
        "drawn": None,
        "many": None,
        "rival": None,
        "result": "",
        "panel": None,
        "may_look": stage in {"stopped", "drawn"},
        "state_hold": held,
    }
    if hand is not None and stage in {"stopped", "drawn"}:
        context |= _judgement(hand, settings, held, query)
    return context | {"announcement": _announcement(context, hand)}


def _stage(hand: HandView | None) -> str:
    if hand is None:
        return "ready"
    if hand.record is not None:
        return "drawn"
    return "stopped" if hand.stopped else "dealt"


def _held(hand: HandView | None, query: Mapping[str, str]) -> int:
    """Return the marked cards; before the draw only a stopped hold is marked again."""
    if hand is None:
        return 0
    if hand.hold_mask is not None:
        return hand.hold_mask
    if not hand.stopped or hand.decision is None or "again" in query:
        return 0
    asked = read_mask(query.get("hold", ""))
    return hand.decision.mask if asked is None else asked


def _slots(hand: HandView | None, held: int, settings: Settings) -> list[Slot]:
    if hand is None:
        return [Slot(None) for _ in range(5)]
    drawn = hand.record is not None
    many = hand.plays > 1
    deck = settings.table.deck
    return [
        Slot(
            card_view(card, deck),
            held=bool(held >> i & 1),
            fresh=drawn and not many and not held >> i & 1,
            gone=drawn and many and not held >> i & 1,
        )
        for i, card in enumerate(hand.final or hand.deal)
    ]


def _pay_rows(settings: Settings, hand: HandView | None) -> list[dict[str, Any]]:
    """Return the table in credits for one hand's stake, and how many hands hit each line."""
    table = settings.table
    stake = BET_COINS * coin_credits(table)
    hits = Counter(one.category for one in hand.hands) if hand is not None else Counter[str]()
    return [
        {
            "label": line.label,
            "credits": grouped(int(line.pays * stake)),
            "hit": hits[line.category],
        }
        for line in table.lines
    ]


def _totals(view: SessionView, totals: Totals) -> dict[str, Any]:
    judges = view.settings.mode != "play"
    ahead = totals.net_credits - totals.rival_net_credits
    return {
        "deals": grouped(totals.deals),
        "hands": grouped(totals.hands) if view.settings.plays > 1 else "",
        "net": _signed(totals.net_credits),
        "lost": decimal_text(totals.lost_credits, 4) if judges else "",
        "lost_fraction": fraction_text(totals.lost_credits),
        "right": f"{totals.right} of {totals.deals}" if judges else "",
        "rival_net": _signed(totals.rival_net_credits) if view.settings.rival else "",
        "ahead": "level" if not ahead else f"{grouped(abs(ahead))} {_side(ahead)}",
    }


def _side(ahead: int) -> str:
    return "ahead" if ahead > 0 else "behind"


def _signed(number: int) -> str:
    return f"+{grouped(number)}" if number > 0 else grouped(number)


def _judgement(
    hand: HandView, settings: Settings, held: int, query: Mapping[str, str]
) -> dict[str, Any]:
    analysis = analyse_hand(hand.deal, settings.table)
    stake = hand.stake_credits
    out: dict[str, Any] = {}
    record = hand.record
    if record is None:
        # What the coach stopped last; the first choice when the page is only loaded again.
        mask = held if "again" not in query and read_mask(query.get("hold", "")) else None
        decision = hand.decision if mask is None else judge(analysis, mask)
        if decision is not None:
            out["judged"] = judged(analysis, decision, stake, hand.plays)
    else:
        if hand.decision is not None:
            out["judged"] = judged(analysis, hand.decision, stake, hand.plays)
        out["drawn"] = _drawn(hand, record, analysis)
        out["many"] = many_shown(record, settings.table)
        out["result"] = _result(record, shown=hand.decision is not None)
        out["rival"] = _rival(record, settings)
    if "panel" in query:
        out["panel"] = _panel(analysis, held, query)
    return out


def _drawn(hand: HandView, record: HandRecord, analysis: HandAnalysis) -> dict[str, Any]:
    corrected: Judged | None = None
    if hand.decision is not None and record.first_hold_mask != record.hold_mask:
        corrected = judged(
            analysis, judge(analysis, record.hold_mask), record.stake_credits, record.plays
        )
    return {
        "category": _ended(record.tally, analysis.table),
        "paid": record.payout_credits,
        "staked": record.stake_credits,
        "held": hold_shown(hand.deal, record.hold_mask),
        "corrected": corrected,
    }


def _result(record: HandRecord, *, shown: bool) -> str:
    """Return what the draw brought; where the mode judges, kept apart from the hold drawn to."""
    right = str(record.hold_mask) in record.best.split()
    if record.plays > 1:
        return hands_words(
            record.plays,
            payout_credits=record.payout_credits,
            stake_credits=record.stake_credits,
            expected_credits=record.stake_credits * Fraction(record.ev) if shown else None,
            right=right,
        )
    if not shown:
        paid = record.payout_credits
        return f"You won {grouped(paid)}." if paid else "No win."
    return result_words(right=right, payout_credits=record.payout_credits)


def _rival(record: HandRecord, settings: Settings) -> dict[str, Any] | None:
    if not record.rival:
        return None
    table = settings.table
    theirs = deal_round(table, record.order).draw(record.rival_mask)
    difference = record.payout_credits - record.rival_payout_credits
    return {
        "name": record.rival.capitalize(),
        "hold": hold_shown(theirs.deal, record.rival_mask),
        "category": _ended(tally(theirs.hands, table.categories), table),
        "paid": grouped(record.rival_payout_credits),
        "same": record.rival_mask == record.hold_mask,
        "difference": difference,
    }


def _ended(found: Sequence[Tally], table: PayTable) -> str:
    """Return what a deal's hands ended in; of one hand just the category."""
    names = labels(table)
    if len(found) == 1 and found[0].hands == 1:
        return names[found[0].category]
    return ", ".join(f"{one.hands} × {names[one.category].lower()}" for one in found)


def _panel(analysis: HandAnalysis, held: int, query: Mapping[str, str]) -> dict[str, Any]:
    """Return what the analyser's table of holds needs."""
    sort = query.get("sort", "")[:40]
    names = labels(analysis.table)
    hand = hand_view(analysis, sort)
    picked = read_mask(query.get("pick", ""))
    return {
        "hand": hand,
        "state": {"sort": sort},
        "sort": sort if sort in {"mask", *names} else "ev",
        "hand_labels": list(names.items()),
        "hand_tones": tones(list(names)),
        "tried": hand.by_mask[held if picked is None else picked],
        "yours": held,
        "hand_text": format_cards(analysis.deal),
        "table_name": analysis.table.name,
        "hand_prompt": "",
        "blocked": False,
    }


def _announcement(context: dict[str, Any], hand: HandView | None) -> str:
    if hand is None:
        return ""
    if context["stage"] == "dealt":
        return f"Dealt: {_said(hand.deal)}."
    shown: Judged | None = context["judged"]
    if context["stage"] == "stopped":
        return f"Stopped before the draw. {shown.words}" if shown and not context["again"] else ""
    cards = f"{_said(hand.final)}. " if hand.final else ""
    parts = [f"{cards}{context['drawn']['category']}.", context["result"]]
    if shown is not None:
        parts.append(f"Your decision: {shown.words}")
    if context["rival"]:
        parts.append(f"{context['rival']['name']} won {context['rival']['paid']}.")
    return " ".join(parts)


def _said(cards: tuple[int, ...]) -> str:
    return ", ".join(card_words(card) for card in cards)
