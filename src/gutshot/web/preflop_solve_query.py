"""What the page of one's own spots is asked: fields as they are typed, and the spot they say."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from gutshot.catalogue import data_files
from gutshot.errors import InputError
from gutshot.holdem.preflop import spec_from, spec_from_toml
from gutshot.holdem.preflop.exact_numbers import exact_number, shown
from gutshot.holdem.preflop.flop_model_files import flop_model_names
from gutshot.holdem.preflop.game import MOST_ITERATIONS
from gutshot.holdem.preflop.sizes import STANDARD, shipped_sizes
from gutshot.work.own_charts import OwnChart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop import PreflopSpec

__all__ = [
    "LONGEST_TOML",
    "PRECISIONS",
    "SolveState",
    "asked_chart",
    "changed_spot",
    "flop_choices",
    "schedules",
]

_APART: Final = re.compile(r"[\s,;/]+")
_NOBODY: Final = {"NOBODY", "NONE", "-"}
_ALL: Final = {"ALL", "EVERYBODY"}
_HERE: Final = "the form"
_PASTED: Final = "the pasted spot"
_LONGEST: Final = 80
LONGEST_TOML: Final = 20_000
_DOWN, _OWN = "down", "own"
_OTHER_FLOPS: Final = {_DOWN: "checked down, no more bets", _OWN: "constants of your own"}
PRECISIONS: Final = {
    "": "as shipped charts",
    "1": "the bar, no further",
    "10": "a tenth of the bar",
    "40": "a fortieth of it",
    "100": "a hundredth of it",
}


@dataclass(frozen=True, slots=True)
class SolveState:
    """The form's fields, as they are typed; "" is what is usual."""

    format: str = "cash"
    players: str = "3"
    stack: str = "40"
    jam: str = ""
    ante: str = ""
    ante_by: str = "big-blind"
    ante_from_stack: str = ""
    straddle: str = ""
    limps: str = ""
    entrants: str = "3"
    rake: str = ""
    rake_cap: str = ""
    rake_preflop: str = ""
    sizes: str = STANDARD
    open: str = ""
    open_sb: str = ""
    three_bet_in: str = ""
    three_bet_out: str = ""
    model: str = ""
    exponent: str = ""
    edge_offset: str = ""
    edge_slope: str = ""
    edge_cap: str = ""
    precision: str = ""
    iterations: str = ""
    toml: str = ""
    replace: str = ""

    @classmethod
    def of(cls, found: Mapping[str, str]) -> SolveState:
        """Return what a form or an address says, other fields as usual."""
        known = {
            field.name: found[field.name].strip()[
                : LONGEST_TOML + 1 if field.name == "toml" else _LONGEST
            ]
            for field in fields(cls)
            if field.name in found
        }
        return cls(**known)

    def address(self) -> str:
        """Return the query that shows this form; "" for a pasted spot, which may be too long."""
        if self.toml:
            return ""
        usual = SolveState()
        # to replace a chart is said when it is solved, by nobody's link
        names = [field.name for field in fields(self) if field.name != "replace"]
        other = {
            name: getattr(self, name)
            for name in names
            if getattr(self, name) != getattr(usual, name)
        }
        return urlencode(other)


def schedules() -> list[tuple[str, str]]:
    """Return the ids and names of the shipped size schedules."""
    return [(file.id, shipped_sizes(file.id).name) for file in data_files("sizings")]


def flop_choices() -> dict[str, str]:
    """Return by value of the field in words by what flops may be priced.

    First what is usual, then models by their ids where there are several, then no file's.
    """
    names = flop_model_names()
    several = {key: f"the model “{name}”" for key, name in names.items() if len(names) > 1}
    return {"": "as in shipped charts", **several, **_OTHER_FLOPS}


def asked_chart(state: SolveState) -> OwnChart:
    """Return what a form asks for.

    Raises
    ------
    InputError
        For what is no spot; the message names the field and what stands there.
    """
    past = _whole(state.precision, "precision") if state.precision else None
    most = _whole(state.iterations, "iterations") if state.iterations else MOST_ITERATIONS
    return OwnChart(_spec(state), past, most)


def _spec(state: SolveState) -> PreflopSpec:
    if state.toml:
        if len(state.toml) > LONGEST_TOML:
            raise InputError(f"{_PASTED} has at most {LONGEST_TOML:,} characters here")
        return spec_from_toml(state.toml, _PASTED, {})
    return spec_from(_table(state), _HERE)


