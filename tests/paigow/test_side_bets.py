"""Side bets: every shipped table recomputed, known mistakes, files of one's own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.decks import FIRST_JOKER
from gutshot.errors import InputError, PayTableError
from gutshot.paigow import parse_seven
from gutshot.paigow.sevens import (
    HANDS,
    count_lines,
    kind_counts,
    kinds_in,
    nothing_top,
    satisfied_kinds,
)
from gutshot.paigow.side_bets import (
    DEALS,
    FortuneOdds,
    FortuneTable,
    PushAceHighTable,
    SideBet,
    ace_high_deals,
    broken_side_bets,
    fortune_odds,
    fortune_tables,
    load_side_bet,
    push_ace_high_odds,
    push_ace_high_tables,
    shelf,
    side_bet,
    side_bet_from_toml,
)
from gutshot.paigow.side_bets.push_ace_high import ace_high_ranks, suited_hands, suited_pairs
from gutshot.render.exact_decimals import exact_decimal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIVE = Fraction(5)


def edge(table: SideBet) -> Fraction:
    if isinstance(table, FortuneTable):
        return fortune_odds(table).edge
    return push_ace_high_odds(table).edge


def fortune(name: str) -> FortuneOdds:
    table = side_bet(name)
    assert isinstance(table, FortuneTable)
    return fortune_odds(table)


def paid_line(cards: str, name: str = "fortune-2") -> str:
    """Return the line that a hand is paid for, "" for none."""
    table = side_bet(name)
    assert isinstance(table, FortuneTable)
    held = kinds_in(satisfied_kinds(parse_seven(cards)))
    return next((line for line in table.pays if line in held), "")


@pytest.mark.parametrize(
    "table", [*fortune_tables(), *push_ace_high_tables()], ids=lambda table: table.id
)
def test_every_table_comes_to_what_its_file_says(table: SideBet) -> None:
    assert table.expected is not None
    said = table.expected.edge_percent
    places = len(said.partition(".")[2])
    assert exact_decimal(100 * edge(table), places) == said
    if isinstance(table, FortuneTable):
        assert fortune_odds(table).net_units == table.expected.net_units


def test_the_lines_hold_every_hand_once() -> None:
    for table in fortune_tables():
        found = fortune_odds(table)
        assert sum(line.hands for line in found.lines) == HANDS
        pays = [line.pays for line in found.lines]
        assert pays == sorted(pays, reverse=True)
        assert found.hits == sum(line.hands for line in found.lines if line.pays > 0)


def test_the_edge_is_that_of_the_hands_one_by_one() -> None:
    """Each set of kinds paid by itself, with no counts by line in between."""
    found = fortune("fortune-1")
    net = 0
    for kinds, hands in zip(
        kind_counts().kinds.tolist(), kind_counts().hands.tolist(), strict=True
    ):
        paid = [found.table.pays[line] for line in kinds_in(kinds) if line in found.table.pays]
        net += sum(hands) * (max(paid) if paid else -1)
    assert net == found.net_units


def test_the_deviation_of_a_bet() -> None:
    assert round(sqrt(fortune("fortune-2").variance), 3) == 5.338


@pytest.mark.parametrize(
    ("name", "sum_of_envy"),
    [("fortune-2", 7_143_240), ("fortune-3", 7_079_240), ("fortune-4", 6_779_040)],
)
def test_what_envy_brings(name: str, sum_of_envy: int) -> None:
    found = fortune(name)
    assert found.envy_mean == Fraction(sum_of_envy, HANDS)
    one = found.envy_share(1, FIVE)
    for others in range(7):
        assert found.edge_with_envy(others, FIVE) == found.edge - others * one
    # fixed money on a larger bet is worth less of it
    assert found.envy_share(5, Fraction(25)) == one
    assert found.envy_share(5, Fraction(4)) == 0
    assert found.envy_share(5, Fraction("4.99")) == 0


def test_the_reconstructed_table() -> None:
    found = fortune("fortune-8")
    assert round(float(100 * found.edge), 4) == 4.4292
    assert round(float(100 * found.edge_with_envy(5, FIVE)), 2) == 0.08
    without = fortune("fortune-8-no-envy")
    assert round(float(100 * without.edge), 4) == 3.4318
    assert without.envy_share(5, FIVE) == 0
    changed = {line for line, pays in found.table.pays.items() if without.table.pays[line] != pays}
    assert changed == {"four_of_a_kind"}


@pytest.mark.parametrize(
    ("others", "stake", "message"),
    [
        (7, FIVE, "7 other players don't fit: a table has 0 to 6"),
        (-1, FIVE, "-1 other players"),
        (5, Fraction(0), "a stake of 0 is none"),
        (5, Fraction(10**7), "at most 1,000,000"),
    ],
)
def test_stakes_and_players_that_are_none(others: int, stake: Fraction, message: str) -> None:
    with pytest.raises(InputError, match=message):
        fortune("fortune-2").edge_with_envy(others, stake)


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("5c 6d 7h 8s 9c 9d 9h", "three_of_a_kind"),
        ("Jk Ac Qc Jc Tc Kd Qd", "royal_match"),
        ("Ac Kc Qc Jc Tc Kd Qd", "royal_match"),
        ("Ac Kc Qc Jc Tc Jk Qd", "royal_flush"),
        ("Ac Kc Qc Jc Tc Kd Jk", "royal_flush"),
        ("Ac Kc Qc Jc Tc Kd Qh", "royal_flush"),
        ("Ac 2c 3c 4c 5c 6c 7c", "seven_card_straight_flush"),
        ("8h 9h Th Jh Qh Kh Ah", "seven_card_straight_flush"),
        ("Jk Ac Ad Ah As Kc Kd", "five_aces"),
        ("2c 2d 3c 3d 4c 4d 9h", ""),
        ("Ac Kd 9h 7s 5c 3d Jk", ""),
    ],
)
def test_what_hands_are_paid_for(cards: str, line: str) -> None:
    assert paid_line(cards) == line


def test_three_pair_push_at_one_table() -> None:
    assert paid_line("2c 2d 3c 3d 4c 4d 9h", "fortune-1") == "three_pair"
    assert side_bet("fortune-1").pays["three_pair"] == 0


@pytest.mark.parametrize("missing", range(7))
def test_the_joker_in_a_seven_card_straight_flush(missing: int) -> None:
    cards = ["Ac", "2c", "3c", "4c", "5c", "6c", "7c"]
    cards[missing] = "Jk"
    assert paid_line(" ".join(cards)) == "seven_card_straight_flush_joker"


# Push Ace High


def test_how_many_hands_are_ace_high() -> None:
    counts = kind_counts()
    of_kinds = {
        int(kinds): sum(hands)
        for kinds, hands in zip(counts.kinds, counts.hands.tolist(), strict=True)
    }
    natural = len(ace_high_ranks(joker=False)) * suited_hands(joker=False)
    joker = len(ace_high_ranks(joker=True)) * suited_hands(joker=True)
    assert (natural, joker) == (12_944_820, 1_485_960)
    assert natural + joker == sum(n for kinds, n in of_kinds.items() if nothing_top(kinds) == 12)


def test_the_deals_of_push_ace_high() -> None:
    found = ace_high_deals()
    assert DEALS == 8_250_459_031_214_400
    assert found.both == 71_700_086_682_780
    assert found.both_natural == 54_888_522_957_996
    assert found.both_dealer_joker == found.both_player_joker == 8_405_781_862_392
    assert found.dealer_joker_alone == 71_129_751_630_408
    assert found.dealer_natural_alone == 629_573_043_337_212


def renamed(suits: list[int]) -> tuple[int, ...]:
    """Return suits with new names, in the order in which they occur."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(suit, len(names)) for suit in suits)


