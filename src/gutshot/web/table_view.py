"""What the table's page prints of a snapshot: texts and pictures, no rule of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import parse_cards
from gutshot.paigow.hands import DECK
from gutshot.web.number_text import grouped
from gutshot.web.table_chips import chip_stack
from gutshot.web.table_words import RESULTS, cards_said, hand_said, signed_credits
from gutshot.web.vp_view import card_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.web.vp_view import CardView

__all__ = [
    "BetSpot",
    "Clock",
    "FeltView",
    "HandView",
    "SeatView",
    "felt_view",
    "hand_shown",
    "terms",
]

SPOT_NAMES: Final = {"main": "main", "fortune": "Fortune", "pushace": "Ace high"}
LEVELS: Final[dict[str, str]] = {
    "": "",
    "easy": "easy player",
    "house": "house way",
    "advisor": "advisor",
}
_STATUS: Final = {
    "bet": "has bet",
    "betting": "betting",
    "watching": "next round",
    "setting": "setting",
    "set": "set",
    "shown": "shown",
    "waiting": "waiting",
}
_PRINTED: Final = {
    "fortune": "Copies are the dealer\u2019s \u00b7 five aces beat a royal flush",
    "face-up": "The dealer shows first \u00b7 ace high is a push for all",
}
_MOST_SECONDS: Final = 90


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as it lies: drawings, its name, and whether it won (``win`` or "")."""

    label: str
    side: str
    cards: tuple[CardView, ...]
    name: str
    words: str
    beats: str = ""
    beats_words: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class BetSpot:
    """A place for a wager on the felt. chips : SVG, "" without one."""

    kind: str
    label: str
    amount: str
    chips: str
    result: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it. covered : whether its cards lie face down."""

    number: int
    taken: bool
    name: str = ""
    status: str = ""
    bets: tuple[BetSpot, ...] = ()
    hands: tuple[HandView, ...] = ()
    covered: bool = False
    ready: bool = False
    away: bool = False
    verdict: str = ""
    verdict_words: str = ""
    net: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """Ticks that are left, of how many, and in seconds."""

    left: int
    of: int
    left_s: float
    of_s: float
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class DealerView:
    """The dealer: his hands once they are shown, or whether he has cards at all."""

    way: str
    hands: tuple[HandView, ...]
    covered: bool


@dataclass(frozen=True, slots=True)
class FeltView:
    """The table as everybody sees it."""

    id: str
    name: str
    phase: str
    number: int
    says: str
    printed: str
    clock: Clock | None
    dealer: DealerView
    seats: tuple[SeatView, ...]
    log: tuple[str, ...]


def terms(facts: Mapping[str, Any]) -> str:
    """Return a table's game and limits in one line."""
    bets = facts["bets"]
    game = "Fortune Pai Gow" if facts["variant"] == "fortune" else "Face Up Pai Gow"
    percent = float(facts["commission_percent"])
    commission = f"{percent:g}\u2009% commission on wins" if percent else "no commission"
    return (
        f"{game}. Main wager {_range(bets['main'])}, side bets {_range(bets['fortune'])};"
        f" {commission}."
        f" The dealer sets by {facts['house_way']['name']}."
    )


def felt_view(
    facts: Mapping[str, Any], public: Mapping[str, Any], log: Sequence[str] = ()
) -> FeltView:
    """Return the printed form of what everybody may see.

    facts, public : of `gutshot.paigow.table.snapshot`. log : sentences, the latest first.
    """
    shown = {} if public["showdown"] is None else _results(public["showdown"])
    dealt = public["phase"] in {"setting", "settling"}
    dealer = public["dealer"]
    hands = () if dealer is None else _dealer_hands(dealer)
    return FeltView(
        id=facts["id"],
        name=facts["name"],
        phase=public["phase"],
        number=public["version"],
        says=_says(public),
        printed=_PRINTED[facts["variant"]],
        clock=_clock(facts, public),
        dealer=DealerView(facts["house_way"]["name"], hands, covered=dealt and not hands),
        seats=tuple(
            SeatView(number, taken=False)
            if seat is None
            else _seat(facts, public, seat, shown.get(number))
            for number, seat in enumerate(public["seats"], 1)
        ),
        log=tuple(log),
    )


def hand_shown(shown: Mapping[str, Any], label: str) -> HandView:
    """Return one of a showdown's hands."""
    side = "low" if shown["label"].endswith("low") else "high"
    return _hand(label, side, shown["cards"], shown["name"], wins=shown["wins"])


