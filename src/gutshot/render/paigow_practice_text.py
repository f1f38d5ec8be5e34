"""What a setting was worth, and what all settings so far have cost, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from gutshot.render.paigow_table_text import styled

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.paigow.hindsight import JudgedSetting, PracticeTotal
    from gutshot.paigow.setting import Setting
    from gutshot.render.card_art_styles import CardLook

__all__ = ["practice_lines", "total_line"]


def practice_lines(
    judged: JudgedSetting, main_credits: int, way_name: str, look: CardLook
) -> list[Text]:
    """Return what the advisor and a house way say about one setting.

    main_credits : the wager on it. way_name : what the house way is called.
    """
    lost = judged.lost
    line = Text(f"Practice: this setting is worth {float(judged.ev):+.4f} a credit, ")
    if lost:
        line.append(f"the best {float(judged.best_ev):+.4f} ({_front(judged.best)}): it ")
        cost = f"costs {float(lost):.4f}, {_credits(lost * main_credits)}"
        line.append_text(styled(cost, "bad", look)).append(".")
    else:
        line.append_text(styled("none is worth more", "good", look)).append(".")
    to_way = judged.lost_to_way
    beside = "worth the same"
    if to_way:
        beside = f"{float(abs(to_way)):.4f} {'better' if to_way > 0 else 'worse'} than yours"
    return [line, Text(f"{way_name} sets {_front(judged.way_setting)}: {beside}.")]


def total_line(total: PracticeTotal, way_name: str) -> Text:
    """Return what all hands so far have cost."""
    more = total.lost_to_way_credits
    hands = f"{total.hands} hand{'' if total.hands == 1 else 's'}"
    beside = f"as by {way_name}"
    if more:
        beside = f"{_credits(abs(more))} {'more' if more > 0 else 'less'} than by {way_name}"
    return Text(
        f"So far {hands}, {total.right} set as well as can be;"
        f" {_credits(total.lost_credits)} of EV lost, {beside}."
    )


def _front(setting: Setting) -> str:
    low, high = setting.low_name, setting.high_name
    return f"{low[:1].lower()}{low[1:]} in front of {high[:1].lower()}{high[1:]}"


def _credits(exact: Fraction) -> str:
    return f"{float(exact):.2f} credits"
