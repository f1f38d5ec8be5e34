"""The pages on which a spot after the flop is described, solved, and its tree is looked at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.cards.decks import DECKS
from gutshot.cards.text import card_name, parse_cards
from gutshot.errors import HandError, InputError
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.postflop.estimate import TooLargeError
from gutshot.holdem.postflop.nodes import token_of
from gutshot.holdem.postflop.spec import PLAYERS, STREETS, parse_spot
from gutshot.holdem.postflop.texas_input import is_texas, parse_texas
from gutshot.holdem.ranges import parse_range
from gutshot.render.chips_text import chips_text
from gutshot.render.postflop_node import (
    action_words,
    lock_as_played,
    node_csv,
    node_payload,
    node_range_text,
)
from gutshot.render.postflop_size import bytes_text
from gutshot.web.equity_query import BRUSHES, PRESETS
from gutshot.web.equity_view import combos_text, grid_cells
from gutshot.web.identity import Posted, Who, as_player
from gutshot.web.job_work import cancel_job, may_cancel, shown
from gutshot.web.pages import page
from gutshot.web.postflop_query import (
    LONGEST_LOCKS,
    PATH,
    SIZE_FIELDS,
    fields_of_spot,
    read_state,
    spot_from,
)
from gutshot.web.postflop_solves import TREES, ask_to_solve, check_spot, solve_of
from gutshot.web.postflop_view import (
    VIEWS,
    card_rows,
    hand_grid,
    hand_rows,
    kinds_of,
    player_rows,
    steps_of,
    total_rows,
    way_plot,
)
from gutshot.web.rooms import rooms_of
from gutshot.web.vp_view import card_view, picker_rows

if TYPE_CHECKING:
    from gutshot.holdem.postflop.node_answers import NodeAnswer
    from gutshot.holdem.ranges import HandRange
    from gutshot.web.identity import Visitor
    from gutshot.web.postflop_query import PostflopState
    from gutshot.web.postflop_solves import PostflopSolve
    from gutshot.web.rooms import Rooms

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_DECK: Final = DECKS["standard"]
_SOLVE: Final = f"{PATH}/solve"
_MOST_PASTED: Final = 20_000
_KINDS: Final = {"csv": "text/csv", "json": "application/json", "pio": "text/plain"}

SolveId = Annotated[str, Path(max_length=64)]


@router.get(PATH)
def postflop_page(request: Request, who: Who) -> Response:
    """Show the form of a spot; a form's action is answered with the address of its result."""
    state, acted = read_state(request.query_params)
    if acted and "draft" not in request.query_params:
        return RedirectResponse(state.url(), status_code=303)
    context = _context(state) | _visit(request, who)
    return page("postflop/page.html", context, 422 if context["error"] else 200)


@router.get(f"{PATH}/parts")
def postflop_parts(request: Request, who: Who) -> HTMLResponse:
    """Return what a script puts into the page."""
    state, _ = read_state(request.query_params)
    return page("postflop/parts.html", _context(state) | _visit(request, who))


@router.post(f"{PATH}/import")
def imported(form: Posted) -> Response:
    """Lead to the form of a spot that was pasted: TOML or TexasSolver's input."""
    text = form.fields.text("text")
    if len(text) > _MOST_PASTED:
        raise InputError(f"a pasted spot has at most {_MOST_PASTED:,} characters")
    spot = parse_texas(text).spot if is_texas(text) else parse_spot(text)
    return RedirectResponse(f"{PATH}?{urlencode(fields_of_spot(spot))}", status_code=303)


@router.post(_SOLVE)
def solve_posted(request: Request, form: Posted) -> Response:
    """Begin to solve the spot of an address, or show what is wrong with it."""
    query = urlsplit(form.fields.text("address")).query
    state, _ = read_state(dict(parse_qsl(query, keep_blank_values=True)))
    try:
        spot, half = spot_from(state), state.half
        check_spot(spot, half=half)
    except InputError:
        return RedirectResponse(state.url(), status_code=303)
    who = as_player(request, form.who)
    status = ask_to_solve(rooms_of(request), who.known(), spot, half=half)
    return RedirectResponse(f"{_SOLVE}/{status.id}", status_code=303)


