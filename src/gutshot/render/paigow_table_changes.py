"""What is printed when a Pai Gow table has changed: from two snapshots, only what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from gutshot.cards.text import parse_card
from gutshot.paigow.hindsight import better_settings
from gutshot.paigow.rules import Rules
from gutshot.paigow.setting import Setting
from gutshot.render.paigow_table_text import (
    dealer_lines,
    hand_lines,
    head_lines,
    result_line,
    round_lines,
    styled,
    table_lines,
    wallet_line,
)

if TYPE_CHECKING:
    from gutshot.render.card_art_styles import CardLook

__all__ = ["change_lines", "fresh_result", "hindsight_line", "note_lines", "settings_of"]

View = dict[str, Any]

_PLACED_ON: Final = {"main": "the main wager", "fortune": "Fortune", "pushace": "Push Ace High"}
_DEALT: Final = frozenset({"setting", "settling"})


def change_lines(
    facts: dict[str, Any], before: View | None, after: View, look: CardLook
) -> list[Text]:
    """Return the lines that tell a viewer what has happened; `note_lines` says what he can do.

    Parameters
    ----------
    facts
        What never changes at the table.
    before
        The snapshot that the viewer knows, None for the first one.
    after
        The present one.
    look
        How cards are drawn.
    """
    if before is None:
        settling = after["phase"] == "settling"
        return [*head_lines(facts, look), Text(), *table_lines(facts, after, look, last=settling)]
    out = _seat_changes(before, after)
    if before["ticks_left"] is None and after["ticks_left"] and after["phase"] == "betting":
        seconds = after["ticks_left"] * after["tick_s"]
        out.append(Text(f"{seconds:g} seconds for the others to bet."))
    if after["phase"] in _DEALT and not _same_deal(before, after):
        out += [Text(), styled(f"Round {after['round']} is dealt.", "loud", look)]
        out += dealer_lines(after, look)
    out += _set_told(before, after)
    out += _own_hand(before, after, look)
    out += _showdown(facts, before, after, look)
    return out


def note_lines(before: View | None, after: View) -> list[Text]:
    """Return the line that says what a seat's player can do now, where it is another one."""
    if before is None:
        return []
    you, was = after["you"], before["you"]
    if you is None or (
        was is not None and was["note"] == you["note"] and not _fresh(before, after)
    ):
        return []
    return [Text(you["note"])]


def fresh_result(before: View | None, after: View) -> dict[str, Any] | None:
    """Return the viewer's own result of a showdown that he has not seen before, else None."""
    if before is None or not _fresh(before, after):
        return None
    return _own_result(before, after)


def settings_of(facts: dict[str, Any], result: dict[str, Any]) -> tuple[Setting, Setting]:
    """Return the player's setting and the dealer's of a seat's result."""
    hands = {
        one["label"]: tuple(parse_card(card) for card in one["cards"]) for one in result["hands"]
    }
    rules = Rules(a2345_second_highest=facts["a2345_second_highest"])
    return (
        Setting(hands["player_high"], hands["player_low"], rules),
        Setting(hands["dealer_high"], hands["dealer_low"], rules),
    )


def hindsight_line(facts: dict[str, Any], result: dict[str, Any]) -> Text:
    """Return how a round could have gone better against the dealer's hand; empty for a win."""
    if result["result"] in {"win", "ace_high_push"}:
        return Text()
    played, dealer = settings_of(facts, result)
    better = better_settings(played, dealer)
    said = [
        f"{word} with {_lowered(found[0].low_name)} in front of {_lowered(found[0].high_name)}"
        for word, found in (("won", better.won), ("pushed", better.pushed))
        if found
    ]
    if not said:
        return Text("No other setting of these cards would have done better.")
    return Text(f"You could have {', or '.join(said)}.")


def _seat_changes(before: View, after: View) -> list[Text]:
    mine = after["you"]["seat"] if after["you"] else 0
    out = []
    for was, now in zip(before["seats"], after["seats"], strict=True):
        known = was
        if was is not None and (now is None or now["name"] != was["name"]):
            own = before["you"] is not None and before["you"]["seat"] == was["seat"]
            who = "You leave" if own else f"{was['name']} leaves"
            out.append(f"{who} seat {was['seat']}.")
            known = None
        if now is not None:
            who = "You" if now["seat"] == mine else now["name"]
            out += _seat_told(who, known, now, before, after)
    return [Text(line) for line in out]


