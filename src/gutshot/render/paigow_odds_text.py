"""What the bets of Pai Gow cost, for the terminal."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from gutshot.paigow.advisor import COMMISSION_PERCENT
from gutshot.paigow.sevens import HANDS
from gutshot.paigow.side_bets import DEALS, ace_high_hands
from gutshot.render.exact_decimals import exact_decimal, percent_decimal
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from gutshot.paigow.main_game import Estimate, MainGame
    from gutshot.paigow.odds import Odds
    from gutshot.paigow.side_bets import FortuneOdds

__all__ = ["odds_text"]

_PLACES = 4


def odds_text(odds: Odds) -> str:
    """Return the Fortune, Push Ace High, Face Up and the main game, each with how it is known."""
    parts = [_main_game(odds), _fortune(odds), _lines(odds.chosen), _push(odds), _face_up(odds)]
    return "\n\n".join(parts)


def _main_game(odds: Odds) -> str:
    percent = f"{float(COMMISSION_PERCENT):g}"
    columns = _columns(
        "house way of both sides",
        "win", "push", "lose", "lost by a copy", f"edge, {percent} % commission", "without",
        "you bank",
    )  # fmt: skip
    edges = [
        (
            game.edge(COMMISSION_PERCENT),
            game.edge(0),
            game.edge(COMMISSION_PERCENT, banker=True),
        )
        for game in odds.main_game
    ]
    rows = [
        [
            game.way,
            *(_percent(share, 4) for share in (*game.shares, game.lost_by_copies, *three)),
        ]
        for game, three in zip(odds.main_game, edges, strict=True)
    ]
    title = "MAIN GAME" if odds.rules.a2345_second_highest else "MAIN GAME, A-2-3-4-5 lowest"
    return "\n".join([title, text_table(columns, rows), _how(odds.main_game)])


def _fortune(odds: Odds) -> str:
    players = f"{odds.others} other player{'' if odds.others == 1 else 's'}"
    stake = exact_decimal(odds.stake, 0 if odds.stake.denominator == 1 else 2)
    columns = _columns("table", "edge", "envy", "edge with envy", "deviation", "", left=("",))
    rows = [
        [
            found.table.id,
            _edge(found.edge),
            _edge(found.envy_share(odds.others, odds.stake)) if found.table.envy else "",
            _edge(found.edge_with_envy(odds.others, odds.stake)),
            f"{sqrt(found.variance):.3f}",
            "lowest edge" if found is odds.lowest else "",
        ]
        for found in odds.fortune
    ]
    smaller = [
        found.table.id
        for found in odds.fortune
        if found.table.envy and odds.stake < found.table.envy_least_stake
    ]
    return "\n".join(
        [
            f"FORTUNE, a bet of {stake}, {players}",
            text_table(columns, rows),
            *([f"no envy with so small a bet: {', '.join(smaller)}"] if smaller else []),
            f"exact: all {HANDS:,} hands are counted",
            "envy is fixed money for other players' hands; blank where there is none or none known",
        ]
    )


def _lines(found: FortuneOdds) -> str:
    table = found.table
    columns = _columns("line", "pays", "envy", "hands", "of them with joker", "1 in")
    rows = [
        [
            (line.line or "nothing").replace("_", " "),
            "push" if not line.pays else "loses" if line.pays < 0 else _number(line.pays),
            _number(line.envy) if line.envy else "",
            f"{line.hands:,}",
            f"{line.joker:,}",
            f"{HANDS / line.hands:,.1f}" if line.hands else "",
        ]
        for line in found.lines
    ]
    return "\n".join(
        [
            f"{table.id}: {table.name}",
            text_table(columns, rows),
            *(text for text in (table.source, table.note) if text),
        ]
    )


def _push(odds: Odds) -> str:
    columns = _columns("table", "line", "pays", "deals", "share", left=("line",))
    rows = []
    for found in odds.push_ace_high:
        for line in found.lines:
            name = "" if line is not found.lines[0] else found.table.id
            share = f"{100 * line.deals / DEALS:.5f} %"
            paid = "loses" if line.pays < 0 else _number(line.pays)
            words = (line.line or "nothing").replace("_", " ")
            rows.append([name, words, paid, f"{line.deals:,}", share])
        deviation = f"deviation {sqrt(found.variance):.3f}"
        rows.append(["", f"edge {_edge(found.edge)}, {deviation}", "", "", ""])
    return "\n".join(
        [
            "PUSH ACE HIGH",
            text_table(columns, rows),
            f"exact: all {DEALS:,} deals of two hands are counted",
        ]
    )


def _face_up(odds: Odds) -> str:
    hands = sum(ace_high_hands())
    share = f"{100 * hands / HANDS:.4f} %"
    columns = _columns(
        "dealer's house way", "win", "push", "lose", "edge, best setting", "+/-", "left to the way"
    )
    rows = [
        [
            game.way,
            *(_percent(share, 3) for share in game.face_up_shares()),
            _percent(game.face_up_edge(), 3),
            f"{100 * game.face_up_edge().standard_error:.4f}",
            _percent(game.face_up_edge(by_way=True), 3),
        ]
        for game in odds.main_game
    ]
    return "\n".join(
        [
            "FACE UP, no commission"
            + ("" if odds.rules.a2345_second_highest else ", A-2-3-4-5 lowest"),
            f"ace-high dealers, who push: {hands:,} of {HANDS:,} hands, {share}, exact",
            text_table(columns, rows),
            _dealt(odds.main_game),
        ]
    )


def _dealt(games: Sequence[MainGame]) -> str:
    deals = " and ".join(sorted({f"{game.deals:,} deals, seed {game.seed}" for game in games}))
    return f"simulated: {deals}, each hand in both seats; +/- is one standard error"


def _how(games: Sequence[MainGame]) -> str:
    if all(game.counted for game in games):
        return f"exact: all {DEALS:,} deals of two hands; you bank against one equal bet"
    most = max(100 * game.dealt.edge(0).standard_error for game in games)
    return _dealt(games) + f", of an edge at most {most:.4f}"


def _columns(first: str, *titles: str, left: Sequence[str] = ()) -> tuple[Column, ...]:
    return (Column(first), *(Column(title, right=title not in left) for title in titles))


def _edge(share: Fraction) -> str:
    return percent_decimal(share, _PLACES)


def _percent(found: Estimate, places: int) -> str:
    return f"{100 * found.mean:.{places}f} %"


def _number(value: Fraction) -> str:
    return exact_decimal(value, 0 if value.denominator == 1 else 2)