@pytest.mark.parametrize("joker", [False, True])
def test_pairs_of_suited_hands_one_by_one(joker: bool) -> None:
    """All pairs of hands with given ranks, suit by suit, up to the names of suits in the first."""
    sizes = 7, 7 - joker
    least = 5, 5 - joker
    hands = [
        np.array([x for x in product(range(4), repeat=size) if max(Counter(x).values()) < flush])
        for size, flush in zip(sizes, least, strict=True)
    ]
    weights = Counter(renamed(hand) for hand in hands[0].tolist())
    apart = np.zeros(sizes[1] + 1, np.int64)
    for one, weight in weights.items():
        shared = hands[1] != np.array(one[: sizes[1]])
        for common in range(sizes[1] + 1):
            apart[common] += weight * np.count_nonzero(shared[:, :common].all(axis=1))
    found = [suited_pairs(common, joker=joker) for common in range(sizes[1] + 1)]
    assert found == apart.tolist()


def test_dealt_hands_are_ace_high_as_often_as_counted() -> None:
    rng = np.random.default_rng(20)
    deals = 60_000
    dealt = rng.permuted(np.tile(np.arange(53), (deals, 1)), axis=1)[:, :14]
    seen = Counter[str]()
    for row in dealt.tolist():
        if nothing_top(satisfied_kinds(row[:7])) == 12:
            both = nothing_top(satisfied_kinds(row[7:])) == 12
            joker = FIRST_JOKER in row[:7]
            seen["both" if both else "joker" if joker else "natural"] += 1
    found = ace_high_deals()
    counted = {
        "both": found.both,
        "joker": found.dealer_joker_alone,
        "natural": found.dealer_natural_alone,
    }
    for name, count in counted.items():
        chance = count / DEALS
        assert abs(seen[name] / deals - chance) < 4 * sqrt(chance * (1 - chance) / deals)


