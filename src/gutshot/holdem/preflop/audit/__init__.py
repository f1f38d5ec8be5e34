"""What a finished chart is worth with cards from one deck: nobody's hand leaves others' alone."""

from __future__ import annotations

from gutshot.holdem.preflop.audit.own_hand_play import play_by_own_hand
from gutshot.holdem.preflop.audit.real_deals import Audit, SeatAudit, audit_chart

__all__ = ["Audit", "SeatAudit", "audit_chart", "play_by_own_hand"]