@router.get(f"{_SOLVE}/{{job_id}}")
def solving_page(request: Request, who: Who, job_id: SolveId) -> HTMLResponse:
    """Show how a solve goes, and its tree once it is there."""
    return page("postflop/solving.html", _solving(rooms_of(request), job_id, who))


@router.get(f"{_SOLVE}/{{job_id}}/parts")
def solving_parts(request: Request, who: Who, job_id: SolveId) -> HTMLResponse:
    """Return what a script puts into the page as it goes on."""
    return page("postflop/solving_parts.html", _solving(rooms_of(request), job_id, who))


@router.post(f"{_SOLVE}/{{job_id}}/cancel")
def cancel_solve(request: Request, form: Posted, job_id: SolveId) -> Response:
    """Stop a solve; what is done stays done."""
    cancel_job(rooms_of(request), job_id, form.who.player)
    return RedirectResponse(f"{_SOLVE}/{job_id}", status_code=303)


@router.post(f"{_SOLVE}/{{job_id}}/again")
def go_on(request: Request, form: Posted, job_id: SolveId) -> Response:
    """Go on with a solve that was stopped or failed, or whose file is gone."""
    rooms = rooms_of(request)
    solve = solve_of(rooms, job_id)
    who = as_player(request, form.who)
    status = ask_to_solve(rooms, who.known(), solve.spot, half=solve.half)
    return RedirectResponse(f"{_SOLVE}/{status.id}", status_code=303)


@router.get(f"{PATH}/tree/{{job_id}}")
def tree_page(request: Request, who: Who, job_id: SolveId) -> HTMLResponse:
    """Show a node of a solved spot."""
    rooms = rooms_of(request)
    rooms.check_kernels()
    rooms.rates.take("count", who.address)
    solve = solve_of(rooms, job_id)
    query = request.query_params
    error = ""
    try:
        found, values = TREES.node(solve.file, query.get("node", ""))
    except InputError as mistake:
        error = str(mistake)
        found, values = TREES.node(solve.file, "")
    context = _node_context(found, dict(query)) | {
        "section": "postflop",
        "within": True,
        "job": job_id,
        "error": error,
        "title": _title(solve),
        "steps": steps_of(values.tree, found.position.id),
        "certified": values.solution.certified,
        "bits": values.solution.bits,
        "left": f"{100 * values.solution.certified.exploitability / float(solve.spot.pot):.3g}",
        "target": f"{100 * float(solve.spot.target / solve.spot.pot):.3g}",
        "edit_url": f"{PATH}?{urlencode(fields_of_spot(solve.spot, half=solve.half))}",
        "cards": [],
        "file": str(solve.file),
    }
    if found.kind == "card":
        below = TREES.cards(solve.file, found.position.id)
        view = "equity" if context["view"] == "equity" else "ev"
        context["cards"] = card_rows(below, _player(found, dict(query)), view)
    return page("postflop/tree.html", context, 422 if error else 200)


@router.get(f"{PATH}/tree/{{job_id}}/export")
def tree_export(request: Request, who: Who, job_id: SolveId) -> Response:
    """Return a node as a file of others."""
    rooms = rooms_of(request)
    rooms.check_kernels()
    rooms.rates.take("count", who.address)
    query = request.query_params
    to = query.get("to", "csv")
    if to not in _KINDS:
        raise InputError(f"'{to[:20]}' is no kind of export: {', '.join(_KINDS)}")
    found, _ = TREES.node(solve_of(rooms, job_id).file, query.get("node", ""))
    if to == "csv":
        text = node_csv(found)
    elif to == "json":
        text = json.dumps(node_payload(found), ensure_ascii=False, indent=1, allow_nan=False)
    else:
        text = node_range_text(found, _player(found, dict(query)), query.get("action", ""))
    headers = {}
    if to != "pio":
        headers["content-disposition"] = f'attachment; filename="postflop-node.{to}"'
    return Response(text + "\n", media_type=_KINDS[to], headers=headers)


