"""Side bets of Pai Gow poker as files, and what they cost, counted.

A pay table is a TOML file::

    bet = "fortune"                 # or "push_ace_high"
    name = "My table"
    source = "where it is printed"  # and note, both optional
    envy_least_stake = 5            # smaller bets have no envy

    [pays]                          # to 1; 0 is a push, what reaches no line loses
    royal_flush = 150               # the lines of `gutshot.paigow.sevens.SEVEN_KINDS`
    four_of_a_kind = 25

    [envy]                          # in the money of the stake, for another player's hand
    four_of_a_kind = 5

    [expected]                      # what proves it; a test recomputes every shipped table
    edge_percent = "7.7656"
    net_units = -11970096

Push Ace High has the lines ``both_ace_high``, ``dealer_joker`` and ``dealer_ace_high``, and says by
``both_before_joker`` which of the first two is paid where both are true. `fortune_odds` and
`push_ace_high_odds` count a table; `side_bet` finds a shipped one or one of the user's by its id,
`load_side_bet` reads a file.
"""

from __future__ import annotations

from gutshot.paigow.side_bets.fortune import (
    MOST_OTHERS,
    FortuneLine,
    FortuneOdds,
    FortuneTable,
    check_company,
    fortune_odds,
)
from gutshot.paigow.side_bets.push_ace_high import (
    DEALS,
    AceHighDeals,
    PushAceHighLine,
    PushAceHighOdds,
    PushAceHighTable,
    ace_high_deals,
    ace_high_hands,
    push_ace_high_odds,
)
from gutshot.paigow.side_bets.reading import parse_stake
from gutshot.paigow.side_bets.shelf import (
    SideBet,
    broken_side_bets,
    fortune_tables,
    load_side_bet,
    push_ace_high_tables,
    side_bet,
    side_bet_from_toml,
)

__all__ = [
    "DEALS",
    "MOST_OTHERS",
    "AceHighDeals",
    "FortuneLine",
    "FortuneOdds",
    "FortuneTable",
    "PushAceHighLine",
    "PushAceHighOdds",
    "PushAceHighTable",
    "SideBet",
    "ace_high_deals",
    "ace_high_hands",
    "broken_side_bets",
    "check_company",
    "fortune_odds",
    "fortune_tables",
    "load_side_bet",
    "parse_stake",
    "push_ace_high_odds",
    "push_ace_high_tables",
    "side_bet",
    "side_bet_from_toml",
]
