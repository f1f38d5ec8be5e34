"""PokerStars' hand histories in English, and GGPoker's, which are alike, read up to the flop.

A hand begins at a line like `PokerStars Hand #1:  Hold'em No Limit ($0.50/$1.00 USD) - ...`, at
GGPoker `Poker Hand #RC1: ...`, and ends where the next one does. What is said, who joins and
leaves, and what no line below describes is passed over. Who was dealt in is who posts or acts:
everybody else at the table sits out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.holdem.histories.played import (
    Act,
    BrokenHand,
    Kind,
    MisreadError,
    PlayedHand,
    checked,
    hole_class,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["begins_hand", "pokerstars_hands"]

_AMOUNT: Final = r"[^\d\s.,]{0,3}(\d[\d,]*(?:\.\d+)?)"
_FIRST: Final = re.compile(
    r"\ufeff?(?:PokerStars\b.{0,40}?\b(?:Hand|Game)|Poker Hand) #([A-Z]{0,3}\d+)\b"
)
_BLINDS: Final = re.compile(rf"\({_AMOUNT}/{_AMOUNT}[^()]*\)")
_BUTTON: Final = re.compile(r"Seat #(\d+) is the button")
_SEAT: Final = re.compile(rf"Seat (\d+): (.+) \({_AMOUNT} in chips\b.*\)")
_DEALT: Final = re.compile(r"Dealt to (.+) \[(.+)\]")
_SHOWN: Final = re.compile(r"Seat (\d+): .*\b(?:showed|mucked) \[(.+?)\]")
_SHOWS: Final = re.compile(r"shows \[(.+?)\]")
_RAKE: Final = re.compile(rf"Total pot .*\| Rake {_AMOUNT}")
_POSTS: Final = re.compile(rf"posts (.+?) {_AMOUNT}(?: and is all-in)?")
_DOES: Final = re.compile(
    rf"(folds|checks|calls|raises)(?: {_AMOUNT})?(?: to {_AMOUNT})?(?: and is all-in)?(?: \[.*\])?"
)
_SECTION: Final = re.compile(r"\*\*\* (.+?) \*\*\*")
_GAME: Final = "Hold'em No Limit"


def begins_hand(line: str) -> str:
    """Return the number of the hand that a line begins, "" for any other line."""
    found = _FIRST.match(line)
    return found[1] if found else ""


def pokerstars_hands(text: str) -> Iterator[PlayedHand | BrokenHand]:
    """Yield the hands of a text, broken ones with the line that is wrong."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if begins_hand(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        number = begins_hand(lines[start])
        try:
            yield _Reader(number, start + 1, lines[start:end]).hand()
        except MisreadError as error:
            yield BrokenHand(f"#{number}", error.line, str(error))