def _hand(label: str, side: str, cards: Sequence[str], name: str, *, wins: bool) -> HandView:
    return HandView(
        label=label,
        side=side,
        cards=tuple(card_view(parse_cards(card)[0], DECK) for card in cards),
        name=name,
        words=f"{label}: {cards_said(cards)}",
        beats="win" if wins else "",
        beats_words="wins" if wins else "",
        mark="\u2605" if wins else "",
    )


def _dealer_hands(dealer: Mapping[str, Any]) -> tuple[HandView, ...]:
    return tuple(
        _hand(f"Dealer\u2019s {side} hand", side, dealer[side], dealer[f"{side}_name"], wins=False)
        for side in ("high", "low")
    )


def _results(showdown: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    return {one["seat"]: one for one in showdown["seats"]}


def _seat(
    facts: Mapping[str, Any],
    public: Mapping[str, Any],
    seat: Mapping[str, Any],
    result: Mapping[str, Any] | None,
) -> SeatView:
    if result is not None and result["name"] != seat["name"]:
        result = None  # whose round that was has left
    settled = public["phase"] != "settling"
    return SeatView(
        number=seat["seat"],
        taken=True,
        name=seat["name"],
        status=_status(seat, result if settled else None),
        bets=tuple(
            BetSpot(
                kind=kind,
                label=SPOT_NAMES[kind],
                amount=grouped(seat["stakes"][kind]) if seat["stakes"][kind] else "",
                chips=chip_stack(seat["stakes"][kind]) if seat["stakes"][kind] else "",
                result=_bet_result(kind, result) if not settled else "",
            )
            for kind in facts["bets"]
        ),
        hands=()
        if result is None
        else tuple(
            hand_shown(one, f"{seat['name']}, {'high' if 'high' in one['label'] else 'low'} hand")
            for one in result["hands"]
            if one["label"].startswith("player")
        ),
        covered=seat["in_hand"] and result is None,
        ready=seat["ready"],
        away=not seat["connected"],
        verdict="" if result is None else _verdict(result),
        verdict_words="" if result is None else RESULTS[result["result"]].partition(",")[0],
        net="" if result is None else signed_credits(result["net"]),
    )


def _status(seat: Mapping[str, Any], result: Mapping[str, Any] | None) -> str:
    level = str(seat["level"])
    words = [LEVELS.get(level, level)] if level else []
    if not seat["connected"]:
        words.append("away")
    elif seat["leaving"]:
        words.append("leaving")
    elif result is None or seat["status"] != "betting":
        words.append(_STATUS.get(seat["status"], str(seat["status"])))
    elif not seat["level"]:
        words.append("betting")
    return ", ".join(words)


def _bet_result(kind: str, result: Mapping[str, Any] | None) -> str:
    if result is None:
        return ""
    if kind == "main":
        return _verdict(result)
    side = result[kind]
    return "" if side is None else str(side["result"])


def _verdict(result: Mapping[str, Any]) -> str:
    return "push" if result["result"] == "ace_high_push" else str(result["result"])


def _says(public: Mapping[str, Any]) -> str:
    phase = public["phase"]
    dealer: Mapping[str, Any] | None = public["dealer"]
    has = (
        ""
        if dealer is None
        else f"Dealer: {hand_said(dealer['high_name'])} and {hand_said(dealer['low_name'])}"
    )
    if dealer is not None and dealer["ace_high_push"]:
        has = "The dealer is ace high: every main wager is a push"
    if phase == "betting":
        if public["ticks_left"] is not None:
            return "Last wagers, please"
        return f"{has}. Place your bets" if has else "Place your bets"
    if phase == "dealing":
        return "The cards are dealt"
    if phase == "setting":
        return f"{has}. Set your hands" if has else "Set your hands"
    return has or "Showdown"


def _clock(facts: Mapping[str, Any], public: Mapping[str, Any]) -> Clock | None:
    left, phase = public["ticks_left"], public["phase"]
    hands = [seat for seat in public["seats"] if seat is not None and seat["in_hand"]]
    free = phase == "setting" and len(hands) == 1 and hands[0]["connected"]
    if not left or free:  # who is alone and there may think as long as he likes
        return None
    of = facts["betting_ticks"] if phase == "betting" else facts["setting_ticks"]
    seconds = left * public["tick_s"]
    return Clock(
        left=left,
        of=max(of, left),
        left_s=seconds,
        of_s=max(of, left) * public["tick_s"],
        label="Time left for wagers" if phase == "betting" else "Time left to set",
        words=f"{seconds:.0f} s" if seconds < _MOST_SECONDS else f"{seconds / 60:.0f} min",
    )


def _range(limits: Mapping[str, int]) -> str:
    return f"{grouped(limits['least'])} to {grouped(limits['most'])}"
