"""House ways: how a dealer, or a player who leaves it to the house, sets seven cards.

A way is a TOML file::

    name = "My way"
    source = "where the rules come from"      # and note, both optional

    [[rules]]
    why = "Two low pairs: together with a king or better in front"
    hand = "two_pair"           # shape of the seven cards, one or a list (`shape.SHAPES`)
    ranks = ["2-6", "2-6"]      # ranks of its sets, larger sets first, then higher ranks
    single = "2-Q"              # rank of the highest card that stands alone
    makes = "two_pair"          # category of the best five of the seven, one or a list
    high = "two_pair"           # what the high hand must be: categories, or "best"
    low = "K+"                  # what the low hand must be: pair, KK, TT+, AK, AJ+, A, K+

    [[rules]]
    high = "best"               # the last rule sets every hand

`hand`, `ranks`, `single` and `makes` are conditions, `high` and `low` demands; what is left out
asks nothing. The joker counts as an ace in conditions on ranks. Rules are tried from the top: the
first whose conditions hold and whose demands one of the settings without foul meets decides, and of
those settings the one with the highest low hand is taken, then with the highest high hand.

`house_way` finds a shipped way, or one of the user's in his data directory, by its id;
`load_house_way` reads a file. `HouseWay.set` sets one hand, `HouseWay.strengths` many.
"""

from __future__ import annotations

from gutshot.paigow.house_ways.shelf import broken_ways, house_way, house_ways, load_house_way
from gutshot.paigow.house_ways.way import Golden, HouseWay, Published, from_toml

__all__ = [
    "Golden",
    "HouseWay",
    "Published",
    "broken_ways",
    "from_toml",
    "house_way",
    "house_ways",
    "load_house_way",
]