@dataclass
class _Reader:
    """One hand's lines, and what was read of them; players are known by their seats."""

    number: str
    first: int
    lines: list[str]
    names: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, Fraction] = field(default_factory=dict)
    live: dict[int, Fraction] = field(default_factory=dict)
    dead: dict[int, Fraction] = field(default_factory=dict)
    cards: dict[int, tuple[str, int]] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    small: int | None = None
    big: int | None = None
    hero: int | None = None
    straddles: list[int] = field(default_factory=list)
    rake: Fraction | None = None

    def hand(self) -> PlayedHand:
        header = self.lines[0]
        if _GAME not in header:
            raise MisreadError(self.first, f"it is no {_GAME}: other games have no charts here")
        stakes = _BLINDS.findall(header)
        if not stakes:
            raise MisreadError(self.first, "its first line has no blinds, like ($0.50/$1.00)")
        small, big = (_number(amount) for amount in stakes[-1])
        if not 0 < small <= big:
            raise MisreadError(self.first, "its blinds are none: the small one is above 0")
        self._read_lines(big)
        return self._ordered(small / big, big, tournament="Tournament #" in header)

    def _read_lines(self, big: Fraction) -> None:
        """Read what is said, line by line; the betting counts until the first board."""
        section = ""
        for line, text in enumerate(self.lines[1:], self.first + 1):
            stripped = text.strip()
            if found := _SECTION.match(stripped):
                section = found[1]
            elif section == "SUMMARY":
                self._read_summary(stripped, line, big)
            elif (found := _SEAT.match(stripped)) and not section:
                seat, name, stack = int(found[1]), found[2], _number(found[3]) / big
                self.names[seat], self.stacks[seat] = name, stack
            elif found := _DEALT.match(stripped):
                self.hero = self._seat_of(found[1])
                if self.hero is not None:
                    self.cards[self.hero] = (found[2], line)
            else:
                self._read_player(stripped, line, big, before=section in {"", "HOLE CARDS"})

    def _read_summary(self, text: str, line: int, big: Fraction) -> None:
        if found := _SHOWN.match(text):
            self.cards.setdefault(int(found[1]), (found[2], line))
        elif found := _RAKE.match(text):
            self.rake = _number(found[1]) / big

    def _read_player(self, text: str, line: int, big: Fraction, *, before: bool) -> None:
        """Read a line that begins with a player's name and a colon; others say nothing."""
        # of two names that both fit, one being the start of the other, the longer one
        fits = [seat for seat, name in self.names.items() if text.startswith(f"{name}: ")]
        if not fits:
            return
        seat = max(fits, key=lambda one: len(self.names[one]))
        said = text[len(self.names[seat]) + 2 :].strip()
        if found := _SHOWS.match(said):
            self.cards.setdefault(seat, (found[1], line))
        elif not before:
            return
        elif found := _POSTS.fullmatch(said):
            self._post(seat, found[1], _number(found[2]) / big)
        elif found := _DOES.fullmatch(said):
            self._act(seat, found, line, big)

    def _post(self, seat: int, what: str, amount_bb: Fraction) -> None:
        if "ante" in what:
            self.dead[seat] = self.dead.get(seat, Fraction(0)) + amount_bb
        elif "straddle" in what:
            self.live[seat] = amount_bb
            self.straddles.append(seat)
        elif "&" in what:
            # the big blind that was missed is a bet, the small one lies dead
            self.live[seat] = min(amount_bb, Fraction(1))
            self.dead[seat] = self.dead.get(seat, Fraction(0)) + max(amount_bb - 1, Fraction(0))
        elif "small blind" in what:
            if self.small is None:
                self.small, self.live[seat] = seat, amount_bb
            else:
                self.dead[seat] = self.dead.get(seat, Fraction(0)) + amount_bb
        else:
            self.live[seat] = amount_bb
            if self.big is None and "big blind" in what:
                self.big = seat

    def _act(self, seat: int, found: re.Match[str], line: int, big: Fraction) -> None:
        kinds = {"folds": Kind.FOLD, "checks": Kind.CHECK, "calls": Kind.CALL}
        kind = kinds.get(found[1], Kind.RAISE)
        written = found[3] if kind == Kind.RAISE else found[2]
        needed = kind in {Kind.CALL, Kind.RAISE}
        if needed and written is None:
            right = "raises $1 to $2" if kind == Kind.RAISE else "calls $1"
            raise MisreadError(line, f"{found[1]} has no amount: write it like {right}")
        amount = _number(written) / big if needed else Fraction(0)
        self.acts.append(Act(seat, kind, amount, line))

    def _seat_of(self, name: str) -> int | None:
        return next((seat for seat, one in self.names.items() if one == name), None)

    def _ordered(self, small: Fraction, big: Fraction, *, tournament: bool) -> PlayedHand:
        """Return the hand with players in the order of their first action."""
        if self.big is None or self.small is None:
            missing = "big" if self.big is None else "small"
            raise MisreadError(self.first, f"nobody posts the {missing} blind; charts have both")
        dealt = sorted({*self.live, *(one.player for one in self.acts)})
        at = dealt.index(self.big)
        order = [*dealt[at + 1 :], *dealt[: at + 1]]
        if len(order) < 2 or order[-2] != self.small:
            raise MisreadError(self.first, "the small blind does not sit before the big one")
        # who had less than a blind posted what he had
        blinds = self.live | {self.small: small, self.big: Fraction(1)}
        place = {seat: player for player, seat in enumerate(order)}
        none = Fraction(0)
        known = [self.cards.get(seat) for seat in order]
        hand = PlayedHand(
            name=f"#{self.number}",
            number=self.number,
            line=self.first,
            players=tuple(self.names[seat] for seat in order),
            stacks_bb=tuple(self.stacks[seat] for seat in order),
            blinds_bb=tuple(blinds.get(seat, none) for seat in order),
            antes_bb=tuple(self.dead.get(seat, none) for seat in order),
            straddles=tuple(place[seat] for seat in self.straddles),
            holdings=tuple(None if one is None else hole_class(*one) for one in known),
            cards=tuple("" if one is None else one[0] for one in known),
            acts=tuple(one._replace(player=place[one.player]) for one in self.acts),
            hero=None if self.hero is None else place.get(self.hero),
            tournament=tournament,
            rake_bb=self.rake,
            big_blind=big,
        )
        return checked(hand)


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))
