"""The checks of all rooms, in the order in which they run. Importing it loads every engine."""

from __future__ import annotations

from typing import Final

from gutshot.work import (
    verify_charts,
    verify_flops,
    verify_holdem,
    verify_house_ways,
    verify_paigow,
    verify_paigow_dealer,
    verify_paigow_odds,
    verify_postflop,
    verify_strength,
    verify_videopoker,
)

__all__ = ["EVERY_CHECK"]

EVERY_CHECK: Final = (
    *verify_strength.CHECKS,
    *verify_holdem.CHECKS,
    *verify_charts.CHECKS,
    *verify_flops.CHECKS,
    *verify_postflop.CHECKS,
    *verify_paigow.CHECKS,
    *verify_paigow_dealer.CHECKS,
    *verify_house_ways.CHECKS,
    *verify_paigow_odds.CHECKS,
    *verify_videopoker.CHECKS,
)
