"""What the table's page prints for one player: wagers, cards to arrange, the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import parse_cards
from gutshot.paigow.hands import DECK
from gutshot.play.credits import GRANT_CREDITS
from gutshot.web.number_text import grouped
from gutshot.web.table_chips import CHIPS
from gutshot.web.table_view import HandView, hand_shown
from gutshot.web.table_words import BET_NAMES, RESULTS, cards_said, result_words, signed_credits
from gutshot.web.vp_view import card_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.web.vp_view import CardView

__all__ = ["OwnView", "own_result", "own_view"]

_KEYS: Final = {"main": "m", "fortune": "o", "pushace": "p"}
_DOES: Final = {"main": "Bet main", "fortune": "Bet Fortune", "pushace": "Bet Ace High"}
_LABELS: Final = {
    "player_high": "Your high hand",
    "dealer_high": "Dealer\u2019s high hand",
    "player_low": "Your low hand",
    "dealer_low": "Dealer\u2019s low hand",
}
_BECAUSE: Final = {
    "win": "both hands win",
    "push": "one hand each",
    "lose": "neither hand wins",
    "ace_high_push": "the dealer is ace high, whatever you hold",
}
_LINES: Final = {
    "both_ace_high": "both ace high",
    "dealer_joker": "dealer ace high with the joker",
    "dealer_ace_high": "dealer ace high",
}
_SIDES: Final = {"low": "Low hand, in front", "high": "High hand, behind", "dealt": "Your cards"}
_CHIPS_SHOWN: Final = 4


@dataclass(frozen=True, slots=True)
class OwnBet:
    """A wager to be made. offered : what the field holds. chips : worths of the chip buttons."""

    kind: str
    label: str
    range: str
    least: int
    most: int
    offered: int
    placed: str
    does: str
    key: str
    chips: tuple[int, ...]
    hint: str


@dataclass(frozen=True, slots=True)
class Place:
    """One of the seven cards, with its position as dealt."""

    position: int
    rank: int
    suit: int
    low: bool
    card: CardView


@dataclass(frozen=True, slots=True)
class Tray:
    """Where cards are put: ``dealt``, ``low`` or ``high``; name : of the hand, "" before."""

    side: str
    label: str
    name: str
    cards: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class ShowdownView:
    """A finished round of one's own. money : what, in words, and credits."""

    verdict: str
    word: str
    because: str
    hands: tuple[HandView, ...]
    money: tuple[tuple[str, str, str], ...]
    could: str
    practice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnView:
    """What one viewer has before him.

    seat : 0 for who only watches. stage : ``betting``, ``setting`` or ``waiting``.
    reset : what credits come back to, where they are too few to bet, else "".
    waits : whether it is for others to act, or for time to pass.
    low : the two positions in front, like ``24``, or "". announce : what a screen reader is told.
    """

    seat: int
    stage: str
    says: str
    announce: str
    credits: str = ""
    staked: str = ""
    autoset: bool = False
    repeat: str = ""
    reset: str = ""
    low: str = ""
    bets: tuple[OwnBet, ...] = ()
    trays: tuple[Tray, ...] = ()
    hands: tuple[HandView, ...] = ()
    frozen: bool = False
    may_sit: bool = False
    showdown: ShowdownView | None = None
    waits: bool = True


def own_view(
    facts: Mapping[str, Any],
    public: Mapping[str, Any],
    you: Mapping[str, Any] | None,
    *,
    hints: Mapping[str, str] | None = None,
    could: str = "",
    practice: Sequence[str] = (),
) -> OwnView:
    """Return what a viewer has before him.

    facts, public, you : of `gutshot.paigow.table.snapshot`. hints : a line for a wager, by its
    word. could, practice : lines about the last round, see `table_afterwards`.
    """
    if you is None:
        free = sum(seat is None for seat in public["seats"])
        says = f"{free} of {len(public['seats'])} seats are free." if free else "No seat is free."
        return OwnView(0, "waiting", says, "", may_sit=bool(free))
    seat = public["seats"][you["seat"] - 1]
    result = own_result(public, you)
    stage = _stage(public, you)
    preview = you["preview"]
    shown = None if result is None else _showdown(result, could, practice)
    announce = you["note"]
    if result is not None:
        announce = result_words(result)
    elif you["cards"]:
        announce = "Your cards: " + ", ".join(
            f"{one['position']}, {cards_said([one['card']])}" for one in you["cards"]
        )
    elif preview is not None:
        announce = (
            f"High: {preview['high_name'].lower()}. Low: {preview['low_name'].lower()}."
            f"{' Set.' if preview['set'] else ''}"
        )
    return OwnView(
        seat=you["seat"],
        stage=stage,
        says=_sentence(you["note"]),
        announce=announce,
        credits="" if you["wallet"] is None else grouped(you["wallet"]),
        staked=grouped(seat["stake"]) if seat["stake"] else "",
        autoset=you["autoset"],
        repeat=_wagers(you["last"]) if "repeat" in you["may"] else "",
        reset=grouped(GRANT_CREDITS) if stage == "betting" and _broke(facts, you, seat) else "",
        low=""
        if preview is None
        else "".join(str(at) for at in sorted(one["position"] for one in preview["low"])),
        bets=_bets(facts, you, seat, hints or {}) if stage == "betting" else (),
        trays=_trays(you) if stage == "setting" else (),
        hands=_laid(preview) if stage == "waiting" and preview is not None and not shown else (),
        frozen="settle" in you["may"],
        showdown=shown,
        waits=stage == "waiting" or (stage == "betting" and bool(seat["stakes"]["main"])),
    )