def _table(state: SolveState) -> dict[str, object]:
    """Return the keys of a spot's file that the fields say."""
    players = _whole(state.players, "players")
    table: dict[str, object] = {"format": state.format, "players": players}
    stacks = _words(state.stack)
    table |= {"stacks": stacks} if len(stacks) > 1 else {"stack": state.stack}
    if state.jam:
        table["limit"] = "jam"
    if state.ante:
        table["ante"] = state.ante
    if state.ante_by != "big-blind":
        table["ante_by"] = state.ante_by
    if state.ante_from_stack:
        table["ante_from_stack"] = True
    if state.straddle:
        table["straddle"] = _words(state.straddle)
    if state.limps:
        table["limps"] = _seats(state.limps)
    if state.entrants != "3":
        table["entrants"] = _whole(state.entrants, "entrants")
    table |= _rake(state)
    table["sizes"] = _sizes(state, players)
    table |= _model(state)
    return table


def changed_spot(spec: PreflopSpec, state: SolveState) -> PreflopSpec:
    """Return a spot without locks, with what a form says of stack, ante, rake, sizes and limps.

    Raises
    ------
    InputError
        For what is no spot; the message names the field and what stands there.
    """
    table: dict[str, Any] = spec.payload()
    table.pop("locks", None)
    stacks = _words(state.stack)
    if stacks:
        table["stacks"] = stacks * (spec.players if len(stacks) == 1 else 1)
    if state.ante:
        table["ante"] = state.ante
    if state.limps:
        table["limps"] = _seats(state.limps)
    table |= _rake(state)
    _put_sizes(table["sizes"], state, spec.players)
    return spec_from(table, _HERE)


def _rake(state: SolveState) -> dict[str, object]:
    if not state.rake:
        for name in ("rake_cap", "rake_preflop"):
            if getattr(state, name):
                raise InputError(f"{_HERE}: {name} needs a rake in percent: there is none")
        return {}
    try:
        percent = exact_number(state.rake.removesuffix("%").strip())
    except ValueError:
        percent = None
    if percent is None or not 0 <= percent <= 100:
        raise InputError(f"{_HERE}: rake is 0 to 100 percent, not {shown(state.rake)}")
    rake: dict[str, object] = {"fraction": percent / 100}
    if state.rake_cap:
        rake["cap"] = state.rake_cap
    if state.rake_preflop:
        rake["no_flop_no_drop"] = False
    return {"rake": rake}


def _sizes(state: SolveState, players: int) -> object:
    """Return the schedule's id, or the schedule with the fields put in."""
    if not (state.open or state.open_sb or state.three_bet_in or state.three_bet_out):
        return state.sizes
    table: dict[str, Any] = shipped_sizes(state.sizes).payload()
    table["name"], table["source"] = "Own sizes", f"{table['name']}, with sizes of one's own"
    _put_sizes(table, state, players)
    return table


def _put_sizes(table: dict[str, Any], state: SolveState, players: int) -> None:
    """Put the fields into a schedule."""
    if state.open:
        table["open"]["heads_up" if players == 2 else "other"] = _words(state.open)
    if state.open_sb:
        table["open"]["small_blind"] = _words(state.open_sb)
    if state.three_bet_in:
        table["reraise"]["in_position"][0] = _words(state.three_bet_in)
    if state.three_bet_out:
        table["reraise"]["out_of_position"][0] = _words(state.three_bet_out)


def _model(state: SolveState) -> dict[str, object]:
    named = state.model not in {"", *_OTHER_FLOPS}
    if named and state.model not in flop_model_names():
        known = [*flop_model_names(), *_OTHER_FLOPS]
        raise InputError(f"{_HERE}: model is {', '.join(known)}, not {shown(state.model)}")
    names = ("exponent", "edge_offset", "edge_slope", "edge_cap")
    own = {name: getattr(state, name) for name in names if getattr(state, name)}
    if own and state.model != _OWN:
        raise InputError(
            f"{_HERE}: {next(iter(own))} is for flops of '{_OTHER_FLOPS[_OWN]}', not"
            f" '{flop_choices().get(state.model, state.model)}'"
        )
    if not state.model:
        return {}
    if state.model == _DOWN:
        return {"flop_model": {"checked_down": True}}
    return {"flop_model": state.model if named else own}


def _seats(text: str) -> object:
    words = [word.upper() for word in _words(text)]
    if len(words) == 1 and words[0] in _NOBODY | _ALL:
        return "all" if words[0] in _ALL else []
    return words


def _words(text: str) -> list[str]:
    """Return what stands between spaces and commas."""
    return [word for word in _APART.split(text.strip()) if word]


def _whole(text: str, name: str) -> int:
    if re.fullmatch(r"[0-9]{1,8}", text):
        return int(text)
    raise InputError(f"{_HERE}: {name} is a whole number, not {shown(text)}")
