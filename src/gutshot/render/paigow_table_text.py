"""A Pai Gow table in the terminal: pieces of a snapshot as lines, in colours where there are any.

Everything is made from what a viewer may see (`gutshot.paigow.table.snapshot`), so that a table
here and one across the network look alike. What colours say is said in words as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from gutshot.cards.text import parse_card
from gutshot.render.card_art_styles import hand_art

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.render.card_art_styles import CardLook

__all__ = [
    "BET_NAMES",
    "dealer_lines",
    "hand_lines",
    "head_lines",
    "help_lines",
    "line_words",
    "result_line",
    "round_lines",
    "seat_lines",
    "showdown_lines",
    "signed",
    "styled",
    "table_lines",
    "wallet_line",
]

Look = dict[str, str]

BET_NAMES: Final = {"main": "main", "fortune": "Fortune", "pushace": "Push Ace High"}
"""The wagers by the words that players type."""

_INKS: Final[dict[str, Look]] = {
    "": {},
    "dark": {
        "win": "bold yellow",
        "lose": "bold white",
        "good": "#5fd787",
        "bad": "#ff8787",
        "quiet": "#9e9e9e",
        "loud": "bold",
    },
    "light": {
        "win": "bold #7a5200",
        "lose": "bold #1c1c1c",
        "good": "#00632b",
        "bad": "#b3201a",
        "quiet": "#5f5f5f",
        "loud": "bold",
    },
    "dark-16": {
        "win": "bold yellow",
        "lose": "bold white",
        "good": "bright_green",
        "bad": "bright_red",
        "quiet": "white",
        "loud": "bold",
    },
    "light-16": {
        "win": "bold magenta",
        "lose": "bold black",
        "good": "green",
        "bad": "red",
        "quiet": "bright_black",
        "loud": "bold",
    },
}
_LABELS: Final = {
    "player_high": "{whose} high hand",
    "dealer_high": "Dealer's high hand",
    "player_low": "{whose} low hand",
    "dealer_low": "Dealer's low hand",
}
_LABEL_COLUMNS: Final = 20
_NAME_COLUMNS: Final = 38
_RESULTS: Final = {
    "win": ("WIN", "good"),
    "push": ("PUSH", "loud"),
    "lose": ("LOSE", "bad"),
    "ace_high_push": ("PUSH", "loud"),
}
_GAMES: Final = {"fortune": "Fortune Pai Gow", "face-up": "Face Up Pai Gow"}
_SIDES: Final = ("high", "low")
_PARTS: Final = "   "
"""What high and low hand are apart by; between two cards is one column."""


def styled(text: str, ink: str, look: CardLook) -> Text:
    """Return a text in one of the table's colours: win, lose, good, bad, quiet or loud."""
    return Text(text, _INKS[look.style].get(ink, ""))


def signed(credits_: int) -> str:
    """Return a gain or a loss of credits: ``+1,200``, ``-5``, ``0``."""
    return f"{credits_:+,}" if credits_ else "0"


def line_words(line: str) -> str:
    """Return a line of a side bet's pay table in words."""
    return line.replace("_", " ")


def head_lines(facts: dict[str, Any], look: CardLook) -> list[Text]:
    """Return what a table is: its name, game, limits, commission and house way."""
    bets = facts["bets"]
    main, side = (f"{bets[bet]['least']:,} to {bets[bet]['most']:,}" for bet in ("main", "fortune"))
    percent = facts["commission_percent"]
    commission = "no commission" if float(percent) == 0 else f"{percent} % commission on wins"
    wheel = "second highest" if facts["a2345_second_highest"] else "lowest"
    return [
        styled(f"{facts['name']}: {_GAMES[facts['variant']]}", "loud", look),
        Text(f"Main wager {main} credits, side bets {side}; {commission}."),
        Text(
            f"The dealer sets by {facts['house_way']['name']}; A-2-3-4-5 is the {wheel} straight."
        ),
    ]


def help_lines(words: Sequence[tuple[str, str]]) -> list[Text]:
    """Return the words of a table, each with what it does."""
    width = max(len(word) for word, _ in words)
    return [Text(f"  {word.ljust(width)}  {does}") for word, does in words]


