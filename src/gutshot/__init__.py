"""Gutshot: exact answers for the poker games that mathematics can finish.

The functions of the command line, by the same words::

    import gutshot

    table = gutshot.game("jacks-or-better-9-6")
    hand = gutshot.analyse_hand(gutshot.parse_hand("As Ks Qs Js 2d", table.deck), table)
    hand.holds[0].ev            # Fraction(872, 47)
    gutshot.analyse_game(table).return_fraction

Everything is imported on first use: ``import gutshot`` alone costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gutshot.cards import card_name, format_cards, parse_cards, parse_hand
    from gutshot.errors import GutshotError, InputError
    from gutshot.holdem.equities import Equities, all_in_equities, count_equities
    from gutshot.holdem.icm import (
        BubbleFactors,
        IcmCall,
        IcmEquities,
        bubble_factors,
        icm_call,
        icm_equities,
    )
    from gutshot.holdem.percentile import strength_order, top_share
    from gutshot.holdem.postflop.answers import SolvedSpot, solve_spot
    from gutshot.holdem.postflop.spec import Spot, load_spot, parse_spot
    from gutshot.holdem.preflop import (
        PreflopChart,
        PreflopSolution,
        PreflopSpec,
        read_chart,
        solve_preflop,
        write_chart,
    )
    from gutshot.holdem.preflop.chart_diff import compare_node, compare_trees
    from gutshot.holdem.preflop.node_range import action_range
    from gutshot.holdem.preflop.push_fold import PushFold, push_fold
    from gutshot.holdem.preflop.range_grade import RangeGrade, grade_ranges
    from gutshot.holdem.preflop.review import Review, review_histories
    from gutshot.holdem.range_dialects import read_range, write_range
    from gutshot.holdem.three_way import ThreeWayEquities, three_way_equities
    from gutshot.paigow.advisor import Advice, advise
    from gutshot.paigow.hands import parse_seven
    from gutshot.paigow.house_ways import HouseWay, house_way, load_house_way
    from gutshot.videopoker import (
        Bankroll,
        BankrollTerms,
        Comparison,
        GameReturn,
        HandAnalysis,
        Hold,
        PayTable,
        Progressive,
        analyse_bankroll,
        analyse_game,
        analyse_hand,
        analyse_progressive,
        compare_games,
        from_mapping,
        from_toml,
        game,
        games,
        load_pay_table,
        n_play_variance,
    )
    from gutshot.videopoker.strategy import (
        Strategy,
        StrategyJudgement,
        judge_strategy,
        load_strategy,
        read_strategy,
    )

__version__ = "0.1.0"

_HOMES = {
    "gutshot.cards": ("card_name", "format_cards", "parse_cards", "parse_hand"),
    "gutshot.errors": ("GutshotError", "InputError"),
    "gutshot.holdem.equities": ("Equities", "all_in_equities", "count_equities"),
    "gutshot.holdem.icm": (
        "BubbleFactors",
        "IcmCall",
        "IcmEquities",
        "bubble_factors",
        "icm_call",
        "icm_equities",
    ),
    "gutshot.holdem.percentile": ("strength_order", "top_share"),
    "gutshot.holdem.postflop.answers": ("SolvedSpot", "solve_spot"),
    "gutshot.holdem.postflop.spec": ("Spot", "load_spot", "parse_spot"),
    "gutshot.holdem.preflop": (
        "PreflopChart",
        "PreflopSolution",
        "PreflopSpec",
        "read_chart",
        "solve_preflop",
        "write_chart",
    ),
    "gutshot.holdem.preflop.chart_diff": ("compare_node", "compare_trees"),
    "gutshot.holdem.preflop.node_range": ("action_range",),
    "gutshot.holdem.preflop.push_fold": ("PushFold", "push_fold"),
    "gutshot.holdem.preflop.range_grade": ("RangeGrade", "grade_ranges"),
    "gutshot.holdem.preflop.review": ("Review", "review_histories"),
    "gutshot.holdem.range_dialects": ("read_range", "write_range"),
    "gutshot.holdem.three_way": ("ThreeWayEquities", "three_way_equities"),
    "gutshot.paigow.advisor": ("Advice", "advise"),
    "gutshot.paigow.hands": ("parse_seven",),
    "gutshot.paigow.house_ways": ("HouseWay", "house_way", "load_house_way"),
    "gutshot.videopoker": (
        "Bankroll",
        "BankrollTerms",
        "Comparison",
        "GameReturn",
        "HandAnalysis",
        "Hold",
        "PayTable",
        "Progressive",
        "analyse_game",
        "analyse_hand",
        "analyse_bankroll",
        "compare_games",
        "from_mapping",
        "from_toml",
        "game",
        "games",
        "load_pay_table",
        "n_play_variance",
        "analyse_progressive",
    ),
    "gutshot.videopoker.strategy": (
        "Strategy",
        "StrategyJudgement",
        "judge_strategy",
        "load_strategy",
        "read_strategy",
    ),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Advice",
    "Bankroll",
    "BankrollTerms",
    "BubbleFactors",
    "Comparison",
    "Equities",
    "GameReturn",
    "GutshotError",
    "HandAnalysis",
    "Hold",
    "HouseWay",
    "IcmCall",
    "IcmEquities",
    "InputError",
    "PayTable",
    "PreflopChart",
    "PreflopSolution",
    "PreflopSpec",
    "Progressive",
    "PushFold",
    "RangeGrade",
    "Review",
    "SolvedSpot",
    "Spot",
    "Strategy",
    "StrategyJudgement",
    "ThreeWayEquities",
    "__version__",
    "action_range",
    "advise",
    "all_in_equities",
    "analyse_bankroll",
    "analyse_game",
    "analyse_hand",
    "analyse_progressive",
    "bubble_factors",
    "card_name",
    "compare_games",
    "compare_node",
    "compare_trees",
    "count_equities",
    "format_cards",
    "from_mapping",
    "from_toml",
    "game",
    "games",
    "grade_ranges",
    "house_way",
    "icm_call",
    "icm_equities",
    "judge_strategy",
    "load_house_way",
    "load_pay_table",
    "load_spot",
    "load_strategy",
    "n_play_variance",
    "parse_cards",
    "parse_hand",
    "parse_seven",
    "parse_spot",
    "push_fold",
    "read_chart",
    "read_range",
    "read_strategy",
    "review_histories",
    "solve_preflop",
    "solve_spot",
    "strength_order",
    "three_way_equities",
    "top_share",
    "write_chart",
    "write_range",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module's names have any type
    if name not in _HOME_OF:
        msg = f"module 'gutshot' has no attribute '{name}'"
        raise AttributeError(msg)
    found = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
