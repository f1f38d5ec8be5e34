"""What is solved before the flop: seats, stacks, blinds, antes, sizes and the model after it.

Players are numbered in the order of their first action, so that the blinds are the last two; of
two players the small blind is the button, acts first before the flop and last after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.betting import NO_RAKE, Rake, begin
from gutshot.holdem.icm.many import many_equities
from gutshot.holdem.preflop.flop_model_files import flop_model_payload, usual_flop_model
from gutshot.holdem.preflop.locks import NodeLock, locks_payload, settled_locks
from gutshot.holdem.preflop.payouts import shipped_payouts
from gutshot.holdem.preflop.sizes import SEATS, STANDARD, Sizes, shipped_sizes

if TYPE_CHECKING:
    from gutshot.holdem.betting import Betting
    from gutshot.holdem.preflop.flop_model import FlopModel
    from gutshot.holdem.preflop.payouts import Payouts

__all__ = ["BAR_BB", "DEALS", "FORMATS", "JAM_BAR_BB", "PreflopSpec"]

FORMATS: Final = ("cash", "ante", "bubble", "final-table")
DEALS: Final = ("combos", "classes")
LIMITS: Final = ("none", "jam")
THREE_WAY: Final = ("table", "pairwise")
ANTE_BY: Final = ("big-blind", "all", "button")
LIMPS: Final = ("SB",)
USUAL_ENTRANTS: Final = 3
MOST_ENTRANTS: Final = 4
BAR_BB: Final = 0.010
"""What a chart for two players may leave to a best response; it grows with the root of players."""
JAM_BAR_BB: Final = 1e-5
SMALL_BLIND: Final = Fraction(1, 2)
BIG_BLIND: Final = Fraction(1)
MOST_STACK: Final = 1_000
MOST_LEFT: Final = 20
"""Players of a tournament, those at other tables included."""
USUAL: Final = cast("FlopModel", None)
"""In place of a flop model: the one that a spot's format has when it says nothing."""
PRIZES: Final = ("bubble", "final-table")  # names of payouts as well