def seat_lines(view: dict[str, Any], look: CardLook) -> list[Text]:
    """Return a line a seat that is taken: who sits there, what he has bet, where he is."""
    you = view["you"]["seat"] if view["you"] else 0
    out = []
    for seat in view["seats"]:
        if seat is None:
            continue
        name = seat["name"] + (" (you)" if seat["seat"] == you else "")
        line = Text(f"{seat['seat']}  ")
        line.append(name.ljust(24), _INKS[look.style].get("loud", ""))
        line.append(f" {_stakes_words(seat['stakes'])}".ljust(38))
        line.append(_status_words(seat))
        line.rstrip()
        out.append(line)
    free = sum(seat is None for seat in view["seats"])
    if free:
        out.append(styled(f"{free} seat{'' if free == 1 else 's'} free", "quiet", look))
    return out


def dealer_lines(view: dict[str, Any], look: CardLook) -> list[Text]:
    """Return the dealer's two hands where he has shown them."""
    dealer = view["dealer"]
    if dealer is None:
        return []
    out = [_named(f"Dealer's {side} hand", dealer[f"{side}_name"], "", look) for side in _SIDES]
    out += _beside(*(_drawn(dealer[side], look) for side in _SIDES))
    if dealer["ace_high_push"]:
        out.append(styled("The dealer is ace high: every main wager is a push.", "loud", look))
    return out


def hand_lines(you: dict[str, Any], look: CardLook) -> list[Text]:
    """Return a seat's own cards with their positions: as dealt, or arranged, high before low."""
    if you["cards"] is not None:
        return _with_positions(you["cards"], look)
    shown = you["preview"]
    if shown is None:
        return []
    return [
        *_beside(*(_with_positions(shown[side], look) for side in _SIDES)),
        Text(f"High: {shown['high_name']}.  Low: {shown['low_name']}."),
    ]


def showdown_lines(
    facts: dict[str, Any], result: dict[str, Any], look: CardLook, *, own: bool
) -> list[Text]:
    """Return a seat's showdown: four hands in their order, then what every wager came to.

    result : the seat's, of a snapshot's showdown. own : whether it is the viewer's.
    """
    whose = "Your" if own else f"{result['name']}'s"
    out = []
    for hand in result["hands"]:
        label = _LABELS[hand["label"]].format(whose=whose)
        out.append(_named(label, hand["name"], "wins" if hand["wins"] else "loses", look))
        out += _drawn(hand["cards"], look)
    word, ink = _RESULTS[result["result"]]
    main = result["main"]
    line = Text().append_text(styled(word, ink, look))
    line.append(f"  main wager {main['stake']:,}: {_main_words(result)}")
    out.append(line)
    for bet in ("fortune", "pushace"):
        if result[bet] is not None:
            out.append(Text(_side_words(result[bet])))
    if result["envy"] is not None:
        out.append(Text(_envy_words(facts, result)))
    if result["capped"]:
        out.append(Text("The table's maximum has cut what side bets pay."))
    out.append(result_line(result, look))
    return out


def round_lines(
    facts: dict[str, Any], shown: dict[str, Any], seat: int, look: CardLook
) -> list[Text]:
    """Return a whole showdown: a line for each other seat, then the viewer's own in full.

    shown : of a snapshot. seat : the viewer's, 0 for a spectator, who sees every seat in full.
    """
    mine = next((one for one in shown["seats"] if one["seat"] == seat), None)
    out = [styled(f"Round {shown['round']}, showdown", "loud", look)]
    for one in shown["seats"]:
        if mine is None:
            out += showdown_lines(facts, one, look, own=False)
        elif one is not mine:
            out.append(_short(one, look))
    return out if mine is None else [*out, *showdown_lines(facts, mine, look, own=True)]


def result_line(result: dict[str, Any], look: CardLook) -> Text:
    """Return stake, payout and net of a seat's round, and whether it is paid."""
    net = result["net"]
    line = Text(f"Stake {result['stake']:,}, payout {result['payout']:,}: ")
    ink = "good" if net > 0 else "bad" if net < 0 else "loud"
    line.append_text(styled(signed(net), ink, look))
    line.append(", paid." if result["paid"] else ", PENDING: not paid yet; settle tries again.")
    return line


