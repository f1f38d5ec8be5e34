"""The interface for programs: what stacks are worth in a tournament's prizes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt, StringConstraints

from gutshot.errors import InputError
from gutshot.holdem.icm.equities import MAX_PLAYERS
from gutshot.render.icm_payload import icm_payload
from gutshot.videopoker.amounts import parse_amount, parse_amounts
from gutshot.web.icm_answers import icm_answer, icm_seconds
from gutshot.web.icm_query import read_list
from gutshot.web.identity import Who
from gutshot.web.rooms import rooms_of
from gutshot.web.vp_api import not_yet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.web.identity import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/api/icm", tags=["hold'em"])

_QUICK_S: Final = 0.25
_MOST: Final = 10**15
_SEATS: Final = "Who calls and who is all in, like 2:1, counted from 1."
_POT: Final = "With call: chips in the middle, in nobody's stack."

_Number = StrictInt | StrictFloat | Annotated[str, StringConstraints(max_length=40)]


class IcmBody(BaseModel):
    """Stacks and payouts."""

    model_config = ConfigDict(extra="forbid")

    stacks: Annotated[
        list[_Number],
        Field(min_length=1, max_length=MAX_PLAYERS, description="Chips of each player."),
    ]
    payouts: Annotated[
        list[_Number],
        Field(
            min_length=1,
            max_length=MAX_PLAYERS,
            description="What each place is paid, best first.",
        ),
    ]
    call: Annotated[str, Field(max_length=20, description=_SEATS)] = ""
    pot: Annotated[_Number, Field(description=_POT)] = 0


@router.get("", summary="What stacks are worth by the independent chip model")
def equities(
    request: Request,
    who: Who,
    stacks: Annotated[str, Query(description="Chips of each player, like 5000,3000,2000.")],
    payouts: Annotated[str, Query(description="What each place is paid, like 50,30,20.")],
    call: Annotated[str, Query(max_length=20, description=_SEATS)] = "",
    pot: Annotated[str, Query(max_length=40, description=_POT)] = "0",
) -> JSONResponse:
    """Return what `gutshot icm --json` prints: equities, bubble factors, required equities."""
    chips = read_list(stacks, "stacks", "5000")
    prizes = read_list(payouts, "payouts", "50")
    return _answered(request, who, chips, prizes, call, parse_amount(pot, "pot", "450"))


@router.post("", summary="What stacks are worth by the independent chip model")
def post_equities(request: Request, who: Who, body: IcmBody) -> JSONResponse:
    """Return what the GET does, for up to 5,000 stacks."""
    chips = [_number(one, "stacks", "5000") for one in body.stacks]
    prizes = [_number(one, "payouts", "50") for one in body.payouts]
    return _answered(request, who, chips, prizes, body.call, _number(body.pot, "pot", "450"))


def _number(given: float | str, name: str, example: str) -> Fraction:
    if isinstance(given, str):
        return parse_amounts([given], name, example)[0]
    if not abs(given) < _MOST:
        raise InputError(f"{name}: {given:.4g} is no number below 10^15; write one like {example}")
    return Fraction(str(given))


def _answered(
    request: Request,
    who: Visitor,
    stacks: Sequence[Fraction],
    payouts: Sequence[Fraction],
    call: str,
    pot: Fraction,
) -> JSONResponse:
    rooms = rooms_of(request)
    if not rooms.returns.ready:
        return not_yet()
    seats = _seats(call)
    if pot and seats is None:
        raise InputError("pot is of a call; say whose with call, like 2:1, or leave pot out")
    seated = sum(1 for stack in stacks if stack)
    if icm_seconds(seated, len(payouts), call=seats is not None) > _QUICK_S:
        rooms.rates.take("count", who.address)
    asked = None if seats is None else (*seats, pot)
    return JSONResponse(icm_payload(*icm_answer(tuple(stacks), tuple(payouts), asked)))


def _seats(call: str) -> tuple[int, int] | None:
    parts = [part.strip() for part in call.split(":")]
    if not call.strip():
        return None
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise InputError(f"call: '{call[:20]}' names no two players; write 2:1")
    return int(parts[0]) - 1, int(parts[1]) - 1