@dataclass(frozen=True)
class PreflopSpec:
    """One spot to solve, amounts in big blinds.

    Parameters
    ----------
    stacks_bb : tuple of Fraction
        What each player has before anything is posted, in the order of first action.
    format : str
        `cash` and `ante` count chips, `bubble` and `final-table` the prizes that stacks are worth
        by the independent chip model. Read from a file or options, all but `cash` have an ante of
        one big blind.
    ante_bb : Fraction
        What each player posts of those who post an ante.
    ante_from_stack : bool
        Whether antes come out of stacks, before blinds. Otherwise they lie in the pot from the
        start, and stacks are those after they were posted.
    limit : str
        `jam` leaves all-in and fold only.
    deals : str
        `combos` weighs two classes by the combos that can be dealt together, which is exact;
        `classes` deals them independently, which is all that more than two players have. By
        default the one that is nearer to the cards.
    three_way : str
        What three players share a pot by: the counted `table`, or the average of `pairwise`
        equities, as four and more always do.
    entrants : int
        How many players may put in chips of their own will, 2 to 4; the others can fold only. Who
        was put all-in by posting is one of them. Four share pots by pairwise equities.
    sizes, rake, flop_model
        How high raises are, what the house takes, what flops are worth: by edges by hand where
        stacks count by their chips and there are flops, else by the four constants. In a file the
        model is the id of one in `data/flop_models`, or a table of its constants.
    payouts : Payouts, optional
        What places are paid; by default the shipped ladder of the format's name.
    stacks_elsewhere : tuple of Fraction, optional
        What players have who are left in the tournament and not dealt in. By default all that the
        payouts know of beyond the seats, with the stack of those who are seated, on average.
    locks : tuple of NodeLock
        What seats are made to do at some nodes.
    ante_by : str
        Who posts an ante: the `big-blind` for all, which nobody matches, the `button` likewise, or
        `all`, where a player who has less than an ante wins no more than that from each.
    straddle : tuple of (str, Fraction)
        Seats that post beside the blinds, and what in big blinds, each at least twice what was
        posted before. The last one acts last and may raise; a raise adds what he posted at least.
    limps, over_limps : tuple of str
        Seats that may call where nobody has raised or called before them, and behind a caller. None
        for over_limps is the same as limps.
    cold_calls : tuple of str, optional
        Seats that may call a raise with no chips in but what they posted; None is all. Everybody
        may call the last chips of a raiser, or with his own last ones.

    Raises
    ------
    InputError
        When something is out of range or not built.
    """

    stacks_bb: tuple[Fraction, ...]
    format: str = "cash"
    ante_bb: Fraction = Fraction(0)
    ante_from_stack: bool = False
    limit: str = "none"
    deals: str = ""
    three_way: str = "table"
    entrants: int = USUAL_ENTRANTS
    sizes: Sizes = field(default_factory=lambda: shipped_sizes(STANDARD))
    rake: Rake = NO_RAKE
    flop_model: FlopModel = USUAL
    payouts: Payouts | None = None
    stacks_elsewhere: tuple[Fraction, ...] | None = None
    locks: tuple[NodeLock, ...] = ()
    ante_by: str = ANTE_BY[0]
    straddle: tuple[tuple[str, Fraction], ...] = ()
    limps: tuple[str, ...] = LIMPS
    over_limps: tuple[str, ...] | None = None
    cold_calls: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        self._check_words()
        if self.for_prizes:
            self._fill_prizes()
            self._check_prizes()
        elif self.payouts is not None or self.stacks_elsewhere:
            raise InputError(
                f"payouts and stacks_elsewhere are of bubble and final-table, not of {self.format}"
            )
        object.__setattr__(self, "locks", settled_locks(self))

    def _check_words(self) -> None:
        if not 2 <= len(self.stacks_bb) <= 9:
            raise InputError(f"players is 2 to 9, not {len(self.stacks_bb)}")
        if not self.deals:
            object.__setattr__(self, "deals", DEALS[self.players > 2])
        if self.flop_model is USUAL:
            by_hand = not self.for_prizes and self.limit != "jam"
            object.__setattr__(self, "flop_model", usual_flop_model(chips=by_hand))
        for name, found, known in (
            ("format", self.format, FORMATS),
            ("limit", self.limit, LIMITS),
            ("deals", self.deals, DEALS),
            ("three_way", self.three_way, THREE_WAY),
            ("ante_by", self.ante_by, ANTE_BY),
        ):
            if found not in known:
                raise InputError(f"{name} is {' or '.join(known)}, not '{found[:40]}'")
        if not 0 <= self.ante_bb <= 10:
            raise InputError(f"ante is from 0 to 10 big blinds, not {self.ante_bb}")
        if self.players > 2 and self.deals != "classes":
            raise InputError(f"deals of {self.players} players are 'classes'; 'combos' is for two")
        if not 2 <= self.entrants <= MOST_ENTRANTS:
            raise InputError(f"entrants is 2 to {MOST_ENTRANTS}, not {self.entrants}")
        self._check_straddle()
        self._check_seats("limps", self.limps)
        self._check_seats("over_limps", self.over_limps)
        self._check_seats("cold_calls", self.cold_calls)
        self._check_stacks()

    def _fill_prizes(self) -> None:
        """Put in what a format says where the spot does not."""
        payouts = self.payouts
        if payouts is None:
            payouts = shipped_payouts(self.format)
            object.__setattr__(self, "payouts", payouts)
        if self.stacks_elsewhere is None:
            average = sum(self.stacks_bb, Fraction(0)) / self.players
            elsewhere = (average,) * max(0, payouts.left - self.players)
            object.__setattr__(self, "stacks_elsewhere", elsewhere)

    def _check_prizes(self) -> None:
        left = self.players + len(self.elsewhere)
        if left > MOST_LEFT:
            raise InputError(
                f"{left} players are left, those elsewhere included; up to {MOST_LEFT}"
            )
        for stack in self.elsewhere:
            if not 0 < stack <= MOST_STACK * MOST_LEFT:
                raise InputError(
                    f"a stack elsewhere is above 0 and at most {MOST_STACK * MOST_LEFT} big blinds,"
                    f" not {float(stack):g}"
                )
        if self.prizes[0] == self.prizes[-1]:
            raise InputError(
                f"payouts: all {left} players who are left get the same; there is nothing to win"
            )
        if self.players > 2 and len(set(self.stacks_bb)) > 1:
            raise InputError(
                f"stacks: {self.format} of {self.players} players has equal ones; uneven ones are"
                " for two"
            )
        if self.players > 3 and self.entrants > 3:
            raise InputError(f"{self.format} has 2 or 3 entrants, not {self.entrants}")
        if self.flop_model.by_hand is not None:
            raise InputError(
                f"flop_model: edges by hand are of chips, in cash and ante, not of {self.format}"
            )
        if self.rake.fraction:
            raise InputError(f"{self.format} has no rake: chips of a tournament stay in it")

    def _check_stacks(self) -> None:
        posts = [blind + ante for blind, ante in zip(self.blinds_bb, self.antes_bb, strict=True)]
        # who has less than he should post posts what he has, if there is a deeper stack
        least = max(posts) if len(set(self.stacks_bb)) == 1 else Fraction(0)
        for stack in self.stacks_bb:
            if not least < stack <= MOST_STACK:
                raise InputError(
                    f"a stack is more than {float(least):g} and at most {MOST_STACK} big blinds,"
                    f" before posting, not {float(stack):g}"
                )
        short = sum(stack <= post for stack, post in zip(self.stacks_bb, posts, strict=True))
        if short >= self.entrants:
            raise InputError(
                f"stacks: {short} players are all-in by posting, which leaves nobody a decision"
                f" with {self.entrants} entrants"
            )

    def _check_seats(self, name: str, seats: tuple[str, ...] | None) -> None:
        for seat in seats or ():
            if seat not in self.seats:
                raise InputError(
                    f"{name}: '{seat[:40]}' is no seat here; there are {', '.join(self.seats)}"
                )

    def _check_straddle(self) -> None:
        if self.straddle and self.players == 2:
            raise InputError("straddle: two players have none; three or more may")
        before = BIG_BLIND
        for seat, amount in self.straddle:
            self._check_seats("straddle", (seat,))
            if seat in self.seats[self.small_blind :]:
                raise InputError(f"straddle: the {seat} posts a blind; another seat straddles")
            if not 2 * before <= amount <= MOST_STACK:
                raise InputError(
                    f"straddle: {seat} posts {float(2 * before):g} to {MOST_STACK} big blinds, at"
                    f" least twice what was posted before, not {float(amount):g}"
                )
            before = amount

    @property
    def players(self) -> int:
        """How many seats are dealt in."""
        return len(self.stacks_bb)

    @property
    def for_prizes(self) -> bool:
        """Whether stacks count by the prizes that they are worth, not by their chips."""
        return self.format in PRIZES

    @property
    def elsewhere(self) -> tuple[Fraction, ...]:
        """Stacks of players who are left in the tournament and not dealt in."""
        return self.stacks_elsewhere or ()

    @property
    def prizes(self) -> tuple[Fraction, ...]:
        """What the places of all who are left are paid, best first, one a player; () for chips."""
        if self.payouts is None:
            return ()
        left = self.players + len(self.elsewhere)
        return (self.payouts.prizes + (Fraction(0),) * left)[:left]

    @property
    def prize_of_bb(self) -> Fraction:
        """The prize that a big blind is worth at the start: all prizes by all chips.

        Chips are those of everybody who is left, and the ante where it comes out of no stack.
        """
        chips = sum(self.stacks_bb + self.elsewhere, self.dead_bb)
        return sum(self.prizes, Fraction(0)) / chips

    def prizes_at_start(self) -> tuple[float, ...]:
        """Return what the stacks of the seats are worth before the hand, in the unit of payouts."""
        stacks = [*map(float, self.stacks_bb + self.elsewhere)]
        worth = many_equities(np.array([stacks]), [*map(float, self.prizes)])
        return tuple(worth[0, : self.players].tolist())

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in the order of first action."""
        return SEATS[-self.players :]

    @property
    def small_blind(self) -> int:
        """The player who posts it."""
        return self.players - 2

    @property
    def big_blind(self) -> int:
        """The player who posts it."""
        return self.players - 1

    @cached_property
    def after_the_flop(self) -> tuple[int, ...]:
        """The players in the order in which they act after the flop, the button last."""
        if self.players == 2:
            return (1, 0)
        return (self.small_blind, self.big_blind, *range(self.players - 2))

    @property
    def bar_bb(self) -> float:
        """What a best response may gain in a finished chart."""
        if self.limit == "jam":
            return JAM_BAR_BB
        return float(BAR_BB * (self.players / 2) ** 0.5)

    @property
    def dead_bb(self) -> Fraction:
        """What lies in the pot and comes out of no stack here."""
        if self.ante_from_stack:
            return Fraction(0)
        return self.ante_bb * (self.players if self.ante_by == "all" else 1)

    @property
    def button(self) -> int:
        """The player who acts last after the flop."""
        return self.after_the_flop[-1]

    @property
    def blinds_bb(self) -> list[Fraction]:
        """Return what each player should post, straddles included."""
        blinds = [Fraction(0)] * self.players
        blinds[self.small_blind], blinds[self.big_blind] = SMALL_BLIND, BIG_BLIND
        for seat, amount in self.straddle:
            blinds[self.seats.index(seat)] = amount
        return blinds

    @property
    def antes_bb(self) -> list[Fraction]:
        """Return what each player should post out of his stack before that."""
        by = {"big-blind": (self.big_blind,), "button": (self.button,)}
        players = by.get(self.ante_by, range(self.players))
        posted = self.ante_bb if self.ante_from_stack else Fraction(0)
        return [posted if player in players else Fraction(0) for player in range(self.players)]

    def betting(self) -> Betting:
        """Return the hand before its first action: next to the last straddle, or the first seat."""
        first = self.seats.index(self.straddle[-1][0]) + 1 if self.straddle else 0
        return begin(
            self.stacks_bb,
            self.blinds_bb,
            self.antes_bb,
            first % self.players,
            dead=self.dead_bb,
            matched=self.ante_by == "all",
        )

    def payload(self) -> dict[str, Any]:
        """Return it as `spec_reading.spec_from` reads it, amounts as exact text."""
        return {
            "format": self.format,
            "players": self.players,
            "stacks": [*map(str, self.stacks_bb)],
            "ante": str(self.ante_bb),
            "ante_from_stack": self.ante_from_stack,
            "limit": self.limit,
            "deals": self.deals,
            "three_way": self.three_way,
            "entrants": self.entrants,
            "sizes": self.sizes.payload(),
            "rake": {
                "fraction": str(self.rake.fraction),
                **({} if self.rake.cap is None else {"cap": str(self.rake.cap)}),
                "no_flop_no_drop": self.rake.no_flop_no_drop,
            },
            "flop_model": flop_model_payload(self.flop_model),
            **(
                {}
                if self.payouts is None
                else {
                    "payouts": self.payouts.payload(),
                    "stacks_elsewhere": [*map(str, self.elsewhere)],
                }
            ),
            **({"locks": locks_payload(self.locks)} if self.locks else {}),
            **self._unusual(),
        }

    def _unusual(self) -> dict[str, Any]:
        """Return the keys that most spots, and all older charts, do without."""
        out: dict[str, Any] = {}
        if self.ante_by != ANTE_BY[0]:
            out["ante_by"] = self.ante_by
        if self.straddle:
            out["straddle"] = {seat: str(amount) for seat, amount in self.straddle}
        if self.limps != LIMPS:
            out["limps"] = [*self.limps]
        if self.over_limps is not None:
            out["over_limps"] = [*self.over_limps]
        if self.cold_calls is not None:
            out["cold_calls"] = [*self.cold_calls]
        return out

    def with_stack(self, stack_bb: Fraction) -> PreflopSpec:
        """Return the spot with another stack for everybody, players elsewhere included."""
        elsewhere = self.stacks_elsewhere and (stack_bb,) * len(self.stacks_elsewhere)
        return replace(self, stacks_bb=(stack_bb,) * self.players, stacks_elsewhere=elsewhere)
