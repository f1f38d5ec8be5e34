"""Files of hand histories: which form they are in, and their hands."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from gutshot.errors import InputError
from gutshot.holdem.histories.phh import phh_hands
from gutshot.holdem.histories.played import BrokenHand, PlayedHand
from gutshot.holdem.histories.pokerstars import begins_hand, pokerstars_hands

__all__ = ["Histories", "read_histories"]

_PHH: Final = re.compile(r"^\s*variant\s*=", re.MULTILINE)


class Histories(NamedTuple):
    """The hands of a file, those that were left out, and the form: `pokerstars` or `phh`."""

    form: str
    hands: tuple[PlayedHand, ...]
    broken: tuple[BrokenHand, ...]


def read_histories(text: str) -> Histories:
    """Read a text of one hand or many; a broken hand is left out and named.

    Raises
    ------
    InputError
        When the text has no hand in either form.
    """
    if any(begins_hand(line) for line in text.splitlines()):
        form, found = "pokerstars", list(pokerstars_hands(text))
    elif _PHH.search(text):
        form, found = "phh", list(phh_hands(text))
    else:
        raise InputError(
            "there is no hand in this text: it is read as PokerStars' English history, which begins"
            " 'PokerStars Hand #', or as PHH, which has a line 'variant = \"NT\"'"
        )
    hands = tuple(one for one in found if isinstance(one, PlayedHand))
    broken = tuple(one for one in found if isinstance(one, BrokenHand))
    return Histories(form, hands, broken)
