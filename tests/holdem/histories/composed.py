"""Hands dealt and played at random in another engine, and the same hand as PokerStars writes it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pokerkit import (
    AntePosting,
    Automation,
    BlindOrStraddlePosting,
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HandHistory,
    HoleDealing,
    NoLimitTexasHoldem,
)

if TYPE_CHECKING:
    from pokerkit import State

CENTS = 100


def played(seed: int, players: int, ante: int = 0) -> tuple[HandHistory, State]:
    """Return a random hand with blinds of 50 and 100 cents, and how it ended."""
    rng = random.Random(seed)  # noqa: S311 - a sample, repeatable
    game = NoLimitTexasHoldem(
        tuple(Automation),
        ante_trimming_status=False,
        raw_antes=ante,
        raw_blinds_or_straddles=(50, 100),
        min_bet=100,
    )
    state = game([rng.randrange(150, 20_000, 50) for _ in range(players)], players)
    while state.status:
        done = rng.random()
        if state.street_index:
            state.check_or_call()
        elif done < 0.35 and state.can_fold():
            state.fold()
        elif done < 0.7 or not state.can_complete_bet_or_raise_to():
            state.check_or_call()
        else:
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            assert low is not None
            assert high is not None
            state.complete_bet_or_raise_to(rng.choice([low, high, rng.randint(low, high)]))
    return HandHistory.from_game_state(game, state), state


def before_the_flop(state: State) -> list[tuple[int, str, int]]:
    """Return what was done before the flop: player, what, and the amount of a call or raise."""
    out: list[tuple[int, str, int]] = []
    for one in state.operations:
        if isinstance(one, BoardDealing):
            break
        if isinstance(one, Folding):
            out.append((one.player_index, "fold", 0))
        elif isinstance(one, CheckingOrCalling):
            out.append((one.player_index, "call" if one.amount else "check", one.amount))
        elif isinstance(one, CompletionBettingOrRaisingTo):
            out.append((one.player_index, "raise", one.amount))
    return out


def money(cents: int) -> str:
    """Return an amount as PokerStars writes it: $2, $2.50."""
    return f"${cents // CENTS}" if cents % CENTS == 0 else f"${cents / CENTS:.2f}"


def pokerstars_text(history: HandHistory, state: State, number: int, hero: int) -> str:
    """Return a hand in PokerStars' words.

    hero : the number of the player whose cards the file shows, in the order of the engine.
    """
    count = len(history.starting_stacks)
    # the last one has the button, and sits on the seat of the highest number
    names = [f"Player {at + 1}: x" for at in range(count)]
    stacks = history.starting_stacks
    lines = [
        f"PokerStars Hand #{number}:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/01/02 3:04:05 ET",
        f"Table 'Alpha {number}' {max(count, 6)}-max Seat #{count} is the button",
        *(
            f"Seat {at + 1}: {names[at]} ({money(int(stacks[at]))} in chips) "
            for at in range(count)
        ),
    ]
    bets = [0] * count
    behind = [int(one) for one in stacks]
    cards = ["".join(map(repr, hole)) for hole in _dealt(state, count)]
    for one in state.operations:
        if isinstance(one, AntePosting) and one.amount:
            behind[one.player_index] -= one.amount
            lines.append(f"{names[one.player_index]}: posts the ante {money(one.amount)}")
    for one in reversed(state.operations) if count == 2 else state.operations:
        if isinstance(one, BlindOrStraddlePosting) and one.amount:
            at = one.player_index
            small = at == (1 if count == 2 else 0)
            bets[at] += one.amount
            behind[at] -= one.amount
            end = " and is all-in" if not behind[at] else ""
            blind = "small" if small else "big"
            lines.append(f"{names[at]}: posts {blind} blind {money(one.amount)}{end}")
    lines += ["*** HOLE CARDS ***", f"Dealt to {names[hero]} [{cards[hero][:2]} {cards[hero][2:]}]"]
    for at, what, amount in before_the_flop(state):
        level = max(bets)
        if what == "fold":
            said = "folds "
        elif what == "check":
            said = "checks "
        elif what == "call":
            said = f"calls {money(amount)}"
            bets[at] += amount
            behind[at] -= amount
        else:
            said = f"raises {money(amount - level)} to {money(amount)}"
            behind[at] -= amount - bets[at]
            bets[at] = amount
        end = " and is all-in" if what in {"call", "raise"} and not behind[at] else ""
        lines.append(f"{names[at]}: {said}{end}")
    lines += _after_the_flop(state, names)
    lines += ["*** SUMMARY ***", "Total pot $10 | Rake $0.25 ", "Board [2c 3d 4h]"]
    lines += [
        f"Seat {at + 1}: {names[at]} showed [{cards[at][:2]} {cards[at][2:]}] and won ($9.75)"
        for at in range(count)
        if at != hero and at % 2 == 0
    ]
    return "\n".join([*lines, "", "", ""])


def _after_the_flop(state: State, names: list[str]) -> list[str]:
    """Return the boards, and that everybody who can checks."""
    lines: list[str] = []
    board: list[str] = []
    for one in state.operations:
        if isinstance(one, BoardDealing):
            street = {0: "FLOP", 3: "TURN", 4: "RIVER"}[len(board)]
            new = list(map(repr, one.cards))
            before = f" [{' '.join(board)}]" if board else ""
            lines.append(f"*** {street} ***{before} [{' '.join(new)}]")
            board += new
        elif board and isinstance(one, CheckingOrCalling):
            lines.append(f"{names[one.player_index]}: checks ")
    return lines


def _dealt(state: State, count: int) -> list[list[object]]:
    out: list[list[object]] = [[] for _ in range(count)]
    for one in state.operations:
        if isinstance(one, HoleDealing):
            out[one.player_index] += one.cards
    return out
