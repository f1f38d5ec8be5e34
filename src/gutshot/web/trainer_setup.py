"""The form that opens a session: what it shows, and the settings that it means."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from gutshot.errors import InputError, PayTableError
from gutshot.play.videopoker.practice import practice_order
from gutshot.play.videopoker.settings import MODES, PLAYS, Settings
from gutshot.videopoker import games
from gutshot.videopoker.hold_shapes import SHAPES
from gutshot.videopoker.players import LEVELS
from gutshot.web.vp_choice import Chosen, TableChoice, choose
from gutshot.web.vp_pages import families
from gutshot.web.vp_query import DEFAULT_GAME, read_choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.play.spacing import Drill
    from gutshot.web.form_bodies import Fields
    from gutshot.web.rooms import Rooms

__all__ = [
    "Wish",
    "check_playable",
    "choice_of",
    "due_by_table",
    "play_url",
    "settings_for",
    "setup_context",
    "wish_of_form",
    "wish_of_query",
]

CARRIED: Final = "carried"
"""The game of the form that stands for the table that came with the address."""

_MODE_WORDS: Final = {
    "play": ("Play", "No help. The session's page judges every hand afterwards."),
    "coach": ("Coach", "A wrong hold is stopped before the draw, with what it costs and why."),
    "test": ("Test", "Every decision is judged after the draw."),
    "drill": ("Drill", "Chosen deals only, judged after the draw."),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What the form says, as typed. `carried` : a table that came with the address, or None."""

    choice: TableChoice
    mode: str = "coach"
    rival: str = ""
    gap: str = ""
    shapes: tuple[str, ...] = ()
    repeats: bool = False
    carried: TableChoice | None = None
    weak: bool = False
    plays: int = 1


def choice_of(settings: Settings) -> TableChoice:
    """Return a session's table as addresses name it."""
    if settings.game:
        return TableChoice(settings.game)
    return TableChoice("own", settings.deck, settings.name, dict(settings.pays))


def play_url(choice: TableChoice, plays: int = 1) -> str:
    """Return where a table is set up to be played, with so many hands on each deal."""
    more = [("plays", str(plays))] if plays > 1 else []
    return f"/videopoker/play?{urlencode([*choice.parameters(), *more], safe=':,/')}"


def wish_of_query(query: Mapping[str, str]) -> Wish:
    """Return what an address asks for; a mode, rival or number that isn't there is passed over."""
    choice = read_choice(query)
    mode, rival = query.get("mode", ""), query.get("rival", "")
    plays = _plays(query.get("plays", ""))
    return Wish(
        choice=choice,
        mode=mode if mode in MODES else "coach",
        rival=rival if rival in LEVELS else "",
        repeats=query.get("repeats") == "1",
        carried=choice if choice.own or choice.pays else None,
        plays=plays if plays in PLAYS else 1,
    )


def wish_of_form(fields: Fields) -> Wish:
    """Return what the form says.

    Raises
    ------
    PayTableError
        When its payouts can't be taken apart.
    """
    carried = None
    if "carried_game" in fields:
        named = {key: fields.text(f"carried_{key}") for key in ("game", "deck", "name", "pays")}
        carried = read_choice(named)
    game = fields.text("game").strip() or DEFAULT_GAME
    choice = carried if game == CARRIED and carried is not None else TableChoice(game)
    return Wish(
        choice=choice,
        mode=fields.text("mode", "coach"),
        rival=fields.text("rival"),
        gap=fields.text("gap").strip()[:40],
        shapes=fields.all("shape"),
        repeats="repeats" in fields,
        carried=carried,
        weak="weak" in fields,
        plays=_plays(fields.text("plays", "1")),
    )


def settings_for(wish: Wish, rooms: Rooms, owner: str | None) -> Settings:
    """Return the settings of a wish; what belongs to drills is left out of other modes.

    owner : whose wrong decisions a weak drill looks at, None for a newcomer.

    Raises
    ------
    InputError
        With the first thing that is wrong.
    """
    chosen = choose(wish.choice)
    if chosen.table is None:
        raise PayTableError(chosen.first_error)
    table = chosen.table
    drill = wish.mode == "drill"
    if drill and wish.weak:
        wish = replace(wish, shapes=rooms.trainer.weak_shapes(owner or "", table))
    settings = Settings(
        mode=wish.mode,
        rival=wish.rival,
        gap=wish.gap if drill else "",
        shapes=wish.shapes if drill else (),
        repeats=wish.repeats if drill else False,
        plays=wish.plays,
    )
    if not chosen.choice.own and not chosen.edited:
        return replace(settings, game=table.id)
    pays = tuple((line.category, str(line.pays)) for line in table.lines)
    return replace(settings, game="", name=table.name, deck=table.deck.name, pays=pays)


def check_playable(rooms: Rooms, settings: Settings) -> None:
    """Do what takes long before a session is opened, outside of any transaction.

    Raises
    ------
    NotReadyError
        When it needs kernels that are being compiled.
    InputError
        When no deal fits a drill.
    """
    if settings.pays or settings.gap or settings.shapes:
        rooms.check_kernels()
    if settings.mode == "drill":
        practice_order(settings.table, settings.practice)


def due_by_table(drills: Sequence[Drill]) -> list[dict[str, Any]]:
    """Return how many mistakes are due on each table, the catalogue's with a link to drill them."""
    counts = Counter(drill.key.partition(":")[0] for drill in drills)
    out = []
    for table in games():
        if count := counts.pop(table.version, 0):
            url = f"/videopoker/play?game={table.id}&mode=drill&repeats=1"
            out.append({"name": table.name, "count": count, "url": url})
    if others := counts.total():
        out.append({"name": "tables of your own", "count": others, "url": ""})
    return out


def setup_context(wish: Wish, due: Sequence[Drill], error: str = "") -> dict[str, Any]:
    """Return what the form shows."""
    carried, problem = _carried(wish)
    return {
        "families": families(),
        "wish": wish,
        "carried": carried,
        "carried_fields": _named(wish.carried) if wish.carried else [],
        "carried_chosen": wish.carried is not None and wish.choice == wish.carried,
        "modes": [(mode, *_MODE_WORDS[mode]) for mode in MODES],
        "rivals": [("", "Nobody"), *((level, level.capitalize()) for level in LEVELS)],
        "plays": PLAYS,
        "shapes": SHAPES,
        "due": due_by_table(due),
        "error": error or problem,
    }


def _plays(text: str) -> int:
    """Return a number of hands as it was typed, 0 for what is no number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _carried(wish: Wish) -> tuple[Chosen | None, str]:
    if wish.carried is None:
        return None, ""
    try:
        chosen = choose(wish.carried)
    except InputError as error:
        return None, str(error)
    return chosen, chosen.first_error if chosen.table is None else ""


def _named(choice: TableChoice) -> list[tuple[str, str]]:
    pairs = choice.parameters()
    return [(f"carried_{key}", text) for key, text in pairs]