def _seat_told(
    who: str, was: dict[str, Any] | None, now: dict[str, Any], before: View, after: View
) -> list[str]:
    out = []
    if was is None:
        out.append(f"{who} sit{'' if who == 'You' else 's'} down at seat {now['seat']}.")
        was = {**now, "stakes": dict.fromkeys(now["stakes"], 0)}
    if was["connected"] != now["connected"] and who != "You":
        out.append(f"{who} is {'back' if now['connected'] else 'away'}.")
    if was["autoset"] != now["autoset"] and who == "You":
        stand = "stand at once" if now["autoset"] else "wait for set"
        out.append(f"Your arrangements {stand}.")
    same = before["round"] == after["round"]
    # stakes that go when a seat is paid are in its result
    if after["phase"] != "settling" and (same or any(now["stakes"].values())):
        out += _stake_changes(who, was, now, same=same)
    return out


def _set_told(before: View, after: View) -> list[Text]:
    """Return whose hands are set now and were not before, the viewer's own left out."""
    if after["phase"] != "setting":
        return []
    mine = after["you"]["seat"] if after["you"] else 0
    known = _same_deal(before, after)
    return [
        Text(f"{now['name']} has set.")
        for was, now in zip(before["seats"], after["seats"], strict=True)
        if now is not None
        and now["ready"]
        and now["seat"] != mine
        and not (known and was is not None and was["ready"])
    ]


def _stake_changes(who: str, was: dict[str, Any], now: dict[str, Any], *, same: bool) -> list[str]:
    out = []
    for bet, stake in now["stakes"].items():
        before = was["stakes"][bet] if same else 0
        if stake and stake != before:
            out.append(f"{who} bet{'' if who == 'You' else 's'} {stake:,} on {_PLACED_ON[bet]}.")
        elif before and not stake:
            verb = "have" if who == "You" else "has"
            out.append(f"{who} {verb} {before:,} back from {_PLACED_ON[bet]}.")
    return out


def _own_hand(before: View, after: View, look: CardLook) -> list[Text]:
    you, was = after["you"], before["you"]
    if you is None or after["phase"] not in _DEALT or _fresh(before, after):
        return []
    known = was is not None and _same_deal(before, after)
    if (
        known
        and was is not None
        and (you["cards"], you["preview"]) == (was["cards"], was["preview"])
    ):
        return []
    if known and was is not None and _only_set(was["preview"], you["preview"]):
        return [Text("Your hand is set.")]
    return hand_lines(you, look)


def _only_set(was: dict[str, Any] | None, now: dict[str, Any] | None) -> bool:
    return was is not None and now is not None and {**was, "set": True} == now


def _showdown(facts: dict[str, Any], before: View, after: View, look: CardLook) -> list[Text]:
    shown, you = after["showdown"], after["you"]
    if shown is None:
        return []
    mine = _own_result(before, after)
    if not _fresh(before, after):
        was = before["showdown"] and mine and _result_of(before["showdown"], mine["seat"])
        if was and mine and mine["paid"] and not was["paid"]:
            return [result_line(mine, look), *([wallet_line(you)] if you else [])]
        return []
    out = [Text(), *round_lines(facts, shown, mine["seat"] if mine else 0, look)]
    if mine is not None:
        hint = hindsight_line(facts, mine)
        out += [*([hint] if hint else []), *([wallet_line(you)] if you else [])]
    return out


def _same_deal(before: View, after: View) -> bool:
    return before["round"] == after["round"] and before["phase"] in _DEALT


def _fresh(before: View, after: View) -> bool:
    """Whether the showdown after is one that was not there before."""
    shown, was = after["showdown"], before["showdown"]
    return shown is not None and (was is None or was["round"] != shown["round"])


def _own_result(before: View, after: View) -> dict[str, Any] | None:
    """Return the viewer's result of the showdown after; who has left had his seat before."""
    you = after["you"] or before["you"]
    shown = after["showdown"]
    return None if you is None or shown is None else _result_of(shown, you["seat"])


def _result_of(shown: dict[str, Any], seat: int) -> dict[str, Any] | None:
    return next((one for one in shown["seats"] if one["seat"] == seat), None)


def _lowered(name: str) -> str:
    return name[:1].lower() + name[1:]
