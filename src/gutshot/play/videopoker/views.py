"""What a player may see: a session, and the deal on its table without what is in reserve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gutshot.cards.text import parse_cards
from gutshot.videopoker import analyse_hand
from gutshot.videopoker.decision import judge
from gutshot.videopoker.round import deal_round

if TYPE_CHECKING:
    from gutshot.play.videopoker.records import HandRecord
    from gutshot.play.videopoker.settings import Settings
    from gutshot.videopoker.decision import Decision
    from gutshot.videopoker.round import DrawnHand, Round

__all__ = ["HandView", "SessionView", "drawn_view", "open_view", "stopped_view"]


@dataclass(frozen=True, slots=True)
class HandView:
    """What the player may see of a deal.

    deal : five cards. plays : hands on it. stake_credits : of all of them together.
    hold_mask, payout_credits : None until the draw.
    decision : the judgement, where the mode shows one: stopped before the draw, or after it.
    stopped : whether the coach waits for a better hold, or the same one again.
    record : the whole deal once it is drawn.
    """

    hand_id: str
    deal: tuple[int, ...]
    plays: int
    stake_credits: int
    hold_mask: int | None = None
    payout_credits: int | None = None
    stopped: bool = False
    decision: Decision | None = None
    record: HandRecord | None = None

    @property
    def hands(self) -> tuple[DrawnHand, ...]:
        """The finished hands, none until the draw."""
        return self.record.hands if self.record else ()

    @property
    def final(self) -> tuple[int, ...] | None:
        """The five final cards where one hand is played; None for several and until the draw."""
        return self.hands[0].cards if len(self.hands) == 1 else None

    @property
    def category(self) -> str | None:
        """What the one hand is paid as; None for several and until the draw."""
        return self.hands[0].category if len(self.hands) == 1 else None


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session at one moment.

    deals, hands : how many are finished; they differ where several hands are played on a deal.
    hand : the deal in play, or the last one.
    """

    session_id: str
    settings: Settings
    deals: int
    hands: int
    hand: HandView | None
    credits: int
    opened_at: str


def open_view(settings: Settings, hand: dict[str, Any]) -> HandView:
    """Return a deal in play, as the session's note holds it, perhaps stopped by the coach."""
    fresh = deal_round(settings.table, hand["cards"])
    if hand["first_hold_mask"] is not None:
        analysis = analyse_hand(fresh.deal, settings.table)
        return stopped_view(fresh, hand["hand_id"], judge(analysis, hand["first_hold_mask"]))
    return HandView(hand["hand_id"], fresh.deal, fresh.plays, fresh.stake_credits)


def stopped_view(dealt: Round, hand_id: str, decision: Decision) -> HandView:
    """Return a deal whose draw the coach stopped."""
    return HandView(
        hand_id, dealt.deal, dealt.plays, dealt.stake_credits, stopped=True, decision=decision
    )


def drawn_view(settings: Settings, record: HandRecord) -> HandView:
    """Return a finished deal, judged where the mode shows it."""
    deal = parse_cards(record.deal)
    decision = None
    if settings.mode != "play":
        decision = judge(analyse_hand(deal, settings.table), record.first_hold_mask)
    return HandView(
        hand_id=record.hand_id,
        deal=deal,
        plays=record.plays,
        stake_credits=record.stake_credits,
        hold_mask=record.hold_mask,
        payout_credits=record.payout_credits,
        decision=decision,
        record=record,
    )