@router.get(f"{PATH}/tree/{{job_id}}/lock")
def tree_lock(request: Request, who: Who, job_id: SolveId) -> Response:
    """Lead to the form of the same spot with a node locked."""
    query = dict(request.query_params)
    solve = solve_of(rooms_of(request), job_id)
    fields = fields_of_spot(solve.spot, half=solve.half)
    node = query.get("node", "")[:400]
    if "now" in query:
        rooms_of(request).rates.take("count", who.address)
        found, _ = TREES.node(solve.file, node)
        played, often = lock_as_played(found)
        query = {key: text for key, text in query.items() if key == "everywhere"}
        query |= {f"lock_{action}": text for action, text in played.items()} | {"rest": often}
    if "everywhere" in query:
        parts = node.split("|")
        node = "|".join("*" if at % 2 else part for at, part in enumerate(parts))
    ranges = [
        f"{name.removeprefix('lock_')} = {text.strip()}"
        for name, text in query.items()
        if name.startswith("lock_") and text.strip()
    ]
    rest = query.get("rest", "").strip()
    line = f"{node}: {'; '.join([*ranges, *([f'rest = {rest}'] if rest else [])])}"
    others = [one for one in fields["locks"].splitlines() if one.partition(":")[0] != node]
    fields["locks"] = "\n".join([*others, " ".join(line.split())])
    if len(fields["locks"]) > LONGEST_LOCKS:
        raise InputError(
            f"these locks take more than {LONGEST_LOCKS:,} characters: write them into a file for"
            " the command line"
        )
    return RedirectResponse(f"{PATH}?{urlencode(fields)}", status_code=303)


def _visit(request: Request, who: Visitor) -> dict[str, Any]:
    return {"token": who.token, "preparing": not request.app.state.returns.ready}


def _context(state: PostflopState) -> dict[str, Any]:
    cards = state.cards
    board, board_error = _cards(cards.board)
    ranges, wrong = zip(*(_range(hand) for hand in cards.hands[:2]), strict=True)
    error, size, fits_half = "", None, False
    try:
        spot = spot_from(state)
        size = check_spot(spot, half=state.half)
    except InputError as mistake:
        error = str(mistake)
        fits_half = isinstance(mistake, TooLargeError) and mistake.half_bytes is not None
    edited = ranges[cards.edit] if isinstance(cards.edit, int) and cards.edit < 2 else None
    picked = set(board)
    url = state.url()
    return {
        "section": "postflop",
        "state": cards,
        "fields": state.fields,
        "url": url,
        "names": ("Out of position", "In position"),
        "players": [
            {
                "number": number + 1,
                "text": cards.hands[number],
                "wrong": wrong[number],
                "combos": combos_text(ranges[number], board),
                "edited": cards.edit == number,
            }
            for number in range(2)
        ],
        "slots": [card_view(card, _DECK) for card in board[:5]] + [None] * (5 - len(board)),
        "board_error": board_error,
        "streets": _streets(len(board), state),
        "error": error,
        "size": size,
        "memory": bytes_text(size.memory_bytes) if size else "",
        "bits": state.fields["bits"],
        "rules_open": state.has_rules,
        "half_url": state.half_url() if fits_half else "",
        "grid": grid_cells(edited, cards.brush),
        "edited_combos": combos_text(edited, board),
        "deck": picker_rows(_DECK),
        "picked": picked if cards.edit == "board" else set(),
        "taken": set() if cards.edit == "board" else picked,
        "brushes": BRUSHES,
        "presets": [(key, label) for key, (label, _) in PRESETS.items()],
        "announcement": error
        or (f"{size.decisions:,} decisions, {bytes_text(size.memory_bytes)}" if size else ""),
    }


def _streets(cards: int, state: PostflopState) -> list[dict[str, Any]]:
    """Return the fields of sizes of the streets that the board leaves, by street and player."""
    first = {3: 0, 4: 1, 5: 2}.get(cards, 0)
    return [
        {
            "name": street,
            "played": number >= first,
            "rows": [
                {
                    "player": player,
                    "fields": [
                        (
                            kind,
                            f"{player}_{street}_{kind}",
                            state.fields[f"{player}_{street}_{kind}"],
                        )
                        for at, who, kind in SIZE_FIELDS
                        if at == street and who == player
                    ],
                }
                for player in PLAYERS
            ],
        }
        for number, street in enumerate(STREETS)
    ]