def wallet_line(you: dict[str, Any]) -> Text:
    """Return what a player has, beside what lies on the table."""
    return Text(f"Wallet {you['wallet']:,} credits." if you["wallet"] is not None else "")


def table_lines(
    facts: dict[str, Any], view: dict[str, Any], look: CardLook, *, last: bool = False
) -> list[Text]:
    """Return all of a table: seats, the dealer where he shows, one's own cards, a note.

    last : whether the showdown is shown too, of this round or the last one.
    """
    you = view["you"]
    out = [styled(f"Round {view['round']}", "loud", look), *seat_lines(view, look)]
    if view["phase"] in {"setting", "settling"}:
        out += dealer_lines(view, look)
    if you is not None:
        out += hand_lines(you, look)
    shown = view["showdown"]
    if shown is not None and last:
        out += round_lines(facts, shown, you["seat"] if you else 0, look)
    if you is not None:
        out += [wallet_line(you), Text(you["note"])]
    return out


def _named(label: str, name: str, outcome: str, look: CardLook) -> Text:
    line = Text(f"{label}  ".ljust(_LABEL_COLUMNS))
    ink = {"wins": "win", "loses": "lose"}.get(outcome, "loud")
    line.append_text(styled(name, ink, look))
    if outcome:
        line.append(" " * max(2, _NAME_COLUMNS - len(name)))
        line.append_text(styled(outcome, ink, look))
    return line


def _beside(high: Sequence[Text], low: Sequence[Text]) -> list[Text]:
    """Return the rows of two hands in one, a gap between them."""
    return [
        left.copy().append(_PARTS).append_text(right) for left, right in zip(high, low, strict=True)
    ]


def _short(result: dict[str, Any], look: CardLook) -> Text:
    high, low = result["hands"][0], result["hands"][2]
    line = Text(f"{result['name']}: ")
    for part, hand in enumerate((high, low)):
        line.append(", " if part else "")
        line.append_text(styled(hand["name"], "win" if hand["wins"] else "lose", look))
    line.append(f": {_RESULTS[result['result']][0]} {signed(result['net'])}")
    return line


def _drawn(names: Sequence[str], look: CardLook) -> list[Text]:
    return hand_art([parse_card(name) for name in names], look)


def _with_positions(cards: Sequence[dict[str, Any]], look: CardLook) -> list[Text]:
    ids = [parse_card(one["card"]) for one in cards]
    return hand_art(ids, look, numbers=[one["position"] for one in cards])


def _stakes_words(stakes: dict[str, int]) -> str:
    placed = [f"{bet} {stake:,}" for bet, stake in stakes.items() if stake]
    return ", ".join(placed) or "no wager"


def _status_words(seat: dict[str, Any]) -> str:
    words = [] if seat["connected"] else ["away"]
    words += ["leaving"] if seat["leaving"] else []
    return ", ".join([*words, seat["status"]])


def _main_words(result: dict[str, Any]) -> str:
    main = result["main"]
    match result["result"]:
        case "win":
            less = f", less {main['commission']:,} commission" if main["commission"] else ""
            return f"pays {main['win']:,}{less}"
        case "push":
            return "comes back"
        case "ace_high_push":
            return "comes back, the dealer is ace high"
        case _:
            return "is lost"


def _side_words(side: dict[str, Any]) -> str:
    name = BET_NAMES[side["bet"]]
    stake = f"{side['stake']:,}"
    match side["result"]:
        case "win":
            return f"{name} {stake}: {line_words(side['line'])} pays {side['win']:,}"
        case "push":
            return f"{name} {stake}: {line_words(side['line'])}, comes back"
        case _:
            return f"{name} {stake}: is lost"


def _envy_words(facts: dict[str, Any], result: dict[str, Any]) -> str:
    if result["envy_hands"]:
        hands = ", ".join(
            f"seat {one['seat']} {line_words(one['line'])}" for one in result["envy_hands"]
        )
        return f"Envy pays {result['envy']:,}: {hands}"
    least = facts["fortune"]["envy_least_stake"]
    placed = result["fortune"]["stake"] if result["fortune"] else 0
    if least is not None and placed < least:
        return f"Envy 0: a Fortune of {least:,} or more has it"
    return "Envy 0: nobody else has a hand that pays it"
