"""Trees of every kind of spot against the same rules in rationals, seat by seat."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from tests.holdem.preflop import slow_rules

from gutshot.errors import InputError
from gutshot.holdem.betting import award, side_pots, uncalled
from gutshot.holdem.preflop import PreflopSpec, spec_from, spec_from_toml
from gutshot.holdem.preflop.sizes import sizes_from
from gutshot.holdem.preflop.tree import EndingKind, follow, grow_tree
from gutshot.holdem.preflop.worth import worth_of

if TYPE_CHECKING:
    from gutshot.holdem.preflop.tree import Tree

MANY_SIZES = """
[sizes]
all_in_below = 0.1
[sizes.open]
heads_up = [2.5, 3, 4]
small_blind = [3, 4]
other = 2.2
BTN = [2.5, 2.2, 2.5]
[sizes.over_limp]
heads_up = [3.5, 5]
other = [4, 5]
BB = 4.5
per_limper = 1
[sizes.reraise]
in_position = [[3, 4], 2.3]
out_of_position = [[{to_bb = 11}, 4], [2.2, 2.5], []]
per_caller = 0.7
"""
FEW_ALL_INS = """
[sizes]
all_in_below = 0
open = {heads_up = 3, small_blind = 3, other = [2, 3], all_in = false}
over_limp = {heads_up = 3, other = 3, all_in = false}
reraise = {in_position = [3], out_of_position = [[3, {to_bb = 9}]], all_in = [false, true]}
"""
MORE_BY_CALLERS = """
[sizes]
all_in_below = 0.1
open = {heads_up = 3, small_blind = 3, other = 2.2}
over_limp = {heads_up = 3, other = 3}
reraise = {in_position = [3, 2.3], out_of_position = [4, 2], per_caller = 0.3, per_caller_bb = 0.7}
"""
SPOTS = {
    "two": "stack = 100",
    "two, many sizes": f"stack = 60\n{MANY_SIZES}",
    "two, few all-ins": f"stack = 40\n{FEW_ALL_INS}",
    "a multiple that is not legal": (
        "players = 3\nstack = 15\n[sizes]\nall_in_below = 0.1\n"
        "open = {heads_up = 3, small_blind = 3, other = [2.2, 4]}\n"
        "over_limp = {heads_up = 3, other = 3}\n"
        "reraise = {in_position = [1.5], out_of_position = [[1.5, {to_bb = 9}]],"
        " per_caller_bb = 0.3}"
    ),
    "two, uneven, one can't post": "stacks = [9, 0.7]",
    "three": "players = 3\nstack = 40",
    "three, many sizes": f"players = 3\nstack = 40\n{MANY_SIZES}",
    "four, limps by all, four in": (
        f'players = 4\nstack = 20\nlimps = "all"\nentrants = 4\n{MANY_SIZES}'
    ),
    "four, limps behind": 'players = 4\nstack = 12\nlimps = ["CO"]\nover_limps = "all"',
    "four, more by callers": f"players = 4\nstack = 60\n{MORE_BY_CALLERS}",
    "four, nobody limps": f"players = 4\nstack = 12.5\nlimps = []\n{FEW_ALL_INS}",
    "four, limps, two in": 'players = 4\nstack = 15\nlimps = "all"\nentrants = 2',
    "six, few cold calls": 'players = 6\nstack = 50\ncold_calls = ["BTN", "BB"]',
    "all ante": 'players = 3\nstack = 15\nante = 0.125\nante_by = "all"\nante_from_stack = true',
    "dead antes": 'players = 3\nstack = 15\nante = 0.125\nante_by = "all"',
    "button's ante": 'players = 3\nstack = 9\nante = 1\nante_by = "button"\nante_from_stack = true',
    "big blind's ante": 'players = 4\nstack = 9\nformat = "ante"\nante_from_stack = true',
    "short posts": (
        'players = 4\nstacks = [12, 0.05, 0.3, 0.9]\nante = 0.1\nante_by = "all"\n'
        "ante_from_stack = true\nentrants = 4"
    ),
    "short stacks": "players = 4\nstacks = [2.5, 11, 30, 1.1]\n[rake]\nfraction = 0.05\ncap = 0.5",
    "thirds": 'players = 3\nstacks = ["40/3", 20, "1000/7"]\n[rake]\nfraction = 0.03',
    "a straddle": f'players = 4\nstack = 30\nstraddle = 2\nlimps = "all"\n{MANY_SIZES}',
    "two straddles": "players = 5\nstack = 40\nstraddle = [2, 5]",
    "the button's straddle": 'players = 4\nstack = 25\nstraddle = {BTN = 2}\nlimps = ["SB", "BB"]',
    "a short straddle": "players = 4\nstacks = [1.5, 20, 20, 15]\nstraddle = 2",
    "jam": 'players = 5\nstack = 8\nlimit = "jam"\nentrants = 4',
    "jam and straddle": 'players = 4\nstack = 8\nlimit = "jam"\nstraddle = 2',
    "prizes": 'players = 4\nstack = 9\nformat = "bubble"',
    "rake without a flop": "stack = 30\n[rake]\nfraction = 0.05\nno_flop_no_drop = false",
}


def spot(text: str) -> PreflopSpec:
    return spec_from_toml(text, "spot.toml", {})


@pytest.mark.parametrize("text", SPOTS.values(), ids=list(SPOTS))
def test_trees_and_worths_are_those_of_the_slow_rules(text: str) -> None:
    """Every node, every hand there in full, and what endings are worth to the last bit."""
    spec = spot(text)
    tree = grow_tree(spec)
    ends = {ending.node: ending for ending in tree.endings}
    seen = 0
    for node, betting, after in slow_rules.walked(spec):
        seen += 1
        if betting.over:
            assert ends[node].betting == betting
            found, wanted = worth_of(spec, ends[node]), slow_rules.worth(spec, betting)
            assert found.constants == wanted.constants
            assert tuple((pot.amount, pot.eligible) for pot in found.pots) == wanted.pots
            continue
        spot_ = tree.spots[node]
        assert (spot_.player, spot_.betting) == (betting.to_act, betting)
        assert dict(spot_.actions) == after
        assert list(spot_.actions) == list(after)
    assert seen == len(tree.spots) + len(ends)


@pytest.mark.parametrize("text", SPOTS.values(), ids=list(SPOTS))
def test_a_spot_is_read_back_from_what_a_chart_says(text: str) -> None:
    spec = spot(text)
    assert spec_from(spec.payload(), "chart") == spec


@pytest.mark.parametrize("text", SPOTS.values(), ids=list(SPOTS))
def test_no_chips_are_made_but_those_of_the_house(text: str) -> None:
    spec = spot(text)
    for ending in grow_tree(spec).endings:
        worth = worth_of(spec, ending)
        total = sum(worth.constants) + sum(pot.amount for pot in worth.pots)
        if spec.rake.fraction:
            assert total <= float(spec.dead_bb) + 1e-9
        else:
            assert total == pytest.approx(float(spec.dead_bb), abs=1e-9)


def raises(tree: Tree, node: str) -> dict[str, float]:
    found = tree.spots[node]
    return {
        token: float(after.bets[found.player])
        for token, after in found.actions.items()
        if token[0] in "RA"
    }


def test_sizes_have_numbers_the_smallest_first_and_equal_ones_are_one() -> None:
    tree = grow_tree(spot(f"players = 4\nstack = 60\n{MANY_SIZES}"))
    assert raises(tree, "") == {"R": 2.2, "A": 60}
    assert raises(tree, "F") == {"R1": 2.2, "R2": 2.5, "A": 60}
    assert raises(tree, "FF") == {"R1": 3, "R2": 4, "A": 60}
    assert raises(tree, "FFC") == {"R": 4.5, "A": 60}
    # the button is behind the seat that opened, the blinds are before it
    assert raises(tree, "R") == pytest.approx({"R1": 6.6, "R2": 8.8, "A": 60})
    assert raises(tree, "RF") == pytest.approx({"R1": 8.8, "R2": 11, "A": 60})
    # a caller adds 0.7 bets to multiples and to big blinds
    assert raises(tree, "RCF") == pytest.approx({"R1": 4.7 * 2.2, "R2": 11 + 0.7 * 2.2, "A": 60})


def test_sizes_that_come_to_all_in_are_all_in() -> None:
    tree = grow_tree(spot(f"players = 4\nstack = 10\n{MANY_SIZES}"))
    assert raises(tree, "R") == pytest.approx({"R1": 6.6, "R2": 8.8, "A": 10})
    assert raises(grow_tree(spot(f"players = 4\nstack = 9\n{MANY_SIZES}")), "R") == pytest.approx(
        {"R": 6.6, "A": 9}
    )


def test_all_in_is_left_out_where_the_schedule_says_so() -> None:
    tree = grow_tree(spot(f"players = 4\nstack = 100\n{FEW_ALL_INS}"))
    assert raises(tree, "") == {"R1": 2, "R2": 3}
    # the first re-raise has none, the second has
    assert raises(tree, "R2") == {"R": 9}
    assert set(raises(tree, "R2R")) == {"R", "A"}
    short = grow_tree(spot(f"players = 4\nstack = 8\n{FEW_ALL_INS}"))
    assert raises(short, "R2") == {"A": 8}


def test_an_amount_in_big_blinds_that_is_not_legal_is_left_out() -> None:
    tree = grow_tree(spot(f"players = 3\nstack = 100\n{FEW_ALL_INS}"))
    assert raises(tree, "R1") == {"R1": 6, "R2": 9}
    # the button has raised to 27: 9 is no raise any more
    assert raises(tree, "R1R2FR") == {"R": 81, "A": 100}


def test_a_re_raise_may_be_left_to_all_in() -> None:
    tree = grow_tree(spot(f"stack = 100\n{MANY_SIZES}"))
    names = [node for node in tree.spots if node.count("R") >= 3 and node.endswith("R2")]
    assert names
    assert any(set(raises(tree, node)) == {"A"} for node in names)


def letters(text: str, node: str) -> str:
    place = follow(spot(text), node)
    assert place.spot is not None
    return "".join(place.spot.actions)


def test_who_limps_and_calls() -> None:
    four = "players = 4\nstack = 50\n"
    assert [letters(four, node) for node in ("", "FF", "FFC")] == ["FRA", "FCRA", "XRA"]
    everybody = f'{four}limps = "all"\n'
    assert [letters(everybody, node) for node in ("", "C", "CC")] == ["FCRA", "FCRA", "FRA"]
    # two limpers and the big blind are three: the small blind may raise, and limp if one folds
    assert letters(everybody, "CFCX"[:3]) == "XRA"
    assert letters(f"{everybody}entrants = 4", "CC") == "FCRA"
    first = f'{four}limps = ["CO"]\n'
    assert [letters(first, node) for node in ("", "F", "C", "FF")] == ["FCRA", "FRA", "FRA", "FRA"]
    behind = f'{first}over_limps = ["SB"]\n'
    assert [letters(behind, node) for node in ("C", "CF", "FF")] == ["FRA", "FCRA", "FRA"]
    cold = f'{four}cold_calls = ["BTN"]\n'
    assert [letters(cold, node) for node in ("R", "RF", "RFF", "A", "FFC")] == [
        "FCRA",
        "FRA",
        "FRA",
        "FC",
        "XRA",
    ]
    # who has put chips in may call, and so may everybody with his last ones
    assert letters(cold, "RFR") == "FRA"
    assert letters(cold, "RFRF") == "FCRA"


def test_a_straddle_is_the_last_to_act_and_what_a_raise_adds() -> None:
    spec = spot('players = 4\nstack = 50\nstraddle = 2\nlimps = "all"\nentrants = 4')
    start = spec.betting()
    assert (start.to_act, spec.seats[start.waiting[-1]]) == (1, "CO")
    assert [float(x) for x in start.bets] == [2, 0, 0.5, 1]
    assert [float(start.min_raise_to), float(start.to_call)] == [4, 2]
    tree = grow_tree(spec)
    assert list(tree.spots["CCC"].actions) == ["X", "R", "A"]
    # sizes in big blinds are straddles here: 2.2 and 3.5 of them
    assert raises(tree, "") == {"R": 4.4, "A": 50}
    assert raises(tree, "CCC") == {"R": 7, "A": 50}
    assert {e.node for e in tree.endings} >= {"FFF", "CCCX"}
    button = spot("players = 4\nstack = 50\nstraddle = {BTN = 2}")
    assert [button.seats[p] for p in button.betting().waiting] == ["SB", "BB", "CO", "BTN"]
    both = spot("players = 5\nstack = 50\nstraddle = {HJ = 2, BTN = 4}")
    assert [both.seats[p] for p in both.betting().waiting] == ["SB", "BB", "HJ", "CO", "BTN"]


def test_folding_costs_what_was_posted() -> None:
    spec = spot(
        'players = 4\nstack = 50\nante = 0.25\nante_by = "all"\nante_from_stack = true\n'
        "straddle = 2"
    )
    worth = worth_of(spec, {e.node: e for e in grow_tree(spec).endings}["FFF"])
    assert list(worth.constants) == [2.25, -0.25, -0.75, -1.25]
    dead = spot("players = 3\nstack = 50\nante = 0.25\nante_by = 'all'")
    worth = worth_of(dead, {e.node: e for e in grow_tree(dead).endings}["FF"])
    assert list(worth.constants) == [0, -0.5, 1.25]
    assert float(dead.dead_bb) == 0.75


def test_who_was_put_all_in_by_posting_is_one_of_the_entrants() -> None:
    spec = spot("players = 4\nstacks = [20, 20, 0.5, 20]\nentrants = 2")
    assert letters("players = 4\nstacks = [20, 20, 0.5, 20]\nentrants = 2", "") == "FRA"
    # the small blind is in, whoever raises is the second
    ends = {e.node: e.betting for e in grow_tree(spec).endings}
    assert ends["R--"].left == (0, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[sizes]", "spot.toml: [sizes]: the table [reraise] is missing"),
        ('limps = ["UTG"]', "limps: 'UTG' is no seat here; there are SB, BB"),
        ("limps = 3", 'spot.toml: limps is "all" or a list of seats such as ["BTN", "SB"]'),
        ('limps = ["joker"]', "limps: 'joker' is no seat here; there are SB, BB"),
        (
            'players = 4\nover_limps = ["HJ"]',
            "over_limps: 'HJ' is no seat here; there are CO, BTN,",
        ),
        ('cold_calls = "some"', 'spot.toml: cold_calls is "all" or a list of seats such as'),
        ('ante_by = "dealer"', "ante_by is big-blind or all or button, not 'dealer'"),
        (
            'format = "ante"\nante_by = "all"',
            "spot.toml: ante_by is all; say what each posts, such",
        ),
        ("straddle = 2", "straddle: two players have none; three or more may"),
        ("players = 3\nstraddle = 1.5", "straddle: BTN posts 2 to 1000 big blinds, at least"),
        (
            "players = 4\nstraddle = [2, 3]",
            "straddle: BTN posts 4 to 1000 big blinds, at least twi",
        ),
        (
            "players = 4\nstraddle = {SB = 2}",
            "straddle: the SB posts a blind; another seat straddl",
        ),
        (
            "players = 4\nstraddle = {UTG = 2}",
            "straddle: 'UTG' is no seat here; there are CO, BTN,",
        ),
        ("players = 3\nstraddle = [2, 4, 8, 9]", "spot.toml: straddle: there are 4 amounts for 3"),
        ('players = 3\nstraddle = "two"', "spot.toml: straddle is a number, not 'two'"),
        ("entrants = 5", "entrants is 2 to 4, not 5"),
        ("entrants = 1", "entrants is 2 to 4, not 1"),
        (
            "stacks = [9, 0]",
            "a stack is more than 0 and at most 1000 big blinds, before posting, n",
        ),
        (
            "players = 3\nstack = 2\nstraddle = 2",
            "a stack is more than 2 and at most 1000 big blin",
        ),
        (
            "players = 3\nstacks = [9, 0.5, 1]\nentrants = 2",
            "stacks: 2 players are all-in by posting, which leaves nobody a decision with 2 entran",
        ),
        (
            'players = 4\nformat = "bubble"\nentrants = 4',
            "bubble has 2 or 3 entrants, not 4",
        ),
        (
            'players = 3\nformat = "bubble"\nstacks = [9, 8, 7]',
            "stacks: bubble of 3 players has equal ones; uneven ones are for two",
        ),
    ],
)
def test_one_line_for_a_mistake(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        spot(text)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("where", "found", "said"),
    [
        (("open", "other"), 1.5, "open: other is a number from 1 to 1000, not '1.5'"),
        (("open", "other"), Fraction(3, 2), "open: other: a raise to 1.5 is not legal; 2 is the l"),
        (("open", "other"), [], ""),
        (("open", "other"), [2] * 10, "open: other has 10 sizes; up to 9 of big blinds such as"),
        (("open", "UTG"), [2, "much"], "open: UTG is a number from 1 to 1000, not 'much'"),
        (("open", "DEALER"), 3, "open: 'DEALER' is no key here; there are heads_up, small_blind,"),
        (("open", "all_in"), 1, "open: all_in is true or false, not '1'"),
        (("over_limp", "other"), 1, "over_limp: other: a raise to 1 is not legal; 2 is the least"),
        (("over_limp", "per_limper"), -1, "over_limp: per_limper is a number from 0 to 1000, not"),
        (("reraise", "in_position"), [], "in_position is a list of multiples such as [3, 2.3]"),
        (("reraise", "in_position"), [1], "in_position is a number from 3/2 to 1000, not '1'"),
        (("reraise", "in_position"), [{"to_bb": 2}], "in_position: to_bb = 2 is not legal; 3 is"),
        (("reraise", "in_position"), [{"to": 9}], "in_position: 'to' is no key here; there are to"),
        (("reraise", "all_in"), [], "reraise all_in is true or false, or a list of these by re-ra"),
    ],
)
def test_one_line_for_a_mistake_in_a_schedule(
    where: tuple[str, str], found: object, said: str
) -> None:
    table: dict[str, Any] = spot("").payload()["sizes"]
    part, key = where
    table = table | {part: table[part] | {key: found}}
    if not said:
        assert sizes_from(table, "it").payload()[part][key] == []
        return
    with pytest.raises(InputError) as caught:
        sizes_from(table, "it")
    assert str(caught.value).startswith(f"it: {said}")


RAKED = {
    "three, uneven": "players = 3\nstacks = [20, 6, 11]",
    "three, short": "players = 3\nstacks = [2.5, 0.8, 30]",
    "four in": "players = 4\nstacks = [12, 3, 7, 20]\nentrants = 4",
    "antes": (
        'players = 3\nstacks = [5, 0.3, 8]\nante = 0.5\nante_from_stack = true\nante_by = "all"'
    ),
    "a dead ante": "players = 3\nstacks = [5, 4, 8]\nante = 1\nante_from_stack = true",
    "two": "stacks = [9, 14]",
}
RAKES = ("", "[rake]\nfraction = 0.05\n", "[rake]\nfraction = 0.1\ncap = 0.75\n")


@pytest.mark.parametrize("rake", RAKES)
@pytest.mark.parametrize("text", RAKED.values(), ids=list(RAKED))
def test_every_order_of_hands_is_paid_what_the_pots_are(text: str, rake: str) -> None:
    """All strengths, ties too: what winners get of side pots less rake, less what all put in."""
    spec = spot(f"{text}\n{rake}")
    seen = 0
    for ending in grow_tree(spec).endings:
        if ending.kind is EndingKind.FLOP:
            continue
        hand = ending.betting
        back = uncalled(hand.paid)
        paid = [p - b for p, b in zip(hand.paid, back, strict=True)]
        dead = hand.dead
        pots = side_pots(paid, hand.live, dead)
        taken = spec.rake.of(sum(paid, dead), flop=ending.kind is EndingKind.ALL_IN)
        left = hand.left
        worth = worth_of(spec, ending)
        seen += len(left) > 2
        for ranks in product(range(len(left)), repeat=len(left)):
            strengths = [ranks[left.index(p)] if p in left else -1 for p in range(spec.players)]
            won = award(pots, strengths, taken)
            for player in range(spec.players):
                ends_with = hand.stacks[player] + back[player] + won[player]
                net = worth.constants[player]
                for pot in worth.pots:
                    best = max(strengths[p] for p in pot.eligible)
                    winners = [p for p in pot.eligible if strengths[p] == best]
                    if player in winners:
                        net += pot.amount / len(winners)
                wanted = float(ends_with - spec.stacks_bb[player])
                assert net == pytest.approx(wanted, abs=1e-12), (ending.node, ranks)
    assert seen or spec.players == 2


def test_whole_units_are_several_times_faster_than_rationals() -> None:
    spec = spot("players = 5\nstack = 60")
    fast = []
    for _ in range(3):  # the least: a collection of garbage may fall into one of them
        begun = time.process_time()
        for ending in grow_tree(spec).endings:
            worth_of(spec, ending)
        fast.append(time.process_time() - begun)
    begun = time.process_time()
    for _, betting, after in slow_rules.walked(spec):
        if not after:
            slow_rules.worth(spec, betting)
    assert 3 * min(fast) < time.process_time() - begun
