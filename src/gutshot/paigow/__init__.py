"""Pai Gow poker: 53 cards, seven dealt, set as a high hand of five and a low hand of two.

Cards are ids 0..51 and 52 for the joker, which is an ace or completes a straight, a flush or a
straight flush. Both hands are compared by their *strengths*, whole numbers without gaps: 0..7462
for five cards, 0..90 for two (`gutshot.evaluate.joker`).

`rules`
    `Rules(a2345_second_highest=True)`, what a table chooses; `Rules.tables` are the arrays that
    kernels take, `tables.least_high[low]` the weakest high hand that is no foul above a low hand.
`hands`
    `parse_seven` reads dealt cards; `high_strength`, `low_strength`, `high_category`; `high_name`,
    `low_name` from strengths; `high_order`, `low_order` lay cards out; `played_rank` of the joker.
`setting`
    `Setting(high, low, rules)` with `high_strength`, `low_strength`, `foul`, names, and
    `against(dealer)`, an `Outcome`: a bet wins with both hands, is a push with one, copies go to
    the dealer. `SPLITS`, `all_settings`, `legal_settings` of seven cards. `split_strengths`: the
    strengths of all 21 splits of many hands as arrays; inside a kernel,
    `gutshot.evaluate.joker._kernels.split_strengths` writes those of one hand to two arrays (21,),
    and `splits_with` the same half as fast again, with the caller's scratch: 10 million hands a
    second on one core.
`sevens`
    What all seven cards hold: `satisfied_kinds` of a hand, `kind_counts` of all 154,143,080 hands,
    `count_lines` by the first line of a pay table that they reach, `nothing_top` of a hand that
    holds nothing (ace-high, say).
`house_ways`
    `house_way("trump-plaza")`, a `HouseWay`: `way.set(cards, rules)` is the `Setting` of seven
    cards, `way.strengths(hands, rules)` the high and low strengths, int32, of (n, 7) hands, ten
    million a second; inside a kernel, `house_ways._kernels.set_one` with `way.tables(rules)`.
    `house_ways.house_ways()` lists them, `load_house_way` reads a file.
`dealer_hands`
    `count_dealer_hands(deck_without(cards), way, rules)`, the `DealerHands`: how many of the
    53,524,680 hands that seven known cards leave a way sets to each two strengths, in 2 ms;
    `outcomes(high, low)` are the wins, pushes and losses of two strengths against them. Any deck of
    7 to 53 cards will do.
`advisor`
    `advise(cards, way)`, the `Advice`: what every setting is worth, with a commission, to who
    banks, against a dealer who shows his hand, and what house ways cost on these cards.
`differences`
    Where a setting wins and loses, by what the dealer holds, and why one is better than another.
`hindsight`
    After a hand: settings that would have done better, what the one played cost, a running total.
`players`
    Computer players for free seats: `next_command(level, facts, view)`, `fillers(levels, table)`.
`all_deals`
    `count_all_deals(way, rules)`: all 8,250,459,031,214,400 deals of two hands set by one way, by
    how high and low hands compare, in a minute of one core.
`main_game`
    `shipped_main_games()`, a `MainGame` a house way: shares, edges with and without commission and
    banking, copies, and Face Up with the best setting; `deal_main_game` deals them anew.
`odds`
    `all_odds(stake=..., others=...)`: side bets, Face Up and the main game together.
`side_bets`
    Fortune and Push Ace High as TOML pay tables: `side_bet("fortune-2")`, `load_side_bet`;
    `fortune_odds` and `push_ace_high_odds` count what a table comes to, in fractions.
`table`
    A table for six as a pure state machine: wagers, deal, settings, showdown, what everybody sees.
"""

from __future__ import annotations

from gutshot.paigow.hands import high_name, high_strength, low_name, low_strength, parse_seven
from gutshot.paigow.house_ways import HouseWay, house_way, load_house_way
from gutshot.paigow.rules import Rules
from gutshot.paigow.setting import SPLITS, Outcome, Setting, all_settings, legal_settings

__all__ = [
    "SPLITS",
    "HouseWay",
    "Outcome",
    "Rules",
    "Setting",
    "all_settings",
    "high_name",
    "high_strength",
    "house_way",
    "legal_settings",
    "load_house_way",
    "low_name",
    "low_strength",
    "parse_seven",
]