def test_which_line_comes_first_is_the_tables_choice() -> None:
    one, other = side_bet("push-ace-high"), side_bet("push-ace-high-both-first")
    assert isinstance(one, PushAceHighTable)
    assert isinstance(other, PushAceHighTable)
    assert one.pays == other.pays
    gain = Fraction(ace_high_deals().both_dealer_joker, DEALS) * (40 - 15)
    assert push_ace_high_odds(one).edge - push_ace_high_odds(other).edge == gain
    for table in (one, other):
        found = push_ace_high_odds(table)
        assert sum(line.deals for line in found.lines) == DEALS
        dealers = sum(line.deals for line in found.lines if line.line)
        assert dealers == 14_430_780 * comb(46, 7)


@pytest.mark.parametrize(
    ("pays", "percent"),
    [((40, 10, 5), "9.10"), ((30, 15, 5), "13.48"), ((40, 20, 5), "0.48"), ((40, 15, 6), "-2.84")],
)
def test_other_payouts_of_push_ace_high(pays: tuple[int, ...], percent: str) -> None:
    names = "both_ace_high", "dealer_joker", "dealer_ace_high"
    lines = "".join(f"{name} = {paid}\n" for name, paid in zip(names, pays, strict=True))
    text = f'bet = "push_ace_high"\nname = "x"\nboth_before_joker = true\n[pays]\n{lines}'
    assert exact_decimal(100 * edge(side_bet_from_toml(text, "x", id="x")), 2) == percent


# Files


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "Mine\\u001b\\n"\nenvy_least_stake = 10\n[pays]\nstraight = 2\npair = 0\n'
        'royal_flush = "301/2"\nfour_of_a_kind = 25.5\n[envy]\nroyal_flush = 50\n'
    )
    table = load_side_bet(path)
    assert isinstance(table, FortuneTable)
    assert (table.id, table.name) == ("mine", "Mine")
    assert list(table.pays) == ["royal_flush", "four_of_a_kind", "straight", "pair"]
    found = fortune_odds(table)
    assert found.lines[0].pays == Fraction(301, 2)
    assert found.lines[0].hands == sum(count_lines(["royal_flush"])["royal_flush"])
    assert found.envy_share(1, FIVE) == 0
    assert found.envy_share(1, Fraction(10)) == 50 * found.lines[0].hands / Fraction(10 * HANDS)


