"""What the bets of Pai Gow cost, as the JSON that scripts may rely on."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from gutshot.paigow.advisor import COMMISSION_PERCENT
from gutshot.paigow.sevens import HANDS
from gutshot.paigow.side_bets import DEALS, ace_high_deals, ace_high_hands

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from gutshot.paigow.main_game import Estimate, MainGame
    from gutshot.paigow.odds import Odds
    from gutshot.paigow.side_bets import FortuneOdds, PushAceHighOdds, SideBet

__all__ = ["odds_payload"]


def odds_payload(odds: Odds) -> dict[str, Any]:
    """Return every bet's edge: what is counted with its fraction, what is dealt with its error.

    Percentages are of the bet; `..._exact` is the same share as numerator and denominator, 1 being
    the whole bet. `fortune` is the table that was asked for, or the lowest; its `tables` are all,
    the lowest edge with envy in front. In `main_game` each edge belongs to the house way that sets
    both sides; a figure that was counted has the standard error 0 and its fraction.
    """
    return {
        "schema": "gutshot.paigow.odds/1",
        "fortune": _fortune(odds),
        "face_up": _face_up(odds),
        "push_ace_high": _push_ace_high(odds),
        "main_game": {
            "commission_percent": float(COMMISSION_PERCENT),
            "a2345_second_highest": odds.rules.a2345_second_highest,
            "house_ways": [_main_game(game) for game in odds.main_game],
        },
    }


def _fortune(odds: Odds) -> dict[str, Any]:
    chosen = odds.chosen
    return {
        "method": "exact",
        "hands": HANDS,
        "stake": float(odds.stake),
        "other_players": odds.others,
        "counts": {line.line or "nothing": line.hands for line in chosen.lines},
        "lines": [
            {
                "line": line.line or "nothing",
                "pays": float(line.pays),
                "envy": float(line.envy),
                "natural": line.natural,
                "joker": line.joker,
                "hands": line.hands,
            }
            for line in chosen.lines
        ],
        **_fortune_table(odds, chosen),
        "tables": [_fortune_table(odds, one) for one in odds.fortune],
    }


def _fortune_table(odds: Odds, found: FortuneOdds) -> dict[str, Any]:
    table = found.table
    return {
        **_table(table),
        "envy": None if table.envy is None else _numbers(table.envy),
        "envy_least_stake": None if table.envy is None else float(table.envy_least_stake),
        **_share("edge", found.edge),
        **_share("envy", found.envy_share(odds.others, odds.stake)),
        **_share("edge_with_envy", found.edge_with_envy(odds.others, odds.stake)),
        "envy_per_player": float(found.envy_mean),
        "envy_per_player_exact": _exact(found.envy_mean),
        "win_percent": 100 * found.hits / HANDS,
        "standard_deviation": sqrt(found.variance),
        "variance_exact": _exact(found.variance),
        "lowest": table.id == odds.lowest.table.id,
    }


def _push_ace_high(odds: Odds) -> dict[str, Any]:
    return {
        "method": "exact",
        "deals": DEALS,
        "counts": ace_high_deals()._asdict(),
        "tables": [_push_table(one) for one in odds.push_ace_high],
    }


def _push_table(found: PushAceHighOdds) -> dict[str, Any]:
    return {
        **_table(found.table),
        "both_before_joker": found.table.both_before_joker,
        "lines": [
            {"line": line.line or "nothing", "pays": float(line.pays), "deals": line.deals}
            for line in found.lines
        ],
        **_share("edge", found.edge),
        "standard_deviation": sqrt(found.variance),
        "variance_exact": _exact(found.variance),
    }


def _face_up(odds: Odds) -> dict[str, Any]:
    natural, joker = ace_high_hands()
    return {
        "ace_high_push": {
            "method": "exact",
            "hands": HANDS,
            "natural": natural,
            "joker": joker,
            "total": natural + joker,
            "percent": 100 * (natural + joker) / HANDS,
        },
        "main_game": {
            "commission_percent": 0.0,
            "house_ways": [
                {
                    **_dealt(game),
                    **_shares(game.face_up_shares()),
                    "edge_percent": _estimate(game.face_up_edge()),
                    "edge_left_to_the_way_percent": _estimate(game.face_up_edge(by_way=True)),
                }
                for game in odds.main_game
            ],
        },
    }


def _main_game(game: MainGame) -> dict[str, Any]:
    commission = COMMISSION_PERCENT
    counted = {"way": game.way, "method": game.method, "deals": DEALS, "seed": None}
    return {
        **(_dealt(game) if game.counted is None else counted),
        **_shares(game.shares),
        "copies_percent": _estimate(game.copies),
        "lost_by_copies_percent": _estimate(game.lost_by_copies),
        "edge_percent": _estimate(game.edge(commission)),
        "edge_without_commission_percent": _estimate(game.edge(0)),
        "edge_banking_percent": _estimate(game.edge(commission, banker=True)),
        "edge_banking_without_commission_percent": _estimate(game.edge(0, banker=True)),
    }


def _dealt(game: MainGame) -> dict[str, Any]:
    return {"way": game.way, "method": "simulated", "deals": game.deals, "seed": game.seed}


def _shares(shares: tuple[Estimate, Estimate, Estimate]) -> dict[str, Any]:
    names = "win_percent", "push_percent", "lose_percent"
    return {name: _estimate(one) for name, one in zip(names, shares, strict=True)}


def _estimate(found: Estimate) -> dict[str, Any]:
    """Return a figure in percent with its error, and the share as a fraction if it was counted."""
    value = {"value": 100 * found.mean, "standard_error": 100 * found.standard_error}
    return value if found.exact is None else value | {"exact": _exact(found.exact)}


def _table(table: SideBet) -> dict[str, Any]:
    return {
        "table": table.id,
        "name": table.name,
        "source": table.source,
        "note": table.note,
        "pays": _numbers(table.pays),
    }


def _numbers(values: Mapping[str, Fraction]) -> dict[str, float]:
    return {line: float(value) for line, value in values.items()}


def _share(name: str, share: Fraction) -> dict[str, Any]:
    return {f"{name}_percent": float(100 * share), f"{name}_exact": _exact(share)}


def _exact(value: Fraction) -> dict[str, int]:
    return {"numerator": value.numerator, "denominator": value.denominator}
