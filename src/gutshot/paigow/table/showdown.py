"""Hands compared and bets decided: what every seat of a round is paid.

A main wager wins with both hands, is a push with one, loses with neither; copies are the dealer's.
Side bets go by the seven dealt cards, however they are set, and are settled whatever became of the
main wager, on an automatic push too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import TYPE_CHECKING

from gutshot.cards import FIRST_JOKER
from gutshot.paigow.setting import Outcome, Setting, legal_settings
from gutshot.paigow.sevens import ACE, KIND_BIT, nothing_top, satisfied_kinds
from gutshot.paigow.table.results import HandShown, Result, SeatResult, Showdown, SideResult

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from gutshot.paigow.side_bets import FortuneTable, PushAceHighTable
    from gutshot.paigow.table.config import TableConfig
    from gutshot.paigow.table.state import Seat, State

__all__ = [
    "ace_high",
    "automatic_setting",
    "best_against",
    "commission_on",
    "dealer_setting",
    "fortune_line",
    "push_ace_high_line",
    "show",
]


@dataclass(frozen=True, slots=True)
class _Hand:
    """A seat with its setting and what its seven cards hold."""

    number: int
    seat: Seat
    setting: Setting
    kinds: int


def commission_on(win: int, share: Fraction) -> int:
    """Return what the house keeps of a win, in credits.

    win : over the stake, 0 or more. share : 0..1.

    The nearest whole number, halves up, never more than the win.
    """
    of = share.denominator
    return min(win, (2 * win * share.numerator + of) // (2 * of))


def ace_high(cards: Sequence[int]) -> bool:
    """Return whether the best five of seven cards are ace high and nothing else.

    With the joker and an ace they are a pair of aces; the joker alone is an ace.
    """
    return nothing_top(satisfied_kinds(cards)) == ACE


def fortune_line(kinds: int, table: FortuneTable) -> str:
    """Return the line that a hand's set of kinds is paid for, "" for none."""
    return next((line for line in table.pays if kinds & KIND_BIT[line]), "")


def push_ace_high_line(
    dealer: Sequence[int], player: Sequence[int], table: PushAceHighTable
) -> str:
    """Return the line that two hands of seven cards are paid for, "" for none."""
    if not ace_high(dealer):
        return ""
    both, joker = ace_high(player), FIRST_JOKER in dealer
    if both and (table.both_before_joker or not joker):
        return "both_ace_high"
    return "dealer_joker" if joker else "dealer_ace_high"


def dealer_setting(config: TableConfig, dealer: Sequence[int]) -> Setting:
    """Return how the dealer sets his seven cards."""
    return config.set_by_way(tuple(dealer))


def best_against(cards: Sequence[int], dealer: Setting) -> Setting:
    """Return the best setting of seven cards against a hand that is seen.

    Of equally good ones that with the highest low hand, then with the highest high hand.
    """
    worth = {Outcome.LOSE: 0, Outcome.PUSH: 1, Outcome.WIN: 2}
    return max(
        legal_settings(sorted(cards), dealer.rules),
        key=lambda one: (worth[one.against(dealer)], one.low_strength, one.high_strength),
    )


def automatic_setting(config: TableConfig, cards: Sequence[int], dealer: Sequence[int]) -> Setting:
    """Return how the house sets a player's cards: by its way, in Face Up against the shown hand.

    An ace-high dealer is a push for everybody, so that the house's way is as good as any.
    """
    if config.face_up and not ace_high(dealer):
        return best_against(cards, dealer_setting(config, dealer))
    return config.set_by_way(tuple(cards))


def show(state: State) -> Showdown:
    """Return the result of a round in which every hand is set."""
    config = state.config
    dealer = dealer_setting(config, state.dealer)
    push = config.face_up and ace_high(state.dealer)
    live = state.in_hand()
    fortune = any(seat.stakes.fortune for _, seat in live)  # else nobody asks what a hand holds
    hands = [
        _Hand(at, seat, seat.setting(config.rules), satisfied_kinds(seat.cards) if fortune else 0)
        for at, seat in live
    ]
    seats = [_seat_result(config, hand, hands, state.dealer, dealer, push=push) for hand in hands]
    return Showdown(
        round=state.round,
        dealer_high=dealer.high,
        dealer_low=dealer.low,
        dealer_high_name=dealer.high_name,
        dealer_low_name=dealer.low_name,
        ace_high_push=push,
        seats=tuple(_with_payout(one) for one in _within_maximum(config, seats)),
    )