NAMED = 'name = "x"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "own.toml: no TOML: "),
        ("[pays]\nflush = 1", 'name is missing; write name = "My table"'),
        (NAMED, r"\[pays\] is missing; write lines like seven_card_straight_flush = 40"),
        (NAMED + "[pays]\n", r"\[pays\] is missing"),
        (NAMED + "[pays]\nquads = 2", r"\[pays\]: 'quads' is no line; there are seven_card_st"),
        (NAMED + "[pays]\nflush = -1", r"\[pays\] flush: '-1' is no payout; write 0 to 1,000,0"),
        (NAMED + "[pays]\nflush = " + 5000 * "1", "own.toml: no TOML: Exceeds the limit"),
        (NAMED + '[pays]\nflush = "\u0663"', "is no payout"),
        (NAMED + "[pays]\nflush = true", r"\[pays\] flush: 'True' is no payout"),
        (NAMED + "[pays]\nflush = nan", r"\[pays\] flush: 'nan' is no payout"),
        (NAMED + "[pays]\nflush = 1000001", r"'1000001' is no payout"),
        (NAMED + '[pays]\nflush = "1/0"', r"'1/0' is no payout"),
        (
            NAMED + "[pays]\nflush = 4\n[envy]\npair = 1",
            r"\[envy\]: 'pair' is no line; there are f",
        ),
        (NAMED + "envy_least_stake = 5\n[pays]\nflush = 4", r"without \[envy\]"),
        (NAMED + "[pays]\nflush = 4\n[expected]\nedge_percent = 2", r"\[expected\] has edge_perc"),
        (NAMED + "pay = 1\n[pays]\nflush = 4", "'pay' is no key; a Fortune table has bet, name"),
        ('bet = "lotto"\n' + NAMED, "bet: 'lotto' is none of fortune, push_ace_high"),
        (
            NAMED + 'bet = "push_ace_high"\n[pays]\nboth_ace_high = 1',
            r"\[pays\] has both_ace_high, d",
        ),
        (
            NAMED + 'bet = "push_ace_high"\nboth_before_joker = 1\n[pays]\nboth_ace_high = 40\n'
            "dealer_joker = 15\ndealer_ace_high = 5",
            "both_before_joker is true or false",
        ),
        ("source = 3\n" + NAMED + "[pays]\nflush = 4", "source is a text in quotes"),
    ],
)
def test_what_is_no_side_bet(text: str, message: str) -> None:
    with pytest.raises(PayTableError, match=message):
        side_bet_from_toml(text, "own.toml", id="own")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(PayTableError, match=r"can't read the side bet .*none\.toml"):
        load_side_bet(tmp_path / "none.toml")
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * 20_001)
    with pytest.raises(PayTableError, match="over 20,000 bytes"):
        load_side_bet(path)
    path.write_bytes(b"\xff\xff")
    with pytest.raises(PayTableError, match="not UTF-8 text"):
        load_side_bet(path)


def test_an_unknown_id_names_what_is_near() -> None:
    assert side_bet("Fortune 2").id == "fortune-2"
    with pytest.raises(PayTableError, match="no side bet 'fortun-2'; did you mean fortune-2"):
        side_bet("fortun-2")


@pytest.fixture
def shelf_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the user's folder of side bets, which the shelf looks at anew."""
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    folder = tmp_path / "side_bets"
    folder.mkdir()
    shelf._shelf.cache_clear()
    yield folder
    shelf._shelf.cache_clear()


def test_files_of_the_user(shelf_of: Path) -> None:
    (shelf_of / "house.toml").write_text('name = "House"\n[pays]\nflush = 5\n')
    (shelf_of / "bad.toml").write_text('name = "Bad"\n')
    assert side_bet("house").name == "House"
    assert [file.id for file in broken_side_bets()] == ["bad"]
    with pytest.raises(PayTableError, match=r"\[pays\] is missing"):
        side_bet("bad")
