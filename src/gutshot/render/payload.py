"""Results as the JSON that scripts may rely on: more fields are welcome, names and meanings stay.

Exact numbers are ints; a decimal beside them is the nearest float. A share without suffix is a
fraction 0..1, `_percent` is percent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name
from gutshot.videopoker.version import ENGINE_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from gutshot.catalogue import BrokenFile
    from gutshot.videopoker import Comparison, GameReturn, HandAnalysis, PayTable

__all__ = [
    "compare_payload",
    "fraction_payload",
    "games_payload",
    "hold_payload",
    "pay_table_payload",
    "return_payload",
]


def fraction_payload(exact: Fraction) -> dict[str, Any]:
    """Return a rational in lowest terms and its nearest decimal."""
    return {
        "numerator": exact.numerator,
        "denominator": exact.denominator,
        "decimal": float(exact),
    }


def pay_table_payload(table: PayTable) -> dict[str, Any]:
    """Return what names a pay table and what it pays, payouts as exact text."""
    return {
        "id": table.id,
        "name": table.name,
        "family": table.family,
        "deck": table.deck.name,
        "version": table.version,
        "pays": {line.category: str(line.pays) for line in table.lines},
        "source": table.source,
        "note": table.note,
    }


def _stamped(schema: str, table: PayTable | None = None) -> dict[str, Any]:
    out: dict[str, Any] = {"schema": schema, "engine_version": ENGINE_VERSION}
    if table is not None:
        out["pay_table"] = pay_table_payload(table)
    return out


def hold_payload(hand: HandAnalysis) -> dict[str, Any]:
    """Return a deal's 32 holds, best first; EV per coin bet."""
    return {
        **_stamped("gutshot.videopoker.hold/1", hand.table),
        "deal": [card_name(card) for card in hand.deal],
        "dealt_category": hand.dealt_category,
        "best": list(hand.best),
        "holds": [
            {
                "mask": hold.mask,
                "cards": [card_name(card) for card in hold.cards],
                "ev": fraction_payload(hold.ev),
                "completions": hold.completions,
                "counts": hold.counts,
            }
            for hold in hand.holds
        ],
    }


def return_payload(game: GameReturn) -> dict[str, Any]:
    """Return a whole game's figures; the return's fraction is not reduced."""
    least, most = game.variance
    cycle = game.royal_cycle
    return {
        **_stamped("gutshot.videopoker.return/1", game.table),
        "return": {
            "numerator": game.numerator,
            "denominator": game.denominator,
            "percent": game.percent,
        },
        "variance": {"min": float(least), "max": float(most)},
        "covariance": float(game.covariance),
        "categories": game.categories,
        "hit_frequency": float(game.hit_frequency),
        "royal_cycle": None if cycle is None else float(cycle),
        "held": list(game.held),
        "tied_deals": game.tied_deals,
        "tied_classes": game.tied_classes,
        "seconds": game.seconds,
    }


def games_payload(tables: Iterable[PayTable], broken: Iterable[BrokenFile] = ()) -> dict[str, Any]:
    """Return the catalogue; `return` is null where a file states no proven numerator.

    broken : the user's files that are left out of it.
    """
    from gutshot.videopoker.game_return import return_denominator

    games = []
    for table in tables:
        expected = table.expected
        proven = None
        if expected.numerator is not None:
            denominator = return_denominator(table)
            proven = {
                "numerator": expected.numerator,
                "denominator": denominator,
                "percent": 100 * expected.numerator / denominator,
            }
        games.append(
            {
                **pay_table_payload(table),
                "aliases": list(table.aliases),
                "return": proven,
                "variance": expected.variance,
                "covariance": expected.covariance,
            }
        )
    return {
        **_stamped("gutshot.videopoker.games/1"),
        "games": games,
        "left_out": [{"file": file.path.name, "problem": file.public_problem} for file in broken],
    }


def compare_payload(both: Comparison, examples: int = 100) -> dict[str, Any]:
    """Return what two tables play differently, with the dearest classes as examples."""
    return {
        **_stamped("gutshot.videopoker.compare/1"),
        "a": return_payload(both.a),
        "b": return_payload(both.b),
        "deals": both.deals,
        "classes": len(both.classes),
        "cost": fraction_payload(both.cost),
        "return_of_a_on_b": fraction_payload(both.return_of_a_on_b),
        "examples": [
            {
                "deal": [card_name(card) for card in x.deal],
                "best_a": list(x.best_a),
                "best_b": list(x.best_b),
                "deals": x.deals,
                "cost": fraction_payload(x.cost),
            }
            for x in both.dearest(examples)
        ],
    }
