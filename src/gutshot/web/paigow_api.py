"""The interface for programs: Pai Gow hands."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from gutshot.cards.text import parse_hand
from gutshot.paigow import Rules, house_way, parse_seven
from gutshot.paigow.advisor import parse_percent, setting_with_low
from gutshot.paigow.hands import DECK, LOW_CARDS
from gutshot.paigow.house_ways import house_ways
from gutshot.paigow.odds import OTHERS, all_odds
from gutshot.paigow.side_bets import MOST_OTHERS, parse_stake, side_bet
from gutshot.render.paigow_advice_payload import advice_details, advice_payload
from gutshot.render.paigow_odds_payload import odds_payload
from gutshot.render.paigow_set_payload import setting_payload, ways_payload
from gutshot.web.identity import Who
from gutshot.web.paigow_answers import advice, is_at_hand
from gutshot.web.rooms import rooms_of
from gutshot.web.vp_api import not_yet

__all__ = ["router"]

router = APIRouter(prefix="/api/paigow", tags=["Pai Gow poker"])

_SEEDS: Final = 2**64 - 1

_Seven = Annotated[
    str, Query(max_length=120, description="Seven cards, like JkQsQhQdAs7s2s; Jk is the joker.")
]
_WheelLowest = Annotated[
    bool, Query(description="A-2-3-4-5 is the lowest straight, not the second-highest.")
]


@router.get("/advise", summary="What every setting of seven cards is worth")
def advise(
    request: Request,
    who: Who,
    cards: _Seven,
    against: Annotated[
        str, Query(max_length=80, description="The dealer's house way, by its id.")
    ] = "local",
    commission: Annotated[
        str,
        Query(max_length=20, description="Percent taken of a win; left out, 5, or 0 with dealer."),
    ] = "",
    banker: Annotated[bool, Query(description="You bank: equal hands are yours.")] = False,
    dealer: Annotated[
        str, Query(max_length=120, description="The dealer's seven cards, as in Face Up.")
    ] = "",
    wheel_lowest: _WheelLowest = False,
    simulate: Annotated[bool, Query(description="Draw the dealer's hands, count none.")] = False,
    seed: Annotated[int, Query(ge=0, le=_SEEDS, description="Seed of what is drawn.")] = 1,
    details: Annotated[
        bool, Query(description="Add results by the dealer's hand, and why the best is.")
    ] = False,
    than: Annotated[
        str,
        Query(
            max_length=20,
            description="Two cards: details say what the best gains on these in front.",
        ),
    ] = "",
) -> JSONResponse:
    """Return what `gutshot paigow advise --json` prints: all settings without foul, best first."""
    rooms = rooms_of(request)
    seven, way = parse_seven(cards), house_way(against)
    percent = parse_percent(commission) if commission.strip() else None
    shown = parse_seven(dealer) if dealer.strip() else None
    rules = Rules(a2345_second_highest=not wheel_lowest)
    front = parse_hand(than, DECK, LOW_CARDS) if than.strip() else None
    if front is not None:
        setting_with_low(seven, front, rules)  # a mistake is told before anything is counted
    if not rooms.returns.ready:
        return not_yet()
    if not simulate and not is_at_hand(way, rules, shown):
        rooms.rates.take("count", who.address)
    found = advice(
        seven,
        way,
        commission_percent=percent,
        banker=banker,
        dealer=shown,
        rules=rules,
        seed=seed if simulate else None,
    )
    other = None if front is None else found.with_low(front)
    more = advice_details(found, other) if details or other else {}
    return JSONResponse(advice_payload(found) | more)


@router.get("/set", summary="Seven cards as a house way sets them")
def set_hand(
    cards: _Seven,
    way: Annotated[str, Query(max_length=80, description="A house way, by its id.")] = "local",
    wheel_lowest: _WheelLowest = False,
) -> JSONResponse:
    """Return what `gutshot paigow set --json` prints: both hands, and the rule that decided."""
    chosen = house_way(way)
    setting, rule = chosen.decide(parse_seven(cards), Rules(a2345_second_highest=not wheel_lowest))
    return JSONResponse(setting_payload(setting, chosen, rule))


@router.get("/ways", summary="The house ways")
def ways() -> JSONResponse:
    """Return what `gutshot paigow ways --json` prints."""
    return JSONResponse(ways_payload(house_ways()))


@router.get("/odds", summary="What the bets of Pai Gow cost")
def odds(
    request: Request,
    stake: Annotated[
        str, Query(max_length=40, description="Your bet on the Fortune; envy is fixed money.")
    ] = "5",
    others: Annotated[
        int, Query(ge=0, le=MOST_OTHERS, description="Other players at the table.")
    ] = OTHERS,
    table: Annotated[
        str, Query(max_length=80, description="A side bet to show in full, by its id.")
    ] = "",
) -> JSONResponse:
    """Return what `gutshot paigow odds --json` prints: what is counted, and what was dealt."""
    bet = parse_stake(stake)
    chosen = side_bet(table) if table.strip() else None
    if not rooms_of(request).returns.ready:
        return not_yet()
    return JSONResponse(odds_payload(all_odds(stake=bet, others=others, table=chosen)))