def _stage(public: Mapping[str, Any], you: Mapping[str, Any]) -> str:
    if "bet" in you["may"]:
        return "betting"
    if "arrange" in you["may"] and (you["cards"] or you["preview"]):
        return "setting"
    del public
    return "waiting"


def _broke(facts: Mapping[str, Any], you: Mapping[str, Any], seat: Mapping[str, Any]) -> bool:
    """Tell whether a player's credits are fewer than the least main wager."""
    wallet = you["wallet"]
    return wallet is not None and not seat["stake"] and wallet < facts["bets"]["main"]["least"]


def own_result(public: Mapping[str, Any], you: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the result of this player's last round; who sat here before him had his own."""
    showdown, seat = public["showdown"], public["seats"][you["seat"] - 1]
    if showdown is None or (you["last"] is None and not seat["in_hand"]):
        return None
    found = [one for one in showdown["seats"] if one["seat"] == you["seat"]]
    return found[0] if found and found[0]["name"] == seat["name"] else None


def _bets(
    facts: Mapping[str, Any],
    you: Mapping[str, Any],
    seat: Mapping[str, Any],
    hints: Mapping[str, str],
) -> tuple[OwnBet, ...]:
    last = you["last"] or {}
    out = []
    for kind in (*[bet for bet in facts["bets"] if bet != "main"], "main"):
        limits = facts["bets"][kind]
        placed = seat["stakes"][kind]
        worths = [worth for worth in CHIPS if worth <= limits["most"]][:_CHIPS_SHOWN]
        out.append(
            OwnBet(
                kind=kind,
                label=BET_NAMES[kind].capitalize() if kind == "main" else BET_NAMES[kind],
                range=f"{grouped(limits['least'])} to {grouped(limits['most'])}",
                least=limits["least"],
                most=limits["most"],
                offered=placed or last.get(kind) or limits["least"],
                placed=grouped(placed) if placed else "",
                does=_DOES[kind],
                key=_KEYS[kind],
                chips=tuple(reversed(worths)),
                hint=hints.get(kind, ""),
            )
        )
    return tuple(out)


def _trays(you: Mapping[str, Any]) -> tuple[Tray, ...]:
    preview = you["preview"]
    if preview is not None:
        return tuple(
            Tray(
                side,
                _SIDES[side],
                preview[f"{side}_name"],
                tuple(_place(one, low=side == "low") for one in preview[side]),
            )
            for side in ("low", "high")
        )
    dealt = tuple(_place(one, low=False) for one in you["cards"])
    empty = (Tray(side, _SIDES[side], "", ()) for side in ("low", "high"))
    return (Tray("dealt", _SIDES["dealt"], "", dealt), *empty)


def _place(one: Mapping[str, Any], *, low: bool) -> Place:
    card = parse_cards(one["card"])[0]
    return Place(one["position"], card // 4, card % 4, low, card_view(card, DECK))


def _laid(preview: Mapping[str, Any]) -> tuple[HandView, ...]:
    return tuple(
        HandView(
            label=_LABELS[f"player_{side}"],
            side=side,
            cards=tuple(card_view(parse_cards(one["card"])[0], DECK) for one in preview[side]),
            name=preview[f"{side}_name"],
            words=f"{_LABELS[f'player_{side}']}: {preview[f'{side}_name'].lower()}",
        )
        for side in ("low", "high")
    )


def _showdown(result: Mapping[str, Any], could: str, practice: Sequence[str]) -> ShowdownView:
    word = RESULTS[result["result"]].partition(",")[0]
    return ShowdownView(
        verdict="push" if result["result"] == "ace_high_push" else result["result"],
        word={"wins": "You win", "loses": "You lose", "push": "A push"}[word],
        because=_BECAUSE[result["result"]],
        hands=tuple(hand_shown(one, _LABELS[one["label"]]) for one in result["hands"]),
        money=_money(result),
        could=could,
        practice=tuple(practice),
    )


def _money(result: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    main = result["main"]
    words = RESULTS[result["result"]].partition(",")[0]
    if main["commission"]:
        words += f", {grouped(main['commission'])} commission"
    gain = main["win"] - main["commission"] if result["result"] != "lose" else -main["stake"]
    rows = [(f"Main wager, {grouped(main['stake'])}", words, signed_credits(gain))]
    for kind in ("fortune", "pushace"):
        side = result[kind]
        if side is not None:
            gain = side["win"] if side["result"] != "lose" else -side["stake"]
            line = _LINES.get(side["line"], side["line"].replace("_", " ")) or "nothing"
            name = f"{BET_NAMES[kind]}, {grouped(side['stake'])}"
            rows.append((name, line, signed_credits(gain)))
    if result["envy"] is not None:
        whose = ", ".join(
            f"seat {one['seat']} {one['line'].replace('_', ' ')}" for one in result["envy_hands"]
        )
        rows.append(("Envy", whose or "no hand that pays it", signed_credits(result["envy"])))
    paid = "paid" if result["paid"] else "not paid yet"
    if result["capped"]:
        paid += ", side bets cut by the table maximum"
    rows.append((f"Staked {grouped(result['stake'])}", paid, grouped(result["payout"])))
    return tuple(rows)


def _wagers(last: Mapping[str, int]) -> str:
    return " + ".join(grouped(amount) for amount in last.values() if amount)


def _sentence(note: str) -> str:
    return f"{note[:1].upper()}{note[1:]}." if note else ""
