"""A session's totals beside the table, kept in step deal by deal instead of read afresh."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gutshot.play.videopoker.records import HandRecord
    from gutshot.play.videopoker.trainer import Trainer
    from gutshot.play.videopoker.views import SessionView

__all__ = ["RunningTotals", "Totals"]

_KEPT: Final = 500


@dataclass(frozen=True, slots=True)
class Totals:
    """The finished deals of a session; credits, and how many first choices were right."""

    deals: int = 0
    hands: int = 0
    right: int = 0
    lost_credits: Fraction = Fraction(0)
    net_credits: int = 0
    rival_net_credits: int = 0

    def plus(self, record: HandRecord) -> Totals:
        """Return the totals with one more deal."""
        stake = record.stake_credits
        return Totals(
            self.deals + 1,
            self.hands + record.plays,
            self.right + record.right,
            self.lost_credits + record.cost * stake,
            self.net_credits + record.payout_credits - stake,
            self.rival_net_credits + (record.rival_payout_credits - stake if record.rival else 0),
        )


class RunningTotals:
    """The totals of the sessions that were looked at last."""

    def __init__(self, trainer: Trainer) -> None:
        self._trainer = trainer
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, str], Totals] = OrderedDict()

    def of(self, owner: str, view: SessionView) -> Totals:
        """Return the totals of a session as it stands in `view`."""
        key = (owner, view.session_id)
        with self._lock:
            found = self._kept.pop(key, Totals())
        record = view.hand.record if view.hand else None
        if found.deals == view.deals - 1 and record is not None:
            found = found.plus(record)
        elif found.deals != view.deals:
            found = Totals()
            for one in self._trainer.records(owner, view.session_id)[: view.deals]:
                found = found.plus(one)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found