def _seat_result(
    config: TableConfig,
    hand: _Hand,
    hands: Sequence[_Hand],
    dealer_cards: Sequence[int],
    dealer: Setting,
    *,
    push: bool,
) -> SeatResult:
    stakes = hand.seat.stakes
    outcome = hand.setting.against(dealer)
    result: Result = "ace_high_push" if push else outcome.value
    win = stakes.main if result == "win" else 0
    others = [one for one in hands if one is not hand]
    envious = _envy(config, stakes.fortune, others)
    return SeatResult(
        seat=hand.number,
        player=hand.seat.player,
        name=hand.seat.name,
        hands=_shown(hand.setting, dealer),
        result=result,
        main_stake=stakes.main,
        main_win=win,
        commission=commission_on(win, config.commission),
        fortune=_fortune(config, stakes.fortune, hand.kinds),
        pushace=_push_ace_high(config, stakes.pushace, dealer_cards, hand.seat.cards),
        envy=sum(paid for _, _, paid in envious) if others and config.envy else None,
        envy_hands=tuple((number, line) for number, line, _ in envious),
        stake=stakes.total,
        payout=0,
    )


def _shown(player: Setting, dealer: Setting) -> tuple[HandShown, ...]:
    high, low = (
        player.high_strength > dealer.high_strength,
        player.low_strength > dealer.low_strength,
    )
    return (
        HandShown("player_high", player.high_name, player.high, high),
        HandShown("dealer_high", dealer.high_name, dealer.high, not high),
        HandShown("player_low", player.low_name, player.low, low),
        HandShown("dealer_low", dealer.low_name, dealer.low, not low),
    )


def _fortune(config: TableConfig, stake: int, kinds: int) -> SideResult | None:
    if not stake:
        return None
    table = config.fortune_table
    line = fortune_line(kinds, table)
    return _side("fortune", stake, line, table.pays[line] if line else None)


def _push_ace_high(
    config: TableConfig, stake: int, dealer: Sequence[int], cards: Sequence[int]
) -> SideResult | None:
    if not stake:
        return None
    table = config.push_ace_high_table
    line = push_ace_high_line(dealer, cards, table)
    return _side("pushace", stake, line, table.pays[line] if line else None)


def _side(bet: str, stake: int, line: str, pays: Fraction | None) -> SideResult:
    """Return a side bet's result; what 3 to 2 pays is rounded down to whole credits."""
    if pays is None:
        return SideResult(bet, stake, "", "lose", 0)
    win = floor(stake * pays)
    return SideResult(bet, stake, line, "win" if pays else "push", win)


def _envy(config: TableConfig, stake: int, others: Sequence[_Hand]) -> list[tuple[int, str, int]]:
    """Return the other seats whose hands pay envy, with line and credits."""
    table = config.fortune_table
    if not config.envy or table.envy is None or not stake or stake < table.envy_least_stake:
        return []
    lines = [(one.number, fortune_line(one.kinds, table)) for one in others]
    paid = [(number, line, floor(table.envy.get(line, 0))) for number, line in lines]
    return [one for one in paid if one[2]]


def _within_maximum(config: TableConfig, seats: Sequence[SeatResult]) -> list[SeatResult]:
    """Return the results with side bets and envy cut in proportion where they pass the maximum."""
    left = config.table_maximum - sum(one.main_win - one.commission for one in seats)
    wanted = sum(_side_wins(one) for one in seats)
    if wanted <= left:
        return list(seats)

    def cut(win: int) -> int:
        return win * left // wanted

    def cut_side(side: SideResult | None) -> SideResult | None:
        return None if side is None else replace(side, win=cut(side.win))

    return [
        replace(
            one,
            fortune=cut_side(one.fortune),
            pushace=cut_side(one.pushace),
            envy=None if one.envy is None else cut(one.envy),
            capped=_side_wins(one) > 0,
        )
        for one in seats
    ]


def _side_wins(one: SeatResult) -> int:
    sides = sum(side.win for side in (one.fortune, one.pushace) if side is not None)
    return sides + (one.envy or 0)


def _with_payout(one: SeatResult) -> SeatResult:
    back = 0 if one.result == "lose" else one.main_stake
    for side in (one.fortune, one.pushace):
        if side is not None and side.result != "lose":
            back += side.stake
    return replace(one, payout=back + one.main_win - one.commission + _side_wins(one))
