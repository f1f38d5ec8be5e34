"""What people type: many spellings of one hold, and one clear line for what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.videopoker.one_line import one_line
from tests.videopoker.random_strategies import table_of

from gutshot.errors import StrategyError
from gutshot.videopoker.strategy.reading import (
    MAX_BYTES,
    MAX_HOLDS,
    MAX_LINES,
    load_strategy,
    read_strategy,
)

if TYPE_CHECKING:
    from pathlib import Path

JACKS, DEUCES = "jacks-or-better-9-6", "deuces-wild-full-pay"
JOKER, TWO_JOKERS = "joker-poker-kings-20-7-5", "double-joker-8-5-4"


def lines_of(text: str, game: str = JACKS) -> list[str]:
    table = table_of(game)
    return [
        row.strip().split(". ", 1)[-1]
        for row in read_strategy(text, table).text(table).splitlines()
        if row and not row.endswith(":")
    ]


def refusal(text: str, game: str = JACKS) -> str:
    with pytest.raises(StrategyError) as caught:
        read_strategy(text, table_of(game))
    return one_line(caught.value)


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ("4 to a royal flush", [
            "4 to a royal", "four to the royal", "4-card royal", "4 card royal flush",
            "Four cards to a Royal Flush", "4 TO A ROYAL FLUSH", "  4   to  a royal ", "4 to royal",
            "12. 4 to a royal flush", "12) 4 to a royal", "- 4 to a royal", "4 to a royal.  # best",
            "hold 4 to a royal", "4RF", "4 rf",
        ]),
        ("4 to an outside straight", [
            "4 to an open-ended straight", "4 to an open straight", "four to an outside straight",
            "4-card open ended straight", "4 to an open-ended straight draw",
        ]),
        ("4 to an inside straight", ["4 to a gutshot", "4-card gut-shot straight"]),
        ("3 to a straight flush", ["3 to a sf", "3-card straight flush", "3SF"]),
        ("three of a kind", ["3 of a kind", "trips", "three of a kind", "any three of a kind"]),
        ("four of a kind", ["quads", "4 of a kind", "Four of a Kind"]),
        ("four of a kind of A", ["four aces", "4 aces", "quads of aces", "four of a kind of aces"]),
        ("two pair", ["two pair", "2 pair", "two pairs"]),
        ("full house", ["full house", "boat", "pat full house", "dealt full house"]),
        ("royal flush", ["royal", "natural royal", "pat royal flush", "Royal Flush"]),
        ("high pair", [
            "high pair", "a high pair", "jacks or better", "pair of jacks or better", "pair of J-A",
            "pair of J+", "pair of jacks or higher", "pair of A/K/Q/J", "pair of jacks to aces",
            "JJ+", "AA-JJ", "jj or better",
        ]),
        ("low pair", ["low pair", "pair of 2-T", "pair of tens or lower", "pair of 2s to 10s",
                      "22-TT"]),
        ("pair of J", ["JJ", "jj", "two jacks"]),
        ("three of a kind of 7-A", ["777+", "AAA-777"]),
        ("pat jacks or better", ["pat jacks or better", "made jacks or better"]),
        ("pair of T", ["pair of tens", "pair of 10s", "pair of 10", "pair of T's", "two tens"]),
        ("pair of 7 with kicker A", ["pair of 7 with an ace kicker", "two 7s with kicker A"]),
        ("AK suited", ["AKs", "aks", "KA suited", "suited AK", "A-K suited", "ace-king suited",
                       "A/K suited", "ak Suited", "AhKh", "Ks As", "AhKh suited"]),
        ("KQJT suited", ["KhQhJhTh", "Kd Qd Jd 10d"]),
        ("AK offsuit", ["AKo", "AK unsuited", "unsuited AK", "AK off-suit", "AK off suit", "AhKs"]),
        ("JT QT KT suited", ["suited 10J, 10Q, or 10K", "suited 10/J, 10/Q, 10/K",
                             "JTs QTs KTs", "TJ TQ TK suited", "TJ, TQ or TK suited"]),
        ("KQ suited or KJ suited", ["Suited KQ or KJ", "KQ or KJ suited", "KQs or KJs"]),
        ("KQJ offsuit", ["J/Q/K unsuited", "K Q J unsuited", "KQJ offsuit"]),
        ("A only", ["A", "ace", "A alone", "ace only", "single ace", "an ace", "one ace"]),
        ("5 only", ["5 only", "single 5", "five alone", "one five"]),
        ("T only", ["T", "10", "ten"]),
        ("pair of 2", ["two deuces", "pair of deuces"]),
        ("J/Q/K/A only", ["J, Q, K or A", "J Q K A", "J/Q/K/A only"]),
        ("1 high card", ["one high card", "1 high card", "high card", "single high card",
                         "a high card"]),
        ("2 suited high cards", ["two suited high cards", "2 high cards suited",
                                 "2 high cards, suited"]),
        ("2 offsuit high cards", ["2 unsuited high cards", "two off-suit high cards"]),
        ("nothing: draw five", ["nothing", "draw five", "Discard everything", "draw 5", "garbage"]),
        ("4 to a flush, 2+ high cards", [
            "4 to a flush with 2+ high cards", "4 to a flush, at least 2 high cards",
            "4 to a flush (2 or more high cards)", "4 to a flush with two or more high cards",
        ]),
        ("4 to an inside straight, 3-4 high cards", [
            "4 to an inside straight with 3-4 high cards",
            "4 to an inside straight, 3 to 4 high cards",
        ]),
        ("3 to a straight flush, 2+ ways, with A/J, no T", [
            "3 to a straight flush, 2+ ways, with A/J, no 10",
            "3 to a straight flush with at least two ways with A, J, no tens",
        ]),
        ("2 high cards, with A", ["2 high cards with an ace", "2 high cards, with A"]),
        ("4 to a flush if no flush penalty and a straight penalty", [
            "4 to a flush if no flush penalty and straight penalty",
            "4 to a flush when no flush penalty card and any straight penalty cards",
        ]),
        ("KQ suited if no flush penalty and no straight penalty", [
            "KQs if no penalty", "KQs if no flush or straight penalty", "KQs if no penalty cards",
        ]),
        ("KQ suited if discarding T", ["KQs if discarding a ten", "KQs if discarding 10"]),
    ],
)  # fmt: skip
def test_a_hold_may_be_spelled_in_several_ways(words: str, typed: list[str]) -> None:
    for text in typed:
        assert lines_of(text) == [words], text


def test_a_line_may_name_several_holds_and_its_exceptions_may_follow_it() -> None:
    assert lines_of("Full house, flush, straight") == ["full house or flush or straight"]
    assert lines_of("high pair or two pair") == ["high pair or two pair"]
    assert lines_of("QJ suited, but AKQJ if discarding 9; except 4 to a flush") == [
        "QJ suited",
        "but AKQJ any suits if discarding 9",
        "but 4 to a flush",
    ]


@pytest.mark.parametrize(
    ("game", "heading", "title"),
    [
        (DEUCES, "No deuces:", "no deuce:"),
        (DEUCES, "0 deuces:", "no deuce:"),
        (DEUCES, "Without deuces:", "no deuce:"),
        (DEUCES, "One deuce:", "1 deuce:"),
        (DEUCES, "TWO DEUCES:", "2 deuces:"),
        (DEUCES, "3 deuces dealt:", "3 deuces:"),
        (DEUCES, "2 wild cards:", "2 deuces:"),
        (JOKER, "no joker:", "no joker:"),
        (JOKER, "Joker:", "joker:"),
        (JOKER, "with the joker:", "joker:"),
        (JOKER, "1 joker:", "joker:"),
        (TWO_JOKERS, "2 Jokers:", "2 jokers:"),
    ],
)
def test_headings_say_how_many_wild_cards_are_dealt(game: str, heading: str, title: str) -> None:
    table = table_of(game)
    line = "pair" if title.startswith("no") else f"{title.rsplit(maxsplit=1)[-1].rstrip(':')} only"
    assert read_strategy(f"{heading}\n{line}", table).text(table).splitlines()[0] == title


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 deuces:\ndeuces only", "deuce only"),
        ("2 deuces:\n2 deuces only", "deuce only"),
        ("3 deuces:\nthe deuces alone", "deuce only"),
        ("4 deuces:\nfour deuces", "pat four deuces"),
    ],
)
def test_wild_cards_alone_are_named_in_several_ways(text: str, said: str) -> None:
    assert lines_of(text, DEUCES) == [said]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("4 to a flsh", ["line 1: '4 to a flsh'", "did you mean '4 to a flush'"]),
        ("high pair\n\nhih pair", ["line 3: 'hih pair'", "'high pair'"]),
        ("6 to a flush", ["6 to a flush", "2, 3 or 4 cards"]),
        ("1 to a flush", ["1 to a flush", "2, 3 or 4 cards"]),
        ("5 to a royal", ["five are the 'royal flush'"]),
        ("gutshot", ["how many cards", "4 to an inside straight"]),
        ("pair of X", ["'X' is no rank", "2 3 4 5 6 7 8 9 T J Q K A"]),
        ("pair of A-4", ["two ways", "A/2-4 or 4-A"]),
        ("4 to a flush, with 1", ["'1' is no rank"]),
        ("AA suited", ["A twice", "'pair of A'"]),
        ("KQ KQ suited", ["KQ twice"]),
        ("KQJT9 suited", ["5 cards", "at most 4"]),
        ("AKs offsuit", ["offsuit and suited", "write one"]),
        ("wild royal", ["wild royal", "standard"]),
        ("five of a kind", ["can't be made with the deck standard"]),
        ("pat tens or better", ["has no line", "it pays royal flush"]),
        ("pair of J or Q", ["two ways", "'Q only'"]),
        ("4 to a flush, KQ", ["another hold", "'or'"]),
        ("4 to a flush, green", ["'green' says nothing of '4 to a flush'"]),
        ("full house, no A", ["held whole"]),
        ("5", ["'5' may be a number or a card", "'5 only'"]),
        ("4 to a flush or five", ["'five' may be a number", "'5 only'"]),
        ("5, 6", ["a number or a card"]),
        ("deuce only", ["'deuce only': deuces are not wild", "'2 only'"]),
        ("deuces", ["'deuces': deuces are not wild", "'2 only'"]),
        ("AhKhQd", ["two ways", "'AKQ offsuit'", "'AKQ any suits'"]),
        ("AhKd suited", ["says both offsuit and suited"]),
        ("AhAd", ["'pair of A'"]),
        ("22-TTT", ["'22-TTT' is no run", "like 22-TT"]),
        ("foo <script>alert(1)</script>", ["'foo <script>alert(1)</script>' is no hold"]),
        ("3. foo \u2013 bar\u2019s", ["'foo \u2013 bar\u2019s' is no hold"]),
        ("pair or foo (2, 3)", ["'foo (2, 3)' is no hold"]),
        ("4 to a royal if discarding exactly KQ", ["no hand fits '4 to a royal flush' if", "KQ"]),
        ("nothing if discarding exactly 22222", ["no hand fits 'nothing: draw five'", "22222"]),
        ("QJ suited if with A", ["no hand fits 'QJ suited' if with A"]),
        ("pair of J if discarding exactly 974/22", ["'pair of J' if discarding exactly 22:"]),
        ("4 to a flush if 2+ straight penalties", ["no hand fits '4 to a flush' if 2+"]),
        ("KQ suited if discarding suited K", ["no hand fits 'KQ suited' if discarding suited K"]),
        ("full house if discarding T", ["no hand fits 'full house' if discarding T"]),
        ("high pair if exactly AsKsQsJs2d", ["no hand fits 'high pair' if exactly"]),
        ("high pair\nbut nothing if with 2 above", ["line 2", "'high pair' if with 2"]),
        ("high pair\nbut nothing if discarding exactly KQ above", ["'high pair'", "KQ above"]),
        ("high pair, 2 ways", ["no hand fits", "'high pair' excludes"]),
        ("4 to a flush, with A, no A", ["no hand fits"]),
        ("4 to a flush, 1 way, 2 ways", ["says once more"]),
        ("4 to a flush, 3-1 high cards", ["ends before it begins", "1-3"]),
        ("4 to a flush if no flush penalty and a flush penalty", ["contradict each other"]),
        ("4 to a flush if no J-A and with K", ["contradict each other"]),
        ("4 to a flush, no A if with A", ["no hand fits '4 to a flush, no A' if with A"]),
        ("4 to a flush if no flush penalty above", ["only a 'but' line"]),
        ("4 to a flush if the moon is full", ["is no condition that is known"]),
        ("4 to a flush if no flsh penalty", ["'no flush penalty'"]),
        ("4 to a flush if", ["a condition is missing"]),
        ("4 to a flush if no A if no K", ["'if' stands twice"]),
        ("4 to a flush if exactly AsAsKdQdJd", ["As is given twice"]),
        ("4 to a flush if discarding exactly 99X", ["ranks of all discards"]),
        ("but high pair", ["'but' has no line above it"]),
        ("two pair\nbut high pair or low pair", ["line 2", "'but' takes one hold"]),
        ("two pair if no A above\n", ["only a 'but' line"]),
        ("3 deuces:", ["no wild cards", "leave the heading out"]),
        ("joker only", ["has no such cards"]),
        ("", ["has no line", "a hold a line"]),
        ("# only a comment\n\n", ["has no line"]),
        ("high pair\n" * (MAX_LINES + 1), ["2,001 lines", "2,000"]),
        ("#" * (MAX_BYTES + 1), ["over 1,000,000 bytes"]),
        (" or ".join(["A only"] * 600), ["5,996 characters", "at most 4,000"]),
        ("A" * 301, ["too long"]),
        ("\n".join([" or ".join(["A only"] * 300)] * 7), [f"over {MAX_HOLDS:,} holds"]),
    ],
)  # fmt: skip
def test_what_is_no_strategy_is_refused_in_one_line(text: str, parts: list[str]) -> None:
    message = refusal(text)
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("game", "text", "parts"),
    [
        (DEUCES, "high pair", ["no heading", "'no deuce:', '1 deuce:'"]),
        (DEUCES, "no joker:\npair", ["no heading of the deck deuces-wild", "'4 deuces:'"]),
        (DEUCES, "5 deuces:", ["no heading", "'4 deuces:'"]),
        (DEUCES, "deuces:", ["no heading"]),
        (DEUCES, "no deuce:\nhigh pair", ["no pair pays in Deuces Wild", "write 'pair'"]),
        (DEUCES, "no deuce:\n2 high cards", ["no pair pays"]),
        (DEUCES, "no deuce:\n4 to a flush, 2 high cards", ["no pair pays"]),
        (DEUCES, "no deuce:\ndeuces only", ["no deuce is dealt here", "'nothing: draw five'"]),
        (DEUCES, "no deuce:\nwild royal", ["no deal with no deuce is paid as 'wild royal'"]),
        (DEUCES, "1 deuce:\n2 deuces only", ["1 deuce is dealt here", "'deuce only'"]),
        (DEUCES, "2 deuces:\nAKQJ suited", ["no hand fits", "2 deuces", "at most 2 cards"]),
        (DEUCES, "3 deuces:\n3 to a flush", ["no hand fits", "counts include them"]),
        (DEUCES, "no deuce:\npair of 2", ["no hand fits 'pair of 2'"]),
        (DEUCES, "1 deuce:\ndeuce only if discarding exactly 6542", ["no hand fits 'deuce only'"]),
        (JOKER, "joker:\nhigh pair if exactly AsAdKsQs2d", ["no hand fits 'high pair' if exactly"]),
        (JOKER, "joker:\ndeuce only", ["deuces are not wild in the deck joker"]),
        (JOKER, "2 jokers:", ["no heading of the deck joker", "'no joker:', 'joker:'"]),
        (JOKER, "no deuce:", ["no heading of the deck joker"]),
        (TWO_JOKERS, "3 jokers:", ["'no joker:', '1 joker:', '2 jokers:'"]),
    ],
)
def test_what_does_not_fit_the_deck_is_refused_in_one_line(
    game: str, text: str, parts: list[str]
) -> None:
    message = refusal(text, game)
    for part in parts:
        assert part in message


def test_a_file_is_read_and_its_faults_are_named_with_it(tmp_path: Path) -> None:
    table = table_of(JACKS)
    good = tmp_path / "mine.txt"
    good.write_bytes("\ufeffhigh pair\r\nnothing\r\n".encode())
    assert len(load_strategy(good, table).lines) == 2
    bad = tmp_path / "bad.txt"
    bad.write_text("high pair\nhih pair\n", encoding="utf-8")
    with pytest.raises(StrategyError, match=r"^bad\.txt: line 2: 'hih pair'"):
        load_strategy(bad, table)
    bad.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StrategyError, match="not UTF-8"):
        load_strategy(bad, table)
    bad.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(StrategyError, match="over 1,000,000 bytes"):
        load_strategy(bad, table)
    with pytest.raises(StrategyError, match="can't read the strategy"):
        load_strategy(tmp_path / "none.txt", table)
    with pytest.raises(StrategyError, match="can't read the strategy"):
        load_strategy("a\0b", table)