def _solving(rooms: Rooms, job_id: str, who: Visitor) -> dict[str, Any]:
    solve = solve_of(rooms, job_id)
    job = shown(solve.status, mine=may_cancel(rooms, job_id, who.player))
    result = solve.status.result
    pot = float(solve.spot.pot)
    there = solve.file.exists()
    done = result["converged"] if result else False
    left = f"{100 * solve.way[-1].exploitability / pot:.3g}" if solve.way else ""
    said = {"done": "The spot is solved.", "cancelled": "The solve was cancelled."}
    return {
        "section": "postflop",
        "within": True,
        "token": who.token,
        "job": job,
        "title": _title(solve),
        "target": f"{100 * float(solve.spot.target) / pot:.3g}",
        "left": left,
        "iteration": f"{solve.way[-1].iteration:,}" if solve.way else "0",
        "most": f"{solve.spot.iterations:,}",
        "seconds": f"{result['seconds']:.1f}" if result else "",
        "plot": way_plot(solve),
        "rows": [
            (f"{one.iteration:,}", f"{100 * one.exploitability / pot:.3g}")
            for one in list(reversed(solve.way))[:: max(1, len(solve.way) // 12)]
        ],
        "result": result,
        "done": done,
        "there": there and job.finished,
        "edit_url": f"{PATH}?{urlencode(fields_of_spot(solve.spot, half=solve.half))}",
        "announcement": said.get(job.state, ""),
    }


def _node_context(found: NodeAnswer, query: dict[str, str]) -> dict[str, Any]:
    player = _player(found, query)
    view = query.get("view", "strategy")
    view = view if view in VIEWS else "strategy"
    if view == "strategy" and player != found.actor:
        view = "equity"
    hand = query.get("hand", "")
    hand = hand if hand in CLASS_NAMES else ""
    place = found.position.place
    tokens = () if place is None else tuple(token_of(action) for action in place.actions)
    kinds = kinds_of(tokens)
    return {
        "node": found.position.id,
        "kind": found.kind,
        "board": [card_name(card) for card in found.board],
        "pot": chips_text(found.players[0].pot),
        "stacks": [chips_text(float(stack)) for stack in found.position.state.stacks],
        "share": f"{100 * found.share:.3g}",
        "rare": found.rare,
        "locked": found.locked,
        "players": player_rows(found),
        "totals": total_rows(found),
        "grid": hand_grid(found, player, view),
        "hand": hand,
        "combos": hand_rows(found, player, hand),
        "actions": [(token, action_words(token), kinds[token]) for token in tokens],
        "player": player,
        "player_key": PLAYERS[player],
        "acts": player == found.actor,
        "actor": None if found.actor is None else PLAYERS[found.actor],
        "view": view,
        "views": [
            (key, words)
            for key, words in VIEWS.items()
            if key != "strategy" or player == found.actor
        ],
        "announcement": "",
    }


def _player(found: NodeAnswer, query: dict[str, str]) -> int:
    wanted = query.get("player", "")
    if wanted in PLAYERS:
        return PLAYERS.index(wanted)
    return found.actor or 0


def _title(solve: PostflopSolve) -> str:
    spot = solve.spot
    board = " ".join(card_name(card) for card in spot.board)
    bits = ", in 16 bits" if solve.half else ""
    pot, stack = chips_text(float(spot.pot)), chips_text(float(spot.stack))
    return f"{board}, pot {pot}, stacks {stack}{bits}"


def _range(text: str) -> tuple[HandRange | None, str]:
    try:
        return parse_range(text), ""
    except HandError as error:
        return None, str(error)


def _cards(text: str) -> tuple[tuple[int, ...], str]:
    try:
        cards = parse_cards(text)
    except InputError as error:
        return (), str(error)
    return tuple(cards), ""
