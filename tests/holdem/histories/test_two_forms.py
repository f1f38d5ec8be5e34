"""Hands of another engine, read from its own files and from the text that a site would write."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from pokerkit import HandHistory
from tests.holdem.histories.composed import before_the_flop, played, pokerstars_text
from tests.holdem.histories.test_phh import HAND as PHH
from tests.holdem.histories.test_pokerstars import CASH, TOURNAMENT

from gutshot.errors import InputError
from gutshot.holdem.histories import PlayedHand, read_histories

TABLES = [(seed, 2 + seed % 8, 25 * (seed % 3 == 0)) for seed in range(32)]


def order_of(players: int) -> list[int]:
    """Return the players of the other engine in the order of their first action."""
    return [1, 0] if players == 2 else [*range(2, players), 0, 1]


def told(hand: PlayedHand) -> list[tuple[int, str, int]]:
    order = order_of(len(hand.players))
    return [(order[act.player], str(act.kind), int(act.to_bb * 100)) for act in hand.acts]


def bare(hand: PlayedHand) -> tuple[object, ...]:
    """Return what both forms say of a hand."""
    acts = [act._replace(line=0) for act in hand.acts]
    return hand.stacks_bb, hand.blinds_bb, hand.antes_bb, hand.straddles, acts


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation' is an unexpected field")
@pytest.mark.parametrize(("seed", "players", "ante"), TABLES)
def test_a_hand_is_what_was_played(seed: int, players: int, ante: int) -> None:
    history, state = played(seed, players, ante)
    found = read_histories(history.dumps())
    assert found.form == "phh"
    assert not found.broken
    (hand,) = found.hands
    assert told(hand) == before_the_flop(state)
    order = order_of(players)
    assert hand.stacks_bb == tuple(Fraction(history.starting_stacks[at], 100) for at in order)
    assert hand.players == tuple(f"p{at + 1}" for at in order)
    assert None not in hand.holdings
    text = pokerstars_text(history, state, seed, hero=seed % players)
    read = read_histories(text)
    assert (read.form, read.broken) == ("pokerstars", ())
    (same,) = read.hands
    assert bare(same) == bare(hand)
    assert same.hero is not None
    assert order[same.hero] == seed % players
    assert same.holdings[same.hero] == hand.holdings[same.hero]
    shown = [at % 2 == 0 or at == seed % players for at in order]
    assert [one is not None for one in same.holdings] == shown
    if not ante:  # the other engine's own reader knows none
        (theirs,) = HandHistory.from_pokerstars(text, error_status=True)
        assert theirs.players is not None
        names = [theirs.players[at] for at in order]
        assert tuple(names) == same.players
        lines = [one for one in theirs.actions if one.split()[1] in {"f", "cc", "cbr"}]
        said = [(int(one.split()[0][1:]) - 1, one.split()[1]) for one in lines]
        kinds = {"fold": "f", "check": "cc", "call": "cc", "raise": "cbr"}
        ours = [(at, kinds[what]) for at, what, _ in told(same)]
        assert said[: len(ours)] == ours


def test_many_hands_in_a_file() -> None:
    some = [played(seed, 2 + seed % 5) for seed in range(12)]
    histories = [history for history, _ in some]
    together = read_histories(HandHistory.dumps_all(histories))
    alone = [read_histories(one.dumps()).hands[0] for one in histories]
    assert [bare(one) for one in together.hands] == [bare(one) for one in alone]
    assert [one.name for one in together.hands] == [f"[{at + 1}]" for at in range(12)]
    text = "".join(pokerstars_text(*one, 100 + at, hero=0) for at, one in enumerate(some))
    for written in (text, "\ufeff" + text.replace("\n", "\r\n")):
        read = read_histories(written)
        assert [bare(one) for one in read.hands] == [bare(one) for one in alone]
        assert [one.number for one in read.hands] == [f"{100 + at}" for at in range(12)]


def test_whatever_is_damaged_is_named_and_nothing_breaks() -> None:
    rng = random.Random(1)  # noqa: S311 - a sample, repeatable
    texts = [CASH, TOURNAMENT, PHH, f"[1]\n{PHH}\n[2]\n{PHH}", played(5, 6)[0].dumps()]
    read = broken = 0
    for number in range(600):
        lines = texts[number % len(texts)].split("\n")
        one, other = (rng.randrange(len(lines)) for _ in range(2))
        how = number % 4
        if how == 0:
            lines[one], lines[other] = lines[other], lines[one]
        elif how == 1:
            del lines[one]
        elif how == 2:
            lines.insert(one, lines[other])
        else:
            at = rng.randrange(len(lines[one]) + 1)
            lines[one] = lines[one][:at] + rng.choice('09[]().,:-"=x\0é') + lines[one][at + 1 :]
        try:
            found = read_histories("\n".join(lines))
        except InputError as error:
            assert "there is no hand in this text" in str(error)  # noqa: PT017 - if it comes
            continue
        read += len(found.hands)
        broken += len(found.broken)
        assert all(0 < left.line <= len(lines) and left.problem for left in found.broken)
    assert min(read, broken) > 100
